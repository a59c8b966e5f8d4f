//! Code replacement in 2,000 generated files and in 2,000 files of published packages: as a process
//! compared with ast-grep's command, as a call, and as lower bounds of its parts.

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use ransack::{
    AstEditOptions, AstGrepOptions, CancelToken, JournalOptions, UndoOptions, ast_edit, ast_grep,
    undo,
};

use crate::cases::Case;
use crate::child::{self, Watch};
use crate::corpus::Corpus;
use crate::find;
use crate::measure::{Plan, run};
use crate::rival::Clock;
use crate::table::{Table, median, millis};

const FILES: usize = 2000;
const PATTERN: &str = "console.log($$$A)";
const REPLACEMENT: &str = "logger.debug($$$A)";

/// Whether the files are changed.
const PREVIEW: &str = "preview";
const APPLY: &str = "apply";

/// Undo of an apply that is not timed. Fails unless the files are as before.
const UNDO: &str = "undo";

/// Parts of the work: parsing every file once to find the matches, and writing new files, each
/// synced before it replaces the old file.
const PARSE: &str = "parse";
const WRITE: &str = "write";

/// Tool, timed section, and the tasks of a ransack process for a preview and for an apply; an empty
/// task is left out.
const WHO: [(&str, Clock, [&str; 2]); 5] = [
    (AST_GREP, Clock::Outside, [PREVIEW, APPLY]),
    ("ransack", Clock::Outside, [PREVIEW, APPLY]),
    ("ransack, one call", Clock::Inside, [PREVIEW, APPLY]),
    ("ransack, undo of one call", Clock::Inside, ["", UNDO]),
    ("floor", Clock::Inside, [PARSE, WRITE]),
];
const AST_GREP: &str = "ast-grep";

/// Source of the files.
enum Source {
    /// Generated files: every file has matches.
    Made,
    /// Files of published packages: few have matches.
    Published(PathBuf, Vec<PathBuf>),
}

/// Times previews and applies on files of both sources, in turns. Returns false if the resulting
/// files or matches differ.
pub(crate) fn measure(
    case: &Case,
    plan: &Plan,
    out: &mut dyn Write,
) -> Result<(bool, Vec<Table>), Box<dyn Error>> {
    let program = find::program("RANSACK_BENCH_AST_GREP", "ast-grep");
    match &program {
        Some(program) => writeln!(out, "  {}", find::version(program).unwrap_or_default())?,
        None => writeln!(out, "  ast-grep: left out, not found")?,
    }
    let mut sources = vec![Source::Made];
    match env::var_os("RANSACK_BENCH_TYPESCRIPT") {
        Some(dir) => sources.push(Source::published(dir.into())?),
        None => writeln!(
            out,
            "  published files: left out, RANSACK_BENCH_TYPESCRIPT is not set"
        )?,
    }
    let mut equal = true;
    let mut tables = Vec::new();
    for source in &sources {
        let (is_equal, table) = compare(source, case, plan, program.as_deref(), out)?;
        equal &= is_equal;
        tables.push(table);
    }
    Ok((equal, tables))
}

fn compare(
    source: &Source,
    case: &Case,
    plan: &Plan,
    program: Option<&Path>,
    out: &mut dyn Write,
) -> Result<(bool, Table), Box<dyn Error>> {
    // Nothing is removed before the end, because ext4 searches all inodes freed in the last minute
    // for each new file.
    let place = tempfile::tempdir()?;
    let mut equal = true;
    let mut planted = 0;
    let mut places = source.places();
    let mut table = Table::new(&[source.name(), "min ms", "median ms", "x ast-grep"]);
    let rounds = if plan.only_check { 1 } else { plan.runs };
    for (number, kind) in [PREVIEW, APPLY].into_iter().enumerate() {
        let mut samples = WHO.map(|_| Vec::new());
        let mut expected: Option<BTreeMap<PathBuf, Vec<u8>>> = None;
        for round in 0..rounds {
            for ((who, clock, tasks), times) in source.who().iter().zip(&mut samples) {
                if tasks[number].is_empty() {
                    continue;
                }
                let dir = place.path().join(planted.to_string());
                planted += 1;
                source.plant(&dir)?;
                let command = match program {
                    Some(program) if *who == AST_GREP => by_ast_grep(program, kind, &dir),
                    None if *who == AST_GREP => continue,
                    _ => {
                        let corpus = Corpus::open_path(&dir)?;
                        let command = child::command(child::AST_EDIT, case, &corpus);
                        let mut command = command.ok_or("no own program")?;
                        command.arg(tasks[number]);
                        command
                    }
                };
                let sample = run(command, *clock, None)?;
                times.push(sample.wall);
                if kind == PREVIEW {
                    let lines = memchr::memchr_iter(b'\n', &sample.output).count();
                    if *places.get_or_insert(lines) != lines {
                        writeln!(out, "  {who} finds {lines} places")?;
                        equal = false;
                    }
                }
                if round == 0 && tasks.contains(&kind) {
                    let files = read(&dir)?;
                    if *expected.get_or_insert_with(|| files.clone()) != files {
                        writeln!(out, "  {who} leaves other files after the {kind}")?;
                        equal = false;
                    }
                }
            }
        }
        if plan.only_check {
            continue;
        }
        let reference = samples[0].clone();
        for ((who, _, tasks), times) in source.who().iter().zip(&samples) {
            if tasks[number].is_empty() {
                continue;
            }
            let pairs = times.iter().zip(&reference);
            let ratios: Vec<f64> = pairs
                .map(|(own, other)| own.as_secs_f64() / other.as_secs_f64())
                .collect();
            let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".into());
            table.row(vec![
                format!("{kind}: {who}{}", part(tasks[number])),
                or_dash(times.iter().min().copied().map(millis)),
                or_dash(median(times).map(millis)),
                or_dash(median(&ratios).map(|ratio| format!("{ratio:.2}"))),
            ]);
        }
    }
    Ok((equal, table))
}

/// Part of the work measured as a floor.
fn part(task: &str) -> &'static str {
    match task {
        PARSE => ", parse and match",
        WRITE => ", write, fsync and rename",
        _ => "",
    }
}

impl Source {
    /// Copies this many TypeScript files of the packages in `dir`, evenly
    /// spread over all of them.
    fn published(dir: PathBuf) -> Result<Source, Box<dyn Error>> {
        let mut all = Vec::new();
        files(&dir, &mut all)?;
        let is_source = |path: &PathBuf| {
            let name = path.to_string_lossy();
            name.ends_with(".ts") && !name.ends_with(".d.ts")
        };
        all.retain(is_source);
        if all.len() < FILES {
            let message = format!("{} has only {} files", dir.display(), all.len());
            return Err(message.into());
        }
        all.sort_unstable();
        let chosen = (0..FILES).map(|at| all[at * all.len() / FILES].clone());
        Ok(Source::Published(dir, chosen.collect()))
    }

    fn name(&self) -> &'static str {
        match self {
            Source::Made => "made files",
            Source::Published(..) => "published files",
        }
    }

    /// Number of matches, if it is known.
    fn places(&self) -> Option<usize> {
        matches!(self, Source::Made).then_some(10 * FILES)
    }

    /// Returns the tools and, for generated files, the floors, which measure
    /// work on every file.
    fn who(&self) -> &'static [(&'static str, Clock, [&'static str; 2])] {
        match self {
            Source::Made => &WHO,
            Source::Published(..) => &WHO[..4],
        }
    }

    fn plant(&self, root: &Path) -> Result<(), Box<dyn Error>> {
        match self {
            Source::Made => make(root)?,
            Source::Published(dir, chosen) => {
                for path in chosen {
                    let copy = root.join(path.strip_prefix(dir)?);
                    fs::create_dir_all(copy.parent().unwrap_or(root))?;
                    fs::copy(path, copy)?;
                }
            }
        }
        // Otherwise the next process that syncs would also write these files.
        let _ = Command::new("sync").status();
        Ok(())
    }
}

/// Functions, some of which write to the console.
fn make(root: &Path) -> io::Result<()> {
    for file in 0..FILES {
        let dir = root.join(format!("m{}", file / 50));
        if file % 50 == 0 {
            fs::create_dir_all(&dir)?;
        }
        let mut text = format!("import {{ a{file} }} from './a';\n");
        for function in 0..10 {
            text += &format!(
                "\nexport function fn{function}(x: number, y: string): string {{\n  \
                 const z = x * {function} + y.length;\n  \
                 if (z > {file}) {{\n    \
                 console.log('value', z, {{ x, y }});\n    \
                 return y + z;\n  }}\n  \
                 return `${{x}} ${{y}}`;\n}}\n"
            );
        }
        fs::write(dir.join(format!("f{file}.ts")), text)?;
    }
    Ok(())
}

/// Adds all files of a directory.
pub(crate) fn files(dir: &Path, all: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            files(&entry.path(), all)?;
        } else if kind.is_file() {
            all.push(entry.path());
        }
    }
    Ok(())
}

pub(crate) fn read(root: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>, Box<dyn Error>> {
    let mut all = Vec::new();
    files(root, &mut all)?;
    let texts = all.into_iter().map(|path| {
        let text = fs::read(&path)?;
        Ok((path.strip_prefix(root)?.to_owned(), text))
    });
    texts.collect()
}

fn by_ast_grep(program: &Path, kind: &str, dir: &Path) -> Command {
    let mut command = Command::new(program);
    command.args(["run", "--pattern", PATTERN, "--rewrite", REPLACEMENT]);
    command.args(["--lang", "ts"]);
    command.arg(if kind == APPLY {
        "--update-all"
    } else {
        "--json=stream"
    });
    command.arg(dir);
    command
}

/// Runs the task of a ransack process.
pub(crate) fn child(corpus: &Corpus, kind: &str) -> Result<(), Box<dyn Error>> {
    match kind {
        PARSE => return parse(corpus),
        WRITE => return write(corpus),
        _ => {}
    }
    let mut options = AstEditOptions::new(PATTERN, REPLACEMENT, corpus.path());
    options.dry_run = kind == PREVIEW;
    let state = corpus.path().with_extension("state");
    options.journal = JournalOptions::default().journal_path(state);
    if kind == UNDO {
        return undo_edit(corpus, &options);
    }
    let watch = Watch::start();
    let outcome = ast_edit(&options, &CancelToken::new())?;
    watch.stop();
    let mut out = io::BufWriter::new(io::stdout().lock());
    for change in &outcome.changes {
        let (path, line) = (&change.path, change.span.start.line);
        let after = String::from_utf8_lossy(&change.after);
        writeln!(out, "{path}:{line}:{after:?}")?;
    }
    Ok(out.flush()?)
}

fn undo_edit(corpus: &Corpus, options: &AstEditOptions) -> Result<(), Box<dyn Error>> {
    let before = read(corpus.path())?;
    let id = ast_edit(options, &CancelToken::new())?.id;
    let options = UndoOptions::new(corpus.path()).journal(options.journal.clone());
    let options = options.id(id.ok_or("the edit has no id")?);
    let watch = Watch::start();
    undo(&options, &CancelToken::new())?;
    watch.stop();
    match read(corpus.path())? == before {
        true => Ok(()),
        false => Err("the undo leaves other files".into()),
    }
}

fn parse(corpus: &Corpus) -> Result<(), Box<dyn Error>> {
    let options = AstGrepOptions::new(PATTERN, corpus.path());
    let watch = Watch::start();
    let outcome = ast_grep(&options, &CancelToken::new())?;
    watch.stop();
    let mut out = io::BufWriter::new(io::stdout().lock());
    for item in &outcome.items {
        writeln!(out, "{}:{}", item.path, item.span.start.line)?;
    }
    Ok(out.flush()?)
}

fn write(corpus: &Corpus) -> Result<(), Box<dyn Error>> {
    let files = read(corpus.path())?;
    let watch = Watch::start();
    for (path, text) in &files {
        let path = corpus.path().join(path);
        let fresh = path.with_extension("new");
        let mut file = fs::File::create_new(&fresh)?;
        file.write_all(text)?;
        file.sync_all()?;
        fs::rename(fresh, path)?;
    }
    watch.stop();
    Ok(())
}
