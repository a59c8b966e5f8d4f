//! Time from the cancellation of a search to its return.

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use ransack::ast::Language;
use ransack::{
    AbortReason, AstGrepOptions, AstMatchOptions, CancelToken, Error as Failure, ErrorKind,
    OutlineOptions, Pool, SearchOptions, ast_grep, ast_match, grep, outline, search,
};

use crate::cases;
use crate::child;
use crate::corpus::{Corpus, make_repository};
use crate::measure::run;
use crate::rival::Clock;
use crate::table::{Table, percentile};

const TRIALS: u32 = 50;

/// Runs the trials on the corpus and on hostile inputs, each in its own
/// process, and summarises them.
pub(crate) fn measure(corpus: &Corpus) -> Result<Table, Box<dyn Error>> {
    let mut table = Table::new(&[
        "cancel to return",
        "trials",
        "p50 ms",
        "p99 ms",
        "max ms",
        "peak MB",
    ]);
    row(&mut table, "the corpus", GREP, corpus)?;
    for hostile in Hostile::ALL {
        let dir = tempfile::tempdir()?;
        hostile.make(dir.path())?;
        let corpus = Corpus::open_path(dir.path())?;
        row(&mut table, hostile.title(), GREP, &corpus)?;
        if matches!(hostile, Hostile::Line) {
            row(&mut table, "the same in memory", SEARCH, &corpus)?;
            row(
                &mut table,
                "the same in memory, `a{65535}b`",
                REPETITION,
                &corpus,
            )?;
        }
    }
    for (title, file, text) in hostile_code() {
        let dir = tempfile::tempdir()?;
        fs::write(dir.path().join(file), text)?;
        let corpus = Corpus::open_path(dir.path())?;
        row(&mut table, &format!("by syntax, {title}"), "", &corpus)?;
        row(&mut table, "the same in memory", file, &corpus)?;
        let what = format!("{OUTLINE}{file}");
        row(&mut table, "outline of the same", &what, &corpus)?;
    }
    Ok(table)
}

/// Kind of search: content search in the tree or in memory; empty for syntax-tree
/// search in the tree; else the file of a syntax-tree search in memory, whose name
/// selects the language.
const GREP: &str = "grep";

/// Before the file of an outline in memory.
const OUTLINE: &str = "outline ";

/// Content search in memory, in the file `line`.
const SEARCH: &str = "search";

/// The same with a pattern of many states.
const REPETITION: &str = "repetition";

fn row(table: &mut Table, title: &str, what: &str, corpus: &Corpus) -> Result<(), Box<dyn Error>> {
    let case = cases::named(cases::ABORT).ok_or("no such case")?;
    let mut command = child::command(child::ABORT, &case, corpus).ok_or("no own program")?;
    command.arg(what);
    let text = String::from_utf8(run(command, Clock::Outside, None)?.output)?;
    let (trials, peaks): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| !line.starts_with(PEAK));
    let times: Vec<f64> = trials
        .iter()
        .filter_map(|line| line.parse::<u64>().ok())
        .map(|ns| ns as f64 / 1e6)
        .collect();
    let peak = peaks
        .first()
        .and_then(|line| line[PEAK.len()..].parse::<f64>().ok());
    let cell = |percent| percentile(&times, percent).map_or("-".into(), |ms| format!("{ms:.2}"));
    table.row(vec![
        title.into(),
        format!("{} of {TRIALS}", times.len()),
        cell(50),
        cell(99),
        cell(100),
        peak.map_or("-".into(), |kb| format!("{:.1}", kb / 1e3)),
    ]);
    Ok(())
}

/// Prefix of the line with the peak memory.
const PEAK: &str = "peak ";

/// Trees that are hard to leave at once.
#[derive(Clone, Copy)]
enum Hostile {
    Line,
    Rules,
    Files,
}

impl Hostile {
    const ALL: [Hostile; 3] = [Hostile::Line, Hostile::Rules, Hostile::Files];

    fn title(self) -> &'static str {
        match self {
            Hostile::Line => "one line of 200 MB",
            Hostile::Rules => "an ignore file of 9,000 rules",
            Hostile::Files => "100,000 files in a directory",
        }
    }

    fn make(self, dir: &Path) -> io::Result<()> {
        match self {
            Hostile::Line => fs::write(dir.join("line"), vec![b'a'; 200_000_000]),
            Hostile::Rules => {
                make_repository(dir)?;
                let rules: String = (0..3000)
                    .map(|n| format!("/dir{n}/*.gen{n}\nname{n}*x\n*.ext{n}\n"))
                    .collect();
                fs::write(dir.join(".gitignore"), rules)?;
                (0..200).try_for_each(|n| fs::create_dir(dir.join(format!("d{n}"))))?;
                (0..20_000)
                    .try_for_each(|n| fs::write(dir.join(format!("d{}/f{n}.c", n % 200)), "text\n"))
            }
            Hostile::Files => {
                (0..100_000).try_for_each(|n| fs::write(dir.join(format!("f{n}")), "text\n"))
            }
        }
    }
}

/// Code that parsers take long for: description, file name, text.
fn hostile_code() -> [(&'static str, &'static str, String); 4] {
    let line = |n: usize| {
        format!("val a{n} = if (x < y) a < b > (c) else a{n}<b<c>>(d) {{ x -> x < y }} < z\n")
    };
    let kotlin: String = (0..480).map(line).collect();
    [
        (
            "300,000 nested parentheses of C",
            "a.c",
            "(".repeat(300_000) + "x" + &")".repeat(300_000),
        ),
        (
            "480 lines of `<` in Kotlin",
            "a.kt",
            format!("fun f() {{\n{kotlin}}}\n"),
        ),
        ("200,000 times `a<` in Kotlin", "b.kt", "a<".repeat(200_000)),
        (
            "JavaScript on one line of 5 MB",
            "a.js",
            "a.b(function(c){return c+1}),".repeat(180_000),
        ),
    ]
}

/// A search that returns the error it ends with.
type Search = Box<dyn Fn(&CancelToken) -> Option<Failure> + Sync>;

/// Starts searches and cancels each after a different delay. Prints the time
/// from the cancellation to the return, in nanoseconds. Searches that ended by
/// themselves do not count.
pub(crate) fn trials(
    case: &cases::Case,
    corpus: &Corpus,
    what: &str,
) -> Result<(), Box<dyn Error>> {
    let search: Search = match what {
        GREP => {
            let options = case.options(corpus);
            Box::new(move |token| grep(&options, token).err())
        }
        SEARCH | REPETITION => {
            let text = fs::read(corpus.path().join("line"))?;
            let mut options = SearchOptions::default();
            options.query = case.options(corpus).query;
            if what == REPETITION {
                options.query.patterns = vec!["a{65535}b".into()];
            }
            Box::new(move |token| search(&text, &options, token).err())
        }
        "" => {
            // Without a literal, no prefilter rules files out.
            let mut options = AstGrepOptions::new("$A % $A", corpus.path());
            options.time_per_file = None;
            Box::new(move |token| ast_grep(&options, token).err())
        }
        outlined if outlined.starts_with(OUTLINE) => {
            let file = &outlined[OUTLINE.len()..];
            let text = fs::read(corpus.path().join(file))?;
            let language = Language::from_path(file).ok_or("no such language")?.name;
            let options = OutlineOptions::default();
            Box::new(move |token| outline(&text, language, &options, token).err())
        }
        file => {
            let text = fs::read(corpus.path().join(file))?;
            let language = Language::from_path(file).ok_or("no such language")?.name;
            let options = AstMatchOptions::new("$A % $A");
            Box::new(move |token| ast_match(&text, language, &options, token).err())
        }
    };
    for trial in 0..TRIALS {
        // Workers that the last trial abandoned may still be running.
        drop(Pool::shared().run(&CancelToken::new(), |_| Ok(())).next());
        let token = CancelToken::new();
        let latency = std::thread::scope(|scope| {
            let call = scope.spawn(|| {
                let error = search(&token);
                (Instant::now(), error)
            });
            std::thread::sleep(Duration::from_millis(2 + u64::from(trial)));
            let asked = Instant::now();
            token.cancel(AbortReason::User);
            match call.join() {
                Ok((returned, Some(e))) if e.kind() == ErrorKind::Aborted => {
                    Some(returned.saturating_duration_since(asked))
                }
                _ => None,
            }
        });
        if let Some(latency) = latency {
            writeln!(io::stdout(), "{}", latency.as_nanos())?;
        }
    }
    writeln!(io::stdout(), "{PEAK}{}", child::peak_kilobytes())?;
    Ok(())
}
