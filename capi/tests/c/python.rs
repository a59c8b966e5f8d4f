//! Python: the package built from `examples/python`, and the declarations for other FFIs.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use crate::common::{examples, libraries, run, words};
use ransack_testing::tier;
use ransack_testing::tools::python_packages;
use tempfile::TempDir;

/// Virtual environment with the installed package, and its wheel.
struct Environment {
    place: TempDir,
    wheel: PathBuf,
}

impl Environment {
    /// Builds the wheel with the library under test and installs it, once and without a network.
    fn get() -> &'static Environment {
        static ENVIRONMENT: OnceLock<Environment> = OnceLock::new();
        ENVIRONMENT.get_or_init(|| {
            let place = crate::tree::place();
            let wheels = place.path().join("wheels");
            succeed(wheel(&libraries().join("libransack.so"), &wheels));
            let wheel = fs::read_dir(&wheels).unwrap().next().unwrap().unwrap();
            let environment = Environment {
                wheel: wheel.path(),
                place,
            };
            let venv = environment.path("venv");
            let create = ["-m", "venv", "--without-pip"];
            succeed(Command::new("python3").args(create).arg(&venv));
            let mut pip = Command::new("python3");
            pip.args(["-m", "pip", "--python"])
                .arg(venv.join("bin/python"));
            pip.args(["install", "--quiet", "--no-index"]);
            succeed(pip.arg(&environment.wheel));
            environment
        })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    /// Returns the interpreter of the environment, to run outside the source tree.
    fn python(&self) -> Command {
        let mut python = Command::new(self.path("venv/bin/python"));
        python.current_dir(self.place.path());
        python.env("PYTHONDONTWRITEBYTECODE", "1");
        python.env_remove("RANSACK_LIBRARY");
        python
    }
}

/// Returns the command that builds a wheel with `library` into the directory `wheels`.
fn wheel(library: &Path, wheels: &Path) -> Command {
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "wheel", "--quiet", "--no-index", "--no-deps"]);
    pip.args(["--no-build-isolation", "--wheel-dir"])
        .arg(wheels);
    pip.arg(examples().join("python"));
    pip.env("PYTHONPATH", python_packages(&["hatchling==1.33.0"]));
    pip.env("RANSACK_LIBRARY", library);
    pip.env("PYTHONDONTWRITEBYTECODE", "1");
    pip
}

fn succeed(mut command: impl std::borrow::BorrowMut<Command>) {
    let output = run(command.borrow_mut());
    assert!(output.status.success(), "{}", words(&output));
}

/// Returns the interpreter of an environment with the installed package.
pub(crate) fn interpreter() -> Command {
    Environment::get().python()
}

fn python(example: &str) -> Command {
    let mut python = interpreter();
    python.arg(examples().join("python").join(example));
    python
}

fn grep(root: &Path, pattern: &str) -> Output {
    run(python("grep.py").arg(root).arg(pattern))
}

#[test]
fn the_grep_example_prints_matches() {
    let place = crate::tree::place();
    let trees = crate::tree::make(place.path());
    let output = grep(&trees.join("tree"), "needle");
    assert!(output.status.success(), "{}", words(&output));
    let expected = [
        b"a.txt:2: needle two\na.txt:4: three needle needle\n".as_slice(),
        "b/ünï.txt:1: ä needle ö\n".as_bytes(),
        b"c\xFF.txt:1: \xFE needle \xFF\nsub/d.rs:1: // needle\n",
    ]
    .concat();
    assert_eq!(
        std::ffi::OsStr::from_bytes(&output.stdout),
        std::ffi::OsStr::from_bytes(&expected),
        "{}",
        words(&output)
    );
}

#[test]
fn the_text_example_prints_lines() {
    let text = std::ffi::OsStr::from_bytes(b"one \x1b[1m\xE4\xB8\x96 two\xFF three");
    let output = run(python("text.py").arg("7").arg(text));
    let expected = b"  6 one \x1b[1m\xE4\xB8\x96\x1b[22m\n  4 \x1b[1mtwo\xEF\xBF\xBD\x1b[22m\n  5 \x1b[1mthree\n";
    assert_eq!(
        std::ffi::OsStr::from_bytes(&output.stdout),
        std::ffi::OsStr::from_bytes(expected),
        "{}",
        words(&output)
    );
}

#[test]
fn the_tokens_example_prints_tokens() {
    let text = std::ffi::OsStr::from_bytes(b"Hello, \xE4\xB8\x96\xFF");
    let output = run(python("tokens.py").arg("gpt-4o").arg(text));
    let expected = b" 13225 Hello\n    11 ,\n 63602  \xE4\xB8\x96\n  3251 \xFF\n";
    assert_eq!(
        std::ffi::OsStr::from_bytes(&output.stdout),
        std::ffi::OsStr::from_bytes(expected),
        "{}",
        words(&output)
    );
    let output = run(python("tokens.py").args(["unheard-of", "text"]));
    assert_eq!(output.status.code(), Some(1), "{}", words(&output));
    assert!(words(&output).contains("unheard-of"), "{}", words(&output));
}

#[test]
fn the_grep_example_prints_errors() {
    let output = grep(Path::new("."), "a(");
    assert_eq!(output.status.code(), Some(1), "{}", words(&output));
    assert!(words(&output).contains("at byte 1"), "{}", words(&output));
}

#[test]
fn the_package_passes_its_tests() {
    let unittest = ["-m", "unittest", "discover", "--start-directory"];
    let tests = examples().join("python/tests");
    let output = run(Environment::get().python().args(unittest).arg(tests));
    assert!(output.status.success(), "{}", words(&output));
    assert!(!words(&output).contains("skipped"), "{}", words(&output));
}

/// The package's users (its tests and the examples) are type-checked too: a comment `type: ignore`
/// in the tests is an error unless its line has a type error.
#[test]
fn the_package_is_strictly_typed() {
    if !tier::runs("packages") {
        return;
    }
    let environment = Environment::get();
    let mypy = |paths: &[&str]| {
        let mut mypy = Command::new("python3");
        mypy.env("PYTHONPATH", python_packages(&["mypy==2.4.1"]));
        mypy.args(["-m", "mypy", "--strict", "--cache-dir"]);
        mypy.arg(environment.path("mypy"));
        mypy.arg("--python-executable")
            .arg(environment.path("venv/bin/python"));
        let python = examples().join("python");
        mypy.env("MYPYPATH", python.join("tests"));
        mypy.args(paths).current_dir(python);
        succeed(mypy);
    };
    mypy(&["-p", "ransack"]);
    mypy(&["tests", "grep.py", "text.py", "tokens.py"]);
}

/// The tag promises the newest version of glibc that a symbol of the library needs.
#[test]
fn the_wheel_has_the_tag_of_its_library() {
    let library = libraries().join("libransack.so");
    let output = run(Command::new("objdump").arg("-T").arg(library));
    let symbols = String::from_utf8(output.stdout).unwrap();
    let versions = symbols.split("(GLIBC_2.").skip(1);
    let minor = |version: &str| {
        let digits = version.split(|c: char| !c.is_ascii_digit()).next();
        digits.unwrap().parse::<u32>().unwrap()
    };
    let floor = versions.map(minor).max().unwrap();
    let name = format!(
        "ransack-{}-py3-none-manylinux_2_{floor}_{}.whl",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::ARCH
    );
    assert_eq!(Environment::get().wheel.file_name().unwrap(), &*name);
}

#[test]
fn a_wheel_without_a_library_is_not_built() {
    let place = crate::tree::place();
    let missing = place.path().join("libransack.so");
    let output = run(&mut wheel(&missing, &place.path().join("wheels")));
    assert!(!output.status.success(), "{}", words(&output));
    let message = format!("there is no shared library at {}", missing.display());
    assert!(words(&output).contains(&message), "{}", words(&output));
}

/// cffi and LuaJIT read the declarations in `include/ransack.cdef` unchanged.
#[test]
fn cffi_and_luajit_read_the_declarations() {
    if !tier::runs("packages") {
        return;
    }
    let place = crate::tree::place();
    let file = crate::tree::make(place.path()).join("tree/a.txt");
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (program, script) in [("python3", "cdef.py"), ("luajit", "cdef.lua")] {
        let output = run(Command::new(program)
            .env("PYTHONPATH", python_packages(&["cffi==2.1.1"]))
            .arg(directory.join("tests/c/cdef").join(script))
            .arg(directory.join("../include/ransack.cdef"))
            .arg(libraries().join("libransack.so"))
            .arg(&file));
        assert!(output.status.success(), "{program}: {}", words(&output));
        let said = String::from_utf8(output.stdout).unwrap();
        let path = file.display();
        let expected = format!("{path}:2: needle two\n{path}:4: three needle needle\n");
        assert_eq!(said, expected, "{program}");
    }
}
