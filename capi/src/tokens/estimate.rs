//! Estimated token counts for models whose vocabulary is not built in.

use std::ffi::c_char;

use ransack::ModelFamily;

use crate::error::{Failure, ransack_status};
use crate::ffi;
use crate::names::Names;
use crate::options::unknown;
use crate::panic::guard;
use crate::slice::ransack_bytes;

/// Models that share a vocabulary which is not built in, for ransack_estimate_tokens().
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_model_family {
    /// Claude 3 to Claude Opus 4.6; named "claude-3".
    Claude3 = 0,
    /// Claude Opus 4.7 and later, Claude 5; named "claude-4.7".
    Claude47 = 1,
    /// Qwen 3.5 to 3.8; named "qwen-3.5".
    Qwen35 = 2,
    /// DeepSeek V3 and V4; named "deepseek-3".
    DeepSeek3 = 3,
    /// Kimi K2 and K3; named "kimi-k2".
    KimiK2 = 4,
    /// GLM-5; named "glm-5".
    Glm5 = 5,
}

/// Returns the family of models with the given name, such as "claude-4.7". Case, hyphens,
/// underscores and dots are ignored.
///
/// Fails with RANSACK_STATUS_UNKNOWN_MODEL if no family has that name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_model_family_from_name(
    name: ransack_bytes,
    out: *mut ransack_model_family,
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

/// Returns the name of a ransack_model_family, such as "claude-4.7", or "" for an unknown number.
/// The string is static.
#[unsafe(no_mangle)]
pub extern "C" fn ransack_model_family_name(family: u32) -> *const c_char {
    static NAMES: Names = Names::new(|| ModelFamily::ALL.iter().map(|one| one.name()).collect());
    NAMES.at(usize::try_from(family).ok())
}

/// Estimates the number of tokens in text for a family of models, a ransack_model_family, whose
/// vocabulary is not built in.
///
/// The estimate is computed from the tokens of o200k_base, with coefficients that keep it at or
/// above the counts of the npm package @oh-my-pi/pi-natives 18.2.3 for every text of 200 bytes or
/// more in a corpus of code and prose. For code and English of 8,000 bytes or more, it is at most
/// 15 % above; for shorter texts and other languages, often 20 to 30 %. The Rust documentation of
/// `estimate_tokens` has the measured errors. A text unlike the corpus may have more tokens than
/// estimated. A tokenizer loaded by ransack_tokenizer_from_tokenizer_json_file() counts exactly.
///
/// Runs on the calling thread and takes time linear in the length of the text. The first call loads
/// the vocabulary of o200k_base. Fails with RANSACK_STATUS_INVALID_OPTION if the family is unknown.
///
///     size_t tokens;
///     status = ransack_estimate_tokens(text, RANSACK_MODEL_FAMILY_CLAUDE47, &tokens);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_estimate_tokens(
    text: ransack_bytes,
    family: u32,
    out: *mut usize,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        let family = family_of(family)?;
        // SAFETY: the header requires text that does not change during the call.
        let text = unsafe { text.get("text") }?;
        out.write(ransack::estimate_tokens(text, family));
        Ok(())
    })
}

fn family_of(value: u32) -> Result<ModelFamily, Failure> {
    ModelFamily::ALL
        .get(value as usize)
        .copied()
        .ok_or_else(|| unknown("family", value, ransack_model_family::Glm5 as u32))
}

fn number_of(family: ModelFamily) -> Result<ransack_model_family, Failure> {
    Ok(match family {
        ModelFamily::Claude3 => ransack_model_family::Claude3,
        ModelFamily::Claude47 => ransack_model_family::Claude47,
        ModelFamily::Qwen35 => ransack_model_family::Qwen35,
        ModelFamily::DeepSeek3 => ransack_model_family::DeepSeek3,
        ModelFamily::KimiK2 => ransack_model_family::KimiK2,
        ModelFamily::Glm5 => ransack_model_family::Glm5,
        // `ModelFamily` is non-exhaustive.
        other => {
            let message =
                format!("model family {other} has no number in this version of the C API");
            return Err(Failure::new(ransack_status::Internal, message));
        }
    })
}

#[cfg(test)]
mod tests;
