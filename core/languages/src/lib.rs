//! Languages: a folder for each, with the tables that the engines of syntax, structure and
//! highlighting interpret.
//!
//! Users depend on the crate `ransack`, which re-exports the public items. The crates of the
//! library also use [`internal`], which is not a stable interface.
//!
//! | module | responsibility |
//! | --- | --- |
//! | `registry`, `lookup` | the tables of each language, by name, and lookups through them |
//! | `tables` | the tables of one language |
//! | `pattern` | types of the pattern tables |
//! | `outline` | types of the outline tables; definitions |
//! | `imports` | types of the import tables; import statements |
//! | `highlights` | highlight and injection queries |
//! | `embedded` | code in other languages |
//! | `early_errors` | errors that a grammar does not detect |
//!
//! A folder of a language has the files `patterns`, `outline`, `imports` and `early_errors`, and
//! queries (`.scm`). Languages that resemble each other share tables.

mod astro;
mod bash;
mod c;
mod clojure;
mod cmake;
mod cpp;
mod csharp;
mod css;
mod dart;
mod diff;
mod dockerfile;
mod early_errors;
mod elixir;
mod embedded;
mod erlang;
mod go;
mod graphql;
mod haskell;
mod hcl;
mod highlights;
mod html;
mod imports;
mod ini;
pub mod internal;
mod java;
mod javascript;
mod json;
mod julia;
mod just;
mod kotlin;
mod lookup;
mod lua;
mod make;
mod markdown;
mod nix;
mod objc;
mod ocaml;
mod odin;
mod outline;
mod pattern;
mod perl;
mod php;
mod powershell;
mod protobuf;
mod python;
mod r;
mod regex;
mod registry;
mod ruby;
mod rust;
mod scala;
mod solidity;
mod sql;
mod starlark;
mod svelte;
mod swift;
mod tables;
mod tlaplus;
mod toml;
mod tsx;
mod typescript;
mod verilog;
mod vue;
mod xml;
mod yaml;
mod zig;

pub use imports::item::{Export, ExportKind, Import, ImportKind, ImportedName};
pub use imports::request::ImportRequest;
pub use outline::item::OutlineItem;
pub use outline::kind::{ItemKind, Modifier, Modifiers};
