//! Rewrites generated from real code, over the files of [`outline_oracle`]: a rewrite changes or
//! removes only code that its pattern names.
//!
//! A rewrite is generated from a random node of a random file. Its pattern is the code of the node,
//! with some parts replaced by metavariables and some omitted; its replacement uses the
//! metavariables. [`law`] defines the law that changes must obey; it compares words and does not
//! use the matcher.
//!
//! Edits are dry runs on a copy of the file in memory; their changes are applied here.

mod generator;
mod law;

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fmt;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ransack::{AstChange, AstEditOptions, CancelToken, ErrorKind, Keeps, ast_edit};
use tempfile::TempDir;
use tree_sitter::{Parser, Tree};

use self::generator::Made;
use self::law::{Broken, broken};
use crate::outline_oracle;
use crate::soak_tree::Draw;
use crate::table::Table;

/// Seed of the rewrites.
const SEED: &str = "RANSACK_BENCH_SEED";
/// Number of rewrites per language that match their node.
const REWRITES: usize = 200;
/// Maximum number of generated rewrites per language; some patterns are invalid.
const MOST_MADE: usize = 4 * REWRITES;
/// Maximum size of a file in bytes.
const MOST_BYTES: u64 = 40_000;
/// Directory of files in memory.
const SHARED_MEMORY: &str = "/dev/shm";

/// Result of a rewrite.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    /// The pattern is not valid.
    Invalid,
    /// The pattern does not match its node, or the code is unchanged.
    Unmatched,
    /// The new text would have a syntax error.
    SyntaxError,
    /// Replaced; all code that the pattern does not name remains.
    Kept,
    /// Refused; code would be lost.
    Refused,
    /// Refused, although no code would be lost.
    Needless,
    /// Replaced, although code is lost.
    Lost,
    /// Refused, but other code than the reported one would be lost.
    Misreported,
    /// Code after the match moved to another block, or the shape of the tree changed.
    Moved,
}

const VERDICTS: [(Verdict, &str); 9] = [
    (Verdict::Invalid, "invalid"),
    (Verdict::Unmatched, "unmatched"),
    (Verdict::SyntaxError, "syntax error"),
    (Verdict::Kept, "kept"),
    (Verdict::Refused, "refused"),
    (Verdict::Needless, "needlessly"),
    (Verdict::Lost, "lost"),
    (Verdict::Misreported, "misreported"),
    (Verdict::Moved, "moved"),
];

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = VERDICTS.iter().find(|(verdict, _)| verdict == self);
        f.write_str(name.map_or("", |(_, name)| name))
    }
}

/// Rewrites code in the languages in `chosen`, or in all languages with a corpus. Returns false if
/// code is lost or too many rewrites are refused needlessly. With `differences`, prints these
/// rewrites.
pub(crate) fn measure(
    chosen: &[String],
    differences: bool,
    out: &mut dyn Write,
) -> Result<(bool, Vec<Table>), Box<dyn Error>> {
    let seed = match env::var(SEED) {
        Ok(seed) => seed.parse()?,
        Err(_) => 1,
    };
    writeln!(out, "ransack {}, seed {seed}", env!("CARGO_PKG_VERSION"))?;
    let mut head = vec!["rewrites"];
    head.extend(VERDICTS.iter().map(|(_, name)| *name));
    let mut table = Table::new(&head);
    let mut totals: BTreeMap<Verdict, usize> = BTreeMap::new();
    for (language, files) in outline_oracle::corpora(chosen)? {
        let is_small = |path: &PathBuf| path.metadata().is_ok_and(|file| file.len() < MOST_BYTES);
        let files: Vec<PathBuf> = files.into_iter().filter(is_small).collect();
        let counts = Rewrites::new(language, seed)?.run(&files, differences, out)?;
        let mut row = vec![language.to_owned()];
        for (verdict, _) in VERDICTS {
            let count = counts.get(&verdict).copied().unwrap_or(0);
            *totals.entry(verdict).or_default() += count;
            row.push(count.to_string());
        }
        table.row(row);
    }
    let total = |verdict: Verdict| totals.get(&verdict).copied().unwrap_or(0);
    let mut row = vec!["all".to_owned()];
    row.extend(
        VERDICTS
            .iter()
            .map(|(verdict, _)| total(*verdict).to_string()),
    );
    table.row(row);
    let made = total(Verdict::Kept) + total(Verdict::Refused) + total(Verdict::Needless);
    let faults = total(Verdict::Lost) + total(Verdict::Misreported) + total(Verdict::Moved);
    let passes = faults == 0 && total(Verdict::Needless) * 50 <= made;
    Ok((passes, vec![table]))
}

/// Rewrites of one language.
struct Rewrites {
    language: &'static str,
    parser: Parser,
    draw: Draw,
    _dir: TempDir,
    /// Copy of the rewritten file.
    path: PathBuf,
}

impl Rewrites {
    fn new(language: &'static str, seed: u64) -> Result<Rewrites, Box<dyn Error>> {
        let memory = Path::new(SHARED_MEMORY);
        let dir = match memory.is_dir() {
            true => tempfile::tempdir_in(memory)?,
            false => tempfile::tempdir()?,
        };
        let mut parser = Parser::new();
        parser.set_language(&generator::grammar(language)?)?;
        Ok(Rewrites {
            language,
            parser,
            draw: Draw::new(seed),
            path: dir.path().join("text"),
            _dir: dir,
        })
    }

    fn run(
        &mut self,
        files: &[PathBuf],
        differences: bool,
        out: &mut dyn Write,
    ) -> Result<BTreeMap<Verdict, usize>, Box<dyn Error>> {
        let mut counts: BTreeMap<Verdict, usize> = BTreeMap::new();
        let (mut matched, mut made) = (0, 0);
        while matched < REWRITES && made < MOST_MADE && !files.is_empty() {
            let path = &files[self.draw.below(files.len())];
            let Ok(source) = fs::read_to_string(path) else {
                continue;
            };
            let tree = self.parse(&source)?;
            fs::write(&self.path, &source)?;
            for _ in 0..4 {
                let Some(rewrite) = generator::make(&source, &tree, self.language, &mut self.draw)
                else {
                    continue;
                };
                made += 1;
                let (verdict, why) = self.verdict(&source, &tree, &rewrite)?;
                *counts.entry(verdict).or_default() += 1;
                matched += usize::from(verdict > Verdict::SyntaxError);
                if differences && !matches!(verdict, Verdict::Kept | Verdict::Refused) {
                    let (
                        path,
                        at,
                        Made {
                            pattern,
                            replacement,
                            kind,
                            ..
                        },
                    ) = (path.display(), rewrite.start, &rewrite);
                    let line = source[..at].matches('\n').count() + 1;
                    writeln!(
                        out,
                        "{verdict} {path}:{line}: {kind}\n  pattern     {pattern:?}\n  \
                         replacement {replacement:?}\n  {why}"
                    )?;
                }
            }
        }
        Ok(counts)
    }

    fn parse(&mut self, source: &str) -> Result<Tree, Box<dyn Error>> {
        Ok(self.parser.parse(source, None).ok_or("no tree")?)
    }

    /// Applies a rewrite and classifies the changes and refusals.
    fn verdict(
        &mut self,
        source: &str,
        tree: &Tree,
        made: &Made,
    ) -> Result<(Verdict, String), Box<dyn Error>> {
        let all = match self.edit(made, Keeps::Nothing, true) {
            Ok(changes) => changes,
            Err(error) if error.kind() == ErrorKind::InvalidPattern => {
                return Ok((Verdict::Invalid, error.to_string()));
            }
            Err(error) => return Ok((Verdict::SyntaxError, error.to_string())),
        };
        if !all
            .iter()
            .any(|change| change.span.start.offset == made.start)
        {
            return Ok((Verdict::Unmatched, String::new()));
        }
        let kept = match self.edit(made, Keeps::Everything, false) {
            Ok(changes) => changes,
            Err(error) => return Ok((Verdict::SyntaxError, error.to_string())),
        };
        let forced = applied(source, &all)?;
        let forced_tree = self.parse(&forced)?;
        let mut is_refused = false;
        let mut shift = 0;
        for change in &all {
            let old_end = change.span.end.offset;
            let new_end =
                (old_end as isize + shift) as usize + change.after.len() - change.before.len();
            shift += change.after.len() as isize - change.before.len() as isize;
            let broken = broken(change, made);
            let moved = law::has_moved(
                (tree, source, old_end),
                (&forced_tree, &forced, new_end),
                change,
            );
            let is_lossy = !change.lost.is_empty();
            is_refused |= is_lossy;
            let verdict = match broken {
                Broken::Nothing if is_lossy && !moved => Verdict::Needless,
                Broken::Nothing if moved && !is_lossy => Verdict::Moved,
                Broken::Lost(_) if !is_lossy => Verdict::Lost,
                Broken::Unreported(_) => Verdict::Misreported,
                _ => continue,
            };
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let lost: Vec<String> = change.lost.iter().map(|lost| text(lost)).collect();
            let (before, after) = (text(&change.before), text(&change.after));
            let line = change.span.start.line;
            let why = format!(
                "line {line}, reported {lost:?}, {broken}\n  before {before:?}\n  after  {after:?}"
            );
            return Ok((verdict, why));
        }
        if kept.iter().any(|change| !change.lost.is_empty()) {
            return Ok((Verdict::Lost, "in spite of `keeps`".to_owned()));
        }
        if made.keeps_shape && !kept.is_empty() {
            let new = applied(source, &kept)?;
            let new_tree = self.parse(&new)?;
            if let Some(why) = law::difference((tree, source), (&new_tree, &new)) {
                return Ok((Verdict::Moved, why));
            }
        }
        let verdict = match is_refused {
            true => Verdict::Refused,
            false => Verdict::Kept,
        };
        Ok((verdict, String::new()))
    }

    fn edit(&self, made: &Made, keeps: Keeps, is_lenient: bool) -> ransack::Result<Vec<AstChange>> {
        let options = AstEditOptions::new(&*made.pattern, &*made.replacement, &self.path)
            .language(self.language)
            .keeps(keeps)
            .allow_syntax_errors(is_lenient)
            .time_per_file(Duration::from_secs(60));
        Ok(ast_edit(&options, &CancelToken::new())?.changes)
    }
}

/// Returns a text after changes.
fn applied(source: &str, changes: &[AstChange]) -> Result<String, Box<dyn Error>> {
    let (mut text, mut from) = (Vec::new(), 0);
    for change in changes {
        text.extend_from_slice(&source.as_bytes()[from..change.span.start.offset]);
        text.extend_from_slice(&change.after);
        from = change.span.end.offset;
    }
    text.extend_from_slice(&source.as_bytes()[from..]);
    Ok(String::from_utf8(text)?)
}
