//! Generator of `include/ransack.h` and `include/ransack.cdef`, and tests that keep the committed
//! header, the documented defaults and the code consistent.
//!
//! `RANSACK_BLESS=1 cargo test -p ransack-capi --lib header` rewrites the header. The `_INIT`
//! macros of options structs are generated from their defaults in the code, so each default has one
//! definition; the other structs that callers fill start with zeros.

use std::collections::BTreeMap;
use std::ffi::{CStr, c_char};
use std::fmt::{Debug, Write as _};
use std::fs;
use std::mem::MaybeUninit;
use std::path::Path;

use cbindgen::{Builder, Config};
use ransack::highlight::Class;
use ransack::{Encoding, ExportKind, ImportKind, ItemKind, ModelFamily, Modifier, SkipReason};

use crate::ast::syntax::ransack_line_range;
use crate::ast_edit::{ransack_file_version, ransack_rewrite};
use crate::edit::file_edit::ransack_file_edit;
use crate::edit::read::ransack_file_lines;
use crate::edit_definition::ransack_definition_edit;
use crate::error::ransack_status_name;
use crate::fuzzy::options::ransack_frecency;
use crate::highlight::ransack_highlight_class_name;
use crate::highlight::theme::ransack_highlight_colors;
use crate::options::RANSACK_NO_LIMIT;
use crate::options::init::{self, OptionsStruct};
use crate::outline::imports::change::{
    ransack_import_name, ransack_import_removal, ransack_import_request,
};
use crate::outline::imports::item::{ransack_export_kind_name, ransack_import_kind_name};
use crate::outline::kind::{ransack_item_kind_name, ransack_modifier_name};
use crate::pack::options::{
    ransack_level_rule, ransack_pack_section, ransack_relevant_text, ransack_weight_rule,
};
use crate::report::{ransack_skip_reason_name, ransack_stopped_by_name};
use crate::tokens::encoding::ransack_encoding_name;
use crate::tokens::estimate::ransack_model_family_name;
use crate::tokens::tokenizer::ransack_special_token;
use crate::workspace::buffers::ransack_buffer_change;

/// Macros for `ransack_bytes`.
const BYTES_MACROS: &str = r#"
/**
 * View of a string literal, without its NUL, as an expression: options.query = RANSACK_BYTES("a").
 * May contain NUL bytes. ransack_bytes_from_str() takes strings that are not literals.
 */
#ifdef __cplusplus
#define RANSACK_BYTES(literal) \
  (ransack_bytes{reinterpret_cast<const uint8_t *>("" literal), sizeof("" literal) - 1})
#else
#define RANSACK_BYTES(literal) \
  ((ransack_bytes){(const uint8_t *)("" literal), sizeof("" literal) - 1})
#endif

/**
 * Conversion specification and argument that print a ransack_bytes up to its first NUL byte:
 * printf("%" RANSACK_BYTES_FMT "\n", RANSACK_BYTES_ARG(match->path)). The argument is evaluated
 * twice.
 */
#define RANSACK_BYTES_FMT ".*s"
#define RANSACK_BYTES_ARG(bytes) (int)(bytes).len, (const char *)(bytes).data
"#;

/// Struct that callers fill, with the C spelling of its defaults.
struct Defaults {
    /// Name of the struct.
    name: String,
    /// Names and initialisers of the struct's fields, in order.
    fields: Vec<(String, String)>,
}

impl Defaults {
    fn of(options: &OptionsStruct) -> Defaults {
        Defaults::parse(options.name, &(options.defaults)())
    }

    /// Returns the defaults of a struct without a version, in which every field is zero or empty.
    fn zeros<T: Debug>() -> Defaults {
        // SAFETY: the structs of the C API hold only integers, floating-point numbers and raw
        // pointers.
        let zeros: T = unsafe { MaybeUninit::zeroed().assume_init() };
        let name = std::any::type_name::<T>().rsplit("::").next().unwrap();
        Defaults::parse(name, &format!("{zeros:?}"))
    }

    /// Reads the defaults of a struct from its debug format.
    fn parse(name: &str, debug: &str) -> Defaults {
        let name = name.to_owned();
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
                "0.0" => "0".to_owned(),
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

/// Returns the defaults of every options struct, by name.
fn all_defaults() -> Vec<Defaults> {
    let mut all: Vec<Defaults> = init::ALL.iter().map(Defaults::of).collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

/// Returns the defaults of the structs without a version that callers fill, by name.
fn all_zeros() -> Vec<Defaults> {
    vec![
        Defaults::zeros::<ransack_buffer_change>(),
        Defaults::zeros::<ransack_definition_edit>(),
        Defaults::zeros::<ransack_file_edit>(),
        Defaults::zeros::<ransack_file_lines>(),
        Defaults::zeros::<ransack_file_version>(),
        Defaults::zeros::<ransack_frecency>(),
        Defaults::zeros::<ransack_highlight_colors>(),
        Defaults::zeros::<ransack_import_name>(),
        Defaults::zeros::<ransack_import_removal>(),
        Defaults::zeros::<ransack_import_request>(),
        Defaults::zeros::<ransack_level_rule>(),
        Defaults::zeros::<ransack_line_range>(),
        Defaults::zeros::<ransack_pack_section>(),
        Defaults::zeros::<ransack_relevant_text>(),
        Defaults::zeros::<ransack_rewrite>(),
        Defaults::zeros::<ransack_special_token>(),
        Defaults::zeros::<ransack_weight_rule>(),
    ]
}

fn capi() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn generate() -> String {
    let mut config =
        Config::from_file(capi().join("cbindgen.toml")).expect("cbindgen.toml is valid");
    let library = capi().join("src/lib.rs");
    config.header = Some(preamble(&fs::read_to_string(&library).unwrap()));
    let defaults = all_defaults().into_iter().chain(all_zeros());
    let macros: String = defaults.map(|one| one.init_macro()).collect();
    config.after_includes = Some(version_macros() + BYTES_MACROS + &macros);
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

/// Every struct in the header that begins with a version is in the list of options structs, and so
/// has an `_INIT` macro.
#[test]
fn every_versioned_struct_is_listed() {
    let header = generate();
    let is_versioned = |(_, fields): &(&str, Vec<&str>)| fields[0] == "uint32_t version";
    let mut structs: Vec<&str> = structs(&header)
        .into_iter()
        .filter(is_versioned)
        .map(|(name, _)| name)
        .collect();
    structs.sort_unstable();
    let listed = all_defaults();
    let listed: Vec<&str> = listed.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(structs, listed);
}

/// Every struct that a caller passes, in an options struct, in another such struct or as a
/// parameter, has an `_INIT` macro.
#[test]
fn every_struct_that_callers_fill_has_an_initialiser() {
    let header = generate();
    let structs = structs(&header);
    // The library makes the structs that it frees.
    let is_filled = |name: &str| {
        name != "ransack_bytes"
            && structs.iter().any(|s| s.0 == name)
            && !header.contains(&format!("{name}_free("))
    };
    let pointee = |text: &str| -> Option<String> {
        let rest = text.trim().strip_prefix("const struct ")?;
        let (name, rest) = rest.split_once(" *")?;
        (!rest.starts_with('*')).then(|| name.to_owned())
    };
    let (_, functions) = header.split_once("extern \"C\" {").unwrap();
    // The results that a renderer takes come from the library.
    let functions = functions.split(";\n");
    let functions = functions.filter(|text| !text.contains("ransack_renderer_push_"));
    let parameters = functions.filter_map(|text| text.rsplit_once('(')?.1.strip_suffix(')'));
    let mut passed: Vec<String> = parameters
        .flat_map(|list| list.split(','))
        .filter_map(pointee)
        .filter(|name| is_filled(name))
        .collect();
    assert!(passed.contains(&"ransack_import_request".to_owned()));
    let mut next = 0;
    while let Some(name) = passed.get(next).cloned() {
        assert!(
            header.contains(&format!("#define {}_INIT ", name.to_uppercase())),
            "{name} has no _INIT macro"
        );
        let (_, fields) = structs.iter().find(|s| s.0 == name).unwrap();
        let inner = fields.iter().filter_map(|field| pointee(field));
        for name in inner.filter(|name| is_filled(name)) {
            if !passed.contains(&name) {
                passed.push(name);
            }
        }
        next += 1;
    }
}

/// Returns the structs with fields, each with the declarations of its fields.
fn structs(header: &str) -> Vec<(&str, Vec<&str>)> {
    let definitions = header.split("typedef struct ").skip(1);
    let structs = definitions.filter_map(|definition| {
        let (name, body) = definition.split_once(" {\n")?;
        let (body, _) = body.split_once(&format!("}} {name};"))?;
        let fields = body.lines().map(str::trim);
        let fields = fields.filter_map(|line| line.strip_suffix(';'));
        let fields = fields.filter(|line| !line.starts_with('*'));
        Some((name, fields.collect()))
    });
    structs.collect()
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
    let name_of = |number: i32| text(ransack_status_name(number));
    let mut count = 0;
    for (name, number) in statuses {
        assert_eq!(name_of(number.parse().unwrap()), name);
        count += 1;
    }
    for unknown in [-1, count, i32::MIN, i32::MAX] {
        assert_eq!(name_of(unknown), "");
    }
}

/// Enumerators have the numbers and names of the core, and their functions return these names.
#[test]
fn names_are_those_of_the_core() {
    let header = generate();
    let constants = constants(&header);
    let check = |prefix: &str, expected: Vec<(u32, &str)>, find: NameFunction| {
        let all = constants.keys().filter(|name| name.starts_with(prefix));
        assert_eq!(all.count(), expected.len(), "{prefix}");
        for (number, name) in expected {
            let constant = constants[spelled(prefix, name).as_str()].parse();
            assert_eq!(constant, Ok(number), "{name}");
            assert_eq!(text(find(number)), name);
        }
        assert_eq!(text(find(u32::MAX)), "", "{prefix}");
    };
    let kinds = ItemKind::ALL.iter().map(|kind| kind.name());
    check(
        "RANSACK_ITEM_KIND_",
        numbered(kinds),
        ransack_item_kind_name,
    );
    let kinds = ImportKind::ALL.iter().map(|kind| kind.name());
    check(
        "RANSACK_IMPORT_KIND_",
        numbered(kinds),
        ransack_import_kind_name,
    );
    let kinds = ExportKind::ALL.iter().map(|kind| kind.name());
    check(
        "RANSACK_EXPORT_KIND_",
        numbered(kinds),
        ransack_export_kind_name,
    );
    let classes = Class::ALL.iter().map(|class| class.name());
    check(
        "RANSACK_HIGHLIGHT_CLASS_",
        numbered(classes),
        ransack_highlight_class_name,
    );
    let reasons = SkipReason::ALL.iter().map(|reason| reason.name());
    let reasons = std::iter::once("other").chain(reasons);
    check(
        "RANSACK_SKIP_REASON_",
        numbered(reasons),
        ransack_skip_reason_name,
    );
    let bits = (0..).map(|bit| 1 << bit);
    let modifiers = bits.zip(Modifier::ALL.iter().map(|modifier| modifier.name()));
    check(
        "RANSACK_MODIFIER_",
        modifiers.collect(),
        ransack_modifier_name,
    );
    for none in [0, 3, 1 << Modifier::ALL.len()] {
        assert_eq!(text(ransack_modifier_name(none)), "", "{none}");
    }
    // Their constants are not spelled like their names.
    let names = |count: u32, find: NameFunction| -> Vec<&str> {
        (0..=count).map(|number| text(find(number))).collect()
    };
    assert_eq!(
        names(5, ransack_stopped_by_name),
        ["", "limit", "timeout", "callback", "other", ""]
    );
    let mut encodings: Vec<&str> = Encoding::ALL.iter().map(|one| one.name()).collect();
    encodings.push("");
    assert_eq!(names(6, ransack_encoding_name), encodings);
    let mut families: Vec<&str> = ModelFamily::ALL.iter().map(|one| one.name()).collect();
    families.push("");
    assert_eq!(names(6, ransack_model_family_name), families);
}

type NameFunction = extern "C" fn(u32) -> *const c_char;

/// Reads the text that a function of names returned.
fn text(name: *const c_char) -> &'static str {
    // SAFETY: the functions return static NUL-terminated strings.
    unsafe { CStr::from_ptr(name) }.to_str().unwrap()
}

/// Numbers names from 0.
fn numbered<'a>(names: impl Iterator<Item = &'a str>) -> Vec<(u32, &'a str)> {
    (0..).zip(names).collect()
}

/// Returns the constant for a name in camel case.
fn spelled(prefix: &str, name: &str) -> String {
    let mut constant = prefix.to_owned();
    for c in name.chars() {
        if c.is_uppercase() {
            constant.push('_');
        }
        constant.extend(c.to_uppercase());
    }
    constant
}

/// Returns the enumerators in the header with their values.
fn constants(header: &str) -> BTreeMap<&str, String> {
    let assignments = header.lines().filter_map(|line| {
        let (name, value) = line.trim().split_once(" = ")?;
        let value = value.strip_suffix(',')?;
        Some((name, value.to_owned()))
    });
    assignments.collect()
}
