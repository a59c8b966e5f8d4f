//! Outlines compared with official parsers ("oracles"): kind, name and line of each definition in
//! published files.
//!
//! An oracle is a program in `oracles/`, or a module here if its parser is a crate. A program reads
//! paths from standard input, one per line, and prints one line of JSON per file:
//! `{"path": …, "items": [[kind, name, line], …]}`, with the 1-based line of the name, or
//! `{"path": …, "error": …}` for a file that the parser rejects. For languages that `edit_definition`
//! checks, items also have the offsets of the definition's start and end.
//! `"skipped": [[first, last], …]` lists lines that the parser does not read, such as branches of
//! conditional compilation.

mod agreement;
mod reader;
mod rust;

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use self::agreement::Agreement;
use self::reader::{Parser, Reader};
use crate::table::Table;
use ransack::{CancelToken, OutlineOptions, outline};

/// Directory of the corpora, with a directory per language.
pub(crate) const CORPORA: &str = "RANSACK_BENCH_OUTLINES";
/// Maximum number of files per language; of more, every n-th is read.
const MOST_FILES: usize = 2000;
const LEAST_FILES: usize = 300;
/// Kinds of types, whose F1 is printed apart.
const TYPES: [&str; 6] = ["class", "struct", "union", "enum", "interface", "trait"];
/// Minimum F1 for the files without syntax errors in our grammar.
const LEAST_F1: f64 = 0.995;
/// Minimum F1 for all files.
const LEAST_F1_OF_ALL: f64 = 0.99;

/// Official parser of a language.
struct Oracle {
    /// Name of the language and of its corpus directory.
    language: &'static str,
    extensions: &'static [&'static str],
    /// Suffixes of file names to exclude.
    excluded: &'static [&'static str],
    parser: Parser,
    /// Our kinds that count as one of the oracle's kinds, where its parser does not distinguish
    /// them.
    same: &'static [Same],
}

/// Two kinds that count as equal.
struct Same {
    ours: &'static str,
    theirs: &'static str,
}

/// Kinds to exclude on our side because they are not definitions in a language: titles of test
/// groups are call arguments.
const NOT_COMPARED: [&str; 1] = ["test"];

const NODE: (&str, &str) = ("RANSACK_BENCH_NODE", "node");
const NO_WARNINGS: &[&str] = &["--no-warnings"];

/// Access to the positions of names.
const JAVAC_TREES: &[&str] = &[
    "--add-exports=jdk.compiler/com.sun.tools.javac.code=ALL-UNNAMED",
    "--add-exports=jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED",
];

const ORACLES: [Oracle; 11] = [
    Oracle {
        language: "typescript",
        extensions: &["ts", "mts", "cts"],
        excluded: &[],
        parser: Parser::Script {
            runtime: NODE,
            arguments: NO_WARNINGS,
            name: "typescript.mjs",
        },
        same: &[],
    },
    Oracle {
        language: "tsx",
        extensions: &["tsx"],
        excluded: &[],
        parser: Parser::Script {
            runtime: NODE,
            arguments: NO_WARNINGS,
            name: "typescript.mjs",
        },
        same: &[],
    },
    Oracle {
        language: "javascript",
        extensions: &["js", "mjs", "cjs", "jsx"],
        // A line of a minified file holds hundreds of definitions, so its number says little.
        excluded: &[".min.js", ".min.mjs", ".min.cjs"],
        parser: Parser::Script {
            runtime: NODE,
            arguments: NO_WARNINGS,
            name: "typescript.mjs",
        },
        same: &[],
    },
    Oracle {
        language: "python",
        extensions: &["py", "pyi"],
        excluded: &[],
        parser: Parser::Script {
            runtime: ("RANSACK_BENCH_PYTHON", "python3"),
            arguments: &[],
            name: "python.py",
        },
        same: &[],
    },
    Oracle {
        language: "ruby",
        extensions: &["rb", "rake", "gemspec"],
        excluded: &[],
        parser: Parser::Script {
            runtime: NODE,
            arguments: NO_WARNINGS,
            name: "ruby.mjs",
        },
        same: &[],
    },
    Oracle {
        language: "php",
        extensions: &["php"],
        excluded: &[],
        parser: Parser::Script {
            runtime: NODE,
            arguments: NO_WARNINGS,
            name: "php.mjs",
        },
        same: &[],
    },
    Oracle {
        language: "rust",
        extensions: &["rs"],
        excluded: &[],
        parser: Parser::Function(rust::definitions),
        same: &[],
    },
    Oracle {
        language: "go",
        extensions: &["go"],
        excluded: &[],
        parser: Parser::Script {
            runtime: ("RANSACK_BENCH_GO", "go"),
            arguments: &["run"],
            name: "go.go",
        },
        same: &[],
    },
    Oracle {
        language: "java",
        extensions: &["java"],
        excluded: &[],
        parser: Parser::Script {
            runtime: ("RANSACK_BENCH_JAVA", "java"),
            arguments: JAVAC_TREES,
            name: "Outline.java",
        },
        same: &[],
    },
    Oracle {
        language: "c",
        extensions: &["c", "h"],
        excluded: &[],
        parser: Parser::Script {
            runtime: ("RANSACK_BENCH_PYTHON", "python3"),
            arguments: &[],
            name: "c.py",
        },
        same: &[],
    },
    Oracle {
        language: "cpp",
        extensions: &["cc", "cpp", "h", "hpp", "inc"],
        // Generated.
        excluded: &[".pb.h", ".pb.cc"],
        parser: Parser::Script {
            runtime: ("RANSACK_BENCH_PYTHON", "python3"),
            arguments: &[],
            name: "cpp.py",
        },
        same: &[],
    },
];

/// Kind, name and 1-based line of a definition.
type Found = (String, String, u64);

/// Counts of one language.
#[derive(Default)]
struct Counts {
    /// Files that the oracle's parser rejects.
    rejected: usize,
    /// Files that both parsers accept.
    accepted: Sums,
    /// Files that only the oracle's parser accepts.
    with_errors: Sums,
}

impl Counts {
    fn all(&self) -> Sums {
        let Counts {
            accepted,
            with_errors,
            ..
        } = self;
        Sums {
            files: accepted.files + with_errors.files,
            all: accepted.all + with_errors.all,
            types: accepted.types + with_errors.types,
            apart: accepted.apart + with_errors.apart,
        }
    }
}

/// Numbers of files and of definitions.
#[derive(Default)]
struct Sums {
    files: usize,
    all: Agreement,
    types: Agreement,
    /// Our definitions on lines that the oracle does not read, or where a macro writes them.
    apart: usize,
}

/// Compares the languages in `chosen`, or all languages with an oracle and a corpus. Returns false
/// if a language has too few files or too low an F1. With `differences`, prints the definitions
/// that only one side has: `+` for ours, `-` for the oracle's, prefixed by `E` in files in which
/// our grammar finds syntax errors.
pub(crate) fn measure(
    chosen: &[String],
    differences: bool,
    out: &mut dyn Write,
) -> Result<(bool, Vec<Table>), Box<dyn Error>> {
    if let Some(unknown) = chosen.iter().find(|name| named(name).is_none()) {
        return Err(format!("no oracle for {unknown}").into());
    }
    let mut table = Table::new(&[
        "outlines",
        "files",
        "rejected",
        "ours",
        "oracle's",
        "precision",
        "recall",
        "F1",
        "with errors",
        "F1 without",
        "F1 of types",
        "apart",
    ]);
    let mut passes = true;
    for oracle in &ORACLES {
        let is_chosen = chosen.iter().any(|name| name == oracle.language);
        if !chosen.is_empty() && !is_chosen {
            continue;
        }
        let counts = match oracle.prepare() {
            Ok((reader, files)) => oracle.compare(reader, &files, differences, out)?,
            Err(why) if is_chosen => return Err(format!("{}: {why}", oracle.language).into()),
            Err(why) => {
                writeln!(out, "  {}: left out, {why}", oracle.language)?;
                continue;
            }
        };
        let all = counts.all();
        let (f1, f1_of_all) = (counts.accepted.all.f1(), all.all.f1());
        if all.files < LEAST_FILES || f1 < LEAST_F1 || f1_of_all < LEAST_F1_OF_ALL {
            passes = false;
            writeln!(
                out,
                "  {}: {} files, F1 {f1_of_all:.4}, without syntax errors {f1:.4}: at least \
                 {LEAST_FILES}, {LEAST_F1_OF_ALL} and {LEAST_F1} are required",
                oracle.language, all.files,
            )?;
        }
        let share = |part: usize| format!("{:.4}", all.all.equal as f64 / part.max(1) as f64);
        table.row(vec![
            oracle.language.to_owned(),
            all.files.to_string(),
            counts.rejected.to_string(),
            all.all.ours.to_string(),
            all.all.theirs.to_string(),
            share(all.all.ours),
            share(all.all.theirs),
            format!("{f1_of_all:.4}"),
            counts.with_errors.files.to_string(),
            format!("{f1:.4}"),
            format!("{:.4}", all.types.f1()),
            all.apart.to_string(),
        ]);
    }
    Ok((passes, vec![table]))
}

/// Name of a language, and the files of its corpus.
pub(crate) type Corpus = (&'static str, Vec<PathBuf>);

/// Returns the files of the languages in `chosen`, or of all languages with a corpus.
pub(crate) fn corpora(chosen: &[String]) -> Result<Vec<Corpus>, Box<dyn Error>> {
    if let Some(unknown) = chosen.iter().find(|name| named(name).is_none()) {
        return Err(format!("no corpus for {unknown}").into());
    }
    let mut corpora = Vec::new();
    for oracle in &ORACLES {
        let is_chosen = chosen.iter().any(|name| name == oracle.language);
        match oracle.files() {
            Ok(files) if is_chosen || chosen.is_empty() => corpora.push((oracle.language, files)),
            Err(why) if is_chosen => return Err(format!("{}: {why}", oracle.language).into()),
            _ => {}
        }
    }
    Ok(corpora)
}

fn named(language: &str) -> Option<&'static Oracle> {
    ORACLES.iter().find(|oracle| oracle.language == language)
}

/// Returns the program that reads the files of a language, or the reason why it cannot run.
pub(crate) fn program(language: &str) -> Result<Command, String> {
    let oracle = named(language).ok_or(format!("no oracle for {language}"))?;
    match oracle.parser.reader()? {
        Reader::Program(command) => Ok(command),
        Reader::Function(_) => Err(format!("no program reads {language}")),
    }
}

/// Returns the files of the corpus of a language, in path order.
pub(crate) fn published(language: &str) -> Result<Vec<PathBuf>, String> {
    let oracle = named(language).ok_or(format!("no oracle for {language}"))?;
    oracle.files()
}

impl Oracle {
    /// Returns the files of the corpus in path order, or the reason why no files exist.
    fn files(&self) -> Result<Vec<PathBuf>, String> {
        let corpora = env::var_os(CORPORA).ok_or(format!("{CORPORA} is not set"))?;
        let corpus = Path::new(&corpora).join(self.language);
        let corpus = corpus
            .canonicalize()
            .map_err(|e| format!("{}: {e}", corpus.display()))?;
        let mut files = Vec::new();
        collect(&corpus, self, &mut files).map_err(|e| e.to_string())?;
        files.sort_unstable();
        Ok(files)
    }

    /// Returns the reader and the files to read, or the reason why the oracle cannot run.
    fn prepare(&self) -> Result<(Reader, Vec<PathBuf>), String> {
        let reader = self.parser.reader()?;
        let files = self.files()?;
        let count = files.len().min(MOST_FILES);
        let chosen = (0..count).map(|at| files[at * files.len() / count].clone());
        Ok((reader, chosen.collect()))
    }

    fn compare(
        &self,
        reader: Reader,
        files: &[PathBuf],
        differences: bool,
        out: &mut dyn Write,
    ) -> Result<Counts, Box<dyn Error>> {
        let read = reader.read(files)?;
        let mut counts = Counts::default();
        for path in files {
            let theirs = match read.get(path) {
                Some(Ok(definitions)) => definitions,
                Some(Err(why)) => {
                    counts.rejected += 1;
                    if differences {
                        writeln!(out, "? {}: rejected: {why}", path.display())?;
                    }
                    continue;
                }
                None => return Err(format!("the oracle left out {}", path.display()).into()),
            };
            let source = fs::read(path)?;
            let (mut ours, errors) = self.outline(&source)?;
            let count = ours.len();
            ours.retain(|found| theirs.is_read(found));
            let apart = count - ours.len();
            let theirs = &theirs.items;
            let sums = match errors {
                0 => &mut counts.accepted,
                _ => &mut counts.with_errors,
            };
            sums.files += 1;
            sums.apart += apart;
            let is_type = |found: &Found| TYPES.contains(&found.0.as_str());
            sums.all = sums.all + Agreement::of(&ours, theirs, |_| true);
            sums.types = sums.types + Agreement::of(&ours, theirs, is_type);
            if !differences {
                continue;
            }
            // Surplus of each definition on our side over the oracle.
            let mut excess: BTreeMap<(u64, &Found), i64> = BTreeMap::new();
            for found in &ours {
                *excess.entry((found.2, found)).or_default() += 1;
            }
            for found in theirs {
                *excess.entry((found.2, found)).or_default() -= 1;
            }
            for ((line, (kind, name, _)), count) in excess {
                let side = match (count > 0, errors) {
                    (true, 0) => "+",
                    (false, 0) => "-",
                    (true, _) => "E +",
                    (false, _) => "E -",
                };
                for _ in 0..count.abs() {
                    writeln!(out, "{side} {}:{line}: {kind} {name}", path.display())?;
                }
            }
        }
        Ok(counts)
    }

    /// Returns our definitions, converted to the oracle's kinds, and the number of syntax errors.
    fn outline(&self, source: &[u8]) -> Result<(Vec<Found>, u64), Box<dyn Error>> {
        let options = OutlineOptions::default();
        let outline = outline(source, self.language, &options, &CancelToken::new())?;
        let mut found = Vec::new();
        outline.for_each(|item| {
            let kind = item.kind.name();
            if NOT_COMPARED.contains(&kind) {
                return;
            }
            let same = self.same.iter().find(|same| same.ours == kind);
            let kind = same.map_or(kind, |same| same.theirs);
            let line = item.name_span().start.line;
            found.push((kind.to_owned(), item.name.clone(), line));
        });
        Ok((found, outline.syntax_errors))
    }
}

/// Collects the files of the language below `dir`. Symbolic links are not followed, because they
/// would add files twice.
fn collect(dir: &Path, oracle: &Oracle, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        let path = entry.path();
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let has_extension = path
            .extension()
            .is_some_and(|extension| oracle.extensions.iter().any(|own| extension == *own));
        if kind.is_dir() {
            collect(&path, oracle, files)?;
        } else if kind.is_file()
            && has_extension
            && !oracle.excluded.iter().any(|end| name.ends_with(end))
        {
            files.push(path);
        }
    }
    Ok(())
}
