//! Packs the dense parse tables of large grammars, which are mostly zeros.
//!
//! Compiles the C source in the crate of each grammar a second time, without the table. Nothing
//! then refers to the crate's own object, so it is not linked. A grammar that cannot be packed
//! keeps its table, with a warning.

use std::collections::HashMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use serde_json::Value;

use extract::extract_table;
use pack::pack;
use unpack::unpack;

mod extract;
mod pack;
#[path = "../src/ast/unpack.rs"]
mod unpack;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Language, library name of the crate, and folder of `parser.c` in it, of each grammar whose table
/// has a megabyte or more.
const GRAMMARS: [(&str, &str, &str); 14] = [
    ("cpp", "tree_sitter_cpp", "src"),
    ("csharp", "tree_sitter_c_sharp", "src"),
    ("haskell", "tree_sitter_haskell", "src"),
    ("julia", "arborium_julia", "grammar/src"),
    ("kotlin", "tree_sitter_kotlin_sg", "src"),
    ("objc", "tree_sitter_objc", "src"),
    ("ocaml", "tree_sitter_ocaml", "grammars/ocaml/src"),
    ("odin", "tree_sitter_odin", "src"),
    ("perl", "ts_parser_perl", "src"),
    ("ruby", "tree_sitter_ruby", "src"),
    ("scala", "tree_sitter_scala", "src"),
    ("swift", "tree_sitter_swift", "src"),
    ("tlaplus", "tree_sitter_tlaplus", "src"),
    ("verilog", "tree_sitter_verilog", "src"),
];

/// Packs the tables of the enabled languages, and sets `cfg(packed = "NAME")` for each.
pub(crate) fn build() -> Result<()> {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/ast/unpack.rs");
    let wanted = |name: &str| {
        let feature = format!("CARGO_FEATURE_LANG_{}", name.to_uppercase());
        env::var_os(feature).is_some()
    };
    let crates = match crates() {
        Ok(crates) => crates,
        Err(error) => {
            println!("cargo::warning=grammars are not packed: {error}");
            return Ok(());
        }
    };
    let out = PathBuf::from(env::var("OUT_DIR")?);
    for (name, library, folder) in GRAMMARS.into_iter().filter(|(name, ..)| wanted(name)) {
        let packed = crates
            .get(library)
            .ok_or_else(|| format!("no source folder of {library}").into())
            .and_then(|root| pack_grammar(name, &root.join(folder), &out));
        match packed {
            Ok(()) => println!("cargo::rustc-cfg=packed=\"{name}\""),
            Err(error) => println!("cargo::warning=the grammar of {name} is not packed: {error}"),
        }
    }
    Ok(())
}

/// Writes the packed table `NAME.table` of one grammar and compiles its remaining source.
fn pack_grammar(name: &str, folder: &Path, out: &Path) -> Result<()> {
    let parser = folder.join("parser.c");
    println!("cargo::rerun-if-changed={}", parser.display());
    let grammar = extract_table(&fs::read_to_string(&parser)?, name)?;
    let packed = pack(grammar.symbols, &grammar.rows).ok_or("a row is too long")?;
    let mut table = vec![0; grammar.rows.len() * usize::from(grammar.symbols)];
    unpack(&packed, &mut table).ok_or("the packed table cannot be unpacked")?;
    let rows = table.chunks_exact(grammar.symbols.into());
    for (unpacked, row) in rows.zip(&grammar.rows) {
        let zeros = unpacked.iter().filter(|&&value| value == 0).count();
        let same = |&(symbol, value)| unpacked[usize::from(symbol)] == value;
        if zeros + row.len() != unpacked.len() || !row.iter().all(same) {
            return Err("the unpacked table differs from the source".into());
        }
    }
    fs::write(out.join(format!("{name}.table")), packed)?;
    let source = out.join(format!("{name}.c"));
    fs::write(&source, grammar.source)?;
    let mut compiler = cc::Build::new();
    if env::var("CARGO_CFG_TARGET_ENV")? == "msvc" {
        compiler.flag("-utf-8");
    }
    let compiler = compiler.std("c11").file(&source).include(folder);
    let compiler = compiler.warnings(false).debug(false).opt_level(2);
    compiler.try_compile(&format!("ransack_grammar_{name}"))?;
    // All sources together are 100 MB.
    Ok(fs::remove_file(source)?)
}

/// Folders of the direct dependencies, in the versions being built, by library name.
fn crates() -> Result<HashMap<String, PathBuf>> {
    let manifest = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("Cargo.toml");
    // `cargo metadata` also resolves packages that this build does not need and that may not be
    // downloaded yet.
    let metadata = metadata(&manifest, &["--offline"]).or_else(|_| metadata(&manifest, &[]))?;
    let lock = Path::new(metadata["workspace_root"].as_str().unwrap_or_default());
    println!(
        "cargo::rerun-if-changed={}",
        lock.join("Cargo.lock").display()
    );
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let manifests: HashMap<_, _> = list(&metadata["packages"])
        .iter()
        .map(|package| (text(&package["id"]), text(&package["manifest_path"])))
        .collect();
    let here = |node: &&Value| {
        let path = manifests.get(&text(&node["id"]));
        path.is_some_and(|path| Path::new(path) == manifest)
    };
    let nodes = list(&metadata["resolve"]["nodes"]);
    let node = nodes
        .iter()
        .find(here)
        .ok_or("not in the output of cargo metadata")?;
    let folder = |dependency: &Value| {
        let manifest = Path::new(manifests.get(&text(&dependency["pkg"]))?);
        Some((text(&dependency["name"]), manifest.parent()?.to_path_buf()))
    };
    Ok(list(&node["deps"]).iter().filter_map(folder).collect())
}

/// Runs `cargo metadata` with all features for the target platform.
fn metadata(manifest: &Path, options: &[&str]) -> Result<Value> {
    let output = Command::new(env::var_os("CARGO").ok_or("CARGO is not set")?)
        .args([
            "metadata",
            "--format-version=1",
            "--all-features",
            "--locked",
        ])
        .args(["--filter-platform", &env::var("TARGET")?])
        .arg("--manifest-path")
        .arg(manifest)
        .args(options)
        .output()?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        return Err(error.lines().last().unwrap_or_default().into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}
