//! Options for directory trees.

use ransack_base::Pool;
use ransack_base::internal::setters;
use ransack_search::internal::scope_setters;
use ransack_search::{OnTimeout, Scope, ScopeRoot};
use ransack_tokens::Encoding;

/// Options for [`tree()`](crate::tree()).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TreeOptions {
    /// Roots, each of which begins a tree, and filters that select the files. A directory is in the
    /// tree if it holds a selected entry; an empty one is in the tree if the globs select it and no
    /// type is set. Directories below `max_depth` are not read, so that they count as empty; see
    /// `depth`. `after` is refused. The default limit of a workspace does not apply.
    pub scope: Scope,
    /// Maximum depth of the entries that are listed: 1 for the roots' own entries; 0 for the roots
    /// alone. Deeper directories are read, and collapse to counts. Default: `None`, no limit.
    pub depth: Option<u64>,
    /// Whether nodes have sizes, at the cost of one system call per file. Default: false.
    pub sizes: bool,
    /// Whether nodes have numbers of lines. Each file is read. Default: false.
    pub lines: bool,
    /// Whether nodes have numbers of tokens in `encoding`. Each file is read. Default: false.
    pub tokens: bool,
    /// Whether nodes have numbers of definitions, as an outline lists them, including nested ones.
    /// Each file in a language with outlines is read and parsed. Fails with
    /// [`InvalidOption`](crate::ErrorKind::InvalidOption) without the feature `ast`. Default: false.
    pub symbols: bool,
    /// Maximum number of tokens in the whole text. Directories collapse to counts until the text fits.
    /// Default: `None`, no limit.
    pub max_tokens: Option<usize>,
    /// Encoding in which tokens are counted, in files and in the text. Default:
    /// [`Encoding::O200kBase`].
    pub encoding: Encoding,
    /// Form of the text. Default: [`TreeStyle::Indent`].
    pub style: TreeStyle,
    /// Maximum size of a file that is read, in bytes; larger files have no numbers of lines, tokens and
    /// definitions, and are reported. Default: 16 MiB; `None` for the maximum of 2 GiB.
    pub max_file_size: Option<u64>,
    /// Outcome when the token's deadline passes. With [`OnTimeout::Partial`], the tree has the entries
    /// found so far. Default: [`OnTimeout::Fail`].
    pub on_timeout: OnTimeout,
    /// Worker pool to run on. Default: `None`, the shared pool ([`Pool::shared`]).
    pub pool: Option<Pool>,
}

impl Default for TreeOptions {
    fn default() -> TreeOptions {
        TreeOptions {
            scope: Scope::default(),
            depth: None,
            sizes: false,
            lines: false,
            tokens: false,
            symbols: false,
            max_tokens: None,
            encoding: Encoding::O200kBase,
            style: TreeStyle::default(),
            max_file_size: Some(16 << 20),
            on_timeout: OnTimeout::Fail,
            pool: None,
        }
    }
}

impl TreeOptions {
    /// Creates options with one root and default values.
    pub fn new(root: impl Into<ScopeRoot>) -> TreeOptions {
        TreeOptions {
            scope: Scope::new(root),
            ..TreeOptions::default()
        }
    }

    /// Whether files are read.
    pub(super) fn reads(&self) -> bool {
        self.lines || self.tokens || self.symbols
    }
}

setters! { TreeOptions {
    value(Scope) scope,
    option(u64) depth,
    value(bool) sizes,
    value(bool) lines,
    value(bool) tokens,
    value(bool) symbols,
    option(usize) max_tokens,
    value(Encoding) encoding,
    value(TreeStyle) style,
    option(u64) max_file_size,
    value(OnTimeout) on_timeout,
    option(Pool) pool,
}}
scope_setters!(TreeOptions.scope:);

/// Form of the text of a directory tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TreeStyle {
    /// Two spaces per level, the form with the fewest tokens.
    #[default]
    Indent,
    /// Lines of box-drawing characters, as in `tree`.
    Lines,
    /// Lines of ASCII characters.
    Ascii,
}

impl TreeStyle {
    /// All values, each with its name.
    pub const ALL: [(&'static str, TreeStyle); 3] = [
        ("indent", TreeStyle::Indent),
        ("lines", TreeStyle::Lines),
        ("ascii", TreeStyle::Ascii),
    ];
}
