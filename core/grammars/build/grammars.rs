//! Packs the dense parse tables of large grammars, which are mostly zeros.
//!
//! Compiles the C source of each grammar crate a second time, without the table. Nothing then
//! refers to the crate's own object, so it is not linked. A grammar that cannot be packed fails the
//! build, because the program would otherwise silently grow by many megabytes.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use ransack_packed_grammars::{Grammar, grammars};

use compiled::CompiledTable;
use extract::{ExtractedGrammar, extract_table};
use pack::pack;
use sources::package_folders;
use unpack::unpack;

mod compiled;
mod extract;
mod pack;
mod sources;
#[path = "../src/unpack.rs"]
mod unpack;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Environment variable with a comma-separated list of languages whose tables are not packed.
const UNPACKED: &str = "RANSACK_UNPACKED_GRAMMARS";

/// Packs the tables of the enabled languages that [`UNPACKED`] does not list, and sets
/// `cfg(packed = "NAME")` for each.
pub(crate) fn build() -> Result<()> {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/unpack.rs");
    println!("cargo::rerun-if-env-changed={UNPACKED}");
    let unpacked = env::var(UNPACKED).unwrap_or_default();
    let unpacked: Vec<&str> = unpacked.split(',').map(str::trim).collect();
    let out = PathBuf::from(env::var("OUT_DIR")?);
    for grammar in grammars()
        .iter()
        .filter(|grammar| !unpacked.contains(&grammar.name))
    {
        let name = grammar.name;
        match pack_grammar(grammar, &out) {
            Ok(()) => println!("cargo::rustc-cfg=packed=\"{name}\""),
            // Unlike warnings, errors are also shown for dependencies.
            Err(error) => println!(
                "cargo::error=the grammar of {name} cannot be packed: {error}; turn off the \
                 feature packed-grammars of ransack, or set {UNPACKED}={name} in the environment \
                 of the build to keep its table unpacked"
            ),
        }
    }
    Ok(())
}

/// Writes the packed table `NAME.table` of one grammar and compiles its remaining source.
fn pack_grammar(grammar: &Grammar, out: &Path) -> Result<()> {
    let name = grammar.name;
    let compiled = CompiledTable::of(grammar.language)?;
    let Source {
        folder, extracted, ..
    } = find_source(grammar, &compiled)?;
    let packed = pack(extracted.symbols, &extracted.rows).ok_or("a row is too long")?;
    let mut table = vec![0; extracted.rows.len() * usize::from(extracted.symbols)];
    unpack(&packed, &mut table).ok_or("the packed table cannot be unpacked")?;
    if table != compiled.values {
        return Err("the unpacked table differs from the compiled one".into());
    }
    fs::write(out.join(format!("{name}.table")), packed)?;
    let source = out.join(format!("{name}.c"));
    fs::write(&source, extracted.source)?;
    let mut compiler = cc::Build::new();
    if env::var("CARGO_CFG_TARGET_ENV")? == "msvc" {
        compiler.flag("-utf-8");
    }
    let compiler = compiler.std("c11").file(&source).include(folder);
    let compiler = compiler.warnings(false).debug(false).opt_level(2);
    compiler.try_compile(&format!("ransack_grammar_{name}"))?;
    // The sources total 100 MB.
    Ok(fs::remove_file(source)?)
}

/// Source of a grammar.
struct Source {
    folder: PathBuf,
    text: String,
    extracted: ExtractedGrammar,
}

/// Returns the source that was compiled into this build script.
fn find_source(grammar: &Grammar, compiled: &CompiledTable) -> Result<Source> {
    let package = grammar.package;
    let mut sources: Vec<Source> = Vec::new();
    let mut reason = format!("the source of {package} is not found");
    for root in package_folders(package)? {
        let folder = root.join(grammar.folder);
        let parser = folder.join("parser.c");
        println!("cargo::rerun-if-changed={}", parser.display());
        let text = match fs::read_to_string(&parser) {
            // For instance, the same version downloaded and vendored.
            Ok(text) if sources.iter().any(|source| source.text == text) => continue,
            Ok(text) => text,
            Err(error) => {
                reason = format!("{}: {error}", parser.display());
                continue;
            }
        };
        match extract_table(&text, grammar.name) {
            Ok(extracted) if compiled.equals(extracted.symbols, &extracted.rows) => {
                sources.push(Source {
                    folder,
                    text,
                    extracted,
                });
            }
            // Source of an earlier build, for instance of another version.
            Ok(_) => reason = format!("{} is not what was compiled", parser.display()),
            Err(error) => reason = format!("{}: {error}", parser.display()),
        }
    }
    if let [one, other, ..] = sources.as_slice() {
        let (one, other) = (one.folder.display(), other.folder.display());
        return Err(format!(
            "either {one} or {other} was compiled, which have the same table and other code; \
             `cargo clean -p {package}` removes the traces of the other"
        )
        .into());
    }
    sources.pop().ok_or(reason.into())
}
