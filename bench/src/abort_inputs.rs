//! Inputs that make cancellation slow: trees, code and texts.

use std::fs;
use std::io;
use std::path::Path;

use crate::corpus::make_repository;

/// Trees that make cancellation slow.
#[derive(Clone, Copy)]
pub(crate) enum HostileTree {
    Line,
    Rules,
    Files,
    Calls,
}

impl HostileTree {
    pub(crate) const ALL: [HostileTree; 4] = [
        HostileTree::Line,
        HostileTree::Rules,
        HostileTree::Files,
        HostileTree::Calls,
    ];

    pub(crate) fn title(self) -> &'static str {
        match self {
            HostileTree::Line => "one line of 200 MB",
            HostileTree::Rules => "an ignore file of 9,000 rules",
            HostileTree::Files => "100,000 files in a directory",
            HostileTree::Calls => "4,000 files of JavaScript",
        }
    }

    /// Operations to cancel on the tree.
    pub(crate) fn operations(self) -> &'static [&'static str] {
        match self {
            HostileTree::Line => &["grep"],
            HostileTree::Rules => &["grep", "glob", "fuzzy_find", "Workspace::glob, first"],
            HostileTree::Files => &[
                "grep",
                "glob",
                "tree",
                "fuzzy_find",
                "interrupted_edits",
                "recover_edits",
                "Workspace::glob, first",
                "Workspace::ready",
            ],
            HostileTree::Calls => &["ast_edit", "ast_edit, applied"],
        }
    }

    pub(crate) fn make(self, dir: &Path) -> io::Result<()> {
        match self {
            HostileTree::Line => fs::write(dir.join("line"), vec![b'a'; 200_000_000]),
            HostileTree::Rules => {
                make_repository(dir)?;
                let rules: String = (0..3000)
                    .map(|n| format!("/dir{n}/*.gen{n}\nname{n}*x\n*.ext{n}\n"))
                    .collect();
                fs::write(dir.join(".gitignore"), rules)?;
                (0..200).try_for_each(|n| fs::create_dir(dir.join(format!("d{n}"))))?;
                (0..20_000)
                    .try_for_each(|n| fs::write(dir.join(format!("d{}/f{n}.c", n % 200)), "text\n"))
            }
            HostileTree::Files => {
                (0..100_000).try_for_each(|n| fs::write(dir.join(format!("f{n}")), "text\n"))
            }
            HostileTree::Calls => (0..4000).try_for_each(|n| {
                fs::write(
                    dir.join(format!("f{n}.js")),
                    "call(first, second);\n".repeat(20),
                )
            }),
        }
    }
}

/// Code that is slow to parse: description, file name, text.
pub(crate) fn hostile_code() -> [(&'static str, &'static str, String); 4] {
    let line = |n: usize| {
        format!("val a{n} = if (x < y) a < b > (c) else a{n}<b<c>>(d) {{ x -> x < y }} < z\n")
    };
    let kotlin: String = (0..480).map(line).collect();
    [
        (
            "300,000 nested parentheses of C",
            "a.c",
            "(".repeat(300_000) + "x" + &")".repeat(300_000),
        ),
        (
            "480 lines of `<` in Kotlin",
            "a.kt",
            format!("fun f() {{\n{kotlin}}}\n"),
        ),
        ("200,000 times `a<` in Kotlin", "b.kt", "a<".repeat(200_000)),
        (
            "JavaScript on one line of 5 MB",
            "a.js",
            "a.b(function(c){return c+1}),".repeat(180_000),
        ),
    ]
}

/// Operations to cancel on each hostile code.
pub(crate) const OF_CODE: [&str; 8] = [
    "outline",
    "definition",
    "skeleton",
    "imports",
    "check_syntax",
    "node_chain_at",
    "highlight",
    "HighlightStream::push",
];

/// Texts: description, file name, text, and the operations to cancel on it.
pub(crate) fn long_texts() -> [(&'static str, &'static str, String, &'static [&'static str]); 6] {
    let lines = |line: fn(usize) -> String, count: usize| (0..count).map(line).collect::<String>();
    [
        (
            "C on lines, 20 MB",
            "long.c",
            "static int call(int first) { return other(first, 2) + 1; }\n".repeat(340_000),
            &[
                "highlight",
                "HighlightStream::push",
                "check_syntax",
                "outline",
                "block_range_at",
                "enclosing_block_boundaries",
            ],
        ),
        (
            "text, 50 MB",
            "text.txt",
            "The quick brown fox (of 1984) jumps over a lazy dog; see below.\n".repeat(780_000),
            &[
                "count",
                "encode",
                "token_offsets",
                "truncate",
                "split",
                "TokenCounter::push",
            ],
        ),
        (
            "one word of 50 MB",
            "word.txt",
            "a".repeat(50_000_000),
            &["count", "encode", "truncate", "split", "TokenCounter::push"],
        ),
        (
            "500,000 lines, as a list",
            "list.txt",
            lines(
                |n| format!("some/long/path-{n}/of_a_list/File{n}.rs\n"),
                500_000,
            ),
            &["fuzzy_match", "FuzzyList::rank", "count_batch"],
        ),
        (
            "100,000 imports of Python",
            "imports.py",
            lines(
                |n| format!("from package{} import name{n}\n", n * 7919 % 100_000),
                100_000,
            ),
            &[
                "imports",
                "exports",
                "add_imports",
                "remove_imports",
                "organise_imports",
            ],
        ),
        (
            "a pattern of 30,000 calls",
            "pattern.js",
            "f(".repeat(30_000) + &")".repeat(30_000),
            &["explain_pattern"],
        ),
    ]
}
