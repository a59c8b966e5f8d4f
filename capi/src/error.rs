//! Numbered errors and the message of the last one.

use std::cell::RefCell;
use std::ffi::c_char;
use std::ptr;

use ransack::ErrorKind;

use crate::panic::guard_or;
use crate::slice::ransack_bytes;

/// The outcome of a call. Numbers are never reused; more may be added, so
/// treat an unknown one as a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum ransack_status {
    /// Success.
    Ok = 0,
    /// A pointer was NULL that must not be.
    NullArgument = 1,
    /// Options declare a version that this library does not know.
    BadVersion = 2,
    /// The library panicked, which is a defect of it.
    Panic = 3,
    /// A pattern, glob or name is not UTF-8; the error's offset is that of the
    /// first bad byte.
    InvalidUtf8 = 4,
    /// The token was cancelled by a signal or by the user.
    Aborted = 5,
    /// The deadline passed, and partial results were not asked for.
    Timeout = 6,
    /// A search pattern does not parse, is empty or is too large. The error
    /// has the pattern and, where it is known, the offset.
    InvalidPattern = 7,
    /// A path glob does not parse; the error has it as its pattern.
    InvalidGlob = 8,
    /// An option has a value that the call cannot use.
    InvalidOption = 9,
    /// A file type name is not known; the error has it as its pattern.
    UnknownType = 10,
    /// A root or a file does not exist; the error has its path.
    NotFound = 11,
    /// A root or a file may not be read; the error has its path.
    PermissionDenied = 12,
    /// Another failure of the operating system; the error has the path, if it
    /// is about one.
    Io = 13,
    /// Work on one of the library's threads panicked, which is a defect of it.
    Internal = 14,
    /// No model or token encoding of this name is known; the error has it as
    /// its pattern.
    UnknownModel = 15,
    /// A vocabulary file cannot be read as one, or asks for what is not
    /// supported.
    InvalidVocabulary = 16,
    /// The workspace has been closed.
    Closed = 17,
    /// Edits overlap; the message names both places.
    OverlappingEdits = 18,
    /// An edit would make a syntax error, or a file holds one where none may
    /// be; the error has the file's path.
    SyntaxError = 19,
    /// A file, or all of a preview, is no longer what it was when the edits
    /// were computed.
    Stale = 20,
}

/// What went wrong in the last call that failed on a thread.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_error {
    /// What the call returned.
    pub status: ransack_status,
    /// Whether there is an offset.
    pub has_offset: u8,
    /// Byte offset of the fault in the pattern, 0-based; else 0.
    pub offset: u64,
    /// The whole error in words, as UTF-8. A NUL that it would quote is spelled
    /// "\0"; one follows it that is not counted.
    pub message: ransack_bytes,
    /// The path concerned, as it was given; empty if the error is about none.
    pub path: ransack_bytes,
    /// The pattern, glob or name concerned, as it was given; empty if the error
    /// is about none.
    pub pattern: ransack_bytes,
}

/// Returns the error of the last call that failed on this thread, NULL if none
/// has. Calls that succeed leave it alone. It belongs to the library and is
/// valid until the next call that fails on this thread, or the thread's end.
#[unsafe(no_mangle)]
pub extern "C" fn ransack_last_error() -> *const ransack_error {
    guard_or(ptr::null(), || {
        with_last(|last| &raw const last.shown).unwrap_or(ptr::null())
    })
}

/// Returns the message of ransack_last_error() as a string that ends in NUL,
/// "" if there is none. It is valid for as long as that.
#[unsafe(no_mangle)]
pub extern "C" fn ransack_last_error_message() -> *const c_char {
    let none = c"".as_ptr();
    guard_or(none, || {
        with_last(|last| last.shown.message.data.cast()).unwrap_or(none)
    })
}

/// An error on its way to C.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: ransack_status,
    message: String,
    path: Vec<u8>,
    pattern: Vec<u8>,
    offset: Option<usize>,
}

impl Failure {
    pub(crate) fn new(status: ransack_status, message: impl Into<String>) -> Failure {
        Failure {
            status,
            message: message.into(),
            path: Vec::new(),
            pattern: Vec::new(),
            offset: None,
        }
    }

    pub(crate) fn null(name: &str) -> Failure {
        Failure::new(ransack_status::NullArgument, format!("`{name}` is NULL"))
    }

    /// `text`, given as `name`, is no UTF-8 from `offset` on.
    pub(crate) fn utf8(name: &str, text: &[u8], offset: usize) -> Failure {
        let message = format!("`{name}` is not valid UTF-8 at byte {offset}");
        Failure {
            pattern: text.to_vec(),
            offset: Some(offset),
            ..Failure::new(ransack_status::InvalidUtf8, message)
        }
    }
}

impl From<ransack::Error> for Failure {
    fn from(error: ransack::Error) -> Failure {
        let path = error
            .path()
            .map(|p| p.as_os_str().as_encoded_bytes().to_vec());
        Failure {
            path: path.unwrap_or_default(),
            pattern: error.pattern().unwrap_or_default().into(),
            offset: error.offset(),
            ..Failure::new(status_of(error.kind()), error.to_string())
        }
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
        // The core's kinds are open-ended; one that has no number yet still
        // is a failure.
        _ => ransack_status::Internal,
    }
}

/// A failure together with the view of it that C reads.
struct Last {
    shown: ransack_error,
    _owner: Failure,
}

thread_local! {
    /// Boxed, so that the view stays where it is.
    static LAST: RefCell<Option<Box<Last>>> = const { RefCell::new(None) };
}

/// Makes `failure` the last error of this thread.
pub(crate) fn set_last(mut failure: Failure) {
    failure.message = failure.message.replace('\0', "\\0");
    let len = failure.message.len();
    failure.message.push('\0');
    let shown = ransack_error {
        status: failure.status,
        has_offset: failure.offset.is_some().into(),
        offset: failure.offset.unwrap_or(0) as u64,
        message: ransack_bytes::of(&failure.message.as_bytes()[..len]),
        path: ransack_bytes::of(&failure.path),
        pattern: ransack_bytes::of(&failure.pattern),
    };
    let last = Box::new(Last {
        shown,
        _owner: failure,
    });
    // While a thread ends its storage may be gone; the status still tells.
    let _ = LAST.try_with(|slot| slot.replace(Some(last)));
}

fn with_last<T>(read: impl FnOnce(&Last) -> T) -> Option<T> {
    LAST.try_with(|slot| slot.borrow().as_deref().map(read))
        .ok()
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_number_of_its_own() {
        let first = ransack_status::Aborted as i32;
        let numbers: Vec<i32> = ErrorKind::ALL
            .iter()
            .map(|kind| status_of(*kind) as i32)
            .collect();
        let expected: Vec<i32> = (first..).take(ErrorKind::ALL.len()).collect();
        assert_eq!(numbers, expected);
    }
}
