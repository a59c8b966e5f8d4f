//! Directory trees by the rules of a scope, with numbers, within a number of tokens.
//!
//! - `options`: options.
//! - `examiner`: one entry as a step of the pipeline, with its numbers.
//! - `node`: nodes, and their construction from entries.
//! - `layout`: which directories are listed, and the text.
//!
//! Invariant: without numbers, no file is opened.

mod examiner;
mod layout;
mod node;
mod options;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;

use ransack_base::internal::slashed;
use ransack_base::{CancelToken, Outcome, Report, Result};
use ransack_search::internal::{Request, Wanted, begin_scope, name_paths, start, workspace_root};
use ransack_search::{OnTimeout, Scope};

pub use node::TreeNode;
pub use options::{TreeOptions, TreeStyle};

use examiner::TreeExaminer;
pub(crate) use layout::TreeLayout;
pub(crate) use node::{Numbers, TreeEntry};

use layout::lay_out;
use node::Forest;

/// Result of [`tree()`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Tree {
    /// Listed entries: each root, followed by the entries below it. A directory comes before its
    /// entries, which are in byte order of their names, files and directories mixed. The
    /// [`depth`](TreeNode::depth) of the nodes gives the structure.
    pub nodes: Vec<TreeNode>,
    /// Text: one line for each node, in order. The name of a directory ends in `/`; notes in
    /// parentheses follow: `link`, the counts of a collapsed directory, and the numbers. Control
    /// characters in names become visible symbols, and bytes that are not UTF-8 become U+FFFD.
    pub text: String,
    /// Number of tokens in `text`; `None` if [`TreeOptions::max_tokens`] is not set.
    pub tokens: Option<usize>,
    /// Report of the walk. Lists directories that cannot be read and files without numbers. Its
    /// `total_matches` is the number of entries in scope.
    pub report: Report,
}

/// Returns the directory tree of a scope, as nodes and as text.
///
/// The scope's rules decide which entries are in the tree: ignore files, globs, types, hidden names,
/// several roots, and a workspace with its file table and open buffers. Symbolic links are listed, and
/// followed only if the scope follows links. A directory that cannot be read is listed without entries,
/// and reported.
///
/// With [`max_tokens`](TreeOptions::max_tokens), directories collapse to counts, such as `src/ (12 files, 3
/// directories)`: the deepest first, and on one level those with the most text. The text never exceeds
/// the limit, and the same tree gives the same text.
///
/// # Cost
///
/// Without numbers, a walk or a read of the workspace's file table, and about 300 bytes per entry; no
/// file is opened. Sizes add a system call per file; lines, tokens and definitions read each file, on
/// the pool. A limit of tokens adds the time to count the text about twice.
///
/// # Errors
///
/// - `InvalidOption`: the lines of the roots alone exceed `max_tokens`; the scope continues an earlier
///   call; an option of the scope is invalid.
/// - `InvalidGlob`, `UnknownType`: the scope has an invalid glob or an unknown file type.
/// - `NotFound`, `PermissionDenied`, `Io`: a root cannot be opened.
/// - `Aborted`, `Timeout`: the token fires.
///
/// # Example
///
/// ```
/// # extern crate ransack_pack as ransack;
/// use ransack::{CancelToken, TreeOptions, tree};
///
/// # let dir = tempfile::tempdir().unwrap();
/// # let dir = dir.path();
/// std::fs::create_dir(dir.join("src")).unwrap();
/// std::fs::write(dir.join("README.md"), "# Title\n").unwrap();
/// std::fs::write(dir.join("src/main.rs"), "fn main() {}\n").unwrap();
/// let options = TreeOptions::new(dir).lines(true);
/// let tree = tree(&options, &CancelToken::new())?;
/// let entries = tree.text.split_once('\n').unwrap().1;
/// assert_eq!(entries, "  README.md (1 line)\n  src/ (1 line)\n    main.rs (1 line)\n");
/// assert_eq!(tree.nodes[2].files, 1);
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn tree(options: &TreeOptions, token: &CancelToken) -> Result<Tree> {
    let options = TreeOptions {
        scope: begin_scope(&options.scope),
        ..options.clone()
    };
    let Outcome {
        items: entries,
        report,
    } = match options.reads() {
        true => entries_of::<true>(&options, token),
        false => entries_of::<false>(&options, token),
    }?;
    // A partial tree is laid out although its time is over.
    let untimed = CancelToken::new();
    let token = match options.on_timeout {
        OnTimeout::Partial => &untimed,
        OnTimeout::Fail => token,
    };
    let labels: Vec<Vec<u8>> = root_labels(&options.scope);
    let dirs = (0..).zip(&options.scope.roots);
    let dirs = dirs.filter(|(_, path)| path.is_dir());
    let dirs: Vec<u32> = dirs.map(|(root, _)| root).collect();
    let zero = |is_wanted: bool| is_wanted.then_some(0);
    let zero = Numbers {
        size: zero(options.sizes),
        lines: zero(options.lines),
        tokens: zero(options.tokens),
        symbols: zero(options.symbols),
    };
    let layout = TreeLayout {
        depth: options.depth,
        max_tokens: options.max_tokens,
        encoding: options.encoding,
        style: options.style,
    };
    let forest = Forest::new(entries, &labels, &dirs, zero, token)?;
    let tree = lay_out(&forest, layout, token);
    let tree = tree.map_err(|error| name_paths(&options.scope, error))?;
    Ok(Tree { report, ..tree })
}

/// Returns the tree of files below one directory, which is shown as `.`, with the numbers of tokens.
///
/// # Errors
///
/// `InvalidOption` if the line of the directory alone exceeds the maximum number of tokens; `Aborted`
/// or `Timeout` if the token fires.
pub(crate) fn tree_of_files(
    files: Vec<TreeEntry>,
    layout: TreeLayout,
    token: &CancelToken,
) -> Result<Tree> {
    let zero = Numbers {
        tokens: Some(0),
        ..Numbers::default()
    };
    let forest = Forest::new(files, &[b".".to_vec()], &[], zero, token)?;
    lay_out(&forest, layout, token)
}

/// Collects the entries in scope.
fn entries_of<const READS: bool>(
    options: &TreeOptions,
    token: &CancelToken,
) -> Result<Outcome<TreeEntry>> {
    let mut request = Request::of_all(options.scope.clone(), options.pool.clone());
    request.on_timeout = options.on_timeout;
    let options = options.clone();
    let stream = start(request, token, move || {
        let wanted = Wanted {
            dirs: true,
            links: true,
            ..Wanted::default()
        };
        Ok((TreeExaminer::<READS>::new(&options)?, wanted))
    });
    stream.collect_outcome()
}

/// Returns the path of each root as its node shows it.
fn root_labels(scope: &Scope) -> Vec<Vec<u8>> {
    let workspace = workspace_root(scope);
    let roots = scope.roots.iter().map(|root| {
        let below = workspace.and_then(|workspace| root.strip_prefix(workspace).ok());
        let shown = below.unwrap_or(root);
        // Components leave `.` out.
        let shown: std::path::PathBuf = shown.components().collect();
        match shown.as_os_str().is_empty() {
            true => b".".to_vec(),
            false => slashed(shown.as_os_str()).to_vec(),
        }
    });
    roots.collect()
}
