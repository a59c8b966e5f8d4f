//! The build script's search for the sources of grammars, in builds by cargo: vendored, offline,
//! as a git dependency, patched, updated.
//!
//! The consumer is small: an `app` that depends on `packer`, whose build script is
//! `core/grammars/build/grammars.rs` with one toy grammar instead of the published ones. Cargo runs offline
//! with an empty home, and only has the packages of a directory source.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use ransack_testing::tier;
use serde_json::Value;

/// Source of a grammar with a table of two rows; `STATE_COUNT` identifies the source in the
/// program, and the table has the value `VALUE`.
const PARSER: &str = "\
#include <stdint.h>
#define TS_PUBLIC
#define ACTIONS(id) id
#define ts_builtin_sym_end 0
#define LARGE_STATE_COUNT 2
#define SYMBOL_COUNT 3

enum ts_symbol_identifiers {
  sym_name = 1,
};

typedef struct {
  uint32_t abi_version, symbol_count, alias_count, token_count, external_token_count;
  uint32_t state_count, large_state_count, production_id_count, field_count;
  uint16_t max_alias_sequence_length;
  const uint16_t *parse_table;
} TSLanguage;

static const uint16_t ts_parse_table[LARGE_STATE_COUNT][SYMBOL_COUNT] = {
  [0] = {
    [sym_name] = ACTIONS(7),
  },
  [1] = {
    [ts_builtin_sym_end] = ACTIONS(VALUE),
  },
};

TS_PUBLIC const TSLanguage *tree_sitter_toy(void) {
  static TSLanguage language = {
    .abi_version = 15, .symbol_count = SYMBOL_COUNT, .state_count = STATES,
    .large_state_count = LARGE_STATE_COUNT,
  };
  language.parse_table = &ts_parse_table[0][0];
  return &language;
}
";

const TOY_BUILD: &str = r#"
fn main() {
    println!("cargo:rerun-if-changed=src/parser.c");
    cc::Build::new().file("src/parser.c").warnings(false).compile("toy");
}
"#;

const TOY_LIB: &str = r#"
use tree_sitter_language::LanguageFn;
unsafe extern "C" { fn tree_sitter_toy() -> *const (); }
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_toy) };
"#;

/// Replaces `core/packed-grammars`.
const GRAMMARS_LIB: &str = r#"
pub use tree_sitter_language::LanguageFn;
pub struct Grammar {
    pub name: &'static str,
    pub package: &'static str,
    pub folder: &'static str,
    pub language: LanguageFn,
}
pub fn grammars() -> Vec<Grammar> {
    let language = toy_grammar::LANGUAGE;
    vec![Grammar { name: "toy", package: "toy-grammar", folder: "src", language }]
}
"#;

const PACKER_BUILD: &str = r#"
#[path = "build/grammars.rs"]
mod grammars;
fn main() {
    println!("cargo::rustc-check-cfg=cfg(packed, values(any()))");
    grammars::build().unwrap();
}
"#;

/// Prints the number of states of the packed grammar.
const PACKER_LIB: &str = r#"
#[cfg(packed = "toy")]
pub fn state() -> String {
    use toy_grammar as _;
    unsafe extern "C" {
        fn ransack_grammar_toy() -> *const u32;
    }
    format!("packed {}", unsafe { *ransack_grammar_toy().add(5) })
}
#[cfg(not(packed = "toy"))]
pub fn state() -> String {
    "not packed".into()
}
"#;

struct Consumer {
    dir: tempfile::TempDir,
}

impl Consumer {
    /// Creates the app, and a directory source with all its dependencies.
    fn new() -> Consumer {
        let consumer = Consumer {
            dir: tempfile::tempdir().unwrap(),
        };
        let vendor = consumer.path("vendor");
        for (name, from) in dependencies() {
            copy(&from, &vendor.join(name));
        }
        toy(&vendor.join("toy-grammar"), 10, 5);
        let build = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars/build");
        let unpack = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars/src/unpack.rs");
        let packer = vendor.join("packer");
        package(
            &packer,
            "packer",
            "[dependencies]\ntoy-grammar = '1'\nminiz_oxide = '*'\n\
             [build-dependencies]\nransack-packed-grammars = '1'\ncc = '1'\nminiz_oxide = '*'\n",
            &[("build.rs", PACKER_BUILD), ("src/lib.rs", PACKER_LIB)],
        );
        copy(&build, &packer.join("build"));
        fs::copy(unpack, packer.join("src/unpack.rs")).unwrap();
        package(
            &vendor.join("ransack-packed-grammars"),
            "ransack-packed-grammars",
            "[dependencies]\ntoy-grammar = '1'\ntree-sitter-language = '*'\n",
            &[("src/lib.rs", GRAMMARS_LIB)],
        );
        consumer.set_app("packer = '1'", "");
        let config = format!(
            "[source.crates-io]\nreplace-with = 'vendor'\n[source.vendor]\ndirectory = '{}'\n",
            vendor.display()
        );
        fs::create_dir(consumer.path("app/.cargo")).unwrap();
        fs::write(consumer.path("app/.cargo/config.toml"), config).unwrap();
        consumer
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Writes the app with its dependency on the packer and further lines of its manifest.
    fn set_app(&self, dependency: &str, rest: &str) {
        let main = "fn main() { println!(\"{}\", packer::state()); }\n";
        let app = self.path("app");
        let manifest = format!("[dependencies]\n{dependency}\n{rest}");
        package(&app, "app", &manifest, &[("src/main.rs", main)]);
        let _ = fs::remove_file(app.join("Cargo.lock"));
    }

    fn cargo(&self, arguments: &[&str], unpacked: &str) -> Output {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(self.path("app")).args(arguments);
        cargo.args(["--offline", "--quiet"]);
        cargo.env("CARGO_HOME", self.path("home"));
        cargo.env("CARGO_TARGET_DIR", self.path("app/target"));
        cargo.env("RANSACK_UNPACKED_GRAMMARS", unpacked);
        // Same as in the tests' own build.
        for name in ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_TARGET"] {
            cargo.env_remove(name);
        }
        cargo.output().unwrap()
    }

    /// Output of the app.
    fn run(&self) -> String {
        let output = self.cargo(&["run"], "");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{error}");
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    /// Error of the build.
    fn error(&self) -> String {
        let output = self.cargo(&["build"], "");
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    }
}

/// Writes a package of a directory source.
fn package(folder: &Path, name: &str, manifest: &str, files: &[(&str, &str)]) {
    fs::create_dir_all(folder.join("src")).unwrap();
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"1.0.0\"\nedition = \"2024\"\n{manifest}\n[workspace]\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::write(folder.join(".cargo-checksum.json"), "{\"files\":{}}").unwrap();
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
}

/// Writes the package of the grammar.
fn toy(folder: &Path, states: u32, value: u16) {
    let parser = PARSER.replace("STATES", &states.to_string());
    let parser = parser.replace("VALUE", &value.to_string());
    package(
        folder,
        "toy-grammar",
        "[dependencies]\ntree-sitter-language = '*'\n[build-dependencies]\ncc = '1'\n",
        &[
            ("build.rs", TOY_BUILD),
            ("src/lib.rs", TOY_LIB),
            ("src/parser.c", &parser),
        ],
    );
}

/// Target triple of the machine.
fn host() -> String {
    let output = Command::new("rustc").arg("-vV").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.unwrap().to_owned()
}

/// Names and folders of the crates that the packer needs.
fn dependencies() -> Vec<(String, PathBuf)> {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version=1",
            "--offline",
            "--manifest-path",
        ])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        // The crates of other platforms may never have been downloaded.
        .args(["--filter-platform", &host()])
        .output()
        .unwrap();
    assert!(output.status.success());
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let list = |value: &Value| value.as_array().unwrap().clone();
    let packages = list(&metadata["packages"]);
    let package = |id: &str| {
        packages
            .iter()
            .find(|package| package["id"] == *id)
            .unwrap()
    };
    let nodes = list(&metadata["resolve"]["nodes"]);
    let mut wanted: Vec<String> = nodes
        .iter()
        .map(|node| node["id"].as_str().unwrap())
        .filter(|id| {
            let name = package(id)["name"].as_str().unwrap();
            ["cc", "miniz_oxide", "tree-sitter-language"].contains(&name)
        })
        .map(String::from)
        .collect();
    let mut found = BTreeSet::new();
    while let Some(id) = wanted.pop() {
        let node = nodes.iter().find(|node| node["id"] == *id).unwrap();
        if found.insert(id) {
            let dependencies = list(&node["dependencies"]);
            wanted.extend(
                dependencies
                    .iter()
                    .map(|id| id.as_str().unwrap().to_owned()),
            );
        }
    }
    let folder = |id: &String| {
        let manifest = Path::new(package(id)["manifest_path"].as_str().unwrap());
        let folder = manifest.parent().unwrap();
        let name = folder.file_name().unwrap().to_str().unwrap();
        (name.to_owned(), folder.to_path_buf())
    };
    found.iter().map(folder).collect()
}

/// Copies a folder, with a checksum file for a directory source.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, target).unwrap();
        }
    }
    fs::write(to.join(".cargo-checksum.json"), "{\"files\":{}}").unwrap();
}

fn git(folder: &Path, arguments: &[&str]) {
    let mut git = Command::new("git");
    git.current_dir(folder)
        .args(["-c", "user.name=x", "-c", "user.email=x"]);
    assert!(git.args(arguments).status().unwrap().success());
}

/// One consumer and one target directory, so that traces of earlier builds are present.
#[test]
fn the_source_that_is_compiled_is_the_one_that_is_packed() {
    if !tier::runs("packing") {
        return;
    }
    let consumer = Consumer::new();
    // From a directory source, as of `cargo vendor`, with nothing else on the machine.
    assert_eq!(consumer.run(), "packed 10");

    // With a patch that has another table, the table distinguishes the sources.
    let patch = |folder: &str| {
        let path = consumer.path(folder);
        format!(
            "[patch.crates-io]\ntoy-grammar = {{ path = '{}' }}\n",
            path.display()
        )
    };
    toy(&consumer.path("other table"), 11, 6);
    consumer.set_app("packer = '1'", &patch("other table"));
    assert_eq!(consumer.run(), "packed 11");

    // A patch within the app's workspace has a relative path.
    toy(&consumer.path("app/inside"), 12, 7);
    consumer.set_app("packer = '1'", &patch("app/inside"));
    assert_eq!(consumer.run(), "packed 12");

    // Without the patch again, and an edited source.
    consumer.set_app("packer = '1'", "");
    assert_eq!(consumer.run(), "packed 10");
    toy(&consumer.path("other table"), 13, 8);
    consumer.set_app("packer = '1'", &patch("other table"));
    assert_eq!(consumer.run(), "packed 13");

    // The packer from a git repository, the grammar from the directory.
    let packer = consumer.path("packer.git");
    copy(&consumer.path("vendor/packer"), &packer);
    git(&packer, &["init", "--quiet"]);
    git(&packer, &["add", "."]);
    git(&packer, &["commit", "--quiet", "-m", "packer"]);
    consumer.set_app(
        &format!("packer = {{ git = 'file://{}' }}", packer.display()),
        "",
    );
    let config = fs::read_to_string(consumer.path("app/.cargo/config.toml")).unwrap();
    assert!(config.contains("vendor"));
    let output = Command::new(env!("CARGO"))
        .current_dir(consumer.path("app"))
        .args(["fetch", "--quiet"])
        .env("CARGO_HOME", consumer.path("home"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(consumer.run(), "packed 10");
}

#[test]
fn what_cannot_be_packed_fails_the_build_and_names_a_way_out() {
    if !tier::runs("packing") {
        return;
    }
    let consumer = Consumer::new();
    // A patch that changes the code but not the table, with traces of the original present.
    assert_eq!(consumer.run(), "packed 10");
    toy(&consumer.path("same table"), 11, 5);
    let patch = format!(
        "[patch.crates-io]\ntoy-grammar = {{ path = '{}' }}\n",
        consumer.path("same table").display()
    );
    consumer.set_app("packer = '1'", &patch);
    let error = consumer.error();
    assert!(
        error.contains("the grammar of toy cannot be packed: either"),
        "{error}"
    );
    assert!(error.contains("`cargo clean -p toy-grammar`"), "{error}");
    consumer.cargo(&["clean", "-p", "toy-grammar"], "");
    assert_eq!(consumer.run(), "packed 11");

    // A source that does not have tree-sitter's form.
    let parser = consumer.path("same table/src/parser.c");
    let text = fs::read_to_string(&parser).unwrap();
    fs::write(&parser, text.replace("  [1] = {", "  [1]= {")).unwrap();
    let error = consumer.error();
    assert!(error.contains("malformed line in the table"), "{error}");
    assert!(error.contains("RANSACK_UNPACKED_GRAMMARS=toy"), "{error}");
    let output = consumer.cargo(&["run"], "other, toy");
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "not packed");
}
