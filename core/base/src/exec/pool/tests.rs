use std::sync::{Mutex, mpsc};

use super::*;

struct Turns {
    left: AtomicUsize,
    name: char,
    log: Arc<Mutex<String>>,
    done: mpsc::Sender<()>,
}

impl Task for Turns {
    fn run(self: Arc<Self>) -> bool {
        self.log.lock().unwrap().push(self.name);
        let more = self.left.fetch_sub(1, Ordering::SeqCst) > 1;
        if !more {
            self.done.send(()).unwrap();
        }
        more
    }
}

struct Panics(mpsc::Sender<()>);

impl Task for Panics {
    fn run(self: Arc<Self>) -> bool {
        self.0.send(()).unwrap();
        panic!("a task's own fault");
    }
}

struct Gate(Mutex<mpsc::Receiver<()>>);

impl Task for Gate {
    fn run(self: Arc<Self>) -> bool {
        self.0.lock().unwrap().recv().unwrap();
        false
    }
}

#[test]
fn tasks_take_turns_on_one_thread() {
    let pool = Pool::new(1);
    let (open, gate) = mpsc::channel();
    submit(&pool, Arc::new(Gate(Mutex::new(gate)))).unwrap();
    let log = Arc::new(Mutex::new(String::new()));
    let (done, finished) = mpsc::channel();
    for name in ['a', 'b'] {
        let task = Turns {
            left: AtomicUsize::new(3),
            name,
            log: log.clone(),
            done: done.clone(),
        };
        submit(&pool, Arc::new(task)).unwrap();
    }
    open.send(()).unwrap();
    finished.recv().unwrap();
    finished.recv().unwrap();
    assert_eq!(*log.lock().unwrap(), "ababab");
}

#[test]
fn a_panic_does_not_cost_the_pool_its_thread() {
    let pool = Pool::new(0);
    assert_eq!(pool.size(), 1);
    let (ran, runs) = mpsc::channel();
    for _ in 0..3 {
        submit(&pool, Arc::new(Panics(ran.clone()))).unwrap();
    }
    for _ in 0..3 {
        runs.recv().unwrap();
    }
}
