//! Hand-written scanners for the split patterns of the published vocabularies.
//!
//! Each scanner tries the alternatives of its pattern in order, like a regular expression engine,
//! and returns the end of the first match. Closed forms replace backtracking. Text must be UTF-8.
//! Once the cancel token has fired, the returned end is unspecified.

use ransack_base::CancelToken;

use super::classes::{LETTER, LOWER, NEWLINE, NUMBER, SPACE, SYMBOL, UPPER, class_at, swar};

/// Split pattern with a hand-written scanner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SplitPattern {
    /// Pattern of `o200k_base`. A word ends after its run of lower-case letters, and includes the
    /// character before it and a contraction after it.
    O200k,
    /// Patterns of `cl100k_base`, Llama 3 and Qwen 2.
    Cl100k {
        /// Maximum number of digits in a piece.
        digits: usize,
        /// Whether white space at the end of the text is one piece even if it contains a line
        /// ending.
        joins_end: bool,
    },
    /// Pattern of GPT-2. Only a space joins the piece after it.
    Gpt2,
}

impl SplitPattern {
    /// Regular expression of `o200k_base` as published.
    pub(super) const O200K: &str = concat!(
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*",
        r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|",
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+",
        r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|",
        r"\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    );

    /// Returns the pattern whose scanner is equivalent to this regular expression, if any.
    pub(super) fn known(regex: &str) -> Option<SplitPattern> {
        let cl100k = |digits, joins_end| SplitPattern::Cl100k { digits, joins_end };
        Some(match regex {
            SplitPattern::O200K => SplitPattern::O200k,
            SplitPattern::CL100K => cl100k(3, true),
            SplitPattern::LLAMA_3 => cl100k(3, false),
            SplitPattern::QWEN_2 => cl100k(1, false),
            SplitPattern::R50K | SplitPattern::GPT_2 | SplitPattern::GPT_2_SHORT => {
                SplitPattern::Gpt2
            }
            _ => return None,
        })
    }

    const CL100K: &str = concat!(
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+|",
        r" ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s",
    );

    const LLAMA_3: &str = concat!(
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|",
        r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    );

    const QWEN_2: &str = concat!(
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}|",
        r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    );

    const R50K: &str =
        r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s";

    const GPT_2: &str =
        r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+";

    const GPT_2_SHORT: &str =
        r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+";
}

/// Number of bytes of one run between two checks of the cancel token.
const CHECK_INTERVAL: usize = 1 << 16;

/// Scanner over the text.
pub(super) struct PieceScanner<'t> {
    text: &'t [u8],
    cancel: &'t CancelToken,
}

impl<'t> PieceScanner<'t> {
    pub(super) fn new(text: &'t [u8], cancel: &'t CancelToken) -> PieceScanner<'t> {
        PieceScanner { text, cancel }
    }

    /// Returns the end of the piece that begins at `at`, which must be before the end of the text.
    pub(super) fn end_of_piece(&self, pattern: SplitPattern, at: usize) -> usize {
        match pattern {
            SplitPattern::O200k => self.o200k(at),
            SplitPattern::Cl100k { digits, joins_end } => self.cl100k(at, digits, joins_end),
            SplitPattern::Gpt2 => self.gpt2(at),
        }
    }

    /// Implements [`SplitPattern::O200k`]:
    ///
    /// ```text
    /// [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
    /// [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
    /// \p{N}{1,3}
    ///  ?[^\s\p{L}\p{N}]+[\r\n/]*
    /// \s*[\r\n]+
    /// \s+(?!\S)
    /// \s+
    /// ```
    #[inline(always)]
    pub(super) fn o200k(&self, at: usize) -> usize {
        let (class, len) = class_at(self.text, at);
        if class & LETTER != 0 {
            return self.after_contraction(self.word(at).0);
        }
        if class & NUMBER != 0 {
            return self.numbers(at, 3);
        }
        let second = at + len;
        if class & NEWLINE == 0 {
            let (next, _) = class_at(self.text, second);
            if next & (UPPER | LOWER) != 0 {
                let (end, has_lower) = self.word(second);
                // Without a lower-case letter, a mark counts as a word of its own rather than as
                // the character before a word.
                let is_mark = class & UPPER != 0;
                let end = if is_mark && !has_lower { second } else { end };
                return self.after_contraction(end);
            }
            if class & UPPER != 0 {
                return self.after_contraction(second);
            }
            if class & SYMBOL != 0 {
                return self.line_ends(self.symbols(second), true);
            }
            if next & SYMBOL != 0 && self.text[at] == b' ' {
                return self.line_ends(self.symbols(second), true);
            }
        }
        self.space(at, false)
    }

    /// Implements [`SplitPattern::Cl100k`], shown with 3 `digits` and `joins_end`:
    ///
    /// ```text
    /// '(?i:[sdmt]|ll|ve|re)
    /// [^\r\n\p{L}\p{N}]?+\p{L}++
    /// \p{N}{1,3}+
    ///  ?[^\s\p{L}\p{N}]++[\r\n]*+
    /// \s++$
    /// \s*[\r\n]
    /// \s+(?!\S)
    /// \s
    /// ```
    #[inline(always)]
    pub(super) fn cl100k(&self, at: usize, digits: usize, joins_end: bool) -> usize {
        let (class, len) = class_at(self.text, at);
        if class & LETTER != 0 {
            return self.letters(at);
        }
        if class & NUMBER != 0 {
            return self.numbers(at, digits);
        }
        let second = at + len;
        if class & NEWLINE == 0 {
            let end = self.after_contraction(at);
            if end > at {
                return end;
            }
            let (next, _) = class_at(self.text, second);
            if next & LETTER != 0 {
                return self.letters(second);
            }
            if class & SYMBOL != 0 || (next & SYMBOL != 0 && self.text[at] == b' ') {
                return self.line_ends(self.symbols(second), false);
            }
        }
        self.space(at, joins_end)
    }

    /// Implements [`SplitPattern::Gpt2`]:
    ///
    /// ```text
    /// '(?:[sdmt]|ll|ve|re)
    ///  ?\p{L}++
    ///  ?\p{N}++
    ///  ?[^\s\p{L}\p{N}]++
    /// \s++$
    /// \s+(?!\S)
    /// \s
    /// ```
    #[inline(always)]
    pub(super) fn gpt2(&self, at: usize) -> usize {
        let end = self.after_contraction(at);
        if end > at && self.text[at + 1..end].iter().all(u8::is_ascii_lowercase) {
            return end;
        }
        let from = at + usize::from(self.text[at] == b' ');
        let (class, _) = class_at(self.text, from);
        let kind = class & (LETTER | NUMBER | SYMBOL);
        if kind == LETTER {
            return self.letters(from);
        }
        if kind != 0 {
            return self.run(from, kind);
        }
        let (end, _, last) = self.space_run(at);
        self.before_last(at, end, last)
    }

    /// Returns the number of leading bytes in an ASCII set, among the eight bytes at `at`.
    #[inline(always)]
    fn ascii(&self, at: usize, set: impl Fn(u64) -> u64) -> usize {
        match self.text.get(at..).and_then(<[u8]>::first_chunk) {
            Some(&bytes) => swar::leading_run(set(u64::from_le_bytes(bytes))),
            // 8 sends the last bytes of the text to the slow path.
            None => 8,
        }
    }

    /// Returns the end of the run of letters at `at`.
    #[inline(always)]
    fn letters(&self, at: usize) -> usize {
        self.quick_run(at, swar::letter, LETTER)
    }

    /// Returns the end of the run of symbols at `at`.
    #[inline(always)]
    fn symbols(&self, at: usize) -> usize {
        self.quick_run(at, swar::symbol, SYMBOL)
    }

    /// Returns the end of a run of `classes` at `at`, using `set` if the run is short and ASCII.
    #[inline(always)]
    fn quick_run(&self, at: usize, set: impl Fn(u64) -> u64, classes: u8) -> usize {
        let len = self.ascii(at, set);
        if len < 8 && self.text.get(at + len).is_none_or(u8::is_ascii) {
            at + len
        } else {
            self.run(at, classes)
        }
    }

    /// Returns the end of the run of characters of these classes at `at`.
    fn run(&self, mut at: usize, classes: u8) -> usize {
        loop {
            let pause = at + CHECK_INTERVAL;
            while at < pause {
                let (class, len) = class_at(self.text, at);
                if class & classes == 0 {
                    return at;
                }
                at += len;
            }
            if self.cancel.is_cancelled() {
                return at;
            }
        }
    }

    /// Returns the end of an `o200k` word without its contraction, and whether the word has a
    /// second part.
    #[inline(always)]
    fn word(&self, at: usize) -> (usize, bool) {
        if let Some(&bytes) = self.text.get(at..).and_then(<[u8]>::first_chunk) {
            let bytes = u64::from_le_bytes(bytes);
            let (first, both) = swar::leading_runs(swar::upper(bytes), swar::lower(bytes));
            if both < 8 {
                let end = at + both;
                if self.text[end].is_ascii() {
                    return (end, both > first);
                }
            } else if first < 8 {
                let end = at + 8 + self.ascii(at + 8, swar::lower);
                if end < at + 16 && self.text[end].is_ascii() {
                    return (end, true);
                }
            }
        }
        self.long_word(at)
    }

    /// Implements [`PieceScanner::word`] for any length and script.
    fn long_word(&self, at: usize) -> (usize, bool) {
        let mut end = at;
        // The first part gives back the last character that may belong to both parts, because the
        // second part needs at least one.
        let mut last_of_both = None;
        let mut pause = at + CHECK_INTERVAL;
        loop {
            let (class, len) = class_at(self.text, end);
            if class & UPPER == 0 {
                if class & LOWER != 0 {
                    return (self.run(end, LOWER), true);
                }
                break;
            }
            end += len;
            if class & LOWER != 0 {
                last_of_both = Some(end);
            }
            if end >= pause {
                if self.cancel.is_cancelled() {
                    break;
                }
                pause = end + CHECK_INTERVAL;
            }
        }
        (last_of_both.unwrap_or(end), last_of_both.is_some())
    }

    /// Returns the end of at most `max` numeric characters at `at`.
    #[inline(always)]
    fn numbers(&self, at: usize, max: usize) -> usize {
        let mut end = at;
        for _ in 0..max {
            let (class, len) = class_at(self.text, end);
            if class & NUMBER == 0 {
                break;
            }
            end += len;
        }
        end
    }

    /// Returns the end of the run of line endings (and slashes if `slashes`) at `at`.
    #[inline(always)]
    fn line_ends(&self, mut at: usize, slashes: bool) -> usize {
        let mut pause = at + CHECK_INTERVAL;
        while let Some(&byte) = self.text.get(at)
            && (matches!(byte, b'\r' | b'\n') || (slashes && byte == b'/'))
        {
            at += 1;
            if at == pause {
                if self.cancel.is_cancelled() {
                    break;
                }
                pause = at + CHECK_INTERVAL;
            }
        }
        at
    }

    /// Returns the end of the English contraction that begins at `at`, or `at` if none begins
    /// there.
    #[inline(always)]
    fn after_contraction(&self, at: usize) -> usize {
        match self.text.get(at) {
            Some(b'\'') => self.contraction(at),
            _ => at,
        }
    }

    /// Implements [`PieceScanner::after_contraction`] for text with an apostrophe at `at`.
    fn contraction(&self, at: usize) -> usize {
        let lower = |offset| self.text.get(at + offset).map(u8::to_ascii_lowercase);
        match (lower(1), lower(2)) {
            (Some(b's' | b't' | b'm' | b'd'), _) => at + 2,
            (Some(b'r' | b'v'), Some(b'e')) | (Some(b'l'), Some(b'l')) => at + 3,
            // U+017F (long s) equals `s` under case folding.
            (Some(0xC5), Some(0xBF)) => at + 3,
            _ => at,
        }
    }

    /// Returns the end of a piece of white space: after its last line ending, or else before its
    /// last character, which belongs to the next piece.
    #[inline(always)]
    fn space(&self, at: usize, joins_end: bool) -> usize {
        let (end, line_end, last) = self.space_run(at);
        if joins_end && end == self.text.len() {
            return end;
        }
        match line_end {
            Some(line_end) => line_end,
            None => self.before_last(at, end, last),
        }
    }

    /// Returns the start of the last character, or `end` if the white space ends the text or is a
    /// single character.
    fn before_last(&self, at: usize, end: usize, last: usize) -> usize {
        if end == self.text.len() || last == at {
            end
        } else {
            last
        }
    }

    /// Returns the end of the white space at `at`, the end of the last line ending in it, and the
    /// start of its last character.
    #[inline(always)]
    fn space_run(&self, at: usize) -> (usize, Option<usize>, usize) {
        if let Some(&bytes) = self.text[at..].first_chunk() {
            let bytes = u64::from_le_bytes(bytes);
            let len = swar::leading_run(swar::space(bytes));
            if (1..8).contains(&len) && self.text[at + len].is_ascii() {
                let newlines = swar::newline(bytes) & ((1 << (8 * len)) - 1);
                let after_last = 8 - newlines.leading_zeros() as usize / 8;
                let line_end = (newlines != 0).then_some(at + after_last);
                return (at + len, line_end, at + len - 1);
            }
        }
        self.long_space_run(at)
    }

    /// Implements [`PieceScanner::space_run`] for any length and kind of white space.
    fn long_space_run(&self, at: usize) -> (usize, Option<usize>, usize) {
        let mut end = at;
        let mut line_end = None;
        let mut last = at;
        let mut pause = at + CHECK_INTERVAL;
        loop {
            let (class, len) = class_at(self.text, end);
            if class & SPACE == 0 {
                return (end, line_end, last);
            }
            last = end;
            end += len;
            if class & NEWLINE != 0 {
                line_end = Some(end);
            }
            if end >= pause {
                if self.cancel.is_cancelled() {
                    return (end, line_end, last);
                }
                pause = end + CHECK_INTERVAL;
            }
        }
    }
}
