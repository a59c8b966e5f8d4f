//! Absolute paths and path patterns; reads no file and no configuration.
//!
//! | file | responsibility |
//! | --- | --- |
//! | `pattern`, `glob_class` | path patterns of globs and ignore rules, and their character classes |
//! | `hidden` | hidden names |

mod glob_class;
mod hidden;
mod pattern;

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

use ransack_base::internal::slashed;

pub(crate) use hidden::{HiddenNames, NO_HIDDEN_NAMES, each_component, is_hidden};
pub(crate) use pattern::{Dialect, PathPattern, is_special};

/// Returns the bytes of a directory's path with `/` between components and a trailing `/`.
pub(crate) fn with_final_slash(path: &OsStr) -> Vec<u8> {
    let mut bytes = slashed(path);
    if bytes.last() != Some(&b'/') {
        bytes.push(b'/');
    }
    bytes
}

/// Returns the absolute path with links resolved, to which Git's rules apply.
#[cfg(unix)]
pub(crate) fn real_path(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize()
}

/// Returns the absolute path with links resolved, if possible without the prefix `\\?\`, after
/// which Windows accepts no `/`.
#[cfg(not(unix))]
pub(crate) fn real_path(path: &Path) -> io::Result<PathBuf> {
    use std::ffi::OsString;
    use std::path::{Component, Prefix};

    let real = path.canonicalize()?;
    let mut components = real.components();
    let Some(Component::Prefix(prefix)) = components.next() else {
        return Ok(real);
    };
    let mut plain = match prefix.kind() {
        Prefix::VerbatimDisk(letter) => PathBuf::from(format!(r"{}:\", char::from(letter))),
        Prefix::VerbatimUNC(server, share) => {
            let separator = OsStr::new(r"\");
            let parts = [separator, separator, server, separator, share, separator];
            parts.into_iter().collect::<OsString>().into()
        }
        _ => return Ok(real),
    };
    plain.extend(components.filter(|component| matches!(component, Component::Normal(_))));
    Ok(plain)
}
