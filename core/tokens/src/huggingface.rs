//! Reader for Hugging Face's `tokenizer.json` with byte pair encoding models.
//!
//! Follows the semantics of the `tokenizers` package, whose regular expressions follow
//! Oniguruma. Post-processors and decoders do not affect the
//! tokens of the text and are ignored. Any other unsupported part is an error.

use ransack_base::Result;
use ransack_base::internal::ErrorParts;
use rustc_hash::FxHashMap;
use serde_json::Value;

use super::load::{MergeTable, VocabularySource, invalid};
use super::merge::Merge;
use super::model::CharFallback;
use super::normalizer::{NormalizationStep, Normalizer};
use super::oniguruma;
use super::scanner::SplitPattern;
use super::special::{SpecialToken, SpecialTokens};
use super::splitter::{SplitBehavior, SplitStep, Splitter, compile};
use super::tokenizer::Tokenizer;

/// Maximum number of normalization steps; each takes time linear in the text.
const MAX_NORMALIZERS: usize = 256;

/// Maximum number of split steps; each may have a regular expression of several megabytes.
const MAX_SPLITS: usize = 64;

/// Maximum number of bytes of normalized text per byte of text.
const MAX_GROWTH: f64 = 128.0;

/// Builds a tokenizer from the contents of a `tokenizer.json`.
pub(super) fn read(json: &[u8]) -> Result<Tokenizer> {
    let root: Value = serde_json::from_slice(json)
        .map_err(|error| invalid(format!("cannot parse tokenizer.json: {error}")))?;
    let mut parts = Preprocessing::default();
    parts.normalizer(&root["normalizer"])?;
    parts.pre_tokenizer(&root["pre_tokenizer"])?;
    let source = source(&root["model"], parts.byte_level)?;
    let specials = SpecialTokens::new(added_tokens(&root["added_tokens"])?)?;
    let normalizer = (!parts.changes.is_empty()).then_some(Normalizer(parts.changes));
    if let Some(growth) = normalizer.as_ref().map(Normalizer::max_growth)
        && growth > MAX_GROWTH
    {
        return Err(invalid(format!(
            "normalizer: text may grow to {growth:.0} times its length; the maximum is {MAX_GROWTH}"
        )));
    }
    let splitter = Splitter::from_steps(parts.steps);
    Ok(Tokenizer::new(
        source.load()?.into(),
        normalizer,
        splitter,
        specials,
    ))
}

/// Normalization and split steps from a file's normalizer and pre-tokenizer.
#[derive(Default)]
struct Preprocessing {
    changes: Vec<NormalizationStep>,
    steps: Vec<SplitStep>,
    /// Whether the vocabulary spells bytes as printable characters.
    byte_level: bool,
}

impl Preprocessing {
    /// Appends the steps of a `normalizer`.
    fn normalizer(&mut self, part: &Value) -> Result<()> {
        if part.is_null() {
            return Ok(());
        }
        match kind(part) {
            "Sequence" => list(part, "normalizers").try_for_each(|part| self.normalizer(part))?,
            "NFC" => self.change(NormalizationStep::Nfc)?,
            "NFKC" => self.change(NormalizationStep::Nfkc)?,
            "Prepend" => self.change(NormalizationStep::Prepend {
                prefix: string(part, "prepend")?,
                unless_present: false,
                first_only: false,
            })?,
            "Replace" => {
                let from = string(&part["pattern"], "String")?;
                if from.is_empty() {
                    return Err(unsupported("normalizer", "Replace of an empty string"));
                }
                let to = string(part, "content")?;
                self.change(NormalizationStep::Replace { from, to })?;
            }
            other => return Err(unsupported("normalizer", other)),
        }
        Ok(())
    }

    /// Appends a normalization step.
    fn change(&mut self, step: NormalizationStep) -> Result<()> {
        if self.changes.len() == MAX_NORMALIZERS {
            return Err(invalid(format!(
                "normalizer: more than {MAX_NORMALIZERS} steps"
            )));
        }
        self.changes.push(step);
        Ok(())
    }

    /// Appends a split step.
    fn step(&mut self, step: SplitStep) -> Result<()> {
        if self.steps.len() == MAX_SPLITS {
            return Err(invalid(format!(
                "pre_tokenizer: more than {MAX_SPLITS} steps"
            )));
        }
        self.steps.push(step);
        Ok(())
    }

    /// Appends the steps of a `pre_tokenizer`.
    fn pre_tokenizer(&mut self, part: &Value) -> Result<()> {
        if part.is_null() {
            return Ok(());
        }
        match kind(part) {
            "Sequence" => list(part, "pretokenizers").try_for_each(|p| self.pre_tokenizer(p))?,
            "ByteLevel" => {
                self.byte_level = true;
                if flag(part, "add_prefix_space", true) {
                    self.prepend(" ", false, "ByteLevel with add_prefix_space after another")?;
                }
                if flag(part, "use_regex", true) {
                    self.step(SplitStep::Known(SplitPattern::Gpt2))?;
                }
            }
            "Metaspace" => {
                let mark = string(part, "replacement")?;
                let legacy = if flag(part, "add_prefix_space", true) {
                    "always"
                } else {
                    "never"
                };
                let scheme = part["prepend_scheme"].as_str().unwrap_or(legacy);
                self.change(NormalizationStep::Replace {
                    from: " ".into(),
                    to: mark.clone(),
                })?;
                if scheme != "never" {
                    self.prepend(&mark, scheme == "first", "Metaspace after another")?;
                }
                if flag(part, "split", true) {
                    self.step(SplitStep::Split {
                        regex: Box::new(compile(&fancy_regex::escape(&mark))?),
                        invert: false,
                        behavior: SplitBehavior::MergedWithNext,
                    })?;
                }
            }
            "Digits" => self.step(SplitStep::Digits {
                each: flag(part, "individual_digits", false),
            })?,
            "Split" => self.split(part)?,
            other => return Err(unsupported("pre_tokenizer", other)),
        }
        Ok(())
    }

    /// Appends a prefix added by a pre-tokenizer.
    ///
    /// Normalization precedes all splits here, which is equivalent only if no split precedes the
    /// prefix. Otherwise returns an error.
    fn prepend(&mut self, prefix: &str, first_only: bool, name: &str) -> Result<()> {
        if !self.steps.is_empty() {
            return Err(unsupported("pre_tokenizer", name));
        }
        self.change(NormalizationStep::Prepend {
            prefix: prefix.into(),
            unless_present: true,
            first_only,
        })
    }

    /// Appends the step of a `Split` pre-tokenizer.
    fn split(&mut self, part: &Value) -> Result<()> {
        let pattern = &part["pattern"];
        let regex = pattern["Regex"].as_str();
        let escaped = match regex {
            Some(_) => String::new(),
            None => fancy_regex::escape(&string(pattern, "String")?).into_owned(),
        };
        let invert = flag(part, "invert", false);
        let behavior = match part["behavior"].as_str().unwrap_or_default() {
            "Removed" => SplitBehavior::Removed,
            "Isolated" => SplitBehavior::Isolated,
            "MergedWithPrevious" => SplitBehavior::MergedWithPrevious,
            "MergedWithNext" => SplitBehavior::MergedWithNext,
            "Contiguous" => SplitBehavior::Contiguous,
            other => return Err(unsupported("behavior of a Split", other)),
        };
        // The known patterns match all text, so both behaviors split where matches end.
        let cuts =
            behavior == SplitBehavior::Isolated || (invert && behavior == SplitBehavior::Removed);
        self.step(match regex.and_then(SplitPattern::known) {
            Some(pattern) if cuts => SplitStep::Known(pattern),
            _ => SplitStep::Split {
                regex: Box::new(match regex {
                    Some(regex) => oniguruma::compile(regex)?,
                    None => compile(&escaped)?,
                }),
                invert,
                behavior,
            },
        })
    }
}

/// Reads the vocabulary and the merges of a `model`.
fn source(model: &Value, byte_level: bool) -> Result<VocabularySource> {
    // Files from before 2021 do not state the type.
    let name = model["type"].as_str().unwrap_or("BPE");
    if name != "BPE" {
        return Err(unsupported("model", name));
    }
    for affix in ["continuing_subword_prefix", "end_of_word_suffix"] {
        if model[affix].as_str().is_some_and(|affix| !affix.is_empty()) {
            return Err(unsupported("model", affix));
        }
    }
    let vocabulary = model["vocab"]
        .as_object()
        .ok_or_else(|| invalid("model: missing object `vocab`"))?;
    let spelled = spelled_bytes();
    let mut tokens = Vec::with_capacity(vocabulary.len());
    let mut indexes: FxHashMap<&str, u32> = FxHashMap::default();
    for (token, id) in vocabulary {
        let id = id.as_u64().and_then(|id| u32::try_from(id).ok());
        let id =
            id.ok_or_else(|| invalid("vocab: expected an unsigned 32-bit id").with_pattern(token))?;
        let bytes = if byte_level {
            // Special tokens may be spelled in any way and are never merged.
            match token.chars().map(|c| spelled.get(&c).copied()).collect() {
                Some(bytes) => bytes,
                None => continue,
            }
        } else {
            token.clone().into_bytes()
        };
        indexes.insert(token, tokens.len() as u32);
        tokens.push((bytes, id));
    }
    let merges = merges(&model["merges"], &indexes)?;
    let fallback = (!byte_level)
        .then(|| fallback(model, vocabulary))
        .transpose()?;
    Ok(VocabularySource {
        tokens,
        merges: MergeTable::Listed(merges),
        fallback,
        ignore_merges: flag(model, "ignore_merges", false),
    })
}

/// Reads the list of merges. `indexes` maps tokens to their indexes in the vocabulary source.
fn merges(list: &Value, indexes: &FxHashMap<&str, u32>) -> Result<FxHashMap<(u32, u32), Merge>> {
    let list = list
        .as_array()
        .ok_or_else(|| invalid("model: missing array `merges`"))?;
    let mut merges = FxHashMap::default();
    let mut joined = String::new();
    for (rank, merge) in (0..).zip(list) {
        let pair = match merge {
            Value::String(both) => both.split_once(' '),
            other => other[0].as_str().zip(other[1].as_str()),
        };
        let fault = |what| invalid(format!("merges: {what}")).with_pattern(&merge.to_string());
        let (left, right) = pair.ok_or_else(|| fault("expected two tokens"))?;
        joined.clear();
        joined.push_str(left);
        joined.push_str(right);
        let index = |token: &str| indexes.get(token).copied();
        let found = index(left).zip(index(right)).zip(index(&joined));
        let (pair, token) =
            found.ok_or_else(|| fault("a token or the result is not in `vocab`"))?;
        merges.insert(pair, Merge { rank, token });
    }
    Ok(merges)
}

/// Reads how a character-level `model` encodes unknown characters.
fn fallback(model: &Value, vocabulary: &serde_json::Map<String, Value>) -> Result<CharFallback> {
    let id = |token: &str| Some(vocabulary.get(token)?.as_u64()? as u32);
    let unknown = match model["unk_token"].as_str() {
        Some(token) => {
            let fault = || invalid("unk_token: not in `vocab`").with_pattern(token);
            Some((id(token).ok_or_else(fault)?, token.into()))
        }
        None => None,
    };
    let mut bytes = None;
    if flag(model, "byte_fallback", false) {
        let mut ids = Box::new([0; 256]);
        for (byte, slot) in ids.iter_mut().enumerate() {
            let token = format!("<0x{byte:02X}>");
            let fault = || invalid("byte_fallback: not in `vocab`").with_pattern(&token);
            *slot = id(&token).ok_or_else(fault)?;
        }
        bytes = Some(ids);
    }
    Ok(CharFallback {
        bytes,
        unknown,
        fuses_unknown: flag(model, "fuse_unk", false),
    })
}

/// Reads `added_tokens`, skipping tokens with empty content.
fn added_tokens(list: &Value) -> Result<Vec<SpecialToken>> {
    let mut tokens = Vec::new();
    for token in list.as_array().into_iter().flatten() {
        let text = string(token, "content")?;
        let id = token["id"].as_u64().and_then(|id| u32::try_from(id).ok());
        let id = id.ok_or_else(|| {
            invalid("added_tokens: missing unsigned 32-bit \"id\"").with_pattern(&text)
        })?;
        if text.is_empty() {
            continue;
        }
        if flag(token, "single_word", false) {
            return Err(unsupported("added_tokens", "single_word").with_pattern(&text));
        }
        tokens.push(SpecialToken {
            text,
            id,
            always: !flag(token, "special", false),
            strips_left: flag(token, "lstrip", false),
            strips_right: flag(token, "rstrip", false),
        });
    }
    Ok(tokens)
}

/// Returns the map from the characters that spell bytes in byte-level vocabularies to the bytes
/// (`bytes_to_unicode` of GPT-2): printable bytes stand for themselves, the others for U+0100 and
/// following.
fn spelled_bytes() -> FxHashMap<char, u8> {
    let mut unseen = '\u{100}'..;
    (0..=255u8)
        .map(|byte| match byte {
            b'!'..=b'~' | 0xA1..=0xAC | 0xAE..=0xFF => (char::from(byte), byte),
            _ => (unseen.next().unwrap_or_default(), byte),
        })
        .collect()
}

/// Returns the type of a part.
fn kind(part: &Value) -> &str {
    part["type"]
        .as_str()
        .unwrap_or("a value without a string `type`")
}

/// Returns the elements of an array, or no elements if the array is missing.
fn list<'v>(part: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> {
    part[name].as_array().into_iter().flatten()
}

/// Returns a mandatory string.
fn string(part: &Value, name: &str) -> Result<String> {
    let text = part[name].as_str();
    let text = text.ok_or_else(|| {
        invalid(format!("missing string `{name}`")).with_pattern(&part.to_string())
    })?;
    Ok(text.to_owned())
}

/// Returns an optional boolean.
fn flag(part: &Value, name: &str, default: bool) -> bool {
    part[name].as_bool().unwrap_or(default)
}

/// Creates the error for a part of the file that this reader does not implement.
fn unsupported(part: &str, name: &str) -> ransack_base::Error {
    invalid(format!("{part}: {name} is not supported"))
}
