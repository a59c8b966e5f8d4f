//! Time from the cancellation of a count to its return.

use std::error::Error;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use ransack::{
    AbortReason, CancelToken, Encoding, ErrorKind, TokenCounter, TokenOptions, Tokenizer,
    TruncateFrom, TruncateTokensOptions,
};

use crate::cases::Case;
use crate::child;
use crate::corpus::Corpus;
use crate::measure::run;
use crate::rival::Clock;
use crate::table::{Table, percentile};

const TRIALS: u32 = 20;

/// Length of each text in bytes.
const SIZE: usize = 100_000_000;

/// Generates a text.
type Make = fn() -> Vec<u8>;

/// A long call.
type Call = fn(&Hostile, &CancelToken) -> ransack::Result<()>;

/// Input of a call.
struct Hostile {
    tokenizer: &'static Tokenizer,
    text: &'static [u8],
    /// The text in pieces of 100 bytes.
    texts: Vec<&'static [u8]>,
}

/// Name of a trial, generator of its text, and call.
const CALLS: [(&str, Make, Call); 7] = [
    ("code, 100 MB", code, count),
    ("one word of one letter, 100 MB", || vec![b'a'; SIZE], count),
    ("one word of many letters, 100 MB", word, count),
    ("one line of spaces, 100 MB", || vec![b' '; SIZE], count),
    ("1,000,000 texts of 100 bytes", code, count_batch),
    ("code, 100 MB: truncate", code, truncate),
    ("one word of many letters, 100 MB: push", word, push),
];

fn code() -> Vec<u8> {
    let lines =
        b"    if (page_mapped(page) && nr_pages > 1024)\n\t\treturn -EINVAL; /* not yet */\n";
    lines.iter().copied().cycle().take(SIZE).collect()
}

fn word() -> Vec<u8> {
    let mut state = 0x9E37_79B9_7F4A_7C15u64;
    let letter = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        b'a' + (state % 26) as u8
    };
    (0..SIZE).map(letter).collect()
}

fn count(of: &Hostile, token: &CancelToken) -> ransack::Result<()> {
    let count = of.tokenizer.count(of.text, &TokenOptions::default(), token);
    count.map(|_| ())
}

fn count_batch(of: &Hostile, token: &CancelToken) -> ransack::Result<()> {
    let counts = (of.tokenizer).count_batch(&of.texts, &TokenOptions::default(), token);
    counts.map(|_| ())
}

fn truncate(of: &Hostile, token: &CancelToken) -> ransack::Result<()> {
    let options = TokenOptions::default();
    let middle = TruncateTokensOptions::default().from(TruncateFrom::Middle);
    let cut = (of.tokenizer).truncate(of.text, 1_000_000, &middle, &options, token);
    cut.map(|_| ())
}

fn push(of: &Hostile, token: &CancelToken) -> ransack::Result<()> {
    let mut counter = TokenCounter::new(of.tokenizer, TokenOptions::default());
    let total = counter.push(of.text, token);
    // Freeing the text is not part of the call.
    std::mem::forget(counter);
    total.map(|_| ())
}

/// Runs the trials of each call in a separate process and summarises them.
pub(super) fn measure(case: &Case, corpus: &Corpus) -> Result<Table, Box<dyn Error>> {
    let mut table = Table::new(&["cancel to return", "trials", "p50 ms", "p99 ms", "max ms"]);
    for (number, (title, ..)) in CALLS.iter().enumerate() {
        let mut command = child::command(child::TOKENS, case, corpus).ok_or("no own program")?;
        command.arg(number.to_string());
        let text = String::from_utf8(run(command, Clock::Outside, None)?.output)?;
        let times: Vec<f64> = text.lines().filter_map(|line| line.parse().ok()).collect();
        let cell =
            |percent| percentile(&times, percent).map_or("-".into(), |ms| format!("{ms:.2}"));
        table.row(vec![
            (*title).to_owned(),
            format!("{} of {TRIALS}", times.len()),
            cell(50),
            cell(99),
            cell(100),
        ]);
    }
    Ok(table)
}

/// Starts calls and cancels each after a different delay. Prints the time from the cancellation to
/// the return, in milliseconds. Calls that finished before the cancellation do not count.
pub(super) fn trials(number: usize) -> Result<(), Box<dyn Error>> {
    let (_, make, call) = CALLS.get(number).ok_or("no such call")?;
    let text: &'static [u8] = make().leak();
    let of = Hostile {
        tokenizer: Tokenizer::get(Encoding::O200kBase),
        text,
        texts: text.chunks(100).collect(),
    };
    for trial in 0..TRIALS {
        let token = CancelToken::new();
        let latency = std::thread::scope(|scope| {
            let call = scope.spawn(|| {
                let result = call(&of, &token);
                (Instant::now(), result)
            });
            std::thread::sleep(Duration::from_millis(1 + 7 * u64::from(trial)));
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
            writeln!(io::stdout(), "{}", latency.as_secs_f64() * 1e3)?;
        }
    }
    Ok(())
}
