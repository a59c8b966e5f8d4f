//! Tokens of language models: what js/tokens.js asks for, through the
//! [mailbox](crate::mailbox) or as a [task](crate::task).

mod request;

use napi::bindgen_prelude::{
    Either, External, Float64Array, FromNapiValue, Object, Uint8Array, Uint32Array,
};
use napi::{Env, Result, Status, sys};
use napi_derive::napi;
use ransack::{AllowedSpecial, CancelToken, Pool, TiktokenOptions, TokenOptions, Tokenizer};

use crate::error::failure;
use crate::options::timeout;
use crate::task::{Answer, Task, Waker};

pub use request::{Given, HEAD, Request};

/// A tokenizer with the options of a call.
#[derive(Clone)]
pub struct Vocabulary {
    tokenizer: Tokenizer,
    options: TokenOptions,
}

/// A value, or the [`failure`] that JavaScript throws.
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

    /// The one that is passed, or else that of a published encoding.
    fn choose(given: Option<&External<Vocabulary>>, place: u32) -> Result<Vocabulary> {
        match given {
            Some(given) => Ok(Vocabulary::clone(given)),
            None => published(place)
                .map(|tokenizer| Vocabulary::new(tokenizer.clone()))
                .ok_or_else(|| napi::Error::new(Status::InvalidArg, "no such encoding")),
        }
    }
}

/// The tokenizer of an encoding, by its place among [`ransack::Encoding::ALL`].
fn published(place: u32) -> Option<&'static Tokenizer> {
    let encoding = ransack::Encoding::ALL.get(place as usize)?;
    Some(Tokenizer::get(*encoding))
}

/// The place of an encoding in the list of all, by any of its names.
///
/// # Errors
///
/// Those of Node-API.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn encoding_place(env: &Env, name: String) -> Outcome<'_, u32> {
    outcome(
        env,
        name.parse()
            .map(|encoding: ransack::Encoding| encoding as u32),
    )
}

/// The published name of a model's encoding.
///
/// # Errors
///
/// Those of Node-API.
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

/// A vocabulary with special tokens allowed: these, or all.
///
/// # Errors
///
/// Those of Node-API.
#[napi(catch_unwind, skip_typescript)]
pub fn vocabulary<'env>(
    env: &'env Env,
    place: u32,
    given: Option<&External<Vocabulary>>,
    allowed: Option<Vec<String>>,
) -> Outcome<'env, External<Vocabulary>> {
    let mut vocabulary = Vocabulary::choose(given, place)?;
    vocabulary.options.allowed_special = allowed.map_or(AllowedSpecial::All, AllowedSpecial::Only);
    // A token that there is not is found here, before there is any text.
    let checked = (vocabulary.tokenizer).count("", &vocabulary.options, &CancelToken::new());
    outcome(env, checked.map(|_| External::new(vocabulary)))
}

/// A vocabulary file.
#[napi(object, object_to_js = false)]
pub struct VocabularyFile {
    /// Where it is.
    pub path: String,
    /// Whether it is a `tokenizer.json`, or else a `.tiktoken` file.
    pub json: bool,
    /// What a `.tiktoken` file does not say.
    pub pattern: Option<String>,
    /// The same.
    pub special_tokens: Vec<(String, u32)>,
}

impl VocabularyFile {
    /// What loads it.
    fn loader(self) -> impl FnOnce() -> ransack::Result<Vocabulary> {
        let mut options = TiktokenOptions::default();
        if let Some(pattern) = self.pattern {
            options.pattern = pattern;
        }
        options.special_tokens = self.special_tokens;
        let (path, json) = (self.path, self.json);
        move || {
            let tokenizer = match json {
                true => Tokenizer::from_tokenizer_json_file(path),
                false => Tokenizer::from_tiktoken_file(path, &options),
            };
            tokenizer.map(Vocabulary::new)
        }
    }
}

/// Loads a vocabulary file at once.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn load_vocabulary(env: &Env, file: VocabularyFile) -> Outcome<'_, External<Vocabulary>> {
    outcome(env, file.loader()().map(External::new))
}

/// Starts to load a vocabulary file.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn vocabulary_task(
    waker: &External<Waker>,
    id: u32,
    file: VocabularyFile,
    timeout_ms: Option<f64>,
) -> Result<External<Task>> {
    let load = file.loader();
    Ok(waker.start_one(id, timeout(timeout_ms)?, |token| {
        Pool::shared().run(token, |_| load())
    }))
}

impl Answer for Vocabulary {
    fn set_on(self, object: &mut Object<'_>) -> Result<()> {
        object.set("answer", External::new(self))
    }
}

/// Texts that were copied from JavaScript.
pub struct Texts(Vec<Owned>);

/// One of them.
pub struct Owned(Either<String, Vec<u8>>);

impl Owned {
    fn given(&self) -> Given<'_> {
        match &self.0 {
            Either::A(text) => Given::String(text.as_bytes()),
            Either::B(bytes) => Given::Bytes(bytes),
        }
    }
}

impl AsRef<[u8]> for Owned {
    fn as_ref(&self) -> &[u8] {
        match &self.0 {
            Either::A(text) => text.as_bytes(),
            Either::B(bytes) => bytes,
        }
    }
}

impl FromNapiValue for Texts {
    // SAFETY: the caller's promise, that the value is of `env`, is passed on.
    unsafe fn from_napi_value(env: sys::napi_env, value: sys::napi_value) -> Result<Texts> {
        // SAFETY: as above.
        let given = unsafe { Vec::<Either<String, Uint8Array>>::from_napi_value(env, value)? };
        let own = |text: Either<String, Uint8Array>| match text {
            Either::A(text) => Owned(Either::A(text)),
            Either::B(bytes) => Owned(Either::B(bytes.to_vec())),
        };
        Ok(Texts(given.into_iter().map(own).collect()))
    }
}

/// Carries out a request for several texts at once.
///
/// # Errors
///
/// An argument of the wrong type.
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
) -> Outcome<'env, Float64Array> {
    let request = Request::new(&head, vocabulary.map(|given| &**given))
        .ok_or_else(|| napi::Error::new(Status::InvalidArg, "no such operation"))?;
    let numbers = request.answer_all(&texts, &CancelToken::new());
    outcome(env, numbers.map(Float64Array::new))
}

/// Starts a request for one or several texts.
///
/// # Errors
///
/// An argument of the wrong type.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn token_task(
    waker: &External<Waker>,
    id: u32,
    texts: Texts,
    head: Float64Array,
    vocabulary: Option<&External<Vocabulary>>,
    timeout_ms: Option<f64>,
) -> Result<External<Task>> {
    let head = head.to_vec();
    let given = vocabulary.map(|given| Vocabulary::clone(given));
    Ok(waker.start_one(id, timeout(timeout_ms)?, |token| {
        Pool::shared().run(token, move |token| {
            // A vocabulary is loaded here, not on the thread of JavaScript.
            match Request::new(&head, given.as_ref()) {
                Some(request) => request.answer_all(&texts, token),
                None => Ok(Vec::new()),
            }
        })
    }))
}

impl Answer for Vec<f64> {
    fn set_on(self, object: &mut Object<'_>) -> Result<()> {
        object.set("answer", Float64Array::new(self))
    }
}

/// The bytes of tokens.
///
/// # Errors
///
/// An argument of the wrong type.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn decode<'env>(
    env: &'env Env,
    ids: Uint32Array,
    place: u32,
    vocabulary: Option<&External<Vocabulary>>,
) -> Outcome<'env, Uint8Array> {
    let vocabulary = Vocabulary::choose(vocabulary, place)?;
    outcome(env, vocabulary.tokenizer.decode(&ids).map(Uint8Array::new))
}

/// The tokens of a text that grows.
pub struct Counter(ransack::TokenCounter);

/// A counter of nothing yet.
///
/// # Errors
///
/// An argument of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn counter(place: u32, vocabulary: Option<&External<Vocabulary>>) -> Result<External<Counter>> {
    let vocabulary = Vocabulary::choose(vocabulary, place)?;
    let counter = ransack::TokenCounter::new(&vocabulary.tokenizer, vocabulary.options);
    Ok(External::new(Counter(counter)))
}

/// Adds a part and gives the new total.
///
/// # Errors
///
/// An argument of the wrong type.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn counter_push<'env>(
    env: &'env Env,
    counter: &mut External<Counter>,
    part: Either<String, Uint8Array>,
) -> Outcome<'env, f64> {
    let token = CancelToken::new();
    let total = match &part {
        Either::A(text) => counter.0.push(text, &token),
        Either::B(bytes) => counter.0.push(bytes, &token),
    };
    outcome(env, total.map(|total| total as f64))
}

/// Takes away what was pushed last and gives the new total.
#[napi(catch_unwind, skip_typescript)]
pub fn counter_pop(counter: &mut External<Counter>) -> f64 {
    counter.0.pop();
    counter.0.total() as f64
}
