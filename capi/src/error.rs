//! Status codes, and the error from the last failed call on a thread.

use std::cell::RefCell;
use std::ffi::{CStr, c_char};
use std::path::Path;
use std::ptr;

use ransack::{ErrorKind, OptionName, TextPassage};

use crate::panic::guard_or;
use crate::passage::{Passages, ransack_text_passage};
use crate::slice::ransack_bytes;

/// Status of a call. Numbers are never reused. More values may be added: treat an unknown status as
/// a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum ransack_status {
    /// Success.
    Ok = 0,
    /// A required pointer is NULL.
    NullArgument = 1,
    /// The version of an options struct is unknown to this library.
    BadVersion = 2,
    /// The library panicked, which is a bug in the library. The process continues.
    Panic = 3,
    /// A pattern, glob or name is not UTF-8. The error's `offset` is the offset of the first
    /// ill-formed byte.
    InvalidUtf8 = 4,
    /// The cancel token of the call was cancelled by the caller's signal or by the user.
    Aborted = 5,
    /// A time limit passed, and the options do not ask for partial results.
    Timeout = 6,
    /// A search pattern cannot be parsed, is empty or is too large. The error includes the pattern
    /// and, if known, the offset.
    InvalidPattern = 7,
    /// A path glob cannot be parsed. The error's `pattern` is the glob.
    InvalidGlob = 8,
    /// An option has an invalid value.
    InvalidOption = 9,
    /// The name of a file type is unknown. The error's `pattern` is the name.
    UnknownType = 10,
    /// A root or file does not exist. The error includes the path.
    NotFound = 11,
    /// Permission to read or write a root or file is denied. The error includes the path.
    PermissionDenied = 12,
    /// Any other operating system error. The error includes the path, if a path is involved.
    Io = 13,
    /// A job panicked on a library thread, which is a bug in the library.
    Internal = 14,
    /// The name of a model or token encoding is unknown. The error's `pattern` is the name.
    UnknownModel = 15,
    /// A vocabulary file cannot be parsed or needs an unsupported feature.
    InvalidVocabulary = 16,
    /// The workspace is closed.
    Closed = 17,
    /// Edits overlap. The message names both positions.
    OverlappingEdits = 18,
    /// An edit would introduce a syntax error, or a file has a syntax error that the options
    /// forbid. The error includes the file's path.
    SyntaxError = 19,
    /// The preview token is unknown, the call would make different changes from those in the
    /// preview, or files have changed since the preview or since they were read; the error's
    /// `paths` lists those files. Also returned if another edit of the same files is running or
    /// cannot be repaired.
    Stale = 20,
    /// The operating system does not report the changes of a workspace. The message gives the reason.
    NotWatched = 21,
    /// No definition has the requested name, or the number after the name is out of range. Also
    /// returned if the text does not have an import to remove. The error's `pattern` is the name
    /// and, for a single text or file, its `candidates` are the nearest names.
    UnknownName = 22,
    /// Several definitions have the requested name. The error's `pattern` is the name, and its
    /// `candidates` are the definitions.
    AmbiguousName = 23,
    /// The text to replace does not occur in the file.
    UnknownText = 24,
    /// A text to replace is in the file more or less often than expected.
    AmbiguousText = 25,
    /// A patch is malformed, or changes something other than text files.
    InvalidPatch = 26,
    /// A patch does not fit the text. The message names each hunk.
    PatchConflict = 27,
}

/// Names of the statuses, by number.
const STATUS_NAMES: [&CStr; 28] = [
    c"RANSACK_STATUS_OK",
    c"RANSACK_STATUS_NULL_ARGUMENT",
    c"RANSACK_STATUS_BAD_VERSION",
    c"RANSACK_STATUS_PANIC",
    c"RANSACK_STATUS_INVALID_UTF8",
    c"RANSACK_STATUS_ABORTED",
    c"RANSACK_STATUS_TIMEOUT",
    c"RANSACK_STATUS_INVALID_PATTERN",
    c"RANSACK_STATUS_INVALID_GLOB",
    c"RANSACK_STATUS_INVALID_OPTION",
    c"RANSACK_STATUS_UNKNOWN_TYPE",
    c"RANSACK_STATUS_NOT_FOUND",
    c"RANSACK_STATUS_PERMISSION_DENIED",
    c"RANSACK_STATUS_IO",
    c"RANSACK_STATUS_INTERNAL",
    c"RANSACK_STATUS_UNKNOWN_MODEL",
    c"RANSACK_STATUS_INVALID_VOCABULARY",
    c"RANSACK_STATUS_CLOSED",
    c"RANSACK_STATUS_OVERLAPPING_EDITS",
    c"RANSACK_STATUS_SYNTAX_ERROR",
    c"RANSACK_STATUS_STALE",
    c"RANSACK_STATUS_NOT_WATCHED",
    c"RANSACK_STATUS_UNKNOWN_NAME",
    c"RANSACK_STATUS_AMBIGUOUS_NAME",
    c"RANSACK_STATUS_UNKNOWN_TEXT",
    c"RANSACK_STATUS_AMBIGUOUS_TEXT",
    c"RANSACK_STATUS_INVALID_PATCH",
    c"RANSACK_STATUS_PATCH_CONFLICT",
];

/// Returns the name of a ransack_status as spelled in the header, such as "RANSACK_STATUS_ABORTED",
/// or "" for an unknown number. The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn ransack_status_name(status: i32) -> *const c_char {
    let index = usize::try_from(status).ok();
    let name = index.and_then(|index| STATUS_NAMES.get(index));
    name.map_or(c"", |name| *name).as_ptr()
}

/// Error from the last failed call on a thread.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_error {
    /// Status that the call returned.
    pub status: ransack_status,
    /// Whether `offset` is known.
    pub has_offset: u8,
    /// Byte offset of the error in `pattern`, 0-based; 0 if unknown.
    pub offset: u64,
    /// Complete message, UTF-8. A message about an array element starts with its index, 0-based, as
    /// in `edits[0]`. A NUL byte in quoted text is written as "\0"; a terminating NUL follows the
    /// message and is not included in `message.len`.
    pub message: ransack_bytes,
    /// Absolute path of the file or directory that caused the error; empty if none did.
    pub path: ransack_bytes,
    /// Pattern, glob or name that caused the error, as spelled by the caller; may be empty.
    pub pattern: ransack_bytes,
    /// Absolute paths of the affected files, sorted. For a failed edit, the files that no longer
    /// have their old text. For a refused edit, the files that blocked it: files of an interrupted
    /// edit, files with open buffers, or files changed since the preview.
    pub paths: *const ransack_bytes,
    /// Number of paths.
    pub paths_len: usize,
    /// Names that the caller may have meant. For an unknown name, the nearest names, best first;
    /// for an ambiguous name, each definition, as "NAME#NUMBER (KIND PATH in line LINE)"; for a
    /// missing path, the nearest existing paths.
    pub candidates: *const ransack_bytes,
    /// Number of candidates.
    pub candidates_len: usize,
    /// Passages of the text that the caller may have meant, with their lines: for a text to replace
    /// that does not occur, the nearest passages, best first; for one that occurs too often, its
    /// places; for a patch that does not fit, the places of its hunks; for stale lines of a snapshot,
    /// the current lines or the places with equal text. `path` is their file, if any.
    pub passages: *const ransack_text_passage,
    /// Number of passages.
    pub passages_len: usize,
}

/// Returns the error from the last failed call on this thread, or NULL if no call has failed.
/// Successful calls do not change the error. The library owns the error, which is valid until the
/// next failed call on this thread or the end of the thread.
#[unsafe(no_mangle)]
pub extern "C" fn ransack_last_error() -> *const ransack_error {
    guard_or(ptr::null(), || {
        with_last(|last| &raw const last.shown).unwrap_or(ptr::null())
    })
}

/// Returns the message of ransack_last_error() as a NUL-terminated string, or "" if there is no
/// error. The string is valid as long as that error is.
#[unsafe(no_mangle)]
pub extern "C" fn ransack_last_error_message() -> *const c_char {
    let none = c"".as_ptr();
    guard_or(none, || {
        with_last(|last| last.shown.message.data.cast()).unwrap_or(none)
    })
}

/// Name of an array element in its own errors. [`Failure::in_element`] puts the name of the array
/// and the element's index in its place.
pub(crate) const ELEMENT: &str = "\u{0}";

/// [`ELEMENT`] as it stands in messages.
const QUOTED_ELEMENT: &str = "`\u{0}`";

/// Error of a call that is not yet the last error of the thread.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: ransack_status,
    message: String,
    path: Box<[u8]>,
    paths: Box<[Vec<u8>]>,
    /// Boxed, so that a result with a failure stays small.
    suggestions: Option<Box<Suggestions>>,
    pattern: Box<[u8]>,
    offset: Option<usize>,
}

/// Names and passages that the caller may have meant.
#[derive(Debug, Default)]
struct Suggestions {
    candidates: Box<[String]>,
    passages: Box<[TextPassage]>,
}

impl Failure {
    pub(crate) fn new(status: ransack_status, message: impl Into<String>) -> Failure {
        Failure {
            status,
            message: message.into(),
            path: Box::default(),
            paths: Box::default(),
            suggestions: None,
            pattern: Box::default(),
            offset: None,
        }
    }

    /// Names the array element that caused the error in the message. For nested arrays, call this
    /// method for the inner array first.
    pub(crate) fn in_element(mut self, array: &str, index: usize) -> Failure {
        let element = format!("`{array}[{index}]");
        self.message = if self.message.contains(QUOTED_ELEMENT) {
            self.message
                .replacen(QUOTED_ELEMENT, &format!("{element}`"), 1)
        } else if let Some(rest) = self.message.strip_prefix('`') {
            // The message begins with a field of the element.
            format!("{element}.{rest}")
        } else {
            format!("{element}`: {}", self.message)
        };
        self
    }

    pub(crate) fn null(name: &str) -> Failure {
        Failure::new(ransack_status::NullArgument, format!("`{name}` is NULL"))
    }

    /// Returns the error for a parameter `name` whose text is ill-formed UTF-8 at `offset`.
    pub(crate) fn utf8(name: &str, text: &[u8], offset: usize) -> Failure {
        let message = format!("`{name}` is not UTF-8: ill-formed at byte {offset}");
        Failure {
            pattern: text.into(),
            offset: Some(offset),
            ..Failure::new(ransack_status::InvalidUtf8, message)
        }
    }
}

impl From<ransack::Error> for Failure {
    fn from(error: ransack::Error) -> Failure {
        let bytes = |path: &Path| path.as_os_str().as_encoded_bytes().to_vec();
        let suggestions = Suggestions {
            candidates: error.candidates().into(),
            passages: error.passages().into(),
        };
        Failure {
            path: error.path().map(bytes).unwrap_or_default().into(),
            paths: error.paths().iter().map(|path| bytes(path)).collect(),
            suggestions: Some(Box::new(suggestions)),
            pattern: error.pattern().unwrap_or_default().as_bytes().into(),
            offset: error.offset(),
            ..Failure::new(status_of(error.kind()), error.message_with(field_of))
        }
    }
}

/// Returns the field of the C options structs that corresponds to a core option.
fn field_of(option: OptionName) -> &'static str {
    match option {
        OptionName::Removals => "removals",
        OptionName::TimePerFile => "time_per_file_ms",
        OptionName::Wait => "wait_ms",
        same => same.name(),
    }
}

fn status_of(kind: ErrorKind) -> ransack_status {
    match kind {
        ErrorKind::Aborted => ransack_status::Aborted,
        ErrorKind::Timeout => ransack_status::Timeout,
        ErrorKind::InvalidPattern => ransack_status::InvalidPattern,
        ErrorKind::InvalidGlob => ransack_status::InvalidGlob,
        ErrorKind::InvalidOption => ransack_status::InvalidOption,
        ErrorKind::UnknownType => ransack_status::UnknownType,
        ErrorKind::NotFound => ransack_status::NotFound,
        ErrorKind::PermissionDenied => ransack_status::PermissionDenied,
        ErrorKind::Io => ransack_status::Io,
        ErrorKind::UnknownModel => ransack_status::UnknownModel,
        ErrorKind::InvalidVocabulary => ransack_status::InvalidVocabulary,
        ErrorKind::Closed => ransack_status::Closed,
        ErrorKind::OverlappingEdits => ransack_status::OverlappingEdits,
        ErrorKind::SyntaxError => ransack_status::SyntaxError,
        ErrorKind::Stale => ransack_status::Stale,
        ErrorKind::NotWatched => ransack_status::NotWatched,
        ErrorKind::UnknownName => ransack_status::UnknownName,
        ErrorKind::AmbiguousName => ransack_status::AmbiguousName,
        ErrorKind::UnknownText => ransack_status::UnknownText,
        ErrorKind::AmbiguousText => ransack_status::AmbiguousText,
        ErrorKind::InvalidPatch => ransack_status::InvalidPatch,
        ErrorKind::PatchConflict => ransack_status::PatchConflict,
        // `ErrorKind` is non-exhaustive; a kind without a number still fails the call.
        _ => ransack_status::Internal,
    }
}

/// Failure with the C struct that points into it.
struct LastError {
    shown: ransack_error,
    _paths: Vec<ransack_bytes>,
    _candidates: Vec<ransack_bytes>,
    _names: Box<[String]>,
    _passages: Passages,
    _owner: Failure,
}

thread_local! {
    /// Boxed, because pointers to the C struct must survive a move of the `Option`.
    static LAST: RefCell<Option<Box<LastError>>> = const { RefCell::new(None) };
}

/// Stores the last error of this thread.
pub(crate) fn set_last(mut failure: Failure) {
    failure.message = failure.message.replace('\0', "\\0");
    let len = failure.message.len();
    failure.message.push('\0');
    // Moving vectors does not move their content.
    let paths: Vec<_> = failure.paths.iter().map(|p| ransack_bytes::of(p)).collect();
    let suggestions = failure.suggestions.take().unwrap_or_default();
    let candidates = suggestions.candidates.iter();
    let candidates: Vec<_> = candidates
        .map(|c| ransack_bytes::of(c.as_bytes()))
        .collect();
    let passages = Passages::new(suggestions.passages);
    let shown = ransack_error {
        status: failure.status,
        has_offset: failure.offset.is_some().into(),
        offset: failure.offset.unwrap_or(0) as u64,
        message: ransack_bytes::of(&failure.message.as_bytes()[..len]),
        path: ransack_bytes::of(&failure.path),
        pattern: ransack_bytes::of(&failure.pattern),
        paths: paths.as_ptr(),
        paths_len: paths.len(),
        candidates: candidates.as_ptr(),
        candidates_len: candidates.len(),
        passages: passages.shown.as_ptr(),
        passages_len: passages.shown.len(),
    };
    let last = Box::new(LastError {
        shown,
        _paths: paths,
        _candidates: candidates,
        _names: suggestions.candidates,
        _passages: passages,
        _owner: failure,
    });
    // Thread-local storage may be gone on an ending thread; the status code still reports the
    // failure.
    let _ = LAST.try_with(|slot| slot.replace(Some(last)));
}

fn with_last<T>(read: impl FnOnce(&LastError) -> T) -> Option<T> {
    LAST.try_with(|slot| slot.borrow().as_deref().map(read))
        .ok()
        .flatten()
}

#[cfg(test)]
mod tests;
