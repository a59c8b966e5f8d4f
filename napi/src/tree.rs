//! Directory trees: `tree`.

use napi::Result;
use napi::bindgen_prelude::External;
use napi_derive::napi;
use ransack::{Pool, Tree, TreeNode};

use crate::convert::{BatchItem, BatchShape, BatchWriter, flags};
use crate::files::may_have_several_roots;
use crate::number::{count, maximum, saturated};
use crate::options::{
    CallOptions, FileOptions, OnTimeout, TimeoutOptions, option_groups, set, set_some,
};
use crate::report::Report;
use crate::task::{Task, Waker};
use crate::workspace::WorkspaceHandle;

/// Starts a tree as task `id`, in `workspace` if given.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn tree(
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    waker: &External<Waker>,
    id: u32,
    options: TreeCall,
) -> Result<External<Task>> {
    let timeout = options.timeout.duration()?;
    let bytes = options.files.bytes.unwrap_or_default();
    let encoding = options.tree.encoding.clone();
    let mut options = options.into_core()?;
    let workspace = workspace.map(|handle| handle.workspace(wait));
    options.scope.workspace = workspace.as_ref().map(Into::into);
    let shape = BatchShape {
        several_roots: may_have_several_roots(&options.scope, workspace.as_ref()),
        bytes,
        ..BatchShape::default()
    };
    // A task whose own time is over has no result.
    let (of_task, of_tree) = match options.on_timeout {
        ransack::OnTimeout::Fail => (timeout, None),
        ransack::OnTimeout::Partial => (None, timeout),
    };
    Ok(waker.start_collected(id, of_task, shape, |token| {
        let limited = of_tree.map(|timeout| token.child_with_timeout(timeout));
        Pool::shared().run(token, move |token| {
            let token = limited.as_ref().unwrap_or(token);
            if let Some(encoding) = encoding {
                options.encoding = encoding.parse()?;
            }
            let tree = ransack::tree(&options, token)?;
            Ok(TreeSummary::split(tree, shape))
        })
    }))
}

/// Text of a tree, and the report on the call.
#[napi(object, object_from_js = false)]
pub struct TreeSummary {
    /// Text: one line for each node.
    pub text: String,
    /// Number of tokens in `text`. Absent unless `maxTokens` is set.
    pub tokens: Option<f64>,
    /// Report on the call.
    pub report: Report,
}

impl TreeSummary {
    /// Splits a tree into its nodes and a summary.
    fn split(tree: Tree, shape: BatchShape) -> (Vec<TreeNode>, TreeSummary) {
        let summary = TreeSummary {
            text: tree.text,
            tokens: tree.tokens.map(|tokens| tokens as f64),
            report: Report::new(&tree.report, shape.bytes),
        };
        (tree.nodes, summary)
    }
}

/// Bits that announce optional parts of a node; defined again in `js/tree.js`.
struct Flags;

impl Flags {
    /// The call has several roots; the root number follows.
    const ROOT: u16 = 1;
    /// The size follows.
    const SIZE: u16 = 2;
    /// The number of lines follows.
    const LINES: u16 = 4;
    /// The number of tokens follows.
    const TOKENS: u16 = 8;
    /// The number of definitions follows.
    const SYMBOLS: u16 = 16;
    /// The entries of the directory are left out.
    const COLLAPSED: u16 = 32;
}

/// Layout, read by `NodeBatch` in `js/tree.js`:
///
/// - numbers: the flags; the file type; the depth; the numbers of files and directories below; the
///   length of the path in the joined string; with `ROOT`, the root; with the other flags, their
///   numbers; with bytes, the byte length of the path.
impl BatchItem for TreeNode {
    fn max_strings(&self) -> usize {
        0
    }

    fn write(&self, _: Option<&TreeNode>, writer: &mut BatchWriter<'_>) -> Result<()> {
        let path = self.path.as_bytes();
        let root = writer.shape.several_roots.then(|| f64::from(self.root));
        let parts = [
            (Flags::ROOT, root),
            (Flags::SIZE, self.size.map(|n| n as f64)),
            (Flags::LINES, self.lines.map(|n| n as f64)),
            (Flags::TOKENS, self.tokens.map(|n| n as f64)),
            (Flags::SYMBOLS, self.symbols.map(|n| n as f64)),
        ];
        let collapsed = (Flags::COLLAPSED, self.is_collapsed);
        let announced = parts.map(|(flag, part)| (flag, part.is_some()));
        let [root, size, lines, tokens, symbols] = announced;
        let flags = flags([root, size, lines, tokens, symbols, collapsed]);
        writer.numbers.extend([
            flags,
            f64::from(self.kind as u8),
            f64::from(self.depth),
            self.files as f64,
            self.dirs as f64,
        ]);
        writer.join(path);
        writer.numbers.extend(parts.iter().filter_map(|(_, n)| *n));
        writer.byte_len(path);
        Ok(())
    }
}

/// Form of the text of a directory tree. `'indent'`: two spaces per level, the form with the fewest
/// tokens. `'lines'`: lines of box-drawing characters. `'ascii'`: lines of ASCII characters.
#[napi(string_enum = "camelCase")]
pub enum TreeStyle {
    /// Two spaces per level.
    Indent,
    /// Lines of box-drawing characters.
    Lines,
    /// Lines of ASCII characters.
    Ascii,
}

impl From<TreeStyle> for ransack::TreeStyle {
    fn from(style: TreeStyle) -> ransack::TreeStyle {
        match style {
            TreeStyle::Indent => ransack::TreeStyle::Indent,
            TreeStyle::Lines => ransack::TreeStyle::Lines,
            TreeStyle::Ascii => ransack::TreeStyle::Ascii,
        }
    }
}

/// Options for `tree`. The options of all file operations select the entries. A directory is in the
/// tree if it holds a selected entry; an empty one is in the tree if `glob` selects it and `type` is
/// not set. Directories below `maxDepth` are not read, so that they count as empty. `after` is
/// refused, and the default limit of a workspace does not apply.
#[napi(
    object,
    object_to_js = false,
    js_name = "TreeOptions extends FileOptions"
)]
pub struct TreeOptions {
    /// Maximum depth of the entries that are listed: 1 for the roots' own entries; 0 for the roots
    /// alone. Deeper directories are read, and collapse to counts. Default: no limit.
    /// `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub depth: Option<f64>,
    /// Whether nodes have sizes, at the cost of one system call per file. Default: false.
    pub sizes: Option<bool>,
    /// Whether nodes have numbers of lines. Each file is read. Default: false.
    pub lines: Option<bool>,
    /// Whether nodes have numbers of tokens. Each file is read. Default: false.
    pub tokens: Option<bool>,
    /// Whether nodes have numbers of definitions, as `outline` lists them, including nested ones.
    /// Each file in a language with outlines is read and parsed. Default: false.
    pub symbols: Option<bool>,
    /// Maximum number of tokens in the whole text. Directories collapse to counts until the text
    /// fits. `Infinity` means no limit. Default: no limit.
    #[napi(ts_type = "number | null")]
    pub max_tokens: Option<f64>,
    /// Encoding in which tokens are counted, in files and in the text. Default: `'O200kBase'`.
    #[napi(ts_type = "EncodingName")]
    pub encoding: Option<String>,
    /// Form of the text. Default: `'indent'`.
    pub style: Option<TreeStyle>,
    /// Maximum size of a file that is read, in bytes; larger files have no numbers of lines, tokens
    /// and definitions, and are reported as `'tooLarge'`. `Infinity` means 2 GiB. Default: 16 MiB.
    #[napi(ts_type = "number | null")]
    pub max_file_size: Option<f64>,
    /// Behaviour when `timeoutMs` has passed: `'fail'` rejects with `ERR_RANSACK_TIMEOUT`,
    /// `'partial'` resolves with the entries found so far. Default: `'fail'`.
    pub on_timeout: Option<OnTimeout>,
}

option_groups! {
    /// Options for `tree`, by group.
    pub struct TreeCall {
        /// Options that limit the duration of the call.
        pub timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        /// Options that select the files in scope.
        pub files: FileOptions,
        tree: TreeOptions,
    }
}

impl TreeCall {
    /// Converts to the core's options, without the encoding.
    fn into_core(self) -> Result<ransack::TreeOptions> {
        let mut core = ransack::TreeOptions::default();
        self.files.set_on(&mut core.scope)?;
        let tree = self.tree;
        set_some(&mut core.depth, maximum("depth", tree.depth)?);
        set(&mut core.sizes, tree.sizes);
        set(&mut core.lines, tree.lines);
        set(&mut core.tokens, tree.tokens);
        set(&mut core.symbols, tree.symbols);
        let max_tokens = maximum("maxTokens", tree.max_tokens)?;
        set_some(&mut core.max_tokens, max_tokens.map(saturated));
        set(&mut core.style, tree.style.map(Into::into));
        let max_file_size = count("maxFileSize", tree.max_file_size)?;
        set_some(&mut core.max_file_size, max_file_size);
        set(&mut core.on_timeout, tree.on_timeout.map(Into::into));
        Ok(core)
    }
}
