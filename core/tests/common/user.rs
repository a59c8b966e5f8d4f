//! Runs a test as a user for whom files and directories can be unreadable.

use std::os::unix::process::CommandExt;
use std::process::Command;

/// Set for the test in a process of another user.
const AS_USER: &str = "RANSACK_TEST_AS_USER";

/// A user who is not the superuser.
const USER: u32 = 65534;

/// Runs the body of the test with this name as the user who runs the tests; for the superuser, runs
/// the test in a process of another user.
pub(crate) fn as_user(name: &str, test: impl FnOnce()) {
    if !rustix::process::geteuid().is_root() {
        return test();
    }
    assert!(std::env::var_os(AS_USER).is_none(), "still the superuser");
    let mut child = Command::new(std::env::current_exe().unwrap());
    child
        .args(["--exact", name])
        .env(AS_USER, "1")
        .env_remove("XDG_CACHE_HOME")
        .current_dir("/")
        .uid(USER)
        .gid(USER);
    let output = child.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("1 passed"), "no test has the name {name}");
}
