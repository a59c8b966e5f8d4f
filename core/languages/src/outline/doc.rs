//! Extracts the text of documentation comments and documentation strings, without their markers.

use std::borrow::Cow;

use super::table::DocStyle;

/// Returns the text of a documentation comment; `None` if `comment` is not documentation in this
/// style.
pub fn comment_text(comment: &[u8], style: &DocStyle) -> Option<String> {
    let comment = String::from_utf8_lossy(comment);
    let comment = comment.trim();
    for (open, close) in style.blocks {
        // `/**/` and `/***` are not documentation.
        let inner = comment.strip_prefix(open);
        let inner = inner.and_then(|inner| inner.strip_suffix(close));
        let is_rule = |inner: &str| open.ends_with('*') && inner.starts_with('*');
        if let Some(inner) = inner.filter(|inner| !is_rule(inner)) {
            return Some(without_margin(inner));
        }
    }
    let marker = style.lines.iter().find(|m| comment.starts_with(**m))?;
    let line = |line: &str| {
        let line = line.trim_start();
        // The documentation mark, such as Haskell's `|`, is only on the first line.
        let short = marker.split(' ').next().unwrap_or(marker);
        let text = line
            .strip_prefix(marker)
            .or_else(|| line.strip_prefix(short));
        let text = text.unwrap_or(line);
        text.strip_prefix(' ').unwrap_or(text).trim_end().to_owned()
    };
    let text = comment.lines().map(line).collect::<Vec<_>>().join("\n");
    // A line that repeats only marker characters is a ruler.
    let is_rule = !text.is_empty() && text.chars().all(|c| marker.contains(c));
    (!is_rule).then_some(text)
}

/// Returns the text of a documentation string, such as a Python docstring.
pub fn string_text(string: &[u8]) -> String {
    let string = String::from_utf8_lossy(string);
    let start = string.find(['"', '\'', '`']).unwrap_or(0);
    let string = &string[start..];
    let quotes = ["\"\"\"", "'''", "\"", "'", "`"];
    let quote = quotes.iter().find(|quote| string.starts_with(**quote));
    let inner = quote.map_or(string, |quote| {
        let inner = &string[quote.len()..];
        inner.strip_suffix(quote).unwrap_or(inner)
    });
    dedent(inner)
}

/// Removes the `*` at the start of each line of a block comment, and the common indentation.
fn without_margin(inner: &str) -> String {
    let has_stars = inner.lines().skip(1).all(|line| {
        let line = line.trim_start();
        line.is_empty() || line.starts_with('*')
    });
    if !has_stars {
        return dedent(inner);
    }
    let line = |line: &str| {
        let line = line.trim();
        let text = line.strip_prefix('*').unwrap_or(line);
        text.strip_prefix(' ').unwrap_or(text).to_owned()
    };
    let text: Vec<_> = inner.lines().map(line).collect();
    trim_blank_lines(&text.join("\n")).to_owned()
}

/// Removes the indentation common to all lines but the first, and blank lines at both ends.
fn dedent(text: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let lines = text.lines().skip(1);
    let common = lines
        .filter(|line| !line.trim().is_empty())
        .map(indent)
        .min();
    let mut result = String::new();
    for (number, line) in text.lines().enumerate() {
        let line: Cow<'_, str> = match number {
            0 => line.trim().into(),
            _ => line
                .get(common.unwrap_or(0)..)
                .unwrap_or("")
                .trim_end()
                .into(),
        };
        if number > 0 {
            result.push('\n');
        }
        result.push_str(&line);
    }
    trim_blank_lines(&result).to_owned()
}

fn trim_blank_lines(text: &str) -> &str {
    text.trim_matches(|c: char| c == '\n' || c == '\r')
        .trim_end()
}

#[cfg(test)]
mod tests;
