//! Common pattern mistakes, by language: the table in `data/pattern_errors.txt` says how each is
//! parsed, or why it has no reading.

use std::collections::BTreeSet;

use ransack::{
    AstGrepOptions, AstMatchOptions, CancelToken, ErrorKind, ReadingShape, ast_grep, ast_match,
    explain_pattern,
};

const TABLE: &str = include_str!("../data/pattern_errors.txt");

/// Row of the table.
struct Row {
    language: &'static str,
    pattern: String,
    expected: String,
}

fn rows() -> Vec<Row> {
    let lines = TABLE
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let cells: Vec<&'static str> = line.split(" ¦ ").collect();
            let [language, pattern, expected] = cells[..] else {
                panic!("three cells: {line}");
            };
            let code = |cell: &str| cell.replace("\\n", "\n").replace('␣', " ");
            Row {
                language,
                pattern: code(pattern),
                expected: code(expected),
            }
        })
        .collect()
}

/// Returns the readings of a pattern as shapes and kinds, or the message of the
/// error without the pattern.
fn explained(row: &Row) -> String {
    match explain_pattern(&row.pattern, row.language, &CancelToken::new()) {
        Ok(readings) => {
            let readings = readings.iter().map(|reading| {
                let shape = ReadingShape::ALL
                    .iter()
                    .find(|(_, of)| *of == reading.shape);
                let kind = reading.kind.as_deref().unwrap_or("any");
                format!("{} {kind}", shape.unwrap().0)
            });
            readings.collect::<Vec<String>>().join(", ")
        }
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::InvalidPattern, "{error}");
            assert_eq!(error.pattern(), Some(&*row.pattern));
            let message = error.to_string();
            let message = &message[..message.rfind(": `").unwrap()];
            let start = format!("cannot parse pattern as {}: ", row.language);
            format!("! {}", message.strip_prefix(&start).unwrap_or(message))
        }
    }
}

#[test]
fn each_pattern_is_read_or_refused_as_the_table_says() {
    let faults: Vec<String> = rows()
        .iter()
        .map(|row| (row, explained(row)))
        .filter(|(row, explained)| row.expected != *explained)
        .map(|(row, explained)| {
            let cells = [row.language, &row.pattern, &explained];
            cells.map(|cell| cell.replace('\n', "\\n")).join(" ¦ ")
        })
        .collect();
    ransack_testing::faults::assert_none(&faults);
}

#[test]
fn the_table_covers_many_languages_and_patterns() {
    let rows = rows();
    let languages: BTreeSet<&str> = rows.iter().map(|row| row.language).collect();
    assert!(rows.len() >= 100 && languages.len() >= 12);
}

#[test]
fn each_refused_pattern_names_a_place() {
    for row in rows() {
        let is_empty = row.pattern.trim().is_empty();
        assert!(
            !row.expected.starts_with('!') || is_empty || row.expected.contains("line "),
            "{}",
            row.expected
        );
    }
}

#[test]
fn searches_refuse_what_has_no_reading_with_the_same_message() {
    let token = CancelToken::new();
    let root = env!("CARGO_MANIFEST_DIR");
    for row in rows().iter().filter(|row| row.expected.starts_with('!')) {
        let explained = explain_pattern(&row.pattern, row.language, &token).unwrap_err();
        let options = AstMatchOptions::new(row.pattern.clone());
        let matched = ast_match(b"x", row.language, &options, &token).unwrap_err();
        assert_eq!(matched.to_string(), explained.to_string());
        let options = AstGrepOptions::new(row.pattern.clone(), root).language(row.language);
        let searched = ast_grep(&options, &token).unwrap_err();
        assert_eq!(searched.to_string(), explained.to_string());
    }
}

#[test]
fn messages_name_the_pattern_of_several() {
    let message = |patterns: &[&str]| {
        let mut options = AstMatchOptions::default();
        options.query.patterns = patterns.iter().map(|&pattern| pattern.into()).collect();
        let error = ast_match(b"f(1)", "python", &options, &CancelToken::new()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidPattern);
        assert_eq!(error.pattern(), patterns.last().copied());
        error.to_string()
    };
    assert!(message(&["f("]).starts_with("cannot parse pattern as python"));
    assert!(message(&["f($A)", " "]).starts_with("`patterns[1]`: the pattern is empty"));
    let second = message(&["f($A)", "g("]);
    let expected = "`patterns[1]`: cannot parse pattern as python: missing `)`";
    assert!(second.starts_with(expected), "{second}");
    let mut options = AstMatchOptions::default();
    options.query.patterns = vec!["f(".into(), "g(".into()];
    let error = ast_match(b"f(1)", "python", &options, &CancelToken::new()).unwrap_err();
    let expected = "`patterns[0]`: cannot parse pattern as python: missing `)`";
    assert!(error.to_string().starts_with(expected), "{error}");
}
