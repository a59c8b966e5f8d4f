//! Rename-only edits: a known name needs no parse, and must not cause a syntax error to be
//! accepted.

use std::fs;

use proptest::prelude::*;
use ransack::ast::check_syntax;
use ransack::{CancelToken, ErrorKind, Pool};

use crate::ast_edit::{applied, edit};

/// Statement, and a rewrite that inserts a name.
type Role = (&'static str, &'static str, &'static str);

struct Code {
    language: &'static str,
    extension: &'static str,
    roles: &'static [Role],
    /// Code around statements.
    contexts: &'static [&'static str],
    /// Names, and words that look like names.
    names: &'static [&'static str],
}

const CODE: [Code; 2] = [
    Code {
        language: "javascript",
        extension: "js",
        roles: &[
            ("old(1);", "old($$$A)", "NAME($$$A)"),
            ("a.old;", "a.old", "a.NAME"),
            ("let old = 1;", "let old = $A", "let NAME = $A"),
            ("x = { old: 2 };", "({ old: 2 })", "{ NAME: 2 }"),
            ("b = old`t`;", "old`t`", "NAME`t`"),
            ("c = 1\nold + 3", "old + 3", "NAME + 3"),
        ],
        contexts: &[
            "{}",
            "function f() { {} }",
            "async () => { {} }",
            "if (a) {} else {}",
        ],
        names: &[
            "fresh", "$x", "class", "await", "of", "yield", "in", "instance", "let", "get",
        ],
    },
    Code {
        language: "c",
        extension: "c",
        roles: &[
            ("old(1);", "old($$$A)", "NAME($$$A)"),
            ("a->old = 1;", "a->old", "a->NAME"),
            ("old b;", "old b;", "NAME b;"),
            ("c = old;", "c = old", "c = NAME"),
        ],
        contexts: &["{}", "for (;;) { {} }", "if (a) {} else {}"],
        names: &["fresh", "int", "size_t", "sizeof", "return", "L", "struct"],
    },
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn an_edit_is_refused_if_it_makes_an_error(
        code in 0..CODE.len(),
        picks in prop::collection::vec(any::<prop::sample::Index>(), 6),
        files in prop::collection::vec(
            prop::collection::vec(any::<[prop::sample::Index; 2]>(), 1..4),
            1..8,
        ),
    ) {
        let &Code { language, extension, roles, contexts, names } = &CODE[code];
        let dir = tempfile::tempdir().unwrap();
        for (number, statements) in files.iter().enumerate() {
            let text: String = statements.iter().map(|[role, context]| {
                let (statement, ..) = role.get(roles);
                context.get(contexts).replace("{}", &format!("{{ {statement} }}")) + "\n"
            }).collect();
            let text = match language {
                "c" => format!("void f(void) {{\n{text}}}\n"),
                _ => text,
            };
            let faults = check_syntax(text.as_bytes(), language, &CancelToken::new()).unwrap();
            prop_assert!(faults.is_empty(), "{text}");
            fs::write(dir.path().join(format!("{number}.{extension}")), text).unwrap();
        }
        let named: Vec<String> = roles.iter().zip(&picks)
            .map(|((.., template), pick)| template.replace("NAME", pick.get::<&str>(names)))
            .collect();
        let rewrites: Vec<(&str, &str)> = roles.iter().zip(&named)
            .map(|((_, pattern, _), template)| (*pattern, template.as_str()))
            .collect();
        let mut options = applied(dir.path(), &rewrites);
        // One worker plans all files and so shares its known names.
        options.pool = Some(Pool::new(1));
        let checked = edit(&options);
        if checked.is_err() {
            options.allow_syntax_errors = true;
            edit(&options).unwrap();
        }
        let mut is_fine = true;
        for file in fs::read_dir(dir.path()).unwrap() {
            let text = fs::read(file.unwrap().path()).unwrap();
            is_fine &= check_syntax(&text, language, &CancelToken::new()).unwrap().is_empty();
        }
        match checked {
            Ok(_) => prop_assert!(is_fine),
            Err(error) => {
                prop_assert_eq!(error.kind(), ErrorKind::SyntaxError);
                prop_assert!(!is_fine);
            }
        }
    }
}

#[test]
fn a_name_in_one_place_may_be_a_keyword_in_another() {
    let dir = tempfile::tempdir().unwrap();
    for number in 0..8 {
        fs::write(dir.path().join(format!("{number}.js")), "a.old;\n").unwrap();
    }
    let rewrites = [("$A.old", "$A.class"), ("old($A)", "class($A)")];
    let mut options = applied(dir.path(), &rewrites);
    options.pool = Some(Pool::new(1));
    options.dry_run = true;
    assert_eq!(edit(&options).unwrap().total_replacements, 8);
    fs::write(dir.path().join("9.js"), "a.old;\nold(1);\n").unwrap();
    let error = edit(&options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SyntaxError);
    assert!(error.path().unwrap().ends_with("9.js"), "{error}");
}

#[test]
fn a_name_in_one_function_may_be_reserved_in_another() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("0.js"), "{ let old = 1; }\n").unwrap();
    fs::write(dir.path().join("1.js"), "async () => { let old = 1; }\n").unwrap();
    let rewrites = [("let old = $A", "let await = $A")];
    let mut options = applied(dir.path(), &rewrites);
    options.pool = Some(Pool::new(1));
    let error = edit(&options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::SyntaxError);
    assert!(error.path().unwrap().ends_with("1.js"), "{error}");
}
