use proptest::prelude::*;

use super::*;

#[test]
fn every_character_folds_as_all_that_equal_it() {
    for c in '\0'..=char::MAX {
        let folded = fold(c.to_string().as_bytes()).into_owned();
        for range in equal_by_case(c).ranges() {
            for equal in range.start()..=range.end() {
                assert_eq!(
                    fold(equal.to_string().as_bytes()),
                    folded,
                    "{c:?} {equal:?}"
                );
            }
        }
    }
}

fn words(text: &[u8]) -> Vec<&[u8]> {
    let mut words = Vec::new();
    each_word(text, |word| words.push(word));
    words
}

#[test]
fn a_text_is_divided_at_changes_of_class() {
    let found = words("if (a->b_1==\u{e9}t\u{e9})\n\t\x7f;".as_bytes());
    let expected = ["if", "(", "a", "->", "b_1", "==", "\u{e9}t\u{e9}", ")", ";"];
    assert_eq!(found, expected.map(str::as_bytes));
}

proptest! {
    #[test]
    fn each_run_of_a_long_word_is_in_a_piece(
        word in proptest::collection::vec(b'a'..=b'z', 1..400),
        start in 0..400_usize,
        len in 1..=MAX_RUN,
    ) {
        let start = start % word.len();
        let end = word.len().min(start + len);
        let close = |is_end: bool| if is_end { Boundary::Closed } else { Boundary::Open };
        for (at_start, at_end) in [(false, false), (start == 0, end == word.len())] {
            let query = WordQuery::run(&word[start..end], close(at_start), close(at_end), false);
            prop_assert!(query.holds_for(&word));
        }
        prop_assert!(words(&word).iter().all(|piece| piece.len() <= MAX_WORD));
    }

    #[test]
    fn a_run_holds_for_each_text_that_contains_it(
        before in "[ kK.0\u{212a}\u{17f}s\u{ab}]{0,100}",
        run in "[kKs\u{212a}\u{17f}\u{e9}]{1,80}|[kK]{1,8}|[kK]{30,70}|[.;]{1,80}",
        after in "[ kK.0\u{212a}\u{17f}s\u{bb}]{0,100}",
        upper in any::<bool>(),
    ) {
        let typed = if upper { run.to_uppercase() } else { run.to_lowercase() };
        // Characters such as `\u{df}` have no simple case folding to their upper-case form.
        prop_assume!(fold(typed.as_bytes()) == fold(run.as_bytes()));
        let text = format!("{before}{run}{after}");
        let class = |c: Option<char>| c.map_or(ByteClass::Space, |c| {
            ByteClass::of(c.to_string().as_bytes()[0])
        });
        let boundaries = |here: Option<char>, next: Option<char>| {
            let mut all = vec![Boundary::Open];
            let is_closed = class(here) != class(next);
            if is_closed {
                all.push(Boundary::Closed);
            }
            let is_beyond = next.is_some_and(|c| !c.is_ascii());
            if is_closed || is_beyond {
                all.push(Boundary::ClosedOrNonAscii);
            }
            if is_closed || is_beyond || next == Some('0') {
                all.push(Boundary::NoLetter);
            }
            all
        };
        for start in boundaries(run.chars().next(), before.chars().last()) {
            for end in boundaries(run.chars().last(), after.chars().next()) {
                let run = WordQuery::run(run.as_bytes(), start, end, false);
                prop_assert!(run.holds_for(text.as_bytes()), "{start:?} {end:?}");
                let typed = WordQuery::run(typed.as_bytes(), start, end, true);
                prop_assert!(typed.holds_for(text.as_bytes()), "{start:?} {end:?}");
            }
        }
    }

    #[test]
    fn a_weaker_pattern_fits_all_words_of_a_stronger_one(
        run in "[ab0\u{e9}]{1,4}",
        other in "[ab0\u{e9}]{1,4}",
        word in "[abAB0\u{e9}\u{c9}]{0,8}",
        boundaries in proptest::array::uniform4(0..4_usize),
        ignores_case in any::<bool>(),
    ) {
        let all = [
            Boundary::Open,
            Boundary::Closed,
            Boundary::ClosedOrNonAscii,
            Boundary::NoLetter,
        ];
        let pattern = |run: &str, [start, end]: [usize; 2]| WordPattern {
            run: match ignores_case {
                true => fold(run.as_bytes()).into_owned(),
                false => run.as_bytes().to_vec(),
            },
            start: all[start],
            end: all[end],
            ignores_case,
        };
        let [a, b, c, d] = boundaries;
        let (strong, weak) = (pattern(&run, [a, b]), pattern(&other, [c, d]));
        if strong.implies(&weak) && strong.fits(word.as_bytes()) {
            prop_assert!(weak.fits(word.as_bytes()));
        }
    }
}

#[test]
fn a_boundary_beyond_ascii_is_no_letter() {
    let foo = WordQuery::run(
        b"foo",
        Boundary::ClosedOrNonAscii,
        Boundary::ClosedOrNonAscii,
        false,
    );
    for (text, holds) in [
        ("foo", true),
        ("(foo)", true),
        ("\u{ab}foo\u{bb}", true),
        ("xfoo foo_ foo1", false),
        ("xfoo\u{ab}foo", true),
        ("xfoo\u{bb}", false),
    ] {
        assert_eq!(foo.holds_for(text.as_bytes()), holds, "{text}");
    }
}

#[test]
fn a_boundary_without_a_letter_may_be_a_digit() {
    let foo = WordQuery::run(b"foo", Boundary::NoLetter, Boundary::Closed, false);
    for (text, holds) in [
        ("foo", true),
        ("1foo", true),
        ("_foo", false),
        ("afoo", false),
        ("\u{e9}foo", true),
    ] {
        assert_eq!(foo.holds_for(text.as_bytes()), holds, "{text}");
    }
}

#[test]
fn a_literal_is_divided_into_words() {
    let word = |run: &[u8], start, end| WordQuery::run(run, start, end, false);
    let closed = Boundary::Closed;
    assert_eq!(
        WordQuery::literal(b"foo->bar baz", Boundary::NoLetter, Boundary::Open),
        WordQuery::And(vec![
            word(b"foo", Boundary::NoLetter, closed),
            word(b"->", closed, closed),
            word(b"bar", closed, closed),
            word(b"baz", closed, Boundary::Open),
        ])
    );
    // Punctuation may continue.
    assert_eq!(
        WordQuery::literal(b"->>foo", closed, closed),
        WordQuery::And(vec![
            word(b"->>", Boundary::Open, closed),
            word(b"foo", closed, closed)
        ])
    );
    assert_eq!(WordQuery::literal(b"  ", closed, closed), WordQuery::All);
    let long = "ab ".repeat(1000);
    assert!(WordQuery::literal(long.as_bytes(), closed, closed).patterns() <= MAX_RUNS);
    let long = "ab".repeat(10_000);
    assert!(WordQuery::literal(long.as_bytes(), closed, closed).patterns() <= MAX_RUNS);
}
