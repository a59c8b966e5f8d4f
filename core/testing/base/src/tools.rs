//! Packages from other registries that tests need, installed once below `target`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Build directory of this workspace, which contains the running executable.
pub fn target() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let marked = test
        .ancestors()
        .find(|dir| dir.join("CACHEDIR.TAG").exists());
    marked
        .expect("tests are run from a build directory")
        .to_owned()
}

/// Root of the workspace.
pub fn workspace() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(3).unwrap()
}

/// Returns a directory with PyPI packages, such as `ripgrep==15.1.0`, for use as `PYTHONPATH`. The
/// first call installs them, with Python and pip.
pub fn python_packages(requirements: &[&str]) -> PathBuf {
    let name = requirements.join("+").replace("==", "-");
    once(&target().join("tools").join(name), |place| {
        let mut pip = Command::new("python3");
        pip.args(["-m", "pip", "install", "--quiet"])
            .arg("--disable-pip-version-check")
            .args(["--no-warn-script-location", "--root-user-action=ignore"])
            .arg("--target")
            .arg(place)
            .args(requirements);
        succeeds(&mut pip);
    })
}

/// Creates a directory with `make`, once for all processes. An incomplete directory is created
/// again.
pub fn once(place: &Path, make: impl FnOnce(&Path)) -> PathBuf {
    let beside = |ending: &str| {
        let mut name = place.file_name().unwrap().to_owned();
        name.push(ending);
        place.with_file_name(name)
    };
    fs::create_dir_all(place.parent().unwrap()).unwrap();
    let lock = File::create(beside(".lock")).unwrap();
    lock.lock().unwrap();
    if !beside(".done").exists() {
        let _ = fs::remove_dir_all(place);
        make(place);
        fs::write(beside(".done"), "").unwrap();
    }
    place.to_owned()
}

/// Runs a command and panics with its output if it fails.
pub fn succeeds(command: &mut Command) -> String {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{command:?} fails, {}\n{text}{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    text
}
