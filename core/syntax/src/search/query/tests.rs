use std::collections::BTreeMap;

use ransack_base::CancelToken;
use ransack_grammars::Language;
use ransack_grammars::internal::{Parsers, WorkBudget};
use ransack_search::internal::WordQuery;
use ransack_testing_base::tier;

use crate::options::AstQuery;
use crate::search::prefilter::Candidates;
use crate::search::query::CompiledQuery;
use crate::search::text::{self, SearchTarget};
use crate::strictness::Strictness;

/// Row of a pattern table: language, pattern, and two texts in the language.
struct QueryRow {
    language: &'static Language,
    pattern: String,
    texts: [String; 2],
}

/// Returns the rows for languages in this build.
fn rows() -> Vec<QueryRow> {
    let mut rows = Vec::new();
    for file in ["patterns.txt", "pattern_gaps.txt"] {
        let path = format!("{}/../tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
        let table = std::fs::read_to_string(path).unwrap();
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let cells: Vec<String> = line.split(" ¦ ").map(|c| c.replace("\\n", "\n")).collect();
            let [language, _, pattern, matching, other] = &cells[..] else {
                panic!("five cells: {line}");
            };
            if let Some(language) = Language::from_name(language) {
                rows.push(QueryRow {
                    language,
                    pattern: pattern.clone(),
                    texts: [matching.clone(), other.clone()],
                });
            }
        }
    }
    rows
}

fn compile(pattern: &str, strictness: Strictness) -> CompiledQuery {
    let query = AstQuery {
        patterns: vec![pattern.to_owned()],
        strictness,
        ..AstQuery::default()
    };
    CompiledQuery::new(&query, &CancelToken::new()).unwrap()
}

fn words(pattern: &str, language: &str) -> WordQuery {
    let host = Language::from_name(language).unwrap();
    let query = compile(pattern, Strictness::Smart);
    query.word_query(SearchTarget { host, only: None }).clone()
}

fn has_match(query: &CompiledQuery, text: &str, target: SearchTarget) -> bool {
    let token = CancelToken::new();
    let mut hits = Vec::new();
    let searched = text::search(
        text.as_bytes(),
        target,
        query,
        &mut Parsers::default(),
        usize::MAX,
        &mut WorkBudget::new(&token, None),
        &mut hits,
    );
    assert!(searched.is_ok());
    !hits.is_empty()
}

#[test]
fn patterns_have_the_condition() {
    for (language, pattern, expected) in [
        ("c", "kfree($A)", "#kfree?"),
        ("c", "$A->next = list_head", "(#list_head? & *next*)"),
        ("c", "static int $F() { $$$ }", "(*int* & *static*)"),
        ("c", "$A + $B", "all"),
        ("javascript", "console.log($A)", "(#console? & *log*)"),
        ("javascript", "$x = 1; $y$z()", "(x? & y)"),
        (
            "python",
            "logging.getLogger($A)",
            "(*getLogger* & *logging*)",
        ),
        // Different quotes match too.
        ("javascript", "require('fs')", "#require?"),
        ("c", "puts(\"a long string\")", "(long & string* & *puts*)"),
    ] {
        let found = words(pattern, language).to_string();
        assert_eq!(found, expected, "{language}: {pattern}");
    }
}

#[test]
fn a_whole_token_is_required() {
    let kfree = words("kfree($A)", "c");
    for (text, holds) in [
        ("kfree(p);", true),
        ("p=kfree\n(p);", true),
        ("\u{feff}kfree(p);", true),
        ("kfree_skb(p); my_kfree(p);", false),
        // A digit may end a number before the token.
        ("0kfree(p);", true),
    ] {
        assert_eq!(kfree.holds_for(text.as_bytes()), holds, "{text}");
    }
}

#[test]
fn queries_with_several_parts_have_a_condition() {
    let host = Language::from_name("c").unwrap();
    let target = SearchTarget { host, only: None };
    let query = |patterns: &[&str], rule: Option<&str>| {
        let query = AstQuery {
            patterns: patterns.iter().map(|&pattern| pattern.to_owned()).collect(),
            rule: rule.map(str::to_owned),
            ..AstQuery::default()
        };
        let query = CompiledQuery::new(&query, &CancelToken::new()).unwrap();
        query.word_query(target).to_string()
    };
    assert_eq!(
        query(&["kfree($A)", "vfree($A)"], None),
        "(#kfree? | #vfree?)"
    );
    assert_eq!(query(&["kfree($A)", "$A"], None), "all");
    assert_eq!(query(&["kfree($A)"], Some("kind: comment")), "all");
    // Invalid; a search reports it.
    assert_eq!(query(&["kfree($A"], None), "all");
}

#[test]
fn hosts_are_skipped_for_one_embedded_language_only() {
    let language = |name| Language::from_name(name).unwrap();
    let (markdown, c) = (language("markdown"), language("c"));
    let query = compile("kfree($A)", Strictness::Smart);
    let words = |only| {
        query.word_query(SearchTarget {
            host: markdown,
            only,
        })
    };
    assert_eq!(*words(None), WordQuery::All);
    assert_eq!(words(Some(c)).to_string(), "#kfree?");
    let text = "# A\n\n```c\nvoid f(void) { kfree(p); }\n```\n";
    for only in [None, Some(c)] {
        let target = SearchTarget {
            host: markdown,
            only,
        };
        assert!(has_match(&query, text, target));
        assert!(words(only).holds_for(text.as_bytes()));
    }
}

#[test]
fn code_with_a_match_fulfils_the_condition() {
    let (mut matches, mut selective) = (0, 0);
    for (at, row) in rows().into_iter().enumerate().step_by(tier::every()) {
        let target = SearchTarget {
            host: row.language,
            only: None,
        };
        let all = [
            Strictness::Smart,
            Strictness::Relaxed,
            Strictness::Cst,
            Strictness::Template,
        ];
        // Other levels only for some rows, since compiling a pattern takes milliseconds.
        for strictness in &all[..if at % 8 == 0 { 4 } else { 1 }] {
            let query = compile(&row.pattern, *strictness);
            let [text, _] = &row.texts;
            if has_match(&query, text, target) {
                let words = query.word_query(target);
                matches += 1;
                selective += usize::from(*words != WordQuery::All);
                let holds = words.holds_for(text.as_bytes());
                assert!(
                    holds,
                    "{}: {} in {text}: {words}",
                    row.language.name, row.pattern
                );
            }
        }
    }
    assert!(matches > 600 / tier::every(), "{matches}");
    assert!(selective > 400 / tier::every(), "{selective}");
}

/// Source of pseudo-random choices.
struct PatternChoices(u64);

impl PatternChoices {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % bound
    }
}

/// Returns a text with some characters inserted or removed.
fn changed(text: &str, choices: &mut PatternChoices) -> String {
    const INSERTED: [&str; 12] = [
        "a",
        "_",
        "7",
        "\u{e9}",
        "\u{ab}",
        "$",
        "-",
        "@",
        "(",
        " ",
        "\n",
        "xxxxxxxxxxxxxxxxxxxxxxxx",
    ];
    let mut chars: Vec<String> = text.chars().map(|c| c.to_string()).collect();
    for _ in 0..1 + choices.below(4) {
        let at = choices.below(chars.len() + 1);
        match choices.below(4) {
            0 if at < chars.len() => drop(chars.remove(at)),
            _ => {
                let inserted = INSERTED[choices.below(INSERTED.len())];
                chars.insert(at, inserted.repeat(1 + choices.below(5)));
            }
        }
    }
    chars.concat()
}

#[test]
fn text_with_candidates_fulfils_the_condition() {
    let mut by_language: BTreeMap<&str, Vec<QueryRow>> = BTreeMap::new();
    for row in rows() {
        by_language.entry(row.language.name).or_default().push(row);
    }
    let mut choices = PatternChoices(1);
    let (mut accepted, mut rejected) = (0, 0);
    let source = |name: &str| {
        let path = format!("{}/../{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).unwrap()
    };
    let files = [
        "syntax/src/search/query.rs",
        "search/src/glob/mod.rs",
        "search/src/scan/words.rs",
        "src/lib.rs",
    ]
    .map(source);
    for (language, rows) in &by_language {
        let texts: Vec<String> = rows.iter().flat_map(|row| row.texts.clone()).collect();
        let mut whole = vec![texts.concat()];
        if *language == "rust" {
            whole.extend(files.clone());
        }
        for row in rows.iter().step_by(tier::every()) {
            let query = compile(&row.pattern, Strictness::Smart);
            let Ok(query) = query.in_language(row.language) else {
                continue;
            };
            let near = (0..tier::cases(40)).map(|_| changed(&row.texts[0], &mut choices));
            let other = texts.iter().step_by(7).cloned();
            let copies = near.chain(other).chain(whole.clone());
            for text in copies {
                let text = text.as_bytes();
                let holds = query.words.holds_for(text);
                assert!(!holds || query.words.may_hold_for(text), "{}", query.words);
                let has_candidates = query.candidates(text, false) != Candidates::None;
                assert!(
                    holds || !has_candidates,
                    "{}: {} in {}: {}",
                    row.language.name,
                    row.pattern,
                    text.escape_ascii(),
                    query.words
                );
                accepted += usize::from(has_candidates && query.words != WordQuery::All);
                rejected += usize::from(!holds);
            }
        }
    }
    assert!(accepted > 10_000 / tier::every(), "{accepted}");
    assert!(rejected > 1000 / tier::every(), "{rejected}");
}
