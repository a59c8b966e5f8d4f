//! Ordinary calls next to abandoned work: the time of each call before and after the pool is
//! saturated with work that ignores its token.

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ransack::highlight::{HighlightOptions, highlight};
use ransack::{
    AstGrepOptions, AstMatchOptions, CancelToken, Encoding, FuzzyFindOptions, GlobOptions,
    GrepOptions, Pool, SearchOptions, TokenOptions, Tokenizer, ast_grep, ast_match, check_syntax,
    fuzzy_find, glob, grep, search,
};

use crate::cases;
use crate::child;
use crate::corpus::Corpus;
use crate::measure::run;
use crate::rival::Clock;
use crate::table::{Table, percentile};

/// Duration of the abandoned work; longer than all calls take.
const LIMIT: Duration = Duration::from_secs(300);

/// Calls of each operation, before and after.
const CALLS: usize = 41;

/// Measures in a separate process, which ends with the abandoned work.
pub(crate) fn measure(corpus: &Corpus) -> Result<Table, Box<dyn Error>> {
    let case = cases::named(cases::ABORT).ok_or("no such case")?;
    let command = child::command(child::SATURATION, &case, corpus).ok_or("no own program")?;
    let text = String::from_utf8(run(command, Clock::Outside, None)?.output)?;
    let mut table = Table::new(&["beside abandoned work", "usual ms", "saturated ms", "ratio"]);
    for line in text.lines() {
        let mut cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
        let figures: Vec<f64> = cells[1..]
            .iter()
            .filter_map(|cell| cell.parse().ok())
            .collect();
        let [usual, saturated] = figures[..] else {
            return Err(format!("no two figures: {line}").into());
        };
        cells.truncate(1);
        cells.extend([
            format!("{usual:.2}"),
            format!("{saturated:.2}"),
            format!("{:.2}", saturated / usual),
        ]);
        table.row(cells);
    }
    Ok(table)
}

/// Prints for each operation its name and the median times in milliseconds.
pub(crate) fn child(corpus: &Corpus) -> Result<(), Box<dyn Error>> {
    let inputs = Inputs::new(corpus)?;
    let time_all = || -> Result<Vec<(f64, usize)>, ransack::Error> {
        let times = OPERATIONS.iter().map(|(_, call)| median(*call, &inputs));
        times.collect()
    };
    let usual = time_all()?;
    saturate();
    let saturated = time_all()?;
    let stats = Pool::shared().stats();
    if stats.abandoned < stats.size {
        return Err(format!("the abandoned work has ended too soon: {stats:?}").into());
    }
    for ((name, _), (usual, saturated)) in OPERATIONS.iter().zip(usual.iter().zip(&saturated)) {
        if usual.1 != saturated.1 {
            return Err(format!("{name}: {} results, then {}", usual.1, saturated.1).into());
        }
        writeln!(io::stdout(), "{name}\t{}\t{}", usual.0, saturated.0)?;
    }
    std::process::exit(0)
}

/// Inputs of the operations.
struct Inputs {
    kernel: PathBuf,
    power: PathBuf,
    /// C file of 300 kB.
    code: String,
}

impl Inputs {
    fn new(corpus: &Corpus) -> io::Result<Inputs> {
        let kernel = corpus.path().join("kernel");
        let code = fs::read(kernel.join("sched/core.c"))?;
        Ok(Inputs {
            power: kernel.join("power"),
            kernel,
            code: String::from_utf8_lossy(&code).into_owned(),
        })
    }
}

/// Call that returns the number of its results.
type Call = fn(&Inputs, &CancelToken) -> Result<usize, ransack::Error>;

const OPERATIONS: &[(&str, Call)] = &[
    ("an empty task", |_, token| {
        let done = Pool::shared().run(token, |_| Ok(())).next();
        done.transpose().map(|done| done.iter().count())
    }),
    ("grep, `kernel/power`", |on, token| {
        Ok(grep(&GrepOptions::new("PM_RESUME", &on.power), token)?
            .items
            .len())
    }),
    ("grep, `kernel`", |on, token| {
        Ok(grep(&GrepOptions::new("PM_RESUME", &on.kernel), token)?
            .items
            .len())
    }),
    ("glob, `kernel/power`", |on, token| {
        Ok(glob(&GlobOptions::new("**/*.c", &on.power), token)?
            .items
            .len())
    }),
    ("fuzzy find, `kernel`", |on, token| {
        Ok(
            fuzzy_find(&FuzzyFindOptions::new("core.c", &on.kernel), token)?
                .items
                .len(),
        )
    }),
    ("AST search, `kernel/power`", |on, token| {
        Ok(
            ast_grep(&AstGrepOptions::new("kfree($A)", &on.power), token)?
                .items
                .len(),
        )
    }),
    ("search, 300 kB", |on, token| {
        Ok(
            search(on.code.as_bytes(), &SearchOptions::new("rq_lock"), token)?
                .items
                .len(),
        )
    }),
    ("AST match, 300 kB", |on, token| {
        let options = AstMatchOptions::new("f($A)");
        Ok(ast_match(on.code.as_bytes(), "c", &options, token)?
            .items
            .len())
    }),
    ("syntax check, 300 kB", |on, token| {
        Ok(check_syntax(on.code.as_bytes(), "c", token)?.len())
    }),
    ("highlight, 20 kB", |on, token| {
        let code = &on.code.as_bytes()[..20_000];
        Ok(highlight(code, &HighlightOptions::new("c"), token)?
            .spans()
            .count())
    }),
    ("token count, 300 kB", |on, token| {
        Tokenizer::get(Encoding::O200kBase).count(&on.code, &TokenOptions::default(), token)
    }),
];

/// Returns the median time of a call in milliseconds, and the number of its results.
fn median(call: Call, inputs: &Inputs) -> Result<(f64, usize), ransack::Error> {
    let token = CancelToken::new();
    // The first call may load tables.
    let count = call(inputs, &token)?;
    let mut times = Vec::with_capacity(CALLS);
    for _ in 0..CALLS {
        let begun = Instant::now();
        black_box(call(inputs, &token)?);
        times.push(begun.elapsed().as_secs_f64() * 1e3);
    }
    Ok((percentile(&times, 50).unwrap_or_default(), count))
}

/// Abandons more tasks than the pool has workers; the tasks ignore their token.
fn saturate() {
    for _ in 0..2 * Pool::shared().size() {
        let token = CancelToken::with_timeout(Duration::from_millis(10));
        let mut abandoned = Pool::shared().run(&token, |_| {
            let begun = Instant::now();
            while begun.elapsed() < LIMIT {
                black_box(());
            }
            Ok(())
        });
        drop(abandoned.next());
    }
}
