//! Every operation on a thread with a small stack of the size stated in the README.

use std::path::Path;

use ransack::{
    CancelToken, FuzzyFindOptions, FuzzyMatchOptions, GlobOptions, GrepOptions, Query,
    SearchOptions, TextOptions, TruncateOptions, Workspace, WorkspaceOptions, WrapOptions, glob,
};
use ransack_testing::child::alone;

/// Size of the stack in bytes. A stack that is too small ends the process.
const STACK: usize = 512 << 10;

/// Depth of groups in a pattern. A group, its alternation and its repetition count as one level
/// each, of the 250 that the parser allows.
const DEPTH: usize = 60;

fn on_small_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(STACK);
    thread.spawn(work).unwrap().join().unwrap();
}

fn source() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/base/src/exec"))
}

#[test]
fn operations_over_files() {
    on_small_stack(|| {
        let token = CancelToken::new();
        let options = GrepOptions::new(r"\bfn (\w+|_)\b", source()).multiline(true);
        assert!(!ransack::grep(&options, &token).unwrap().items.is_empty());
        let options = GlobOptions::new("**/*.{rs,md}", source());
        assert!(!glob(&options, &token).unwrap().items.is_empty());
        let options = FuzzyFindOptions::new("pool", source());
        assert!(
            !ransack::fuzzy_find(&options, &token)
                .unwrap()
                .items
                .is_empty()
        );
        let workspace = Workspace::open(source(), &WorkspaceOptions::default()).unwrap();
        let options = GlobOptions::new("*.rs", source());
        assert!(
            !glob(&options.clone().workspace(&workspace), &token)
                .unwrap()
                .items
                .is_empty()
        );
    });
}

#[test]
fn operations_in_memory() {
    on_small_stack(|| {
        let token = CancelToken::new();
        // Patterns are compiled on the calling thread.
        let pattern = format!("{}x{}", "(a|b".repeat(DEPTH), ")*".repeat(DEPTH));
        let text = "aabbx\n".repeat(1000);
        let options = SearchOptions::new(pattern).ignore_case(true);
        assert!(
            !ransack::search(text.as_bytes(), &options, &token)
                .unwrap()
                .items
                .is_empty()
        );
        let query = Query::new(r"\w+|\p{Greek}").ignore_case(true);
        assert!(ransack::has_match(b"a\xe4\n", &query, &token).unwrap());
        let options = FuzzyMatchOptions::default();
        assert!(
            !ransack::fuzzy_match("ab", &["a/b", "ba"], &options, &token)
                .unwrap()
                .items
                .is_empty()
        );
        let text = "\x1b[31mwide \u{4e00}\u{1f468}\u{200d}\u{1f469}\x1b[0m ".repeat(100);
        assert!(ransack::visible_width(&text, &TextOptions::default()) > 0);
        ransack::truncate_to_width(&text, 20, &TruncateOptions::default());
        ransack::wrap_text_with_ansi(&text, 20, &WrapOptions::default());
    });
}

#[test]
fn syntax() {
    use ransack::{AstEditOptions, AstGrepOptions, AstMatchOptions, ast_edit, ast_grep, ast_match};

    on_small_stack(|| {
        let token = CancelToken::new();
        let options = AstGrepOptions::new("fn $A($$$) { $$$ }", source());
        assert!(!ast_grep(&options, &token).unwrap().items.is_empty());
        let nested = format!("fn f() {{ {}1{}; }}", "g(".repeat(2000), ")".repeat(2000));
        let options = AstMatchOptions::new("g($$$)");
        assert!(
            !ast_match(nested.as_bytes(), "rust", &options, &token)
                .unwrap()
                .items
                .is_empty()
        );
        ransack::check_syntax(nested.as_bytes(), "rust", &token).unwrap();
        ast_edit(&AstEditOptions::new("drop($A)", "$A", source()), &token).unwrap();
    });
}

#[cfg(all(
    feature = "highlight",
    feature = "lang-rust",
    feature = "lang-markdown"
))]
#[test]
fn highlighting() {
    use ransack::highlight::{Colors, Engine, HighlightOptions, highlight, highlight_code};

    on_small_stack(|| {
        let token = CancelToken::new();
        let text = "# a\n```rust\nfn main() { f(1) }\n```\n".repeat(50);
        for engine in [Engine::TreeSitter, Engine::Syntect] {
            let options = HighlightOptions::new("markdown").engine(engine);
            assert!(highlight(text.as_bytes(), &options, &token).is_ok());
        }
        let colors = Colors {
            keyword: "\x1b[1m",
            ..Colors::default()
        };
        assert!(highlight_code(&text, "markdown", &colors).len() > text.len());
    });
}

#[test]
fn tokens() {
    use ransack::{Encoding, TokenOptions, Tokenizer};

    on_small_stack(|| {
        let token = CancelToken::new();
        for encoding in Encoding::ALL {
            let tokenizer = Tokenizer::get(encoding);
            let text = "Some text, 1234 \u{4e00}\u{4e01}.\n".repeat(1000);
            tokenizer
                .encode(&text, &TokenOptions::default(), &token)
                .unwrap();
        }
    });
}

/// Texts whose parsers recurse in proportion to the text length: a parser that follows several
/// readings of each level frees them recursively.
const CHAINS: &[(&str, &str, &str)] = &[
    ("javascript", "{a:", "}"),
    ("javascript", "({a:", "})"),
    ("typescript", "{a:", "}"),
    ("tsx", "{a:", "}"),
    ("cpp", "{-", "}"),
    ("go", "[{", "}]"),
    ("c", "{-", "}"),
    ("java", "({", "})"),
];

/// Every operation that parses, on the smallest stack, with chains that would also overflow a
/// worker's stack. A stack overflow ends the process, so this test runs itself in another process.
#[test]
fn chains_of_readings() {
    alone(|| on_small_stack(parse_chains));
}

fn parse_chains() {
    use std::time::Duration;

    use ransack::highlight::{HighlightOptions, highlight};
    use ransack::{
        AstEditOptions, AstGrepOptions, AstMatchOptions, ast_edit, ast_grep, ast_match,
        block_range_at, check_syntax, node_chain_at,
    };

    // A stopped parser also frees its readings.
    for (language, open, close) in CHAINS {
        let text = open.repeat(30_000) + &close.repeat(30_000) + &open.repeat(200_000);
        let token = CancelToken::with_timeout(Duration::from_millis(300));
        let _ = highlight(text.as_bytes(), &HighlightOptions::new(*language), &token);
        let token = CancelToken::with_timeout(Duration::from_millis(300));
        let _ = check_syntax(text.as_bytes(), language, &token);
    }
    while ransack::Pool::shared().stats().abandoned > 0 {
        std::thread::yield_now();
    }
    let token = CancelToken::new();
    let text = "{a:".repeat(60_000) + &"}".repeat(60_000);
    let source = text.as_bytes();
    assert!(check_syntax(source, "js", &token).is_ok());
    assert!(block_range_at(source, "js", 1, &token).unwrap().is_some());
    assert!(!node_chain_at(source, "js", 1, &token).unwrap().is_empty());
    let options = AstMatchOptions::new("$A % $A");
    assert!(ast_match(source, "js", &options, &token).is_ok());
    let mut options = HighlightOptions::new("js");
    options.time_limit = Some(Duration::MAX);
    let found = highlight(source, &options, &token).unwrap();
    assert!(found.report().complete && found.spans().count() > 0);
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("a.js"), &text).unwrap();
    let mut options = AstGrepOptions::new("$A % $A", dir.path());
    options.time_per_file = None;
    let outcome = ast_grep(&options, &token).unwrap();
    assert_eq!(outcome.report.files_searched, 1);
    let mut options = AstEditOptions::new("$A % $A", "$A", dir.path());
    options.time_per_file = None;
    assert!(ast_edit(&options, &token).is_ok());
}
