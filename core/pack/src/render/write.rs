//! The text within its budget.

use ransack_base::internal::ErrorParts;
use ransack_base::{CancelToken, Error, Result};
use ransack_tokens::{TokenCounter, TokenOptions, Tokenizer};

use super::item::{ItemForm, RenderedKind};
use super::report::Summary;
use super::style::RenderStyle;
use super::{RenderOptions, Rendering};

/// Number of items between two checks of the token.
const CHECK_INTERVAL: usize = 1024;

/// Text that grows item by item, and its number of tokens.
struct RenderedText {
    text: String,
    /// Length of the text before each part.
    ends: Vec<usize>,
    /// Counter of the text; `None` without a budget.
    counter: Option<TokenCounter>,
}

impl RenderedText {
    /// Appends a part. Returns false, and appends nothing, if the text would exceed `max` tokens.
    fn push(&mut self, part: &str, max: Option<usize>, token: &CancelToken) -> Result<bool> {
        if let (Some(counter), Some(max)) = (&mut self.counter, max)
            && counter.push(part, token)? > max
        {
            counter.pop();
            return Ok(false);
        }
        self.ends.push(self.text.len());
        self.text.push_str(part);
        Ok(true)
    }

    /// Removes the last part.
    fn pop(&mut self) {
        if let Some(end) = self.ends.pop() {
            self.text.truncate(end);
            if let Some(counter) = &mut self.counter {
                counter.pop();
            }
        }
    }

    fn tokens(&self) -> Option<usize> {
        self.counter.as_ref().map(TokenCounter::total)
    }
}

/// Writes as many items as fit, and the last lines.
pub(super) fn write(
    form: &ItemForm,
    report: Option<&Summary>,
    options: &RenderOptions,
    token: &CancelToken,
) -> Result<Rendering> {
    token.heartbeat()?;
    let counter = || TokenCounter::new(Tokenizer::get(options.encoding), TokenOptions::default());
    let mut text = RenderedText {
        text: String::new(),
        ends: Vec::new(),
        counter: options.max_tokens.map(|_| counter()),
    };
    write_items(form, options, &mut text, token)?;
    let footer = Footer {
        form,
        report,
        options,
    };
    loop {
        let shown = text.ends.len() as u64;
        if text.push(&footer.text(shown), options.max_tokens, token)? {
            return Ok(Rendering {
                shown,
                total: footer.total(),
                next_offset: footer.next_offset(shown),
                tokens: text.tokens(),
                text: text.text,
            });
        }
        if text.ends.is_empty() {
            let max = options.max_tokens.unwrap_or_default();
            return Err(Error::option(format!(
                "the last line of the text exceeds {max} tokens"
            )));
        }
        text.pop();
    }
}

/// Writes items up to the first that does not fit.
fn write_items(
    form: &ItemForm,
    options: &RenderOptions,
    text: &mut RenderedText,
    token: &CancelToken,
) -> Result<()> {
    for (number, group) in form.groups.iter().enumerate() {
        for (at, item) in group.items.iter().enumerate() {
            if at % CHECK_INTERVAL == 0 {
                token.heartbeat()?;
            }
            let gap = if number > 0 && group.is_separated() {
                "\n"
            } else {
                ""
            };
            let fits = match at {
                0 => text.push(
                    &[gap, &group.heading, item].concat(),
                    options.max_tokens,
                    token,
                )?,
                _ => text.push(item, options.max_tokens, token)?,
            };
            if !fits {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Last lines of the text.
struct Footer<'a> {
    form: &'a ItemForm,
    report: Option<&'a Summary>,
    options: &'a RenderOptions,
}

impl Footer<'_> {
    /// Returns the number of items that exist.
    fn total(&self) -> u64 {
        let counted = self.form.count;
        let Some(report) = self.report else {
            return counted;
        };
        let reported = match self.form.kind {
            Some(RenderedKind::Match | RenderedKind::Path) => report.total_matches,
            Some(RenderedKind::File) => report.files_with_matches,
            _ => 0,
        };
        match counted {
            0 => report.total_matches,
            _ => reported.max(counted),
        }
    }

    /// Whether the total is known exactly.
    fn is_exact(&self) -> bool {
        let has_offset = self.form.kind.is_none_or(RenderedKind::has_offset);
        !has_offset || self.report.is_none_or(|report| report.total_is_exact)
    }

    fn next_offset(&self, shown: u64) -> Option<u64> {
        if shown == self.form.count {
            return self.report.and_then(|report| report.next_offset);
        }
        let has_offset = self.form.kind.is_some_and(RenderedKind::has_offset);
        has_offset.then(|| self.options.offset.saturating_add(shown))
    }

    /// Returns the lines after `shown` items.
    fn text(&self, shown: u64) -> String {
        let mut text = String::new();
        let incomplete = self.report.and_then(|report| report.incomplete.as_deref());
        let count = self.count(shown);
        let hints = self.report.filter(|_| self.form.count == 0);
        let hints = hints.iter().flat_map(|report| &report.hints);
        if shown > 0 {
            text.push('\n');
        }
        for line in incomplete.into_iter().chain([count.as_str()]) {
            self.options.styled(&mut text, RenderStyle::Note, line);
            text.push('\n');
        }
        for hint in hints {
            let hint = self.options.line(hint.as_bytes());
            self.options
                .styled(&mut text, RenderStyle::Note, &format!("hint: {hint}"));
            text.push('\n');
        }
        text
    }

    /// Returns the line with the numbers of shown and existing items.
    fn count(&self, shown: u64) -> String {
        let total = self.total();
        let noun = RenderedKind::noun(self.form.kind, total);
        let more = if self.is_exact() { "" } else { "at least " };
        if self.form.count == 0 {
            return match self.report {
                Some(report) if total > 0 => format!(
                    "{more}{total} {noun} in {} of {} files",
                    report.files_with_matches, report.files_searched
                ),
                _ => "no results".to_owned(),
            };
        }
        let mut line = format!("shown {shown} of {more}{total} {noun}");
        if self.options.offset > 0 {
            line.push_str(&format!(", from offset {}", self.options.offset));
        }
        let cursor = self.options.cursor.as_deref();
        match (
            cursor.filter(|_| shown == self.form.count),
            self.next_offset(shown),
        ) {
            (Some(cursor), _) => line.push_str(&format!("; next cursor {cursor}")),
            (None, Some(offset)) => line.push_str(&format!("; next offset {offset}")),
            (None, None) => {}
        }
        line
    }
}
