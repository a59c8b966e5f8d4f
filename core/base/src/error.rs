//! Errors returned by calls.
//!
//! - `option_name`: options that a message refers to, printed with each binding's own names.
//! - `parts`: constructors and builders of errors.
//! - `missing`: the existing paths nearest to a missing path.
//! - `passage`: passages of a text that an edit may have meant.

mod missing;
mod option_name;
mod parts;
mod passage;

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::cancel::{AbortReason, Aborted};

use option_name::NamedOptions;
pub use option_name::OptionName;
pub use parts::ErrorParts;
pub use passage::{TextDifference, TextPassage, text_passage};

/// Result type used throughout this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Error that makes a whole call fail.
///
/// An unreadable file does not make a call over a directory tree fail; it is counted in
/// [`Report::skipped`](crate::Report::skipped). `Display` prints the message, then the pattern,
/// offset, path and cause if known. Because that already includes the cause, `source` returns
/// `None`; [`io_error`](Error::io_error) returns the operating system's error. A message about a
/// list element starts with the list's name and the element's 0-based index, as in `edits[0]`.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    message: Box<str>,
    path: Option<Box<ErrorPath>>,
    paths: Box<[PathBuf]>,
    suggestions: Option<Box<Suggestions>>,
    pattern: Option<Box<str>>,
    offset: Option<usize>,
    io_error: Option<io::Error>,
    options: Option<Box<NamedOptions>>,
}

/// Suggestions for the caller; few errors have any.
#[derive(Clone, Debug, Default)]
struct Suggestions {
    candidates: Vec<String>,
    passages: Vec<TextPassage>,
}

/// Path that an error is about.
#[derive(Clone, Debug)]
struct ErrorPath {
    /// Path as the caller gave it.
    given: PathBuf,
    absolute: PathBuf,
}

/// Kind of an [`Error`].
///
/// | kind | what to do |
/// | --- | --- |
/// | [`Aborted`](ErrorKind::Aborted) | nothing: the caller fired the token |
/// | [`Timeout`](ErrorKind::Timeout) | allow more time, or ask for partial results |
/// | [`InvalidPattern`](ErrorKind::InvalidPattern), [`InvalidGlob`](ErrorKind::InvalidGlob) | show [`pattern`](Error::pattern), [`offset`](Error::offset) and the message, which says what to write |
/// | [`InvalidOption`](ErrorKind::InvalidOption) | correct the call; the message names the option |
/// | [`UnknownType`](ErrorKind::UnknownType), [`UnknownModel`](ErrorKind::UnknownModel), [`UnknownName`](ErrorKind::UnknownName) | choose one of [`candidates`](Error::candidates) |
/// | [`AmbiguousName`](ErrorKind::AmbiguousName) | pass one of [`candidates`](Error::candidates) |
/// | [`UnknownText`](ErrorKind::UnknownText) | quote one of [`passages`](Error::passages), or read the file again |
/// | [`AmbiguousText`](ErrorKind::AmbiguousText) | quote more of the text around one of [`passages`](Error::passages) |
/// | [`InvalidPatch`](ErrorKind::InvalidPatch) | correct the patch |
/// | [`PatchConflict`](ErrorKind::PatchConflict) | read the file again, and make a new patch |
/// | [`NotFound`](ErrorKind::NotFound) | correct [`path`](Error::path); [`candidates`](Error::candidates) lists the nearest existing paths |
/// | [`PermissionDenied`](ErrorKind::PermissionDenied), [`Io`](ErrorKind::Io) | see [`io_error`](Error::io_error); retrying may help |
/// | [`InvalidVocabulary`](ErrorKind::InvalidVocabulary) | replace the vocabulary file |
/// | [`Closed`](ErrorKind::Closed) | open the workspace again |
/// | [`OverlappingEdits`](ErrorKind::OverlappingEdits) | make the edits in separate calls, or merge them |
/// | [`SyntaxError`](ErrorKind::SyntaxError) | correct the new code, or allow syntax errors |
/// | [`Stale`](ErrorKind::Stale) | read [`paths`](Error::paths) again, and repeat the preview; [`passages`](Error::passages) has the current lines of an edit by lines |
/// | [`NotWatched`](ErrorKind::NotWatched) | look for changes from time to time |
/// | [`Internal`](ErrorKind::Internal) | report a bug; the library remains usable |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The token was cancelled by a signal or by the user.
    Aborted,
    /// The deadline passed, and the options do not ask for partial results.
    Timeout,
    /// A search pattern is empty, cannot be parsed or is too large. [`Error::pattern`] returns the
    /// pattern, and [`Error::offset`] the position if known.
    InvalidPattern,
    /// A path glob cannot be parsed. [`Error::pattern`] returns the glob.
    InvalidGlob,
    /// An option has an invalid value.
    InvalidOption,
    /// A file type is unknown. [`Error::pattern`] returns the given name.
    UnknownType,
    /// A root or file does not exist, or its path leads through something that is not a directory.
    NotFound,
    /// Permission to read or write a root or file was denied.
    PermissionDenied,
    /// Any other error from the operating system.
    Io,
    /// A bug in this library: work on a worker thread panicked.
    Internal,
    /// A model or token encoding is unknown. [`Error::pattern`] returns the given name.
    UnknownModel,
    /// A vocabulary file is malformed, or requires an unsupported feature.
    InvalidVocabulary,
    /// The workspace is closed.
    Closed,
    /// Edits overlap. The message names both positions.
    OverlappingEdits,
    /// An edit would introduce a syntax error, or a file has syntax errors and the
    /// options forbid them.
    SyntaxError,
    /// A file has changed since its edits were computed, the changes differ from
    /// the preview, or another edit of the same files is in progress or was
    /// interrupted and cannot be recovered. Also: lines of a snapshot have changed,
    /// or cannot be found with certainty; a line was not read before.
    Stale,
    /// The operating system does not report the changes of a workspace. The message gives the reason.
    NotWatched,
    /// No definition has the given name. [`Error::candidates`] returns the nearest names.
    UnknownName,
    /// Several definitions have the given name. [`Error::candidates`] lists these definitions.
    AmbiguousName,
    /// The text to replace does not occur in the file. [`Error::passages`] returns the passages
    /// that resemble it most.
    UnknownText,
    /// The text to replace occurs in the file more often than expected. [`Error::passages`] returns
    /// the occurrences.
    AmbiguousText,
    /// A patch is malformed, or changes something other than text files.
    InvalidPatch,
    /// A patch does not fit the text. The message names each hunk that failed; [`Error::passages`]
    /// returns the passages where it may belong.
    PatchConflict,
}

impl ErrorKind {
    /// All error kinds in this version of the crate.
    pub const ALL: &'static [ErrorKind] = &[
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
        ErrorKind::NotWatched,
        ErrorKind::UnknownName,
        ErrorKind::AmbiguousName,
        ErrorKind::UnknownText,
        ErrorKind::AmbiguousText,
        ErrorKind::InvalidPatch,
        ErrorKind::PatchConflict,
    ];
}

impl Error {
    /// Returns the error's kind.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the absolute path that the error is about. The message shows the path as the caller
    /// gave it.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_ref().map(|path| path.absolute.as_path())
    }

    /// Returns the absolute paths of the files affected by the error, sorted.
    ///
    /// A failed edit lists the files that no longer have their old text. A refused edit lists the
    /// files that caused the refusal: files of an interrupted edit, or files that have changed since
    /// the preview. Empty if no file is affected.
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Returns suggestions for what the caller may have meant. For an unknown name (of a
    /// definition, file type, language, encoding or model): the nearest names, best first. For an
    /// ambiguous name: each definition in text order, as `NAME#NUMBER (KIND PATH in line LINE)`.
    /// For a missing path: the nearest existing paths. Empty for other errors.
    pub fn candidates(&self) -> &[String] {
        let suggestions = self.suggestions.as_ref();
        suggestions.map_or(&[], |suggestions| &suggestions.candidates)
    }

    /// Returns the passages of a file that an edit may have meant: for an unknown text, the
    /// passages that resemble it most, best first, at most three; for an ambiguous text, its first
    /// occurrences, at most ten; for stale lines of a snapshot, the current lines or the places with
    /// equal text. Empty for other errors.
    pub fn passages(&self) -> &[TextPassage] {
        let suggestions = self.suggestions.as_ref();
        suggestions.map_or(&[], |suggestions| &suggestions.passages)
    }

    /// Returns the pattern, glob or name that the error is about, as given.
    pub fn pattern(&self) -> Option<&str> {
        self.pattern.as_deref()
    }

    /// Returns the 0-based byte offset of the error in [`Error::pattern`].
    pub fn offset(&self) -> Option<usize> {
        self.offset
    }

    /// Returns the operating system's error that caused this one, if any.
    pub fn io_error(&self) -> Option<&io::Error> {
        self.io_error.as_ref()
    }

    /// Returns the message as `Display` prints it, with option names from `name_of`.
    ///
    /// # Example
    ///
    /// ```
    /// # extern crate ransack_base as ransack;
    /// use ransack::{Error, OptionName};
    ///
    /// /// The message for users who write `indexPath`.
    /// fn message(error: &Error) -> String {
    ///     error.message_with(|option| match option {
    ///         OptionName::IndexPath => "indexPath",
    ///         other => other.name(),
    ///     })
    /// }
    /// ```
    pub fn message_with(&self, name_of: impl Fn(OptionName) -> &'static str) -> String {
        let mut message = String::new();
        // Writing to a string does not fail.
        let _ = self.write(&mut message, &name_of);
        message
    }

    fn write(
        &self,
        f: &mut impl fmt::Write,
        name_of: &dyn Fn(OptionName) -> &'static str,
    ) -> fmt::Result {
        let options = self.options.as_deref();
        if let Some(options) = options {
            options.write_element(f, name_of)?;
        }
        f.write_str(&self.message)?;
        if let Some(pattern) = &self.pattern {
            write!(f, ": `{}`", clip_end(pattern))?;
        }
        if let Some(offset) = self.offset {
            write!(f, " at byte {offset}")?;
        }
        if let Some(path) = &self.path {
            write!(f, ": {}", clip_start(&path.given.to_string_lossy()))?;
        }
        if let Some(cause) = &self.io_error {
            write!(f, ": {cause}")?;
        }
        let candidates = self.candidates();
        if !candidates.is_empty() {
            let shown: Vec<_> = candidates.iter().take(MAX_SHOWN_CANDIDATES).collect();
            let shown: Vec<_> = shown.iter().map(|name| clip_end(name)).collect();
            write!(f, "; candidates: {}", shown.join(", "))?;
        }
        match options {
            Some(options) => options.write_advice(f, name_of),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &OptionName::name)
    }
}

impl std::error::Error for Error {}

/// Maximum number of characters of a caller's value that a message shows. The error's fields hold
/// the whole value.
const MAX_SHOWN: usize = 100;

/// Maximum number of candidates in a message.
const MAX_SHOWN_CANDIDATES: usize = 5;

/// Truncates `text` to the maximum length for messages.
pub fn clip_end(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MAX_SHOWN) {
        None => Cow::Borrowed(text),
        Some(_) => {
            let kept: String = text.chars().take(MAX_SHOWN - 1).collect();
            Cow::Owned(kept + "…")
        }
    }
}

/// Removes the start of a path that exceeds the maximum length for messages: the end is more
/// informative.
fn clip_start(path: &str) -> Cow<'_, str> {
    let Some((start, _)) = path.char_indices().rev().nth(MAX_SHOWN - 2) else {
        return Cow::Borrowed(path);
    };
    match path[..start].chars().nth(1) {
        None => Cow::Borrowed(path),
        Some(_) => Cow::Owned(format!("…{}", &path[start..])),
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

#[cfg(test)]
mod tests;
