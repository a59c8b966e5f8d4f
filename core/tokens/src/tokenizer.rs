//! The tokenizer: counts, encodes and decodes text with one vocabulary.
//!
//! A call replaces ill-formed UTF-8, finds special tokens, normalizes and splits the segments
//! between them, and passes the pieces to a visitor.

use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use ransack_base::internal::{ErrorParts, decode_lossy, keep_unless_failed};
use ransack_base::offsets::LossyText;
use ransack_base::{CancelToken, Error, OptionName, Pool, Result};

use super::count_cache::EncodeContext;
use super::encoding::Encoding;
use super::model::BpeModel;
use super::normalizer::Normalizer;
use super::options::{TiktokenOptions, TokenOptions};
use super::special::{SpecialFinder, SpecialMatch, SpecialTokens};
use super::splitter::Splitter;
use super::visitor::{CountVisitor, EncodeVisitor, PieceVisitor};
use super::{huggingface, parallel, tiktoken};

/// Vocabulary with its splitting rules and special tokens, used to count, encode, decode and
/// truncate text.
///
/// A clone is a cheap reference to the same tokenizer. Text should be UTF-8; each ill-formed
/// sequence counts as U+FFFD, as in [`String::from_utf8_lossy`]. All offsets are 0-based byte
/// offsets in the original text.
///
/// Text that looks like a special token is treated as ordinary text unless
/// [`TokenOptions::allowed_special`] allows that token.
///
/// # Cost
///
/// Calls take time linear in the text, whatever its content. The exception is a loaded vocabulary
/// whose split pattern has no hand-written scanner: the time then depends on the regular
/// expression. Each counting thread keeps a cache of up to 4 MiB for each of the last three
/// vocabularies it used. The vocabulary of `o200k_base` takes 14 MB, shared by all threads.
///
/// # Example
///
/// ```
/// # extern crate ransack_tokens as ransack;
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
    inner: Arc<TokenizerParts>,
}

struct TokenizerParts {
    model: Arc<BpeModel>,
    normalizer: Option<Normalizer>,
    splitter: Splitter,
    specials: SpecialTokens,
}

/// Special token in the text, or the ordinary text between two special tokens.
enum TextSegment {
    Ordinary(Range<usize>),
    Special(SpecialMatch),
}

/// Token and its byte range in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Token {
    /// Id of the token in the vocabulary.
    pub id: u32,
    /// Byte range of the text that the token stands for. The range may begin or end inside a
    /// character. Text that has no token in the vocabulary is not covered by any range.
    pub range: Range<usize>,
}

impl Tokenizer {
    /// Returns the tokenizer for a published encoding.
    ///
    /// The first call for an encoding loads its vocabulary, which takes about ten milliseconds. The
    /// vocabulary then stays loaded for the life of the process.
    pub fn get(encoding: Encoding) -> &'static Tokenizer {
        static LOADED: [OnceLock<Tokenizer>; Encoding::ALL.len()] =
            [const { OnceLock::new() }; Encoding::ALL.len()];
        LOADED[encoding as usize].get_or_init(|| {
            let splitter = Splitter::Known(encoding.pattern());
            let specials = SpecialTokens::from_opt_in(encoding.special_tokens());
            Tokenizer::new(BpeModel::published(encoding), None, splitter, specials)
        })
    }

    pub(super) fn new(
        model: Arc<BpeModel>,
        normalizer: Option<Normalizer>,
        splitter: Splitter,
        specials: SpecialTokens,
    ) -> Tokenizer {
        Tokenizer {
            inner: Arc::new(TokenizerParts {
                model,
                normalizer,
                splitter,
                specials,
            }),
        }
    }

    /// Builds a tokenizer from the contents of a `.tiktoken` file: lines of a base64 token, a space
    /// and the token's rank.
    ///
    /// # Errors
    ///
    /// - [`ErrorKind::InvalidVocabulary`](crate::ErrorKind::InvalidVocabulary) if a line is
    ///   malformed or a byte is not a token.
    /// - [`ErrorKind::InvalidPattern`](crate::ErrorKind::InvalidPattern) if the pattern in
    ///   `options` does not compile.
    pub fn from_tiktoken(ranks: &[u8], options: &TiktokenOptions) -> Result<Tokenizer> {
        tiktoken::read(ranks, options)
    }

    /// Builds a tokenizer from a `.tiktoken` file.
    ///
    /// # Errors
    ///
    /// Returns any error that [`Tokenizer::from_tiktoken`] can return, or an error with the file's
    /// path if the file cannot be read.
    pub fn from_tiktoken_file(
        path: impl AsRef<Path>,
        options: &TiktokenOptions,
    ) -> Result<Tokenizer> {
        Tokenizer::from_tiktoken(&read(path.as_ref())?, options)
    }

    /// Builds a tokenizer from the contents of a Hugging Face `tokenizer.json`.
    ///
    /// Supports byte pair encoding on bytes (GPT-2, Llama 3, Qwen, DeepSeek and similar models) and
    /// on characters with byte fallback (Llama 2, Mistral, Gemma).
    ///
    /// Regular expressions have the syntax of Oniguruma, as in Hugging Face's library. Constructs
    /// without an equivalent are errors, such as `\K`, `\X` and, where case is ignored, text that
    /// folds to a different number of characters, such as `ss`.
    ///
    /// Normalization follows the current Unicode version. Hugging Face's library uses older tables,
    /// so a few rare characters may produce different tokens there.
    ///
    /// # Errors
    ///
    /// - [`ErrorKind::InvalidVocabulary`](crate::ErrorKind::InvalidVocabulary) if a part of the
    ///   file is malformed or unsupported; the message names the part. Also if the file has more
    ///   than 256 normalizers or 64 pre-tokenizers, or if the normalizers may grow text to more
    ///   than 128 times its length.
    /// - [`ErrorKind::InvalidPattern`](crate::ErrorKind::InvalidPattern) if a pattern in the file
    ///   does not compile or has no equivalent; with the byte offset in the pattern.
    pub fn from_tokenizer_json(json: &[u8]) -> Result<Tokenizer> {
        huggingface::read(json)
    }

    /// Builds a tokenizer from a Hugging Face `tokenizer.json` file.
    ///
    /// # Errors
    ///
    /// Returns any error that [`Tokenizer::from_tokenizer_json`] can return, or an error with the
    /// file's path if the file cannot be read.
    pub fn from_tokenizer_json_file(path: impl AsRef<Path>) -> Result<Tokenizer> {
        Tokenizer::from_tokenizer_json(&read(path.as_ref())?)
    }

    /// Counts the tokens in `text`.
    ///
    /// Text of at least 1 MiB is counted with the help of [`TokenOptions::pool`], unless the
    /// vocabulary has a normalizer or a split pattern without a hand-written scanner. The result
    /// does not depend on the pool.
    ///
    /// # Errors
    ///
    /// - [`ErrorKind::InvalidOption`](crate::ErrorKind::InvalidOption) if an allowed special token
    ///   is not in the vocabulary.
    /// - [`ErrorKind::InvalidPattern`](crate::ErrorKind::InvalidPattern) if the split pattern of a
    ///   loaded vocabulary fails on the text.
    /// - [`ErrorKind::Aborted`](crate::ErrorKind::Aborted) or
    ///   [`ErrorKind::Timeout`](crate::ErrorKind::Timeout) if `token` fires.
    pub fn count(
        &self,
        text: impl AsRef<[u8]>,
        options: &TokenOptions,
        token: &CancelToken,
    ) -> Result<usize> {
        let text = text.as_ref();
        if text.len() >= parallel::PARALLEL_MIN_BYTES && self.has_local_splits() {
            self.count_parallel(text, options, token)
        } else {
            self.count_sequential(text, options, token)
        }
    }

    /// Counts the tokens in each element of `texts`. Returns the counts in the same order.
    ///
    /// A batch of at least 1 MiB is counted with the help of [`TokenOptions::pool`]. The result
    /// does not depend on the pool.
    ///
    /// # Errors
    ///
    /// Returns any error that [`Tokenizer::count`] can return. One error makes the whole batch
    /// fail.
    pub fn count_batch<T: AsRef<[u8]>>(
        &self,
        texts: &[T],
        options: &TokenOptions,
        token: &CancelToken,
    ) -> Result<Vec<usize>> {
        parallel::count_batch(self, texts, options, token)
    }

    /// Counts the tokens in `text` up to a limit. Returns `None` if there are more than `limit`
    /// tokens.
    ///
    /// Stops as soon as the limit is exceeded. Runs on the calling thread alone.
    ///
    /// # Errors
    ///
    /// Returns any error that [`Tokenizer::count`] can return.
    ///
    /// # Example
    ///
    /// ```
    /// # extern crate ransack_tokens as ransack;
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
        let count = self.count_to_limit(text.as_ref(), limit, options, token)?;
        Ok((count <= limit).then_some(count))
    }

    /// Encodes `text` as token ids.
    ///
    /// # Errors
    ///
    /// Returns any error that [`Tokenizer::count`] can return.
    pub fn encode(
        &self,
        text: impl AsRef<[u8]>,
        options: &TokenOptions,
        token: &CancelToken,
    ) -> Result<Vec<u32>> {
        let text = decode_lossy(text.as_ref(), token)?;
        let mut ids = Vec::new();
        let done = self.for_each_token(&text, options, token, |id, _| ids.push(id));
        keep_unless_failed(Pool::shared(), done, ids)
    }

    /// Encodes `text` as tokens, each with the byte range of the text that the token stands for.
    ///
    /// # Errors
    ///
    /// Returns any error that [`Tokenizer::count`] can return.
    ///
    /// # Example
    ///
    /// ```
    /// # extern crate ransack_tokens as ransack;
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
        let text = decode_lossy(text.as_ref(), token)?;
        let mut tokens = Vec::new();
        let done = self.for_each_token(&text, options, token, |id, range| {
            let range = text.original_offset(range.start)..text.original_offset(range.end);
            tokens.push(Token { id, range });
        });
        keep_unless_failed(Pool::shared(), done, tokens)
    }

    /// Decodes token ids, including the ids of special tokens, to the bytes that the tokens stand
    /// for.
    ///
    /// The result may not be valid UTF-8, because a token can be part of a character.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::InvalidOption`](crate::ErrorKind::InvalidOption) if an id is not in the
    /// vocabulary.
    ///
    /// # Example
    ///
    /// ```
    /// # extern crate ransack_tokens as ransack;
    /// # use ransack::{Encoding, Tokenizer};
    /// let tokenizer = Tokenizer::get(Encoding::O200kBase);
    /// assert_eq!(tokenizer.decode(&[13225, 11, 2375, 0])?, b"Hello, world!");
    /// # Ok::<(), ransack::Error>(())
    /// ```
    pub fn decode(&self, ids: &[u32]) -> Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(4 * ids.len());
        for (index, &id) in ids.iter().enumerate() {
            let token = self.inner.model.token(id);
            if !token.is_empty() {
                bytes.extend_from_slice(token);
            } else if let Some(text) = self.inner.specials.text_of(id) {
                bytes.extend_from_slice(text.as_bytes());
            } else {
                let error = Error::option(format!("unknown token id {id}"));
                return Err(error.in_element(OptionName::Ids, index));
            }
        }
        Ok(bytes)
    }

    /// Counts as [`Tokenizer::count`] does, on the calling thread alone.
    pub(super) fn count_sequential(
        &self,
        text: &[u8],
        options: &TokenOptions,
        token: &CancelToken,
    ) -> Result<usize> {
        self.count_to_limit(text, usize::MAX, options, token)
    }

    /// Returns the text and id of each special token that is recognized only if
    /// [`TokenOptions::allowed_special`] allows it.
    pub fn special_tokens(&self) -> &[(String, u32)] {
        self.inner.specials.opt_in()
    }

    /// Counts tokens. As soon as the count exceeds `limit`, stops and returns a number above it.
    fn count_to_limit(
        &self,
        text: &[u8],
        limit: usize,
        options: &TokenOptions,
        token: &CancelToken,
    ) -> Result<usize> {
        let text = decode_lossy(text, token)?;
        EncodeContext::with(self.inner.model.cache_id, |context| {
            let mut visit = CountVisitor::new(&self.inner.model, context, token, limit);
            self.visit_pieces(text.as_str().as_bytes(), options, token, &mut visit)?;
            Ok(visit.count())
        })
    }

    /// Encodes text and calls `emit` with the id and range of each token, in order.
    pub(super) fn for_each_token(
        &self,
        text: &LossyText<'_>,
        options: &TokenOptions,
        token: &CancelToken,
        emit: impl FnMut(u32, Range<usize>),
    ) -> Result<()> {
        EncodeContext::with(self.inner.model.cache_id, |context| {
            let mut visit = EncodeVisitor::new(&self.inner.model, context, token, emit);
            self.visit_pieces(text.as_str().as_bytes(), options, token, &mut visit)
        })
    }

    /// Returns the model that encodes the pieces.
    pub(super) fn model(&self) -> &BpeModel {
        &self.inner.model
    }

    /// Returns the rule that splits ordinary text into pieces.
    pub(super) fn splitter(&self) -> &Splitter {
        &self.inner.splitter
    }

    /// Returns the length in bytes of the longest special token that `options` allow; 0 if none is
    /// allowed.
    pub(super) fn longest_special(&self, options: &TokenOptions) -> Result<usize> {
        let specials = &self.inner.specials;
        specials.with_finder(&options.allowed_special, |finder| {
            Ok(finder.map_or(0, SpecialFinder::longest))
        })
    }

    /// Whether appending text can change only the last pieces.
    pub(super) fn has_local_splits(&self) -> bool {
        self.inner.normalizer.is_none() && self.inner.splitter.has_local_splits()
    }

    /// Calls `visit` for the special tokens and pieces in `text`, in order. `text` must be UTF-8.
    pub(super) fn visit_pieces(
        &self,
        text: &[u8],
        options: &TokenOptions,
        token: &CancelToken,
        visit: &mut impl PieceVisitor,
    ) -> Result<()> {
        self.for_each_segment(text, options, token, |segment| match segment {
            TextSegment::Ordinary(range) => {
                self.visit_ordinary(&text[..range.end], range.start, token, visit)
            }
            TextSegment::Special(found) => Ok(visit.special(found.range, found.id)?),
        })
    }

    /// Calls `emit` for the allowed special tokens in the text and the segments between them, in
    /// order. A segment may be empty.
    fn for_each_segment(
        &self,
        text: &[u8],
        options: &TokenOptions,
        token: &CancelToken,
        mut emit: impl FnMut(TextSegment) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        let specials = &self.inner.specials;
        specials.with_finder(&options.allowed_special, |finder| {
            let mut at = 0;
            loop {
                token.heartbeat()?;
                let special = match finder {
                    Some(finder) => finder.find(text, at, token)?,
                    None => None,
                };
                let end = special
                    .as_ref()
                    .map_or(text.len(), |found| found.range.start);
                if emit(TextSegment::Ordinary(at..end))?.is_break() {
                    return Ok(());
                }
                let Some(found) = special else {
                    return Ok(());
                };
                at = found.range.end;
                if emit(TextSegment::Special(found))?.is_break() {
                    return Ok(());
                }
            }
        })
    }

    /// Counts as [`Tokenizer::count`] does, with the help of the pool.
    fn count_parallel(
        &self,
        text: &[u8],
        options: &TokenOptions,
        token: &CancelToken,
    ) -> Result<usize> {
        let text = decode_lossy(text, token)?;
        let mut parts = Vec::new();
        let mut specials = 0;
        self.for_each_segment(text.as_str().as_bytes(), options, token, |segment| {
            match segment {
                TextSegment::Ordinary(range) => {
                    parallel::split_parts(&text.as_str().as_bytes()[range], &mut parts, token)?;
                }
                TextSegment::Special(_) => specials += 1,
            }
            Ok(ControlFlow::Continue(()))
        })?;
        let mut ordinary = TokenOptions::default();
        ordinary.pool.clone_from(&options.pool);
        let counts = parallel::count_batch(self, &parts, &ordinary, token)?;
        Ok(specials + counts.iter().sum::<usize>())
    }

    /// Normalizes and splits `text` from `at` on, a segment without special tokens.
    fn visit_ordinary(
        &self,
        text: &[u8],
        at: usize,
        token: &CancelToken,
        visit: &mut impl PieceVisitor,
    ) -> Result<ControlFlow<()>> {
        let splitter = &self.inner.splitter;
        match &self.inner.normalizer {
            None => splitter.visit(text, at, token, visit),
            Some(normalizer) => {
                let text = normalizer.apply(&text[at..], at == 0, token)?;
                visit.normalized(at, &text.map);
                splitter.visit(&text.bytes, 0, token, visit)
            }
        }
    }
}

/// Reads a whole file.
fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|source| Error::io("cannot read the file", path, source))
}

impl std::fmt::Debug for Tokenizer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tokenizer").finish_non_exhaustive()
    }
}
