//! Compares `highlight.html`, which shows highlighted samples, with the current
//! output; `RANSACK_BLESS=1` rewrites it.

use std::fmt::Write;
use std::path::Path;

use ransack::CancelToken;
use ransack::highlight::{Engine, HighlightOptions, Output, Theme, highlight};
use ransack_testing::samples;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/highlight.html");

const LIGHT: &str = "Coldark-Cold";
const DARK: &str = "Catppuccin Mocha";

/// Languages whose grammar is in every build, and languages without one.
const LANGUAGES: [(&str, Engine); 32] = [
    ("bash", Engine::TreeSitter),
    ("c", Engine::TreeSitter),
    ("cpp", Engine::TreeSitter),
    ("css", Engine::TreeSitter),
    ("go", Engine::TreeSitter),
    ("html", Engine::TreeSitter),
    ("java", Engine::TreeSitter),
    ("javascript", Engine::TreeSitter),
    ("json", Engine::TreeSitter),
    ("markdown", Engine::TreeSitter),
    ("python", Engine::TreeSitter),
    ("ruby", Engine::TreeSitter),
    ("rust", Engine::TreeSitter),
    ("toml", Engine::TreeSitter),
    ("tsx", Engine::TreeSitter),
    ("typescript", Engine::TreeSitter),
    ("yaml", Engine::TreeSitter),
    ("awk", Engine::Syntect),
    ("diff", Engine::Syntect),
    ("elm", Engine::Syntect),
    ("graphql", Engine::Syntect),
    ("groovy", Engine::Syntect),
    ("hcl", Engine::Syntect),
    ("log", Engine::Syntect),
    ("nim", Engine::Syntect),
    ("pascal", Engine::Syntect),
    ("protobuf", Engine::Syntect),
    ("restructuredtext", Engine::Syntect),
    ("scss", Engine::Syntect),
    ("solidity", Engine::Syntect),
    ("verilog", Engine::Syntect),
    ("vim", Engine::Syntect),
];

fn page() -> String {
    let [light, dark] = [LIGHT, DARK].map(|name| Theme::named(name).unwrap());
    let mut page = format!(
        "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>Highlighted samples</title>\n<style>\n\
         body {{ font-family: sans-serif }}\n\
         table {{ width: 100%; table-layout: fixed }}\n\
         td {{ vertical-align: top }}\n\
         pre {{ margin: 0; padding: 1em; overflow: auto }}\n{}{}</style>\n\
         <h1>Highlighted samples</h1>\n<p>{LIGHT} and {DARK}</p>\n",
        light.css(".light"),
        dark.css(".dark"),
    );
    for (name, engine) in LANGUAGES {
        let text = samples::highlighted(name);
        let mut options = HighlightOptions::new(name);
        options.engine = Some(engine);
        let token = CancelToken::new();
        let found = highlight(text.as_bytes(), &options, &token).unwrap();
        assert_eq!(found.report().engine.engine, engine, "{name}");
        let shown = String::from_utf8(found.render(&Output::Html, &token).unwrap()).unwrap();
        writeln!(page, "<h2>{name}, {engine:?}</h2>\n<table><tr>").unwrap();
        for look in ["light", "dark"] {
            writeln!(page, "<td><pre class=\"{look}\">{shown}</pre>").unwrap();
        }
        page += "</table>\n";
    }
    page
}

#[test]
fn the_page_shows_what_is_highlighted_today() {
    let page = page();
    if std::env::var_os("RANSACK_BLESS").is_some() {
        std::fs::write(PAGE, &page).unwrap();
    }
    let known = std::fs::read_to_string(Path::new(PAGE)).unwrap();
    let mut pairs = known.lines().zip(page.lines());
    let differs = pairs.position(|(known, now)| known != now);
    assert!(
        known == page,
        "bench/highlight.html differs from line {}: look at what has changed, then run this with \
         RANSACK_BLESS=1",
        differs.map_or(0, |at| at + 1),
    );
}
