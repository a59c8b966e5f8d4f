//! Truncation of text to a number of tokens, and division into chunks.
//!
//! Invariant: a cut lies between two tokens and between two characters, and the tokens reported for
//! a part are those of the part counted alone.

use std::ops::Range;

use super::options::{TokenOptions, TruncateFrom};
use super::tokenizer::Tokenizer;
use crate::cancel::CancelToken;
use crate::error::{Error, Result};
use crate::offsets::LossyText;

/// Result of [`Tokenizer::truncate`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Truncation {
    /// Byte range of the text that is dropped; empty, at the end of the text, if the text fits. The
    /// parts before and behind it are kept.
    pub dropped: Range<usize>,
    /// Number of tokens of the whole text.
    pub total_tokens: usize,
    /// Number of tokens of the kept parts, each counted alone.
    pub tokens: usize,
}

/// Part of a text from [`Tokenizer::split`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Chunk {
    /// Byte range of the chunk in the text.
    pub range: Range<usize>,
    /// Number of tokens of the chunk, counted alone.
    pub tokens: usize,
}

/// Text with the ends of its tokens, and what it takes to count parts of it.
struct CutPoints<'a> {
    tokenizer: &'a Tokenizer,
    text: &'a LossyText<'a>,
    options: &'a TokenOptions,
    token: &'a CancelToken,
    /// Offset 0, then the end of each token.
    ends: TokenEnds,
}

/// Ascending offsets at four bytes each.
///
/// Half the memory of `usize` matters for cancellation too: freeing it takes a noticeable time.
#[derive(Default)]
struct TokenEnds {
    /// Lower 32 bits of each offset.
    low: Vec<u32>,
    /// Index of the first offset at or beyond each multiple of 4 GiB.
    upper: Vec<usize>,
}

impl TokenEnds {
    fn push(&mut self, end: usize) {
        let upper = (end as u64 >> 32) as usize;
        self.upper.resize(upper, self.low.len());
        self.low.push(end as u32);
    }

    fn at(&self, index: usize) -> usize {
        let upper = self.upper.partition_point(|&before| before <= index);
        ((upper as u64) << 32) as usize | self.low[index] as usize
    }
}

impl Tokenizer {
    /// Truncates `text` to at most `limit` tokens; cuts lie between tokens and between characters.
    ///
    /// The limit holds for the kept parts counted alone. They may have fewer tokens: white space
    /// next to a cut can form other tokens than before, and a character can be several tokens.
    ///
    /// # Errors
    ///
    /// The errors of [`Tokenizer::count`].
    ///
    /// # Example
    ///
    /// ```
    /// use ransack::{CancelToken, Encoding, TokenOptions, Tokenizer, TruncateFrom};
    ///
    /// let tokenizer = Tokenizer::get(Encoding::O200kBase);
    /// let (options, token) = (TokenOptions::default(), CancelToken::new());
    /// let text = "one two three four";
    /// let cut = tokenizer.truncate(text, 3, TruncateFrom::Middle, &options, &token)?;
    /// assert_eq!(&text[..cut.dropped.start], "one two");
    /// assert_eq!(&text[cut.dropped.end..], " four");
    /// assert_eq!((cut.tokens, cut.total_tokens), (3, 4));
    /// # Ok::<(), ransack::Error>(())
    /// ```
    pub fn truncate(
        &self,
        text: impl AsRef<[u8]>,
        limit: usize,
        from: TruncateFrom,
        options: &TokenOptions,
        token: &CancelToken,
    ) -> Result<Truncation> {
        let text = LossyText::with_cancel(text.as_ref(), token)?;
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
        let (first, last) = match from {
            TruncateFrom::End => (limit, 0),
            TruncateFrom::Start => (0, limit),
            TruncateFrom::Middle => (limit.div_ceil(2), limit / 2),
        };
        let (head, head_tokens) = cuts.longest_head(0, first)?;
        let (tail, tail_tokens) = cuts.longest_tail(last)?;
        Ok(Truncation {
            dropped: text.original_offset(cuts.ends.at(head))
                ..text.original_offset(cuts.ends.at(tail)),
            total_tokens: total,
            tokens: head_tokens + tail_tokens,
        })
    }

    /// Splits `text` into chunks of at most `size` tokens, each counted alone. Every chunk but the
    /// first begins with about the last `overlap` tokens of the one before.
    ///
    /// Cuts lie between tokens and between characters. Where no cut makes a chunk small enough, as
    /// in a character of many tokens, the chunk extends to the next cut. Empty text has no chunks.
    ///
    /// # Errors
    ///
    /// [`InvalidOption`](crate::ErrorKind::InvalidOption) if `overlap` is not less than `size`, and
    /// those of [`Tokenizer::count`].
    ///
    /// # Example
    ///
    /// ```
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
        let text = LossyText::with_cancel(text.as_ref(), token)?;
        let cuts = CutPoints::new(self, &text, options, token)?;
        let total = cuts.total();
        let mut chunks = Vec::new();
        let mut from = 0;
        let mut covered = 0;
        while covered < total {
            let (mut to, mut tokens) = cuts.longest_head(from, size)?;
            if to <= covered && from < covered {
                // The overlap leaves no room for new text: drop it.
                from = covered;
                (to, tokens) = cuts.longest_head(from, size)?;
            }
            if to <= covered {
                to = (covered + 1..total)
                    .find(|&at| cuts.is_cut(at))
                    .unwrap_or(total);
                tokens = cuts.count_between(from, to)?;
            }
            chunks.push(Chunk {
                range: text.original_offset(cuts.ends.at(from))
                    ..text.original_offset(cuts.ends.at(to)),
                tokens,
            });
            covered = to;
            let back = to.saturating_sub(overlap).max(from + 1);
            from = (back..=to).find(|&at| cuts.is_cut(at)).unwrap_or(to);
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
        tokenizer.for_each_token(text, options, token, |_, end| ends.push(end))?;
        Ok(CutPoints {
            tokenizer,
            text,
            options,
            token,
            ends,
        })
    }

    /// Number of tokens of the whole text.
    fn total(&self) -> usize {
        self.ends.low.len() - 1
    }

    /// Whether the end of token `at` lies between two characters.
    fn is_cut(&self, at: usize) -> bool {
        self.text.as_str().is_char_boundary(self.ends.at(at))
    }

    /// Number of tokens between two cuts, counted alone.
    fn count_between(&self, from: usize, to: usize) -> Result<usize> {
        let part = &self.text.as_str()[self.ends.at(from)..self.ends.at(to)];
        self.tokenizer.count(part, self.options, self.token)
    }

    /// Last cut with at most `limit` tokens between `from` and it, and their number.
    fn longest_head(&self, from: usize, limit: usize) -> Result<(usize, usize)> {
        let mut to = from.saturating_add(limit).min(self.total());
        loop {
            while !self.is_cut(to) {
                to -= 1;
            }
            if to <= from {
                return Ok((from, 0));
            }
            let tokens = self.count_between(from, to)?;
            if tokens <= limit {
                return Ok((to, tokens));
            }
            to -= (tokens - limit).min(to - from);
        }
    }

    /// First cut with at most `limit` tokens between it and the end, and their number.
    fn longest_tail(&self, limit: usize) -> Result<(usize, usize)> {
        let total = self.total();
        let mut from = total - limit.min(total);
        loop {
            while !self.is_cut(from) {
                from += 1;
            }
            if from == total {
                return Ok((from, 0));
            }
            let tokens = self.count_between(from, total)?;
            if tokens <= limit {
                return Ok((from, tokens));
            }
            from += (tokens - limit).min(total - from);
        }
    }
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::TokenEnds;

    #[test]
    fn ends_beyond_4_gb() {
        let offsets = [
            0,
            5,
            u32::MAX as usize,
            1 << 32,
            (1 << 32) + 7,
            (3 << 32) + 1,
        ];
        let mut ends = TokenEnds::default();
        for offset in offsets {
            ends.push(offset);
        }
        for (index, &offset) in offsets.iter().enumerate() {
            assert_eq!(ends.at(index), offset);
        }
    }
}
