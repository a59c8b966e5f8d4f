//! Syntax check on sources that are known to be valid or invalid.
//!
//! `oracles/corpus.sh DIRECTORY syntax` makes `DIRECTORY/syntax/invalid` and
//! `DIRECTORY/syntax/valid`, with a directory for each origin. The published files of the case
//! `outline-oracle` are valid. A valid file that the grammar rejects is not a false alarm of the
//! check and is counted separately.

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ransack::ast::Language;
use ransack::{CancelToken, block_range_at, check_syntax};

use crate::outline_oracle;
use crate::table::Table;

/// Languages whose published files are read.
const PUBLISHED: [&str; 4] = ["javascript", "typescript", "tsx", "python"];
/// Maximum share of invalid files per origin that may pass.
const MOST_PASSED: f64 = 0.15;

#[derive(Default)]
struct Counts {
    files: usize,
    /// Files that the grammar rejects.
    by_grammar: usize,
    /// Other files, with errors that the grammar does not detect.
    beyond: usize,
    parse: Duration,
    check: Duration,
}

/// Checks all files. Returns whether all results are as expected, and the tables.
pub(crate) fn measure(
    differences: bool,
    out: &mut dyn Write,
) -> Result<(bool, Vec<Table>), Box<dyn Error>> {
    let mut is_good = true;
    let mut table = Table::new(&[
        "origin",
        "files",
        "grammar",
        "beyond",
        "passed",
        "parse ms",
        "check / parse",
    ]);
    let corpora = env::var_os(outline_oracle::CORPORA)
        .ok_or_else(|| format!("{} is not set", outline_oracle::CORPORA))?;
    let root = Path::new(&corpora).join("syntax");
    let mut origins = BTreeMap::new();
    for kind in ["invalid", "valid"] {
        for entry in fs::read_dir(root.join(kind))? {
            let entry = entry?;
            let name = format!("{kind} {}", entry.file_name().display());
            let mut files = Vec::new();
            collect(&entry.path(), &mut files)?;
            files.sort_unstable();
            origins.insert(name, files);
        }
    }
    for language in PUBLISHED {
        match outline_oracle::published(language) {
            Ok(files) => {
                origins.insert(format!("valid published {language}"), files);
            }
            Err(why) => writeln!(out, "  {language}: {why}")?,
        }
    }
    for (name, files) in origins {
        let is_valid = name.starts_with("valid");
        let counts = check(&files, is_valid, differences, out)?;
        let passed = counts.files - counts.by_grammar - counts.beyond;
        is_good &= match is_valid {
            true => counts.beyond == 0,
            false => passed as f64 <= MOST_PASSED * counts.files as f64,
        };
        table.row(vec![
            name,
            counts.files.to_string(),
            counts.by_grammar.to_string(),
            counts.beyond.to_string(),
            passed.to_string(),
            format!("{:.0}", counts.parse.as_secs_f64() * 1e3),
            format!(
                "{:.3}",
                counts.check.as_secs_f64() / counts.parse.as_secs_f64().max(1e-9)
            ),
        ]);
    }
    Ok((is_good, vec![table]))
}

fn check(
    files: &[PathBuf],
    is_valid: bool,
    differences: bool,
    out: &mut dyn Write,
) -> Result<Counts, Box<dyn Error>> {
    let token = CancelToken::new();
    // Tests of Python's own parser, which rejects them.
    let is_source = |path: &&PathBuf| {
        let name = path.file_name().unwrap_or_default();
        !name.to_string_lossy().starts_with("badsyntax_")
    };
    let mut counts = Counts::default();
    for path in files.iter().filter(is_source) {
        let Some(language) = Language::from_path(path) else {
            continue;
        };
        let text = fs::read(path)?;
        counts.files += 1;
        let start = Instant::now();
        // No line has the number 0, so the text is only parsed.
        block_range_at(&text, language.name, 0, &token)?;
        counts.parse += start.elapsed();
        let start = Instant::now();
        let errors = check_syntax(&text, language.name, &token)?;
        counts.check += start.elapsed();
        let beyond = errors.iter().find(|error| error.message.is_some());
        let is_refused = errors.iter().any(|error| error.message.is_none());
        counts.by_grammar += usize::from(is_refused);
        counts.beyond += usize::from(!is_refused && beyond.is_some());
        let is_wrong = match is_valid {
            true => !is_refused && beyond.is_some(),
            false => errors.is_empty(),
        };
        if is_wrong && differences {
            let path = path.display();
            match beyond {
                Some(error) => {
                    let message = error.message.as_deref().unwrap_or_default();
                    writeln!(out, "  {path}:{}: {message}", error.span.start.line)?;
                }
                None => writeln!(out, "  {path}: passes")?,
            }
        }
    }
    Ok(counts)
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
