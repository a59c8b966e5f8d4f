//! Compares searches with ripgrep: the same lines, numbers, offsets and
//! submatches over a table of patterns and options.
//!
//! Known differences, which the cases avoid:
//! - a path glob never includes a file that ignore rules exclude;
//! - a file with a NUL byte is skipped as a whole;
//! - context lines belong to a match (here they are compared as lines);
//! - byte offsets count a UTF-8 byte order mark, which ripgrep removes first;
//! - ripgrep omits an empty match at the end of a last line without LF;
//! - ripgrep sees the carriage return of a line end in a multi-line search, whatever `--crlf`
//!   (here it searches a copy with plain line ends, and offsets are not compared, unless the
//!   pattern names the carriage return);
//! - ripgrep joins adjacent lines of multi-line matches (here they are compared
//!   line by line), lists empty matches in the middle of a line that `^` does not
//!   allow there, and lists no empty match directly behind another match even if that
//!   is the only one of its line;
//! - ripgrep prints the lines before an empty match behind the last line end, which is
//!   no result (here they are dropped).

use std::ops::RangeInclusive;
use std::path::Path;
use std::process::Command;

use ransack::{CancelToken, GrepMode, GrepOptions, grep};
use ransack_testing::tier;

use crate::{forest, rg};

/// A result line of either tool.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Line {
    pub(crate) path: String,
    pub(crate) number: u64,
    pub(crate) is_match: bool,
    pub(crate) text: Vec<u8>,
    /// Matches only.
    pub(crate) offset: u64,
    pub(crate) submatches: Vec<(usize, usize)>,
}

/// ripgrep's command lines; the last word is the pattern.
const CASES: &[&[&str]] = &[
    &["needle"],
    &["-F", "a.c"],
    &["-F", "(x"],
    &["-F", "-i", "NEEDLE"],
    &["-F", "-e", "needle", "-e", "Needle", "needles"],
    &["-e", "alpha", "-e", "al", "bet"],
    &["-e", "al", "-e", "alpha", "alp"],
    &["n.edle"],
    &["[nN]eedle"],
    &["[^a-z ]+"],
    &[r"\bneedle\b"],
    &[r"\Bedl\B"],
    &["^needle"],
    &["needle$"],
    &["^$"],
    &["^"],
    &["$"],
    &["^needle$"],
    &[r"^\s*\w+$"],
    &["x*"],
    &["(?:a|)"],
    &["a*?"],
    &[r"\w+"],
    &[r"\d{2,4}"],
    &[r"\pL\pN"],
    &[r"\p{Greek}"],
    &["ä"],
    &["Ä", "-i"],
    &["-i", "ǆ"],
    &["-i", "ς"],
    &["-i", "straße"],
    &["-i", "needle"],
    &["(?i)needle"],
    &["(?i:n)eedle"],
    &["-S", "needle"],
    &["-S", "Needle"],
    &["-S", r"\Sneedle"],
    &["-S", "ü"],
    &["-w", "needle"],
    &["-w", "-i", "NEEDLE"],
    &["-w", "-F", "a.c"],
    &["-w", "ne.*"],
    &["-w", "日本"],
    &["-v", "e"],
    &["-v", "-i", "[a-z]"],
    &["-v", "-w", "needle"],
    &["-v", "^$"],
    &["-C", "1", "needle"],
    &["-C", "3", "needle"],
    &["-A", "2", "needle"],
    &["-B", "2", "needle"],
    &["-A", "1", "-B", "3", "alpha"],
    &["-C", "2", "-v", "e"],
    &["-m", "1", "needle"],
    &["-m", "2", "-i", "needle"],
    &["-m", "3", "-v", "needle"],
    &["-U", r"needle\nalpha"],
    &["-U", r"alpha\s+needle"],
    &["-U", "needle"],
    &["-U", "--multiline-dotall", "needle.{0,30}?alpha"],
    &["-U", r"(?s)alpha.*?beta"],
    &["-U", r"\r?\n\r?\n"],
    &["-U", "^needle$"],
    &["-U", "-C", "1", r"alpha\nneedle"],
    &["-U", "-i", r"NEEDLE\b[^x]*?beta"],
    &["-U", "x?"],
    &["-U", "x*?"],
    &["-U", "^$"],
    &["-U", "$"],
    &["-U", "(?:needle|)"],
    &["-U", r"\b"],
    &["-U", r"\n"],
    &["-U", r"\w+\s"],
    &["-U", "-C", "2", r"^\n"],
    &["-U", "-A", "1", r"needle\n?"],
    &["-U", "-B", "2", r"\n\n|needle$"],
    &["-U", "-C", "1", "-v", r"\w"],
    &["-U", r"needle\n|$"],
    &["-U", "-C", "1", "^$"],
    &["-U", "-v", r"needle\n\w+"],
    &["-U", "-C", "2", "-v", r"needle\s+\w+"],
    &["-U", "-A", "1", r"needle\r?\n|$"],
    &["-U", "-l", "^"],
    &["--encoding", "latin1", "zwölf"],
    &["--encoding", "latin1", "-i", "ZWÖLF"],
    &["--encoding", "gbk", "中文"],
    &["--encoding", "gbk", "-w", "文"],
    &["--encoding", "shift_jis", "日本"],
    &["--encoding", "utf-16le", "wide"],
    &["-g", "*.rs", "needle"],
    &["-g", "!*.rs", "needle"],
    &["-g", "*.{rs,txt}", "needle"],
    &["-g", "src/**", "needle"],
    &["-g", "src/*.rs", "needle"],
    &["-g", "/src/**/*.rs", "needle"],
    &["-g", "**/deep/*", "needle"],
    &["-g", "*.rs", "-g", "!main*", "needle"],
    &["-g", "!src/", "needle"],
    &["-g", "[a-m]*", "needle"],
    &["-g", "?ib.rs", "needle"],
    &["-t", "rust", "needle"],
    &["-t", "c", "-t", "md", "needle"],
    &["-T", "rust", "needle"],
    &["-t", "cpp", "-T", "c", "needle"],
    &["-t", "rust", "-g", "!lib.rs", "needle"],
    &["--no-hidden", "needle"],
    &["--no-ignore", "needle"],
    &["--no-ignore", "--no-hidden", "needle"],
    &["--max-filesize", "40", "needle"],
    &["-a", "needle"],
    &["-l", "needle"],
    &["-l", "-i", "NEEDLE"],
    &["-l", "-v", "needle"],
    &["-c", "needle"],
    &["-c", "-v", "needle"],
    &["-c", "-m", "2", "needle"],
    &["tab\tbed"],
    &[r"tab\x09bed"],
    &[r"\x{e4}"],
    &["[[:upper:]][[:lower:]]+"],
    &["(a)(l)(p)"],
    &["(?P<word>needle)s?"],
    &["(?-u:\\xE4)"],
    &["needle|"],
    &["n(?:e){2}dle"],
];

#[test]
fn generated_trees() {
    if !tier::runs("answers") {
        return;
    }
    let rg = rg::find();
    let tree = forest::grow();
    let plain = forest::with_plain_line_ends(tree.path());
    let mut wrong = Vec::new();
    for case in CASES {
        compare(&rg, (tree.path(), plain.path()), case, &mut wrong);
    }
    assert!(
        CASES.len() >= 60 && wrong.is_empty(),
        "{}",
        wrong.join("\n")
    );
}

#[test]
fn the_sources_of_the_core() {
    if !tier::runs("answers") {
        return;
    }
    let rg = rg::find();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core");
    let mut wrong = Vec::new();
    for case in [
        &["fn"][..],
        &[r"\bCancelToken\b"],
        &["-w", "-i", "RESULT"],
        &["-t", "rust", r"^use \w+"],
        &["-C", "2", "unsafe"],
        &["-U", r"\{\n\s*\}"],
        &["-v", r"\w"],
        &["-l", "license"],
        &["-c", r"[{}]"],
        &["-g", "*.toml", "version"],
        &["--no-hidden", "test"],
    ] {
        // Build output is large, and changes during other builds.
        let case = [&["-g", "!target"], case].concat();
        compare(&rg, (&root, &root), &case, &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether ripgrep sees carriage returns that are hidden here.
pub(crate) fn hides_returns(case: &[&str]) -> bool {
    case.contains(&"-U") && !case.iter().any(|word| word.contains(r"\r"))
}

/// Results of both tools. The second root has plain line ends.
pub(crate) fn both(
    rg: &Path,
    (root, plain): (&Path, &Path),
    case: &[&str],
) -> (Vec<Line>, Vec<Line>) {
    let hides = hides_returns(case);
    let theirs = rg::answer(rg, if hides { plain } else { root }, case);
    let mut ours = by_line(answer(root, case), true);
    let mut theirs = by_line(without_lone_context(theirs, case), !hides);
    if hides {
        ours.iter_mut().for_each(Line::hide_returns);
        theirs.iter_mut().for_each(Line::hide_returns);
    }
    (ours, theirs)
}

fn compare(rg: &Path, roots: (&Path, &Path), case: &[&str], wrong: &mut Vec<String>) {
    let (ours, theirs) = both(rg, roots, case);
    if ours == theirs {
        return;
    }
    let only = |a: &[Line], b: &[Line]| match a.iter().find(|line| !b.contains(line)) {
        Some(line) => format!("{} {line:?}", String::from_utf8_lossy(&line.text)),
        None => "nothing".into(),
    };
    wrong.push(format!(
        "{case:?}: {} lines, ripgrep {}\n  only ours:    {}\n  only ripgrep: {}",
        ours.len(),
        theirs.len(),
        only(&ours, &theirs),
        only(&theirs, &ours),
    ));
}

/// Returns the options that are equivalent to a ripgrep command line.
fn options(root: &Path, case: &[&str]) -> GrepOptions {
    let mut options = GrepOptions::new("", root);
    options.query.patterns.clear();
    let mut words = case.iter().copied();
    while let Some(word) = words.next() {
        let mut text = || {
            words
                .next()
                .unwrap_or_else(|| panic!("{word} needs a value"))
        };
        match word {
            "-e" => options.query.patterns.push(text().into()),
            "-F" => options.query.literal = true,
            "-i" => options.query.ignore_case = true,
            "-S" => options.query.smart_case = true,
            "-w" => options.query.word = true,
            "-v" => options.query.invert = true,
            "-U" => options.query.multiline = true,
            "--multiline-dotall" => options.query.dot_all = true,
            "-A" => options.select.context_after = number(text()),
            "-B" => options.select.context_before = number(text()),
            "-C" => {
                options.select.context_before = number(text());
                options.select.context_after = options.select.context_before;
            }
            "-m" => options.select.max_count_per_file = Some(number(text()) as u64),
            "-l" => options.select.mode = GrepMode::FilesWithMatches,
            "-c" => options.select.mode = GrepMode::Count,
            "-g" => options.scope.globs.push(text().into()),
            "-t" => options.scope.types.push(text().into()),
            "-T" => options.scope.types_not.push(text().into()),
            "--no-hidden" => options.scope.hidden = false,
            "--no-ignore" => options.scope.gitignore = false,
            "--encoding" => options.encoding = Some(text().into()),
            "--max-filesize" => options.max_file_size = Some(number(text()) as u64),
            "-a" => options.binary = true,
            pattern => options.query.patterns.push(pattern.into()),
        }
    }
    options
}

fn number(text: &str) -> usize {
    text.parse().unwrap()
}

pub(crate) fn answer(root: &Path, case: &[&str]) -> Vec<Line> {
    let options = options(root, case);
    let outcome = grep(&options, &CancelToken::new()).unwrap_or_else(|e| panic!("{case:?}: {e}"));
    let mut lines = Vec::new();
    for found in outcome.items {
        let path = found.path.to_string_lossy().into_owned();
        if options.select.mode != GrepMode::Content {
            let count = if options.select.mode == GrepMode::Count {
                found.match_count.unwrap()
            } else {
                0
            };
            lines.push(Line::file(path, count));
            continue;
        }
        for context in found.context_before.iter().chain(&found.context_after) {
            lines.push(Line {
                number: context.line_number,
                text: context.line.clone(),
                ..Line::file(path.clone(), 0)
            });
        }
        let subs = found.submatches.iter().map(|s| (s.start, s.end)).collect();
        lines.push(Line {
            path,
            number: found.line_number,
            is_match: true,
            submatches: comparable(subs, found.line.len()),
            text: found.line,
            offset: found.byte_offset,
        });
    }
    lines.sort();
    lines
}

/// Drops context lines of a multi-line search that are not next to a result.
pub(crate) fn without_lone_context(lines: Vec<Line>, case: &[&str]) -> Vec<Line> {
    let GrepOptions { query, select, .. } = options(Path::new(""), case);
    let (before, after) = (select.context_before as u64, select.context_after as u64);
    if !query.multiline || before + after == 0 {
        return lines;
    }
    let matching: Vec<(String, RangeInclusive<u64>)> = lines
        .iter()
        .filter(|line| line.is_match)
        .map(|line| {
            let feeds = line.text.iter().filter(|&&b| b == b'\n').count() as u64;
            let first = line.number.saturating_sub(before);
            (line.path.clone(), first..=line.number + feeds + after)
        })
        .collect();
    let is_near = |line: &Line| {
        let mut near = matching.iter().filter(|(path, _)| *path == line.path);
        near.any(|(_, lines)| lines.contains(&line.number))
    };
    lines
        .into_iter()
        .filter(|line| line.is_match || is_near(line))
        .collect()
}

/// Splits results of several lines. Of the submatches, each line gets those that
/// start in it.
fn by_line(lines: Vec<Line>, has_returns: bool) -> Vec<Line> {
    let mut split = Vec::new();
    for line in lines {
        let mut start = 0;
        for (index, text) in line.text.split(|&b| b == b'\n').enumerate() {
            let text_end = text.len();
            let text = match has_returns && start + text_end < line.text.len() {
                true => text.strip_suffix(b"\r").unwrap_or(text),
                false => text,
            };
            let here = line
                .submatches
                .iter()
                .filter(|(from, _)| (start..=start + text_end).contains(from));
            let submatches = here.map(|&(from, to)| (from - start, to - start)).collect();
            split.push(Line {
                path: line.path.clone(),
                number: line.number + index as u64,
                is_match: line.is_match,
                text: text.to_vec(),
                offset: if line.is_match {
                    line.offset + start as u64
                } else {
                    0
                },
                submatches: comparable(submatches, text.len()),
            });
            start += text_end + 1;
        }
    }
    split.sort();
    split
}

/// Returns the submatches without empty ones at the end, cut at the end of the
/// line.
pub(crate) fn comparable(submatches: Vec<(usize, usize)>, len: usize) -> Vec<(usize, usize)> {
    let cut = submatches
        .into_iter()
        .map(|(start, end)| (start.min(len), end.min(len)));
    cut.filter(|&(start, end)| start < end || start < len)
        .collect()
}

impl Line {
    /// Makes line ends plain.
    fn hide_returns(&mut self) {
        let pairs: Vec<usize> = (1..self.text.len())
            .filter(|&at| self.text[at - 1..].starts_with(b"\r\n"))
            .collect();
        let plain = |at: usize| at - pairs.iter().filter(|&&pair| pair < at).count();
        for (start, end) in &mut self.submatches {
            (*start, *end) = (plain(*start), plain(*end));
        }
        for &at in pairs.iter().rev() {
            self.text.remove(at - 1);
        }
        self.offset = 0;
    }

    pub(crate) fn file(path: String, count: u64) -> Line {
        Line {
            path,
            number: count,
            is_match: false,
            text: Vec::new(),
            offset: 0,
            submatches: Vec::new(),
        }
    }
}

/// Creates a repository, so that its ignore files apply.
pub(crate) fn init(root: &Path) {
    let status = Command::new("git").args(["init", "-q"]).arg(root).status();
    assert!(
        status.is_ok_and(|s| s.success()),
        "git is needed for these tests"
    );
}
