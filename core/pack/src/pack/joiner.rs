//! Joins the parts of a pack into its text, one part after the other.

use super::options::PackFormat;

/// Parts of a pack other than its files.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// Part of the directory tree, before the files.
    pub(super) tree: Option<String>,
    /// Parts of the texts of the caller, after the files.
    pub(super) given: Vec<String>,
}

/// State of a text to which parts are added.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joiner {
    format: PackFormat,
    /// Whether nothing precedes the next part.
    is_first: bool,
}

impl Joiner {
    /// Begins a text.
    pub(super) fn begin(format: PackFormat, tree: Option<&str>, text: &mut String) -> Joiner {
        let mut joiner = Joiner {
            format,
            is_first: true,
        };
        match format {
            PackFormat::Markdown | PackFormat::Plain | PackFormat::Jinni => {
                joiner.push_all(tree, text);
            }
            PackFormat::Xml => {
                text.push_str("<pack>\n");
                text.extend(tree);
            }
            PackFormat::Json => {
                text.push('{');
                text.extend(tree);
                text.push_str("\"files\":[\n");
            }
        }
        joiner
    }

    /// Adds a part that ends with a line end.
    pub(super) fn push(&mut self, part: &str, text: &mut String) {
        let is_first = std::mem::take(&mut self.is_first);
        match self.format {
            PackFormat::Xml => text.push_str(part),
            PackFormat::Markdown | PackFormat::Plain | PackFormat::Jinni => {
                if !is_first {
                    text.push('\n');
                }
                text.push_str(part);
            }
            PackFormat::Json => {
                if !is_first {
                    text.push_str(",\n");
                }
                text.push_str(part.strip_suffix('\n').unwrap_or(part));
            }
        }
    }

    fn push_all<'a>(&mut self, parts: impl IntoIterator<Item = &'a str>, text: &mut String) {
        for part in parts {
            self.push(part, text);
        }
    }

    /// Adds the texts of the caller and ends the text.
    pub(super) fn finish(mut self, given: &[String], text: &mut String) {
        let given = given.iter().map(String::as_str);
        match self.format {
            PackFormat::Markdown | PackFormat::Plain | PackFormat::Jinni => {
                self.push_all(given, text);
            }
            PackFormat::Xml => {
                text.extend(given);
                text.push_str("</pack>\n");
            }
            PackFormat::Json => {
                if !self.is_first {
                    text.push('\n');
                }
                text.push_str("],\"sections\":[\n");
                self.is_first = true;
                self.push_all(given, text);
                if !self.is_first {
                    text.push('\n');
                }
                text.push_str("]}\n");
            }
        }
    }
}

/// Returns the text of all parts.
pub(super) fn join(
    format: PackFormat,
    tree: Option<&str>,
    files: &[&str],
    given: &[String],
) -> String {
    let mut text = String::new();
    let mut joiner = Joiner::begin(format, tree, &mut text);
    joiner.push_all(files.iter().copied(), &mut text);
    joiner.finish(given, &mut text);
    text
}

#[cfg(test)]
mod tests;
