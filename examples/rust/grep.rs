//! `cargo run --release --example grep -- PATTERN [DIR]`: prints the lines that
//! match.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use ransack::{CancelToken, GrepOptions, grep_stream};

fn main() -> io::Result<ExitCode> {
    let mut args = std::env::args().skip(1);
    let Some(pattern) = args.next() else {
        writeln!(io::stderr(), "usage: grep PATTERN [DIR]")?;
        return Ok(ExitCode::from(2));
    };
    let options = GrepOptions::new(pattern, args.next().unwrap_or_else(|| ".".into()));
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut written = Ok(());
    let report = grep_stream(&options, &CancelToken::new()).for_each(|found| {
        // Raw bytes: neither paths nor lines need be UTF-8.
        written = out
            .write_all(found.path.as_bytes())
            .and_then(|()| write!(out, ":{}: ", found.line_number))
            .and_then(|()| out.write_all(&found.line))
            .and_then(|()| out.write_all(b"\n"));
        if written.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    written?;
    out.flush()?;
    match report {
        Ok(report) if report.complete => Ok(ExitCode::from(u8::from(report.total_matches == 0))),
        Ok(report) => {
            writeln!(io::stderr(), "results are incomplete: {:?}", report.skipped)?;
            Ok(ExitCode::from(2))
        }
        Err(error) => {
            writeln!(io::stderr(), "{error}")?;
            Ok(ExitCode::from(2))
        }
    }
}
