//! Paths as shown in results, and existence checks for paths.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fmt::{self, Write};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Path in a result: relative to the searched root or to the workspace, or absolute, as the call
/// selects. `/` separates components on every platform. Names preserve the file system's bytes.
///
/// Clones share the bytes. Comparison is bytewise, which is path order.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelPath(Arc<[u8]>);

impl RelPath {
    /// Returns the path's bytes. On Windows, they have the encoding of [`OsStr::as_encoded_bytes`].
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the path as a [`Path`] that can be joined to the base of the call's paths.
    pub fn as_path(&self) -> &Path {
        Path::new(os_str(&self.0))
    }

    /// Returns the path as text, with invalid UTF-8 replaced with U+FFFD.
    pub fn to_string_lossy(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.0)
    }
}

impl fmt::Display for RelPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_string_lossy())
    }
}

impl fmt::Debug for RelPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_string_lossy(), f)
    }
}

impl AsRef<Path> for RelPath {
    fn as_ref(&self) -> &Path {
        self.as_path()
    }
}

impl PartialEq<str> for RelPath {
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl PartialEq<&str> for RelPath {
    fn eq(&self, other: &&str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

/// Whether an error means that nothing exists at a path. A path below a file does not exist either.
pub fn is_missing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// Whether a path exists. Also true if the system cannot tell.
pub fn may_exist(path: &Path) -> bool {
    !fs::metadata(path).is_err_and(|error| is_missing(&error))
}

/// Returns the bytes of a path with `/` between components, which Windows accepts as well.
pub fn slashed(path: &OsStr) -> Vec<u8> {
    let mut bytes = path.as_encoded_bytes().to_vec();
    if cfg!(windows) {
        for byte in &mut bytes {
            if *byte == b'\\' {
                *byte = b'/';
            }
        }
    }
    bytes
}

/// Returns the `file:` URI of an absolute path.
pub fn file_uri(path: &Path) -> String {
    let bytes = slashed(path.as_os_str());
    let mut uri = String::from("file://");
    // A path that begins with a drive letter.
    if !bytes.starts_with(b"/") {
        uri.push('/');
    }
    percent_encode(&bytes, &mut uri);
    uri
}

/// Appends a path to a URI, with every byte that has a meaning in URIs except `/` percent-encoded.
pub fn percent_encode(path: &[u8], uri: &mut String) {
    for byte in path {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' => {
                uri.push(char::from(*byte));
            }
            // Writing to a string cannot fail.
            byte => drop(write!(uri, "%{byte:02X}")),
        }
    }
}

/// Views bytes as an `OsStr`.
#[cfg(unix)]
pub fn os_str(bytes: &[u8]) -> &OsStr {
    std::os::unix::ffi::OsStrExt::from_bytes(bytes)
}

/// Views bytes as an `OsStr`. Callers pass an `OsStr`'s bytes, split or joined at ASCII separators.
#[cfg(not(unix))]
pub fn os_str(bytes: &[u8]) -> &OsStr {
    // SAFETY: the bytes are pieces of `OsStr::as_encoded_bytes`, split and joined only at the ASCII
    // byte `/`, as that method's contract allows.
    unsafe { OsStr::from_encoded_bytes_unchecked(bytes) }
}

/// Wraps the bytes of a relative path with `/` between components.
pub fn rel_path(bytes: impl Into<Arc<[u8]>>) -> RelPath {
    RelPath(bytes.into())
}
