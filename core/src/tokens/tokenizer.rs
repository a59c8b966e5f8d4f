use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::cache::Worker;
use super::encoding::Encoding;
use super::model::Model;
use super::options::{TiktokenOptions, TokenOptions};
use super::scanner::{Pattern, Scanner};
use super::special::{Finder, Specials};
use super::text::Text;
use crate::cancel::{Aborted, CancelToken};
use crate::error::{Error, ErrorKind, Result};

/// A vocabulary with its rules, ready to count, encode and cut text.
///
/// Clones are cheap and are the same tokenizer. Text is UTF-8; in bytes that
/// are not, each ill-formed part counts as U+FFFD, in the way of
/// [`String::from_utf8_lossy`]. All places that are given back are in the bytes
/// as they were given.
///
/// What looks like a special token is ordinary text unless
/// [`TokenOptions::allowed_special`] says otherwise.
///
/// # Cost
///
/// Time is linear in the text, whatever it holds. A thread that counts keeps a
/// cache of 200 kB, and the vocabulary of `o200k_base` takes 10 MB.
///
/// # Example
///
/// ```
/// use ransack::{CancelToken, Encoding, TokenOptions, Tokenizer};
///
/// let tokenizer = Tokenizer::get(Encoding::O200kBase);
/// let (options, token) = (TokenOptions::default(), CancelToken::new());
/// assert_eq!(tokenizer.count("Hello, world!", &options, &token)?, 4);
/// assert_eq!(tokenizer.encode("Hello, world!", &options, &token)?, [13225, 11, 2375, 0]);
/// # Ok::<(), ransack::Error>(())
/// ```
#[derive(Clone)]
pub struct Tokenizer {
    inner: Arc<Inner>,
}

struct Inner {
    model: Arc<Model>,
    pattern: Pattern,
    specials: Specials,
}

/// A part of a text that is encoded by itself.
pub(super) enum Part {
    Piece(Range<usize>),
    Special(Range<usize>, u32),
}

impl Part {
    pub(super) fn range(&self) -> &Range<usize> {
        match self {
            Part::Piece(range) | Part::Special(range, _) => range,
        }
    }
}

/// A token and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Token {
    /// Its number in the vocabulary.
    pub id: u32,
    /// The bytes of the text that it stands for. It need not begin or end
    /// between two characters.
    pub range: Range<usize>,
}

impl Tokenizer {
    /// The tokenizer of a published encoding, loaded at the first call for it,
    /// which takes some ten milliseconds, and kept for the life of the process.
    pub fn get(encoding: Encoding) -> &'static Tokenizer {
        static LOADED: [OnceLock<Tokenizer>; Encoding::ALL.len()] =
            [const { OnceLock::new() }; Encoding::ALL.len()];
        LOADED[encoding as usize].get_or_init(|| Tokenizer {
            inner: Arc::new(Inner {
                model: Model::of(encoding),
                pattern: encoding.pattern(),
                specials: Specials::new(encoding.special_tokens()),
            }),
        })
    }

    /// Reads the ranks of a `.tiktoken` file: lines of a token in base64 and
    /// its rank.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidVocabulary`] for what is not such a file or lacks a
    /// byte, and [`ErrorKind::InvalidPattern`] for the pattern.
    pub fn from_tiktoken(ranks: &[u8], options: &TiktokenOptions) -> Result<Tokenizer> {
        let _ = (ranks, options);
        Err(Error::new(ErrorKind::InvalidVocabulary, "not yet"))
    }

    /// Reads a `.tiktoken` file; errors as for [`Tokenizer::from_tiktoken`], and
    /// those of reading, with the path.
    pub fn from_tiktoken_file(
        path: impl AsRef<Path>,
        options: &TiktokenOptions,
    ) -> Result<Tokenizer> {
        Tokenizer::from_tiktoken(&read(path.as_ref())?, options)
    }

    /// Reads a `tokenizer.json` of Hugging Face: byte pair encoding on bytes
    /// (GPT-2, Llama 3, Qwen, DeepSeek and their like) or on characters with
    /// byte fallback (Llama 2, Mistral, Gemma).
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidVocabulary`], which names the part that is wrong or
    /// not supported.
    pub fn from_tokenizer_json(json: &[u8]) -> Result<Tokenizer> {
        let _ = json;
        Err(Error::new(ErrorKind::InvalidVocabulary, "not yet"))
    }

    /// Reads a `tokenizer.json`; errors as for
    /// [`Tokenizer::from_tokenizer_json`], and those of reading, with the path.
    pub fn from_tokenizer_json_file(path: impl AsRef<Path>) -> Result<Tokenizer> {
        Tokenizer::from_tokenizer_json(&read(path.as_ref())?)
    }

    /// The number of tokens of `text`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidOption`] for an allowed special token that the
    /// vocabulary does not have, and the error of `token` once it has fired.
    pub fn count(
        &self,
        text: impl AsRef<[u8]>,
        options: &TokenOptions,
        token: &CancelToken,
    ) -> Result<usize> {
        Ok(self
            .count_while(text.as_ref(), usize::MAX, options, token)?
            .0)
    }

    /// The number of tokens of each text, in their order; errors as for
    /// [`Tokenizer::count`].
    pub fn count_each<T: AsRef<[u8]>>(
        &self,
        texts: &[T],
        options: &TokenOptions,
        token: &CancelToken,
    ) -> Result<Vec<usize>> {
        texts
            .iter()
            .map(|text| self.count(text, options, token))
            .collect()
    }

    /// The number of tokens of `text` if there are no more than `limit`;
    /// `None` as soon as there are. Errors as for [`Tokenizer::count`].
    ///
    /// ```
    /// # use ransack::{CancelToken, Encoding, TokenOptions, Tokenizer};
    /// # let tokenizer = Tokenizer::get(Encoding::O200kBase);
    /// # let (options, token) = (TokenOptions::default(), CancelToken::new());
    /// assert_eq!(tokenizer.count_up_to("Hello, world!", 4, &options, &token)?, Some(4));
    /// assert_eq!(tokenizer.count_up_to("Hello, world!", 3, &options, &token)?, None);
    /// # Ok::<(), ransack::Error>(())
    /// ```
    pub fn count_up_to(
        &self,
        text: impl AsRef<[u8]>,
        limit: usize,
        options: &TokenOptions,
        token: &CancelToken,
    ) -> Result<Option<usize>> {
        let (count, _) = self.count_while(text.as_ref(), limit, options, token)?;
        Ok((count <= limit).then_some(count))
    }

    /// The ids of the tokens of `text`. Errors as for [`Tokenizer::count`].
    pub fn encode(
        &self,
        text: impl AsRef<[u8]>,
        options: &TokenOptions,
        token: &CancelToken,
    ) -> Result<Vec<u32>> {
        let text = Text::new(text.as_ref(), token)?;
        let mut ids = Vec::new();
        self.tokens(&text, options, token, |id, _| ids.push(id))?;
        Ok(ids)
    }

    /// The tokens of `text` and the bytes that each stands for. Errors as for
    /// [`Tokenizer::count`].
    ///
    /// ```
    /// # use ransack::{CancelToken, Encoding, TokenOptions, Tokenizer};
    /// # let tokenizer = Tokenizer::get(Encoding::O200kBase);
    /// # let (options, token) = (TokenOptions::default(), CancelToken::new());
    /// let tokens = tokenizer.token_offsets("Hello, world!", &options, &token)?;
    /// assert_eq!(tokens[2].range, 6..12);
    /// # Ok::<(), ransack::Error>(())
    /// ```
    pub fn token_offsets(
        &self,
        text: impl AsRef<[u8]>,
        options: &TokenOptions,
        token: &CancelToken,
    ) -> Result<Vec<Token>> {
        let text = Text::new(text.as_ref(), token)?;
        let mut tokens = Vec::new();
        let mut start = 0;
        self.tokens(&text, options, token, |id, end| {
            let range = text.original(start)..text.original(end);
            tokens.push(Token { id, range });
            start = end;
        })?;
        Ok(tokens)
    }

    /// The bytes that the tokens stand for, special ones included. They need
    /// not be UTF-8, for a token can be a part of a character.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidOption`] for an id that the vocabulary does not
    /// have.
    ///
    /// ```
    /// # use ransack::{Encoding, Tokenizer};
    /// let tokenizer = Tokenizer::get(Encoding::O200kBase);
    /// assert_eq!(tokenizer.decode(&[13225, 11, 2375, 0])?, b"Hello, world!");
    /// # Ok::<(), ransack::Error>(())
    /// ```
    pub fn decode(&self, ids: &[u32]) -> Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(4 * ids.len());
        for &id in ids {
            let token = self.inner.model.vocabulary.token(id);
            if !token.is_empty() {
                bytes.extend_from_slice(token);
                continue;
            }
            let specials = self.inner.specials.tokens();
            let special = specials.iter().find(|&&(_, special)| special == id);
            let (text, _) = special
                .ok_or_else(|| Error::new(ErrorKind::InvalidOption, format!("no token {id}")))?;
            bytes.extend_from_slice(text.as_bytes());
        }
        Ok(bytes)
    }

    /// Counts ordinary text, which nothing stops.
    pub(super) fn count_alone(&self, text: &[u8]) -> usize {
        static NEVER: OnceLock<CancelToken> = OnceLock::new();
        let never = NEVER.get_or_init(CancelToken::new);
        let count = self.count_while(text, usize::MAX, &TokenOptions::default(), never);
        count.map_or(0, |(count, _)| count)
    }

    /// The special tokens and their ids.
    pub fn special_tokens(&self) -> &[(String, u32)] {
        self.inner.specials.tokens()
    }

    /// Counts until there are more than `limit`.
    fn count_while(
        &self,
        text: &[u8],
        limit: usize,
        options: &TokenOptions,
        token: &CancelToken,
    ) -> Result<(usize, bool)> {
        let text = Text::new(text, token)?;
        let mut count = 0;
        Worker::with(|worker| {
            self.parts(text.bytes(), options, token, |part| {
                count += self.count_part(text.bytes(), &part, worker, token)?;
                Ok(if count > limit {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                })
            })
        })?;
        Ok((count, count > limit))
    }

    /// The number of tokens of a part of `text`.
    #[inline(always)]
    pub(super) fn count_part(
        &self,
        text: &[u8],
        part: &Part,
        worker: &mut Worker,
        token: &CancelToken,
    ) -> Result<usize, Aborted> {
        match part {
            Part::Piece(at) => (self.inner.model).count(text, at.start, at.end, worker, token),
            Part::Special(..) => Ok(1),
        }
    }

    /// The length of the longest special token that is allowed.
    pub(super) fn longest_special(&self, options: &TokenOptions) -> Result<usize> {
        let specials = &self.inner.specials;
        specials.with_finder(&options.allowed_special, |finder| {
            Ok(finder.map_or(0, Finder::longest))
        })
    }

    /// Whether only the last parts of a text depend on how it goes on.
    pub(super) fn settles(&self) -> bool {
        true
    }

    /// Hands each token's id and end to `take`.
    pub(super) fn tokens(
        &self,
        text: &Text<'_>,
        options: &TokenOptions,
        token: &CancelToken,
        mut take: impl FnMut(u32, usize),
    ) -> Result<()> {
        let model = &self.inner.model;
        let bytes = text.bytes();
        Worker::with(|worker| {
            self.parts(bytes, options, token, |part| {
                match part {
                    Part::Piece(range) => {
                        let mut end = range.start;
                        model.encode(&bytes[range], worker, token, |ranks| {
                            for &rank in ranks {
                                end += model.vocabulary.token_len(rank);
                                take(rank, end);
                            }
                        })?;
                    }
                    Part::Special(range, id) => take(id, range.end),
                }
                Ok(ControlFlow::Continue(()))
            })
        })
    }

    /// Cuts text, which is UTF-8, into what is encoded by itself.
    #[inline(always)]
    pub(super) fn parts(
        &self,
        text: &[u8],
        options: &TokenOptions,
        token: &CancelToken,
        mut take: impl FnMut(Part) -> Result<ControlFlow<()>, Aborted>,
    ) -> Result<()> {
        self.inner
            .specials
            .with_finder(&options.allowed_special, |finder| {
                let mut at = 0;
                loop {
                    let special = match finder {
                        Some(finder) => Finder::find(finder, text, at, token)?,
                        None => None,
                    };
                    let end = special.map_or(text.len(), |(start, ..)| start);
                    if self.pieces(&text[..end], at, token, &mut take)?.is_break() {
                        return Ok(());
                    }
                    match special {
                        Some((start, end, id)) => {
                            if take(Part::Special(start..end, id))?.is_break() {
                                return Ok(());
                            }
                            at = end;
                        }
                        None => return Ok(()),
                    }
                }
            })
    }

    #[inline(always)]
    fn pieces(
        &self,
        text: &[u8],
        mut at: usize,
        token: &CancelToken,
        take: &mut impl FnMut(Part) -> Result<ControlFlow<()>, Aborted>,
    ) -> Result<ControlFlow<()>, Aborted> {
        token.heartbeat()?;
        let scanner = Scanner::new(text, token);
        let mut beat = at;
        while at < text.len() {
            let end = scanner.end_of_piece(self.inner.pattern, at);
            if end >= beat {
                token.heartbeat()?;
                beat = end + BEAT;
            }
            if take(Part::Piece(at..end))?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            at = end;
        }
        Ok(ControlFlow::Continue(()))
    }
}

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|source| Error::reading(path, source))
}

/// The bytes between two looks at the cancel token.
const BEAT: usize = 1 << 15;

impl std::fmt::Debug for Tokenizer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tokenizer").finish_non_exhaustive()
    }
}
