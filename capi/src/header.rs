//! Generator of `include/ransack.h` and `include/ransack.cdef`, and tests that keep the committed
//! header, the documented defaults and the code consistent.
//!
//! `RANSACK_BLESS=1 cargo test -p ransack-capi --lib header` rewrites the header. The `_INIT`
//! macros are generated from the structs that `versioned!` registers, so each default has one
//! definition.

use std::collections::BTreeMap;
use std::ffi::CStr;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use cbindgen::{Builder, Config};
use ransack::{ExportKind, ImportKind, ItemKind, Modifier};

use crate::error::ransack_status_name;
use crate::options::RANSACK_NO_LIMIT;
use crate::options::versioned::Registered;
use crate::outline::imports::item::{ransack_export_kind_name, ransack_import_kind_name};
use crate::outline::kind::{ransack_item_kind_name, ransack_modifier_name};
use crate::slice::ransack_bytes;

/// Versioned struct with the C spelling of its defaults.
struct Defaults {
    /// Name of the versioned struct.
    name: String,
    /// Names and initialisers of the struct's fields, in order.
    fields: Vec<(String, String)>,
}

impl Defaults {
    fn of(registered: &Registered) -> Defaults {
        let name = registered.name.to_owned();
        let debug = (registered.defaults)();
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
        let mut text =
            format!("\n/** Initialiser for {name}; sets every field to its default. */\n");
        writeln!(text, "#define {}_INIT {{ \\", name.to_uppercase()).unwrap();
        let last = self.fields.len() - 1;
        for (i, (field, value)) in self.fields.iter().enumerate() {
            let comma = if i < last { "," } else { "" };
            writeln!(text, "  {value}{comma} /* {field} */ \\").unwrap();
        }
        text + "}\n"
    }
}

/// Returns the defaults of every versioned struct, by name.
fn all_defaults() -> Vec<Defaults> {
    let mut all: Vec<Defaults> = inventory::iter::<Registered>().map(Defaults::of).collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

fn capi() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
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

/// Returns the header's declarations for C parsers without a preprocessor, such as the parsers in
/// cffi and LuaJIT. Integer macros become enumerators; `_INIT` macros have no counterpart.
fn cdef(header: &str) -> String {
    let mut text = String::from(
        "// Declarations of ransack.h for cffi and LuaJIT. Generated from capi/src; do not edit.\n",
    );
    let (mut is_comment, mut is_macro) = (false, false);
    // For each open conditional, whether its lines apply to C99.
    let mut kept: Vec<bool> = Vec::new();
    for line in header.lines() {
        let trimmed = line.trim();
        let continues = trimmed.ends_with('\\');
        if is_comment || trimmed.starts_with("/*") {
            is_comment = !trimmed.ends_with("*/");
        } else if is_macro {
            is_macro = continues;
        } else if let Some(directive) = trimmed.strip_prefix('#') {
            is_macro = continues;
            match directive.split_once(' ').unwrap_or((directive, "")) {
                ("if" | "ifdef", _) => kept.push(false),
                ("ifndef", _) => kept.push(true),
                ("else", _) => {
                    let last = kept.last_mut().unwrap();
                    *last = !*last;
                }
                ("endif", _) => {
                    kept.pop();
                }
                ("define", definition) => {
                    let (name, value) = definition.split_once(' ').unwrap_or((definition, ""));
                    if value.parse::<i32>().is_ok() {
                        writeln!(text, "enum {{ {name} = {value} }};").unwrap();
                    }
                }
                _ => {}
            }
        } else if !trimmed.is_empty() && kept.iter().all(|&is_kept| is_kept) {
            // cffi reads a library's variables but not its constants.
            text.push_str(&line.trim_end().replace("extern const ", "extern "));
            text.push('\n');
        }
    }
    text
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
        "\n/** Version of this header; ransack_version() returns the version of the library. */\n\
         #define RANSACK_VERSION_MAJOR {major}\n\
         #define RANSACK_VERSION_MINOR {minor}\n\
         #define RANSACK_VERSION_PATCH {patch}\n\
         #define RANSACK_VERSION \"{}\"\n",
        env!("CARGO_PKG_VERSION"),
    )
}

#[test]
fn committed_header_equals_generated_header() {
    let generated = generate();
    compare("ransack.h", &generated);
    compare("ransack.cdef", &cdef(&generated));
}

/// Compares a generated file with the committed one.
fn compare(name: &str, generated: &str) {
    let path = capi().join("../include").join(name);
    if std::env::var_os("RANSACK_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, generated).unwrap();
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
            "include/{name} is out of date at line {}:\n  is:     {is}\n  should: {should}\n\
             run RANSACK_BLESS=1 cargo test -p ransack-capi --lib header",
            number + 1,
        );
    }
    assert_eq!(committed, generated, "include/{name} differs");
}

/// Every struct in the header that begins with a version is registered (and so has an `_INIT`
/// macro) and has an `_init` function.
#[test]
fn every_versioned_struct_is_registered() {
    let header = generate();
    let structs = header
        .split("typedef struct ")
        .skip(1)
        .filter_map(|definition| {
            let (name, body) = definition.split_once(" {\n")?;
            let mut fields = body.split('\n').map(str::trim);
            let first = fields.find(|line| !line.starts_with(['/', '*']))?;
            (first == "uint32_t version;").then_some(name)
        });
    let mut structs: Vec<&str> = structs.collect();
    structs.sort_unstable();
    let registered = all_defaults();
    let registered: Vec<&str> = registered.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(structs, registered);
    for name in registered {
        assert!(
            header.contains(&format!("{name}_init(")),
            "{name}_init is missing"
        );
    }
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

/// ransack_status_name() returns the header's name for every status.
#[test]
fn every_status_has_its_name() {
    let header = generate();
    let statuses = constants(&header)
        .into_iter()
        .filter(|(name, _)| name.starts_with("RANSACK_STATUS_"));
    let name_of = |number: i32| {
        // SAFETY: the function returns a static NUL-terminated string.
        unsafe { CStr::from_ptr(ransack_status_name(number)) }
            .to_str()
            .unwrap()
    };
    let mut count = 0;
    for (name, number) in statuses {
        assert_eq!(name_of(number.parse().unwrap()), name);
        count += 1;
    }
    for unknown in [-1, count, i32::MIN, i32::MAX] {
        assert_eq!(name_of(unknown), "RANSACK_STATUS_UNKNOWN");
    }
}

/// Definition kinds, modifiers, import kinds and export kinds have the same names and numbers as in
/// the core, and their name functions return these names.
#[test]
fn kinds_and_modifiers_are_those_of_the_core() {
    let header = generate();
    let constants = constants(&header);
    let spelled = |prefix: &str, name: &str| {
        let capital = |c: char| {
            if c.is_uppercase() {
                vec!['_', c]
            } else {
                vec![c]
            }
        };
        prefix.to_owned()
            + &name
                .chars()
                .flat_map(capital)
                .collect::<String>()
                .to_uppercase()
    };
    let name_of = |number: u32, find: NameFunction| {
        // SAFETY: the name is static.
        unsafe { find(number).text("name") }.unwrap()
    };
    let check = |prefix: &str, expected: Vec<(u32, &str)>, find: NameFunction| {
        let all = constants.keys().filter(|name| name.starts_with(prefix));
        assert_eq!(all.count(), expected.len());
        for (number, name) in expected {
            let constant = constants[spelled(prefix, name).as_str()].parse();
            assert_eq!(constant, Ok(number), "{name}");
            assert_eq!(name_of(number, find), name);
        }
        assert_eq!(name_of(u32::MAX, find), "");
    };
    let kinds = ItemKind::ALL.iter().map(|kind| (*kind as u32, kind.name()));
    check(
        "RANSACK_ITEM_KIND_",
        kinds.collect(),
        ransack_item_kind_name,
    );
    let kinds = ImportKind::ALL.iter();
    let kinds = kinds.map(|kind| (*kind as u32, kind.name())).collect();
    check("RANSACK_IMPORT_KIND_", kinds, ransack_import_kind_name);
    let kinds = ExportKind::ALL.iter();
    let kinds = kinds.map(|kind| (*kind as u32, kind.name())).collect();
    check("RANSACK_EXPORT_KIND_", kinds, ransack_export_kind_name);
    let bits = (0..).map(|bit| 1 << bit);
    let modifiers = bits.zip(Modifier::ALL.iter().map(|modifier| modifier.name()));
    check(
        "RANSACK_MODIFIER_",
        modifiers.collect(),
        ransack_modifier_name,
    );
    assert_eq!(
        name_of(ItemKind::ALL.len() as u32, ransack_item_kind_name),
        ""
    );
    for none in [0, 3, 1 << Modifier::ALL.len()] {
        assert_eq!(name_of(none, ransack_modifier_name), "", "{none}");
    }
}

type NameFunction = extern "C" fn(u32) -> ransack_bytes;

/// Returns the enumerators in the header with their values.
fn constants(header: &str) -> BTreeMap<&str, String> {
    let assignments = header.lines().filter_map(|line| {
        let (name, value) = line.trim().split_once(" = ")?;
        let value = value.strip_suffix(',')?;
        Some((name, value.to_owned()))
    });
    assignments.collect()
}
