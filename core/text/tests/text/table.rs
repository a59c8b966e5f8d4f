//! Terminal text: a table of calls and results shared with the tests of the bindings.
//! `RANSACK_BLESS=1` rewrites the results.

use std::fs;

use ransack_text::{
    Align, ClusterWidth, CutAt, TextOptions, TruncateOptions, WrapOptions, extract_segments,
    graphemes, pad_to_width, sanitize_text, slice_with_width, strip_ansi, truncate_to_width,
    visible_width, wrap_text_with_ansi,
};
use serde_json::{Value, json};

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/text.json");

#[test]
fn results_equal_the_shared_table() {
    let table: Vec<Value> = serde_json::from_str(&fs::read_to_string(TABLE).unwrap()).unwrap();
    let results = table.iter().map(|row| {
        json!({
            "call": row["call"],
            "arguments": row["arguments"],
            "options": row["options"],
            "result": result(row),
        })
    });
    if std::env::var_os("RANSACK_BLESS").is_some() {
        let rows: Vec<String> = results.map(|row| row.to_string()).collect();
        fs::write(TABLE, format!("[\n{}\n]\n", rows.join(",\n"))).unwrap();
        return;
    }
    for (row, expected) in table.iter().zip(results) {
        assert_eq!(*row, expected);
    }
}

fn result(row: &Value) -> Value {
    let options = &row["options"];
    let text = row["arguments"][0].as_str().unwrap();
    let number = |i: usize| row["arguments"][i].as_u64().unwrap() as usize;
    let is_set = |name: &str| options[name].as_bool().unwrap_or(false);
    match row["call"].as_str().unwrap() {
        "visibleWidth" => json!(visible_width(text, &text_options(options))),
        "truncateToWidth" => {
            let mut truncate = TruncateOptions::default();
            truncate.text = text_options(options);
            truncate.pad = is_set("pad");
            truncate.word_boundary = is_set("wordBoundary");
            truncate.cut_at = match options["cutAt"].as_str() {
                Some("start") => CutAt::Start,
                Some("middle") => CutAt::Middle,
                _ => CutAt::End,
            };
            if let Some(ellipsis) = options["ellipsis"].as_str() {
                truncate.ellipsis = ellipsis.to_owned().into();
            }
            json!(truncate_to_width(text, number(1), &truncate))
        }
        "sliceWithWidth" => {
            let slice = slice_with_width(
                text,
                number(1),
                number(2),
                is_set("strict"),
                &text_options(options),
            );
            json!({ "text": slice.text, "width": slice.width })
        }
        "wrapTextWithAnsi" => {
            let mut wrap = WrapOptions::default();
            wrap.text = text_options(options);
            wrap.keep_spaces = is_set("keepSpaces");
            wrap.keep_urls = is_set("keepUrls");
            wrap.hard = options["hard"].as_bool().unwrap_or(true);
            wrap.word_wrap = options["wordWrap"].as_bool().unwrap_or(true);
            wrap.break_after_hyphens = is_set("breakAfterHyphens");
            wrap.break_after_slashes = is_set("breakAfterSlashes");
            json!(wrap_text_with_ansi(text, number(1), &wrap))
        }
        "extractSegments" => {
            let segments = extract_segments(
                text,
                number(1),
                number(2),
                number(3),
                is_set("strictAfter"),
                &text_options(options),
            );
            json!({
                "before": segments.before,
                "beforeWidth": segments.before_width,
                "after": segments.after,
                "afterWidth": segments.after_width,
            })
        }
        "padToWidth" => {
            let align = match options["align"].as_str() {
                Some("right") => Align::Right,
                Some("center") => Align::Center,
                _ => Align::Left,
            };
            json!(pad_to_width(text, number(1), align, &text_options(options)))
        }
        "graphemes" => graphemes(text, &text_options(options))
            .map(|g| {
                json!({
                    "text": g.text,
                    "offset": text[..g.offset].encode_utf16().count(),
                    "width": g.width,
                    "isEscape": g.is_escape,
                })
            })
            .collect(),
        "stripAnsi" => json!(strip_ansi(text)),
        "sanitizeText" => json!(sanitize_text(text)),
        call => panic!("no call {call}"),
    }
}

fn text_options(fields: &Value) -> TextOptions {
    let mut options = TextOptions::default();
    let set = |name: &str, field: &mut bool| *field = fields[name].as_bool().unwrap_or(*field);
    set("ambiguousWide", &mut options.ambiguous_wide);
    set("emojiVariation", &mut options.emoji_variation);
    set("textVariation", &mut options.text_variation);
    set("loneRegionalWide", &mut options.lone_regional_wide);
    set("fixedTabs", &mut options.fixed_tabs);
    options.cluster_width = match fields["clusterWidth"].as_str() {
        Some("first") => ClusterWidth::First,
        Some("sum") => ClusterWidth::Sum,
        _ => ClusterWidth::Capped,
    };
    if let Some(tab_width) = fields["tabWidth"].as_u64() {
        options.tab_width = u8::try_from(tab_width).unwrap();
    }
    options
}
