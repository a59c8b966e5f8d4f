//! Options of `astEdit`.

use napi::Result;
use napi_derive::napi;
use ransack::Rewrite;

use super::ast::{AstFileOptions, Strictness};
use super::files::FileContentOptions;
use super::{CallOptions, FileOptions, TimeoutOptions, option_groups, set, set_some};
use crate::number::count;

/// Options of `astEdit`.
#[napi(
    object,
    object_to_js = false,
    js_name = "AstEditOptions extends FileOptions, AstFileOptions"
)]
pub struct AstEditOptions {
    /// Rewrites in order: an object from pattern to replacement, or a list of
    /// pairs. Patterns are those of `astGrep`. Code that two patterns match fails
    /// with `ERR_RANSACK_OVERLAPPING_EDITS`, unless both replace it by the same
    /// text.
    ///
    /// In a replacement, `$A` or `$$$A` inserts the code that the pattern's
    /// metavariable matched, byte for byte; `\$` inserts a dollar sign, and `\\`
    /// before a dollar sign a backslash. Lines are indented to the place where they
    /// are inserted, except inside literals. An empty replacement deletes the code,
    /// the `;` that ends it, and its line if that becomes blank.
    #[napi(
        ts_type = "Record<string, string> | ReadonlyArray<{ pattern: string; replacement: string }>"
    )]
    pub rewrites: Vec<(String, String)>,
    /// Node kind of the grammar. The first node of this kind inside the pattern is
    /// searched for and replaced instead of the whole pattern. Default: the whole
    /// pattern.
    pub selector: Option<String>,
    /// Differences between pattern and code that a match allows. Default:
    /// `'smart'`.
    pub strictness: Option<Strictness>,
    /// If true, computes and returns the changes but writes no file. Default: true.
    pub dry_run: Option<bool>,
    /// `preview` of an earlier result. The call fails with `ERR_RANSACK_STALE`, and
    /// writes nothing, unless its changes are exactly the previewed ones in
    /// exactly the same texts. Default: none.
    pub preview: Option<String>,
    /// Maximum number of passes over a file; each pass rewrites the output of the
    /// one before, until nothing matches. Default: 1.
    pub repeat: Option<f64>,
    /// Maximum number of replacements, counted in path order. Default: no limit.
    pub max_replacements: Option<f64>,
    /// Maximum number of files with changes, counted in path order. Default: no
    /// limit.
    pub max_files: Option<f64>,
    /// Whether a candidate file that has syntax errors before it is edited fails
    /// the call with `ERR_RANSACK_SYNTAX_ERROR`. Otherwise it is edited and
    /// reported as `'syntaxErrors'`. Default: false.
    pub fail_on_parse_error: Option<bool>,
    /// Whether edits may add syntax errors to a file. Otherwise the call fails
    /// with `ERR_RANSACK_SYNTAX_ERROR` and writes nothing. Default: false.
    pub allow_syntax_errors: Option<bool>,
}

option_groups! {
    /// Options of `astEdit`, by group.
    pub struct AstEditCall {
        /// Time limit.
        pub timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        /// Files in scope.
        pub files: FileOptions,
        content: FileContentOptions,
        parsing: AstFileOptions,
        edit: AstEditOptions,
    }
}

impl AstEditCall {
    /// Converts to the core's options.
    ///
    /// # Errors
    ///
    /// Fails if a numeric option is not a whole number from 0 to 2^53 - 1.
    pub fn into_core(self) -> Result<ransack::AstEditOptions> {
        let mut core = ransack::AstEditOptions::default();
        self.files.set_on(&mut core.scope);
        self.content
            .set_on(&mut core.max_file_size, &mut core.encoding)?;
        self.parsing
            .set_on(&mut core.language, &mut core.time_per_file)?;
        let edit = self.edit;
        let rewrites = edit.rewrites.into_iter();
        core.rewrites = rewrites
            .map(|(pattern, replacement)| Rewrite::new(pattern, replacement))
            .collect();
        set_some(&mut core.selector, edit.selector);
        set(&mut core.strictness, edit.strictness.map(Into::into));
        set(&mut core.dry_run, edit.dry_run);
        set_some(&mut core.preview, edit.preview);
        let repeat = count("repeat", edit.repeat)?;
        set(
            &mut core.repeat,
            repeat.map(|passes| u32::try_from(passes).unwrap_or(u32::MAX)),
        );
        let max_replacements = count("maxReplacements", edit.max_replacements)?;
        set_some(&mut core.max_replacements, max_replacements);
        set_some(&mut core.max_files, count("maxFiles", edit.max_files)?);
        set(&mut core.fail_on_parse_error, edit.fail_on_parse_error);
        set(&mut core.allow_syntax_errors, edit.allow_syntax_errors);
        Ok(core)
    }
}
