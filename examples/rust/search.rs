//! `cargo run --release --example search -- PATTERN < FILE`: prints the matches
//! in standard input.

use std::io::{self, Read, Write};
use std::process::ExitCode;

use ransack::{CancelToken, Query, SearchOptions, has_match, search};

fn main() -> io::Result<ExitCode> {
    let Some(pattern) = std::env::args().nth(1) else {
        writeln!(io::stderr(), "usage: search PATTERN < FILE")?;
        return Ok(ExitCode::from(2));
    };
    let mut text = Vec::new();
    io::stdin().read_to_end(&mut text)?;
    let options = SearchOptions::new(pattern).smart_case(true);
    let outcome = match search(&text, &options, &CancelToken::new()) {
        Ok(outcome) => outcome,
        Err(error) => {
            writeln!(io::stderr(), "{error}")?;
            return Ok(ExitCode::from(2));
        }
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    for found in &outcome.items {
        for part in &found.submatches {
            write!(out, "{}:{}: ", found.line_number, part.start + 1)?;
            out.write_all(&found.line[part.start..part.end])?;
            out.write_all(b"\n")?;
        }
    }
    // `has_match` stops at the first match.
    let mut carriage_return = Query::new(r"\r\n");
    carriage_return.multiline = true;
    if has_match(&text, &carriage_return, &CancelToken::new()).is_ok_and(|found| found) {
        writeln!(out, "Windows line ends")?;
    }
    out.flush()?;
    Ok(ExitCode::from(u8::from(outcome.report.total_matches == 0)))
}
