//! `cargo run --release --example tokio -- PATTERN [DIR]`: prints the lines that match, without
//! blocking the runtime's thread, for at most ten seconds.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use futures_util::TryStreamExt;
use ransack::{CancelToken, GrepOptions, OnTimeout, grep_stream};

#[tokio::main(flavor = "current_thread")]
async fn main() -> io::Result<ExitCode> {
    let mut args = std::env::args().skip(1);
    let Some(pattern) = args.next() else {
        writeln!(io::stderr(), "usage: tokio PATTERN [DIR]")?;
        return Ok(ExitCode::from(2));
    };
    let options = GrepOptions::new(pattern, args.next().unwrap_or_else(|| ".".into()));
    // The deadline of the token also ends the work; a timer of the runtime would only stop waiting.
    let token = CancelToken::with_timeout(Duration::from_secs(10));
    let mut results = grep_stream(&options.on_timeout(OnTimeout::Partial), &token).into_async();
    loop {
        // Workers of the library search meanwhile. Dropping `results` would cancel them.
        match results.try_next().await {
            Ok(Some(found)) => {
                let line = found.line_lossy();
                writeln!(io::stdout(), "{}:{}: {line}", found.path, found.line_number)?;
            }
            Ok(None) => break,
            Err(error) => {
                writeln!(io::stderr(), "{error}")?;
                return Ok(ExitCode::from(2));
            }
        }
    }
    let is_complete = results.report().is_some_and(|report| report.complete);
    Ok(ExitCode::from(u8::from(!is_complete)))
}
