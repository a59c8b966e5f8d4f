//! Compiles every program in `tests/c` as C99 and as C++17, against the static and the shared
//! library, and runs it; and runs each under valgrind.
//!
//! Programs are found by name: `tests/c/NOUN.c` needs no line here. A program that valgrind cannot
//! run has a comment that begins with `Not under valgrind:`. With `RANSACK_C_TEST=WORD` in the
//! environment, only programs whose names contain the word run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;

use ransack_testing::tier;

use crate::common::{run, words};
use crate::compile::{Language, Link, compile, variants};
use crate::install::{SONAME, include, lib};

/// Programs of `tests/c`, by name.
fn programs() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c");
    let wanted = std::env::var("RANSACK_C_TEST").unwrap_or_default();
    let entries = directory.read_dir().unwrap();
    let mut programs: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .filter(|path| name(path).contains(&wanted))
        .collect();
    programs.sort();
    assert!(
        !programs.is_empty(),
        "no program of tests/c contains {wanted:?}"
    );
    programs
}

fn name(program: &Path) -> &str {
    program.file_stem().unwrap().to_str().unwrap()
}

/// Runs `check` on every item, on as many threads as there are cores, and fails with the messages
/// of all checks that failed.
///
/// One call at a time: a program that shares its core with others may exceed a time limit.
fn check_all<T: Sync>(items: &[T], check: impl Fn(&T) -> Result<(), String> + Sync) {
    static RUNNING: Mutex<()> = Mutex::new(());
    let _running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    let next = Mutex::new(items.iter());
    let failures = Mutex::new(Vec::new());
    let take = || next.lock().unwrap().next();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(item) = take() {
                    if let Err(message) = check(item) {
                        failures.lock().unwrap().push(message);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Compiles a program, and runs it on new trees by the command that `start` builds from its path.
fn try_program(
    program: &Path,
    (language, link): (Language, Link),
    start: impl FnOnce(PathBuf) -> Command,
) -> Result<(), String> {
    let place = crate::tree::place();
    let trees = crate::tree::make(place.path());
    let binary = compile(program, place.path(), language, link);
    let output = run(start(binary).arg(trees));
    if output.status.success() {
        // The program prints the checks that this machine does not support.
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
        return Ok(());
    }
    let name = name(program);
    Err(format!(
        "{name}.c fails as {language:?}, {link:?}: {}",
        words(&output)
    ))
}

#[test]
fn programs_pass() {
    let programs = programs();
    let cases = programs
        .iter()
        .flat_map(|program| variants().iter().map(move |&variant| (program, variant)));
    let cases: Vec<_> = cases.collect();
    check_all(&cases, |&(program, variant)| {
        try_program(program, variant, Command::new)
    });
}

/// Detects leaks and invalid accesses that the programs themselves cannot detect.
#[test]
fn valgrind_reports_nothing() {
    if !tier::runs("valgrind") {
        return;
    }
    let mut programs = programs();
    programs.retain(|program| {
        let source = fs::read_to_string(program).unwrap();
        !source.contains("Not under valgrind:")
    });
    check_all(&programs, |program| {
        try_program(program, (Language::C99, Link::Shared), |binary| {
            let mut valgrind = Command::new("valgrind");
            // Memory of static tables and sleeping threads stays reachable.
            valgrind
                .args(["--quiet", "--error-exitcode=9", "--leak-check=full"])
                .args([
                    "--errors-for-leak-kinds=definite",
                    "--show-leak-kinds=definite",
                ])
                .arg(binary);
            valgrind
        })
        .map_err(|message| format!("under valgrind: {}", without_notes(&message)))
    });
}

/// Removes valgrind's notes on itself, such as notes on unknown system calls, which bury the
/// message of a failed check.
fn without_notes(message: &str) -> String {
    let lines = message.lines().filter(|line| !line.starts_with("--"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Both libraries define exactly the functions in the header as global names, and the shared
/// library has the SONAME and flags from build.rs.
#[test]
fn libraries_export_the_header() {
    let shared = lib().join("libransack.so");
    let static_library = lib().join("libransack.a");
    assert_eq!(
        exported(Command::new("nm").arg("-D").arg(&shared)),
        declared()
    );
    assert_eq!(
        exported(Command::new("nm").arg("-g").arg(&static_library)),
        declared()
    );

    let output = run(Command::new("readelf")
        .args(["--wide", "--dynamic"])
        .arg(&shared));
    let dynamic = String::from_utf8(output.stdout).unwrap();
    assert!(dynamic.contains(&format!("[{SONAME}]")), "{dynamic}");
    assert!(dynamic.contains("NODELETE"), "{dynamic}");
}

/// Returns the names that `nm` lists, sorted.
fn exported(nm: &mut Command) -> Vec<String> {
    let output = run(nm.arg("--defined-only"));
    assert!(output.status.success(), "{}", words(&output));
    let listing = String::from_utf8(output.stdout).unwrap();
    let names = listing.lines().filter_map(|line| line.split(' ').nth(2));
    let mut names: Vec<String> = names.map(str::to_owned).collect();
    names.sort_unstable();
    names
}

/// Returns the names of the functions and constants of the header, sorted.
fn declared() -> Vec<String> {
    let functions = crate::header::functions(&crate::header::text());
    let mut declared: Vec<String> = functions.into_iter().map(|f| f.name).collect();
    declared.push("ransack_no_limit".to_owned());
    declared.sort_unstable();
    assert!(declared.contains(&"ransack_grep".to_owned()));
    declared
}

/// A shared library built from the static library exports its own names and the functions in the
/// header, but no names of the embedded parsers.
#[test]
fn a_shared_library_made_of_the_static_one_exports_no_foreign_names() {
    let place = crate::tree::place();
    let source = place.path().join("plugin.c");
    let code = "#include \"ransack.h\"\nint plugin(void) { return ransack_pool_size(NULL) > 0; }\n";
    fs::write(&source, code).unwrap();
    let plugin = place.path().join("plugin.so");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-fvisibility=hidden", "-I"]);
    compiler.arg(include()).arg(&source).arg("-o").arg(&plugin);
    compiler.arg(lib().join("libransack.a")).arg("-lm");
    let output = run(&mut compiler);
    assert!(output.status.success(), "{}", words(&output));
    let names = exported(Command::new("nm").arg("-D").arg(&plugin));
    let foreign: Vec<&String> = names
        .iter()
        .filter(|n| !n.starts_with("ransack_"))
        .collect();
    assert!(foreign.is_empty(), "{foreign:?}");
}
