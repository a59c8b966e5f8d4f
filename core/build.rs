//! Packs the vocabularies of `tiktoken-rs` for `tokens`, with what would take
//! long to find out at every start: their alphabetical order, and where each
//! token falls into the two that it is merged from; and the parse tables of
//! large grammars for `ast`.

#[cfg(feature = "packed-grammars")]
#[path = "build/grammars.rs"]
mod grammars;

#[cfg(feature = "tokens")]
#[path = "src/tokens/merge.rs"]
mod merge;

#[cfg(feature = "tokens")]
#[path = "src/tokens/pack.rs"]
mod pack;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/tokens/merge.rs");
    println!("cargo::rerun-if-changed=src/tokens/pack.rs");
    println!("cargo::rustc-check-cfg=cfg(packed, values(any()))");
    #[cfg(feature = "packed-grammars")]
    grammars::build()?;
    #[cfg(feature = "tokens")]
    vocabularies()?;
    Ok(())
}

#[cfg(feature = "tokens")]
fn vocabularies() -> Result<(), Box<dyn std::error::Error>> {
    let out = std::path::PathBuf::from(std::env::var("OUT_DIR")?);
    // Those of r50k_base are the first of p50k_base, and the others share one.
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
