//! Syntax errors: the text after one keeps its classes, by the syntect engine where the grammar
//! has none.

use ransack::CancelToken;
use ransack::highlight::{
    Class, Engine, HighlightOptions, HighlightStream, Output, engine_of, highlight,
};
use ransack_testing::samples::HIGHLIGHTED;

/// Lines that are syntax errors in most languages: of templates, of merge conflicts, and unfinished.
const DAMAGE: &[&str] = &[
    "{{- x }}",
    "<<<<<<< HEAD",
    "=======",
    ")",
    "}",
    "???",
    "\"",
    "'",
];

/// Bytes of words that may be lost: an error also changes how a grammar reads complete words.
const MAX_LOST: usize = 10;

/// Class of each byte of a text.
fn classes(language: &str, engine: Option<Engine>, text: &str) -> Vec<Option<Class>> {
    let mut options = HighlightOptions::new(language);
    options.engine = engine;
    let found = highlight(text.as_bytes(), &options, &CancelToken::new()).unwrap();
    assert!(found.report().complete);
    let mut classes = vec![None; text.len()];
    for span in found.spans() {
        classes[span.start..span.end].fill(Some(span.class));
    }
    classes
}

/// Words after an error that have a class without it have one by either engine, unless neither
/// engine finds one.
#[test]
fn an_error_does_not_drop_the_classes_of_later_lines() {
    let mut lost = Vec::new();
    for (name, text) in HIGHLIGHTED.iter() {
        if engine_of(name).unwrap().engine != Engine::TreeSitter {
            continue;
        }
        let before = classes(name, None, text);
        for damage in DAMAGE {
            for (at, _) in text.match_indices('\n') {
                let (start, end) = (at + 1, at + 2 + damage.len());
                let damaged = format!("{}{damage}\n{}", &text[..start], &text[start..]);
                let after = classes(name, None, &damaged);
                let by_line = classes(name, Some(Engine::Syntect), &damaged);
                let is_lost = |at: usize| {
                    before[at - damage.len() - 1].is_some()
                        && after[at].is_none()
                        && by_line[at].is_some_and(|class| class != Class::Error)
                };
                let words = (end..damaged.len()).filter(|at| damaged.as_bytes()[*at] > b' ');
                let count = words.filter(|at| is_lost(*at)).count();
                if count > MAX_LOST {
                    lost.push(format!("{name}, {damage:?} at {start}: {count} bytes"));
                }
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

#[test]
fn lines_after_an_error_have_the_classes_of_the_line_engine() {
    let check = |language, text: &str, words: &[(&str, Class)]| {
        let classes = classes(language, None, text);
        for (word, class) in words {
            let at = text.find(word).unwrap();
            let found = &classes[at..at + word.len()];
            assert!(
                found.iter().all(|found| found == &Some(*class)),
                "{language}, {word:?}: {found:?}"
            );
        }
    };
    let yaml = "kind: Job\nspec:\n  {{- toYaml .x | nindent 2 }}\nextra:\n  num: 7 # é note\n";
    check(
        "yaml",
        yaml,
        &[
            ("kind", Class::Property),
            ("extra", Class::Property),
            ("num", Class::Property),
            ("7", Class::Number),
            ("# é note", Class::Comment),
        ],
    );
    // Far from the start of the text, where the line engine begins anew.
    let long = format!("{}{yaml}", "key: value\n".repeat(1000));
    check("yaml", &long, &[("# é note", Class::Comment)]);
    // In an embedded language, and in a page after the tag that begins its code.
    let html = "<p>if</p>\n<script>\nlet a = ] ] ;\n} // note\n</script>\n<p>else</p>\n";
    check("html", html, &[("// note", Class::Comment)]);
    let html = format!("<p>it's</p> <!-- ' ` -->\n{html}");
    check("html", &html, &[("// note", Class::Comment)]);
    let php = format!("<?php\n{}if ] ] \n# note\n}}\n", "$a = 1;\n".repeat(1000));
    check("php", &php, &[("# note", Class::Comment)]);
    check("php", "if ] ] \n# note\n", &[("# note", Class::Comment)]);
}

#[test]
fn a_window_of_damaged_text_has_the_classes_of_the_whole() {
    let text = "kind: Job\nspec:\n  {{- x }}\nextra:\n  n: 7 # note\n  m: \"x\"\n".repeat(3);
    let whole = classes("yaml", None, &text);
    let mut start = 0;
    for (line, bytes) in text.split_inclusive('\n').enumerate() {
        let line = line as u64 + 1;
        let options = HighlightOptions::new("yaml").lines(line..=line);
        let found = highlight(text.as_bytes(), &options, &CancelToken::new()).unwrap();
        let mut classes = vec![None; bytes.len()];
        for span in found.spans() {
            classes[span.start - start..span.end - start].fill(Some(span.class));
        }
        assert_eq!(classes, whole[start..start + bytes.len()], "line {line}");
        start += bytes.len();
    }
}

#[test]
fn a_stream_of_damaged_text_ends_like_one_call() {
    let token = CancelToken::new();
    let options = HighlightOptions::new("yaml");
    let text = "a: 1\n  {{- x }}\nb:\n  c: \"d\" # note\n";
    let whole = highlight(text.as_bytes(), &options, &token).unwrap();
    let mut stream = HighlightStream::new(&options, Output::Html);
    let mut shown = Vec::new();
    for chunk in text.as_bytes().chunks(7) {
        stream.push(chunk, &token).unwrap().apply(&mut shown);
    }
    stream.finish(&token).unwrap().apply(&mut shown);
    assert_eq!(shown, whole.render(&Output::Html, &token).unwrap());
}
