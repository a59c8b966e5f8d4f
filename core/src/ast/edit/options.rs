use std::path::PathBuf;
use std::time::Duration;

use crate::ast::options::Strictness;
use crate::exec::Pool;
use crate::scan::Scope;

/// What to replace, and by what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rewrite {
    /// The code to replace, as in [`AstQuery::patterns`](crate::AstQuery::patterns).
    pub pattern: String,
    /// What comes in its place. `$A` or `$$$A` stands for what the pattern's
    /// metavariable of that name matched, byte for byte; `\$` for a dollar
    /// sign, and `\\` before a dollar sign for a backslash. Its lines, and
    /// those of what metavariables stand for, are indented as the place is
    /// where they go; lines inside literals are left alone. If it is empty,
    /// code is deleted, with the `;` that ends it, and with its line if that
    /// is left blank.
    pub replacement: String,
}

impl Rewrite {
    /// Replaces code that looks like `pattern`.
    pub fn new(pattern: impl Into<String>, replacement: impl Into<String>) -> Rewrite {
        Rewrite {
            pattern: pattern.into(),
            replacement: replacement.into(),
        }
    }
}

/// Options of [`ast_edit`](super::ast_edit).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AstEditOptions {
    /// The rewrites. Code that looks like two of them is an error unless both
    /// make the same of it. Default: none, which is an error.
    pub rewrites: Vec<Rewrite>,
    /// As [`AstQuery::selector`](crate::AstQuery::selector); what it selects is
    /// what is replaced. Default: none.
    pub selector: Option<String>,
    /// What may differ between pattern and code. Default:
    /// [`Strictness::Smart`].
    pub strictness: Strictness,
    /// Where. A file whose name tells no known language is out of scope.
    pub scope: Scope,
    /// As [`AstGrepOptions::language`](crate::AstGrepOptions::language).
    /// Default: `None`, every file in its own.
    pub language: Option<String>,
    /// Whether files are left as they are, and only the changes told. Default:
    /// true.
    pub dry_run: bool,
    /// The token of a preview. If the changes would not be exactly those of
    /// the preview, in the very same texts, nothing is changed and the error
    /// is of kind [`Stale`](crate::ErrorKind::Stale). Default: none.
    pub preview: Option<String>,
    /// How often the rewrites are carried out on a file; each time on what the
    /// last has made, until nothing is left to do. Default: 1; 0 counts as 1.
    pub repeat: u32,
    /// The most replacements; the first ones in path order are made. Default:
    /// `None`, all.
    pub max_replacements: Option<u64>,
    /// The most files with changes; the first ones in path order are taken.
    /// Default: `None`, all.
    pub max_files: Option<u64>,
    /// Whether a file that may match and holds syntax errors before it is
    /// edited fails the call. Default: false, it is edited and reported.
    pub fail_on_parse_error: bool,
    /// Whether a file may have more syntax errors after its edits than it had
    /// before. Default: false.
    pub allow_syntax_errors: bool,
    /// The most time for reading and matching one file; one that needs more is
    /// skipped and reported. Default: 2 seconds; `None` for any.
    pub time_per_file: Option<Duration>,
    /// Files of more bytes are skipped and reported; one that would become
    /// larger is an error. Default: 16 MiB; `None` for any size up to 2 GiB.
    pub max_file_size: Option<u64>,
    /// As [`AstGrepOptions::encoding`](crate::AstGrepOptions::encoding); a file
    /// is written in the encoding that it was read in. One that does not come
    /// out as it went in is skipped and reported. Default: `None`.
    pub encoding: Option<String>,
    /// The threads to use. Default: `None`, [`Pool::shared`].
    pub pool: Option<Pool>,
}

impl Default for AstEditOptions {
    fn default() -> AstEditOptions {
        AstEditOptions {
            rewrites: Vec::new(),
            selector: None,
            strictness: Strictness::default(),
            scope: Scope::default(),
            language: None,
            dry_run: true,
            preview: None,
            repeat: 1,
            max_replacements: None,
            max_files: None,
            fail_on_parse_error: false,
            allow_syntax_errors: false,
            time_per_file: Some(Duration::from_secs(2)),
            max_file_size: Some(16 << 20),
            encoding: None,
            pool: None,
        }
    }
}

impl AstEditOptions {
    /// One rewrite, a root and the defaults for the rest.
    pub fn new(
        pattern: impl Into<String>,
        replacement: impl Into<String>,
        root: impl Into<PathBuf>,
    ) -> AstEditOptions {
        AstEditOptions {
            rewrites: vec![Rewrite::new(pattern, replacement)],
            scope: Scope::new(root),
            ..AstEditOptions::default()
        }
    }
}
