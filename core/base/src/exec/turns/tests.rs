use super::*;

/// Task with an address of its own.
struct Numbered(#[expect(dead_code, reason = "gives it an address")] u8);

impl Task for Numbered {
    fn run(self: Arc<Self>) -> bool {
        false
    }
}

/// Turns of several calls in the queue of a pool of two workers.
#[derive(Default)]
struct QueuedCalls {
    queue: TurnQueue,
    usages: Vec<Arc<Usage>>,
}

impl QueuedCalls {
    /// Adds a call that has already used some time.
    fn add(&mut self, used: Duration) -> usize {
        let usage = Usage::new(false);
        usage.add(used);
        self.usages.push(usage);
        self.usages.len() - 1
    }

    fn push(&mut self, call: usize) {
        self.push_task(call, Arc::new(Numbered(0)));
    }

    fn push_task(&mut self, call: usize, task: Arc<dyn Task>) {
        let turn = Turn {
            task,
            usage: self.usages[call].clone(),
        };
        self.queue.push(turn, false, 2);
    }

    /// Takes a turn that lasts some time, and queues its call again. Returns the call's number.
    fn run(&mut self, time: Duration) -> usize {
        let turn = self.queue.pop().unwrap();
        turn.usage.add(time);
        turn.usage.end();
        let call = (self.usages.iter()).position(|usage| Arc::ptr_eq(usage, &turn.usage));
        self.push(call.unwrap());
        call.unwrap()
    }
}

const SHORT: Duration = Duration::from_millis(1);

#[test]
fn equal_calls_have_a_first_turn_each_and_then_run_one_after_the_other() {
    let mut calls = QueuedCalls::default();
    for _ in 0..3 {
        let call = calls.add(Duration::ZERO);
        calls.push(call);
    }
    let order: Vec<usize> = (0..9).map(|_| calls.run(TURN_TIME)).collect();
    assert_eq!(order, [0, 1, 2, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn a_call_that_has_used_its_time_goes_behind_and_new_calls_overtake() {
    let mut calls = QueuedCalls::default();
    let old = calls.add(2 * RECENT_TIME - SHORT);
    let young = calls.add(TURN_TIME);
    for call in [old, young] {
        calls.push(call);
    }
    assert_eq!(calls.run(SHORT), old);
    assert_eq!([(); 3].map(|()| calls.run(SHORT)), [young; 3]);
    let new = calls.add(Duration::ZERO);
    calls.push(new);
    assert_eq!([(); 2].map(|()| calls.run(SHORT)), [new; 2]);
    assert_eq!(calls.run(SHORT), young);
}

#[test]
fn no_class_starves() {
    let mut calls = QueuedCalls::default();
    let long = calls.add(10 * RECENT_TIME);
    let recent = calls.add(TURN_TIME);
    let new = calls.add(Duration::ZERO);
    calls.usages.push(Usage::background());
    let background = new + 1;
    for call in [long, recent, new, background] {
        calls.push(call);
    }
    let rounds = 4 * AGED_INTERVAL * CLASSES;
    let mut turns = [0; 4];
    for _ in 0..rounds {
        turns[calls.run(Duration::ZERO)] += 1;
    }
    assert!(turns.iter().all(|&turns| turns >= 4), "{turns:?}");
    assert!(turns[new] >= rounds * 3 / 4, "{turns:?}");
}

#[test]
fn background_work_is_last_until_somebody_waits_for_it() {
    let mut calls = QueuedCalls::default();
    calls.usages.push(Usage::background());
    calls.push(0);
    let long = calls.add(10 * RECENT_TIME);
    calls.push(long);
    assert_eq!(calls.run(SHORT), long);
    let background = calls.usages[0].clone();
    background.set_awaited(true);
    calls.queue.hurry(&background);
    assert_eq!([(); 2].map(|()| calls.run(SHORT)), [0; 2]);
    background.set_awaited(false);
    assert_eq!(calls.run(SHORT), 0);
    assert_eq!(calls.run(SHORT), long);
}

#[test]
fn turns_of_a_task_that_has_ended_are_first() {
    let mut calls = QueuedCalls::default();
    let [ended, next] = [(); 2].map(|()| calls.add(TURN_TIME));
    let [task, other]: [Arc<dyn Task>; 2] = [Arc::new(Numbered(1)), Arc::new(Numbered(2))];
    for (call, task) in [
        (ended, &task),
        (next, &other),
        (ended, &other),
        (ended, &task),
    ] {
        calls.push_task(call, task.clone());
    }
    let new = calls.add(Duration::ZERO);
    calls.push(new);
    let usage = calls.usages[ended].clone();
    calls.queue.release(&usage, &task);
    let order: Vec<_> = std::iter::from_fn(|| calls.queue.pop()).collect();
    let is_task = |turn: &Turn| Arc::ptr_eq(&turn.task, &task);
    assert_eq!(
        order.iter().map(is_task).collect::<Vec<_>>(),
        [true, true, false, false, false]
    );
    assert!(Arc::ptr_eq(&order[2].usage, &calls.usages[new]));
    assert!(Arc::ptr_eq(&order[3].usage, &usage));
}

#[test]
fn a_call_waits_while_it_has_turns_and_no_worker() {
    let mut calls = QueuedCalls::default();
    let call = calls.add(Duration::ZERO);
    let usage = calls.usages[call].clone();
    assert_eq!(usage.waited(), Duration::ZERO);
    calls.push(call);
    calls.push(call);
    while usage.waited().is_zero() {
        std::hint::spin_loop();
    }
    drop(calls.queue.pop());
    let waited = usage.waited();
    assert_eq!(usage.waited(), waited);
    // The other turn is waiting alone.
    usage.end();
    while usage.waited() == waited {
        std::hint::spin_loop();
    }
}
