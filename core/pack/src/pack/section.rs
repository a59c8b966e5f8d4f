//! Parts of a pack in each format: the directory tree, files and texts of the caller.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::options::{PackFormat, PackLevel, PackSection};

/// Part of a pack for one file.
#[derive(Clone, Copy)]
pub(super) struct FileSection<'a> {
    pub(super) path: &'a str,
    pub(super) level: PackLevel,
    pub(super) language: Option<&'static str>,
    /// Text at the level; empty if the path alone is shown.
    pub(super) text: &'a str,
    /// Number of the first line of `text` in the file, 1-based.
    pub(super) first_line: u64,
    /// Number of the piece and number of all pieces of the file, if it has several.
    pub(super) part: Option<(usize, usize)>,
}

impl FileSection<'_> {
    /// Returns what a heading says after the path.
    fn note(&self) -> String {
        let mut note = String::new();
        if self.level != PackLevel::Whole {
            let _ = write!(note, " ({})", self.level.name());
        }
        if let Some((number, count)) = self.part {
            let _ = write!(note, " (part {number} of {count})");
        }
        note
    }
}

/// Writes the parts of a pack.
#[derive(Clone, Copy, Debug)]
pub(super) struct SectionWriter {
    pub(super) format: PackFormat,
    pub(super) line_numbers: bool,
}

impl SectionWriter {
    /// Returns the part of one file; ends with a line end.
    pub(super) fn file(self, section: &FileSection<'_>) -> String {
        let FileSection { path, level, .. } = *section;
        let text = match level {
            PackLevel::Whole if self.line_numbers => {
                Cow::Owned(numbered(section.text, section.first_line))
            }
            _ => Cow::Borrowed(section.text),
        };
        let text = &*text;
        let path_only = level == PackLevel::Path;
        match self.format {
            PackFormat::Markdown if path_only => format!("## {}\n", on_one_line(path)),
            PackFormat::Markdown => {
                let note = section.note();
                let fence = fence_for(text);
                let language = match level {
                    PackLevel::Outline => "",
                    _ => section.language.unwrap_or_default(),
                };
                let end = line_end(text);
                let path = on_one_line(path);
                format!("## {path}{note}\n\n{fence}{language}\n{text}{end}{fence}\n")
            }
            PackFormat::Xml if path_only => format!("<file path=\"{}\"/>\n", xml_attribute(path)),
            PackFormat::Xml => {
                let (path, level) = (xml_attribute(path), level.name());
                let text = cdata(text);
                let part = match section.part {
                    Some((number, count)) => format!(" part=\"{number}/{count}\""),
                    None => String::new(),
                };
                format!(
                    "<file path=\"{path}\" level=\"{level}\"{part}><![CDATA[\n{text}]]></file>\n"
                )
            }
            PackFormat::Json => {
                let mut json = String::from("{\"path\":");
                push_json(&mut json, path);
                json.push_str(",\"level\":");
                push_json(&mut json, level.name());
                if let Some((number, count)) = section.part {
                    let _ = write!(json, ",\"part\":{number},\"parts\":{count}");
                }
                if !path_only {
                    json.push_str(",\"text\":");
                    push_json(&mut json, text);
                }
                json.push_str("}\n");
                json
            }
            PackFormat::Plain if path_only => format!("==== {}\n", on_one_line(path)),
            PackFormat::Plain => {
                let note = section.note();
                let (path, end) = (on_one_line(path), line_end(text));
                format!("==== {path}{note}\n{text}{end}")
            }
            PackFormat::Jinni if path_only => format!("```path={}\n```\n", on_one_line(path)),
            PackFormat::Jinni => format!("```path={}\n{text}\n```\n", on_one_line(path)),
        }
    }

    /// Returns the part of a directory tree; ends with a line end.
    pub(super) fn tree(self, tree: &str) -> String {
        match self.format {
            PackFormat::Markdown | PackFormat::Plain | PackFormat::Jinni => {
                self.given(&PackSection::new("Files", tree))
            }
            PackFormat::Xml => format!("<tree><![CDATA[\n{}]]></tree>\n", cdata(tree)),
            PackFormat::Json => {
                let mut json = String::from("\"tree\":");
                push_json(&mut json, tree);
                json.push_str(",\n");
                json
            }
        }
    }

    /// Returns the part of a text of the caller; ends with a line end.
    pub(super) fn given(self, section: &PackSection) -> String {
        let PackSection { title, text } = section;
        let end = line_end(text);
        match self.format {
            PackFormat::Markdown | PackFormat::Jinni => {
                let fence = fence_for(text);
                format!("# {}\n\n{fence}\n{text}{end}{fence}\n", on_one_line(title))
            }
            PackFormat::Xml => {
                let (title, text) = (xml_attribute(title), cdata(text));
                format!("<section title=\"{title}\"><![CDATA[\n{text}]]></section>\n")
            }
            PackFormat::Json => {
                let mut json = String::from("{\"title\":");
                push_json(&mut json, title);
                json.push_str(",\"text\":");
                push_json(&mut json, text);
                json.push_str("}\n");
                json
            }
            PackFormat::Plain => format!("==== {}\n{text}{end}", on_one_line(title)),
        }
    }
}

/// Returns a fence of backticks that is longer than any in the text, and at least three long.
fn fence_for(text: &str) -> String {
    let (mut longest, mut length) = (0, 0);
    for byte in text.bytes() {
        length = if byte == b'`' { length + 1 } else { 0 };
        longest = longest.max(length);
    }
    "`".repeat(3.max(longest + 1))
}

/// Returns the line end that a text lacks.
fn line_end(text: &str) -> &'static str {
    match text.is_empty() || text.ends_with('\n') {
        true => "",
        false => "\n",
    }
}

/// Returns a text in which each line begins with its number and a tab.
fn numbered(text: &str, first: u64) -> String {
    let mut numbered = String::with_capacity(text.len() + text.len() / 8);
    for (line, number) in text.split_inclusive('\n').zip(first..) {
        let _ = write!(numbered, "{number}\t{line}");
    }
    numbered
}

/// Returns a text without control characters, so that it stays on one line.
fn on_one_line(text: &str) -> Cow<'_, str> {
    match text.chars().any(char::is_control) {
        true => Cow::Owned(text.replace(char::is_control, "\u{FFFD}")),
        false => Cow::Borrowed(text),
    }
}

/// Returns a text for an attribute in double quotes.
fn xml_attribute(text: &str) -> String {
    let text = on_one_line(text);
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}

/// Returns a text for a CDATA section. Characters that XML 1.0 does not allow become U+FFFD.
fn cdata(text: &str) -> String {
    let is_allowed = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..);
    let text = text.replace(|c| !is_allowed(c), "\u{FFFD}");
    text.replace("]]>", "]]]]><![CDATA[>")
}

/// Appends a text as a JSON string.
fn push_json(json: &mut String, text: &str) {
    json.push('"');
    let mut copied = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0..=0x1F => "",
            _ => continue,
        };
        json.push_str(&text[copied..at]);
        copied = at + 1;
        match escape {
            "" => {
                let _ = write!(json, "\\u{byte:04x}");
            }
            escape => json.push_str(escape),
        }
    }
    json.push_str(&text[copied..]);
    json.push('"');
}

#[cfg(test)]
mod tests;
