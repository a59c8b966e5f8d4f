//! Replacing code in 2,000 files that are made for it, as a process beside
//! ast-grep's command, and as a call.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use ransack::{AstEditOptions, CancelToken, ast_edit};

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

/// Whether files are changed.
const PREVIEW: &str = "preview";
const APPLY: &str = "apply";

/// Who edits, and what is timed.
const WHO: [(&str, Clock); 3] = [
    (AST_GREP, Clock::Outside),
    ("ransack", Clock::Outside),
    ("ransack, one call", Clock::Inside),
];
const AST_GREP: &str = "ast-grep";

/// Times both kinds of run, taking turns. False if the files differ after
/// them.
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
    let place = tempfile::tempdir()?;
    let mut equal = true;
    let mut table = Table::new(&["", "min ms", "median ms", "x ast-grep"]);
    let rounds = if plan.only_check { 1 } else { plan.runs };
    for kind in [PREVIEW, APPLY] {
        let mut samples = WHO.map(|_| Vec::new());
        let mut expected: Option<BTreeMap<PathBuf, Vec<u8>>> = None;
        for round in 0..rounds {
            for ((who, clock), times) in WHO.iter().zip(&mut samples) {
                let dir = place.path().join("files");
                plant(&dir)?;
                let command = match &program {
                    Some(program) if *who == AST_GREP => by_ast_grep(program, kind, &dir),
                    None if *who == AST_GREP => continue,
                    _ => {
                        let corpus = Corpus::open_path(&dir)?;
                        let command = child::command(child::AST_EDIT, case, &corpus);
                        let mut command = command.ok_or("no own program")?;
                        command.arg(kind);
                        command
                    }
                };
                times.push(run(command, *clock, None)?.wall);
                if round == 0 {
                    let files = read(&dir)?;
                    if *expected.get_or_insert_with(|| files.clone()) != files {
                        writeln!(out, "  {who} leaves other files after the {kind}")?;
                        equal = false;
                    }
                }
                fs::remove_dir_all(&dir)?;
            }
        }
        if plan.only_check {
            continue;
        }
        let reference = samples[0].clone();
        for ((who, _), times) in WHO.iter().zip(&samples) {
            let pairs = times.iter().zip(&reference);
            let ratios: Vec<f64> = pairs
                .map(|(own, other)| own.as_secs_f64() / other.as_secs_f64())
                .collect();
            let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".into());
            table.row(vec![
                format!("{kind}: {who}"),
                or_dash(times.iter().min().copied().map(millis)),
                or_dash(median(times).map(millis)),
                or_dash(median(&ratios).map(|ratio| format!("{ratio:.2}"))),
            ]);
        }
    }
    Ok((equal, vec![table]))
}

/// The files: functions that write to the console, among others.
fn plant(root: &Path) -> io::Result<()> {
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

fn read(root: &Path) -> io::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for dir in fs::read_dir(root)? {
        for file in fs::read_dir(dir?.path())? {
            let path = file?.path();
            let text = fs::read(&path)?;
            files.insert(path, text);
        }
    }
    Ok(files)
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

/// What a process of ransack does.
pub(crate) fn child(corpus: &Corpus, kind: &str) -> Result<(), Box<dyn Error>> {
    let mut options = AstEditOptions::new(PATTERN, REPLACEMENT, corpus.path());
    options.dry_run = kind == PREVIEW;
    let watch = Watch::start();
    let outcome = ast_edit(&options, &CancelToken::new())?;
    watch.stop();
    if outcome.total_replacements != 10 * FILES as u64 {
        return Err(format!("{} replacements", outcome.total_replacements).into());
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    for change in &outcome.changes {
        writeln!(out, "{}:{}", change.path, change.span.start.line)?;
        out.write_all(&change.after)?;
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}
