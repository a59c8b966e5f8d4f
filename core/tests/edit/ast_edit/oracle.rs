//! Edited texts compared with the output of ast-grep's library, where both replace the same code.

use std::fs;
use std::path::Path;

use ast_grep_core::matcher::Pattern;
use ast_grep_language::{LanguageExt, SupportLang};
use proptest::prelude::*;
use proptest::sample::select;

use crate::ast_edit::{applied, edit, rewritten};

/// Replaces the outermost matches, like ast-grep's command.
fn oracle(language: SupportLang, code: &str, pattern: &str, replacement: &str) -> String {
    let root = language.ast_grep(code);
    let pattern = Pattern::new(pattern, language);
    let mut new = String::new();
    let mut from = 0;
    for edit in root.root().replace_all(&pattern, replacement) {
        if edit.position < from {
            continue;
        }
        new += &code[from..edit.position];
        new += std::str::from_utf8(&edit.inserted_text).unwrap();
        from = edit.position + edit.deleted_length;
    }
    new + &code[from..]
}

/// Expressions over several lines with the usual indentation.
fn expression() -> impl Strategy<Value = String> {
    let deeper = |code: &str| code.replace('\n', "\n  ");
    let leaf = select(vec!["a", "1", "'s'", "x.y", "[]"]).prop_map(str::to_owned);
    leaf.prop_recursive(4, 24, 3, move |inner| {
        let list = prop::collection::vec(inner.clone(), 0..3);
        let name = select(vec!["f", "g", "old", "old"]);
        prop_oneof![
            (name.clone(), list.clone()).prop_map(|(f, args)| format!("{f}({})", args.join(", "))),
            (name, list.clone()).prop_map(move |(f, args)| {
                let args = args.iter().map(|arg| format!("\n  {},", deeper(arg)));
                format!("{f}({}\n)", args.collect::<String>())
            }),
            list.prop_map(move |list| {
                let items = list.iter().map(|item| format!("\n  {},", deeper(item)));
                format!("[{}\n]", items.collect::<String>())
            }),
            (inner.clone(), inner).prop_map(|(a, b)| format!("{a} + {b}")),
        ]
    })
}

const REWRITES: [(&str, &str); 6] = [
    ("old($$$A)", "new_($$$A)"),
    ("old($A)", "new_($A, $A)"),
    ("old($A, $B)", "old($B, $A)"),
    ("old($$$A)", "wrap(\n  () => new_($$$A),\n)"),
    ("$A + $B", "add($A, $B)"),
    ("[$$$A]", "list(\n  $$$A\n)"),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn edits_of_random_code_agree(
        statements in prop::collection::vec(expression(), 1..5),
        (pattern, replacement) in select(REWRITES.to_vec()),
    ) {
        let code: String = statements.iter().map(|code| format!("use({code});\n")).collect();
        let expected = oracle(SupportLang::JavaScript, &code, pattern, replacement);
        prop_assert_eq!(rewritten("a.js", &code, pattern, replacement), expected);
    }
}

/// Copies the files of a tree with this extension.
fn copy(from: &Path, to: &Path, extension: &str) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &to, extension);
        } else if path.extension().is_some_and(|e| e == extension) {
            fs::copy(&path, to).unwrap();
        }
    }
}

#[test]
fn edits_of_real_code_agree() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("syntax/src");
    for (pattern, replacement) in [
        ("Some($A)", "Ok($A)"),
        ("$A.map($B)", "map($A, $B)"),
        ("let $A = $B;", "let mut $A = $B;"),
        ("vec![$$$A]", "Vec::from([\n    $$$A\n])"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        copy(&source, dir.path(), "rs");
        let mut options = applied(dir.path(), &[(pattern, replacement)]);
        // ast-grep matches, for example, a method with a macro's name.
        options.allow_syntax_errors = true;
        let outcome = edit(&options).unwrap();
        assert!(outcome.file_changes.len() > 1, "{pattern}");
        for change in &outcome.file_changes {
            let path = change.path.to_string();
            let code = fs::read_to_string(source.join(&path)).unwrap();
            let expected = oracle(SupportLang::Rust, &code, pattern, replacement);
            let new = fs::read_to_string(dir.path().join(&path)).unwrap();
            assert_eq!(new, expected, "{pattern} in {path}");
        }
    }
}
