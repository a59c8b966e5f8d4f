//! States of all external scanners for nested and long text.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

use tree_sitter::{ParseOptions, Parser};

use super::*;
use crate::language::Language;
use crate::lookup::{grammar_of, languages};

#[test]
fn grammars_have_a_known_abi_version() {
    for language in languages() {
        let version = grammar_of(language).abi_version();
        assert!((13..=15).contains(&version), "{}: {version}", language.name);
    }
}

/// These texts abort the process with the original scanners.
#[test]
fn deep_nesting_and_long_words_are_parsed() {
    for (name, text) in known() {
        let Some(language) = Language::from_name(name) else {
            continue;
        };
        let mut parser = Parser::new();
        parser.set_language(&grammar_of(language)).unwrap();
        assert!(parser.parse(&text, None).is_some(), "{name}");
    }
}

/// Returns texts that have failed before.
fn known() -> Vec<(&'static str, String)> {
    let word = "A".repeat(300);
    let lines = |indent: usize| (0..indent).map(|n| " ".repeat(n) + "if a:\n");
    let module = |body: String| format!("---- MODULE a ----\nA == {body}x\n====");
    let proof: String = (1..400).map(|n| format!("<{n}> x\n")).collect();
    vec![
        ("kotlin", "\"${".repeat(2000)),
        (
            "python",
            lines(600).collect::<String>() + &"f'{".repeat(300),
        ),
        ("python", "''${\n ".repeat(400)),
        ("ruby", format!("a = <<{word}\n b\n{word}\n")),
        ("ruby", "%w(".repeat(2000)),
        ("ruby", "\"#{".repeat(2000)),
        ("tlaplus", module("/\\ ".repeat(400))),
        ("tlaplus", module("\\/ ".repeat(400))),
        ("tlaplus", module("/\\ \\/ ".repeat(2_000))),
        ("tlaplus", module(format!("x\nTHEOREM x\n{proof}"))),
        (
            "tlaplus",
            module("x\n(* --algorithm a\nbegin\n".repeat(300)),
        ),
        ("yaml", "- ".repeat(2000)),
        ("yaml", "? ".repeat(2000)),
    ]
}

thread_local! {
    /// Grammar returned by [`recorded`].
    static GRAMMAR: Cell<*const ()> = const { Cell::new(ptr::null()) };
    /// Original serialize function of the grammar.
    static ORIGINAL: Cell<Option<Serialize>> = const { Cell::new(None) };
    /// Length of the largest state so far.
    static LARGEST: Cell<usize> = const { Cell::new(0) };
    /// Larger than any scanner may write.
    static STATE: RefCell<Vec<u8>> = RefCell::new(vec![0; 4 << 20]);
}

extern "C" fn recorded() -> *const () {
    GRAMMAR.get()
}

unsafe extern "C" fn record(scanner: *mut c_void, buffer: *mut c_char) -> c_uint {
    let serialize = ORIGINAL.get().unwrap();
    STATE.with_borrow_mut(|state| {
        // SAFETY: tree-sitter passes a scanner of the grammar that this function belongs to; the
        // buffer is far larger than tree-sitter's.
        let len = unsafe { serialize(scanner, state.as_mut_ptr().cast()) } as usize;
        LARGEST.set(LARGEST.get().max(len));
        if len > BUFFER_SIZE {
            return 0;
        }
        // SAFETY: tree-sitter's buffer has `BUFFER_SIZE` bytes, and is not part
        // of `state`.
        unsafe { ptr::copy_nonoverlapping(state.as_ptr(), buffer.cast(), len) };
        len as c_uint
    })
}

/// Code that some languages require before a construct.
const PREFIXES: &[(&str, &str)] = &[
    ("tlaplus", "---- MODULE a ----\nA == "),
    ("php", "<?php "),
    ("sql", "CREATE FUNCTION f() RETURNS int AS "),
    ("haskell", "f = "),
    ("markdown", "a\n\n"),
];

/// Openings that are not separate tokens in some grammars.
const OPENINGS: &[&str] = &[
    "\"${",
    "\"#{",
    "f'{",
    "$\"{",
    "`${",
    "''${",
    "#{",
    "%w(",
    "%q(",
    "q{",
    "qq{",
    "r#\"",
    "R\"a(",
    "[[",
    "[=[",
    "--[[",
    "/*",
    "(*",
    "{-",
    "{|",
    "{a|",
    "<<A\n",
    "<<-A ",
    "<<~A ",
    "$a$ ",
    "$$ ",
    "<a>",
    "<div>",
    "<a-b>",
    "</",
    "<!--",
    "- ",
    "? ",
    "> ",
    "* ",
    "1. ",
    "```a\n",
    "/\\ ",
    "\\/ ",
    "<1> ",
    "(* --algorithm a\nbegin\n",
    "do ",
    "case a of\n",
    "where\n",
    "let ",
    "if a:\n",
    "a:\n",
    "\\begin{a}",
    "@\"",
    "\"\"\"",
    "'''",
];

/// Text that can be nested to any depth.
struct NestedText {
    prefix: &'static str,
    unit: String,
    /// Whether each unit is a line, indented by its index.
    is_indented: bool,
}

impl NestedText {
    fn of_depth(&self, depth: usize) -> String {
        let units = (0..depth).map(|number| {
            let indent = if self.is_indented { number } else { 0 };
            " ".repeat(indent) + &self.unit
        });
        units.fold(self.prefix.to_owned(), |text, unit| text + &unit)
    }

    /// Returns the depth that overflows the buffer if each level takes one byte.
    fn full_depth(&self) -> usize {
        if self.is_indented { 700 } else { 1_200 }
    }
}

/// Returns texts that nest every non-word token of a grammar.
fn nested(language: &Language) -> Vec<NestedText> {
    let grammar = grammar_of(language);
    let tokens = (0..grammar.node_kind_count() as u16).filter_map(|id| {
        let is_token = grammar.node_kind_is_visible(id) && !grammar.node_kind_is_named(id);
        let is_name = |token: &str| token.starts_with(char::is_alphanumeric);
        grammar
            .node_kind_for_id(id)
            .filter(|token| is_token && !is_name(token))
    });
    let spaced = OPENINGS.iter().map(|opening| format!("{opening} a "));
    let openings = OPENINGS.iter().map(|opening| (*opening).to_owned());
    let units = tokens.map(|token| format!("{token} "));
    let lines = [
        "if a:\n",
        "- a:\n",
        "a = do\n",
        "/\\ a\n",
        "a where\n",
        "> a\n",
    ];
    let prefix = prefix(language);
    let text = |unit, is_indented| NestedText {
        prefix,
        unit,
        is_indented,
    };
    let mut texts: Vec<NestedText> = units
        .chain(openings)
        .chain(spaced)
        .map(|unit| text(unit, false))
        .collect();
    texts.extend(lines.map(|line| text(line.to_owned(), true)));
    texts
}

fn prefix(language: &Language) -> &'static str {
    let prefixes = PREFIXES.iter().filter(|(name, _)| *name == language.name);
    prefixes
        .map(|(_, prefix)| *prefix)
        .next()
        .unwrap_or_default()
}

/// Returns texts with long words and names.
fn long_words(language: &Language) -> Vec<String> {
    let prefix = prefix(language);
    let mut texts = Vec::new();
    for len in [255, 300, 1_023, 1_100] {
        let word = "A".repeat(len);
        for text in [
            format!("<<{word}\nb\n{word}\n"),
            format!("<<<{word}\nb\n{word}\n"),
            format!("<{word}><{word}>"),
            format!("${word}$ b ${word}$"),
            format!("{{{word}|b|{word}}}"),
            format!("R\"{word}(b){word}\""),
            format!("[{0}[b]{0}]", "=".repeat(len)),
            format!("r{0}\"b\"{0}", "#".repeat(len)),
            format!("{0}\nb\n{0}", "`".repeat(len)),
        ] {
            texts.push(format!("{prefix}{text}").repeat(1 + 1_200 / len));
        }
    }
    texts
}

/// Covers every grammar with an external scanner, including grammars added later: a larger state
/// would abort the process.
#[test]
fn the_state_of_every_scanner_is_bounded() {
    // A state that stores nesting levels is longer at the second depth. A state that grows in
    // powers of two also grows between them.
    const SHALLOW: [usize; 2] = [20, 44];
    let mut scanners = 0;
    let mut growing = 0;
    for language in languages() {
        let Some(mut parser) = recording_parser(language) else {
            continue;
        };
        scanners += 1;
        let mut check = |text: &str| {
            let largest = largest_state(&mut parser, text);
            let start: String = text.chars().take(60).collect();
            assert!(
                largest <= BUFFER_SIZE,
                "{}: {start:?} ({} bytes)",
                language.name,
                text.len()
            );
            largest
        };
        for text in nested(language) {
            let [one, other] = SHALLOW.map(|depth| check(&text.of_depth(depth)));
            if other > one {
                growing += 1;
                check(&text.of_depth(text.full_depth()));
            }
        }
        let known = known()
            .into_iter()
            .filter(|(name, _)| *name == language.name);
        for text in long_words(language)
            .into_iter()
            .chain(known.map(|(_, text)| text))
        {
            check(&text);
        }
    }
    assert!(scanners > 0 && growing > 0, "{scanners}, {growing}");
}

/// Creates a parser whose grammar records the length of its states; `None` if the grammar has no
/// scanner.
fn recording_parser(language: &Language) -> Option<Parser> {
    let raw = language.grammar.into_raw();
    // SAFETY: the function returns a pointer to a static grammar whose version another test checks.
    let has_scanner = unsafe { (*raw().cast::<GrammarLayout>()).serialize.is_some() };
    if !has_scanner {
        return None;
    }
    let patched = PatchedGrammar::new(language.grammar, |grammar| {
        ORIGINAL.set(grammar.serialize.replace(record));
    });
    // The parser refers to the grammar until the thread ends.
    GRAMMAR.set(Box::leak(Box::new(patched)).as_ptr());
    // SAFETY: `recorded` returns a static copy of a valid grammar.
    let recorded = unsafe { LanguageFn::from_raw(recorded) };
    let mut parser = Parser::new();
    parser.set_language(&recorded.into()).unwrap();
    Some(parser)
}

/// Returns the length of the largest state while the parser reads the text or its first part.
fn largest_state(parser: &mut Parser, text: &str) -> usize {
    // Number of parser callbacks after which a text is abandoned; one callback is 100 steps.
    const MAX_CALLS: u32 = 60;
    let mut calls = 0;
    let mut progress = |_: &_| {
        calls += 1;
        match calls > MAX_CALLS {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let mut read = |at: usize, _| text.as_bytes().get(at..).unwrap_or_default();
    parser.parse_with_options(&mut read, None, Some(options));
    parser.reset();
    LARGEST.replace(0)
}

/// Markup scanner states must not count tags beyond those that they store; otherwise each token
/// takes time linear in the nesting.
#[test]
#[cfg(feature = "lang-html")]
fn open_tags_that_do_not_fit_are_not_counted() {
    let mut state = [2, 0, 0xff, 0xff, 5, 6];
    assert_eq!(tags(&mut state), 6);
    assert_eq!(state, [2, 0, 2, 0, 5, 6]);
    assert_eq!(tags(&mut [1]), 1);
}
