//! Layout of an installation.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::libraries;

/// Creates a directory with the shared library under its SONAME and its development name.
pub(crate) fn install(prefix: &Path) -> PathBuf {
    let lib = prefix.join("lib");
    fs::create_dir_all(&lib).unwrap();
    let soname = concat!("libransack.so.", env!("CARGO_PKG_VERSION_MAJOR"));
    fs::copy(libraries().join("libransack.so"), lib.join(soname)).unwrap();
    std::os::unix::fs::symlink(soname, lib.join("libransack.so")).unwrap();
    lib
}

/// Returns the directory of the header.
pub(crate) fn include() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../include")
}
