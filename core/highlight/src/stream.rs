//! Incremental highlighting of text that arrives in chunks.
//!
//! Invariants: after `finish`, the output is the same as for one call over the whole text; an
//! aborted `push` appends nothing, and the next call continues after the previous text. The output
//! before `changed` reflects the current classes.

use std::ops::Range;
use std::time::{Duration, Instant};

use ransack_base::internal::line_at;
use ransack_base::offsets::utf16_len;
use ransack_base::{Aborted, CancelToken, Pool, Result, StoppedBy};

use crate::call::{HighlightText, build_report, classify, select_engine};
use crate::class::PLAIN;
use crate::class_map::{COPY_BYTES, ClassMap, INLINE_BYTES, fill_plain};
use crate::highlighted::count_utf16;
use crate::language::{Engine, HighlightLanguage};
use crate::lines::LineHighlighter;
use crate::options::{HighlightOptions, HighlightReport};
use crate::render::{Output, Palette, render, rendered_len};
use crate::stream_update::{HighlightUpdate, StreamPosition, first_difference, last_character};
use crate::textmate::LineState;
use crate::tree::{self, WHOLE};

/// Incremental highlighter for text that arrives in chunks, such as output from a language model.
///
/// After [`finish`](HighlightStream::finish), the output is byte for byte equal to the output of
/// [`highlight`](super::highlight) for the whole text. Until then, the output depends on the
/// engine:
///
/// - [`Engine::Syntect`]: after every push, the output is the same as for one call with all text
///   pushed so far. Complete lines never change later. Exception: PHP, whose tags may come at any
///   point, is plain until the end.
/// - [`Engine::TreeSitter`]: any text may affect the classes of earlier text, so nothing is final
///   before the end. New text starts out plain and is highlighted periodically, together with the
///   text around it. This uses at most an eighth of the time since the stream was created.
///
/// # Cost
///
/// Takes time linear in the length of the text for any number of pushes, except that with
/// [`Engine::Syntect`] each push parses the last line again, up to
/// [`max_line`](HighlightOptions::max_line) bytes. Uses two bytes of memory per byte of text: one
/// for the text and one for its class.
///
/// ```
/// # mod ransack { pub use ransack_base::*; pub use ransack_highlight as highlight; }
/// use ransack::CancelToken;
/// use ransack::highlight::{HighlightOptions, HighlightStream, Output, highlight};
///
/// let options = HighlightOptions::new("rust");
/// let token = CancelToken::new();
/// let mut stream = HighlightStream::new(&options, Output::Html);
/// let mut shown = Vec::new();
/// for chunk in ["fn ma", "in() {\n", "}"] {
///     stream.push(chunk.as_bytes(), &token)?.apply(&mut shown);
/// }
/// stream.finish(&token)?.apply(&mut shown);
/// let whole = highlight(b"fn main() {\n}", &options, &token)?;
/// assert_eq!(shown, whole.render(&Output::Html, &token)?);
/// # Ok::<(), ransack::Error>(())
/// ```
pub struct HighlightStream {
    options: HighlightOptions,
    output: Output,
    lines: LineHighlighter,
    text: Vec<u8>,
    /// Class id of each byte of the text.
    classes: Vec<u8>,
    mode: StreamMode,
    /// Starts of the lines.
    line_starts: Vec<StreamPosition>,
    /// End of the output.
    rendered: StreamPosition,
    /// End of the output without a possibly incomplete last character.
    complete: StreamPosition,
    /// Byte offset in the text from which the output may be outdated.
    changed: usize,
    is_finished: bool,
    /// Reason why the last call ended early.
    stopped_by: Option<StoppedBy>,
    created: Instant,
}

#[derive(Clone)]
enum StreamMode {
    /// Parser state after the complete lines, which end at `done`.
    Lines { state: LineState, done: usize },
    /// Text before `settled`, which may be within a line, keeps its classes until the end. `spent`
    /// is the total time of all previews.
    Tree { settled: usize, spent: Duration },
    /// Text is classified at the end, if at all.
    Plain,
}

/// Time that previews may take in addition to their share.
const PREVIEW_GRANT: Duration = Duration::from_millis(2);

/// Divisor: previews may take this fraction of the time since the stream was created.
const PREVIEW_SHARE: u32 = 8;

/// Timeout of one preview, since a parser may take minutes on deeply nested text.
const PREVIEW_TIMEOUT: Duration = Duration::from_millis(250);

impl HighlightStream {
    /// Creates a highlighter for text in one language. Ignores `options.on_timeout` and
    /// `options.lines`.
    pub fn new(options: &HighlightOptions, output: Output) -> HighlightStream {
        let (language, choice) = select_engine(options);
        // Looking up a syntax unpacks the whole set.
        let uses_lines = choice.engine == Engine::Syntect;
        // A syntax that depends on the whole text is not known before the end.
        let syntax = language
            .filter(|language| uses_lines && !language.can_lack_tags())
            .and_then(HighlightLanguage::syntax);
        // Additional escape sequences would break the styles of the text.
        let output = match output {
            Output::Ansi(_) if language.is_some_and(HighlightLanguage::is_ansi) => {
                Output::Ansi(Palette::default())
            }
            output => output,
        };
        let mode = match (choice.engine, syntax) {
            (Engine::TreeSitter, _) => StreamMode::Tree {
                settled: 0,
                spent: Duration::ZERO,
            },
            (Engine::Syntect, Some(syntax)) => StreamMode::Lines {
                state: LineState::new(syntax),
                done: 0,
            },
            _ => StreamMode::Plain,
        };
        HighlightStream {
            options: options.clone(),
            output,
            lines: LineHighlighter::new(options.max_line),
            text: Vec::new(),
            classes: Vec::new(),
            mode,
            line_starts: vec![StreamPosition::default()],
            rendered: StreamPosition::default(),
            complete: StreamPosition::default(),
            changed: 0,
            is_finished: false,
            stopped_by: None,
            created: Instant::now(),
        }
    }

    /// Appends a chunk of text. A chunk may end anywhere, even inside a character.
    ///
    /// # Errors
    ///
    /// `Aborted` or `Timeout` if the token fires. In that case, nothing is appended and the output
    /// does not change; push the chunk again, whole or in smaller parts. The token is not checked
    /// while runs of lines that total at most 256 bytes are parsed.
    pub fn push(&mut self, chunk: &[u8], token: &CancelToken) -> Result<HighlightUpdate> {
        let (len, mode) = (self.text.len(), self.mode.clone());
        let is_last_line_partial = match self.mode {
            StreamMode::Lines { done, .. } => self.lines.partial_lines.last() == Some(&done),
            _ => false,
        };
        let update = self.append(chunk, token);
        if update.is_err() {
            self.text.truncate(len);
            self.classes.truncate(len);
            match (&mut self.mode, mode) {
                // Counts the time taken by previews nevertheless.
                (StreamMode::Tree { settled, .. }, StreamMode::Tree { settled: at, .. }) => {
                    *settled = at;
                }
                (now, before) => *now = before,
            }
            if let StreamMode::Lines { done, .. } = self.mode {
                self.lines.forget_partial_lines_from(done);
                self.lines
                    .partial_lines
                    .extend(is_last_line_partial.then_some(done));
            }
        }
        update
    }

    fn append(&mut self, chunk: &[u8], token: &CancelToken) -> Result<HighlightUpdate> {
        let has_line_end = memchr::memchr(b'\n', chunk).is_some();
        let unchanged = match self.is_last_line_stable() {
            true => self.complete.text,
            false => self.line_starts.last().map_or(0, |line| line.text),
        };
        self.changed = self.changed.min(unchanged);
        self.text.reserve(chunk.len());
        for part in chunk.chunks(COPY_BYTES) {
            token.heartbeat()?;
            self.text.extend_from_slice(part);
        }
        self.is_finished = false;
        self.classify_lines(token)?;
        if has_line_end {
            self.preview(token)?;
        }
        self.update(token)
    }

    /// Makes the output the same as for one call with all text pushed so far. More text may follow.
    ///
    /// # Errors
    ///
    /// `Aborted` or `Timeout` if the token fires; in that case, the output does not change.
    pub fn finish(&mut self, token: &CancelToken) -> Result<HighlightUpdate> {
        self.classify_lines(token)?;
        if !self.is_finished && !matches!(self.mode, StreamMode::Lines { .. }) {
            let (language, choice) = select_engine(&self.options);
            let (map, result) = classify(
                HighlightText::whole(&self.text),
                language,
                choice,
                &self.options,
                token,
            );
            self.stopped_by = self.replace_classes(map, result)?;
        }
        let update = self.update(token)?;
        self.is_finished = true;
        Ok(update)
    }

    /// Returns all text pushed so far.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns the report for the text pushed so far. The report is incomplete before
    /// [`finish`](HighlightStream::finish).
    pub fn report(&self) -> HighlightReport {
        let (language, choice) = select_engine(&self.options);
        let partial_lines = &self.lines.partial_lines;
        let mut report = build_report(&self.text, language, choice, partial_lines, self.stopped_by);
        report.complete &= self.is_finished;
        report
    }

    /// Replaces the classes of the whole text, and marks the output outdated from
    /// the first line that differs.
    fn replace_classes(
        &mut self,
        mut map: ClassMap,
        result: Result<Option<StoppedBy>>,
    ) -> Result<Option<StoppedBy>> {
        let stopped_by = match result {
            Ok(stopped_by) => stopped_by,
            Err(error) => {
                Pool::shared().drop_later(map.classes);
                return Err(error);
            }
        };
        map.complete(self.text.len());
        let ClassMap {
            classes,
            partial_lines,
        } = map;
        self.lines.partial_lines = partial_lines;
        if let Some(at) = first_difference(&classes, &self.classes) {
            let line = self.line_starts.partition_point(|line| line.text <= at) - 1;
            self.changed = self.changed.min(self.line_starts[line].text);
        }
        self.classes = classes;
        Ok(stopped_by)
    }

    /// Returns the end of the output without a possibly incomplete last character, or the end of
    /// the output if that character has a class.
    fn before_last_character(&self) -> StreamPosition {
        let tail = last_character(&self.text);
        let StreamPosition {
            text,
            output,
            output_utf16,
        } = self.rendered;
        if self.classes[text - tail.len()..]
            .iter()
            .any(|class_id| *class_id != PLAIN)
        {
            return self.rendered;
        }
        StreamPosition {
            text: text - tail.len(),
            output: output - tail.len(),
            output_utf16: output_utf16 - utf16_len(tail),
        }
    }

    /// Returns whether the output of the last line, except for a possibly incomplete character, is
    /// independent of the text that follows. Without this check, a line that arrives in many chunks
    /// would take quadratic time.
    fn is_last_line_stable(&self) -> bool {
        let is_final = !matches!(self.mode, StreamMode::Lines { .. }) || self.is_cut();
        let from = self.complete.text.saturating_sub(1);
        let end = self.classes.get(from..self.text.len()).unwrap_or(&[!PLAIN]);
        // CR LF ends a line; CR alone does not.
        let ends_plain =
            end.iter().all(|class_id| *class_id == PLAIN) && !self.text.ends_with(b"\r");
        is_final && ends_plain
    }

    /// Returns whether the last line exceeds the limit, so that no more of it will be classified.
    fn is_cut(&self) -> bool {
        let StreamMode::Lines { done, .. } = self.mode else {
            return false;
        };
        let len = self.classes.len().saturating_sub(done);
        len > self.options.max_line && self.lines.partial_lines.last() == Some(&done)
    }

    /// Extends the classes to the whole text. In line mode, classifies the newly complete lines and
    /// the available part of the next one.
    fn classify_lines(&mut self, token: &CancelToken) -> Result<()> {
        token.heartbeat()?;
        self.stopped_by = None;
        let was_cut = self.is_cut();
        fill_plain(&mut self.classes, self.text.len(), token)?;
        let StreamMode::Lines { state, done } = &mut self.mode else {
            return Ok(());
        };
        let end = self.text.len();
        let complete =
            memchr::memrchr(b'\n', &self.text[*done..]).map_or(*done, |at| *done + at + 1);
        if was_cut && complete == *done {
            return Ok(());
        }
        self.lines.forget_partial_lines_from(*done);
        let mut rest = *done..complete;
        let (lines, classes) = (&mut self.lines, &mut self.classes);
        let limited = self.options.limit(end - *done, token);
        let mut classify_range = |state: &mut _, range: &mut Range<usize>| {
            if range.len() <= INLINE_BYTES {
                lines.classify_inline(state, &self.text, range, classes, &limited)
            } else {
                lines.classify_detached(state, &self.text, range, classes, &limited)
            }
        };
        let mut result = classify_range(state, &mut rest);
        *done = rest.start;
        if result.is_ok() {
            result = classify_range(&mut state.clone(), &mut (complete..end));
        }
        match result {
            // The next call continues where this one ran out of time.
            Err(_) if token.reason().is_none() => self.stopped_by = Some(StoppedBy::Timeout),
            result => result?,
        }
        Ok(())
    }

    /// Classifies the text after the settled part separately, if the time for previews allows.
    fn preview(&mut self, token: &CancelToken) -> Result<()> {
        let StreamMode::Tree { settled, spent } = &mut self.mode else {
            return Ok(());
        };
        if *spent > PREVIEW_GRANT + self.created.elapsed() / PREVIEW_SHARE {
            return Ok(());
        }
        let Some(language) = HighlightLanguage::named(&self.options.language) else {
            return Ok(());
        };
        let begun = Instant::now();
        let tail: Range<usize> = *settled..self.text.len();
        self.changed = self.changed.min(tail.start);
        let max_line = self.options.max_line;
        let limited = token.child_with_timeout(PREVIEW_TIMEOUT);
        let text = &self.text[tail.clone()];
        let (mut map, last_start) = tree::classify(language, text, WHOLE, None, max_line, &limited);
        let copied = token.heartbeat().and_then(|()| {
            map.complete(tail.len());
            copy_classes(&map.classes, &mut self.classes[tail], token)
        });
        *spent += begun.elapsed();
        if let Err(aborted) = copied {
            Pool::shared().drop_later(map.classes);
            return Err(aborted.into());
        }
        *settled += last_start.unwrap_or(0);
        Ok(())
    }

    /// Renders the changes since the last update.
    fn update(&mut self, token: &CancelToken) -> Result<HighlightUpdate> {
        let mut append = Vec::new();
        let mut line_starts = Vec::new();
        match self.render_changed(token, &mut append, &mut line_starts) {
            Ok((keep, rendered)) => {
                self.line_starts.append(&mut line_starts);
                self.rendered = rendered;
                self.complete = self.before_last_character();
                self.changed = self.text.len();
                Ok(HighlightUpdate {
                    keep: keep.output,
                    keep_utf16: keep.output_utf16,
                    append,
                })
            }
            Err(aborted) => {
                Pool::shared().drop_later(append);
                Err(aborted.into())
            }
        }
    }

    /// Renders the lines starting with the first changed one, and truncates `self.line_starts` to
    /// the lines before it. Returns the start of the change and the new end of the output.
    fn render_changed(
        &mut self,
        token: &CancelToken,
        append: &mut Vec<u8>,
        line_starts: &mut Vec<StreamPosition>,
    ) -> Result<(StreamPosition, StreamPosition), Aborted> {
        if self.changed == self.text.len() {
            return Ok((self.rendered, self.rendered));
        }
        let check = || token.heartbeat();
        let kept = self
            .line_starts
            .partition_point(|line| line.text <= self.changed);
        self.line_starts.truncate(kept);
        let keep = match self.line_starts.last() {
            Some(line) if self.changed < self.complete.text => *line,
            _ => self.complete,
        };
        let (text, classes) = (&self.text[keep.text..], &self.classes[keep.text..]);
        append.reserve_exact(rendered_len(text, classes, &self.output, &check)?);
        let mut position = keep;
        while position.text < self.text.len() {
            let next = line_at(&self.text, position.text, self.text.len()).next;
            let line = position.text..next;
            let start = append.len();
            let (text, classes) = (&self.text[line.clone()], &self.classes[line]);
            render(text, classes, &self.output, append, &check)?;
            let rendered = &append[start..];
            position = StreamPosition {
                text: next,
                output: position.output + rendered.len(),
                output_utf16: position.output_utf16 + count_utf16(rendered, &check)?,
            };
            if text.ends_with(b"\n") {
                line_starts.push(position);
            }
        }
        Ok((keep, position))
    }
}

/// Copies the classes of the text, until the token fires.
fn copy_classes(from: &[u8], to: &mut [u8], token: &CancelToken) -> Result<(), Aborted> {
    for (from, to) in from.chunks(COPY_BYTES).zip(to.chunks_mut(COPY_BYTES)) {
        token.heartbeat()?;
        to.copy_from_slice(from);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
