//! Published encodings, and the encoding that a model uses.

use std::ffi::c_char;

use ransack::Encoding;

use crate::error::{Failure, ransack_status};
use crate::ffi;
use crate::names::Names;
use crate::options::unknown;
use crate::panic::guard;
use crate::slice::ransack_bytes;

/// Published token encoding: a vocabulary with its pattern and special tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_encoding {
    /// o200k_base, used by GPT-4o, GPT-4.1, GPT-5 and the o series.
    O200kBase = 0,
    /// o200k_harmony, used by gpt-oss: the vocabulary of o200k_base with different special tokens.
    O200kHarmony = 1,
    /// cl100k_base, used by GPT-4, GPT-3.5 and the embedding models.
    Cl100kBase = 2,
    /// p50k_base, used by the Codex models and text-davinci-003.
    P50kBase = 3,
    /// p50k_edit, used by the edit models.
    P50kEdit = 4,
    /// r50k_base, also known as gpt2, used by GPT-2 and GPT-3.
    R50kBase = 5,
}

/// Returns the encoding with the given name: the published name, such as "o200k_base", or "gpt2",
/// ignoring case and underscores, or the name of a model, as for ransack_encoding_for_model().
///
/// Fails with RANSACK_STATUS_UNKNOWN_MODEL if no encoding and no known model has that name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_encoding_from_name(
    name: ransack_bytes,
    out: *mut ransack_encoding,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires text that does not change during the call.
        let name = unsafe { name.text("name") }?;
        out.write(number_of(name.parse()?)?);
        Ok(())
    })
}

/// Returns the published name of a ransack_encoding, such as "o200k_base", or "" for an unknown
/// number. The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn ransack_encoding_name(encoding: u32) -> *const c_char {
    static NAMES: Names = Names::new(|| Encoding::ALL.iter().map(|one| one.name()).collect());
    NAMES.at(usize::try_from(encoding).ok())
}

/// Returns the encoding used by a published model, such as "gpt-4o". A model version is recognised
/// by its name prefix ("gpt-4o-2024-05-13"), and a fine-tuned model by the base model in its name
/// ("ft:gpt-4o:..."). A provider before the name and a variant after it are ignored
/// ("openai/gpt-4o:free").
///
/// Fails with RANSACK_STATUS_UNKNOWN_MODEL if the model's vocabulary is not built in; see
/// ransack_tokenizer_from_tokenizer_json_file().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_encoding_for_model(
    model: ransack_bytes,
    out: *mut ransack_encoding,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires text that does not change during the call.
        let model = unsafe { model.text("model") }?;
        out.write(number_of(ransack::encoding_for_model(&model)?)?);
        Ok(())
    })
}

pub(crate) fn encoding_of(value: u32) -> Result<Encoding, Failure> {
    Ok(match value {
        0 => Encoding::O200kBase,
        1 => Encoding::O200kHarmony,
        2 => Encoding::Cl100kBase,
        3 => Encoding::P50kBase,
        4 => Encoding::P50kEdit,
        5 => Encoding::R50kBase,
        other => {
            return Err(unknown(
                "encoding",
                other,
                ransack_encoding::R50kBase as u32,
            ));
        }
    })
}

fn number_of(encoding: Encoding) -> Result<ransack_encoding, Failure> {
    Ok(match encoding {
        Encoding::O200kBase => ransack_encoding::O200kBase,
        Encoding::O200kHarmony => ransack_encoding::O200kHarmony,
        Encoding::Cl100kBase => ransack_encoding::Cl100kBase,
        Encoding::P50kBase => ransack_encoding::P50kBase,
        Encoding::P50kEdit => ransack_encoding::P50kEdit,
        Encoding::R50kBase => ransack_encoding::R50kBase,
        // `Encoding` is non-exhaustive.
        other => {
            let message = format!("encoding {other} has no number in this version of the C API");
            return Err(Failure::new(ransack_status::Internal, message));
        }
    })
}

#[cfg(test)]
mod tests;
