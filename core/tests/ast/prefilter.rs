//! Prefilters never reject a text with a match.

use proptest::prelude::*;
use proptest::sample::select;
use ransack::{AstMatchOptions, CancelToken, Strictness, ast_match};

/// Pattern without a prefilter: a query with it parses every text.
const UNFILTERED: &str = "$A ^ $B";

struct Kit {
    language: &'static str,
    patterns: &'static [&'static str],
    lines: &'static [&'static str],
    around: (&'static str, &'static str),
}

const C: Kit = Kit {
    language: "c",
    patterns: &[
        "kfree($A)",
        "kfree($A, $B)",
        "$A->kfree($$$B)",
        "return kfree($A);",
        "if ($A) { return $B; }",
        "if ($A) return $B;",
        "x = kfree($A)",
        "(void)kfree($A)",
        "int $A = $B;",
        "kfree($$$A)",
        "#define F $A",
        "case kfree: $$$A",
        "sizeof(struct kfree)",
        "f($A, kfree, $B)",
    ],
    lines: &[
        "kfree(p);",
        "kfree (p, q);",
        "a->kfree(p);",
        "x = kfree /* c */ (p);",
        "kfree // c\n(p);",
        "kfree\n  (\n p\n );",
        "s = \"kfree(p)\";",
        "// kfree(p)",
        "/* kfree(p); */",
        "if (kfree(p)) { return kfree(')'); }",
        "if (p) return \"(\";",
        "if (a /* ) */) { // {\n return b; }",
        "\n#define F kfree(p)\n",
        "#ifdef kfree\nkfree(p);\n#endif",
        "my_kfree(p); kfree2(p);",
        "int kfree = 1;",
        "const int kfree = kfree(p), y;",
        "(void) kfree(p);",
        "return kfree(p);",
        "return  /* c */\n kfree(p);",
        "switch (p) { case kfree: kfree(p); }",
        "x = sizeof(struct kfree);",
        "f(1, kfree, 2); f(\"a\", kfree, 'b');",
        "kfree(p",
        "kfree)(",
        "if (((p))) { return (((q))); }",
        "é kfree(é);",
    ],
    around: ("void f(void) {\n", "\n}\n"),
};

const JAVASCRIPT: Kit = Kit {
    language: "javascript",
    patterns: &[
        "log($A)",
        "console.log($$$A)",
        "await log($A)",
        "new log($A)",
        "import $A from 'log'",
        "x = log($A)",
        "if ($A) { return $B }",
        "$A.log",
        "async () => { $$$A }",
        "`log`",
    ],
    lines: &[
        "log(1);",
        "console.log(1, `log(${log(2)})`);",
        "console /* c */ . log\n(1)",
        "await log(1)",
        "await /* c */ log(1)",
        "new log(1)",
        "import y from 'log'",
        "import y from \"log\"",
        "let x = log(1), y = x = log(2)",
        "if (a) { return log(1) }",
        "if (/\\)/.test(a)) { return '(' }",
        "x = async () => { log(1) }",
        "x = `log`",
        "// log(1)",
        "/** it's `log(1)`, console.log(2) */",
        "x = \"// \" + log(1) // log(2)",
        "x = `// ${log(1)} /* ${`${{ a: log(2) }}`} `",
        "x = /[/'](log)/; y = a / log(1) / b // log(2)",
        "if (a) /'/.test(log(1)) // ' log(2)",
        "return /* log(1) */ log(2)",
        "`",
        "'",
        "*/ log(1) /*",
        "a?.log(1)",
        "catalog(1); log2(1); $log(1); log$(1)",
        "log`x`",
        "<a log={log(1)} />",
        "<a>it's // {log(1)} isn't</a>",
        "log(",
    ],
    around: ("", "\n"),
};

const TYPESCRIPT: Kit = Kit {
    language: "typescript",
    ..JAVASCRIPT
};

fn found(kit: &Kit, patterns: &[&str], strictness: Strictness, code: &str) -> Vec<(usize, usize)> {
    let mut options = AstMatchOptions::default();
    options.query.patterns = patterns.iter().map(|&p| p.into()).collect();
    options.query.strictness = strictness;
    let outcome = ast_match(code.as_bytes(), kit.language, &options, &CancelToken::new());
    let items = outcome.unwrap().items.into_iter();
    items
        .filter(|m| m.pattern == 0)
        .map(|m| (m.span.start.offset, m.span.end.offset))
        .collect()
}

fn same(kit: &Kit, pattern: &str, strictness: usize, lines: &[&str]) -> Result<(), TestCaseError> {
    let (_, strictness) = Strictness::ALL[strictness];
    let code = [kit.around.0, &lines.join("\n"), kit.around.1].concat();
    let filtered = found(kit, &[pattern], strictness, &code);
    let whole = found(kit, &[pattern, UNFILTERED], strictness, &code);
    prop_assert_eq!(filtered, whole, "{} in\n{}", pattern, code);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn no_match_is_rejected_in_c(
        pattern in select(C.patterns),
        strictness in 0..Strictness::ALL.len(),
        lines in prop::collection::vec(select(C.lines), 1..8),
    ) {
        same(&C, pattern, strictness, &lines)?;
    }

    #[test]
    fn no_match_is_rejected_in_javascript(
        pattern in select(JAVASCRIPT.patterns),
        strictness in 0..Strictness::ALL.len(),
        lines in prop::collection::vec(select(JAVASCRIPT.lines), 1..8),
    ) {
        same(&JAVASCRIPT, pattern, strictness, &lines)?;
        same(&TYPESCRIPT, pattern, strictness, &lines)?;
    }
}
