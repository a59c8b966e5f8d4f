//! Generates a C program from the header that compares the `_INIT` macro of every options struct
//! with ransack_options_init(), field by field, and that of every other struct with zeros. Runs it
//! in each language with each library.

use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use crate::common::{run, words};
use crate::compile::{Language, Link, compile};
use crate::header::Item;
use tempfile::TempDir;

/// Start of the program: checks, and versions that no struct has.
const PROLOGUE: &str = r#"
#include <stdio.h>
#include <string.h>

#include "ransack.h"

static int failures;

#define CHECK(condition)                                      \
  do {                                                        \
    if (!(condition)) {                                       \
      fprintf(stderr, "%d: failed: %s\n", __LINE__, #condition); \
      failures++;                                             \
    }                                                         \
  } while (0)

#define SAME(field) CHECK(memcmp(&by_macro.field, &by_call.field, sizeof by_call.field) == 0)
"#;

/// Function that checks one struct. NAME, MACRO, FIELDS and LAST are replaced.
const FUNCTION: &str = r#"
static void check_NAME(void) {
  const uint32_t unknown[] = {0, MACRO_VERSION + 1, 0xFFFFFFFF};
  NAME by_macro = MACRO_INIT;
  NAME by_call;
  unsigned char untouched[sizeof(NAME)], written[sizeof(NAME)];
  size_t i;
  memset(&by_call, 0xA5, sizeof by_call);
  memcpy(untouched, &by_call, sizeof by_call);
  for (i = 0; i < sizeof unknown / sizeof *unknown; i++) {
    CHECK(ransack_options_init(&by_call, "NAME", unknown[i]) == RANSACK_STATUS_BAD_VERSION);
  }
  CHECK(ransack_options_init(NULL, "NAME", MACRO_VERSION) == RANSACK_STATUS_NULL_ARGUMENT);
  CHECK(memcmp(&by_call, untouched, sizeof by_call) == 0);

  CHECK(ransack_options_init(&by_call, "NAME", MACRO_VERSION) == RANSACK_STATUS_OK);
FIELDS
  /* A field of a later version may lie in the padding behind the last field. */
  memcpy(written, &by_call, sizeof by_call);
  for (i = offsetof(NAME, LAST) + sizeof by_call.LAST; i < sizeof written; i++) {
    CHECK(written[i] == 0xA5);
  }
}
"#;

/// Function that checks one struct without a version.
const ZEROS_FUNCTION: &str = r#"
static void check_NAME(void) {
  NAME by_macro = MACRO_INIT;
  NAME by_call;
  memset(&by_call, 0, sizeof by_call);
FIELDS
}
"#;

/// Returns the program and the numbers of structs that it checks, with and without a version.
fn program(header: &str) -> (String, [usize; 2]) {
    let mut text = PROLOGUE.to_owned();
    let structs = crate::header::structs(header);
    let is_filled =
        |item: &&Item| header.contains(&format!("#define {}_INIT ", item.name.to_uppercase()));
    let filled: Vec<&Item> = structs.iter().filter(is_filled).collect();
    let is_versioned = |item: &Item| item.variables[0].name == "version";
    for item in &filled {
        let Item {
            name, variables, ..
        } = item;
        let comparisons = variables
            .iter()
            .map(|field| format!("  SAME({});\n", field.name));
        let comparisons: String = comparisons.collect();
        let function = if is_versioned(item) {
            FUNCTION
        } else {
            ZEROS_FUNCTION
        };
        text += &function
            .replace("FIELDS", &comparisons)
            .replace("LAST", &variables.last().unwrap().name)
            .replace("NAME", name)
            .replace("MACRO", &name.to_uppercase());
    }
    text += "\nint main(void) {\n";
    for Item { name, .. } in &filled {
        writeln!(text, "  check_{name}();").unwrap();
    }
    text += "  return failures != 0;\n}\n";
    let versioned = filled.iter().filter(|item| is_versioned(item)).count();
    (text, [versioned, filled.len() - versioned])
}

#[test]
fn init_macros_equal_the_defaults_of_the_library() {
    let header = crate::header::text();
    let (text, [versioned, others]) = program(&header);
    assert!(versioned > 10 && others > 5, "{versioned}, {others}");
    // Macros do not depend on the library, and functions do not depend on the language.
    for (language, link) in [
        (Language::C99, Link::Static),
        (Language::Cpp17, Link::Shared),
    ] {
        let place = TempDir::new().unwrap();
        let source = place.path().join("options.c");
        fs::write(&source, &text).unwrap();
        let binary = compile(&source, place.path(), language, link);
        let output = run(&mut Command::new(binary));
        assert!(
            output.status.success(),
            "{language:?}, {link:?}: {}\n{text}",
            words(&output)
        );
    }
}
