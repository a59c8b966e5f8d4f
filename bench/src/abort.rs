//! How long a search goes on after it was told to stop.

use std::error::Error;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use ransack::{AbortReason, CancelToken, ErrorKind, grep};

use crate::cases;
use crate::child;
use crate::corpus::Corpus;
use crate::measure::run;
use crate::rival::Clock;
use crate::table::{Table, percentile};

const TRIALS: u32 = 50;

/// Runs the trials in a process of their own and sums them up.
pub(crate) fn measure(corpus: &Corpus) -> Result<Table, Box<dyn Error>> {
    let case = cases::named(cases::ABORT).ok_or("no such case")?;
    let command = child::command(child::ABORT, &case, corpus).ok_or("no own program")?;
    let output = run(command, Clock::Outside, None)?.output;
    let text = String::from_utf8(output)?;
    let times: Vec<f64> = text
        .lines()
        .filter_map(|line| line.parse::<u64>().ok())
        .map(|ns| ns as f64 / 1e6)
        .collect();
    let cell = |percent| percentile(&times, percent).map_or("-".into(), |ms| format!("{ms:.2}"));
    let mut table = Table::new(&["cancel to return", "trials", "p50 ms", "p99 ms", "max ms"]);
    let of = format!("{} of {TRIALS}", times.len());
    table.row(vec![
        "ransack, call".into(),
        of,
        cell(50),
        cell(99),
        cell(100),
    ]);
    Ok(table)
}

/// Starts searches and stops each after another while; prints how long the
/// call took to return, in nanoseconds. A search that had ended by itself does
/// not count.
pub(crate) fn trials(case: &cases::Case, corpus: &Corpus) -> Result<(), Box<dyn Error>> {
    let options = case.options(corpus);
    for trial in 0..TRIALS {
        let token = CancelToken::new();
        let latency = std::thread::scope(|scope| {
            let call = scope.spawn(|| {
                let result = grep(&options, &token);
                (Instant::now(), result)
            });
            std::thread::sleep(Duration::from_millis(2 + u64::from(trial)));
            let asked = Instant::now();
            token.cancel(AbortReason::User);
            match call.join() {
                Ok((returned, Err(e))) if e.kind() == ErrorKind::Aborted => {
                    Some(returned.saturating_duration_since(asked))
                }
                _ => None,
            }
        });
        if let Some(latency) = latency {
            writeln!(io::stdout(), "{}", latency.as_nanos())?;
        }
    }
    Ok(())
}
