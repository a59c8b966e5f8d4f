use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::cancel::{AbortReason, Aborted};

/// The result type of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong with a whole call.
///
/// A file that could not be read does not fail a call over a tree: it is
/// counted in [`Report::skipped`](crate::Report::skipped). An `Error` means
/// that the call as such could not be carried out.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    path: Option<PathBuf>,
    pattern: Option<String>,
    offset: Option<usize>,
    source: Option<io::Error>,
}

/// The kinds of [`Error`]. More may be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The token was cancelled by a signal or by the user.
    Aborted,
    /// The deadline passed and the call was not told to return partial
    /// results.
    Timeout,
    /// A search pattern does not parse or is too large;
    /// [`Error::pattern`] and, where it is known, [`Error::offset`] tell where.
    InvalidPattern,
    /// A path glob does not parse; [`Error::pattern`] is the glob.
    InvalidGlob,
    /// An option has a value that the call cannot use.
    InvalidOption,
    /// A file type name is not known; [`Error::pattern`] is the name.
    UnknownType,
    /// A root does not exist.
    NotFound,
    /// A root may not be read.
    PermissionDenied,
    /// Any other failure of the operating system on a root.
    Io,
    /// A defect of this library: work on a pool thread panicked.
    Internal,
    /// No model or token encoding of this name is known; [`Error::pattern`] is
    /// the name.
    UnknownModel,
    /// A vocabulary file cannot be read as one, or asks for what is not
    /// supported.
    InvalidVocabulary,
    /// The workspace has been closed.
    Closed,
    /// Edits overlap; the message names both places.
    OverlappingEdits,
    /// An edit would make a syntax error, or there are such where none may be.
    SyntaxError,
    /// A file is no longer what it was when its edits were computed.
    Stale,
}

impl ErrorKind {
    /// Every kind there is.
    pub const ALL: [ErrorKind; 16] = [
        ErrorKind::Aborted,
        ErrorKind::Timeout,
        ErrorKind::InvalidPattern,
        ErrorKind::InvalidGlob,
        ErrorKind::InvalidOption,
        ErrorKind::UnknownType,
        ErrorKind::NotFound,
        ErrorKind::PermissionDenied,
        ErrorKind::Io,
        ErrorKind::Internal,
        ErrorKind::UnknownModel,
        ErrorKind::InvalidVocabulary,
        ErrorKind::Closed,
        ErrorKind::OverlappingEdits,
        ErrorKind::SyntaxError,
        ErrorKind::Stale,
    ];
}

impl Error {
    /// The kind, for code that decides.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The path concerned, if the error is about one.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The pattern, glob or name concerned, as the caller gave it.
    pub fn pattern(&self) -> Option<&str> {
        self.pattern.as_deref()
    }

    /// Byte offset of the fault, 0-based, in [`Error::pattern`].
    pub fn offset(&self) -> Option<usize> {
        self.offset
    }

    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error {
            kind,
            message: message.into(),
            path: None,
            pattern: None,
            offset: None,
            source: None,
        }
    }

    /// The same error once more, without what the operating system said.
    #[cfg(feature = "ast")]
    pub(crate) fn duplicate(&self) -> Error {
        Error {
            path: self.path.clone(),
            pattern: self.pattern.clone(),
            offset: self.offset,
            ..Error::new(self.kind, self.message.as_str())
        }
    }

    pub(crate) fn option(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::InvalidOption, message)
    }

    /// The error for a root that could not be opened.
    pub(crate) fn root(path: &Path, source: io::Error) -> Error {
        Error::io("cannot search the root", path, source)
    }

    /// The error for a file that could not be read.
    #[cfg(feature = "tokens")]
    pub(crate) fn reading(path: &Path, source: io::Error) -> Error {
        Error::io("cannot read the file", path, source)
    }

    fn io(message: &str, path: &Path, source: io::Error) -> Error {
        let kind = match source.kind() {
            // Below a file there is nothing either.
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => ErrorKind::NotFound,
            io::ErrorKind::PermissionDenied => ErrorKind::PermissionDenied,
            io::ErrorKind::InvalidInput => ErrorKind::InvalidOption,
            _ => ErrorKind::Io,
        };
        Error {
            path: Some(path.to_owned()),
            source: Some(source),
            ..Error::new(kind, message)
        }
    }

    /// The error for a file that could not be edited.
    #[cfg(feature = "ast")]
    pub(crate) fn edit(path: &Path, message: &str, source: io::Error) -> Error {
        Error {
            message: message.to_owned(),
            ..Error::root(path, source)
        }
    }

    #[cfg(feature = "ast")]
    pub(crate) fn with_path(mut self, path: &Path) -> Error {
        self.path = Some(path.to_owned());
        self
    }

    pub(crate) fn from_panic(panic: &(dyn std::any::Any + Send)) -> Error {
        let words = panic
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("unknown");
        Error::new(ErrorKind::Internal, format!("work panicked: {words}"))
    }

    pub(crate) fn with_pattern(mut self, pattern: &str) -> Error {
        self.pattern = Some(pattern.to_owned());
        self
    }

    pub(crate) fn with_offset(mut self, offset: usize) -> Error {
        self.offset = Some(offset);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(pattern) = &self.pattern {
            write!(f, ": `{pattern}`")?;
        }
        if let Some(offset) = self.offset {
            write!(f, " at byte {offset}")?;
        }
        if let Some(path) = &self.path {
            write!(f, ": {}", path.display())?;
        }
        if let Some(source) = &self.source {
            write!(f, ": {source}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(|e| e as _)
    }
}

impl From<Aborted> for Error {
    fn from(aborted: Aborted) -> Error {
        let kind = match aborted.0 {
            AbortReason::Timeout => ErrorKind::Timeout,
            AbortReason::Signal | AbortReason::User => ErrorKind::Aborted,
        };
        Error::new(kind, aborted.to_string())
    }
}
