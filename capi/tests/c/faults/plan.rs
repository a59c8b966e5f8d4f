//! Possible faults of each system call.

use ransack_testing::tier;

use super::program::{Action, Fault, Run};

const EPERM: i32 = 1;
const EINTR: i32 = 4;
const EIO: i32 = 5;
const EAGAIN: i32 = 11;
const ENOMEM: i32 = 12;
pub(crate) const EACCES: i32 = 13;
const EBUSY: i32 = 16;
const EXDEV: i32 = 18;
const EMFILE: i32 = 24;
const ENOSPC: i32 = 28;
const EMLINK: i32 = 31;

/// Length of a storm of interruptions.
const STORM: u32 = 20;
/// More calls than any operation makes.
pub(crate) const FOR_EVER: u32 = 1_000_000;

/// Kinds of faults that a test requests.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wanted {
    /// Calls that fail starting at some call.
    pub(crate) lasting: bool,
    /// Calls that succeed but report a failure.
    pub(crate) after: bool,
    /// Death of the process.
    pub(crate) death: bool,
}

/// Errors of a system call; empty for calls that cannot fail.
fn errors(kind: &str) -> &'static [i32] {
    match kind {
        "getuid" | "geteuid" | "getgid" | "getegid" | "uname" => &[],
        // The kernel may interrupt these calls but does not reject them.
        "futex" | "getrandom" | "poll" | "ppoll" | "epoll_wait" | "epoll_pwait" | "nanosleep" => {
            &[EINTR]
        }
        "mmap" => &[ENOMEM],
        "clone" | "clone3" => &[EAGAIN, ENOMEM],
        "close" => &[EIO, EINTR],
        "open" | "openat" | "openat2" | "dup" | "pipe2" | "eventfd2" | "inotify_init1" => {
            &[EIO, EACCES, EINTR, ENOMEM, EMFILE]
        }
        "inotify_add_watch" => &[EIO, EACCES, ENOMEM, ENOSPC],
        "write" | "pwrite64" | "writev" | "fallocate" | "ftruncate" | "fsync" | "fdatasync"
        | "syncfs" | "mkdir" | "mkdirat" | "symlink" => &[EIO, EACCES, EINTR, ENOMEM, ENOSPC],
        "rename" | "renameat" | "renameat2" => &[EIO, EACCES, EINTR, ENOMEM, ENOSPC, EXDEV, EBUSY],
        "link" | "linkat" => &[EIO, EACCES, EINTR, ENOMEM, ENOSPC, EXDEV, EMLINK, EPERM],
        _ => &[EIO, EACCES, EINTR, ENOMEM],
    }
}

/// Whether a call may succeed but report a failure, as on a network file system.
fn may_fail_after(kind: &str) -> bool {
    let prefixes = [
        "rename",
        "unlink",
        "link",
        "mkdir",
        "fsync",
        "fdatasync",
        "syncfs",
    ];
    prefixes.iter().any(|prefix| kind.starts_with(prefix))
}

/// Returns the faults for every call of a run without faults.
pub(crate) fn faults(run: &Run, wanted: Wanted) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (kind, &count) in &run.calls {
        for at in 0..count {
            let mut add = |action, repeat| {
                faults.push(Fault {
                    kind: kind.clone(),
                    at,
                    action,
                    repeat,
                });
            };
            for &error in errors(kind) {
                add(Action::Error(error), 1);
                if error == EINTR {
                    add(Action::Error(error), STORM);
                } else if wanted.lasting && matches!(error, EIO | ENOSPC | EMFILE) {
                    add(Action::Error(error), FOR_EVER);
                }
            }
            if wanted.after && may_fail_after(kind) {
                add(Action::After(EIO), 1);
            }
            match kind.as_str() {
                // A page: file systems read whole pages up to the end of a file.
                "read" => add(Action::Short(4096), 1),
                "pread64" | "write" | "pwrite64" => add(Action::Short(1), 1),
                _ => {}
            }
        }
    }
    if wanted.death {
        let count: u64 = run.calls.values().sum();
        for at in 0..count {
            faults.push(Fault {
                kind: "any".to_owned(),
                at,
                action: Action::Kill,
                repeat: 1,
            });
        }
    }
    faults
}

/// Fails every call of a run in turn; `repeat` calls of its kind.
pub(crate) fn each_call_fails(run: &Run, repeat: u32) -> Vec<Fault> {
    let all = faults(run, Wanted::default()).into_iter();
    all.filter(|fault| fault.action == Action::Error(EIO))
        .map(|fault| Fault { repeat, ..fault })
        .collect()
}

/// Fails the calls of one kind in turn, sampled.
pub(crate) fn of_kind(run: &Run, repeat: u32, kind: &str) -> Vec<Fault> {
    let mut faults = each_call_fails(run, repeat);
    faults.retain(|fault| fault.kind == kind);
    sample(faults, usize::MAX)
}

/// Samples up to `most` faults evenly: four in the default tier, one of which may be in a call that
/// another run does not make; all with `RANSACK_FAULTS=all`.
pub(crate) fn sample<T: Clone>(faults: Vec<T>, most: usize) -> Vec<T> {
    if std::env::var_os("RANSACK_FAULTS").is_some_and(|value| value == "all") {
        return faults;
    }
    let count = faults.len();
    let most = if tier::runs("faults") {
        most
    } else {
        most.min(4)
    }
    .min(count);
    (0..most)
        .map(|number| faults[(2 * number + 1) * count / (2 * most)].clone())
        .collect()
}
