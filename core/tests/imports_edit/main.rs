//! Changes of imports: tables of texts before and after, and properties over real files.
#![cfg(feature = "all-languages")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ransack::{
    AbortReason, CancelToken, Error, ErrorKind, ImportKind, ImportRemoval, ImportRequest,
    add_imports, imports, organise_imports, remove_imports,
};

mod files;
mod tables;

fn text(changed: Result<Vec<u8>, Error>) -> String {
    String::from_utf8(changed.unwrap()).unwrap()
}

#[track_caller]
fn organises(language: &str, before: &str, after: &str) {
    let token = CancelToken::new();
    let file = Some("src/main_file.cpp");
    let found = text(organise_imports(before.as_bytes(), language, file, &token));
    assert_eq!(found, after, "{language}, first:\n{found}");
    let again = text(organise_imports(found.as_bytes(), language, file, &token));
    assert_eq!(again, after, "{language}, again:\n{again}");
    // The ends of lines are those of the text.
    let crlf = before.replace('\n', "\r\n");
    let found = text(organise_imports(crlf.as_bytes(), language, file, &token));
    assert_eq!(found, after.replace('\n', "\r\n"), "{language} with CRLF");
}

#[track_caller]
fn adds(language: &str, requests: &[ImportRequest], before: &str, after: &str) {
    let token = CancelToken::new();
    let found = text(add_imports(before.as_bytes(), language, requests, &token));
    assert_eq!(found, after, "{language}:\n{found}");
    let again = text(add_imports(found.as_bytes(), language, requests, &token));
    assert_eq!(again, after, "{language}, again:\n{again}");
    let crlf = before.replace('\n', "\r\n");
    if crlf.contains('\r') {
        let found = text(add_imports(crlf.as_bytes(), language, requests, &token));
        assert_eq!(found, after.replace('\n', "\r\n"), "{language} with CRLF");
    }
}

#[track_caller]
fn removes(language: &str, removals: &[ImportRemoval], before: &str, after: &str) {
    let token = CancelToken::new();
    let found = text(remove_imports(
        before.as_bytes(),
        language,
        removals,
        &token,
    ));
    assert_eq!(found, after, "{language}:\n{found}");
    let again = remove_imports(found.as_bytes(), language, removals, &token).unwrap_err();
    assert_eq!(again.kind(), ErrorKind::UnknownName, "{language}");
}

fn request(module: &str) -> ImportRequest {
    ImportRequest::new(module)
}
