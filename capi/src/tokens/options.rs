//! Options for tokenizers: special tokens, parameters for `.tiktoken` files, truncation.

use std::ptr;

use ransack::{AllowedSpecial, TiktokenOptions, TokenOptions, TruncateFrom, TruncateTokensOptions};

use crate::error::Failure;
use crate::options::unknown;
use crate::options::versioned::{self, Defaults, versioned};
use crate::pool::{self, ransack_pool};
use crate::slice::{elements, ransack_bytes, texts};
use crate::tokens::tokenizer::ransack_special_token;

/// Newest version of ransack_token_options.
pub const RANSACK_TOKEN_OPTIONS_VERSION: u32 = 1;

/// Newest version of ransack_tiktoken_options.
pub const RANSACK_TIKTOKEN_OPTIONS_VERSION: u32 = 1;

/// Newest version of ransack_truncate_tokens_options.
pub const RANSACK_TRUNCATE_TOKENS_OPTIONS_VERSION: u32 = 1;

/// Part of the text that truncation to a number of tokens removes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_truncate_from {
    /// End of the text; the start is kept.
    End = 0,
    /// Start of the text; the end is kept.
    Start = 1,
    /// Middle of the text; the start and the end keep the same number of tokens, or the start keeps
    /// one more.
    Middle = 2,
}

/// Treatment of special tokens in text. By default, text that looks like a special token is
/// ordinary text. Initialise with RANSACK_TOKEN_OPTIONS_INIT.
/// Wherever these options are a parameter, NULL means the defaults.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_token_options {
    /// RANSACK_TOKEN_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Whether all special tokens of the vocabulary are recognised in the text; `allowed_special`
    /// is then ignored. Default: 0.
    pub all_special: u8,
    /// Special tokens to recognise in the text. If the vocabulary lacks one of them, the call fails
    /// with RANSACK_STATUS_INVALID_OPTION. Each call compiles the list. Default: none.
    pub allowed_special: *const ransack_bytes,
    /// Number of allowed special tokens. Default: 0.
    pub allowed_special_len: usize,
    /// Pool whose threads help count text or batches of 1 MiB or more. Default: NULL, the shared
    /// pool.
    pub pool: *const ransack_pool,
}

/// Parameters of a vocabulary that `.tiktoken` files do not contain. Initialise with
/// RANSACK_TIKTOKEN_OPTIONS_INIT; NULL means the defaults.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_tiktoken_options {
    /// RANSACK_TIKTOKEN_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Pattern that splits text before merging, in the syntax of the Rust crate fancy-regex. The
    /// patterns of the published encodings and of GPT-2, Llama 3 and Qwen 2 run as fast as in the
    /// built-in tokenizers. Default: empty, which means the pattern of o200k_base.
    pub pattern: ransack_bytes,
    /// Special tokens with their ids. Default: none.
    pub special_tokens: *const ransack_special_token,
    /// Number of special tokens. Default: 0.
    pub special_tokens_len: usize,
}

/// Options for ransack_tokenizer_truncate(). Initialise with RANSACK_TRUNCATE_TOKENS_OPTIONS_INIT;
/// NULL means the defaults.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_truncate_tokens_options {
    /// RANSACK_TRUNCATE_TOKENS_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Part of the text to remove, a ransack_truncate_from. Default:
    /// RANSACK_TRUNCATE_FROM_END.
    pub from_: u32,
    /// Text that the program puts in place of the removed text, such as "...[cut]...". If text is
    /// removed, the limit applies to the tokens of the whole result, including the marker. A marker
    /// with more tokens than the limit fails with RANSACK_STATUS_INVALID_OPTION. Default: empty.
    pub marker: ransack_bytes,
    /// Whether to cut only between lines, if that keeps at least one line: the kept start ends
    /// after a line feed, and the kept end begins after one. Default: 0, which cuts between tokens.
    pub line_boundary: u8,
}

versioned!(
    ransack_truncate_tokens_options,
    RANSACK_TRUNCATE_TOKENS_OPTIONS_VERSION,
    [line_boundary: 25]
);

impl Defaults for ransack_truncate_tokens_options {
    fn defaults() -> ransack_truncate_tokens_options {
        ransack_truncate_tokens_options {
            version: RANSACK_TRUNCATE_TOKENS_OPTIONS_VERSION,
            from_: ransack_truncate_from::End as u32,
            marker: ransack_bytes {
                data: ptr::null(),
                len: 0,
            },
            line_boundary: 0,
        }
    }
}

versioned!(ransack_token_options, RANSACK_TOKEN_OPTIONS_VERSION, [pool: 32]);

impl Defaults for ransack_token_options {
    fn defaults() -> ransack_token_options {
        ransack_token_options {
            version: RANSACK_TOKEN_OPTIONS_VERSION,
            all_special: 0,
            allowed_special: ptr::null(),
            allowed_special_len: 0,
            pool: ptr::null(),
        }
    }
}

versioned!(ransack_tiktoken_options, RANSACK_TIKTOKEN_OPTIONS_VERSION, [special_tokens_len: 40]);

impl Defaults for ransack_tiktoken_options {
    fn defaults() -> ransack_tiktoken_options {
        ransack_tiktoken_options {
            version: RANSACK_TIKTOKEN_OPTIONS_VERSION,
            pattern: ransack_bytes {
                data: ptr::null(),
                len: 0,
            },
            special_tokens: ptr::null(),
            special_tokens_len: 0,
        }
    }
}

/// Converts token options; NULL means the defaults.
///
/// # Safety
///
/// Same contract as [`versioned::read_versioned`]; the arrays of the struct are valid as the header
/// requires.
pub(crate) unsafe fn token_options(
    options: *const ransack_token_options,
) -> Result<TokenOptions, Failure> {
    let mut core = TokenOptions::default();
    if options.is_null() {
        return Ok(core);
    }
    // SAFETY: the contract of this function.
    let options = unsafe { versioned::read_versioned(options, "options") }?;
    // SAFETY: NULL or valid by the contract of this function.
    core.pool = unsafe { pool::resolve(options.pool) }?;
    core.allowed_special = if options.all_special != 0 {
        AllowedSpecial::All
    } else if options.allowed_special_len == 0 {
        AllowedSpecial::None
    } else {
        let (data, len) = (options.allowed_special, options.allowed_special_len);
        // SAFETY: the contract of this function.
        AllowedSpecial::Only(unsafe { texts(data, len, "allowed_special") }?)
    };
    Ok(core)
}

/// Converts options for `.tiktoken` files; NULL means the defaults.
///
/// # Safety
///
/// Same contract as [`token_options`].
pub(crate) unsafe fn tiktoken_options(
    options: *const ransack_tiktoken_options,
) -> Result<TiktokenOptions, Failure> {
    let mut core = TiktokenOptions::default();
    if options.is_null() {
        return Ok(core);
    }
    // SAFETY: the contract of this function.
    let options = unsafe { versioned::read_versioned(options, "options") }?;
    if options.pattern.len > 0 {
        // SAFETY: the contract of this function.
        core.pattern = unsafe { options.pattern.text("pattern") }?;
    }
    let (data, len) = (options.special_tokens, options.special_tokens_len);
    let convert = |special: &ransack_special_token| {
        // SAFETY: each text is valid by the contract of this function.
        Ok((unsafe { special.text.text("text") }?, special.id))
    };
    // SAFETY: the contract of this function.
    core.special_tokens = unsafe { elements(data, len, "special_tokens", convert) }?;
    Ok(core)
}

/// Converts options for truncation; NULL means the defaults.
///
/// # Safety
///
/// Same contract as [`token_options`].
pub(crate) unsafe fn truncate_tokens_options(
    options: *const ransack_truncate_tokens_options,
) -> Result<TruncateTokensOptions, Failure> {
    let core = TruncateTokensOptions::default();
    if options.is_null() {
        return Ok(core);
    }
    // SAFETY: the contract of this function.
    let options = unsafe { versioned::read_versioned(options, "options") }?;
    // SAFETY: the contract of this function.
    let marker = unsafe { options.marker.text("marker") }?;
    Ok(core
        .from(truncate_from(options.from_)?)
        .marker(marker)
        .line_boundary(options.line_boundary != 0))
}

fn truncate_from(value: u32) -> Result<TruncateFrom, Failure> {
    match value {
        0 => Ok(TruncateFrom::End),
        1 => Ok(TruncateFrom::Start),
        2 => Ok(TruncateFrom::Middle),
        other => Err(unknown(
            "from_",
            other,
            ransack_truncate_from::Middle as u32,
        )),
    }
}

#[cfg(test)]
mod tests;
