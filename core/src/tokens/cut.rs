//! Text cut by tokens.

use std::ops::Range;

use super::options::{TokenOptions, TruncateFrom};
use super::tokenizer::Tokenizer;
use crate::cancel::CancelToken;
use crate::error::{Error, Result};
use crate::offsets::LossyText;

/// What [`Tokenizer::truncate`] leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Truncation {
    /// The bytes that are given up; empty, at the end, if the text fits. What
    /// is kept lies before and behind.
    pub dropped: Range<usize>,
    /// The tokens of the whole text.
    pub total_tokens: usize,
    /// The tokens of what is kept, of its two parts counted each by itself.
    pub tokens: usize,
}

/// One piece of a text that [`Tokenizer::split`] cut up.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Chunk {
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// Its tokens, counted by itself.
    pub tokens: usize,
}

/// A text with all places where it may be cut, and the means to count again.
struct Cuts<'a> {
    tokenizer: &'a Tokenizer,
    text: &'a LossyText<'a>,
    options: &'a TokenOptions,
    token: &'a CancelToken,
    /// Where each token ends, 0 first.
    ends: Ends,
}

/// Rising places, in half the memory, which takes long to give back when a call
/// is stopped.
#[derive(Default)]
struct Ends {
    /// The lower half of each.
    low: Vec<u32>,
    /// The index of the first place beyond each 4 GB.
    upper: Vec<usize>,
}

impl Ends {
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
    /// Cuts `text` down to at most `limit` tokens, between two tokens that meet
    /// between two characters.
    ///
    /// What is kept has at most `limit` tokens when it is counted by itself. It
    /// may have fewer: next to the cut white space can fall into other tokens
    /// than before, and a character can be several tokens. Errors as for
    /// [`Tokenizer::count`].
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
        let cuts = Cuts::new(self, &text, options, token)?;
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
        let (head, head_tokens) = cuts.first(0, first)?;
        let (tail, tail_tokens) = cuts.last(last)?;
        Ok(Truncation {
            dropped: text.original_offset(cuts.ends.at(head))
                ..text.original_offset(cuts.ends.at(tail)),
            total_tokens: total,
            tokens: head_tokens + tail_tokens,
        })
    }

    /// Cuts `text` into chunks of at most `size` tokens each, counted by
    /// itself, of which each begins with about the last `overlap` tokens of the
    /// one before.
    ///
    /// Cuts are made as [`Tokenizer::truncate`] makes them. Where none makes a
    /// chunk small enough, as in a character of many tokens, it goes to the
    /// next. Of empty text there is no chunk.
    ///
    /// # Errors
    ///
    /// [`InvalidOption`](crate::ErrorKind::InvalidOption) if `overlap` is not
    /// less than `size`, and those of [`Tokenizer::count`].
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
            return Err(Error::option("the overlap must be less than the size"));
        }
        let text = LossyText::with_cancel(text.as_ref(), token)?;
        let cuts = Cuts::new(self, &text, options, token)?;
        let total = cuts.total();
        let mut chunks = Vec::new();
        let mut from = 0;
        let mut done = 0;
        while done < total {
            let (mut to, mut tokens) = cuts.first(from, size)?;
            if to <= done && from < done {
                // The overlap leaves no room for more.
                from = done;
                (to, tokens) = cuts.first(from, size)?;
            }
            if to <= done {
                to = (done + 1..total)
                    .find(|&at| cuts.is_cut(at))
                    .unwrap_or(total);
                tokens = cuts.count(from, to)?;
            }
            chunks.push(Chunk {
                range: text.original_offset(cuts.ends.at(from))
                    ..text.original_offset(cuts.ends.at(to)),
                tokens,
            });
            done = to;
            let back = to.saturating_sub(overlap).max(from + 1);
            from = (back..=to).find(|&at| cuts.is_cut(at)).unwrap_or(to);
        }
        Ok(chunks)
    }
}

impl<'a> Cuts<'a> {
    fn new(
        tokenizer: &'a Tokenizer,
        text: &'a LossyText<'a>,
        options: &'a TokenOptions,
        token: &'a CancelToken,
    ) -> Result<Cuts<'a>> {
        let mut ends = Ends::default();
        ends.push(0);
        tokenizer.tokens(text, options, token, |_, end| ends.push(end))?;
        Ok(Cuts {
            tokenizer,
            text,
            options,
            token,
            ends,
        })
    }

    fn total(&self) -> usize {
        self.ends.low.len() - 1
    }

    fn is_cut(&self, at: usize) -> bool {
        self.text.as_str().is_char_boundary(self.ends.at(at))
    }

    /// The tokens of the text between two cuts when it stands by itself.
    fn count(&self, from: usize, to: usize) -> Result<usize> {
        let part = &self.text.as_str()[self.ends.at(from)..self.ends.at(to)];
        self.tokenizer.count(part, self.options, self.token)
    }

    /// The last cut up to which there are at most `most` tokens after `from`,
    /// and how many.
    fn first(&self, from: usize, most: usize) -> Result<(usize, usize)> {
        let mut to = from.saturating_add(most).min(self.total());
        loop {
            while !self.is_cut(to) {
                to -= 1;
            }
            if to <= from {
                return Ok((from, 0));
            }
            let tokens = self.count(from, to)?;
            if tokens <= most {
                return Ok((to, tokens));
            }
            to -= (tokens - most).min(to - from);
        }
    }

    /// The first cut from which there are at most `most` tokens to the end, and
    /// how many.
    fn last(&self, most: usize) -> Result<(usize, usize)> {
        let total = self.total();
        let mut from = total - most.min(total);
        loop {
            while !self.is_cut(from) {
                from += 1;
            }
            if from == total {
                return Ok((from, 0));
            }
            let tokens = self.count(from, total)?;
            if tokens <= most {
                return Ok((from, tokens));
            }
            from += (tokens - most).min(total - from);
        }
    }
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::Ends;

    #[test]
    fn ends_beyond_4_gb() {
        let places = [
            0,
            5,
            u32::MAX as usize,
            1 << 32,
            (1 << 32) + 7,
            (3 << 32) + 1,
        ];
        let mut ends = Ends::default();
        for place in places {
            ends.push(place);
        }
        for (index, &place) in places.iter().enumerate() {
            assert_eq!(ends.at(index), place);
        }
    }
}
