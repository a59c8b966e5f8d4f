//! Paths of the libraries and examples, and helpers to run programs.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// Builds `libransack.a` and `libransack.so` of the profile under test once, and returns their
/// directory.
///
/// Cargo does not build static or shared libraries for integration tests.
pub(crate) fn libraries() -> &'static Path {
    static LIBRARIES: OnceLock<PathBuf> = OnceLock::new();
    LIBRARIES.get_or_init(|| {
        // TARGET_DIR[/TARGET]/PROFILE/deps/TEST
        let test = std::env::current_exe().unwrap();
        let directory = test.parent().and_then(Path::parent).unwrap();
        let above = directory.parent().unwrap();
        let profile = match directory.file_name().unwrap().to_str().unwrap() {
            "debug" => "dev",
            other => other,
        };
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args([
            "build",
            "--quiet",
            "--offline",
            "--lib",
            "--package",
            "ransack-capi",
            // Enables the same dependency features as the tests.
            "--package",
            "ransack-testing",
        ]);
        cargo.args(["--profile", profile]);
        if above.ends_with(env!("TARGET")) {
            cargo.args(["--target", env!("TARGET"), "--target-dir"]);
            cargo.arg(above.parent().unwrap());
        } else {
            cargo.arg("--target-dir").arg(above);
        }
        cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
        let output = run(&mut cargo);
        assert!(
            output.status.success(),
            "cargo cannot build the libraries: {}",
            words(&output)
        );
        directory.to_owned()
    })
}

/// Returns the directory of the examples.
pub(crate) fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")
}

/// Runs a command and captures its output. Fails if the program is not installed: a test that needs
/// a tool must not pass without it.
pub(crate) fn run(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|error| {
        panic!("{command:?} does not start: {error}; is the program installed?")
    })
}

/// Returns the status and the output of a command.
pub(crate) fn words(output: &Output) -> String {
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    format!(
        "{}\n{}{}",
        output.status,
        text(&output.stdout),
        text(&output.stderr)
    )
}
