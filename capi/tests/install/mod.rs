//! The library as an installation has it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::libraries;

/// A directory with the shared library under its development name and its
/// SONAME.
pub(crate) fn install(prefix: &Path) -> PathBuf {
    let lib = prefix.join("lib");
    fs::create_dir_all(&lib).unwrap();
    let soname = concat!("libransack.so.", env!("CARGO_PKG_VERSION_MAJOR"));
    fs::copy(libraries().join("libransack.so"), lib.join(soname)).unwrap();
    std::os::unix::fs::symlink(soname, lib.join("libransack.so")).unwrap();
    lib
}

/// The directory of the header.
pub(crate) fn include() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../include")
}
