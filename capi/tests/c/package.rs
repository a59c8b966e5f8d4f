//! Installs the library, and builds the C example against it, as C and as C++, found by pkg-config and
//! by CMake.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{examples, run, words};
use crate::install::{SONAME, install, prefix};
use ransack_testing::tier;
use tempfile::TempDir;

/// Runs the example on one file. `lib` is the directory of the shared library.
#[track_caller]
fn check(binary: &Path, lib: &Path, place: &Path) {
    let file = place.join("a.txt");
    fs::write(&file, "one\nneedle\n").unwrap();
    let output = run(Command::new(binary)
        .arg(&file)
        .arg("needle")
        .env("LD_LIBRARY_PATH", lib));
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        format!("{}:2: needle\n", file.display()),
        "{}",
        words(&output)
    );
}

/// Compilers, and the extensions of their source files.
const COMPILERS: [(&str, &str); 2] = [("cc", "c"), ("c++", "cpp")];

/// Copies the example to a file with this extension.
fn example(place: &Path, ending: &str) -> PathBuf {
    let source = place.join(format!("grep.{ending}"));
    fs::copy(examples().join("c/grep.c"), &source).unwrap();
    source
}

/// Builds the example with each compiler and extra arguments, and runs it after `examine`.
#[track_caller]
fn build_and_check(lib: &Path, arguments: &[&str], examine: impl Fn(&Path)) {
    for (compiler, ending) in COMPILERS {
        let place = TempDir::new().unwrap();
        let binary = place.path().join("grep");
        let mut command = Command::new(compiler);
        command.arg(example(place.path(), ending));
        let output = run(command.arg("-o").arg(&binary).args(arguments));
        assert!(
            output.status.success(),
            "{compiler} {arguments:?}: {}",
            words(&output)
        );
        examine(&binary);
        check(&binary, lib, place.path());
    }
}

/// Returns the output of pkg-config for the library installed below `prefix`.
fn pkg_config(prefix: &Path, libdir: &str, arguments: &[&str]) -> Vec<String> {
    let mut command = Command::new("pkg-config");
    command.env("PKG_CONFIG_PATH", prefix.join(libdir).join("pkgconfig"));
    let output = run(command.args(arguments).arg("ransack"));
    assert!(output.status.success(), "{}", words(&output));
    let said = String::from_utf8(output.stdout).unwrap();
    said.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn pkg_config_finds_the_library() {
    if !tier::runs("packages") {
        return;
    }
    let flags = pkg_config(prefix(), "lib", &["--cflags", "--libs"]);
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    build_and_check(&prefix().join("lib"), &flags, |_| ());
}

/// `-static` needs no library that exists only as a shared library.
#[test]
fn pkg_config_links_programs_statically() {
    if !tier::runs("packages") {
        return;
    }
    let flags = pkg_config(prefix(), "lib", &["--static", "--cflags", "--libs"]);
    for kind in [
        &["-static"][..],
        &["-static-pie"],
        &["-static", "-Wl,--gc-sections"],
    ] {
        let flags = flags.iter().map(String::as_str).chain(kind.iter().copied());
        let flags: Vec<&str> = flags.collect();
        build_and_check(Path::new(""), &flags, |binary| {
            let output = run(Command::new("readelf").arg("--dynamic").arg(binary));
            assert!(!words(&output).contains("NEEDED"), "{}", words(&output));
        });
    }
}

/// Options of `install.sh` for packages of distributions.
#[test]
fn an_installation_is_staged_below_destdir() {
    if !tier::runs("packages") {
        return;
    }
    let place = TempDir::new().unwrap();
    let stage = place.path().join("stage");
    let stage_text = stage.to_str().unwrap();
    install(&[
        "--prefix",
        "/opt/r",
        "--libdir",
        "lib/any",
        "--destdir",
        stage_text,
    ]);
    let lib = stage.join("opt/r/lib/any");
    let version = concat!("libransack.so.", env!("CARGO_PKG_VERSION"));
    assert!(lib.join(version).symlink_metadata().unwrap().is_file());
    assert_eq!(fs::read_link(lib.join(SONAME)).unwrap(), Path::new(version));
    assert_eq!(
        fs::read_link(lib.join("libransack.so")).unwrap(),
        Path::new(SONAME)
    );
    assert!(stage.join("opt/r/include/ransack.h").exists());
    let flags = pkg_config(&stage.join("opt/r"), "lib/any", &["--cflags", "--libs"]);
    assert_eq!(flags, ["-I/opt/r/include", "-L/opt/r/lib/any", "-lransack"]);
    // CMake looks in its default directories below a prefix, and in this directory.
    configure(place.path(), &lib.join("cmake/ransack"), "").unwrap();
}

/// Writes a CMake project that finds the package and builds the example in both languages with both
/// libraries, and configures it. Returns the build directory, or the output of CMake.
fn configure(place: &Path, prefix: &Path, version: &str) -> Result<PathBuf, String> {
    let project = format!(
        "cmake_minimum_required(VERSION 3.13)\n\
         project(example C CXX)\n\
         find_package(ransack {version} REQUIRED)\n\
         foreach(kind shared static)\n\
         foreach(ending c cpp)\n\
         add_executable(${{ending}}_${{kind}} grep.${{ending}})\n\
         target_link_libraries(${{ending}}_${{kind}} PRIVATE ransack::${{kind}})\n\
         endforeach()\n\
         endforeach()\n"
    );
    for (_, ending) in COMPILERS {
        example(place, ending);
    }
    fs::write(place.join("CMakeLists.txt"), project).unwrap();
    let build = place.join("build");
    let mut configure = Command::new("cmake");
    configure
        .arg("--fresh")
        .arg("-S")
        .arg(place)
        .arg("-B")
        .arg(&build);
    let output = run(configure.arg(format!("-DCMAKE_PREFIX_PATH={}", prefix.display())));
    if output.status.success() {
        Ok(build)
    } else {
        Err(words(&output))
    }
}

#[test]
fn cmake_finds_the_libraries() {
    if !tier::runs("packages") {
        return;
    }
    let place = TempDir::new().unwrap();
    let build = configure(place.path(), prefix(), "").unwrap();
    let output = run(Command::new("cmake").arg("--build").arg(&build));
    assert!(output.status.success(), "{}", words(&output));
    for kind in ["shared", "static"] {
        for (_, ending) in COMPILERS {
            let binary = build.join(format!("{ending}_{kind}"));
            check(&binary, &prefix().join("lib"), place.path());
        }
    }
}

/// `find_package(ransack VERSION)`: the same major version, and before 1.0 the same minor version.
#[test]
fn cmake_compares_versions() {
    if !tier::runs("packages") {
        return;
    }
    let place = TempDir::new().unwrap();
    let part = |text: &str| text.parse::<u32>().unwrap();
    let major = part(env!("CARGO_PKG_VERSION_MAJOR"));
    let minor = part(env!("CARGO_PKG_VERSION_MINOR"));
    let patch = part(env!("CARGO_PKG_VERSION_PATCH"));
    let find = |version: String| configure(place.path(), prefix(), &version);
    for version in [
        format!("{major}.{minor}"),
        format!("{major}.{minor}.{patch} EXACT"),
        format!("{major}.{minor}...{}", major + 1),
        format!("{major}"),
    ] {
        assert_eq!(find(version.clone()).err(), None, "{version}");
    }
    for version in [
        format!("{major}.{}", minor + 1),
        format!("{}", major + 1),
        format!("{major}.{minor}.{}", patch + 1),
        format!("{}...{}", major + 1, major + 2),
    ] {
        let said = find(version.clone()).unwrap_err();
        assert!(
            said.contains("not found") || said.contains("compatible"),
            "{version}: {said}"
        );
    }
}
