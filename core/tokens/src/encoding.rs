//! Published encodings with their special tokens, and the models that use them.

use std::fmt;
use std::str::FromStr;

use ransack_base::internal::{ErrorParts, nearest};
use ransack_base::{Error, ErrorKind, Result};

use super::scanner::SplitPattern;

/// Published encoding: a vocabulary with its split pattern and special tokens.
///
/// `Display` prints the published name, such as `o200k_base`. `FromStr` parses that name or `gpt2`,
/// ignoring case and underscores, or the name of a model as [`encoding_for_model`] does.
///
/// ```
/// # extern crate ransack_tokens as ransack;
/// use ransack::Encoding;
///
/// assert_eq!("cl100k_base".parse::<Encoding>()?, Encoding::Cl100kBase);
/// assert_eq!("O200kBase".parse::<Encoding>()?, Encoding::default());
/// assert_eq!("openai/gpt-4o".parse::<Encoding>()?, Encoding::O200kBase);
/// assert_eq!(Encoding::R50kBase.to_string(), "r50k_base");
/// # Ok::<(), ransack::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// `o200k_base`: GPT-4o, GPT-4.1, GPT-5, the o series.
    #[default]
    O200kBase,
    /// `o200k_harmony`: gpt-oss. Same vocabulary as `o200k_base`, with other special tokens.
    O200kHarmony,
    /// `cl100k_base`: GPT-4, GPT-3.5, the embedding models.
    Cl100kBase,
    /// `p50k_base`: the Codex models, `text-davinci-003`.
    P50kBase,
    /// `p50k_edit`: the edit models.
    P50kEdit,
    /// `r50k_base`, also known as `gpt2`: GPT-2 and GPT-3.
    R50kBase,
}

impl Encoding {
    /// All encodings in the order of their variants.
    pub const ALL: [Encoding; 6] = [
        Encoding::O200kBase,
        Encoding::O200kHarmony,
        Encoding::Cl100kBase,
        Encoding::P50kBase,
        Encoding::P50kEdit,
        Encoding::R50kBase,
    ];

    /// Returns the published name, such as `o200k_base`.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::O200kBase => "o200k_base",
            Encoding::O200kHarmony => "o200k_harmony",
            Encoding::Cl100kBase => "cl100k_base",
            Encoding::P50kBase => "p50k_base",
            Encoding::P50kEdit => "p50k_edit",
            Encoding::R50kBase => "r50k_base",
        }
    }

    /// Returns the split pattern.
    pub(super) fn pattern(self) -> SplitPattern {
        match self {
            Encoding::O200kBase | Encoding::O200kHarmony => SplitPattern::O200k,
            Encoding::Cl100kBase => SplitPattern::Cl100k {
                digits: 3,
                joins_end: true,
            },
            Encoding::P50kBase | Encoding::P50kEdit | Encoding::R50kBase => SplitPattern::Gpt2,
        }
    }

    /// Returns the packed vocabulary, and the number of its leading ranks that belong to this
    /// encoding.
    pub(super) fn packed(self) -> (&'static [u8], usize) {
        macro_rules! packed {
            ($name:literal) => {
                include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".vocabulary"))
            };
        }
        match self {
            Encoding::O200kBase | Encoding::O200kHarmony => (packed!("o200k_base"), usize::MAX),
            Encoding::Cl100kBase => (packed!("cl100k_base"), usize::MAX),
            Encoding::P50kBase | Encoding::P50kEdit => (packed!("p50k_base"), usize::MAX),
            Encoding::R50kBase => (packed!("p50k_base"), 50_256),
        }
    }

    /// Returns the text and id of each special token.
    pub(super) fn special_tokens(self) -> Vec<(String, u32)> {
        let end = ("<|endoftext|>", 50256);
        let named: &[(&str, u32)] = match self {
            Encoding::O200kBase => &[("<|endoftext|>", 199_999), ("<|endofprompt|>", 200_018)],
            Encoding::O200kHarmony => &HARMONY,
            Encoding::Cl100kBase => &[
                ("<|endoftext|>", 100_257),
                ("<|fim_prefix|>", 100_258),
                ("<|fim_middle|>", 100_259),
                ("<|fim_suffix|>", 100_260),
                ("<|endofprompt|>", 100_276),
            ],
            Encoding::P50kBase | Encoding::R50kBase => &[end],
            Encoding::P50kEdit => &[
                end,
                ("<|fim_prefix|>", 50_281),
                ("<|fim_middle|>", 50_282),
                ("<|fim_suffix|>", 50_283),
            ],
        };
        let mut tokens: Vec<(String, u32)> = named
            .iter()
            .map(|&(text, id)| (text.to_owned(), id))
            .collect();
        if self == Encoding::O200kHarmony {
            let reserved = (200_000..=201_087).filter(|id| named.iter().all(|(_, n)| n != id));
            tokens.extend(reserved.map(|id| (format!("<|reserved_{id}|>"), id)));
        }
        tokens
    }
}

/// Special tokens of `o200k_harmony` other than `<|reserved_ID|>`.
const HARMONY: [(&str, u32); 9] = [
    ("<|startoftext|>", 199_998),
    ("<|endoftext|>", 199_999),
    ("<|return|>", 200_002),
    ("<|constrain|>", 200_003),
    ("<|channel|>", 200_005),
    ("<|start|>", 200_006),
    ("<|end|>", 200_007),
    ("<|message|>", 200_008),
    ("<|call|>", 200_012),
];

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Encoding {
    type Err = Error;

    /// # Errors
    ///
    /// Returns [`ErrorKind::UnknownModel`] if no encoding and no known model has this name.
    fn from_str(name: &str) -> Result<Encoding> {
        let plain = |name: &str| name.replace('_', "").to_ascii_lowercase();
        let wanted = plain(name);
        if wanted == "gpt2" {
            return Ok(Encoding::R50kBase);
        }
        Encoding::ALL
            .into_iter()
            .find(|encoding| plain(encoding.name()) == wanted)
            .or_else(|| encoding_of_model(name))
            .ok_or_else(|| {
                let names = Encoding::ALL.into_iter().map(Encoding::name);
                let models = MODELS.iter().map(|(name, _)| *name);
                Error::new(ErrorKind::UnknownModel, "unknown encoding or model")
                    .with_pattern(name)
                    .with_candidates(nearest(base_model(name), names.chain(models)))
            })
    }
}

/// Returns the encoding that a published model uses, looked up by the model's name.
///
/// Versions of a model are recognized by a prefix of the name (`gpt-4o-2024-05-13`), fine-tuned
/// models by the base model in the name (`ft:gpt-4o:...`). A provider before the name and a variant
/// after it are ignored (`openai/gpt-4o:free`). Models whose vocabulary is not built in
/// are unknown; load their `tokenizer.json` with
/// [`Tokenizer::from_tokenizer_json_file`](crate::Tokenizer::from_tokenizer_json_file).
///
/// # Errors
///
/// Returns [`ErrorKind::UnknownModel`] if the model is unknown; [`Error::pattern`] returns the
/// given name.
///
/// # Example
///
/// ```
/// # extern crate ransack_tokens as ransack;
/// use ransack::{Encoding, encoding_for_model};
///
/// assert_eq!(encoding_for_model("gpt-4o-mini")?, Encoding::O200kBase);
/// assert_eq!(encoding_for_model("openai/gpt-4o")?, Encoding::O200kBase);
/// assert_eq!(encoding_for_model("ft:gpt-3.5-turbo:us::1")?, Encoding::Cl100kBase);
/// assert!(encoding_for_model("some-other-model").is_err());
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn encoding_for_model(model: &str) -> Result<Encoding> {
    encoding_of_model(model).ok_or_else(|| {
        let names = MODELS.iter().map(|(name, _)| *name);
        Error::new(ErrorKind::UnknownModel, "unknown model")
            .with_pattern(model)
            .with_candidates(nearest(base_model(model), names))
    })
}

fn encoding_of_model(model: &str) -> Option<Encoding> {
    let base = base_model(model);
    let exact = MODELS.iter().find(|(name, _)| *name == base);
    exact
        .or_else(|| MODEL_PREFIXES.iter().find(|(p, _)| base.starts_with(p)))
        .map(|&(_, encoding)| encoding)
}

/// Returns the name of the base model, without provider, fine-tuning and variant.
fn base_model(model: &str) -> &str {
    let head = model.split(':').next().unwrap_or(model);
    let provider = head.rfind('/').map_or(0, |slash| slash + 1);
    let name = &model[provider..];
    let name = name.strip_prefix("ft:").unwrap_or(name);
    name.split(':').next().unwrap_or(name)
}

/// Encodings by prefix of the model name, from `tiktoken/model.py` and `tiktoken-rs`. The first
/// match wins.
const MODEL_PREFIXES: [(&str, Encoding); 13] = [
    ("o1-", Encoding::O200kBase),
    ("o3-", Encoding::O200kBase),
    ("o4-mini-", Encoding::O200kBase),
    ("gpt-5", Encoding::O200kBase),
    ("gpt-4.5-", Encoding::O200kBase),
    ("gpt-4.1-", Encoding::O200kBase),
    ("chatgpt-4o-", Encoding::O200kBase),
    ("gpt-4o-", Encoding::O200kBase),
    ("gpt-4-", Encoding::Cl100kBase),
    ("gpt-3.5-turbo-", Encoding::Cl100kBase),
    ("gpt-35-turbo-", Encoding::Cl100kBase),
    ("gpt-oss-", Encoding::O200kHarmony),
    ("codex-mini", Encoding::O200kBase),
];

/// Encodings by exact model name, from `tiktoken/model.py` and `tiktoken-rs`.
const MODELS: [(&str, Encoding); 44] = [
    ("o1", Encoding::O200kBase),
    ("o3", Encoding::O200kBase),
    ("o4-mini", Encoding::O200kBase),
    ("gpt-4.1", Encoding::O200kBase),
    ("gpt-4o", Encoding::O200kBase),
    ("gpt-4", Encoding::Cl100kBase),
    ("gpt-3.5-turbo", Encoding::Cl100kBase),
    ("gpt-3.5", Encoding::Cl100kBase),
    ("gpt-35-turbo", Encoding::Cl100kBase),
    ("davinci-002", Encoding::Cl100kBase),
    ("babbage-002", Encoding::Cl100kBase),
    ("text-embedding-ada-002", Encoding::Cl100kBase),
    ("text-embedding-3-small", Encoding::Cl100kBase),
    ("text-embedding-3-large", Encoding::Cl100kBase),
    ("text-davinci-003", Encoding::P50kBase),
    ("text-davinci-002", Encoding::P50kBase),
    ("text-davinci-001", Encoding::R50kBase),
    ("text-curie-001", Encoding::R50kBase),
    ("text-babbage-001", Encoding::R50kBase),
    ("text-ada-001", Encoding::R50kBase),
    ("davinci", Encoding::R50kBase),
    ("curie", Encoding::R50kBase),
    ("babbage", Encoding::R50kBase),
    ("ada", Encoding::R50kBase),
    ("code-davinci-002", Encoding::P50kBase),
    ("code-davinci-001", Encoding::P50kBase),
    ("code-cushman-002", Encoding::P50kBase),
    ("code-cushman-001", Encoding::P50kBase),
    ("davinci-codex", Encoding::P50kBase),
    ("cushman-codex", Encoding::P50kBase),
    ("text-davinci-edit-001", Encoding::P50kEdit),
    ("code-davinci-edit-001", Encoding::P50kEdit),
    ("text-similarity-davinci-001", Encoding::R50kBase),
    ("text-similarity-curie-001", Encoding::R50kBase),
    ("text-similarity-babbage-001", Encoding::R50kBase),
    ("text-similarity-ada-001", Encoding::R50kBase),
    ("text-search-davinci-doc-001", Encoding::R50kBase),
    ("text-search-curie-doc-001", Encoding::R50kBase),
    ("text-search-babbage-doc-001", Encoding::R50kBase),
    ("text-search-ada-doc-001", Encoding::R50kBase),
    ("code-search-babbage-code-001", Encoding::R50kBase),
    ("code-search-ada-code-001", Encoding::R50kBase),
    ("gpt2", Encoding::R50kBase),
    ("gpt-2", Encoding::R50kBase),
];
