//! Syntax errors: the text after one keeps its classes, by the syntect engine where the grammar
//! has none.

use ransack::CancelToken;

use ransack::highlight::{Class, Engine, HighlightOptions, engine_of, highlight};
use ransack_testing::samples::SAMPLES;

fn classes(language: &str, text: &str) -> Vec<Option<Class>> {
    let options = HighlightOptions::new(language);
    let found = highlight(text.as_bytes(), &options, &CancelToken::new()).unwrap();
    let mut classes = vec![None; text.len()];
    for span in found.spans() {
        classes[span.start..span.end].fill(Some(span.class));
    }
    classes
}

#[test]
fn probe() {
    for (name, text) in SAMPLES {
        if engine_of(name).unwrap().engine != Engine::TreeSitter {
            continue;
        }
        let before = classes(name, text);
        for damage in ["{{- x }}\n", ")\n", "<<<<<<< HEAD\n", "}\n", "\"\n", "'\n", "???\n"] {
            let mut worst = (0, 0, 0);
            for (at, _) in text.match_indices('\n') {
                let at = at + 1;
                let damaged = format!("{}{damage}{}", &text[..at], &text[at..]);
                let after = classes(name, &damaged);
                let rest = &after[at + damage.len()..];
                let had = before[at..].iter().filter(|c| c.is_some()).count();
                let lost = before[at..].iter().zip(rest).filter(|(b, a)| b.is_some() && a.is_none()).count();
                if had > 0 && lost * 100 / had > worst.0 { worst = (lost * 100 / had, lost, at); }
            }
            if worst.0 > 15 {
                println!("{name} {damage:?}: {worst:?}");
            }
        }
    }
}
