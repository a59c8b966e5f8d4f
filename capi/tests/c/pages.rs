//! Code blocks of the documentation, compiled and run as they stand.

use std::fs;
use std::process::Command;

use ransack_testing::pages::{blocks, make_tree};

use crate::common::{run, words};
use crate::compile::{compile, variants};
use crate::python;

#[test]
fn the_c_programs_of_the_pages_run() {
    let pages = ["README.md", "capi/README.md"];
    for block in pages.iter().flat_map(|page| blocks(page, "c")) {
        let (language, link) = variants()[0];
        let place = crate::tree::place();
        make_tree(place.path());
        let source = place.path().join("page.c");
        fs::write(&source, &block.code).unwrap();
        let binary = compile(&source, place.path(), language, link);
        let output = run(Command::new(binary).current_dir(place.path()));
        assert!(
            output.status.success(),
            "{}: {}",
            block.place,
            words(&output)
        );
    }
}

#[test]
fn the_python_programs_of_the_pages_run() {
    let pages = ["README.md", "examples/python/README.md"];
    for block in pages.iter().flat_map(|page| blocks(page, "python")) {
        let place = crate::tree::place();
        make_tree(place.path());
        let source = place.path().join("page.py");
        fs::write(&source, &block.code).unwrap();
        let output = run(python::interpreter().arg(source).current_dir(place.path()));
        assert!(
            output.status.success(),
            "{}: {}",
            block.place,
            words(&output)
        );
    }
}
