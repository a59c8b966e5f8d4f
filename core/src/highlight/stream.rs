//! Text that grows.

use std::ops::Range;
use std::time::{Duration, Instant};

use super::class::PLAIN;
use super::language::{Engine, Language};
use super::marked::Marked;
use super::options::{HighlightOptions, HighlightReport};
use super::render::{CHECK_INTERVAL, Output, Palette, render, rendered_len};
use super::syntaxes::LineState;
use super::work::Work;
use super::{mark, plan, report};
use crate::cancel::{Aborted, CancelToken};
use crate::error::Result;
use crate::exec::Pool;
use crate::offsets::{char_blocks, line_at, utf16_len};

/// Highlights text while it arrives, as from a model that writes code.
///
/// After [`finish`](HighlightStream::finish) the output is, byte for byte, that
/// of [`highlight`](super::highlight) over all of the text. Until then it
/// depends on the engine:
///
/// - [`Engine::Syntect`]: after every push the output is that of the text so
///   far. Lines that are complete are never taken back.
/// - [`Engine::TreeSitter`]: any text may have a bearing on what is before it,
///   so nothing is certain before the end. What is new is coloured by what is
///   around it, from time to time, so that this costs an eighth of the time
///   that passes; the rest is plain until then.
///
/// # Cost
///
/// Linear in the text for any number of pushes, but that with
/// [`Engine::Syntect`] each reads the last line again, up to
/// [`max_line`](HighlightOptions::max_line). The text is kept, with as much again
/// for its classes.
///
/// ```
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
    work: Work,
    text: Vec<u8>,
    marks: Vec<u8>,
    mode: Mode,
    /// Where the lines begin.
    lines: Vec<Place>,
    /// How far the output goes.
    shown: Place,
    /// The same without a character that may not be complete.
    complete: Place,
    /// What is from this byte of the text on may not be in the output as it is now.
    changed: usize,
    is_finished: bool,
    begun: Instant,
}

/// How the output changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Update {
    /// So many bytes of the output so far hold; the rest is taken back.
    pub keep: usize,
    /// The same in UTF-16 code units of the output as
    /// [`String::from_utf8_lossy`] reads it.
    pub keep_utf16: usize,
    /// What comes after them.
    pub append: Vec<u8>,
}

impl Update {
    /// Carries it out.
    pub fn apply(&self, output: &mut Vec<u8>) {
        output.truncate(self.keep);
        output.extend_from_slice(&self.append);
    }
}

/// A place in the text and in the output, there also in UTF-16 code units.
#[derive(Clone, Copy, Default)]
struct Place {
    text: usize,
    byte: usize,
    unit: usize,
}

enum Mode {
    /// The state after the complete lines; they end at `done`.
    Lines { state: LineState, done: usize },
    /// What is before `settled`, which may be within a line, is left as it is
    /// until the end.
    Tree { settled: usize, spent: Duration },
    /// Everything is marked at the end, if at all.
    Plain,
}

/// What the colours before the end may cost at once, and of the time since the
/// stream began the share that they may cost altogether.
const GRANT: Duration = Duration::from_millis(2);
const SHARE: u32 = 8;

/// When they are given up: text that nests deeply takes a parser minutes.
const LONGEST: Duration = Duration::from_millis(250);

/// So many bytes of lines are read at once: to hand them to another thread would
/// take longer than they do.
const SHORT: usize = 256;

/// So many bytes are marked as plain between two looks at the token.
const MARKS_AT_ONCE: usize = 1 << 18;

impl HighlightStream {
    /// A stream of text in one language. `options.on_timeout` does not count.
    pub fn new(options: &HighlightOptions, output: Output) -> HighlightStream {
        let (language, choice) = plan(options);
        // To look for one loads them all.
        let uses_lines = choice.engine == Engine::Syntect;
        let syntax = language.filter(|_| uses_lines).and_then(Language::syntax);
        // Colours of its own would break those that are there.
        let output = match output {
            Output::Ansi(_) if language.is_some_and(Language::is_ansi) => {
                Output::Ansi(Palette::default())
            }
            output => output,
        };
        let mode = match (choice.engine, syntax) {
            (Engine::TreeSitter, _) => Mode::Tree {
                settled: 0,
                spent: Duration::ZERO,
            },
            (Engine::Syntect, Some(syntax)) => Mode::Lines {
                state: LineState::new(syntax),
                done: 0,
            },
            _ => Mode::Plain,
        };
        HighlightStream {
            options: options.clone(),
            output,
            work: Work::new(options.max_line),
            text: Vec::new(),
            marks: Vec::new(),
            mode,
            lines: vec![Place::default()],
            shown: Place::default(),
            complete: Place::default(),
            changed: 0,
            is_finished: false,
            begun: Instant::now(),
        }
    }

    /// Adds text; a chunk may end anywhere, in the middle of a character too.
    ///
    /// # Errors
    ///
    /// That the token has fired. The text is taken in all the same; the next
    /// call goes on with it. What is not seen while lines of up to 256 bytes
    /// together are read.
    pub fn push(&mut self, chunk: &[u8], token: &CancelToken) -> Result<Update> {
        let has_line_end = memchr::memchr(b'\n', chunk).is_some();
        let holds = match self.last_line_holds() {
            true => self.complete.text,
            false => self.lines.last().map_or(0, |line| line.text),
        };
        self.changed = self.changed.min(holds);
        self.text.extend_from_slice(chunk);
        self.is_finished = false;
        self.read(token)?;
        if has_line_end {
            self.refresh(token)?;
        }
        self.update(token)
    }

    /// Makes the output that of one call over the text so far. More text may
    /// follow.
    ///
    /// # Errors
    ///
    /// That the token has fired; the output is as it was.
    pub fn finish(&mut self, token: &CancelToken) -> Result<Update> {
        self.read(token)?;
        if !self.is_finished && !matches!(self.mode, Mode::Lines { .. }) {
            let (language, choice) = plan(&self.options);
            let max_line = self.options.max_line;
            let (Marked { marks, cut }, ended) =
                mark(&self.text, language, choice, max_line, token);
            if let Err(error) = ended {
                Pool::shared().drop_later(marks);
                return Err(error);
            }
            self.work.cut = cut;
            if let Some(at) = first_difference(&marks, &self.marks) {
                let line = self.lines.partition_point(|line| line.text <= at) - 1;
                self.changed = self.changed.min(self.lines[line].text);
            }
            self.marks = marks;
        }
        let update = self.update(token)?;
        self.is_finished = true;
        Ok(update)
    }

    /// The text so far.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// How far the colours can be trusted. It is not complete before
    /// [`finish`](HighlightStream::finish).
    pub fn report(&self) -> HighlightReport {
        let (language, choice) = plan(&self.options);
        let mut report = report(&self.text, language, choice, &self.work.cut, None);
        report.complete &= self.is_finished;
        report
    }

    /// Where the output ends without a character that may not be complete: where
    /// it ends if that one is not plain.
    fn before_last_character(&self) -> Place {
        let tail = last_character(&self.text);
        let Place { text, byte, unit } = self.shown;
        if self.marks[text - tail.len()..]
            .iter()
            .any(|mark| *mark != PLAIN)
        {
            return self.shown;
        }
        Place {
            text: text - tail.len(),
            byte: byte - tail.len(),
            unit: unit - utf16_len(tail),
        }
    }

    /// Whether the output of the last line, but for a character that may not be
    /// complete, is the same whatever follows. Without that a line that comes in
    /// many pieces would cost the square of its length.
    fn last_line_holds(&self) -> bool {
        let is_final = !matches!(self.mode, Mode::Lines { .. }) || self.is_cut();
        let from = self.complete.text.saturating_sub(1);
        let end = self.marks.get(from..self.text.len()).unwrap_or(&[!PLAIN]);
        // CR LF ends a line, CR does not.
        let ends_plain = end.iter().all(|mark| *mark == PLAIN) && !self.text.ends_with(b"\r");
        is_final && ends_plain
    }

    /// Whether the last line has become so long that no more of it is looked at.
    fn is_cut(&self) -> bool {
        let Mode::Lines { done, .. } = self.mode else {
            return false;
        };
        let len = self.marks.len().saturating_sub(done);
        len > self.options.max_line && self.work.cut.last() == Some(&done)
    }

    /// Goes on with the text where the last call ended, if it works by lines:
    /// with those that are complete, and has a look at what is there of the next.
    fn read(&mut self, token: &CancelToken) -> Result<()> {
        token.heartbeat()?;
        let was_cut = self.is_cut();
        self.marks.reserve(self.text.len() - self.marks.len());
        while self.marks.len() < self.text.len() {
            token.heartbeat()?;
            let len = self.text.len().min(self.marks.len() + MARKS_AT_ONCE);
            self.marks.resize(len, PLAIN);
        }
        let Mode::Lines { state, done } = &mut self.mode else {
            return Ok(());
        };
        let end = self.text.len();
        let complete =
            memchr::memrchr(b'\n', &self.text[*done..]).map_or(*done, |at| *done + at + 1);
        if was_cut && complete == *done {
            return Ok(());
        }
        self.work.forget_cuts_from(*done);
        let mut rest = *done..complete;
        let (work, marks) = (&mut self.work, &mut self.marks);
        let mut go_on = |state: &mut _, rest: &mut Range<usize>| {
            if rest.len() <= SHORT {
                work.go_on(state, &self.text, rest, marks, token)
            } else {
                work.go_on_apart(state, &self.text, rest, marks, token)
            }
        };
        let read = go_on(state, &mut rest);
        *done = rest.start;
        read?;
        go_on(&mut state.clone(), &mut (complete..end))?;
        Ok(())
    }

    /// Colours the end of the text by itself, if there is time for it.
    #[cfg(feature = "ast")]
    fn refresh(&mut self, token: &CancelToken) -> Result<()> {
        let Mode::Tree { settled, spent } = &mut self.mode else {
            return Ok(());
        };
        if *spent > GRANT + self.begun.elapsed() / SHARE {
            return Ok(());
        }
        let Some(language) = Language::named(&self.options.language) else {
            return Ok(());
        };
        let begun = Instant::now();
        let tail: Range<usize> = *settled..self.text.len();
        self.changed = self.changed.min(tail.start);
        let (grammar, max_line) = (language.kind.grammar, self.options.max_line);
        let limited = token.child_with_timeout(LONGEST);
        let (marked, last) =
            super::tree::mark(grammar, &self.text[tail.clone()], max_line, &limited);
        self.marks[tail].copy_from_slice(&marked.marks);
        *spent += begun.elapsed();
        match last {
            Ok(last) => *settled += last,
            Err(_) => token.heartbeat()?,
        }
        Ok(())
    }

    #[cfg(not(feature = "ast"))]
    fn refresh(&mut self, _: &CancelToken) -> Result<()> {
        Ok(())
    }

    /// What has changed since the last update.
    fn update(&mut self, token: &CancelToken) -> Result<Update> {
        let mut append = Vec::new();
        let mut lines = Vec::new();
        match self.render_changed(token, &mut append, &mut lines) {
            Ok((keep, shown)) => {
                self.lines.append(&mut lines);
                self.shown = shown;
                self.complete = self.before_last_character();
                self.changed = self.text.len();
                Ok(Update {
                    keep: keep.byte,
                    keep_utf16: keep.unit,
                    append,
                })
            }
            Err(aborted) => {
                Pool::shared().drop_later(append);
                Err(aborted.into())
            }
        }
    }

    /// Renders the lines from the first on that has changed, and forgets where
    /// they were. Returns where the output changes and where it ends.
    fn render_changed(
        &mut self,
        token: &CancelToken,
        append: &mut Vec<u8>,
        lines: &mut Vec<Place>,
    ) -> Result<(Place, Place), Aborted> {
        if self.changed == self.text.len() {
            return Ok((self.shown, self.shown));
        }
        let check = || token.heartbeat();
        let kept = self.lines.partition_point(|line| line.text <= self.changed);
        self.lines.truncate(kept);
        let keep = match self.lines.last() {
            Some(line) if self.changed < self.complete.text => *line,
            _ => self.complete,
        };
        let (text, marks) = (&self.text[keep.text..], &self.marks[keep.text..]);
        append.reserve_exact(rendered_len(text, marks, &self.output, &check)?);
        let mut place = keep;
        while place.text < self.text.len() {
            let next = line_at(&self.text, place.text, self.text.len()).next;
            let line = place.text..next;
            let begun = append.len();
            let (text, marks) = (&self.text[line.clone()], &self.marks[line]);
            render(text, marks, &self.output, append, &check)?;
            let rendered = &append[begun..];
            let mut units = 0;
            for block in char_blocks(rendered, CHECK_INTERVAL) {
                check()?;
                units += utf16_len(block);
            }
            place = Place {
                text: next,
                byte: place.byte + rendered.len(),
                unit: place.unit + units,
            };
            if text.ends_with(b"\n") {
                lines.push(place);
            }
        }
        Ok((keep, place))
    }
}

/// The character at the end of a text, whole or not, if it is not ASCII.
fn last_character(text: &[u8]) -> &[u8] {
    let end = &text[text.len().saturating_sub(4)..];
    match end.iter().rposition(|byte| byte & 0xC0 != 0x80) {
        Some(start) if !end[start].is_ascii() => &end[start..],
        _ => &[],
    }
}

/// Where two texts of the same length differ first.
fn first_difference(one: &[u8], other: &[u8]) -> Option<usize> {
    const BLOCK: usize = 4096;
    let pairs = || one.chunks(BLOCK).zip(other.chunks(BLOCK));
    let block = pairs().position(|(one, other)| one != other)?;
    let (one, other) = pairs().nth(block)?;
    let at = one
        .iter()
        .zip(other)
        .position(|(one, other)| one != other)?;
    Some(block * BLOCK + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_may_go_to_another_thread() {
        fn is_send<T: Send>() {}
        is_send::<HighlightStream>();
    }
}
