//! Options of rewriting by syntax.

use std::time::Duration;

use napi::Result;
use napi::bindgen_prelude::Either;
use napi_derive::napi;
use ransack::Rewrite;

use super::{Signal, Strictness, scope_options, set, timeout};
use crate::number::count;

/// Options of `astEdit`.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct AstEditOptions {
    /// What to replace and by what, in this order: an object from pattern to
    /// replacement, or a list. Patterns are as in `AstGrepOptions`; code that
    /// looks like two of them is an error unless both make the same of it.
    ///
    /// In a replacement, `$A` or `$$$A` stands for what the pattern's
    /// metavariable of that name matched, byte for byte; `\$` for a dollar sign,
    /// and `\\` before a dollar sign for a backslash. Its lines, and those of what
    /// metavariables stand for, are indented as the place is where they go; lines
    /// inside literals are left alone. If it is empty, code is deleted, with the
    /// `;` that ends it, and with its line if that is left blank.
    #[napi(
        ts_type = "Record<string, string> | ReadonlyArray<{ pattern: string; replacement: string }>"
    )]
    pub rewrites: Vec<(String, String)>,
    /// The kind of node which is looked for instead of a whole pattern, and is
    /// what is replaced.
    pub selector: Option<String>,
    /// What may differ between pattern and code. Default: `'smart'`.
    pub strictness: Option<Strictness>,
    /// The name or alias of a language, as in `AstGrepOptions`. Default: every
    /// file in its own.
    pub lang: Option<String>,
    /// The directory or file to edit. Default: the current directory.
    pub path: Option<String>,
    /// Several, after `path` if that is given too.
    pub paths: Option<Vec<String>>,
    /// Path globs, as in `GrepOptions`.
    pub glob: Option<Either<String, Vec<String>>>,
    /// File types that are let in; `fileTypes()` lists them.
    #[napi(js_name = "type")]
    pub types: Option<Either<String, Vec<String>>>,
    /// File types that are left out.
    pub type_not: Option<Either<String, Vec<String>>>,
    /// Whether files and directories whose name starts with `.` are edited.
    /// Default: true.
    pub hidden: Option<bool>,
    /// Whether ignore files hold. Default: true.
    pub gitignore: Option<bool>,
    /// Whether `node_modules` directories are edited. They also are when a glob
    /// spells out `node_modules`. Default: false.
    pub include_node_modules: Option<bool>,
    /// Whether symbolic links below the roots are followed. Default: false.
    pub follow_symlinks: Option<bool>,
    /// Whether files are left as they are, and only the changes told. Default:
    /// true.
    pub dry_run: Option<bool>,
    /// The `preview` of an earlier result. If the changes would not be exactly
    /// those, in the very same texts, nothing is changed and the error has the
    /// code `ERR_RANSACK_STALE`. Default: none.
    pub preview: Option<String>,
    /// How often the rewrites are carried out on a file; each time on what the
    /// last has made, until nothing is left to do. Default: 1.
    pub repeat: Option<f64>,
    /// The most replacements; the first ones in path order are made. Default:
    /// all.
    pub max_replacements: Option<f64>,
    /// The most files with changes; the first ones in path order are taken.
    /// Default: all.
    pub max_files: Option<f64>,
    /// Whether a file that may match and holds syntax errors before it is edited
    /// fails the call. Default: false, it is edited and reported.
    pub fail_on_parse_error: Option<bool>,
    /// Whether a file may have more syntax errors after its edits than it had
    /// before. Default: false.
    pub allow_syntax_errors: Option<bool>,
    /// The most milliseconds for reading and matching one file; one that needs
    /// more is skipped and reported. Default: 2000.
    pub time_per_file_ms: Option<f64>,
    /// Files of more bytes are skipped and reported; one that would become larger
    /// is an error. Default: 16 MiB.
    pub max_file_size: Option<f64>,
    /// The encoding of files that have no byte order mark, by its label in the
    /// WHATWG Encoding Standard. A file is written in the encoding that it was
    /// read in; one that does not come out as it went in is skipped and reported.
    /// Default: UTF-8, with invalid bytes kept.
    pub encoding: Option<String>,
    /// Milliseconds after which the call fails, unless files are already being
    /// replaced. Default: none.
    pub timeout_ms: Option<f64>,
    /// Aborts the call, unless files are already being replaced.
    #[napi(ts_type = "AbortSignal")]
    pub signal: Option<Signal>,
    /// Whether raw `pathBytes`, `beforeBytes` and `afterBytes` are wanted beside
    /// the strings. Default: false.
    pub bytes: Option<bool>,
}

impl AstEditOptions {
    /// How long the call may take.
    ///
    /// # Errors
    ///
    /// A number that is not a count.
    pub fn timeout(&self) -> Result<Option<Duration>> {
        timeout(self.timeout_ms)
    }

    /// The core's options.
    ///
    /// # Errors
    ///
    /// A number that is not a count.
    pub fn into_core(self) -> Result<ransack::AstEditOptions> {
        let mut core = ransack::AstEditOptions::default();
        scope_options!(self).set_on(&mut core.scope);
        let rewrites = self.rewrites.into_iter();
        core.rewrites = rewrites
            .map(|(pattern, replacement)| Rewrite::new(pattern, replacement))
            .collect();
        core.selector = self.selector;
        set(&mut core.strictness, self.strictness.map(Into::into));
        core.language = self.lang;
        set(&mut core.dry_run, self.dry_run);
        core.preview = self.preview;
        if let Some(repeat) = count("repeat", self.repeat)? {
            core.repeat = u32::try_from(repeat).unwrap_or(u32::MAX);
        }
        core.max_replacements = count("maxReplacements", self.max_replacements)?;
        core.max_files = count("maxFiles", self.max_files)?;
        set(&mut core.fail_on_parse_error, self.fail_on_parse_error);
        set(&mut core.allow_syntax_errors, self.allow_syntax_errors);
        if let Some(time) = count("timePerFileMs", self.time_per_file_ms)? {
            core.time_per_file = Some(Duration::from_millis(time));
        }
        if let Some(size) = count("maxFileSize", self.max_file_size)? {
            core.max_file_size = Some(size);
        }
        core.encoding = self.encoding;
        Ok(core)
    }
}
