//! Tests in their own processes: the executable starts itself again with one test.

use std::any::type_name;
use std::path::Path;
use std::process::Command;

/// Set in a process that runs one test.
const CHILD: &str = "RANSACK_TEST_CHILD";

/// User other than the superuser.
#[cfg(unix)]
const USER: u32 = 65534;

/// Whether this process was started by [`child`].
pub fn is_child() -> bool {
    std::env::var_os(CHILD).is_some()
}

/// Returns the name of a test, given its function or a closure inside it.
pub fn test_name<F>(_test: &F) -> &'static str {
    let path = type_name::<F>();
    let (_, path) = path.split_once("::").unwrap_or(("", path));
    path.trim_end_matches("::{{closure}}")
}

/// Creates the command that runs one test in its own process, where [`is_child`] is true. The test
/// may be an ignored test.
pub fn child<F>(test: &F) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", test_name(test), "--include-ignored"])
        .args(["--nocapture", "--test-threads=1"])
        .env(CHILD, "1");
    command
}

/// Runs a command from [`child`] and panics unless its test passes.
pub fn passes(mut command: Command) {
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {text}{errors}");
    assert!(text.contains("1 passed"), "{command:?}: {text}");
}

/// Runs the body of a test in its own process.
pub fn alone(test: impl FnOnce()) {
    if is_child() {
        return test();
    }
    passes(child(&test));
}

/// Runs the body of a test in a process whose home directory is `home`, so that the user's Git
/// configuration does not apply. The body gets the directory.
pub fn with_home(home: &Path, test: impl FnOnce(&Path)) {
    if is_child() {
        return test(&std::path::PathBuf::from(std::env::var_os("HOME").unwrap()));
    }
    let mut command = child(&test);
    command.env("HOME", home).env_remove("XDG_CONFIG_HOME");
    passes(command);
}

/// Runs the body of a test in a process whose user can be denied access to files and directories,
/// with this home directory.
#[cfg(unix)]
pub fn as_user_with_home(home: &Path, test: impl FnOnce()) {
    if is_child() {
        return test();
    }
    let mut command = child(&test);
    command.env("HOME", home).env_remove("XDG_CONFIG_HOME");
    if rustix::process::geteuid().is_root() {
        become_user(&mut command);
    }
    passes(command);
}

/// Runs the body of a test as a user who can be denied access to files and directories: the current
/// user, or another user if that is the superuser.
#[cfg(unix)]
pub fn as_user(test: impl FnOnce()) {
    if !rustix::process::geteuid().is_root() {
        return test();
    }
    assert!(!is_child(), "still the superuser");
    let mut command = child(&test);
    become_user(&mut command);
    passes(command);
}

/// Makes the superuser's command run as another user.
#[cfg(unix)]
fn become_user(command: &mut Command) {
    use std::os::unix::process::CommandExt;

    command
        .env_remove("XDG_CACHE_HOME")
        .current_dir("/")
        .uid(USER)
        .gid(USER);
}
