//! How long a search goes on after it was told to stop.

use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use ransack::{AbortReason, CancelToken, ErrorKind, grep};

use crate::cases;
use crate::child;
use crate::corpus::Corpus;
use crate::measure::run;
use crate::rival::Clock;
use crate::table::{Table, percentile};

const TRIALS: u32 = 50;

/// Runs the trials on the corpus and on inputs that are made to be hard, each
/// in a process of its own, and sums them up.
pub(crate) fn measure(corpus: &Corpus) -> Result<Table, Box<dyn Error>> {
    let mut table = Table::new(&[
        "cancel to return",
        "trials",
        "p50 ms",
        "p99 ms",
        "max ms",
        "peak MB",
    ]);
    row(&mut table, "the corpus", corpus)?;
    for hostile in Hostile::ALL {
        let dir = tempfile::tempdir()?;
        hostile.make(dir.path())?;
        row(&mut table, hostile.title(), &Corpus::open_path(dir.path())?)?;
    }
    Ok(table)
}

fn row(table: &mut Table, title: &str, corpus: &Corpus) -> Result<(), Box<dyn Error>> {
    let case = cases::named(cases::ABORT).ok_or("no such case")?;
    let command = child::command(child::ABORT, &case, corpus).ok_or("no own program")?;
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

/// What the line with the peak of memory begins with.
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
                fs::create_dir(dir.join(".git"))?;
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
    writeln!(io::stdout(), "{PEAK}{}", child::peak_kilobytes())?;
    Ok(())
}
