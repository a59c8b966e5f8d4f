//! Texts designed to take a highlighter minutes: every opening token of every language, nested to
//! many depths.

use std::time::{Duration, Instant};

use ransack::ast::languages;
use ransack::highlight::{
    Class, Colors, Engine, HighlightOptions, HighlightStream, Highlighted, Output, highlight,
    highlight_code,
};
use ransack::{CancelToken, Pool, StoppedBy};
use ransack_testing::tier;

/// Unclosed brackets, strings, comments and blocks.
const OPENINGS: &[&str] = &[
    "(",
    "[",
    "{",
    "<",
    "((",
    "[[",
    "[{",
    "{{",
    "f(",
    "a<",
    "a.b(",
    "a[",
    "a{",
    "$(",
    "${",
    "#{",
    "\"${",
    "\"#{",
    "@(",
    "%{",
    "{%",
    "<%",
    "\"",
    "'",
    "`",
    "\"\"\"",
    "'''",
    "r#\"",
    "f'{",
    "/*",
    "*)",
    "(*",
    "{-",
    "--[[",
    "<!--",
    "=begin\n",
    "#if a\n",
    "<div>",
    "<a b='",
    "<?php ",
    "/\\ ",
    "\\/ ",
    "\\(",
    "\\begin{a}",
    "- ",
    "> ",
    "* ",
    "1. ",
    "begin ",
    "do ",
    "if a:\n ",
    "if a then ",
    "case a of ",
    "fn a() {",
    "let a = ",
    "a ? ",
    "a -> ",
    "a => ",
    "!",
    "-",
    "|",
    "<<A\n",
    "$a$ ",
    "CASE WHEN ",
    "@a(",
    "a: ",
    "\\",
];

fn limited(language: &str, time: Duration) -> HighlightOptions {
    let mut options = HighlightOptions::new(language);
    options.time_limit = Some(time);
    options
}

fn highlighted<'t>(text: &'t str, options: &HighlightOptions) -> Highlighted<'t> {
    highlight(text.as_bytes(), options, &CancelToken::new()).unwrap()
}

/// For any nesting, a call ends soon after its time limit and reports that. Uninterruptible work is
/// left to a bounded number of workers.
#[test]
fn every_opening_of_every_language_ends_at_the_time_limit() {
    const TIME: Duration = Duration::from_millis(5);
    // Far more than a call may take on a busy machine.
    const WATCHDOG: Duration = Duration::from_secs(60);
    let mut stopped = 0;
    for (number, language) in languages().iter().enumerate() {
        // Compiles the queries, which takes longer than the limit.
        highlighted(" ", &limited(language.name, Duration::MAX));
        // In the default tier, each language tests different openings.
        let openings = OPENINGS.iter().skip(number % tier::every());
        for opening in openings.step_by(tier::every()) {
            for depth in [1_300, 100_000] {
                let text = opening.repeat(depth);
                let begun = Instant::now();
                let found = highlighted(&text, &limited(language.name, TIME));
                let (name, report) = (language.name, found.report());
                assert!(begun.elapsed() < WATCHDOG, "{name}: {opening:?} x {depth}");
                let is_whole = report.stopped_by.is_none() && report.long_lines == 0;
                assert_eq!(report.complete, is_whole, "{name}: {opening:?}");
                stopped += u32::from(report.stopped_by.is_some());
                if report.stopped_by.is_some() {
                    assert_eq!(report.stopped_by, Some(StoppedBy::Timeout));
                    // Deeper nesting takes longer.
                    break;
                }
            }
        }
        let stats = Pool::shared().stats();
        let bound = stats.size + stats.blocked + Pool::MAX_ABANDONED;
        assert!(stats.workers <= bound, "{stats:?}");
    }
    assert!(stopped > 0);
}

/// Nesting takes linear time: twice the depth takes about twice as long. Quadratic time at these
/// depths would be minutes.
#[test]
fn deep_nesting_is_classified_to_its_end() {
    let cases = [
        ("javascript", "[", "1", "]"),
        ("json", "[", "1", "]"),
        ("python", "[", "1", "]"),
        ("c", "f(", "1", ")"),
        ("rust", "{", "", ""),
        ("html", "<div>", "a", "</div>"),
        ("html", "<div>", "", ""),
        ("vue", "<div>", "a", "</div>"),
        ("svelte", "<div>", "a", "</div>"),
        ("xml", "<a>", "b", "</a>"),
    ];
    for (language, open, inner, close) in cases {
        let depth = tier::cases(100_000) as usize;
        let text = open.repeat(depth) + inner + &close.repeat(depth);
        let found = highlighted(&text, &limited(language, Duration::MAX));
        assert!(found.report().complete, "{language}");
    }
}

/// The classes of a node do not depend on how deep it is nested.
#[test]
fn deep_nodes_have_their_classes() {
    for depth in [10, 511, 512, 513, 5_000, 70_000] {
        let text = "[".repeat(depth) + "1, 'a'" + &"]".repeat(depth);
        let found = highlighted(&text, &limited("javascript", Duration::MAX));
        let spans: Vec<_> = found
            .spans()
            .filter(|span| span.class != Class::Punctuation)
            .map(|span| (&text[span.start..span.end], span.class))
            .filter(|(text, _)| !text.contains(['[', ']', ',']))
            .collect();
        assert_eq!(
            spans,
            [("1", Class::Number), ("'a'", Class::String)],
            "{depth}"
        );
    }
    // A syntax error of many tokens is classified like its tokens.
    for count in [10, 255, 256, 257, 30_000] {
        let text = format!("let a = 'b'; {}", "{".repeat(count));
        let found = highlighted(&text, &limited("rust", Duration::MAX));
        let first = found.spans().next().unwrap();
        assert_eq!(
            (&text[first.start..first.end], first.class),
            ("let", Class::Keyword)
        );
    }
}

/// 1,300 comments of Swift take a parser over 20 s.
fn hostile() -> String {
    "/*".repeat(1_300)
}

#[test]
fn the_time_limit_leaves_the_rest_plain_and_the_report_says_so() {
    let text = hostile();
    let found = highlighted(&text, &limited("swift", Duration::from_millis(20)));
    assert_eq!(found.report().stopped_by, Some(StoppedBy::Timeout));
    assert!(!found.report().complete);
    assert_eq!(found.spans().count(), 0);
    assert_eq!(found.text(), text.as_bytes());
    // A token's deadline is an error; the time limit is not.
    let soon = CancelToken::with_timeout(Duration::from_millis(20));
    assert!(highlight(text.as_bytes(), &HighlightOptions::new("swift"), &soon).is_err());
    // A call on a worker is also released.
    let mut outer = Pool::shared().run(&CancelToken::new(), |token| {
        let options = limited("swift", Duration::from_millis(20));
        let found = highlight(hostile().as_bytes(), &options, token)?
            .report()
            .stopped_by;
        Ok(found)
    });
    assert_eq!(outer.next().unwrap().unwrap(), Some(StoppedBy::Timeout));
}

#[test]
fn highlight_code_has_a_limit_by_default() {
    let text = hostile();
    let colors = Colors {
        comment: "\x1b[1m",
        ..Colors::default()
    };
    assert_eq!(highlight_code(&text, "swift", &colors), text);
}

/// Ordinary text is never cut, however large it is.
#[test]
fn ordinary_text_is_within_the_default_limit() {
    let text = "int value(int a) { return f(a + 1); }\n".repeat(30_000);
    let found = highlighted(&text, &HighlightOptions::new("c"));
    assert!(found.report().complete);
}

#[test]
fn a_stream_has_the_limit_for_each_call() {
    let token = CancelToken::new();
    let mut stream =
        HighlightStream::new(&limited("swift", Duration::from_millis(20)), Output::Html);
    let _ = stream.push(hostile().as_bytes(), &token).unwrap();
    let _ = stream.finish(&token).unwrap();
    assert_eq!(stream.report().stopped_by, Some(StoppedBy::Timeout));
    assert!(!stream.report().complete);
    // The next call classifies the lines that were not reached.
    let mut options = limited("c", Duration::ZERO);
    options.engine = Some(Engine::Syntect);
    let mut stream = HighlightStream::new(&options, Output::Html);
    let _ = stream
        .push("int a = 'b';\n".repeat(100).as_bytes(), &token)
        .unwrap();
    assert_eq!(stream.report().stopped_by, Some(StoppedBy::Timeout));
}
