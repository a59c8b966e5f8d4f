//! The crates as packages: layers, manifests, public items and packed grammars.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod features;
mod grammar_packing;
mod layers;
mod manifests;
mod option_docs;
mod option_names;
mod packed_grammars;
mod public_items;

use std::fs;
use std::path::{Path, PathBuf};

/// Adds the sources in a folder, without unit tests.
fn add_sources(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && !["tests", "testing", "fuzz", "target"].contains(&name) {
            add_sources(&path, found);
        } else if name.ends_with(".rs") && name != "tests.rs" {
            found.push(path);
        }
    }
}
