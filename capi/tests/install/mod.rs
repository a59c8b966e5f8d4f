//! Installation of the library by `install.sh`, which the programs of the tests are linked with.
#![allow(dead_code, reason = "no test uses all of it")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::common::{libraries, run, words};

/// Version of the shared library that programs are linked with.
pub(crate) const SONAME: &str = if matches!(env!("CARGO_PKG_VERSION_MAJOR").as_bytes(), b"0") {
    concat!("libransack.so.0.", env!("CARGO_PKG_VERSION_MINOR"))
} else {
    concat!("libransack.so.", env!("CARGO_PKG_VERSION_MAJOR"))
};

/// Runs `install.sh` on the libraries of the profile under test.
pub(crate) fn install(options: &[&str]) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("install.sh");
    let mut command = Command::new(script);
    let output = run(command.arg("--from").arg(libraries()).args(options));
    assert!(output.status.success(), "install.sh: {}", words(&output));
}

/// Returns the prefix of an installation, made once.
pub(crate) fn prefix() -> &'static Path {
    static PREFIX: OnceLock<PathBuf> = OnceLock::new();
    PREFIX.get_or_init(|| {
        let prefix = Path::new(env!("CARGO_TARGET_TMPDIR")).join("installed");
        install(&["--prefix", prefix.to_str().unwrap()]);
        prefix
    })
}

/// Returns the directory of the installed libraries.
pub(crate) fn lib() -> PathBuf {
    prefix().join("lib")
}

/// Returns the directory of the installed header.
pub(crate) fn include() -> PathBuf {
    prefix().join("include")
}
