//! Equivalence with ast-grep's library, for patterns that it parses without a context.

use ast_grep_core::MatchStrictness;
use ast_grep_core::matcher::Pattern;
use ast_grep_language::{LanguageExt, SupportLang};
use proptest::prelude::*;
use proptest::sample::select;
use ransack::{AstMatchOptions, CancelToken, Strictness, ast_match};
use ransack_testing::samples;

/// Code of each match, with the captures of `$A` and `$$$B`.
type Found = Vec<(String, String, String)>;

fn oracle(language: SupportLang, pattern: &str, strictness: MatchStrictness, code: &str) -> Found {
    let root = language.ast_grep(code);
    let pattern = Pattern::new(pattern, language).with_strictness(strictness);
    let node = root.root();
    let found = node.find_all(&pattern).map(|found| {
        let env = found.get_env();
        let one = env.get_match("A").map(|node| node.text().into_owned());
        let many = env.get_multiple_matches("B");
        let many = many.first().map(|first| {
            let last = many.last().unwrap();
            code[first.range().start..last.range().end].to_owned()
        });
        (
            found.text().into_owned(),
            one.unwrap_or_default(),
            many.unwrap_or_default(),
        )
    });
    found.collect()
}

fn ours(language: &str, pattern: &str, strictness: Strictness, code: &str) -> Found {
    let mut options = AstMatchOptions::new(pattern);
    options.query.strictness = strictness;
    options.select.include_meta = true;
    let outcome = ast_match(code.as_bytes(), language, &options, &CancelToken::new()).unwrap();
    let found = outcome.items.iter().map(|item| {
        let of = |name| {
            let meta = item.meta_variables.iter().find(|m| m.name == name);
            meta.map(|m| String::from_utf8(m.text.clone()).unwrap())
        };
        (
            String::from_utf8(item.text.clone()).unwrap(),
            of("A").unwrap_or_default(),
            of("B").unwrap_or_default(),
        )
    });
    found.collect()
}

/// Generates expressions of code, or of patterns if `holes`.
fn expression(holes: bool) -> BoxedStrategy<String> {
    let mut leaves = vec!["a", "b", "f", "1", "'s'", "x.y"];
    if holes {
        leaves.extend(["$A", "$A", "$_", "$C"]);
    }
    let leaf = select(leaves).prop_map(str::to_owned);
    leaf.prop_recursive(4, 24, 3, move |inner| {
        let list = prop::collection::vec(inner.clone(), 0..4).prop_map(move |mut list| {
            if holes && list.len() == 2 {
                list[1] = "$$$B".into();
            }
            list.join(", ")
        });
        prop_oneof![
            (inner.clone(), list.clone()).prop_map(|(f, args)| format!("{f}({args})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} + {b}")),
            list.clone().prop_map(|list| format!("[{list}]")),
            (inner.clone(), select(vec![" ", " /* c */ "]))
                .prop_map(|(a, gap)| format!("({gap}{a})")),
            list.prop_map(|list| format!("new K({list})")),
        ]
    })
    .boxed()
}

fn statement(holes: bool) -> BoxedStrategy<String> {
    let e = expression(holes);
    let simple = prop_oneof![
        e.clone().prop_map(|e| format!("use({e});")),
        e.clone().prop_map(|e| format!("let v = {e};")),
        e.clone().prop_map(|e| format!("return {e};")),
    ];
    simple
        .prop_recursive(3, 12, 3, move |inner| {
            let block = prop::collection::vec(inner, 0..3).prop_map(|list| list.join("\n"));
            (e.clone(), block).prop_map(|(e, block)| format!("if ({e}) {{\n{block}\n}}"))
        })
        .boxed()
}

fn code() -> impl Strategy<Value = String> {
    let body = prop::collection::vec(statement(false), 1..5);
    body.prop_map(|list| format!("function f() {{\n{}\n}}\n", list.join("\n")))
}

const STRICTNESS: [(MatchStrictness, Strictness); 6] = [
    (MatchStrictness::Cst, Strictness::Cst),
    (MatchStrictness::Smart, Strictness::Smart),
    (MatchStrictness::Ast, Strictness::Ast),
    (MatchStrictness::Relaxed, Strictness::Relaxed),
    (MatchStrictness::Signature, Strictness::Signature),
    (MatchStrictness::Template, Strictness::Template),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn random_patterns_find_the_same(
        pattern in prop_oneof![expression(true), statement(true)],
        code in code(),
        strictness in 0..STRICTNESS.len(),
    ) {
        let (theirs, mine) = STRICTNESS[strictness].clone();
        let expected = oracle(SupportLang::JavaScript, &pattern, theirs, &code);
        let found = ours("javascript", &pattern, mine, &code);
        // In ransack, an empty list needs no comma: `f($A, $$$B)` also matches `f(1)`.
        let has_more = pattern.contains(", $$$") && mine == Strictness::Smart;
        // In ast-grep, a list with no code left agrees with any list of its name:
        // `[[a, $$$B], $$$B]` matches `[[a, b]]`, with `b` for the list. In ransack it is empty.
        let has_fewer = pattern.matches("$$$B").count() > 1;
        if !has_more && !has_fewer {
            prop_assert_eq!(&found, &expected);
        }
        for item in &expected {
            let is_found = found.contains(item) || (has_fewer && !item.2.is_empty());
            prop_assert!(is_found, "{:?} lacks {:?}", found, item);
        }
        for item in &found {
            prop_assert!(has_more || expected.contains(item), "{:?} has {:?}", found, item);
        }
    }
}

#[test]
fn lists_of_one_name_are_equal() {
    for strictness in [Strictness::Smart, Strictness::Ast] {
        let count = |code| ours("javascript", "[[x, $$$B], $$$B]", strictness, code).len();
        assert_eq!(count("[[x, a], a]; [[x, a, b], a, b]; [[x,],]"), 3);
        assert_eq!(count("[[x, a]]; [[x, a], b]; [[x, a], a, b]; [[x], a]"), 0);
    }
}

#[test]
fn known_patterns_find_the_same_in_real_code() {
    let cases = [
        (SupportLang::C, "list.c", "free($A);"),
        (SupportLang::C, "list.c", "while ($A) { $$$B }"),
        (SupportLang::Go, "cart.go", "if $A < 0 { $$$B }"),
        (SupportLang::JavaScript, "cart.js", "console.log($A, $$$B)"),
        (SupportLang::JavaScript, "cart.js", "if (!$A) $_"),
        (SupportLang::Python, "cart.py", "def $A($$$B) -> float: $$$"),
        (SupportLang::Python, "cart.py", "return $A"),
        (SupportLang::Rust, "cart.rs", "println!($A, $$$B)"),
        (
            SupportLang::Rust,
            "cart.rs",
            "pub fn $A($$$B) -> u32 { $$$ }",
        ),
        (SupportLang::Rust, "cart.rs", "match $A { $$$B }"),
        (SupportLang::TypeScript, "cart.ts", "this.items.push($A)"),
        (SupportLang::TypeScript, "cart.ts", "class $A { $$$B }"),
        (SupportLang::TypeScript, "cart.ts", "interface $A { $$$B }"),
    ];
    for (language, file, pattern) in cases {
        let code = samples::file(file);
        let expected = oracle(language, pattern, MatchStrictness::Smart, &code);
        let name = language.to_string().to_lowercase();
        assert!(!expected.is_empty(), "{pattern}");
        assert_eq!(
            ours(&name, pattern, Strictness::Smart, &code),
            expected,
            "{pattern}"
        );
    }
}
