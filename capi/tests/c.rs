//! Compiles every program in `tests/c` and the C examples, as C99 and as C++17,
//! against the static and the shared library, and runs them.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "helpers of tests fail by panicking and say what they skip"
)]

mod common;
mod install;
mod tree;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{examples, has, libraries, run, words};
use install::{include, install};
use tempfile::TempDir;

const WARNINGS: [&str; 5] = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-g"];

/// What rustc says (`--print native-static-libs`) that the static library
/// needs.
const NATIVE: [&str; 7] = [
    "-lgcc_s",
    "-lutil",
    "-lrt",
    "-lpthread",
    "-lm",
    "-ldl",
    "-lc",
];

#[derive(Clone, Copy, Debug)]
enum Language {
    C99,
    Cpp17,
}

#[derive(Clone, Copy, Debug)]
enum Link {
    Static,
    Shared,
}

const VARIANTS: [(Language, Link); 4] = [
    (Language::C99, Link::Static),
    (Language::C99, Link::Shared),
    (Language::Cpp17, Link::Static),
    (Language::Cpp17, Link::Shared),
];

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/c")
        .join(name)
        .with_extension("c")
}

/// Compiles `source` into `place`.
fn compile(source: &Path, place: &Path, language: Language, link: Link) -> PathBuf {
    let mut compiler = match language {
        Language::C99 => Command::new("cc"),
        Language::Cpp17 => Command::new("c++"),
    };
    match language {
        Language::C99 => compiler.args(["-x", "c", "-std=c99"]),
        Language::Cpp17 => compiler.args(["-x", "c++", "-std=c++17"]),
    };
    let binary = place.join("program");
    compiler
        .args(WARNINGS)
        .arg("-I")
        .arg(include())
        .arg(source)
        .args(["-x", "none", "-o"]);
    compiler.arg(&binary);
    match link {
        // The Rust objects' debug sections only cost time here.
        Link::Static => compiler
            .arg(libraries().join("libransack.a"))
            .args(NATIVE)
            .arg("-Wl,-s"),
        Link::Shared => {
            let lib = install(place);
            let rpath = format!("-Wl,-rpath,{}", lib.display());
            compiler
                .arg("-L")
                .arg(lib)
                .args(["-lransack", "-lpthread", &rpath])
        }
    };
    let output = run(&mut compiler);
    assert!(
        output.status.success(),
        "{} does not compile as {language:?}, {link:?}: {}",
        source.display(),
        words(&output),
    );
    binary
}

/// Compiles and runs a program on a fresh tree in every variant.
fn check(name: &str) {
    for (language, link) in VARIANTS {
        let place = tree::place();
        let trees = tree::make(place.path());
        let binary = compile(&program(name), place.path(), language, link);
        let output = run(Command::new(binary).arg(trees));
        assert!(
            output.status.success(),
            "{name}.c fails as {language:?}, {link:?}: {}",
            words(&output)
        );
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn abi() {
    check("abi");
}

#[test]
fn ast() {
    check("ast");
}

#[test]
fn cancel() {
    check("cancel");
}

#[test]
fn errors() {
    check("errors");
}

#[test]
fn fuzzy() {
    check("fuzzy");
}

#[test]
fn glob() {
    check("glob");
}

#[test]
fn grep() {
    check("grep");
}

#[test]
fn highlight() {
    check("highlight");
}

#[test]
fn search() {
    check("search");
}

#[test]
fn text() {
    check("text");
}

#[test]
fn tokens() {
    check("tokens");
}

#[test]
fn unreadable() {
    check("unreadable");
}

#[test]
fn workspace() {
    check("workspace");
}

#[test]
fn every_program_is_run() {
    let directory = program("any").parent().unwrap().read_dir().unwrap();
    let mut names: Vec<String> = directory
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|name| name.strip_suffix(".c").map(str::to_owned))
        .collect();
    names.sort();
    assert_eq!(
        names,
        [
            "abi",
            "ast",
            "cancel",
            "errors",
            "fuzzy",
            "glob",
            "grep",
            "highlight",
            "search",
            "text",
            "tokens",
            "unreadable",
            "workspace"
        ]
    );
}

#[test]
fn the_grep_example_prints_matches() {
    for (language, link) in VARIANTS {
        let place = TempDir::new().unwrap();
        let trees = tree::make(place.path());
        let source = examples().join("c/grep.c");
        let binary = compile(&source, place.path(), language, link);
        let output = run(Command::new(&binary)
            .arg(trees.join("tree/a.txt"))
            .arg("needle"));
        let expected = "a.txt:2: needle two\na.txt:4: three needle needle\n";
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            expected,
            "{}",
            words(&output)
        );
        assert!(output.status.success(), "{}", words(&output));

        let output = run(Command::new(&binary)
            .arg(trees.join("nowhere"))
            .arg("needle"));
        assert_eq!(output.status.code(), Some(2), "{}", words(&output));
        assert!(words(&output).contains("nowhere"), "{}", words(&output));
    }
}

#[test]
fn the_glob_example_prints_paths() {
    for (language, link) in VARIANTS {
        let place = TempDir::new().unwrap();
        let trees = tree::make(place.path());
        let source = examples().join("c/glob.c");
        let binary = compile(&source, place.path(), language, link);
        let glob =
            |dir: &str, pattern: &str| run(Command::new(&binary).arg(trees.join(dir)).arg(pattern));
        let output = glob("paths", "src/**");
        let expected = "src/[id]/\nsrc/[id]/page.ts\nsrc/a.ts\nsrc/deep/\nsrc/deep/c.ts\n";
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            expected,
            "{}",
            words(&output)
        );
        assert!(output.status.success(), "{}", words(&output));
        assert_eq!(glob("paths", "nothing").status.code(), Some(1));

        let output = glob("nowhere", "*");
        assert_eq!(output.status.code(), Some(2), "{}", words(&output));
        assert!(words(&output).contains("nowhere"), "{}", words(&output));
    }
}

#[test]
fn the_search_example_marks_matches() {
    for (language, link) in VARIANTS {
        let place = TempDir::new().unwrap();
        let trees = tree::make(place.path());
        let source = examples().join("c/search.c");
        let binary = compile(&source, place.path(), language, link);
        let search = |pattern: &str| {
            let input = File::open(trees.join("tree/a.txt")).unwrap();
            run(Command::new(&binary).arg(pattern).stdin(input))
        };
        let output = search("needle");
        let expected = "2: [needle] two\n4: three [needle] [needle]\n";
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            expected,
            "{}",
            words(&output)
        );
        assert!(output.status.success(), "{}", words(&output));
        assert_eq!(search("nothing").status.code(), Some(1));

        let output = search("a(");
        assert_eq!(output.status.code(), Some(2), "{}", words(&output));
        assert!(words(&output).contains("at byte 1"), "{}", words(&output));
    }
}

#[test]
fn the_text_example_lays_out_a_table() {
    for (language, link) in VARIANTS {
        let place = TempDir::new().unwrap();
        let source = examples().join("c/text.c");
        let binary = compile(&source, place.path(), language, link);
        let output =
            run(Command::new(&binary).args(["12", "one two \x1b[31mthree four\x1b[39m 世界"]));
        let expected = "\
            |one two     |  7\n\
            |\x1b[31mthree four\x1b[39m  | 10\n\
            |世界        |  4\n";
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            expected,
            "{}",
            words(&output)
        );
        assert!(output.status.success(), "{}", words(&output));
        assert_eq!(run(&mut Command::new(&binary)).status.code(), Some(2));
    }
}

#[test]
fn the_highlight_example_prints_colours() {
    for (language, link) in VARIANTS {
        let place = TempDir::new().unwrap();
        let file = place.path().join("a.rs");
        std::fs::write(&file, "let a;\n").unwrap();
        let source = examples().join("c/highlight.c");
        let binary = compile(&source, place.path(), language, link);
        let output = run(Command::new(&binary).arg(&file).arg("Dracula"));
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            "\x1b[38;5;212mlet\x1b[39m a;\n",
            "{}",
            words(&output)
        );
        assert!(output.status.success(), "{}", words(&output));
        let output = run(Command::new(&binary).arg(&file).arg("no such theme"));
        assert_eq!(output.status.code(), Some(2), "{}", words(&output));
    }
}

#[test]
fn the_tokens_example_cuts_text() {
    for (language, link) in VARIANTS {
        let place = TempDir::new().unwrap();
        let trees = tree::make(place.path());
        let source = examples().join("c/tokens.c");
        let binary = compile(&source, place.path(), language, link);
        let cut = |model: &str, limit: &str| {
            let input = File::open(trees.join("tree/a.txt")).unwrap();
            run(Command::new(&binary).args([model, limit]).stdin(input))
        };
        let whole = "one\nneedle two\nbetween\nthree needle needle\n";
        let middle = "one\nneedle[6 of 11 tokens kept] needle needle\n";
        for (limit, expected) in [("11", whole), ("6", middle)] {
            let output = cut("gpt-4o", limit);
            assert_eq!(
                String::from_utf8_lossy(&output.stdout),
                expected,
                "{}",
                words(&output)
            );
            assert!(output.status.success(), "{}", words(&output));
        }
        let output = cut("unheard-of", "6");
        assert_eq!(output.status.code(), Some(2), "{}", words(&output));
        assert!(words(&output).contains("unheard-of"), "{}", words(&output));
    }
}

#[test]
fn the_fuzzy_example_prints_paths() {
    for (language, link) in VARIANTS {
        let place = TempDir::new().unwrap();
        let trees = tree::make(place.path());
        let source = examples().join("c/fuzzy.c");
        let binary = compile(&source, place.path(), language, link);
        let find = |query: &str| run(Command::new(&binary).arg(trees.join("paths")).arg(query));
        let output = find("deepc");
        let expected = "src/[deep]/[c].ts\n";
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            expected,
            "{}",
            words(&output)
        );
        assert!(output.status.success(), "{}", words(&output));
        assert_eq!(find("q0q0").status.code(), Some(1));
    }
}

#[test]
fn the_ast_example_prints_code() {
    for (language, link) in VARIANTS {
        let place = TempDir::new().unwrap();
        let trees = tree::make(place.path());
        let source = examples().join("c/ast.c");
        let binary = compile(&source, place.path(), language, link);
        let search =
            |dir: &str, pattern: &str| run(Command::new(&binary).arg(trees.join(dir)).arg(pattern));
        let output = search("code", "kfree($A)");
        let expected = "\
            a.c:2: kfree(a)\n  $A = a\n\
            a.c:2: kfree(b->c)\n  $A = b->c\n\
            b.html:2: kfree(1)\n  $A = 1\n\
            broken.js:1: kfree(2)\n  $A = 2\n";
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            expected,
            "{}",
            words(&output)
        );
        assert!(words(&output).contains("broken.js"), "{}", words(&output));
        assert!(output.status.success(), "{}", words(&output));
        assert_eq!(search("code", "nothing($A)").status.code(), Some(1));

        let output = search("nowhere", "kfree($A)");
        assert_eq!(output.status.code(), Some(2), "{}", words(&output));
        assert!(words(&output).contains("nowhere"), "{}", words(&output));
    }
}

#[test]
fn the_workspace_example_answers_from_standard_input() {
    for (language, link) in VARIANTS {
        let place = TempDir::new().unwrap();
        let trees = tree::make(place.path());
        let source = examples().join("c/workspace.c");
        let binary = compile(&source, place.path(), language, link);
        let patterns = place.path().join("patterns");
        std::fs::write(&patterns, "src/*.ts\n../x\nnothing\n").unwrap();
        let output = run(Command::new(&binary)
            .arg(trees.join("paths"))
            .stdin(File::open(&patterns).unwrap()));
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            "src/a.ts\n1 paths\n0 paths\n",
            "{}",
            words(&output)
        );
        assert!(words(&output).contains("../x"), "{}", words(&output));
        let output = run(Command::new(&binary).arg(trees.join("nowhere")));
        assert_eq!(output.status.code(), Some(2), "{}", words(&output));
    }
}

/// Leaks and accesses that the programs themselves cannot see.
#[test]
fn valgrind_finds_nothing() {
    if !has("valgrind") {
        return;
    }
    for name in [
        "search",
        "grep",
        "glob",
        "fuzzy",
        "ast",
        "highlight",
        "text",
        "tokens",
        "workspace",
    ] {
        let place = TempDir::new().unwrap();
        let trees = tree::make(place.path());
        let binary = compile(&program(name), place.path(), Language::C99, Link::Shared);
        let mut valgrind = Command::new("valgrind");
        // What static tables and sleeping threads hold stays reachable.
        valgrind.args(["--quiet", "--error-exitcode=9", "--leak-check=full"]);
        valgrind.args([
            "--errors-for-leak-kinds=definite",
            "--show-leak-kinds=definite",
        ]);
        let output = run(valgrind.arg(binary).arg(trees));
        assert!(
            output.status.success(),
            "{name}.c under valgrind: {}",
            words(&output)
        );
    }
}

/// The library exports what the header declares and nothing else, and has the
/// name and the flags that build.rs gives it.
#[test]
fn the_shared_library_is_as_the_header_says() {
    let library = libraries().join("libransack.so");
    if !has("nm") || !has("readelf") {
        return;
    }
    let output = run(Command::new("nm")
        .args(["-D", "--defined-only"])
        .arg(&library));
    let listing = String::from_utf8(output.stdout).unwrap();
    let mut exported: Vec<&str> = listing
        .lines()
        .filter_map(|line| line.split(' ').nth(2))
        .collect();
    exported.sort_unstable();

    let header = std::fs::read_to_string(include().join("ransack.h")).unwrap();
    let code = header.split_once("extern \"C\" {").unwrap().1;
    let mut declared: Vec<&str> = code
        .lines()
        .filter(|line| !line.starts_with([' ', '/', '#']))
        .filter_map(|line| line.split_once('('))
        .filter_map(|(before, _)| before.rsplit([' ', '*']).next())
        .collect();
    declared.sort_unstable();
    assert_eq!(exported, declared);
    assert!(declared.contains(&"ransack_grep"));

    let output = run(Command::new("readelf")
        .args(["--wide", "--dynamic"])
        .arg(&library));
    let dynamic = String::from_utf8(output.stdout).unwrap();
    let soname = concat!("[libransack.so.", env!("CARGO_PKG_VERSION_MAJOR"), "]");
    assert!(dynamic.contains(soname), "{dynamic}");
    assert!(dynamic.contains("NODELETE"), "{dynamic}");
}
