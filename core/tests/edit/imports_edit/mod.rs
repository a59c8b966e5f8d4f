//! Import changes: tables of texts before and after, and properties over real files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ransack::{
    AbortReason, CancelToken, Error, ErrorKind, ImportKind, ImportRemoval, ImportRequest,
    add_imports, imports, organise_imports, remove_imports,
};

mod calls;
mod comments;
mod components;
mod dotnet_php;
mod files;
mod in_order;
mod jvm_swift;
mod laws;
mod layout;
mod pieces;
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
    // Line ends match the text.
    let crlf = before.replace('\n', "\r\n");
    let found = text(organise_imports(crlf.as_bytes(), language, file, &token));
    assert_eq!(found, after.replace('\n', "\r\n"), "{language} with CRLF");
}

#[track_caller]
fn adds(language: &str, requests: &[ImportRequest], before: &str, after: &str) {
    let token = CancelToken::new();
    let found =
        text(add_imports(before.as_bytes(), language, requests, &token).map(|added| added.text));
    assert_eq!(found, after, "{language}:\n{found}");
    let again =
        text(add_imports(found.as_bytes(), language, requests, &token).map(|added| added.text));
    assert_eq!(again, after, "{language}, again:\n{again}");
    let crlf = before.replace('\n', "\r\n");
    if crlf.contains('\r') {
        let found =
            text(add_imports(crlf.as_bytes(), language, requests, &token).map(|added| added.text));
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

/// Bytes that are not UTF-8 are left unchanged, and nothing panics.
#[test]
fn imports_that_are_not_utf8_stay() {
    let token = CancelToken::new();
    for (language, source, module, name) in [
        (
            "rust",
            &b"use a:\x97{io, fmt};\nuse b::{c, d\xff};\n"[..],
            "a",
            "io",
        ),
        (
            "python",
            b"from b import caf\xe9, d\nfrom a import io\n",
            "b",
            "d",
        ),
        (
            "typescript",
            b"import { caf\xe9, d } from 'b';\nimport a from 'a';\n",
            "b",
            "d",
        ),
        ("java", b"import b.caf\xe9;\nimport a.io;\n", "a", "io"),
        ("kotlin", b"import b.caf\xe9\nimport a.io\n", "a", "io"),
        ("scala", b"import b.{caf\xe9, d}\nimport a.io\n", "b", "d"),
        (
            "swift",
            b"import struct b.caf\xe9\nimport struct a.io\n",
            "a",
            "io",
        ),
        ("csharp", b"using b.caf\xe9;\nusing a.io;\n", "a.io", "io"),
        (
            "php",
            b"<?php\nuse b\\{caf\xe9, d};\nuse a\\io;\n",
            "b",
            "d",
        ),
        (
            "go",
            b"package p\n\nimport (\n\t\"b\xe9\"\n\t\"a\"\n)\n",
            "a",
            "io",
        ),
        (
            "c",
            b"#include \"b\xe9.h\"\n#include \"a.h\"\n",
            "a.h",
            "io",
        ),
    ] {
        let bad = source.iter().filter(|byte| !byte.is_ascii()).count();
        let keeps = |changed: &[u8]| {
            assert_eq!(
                changed.iter().filter(|byte| !byte.is_ascii()).count(),
                bad,
                "{language}"
            );
        };
        keeps(&organise_imports(source, language, None, &token).unwrap());
        if let Ok(added) = add_imports(source, language, &[request(module).name("zz")], &token) {
            keeps(&added.text);
        }
        keeps(
            &add_imports(source, language, &[request("zz")], &token)
                .unwrap()
                .text,
        );
        match remove_imports(
            source,
            language,
            &[ImportRemoval::name(module, name)],
            &token,
        ) {
            Ok(removed) => keeps(&removed),
            Err(error) => assert!(
                matches!(
                    error.kind(),
                    ErrorKind::InvalidOption | ErrorKind::UnknownName
                ),
                "{language}: {error}"
            ),
        }
    }
}
