//! Build script: packs the parse tables of large grammars.

#[cfg(feature = "packed-grammars")]
#[path = "build/grammars.rs"]
mod grammars;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(packed, values(any()))");
    #[cfg(feature = "packed-grammars")]
    grammars::build()?;
    Ok(())
}
