//! Installation of the library by `install.sh`; the test programs link with it.

use std::fs::{self, File};
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

/// Returns the prefix of an installation shared by all tests: linking the parsers of the debug
/// profile into one object takes longer than most tests.
pub(crate) fn prefix() -> &'static Path {
    static PREFIX: OnceLock<PathBuf> = OnceLock::new();
    PREFIX.get_or_init(|| {
        let place = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let prefix = place.join("installed");
        let lock = File::create(place.join("installed.lock")).unwrap();
        lock.lock().unwrap();
        let stamp = place.join("installed.stamp");
        let sources = sources();
        if fs::read_to_string(&stamp).ok().as_ref() != Some(&sources) {
            let _ = fs::remove_file(&stamp);
            install(&["--prefix", prefix.to_str().unwrap()]);
            fs::write(&stamp, sources).unwrap();
        }
        prefix
    })
}

/// Returns the files that `install.sh` installs or reads, with their lengths and times.
fn sources() -> String {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let built = ["libransack.a", "libransack.so"].map(|name| libraries().join(name));
    let own = fs::read_dir(package)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let headers = fs::read_dir(package.join("../include")).unwrap();
    let mut files: Vec<PathBuf> = own
        .chain(headers.map(|entry| entry.unwrap().path()))
        .chain(built)
        .chain([package.join("../Cargo.toml")])
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    let line = |path: &PathBuf| {
        let metadata = fs::metadata(path).unwrap();
        let modified = metadata.modified().unwrap();
        format!("{} {} {modified:?}\n", path.display(), metadata.len())
    };
    files.iter().map(line).collect()
}

/// Returns the directory of the installed libraries.
pub(crate) fn lib() -> PathBuf {
    prefix().join("lib")
}

/// Returns the directory of the installed header.
pub(crate) fn include() -> PathBuf {
    prefix().join("include")
}
