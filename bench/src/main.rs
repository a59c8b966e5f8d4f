//! Compares the results of ransack and other tools on a directory, then times the tools.

mod abort;
mod abort_calls;
mod abort_inputs;
mod ast;
mod ast_edit;
mod cases;
mod child;
mod corpus;
mod diff;
mod edit_definition;
mod file_edit;
mod find;
mod floor;
mod fuzzy;
mod highlight;
mod index;
mod keystroke;
mod measure;
mod outline;
mod outline_file;
mod outline_oracle;
mod outline_round_trip;
mod pack;
mod plot;
mod replace;
mod rewrites;
mod rival;
mod samples;
mod saturation;
mod soak;
mod soak_queries;
mod soak_tree;
mod stolen;
mod syntax_check;
mod table;
mod text;
mod tokens;
mod tree;
mod workspace;

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use cases::Case;
use corpus::Corpus;
use measure::{Plan, measure};
use rival::Rival;
use table::Table;

const USAGE: &str = "\
usage: ransack-bench [CORPUS_DIR] [options]
  without a directory only `ast-edit`, `diff`, `edit`, `edit-definition`, `outline-oracle`, `outline-round-trip`,
  `replace`, `rewrites`, `syntax-check` and `text` can run
  --case NAME       only this case (may be repeated)
  --pattern REGEX   a further case: every line that matches
  --runs N          runs of each rival, interleaved (default 10)
  --threads N       threads of the floor (default: the cores)
  --check           compare the results and time nothing
  --markdown        print the tables as Markdown too
  --language NAME   only this language of the outlines and rewrites (may be repeated)
  --differences     print what the cases of outlines, rewrites and the syntax check find
  --minutes N       time of the case `soak` (default 20), which runs only if it is named;
                    it writes soak.csv and soak.svg to the current directory
  --list            print the cases
environment:
  RANSACK_BENCH_RG             ripgrep's binary (default: rg on PATH)
  RANSACK_BENCH_NODE           Node's binary (default: node on PATH)
  RANSACK_BENCH_BUN            Bun's binary (default: bun on PATH)
  RANSACK_BENCH_NODE_MODULES   where the packages of bench/node are installed
  CC                           the C compiler (default: cc on PATH)
  RANSACK_BENCH_TEXTS          a directory of further texts for `tokens`
  RANSACK_BENCH_ADDON          the addon's index.js (default: that of this tree)
  RANSACK_BENCH_AST_GREP       ast-grep's binary (default: ast-grep on PATH)
  RANSACK_BENCH_SD, RANSACK_BENCH_RUPLACER, RANSACK_BENCH_FASTMOD
                               binaries for `replace` (default: on PATH)
  RANSACK_BENCH_TYPESCRIPT     packages with TypeScript files for `ast-edit`
  RANSACK_BENCH_FZF            fzf's binary (default: fzf on PATH)
  RANSACK_BENCH_FD             fd's binary (default: fd on PATH)
  RANSACK_BENCH_EZA            eza's binary (default: eza on PATH)
  RANSACK_BENCH_TREE           the binary of tree (default: tree on PATH)
  RANSACK_BENCH_REPOMIX, RANSACK_BENCH_YEK, RANSACK_BENCH_CODE2PROMPT, RANSACK_BENCH_CXPAK,
  RANSACK_BENCH_FILES_TO_PROMPT, RANSACK_BENCH_JINNI
                               binaries for `pack` (default: on PATH)
  RANSACK_BENCH_OUTLINES       the directory of oracles/corpus.sh
  RANSACK_BENCH_SEED           seed of `rewrites` (default 1)
  RANSACK_BENCH_PYTHON         Python's binary (default: python3 on PATH)
  RANSACK_BENCH_GO             Go's binary (default: go on PATH)
  RANSACK_BENCH_JAVA           Java's binary (default: java on PATH)
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let result = match args.first().map(String::as_str) {
        Some(child::FLAG) => child::main(&args[1..]),
        _ => run(args),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            let _ = writeln!(io::stderr(), "ransack-bench: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: Vec<String>) -> Result<ExitCode, Box<dyn Error>> {
    let mut out = io::stdout().lock();
    let mut plan = Plan::default();
    let mut root = None;
    let mut chosen: Vec<Case> = Vec::new();
    let mut markdown = false;
    let mut languages = Vec::new();
    let mut differences = false;
    let mut args = args.into_iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        match arg.as_str() {
            "--case" => {
                let name = value()?;
                chosen.push(cases::named(&name).ok_or(format!("no case is named {name}"))?);
            }
            "--pattern" => chosen.push(Case::own(&value()?)),
            "--runs" => plan.runs = value()?.parse::<usize>()?.max(1),
            "--threads" => plan.threads = value()?.parse::<usize>()?.max(1),
            "--minutes" => plan.minutes = value()?.parse()?,
            "--check" => plan.only_check = true,
            "--markdown" => markdown = true,
            "--language" => languages.push(value()?),
            "--differences" => differences = true,
            "--list" => {
                for case in cases::all() {
                    writeln!(out, "{:14} {}", case.name, case.title())?;
                }
                return Ok(ExitCode::SUCCESS);
            }
            "-h" | "--help" => {
                write!(out, "{USAGE}")?;
                return Ok(ExitCode::SUCCESS);
            }
            _ if root.is_none() && !arg.starts_with('-') => root = Some(arg),
            _ => return Err(format!("{arg}?\n{USAGE}").into()),
        }
    }
    let cases = if chosen.is_empty() {
        cases::usual()
    } else {
        chosen
    };
    let mut all_equal = true;
    let (searches, others): (Vec<Case>, Vec<Case>) = cases.into_iter().partition(Case::has_corpus);
    if !searches.is_empty() {
        let corpus = Corpus::open(&root.ok_or(USAGE)?)?;
        all_equal &= run_searches(searches, &corpus, &plan, markdown, &mut out)?;
    }
    for case in others {
        writeln!(out, "\n{}: {}", case.name, case.title())?;
        let (equal, tables) = match case.name.as_str() {
            cases::OUTLINE_ORACLE => outline_oracle::measure(&languages, differences, &mut out)?,
            cases::EDIT_DEFINITION => edit_definition::measure(&languages, differences, &mut out)?,
            cases::OUTLINE_ROUND_TRIP => {
                outline_round_trip::measure(&languages, differences, &mut out)?
            }
            cases::SYNTAX_CHECK => syntax_check::measure(differences, &mut out)?,
            cases::REWRITES => rewrites::measure(&languages, differences, &mut out)?,
            cases::AST_EDIT => ast_edit::measure(&case, &plan, &mut out)?,
            cases::DIFF => diff::measure(&plan, &mut out)?,
            cases::EDIT => file_edit::measure(&plan, &mut out)?,
            cases::REPLACE => replace::measure(&case, &plan, &mut out)?,
            _ => text::measure(&plan, &mut out)?,
        };
        all_equal &= equal;
        for table in &tables {
            print(table, markdown, &mut out)?;
        }
    }
    Ok(if all_equal {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Runs the cases that search `corpus`. Returns true if all results are equal.
fn run_searches(
    cases: Vec<Case>,
    corpus: &Corpus,
    plan: &Plan,
    markdown: bool,
    out: &mut dyn Write,
) -> Result<bool, Box<dyn Error>> {
    writeln!(out, "corpus: {corpus}")?;
    let (of_syntax, of_text): (Vec<Case>, Vec<Case>) =
        cases.into_iter().partition(|case| case.syntax.is_some());
    let mut all_equal = true;
    if !of_syntax.is_empty() {
        let able = able(rival::of_syntax(), out)?;
        for case in of_syntax {
            let under = case.syntax.as_ref().map_or("", |syntax| &syntax.under);
            let Ok(corpus) = Corpus::open_path(&corpus.path().join(under)) else {
                writeln!(out, "\n{}: left out, no {under} in the corpus", case.name)?;
                continue;
            };
            writeln!(out, "\n{}: {}", case.name, case.title())?;
            out.flush()?;
            let result = measure(&case, &corpus, &able, plan, out)?;
            all_equal &= result.equal;
            print(&result.table, markdown, out)?;
        }
    }
    if of_text.is_empty() {
        return Ok(all_equal);
    }
    let able = able(rival::all(), out)?;
    for case in of_text {
        writeln!(out, "\n{}: {}", case.name, case.title())?;
        out.flush()?;
        let tables = match case.name.as_str() {
            cases::ABORT => vec![abort::measure(corpus)?, saturation::measure(corpus)?],
            cases::HIGHLIGHT => vec![highlight::measure(corpus, plan)?],
            cases::FUZZY => fuzzy::measure(corpus, out)?,
            cases::WORKSPACE => vec![workspace::measure(corpus, plan.runs)?],
            cases::SOAK => {
                let (calm, table) = soak::measure(corpus, plan.minutes, out)?;
                all_equal &= calm;
                vec![table]
            }
            cases::INDEX => vec![index::measure(corpus, plan.runs)?],
            cases::TREE => {
                let (equal, tables) = tree::measure(corpus, plan, out)?;
                all_equal &= equal;
                tables
            }
            cases::PACK => {
                let (equal, tables) = pack::measure(&case, corpus, plan, out)?;
                all_equal &= equal;
                tables
            }
            cases::OUTLINE => {
                let (tables, equal) = outline::measure(&case, corpus, plan, out)?;
                all_equal &= equal;
                tables
            }
            cases::TOKENS => {
                let (tables, equal) = tokens::measure(&case, corpus, plan, out)?;
                all_equal &= equal;
                tables
            }
            _ => {
                let dir = tempfile::tempdir()?;
                let text = case
                    .in_memory
                    .then(|| corpus.in_one_text(dir.path()))
                    .transpose()?;
                let corpus = text.as_ref().unwrap_or(corpus);
                let result = measure(&case, corpus, &able, plan, out)?;
                all_equal &= result.equal;
                vec![result.table]
            }
        };
        for table in &tables {
            print(table, markdown, out)?;
        }
    }
    Ok(all_equal)
}

/// Returns the rivals that can run here, and prints the others with a reason.
fn able(rivals: Vec<Box<dyn Rival>>, out: &mut dyn Write) -> io::Result<Vec<Box<dyn Rival>>> {
    let mut able = Vec::new();
    for rival in rivals {
        match rival.version() {
            Ok(version) => {
                writeln!(out, "{}: {version}", rival.name())?;
                able.push(rival);
            }
            Err(why) => writeln!(out, "{}: left out, {why}", rival.name())?,
        }
    }
    Ok(able)
}

fn print(table: &Table, markdown: bool, out: &mut dyn Write) -> io::Result<()> {
    if table.is_empty() {
        return Ok(());
    }
    write!(out, "{}", table.aligned())?;
    if markdown {
        write!(out, "\n{}", table.markdown())?;
    }
    Ok(())
}
