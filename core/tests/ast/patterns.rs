//! Patterns as people type them, by language and shape: the table in `data/patterns.txt`, and
//! `data/pattern_gaps.txt` for known failures.

use ransack::{AstMatchOptions, CancelToken, ast_match, explain_pattern};
use ransack_testing::ast::texts;
use ransack_testing::tier;

/// Row of the table.
struct Row {
    language: &'static str,
    shape: &'static str,
    pattern: String,
    matching: String,
    other: String,
}

/// Rows of a table in `data`.
fn rows(file: &str) -> Vec<Row> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let table: &str = std::fs::read_to_string(path).unwrap().leak();
    let rows = table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|line| {
        let cells: Vec<&'static str> = line.split(" ¦ ").collect();
        let [language, shape, pattern, matching, other] = cells[..] else {
            panic!("five cells: {line}");
        };
        let code = |cell: &str| cell.replace("\\n", "\n");
        Row {
            language,
            shape,
            pattern: code(pattern),
            matching: code(matching),
            other: code(other),
        }
    })
    .collect()
}

/// Returns a fault for each of the row's codes with a wrong number of matches; unless `is_whole`,
/// only for the code that should match.
fn faults(row: &Row, is_whole: bool) -> Vec<String> {
    let token = CancelToken::new();
    let mut faults = Vec::new();
    let other = is_whole.then_some((&row.other, 0));
    for (code, count) in [(&row.matching, 1)].into_iter().chain(other) {
        let options = AstMatchOptions::new(row.pattern.clone());
        let found = match ast_match(code.as_bytes(), row.language, &options, &token) {
            Ok(outcome) if outcome.items.len() == count && outcome.report.complete => continue,
            Ok(outcome) => format!("{:?} {:?}", texts(&outcome), outcome.report.skipped),
            Err(error) => error.to_string(),
        };
        let readings = explain_pattern(&row.pattern, row.language, &token);
        let trees: Vec<String> = readings.map_or_else(
            |_| Vec::new(),
            |readings| readings.into_iter().map(|reading| reading.tree).collect(),
        );
        faults.push(format!(
            "{} {}: {}\n    in {code}\n    found {found}\n    read as {}",
            row.language,
            row.shape,
            row.pattern,
            trees.join("\n            ")
        ));
    }
    faults
}

/// Returns the faults of each row; for rows between each `step`, only the missing matches. A
/// pattern is compiled for each code, which takes most of the time.
fn all_faults(rows: &[Row], step: usize) -> Vec<Vec<String>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let len = rows.len().div_ceil(threads);
        let faults_of = move |part: usize, rows: &[Row]| -> Vec<Vec<String>> {
            let numbered = rows.iter().enumerate();
            numbered
                .map(|(at, row)| faults(row, (part * len + at).is_multiple_of(step)))
                .collect()
        };
        let parts = rows.chunks(len).enumerate();
        let running: Vec<_> = parts
            .map(|(part, rows)| scope.spawn(move || faults_of(part, rows)))
            .collect();
        let results = running.into_iter().map(|part| part.join().unwrap());
        results.flatten().collect()
    })
}

#[test]
fn patterns_match_the_code_that_they_show_and_no_other() {
    let faults = all_faults(&rows("patterns.txt"), tier::every()).concat();
    ransack_testing::faults::assert_none(&faults);
}

#[test]
fn patterns_of_the_table_of_gaps_do_not_match_yet() {
    let rows = rows("pattern_gaps.txt");
    let faults = all_faults(&rows, 1);
    let mended: Vec<String> = rows
        .iter()
        .zip(faults)
        .filter(|(_, faults)| faults.is_empty())
        .map(|(row, _)| format!("{} {}: {}", row.language, row.shape, row.pattern))
        .collect();
    assert!(
        mended.is_empty(),
        "these match now; move them to patterns.txt:\n{}",
        mended.join("\n")
    );
}

/// Page of all patterns of the table, by language, and of the gaps.
fn page(rows: &[Row], gaps: &[Row]) -> String {
    let mut page = String::from(
        "# Syntax-tree patterns by language\n\n\
         Each pattern with code that it matches and code that it does not match. Generated from\n\
         `core/tests/data/patterns.txt`, whose rows are tested; do not edit.\n",
    );
    let mut language = "";
    for row in rows {
        if row.language != language {
            language = row.language;
            page += &format!(
                "\n## {language}\n\n| shape | pattern | matches | does not match |\n\
                 | --- | --- | --- | --- |\n"
            );
        }
        let code = |code: &str| {
            let line = code.trim_end().replace('\n', " ⏎ ").replace('|', "\\|");
            format!("`` {line} ``")
        };
        let cells = [&row.pattern, &row.matching, &row.other].map(|cell| code(cell));
        page += &format!("| {} | {} |\n", row.shape, cells.join(" | "));
    }
    page += "\n## Gaps\n\nPatterns that do not match what they show, or more than that. A rule with `kind`\n\
             and `has` finds such code.\n\n\
             | language | shape | pattern |\n| --- | --- | --- |\n";
    for row in gaps {
        let pattern = row
            .pattern
            .trim_end()
            .replace('\n', " ⏎ ")
            .replace('|', "\\|");
        page += &format!("| {} | {} | `` {pattern} `` |\n", row.language, row.shape);
    }
    page
}

#[test]
fn the_page_of_patterns_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../.github/PATTERNS.md");
    let page = page(&rows("patterns.txt"), &rows("pattern_gaps.txt"));
    if std::env::var_os("RANSACK_BLESS").is_some() {
        std::fs::write(path, &page).unwrap();
    }
    let written = std::fs::read_to_string(path).unwrap();
    assert_eq!(written, page, "run with RANSACK_BLESS=1");
}

#[test]
fn languages_have_each_shape_once_with_one_pattern() {
    let mut seen = std::collections::BTreeSet::new();
    for row in rows("patterns.txt") {
        assert!(
            seen.insert((row.language, row.shape)),
            "{} {}",
            row.language,
            row.shape
        );
    }
}
