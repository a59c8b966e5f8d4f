//! Generates and runs a C program from the header. It calls every function with 0, 1 and the
//! largest value in each numeric parameter, each numeric option and each pair of 64-bit options;
//! calls over files run with and without a workspace. No value may make a call panic. The libraries
//! under test use the debug profile, in which an overflow panics.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use crate::common::{run, words};
use crate::compile::{Language, Link, compile};
use crate::header::{Item, Variable};

const PROLOGUE: &str = r#"
#include <stdio.h>
#include <string.h>
#include "ransack.h"

static const uint64_t values[] = {0, 1, UINT64_MAX};
enum { VALUES = 3 };
static int failures;
static unsigned long calls;
static ransack_bytes root;
static const ransack_bytes samples[2] = {{(const uint8_t *)"f(a\tb)", 6}, {(const uint8_t *)"c", 1}};
static const uint16_t sample_utf16[2] = {'a', 0xD83D};
static const uint32_t sample_ids[2] = {1, 0xFFFFFFFF};
static const ransack_line_range sample_ranges[2] = {{0, 1}, {1, UINT64_MAX}};
static ransack_rewrite rewrite;
static ransack_scope scope;

static void judge(ransack_status status, const char *function, const char *what, uint64_t value) {
  calls++;
  if (status == RANSACK_STATUS_PANIC || status == RANSACK_STATUS_INTERNAL) {
    fprintf(stderr, "%s, %s = %llu: %s\n", function, what, (unsigned long long)value,
            ransack_last_error_message());
    failures++;
  }
}
"#;

fn is_number(variable: &Variable) -> bool {
    let kind = variable.kind.as_str();
    matches!(
        kind,
        "uint8_t" | "uint32_t" | "uint64_t" | "size_t" | "int32_t" | "int64_t"
    ) && variable.name != "len"
        && !variable.name.ends_with("_len")
        && variable.name != "version"
}

/// Returns the text for a parameter of this name.
fn sample_text(name: &str) -> &str {
    match name {
        "language" => r#"ransack_bytes_from_str("c")"#,
        "root" => "root",
        "content" | "source" | "text" | "line" | "code" | "chunk" | "part" => {
            r#"ransack_bytes_from_str("int x = f(\"\xE4\xB8\x96\");\n\tf(1); // \x1b[1mf(2)\n")"#
        }
        _ => r#"ransack_bytes_from_str("f")"#,
    }
}

/// Returns statements that set the options a call needs to do any work.
fn prepare(options: &Item) -> String {
    let mut text = String::new();
    for field in &options.variables {
        let name = &field.name;
        match (field.kind.as_str(), name.as_str()) {
            (_, "patterns") => {
                text += "  o.patterns = samples; o.patterns_len = 1;\n";
                if options.variables.iter().any(|f| f.name == "recursive") {
                    text += "  o.patterns = &star;\n";
                }
            }
            (_, "rewrites") => text += "  o.rewrites = &rewrite; o.rewrites_len = 1;\n",
            (_, "scope") => {
                text += "  o.scope = &scope;\n";
                text += "  scope.workspace = in_workspace ? h_ransack_workspace : NULL;\n";
            }
            (_, "workspace") => {
                text += "  o.workspace = in_workspace ? h_ransack_workspace : NULL;\n";
            }
            (_, "roots") => text += "  o.roots = &root; o.roots_len = 1;\n",
            ("struct ransack_bytes", "query") => text += "  o.query = samples[1];\n",
            _ => {}
        }
    }
    text
}

/// Returns the first options struct that a function takes, and the name of the parameter.
fn taken<'o>(function: &Item, options: &BTreeMap<&str, &'o Item>) -> Option<(&'o Item, String)> {
    function.variables.iter().find_map(|v| {
        let kind = v.kind.strip_prefix("const struct ")?.strip_suffix(" *")?;
        options.get(kind).map(|item| (*item, v.name.clone()))
    })
}

/// Returns a program function that calls a library function. Numeric parameters and the first
/// options become its own parameters; other options are NULL.
fn caller(
    function: &Item,
    handles: &BTreeMap<String, String>,
    options: Option<&str>,
    has_fields: impl Fn(&str) -> bool,
) -> String {
    let mut own = vec!["const char *what".to_owned(), "uint64_t value".to_owned()];
    let (mut locals, mut arguments, mut after) = (String::new(), Vec::new(), String::new());
    for Variable { kind, name } in &function.variables {
        let variable = Variable {
            kind: kind.clone(),
            name: name.clone(),
        };
        let target = kind.strip_prefix("const ").unwrap_or(kind);
        let target = target.strip_suffix('*').map(str::trim);
        let structure = target.and_then(|target| target.strip_prefix("struct "));
        let argument = if is_number(&variable) {
            own.push(format!("{kind} {name}"));
            name.clone()
        } else if kind == "struct ransack_bytes" {
            sample_text(name).to_owned()
        } else if name == "len" || name.ends_with("_len") && !kind.ends_with('*') {
            "2".to_owned()
        } else if kind == "const struct ransack_bytes *" {
            "samples".to_owned()
        } else if kind == "const uint16_t *" {
            "sample_utf16".to_owned()
        } else if kind == "const uint32_t *" {
            "sample_ids".to_owned()
        } else if kind == "const struct ransack_line_range *" {
            "sample_ranges".to_owned()
        } else if kind.starts_with("const ") && structure.is_some_and(|s| handles.contains_key(s)) {
            format!("h_{}", structure.unwrap())
        } else if Some(name.as_str()) == options {
            own.push(format!("{kind} {name}"));
            name.clone()
        } else if kind.ends_with("**") {
            let inner = kind.strip_suffix('*').unwrap().trim();
            writeln!(locals, "  {inner}{name} = NULL;").unwrap();
            if let Some(owned) = inner.strip_prefix("struct ") {
                let owned = owned.trim_end_matches([' ', '*']);
                writeln!(after, "  {owned}_free({name});").unwrap();
            }
            format!("&{name}")
        } else if let Some(structure) = structure.filter(|s| handles.contains_key(*s)) {
            format!("({kind})h_{structure}")
        } else if kind.starts_with("const ")
            || kind.starts_with("void")
            || structure.is_some_and(|structure| !has_fields(structure))
        {
            "NULL".to_owned()
        } else if let Some(target) = target {
            // Outputs for an array of samples have room for all samples.
            writeln!(
                locals,
                "  {target} {name}[2];\n  memset({name}, 0, sizeof {name});"
            )
            .unwrap();
            if target == "struct ransack_text" {
                writeln!(after, "  ransack_string_free({name}->owner);").unwrap();
            }
            name.clone()
        } else {
            "NULL".to_owned()
        };
        arguments.push(argument);
    }
    let (name, own, arguments) = (&function.name, own.join(", "), arguments.join(", "));
    let call = if function.result == "ransack_status" {
        format!("  judge({name}({arguments}), \"{name}\", what, value);\n")
    } else {
        format!("  (void){name}({arguments});\n  (void)what;\n  (void)value;\n  calls++;\n")
    };
    format!("static void call_{name}({own}) {{\n{locals}{call}{after}}}\n\n")
}

/// Handles, and how the program creates them.
fn handles() -> BTreeMap<String, String> {
    let text = |text: &str| format!("ransack_bytes_from_str(\"{text}\")");
    [
        (
            "workspace",
            "ransack_workspace_open(root, NULL, &OUT)".to_owned(),
        ),
        (
            "tokenizer",
            "ransack_tokenizer_get(RANSACK_ENCODING_R50K_BASE, &OUT)".to_owned(),
        ),
        (
            "token_counter",
            "ransack_token_counter_new(h_ransack_tokenizer, NULL, &OUT)".to_owned(),
        ),
        (
            "fuzzy_list",
            "ransack_fuzzy_list_new(samples, 2, &OUT)".to_owned(),
        ),
        (
            "theme",
            format!("ransack_theme_named({}, &OUT)", text("Dracula")),
        ),
        (
            "highlight_form",
            "ransack_highlight_form_html(&OUT)".to_owned(),
        ),
        (
            "highlight_stream",
            format!(
                "ransack_highlight_stream_new({}, h_ransack_highlight_form, NULL, &OUT)",
                text("c")
            ),
        ),
    ]
    .map(|(name, make)| {
        (
            format!("ransack_{name}"),
            make.replace("OUT", &format!("h_ransack_{name}")),
        )
    })
    .into()
}

/// Order in which handles are created: each after its dependencies.
const ORDER: [&str; 7] = [
    "ransack_workspace",
    "ransack_tokenizer",
    "ransack_token_counter",
    "ransack_fuzzy_list",
    "ransack_theme",
    "ransack_highlight_form",
    "ransack_highlight_stream",
];

fn program(header: &str) -> String {
    let handles = handles();
    let structs = crate::header::structs(header);
    let is_versioned = |item: &&Item| item.variables[0].name == "version";
    let options: BTreeMap<&str, &Item> = structs
        .iter()
        .filter(is_versioned)
        .map(|s| (s.name.as_str(), s))
        .collect();
    let functions = crate::header::functions(header);
    let functions = functions.iter().filter(|function| {
        let is_free = function.name.ends_with("_free");
        // Closing would make later calls fail.
        !is_free
            && function.name != "ransack_options_init"
            && function.name != "ransack_workspace_close"
            && function.name != "ransack_bytes_from_str"
    });
    let mut text = PROLOGUE.to_owned();
    for name in ORDER {
        writeln!(text, "static {name} *h_{name};").unwrap();
    }
    let mut main = String::new();
    for function in functions {
        let calls = drive(function, &options);
        if !calls.is_empty() {
            let options = taken(function, &options).map(|(_, name)| name);
            text += &caller(function, &handles, options.as_deref(), |name| {
                structs.iter().any(|s| s.name == name)
            });
            main += &calls;
        }
    }
    text += "int main(int argc, char **argv) {\n  size_t i, in_workspace;\n  ransack_scope defaults = RANSACK_SCOPE_INIT;\n";
    text += "  const ransack_bytes star = ransack_bytes_from_str(\"*\");\n";
    text += "  (void)star;\n  (void)sample_utf16;\n  (void)sample_ids;\n  (void)sample_ranges;\n";
    text += "  root = ransack_bytes_from_str(argv[argc - 1]);\n";
    text += "  rewrite.pattern = ransack_bytes_from_str(\"kfree($A)\");\n";
    text += "  rewrite.replacement = rewrite.pattern;\n";
    text += "  scope = defaults;\n  scope.roots = &root;\n  scope.roots_len = 1;\n";
    for name in ORDER {
        writeln!(
            text,
            "  if ({} != RANSACK_STATUS_OK) return 2;",
            handles[name]
        )
        .unwrap();
    }
    text += &main;
    // Earlier calls have allowed any number of threads.
    text += "  ransack_pool_resize(NULL, 2);\n";
    for name in ORDER.iter().rev() {
        writeln!(text, "  {name}_free(h_{name});").unwrap();
    }
    text += "  printf(\"%lu calls\\n\", calls);\n  return failures != 0;\n}\n";
    text
}

/// Returns statements that call a function with all values.
fn drive(function: &Item, options: &BTreeMap<&str, &Item>) -> String {
    let name = &function.name;
    let numbers: Vec<&Variable> = function.variables.iter().filter(|v| is_number(v)).collect();
    let taken = taken(function, options);
    // Arguments in the order used by `caller`: numbers and options in function order.
    let arguments = |value_of: &dyn Fn(&Variable) -> String| {
        let own = function.variables.iter().filter_map(|v| {
            if is_number(v) {
                Some(value_of(v))
            } else if taken.as_ref().is_some_and(|(_, name)| *name == v.name) {
                Some("&o".to_owned())
            } else {
                None
            }
        });
        own.fold(String::new(), |all, one| all + ", " + &one)
    };
    let mut text = String::new();
    let (declare, prepare) = match &taken {
        Some((item, _)) => (
            format!("  {} o = {}_INIT;\n", item.name, item.name.to_uppercase()),
            prepare(item),
        ),
        None => (String::new(), String::new()),
    };
    let times = 1 + usize::from(prepare.contains("in_workspace"));
    let block = |body: String| {
        format!(
            "  for (in_workspace = 0; in_workspace < {times}; in_workspace++) {{\n\
             {declare}  size_t j;\n  (void)j;\n{prepare}{body}  }}\n"
        )
    };
    for number in &numbers {
        let kind = &number.kind;
        let call = arguments(&|v| {
            if v.name == number.name {
                format!("({kind})values[i]")
            } else {
                "1".to_owned()
            }
        });
        text += &block(format!(
            "  for (i = 0; i < VALUES; i++) call_{name}(\"{}\", values[i]{call});\n",
            number.name
        ));
    }
    let call = arguments(&|_| "1".to_owned());
    let Some((item, _)) = &taken else {
        return text;
    };
    let fields: Vec<&Variable> = item.variables.iter().filter(|v| is_number(v)).collect();
    for (at, field) in fields.iter().enumerate() {
        let Variable { kind, name: one } = field;
        text += &block(format!(
            "  for (i = 0; i < VALUES; i++) {{\n    o.{one} = ({kind})values[i];\n    \
             call_{name}(\"{one}\", values[i]{call});\n  }}\n"
        ));
        let wide = fields[at + 1..]
            .iter()
            .filter(|v| kind == "uint64_t" && v.kind == *kind);
        for Variable { name: two, .. } in wide {
            text += &block(format!(
                "  for (i = 0; i < VALUES; i++) for (j = 0; j < VALUES; j++) {{\n    \
                 o.{one} = values[i];\n    o.{two} = values[j];\n    \
                 call_{name}(\"{one} and {two}\", values[i]{call});\n  }}\n"
            ));
        }
    }
    text
}

#[test]
fn no_number_makes_a_call_panic() {
    let program = program(&crate::header::text());
    let place = crate::tree::place();
    let trees = crate::tree::make(place.path());
    let source = place.path().join("numbers.c");
    fs::write(&source, &program).unwrap();
    let binary = compile(&source, place.path(), Language::C99, Link::Shared);
    let output = run(Command::new(binary).arg(trees.join("code")));
    assert!(output.status.success(), "{}", words(&output));
    // Each of grep, glob, fuzzy search and AST search has hundreds of combinations.
    let said = String::from_utf8_lossy(&output.stdout);
    let calls: u32 = said.split_whitespace().next().unwrap().parse().unwrap();
    assert!(calls > 2000, "{said}");
}
