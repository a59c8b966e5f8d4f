use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::cache::Worker;
use super::encoding::Encoding;
use super::model::Model;
use super::normalizer::Normalizer;
use super::options::{TiktokenOptions, TokenOptions};
use super::special::{Finder, JobOutput, Specials};
use super::splitter::Splitter;
use super::visit::{Count, Take, Visit};
use super::{huggingface, parallel, tiktoken};
use crate::cancel::CancelToken;
use crate::error::{Error, Result};
use crate::offsets::LossyText;

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
/// cache of up to 4 MB, and the vocabulary of `o200k_base` takes 14 MB.
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
    normalizer: Option<Normalizer>,
    splitter: Splitter,
    specials: Specials,
}

/// A stretch of a text.
enum Stretch {
    Ordinary(Range<usize>),
    Special(JobOutput),
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
        LOADED[encoding as usize].get_or_init(|| {
            let splitter = Splitter::Known(encoding.pattern());
            let specials = Specials::required(encoding.special_tokens());
            Tokenizer::new(Model::of(encoding), None, splitter, specials)
        })
    }

    pub(super) fn new(
        model: Arc<Model>,
        normalizer: Option<Normalizer>,
        splitter: Splitter,
        specials: Specials,
    ) -> Tokenizer {
        Tokenizer {
            inner: Arc::new(Inner {
                model,
                normalizer,
                splitter,
                specials,
            }),
        }
    }

    /// Reads the ranks of a `.tiktoken` file: lines of a token in base64 and
    /// its rank.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidVocabulary`](crate::ErrorKind::InvalidVocabulary) for what is not such a file or lacks a
    /// byte, and [`ErrorKind::InvalidPattern`](crate::ErrorKind::InvalidPattern) for the pattern.
    pub fn from_tiktoken(ranks: &[u8], options: &TiktokenOptions) -> Result<Tokenizer> {
        tiktoken::read(ranks, options)
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
    /// Where the file asks for it, text is normalised as Unicode has it now.
    /// Hugging Face's library has older tables, so that a few rare characters
    /// may become other tokens there.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::InvalidVocabulary`](crate::ErrorKind::InvalidVocabulary), which names the part that is wrong or
    /// not supported.
    pub fn from_tokenizer_json(json: &[u8]) -> Result<Tokenizer> {
        huggingface::read(json)
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
    /// [`ErrorKind::InvalidOption`](crate::ErrorKind::InvalidOption) for an allowed special token that the
    /// vocabulary does not have, and the error of `token` once it has fired.
    pub fn count(
        &self,
        text: impl AsRef<[u8]>,
        options: &TokenOptions,
        token: &CancelToken,
    ) -> Result<usize> {
        let text = text.as_ref();
        if text.len() >= parallel::WORTH && self.settles() {
            self.count_parallel(text, options, token)
        } else {
            self.count_alone(text, options, token)
        }
    }

    /// The number of tokens of each text, in their order; errors as for
    /// [`Tokenizer::count`].
    pub fn count_each<T: AsRef<[u8]>>(
        &self,
        texts: &[T],
        options: &TokenOptions,
        token: &CancelToken,
    ) -> Result<Vec<usize>> {
        parallel::count_each(self, texts, options, token)
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
        let count = self.count_while(text.as_ref(), limit, options, token)?;
        Ok((count <= limit).then_some(count))
    }

    /// The ids of the tokens of `text`. Errors as for [`Tokenizer::count`].
    pub fn encode(
        &self,
        text: impl AsRef<[u8]>,
        options: &TokenOptions,
        token: &CancelToken,
    ) -> Result<Vec<u32>> {
        let text = LossyText::with_cancel(text.as_ref(), token)?;
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
        let text = LossyText::with_cancel(text.as_ref(), token)?;
        let mut tokens = Vec::new();
        let mut start = 0;
        self.tokens(&text, options, token, |id, end| {
            let range = text.original_offset(start)..text.original_offset(end);
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
    /// [`ErrorKind::InvalidOption`](crate::ErrorKind::InvalidOption) for an id that the vocabulary does not
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
            let token = self.inner.model.token(id);
            if !token.is_empty() {
                bytes.extend_from_slice(token);
            } else if let Some(text) = self.inner.specials.text_of(id) {
                bytes.extend_from_slice(text.as_bytes());
            } else {
                return Err(Error::option(format!("no token {id}")));
            }
        }
        Ok(bytes)
    }

    /// Counts on the calling thread.
    pub(super) fn count_alone(
        &self,
        text: &[u8],
        options: &TokenOptions,
        token: &CancelToken,
    ) -> Result<usize> {
        self.count_while(text, usize::MAX, options, token)
    }

    /// The special tokens and their ids.
    pub fn special_tokens(&self) -> &[(String, u32)] {
        self.inner.specials.named()
    }

    /// Counts until there are more than `limit`.
    fn count_while(
        &self,
        text: &[u8],
        limit: usize,
        options: &TokenOptions,
        token: &CancelToken,
    ) -> Result<usize> {
        let text = LossyText::with_cancel(text, token)?;
        Worker::with(self.inner.model.number, |worker| {
            let mut visit = Count::new(&self.inner.model, worker, token, limit);
            self.visit(text.as_str().as_bytes(), options, token, &mut visit)?;
            Ok(visit.count())
        })
    }

    /// Hands each token's id and end to `take`.
    pub(super) fn tokens(
        &self,
        text: &LossyText<'_>,
        options: &TokenOptions,
        token: &CancelToken,
        take: impl FnMut(u32, usize),
    ) -> Result<()> {
        Worker::with(self.inner.model.number, |worker| {
            let mut visit = Take::new(&self.inner.model, worker, token, take);
            self.visit(text.as_str().as_bytes(), options, token, &mut visit)
        })
    }

    pub(super) fn model(&self) -> &Model {
        &self.inner.model
    }

    pub(super) fn splitter(&self) -> &Splitter {
        &self.inner.splitter
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
        self.inner.normalizer.is_none() && self.inner.splitter.settles()
    }

    /// Cuts text, which is UTF-8, into what is encoded by itself.
    pub(super) fn visit(
        &self,
        text: &[u8],
        options: &TokenOptions,
        token: &CancelToken,
        visit: &mut impl Visit,
    ) -> Result<()> {
        self.stretches(text, options, token, |stretch| match stretch {
            Stretch::Ordinary(range) => {
                self.visit_ordinary(&text[..range.end], range.start, token, visit)
            }
            Stretch::Special(found) => Ok(visit.special(found.range, found.id)?),
        })
    }

    /// Cuts text at the special tokens that are allowed.
    fn stretches(
        &self,
        text: &[u8],
        options: &TokenOptions,
        token: &CancelToken,
        mut take: impl FnMut(Stretch) -> Result<ControlFlow<()>>,
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
                if take(Stretch::Ordinary(at..end))?.is_break() {
                    return Ok(());
                }
                let Some(found) = special else {
                    return Ok(());
                };
                at = found.range.end;
                if take(Stretch::Special(found))?.is_break() {
                    return Ok(());
                }
            }
        })
    }

    /// Counts a long text on several threads.
    fn count_parallel(
        &self,
        text: &[u8],
        options: &TokenOptions,
        token: &CancelToken,
    ) -> Result<usize> {
        let text = LossyText::with_cancel(text, token)?;
        let mut parts = Vec::new();
        let mut specials = 0;
        self.stretches(text.as_str().as_bytes(), options, token, |stretch| {
            match stretch {
                Stretch::Ordinary(range) => {
                    parallel::cut(&text.as_str().as_bytes()[range], &mut parts, token)?;
                }
                Stretch::Special(_) => specials += 1,
            }
            Ok(ControlFlow::Continue(()))
        })?;
        let mut ordinary = TokenOptions::default();
        ordinary.pool.clone_from(&options.pool);
        let counts = parallel::count_each(self, &parts, &ordinary, token)?;
        Ok(specials + counts.iter().sum::<usize>())
    }

    /// The same for text in which there are no special tokens, from `at` on.
    fn visit_ordinary(
        &self,
        text: &[u8],
        at: usize,
        token: &CancelToken,
        visit: &mut impl Visit,
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

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).map_err(|source| Error::reading(path, source))
}

impl std::fmt::Debug for Tokenizer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tokenizer").finish_non_exhaustive()
    }
}
