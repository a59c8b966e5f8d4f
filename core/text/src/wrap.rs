//! Wrapping of text into lines of a given width.

use std::borrow::Cow;

use super::cell_spans::{CellSpan, CellSpans, SpanKind};
use super::graphemes::WidthRules;
use super::line_break::{BreakClass, BreakContext, Separators, is_url};
use super::options::WrapOptions;
use super::seam::{push_apart, push_escape_beside};
use super::state_history::{LinePoint, StateHistory};
use super::terminal_state::TerminalState;

/// Wraps `text` into lines of at most `width` cells.
///
/// Lines break at spaces, tabs and U+200B, and next to wide characters other than Hangul (East
/// Asian scripts use no spaces), but not before closing or after opening punctuation. A word that
/// does not fit starts a new line; a word wider than a line is broken between clusters. A cluster
/// wider than `width` gets its own line. Line breaks in the text (LF, CR LF) are kept. The result
/// always has at least one line. [`WrapOptions`] has options that keep words whole, break lines
/// anywhere, or break after hyphens and slashes.
///
/// Spaces at a break are dropped, as are trailing spaces that do not fit and leading spaces if no
/// text fits after them. With [`WrapOptions::keep_spaces`], nothing is dropped: the joined lines of
/// a paragraph equal the paragraph's text, apart from escape sequences.
///
/// Styles and hyperlinks in force at the end of a line are closed there and reopened before the
/// first visible text of the next line. The sequences are minimal: they close only open attributes,
/// each of them once, in a single sequence, so a style set outside the text stays in force. A
/// hyperlink is reopened with the sequence that first opened it, including its `id`, unless that
/// sequence is longer than 2,400 bytes, because terminals reject longer ones. Style and hyperlink
/// sequences at a break are merged into these sequences; all other sequences are kept, with a CAN
/// character after a sequence that would consume the text after it. The last line ends in the state
/// in which the text ends.
///
/// # Cost
///
/// O(n). Lines that the text contains unchanged are borrowed.
///
/// ```
/// # extern crate ransack_text as ransack;
/// use ransack::{WrapOptions, wrap_text_with_ansi};
///
/// let lines = wrap_text_with_ansi("\x1b[1mhello brave\x1b[22m world", 6, &WrapOptions::default());
/// assert_eq!(lines, ["\x1b[1mhello\x1b[22m", "\x1b[1mbrave\x1b[22m", "world"]);
/// ```
pub fn wrap_text_with_ansi<'a>(
    text: &'a str,
    width: usize,
    options: &WrapOptions,
) -> Vec<Cow<'a, str>> {
    let rules = WidthRules::new(&options.text);
    let start = LinePoint::default();
    let mut wrapper = LineWrapper {
        text,
        width,
        keep_spaces: options.keep_spaces,
        keep_urls: options.keep_urls,
        keep_words: !options.hard && options.word_wrap,
        word_wrap: options.word_wrap,
        separators: Separators::new(options),
        rules: &rules,
        spans: CellSpans::new(text, &rules),
        lines: Vec::new(),
        states: StateHistory::default(),
        line: Some(start),
        gap: 0,
        content: None,
        spaces: None,
        opportunity: None,
        context: BreakContext::Start,
        whole_word: false,
        affixes: String::new(),
    };
    wrapper.run();
    wrapper.lines
}

/// Break opportunity in the current line.
#[derive(Clone, Copy)]
struct BreakOpportunity {
    /// End of the line if it breaks here.
    end: LinePoint,
    /// Start of the next line if the line breaks here.
    next: LinePoint,
    /// Column of `next` if the line does not break here.
    column: usize,
}

/// State of one [`wrap_text_with_ansi`] call.
///
/// `line`, `content` and `spaces` are in ascending order; `opportunity.end` is never
/// after `content`.
struct LineWrapper<'a, 'r> {
    text: &'a str,
    width: usize,
    keep_spaces: bool,
    keep_urls: bool,
    /// Whether no word is broken.
    keep_words: bool,
    /// Whether lines break between words.
    word_wrap: bool,
    separators: Separators,
    rules: &'r WidthRules,
    /// Walk over the text; its column is relative to the current line.
    spans: CellSpans<'r, &'a str>,
    /// Finished lines.
    lines: Vec<Cow<'a, str>>,
    /// Terminal states up to the current span.
    states: StateHistory<'a>,
    /// Start of the current line; `None` before its first span.
    line: Option<LinePoint>,
    /// End of the previous line. Escape sequences after it belong to the current line.
    gap: usize,
    /// End of the line's content, without spaces that may be dropped.
    content: Option<LinePoint>,
    /// End of the spaces after `content`, if any.
    spaces: Option<LinePoint>,
    /// Last break opportunity of the line.
    opportunity: Option<BreakOpportunity>,
    /// Text before the next part of a word.
    context: BreakContext,
    /// Whether the current word must not be broken.
    whole_word: bool,
    /// Buffer for the sequences before and after a line, reused.
    affixes: String,
}

impl<'a> LineWrapper<'a, '_> {
    fn run(&mut self) {
        loop {
            let column = self.spans.column();
            let Some(span) = self.spans.next(usize::MAX) else {
                break;
            };
            match span.kind {
                SpanKind::Escape => {
                    self.states.apply(&self.text[span.start..span.end]);
                }
                SpanKind::Newline => self.end_paragraph(column),
                SpanKind::Tab => self.add_space(span),
                SpanKind::Run => self.add_ascii(span),
                SpanKind::Control => self.add_word(
                    span,
                    BreakClass::default(),
                    BreakContext::Word(BreakClass::default()),
                ),
                SpanKind::Cluster => match BreakContext::cluster(self.text, span.start, span.end) {
                    BreakContext::Space => self.add_space(span),
                    BreakContext::Word(class) => {
                        let (first, last) =
                            (self.separators).cluster(self.text, span.start, class, self.context);
                        self.add_word(span, first, BreakContext::Word(last));
                    }
                    other => self.add_word(span, BreakClass::default(), other),
                },
            }
        }
        self.finish();
    }

    /// Adds a run of printable ASCII: words, or parts of words, with spaces between them.
    fn add_ascii(&mut self, run: CellSpan) {
        let bytes = &self.text.as_bytes()[..run.end];
        let mut column = self.spans.column() - run.width;
        let mut at = run.start;
        while at < run.end {
            let space = bytes[at] == b' ';
            if space {
                let fit = fitting_words_len(&bytes[at..], self.width.saturating_sub(column));
                self.extend_content(at, at + fit);
                at += fit;
                column += fit;
            }
            let rest = &bytes[at..];
            let (n, last) = if space || self.separators.is_empty() {
                let n = (rest.iter().position(|&b| (b == b' ') != space)).unwrap_or(rest.len());
                (n, BreakClass::ascii(rest[n - 1]))
            } else {
                self.separators.part(rest, self.context)
            };
            let span = CellSpan {
                start: at,
                end: at + n,
                width: n,
                kind: SpanKind::Run,
            };
            self.spans.set_column(column + n);
            if space {
                self.add_space(span);
            } else {
                let first = self.separators.first(bytes[at]);
                self.add_word(span, first, BreakContext::Word(last));
            }
            column = self.spans.column();
            at += n;
        }
    }

    /// Adds spaces or a tab.
    fn add_space(&mut self, span: CellSpan) {
        self.whole_word = false;
        self.context = BreakContext::Space;
        if self.keep_spaces {
            self.add_kept_spaces(span);
            return;
        }
        if self.line.is_none() {
            // At the start of a paragraph they are indentation.
            self.line = Some(LinePoint {
                at: span.start,
                state: self.states.current(),
            });
        }
        self.spaces = Some(LinePoint {
            at: span.end,
            state: self.states.current(),
        });
    }

    /// Adds spaces that are kept: those that do not fit start the next line.
    fn add_kept_spaces(&mut self, mut rest: CellSpan) {
        while self.spans.column() > self.width {
            let fit = self.fitting_cells(rest);
            if fit >= rest.width {
                break;
            }
            self.extend_content(rest.start, rest.start + fit);
            rest.start += fit;
            rest.width = match rest.kind {
                SpanKind::Tab => self.rules.tab_cells(0),
                _ => rest.width - fit,
            };
            self.break_before(rest);
        }
        self.extend_content(rest.start, rest.end);
    }

    /// Adds a part of a word: one cluster or a run. `first` describes its first character; `last`
    /// is the context it gives to the next part.
    fn add_word(&mut self, span: CellSpan, first: BreakClass, last: BreakContext) {
        let starts_word = self.context.may_break(first);
        let may_break = starts_word || (!self.whole_word && self.context.separates(first));
        let column = self.spans.column() - span.width;
        if self.keep_urls && (starts_word || matches!(self.context, BreakContext::Start)) {
            self.whole_word = is_url(self.text, span.start, self.rules);
        }
        // A line with only zero-width characters would look empty.
        if let (true, Some(end)) = (may_break && column > 0, self.content) {
            let opportunity = BreakOpportunity {
                end,
                next: LinePoint {
                    at: span.start,
                    state: self.states.current(),
                },
                column,
            };
            self.opportunity = (self.word_wrap || self.whole_word).then_some(opportunity);
        }
        let whole_word = self.whole_word || self.keep_words;
        self.context = last;
        let mut rest = span;
        while self.spans.column() > self.width && (rest.width > 0 || self.spaces.is_some()) {
            if let Some(opportunity) = self.opportunity {
                self.break_at(&opportunity);
                continue;
            }
            let taken = self.spans.column() - rest.width;
            let fit = self.fitting_cells(rest);
            let only_spaces = taken > 0 && self.content.is_none();
            if only_spaces && (fit == 0 || whole_word) {
                // No text fits after the spaces at the start: drop them.
                self.line = Some(LinePoint {
                    at: rest.start,
                    state: self.states.current(),
                });
                self.spaces = None;
                self.spans.set_column(rest.width);
                continue;
            }
            // Characters without a width follow spaces that do not fit.
            if whole_word || (rest.width > 0 && fit >= rest.width) {
                break;
            }
            self.extend_content(rest.start, rest.start + fit);
            rest.start += fit;
            rest.width -= fit;
            self.break_before(rest);
        }
        self.extend_content(rest.start, rest.end);
    }

    /// Returns the number of cells of `span`, which ends at the current column, that fit on this
    /// line. On an empty line, at least one cluster fits.
    fn fitting_cells(&self, span: CellSpan) -> usize {
        let taken = self.spans.column() - span.width;
        let free = self.width.saturating_sub(taken);
        let least = if span.kind == SpanKind::Run {
            1
        } else {
            span.width
        };
        match (span.kind, taken) {
            (SpanKind::Run, 0) => free.max(least),
            (SpanKind::Run, _) => free,
            (_, 0) => least,
            (_, _) => 0,
        }
    }

    /// Extends the content of the line to `end`.
    fn extend_content(&mut self, start: usize, end: usize) {
        if start == end {
            return;
        }
        if self.line.is_none() {
            self.line = Some(LinePoint {
                at: start,
                state: self.states.current(),
            });
        }
        self.content = Some(LinePoint {
            at: end,
            state: self.states.current(),
        });
        self.spaces = None;
    }

    /// Ends the line at a break opportunity.
    fn break_at(&mut self, opportunity: &BreakOpportunity) {
        self.emit(opportunity.end);
        self.states.forget(opportunity.next.state);
        self.line = Some(opportunity.next);
        self.spans
            .set_column(self.spans.column() - opportunity.column);
        self.content = self
            .content
            .filter(|content| content.at > opportunity.next.at);
        self.spaces = None;
        self.opportunity = None;
    }

    /// Ends the line after its content; `rest` starts the next line.
    fn break_before(&mut self, rest: CellSpan) {
        if let Some(content) = self.content.take() {
            self.emit(content);
            let state = self.states.current();
            self.states.forget(state);
            self.line = Some(LinePoint {
                at: rest.start,
                state,
            });
        }
        self.spaces = None;
        self.opportunity = None;
        self.spans.set_column(rest.width);
    }

    /// Returns the end of a paragraph's last line, which includes trailing spaces if they fit.
    fn paragraph_end(&self, column: usize) -> Option<LinePoint> {
        let spaces = self.spaces.filter(|_| column <= self.width);
        spaces.or(self.content).or(self.line)
    }

    /// Ends the paragraph at a line break of the text at `column`.
    fn end_paragraph(&mut self, column: usize) {
        match self.paragraph_end(column) {
            Some(end) => self.emit(end),
            None => self.lines.push(Cow::Borrowed("")),
        }
        let now = self.states.last();
        self.states.forget(now);
        self.line = None;
        self.content = None;
        self.spaces = None;
        self.opportunity = None;
        self.context = BreakContext::Start;
        self.whole_word = false;
    }

    /// Ends the last line in the state that the text leaves.
    fn finish(&mut self) {
        let len = self.text.len();
        let dropped = self.spaces.is_some() && self.spans.column() > self.width;
        let end = LinePoint {
            at: len,
            state: self.states.last(),
        };
        let line = self.line.unwrap_or(end);
        if !dropped {
            self.push_line(line, len, None);
            return;
        }
        let end = self.content.unwrap_or(line);
        self.emit(end);
        let mut others = String::new();
        self.write_other_escapes(end.at, len, &mut others);
        if let (false, Some(last)) = (others.is_empty(), self.lines.last_mut()) {
            last.to_mut().push_str(&others);
        }
    }

    /// Adds the line up to `end` and closes the state in force there.
    fn emit(&mut self, end: LinePoint) {
        self.push_line(self.line.unwrap_or(end), end.at, Some(end.state));
    }

    /// Adds the text from `line` to `end` as a line. The line starts with the sequences that open
    /// the state of `line`, and ends with those that close state number `open`, if given.
    fn push_line(&mut self, line: LinePoint, mut end: usize, open: Option<usize>) {
        let mut affixes = std::mem::take(&mut self.affixes);
        affixes.clear();
        self.write_other_escapes(self.gap, line.at, &mut affixes);
        if end > line.at {
            self.states.get(line.state).write_open(&mut affixes);
        }
        let before = affixes.len();
        if let (Some(open), true) = (open, end > line.at) {
            self.states.get(open).write_close(&mut affixes);
        }
        let (before, mut after) = affixes.split_at(before);
        // The text itself often continues with the sequence that closes the styles.
        if !after.is_empty() && self.text[end..].starts_with(after) {
            end += after.len();
            after = "";
        }
        let body = &self.text[line.at..end];
        self.lines.push(if before.is_empty() && after.is_empty() {
            Cow::Borrowed(body)
        } else {
            let mut line = String::with_capacity(before.len() + body.len() + after.len() + 1);
            line.push_str(before);
            push_apart(&mut line, body, self.rules);
            line.push_str(after);
            Cow::Owned(line)
        });
        self.gap = end;
        self.affixes = affixes;
    }

    /// Appends the escape sequences between two offsets that a [`TerminalState`] does not
    /// represent.
    fn write_other_escapes(&self, start: usize, end: usize, out: &mut String) {
        let between = &self.text[start.min(end)..end];
        if between.bytes().all(|b| b == b' ') {
            return;
        }
        let mut spans = CellSpans::new(between, self.rules);
        let mut last = "";
        while let Some(span) = spans.next(usize::MAX) {
            let sequence = &between[span.start..span.end];
            if span.kind == SpanKind::Escape && !TerminalState::default().apply(sequence) {
                push_escape_beside(out, sequence, last);
                last = sequence;
            }
        }
    }
}

/// Returns the length of the longest prefix of `ascii` (which starts with a space) whose words all
/// fit in `room` cells and are followed by another word there: the line cannot end inside this
/// prefix.
fn fitting_words_len(ascii: &[u8], room: usize) -> usize {
    let is_space = |&b: &u8| b == b' ';
    let window = &ascii[..room.min(ascii.len())];
    let last_space = window.iter().rposition(is_space).unwrap_or(0);
    let words = &window[..last_space];
    words
        .iter()
        .rposition(|b| !is_space(b))
        .map_or(0, |last| last + 1)
}
