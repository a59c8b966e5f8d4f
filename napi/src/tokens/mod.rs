//! Tokens for language models: native operations called by `js/tokens.js` through the [shared
//! buffer](crate::shared_buffer) or as a [task](crate::task).
//!
//! - `request`: an operation on tokens and its results, as numbers.

mod request;

use napi::bindgen_prelude::{Either, External, Float64Array, Object, Uint32Array};
use napi::{Env, Result, Status};
use napi_derive::napi;
use ransack::{AllowedSpecial, CancelToken, Pool, TiktokenOptions, TokenOptions, Tokenizer};

use crate::content::{Content, Texts};
use crate::error::failure;
use crate::options::timeout;
use crate::path::PathArgument;
use crate::task::{Task, TaskAnswer, Waker};
use crate::typed_array::ResultArray;

pub use request::{HEAD, TokenAnswer, TokenInput, TokenRequest};

/// Tokenizer, with the options for a call.
#[derive(Clone)]
pub struct Vocabulary {
    tokenizer: Tokenizer,
    options: TokenOptions,
}

/// Value, or the [`failure`] that JavaScript throws.
type Outcome<'env, T> = Result<Either<T, Object<'env>>>;

fn outcome<T>(env: &Env, result: ransack::Result<T>) -> Outcome<'_, T> {
    Ok(match result {
        Ok(value) => Either::A(value),
        Err(error) => Either::B(failure(env, &error)?),
    })
}

impl Vocabulary {
    fn new(tokenizer: Tokenizer) -> Vocabulary {
        Vocabulary {
            tokenizer,
            options: TokenOptions::default(),
        }
    }

    /// Returns the given vocabulary, or else the vocabulary of a published encoding.
    fn choose(given: Option<&External<Vocabulary>>, index: u32) -> Result<Vocabulary> {
        match given {
            Some(given) => Ok(Vocabulary::clone(given)),
            None => published(index)
                .map(|tokenizer| Vocabulary::new(tokenizer.clone()))
                .ok_or_else(|| napi::Error::new(Status::InvalidArg, "unknown encoding")),
        }
    }
}

/// Returns the tokenizer for an encoding, given the encoding's index in [`ransack::Encoding::ALL`].
fn published(index: u32) -> Option<&'static Tokenizer> {
    let encoding = ransack::Encoding::ALL.get(index as usize)?;
    Some(Tokenizer::get(*encoding))
}

/// Returns the index in [`ransack::Encoding::ALL`] of the encoding with this name, which may be any
/// name that the encoding has.
///
/// # Errors
///
/// Fails if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn encoding_index(env: &Env, name: String) -> Outcome<'_, u32> {
    outcome(
        env,
        name.parse()
            .map(|encoding: ransack::Encoding| encoding as u32),
    )
}

/// Returns the published name of a model's encoding.
///
/// # Errors
///
/// Fails if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn encoding_for_model(env: &Env, model: String) -> Outcome<'_, &'static str> {
    outcome(
        env,
        ransack::encoding_for_model(&model).map(ransack::Encoding::name),
    )
}

/// Estimates the number of tokens in text for a family of models.
///
/// # Errors
///
/// Fails if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn estimate_tokens(env: &Env, input: Content, family: String) -> Outcome<'_, f64> {
    let estimate = family.parse().map(|family| match &input {
        Either::A(text) => ransack::estimate_tokens(text.as_bytes(), family),
        Either::B(bytes) => ransack::estimate_tokens(bytes, family),
    });
    outcome(env, estimate.map(|tokens| tokens as f64))
}

/// Returns a vocabulary that recognises special tokens: the tokens in `allowed`, or all special
/// tokens.
///
/// # Errors
///
/// Fails if Node-API fails.
#[napi(catch_unwind, skip_typescript)]
pub fn vocabulary<'env>(
    env: &'env Env,
    index: u32,
    given: Option<&External<Vocabulary>>,
    allowed: Option<Vec<String>>,
) -> Outcome<'env, External<Vocabulary>> {
    let mut vocabulary = Vocabulary::choose(given, index)?;
    vocabulary.options.allowed_special = allowed.map_or(AllowedSpecial::All, AllowedSpecial::Only);
    // Reports an unknown special token before the first text is processed.
    let checked = (vocabulary.tokenizer).count("", &vocabulary.options, &CancelToken::new());
    outcome(env, checked.map(|_| External::new(vocabulary)))
}

/// Vocabulary file, as passed to native code by the package.
#[napi(object, object_to_js = false)]
pub struct VocabularyFile {
    /// Path of the file.
    #[napi(ts_type = "string | Uint8Array | UrlLike")]
    pub path: PathArgument,
    /// Whether the file is a `tokenizer.json`; otherwise it is a `.tiktoken` file.
    pub json: bool,
    /// Pattern that splits text before tokens are merged, for a `.tiktoken` file. Default: the
    /// pattern of `o200k_base`.
    pub pattern: Option<String>,
    /// Special tokens with their ids, for a `.tiktoken` file.
    pub special_tokens: Vec<(String, u32)>,
}

impl VocabularyFile {
    /// Returns a function that loads the file.
    fn loader(self) -> impl FnOnce() -> ransack::Result<Vocabulary> {
        let mut options = TiktokenOptions::default();
        if let Some(pattern) = self.pattern {
            options.pattern = pattern;
        }
        options.special_tokens = self.special_tokens;
        let (path, json) = (self.path.0, self.json);
        move || {
            let tokenizer = match json {
                true => Tokenizer::from_tokenizer_json_file(path),
                false => Tokenizer::from_tiktoken_file(path, &options),
            };
            tokenizer.map(Vocabulary::new)
        }
    }
}

/// Loads a vocabulary file on the calling thread.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn load_vocabulary(env: &Env, file: VocabularyFile) -> Outcome<'_, External<Vocabulary>> {
    outcome(env, file.loader()().map(External::new))
}

/// Starts loading a vocabulary file as task `id`.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn vocabulary_task(
    waker: &External<Waker>,
    id: u32,
    file: VocabularyFile,
    timeout_ms: Option<f64>,
) -> Result<External<Task>> {
    let load = file.loader();
    Ok(waker.start_single(id, timeout(timeout_ms)?, |token| {
        Pool::shared().run(token, |_| load())
    }))
}

impl TaskAnswer for Vocabulary {
    fn set_on(self, object: &mut Object<'_>) -> Result<()> {
        object.set("answer", External::new(self))
    }
}

/// Runs an operation on each text in a list, on the calling thread.
///
/// # Errors
///
/// Fails if an argument has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn tokens_of_all<'env>(
    env: &'env Env,
    texts: Texts,
    head: Float64Array,
    vocabulary: Option<&External<Vocabulary>>,
) -> Outcome<'env, ResultArray<f64>> {
    let request = TokenRequest::new(&head, vocabulary.map(|given| &**given))
        .ok_or_else(|| napi::Error::new(Status::InvalidArg, "unknown token operation"))?;
    let numbers = request.answer_all(&texts, &CancelToken::new());
    outcome(env, numbers.map(ResultArray))
}

/// Starts an operation on each text in a list as task `id`.
///
/// # Errors
///
/// Fails if an argument has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn token_task(
    waker: &External<Waker>,
    id: u32,
    texts: &mut External<Texts>,
    head: Float64Array,
    vocabulary: Option<&External<Vocabulary>>,
    timeout_ms: Option<f64>,
) -> Result<External<Task>> {
    let head = head.to_vec();
    let texts: Texts = std::mem::take(&mut **texts);
    let given = vocabulary.map(|given| Vocabulary::clone(given));
    Ok(waker.start_single(id, timeout(timeout_ms)?, |token| {
        Pool::shared().run(token, move |token| {
            // Decoded here because decoding loads the vocabulary.
            match TokenRequest::new(&head, given.as_ref()) {
                Some(request) => request.answer_task(&texts, token),
                None => Ok(TokenAnswer::Numbers(Vec::new())),
            }
        })
    }))
}

impl TaskAnswer for TokenAnswer {
    fn set_on(self, object: &mut Object<'_>) -> Result<()> {
        // Lends memory instead of copying: copying a long answer would block the event loop. The
        // event loop turns here, so lent memory is freed.
        match self {
            TokenAnswer::Ids(ids) => object.set("answer", Uint32Array::new(ids)),
            TokenAnswer::Offsets(columns) => {
                let columns = [
                    Either::A(Uint32Array::new(columns.ids)),
                    Either::B(Float64Array::new(columns.starts)),
                    Either::B(Float64Array::new(columns.ends)),
                ];
                object.set("answer", Vec::from(columns))
            }
            TokenAnswer::Numbers(numbers) => object.set("answer", Float64Array::new(numbers)),
        }
    }
}

/// Returns the bytes of tokens.
///
/// # Errors
///
/// Fails if an argument has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn decode<'env>(
    env: &'env Env,
    ids: Uint32Array,
    index: u32,
    vocabulary: Option<&External<Vocabulary>>,
) -> Outcome<'env, ResultArray<u8>> {
    let vocabulary = Vocabulary::choose(vocabulary, index)?;
    outcome(env, vocabulary.tokenizer.decode(&ids).map(ResultArray))
}

/// Token counter for growing text.
pub struct Counter(ransack::TokenCounter);

/// Creates a counter for text that is initially empty.
///
/// # Errors
///
/// Fails if an argument has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn counter(index: u32, vocabulary: Option<&External<Vocabulary>>) -> Result<External<Counter>> {
    let vocabulary = Vocabulary::choose(vocabulary, index)?;
    let counter = ransack::TokenCounter::new(&vocabulary.tokenizer, vocabulary.options);
    Ok(External::new(Counter(counter)))
}

/// Appends a part to the text and returns the new total.
///
/// # Errors
///
/// Fails if an argument has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn counter_push<'env>(
    env: &'env Env,
    counter: &mut External<Counter>,
    part: Content,
) -> Outcome<'env, f64> {
    let token = CancelToken::new();
    let total = match &part {
        Either::A(text) => counter.0.push(text, &token),
        Either::B(bytes) => counter.0.push(bytes, &token),
    };
    outcome(env, total.map(|total| total as f64))
}

/// Removes the last part of the text and returns the new total.
#[napi(catch_unwind, skip_typescript)]
pub fn counter_pop(counter: &mut External<Counter>) -> f64 {
    counter.0.pop();
    counter.0.total() as f64
}
