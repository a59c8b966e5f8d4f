//! Finds the sources of the packages that cargo compiled for this build script.
//!
//! Cargo gives a build script no information about other packages, and the script cannot recompute
//! the chosen versions and paths: that needs the network or a lock file, and misses patches. But a
//! build dependency is compiled before the script, in the same target directory, and rustc writes a
//! file with the source path next to each compiled build script. Directories of earlier builds
//! remain, so a package can have several sources; the caller finds the right one.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Returns the folders of all packages called `package` whose build script was compiled in this
/// target directory, including every build dependency with a build script.
pub(crate) fn package_folders(package: &str) -> io::Result<BTreeSet<PathBuf>> {
    package_folders_of(&env::current_exe()?, package)
}

/// Returns the package folders for the build script `executable`, which cargo compiled to
/// `build/PACKAGE-HASH/NAME` or, in another layout, somewhere below a directory `build`.
fn package_folders_of(executable: &Path, package: &str) -> io::Result<BTreeSet<PathBuf>> {
    let mut folders = BTreeSet::new();
    let is_build = |dir: &&Path| dir.file_name() == Some(OsStr::new("build"));
    let Some(build) = executable.ancestors().skip(1).find(is_build) else {
        return Ok(folders);
    };
    for entry in fs::read_dir(build)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        // The hash has no hyphen.
        if name == package
            || name
                .rsplit_once('-')
                .is_some_and(|(name, _)| name == package)
        {
            add_folders(&entry.path(), executable, package, 3, &mut folders)?;
        }
    }
    Ok(folders)
}

/// Adds the folders of the sources named by `.d` files in `dir` and below.
fn add_folders(
    dir: &Path,
    executable: &Path,
    package: &str,
    depth: usize,
    folders: &mut BTreeSet<PathBuf>,
) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.extension() == Some(OsStr::new("d")) && path.is_file() {
            let rule = fs::read_to_string(&path)?;
            let sources = rule.lines().filter_map(source);
            folders.extend(sources.filter_map(|source| folder(&source, executable, package)));
        } else if depth > 0 && path.is_dir() {
            add_folders(&path, executable, package, depth - 1, folders)?;
        }
    }
    Ok(())
}

/// Source in a line `SOURCE:`, which rustc writes for each source next to the rule.
fn source(line: &str) -> Option<PathBuf> {
    let source = line.strip_suffix(':').filter(|_| !line.starts_with('#'))?;
    Some(source.replace("\\ ", " ").into())
}

/// Folder of the package with this source. The source path is relative to the workspace if the
/// package is a member.
fn folder(source: &Path, executable: &Path, package: &str) -> Option<PathBuf> {
    let name = format!("name = \"{package}\"");
    let is_package = |folder: &&Path| {
        let manifest = fs::read_to_string(folder.join("Cargo.toml"));
        manifest.is_ok_and(|manifest| manifest.lines().any(|line| line.trim() == name))
    };
    let absolute = executable.ancestors().map(|dir| dir.join(source));
    // For an absolute path, `join` returns that path.
    let found = absolute.filter(|source| source.is_file());
    found
        .filter_map(|source| source.ancestors().find(is_package).map(Path::to_path_buf))
        .find_map(|folder| folder.canonicalize().ok())
}
