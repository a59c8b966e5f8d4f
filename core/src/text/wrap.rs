use std::borrow::Cow;
use std::collections::VecDeque;

use super::graphemes::Rules;
use super::hyperlink::State;
use super::options::WrapOptions;
use super::pieces::{Kind, Piece, Pieces};
use super::word::{self, Before, Edge};

/// The lines of a text broken so that none is wider than `width` cells.
///
/// Lines break at spaces, tabs and U+200B, and around wide characters that
/// are no Hangul (East Asian scripts set no spaces), but not before closing
/// or after opening punctuation. A word that does not fit on a line starts on
/// one of its own and is broken between clusters. A cluster wider than the
/// width has a line for itself. The text's own line breaks (LF, CR LF) are
/// kept; a text without any is at least one line.
///
/// Spaces at a break are dropped, so are spaces at the end that no longer fit,
/// and at the start if nothing else fits behind them. With
/// [`WrapOptions::keep_spaces`] nothing is dropped: joining the lines of a
/// paragraph and stripping the escapes gives its text back.
///
/// Styles and hyperlinks that are open at the end of a line are closed there
/// and opened again where the next has something to show, in the shortest
/// form: only what is open is closed, each thing once, in one sequence, so
/// that a style set around the whole text lives on. A hyperlink is opened with
/// the sequence that opened it, with its `id`, unless that is longer than
/// 2,400 bytes, which terminals do not take either. Sequences for styles and
/// links that stand at a break are merged into that; all others are kept. The
/// end of the text is left as it is.
///
/// # Cost
///
/// Linear. A line that is a part of the text as it stands is borrowed.
///
/// ```
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
    let rules = Rules::new(&options.text);
    let start = Place::default();
    let mut wrapper = Wrapper {
        text,
        width,
        keep_spaces: options.keep_spaces,
        keep_urls: options.keep_urls,
        rules: &rules,
        pieces: Pieces::new(text, &rules),
        lines: Vec::new(),
        states: States::default(),
        line: Some(start),
        gap: 0,
        content: None,
        spaces: None,
        chance: None,
        before: Before::Start,
        whole_word: false,
        edges: String::new(),
    };
    wrapper.run();
    wrapper.lines
}

/// An offset in the text and what is set there.
#[derive(Clone, Copy, Default)]
struct Place {
    at: usize,
    /// The number of the state in [`States`].
    state: usize,
}

/// The states that places refer to. Most places share one, and a state is
/// large, so it is kept once and numbered.
#[derive(Default)]
struct States<'a> {
    /// That of number `first`.
    oldest: State<'a>,
    first: usize,
    /// Those after it.
    later: VecDeque<State<'a>>,
    /// Whether no place refers to the last of them.
    unused: bool,
}

impl<'a> States<'a> {
    fn get(&self, number: usize) -> &State<'a> {
        match (number - self.first).checked_sub(1) {
            Some(i) => &self.later[i],
            None => &self.oldest,
        }
    }

    fn last(&self) -> usize {
        self.first + self.later.len()
    }

    /// The number of what is set now, for a place to refer to.
    fn current(&mut self) -> usize {
        self.unused = false;
        self.last()
    }

    fn apply(&mut self, sequence: &'a str) {
        if !self.unused {
            self.later.push_back(*self.get(self.last()));
            self.unused = true;
        }
        if let Some(state) = self.later.back_mut() {
            state.apply(sequence);
        }
    }

    /// Forgets those before `number`.
    fn forget(&mut self, number: usize) {
        if number == self.first {
            return;
        }
        if let Some(state) = self.later.drain(..number - self.first).next_back() {
            self.oldest = state;
        }
        self.first = number;
        self.unused &= !self.later.is_empty();
    }
}

/// A place where the line may be broken.
#[derive(Clone, Copy)]
struct Chance {
    /// The end of the line, and the start of the next.
    end: Place,
    next: Place,
    /// The column of what comes next, where the line is not broken.
    column: usize,
}

struct Wrapper<'a, 'r> {
    text: &'a str,
    width: usize,
    keep_spaces: bool,
    keep_urls: bool,
    rules: &'r Rules,
    /// Its column is the one on the line that is being filled.
    pieces: Pieces<'r, &'a str>,
    lines: Vec<Cow<'a, str>>,
    /// What is set, up to the end of the piece looked at.
    states: States<'a>,
    /// Where the line starts; none as long as nothing of it has been seen.
    line: Option<Place>,
    /// The end of the line before: escapes from there on belong to this one.
    gap: usize,
    /// The end of what stands on the line, without spaces that may go.
    content: Option<Place>,
    /// The end of the spaces behind that.
    spaces: Option<Place>,
    chance: Option<Chance>,
    before: Before,
    /// The word at hand is not to be broken.
    whole_word: bool,
    /// Reused for what stands before and behind a line.
    edges: String,
}

impl<'a> Wrapper<'a, '_> {
    fn run(&mut self) {
        loop {
            let column = self.pieces.column();
            let Some(piece) = self.pieces.next(usize::MAX) else {
                break;
            };
            match piece.kind {
                Kind::Escape => {
                    self.states.apply(&self.text[piece.start..piece.end]);
                }
                Kind::Newline => self.newline(column),
                Kind::Tab => self.space(piece),
                Kind::Run => self.ascii(piece),
                Kind::Control => self.word(piece, Edge::default(), Before::Word(Edge::default())),
                Kind::Cluster => match Before::cluster(self.text, piece.start) {
                    Before::Space => self.space(piece),
                    Before::Word(edge) => self.word(piece, edge, Before::Word(edge)),
                    other => self.word(piece, Edge::default(), other),
                },
            }
        }
        self.finish();
    }

    /// A run of printable ASCII: words with spaces between them.
    fn ascii(&mut self, run: Piece) {
        let bytes = &self.text.as_bytes()[..run.end];
        let mut column = self.pieces.column() - run.width;
        let mut at = run.start;
        while at < run.end {
            let space = bytes[at] == b' ';
            if space {
                let fit = whole_words(&bytes[at..], self.width.saturating_sub(column));
                self.put(at, at + fit);
                at += fit;
                column += fit;
            }
            let rest = &bytes[at..];
            let n = rest
                .iter()
                .position(|&b| (b == b' ') != space)
                .unwrap_or(rest.len());
            let piece = Piece {
                start: at,
                end: at + n,
                width: n,
                kind: Kind::Run,
            };
            self.pieces.set_column(column + n);
            if space {
                self.space(piece);
            } else {
                let last = Before::Word(Edge::ascii(bytes[at + n - 1]));
                self.word(piece, Edge::ascii(bytes[at]), last);
            }
            column = self.pieces.column();
            at += n;
        }
    }

    fn space(&mut self, piece: Piece) {
        self.whole_word = false;
        self.before = Before::Space;
        if self.keep_spaces {
            self.place_spaces(piece);
            return;
        }
        if self.line.is_none() {
            // At the start of a paragraph they indent.
            self.line = Some(Place {
                at: piece.start,
                state: self.states.current(),
            });
        }
        self.spaces = Some(Place {
            at: piece.end,
            state: self.states.current(),
        });
    }

    /// Spaces that are kept: what does not fit starts the next line.
    fn place_spaces(&mut self, mut rest: Piece) {
        while self.pieces.column() > self.width {
            let fit = self.fitting(rest);
            if fit >= rest.width {
                break;
            }
            self.put(rest.start, rest.start + fit);
            rest.start += fit;
            rest.width = match rest.kind {
                Kind::Tab => self.rules.tab_cells(0),
                _ => rest.width - fit,
            };
            self.break_before(rest);
        }
        self.put(rest.start, rest.end);
    }

    /// A part of a word, of several clusters only if they are ASCII; `last` is
    /// what it is to the part after it.
    fn word(&mut self, piece: Piece, first: Edge, last: Before) {
        let starts = self.before.may_break(first);
        let column = self.pieces.column() - piece.width;
        // Nothing but characters without a cell is no line.
        if let (true, Some(end)) = (starts && column > 0, self.content) {
            self.chance = Some(Chance {
                end,
                next: Place {
                    at: piece.start,
                    state: self.states.current(),
                },
                column,
            });
        }
        if self.keep_urls && (starts || matches!(self.before, Before::Start)) {
            self.whole_word = word::is_url(self.text, piece.start, self.rules);
        }
        self.before = last;
        let mut rest = piece;
        while self.pieces.column() > self.width && (rest.width > 0 || self.spaces.is_some()) {
            if let Some(chance) = self.chance {
                self.break_at(&chance);
                continue;
            }
            let taken = self.pieces.column() - rest.width;
            let fit = self.fitting(rest);
            let only_spaces = taken > 0 && self.content.is_none();
            if only_spaces && (fit == 0 || self.whole_word) {
                // Nothing fits behind the spaces at the start: they go.
                self.line = Some(Place {
                    at: rest.start,
                    state: self.states.current(),
                });
                self.spaces = None;
                self.pieces.set_column(rest.width);
                continue;
            }
            if self.whole_word || fit >= rest.width {
                break;
            }
            self.put(rest.start, rest.start + fit);
            rest.start += fit;
            rest.width -= fit;
            self.break_before(rest);
        }
        self.put(rest.start, rest.end);
    }

    /// How many cells of `piece`, which the column is behind, go on this line:
    /// on an empty one at least one cluster.
    fn fitting(&self, piece: Piece) -> usize {
        let taken = self.pieces.column() - piece.width;
        let free = self.width.saturating_sub(taken);
        let least = if piece.kind == Kind::Run {
            1
        } else {
            piece.width
        };
        match (piece.kind, taken) {
            (Kind::Run, 0) => free.max(least),
            (Kind::Run, _) => free,
            (_, 0) => least,
            (_, _) => 0,
        }
    }

    /// Adds text to the content of the line.
    fn put(&mut self, start: usize, end: usize) {
        if start == end {
            return;
        }
        if self.line.is_none() {
            self.line = Some(Place {
                at: start,
                state: self.states.current(),
            });
        }
        self.content = Some(Place {
            at: end,
            state: self.states.current(),
        });
        self.spaces = None;
    }

    fn break_at(&mut self, chance: &Chance) {
        self.emit(chance.end);
        self.states.forget(chance.next.state);
        self.line = Some(chance.next);
        self.pieces.set_column(self.pieces.column() - chance.column);
        self.content = self.content.filter(|content| content.at > chance.next.at);
        self.spaces = None;
        self.chance = None;
    }

    /// Ends the line with its content; `rest` is the first on the next.
    fn break_before(&mut self, rest: Piece) {
        if let Some(content) = self.content.take() {
            self.emit(content);
            let state = self.states.current();
            self.states.forget(state);
            self.line = Some(Place {
                at: rest.start,
                state,
            });
        }
        self.spaces = None;
        self.chance = None;
        self.pieces.set_column(rest.width);
    }

    /// The end of the line where a paragraph ends: with the spaces at the end,
    /// if they fit.
    fn paragraph_end(&self, column: usize) -> Option<Place> {
        let spaces = self.spaces.filter(|_| column <= self.width);
        spaces.or(self.content).or(self.line)
    }

    /// A line break of the text, in `column`.
    fn newline(&mut self, column: usize) {
        match self.paragraph_end(column) {
            Some(end) => self.emit(end),
            None => self.lines.push(Cow::Borrowed("")),
        }
        let now = self.states.last();
        self.states.forget(now);
        self.line = None;
        self.content = None;
        self.spaces = None;
        self.chance = None;
        self.before = Before::Start;
        self.whole_word = false;
    }

    /// Ends the last line, which is as the text leaves it.
    fn finish(&mut self) {
        let len = self.text.len();
        let dropped = self.spaces.is_some() && self.pieces.column() > self.width;
        let end = Place {
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
        self.write_others(end.at, len, &mut others);
        if let (false, Some(last)) = (others.is_empty(), self.lines.last_mut()) {
            last.to_mut().push_str(&others);
        }
    }

    /// Adds the line up to `end`, closing what is open there.
    fn emit(&mut self, end: Place) {
        self.push_line(self.line.unwrap_or(end), end.at, Some(end.state));
    }

    /// Adds the text from `line` to `end`, opening before it what has to be, and
    /// closing behind it what the state `open`, if given, holds.
    fn push_line(&mut self, line: Place, mut end: usize, open: Option<usize>) {
        let mut edges = std::mem::take(&mut self.edges);
        edges.clear();
        self.write_others(self.gap, line.at, &mut edges);
        if end > line.at {
            self.states.get(line.state).write_open(&mut edges);
        }
        let before = edges.len();
        if let (Some(open), true) = (open, end > line.at) {
            self.states.get(open).write_close(&mut edges);
        }
        let (before, mut after) = edges.split_at(before);
        // Often the text itself goes on with what closes the styles.
        if !after.is_empty() && self.text[end..].starts_with(after) {
            end += after.len();
            after = "";
        }
        let body = &self.text[line.at..end];
        self.lines.push(if before.is_empty() && after.is_empty() {
            Cow::Borrowed(body)
        } else {
            Cow::Owned([before, body, after].concat())
        });
        self.gap = end;
        self.edges = edges;
    }

    /// Appends the escapes between two places that are no part of the state.
    fn write_others(&self, start: usize, end: usize, out: &mut String) {
        let between = &self.text[start.min(end)..end];
        if between.bytes().all(|b| b == b' ') {
            return;
        }
        let mut pieces = Pieces::new(between, self.rules);
        while let Some(piece) = pieces.next(usize::MAX) {
            let sequence = &between[piece.start..piece.end];
            if piece.kind == Kind::Escape && !State::default().apply(sequence) {
                out.push_str(sequence);
            }
        }
    }
}

/// How much of ASCII that starts with a space is words that fit in `room` cells
/// and are not the last to begin there: a line does not end in them.
fn whole_words(ascii: &[u8], room: usize) -> usize {
    let is_space = |&b: &u8| b == b' ';
    let window = &ascii[..room.min(ascii.len())];
    let last_space = window.iter().rposition(is_space).unwrap_or(0);
    let words = &window[..last_space];
    words
        .iter()
        .rposition(|b| !is_space(b))
        .map_or(0, |last| last + 1)
}
