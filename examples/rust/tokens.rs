//! `cargo run --release --example tokens -- LIMIT [FILE ...]`: prints the
//! number of tokens of each file, the total, and the offset at which a file of
//! more than LIMIT tokens would be truncated.

use std::error::Error;
use std::fs;
use std::io::{self, Write};

use ransack::{
    CancelToken, Encoding, TokenOptions, Tokenizer, TruncateFrom, TruncateTokensOptions,
};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let limit: usize = args
        .next()
        .ok_or("usage: tokens LIMIT [FILE ...]")?
        .parse()?;
    let paths: Vec<String> = args.collect();
    let texts = paths.iter().map(fs::read).collect::<io::Result<Vec<_>>>()?;
    let tokenizer = Tokenizer::get(Encoding::O200kBase);
    let (options, token) = (TokenOptions::default(), CancelToken::new());
    let middle = TruncateTokensOptions::default().from(TruncateFrom::Middle);
    let counts = tokenizer.count_batch(&texts, &options, &token)?;
    let mut out = io::stdout().lock();
    for ((path, text), count) in paths.iter().zip(&texts).zip(&counts) {
        writeln!(out, "{count:>9}  {path}")?;
        if *count > limit {
            let cut = tokenizer.truncate(text, limit, &middle, &options, &token)?;
            writeln!(
                out,
                "           without bytes {}..{}: {} tokens",
                cut.dropped.start, cut.dropped.end, cut.tokens
            )?;
        }
    }
    writeln!(out, "{:>9}  in all", counts.iter().sum::<usize>())?;
    Ok(())
}
