//! What is what, in the languages that people paste most.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![cfg(feature = "highlight")]

use ransack::CancelToken;
use ransack::highlight::{Class, Engine, HighlightOptions, highlight};

#[path = "highlight/samples.rs"]
mod samples;

#[test]
fn dump() {
    let Ok(only) = std::env::var("DUMP") else { return };
    for (name, text) in samples::SAMPLES {
        if only != "all" && !only.split(',').any(|o| o == *name) { continue; }
        for engine in [Engine::TreeSitter, Engine::Syntect] {
            let mut options = HighlightOptions::new(*name);
            options.engine = Some(engine);
            let found = highlight(text.as_bytes(), &options, &CancelToken::new()).unwrap();
            if found.report().engine.engine != engine { continue; }
            print!("== {name} {engine:?}");
            let mut line = usize::MAX;
            for s in found.spans() {
                let n = text[..s.start].matches('\n').count();
                if n != line { println!(); line = n; }
                print!("{}={} ", &text[s.start..s.end], &s.class.name()[..3]);
            }
            println!();
        }
    }
}
