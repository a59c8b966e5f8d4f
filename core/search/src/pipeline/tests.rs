//! Tests of calls that end while a worker is inside an uninterruptible job, and
//! of operations that panic.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, mpsc};

use ransack_base::internal::lock;
use ransack_base::{AbortReason, Aborted, ErrorKind, StoppedBy};

use super::*;
use crate::scan::{EditJournals, RootKinds, TextConditions};

/// A result that panics the `panics_at`th time it is weighed.
struct Weighed {
    panics_at: u32,
    weighed: AtomicU32,
}

/// An operation with one or two results per file, which blocks inside the file
/// `stuck` and panics on purpose.
#[derive(Default)]
struct Scripted {
    /// Notified when a worker is inside the file `stuck`.
    begun: Option<mpsc::Sender<()>>,
    /// Releases the worker inside `stuck`.
    gate: Option<Mutex<mpsc::Receiver<()>>>,
    /// Makes files other than `stuck` wait until it has begun.
    begins: Option<Mutex<mpsc::Receiver<()>>>,
    /// Notified at the end of files other than `stuck`.
    done: Option<mpsc::Sender<()>>,
    panics_in_file: bool,
    panics_in_verdict: bool,
    panics_in_weigh: u32,
}

impl TextConditions for Scripted {}

impl Examine for Scripted {
    type Item = Weighed;
    type Scratch = ();
    type Resume = Infallible;

    const ENTRIES_PER_JOB: usize = 1;

    fn scratch(&self) {}

    fn examine(
        &self,
        file: &FileRef<'_>,
        _: Option<Infallible>,
        (): &mut (),
        output: &mut JobOutput<Weighed>,
        _: &CancelToken,
    ) -> Result<Option<Infallible>, Aborted> {
        if file.listing.name(file.entry) == b"stuck" {
            if let (Some(begun), Some(gate)) = (&self.begun, &self.gate) {
                begun.send(()).unwrap();
                lock(gate).recv().unwrap();
            }
            return Ok(None);
        }
        if let Some(begins) = &self.begins {
            lock(begins).recv().unwrap();
        }
        assert!(!self.panics_in_file, "a file panics");
        let item = || Weighed {
            panics_at: self.panics_in_weigh,
            weighed: AtomicU32::new(0),
        };
        output.items.extend([item(), item()]);
        output.bytes += 2;
        output.matches += 2;
        if let Some(done) = &self.done {
            done.send(()).unwrap();
        }
        Ok(None)
    }

    fn verdict(&self) -> Result<()> {
        assert!(!self.panics_in_verdict, "the verdict panics");
        Ok(())
    }

    fn weigh(item: &Weighed) -> usize {
        let times = item.weighed.fetch_add(1, Ordering::Relaxed) + 1;
        assert!(times != item.panics_at, "a weight panics");
        // Large enough to wake the consumer immediately.
        128 << 10
    }
}

fn folder(files: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        std::fs::write(folder.path().join(file), "").unwrap();
    }
    folder
}

fn request(folder: &Path, pool: &Pool) -> Request<Weighed> {
    Request::of_all(Scope::new(folder), Some(pool.clone()))
}

fn run(request: Request<Weighed>, token: &CancelToken, scripted: Scripted) -> Stream<Weighed> {
    start(request, token, || {
        let wanted = Wanted {
            dirs: false,
            links: false,
            edit_journals: EditJournals::Excluded,
            roots: RootKinds::FilesAndDirs,
            needs_every_root: false,
            rules: None,
            globs: None,
        };
        Ok((scripted, wanted))
    })
}

/// Runs two tasks that wait for each other and therefore need two workers.
fn needs_two_workers(pool: &Pool) {
    let (to_second, from_first) = mpsc::channel();
    let (to_first, from_second) = mpsc::channel::<()>();
    let token = CancelToken::new();
    let mut first = pool.run(&token, move |_| {
        to_second.send(()).unwrap();
        from_second.recv().unwrap();
        Ok(())
    });
    let mut second = pool.run(&token, move |_| {
        from_first.recv().unwrap();
        to_first.send(()).unwrap();
        Ok(())
    });
    first.next().unwrap().unwrap();
    second.next().unwrap().unwrap();
}

fn wait_until(mut is_so: impl FnMut() -> bool) {
    while !is_so() {
        std::thread::yield_now();
    }
}

/// However a call ends, a worker inside one of its jobs is replaced.
#[test]
fn a_call_that_ends_releases_its_workers() {
    type End = fn(Request<Weighed>, Scripted, &CancelToken);
    let ends: [(&str, End); 5] = [
        ("limit", |mut request, scripted, token| {
            request.limit = Some(1);
            let outcome = run(request, token, scripted).collect_outcome().unwrap();
            assert_eq!(outcome.report.stopped_by, Some(StoppedBy::Limit));
        }),
        ("callback", |request, scripted, token| {
            let stream = run(request, token, scripted);
            let report = stream.for_each(|_| ControlFlow::Break(())).unwrap();
            assert_eq!(report.stopped_by, Some(StoppedBy::Callback));
        }),
        ("panic", |request, mut scripted, token| {
            scripted.panics_in_file = true;
            let error = run(request, token, scripted).collect_outcome().err();
            assert_eq!(error.unwrap().kind(), ErrorKind::Internal);
        }),
        ("drop", |request, scripted, token| {
            let mut stream = run(request, token, scripted);
            assert!(stream.next().unwrap().is_ok());
        }),
        ("abort", |request, scripted, token| {
            let mut stream = run(request, token, scripted);
            assert!(stream.next().unwrap().is_ok());
            token.cancel(AbortReason::User);
            for next in stream {
                if let Err(error) = next {
                    assert_eq!(error.kind(), ErrorKind::Aborted);
                }
            }
        }),
    ];
    let folder = folder(&["a", "stuck"]);
    for (name, end) in ends {
        let pool = Pool::new(2);
        let (begun, begins) = mpsc::channel();
        let (open, gate) = mpsc::channel();
        let scripted = Scripted {
            begun: Some(begun),
            gate: Some(Mutex::new(gate)),
            begins: Some(Mutex::new(begins)),
            ..Scripted::default()
        };
        end(request(folder.path(), &pool), scripted, &CancelToken::new());
        assert_eq!(pool.stats().abandoned, 1, "{name}");
        needs_two_workers(&pool);
        open.send(()).unwrap();
        wait_until(|| pool.stats().abandoned == 0);
        needs_two_workers(&pool);
    }
}

/// A panic outside a job (on a worker, in the consumer, or in the thread that
/// fires the token) is an error of the call.
#[test]
fn a_panic_anywhere_in_an_operation_ends_the_call() {
    let pool = Pool::new(2);
    let folder = folder(&["a", "b"]);
    let token = CancelToken::new();
    let fails = |request: Request<Weighed>, scripted: Scripted| {
        let error = run(request, &token, scripted).collect_outcome().err();
        assert_eq!(error.unwrap().kind(), ErrorKind::Internal);
    };
    fails(
        request(folder.path(), &pool),
        Scripted {
            panics_in_verdict: true,
            ..Scripted::default()
        },
    );
    for panics_in_weigh in [1, 2] {
        fails(
            request(folder.path(), &pool),
            Scripted {
                panics_in_weigh,
                ..Scripted::default()
            },
        );
    }
    let mut sorted = request(folder.path(), &pool);
    sorted.order = Some(Order::By(|_, _| panic!("an order panics")));
    fails(sorted, Scripted::default());
    needs_two_workers(&pool);
}

#[test]
fn a_panic_while_partial_results_are_gathered_ends_the_call() {
    let pool = Pool::new(2);
    // The results of `z` wait for `stuck`.
    let folder = folder(&["stuck", "z"]);
    let token = CancelToken::new();
    let (begun, begins) = mpsc::channel();
    let (open, gate) = mpsc::channel();
    let (done, is_done) = mpsc::channel();
    let mut request = request(folder.path(), &pool);
    request.on_timeout = OnTimeout::Partial;
    let mut stream = run(
        request,
        &token,
        Scripted {
            begun: Some(begun),
            gate: Some(Mutex::new(gate)),
            begins: Some(Mutex::new(begins)),
            done: Some(done),
            panics_in_weigh: 1,
            ..Scripted::default()
        },
    );
    // One worker is inside `stuck`; the other is idle once it has stored the
    // results of `z`.
    is_done.recv().unwrap();
    wait_until(|| pool.stats().idle == 1);
    token.cancel(AbortReason::Timeout);
    let error = stream.next().unwrap().err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Internal);
    open.send(()).unwrap();
}

/// Examiner that returns the paths of files.
struct Paths;

impl TextConditions for Paths {}

impl Examine for Paths {
    type Item = String;
    type Scratch = ();
    type Resume = Infallible;

    fn scratch(&self) {}

    fn examine(
        &self,
        file: &FileRef<'_>,
        _: Option<Infallible>,
        (): &mut (),
        output: &mut JobOutput<String>,
        _: &CancelToken,
    ) -> Result<Option<Infallible>, Aborted> {
        let path = file.shown().to_string();
        assert_eq!(file.is_edit_journal(), path.ends_with(".journal"), "{path}");
        output.items.push(path);
        Ok(None)
    }

    fn weigh(path: &String) -> usize {
        path.len()
    }
}

#[test]
fn journals_of_edits_are_examined_as_requested_whatever_the_filters() {
    let journal = |dir: &str| format!("{dir}.ransack-edit-1f-0.journal");
    let folder = folder(&["a.js", "b.txt", &journal(""), ".ransack-edit-1f-0-0.new"]);
    std::fs::create_dir(folder.path().join("deep")).unwrap();
    for name in ["deep/c.js", &journal("deep/"), ".ignore"] {
        std::fs::write(folder.path().join(name), "*.journal\n").unwrap();
    }
    let paths = |edit_journals, root: &str| {
        let mut request = Request::of_all(Scope::new(folder.path().join(root)), None);
        request.scope.types = vec!["js".into()];
        request.scope.hidden = false;
        let stream = start(request, &CancelToken::new(), move || {
            let wanted = Wanted {
                edit_journals,
                ..Wanted::default()
            };
            Ok((Paths, wanted))
        });
        let mut paths: Vec<String> = stream.map(Result::unwrap).collect();
        paths.sort_unstable();
        paths
    };
    let (top, deep) = (journal(""), journal("deep/"));
    assert_eq!(paths(EditJournals::Excluded, ""), ["a.js", "deep/c.js"]);
    assert_eq!(
        paths(EditJournals::Included, ""),
        [&*top, "a.js", &*deep, "deep/c.js"]
    );
    assert_eq!(paths(EditJournals::Only, ""), [&*top, &*deep]);
    let [file] = &paths(EditJournals::Only, "deep/c.js")[..] else {
        panic!("the root is a file")
    };
    assert!(file.ends_with("/deep/c.js"));
}

/// Otherwise they would delay the calls after them.
#[test]
fn turns_of_ended_calls_do_not_gather_in_the_queue() {
    let folder = folder(&[]);
    for n in 0..100 {
        std::fs::create_dir(folder.path().join(n.to_string())).unwrap();
        for file in 0..20 {
            std::fs::write(folder.path().join(format!("{n}/{file}")), "").unwrap();
        }
    }
    let pool = Pool::new(2);
    let most_queued = || {
        let queued = (0..100).map(|_| {
            let request = Request::of_all(Scope::new(folder.path()), Some(pool.clone()));
            let stream = start(request, &CancelToken::new(), || {
                Ok((Paths, Wanted::default()))
            });
            assert_eq!(stream.map(Result::unwrap).count(), 2000);
            pool.stats().queued
        });
        queued.max().unwrap()
    };
    let most = std::thread::scope(|scope| {
        let callers = [(); 4].map(|()| scope.spawn(most_queued));
        let queued = callers.map(|caller| caller.join().unwrap());
        queued.into_iter().max().unwrap()
    });
    // Each of the other calls has two turns, and turns of calls that have ended run next.
    assert!(most <= 16, "{most} turns were queued");
}
