use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use ransack_base::CancelToken;
use ransack_testing_base::tier;
use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Class, ClassUnicodeRange, Hir, HirKind};

use super::word_query;
use crate::grep::Query;
use crate::grep::matcher::CompiledGrepQuery;
use crate::grep::pattern::expression;
use crate::scan::WordQuery;

fn compile(query: &Query) -> Option<std::sync::Arc<CompiledGrepQuery>> {
    CompiledGrepQuery::get(query, &CancelToken::new()).ok()
}

fn words(query: &Query) -> String {
    compile(query).unwrap().words.to_string()
}

#[test]
fn patterns_have_the_condition() {
    for (pattern, expected) in [
        // Identifiers.
        ("kmalloc", "*kmalloc*"),
        ("if", "all"),
        (r"\bif\b", "?if?"),
        (r"\bkmalloc\b", "?kmalloc?"),
        (r"\<kmalloc\>", "?kmalloc?"),
        (r"\b{start-half}kmalloc\b{end-half}", "?kmalloc?"),
        (r"(?-u:\b)kmalloc(?-u:\b)", "?kmalloc?"),
        (r"\Bkmalloc\B", "*kmalloc*"),
        (r"\b[A-Z]+_SUSPEND\b", "*_SUSPEND?"),
        (r"\w+_init\b", "*_init?"),
        // A byte order mark may precede the first line.
        ("^kmalloc$", "?kmalloc"),
        (r"\Akmalloc\z", "?kmalloc"),
        // Strings and their neighbours.
        (r"foo\(", "*foo"),
        (r"\bfoo\(", "?foo"),
        (r"foo\s*\(", "*foo?"),
        (r"foo[ \t]*\(", "*foo"),
        (r"(?-u:\s)foo[ (]", "foo"),
        (r"static int \w+_init", "(*static & int & *_init*)"),
        (r"a->next == NULL", "(-> & next & == & NULL*)"),
        (r"foo.bar", "(*foo* & *bar*)"),
        (r"foo\.bar", "(*foo & bar*)"),
        (r"foo[^\w]bar", "(*foo? & ?bar*)"),
        (r"foo\d+bar", "(*foo# & #bar*)"),
        (r"\bfoo[0-9]*\b", "?foo*"),
        (r"\bfoo[0-9]*\b{end-half}", "?foo#"),
        (r"\bfoo\s*$", "?foo?"),
        (r"\bfoo\b.*\bbar\b", "(?foo? & ?bar?)"),
        ("use std::{fmt, io};", "(*use & std & ::{ & fmt & io & };*)"),
        // Repetitions.
        ("colou?rs", "(*colors* | *colours*)"),
        (r"\b(un)?lock\b", "(?lock? | ?unlock?)"),
        ("(un)?lock", "*lock*"),
        ("foo(?:bar)*baz", "(*foo* & *baz*)"),
        ("abc+def", "(*abc* & *cdef*)"),
        ("foo(?:_bar)+", "*foo_bar*"),
        ("foo(?:_bar)+baz", "(*foo_bar* & *_barbaz*)"),
        (r"(ab){3}c", "*abababc*"),
        (r"x(ab){3,}c", "(*xab* & *abc*)"),
        ("abc(x|)*", "*abc*"),
        ("abc|", "all"),
        ("(abc)?", "all"),
        (".*", "all"),
        // Alternations.
        ("foo|bar", "(*foo* | *bar*)"),
        ("(foo|bar)_baz", "(*foo_baz* | *bar_baz*)"),
        (r"\b(foo|bar)\s*\(", "(?foo? | ?bar?)"),
        (
            r"\b(?:get|set)_(?:a|b)\b",
            "(?get_a? | ?set_a? | ?get_b? | ?set_b?)",
        ),
        (
            r"(foo|bar)\w*(baz|quux)",
            "((*foo* | *bar*) & (*baz* | *quux*))",
        ),
        (r"(foo\w+|bar)_baz", "((*foo* & *_baz*) | *bar_baz*)"),
        ("(^|[^a-z_])foo", "*foo*"),
        (r"(^|\s)foo", "?foo*"),
        ("[^[:ascii:]]|foo", "all"),
        // Classes.
        ("[Ff]oobar", "(*Foobar* | *foobar*)"),
        ("[a-c]_x", "(*a_x* | *b_x* | *c_x*)"),
        ("foo[a-z]bar", "(*foo* & *bar*)"),
        ("foo[_-]bar", "((*foo & bar*) | *foo_bar*)"),
        ("[a&&b]foo", "none"),
        ("[a&&b]foo|bar", "*bar*"),
        // Case.
        ("(?i)readme", "i:*readme*"),
        (r"(?i)\breadme\b", "i:?readme?"),
        (r"(?i)\bkey\b", "i:?key?"),
        (r"(?i)key = Value", "(i:*key & i:value*)"),
        (r"(?i:read)Me", "i:*readme*"),
        (r"(?i-u)readme", "i:*readme*"),
        // Beyond ASCII.
        ("\u{e9}t\u{e9}", r"*\xc3\xa9t\xc3\xa9*"),
        ("(?i)\u{e9}t", r"i:*\xc3\x89t*"),
        ("\u{ab}foo\u{bb}", r"*\xc2\xabfoo\xc2\xbb*"),
        ("\\b\u{e9}t\u{e9}\\b", r"?\xc3\xa9t\xc3\xa9?"),
        ("\\b\u{ab}foo", r"*\xc2\xabfoo*"),
        (r"(?-u:\xff)foo", r"*\xfffoo*"),
        (r"(?-u:\xff)(?i:foo)", "i:*foo*"),
    ] {
        assert_eq!(words(&Query::new(pattern)), expected, "{pattern}");
    }
}

#[test]
fn options_change_the_condition() {
    let literal = Query::new("foo.(x)").literal(true);
    assert_eq!(words(&literal), "(*foo & .( & x)");
    let foo = Query::new("foo");
    assert_eq!(words(&foo.clone().word(true)), "?foo?");
    assert_eq!(words(&foo.clone().ignore_case(true)), "i:*foo*");
    assert_eq!(
        words(&foo.clone().literal(true).ignore_case(true)),
        "i:*foo*"
    );
    assert_eq!(words(&foo.clone().smart_case(true)), "i:*foo*");
    assert_eq!(words(&Query::new("Foo").smart_case(true)), "*Foo*");
    assert_eq!(words(&foo.clone().invert(true)), "all");
    assert_eq!(words(&foo.patterns(["foo", "bar"])), "(*foo* | *bar*)");
    let lines = Query::new("foo\nbar").multiline(true);
    assert_eq!(words(&lines), "(*foo & bar*)");
}

#[test]
fn long_words_are_looked_up() {
    let long = "x".repeat(40);
    let query = Query::new(format!(r"\b{long}\b"));
    assert_eq!(words(&query), format!(r"(?{long}? | \x01)"));
    for (text, holds) in [
        (long.clone(), true),
        (format!("{long}y"), false),
        (format!("\u{ab}{long}\u{bb}"), true),
        (
            format!("{}{long}{}", "\u{ab}".repeat(30), "\u{bb}".repeat(30)),
            true,
        ),
    ] {
        let words = &compile(&query).unwrap().words;
        assert_eq!(words.holds_for(text.as_bytes()), holds, "{text}");
    }
}

#[test]
fn large_patterns_have_a_bounded_condition() {
    let alternatives = |count: usize| {
        let names: Vec<String> = (0..count).map(|n| format!("name_{n}_x")).collect();
        names.join("|")
    };
    let some = compile(&Query::new(format!(r"\b({})\b", alternatives(200)))).unwrap();
    assert_eq!(some.words.patterns(), 200);
    assert!(some.words.holds_for(b"a name_17_x"));
    assert!(!some.words.holds_for(b"name_17_xy"));
    for (name, query) in [
        ("alternation", Query::new(alternatives(300_000))),
        ("literal", Query::new("xy".repeat(2_000_000)).literal(true)),
        ("gaps", Query::new("foo.*bar.*".repeat(20_000))),
        ("products", Query::new("(foo|ba[rz]?)".repeat(20_000))),
        (
            "nested",
            Query::new(format!("{}x{}", "(?:a?b".repeat(80), ")+".repeat(80))),
        ),
        (
            "nested choice",
            Query::new(format!(
                "{}x{}",
                "(?:ab|cd|e".repeat(60),
                "foo)?".repeat(60)
            )),
        ),
        (
            "patterns",
            Query::default().patterns((0..100_000).map(|n| format!("p{n}"))),
        ),
    ] {
        let each = |pattern: &String| expression(pattern, &query, false).unwrap();
        let words = word_query(&query.patterns.iter().map(each).collect::<Vec<_>>());
        assert!(words.patterns() <= 1024, "{name}: {}", words.patterns());
    }
}

/// Characters of patterns and texts.
const ALPHABET: [&str; 26] = [
    "a", "b", "A", "B", "k", "K", "s", "S", "f", "o", "0", "7", "_", "-", ".", "(", ";", " ", "\n",
    "\r\n", "\u{e9}", "\u{c9}", "\u{ab}", "\u{212a}", "\u{17f}", "\u{2026}",
];

const WORDS: &str = "foo kso b_s7 Kfs s\u{e9}s \u{ab}o\u{bb}";

const CLASSES: &str = r"
    . \w \s \W \d [^\w] [a-c] [Ff] [kK] [sf] [\x20\t] [_-] [;.] [\x00-\x7f] [^a] (?s:.) \x00
    [Kk\u{212a}] [\u{e9}\u{c9}] [\u{ab}\u{bb}] [\u{17f}] (?-u:\s) (?-u:\W) (?-u:[^a]) (?-u:\xc3)
    (?-u:\xa9) (?-u:[\x80-\xff]) (?-u:\xff)";

const LOOKS: &str = r"
    \b \B ^ $ \A \z \< \> \b{start-half} \b{end-half} (?-u:\b) (?-u:\B) (?-u:\<)
    (?-u:\b{end-half})";

const REPETITIONS: &str = "* + ? +? {2} {0,2} {2,} {1,3} {3} {0}";

const FLAGS: &str = "(?: (?i: (?i: (?i-u: (?-i: (";

fn one_of(list: &'static str) -> impl Strategy<Value = String> + Clone {
    let list: Vec<String> = list.split_ascii_whitespace().map(str::to_owned).collect();
    prop::sample::select(list)
}

/// Strategy for patterns over the alphabet.
fn pattern() -> impl Strategy<Value = String> {
    let literal = prop::collection::vec(prop::sample::select(ALPHABET.to_vec()), 1..6)
        .prop_map(|letters| regex_syntax::escape(&letters.concat()));
    // Words with an optional part between them.
    let between = prop_oneof![
        (one_of(CLASSES), one_of(REPETITIONS)).prop_map(|(class, repeat)| class + &repeat),
        (one_of(LOOKS), one_of(CLASSES), one_of("? *")).prop_map(|(a, b, c)| a + &b + &c),
        one_of(CLASSES),
        one_of(LOOKS),
    ];
    let between = (one_of(WORDS), between, one_of(WORDS), any::<[bool; 2]>());
    let between = between.prop_map(|(left, between, right, [starts, any_case])| {
        let right = if starts { "" } else { &right };
        let left = if any_case {
            format!("(?i:{left})")
        } else {
            left
        };
        match starts {
            true => format!("{between}{left}"),
            false => format!("{left}{between}{right}"),
        }
    });
    let atom = prop_oneof![
        4 => literal,
        3 => one_of(WORDS),
        3 => one_of(CLASSES),
        3 => one_of(LOOKS),
        3 => between,
    ];
    atom.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            5 => prop::collection::vec(inner.clone(), 2..5).prop_map(|parts| parts.concat()),
            2 => prop::collection::vec(inner.clone(), 2..4)
                .prop_map(|parts| format!("(?:{})", parts.join("|"))),
            2 => (inner.clone(), one_of(REPETITIONS))
                .prop_map(|(part, repeat)| format!("(?:{part}){repeat}")),
            1 => (one_of(FLAGS), inner).prop_map(|(flag, part)| format!("{flag}{part})")),
        ]
    })
}

/// Source of choices.
struct HirChoices(u64);

impl HirChoices {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// Appends a string that an expression matches if its assertions hold there.
fn append_match(hir: &Hir, choices: &mut HirChoices, text: &mut Vec<u8>) {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => text.extend_from_slice(&literal.0),
        HirKind::Class(Class::Unicode(class)) => {
            let letters = ALPHABET.iter().filter_map(|letter| letter.chars().next());
            let is_member = |c: &char| class.iter().any(|r| (r.start()..=r.end()).contains(c));
            let mut members: Vec<char> = letters.filter(is_member).collect();
            members.extend(class.iter().take(3).map(ClassUnicodeRange::start));
            if !members.is_empty() {
                let member = members[choices.below(members.len())];
                text.extend_from_slice(member.to_string().as_bytes());
            }
        }
        HirKind::Class(Class::Bytes(class)) => {
            let members: Vec<u8> = class.iter().flat_map(|r| r.start()..=r.end()).collect();
            if !members.is_empty() {
                text.push(members[choices.below(members.len())]);
            }
        }
        HirKind::Repetition(repetition) => {
            let more = choices.below(4) as u32;
            let count = repetition
                .max
                .map_or(u32::MAX, |max| max)
                .min(repetition.min + more);
            (0..count).for_each(|_| append_match(&repetition.sub, choices, text));
        }
        HirKind::Capture(capture) => append_match(&capture.sub, choices, text),
        HirKind::Concat(parts) => parts
            .iter()
            .for_each(|part| append_match(part, choices, text)),
        HirKind::Alternation(parts) => {
            append_match(&parts[choices.below(parts.len())], choices, text);
        }
    }
}

/// Appends text that may be next to a match.
fn append_context(choices: &mut HirChoices, text: &mut Vec<u8>) {
    match choices.below(8) {
        0 | 1 => {}
        2 => text.extend_from_slice("ab".repeat(10 + choices.below(60)).as_bytes()),
        3 => text.extend_from_slice("\u{ab}k".repeat(5 + choices.below(40)).as_bytes()),
        4 => text.push([0xa9, 0xff, 0xc3][choices.below(3)]),
        _ => {
            for _ in 0..choices.below(4) {
                text.extend_from_slice(ALPHABET[choices.below(ALPHABET.len())].as_bytes());
            }
        }
    }
}

/// Returns texts, many of which match the pattern.
fn texts(pattern: &str, seed: u64) -> BTreeSet<Vec<u8>> {
    let mut choices = HirChoices(seed);
    let hir = ParserBuilder::new()
        .utf8(false)
        .multi_line(true)
        .crlf(true)
        .build()
        .parse(pattern);
    let hir = hir.unwrap_or_else(|_| Hir::empty());
    let mut texts = BTreeSet::new();
    for _ in 0..12 {
        let mut text = Vec::new();
        append_context(&mut choices, &mut text);
        append_match(&hir, &mut choices, &mut text);
        let is_other_case = choices.below(3) == 0;
        append_context(&mut choices, &mut text);
        if is_other_case {
            text = change_case(&text, &mut choices);
        }
        texts.insert(text);
    }
    texts
}

fn change_case(text: &[u8], choices: &mut HirChoices) -> Vec<u8> {
    let mut changed = Vec::new();
    for chunk in text.utf8_chunks() {
        for c in chunk.valid().chars() {
            let equal = crate::scan::equal_by_case(c);
            let equal: Vec<char> = equal.iter().flat_map(|r| r.start()..=r.end()).collect();
            let c = equal[choices.below(equal.len())];
            changed.extend_from_slice(c.to_string().as_bytes());
        }
        changed.extend_from_slice(chunk.invalid());
    }
    changed
}

/// Returns the number of matching texts, and checks that each satisfies the condition.
fn check(query: &Query, texts: impl IntoIterator<Item = Vec<u8>>) -> Result<usize, TestCaseError> {
    let Some(compiled) = compile(query) else {
        return Ok(0);
    };
    let mut matches = 0;
    for text in texts {
        if crate::grep::has_match(&text, query, &CancelToken::new()).unwrap() {
            matches += 1;
            prop_assert!(
                compiled.words.holds_for(&text),
                "{:?} in {:?}: {}",
                query,
                text.escape_ascii().to_string(),
                compiled.words
            );
        }
    }
    Ok(matches)
}

#[test]
fn texts_with_a_match_that_are_rarely_generated_fulfil_the_condition() {
    for (pattern, text) in [
        (r"(?-u:\xa9)(?i:kso)", &b"\xc3\xa9KSO"[..]),
        (r"(?i:kso)(?-u:\xc3)", b"KSO\xc3\xa9"),
        (r"(?:x;?)*kso", b"xkso"),
        (r"(?:;x?)*kso", b";kso"),
        (r";(?:x;?)*kso", b";xkso"),
        (r"(?:\.foo;*)+_x", b".foo_x"),
        (r"(?:\.foo)+_x", b".foo.foo_x"),
        (r"(?i)\bkey\b", "\u{ab}\u{212a}EY\u{bb}".as_bytes()),
        (r"(?-u:\b)(?i:foo)(?-u:\b)", "\u{17f}foo\u{17f}".as_bytes()),
        (r"(?:a|\b)foo(?:b|\b)", b"afoob"),
        ("\\b\u{ab}foo", "a\u{ab}foo".as_bytes()),
        (r"foo\b\S*bar", "foo\u{2026}bar".as_bytes()),
    ] {
        let matches = check(&Query::new(pattern), [text.to_vec()]).unwrap();
        assert_eq!(matches, 1, "{pattern}");
    }
    let after_mark = compile(&Query::new("^kmalloc")).unwrap();
    assert!(after_mark.words.holds_for("\u{feff}kmalloc".as_bytes()));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: tier::cases(4000),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_text_with_a_match_fulfils_the_condition(
        patterns in prop_oneof![
            4 => prop::collection::vec(pattern(), 1),
            1 => prop::collection::vec(pattern(), 2..4),
        ],
        options in prop::array::uniform6(any::<bool>()),
        seed in any::<u64>(),
    ) {
        let [ignore_case, smart_case, word, literal, multiline, dot_all] = options;
        let query = Query::default()
            .patterns(patterns.iter().map(String::as_str))
            .ignore_case(ignore_case && seed % 2 == 0)
            .smart_case(smart_case)
            .word(word)
            .literal(literal && seed % 4 == 0)
            .multiline(multiline || seed % 3 > 0)
            .dot_all(dot_all);
        for (pattern, at) in patterns.iter().zip(0..) {
            check(&query, texts(pattern, seed ^ at))?;
        }
    }
}

#[test]
fn many_of_the_generated_texts_match() {
    let mut runner = TestRunner::deterministic();
    let (mut matches, mut selective) = (0, 0);
    for seed in 0..500 {
        let tree = pattern().new_tree(&mut runner).unwrap();
        let pattern = tree.current();
        let query = Query::new(&pattern).multiline(true);
        let found = check(&query, texts(&pattern, seed)).unwrap();
        matches += found;
        if compile(&query).is_some_and(|compiled| compiled.words != WordQuery::All) {
            selective += found;
        }
    }
    assert!(matches > 1500, "{matches}");
    assert!(selective > 500, "{selective}");
}
