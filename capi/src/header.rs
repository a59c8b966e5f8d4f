//! Generator of `include/ransack.h`, and tests that hold the committed header, the documented
//! defaults and the code together.
//!
//! `RANSACK_BLESS=1 cargo test -p ransack-capi --lib header` rewrites the header. The `_INIT`
//! macros are generated from `Versioned::defaults`, so no default is written down twice.

use std::any::type_name;
use std::collections::BTreeMap;
use std::fmt::{Debug, Write as _};
use std::fs;
use std::path::{Path, PathBuf};

use cbindgen::{Builder, Config};

use crate::ffi::Versioned;
use crate::options::RANSACK_NO_LIMIT;
use crate::options::ast::{ransack_ast_grep_options, ransack_ast_match_options};
use crate::options::edit::ransack_ast_edit_options;
use crate::options::fuzzy::{ransack_fuzzy_find_options, ransack_fuzzy_match_options};
use crate::options::glob::ransack_glob_options;
use crate::options::grep::{ransack_grep_options, ransack_search_options};
use crate::options::highlight::ransack_highlight_options;
use crate::options::scope::ransack_scope;
use crate::options::text::{ransack_text_options, ransack_truncate_options, ransack_wrap_options};
use crate::options::tokens::{ransack_tiktoken_options, ransack_token_options};
use crate::options::workspace::ransack_workspace_options;

/// Versioned struct with the C spelling of its defaults.
struct Defaults {
    /// Name of the struct.
    name: String,
    /// Names and initialisers of its fields, in order.
    fields: Vec<(String, String)>,
}

impl Defaults {
    fn of<T: Versioned + Debug>() -> Defaults {
        let name = type_name::<T>().rsplit("::").next().unwrap().to_owned();
        let debug = format!("{:?}", T::defaults());
        let fields = debug
            .strip_prefix(&format!("{name} {{ "))
            .and_then(|rest| rest.strip_suffix(" }"))
            .unwrap()
            .replace("ransack_bytes { data: 0x0, len: 0 }", "EMPTY");
        let version = format!("{}_VERSION", name.to_uppercase());
        let fields = fields.split(", ").map(|field| {
            let (name, value) = field.split_once(": ").unwrap();
            let value = match value {
                "0x0" => "NULL".to_owned(),
                "EMPTY" => "{ NULL, 0 }".to_owned(),
                _ if name == "version" => version.clone(),
                number => match number.parse() {
                    Ok(RANSACK_NO_LIMIT) => "RANSACK_NO_LIMIT".to_owned(),
                    Ok(number) => number.to_string(),
                    Err(_) => panic!("no C spelling for the default {value} of {name}"),
                },
            };
            (name.to_owned(), value)
        });
        let fields = fields.collect();
        Defaults { name, fields }
    }

    /// Returns the definition of the `_INIT` macro.
    fn init_macro(&self) -> String {
        let name = &self.name;
        let mut text = format!("\n/** Initialiser of a {name}: the default of every field. */\n");
        writeln!(text, "#define {}_INIT {{ \\", name.to_uppercase()).unwrap();
        let last = self.fields.len() - 1;
        for (i, (field, value)) in self.fields.iter().enumerate() {
            let comma = if i < last { "," } else { "" };
            writeln!(text, "  {value}{comma} /* {field} */ \\").unwrap();
        }
        text + "}\n"
    }
}

/// Returns the defaults of every versioned struct.
fn all_defaults() -> Vec<Defaults> {
    vec![
        Defaults::of::<ransack_scope>(),
        Defaults::of::<ransack_grep_options>(),
        Defaults::of::<ransack_search_options>(),
        Defaults::of::<ransack_glob_options>(),
        Defaults::of::<ransack_fuzzy_find_options>(),
        Defaults::of::<ransack_fuzzy_match_options>(),
        Defaults::of::<ransack_ast_grep_options>(),
        Defaults::of::<ransack_ast_match_options>(),
        Defaults::of::<ransack_ast_edit_options>(),
        Defaults::of::<ransack_text_options>(),
        Defaults::of::<ransack_truncate_options>(),
        Defaults::of::<ransack_wrap_options>(),
        Defaults::of::<ransack_token_options>(),
        Defaults::of::<ransack_tiktoken_options>(),
        Defaults::of::<ransack_highlight_options>(),
        Defaults::of::<ransack_workspace_options>(),
    ]
}

fn capi() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn header_path() -> PathBuf {
    capi().join("../include/ransack.h")
}

fn generate() -> String {
    let mut config =
        Config::from_file(capi().join("cbindgen.toml")).expect("cbindgen.toml is valid");
    let library = capi().join("src/lib.rs");
    config.header = Some(preamble(&fs::read_to_string(&library).unwrap()));
    let macros: String = all_defaults().iter().map(Defaults::init_macro).collect();
    config.after_includes = Some(version_macros() + &macros);
    let bindings = Builder::new()
        .with_config(config)
        .with_src(library)
        .generate();
    let mut header = Vec::new();
    bindings
        .expect("cbindgen understands the sources")
        .write(&mut header);
    String::from_utf8(header).unwrap()
}

/// Returns the documentation of the crate as a C comment.
fn preamble(source: &str) -> String {
    let mut text = String::from("/*\n");
    for line in source.lines().map_while(|line| line.strip_prefix("//!")) {
        text.push_str(format!(" *{line}").trim_end());
        text.push('\n');
    }
    text + " */\n\n\
        /* Generated from capi/src by cbindgen. Do not edit; change the sources and run\n \
        * RANSACK_BLESS=1 cargo test -p ransack-capi --lib header */"
}

fn version_macros() -> String {
    let [major, minor, patch] = [
        env!("CARGO_PKG_VERSION_MAJOR"),
        env!("CARGO_PKG_VERSION_MINOR"),
        env!("CARGO_PKG_VERSION_PATCH"),
    ];
    format!(
        "\n/** Version of this header; ransack_version() returns that of the library. */\n\
         #define RANSACK_VERSION_MAJOR {major}\n\
         #define RANSACK_VERSION_MINOR {minor}\n\
         #define RANSACK_VERSION_PATCH {patch}\n\
         #define RANSACK_VERSION \"{}\"\n",
        env!("CARGO_PKG_VERSION"),
    )
}

#[test]
fn committed_header_equals_generated_header() {
    let path = header_path();
    let generated = generate();
    if std::env::var_os("RANSACK_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &generated).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    if let Some((number, (is, should))) = committed
        .lines()
        .chain(std::iter::repeat("(end)"))
        .zip(generated.lines().chain(["(end)"]))
        .enumerate()
        .find(|(_, (is, should))| is != should)
    {
        panic!(
            "include/ransack.h is out of date at line {}:\n  is:     {is}\n  should: {should}\n\
             run RANSACK_BLESS=1 cargo test -p ransack-capi --lib header",
            number + 1,
        );
    }
    assert_eq!(committed, generated, "include/ransack.h differs");
}

/// Every struct with an `_init` function has an `_INIT` macro.
#[test]
fn every_versioned_struct_has_a_macro() {
    let header = generate();
    let functions = header.matches("_init(struct ransack_").count();
    assert_eq!(functions, all_defaults().len());
}

/// "Default: X" in the documentation of a field is the default of the field.
#[test]
fn documented_defaults_equal_defaults() {
    let header = generate();
    let constants = constants(&header);
    for Defaults { name, fields } in all_defaults() {
        let body = header
            .split_once(&format!("typedef struct {name} {{\n"))
            .and_then(|(_, rest)| rest.split_once(&format!("}} {name};")))
            .map(|(body, _)| body)
            .unwrap();
        let mut documentation = String::new();
        let mut fields = fields.iter();
        for line in body.lines().map(str::trim) {
            if let Some(words) = line.strip_prefix('*') {
                documentation += words;
            } else if line.ends_with(';') {
                let (field, value) = fields.next().unwrap();
                let words = std::mem::take(&mut documentation);
                if field == "version" {
                    continue;
                }
                let documented = words
                    .rsplit_once("Default: ")
                    .map(|(_, rest)| rest.split([' ', ',', '.']).next().unwrap());
                let documented = match documented {
                    Some("none" | "empty" | "NULL") => "nothing",
                    Some(word) => constants.get(word).map_or(word, String::as_str),
                    None => panic!("{name}.{field} has no documented default"),
                };
                let value = match value.as_str() {
                    "NULL" | "{ NULL, 0 }" => "nothing",
                    number => number,
                };
                assert_eq!(documented, value, "{name}.{field}");
            }
        }
        assert!(
            fields.next().is_none(),
            "{name} has more fields than the header shows"
        );
    }
}

/// Returns the enumerators of the header with their values.
fn constants(header: &str) -> BTreeMap<&str, String> {
    let assignments = header.lines().filter_map(|line| {
        let (name, value) = line.trim().split_once(" = ")?;
        let value = value.strip_suffix(',')?;
        Some((name, value.to_owned()))
    });
    assignments.collect()
}
