//! Finds the programs of the rivals.

use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Returns the program that the environment variable names, or the program of
/// this name on `PATH`. `None` if it does not run.
pub(crate) fn program(variable: &str, name: &str) -> Option<PathBuf> {
    let program = std::env::var_os(variable).filter(|v| !v.is_empty());
    let program = PathBuf::from(program.unwrap_or_else(|| name.into()));
    version(&program).is_some().then_some(program)
}

/// Returns the first line that the program prints for `--version`, or for `version` if it does not
/// know the option.
pub(crate) fn version(program: &PathBuf) -> Option<String> {
    ["--version", "version"]
        .into_iter()
        .find_map(|argument| first_line(program, argument))
}

/// Returns the version of a crate that this program is built with.
pub(crate) fn crate_version(name: &str) -> Option<&'static str> {
    const LOCK: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.lock"));
    let mut lines = LOCK.lines();
    lines.find(|line| line.strip_prefix("name = ") == Some(&format!("\"{name}\"")))?;
    lines
        .next()?
        .strip_prefix("version = \"")?
        .strip_suffix('"')
}

fn first_line(program: &PathBuf, argument: &str) -> Option<String> {
    let output = Command::new(program)
        .arg(argument)
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output
        .status
        .success()
        .then(|| text.lines().next().unwrap_or_default().to_owned())
}
