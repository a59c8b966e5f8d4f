//! Constructors and builders of errors, for the crates of the library only.

use std::any::Any;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::missing::nearest_existing;
use super::option_name::Advice;
use super::{Error, ErrorKind, ErrorPath, OptionName, TextPassage};

/// Creates and completes errors.
///
/// A trait, because these methods of [`Error`] should be visible only to crates that import it.
pub trait ErrorParts: Sized {
    /// Creates an error. The message begins with a lower-case letter and does not end with a full
    /// stop.
    fn new(kind: ErrorKind, message: impl Into<String>) -> Self;

    /// Creates an `InvalidOption` error.
    fn option(message: impl Into<String>) -> Self;

    /// Creates the error for a root that cannot be opened.
    fn root(path: &Path, cause: io::Error) -> Self;

    /// Creates the error for a path, with the kind of its cause. For a missing path, the nearest
    /// existing paths become candidates.
    fn io(message: &str, path: &Path, cause: io::Error) -> Self;

    /// Creates the error for a call over files that exceeded its deadline.
    fn timed_out(time: Duration, files_searched: u64) -> Self;

    /// Creates the error for work that panicked.
    fn from_panic(panic: &(dyn Any + Send)) -> Self;

    /// Returns the message without the details that `Display` adds.
    fn message(&self) -> &str;

    /// Clones the error.
    fn duplicate(&self) -> Self;

    /// Sets the path that the error is about.
    #[must_use]
    fn with_path(self, path: &Path) -> Self;

    /// Shows paths below `root` relative to it, for a caller that gave relative paths.
    #[must_use]
    fn relative_to(self, root: &Path) -> Self;

    /// Sets the affected files.
    #[must_use]
    fn with_paths(self, paths: Vec<PathBuf>) -> Self;

    /// Sets the pattern, glob or name that the error is about.
    #[must_use]
    fn with_pattern(self, pattern: &str) -> Self;

    /// Sets the byte offset of the error in the pattern.
    #[must_use]
    fn with_offset(self, offset: usize) -> Self;

    /// Sets the suggestions for what the caller may have meant.
    #[must_use]
    fn with_candidates(self, candidates: Vec<String>) -> Self;

    /// Sets the passages of a file that the caller may have meant.
    #[must_use]
    fn with_passages(self, passages: Vec<TextPassage>) -> Self;

    /// Appends a note to the message about the state after the error.
    #[must_use]
    fn with_note(self, note: &str) -> Self;

    /// Adds advice to change an option: "`verb` OPTION `purpose`".
    #[must_use]
    fn with_advice(self, verb: &'static str, option: OptionName, purpose: &'static str) -> Self;

    /// Names the list element that the error is about. For nested lists, call it for the inner
    /// element first.
    #[must_use]
    fn in_element(self, list: OptionName, index: usize) -> Self;
}

impl ErrorParts for Error {
    fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error {
            kind,
            message: message.into().into(),
            path: None,
            paths: Box::default(),
            suggestions: None,
            pattern: None,
            offset: None,
            io_error: None,
            options: None,
        }
    }

    fn option(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::InvalidOption, message)
    }

    fn root(path: &Path, cause: io::Error) -> Error {
        Error::io("cannot open the path", path, cause)
    }

    fn io(message: &str, path: &Path, cause: io::Error) -> Error {
        let kind = match cause.kind() {
            // A path below a file does not exist either.
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => ErrorKind::NotFound,
            io::ErrorKind::PermissionDenied => ErrorKind::PermissionDenied,
            io::ErrorKind::InvalidInput => ErrorKind::InvalidOption,
            _ => ErrorKind::Io,
        };
        let error = Error {
            io_error: Some(cause),
            ..Error::new(kind, message).with_path(path)
        };
        match kind {
            ErrorKind::NotFound => error.with_candidates(nearest_existing(path)),
            _ => error,
        }
    }

    fn timed_out(time: Duration, files_searched: u64) -> Error {
        let milliseconds = time.as_millis();
        let message = format!("timed out after {milliseconds} ms and {files_searched} files");
        Error::new(ErrorKind::Timeout, message)
    }

    fn from_panic(panic: &(dyn Any + Send)) -> Error {
        let words = panic
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("unknown");
        Error::new(ErrorKind::Internal, format!("work panicked: {words}"))
    }

    fn message(&self) -> &str {
        &self.message
    }

    fn duplicate(&self) -> Error {
        let io_error = self.io_error.as_ref().map(|error| {
            let number = error.raw_os_error().map(io::Error::from_raw_os_error);
            number.unwrap_or_else(|| io::Error::new(error.kind(), error.to_string()))
        });
        Error {
            io_error,
            path: self.path.clone(),
            paths: self.paths.clone(),
            suggestions: self.suggestions.clone(),
            pattern: self.pattern.clone(),
            offset: self.offset,
            options: self.options.clone(),
            ..Error::new(self.kind, &*self.message)
        }
    }

    fn with_path(mut self, path: &Path) -> Error {
        // Without a working directory, the path is left unchanged.
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.path = Some(Box::new(ErrorPath {
            given: path.to_owned(),
            absolute,
        }));
        self
    }

    fn relative_to(mut self, root: &Path) -> Error {
        let relative = |path: &Path| match path.strip_prefix(root).ok()? {
            rest if rest.as_os_str().is_empty() => Some(PathBuf::from(".")),
            rest => Some(rest.to_owned()),
        };
        if let Some(path) = &mut self.path
            && let Some(given) = relative(&path.given)
        {
            path.given = given;
        }
        if self.kind == ErrorKind::NotFound {
            let suggestions = self.suggestions.iter_mut();
            for candidate in suggestions.flat_map(|suggestions| &mut suggestions.candidates) {
                if let Some(path) = relative(Path::new(candidate.as_str())) {
                    *candidate = path.to_string_lossy().into_owned();
                }
            }
        }
        self
    }

    fn with_paths(mut self, mut paths: Vec<PathBuf>) -> Error {
        paths.sort_unstable();
        paths.dedup();
        self.paths = paths.into();
        self
    }

    fn with_pattern(mut self, pattern: &str) -> Error {
        self.pattern = Some(pattern.into());
        self
    }

    fn with_offset(mut self, offset: usize) -> Error {
        self.offset = Some(offset);
        self
    }

    fn with_candidates(mut self, candidates: Vec<String>) -> Error {
        self.suggestions.get_or_insert_default().candidates = candidates;
        self
    }

    fn with_passages(mut self, passages: Vec<TextPassage>) -> Error {
        self.suggestions.get_or_insert_default().passages = passages;
        self
    }

    fn with_note(mut self, note: &str) -> Error {
        self.message = format!("{}; {note}", self.message).into();
        self
    }

    fn with_advice(
        mut self,
        verb: &'static str,
        option: OptionName,
        purpose: &'static str,
    ) -> Error {
        self.options.get_or_insert_default().advice = Some(Advice {
            verb,
            option,
            purpose,
        });
        self
    }

    fn in_element(mut self, list: OptionName, index: usize) -> Error {
        let options = self.options.get_or_insert_default();
        options.element.insert(0, (list, index));
        self
    }
}
