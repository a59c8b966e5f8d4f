//! `cargo run --release --example highlight -- FILE [THEME]`: prints a file
//! with syntax highlighting, in the colours that the terminal supports.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use ransack::highlight::{ColorDepth, HighlightOptions, Output, Theme, detect_language, highlight};
use ransack::{CancelToken, OnTimeout};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let Some(path) = args.next() else {
        writeln!(io::stderr(), "usage: highlight FILE [THEME]")?;
        return Ok(ExitCode::from(2));
    };
    let name = args.next().unwrap_or_else(|| "Catppuccin Mocha".into());
    let theme = Theme::named(&name)
        .ok_or_else(|| format!("no theme {name}; there are: {}", Theme::names().join(", ")))?;
    let depth = match std::env::var("COLORTERM").as_deref() {
        Ok("truecolor" | "24bit") => ColorDepth::TrueColor,
        _ => ColorDepth::Ansi256,
    };
    let text = std::fs::read(&path)?;
    let language = detect_language(&path, &text).unwrap_or("plain");
    // Limits the time for each file to one second.
    let options = HighlightOptions::new(language).on_timeout(OnTimeout::Partial);
    let token = CancelToken::with_timeout(Duration::from_secs(1));
    let found = highlight(&text, &options, &token)?;
    let output = Output::Ansi(theme.palette(depth));
    io::stdout().write_all(&found.render(&output, &token)?)?;
    if !found.report().complete {
        writeln!(
            io::stderr(),
            "not all of it in colour: {:?}",
            found.report()
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
