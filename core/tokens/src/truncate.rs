//! Truncation of text to a number of tokens, and division into chunks.
//!
//! Invariants: a cut lies between two characters. It also lies between two tokens, unless no such
//! cut makes a chunk small enough. The token count reported for a chunk is the count of that chunk
//! alone, and the count reported for a truncated text is the count of the result as one text.

use std::ops::Range;

use ransack_base::internal::{ErrorParts, decode_lossy};
use ransack_base::offsets::LossyText;
use ransack_base::{CancelToken, Error, Result};

use super::options::{TokenOptions, TruncateFrom, TruncateTokensOptions};
use super::tokenizer::Tokenizer;

/// Result of [`Tokenizer::truncate`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Truncation {
    /// Byte range of the dropped text. If the text fits, the range is empty and lies at the end of
    /// the text. The parts before and after the range are kept.
    pub dropped: Range<usize>,
    /// Number of tokens in the whole text.
    pub total_tokens: usize,
    /// Number of tokens in the result: the kept beginning, the marker if text is dropped, and the kept
    /// end, counted as one text.
    pub tokens: usize,
}

/// Part of the text, returned by [`Tokenizer::split`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Chunk {
    /// Byte range of the chunk in the text.
    pub range: Range<usize>,
    /// Number of tokens in the chunk, counted alone.
    pub tokens: usize,
}

/// Position between two characters of the text.
#[derive(Clone, Copy)]
struct Cut {
    at: usize,
    /// Number of tokens that end at or before the position.
    index: usize,
}

/// Parts of a text that truncation keeps.
struct KeptParts {
    /// End of the kept beginning.
    head: usize,
    /// Start of the kept end.
    tail: usize,
    /// Number of tokens in both parts, each counted alone.
    tokens: usize,
}

/// Text with the ends of its tokens, and the context needed to count parts of it.
struct CutPoints<'a> {
    tokenizer: &'a Tokenizer,
    text: &'a LossyText<'a>,
    options: &'a TokenOptions,
    token: &'a CancelToken,
    /// Offset 0, then the end of each token. The last offset is the end of the text, whose last
    /// bytes may have no token.
    ends: TokenEnds,
}

/// Ascending offsets in four bytes each.
///
/// Using half the memory of `usize` speeds up cancellation too: freeing it takes noticeable time.
#[derive(Default)]
struct TokenEnds {
    /// Lower 32 bits of each offset.
    low: Vec<u32>,
    /// Index of the first offset at or above each multiple of 4 GiB.
    upper: Vec<usize>,
}

impl TokenEnds {
    fn push(&mut self, end: usize) {
        let upper = (end as u64 >> 32) as usize;
        self.upper.resize(upper, self.low.len());
        self.low.push(end as u32);
    }

    /// Replaces the last offset by `end`.
    fn extend_last(&mut self, end: usize) {
        self.low.pop();
        self.push(end);
    }

    fn at(&self, index: usize) -> usize {
        let upper = self.upper.partition_point(|&before| before <= index);
        ((upper as u64) << 32) as usize | self.low[index] as usize
    }

    /// Returns the number of offsets that are at most `end`.
    fn count_up_to(&self, end: usize) -> usize {
        let (mut low, mut high) = (0, self.low.len());
        while low < high {
            let middle = low.midpoint(high);
            match self.at(middle) <= end {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        low
    }
}

impl Tokenizer {
    /// Truncates `text` to at most `limit` tokens. Cuts lie between tokens and between characters.
    ///
    /// The limit applies to the kept parts and the [`marker`](TruncateTokensOptions::marker) counted as
    /// one text. The result may have fewer tokens than the limit, because white space next to a cut can
    /// form different tokens than before, and a character can consist of several tokens.
    ///
    /// # Errors
    ///
    /// Returns [`InvalidOption`](crate::ErrorKind::InvalidOption) if the marker has more tokens than
    /// the limit, or any error that [`Tokenizer::count`] can return.
    ///
    /// # Example
    ///
    /// ```
    /// # extern crate ransack_tokens as ransack;
    /// use ransack::{
    ///     CancelToken, Encoding, TokenOptions, Tokenizer, TruncateFrom, TruncateTokensOptions,
    /// };
    ///
    /// let tokenizer = Tokenizer::get(Encoding::O200kBase);
    /// let (options, token) = (TokenOptions::default(), CancelToken::new());
    /// let text = "one two three four";
    /// let middle = TruncateTokensOptions::default().from(TruncateFrom::Middle);
    /// let cut = tokenizer.truncate(text, 3, &middle, &options, &token)?;
    /// assert_eq!(&text[..cut.dropped.start], "one two");
    /// assert_eq!(&text[cut.dropped.end..], " four");
    /// assert_eq!((cut.tokens, cut.total_tokens), (3, 4));
    /// # Ok::<(), ransack::Error>(())
    /// ```
    pub fn truncate(
        &self,
        text: impl AsRef<[u8]>,
        limit: usize,
        how: &TruncateTokensOptions,
        options: &TokenOptions,
        token: &CancelToken,
    ) -> Result<Truncation> {
        let marker = self.count(&how.marker, options, token)?;
        if marker > limit {
            return Err(Error::option(format!(
                "marker of {marker} tokens: must not exceed the limit, {limit}"
            )));
        }
        let text = decode_lossy(text.as_ref(), token)?;
        let cuts = CutPoints::new(self, &text, options, token)?;
        let total = cuts.total();
        if total <= limit {
            let end = text.original_offset(text.as_str().len());
            return Ok(Truncation {
                dropped: end..end,
                total_tokens: total,
                tokens: total,
            });
        }
        // Tokens for the kept parts.
        let mut room = limit - marker;
        loop {
            let (first, last) = match how.from {
                TruncateFrom::End => (room, 0),
                TruncateFrom::Start => (0, room),
                TruncateFrom::Middle => (room.div_ceil(2), room / 2),
            };
            let kept = match how.line_boundary {
                true => cuts.kept_lines(first, last)?,
                false => None,
            };
            let kept = match kept {
                Some(kept) => kept,
                None => cuts.kept_parts(first, last)?,
            };
            let mut tokens = kept.tokens;
            if how.from == TruncateFrom::Middle || !how.marker.is_empty() {
                let text = text.as_str();
                let joined = [&text[..kept.head], &how.marker, &text[kept.tail..]].concat();
                tokens = self.count(joined, options, token)?;
            }
            if tokens <= limit || room == 0 {
                return Ok(Truncation {
                    dropped: text.original_offset(kept.head)..text.original_offset(kept.tail),
                    total_tokens: total,
                    tokens,
                });
            }
            // Joined, the parts form other tokens.
            room = room.saturating_sub(tokens - limit);
        }
    }

    /// Splits `text` into chunks of at most `size` tokens, each counted alone. Every chunk except
    /// the first begins with about the last `overlap` tokens of the previous chunk.
    ///
    /// Cuts lie between tokens and between characters. Where no such cut makes a chunk small
    /// enough, for example in tokens that hold parts of several characters, the chunk ends between
    /// any two characters. Only a chunk of a single character can have more than `size` tokens.
    /// Empty text has no chunks. Non-empty text without any token in the vocabulary is one chunk.
    ///
    /// # Errors
    ///
    /// Returns [`InvalidOption`](crate::ErrorKind::InvalidOption) if `overlap` is not less than
    /// `size`, or any error that [`Tokenizer::count`] can return.
    ///
    /// # Example
    ///
    /// ```
    /// # extern crate ransack_tokens as ransack;
    /// use ransack::{CancelToken, Encoding, TokenOptions, Tokenizer};
    ///
    /// let tokenizer = Tokenizer::get(Encoding::O200kBase);
    /// let (options, token) = (TokenOptions::default(), CancelToken::new());
    /// let text = "one two three four five";
    /// let chunks = tokenizer.split(text, 3, 1, &options, &token)?;
    /// let chunks: Vec<&str> = chunks.iter().map(|c| &text[c.range.clone()]).collect();
    /// assert_eq!(chunks, ["one two three", " three four five"]);
    /// # Ok::<(), ransack::Error>(())
    /// ```
    pub fn split(
        &self,
        text: impl AsRef<[u8]>,
        size: usize,
        overlap: usize,
        options: &TokenOptions,
        token: &CancelToken,
    ) -> Result<Vec<Chunk>> {
        if overlap >= size {
            return Err(Error::option(format!(
                "overlap of {overlap} tokens: must be less than the chunk size, {size}"
            )));
        }
        let text = decode_lossy(text.as_ref(), token)?;
        let cuts = CutPoints::new(self, &text, options, token)?;
        let end = cuts.cut(cuts.total()).at;
        let mut chunks = Vec::new();
        if end < text.as_str().len() {
            let range = 0..text.original_offset(text.as_str().len());
            chunks.push(Chunk { range, tokens: 0 });
        }
        let mut from = cuts.cut(0);
        let mut covered = 0;
        while covered < end {
            let (mut to, mut tokens) = cuts.longest_head(from, size)?;
            if to.at <= covered {
                // The overlap would leave no room for new text, so it is dropped.
                from = cuts.cut_at(covered);
                (to, tokens) = cuts.longest_head(from, size)?;
            }
            if to.at <= covered {
                (to, tokens) = cuts.longest_prefix(from, size)?;
            }
            chunks.push(Chunk {
                range: text.original_offset(from.at)..text.original_offset(to.at),
                tokens,
            });
            covered = to.at;
            from = cuts.start_before(to, overlap, from.at);
        }
        Ok(chunks)
    }
}

impl<'a> CutPoints<'a> {
    fn new(
        tokenizer: &'a Tokenizer,
        text: &'a LossyText<'a>,
        options: &'a TokenOptions,
        token: &'a CancelToken,
    ) -> Result<CutPoints<'a>> {
        let mut ends = TokenEnds::default();
        ends.push(0);
        tokenizer.for_each_token(text, options, token, |_, range| ends.push(range.end))?;
        if ends.low.len() > 1 {
            ends.extend_last(text.as_str().len());
        }
        Ok(CutPoints {
            tokenizer,
            text,
            options,
            token,
            ends,
        })
    }

    /// Returns the number of tokens in the whole text.
    fn total(&self) -> usize {
        self.ends.low.len() - 1
    }

    /// Whether the end of token `index` lies between two characters.
    fn is_cut(&self, index: usize) -> bool {
        self.text.as_str().is_char_boundary(self.ends.at(index))
    }

    /// Returns the cut at the end of the first `index` tokens.
    fn cut(&self, index: usize) -> Cut {
        Cut {
            at: self.ends.at(index),
            index,
        }
    }

    /// Returns the cut at `at`, which must lie between two characters.
    fn cut_at(&self, at: usize) -> Cut {
        Cut {
            at,
            index: self.ends.count_up_to(at) - 1,
        }
    }

    /// Returns the number of tokens between two positions, counted alone.
    fn count_between(&self, from: usize, to: usize) -> Result<usize> {
        let part = &self.text.as_str()[from..to];
        self.tokenizer.count(part, self.options, self.token)
    }

    /// Returns the longest beginning and end with at most `first` and `last` tokens.
    fn kept_parts(&self, first: usize, last: usize) -> Result<KeptParts> {
        let (head, head_tokens) = self.longest_head(self.cut(0), first)?;
        let (tail, tail_tokens) = self.longest_tail(last)?;
        Ok(KeptParts {
            head: head.at,
            tail: tail.at,
            tokens: head_tokens + tail_tokens,
        })
    }

    /// Returns whole lines at the beginning and the end, of at most `first` and `last` tokens.
    /// Returns `None` if not even one line fits.
    fn kept_lines(&self, first: usize, last: usize) -> Result<Option<KeptParts>> {
        let text = self.text.as_str();
        let mut kept = self.kept_parts(first, last)?;
        // Counted again, because a part of a token may be several tokens.
        let mut head_tokens = usize::MAX;
        while head_tokens > first {
            kept.head = text[..kept.head].rfind('\n').map_or(0, |at| at + 1);
            head_tokens = self.count_between(0, kept.head)?;
            kept.head -= usize::from(head_tokens > first);
        }
        let mut tail_tokens = usize::MAX;
        while tail_tokens > last {
            let before = kept.tail.saturating_sub(1);
            let line = text.as_bytes()[before..].iter().position(|&b| b == b'\n');
            kept.tail = line.map_or(text.len(), |at| before + at + 1);
            tail_tokens = self.count_between(kept.tail, text.len())?;
            kept.tail += usize::from(tail_tokens > last);
        }
        kept.tokens = head_tokens + tail_tokens;
        let keeps_line = kept.head > 0 || kept.tail < text.len();
        Ok(keeps_line.then_some(kept))
    }

    /// Returns the last cut between tokens with at most `limit` tokens between `from` and the cut,
    /// and their number. Returns `from` if no cut is close enough.
    fn longest_head(&self, from: Cut, limit: usize) -> Result<(Cut, usize)> {
        let mut index = from.index.saturating_add(limit).min(self.total());
        loop {
            while !self.is_cut(index) {
                index -= 1;
            }
            let to = self.cut(index);
            if to.at <= from.at {
                return Ok((from, 0));
            }
            let tokens = self.count_between(from.at, to.at)?;
            if tokens <= limit {
                return Ok((to, tokens));
            }
            index = index.saturating_sub(tokens - limit).max(from.index);
        }
    }

    /// Returns the last position between two characters, among those next to token ends, with at
    /// most `limit` tokens between `from` and the position, and their number. Returns the end of
    /// the first character if no such position exists.
    fn longest_prefix(&self, from: Cut, limit: usize) -> Result<(Cut, usize)> {
        let text = self.text.as_str();
        // A token may begin before `from`.
        let mut index = (from.index + 1).saturating_add(limit).min(self.total());
        while index > from.index {
            let mut to = self.ends.at(index);
            while !text.is_char_boundary(to) {
                to -= 1;
            }
            if to <= from.at {
                break;
            }
            let tokens = self.count_between(from.at, to)?;
            if tokens <= limit {
                return Ok((self.cut_at(to), tokens));
            }
            index = index.saturating_sub(tokens - limit);
        }
        let first = text[from.at..].chars().next();
        let to = from.at + first.map_or(0, char::len_utf8);
        Ok((self.cut_at(to), self.count_between(from.at, to)?))
    }

    /// Returns the start of a chunk that repeats about the last `overlap` tokens before `to`. The
    /// start lies after `last`, the start of the previous chunk.
    fn start_before(&self, to: Cut, overlap: usize, last: usize) -> Cut {
        let is_inside = self.ends.at(to.index) < to.at;
        let back = (to.index + usize::from(is_inside)).saturating_sub(overlap);
        (back..=to.index)
            .map(|index| self.cut(index))
            .find(|cut| cut.at > last && self.is_cut(cut.index))
            .unwrap_or(to)
    }

    /// Returns the first cut with at most `limit` tokens between it and the end, and their number.
    fn longest_tail(&self, limit: usize) -> Result<(Cut, usize)> {
        let total = self.total();
        let end = self.ends.at(total);
        let mut index = total - limit.min(total);
        loop {
            while !self.is_cut(index) {
                index += 1;
            }
            let from = self.cut(index);
            if from.at == end {
                return Ok((from, 0));
            }
            let tokens = self.count_between(from.at, end)?;
            if tokens <= limit {
                return Ok((from, tokens));
            }
            index += (tokens - limit).min(total - index);
        }
    }
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests;
