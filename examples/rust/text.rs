//! `cargo run --release --example text -- WIDTH TEXT`: prints the text wrapped
//! to that many cells, with the width of each line.

use std::io::{self, Write};
use std::process::ExitCode;

use ransack::{Align, WrapOptions, pad_to_width, visible_width, wrap_text_with_ansi};

fn main() -> io::Result<ExitCode> {
    let mut args = std::env::args().skip(1);
    let width = args.next().and_then(|width| width.parse().ok());
    let (Some(width), Some(text)) = (width, args.next()) else {
        writeln!(io::stderr(), "usage: text WIDTH TEXT")?;
        return Ok(ExitCode::from(2));
    };
    let options = WrapOptions::default();
    let mut out = io::stdout().lock();
    for line in wrap_text_with_ansi(&text, width, &options) {
        let cells = visible_width(&line, &options.text);
        let column = pad_to_width(&line, width, Align::Left, &options.text);
        writeln!(out, "|{column}|{cells:3}")?;
    }
    Ok(ExitCode::SUCCESS)
}
