//! Tests of edits of one text.

mod tolerance;

use proptest::prelude::*;
use ransack_base::{CancelToken, ErrorKind, TextDifference};

use super::*;

fn edit(text: &str, edits: &[TextAction]) -> Result<String> {
    edit_with(text, edits, false).map(|(text, _)| text)
}

fn edit_with(
    text: &str,
    edits: &[TextAction],
    tolerant: bool,
) -> Result<(String, Vec<TextEditResult>)> {
    let options = EditTextOptions::default().tolerant(tolerant);
    let edited = edit_text(text.as_bytes(), edits, &options, &CancelToken::new())?;
    Ok((String::from_utf8(edited.text).unwrap(), edited.edits))
}

fn tolerant(text: &str, old: &str, new: &str) -> Result<(String, MatchLevel)> {
    let (text, edits) = edit_with(text, &[TextAction::replace(old, new)], true)?;
    Ok((text, edits[0].level))
}

#[test]
fn a_quoted_text_is_replaced() {
    let text = "fn a() {}\nfn b() {}\n";
    let edits = [TextAction::replace("fn b", "fn c")];
    assert_eq!(edit(text, &edits).unwrap(), "fn a() {}\nfn c() {}\n");
    let edits = [TextAction::replace_all("fn ", "pub fn ")];
    assert_eq!(
        edit(text, &edits).unwrap(),
        "pub fn a() {}\npub fn b() {}\n"
    );
    let twice = TextAction::Replace {
        old: "{}".to_owned(),
        new: ";".to_owned(),
        expected: ExpectedCount::Exactly(2),
    };
    let (new, results) = edit_with(text, &[twice], false).unwrap();
    assert_eq!(new, "fn a() ;\nfn b() ;\n");
    let lines: Vec<_> = results[0].lines.iter().map(|l| (l.first, l.last)).collect();
    assert_eq!(lines, [(1, 1), (2, 2)]);
}

#[test]
fn two_places_are_an_error_that_names_both() {
    let text = "a\nb\na\n";
    let error = edit(text, &[TextAction::replace("a", "c")]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AmbiguousText);
    let lines: Vec<_> = error.passages().iter().map(|p| p.first_line).collect();
    assert_eq!(lines, [1, 3]);
    assert_eq!(
        error.to_string(),
        "`edits[0]`: the text to find occurs 2 times instead of 1, in lines 1, 3"
    );
    // Overlapping occurrences are two places as well.
    let error = edit("aaa", &[TextAction::replace("aa", "b")]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AmbiguousText);
    assert_eq!(
        edit("aaa", &[TextAction::replace_all("aa", "b")]).unwrap(),
        "ba"
    );
}

#[test]
fn an_unknown_text_gives_the_nearest_passage_and_its_differences() {
    let text = "one\nlet x = \u{201c}a\u{201d};\nlet y = compute(first, second);\n";
    let differences = |old: &str| {
        let error = edit(text, &[TextAction::replace(old, "z")]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnknownText);
        let nearest = &error.passages()[0];
        (nearest.first_line, nearest.differences.clone())
    };
    assert_eq!(
        differences("let x = \"a\";"),
        (2, vec![TextDifference::Quotes])
    );
    assert_eq!(
        differences("let y =  compute(first, second);"),
        (3, vec![TextDifference::WhiteSpace])
    );
    assert_eq!(
        differences("let y = compute(first, third);"),
        (3, vec![TextDifference::Words])
    );
    assert_eq!(
        differences("LET y = compute( first, second);"),
        (3, vec![TextDifference::WhiteSpace, TextDifference::Case])
    );
    let error = edit(text, &[TextAction::replace("quite another text", "z")]).unwrap_err();
    assert_eq!(error.passages(), []);
}

#[test]
fn levels_of_tolerance_follow_each_other() {
    let text = "a\n\u{2018}b\u{2019} \u{2014} c  \n    if d {\n        e\n    }\n";
    let replaced = |old: &str, new: &str| tolerant(text, old, new).unwrap();
    assert_eq!(replaced("a", "A").1, MatchLevel::Exact);
    let (new, level) = replaced("'b' - c", "'b' - d");
    assert_eq!(level, MatchLevel::Typography);
    // Only the changed letter is new.
    assert_eq!(new, text.replace(" c ", " d "));
    let (new, level) = replaced("- c\n    if d", "- c\n    if f");
    assert_eq!(level, MatchLevel::TrailingBlanks);
    assert_eq!(new, text.replace("if d", "if f"));
    let (new, level) = replaced("if d {\n    e\n}\n", "if d {\n    f\n\n    g\n}\n");
    assert_eq!(level, MatchLevel::Indentation);
    assert_eq!(new, text.replace("        e\n", "        f\n\n        g\n"));
    let (new, level) = replaced("      if d {\n          e\n", "      if d {\n          f\n");
    assert_eq!(level, MatchLevel::Indentation);
    assert_eq!(new, text.replace("        e\n", "        f\n"));
    // Without tolerance, all of these are unknown.
    for old in ["'b' - c", "if d {\n    e\n}\n"] {
        let error = edit(text, &[TextAction::replace(old, "")]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnknownText);
    }
}

#[test]
fn a_tolerant_comparison_must_be_unique() {
    let text = "  a\n  b\n    a\n    b\n";
    let error = tolerant(text, "a\nb\n", "c\n").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AmbiguousText);
    let text = "\u{2018}a\u{2019} \u{201a}a\u{201b}";
    let error = tolerant(text, "'a'", "b").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AmbiguousText);
}

#[test]
fn indentation_that_differs_by_line_is_not_tolerated() {
    let error = tolerant("  a\n   b\n", "a\nb\n", "c\n").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownText);
    let error = tolerant("\ta\n", "    a\n    b\n", "c\n").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownText);
    // The new line would have to begin before the first column.
    let error = tolerant("a\n  b\n", "  a\n    b\n", "  a\n c\n").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
}

#[test]
fn line_ends_stay() {
    let text = "a\r\nb\nc\r\nd";
    let edits = [TextAction::replace("a\nb\nc", "a\nx\nb\nc\ny")];
    assert_eq!(edit(text, &edits).unwrap(), "a\r\nx\r\nb\nc\r\ny\r\nd");
    let edits = [TextAction::replace("a\r\nb\r\n", "b\r\n")];
    assert_eq!(edit(text, &edits).unwrap(), "b\nc\r\nd");
    let edits = [TextAction::replace_lines(2, 3, "b\nC\nD\n")];
    assert_eq!(edit(text, &edits).unwrap(), "a\r\nb\nC\r\nD\r\nd");
    let edits = [TextAction::replace("d", "d\ne")];
    assert_eq!(edit(text, &edits).unwrap(), "a\r\nb\nc\r\nd\r\ne");
}

#[test]
fn lines_are_replaced_and_deleted() {
    let text = "\u{feff}a\nb\nc";
    let lines = |first, last, new: &str| edit(text, &[TextAction::replace_lines(first, last, new)]);
    assert_eq!(lines(1, 1, "A").unwrap(), "\u{feff}A\nb\nc");
    assert_eq!(lines(1, 2, "A\n").unwrap(), "\u{feff}A\nc");
    assert_eq!(lines(2, 2, "").unwrap(), "\u{feff}a\nc");
    assert_eq!(lines(2, 2, "\n").unwrap(), "\u{feff}a\n\nc");
    // The missing line end stays.
    assert_eq!(lines(3, 3, "C\nD\n").unwrap(), "\u{feff}a\nb\nC\nD");
    for (first, last) in [(0, 1), (2, 1), (3, 4), (4, 4)] {
        let error = lines(first, last, "x").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption, "{first} {last}");
    }
    let error = edit("", &[TextAction::replace_lines(1, 1, "x")]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`edits[0]`: line 1 does not exist; the text has 0 lines"
    );
}

#[test]
fn text_is_inserted_at_every_place() {
    let insert = |text: &str, place, new: &str| edit(text, &[TextAction::insert(place, new)]);
    let text = "\u{feff}a\r\nb";
    assert_eq!(
        insert(text, TextPlace::Start, "x").unwrap(),
        "\u{feff}x\r\na\r\nb"
    );
    assert_eq!(
        insert(text, TextPlace::End, "x\ny\n").unwrap(),
        "\u{feff}a\r\nb\r\nx\r\ny"
    );
    assert_eq!(insert("a\n", TextPlace::End, "x").unwrap(), "a\nx\n");
    assert_eq!(insert("", TextPlace::End, "x").unwrap(), "x\n");
    assert_eq!(insert("", TextPlace::Start, "x\n").unwrap(), "x\n");
    for place in [TextPlace::Start, TextPlace::End] {
        let inserted = insert("\u{feff}", place, "x").unwrap();
        assert_eq!(inserted, "\u{feff}x\n");
    }
    assert_eq!(
        insert(text, TextPlace::BeforeLine(2), "x").unwrap(),
        "\u{feff}a\r\nx\r\nb"
    );
    assert_eq!(
        insert(text, TextPlace::AfterLine(2), "x").unwrap(),
        "\u{feff}a\r\nb\r\nx"
    );
    assert_eq!(
        insert(text, TextPlace::AfterLine(1), "x").unwrap(),
        "\u{feff}a\r\nx\r\nb"
    );
    let quoted = |place: fn(String) -> TextPlace| place("b".to_owned());
    assert_eq!(
        insert("abc", quoted(TextPlace::Before), "x").unwrap(),
        "axbc"
    );
    assert_eq!(
        insert("abc", quoted(TextPlace::After), "x").unwrap(),
        "abxc"
    );
    let error = insert("abcb", quoted(TextPlace::After), "x").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AmbiguousText);
}

#[test]
fn edits_refer_to_the_text_before_the_call() {
    let edits = [
        TextAction::replace("b", "a"),
        TextAction::replace("a", "b"),
        TextAction::insert(TextPlace::AfterLine(1), "1"),
        TextAction::insert(TextPlace::BeforeLine(2), "2"),
    ];
    assert_eq!(edit("a\nb\n", &edits).unwrap(), "b\n1\n2\na\n");
    let edits = [
        TextAction::replace_lines(1, 2, "x"),
        TextAction::replace("b", "c"),
    ];
    let error = edit("a\nb\n", &edits).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OverlappingEdits);
    assert_eq!(
        error.to_string(),
        "`edits[0]` at line 1 overlaps `edits[1]` at line 2"
    );
}

#[test]
fn copied_line_numbers_are_refused() {
    let text = "a\nb\n";
    for edits in [
        [TextAction::replace("a\nb", "1\ta\n2\tc")],
        [TextAction::replace_lines(1, 2, "1\ta\n2\tc")],
        [TextAction::insert(TextPlace::End, "3\ta\n4\tc")],
    ] {
        let error = edit(text, &edits).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption);
        assert!(error.to_string().contains("line numbers"), "{error}");
    }
    let error = edit(text, &[TextAction::replace("1\ta\n2\tb", "c")]).unwrap_err();
    assert!(error.to_string().contains("line numbers"), "{error}");
    // A text that has such lines keeps them.
    let edits = [TextAction::replace("1\ta\n2\tb", "1\ta\n2\tc")];
    assert_eq!(edit("1\ta\n2\tb\n", &edits).unwrap(), "1\ta\n2\tc\n");
}

#[test]
fn edits_that_cannot_be_made_are_errors() {
    for edits in [
        TextAction::replace("", "x"),
        TextAction::Replace {
            old: "a".to_owned(),
            new: String::new(),
            expected: ExpectedCount::Exactly(0),
        },
    ] {
        assert_eq!(
            edit("a", &[edits]).unwrap_err().kind(),
            ErrorKind::InvalidOption
        );
    }
}

#[test]
fn an_edit_that_changes_nothing_says_so() {
    let (new, results) = edit_with("a\n", &[TextAction::replace("a", "a")], false).unwrap();
    assert_eq!((&*new, results[0].is_changed), ("a\n", false));
}

#[test]
fn a_cancelled_edit_ends() {
    let token = CancelToken::new();
    token.cancel(ransack_base::AbortReason::User);
    let edits = [TextAction::replace("a", "b")];
    let error = edit_text(b"a", &edits, &EditTextOptions::default(), &token).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aborted);
}

/// Source of this crate, as a text to quote.
const SOURCE: &str = include_str!("mod.rs");

/// Misquotes of passages of a real text: the nearest passage is the one that was quoted.
#[test]
fn misquotes_are_recognized() {
    let lines: Vec<&str> = SOURCE.lines().collect();
    let (mut right, mut total, mut missed) = (0, 0, Vec::new());
    for number in 0..200 {
        let len = 1 + number % 7;
        let first = (number * 37) % (lines.len() - len);
        let quoted = &lines[first..first + len];
        let text = quoted.join("\n");
        if text.trim().len() < 8 {
            continue;
        }
        let wrong = match number % 4 {
            0 => text.replace(' ', "  "),
            1 => text
                .replace('\'', "\u{2019}")
                .replace('"', "\u{201d}")
                .replace("()", "( )"),
            2 => {
                let words: Vec<&str> = text.split(' ').collect();
                let longest = words.iter().max_by_key(|word| word.len()).unwrap();
                text.replacen(longest, "another", 1)
            }
            _ if len < 3 => text.to_uppercase(),
            _ => [&quoted[..1], &quoted[2..]].concat().join("\n"),
        };
        if SOURCE.contains(&wrong) {
            continue;
        }
        total += 1;
        let error = edit(SOURCE, &[TextAction::replace(&*wrong, "")]).unwrap_err();
        let nearest = error.passages().first();
        // A repeated line may be quoted from elsewhere.
        let is_right = nearest.is_some_and(|passage| {
            let at = passage.first_line as usize - 1;
            at.abs_diff(first) <= 1 || String::from_utf8_lossy(&passage.text).contains(&*text)
        });
        right += usize::from(is_right);
        if !is_right {
            missed.push((number, text, nearest.map(|n| n.first_line), first + 1));
        }
    }
    assert!(total > 150, "{total}");
    assert!(right * 100 >= total * 95, "{right} of {total}: {missed:#?}");
}

/// Edit of the property test, over lines of distinct numbers.
#[derive(Clone, Debug)]
enum ModelStep {
    Quote(usize),
    Lines(usize, usize),
    Before(usize),
    After(usize),
}

fn steps() -> impl Strategy<Value = Vec<ModelStep>> {
    let step = prop_oneof![
        (0..8usize).prop_map(ModelStep::Quote),
        (0..8usize, 0..3usize).prop_map(|(first, more)| ModelStep::Lines(first, first + more)),
        (0..8usize).prop_map(ModelStep::Before),
        (0..8usize).prop_map(ModelStep::After),
    ];
    prop::collection::vec(step, 0..4)
}

proptest! {
    /// A naive model: a list of lines, in which each edit changes its own lines.
    #[test]
    fn edits_equal_a_naive_model(
        ends in prop::collection::vec(prop::bool::ANY, 8),
        has_last_end in prop::bool::ANY,
        steps in steps(),
    ) {
        let line_ends: Vec<&str> = ends.iter().map(|crlf| if *crlf { "\r\n" } else { "\n" }).collect();
        let mut text = String::new();
        for (number, end) in line_ends.iter().enumerate() {
            text += &format!("line<{number}>");
            if number < 7 || has_last_end {
                text += end;
            }
        }
        // Content of each line after the edits; insertions before and after it.
        let mut now: Vec<Option<String>> = (0..8).map(|n| Some(format!("line<{n}>"))).collect();
        let (mut before, mut after) = (vec![Vec::new(); 8], vec![Vec::new(); 8]);
        let mut is_used = [false; 8];
        let mut edits = Vec::new();
        for (number, step) in steps.iter().enumerate() {
            let new = format!("new{number}");
            match step {
                ModelStep::Quote(line) if !is_used[*line] => {
                    is_used[*line] = true;
                    edits.push(TextAction::replace(format!("<{line}>"), &*new));
                    now[*line] = Some(format!("line{new}"));
                }
                ModelStep::Lines(first, last) if *last < 8 && !is_used[*first..=*last].contains(&true) => {
                    is_used[*first..=*last].fill(true);
                    now[*first..=*last].fill(None);
                    now[*first] = Some(new.clone());
                    edits.push(TextAction::replace_lines(*first as u64 + 1, *last as u64 + 1, new));
                }
                ModelStep::Before(line) if !is_used[*line] => {
                    before[*line].push(new.clone());
                    edits.push(TextAction::insert(TextPlace::BeforeLine(*line as u64 + 1), new));
                }
                ModelStep::After(line) if !is_used[*line] => {
                    after[*line].push(new.clone());
                    edits.push(TextAction::insert(TextPlace::AfterLine(*line as u64 + 1), new));
                }
                _ => {}
            }
        }
        let edited = edit(&text, &edits);
        // An insertion inside replaced lines overlaps them.
        prop_assume!(!matches!(&edited, Err(error) if error.kind() == ErrorKind::OverlappingEdits));
        let edited = edited.unwrap();
        let mut expected = Vec::new();
        for line in 0..8 {
            // Insertions after the line before and before this line, in the order of the edits.
            let mut here = before[line].clone();
            if line > 0 {
                here.extend(after[line - 1].clone());
            }
            here.sort();
            expected.extend(here);
            expected.extend(now[line].clone());
        }
        expected.extend(after[7].clone());
        let lines: Vec<&str> = edited.lines().collect();
        prop_assert_eq!(lines, expected);
        prop_assert_eq!(edited.ends_with('\n'), has_last_end);
        // Lines that stay have their own line ends.
        for (line, end) in line_ends.iter().enumerate().take(7) {
            let whole = format!("line<{line}>");
            if let Some(at) = edited.find(&whole) {
                let rest = &edited[at + whole.len()..];
                prop_assert!(rest.starts_with(end), "{:?}", edited);
            }
        }
    }

    /// At every level, a passage that was quoted with differences is found again, and a replacement by
    /// the quoted text itself changes nothing.
    #[test]
    fn replacing_by_the_same_text_changes_nothing(
        lines in prop::collection::vec("[ab’\"— ]{0,6}[ \\t]{0,2}", 1..8),
        first in 0..8usize,
        count in 1..4usize,
        level in 0..3usize,
    ) {
        let text = lines.join("\r\n");
        let quoted = &lines[first.min(lines.len() - 1)..(first + count).min(lines.len()).max(1)];
        prop_assume!(!quoted.is_empty());
        let quoted = quoted.join("\n");
        let quoted = match level {
            0 => quoted,
            1 => quoted.replace('’', "'").replace('—', "-"),
            _ => quoted.lines().map(str::trim_end).collect::<Vec<_>>().join("\n"),
        };
        prop_assume!(!quoted.trim().is_empty());
        let edit = TextAction::replace_all(&*quoted, &*quoted);
        match edit_with(&text, &[edit], true) {
            Ok((new, _)) => prop_assert_eq!(new, text),
            Err(error) => prop_assert!(false, "{}: {:?} in {:?}", error, quoted, text),
        }
    }
}
