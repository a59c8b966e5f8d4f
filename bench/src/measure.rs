//! Runs the rivals, first for results, then for times, in turns, so disturbances of the machine
//! affect all of them.

use std::collections::BTreeSet;
use std::error::Error;
use std::io::{Read, Write};
use std::num::NonZeroUsize;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::ast;
use crate::cases::Case;
use crate::corpus::Corpus;
use crate::floor::Floor;
use crate::rival::{AST_GREP, Clock, RIPGREP, Rival};
use crate::table::{Table, median, millis};

/// Parameters of a measurement.
pub(crate) struct Plan {
    pub(crate) runs: usize,
    pub(crate) threads: usize,
    pub(crate) only_check: bool,
    /// Time of the soak.
    pub(crate) minutes: f64,
}

impl Default for Plan {
    fn default() -> Plan {
        let threads = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Plan {
            runs: 10,
            threads,
            only_check: false,
            minutes: 20.0,
        }
    }
}

/// Outcome of a case.
pub(crate) struct Measured {
    /// Whether all results are equal, except for documented differences.
    pub(crate) equal: bool,
    pub(crate) table: Table,
}

/// One run.
pub(crate) struct Sample {
    pub(crate) wall: Duration,
    pub(crate) cpu: Option<Duration>,
    pub(crate) peak_kilobytes: Option<u64>,
    pub(crate) output: Vec<u8>,
}

/// Longer runs are not repeated; the run used for the comparison counts.
const SLOW: Duration = Duration::from_secs(5);

/// Task that can be run repeatedly.
struct Runner<'a> {
    name: String,
    clock: Clock,
    command: Box<dyn Fn() -> Option<Command> + 'a>,
    is_slow: bool,
    samples: Vec<Sample>,
}

pub(crate) fn measure(
    case: &Case,
    corpus: &Corpus,
    rivals: &[Box<dyn Rival>],
    plan: &Plan,
    out: &mut dyn Write,
) -> Result<Measured, Box<dyn Error>> {
    let Checked { equal, slow } = check(case, corpus, rivals, out)?;
    let whose = if case.syntax.is_some() {
        AST_GREP
    } else {
        RIPGREP
    };
    let ratio = format!("x {whose}");
    let mut table = Table::new(&["", "min ms", "median ms", "cpu ms", "peak MB", &ratio]);
    if plan.only_check || !equal {
        return Ok(Measured { equal, table });
    }
    let mut runners: Vec<Runner<'_>> = rivals
        .iter()
        .zip(slow)
        .map(|(rival, slow)| Runner {
            name: rival.name().into(),
            clock: rival.clock(),
            command: Box::new(|| rival.command(case, corpus)),
            is_slow: slow.is_some(),
            samples: slow.into_iter().collect(),
        })
        .filter(|runner| runner.is_slow || (runner.command)().is_some())
        .collect();
    for floor in Floor::for_case(case) {
        runners.push(Runner {
            name: floor.title().into(),
            clock: Clock::Inside,
            command: Box::new(move || {
                let mut command = crate::child::command(floor.name(), case, corpus)?;
                command.arg(plan.threads.to_string());
                Some(command)
            }),
            is_slow: false,
            samples: Vec::new(),
        });
    }
    for _ in 0..plan.runs {
        for runner in runners.iter_mut().filter(|runner| !runner.is_slow) {
            if let Some(command) = (runner.command)() {
                runner.samples.push(run(command, runner.clock, case.limit)?);
            }
        }
    }
    let reference = runners.iter().find(|runner| runner.name == whose);
    let reference: Vec<Duration> = reference
        .map(|runner| runner.samples.iter().map(|s| s.wall).collect())
        .unwrap_or_default();
    for runner in &runners {
        table.row(runner.row(&reference));
    }
    Ok(Measured { equal, table })
}

impl Runner<'_> {
    fn row(&self, reference: &[Duration]) -> Vec<String> {
        let walls: Vec<Duration> = self.samples.iter().map(|s| s.wall).collect();
        let cpus: Option<Vec<Duration>> = self.samples.iter().map(|s| s.cpu).collect();
        let peak = self
            .samples
            .iter()
            .filter_map(|s| s.peak_kilobytes)
            .max()
            .filter(|&k| k > 0);
        // With several rounds, ratios are relative to the reference's run in the same round.
        let ratios: Vec<f64> = walls
            .iter()
            .zip(reference.iter().cycle())
            .map(|(own, other)| own.as_secs_f64() / other.as_secs_f64())
            .collect();
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".into());
        vec![
            self.name.clone(),
            or_dash(walls.iter().min().copied().map(millis)),
            or_dash(median(&walls).map(millis)),
            or_dash(cpus.and_then(|c| median(&c)).map(millis)),
            or_dash(peak.map(|k| format!("{:.1}", k as f64 / 1024.0))),
            or_dash(median(&ratios).map(|r| format!("{r:.2}"))),
        ]
    }
}

/// Outcome of the comparison.
struct Checked {
    /// Whether all results are equal, except for documented differences.
    equal: bool,
    /// Run of each rival, if it was slow.
    slow: Vec<Option<Sample>>,
}

/// Returns whether all results equal the first. Prints differences.
fn check(
    case: &Case,
    corpus: &Corpus,
    rivals: &[Box<dyn Rival>],
    out: &mut dyn Write,
) -> Result<Checked, Box<dyn Error>> {
    let mut reference: Option<(BTreeSet<Vec<u8>>, &str)> = None;
    let mut equal = true;
    let mut slow = Vec::new();
    for rival in rivals {
        // The first results in path order are cut here, so a tool with another order can be the
        // reference.
        let whole = Case {
            limit: None,
            ..case.clone()
        };
        let asked = if reference.is_none() { &whole } else { case };
        let Some(command) = rival.command(asked, corpus) else {
            writeln!(out, "  {} cannot do this case", rival.name())?;
            slow.push(None);
            continue;
        };
        let mut sample = run(command, rival.clock(), None)?;
        let answer = answer(&std::mem::take(&mut sample.output), case);
        slow.push(Some(sample).filter(|sample| sample.wall > SLOW));
        let Some((expected, whose)) = &reference else {
            writeln!(out, "  {} results ({})", answer.len(), rival.name())?;
            reference = Some((answer, rival.name()));
            continue;
        };
        if answer == *expected {
            continue;
        }
        let missing: Vec<_> = expected.difference(&answer).collect();
        let extra: Vec<_> = answer.difference(expected).collect();
        let known = rival.policy_difference(case);
        writeln!(
            out,
            "  {} has {} results fewer and {} more than {whose}{}",
            rival.name(),
            missing.len(),
            extra.len(),
            known
                .map(|why| format!(", by design: {why}"))
                .unwrap_or_default(),
        )?;
        if known.is_none() {
            equal = false;
            for (sign, lines) in [('-', missing), ('+', extra)] {
                for line in lines.iter().take(5) {
                    writeln!(out, "    {sign} {}", String::from_utf8_lossy(line))?;
                }
            }
        }
    }
    Ok(Checked { equal, slow })
}

/// Returns the lines of a result in a common form.
fn answer(output: &[u8], case: &Case) -> BTreeSet<Vec<u8>> {
    let mut lines: Vec<&[u8]> = output
        .split(|&b| b == b'\n')
        .map(|line| line.strip_prefix(b"./").unwrap_or(line))
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        .filter(|line| !line.is_empty())
        .collect();
    if let Some(limit) = case.limit {
        lines.sort_by_key(|line| {
            let mut parts = line.splitn(3, |&b| b == b':');
            let path = parts.next().unwrap_or_default();
            let number = parts
                .next()
                .and_then(|n| std::str::from_utf8(n).ok()?.parse::<u64>().ok());
            (path, number)
        });
        lines.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    }
    if case.syntax.is_some() {
        return lines.into_iter().map(ast::place).collect();
    }
    // Node returns non-UTF-8 paths with replacement characters.
    lines
        .into_iter()
        .map(|line| String::from_utf8_lossy(line).into_owned().into_bytes())
        .collect()
}

/// Runs a process until it ends or has written this many lines.
pub(crate) fn run(
    mut command: Command,
    clock: Clock,
    lines: Option<u64>,
) -> Result<Sample, Box<dyn Error>> {
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command.stderr(if clock == Clock::Inside {
        Stdio::piped()
    } else {
        Stdio::null()
    });
    let begun = Instant::now();
    let mut child = command.spawn()?;
    let mut output = Vec::new();
    if let Some(mut stdout) = child.stdout.take() {
        let mut buffer = vec![0; 64 << 10];
        let mut seen = 0;
        while lines.is_none_or(|lines| seen < lines) {
            let n = stdout.read(&mut buffer)?;
            if n == 0 {
                break;
            }
            seen += memchr::memchr_iter(b'\n', &buffer[..n]).count() as u64;
            output.extend_from_slice(&buffer[..n]);
        }
        // Closing the pipe terminates a process that keeps writing.
    }
    let mut words = String::new();
    if let Some(mut stderr) = child.stderr.take() {
        stderr.read_to_string(&mut words)?;
    }
    let (cpu, peak_kilobytes) = wait(&mut child)?;
    let mut sample = Sample {
        wall: begun.elapsed(),
        cpu,
        peak_kilobytes,
        output,
    };
    if clock == Clock::Inside {
        let line = words.lines().find_map(|line| line.strip_prefix("time "));
        let numbers: Vec<u64> = line
            .unwrap_or_default()
            .split(' ')
            .filter_map(|n| n.parse().ok())
            .collect();
        let [wall, cpu, peak] = numbers[..] else {
            return Err(format!("a run gave no time: {words}").into());
        };
        sample.wall = Duration::from_nanos(wall);
        sample.cpu = Some(Duration::from_nanos(cpu));
        sample.peak_kilobytes = Some(peak);
    }
    Ok(sample)
}

/// Waits for the process. Returns its CPU time and peak memory, where known. The peak is at least
/// the peak of this process, which therefore stays small.
#[cfg(unix)]
fn wait(child: &mut Child) -> Result<(Option<Duration>, Option<u64>), Box<dyn Error>> {
    let pid = libc::pid_t::try_from(child.id())?;
    let mut status = 0;
    // SAFETY: the pointers point to locals, all zeroes is a valid `rusage`, and nothing else waits
    // for `child`.
    let (waited, usage) = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        (libc::wait4(pid, &raw mut status, 0, &raw mut usage), usage)
    };
    if waited != pid {
        return Err(std::io::Error::last_os_error().into());
    }
    let peak = u64::try_from(usage.ru_maxrss).ok();
    Ok((Some(crate::child::cpu_time(&usage)), peak))
}

#[cfg(not(unix))]
fn wait(child: &mut Child) -> Result<(Option<Duration>, Option<u64>), Box<dyn Error>> {
    child.wait()?;
    Ok((None, None))
}
