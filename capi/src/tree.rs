//! Directory trees with sizes and numbers of lines, tokens and definitions.

use ransack::{Tree, TreeNode, TreeOptions, TreeStyle};

use crate::call;
use crate::cancel::ransack_cancel_token;
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::glob::ransack_file_type;
use crate::options::scope::{self, ransack_scope};
use crate::options::versioned::{Defaults, versioned};
use crate::options::{
    CallOptions, RANSACK_NO_LIMIT, from_limit, on_timeout, ransack_on_timeout, to_limit, to_size,
    unknown,
};
use crate::pool::{self, ransack_pool};
use crate::report::{EmbeddedReport, ransack_report};
use crate::slice::ransack_bytes;
use crate::tokens::encoding::{encoding_of, ransack_encoding};

/// Newest version of ransack_tree_options.
pub const RANSACK_TREE_OPTIONS_VERSION: u32 = 1;

/// Form of the text of a directory tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_tree_style {
    /// Two spaces per level, the form with the fewest tokens.
    Indent = 0,
    /// Lines of box-drawing characters.
    Lines = 1,
    /// Lines of ASCII characters.
    Ascii = 2,
}

/// Options for ransack_tree(). Initialise with RANSACK_TREE_OPTIONS_INIT.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_tree_options {
    /// RANSACK_TREE_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Form of the text, a ransack_tree_style. Default: RANSACK_TREE_STYLE_INDENT.
    pub style: u32,
    /// Roots, each of which begins a tree, and filters that select the files. A directory is in the
    /// tree if it holds a selected entry; an empty one is in the tree if the globs select it and no
    /// type is set. Directories below `max_depth` are not read, so that they count as empty. A cursor
    /// in `after` fails with RANSACK_STATUS_INVALID_OPTION. The default limit of a workspace does not
    /// apply. Default: NULL, which means the defaults of ransack_scope.
    pub scope: *const ransack_scope,
    /// Maximum depth of the entries that are listed: 1 for the roots' own entries; 0 for the roots
    /// alone. Deeper directories are read, and collapse to counts. Default: RANSACK_NO_LIMIT.
    pub depth: u64,
    /// Maximum number of tokens in the whole text. Directories collapse to counts until the text fits.
    /// Default: RANSACK_NO_LIMIT.
    pub max_tokens: u64,
    /// Maximum size of a file that is read, in bytes; larger files have no numbers of lines, tokens and
    /// definitions, and are reported. RANSACK_NO_LIMIT means 2 GiB. Default: 16777216.
    pub max_file_size: u64,
    /// Time limit in milliseconds from the start of the call, in addition to the token's time limit.
    /// Default: RANSACK_NO_LIMIT.
    pub timeout_ms: u64,
    /// Behaviour when `timeout_ms` or the token's time limit passes, a ransack_on_timeout; a partial
    /// tree has the entries found so far. Default: RANSACK_ON_TIMEOUT_FAIL.
    pub on_timeout: u32,
    /// Encoding in which tokens are counted, in files and in the text, a ransack_encoding. Default:
    /// RANSACK_ENCODING_O200K_BASE.
    pub encoding: u32,
    /// Worker pool to run on. Default: NULL, the shared pool.
    pub pool: *const ransack_pool,
    /// Whether nodes have sizes, at the cost of one system call per file. Default: 0.
    pub sizes: u8,
    /// Whether nodes have numbers of lines. Each file is read. Default: 0.
    pub lines: u8,
    /// Whether nodes have numbers of tokens. Each file is read. Default: 0.
    pub tokens: u8,
    /// Whether nodes have numbers of definitions, as an outline lists them, including nested ones. Each
    /// file in a language with outlines is read and parsed. Fails with RANSACK_STATUS_INVALID_OPTION in
    /// a build without syntax trees. Default: 0.
    pub symbols: u8,
}

versioned!(ransack_tree_options, RANSACK_TREE_OPTIONS_VERSION, [symbols: 68]);

impl Defaults for ransack_tree_options {
    fn defaults() -> ransack_tree_options {
        let core = TreeOptions::default();
        ransack_tree_options {
            version: RANSACK_TREE_OPTIONS_VERSION,
            style: ransack_tree_style::Indent as u32,
            scope: std::ptr::null(),
            depth: from_limit(core.depth),
            max_tokens: from_limit(core.max_tokens.map(|max| max as u64)),
            max_file_size: from_limit(core.max_file_size),
            timeout_ms: RANSACK_NO_LIMIT,
            on_timeout: ransack_on_timeout::Fail as u32,
            encoding: ransack_encoding::O200kBase as u32,
            pool: std::ptr::null(),
            sizes: core.sizes.into(),
            lines: core.lines.into(),
            tokens: core.tokens.into(),
            symbols: core.symbols.into(),
        }
    }
}

impl CallOptions for ransack_tree_options {
    type Core = TreeOptions;

    unsafe fn resolve(&self) -> Result<TreeOptions, Failure> {
        let mut core = TreeOptions::default();
        // SAFETY: the scope is NULL or valid by the contract of this function.
        unsafe { scope::resolve(self.scope, &mut core.scope) }?;
        // SAFETY: NULL or valid by the contract of this function.
        core.pool = unsafe { pool::resolve(self.pool) }?;
        core.style = match self.style {
            0 => TreeStyle::Indent,
            1 => TreeStyle::Lines,
            2 => TreeStyle::Ascii,
            other => return Err(unknown("style", other, ransack_tree_style::Ascii as u32)),
        };
        core.depth = to_limit(self.depth);
        core.max_tokens = to_limit(self.max_tokens).map(to_size);
        core.max_file_size = to_limit(self.max_file_size);
        core.on_timeout = on_timeout(self.on_timeout)?;
        core.encoding = encoding_of(self.encoding)?;
        core.sizes = self.sizes != 0;
        core.lines = self.lines != 0;
        core.tokens = self.tokens != 0;
        core.symbols = self.symbols != 0;
        Ok(core)
    }

    fn timeout_ms(&self) -> Option<u64> {
        Some(self.timeout_ms)
    }
}

/// Entry in a directory tree. Numbers of a directory are the sums of all files below it, listed or not.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_tree_node {
    /// Path from the base that `paths_from` selects, as raw file-system bytes; of a root that is a
    /// directory, the root as given, or its path relative to the workspace's root.
    pub path: ransack_bytes,
    /// Last component of the path, or the whole path of a root.
    pub name: ransack_bytes,
    /// Size in bytes if `has_size` is set, otherwise 0.
    pub size: u64,
    /// Number of lines if `has_lines` is set, otherwise 0. A last line without a line end counts.
    pub lines: u64,
    /// Number of tokens if `has_tokens` is set, otherwise 0.
    pub tokens: u64,
    /// Number of definitions if `has_symbols` is set, otherwise 0.
    pub symbols: u64,
    /// Number of files and links below a directory, listed or not.
    pub files: u64,
    /// Number of directories below a directory, listed or not.
    pub dirs: u64,
    /// Index of the root in the scope, from 0.
    pub root: u32,
    /// Depth: 0 for a root, 1 for its own entries. The nodes below a directory follow it, as long as
    /// their depth is greater.
    pub depth: u32,
    /// Kind of the entry. A symbolic link counts as a link regardless of its target, unless links are
    /// followed.
    pub file_type: ransack_file_type,
    /// Whether `size` is known; set if the options request it, except for links.
    pub has_size: u8,
    /// Whether `lines` is known; set if the options request it, except for links and for files that are
    /// not text or could not be read.
    pub has_lines: u8,
    /// Whether `tokens` is known; set as `has_lines`.
    pub has_tokens: u8,
    /// Whether `symbols` is known; not set for files in a language without outlines either.
    pub has_symbols: u8,
    /// Whether the entries of the directory are left out, because of `depth` or `max_tokens`.
    pub is_collapsed: u8,
}

/// Outcome of ransack_tree(). The caller owns it; ransack_tree_outcome_free() frees it with everything
/// it points to.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_tree_outcome {
    /// Listed entries: each root, followed by the entries below it. A directory comes before its
    /// entries, which are in byte order of their names, files and directories mixed.
    pub nodes: *const ransack_tree_node,
    /// Number of listed entries.
    pub nodes_len: usize,
    /// Text, UTF-8: one line for each node, in order. The name of a directory ends in '/'; notes in
    /// parentheses follow: "link", the counts of a collapsed directory, and the numbers. Control
    /// characters in names become visible symbols, and bytes that are not UTF-8 become U+FFFD.
    pub text: ransack_bytes,
    /// Number of tokens in the text; 0 if the options have no `max_tokens`.
    pub tokens: u64,
    /// Report on the walk; owned by the outcome. Lists directories that cannot be read and files
    /// without numbers. Its `total_matches` is the number of entries in scope.
    pub report: *const ransack_report,
}

/// Returns the directory tree of a scope, as nodes and as text.
///
/// The scope decides which entries are in the tree: ignore files, globs, types, hidden names, several
/// roots, and a workspace with its file table and open buffers. Symbolic links are listed, and followed
/// only if the scope follows links. A directory that cannot be read is listed without entries, and
/// reported.
///
/// With `max_tokens`, directories collapse to counts, such as "src/ (12 files, 3 directories)": the
/// deepest first, and on one level those with the most text. The text never exceeds the limit, and the
/// same tree gives the same text.
///
/// Without numbers, no file is opened. `sizes` adds a system call per file; lines, tokens and definitions
/// read each file.
///
/// - `token` cancels the call; NULL for none.
/// - `out` receives the outcome; free it with ransack_tree_outcome_free().
///
/// Fails with RANSACK_STATUS_INVALID_OPTION if the lines of the roots alone exceed `max_tokens`; also if
/// a glob, type or option is invalid, if a root cannot be opened, or if the token fires.
///
///     ransack_tree_options options = RANSACK_TREE_OPTIONS_INIT;
///     options.max_tokens = 2000;
///     options.lines = 1;
///     if (ransack_tree(&options, NULL, &tree) == RANSACK_STATUS_OK)
///       printf("%" RANSACK_BYTES_FMT, RANSACK_BYTES_ARG(tree->text));
///     ransack_tree_outcome_free(tree);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tree(
    options: *const ransack_tree_options,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_tree_outcome,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run_into(options, token, out, |core, token| {
            Ok(OwnedTree::new(ransack::tree(core, token)?))
        })
    }
}

/// Frees the outcome of ransack_tree() and everything it points to. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_tree_outcome_free(outcome: *mut ransack_tree_outcome) {
    // SAFETY: the header requires NULL or an outcome of this library that is not used afterwards.
    unsafe { ffi::free(outcome) }
}

impl Handle for ransack_tree_outcome {
    type Owner = OwnedTree;
}

/// Outcome with all data that its C struct points to.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedTree {
    shown: ransack_tree_outcome,
    _nodes: Vec<ransack_tree_node>,
    _report: EmbeddedReport,
    _tree: Tree,
}

impl OwnedTree {
    fn new(tree: Tree) -> OwnedTree {
        let nodes: Vec<_> = tree.nodes.iter().map(ransack_tree_node::new).collect();
        let report = EmbeddedReport::new(tree.report.clone());
        // Moving vectors and strings does not move their content.
        OwnedTree {
            shown: ransack_tree_outcome {
                nodes: nodes.as_ptr(),
                nodes_len: nodes.len(),
                text: ransack_bytes::of(tree.text.as_bytes()),
                tokens: tree.tokens.unwrap_or_default() as u64,
                report: report.as_ptr(),
            },
            _nodes: nodes,
            _report: report,
            _tree: tree,
        }
    }
}

impl ransack_tree_node {
    fn new(node: &TreeNode) -> ransack_tree_node {
        ransack_tree_node {
            path: ransack_bytes::of(node.path.as_bytes()),
            name: ransack_bytes::of(node.name()),
            size: node.size.unwrap_or_default(),
            lines: node.lines.unwrap_or_default(),
            tokens: node.tokens.unwrap_or_default(),
            symbols: node.symbols.unwrap_or_default(),
            files: node.files,
            dirs: node.dirs,
            root: node.root,
            depth: node.depth,
            file_type: node.kind.into(),
            has_size: node.size.is_some().into(),
            has_lines: node.lines.is_some().into(),
            has_tokens: node.tokens.is_some().into(),
            has_symbols: node.symbols.is_some().into(),
            is_collapsed: node.is_collapsed.into(),
        }
    }
}

#[cfg(test)]
mod tests;
