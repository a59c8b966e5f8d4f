//! Options for outlines.

use std::time::Duration;

use ransack_base::Pool;
use ransack_base::internal::setters;
use ransack_search::internal::{Request, begin_scope, scope_setters};
use ransack_search::{OnTimeout, Scope, ScopeRoot};

/// Options for [`outline`](crate::outline::outline()) and for each outline in a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutlineOptions {
    /// Maximum depth of keys in a data file, or of elements in an XML file; top-level keys have
    /// depth 1. Deeper keys and elements are omitted. Default: 3; `None` for no limit.
    pub key_depth: Option<usize>,
}

impl Default for OutlineOptions {
    fn default() -> OutlineOptions {
        OutlineOptions { key_depth: Some(3) }
    }
}

/// Adds the setters for [`OutlineOptions`].
macro_rules! outline_options_setters {
    ($($options:tt)*) => {
        setters! { $($options)* OutlineOptions {
            option(usize) key_depth,
        }}
    };
}

outline_options_setters!();

/// Options for calls that read outlines, skeletons, definitions, imports or exports from files,
/// such as [`outline_stream`](crate::outline::outline_stream).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OutlineFilesOptions {
    /// Roots and filters that select the files. Files in languages without outlines are
    /// out of scope.
    pub scope: Scope,
    /// Options for each outline.
    pub outline: OutlineOptions,
    /// Name or alias of the only language to outline. Default: `None`, which is the language of
    /// each file, as in [`Language::from_file`](ransack_grammars::Language::from_file). If a root is a file, it is parsed in this language regardless of its
    /// name.
    pub language: Option<String>,
    /// Maximum number of files; the call stops after finding one file more than this number.
    /// Default: `None`, no limit.
    pub limit: Option<u64>,
    /// Number of leading files to skip, in path order. Default: 0.
    pub offset: u64,
    /// Maximum time for one file; a file that exceeds it is skipped and reported. Default: 2
    /// seconds; `None` for no limit.
    pub time_per_file: Option<Duration>,
    /// Maximum file size in bytes; larger files are skipped and reported. Default: 16 MiB; `None`
    /// for the maximum of 2 GiB.
    pub max_file_size: Option<u64>,
    /// Encoding of files without a byte order mark, as a label from the WHATWG Encoding Standard.
    /// Default: `None`, which reads UTF-8. Offsets in a decoded file count bytes of the decoded
    /// UTF-8 text.
    pub encoding: Option<String>,
    /// Outcome when the token's deadline passes. Default: [`OnTimeout::Fail`], which returns an
    /// error.
    pub on_timeout: OnTimeout,
    /// Worker pool to run on. Default: `None`, the shared pool ([`Pool::shared`]).
    pub pool: Option<Pool>,
}

impl Default for OutlineFilesOptions {
    fn default() -> OutlineFilesOptions {
        OutlineFilesOptions {
            scope: Scope::default(),
            outline: OutlineOptions::default(),
            language: None,
            limit: None,
            offset: 0,
            time_per_file: Some(Duration::from_secs(2)),
            max_file_size: Some(16 << 20),
            encoding: None,
            on_timeout: OnTimeout::Fail,
            pool: None,
        }
    }
}

impl OutlineFilesOptions {
    /// Creates options with one root, which is a directory or a file, and default values.
    pub fn new(root: impl Into<ScopeRoot>) -> OutlineFilesOptions {
        OutlineFilesOptions {
            scope: Scope::new(root),
            ..OutlineFilesOptions::default()
        }
    }

    /// Returns the options of a call that begins now.
    pub(crate) fn begun(&self) -> OutlineFilesOptions {
        OutlineFilesOptions {
            scope: begin_scope(&self.scope),
            ..self.clone()
        }
    }

    /// Returns the options that the pipeline needs.
    pub(crate) fn request<T>(&self) -> Request<T> {
        Request {
            scope: self.scope.clone(),
            offset: self.offset,
            limit: self.limit,
            order: None,
            complete: None,
            on_timeout: self.on_timeout,
            takes_defaults: true,
            pool: self.pool.clone(),
        }
    }
}

setters! { OutlineFilesOptions {
    value(Scope) scope,
    value(OutlineOptions) outline,
    some(String) language,
    option(u64) limit,
    value(u64) offset,
    option(Duration) time_per_file,
    option(u64) max_file_size,
    some(String) encoding,
    value(OnTimeout) on_timeout,
    option(Pool) pool,
}}
scope_setters!(OutlineFilesOptions.scope:);
outline_options_setters!(OutlineFilesOptions.outline:);
