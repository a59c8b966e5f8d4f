//! Compiles C as C99 and as C++17 against the static and the shared library.

use std::path::{Path, PathBuf};
use std::process::Command;

use ransack_testing::tier;

use crate::common::{run, words};
use crate::install::{include, lib};

const WARNINGS: [&str; 5] = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-g"];

/// Libraries that the static library needs (`Libs.private` of ransack.pc.in).
const NATIVE: [&str; 5] = ["-lpthread", "-lm", "-ldl", "-lrt", "-lutil"];

#[derive(Clone, Copy, Debug)]
pub(crate) enum Language {
    C99,
    Cpp17,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Link {
    Static,
    Shared,
}

/// Returns the variants of each program: both languages with the shared library, or with the group
/// `variants` all four. Linking the static library of the development profile takes seconds.
pub(crate) fn variants() -> &'static [(Language, Link)] {
    const ALL: [(Language, Link); 4] = [
        (Language::C99, Link::Shared),
        (Language::Cpp17, Link::Shared),
        (Language::C99, Link::Static),
        (Language::Cpp17, Link::Static),
    ];
    &ALL[..if tier::runs("variants") { 4 } else { 2 }]
}

/// Compiles `source` to a program in `place`.
pub(crate) fn compile(source: &Path, place: &Path, language: Language, link: Link) -> PathBuf {
    let mut compiler = Command::new("cc");
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
        Link::Static => compiler.arg(lib().join("libransack.a")).args(NATIVE),
        Link::Shared => compiler
            .arg("-L")
            .arg(lib())
            .args(["-lransack", "-lpthread"])
            .arg(format!("-Wl,-rpath,{}", lib().display())),
    };
    if matches!(language, Language::Cpp17) {
        compiler.arg("-lstdc++");
    }
    let output = run(&mut compiler);
    assert!(
        output.status.success(),
        "{} does not compile as {language:?}, {link:?}: {}",
        source.display(),
        words(&output),
    );
    binary
}
