//! A page of samples for people to look at, `bench/highlight.html`: what is
//! there must be what is made. `RANSACK_BLESS=1` writes it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![cfg(feature = "highlight")]

use std::fmt::Write;
use std::path::Path;

use ransack::CancelToken;
use ransack::highlight::{HighlightOptions, Output, Theme, highlight};

#[path = "highlight/samples.rs"]
mod samples;

/// Those that look the same whatever features the crate is built with.
const SHOWN: [&str; 24] = [
    "bash",
    "c",
    "cpp",
    "css",
    "go",
    "html",
    "java",
    "javascript",
    "json",
    "markdown",
    "python",
    "ruby",
    "rust",
    "toml",
    "tsx",
    "typescript",
    "yaml",
    "awk",
    "diff",
    "elm",
    "fish",
    "log",
    "scss",
    "vim",
];

fn page() -> String {
    let mut page = String::from(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Highlighted samples</title>\n<style>\n\
         pre { padding: 8px; font: 14px/1.3 monospace; margin: 0 }\n\
         section { display: grid; grid-template-columns: 1fr 1fr; gap: 8px }\n",
    );
    let themes = ["Coldark-Cold", "Catppuccin Mocha"].map(|name| Theme::named(name).unwrap());
    for (theme, place) in themes.iter().zip(["pre.light", "pre.dark"]) {
        page += &theme.css(place);
    }
    page += "</style>\n";
    for name in SHOWN {
        let (_, text) = samples::SAMPLES.iter().find(|(n, _)| *n == name).unwrap();
        let options = HighlightOptions::new(name);
        let found = highlight(text.as_bytes(), &options, &CancelToken::new()).unwrap();
        let code = String::from_utf8(found.render(&Output::Html)).unwrap();
        let engine = found.report().engine.engine;
        writeln!(page, "<h3>{name} ({engine:?})</h3>\n<section>").unwrap();
        for place in ["light", "dark"] {
            writeln!(page, "<pre class=\"{place}\">{code}</pre>").unwrap();
        }
        page += "</section>\n";
    }
    page
}

#[test]
#[cfg(feature = "lang-typescript")]
fn the_page_of_samples_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bench/highlight.html");
    let page = page();
    if std::env::var_os("RANSACK_BLESS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(there == page, "RANSACK_BLESS=1 writes {}", path.display());
}
