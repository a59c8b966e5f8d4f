//! Packs beside other packers: the files that each chooses, and times; and the figures of a pack within
//! a maximum.
//!
//! - `packer`: the other programs, and options under which ransack follows their rules.
//! - `difference`: reasons for files that only one of two packers chooses.
//! - `figures`: fill, repeated packs and named definitions.

mod difference;
mod figures;
mod packer;

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::io::{self, Write};
use std::process::Command;
use std::time::Duration;

use ransack::{CancelToken, PackOptions, pack};

use crate::cases::Case;
use crate::child;
use crate::corpus::Corpus;
use crate::measure::{Plan, Sample, run};
use crate::rival::Clock;
use crate::table::{Table, median, millis};
use packer::Packer;

/// Task of a child process that packs the whole corpus.
const ALL: &str = "all";

/// Compares the chosen files, then times the programs in turns. Returns whether every difference has a
/// reason.
pub(crate) fn measure(
    case: &Case,
    corpus: &Corpus,
    plan: &Plan,
    out: &mut dyn Write,
) -> Result<(bool, Vec<Table>), Box<dyn Error>> {
    let mut able = Vec::new();
    for packer in packer::all() {
        match packer.version() {
            Some(version) => {
                writeln!(out, "  {}: {version}", packer.name)?;
                able.push(packer);
            }
            None => writeln!(
                out,
                "  {}: left out, it does not run, see {}",
                packer.name, packer.variable
            )?,
        }
    }
    let mut equal = true;
    for packer in &able {
        equal &= compare(packer, corpus, out)?;
    }
    let mut tables = Vec::new();
    if !plan.only_check {
        tables.push(times(&able, case, corpus, plan)?);
    }
    tables.extend(figures::measure(case, corpus, plan)?);
    Ok((equal, tables))
}

/// Compares the files that ransack chooses with those of another packer. Returns whether every
/// difference has a reason.
fn compare(packer: &Packer, corpus: &Corpus, out: &mut dyn Write) -> Result<bool, Box<dyn Error>> {
    let theirs = packer.files(corpus)?;
    let own = pack(
        &(packer.options)(corpus).list_only(true),
        &CancelToken::new(),
    )?;
    let own: BTreeSet<String> = own.text.lines().map(str::to_owned).collect();
    writeln!(
        out,
        "  {}: {} files, ransack under the same rules: {}",
        packer.name,
        theirs.len(),
        own.len()
    )?;
    let mut equal = true;
    for (only, paths) in [
        (packer.name, theirs.difference(&own)),
        ("ransack", own.difference(&theirs)),
    ] {
        let paths: Vec<&str> = paths.map(String::as_str).collect();
        for (reason, paths) in difference::by_reason(packer, only == packer.name, &paths, corpus) {
            equal &= reason.is_some();
            let reason = reason.unwrap_or("WITHOUT A REASON");
            let first = paths.iter().take(3).copied().collect::<Vec<_>>().join(", ");
            writeln!(out, "    {only} alone: {}: {reason} ({first})", paths.len())?;
        }
    }
    Ok(equal)
}

/// Times ransack and the other packers in turns, each as a process that packs all files.
fn times(
    able: &[Packer],
    case: &Case,
    corpus: &Corpus,
    plan: &Plan,
) -> Result<Table, Box<dyn Error>> {
    let mut samples: Vec<Vec<Sample>> = (0..=able.len()).map(|_| Vec::new()).collect();
    let mut outputs = vec![0; able.len() + 1];
    let mut timed = |at: usize, command: Command| -> Result<(), Box<dyn Error>> {
        // Linux: the next process starts with the peak memory of this one, which becomes its memory.
        let _ = fs::write("/proc/self/clear_refs", "5");
        let mut sample = run(command, Clock::Outside, None)?;
        outputs[at] = std::mem::take(&mut sample.output).len();
        samples[at].push(sample);
        Ok(())
    };
    for _ in 0..plan.runs {
        let mut own = child::command(child::PACK, case, corpus).ok_or("no own program")?;
        own.arg(ALL);
        timed(0, own)?;
        for (packer, at) in able.iter().zip(1..) {
            timed(at, packer.command(corpus))?;
        }
    }
    let mut table = Table::new(&[
        "all files",
        "counts tokens",
        "median ms",
        "ransack, x this",
        "output MB",
        "peak MB",
    ]);
    let names = [("ransack", true)].into_iter();
    let names = names.chain(
        able.iter()
            .map(|packer| (packer.name, packer.counts_tokens)),
    );
    for (((name, counts_tokens), of_name), output) in names.zip(&samples).zip(outputs) {
        let walls: Vec<Duration> = of_name.iter().map(|sample| sample.wall).collect();
        let ratios = of_name.iter().zip(&samples[0]);
        let ratios: Vec<f64> = ratios
            .map(|(theirs, own)| own.wall.as_secs_f64() / theirs.wall.as_secs_f64())
            .collect();
        let megabytes = |bytes: u64| format!("{:.1}", bytes as f64 / 1e6);
        let peak = of_name
            .iter()
            .filter_map(|sample| sample.peak_kilobytes)
            .max();
        table.row(vec![
            name.to_owned(),
            if counts_tokens { "yes" } else { "no" }.to_owned(),
            median(&walls).map_or("-".into(), millis),
            median(&ratios).map_or("-".into(), |ratio| format!("{ratio:.3}")),
            megabytes(output as u64),
            megabytes(peak.unwrap_or(0) * 1024),
        ]);
    }
    Ok(table)
}

/// Packs in a child process.
pub(crate) fn child(corpus: &Corpus, task: &str) -> Result<(), Box<dyn Error>> {
    if task != ALL {
        return figures::child(corpus, task);
    }
    let options = PackOptions::new(corpus.path());
    let packed = pack(&options, &CancelToken::new())?;
    io::stdout().lock().write_all(packed.text.as_bytes())?;
    writeln!(io::stderr(), "{} tokens", packed.tokens)?;
    Ok(())
}
