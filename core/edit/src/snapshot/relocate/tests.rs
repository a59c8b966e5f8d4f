//! Tests of the search for lines of an old text in a new text.

use proptest::prelude::*;
use ransack_base::CancelToken;

use super::{Relocation, relocate};
use crate::text::TextLines;

fn search(old: &str, new: &str, first: usize, last: usize) -> Relocation {
    let (old, new) = (TextLines::of(old.as_bytes()), TextLines::of(new.as_bytes()));
    relocate(&old, &new, &(first - 1..last), &CancelToken::new()).unwrap()
}

/// Searches lines of a text whose lines are given without line ends, and returns the first line.
fn find(old: &str, new: &str, first: usize, last: usize) -> Option<usize> {
    let text = |words: &str| {
        words
            .split(' ')
            .map(|word| format!("{word}\n"))
            .collect::<String>()
    };
    match search(&text(old), &text(new), first, last) {
        Relocation::Found(lines) => {
            assert_eq!(lines.len(), last - first + 1);
            Some(lines.start + 1)
        }
        _ => None,
    }
}

#[test]
fn lines_move_with_the_lines_around_them() {
    assert_eq!(find("a b c", "a b c", 2, 2), Some(2));
    assert_eq!(find("a b c", "x a b c", 2, 2), Some(3));
    assert_eq!(find("a b c d e", "a d e b c", 2, 3), None);
    assert_eq!(find("a b c d e", "a d e b c", 4, 4), Some(2));
    assert_eq!(find("a b c", "a x b c", 2, 2), Some(3));
    assert_eq!(find("a b c", "a b x c", 2, 2), Some(2));
    assert_eq!(find("a b c", "x a b c", 1, 2), Some(2));
    // A brace between unchanged lines is known by them.
    assert_eq!(find("} a } b }", "} } x a } b } }", 3, 3), Some(5));
    assert_eq!(find("{ a } { b }", "{ z } { a } { b }", 6, 6), Some(9));
    // Or by the lines with it.
    assert_eq!(find("a { b } c", "a { b } x } c", 2, 4), Some(2));
}

#[test]
fn lines_that_changed_are_missing() {
    assert_eq!(search("a\nb\nc\n", "a\nB\nc\n", 2, 2), Relocation::Missing);
    assert_eq!(
        search("a\nb\nc\n", "a\nx\nb\nc\n", 1, 2),
        Relocation::Missing
    );
    assert_eq!(search("a\nb\n", "", 1, 1), Relocation::Missing);
}

#[test]
fn copies_are_told_apart_or_refused() {
    // A copy directly next to the line.
    assert_eq!(find("x a y", "x a a y", 2, 2), None);
    assert_eq!(find("x a a y", "x a y", 2, 2), None);
    assert_eq!(find("x a a y", "x a y", 3, 3), None);
    assert_eq!(find("a a a", "a a a a", 2, 2), None);
    assert_eq!(find("x } y", "x } } y", 2, 2), None);
    // A copy of the line with its neighbours.
    assert_eq!(find("x a y", "x a y x a y", 2, 2), None);
    assert_eq!(find("h x a y t k x a y u", "h x a y u", 3, 3), None);
    assert_eq!(find("p f a b q", "p f a b f a z b q", 3, 3), None);
    // A copy elsewhere, while the neighbours stay.
    assert_eq!(find("x a y", "a q x a y", 2, 2), Some(4));
    assert_eq!(find("x a y z", "x a q y a z", 2, 2), None);
    assert_eq!(
        search("x\na\ny\n", "x\na\na\ny\n", 2, 2),
        Relocation::Unproven(vec![1, 2])
    );
}

#[test]
fn text_around_the_lines_must_have_stayed() {
    assert_eq!(find("a b c", "x b y", 2, 2), None);
    assert_eq!(find("f } g", "x } y", 2, 2), None);
    assert_eq!(find("a }", "b }", 2, 2), None);
    assert_eq!(find("a b", "x b", 2, 2), Some(2));
    assert_eq!(find("a b } c", "x b } y", 2, 2), None);
    assert_eq!(find("a b } c", "x b } c", 2, 2), Some(2));
}

#[test]
fn line_ends_do_not_matter() {
    assert_eq!(
        search("a\nb\nc", "x\r\na\r\nb\r\nc\r\nd", 2, 3),
        Relocation::Found(2..4)
    );
    assert_eq!(
        search("\u{feff}é\nü\n", "ö\né\nü\n", 1, 1),
        Relocation::Found(1..2)
    );
}

#[test]
fn many_equal_lines_are_refused_in_bounded_time() {
    let old = "0\n".repeat(50_000);
    let new = "0\n".repeat(50_001);
    let found = search(&old, &new, 20_000, 30_000);
    let Relocation::Unproven(places) = found else {
        panic!("{found:?}")
    };
    assert!(places.len() <= 10);
}

/// Line of the naive model: its text, and its number in the old text.
#[derive(Clone, Debug)]
struct SourceLine {
    text: u8,
    origin: Option<usize>,
}

/// Change of a text whose lines the model follows.
#[derive(Clone, Debug)]
enum LineChange {
    Insert(usize, u8),
    Delete(usize, usize),
    Move(usize, usize, usize),
    Copy(usize, usize, usize),
}

impl LineChange {
    fn apply(&self, lines: &mut Vec<SourceLine>) {
        let at = |place: usize, lines: &[SourceLine]| place % (lines.len() + 1);
        let range = |place: usize, len: usize, lines: &[SourceLine]| {
            let start = at(place, lines);
            start..(start + len).min(lines.len())
        };
        match *self {
            LineChange::Insert(place, text) => {
                let place = at(place, lines);
                lines.insert(place, SourceLine { text, origin: None });
            }
            LineChange::Delete(place, len) => {
                let deleted = range(place, len, lines);
                lines.drain(deleted);
            }
            LineChange::Move(place, len, to) => {
                let moved = range(place, len, lines);
                let moved: Vec<SourceLine> = lines.drain(moved).collect();
                let to = at(to, lines);
                lines.splice(to..to, moved);
            }
            LineChange::Copy(place, len, to) => {
                let mut copied = lines[range(place, len, lines)].to_vec();
                copied.iter_mut().for_each(|line| line.origin = None);
                let to = at(to, lines);
                lines.splice(to..to, copied);
            }
        }
    }
}

fn change(size: usize) -> impl Strategy<Value = LineChange> {
    prop_oneof![
        (0..size, 0u8..30).prop_map(|(at, text)| LineChange::Insert(at, text)),
        (0..size, 1usize..4).prop_map(|(at, len)| LineChange::Delete(at, len)),
        (0..size, 1usize..4, 0..size).prop_map(|(at, len, to)| LineChange::Move(at, len, to)),
        (0..size, 1usize..4, 0..size).prop_map(|(at, len, to)| LineChange::Copy(at, len, to)),
    ]
}

/// Number of places where a line follows another one than in the old text.
fn breaks(lines: &[SourceLine]) -> usize {
    let follows = |pair: &[SourceLine]| match (pair[0].origin, pair[1].origin) {
        (Some(first), Some(second)) => first + 1 == second,
        _ => false,
    };
    lines.windows(2).filter(|pair| !follows(pair)).count()
}

/// Returns the lines as if the old line `origin` and its neighbours were at a place with the same
/// text: each has changed places with the line that is there.
fn with_line_at(
    place: usize,
    origin: usize,
    texts: &[u8],
    lines: &[SourceLine],
) -> Vec<SourceLine> {
    let is_equal = |(at, origin): &(usize, usize)| lines[*at].text == texts[*origin];
    let before = std::iter::zip((0..place).rev(), (0..origin).rev()).take_while(is_equal);
    let after = std::iter::zip(place..lines.len(), origin..texts.len()).take_while(is_equal);
    let mut moved = lines.to_vec();
    for (at, origin) in before.chain(after) {
        if let Some(own) = moved.iter().position(|line| line.origin == Some(origin)) {
            moved[own].origin = moved[at].origin;
        }
        moved[at].origin = Some(origin);
    }
    moved
}

/// Text of a line: some lines are braces or blank, most have a word.
fn word(text: u8) -> String {
    match text {
        0 => "}\n".to_owned(),
        1 => "\n".to_owned(),
        _ => format!("word {text}\n"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    /// The place of lines is never a neighbour: another old line, or a copy while the line itself is
    /// elsewhere. A brace says nothing about lines with a word: if they were copied and then deleted,
    /// they moved, even if the brace is still there. Where fewer changes than the real ones give the
    /// same text with the lines at the found place, nothing tells which were made, so these cases are
    /// left out.
    #[test]
    fn no_neighbour_is_taken_for_a_line(
        texts in prop::collection::vec(0u8..30, 1..14),
        changes in prop::collection::vec(change(14), 1..4),
        start in 0usize..14,
        len in 1usize..4,
    ) {
        let start = start % texts.len();
        let end = (start + len).min(texts.len());
        let number = |(at, text): (usize, &u8)| SourceLine { text: *text, origin: Some(at) };
        let mut lines: Vec<SourceLine> = texts.iter().enumerate().map(number).collect();
        for change in &changes {
            change.apply(&mut lines);
        }
        let old: String = texts.iter().map(|text| word(*text)).collect();
        let new: String = lines.iter().map(|line| word(line.text)).collect();
        let new_texts: Vec<u8> = lines.iter().map(|line| line.text).collect();
        if let Relocation::Found(found) = search(&old, &new, start + 1, end) {
            prop_assert_eq!(&new_texts[found.clone()], &texts[start..end]);
            let moved = with_line_at(found.start, start, &texts, &lines);
            prop_assume!(breaks(&lines) <= breaks(&moved));
            let is_own = std::iter::zip(found.clone(), start..end)
                .any(|(at, origin)| lines[at].origin == Some(origin));
            let is_other = lines[found].iter().any(|line| line.origin.is_some());
            let has_word = |origin: &usize| texts[*origin] > 1;
            let are_braces = !(start..end).any(|origin| has_word(&origin));
            let survives = lines
                .iter()
                .filter_map(|line| line.origin)
                .any(|origin| (start..end).contains(&origin) && (are_braces || has_word(&origin)));
            prop_assert!(is_own || !is_other && !survives, "{:?}", lines);
        }
    }
}
