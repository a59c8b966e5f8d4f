//! Compares the engines with each other and with the `regex` crate.

use proptest::prelude::*;
use ransack_base::{AbortReason, CancelToken};
use ransack_testing_base::tier;
use regex_automata::meta;
use regex_automata::util::syntax;
use regex_syntax::hir::Hir;

use super::lazy_dfa::Attempt;
use super::*;

/// Engines for patterns in which `^` and `$` match at line boundaries.
struct Built {
    oracle: meta::Regex,
    engines: Interruptible,
    engine: RegexEngine,
}

fn build(patterns: &[&str]) -> Option<Built> {
    let config = syntax::Config::new()
        .utf8(false)
        .multi_line(true)
        .crlf(true);
    let hirs: Vec<Hir> = patterns
        .iter()
        .map(|pattern| syntax::parse_with(pattern, &config).ok())
        .collect::<Option<_>>()?;
    let oracle = meta::Regex::builder()
        .configure(meta::Config::new().utf8_empty(false))
        .build_many_from_hir(&hirs)
        .ok()?;
    let matcher = grep_regex::RegexMatcherBuilder::new()
        .multi_line(true)
        .crlf(true)
        .line_terminator(None)
        .build_many(patterns)
        .ok()?;
    Some(Built {
        engines: Interruptible::new(&hirs, cost(&hirs))?,
        engine: RegexEngine::new(matcher, Some(oracle.clone()), hirs),
        oracle,
    })
}

impl Built {
    /// Finds the matches with the `regex` crate, starting each search where the rule says.
    fn expected(&self, text: &[u8], following: Following) -> Vec<MatchSpan> {
        let span = |found: regex_automata::Match| MatchSpan {
            start: found.start(),
            end: found.end(),
            pattern: found.pattern().as_u32(),
        };
        if following == Following::Disjoint {
            return self.oracle.find_iter(text).map(span).collect();
        }
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(next) = self.oracle.find(Input::new(text).range(at..)).map(span) {
            found.push(next);
            at = match following {
                Following::NextLine => {
                    let last = next.end - usize::from(next.end > next.start);
                    let feed = text[last..].iter().position(|&b| b == b'\n');
                    feed.map_or(text.len(), |feed| last + feed + 1)
                }
                _ if next.end > next.start => next.end,
                _ => next.end + 1,
            };
            if at > text.len() || (following == Following::NextLine && at == text.len()) {
                break;
            }
        }
        found
    }

    /// Returns the simulation's matches and its steps.
    fn simulated(
        &self,
        text: &[u8],
        following: Following,
        max_pending: usize,
        prefilter: bool,
    ) -> (Vec<MatchSpan>, u64) {
        let prefilter = self.engines.prefilter.as_ref().filter(|_| prefilter);
        let simulation = self
            .engines
            .simulation
            .clone()
            .with_max_pending(max_pending);
        let mut found = Vec::new();
        let token = CancelToken::new();
        let mut meter = Meter::new(&token);
        let mut each = |span| {
            found.push(span);
            true
        };
        let mut caches = self.engines.caches.get();
        let input = &mut EngineInput {
            prefilter,
            ..self.engines.input(text, &mut meter)
        };
        let position = SearchPosition::start(following);
        simulation
            .each_match(&mut caches.simulation, input, position, &mut each)
            .unwrap();
        (found, meter.total)
    }

    /// Returns the lazy automaton's matches, and the position where it gave up.
    fn by_dfa(&self, text: &[u8], following: Following) -> (Vec<MatchSpan>, Option<usize>) {
        let mut found = Vec::new();
        let mut position = SearchPosition::start(following);
        let mut caches = self.engines.caches.get();
        let (Some(dfa), Some(cache)) = (&self.engines.lazy_dfa, &mut caches.lazy_dfa) else {
            return (found, Some(0));
        };
        let token = CancelToken::new();
        let mut meter = Meter::new(&token);
        let input = &mut self.engines.input(text, &mut meter);
        let attempt = dfa.each_match(cache, input, &mut position, &mut |span| {
            found.push(span);
            true
        });
        let gave_up = matches!(attempt.unwrap(), Attempt::GaveUp);
        (found, gave_up.then_some(position.at))
    }

    /// Returns the matches of all engines together, as a search uses them, and the steps.
    fn found(&self, text: &[u8], following: Following) -> (Vec<MatchSpan>, u64) {
        let mut found = Vec::new();
        let token = CancelToken::new();
        let mut meter = Meter::new(&token);
        self.engine
            .each_match(text, following, &mut meter, |span| {
                found.push(span);
                true
            })
            .unwrap();
        (found, meter.total)
    }
}

fn pattern() -> impl Strategy<Value = String> {
    let atom = prop::sample::select(vec![
        "a",
        "b",
        "ab",
        "ba",
        "c",
        "ä",
        ".",
        "(?s:.)",
        "[ab]",
        "[^a]",
        r"\w",
        r"\W",
        r"\s",
        "^",
        "$",
        r"\b",
        r"\B",
        "(?-u:\\b)",
        "",
        "\n",
        "(?-u:\\xA4)",
        r"\b{start}",
        r"\A",
        r"\z",
    ]);
    let leaf = atom.prop_map(str::to_owned);
    leaf.prop_recursive(4, 24, 4, |inner| {
        let repeat = prop::sample::select(vec![
            "*", "+", "?", "*?", "+?", "??", "{2}", "{0,2}", "{2,}?", "{3}",
        ]);
        prop_oneof![
            3 => prop::collection::vec(inner.clone(), 1..4).prop_map(|parts| parts.concat()),
            2 => prop::collection::vec(inner.clone(), 2..4)
                .prop_map(|parts| format!("(?:{})", parts.join("|"))),
            2 => (inner, repeat).prop_map(|(part, repeat)| format!("(?:{part}){repeat}")),
        ]
    })
}

fn text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(vec![
        &b"a"[..],
        b"b",
        b"c",
        b"ab",
        b"aab",
        "ä".as_bytes(),
        b"\xA4",
        b" ",
        b"\n",
        b"\r\n",
        b"x",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: tier::cases(2000),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_engine_finds_the_matches_of_the_regex_crate(
        patterns in prop::collection::vec(pattern(), 1..4), text in text(),
    ) {
        let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
        let Some(built) = build(&patterns) else { return Ok(()) };
        for following in [Following::Disjoint, Following::Adjacent, Following::NextLine] {
            let expected = built.expected(&text, following);
            for max_pending in [0, 1, 3, usize::MAX] {
                for prefilter in [true, false] {
                    let (found, _) = built.simulated(&text, following, max_pending, prefilter);
                    prop_assert_eq!(
                        &found, &expected, "simulation, {:?}, {} pending", following, max_pending
                    );
                }
            }
            let (found, gave_up) = built.by_dfa(&text, following);
            match gave_up {
                None => prop_assert_eq!(&found, &expected, "automaton, {:?}", following),
                Some(_) => prop_assert!(expected.starts_with(&found), "{:?}", following),
            }
            prop_assert_eq!(built.found(&text, following).0, expected, "{:?}", following);
        }
        let expected = built.expected(&text, Following::Disjoint);

        let token = CancelToken::new();
        let mut caches = built.engines.caches.get();
        let mut meter = Meter::new(&token);
        let input = &mut built.engines.input(&text, &mut meter);
        let has_match = built
            .engines
            .simulation
            .has_match(&mut caches.simulation, input);
        prop_assert_eq!(has_match, Ok(!expected.is_empty()));
        if let (Some(dfa), Some(cache)) = (&built.engines.lazy_dfa, &mut caches.lazy_dfa)
            && let Attempt::Done(has_match) =
                dfa.has_match(cache, input).unwrap()
        {
            prop_assert_eq!(has_match, !expected.is_empty());
        }
    }
}

/// Patterns that take quadratic time, or time proportional to their own size, with other engines.
fn hostile() -> Vec<(&'static str, &'static [u8])> {
    vec![
        ("a{65535}", b"a"),
        ("a{2000}b", b"a"),
        ("[A-Z].*b|[A-Z]", b"A"),
        ("[A-Z](?s:.)*b|[A-Z]", b"A"),
        ("[A-Z](?s:.)*b|[A-Z]", b"A\n"),
        ("(?:a{1,50}){1,50}b", b"a"),
        ("(?:.*a){12}b", b"a"),
        ("(?:a|b|ab)*c|a", b"ab"),
        (r"\w{60}x|\w", "aä".as_bytes()),
        (r"\b\w+\b.*z|\b", "ä ".as_bytes()),
        ("a*?b|a", b"a"),
        ("(?:a?){30}a{30}b|a", b"a"),
        ("[ab]*a[ab]{12}c|b", b"ab"),
        ("x*", b"ab"),
        ("^.*$", b"a\n"),
    ]
}

#[test]
fn all_matches_take_steps_proportional_to_the_text() {
    check_steps(0);
}

#[test]
fn all_matches_take_steps_proportional_to_the_text_with_the_other_patterns() {
    check_steps(1);
}

/// Counts the steps of every other hostile pattern from `first` on.
fn check_steps(first: usize) {
    for (pattern, unit) in hostile().into_iter().skip(first).step_by(2) {
        let built = build(&[pattern]).unwrap();
        let states = built.engines.simulation.states() as u64;
        let steps = |len: usize| {
            let text = unit.repeat(len / unit.len());
            let bound = 4 * states * (text.len() as u64 + 1);
            let rules = [
                Following::Disjoint,
                Following::Adjacent,
                Following::NextLine,
            ];
            let steps = rules.map(|following| {
                let (_, steps) = built.simulated(&text, following, usize::MAX, true);
                assert!(
                    steps <= bound,
                    "{pattern}, {following:?}: {steps} of {bound}"
                );
                steps
            });
            steps.into_iter().max().unwrap_or_default()
        };
        if states > 10_000 {
            // The number of threads grows up to the length of the repetition.
            steps(300);
            continue;
        }
        let (short, long) = (steps(3000), steps(6000));
        assert!(
            long <= 5 * short / 2 + 1000,
            "{pattern}: {short} and {long}"
        );
    }
}

#[test]
fn rescans_are_bounded() {
    // From each match to the next, 300 kB are read to the end: 45 GB in total.
    let text = b"A".repeat(300_000);
    for pattern in ["[A-Z].*b|[A-Z]", "[A-Z](?s:.)*b|[A-Z]"] {
        let built = build(&[pattern]).unwrap();
        let (found, steps) = built.found(&text, Following::Disjoint);
        assert_eq!(found.len(), text.len());
        assert!(steps < 200 * text.len() as u64, "{pattern}: {steps}");
    }
    let lines = b"A\n".repeat(150_000);
    let built = build(&["[A-Z](?s:.)*b|[A-Z]"]).unwrap();
    let (found, steps) = built.found(&lines, Following::NextLine);
    assert_eq!(found.len(), lines.len() / 2);
    assert!(steps < 200 * lines.len() as u64, "{steps}");
}

/// Patterns like the hostile ones, with other classes, bounds and nestings.
fn neighbour() -> impl Strategy<Value = String> {
    let class = || prop::sample::select(vec!["a", "[ab]", ".", "(?s:.)", r"\w", "[^b]", "ä"]);
    let many = || prop::sample::select(vec!["*", "+", "{3,}", "*?", "{2,7}", "{9}"]);
    prop_oneof![
        (class(), 1..40u32).prop_map(|(class, n)| format!("{class}{{{n}}}")),
        (class(), class(), many(), class()).prop_map(|(a, b, n, c)| format!("{a}{b}{n}{c}|{a}")),
        (class(), many(), many(), class()).prop_map(|(a, m, n, b)| format!("(?:{a}{m}){n}{b}|{a}")),
        (class(), class(), many(), many())
            .prop_map(|(a, b, m, n)| format!("(?:{a}{m}|{b}){n}z|{b}|")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: tier::cases(200),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn neighbours_of_hostile_patterns_take_linear_steps(
        pattern in neighbour(), unit in text(),
    ) {
        let unit = if unit.is_empty() { b"a".to_vec() } else { unit };
        let built = build(&[&pattern]).unwrap();
        let text = unit.repeat(6000 / unit.len() + 1);
        let (found, steps) = built.simulated(&text, Following::Disjoint, usize::MAX, true);
        prop_assert_eq!(&found, &built.expected(&text, Following::Disjoint));
        prop_assert_eq!(&built.found(&text, Following::Disjoint).0, &found);
        let states = built.engines.simulation.states() as u64;
        prop_assert!(steps <= 4 * states * (text.len() as u64 + 1), "{} steps", steps);
    }
}

#[test]
fn every_engine_stops_when_the_token_fires() {
    let token = CancelToken::new();
    token.cancel(AbortReason::User);
    // A check comes after a bounded number of steps, unless the search ends first.
    let bound = 2 * meter::CHECK_INTERVAL as u64;
    for (pattern, unit) in hostile() {
        let text = unit.repeat((1 << 20) / unit.len());
        let built = build(&[pattern]).unwrap();
        let mut meter = Meter::new(&token);
        let all = built
            .engine
            .each_match(&text, Following::Adjacent, &mut meter, |_| true);
        assert!(meter.total <= bound, "{pattern}: {} {all:?}", meter.total);
        let mut meter = Meter::new(&token);
        let any = built.engine.is_match(&text, &mut meter);
        assert!(meter.total <= bound, "{pattern}: {} {any:?}", meter.total);
    }
    let built = build(&["a{65535}"]).unwrap();
    let text = b"a".repeat(1 << 20);
    assert!(
        built
            .engine
            .is_match(&text, &mut Meter::new(&token))
            .is_err()
    );
    // Building states takes just as long for few bytes.
    let mut meter = Meter::new(&token);
    let all = built
        .engine
        .each_match(&text[..1000], Following::Adjacent, &mut meter, |_| true);
    assert!(all.is_err());
}

#[test]
fn texts_are_searched_without_a_check_up_to_a_bound_on_the_steps() {
    for (pattern, _) in hostile() {
        let built = build(&[pattern]).unwrap();
        let steps = built.engine.max_uninterrupted() * built.engine.cost;
        assert!(steps <= MAX_UNINTERRUPTED, "{pattern}: {steps}");
    }
    assert!(
        build(&[r"\b[A-Z]+_END\b"])
            .unwrap()
            .engine
            .max_uninterrupted()
            > 32 << 10
    );
    assert!(build(&["a literal"]).unwrap().engine.max_uninterrupted() >= 1 << 20);
}
