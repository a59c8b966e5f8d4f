//! The committed header is what the sources say.
//!
//! `RANSACK_BLESS=1 cargo test -p ransack-capi --test header` rewrites it.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

use std::fs;
use std::path::Path;

use cbindgen::{Builder, Config};

fn generate(capi: &Path) -> String {
    let mut config = Config::from_file(capi.join("cbindgen.toml")).expect("cbindgen.toml is valid");
    let library = capi.join("src/lib.rs");
    config.header = Some(preamble(&fs::read_to_string(&library).unwrap()));
    config.after_includes = Some(versions() + config.after_includes.as_deref().unwrap_or_default());
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

/// The crate's documentation as a comment.
fn preamble(source: &str) -> String {
    let mut text = String::from("/*\n");
    for line in source.lines().map_while(|line| line.strip_prefix("//!")) {
        text.push_str(format!(" *{line}").trim_end());
        text.push('\n');
    }
    text + " */\n\n\
        /* Generated from capi/src by cbindgen. Do not edit; change the sources and run\n \
        * RANSACK_BLESS=1 cargo test -p ransack-capi --test header */"
}

fn versions() -> String {
    let [major, minor, patch] = [
        env!("CARGO_PKG_VERSION_MAJOR"),
        env!("CARGO_PKG_VERSION_MINOR"),
        env!("CARGO_PKG_VERSION_PATCH"),
    ];
    format!(
        "\n/** The version of this header; ransack_version() is that of the library. */\n\
         #define RANSACK_VERSION_MAJOR {major}\n\
         #define RANSACK_VERSION_MINOR {minor}\n\
         #define RANSACK_VERSION_PATCH {patch}\n\
         #define RANSACK_VERSION \"{}\"\n\n",
        env!("CARGO_PKG_VERSION"),
    )
}

#[test]
fn the_header_is_what_the_sources_say() {
    let capi = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = capi.join("../include/ransack.h");
    let generated = generate(capi);
    if std::env::var_os("RANSACK_BLESS").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &generated).unwrap();
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
            "include/ransack.h is out of date at line {}:\n  is:     {is}\n  should: {should}\n\
             run RANSACK_BLESS=1 cargo test -p ransack-capi --test header",
            number + 1,
        );
    }
    assert_eq!(committed, generated, "include/ransack.h differs");
}
