//! Ordinary calls beside work that nobody waits for: the time of each before and
//! after the pool is saturated with work that ignores its token.

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::io::{self, Write};
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

/// Time that the abandoned work computes, longer than all calls take.
const LIMIT: Duration = Duration::from_secs(300);

/// Calls of each operation, before and after.
const CALLS: usize = 41;

/// Measures in a process of its own, which ends with the abandoned work.
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
    let operations = operations(corpus)?;
    let usual: Vec<f64> = operations.iter().map(|(_, call)| median(call)).collect();
    saturate();
    for ((name, call), usual) in operations.iter().zip(usual) {
        writeln!(io::stdout(), "{name}\t{usual}\t{}", median(call))?;
    }
    let stats = Pool::shared().stats();
    if stats.abandoned < stats.size {
        return Err(format!("the abandoned work has ended too soon: {stats:?}").into());
    }
    std::process::exit(0)
}

type Call = Box<dyn Fn(&CancelToken)>;

fn operations(corpus: &Corpus) -> Result<Vec<(&'static str, Call)>, Box<dyn Error>> {
    let power = corpus.path().join("kernel/power");
    let code = fs::read(corpus.path().join("kernel/sched/core.c"))?;
    let text = String::from_utf8_lossy(&code).into_owned();
    let small = code[..20_000].to_vec();
    let kernel = corpus.path().join("kernel");
    let mut operations: Vec<(&'static str, Call)> = Vec::new();
    let mut add = |name, call: Call| operations.push((name, call));
    add("an empty task", {
        Box::new(|token| drop(black_box(Pool::shared().run(token, |_| Ok(())).next())))
    });
    add("grep, `kernel/power`", {
        let options = GrepOptions::new("PM_RESUME", &power);
        Box::new(move |token| drop(black_box(grep(&options, token))))
    });
    add("grep, `kernel`", {
        let options = GrepOptions::new("PM_RESUME", &kernel);
        Box::new(move |token| drop(black_box(grep(&options, token))))
    });
    add("glob, `kernel/power`", {
        let options = GlobOptions::new("**/*.c", &power);
        Box::new(move |token| drop(black_box(glob(&options, token))))
    });
    add("fuzzy find, `kernel`", {
        let options = FuzzyFindOptions::new("core.c", &kernel);
        Box::new(move |token| drop(black_box(fuzzy_find(&options, token))))
    });
    add("AST search, `kernel/power`", {
        let options = AstGrepOptions::new("kfree($A)", &power);
        Box::new(move |token| drop(black_box(ast_grep(&options, token))))
    });
    add("search, 300 kB", {
        let code = code.clone();
        Box::new(move |token| {
            drop(black_box(search(
                &code,
                &SearchOptions::new("rq_lock"),
                token,
            )));
        })
    });
    add("AST match, 300 kB", {
        let code = code.clone();
        Box::new(move |token| {
            drop(black_box(ast_match(
                &code,
                "c",
                &AstMatchOptions::new("f($A)"),
                token,
            )));
        })
    });
    add("syntax check, 300 kB", {
        Box::new(move |token| drop(black_box(check_syntax(&code, "c", token))))
    });
    add("highlight, 20 kB", {
        let options = HighlightOptions::new("c");
        Box::new(move |token| drop(black_box(highlight(&small, &options, token))))
    });
    add("token count, 300 kB", {
        let tokenizer = Tokenizer::get(Encoding::O200kBase);
        Box::new(move |token| {
            let _ = black_box(tokenizer.count(&text, &TokenOptions::default(), token));
        })
    });
    Ok(operations)
}

fn median(call: &Call) -> f64 {
    let token = CancelToken::new();
    // The first call may load tables.
    call(&token);
    let times: Vec<f64> = (0..CALLS)
        .map(|_| {
            let begun = Instant::now();
            call(&token);
            begun.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    percentile(&times, 50).unwrap_or_default()
}

/// Leaves work behind that ignores its token, more of it than there are workers.
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
