//! Build script: packs the published vocabularies.
//!
//! The vocabularies come from `tiktoken-rs`. Their packed form includes data that would take long
//! to compute at every start: the bytewise order of the tokens, and the two parts of each token.

#[path = "src/merge.rs"]
mod merge;

#[path = "build/pack.rs"]
mod pack;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build/pack.rs");
    println!("cargo::rerun-if-changed=src/merge.rs");
    vocabularies()
}

/// Writes `NAME.vocabulary` for each published vocabulary.
fn vocabularies() -> Result<(), Box<dyn std::error::Error>> {
    let out = std::path::PathBuf::from(std::env::var("OUT_DIR")?);
    // The ranks of r50k_base are the first ranks of p50k_base. The other encodings share one of
    // these vocabularies.
    let vocabularies = [
        ("o200k_base", tiktoken_rs::o200k_base()?),
        ("cl100k_base", tiktoken_rs::cl100k_base()?),
        ("p50k_base", tiktoken_rs::p50k_base()?),
    ];
    for (name, source) in vocabularies {
        let special = source.special_tokens();
        let tokens: Vec<Vec<u8>> = (0..1 << 18)
            .map(|rank| source.decode_bytes(&[rank]).unwrap_or_default())
            .map(|bytes| match std::str::from_utf8(&bytes) {
                Ok(text) if special.contains(text) => Vec::new(),
                _ => bytes,
            })
            .collect();
        let packed = pack::pack(&tokens).ok_or("ranks do not rise with the merges")?;
        std::fs::write(out.join(format!("{name}.vocabulary")), packed)?;
    }
    Ok(())
}
