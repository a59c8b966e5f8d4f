//! Nodes of a tree, and their construction from entries in any order.

use ransack_base::internal::rel_path;
use ransack_base::{CancelToken, RelPath, Result};
use ransack_search::FileType;
use rustc_hash::FxHashMap;

/// Number of entries between two checks of the token.
const CHECK_INTERVAL: usize = 1024;

/// Fails if the token has fired; checks it for one number in [`CHECK_INTERVAL`].
pub(super) fn check(number: usize, token: &CancelToken) -> Result<()> {
    match number % CHECK_INTERVAL {
        0 => Ok(token.heartbeat()?),
        _ => Ok(()),
    }
}

/// Numbers of a file, or the sums of a directory. `None` if a number was not requested or is not
/// known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) size: Option<u64>,
    pub(crate) lines: Option<u64>,
    pub(crate) tokens: Option<u64>,
    pub(crate) symbols: Option<u64>,
}

impl Numbers {
    /// Adds the numbers of an entry. Numbers that are not known count as 0.
    fn add(&mut self, other: &Numbers) {
        let sum = |sum: &mut Option<u64>, other: Option<u64>| {
            if let Some(sum) = sum {
                *sum += other.unwrap_or(0);
            }
        };
        sum(&mut self.size, other.size);
        sum(&mut self.lines, other.lines);
        sum(&mut self.tokens, other.tokens);
        sum(&mut self.symbols, other.symbols);
    }
}

/// Entry of a tree: a file, a link or a directory.
#[derive(Clone, Debug)]
pub(crate) struct TreeEntry {
    pub(crate) root: u32,
    /// Path as results show it.
    pub(crate) path: RelPath,
    /// Length of the end of `path` that is relative to the root.
    pub(crate) relative: usize,
    pub(crate) kind: FileType,
    /// Whether the entry is a root that is a file.
    pub(crate) is_root: bool,
    pub(crate) numbers: Numbers,
}

/// Entry in a directory tree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TreeNode {
    /// Path, in the form that results have; of a root that is a directory, the root as given, or its
    /// path relative to the workspace's root.
    pub path: RelPath,
    /// 0-based index of the root in the scope's roots.
    pub root: u32,
    /// Depth: 0 for a root, 1 for its own entries.
    pub depth: u32,
    /// Kind of the entry. A symbolic link is `Symlink` regardless of its target, unless links are
    /// followed.
    pub kind: FileType,
    /// Size in bytes, if requested; `None` for links. Of a directory, the sum of all files below it,
    /// as with the other numbers.
    pub size: Option<u64>,
    /// Number of lines, if requested; a last line without a line end counts. `None` for files that are
    /// not text or could not be read.
    pub lines: Option<u64>,
    /// Number of tokens, if requested; `None` as for lines.
    pub tokens: Option<u64>,
    /// Number of definitions, if requested; `None` also for files in a language without outlines.
    pub symbols: Option<u64>,
    /// Number of files and links below a directory, listed or not.
    pub files: u64,
    /// Number of directories below a directory, listed or not.
    pub dirs: u64,
    /// Whether the entries of the directory are left out, because of the depth or the number of
    /// tokens.
    pub is_collapsed: bool,
}

impl TreeNode {
    /// Returns the name: the last component of the path, or the whole path of a root.
    pub fn name(&self) -> &[u8] {
        let path = self.path.as_bytes();
        match self.depth {
            0 => path,
            _ => memchr::memrchr(b'/', path).map_or(path, |slash| &path[slash + 1..]),
        }
    }

    /// Whether the node is a directory.
    pub fn is_dir(&self) -> bool {
        self.kind == FileType::Dir
    }

    pub(super) fn numbers(&self) -> Numbers {
        Numbers {
            size: self.size,
            lines: self.lines,
            tokens: self.tokens,
            symbols: self.symbols,
        }
    }
}

/// Trees of all roots. The index of a directory is smaller than the indices of its entries.
#[derive(Debug, Default)]
pub(super) struct Forest {
    pub(super) nodes: Vec<TreeNode>,
    /// Entries of each node, in byte order of their names.
    pub(super) children: Vec<Vec<usize>>,
    pub(super) roots: Vec<usize>,
}

/// Construction of a forest.
struct Builder<'a> {
    forest: Forest,
    /// Directories by root and path relative to the root, without a final `/`.
    dirs: FxHashMap<(u32, Vec<u8>), usize>,
    parents: Vec<Option<usize>>,
    /// Numbers that were requested, as 0.
    zero: Numbers,
    /// Path of each root that is a directory, unless its entries show another one.
    labels: &'a [Vec<u8>],
}

impl Forest {
    /// Builds the trees. `empty` are roots that are directories, with or without entries; `zero` has the
    /// numbers that were requested.
    ///
    /// # Errors
    ///
    /// `Aborted` or `Timeout` if the token fires.
    pub(super) fn new(
        entries: Vec<TreeEntry>,
        labels: &[Vec<u8>],
        empty: &[u32],
        zero: Numbers,
        token: &CancelToken,
    ) -> Result<Forest> {
        let mut builder = Builder {
            forest: Forest::default(),
            dirs: FxHashMap::default(),
            parents: Vec::new(),
            zero,
            labels,
        };
        for (number, entry) in entries.into_iter().enumerate() {
            check(number, token)?;
            builder.add(entry);
        }
        for root in empty {
            builder.dir(*root, b"", b"");
        }
        builder.finish(token)
    }
}

impl Builder<'_> {
    fn add(&mut self, entry: TreeEntry) {
        let path = entry.path.as_bytes();
        let prefix = path[..path.len() - entry.relative].to_vec();
        let relative = path[prefix.len()..].to_vec();
        if entry.kind == FileType::Dir {
            self.dir(entry.root, &prefix, &relative);
            return;
        }
        let above = match entry.is_root {
            true => None,
            false => {
                let slash = memchr::memrchr(b'/', &relative).unwrap_or(0);
                Some(self.dir(entry.root, &prefix, &relative[..slash]))
            }
        };
        let node = self.node(entry.root, entry.path, entry.kind, above);
        let numbers = entry.numbers;
        let added = &mut self.forest.nodes[node];
        added.size = numbers.size;
        added.lines = numbers.lines;
        added.tokens = numbers.tokens;
        added.symbols = numbers.symbols;
    }

    /// Returns the node of a directory, and adds the directories above that are missing.
    fn dir(&mut self, root: u32, prefix: &[u8], relative: &[u8]) -> usize {
        let mut missing = Vec::new();
        let mut path = relative;
        let mut above = loop {
            if let Some(node) = self.dirs.get(&(root, path.to_vec())) {
                break Some(*node);
            }
            missing.push(path);
            if path.is_empty() {
                break None;
            }
            path = &path[..memchr::memrchr(b'/', path).unwrap_or(0)];
        };
        for path in missing.into_iter().rev() {
            let shown = match (path, prefix) {
                (b"", b"") => self.labels.get(root as usize).cloned().unwrap_or_default(),
                (b"", [prefix @ .., b'/']) if !prefix.is_empty() => prefix.to_vec(),
                _ => [prefix, path].concat(),
            };
            let node = self.node(root, rel_path(shown), FileType::Dir, above);
            self.dirs.insert((root, path.to_vec()), node);
            above = Some(node);
        }
        above.unwrap_or_default()
    }

    fn node(&mut self, root: u32, path: RelPath, kind: FileType, above: Option<usize>) -> usize {
        let Forest {
            nodes,
            children,
            roots,
        } = &mut self.forest;
        let at = nodes.len();
        let depth = above.map_or(0, |above| nodes[above].depth + 1);
        match above {
            Some(above) => children[above].push(at),
            None => roots.push(at),
        }
        let zero = match kind {
            FileType::Dir => self.zero,
            _ => Numbers::default(),
        };
        nodes.push(TreeNode {
            path,
            root,
            depth,
            kind,
            size: zero.size,
            lines: zero.lines,
            tokens: zero.tokens,
            symbols: zero.symbols,
            files: 0,
            dirs: 0,
            is_collapsed: false,
        });
        children.push(Vec::new());
        self.parents.push(above);
        at
    }

    /// Adds up the numbers of directories and sorts their entries.
    fn finish(self, token: &CancelToken) -> Result<Forest> {
        let Builder {
            mut forest,
            parents,
            ..
        } = self;
        // A directory comes before its entries.
        for at in (0..forest.nodes.len()).rev() {
            check(at, token)?;
            let Some(above) = parents[at] else { continue };
            let (dirs, entries) = forest.nodes.split_at_mut(at);
            let (dir, entry) = (&mut dirs[above], &entries[0]);
            dir.files += entry.files + u64::from(!entry.is_dir());
            dir.dirs += entry.dirs + u64::from(entry.is_dir());
            let mut sums = dir.numbers();
            sums.add(&entry.numbers());
            dir.size = sums.size;
            dir.lines = sums.lines;
            dir.tokens = sums.tokens;
            dir.symbols = sums.symbols;
        }
        let nodes = &forest.nodes;
        for (number, children) in forest.children.iter_mut().enumerate() {
            check(number, token)?;
            // Entries arrive almost in this order.
            children.sort_by(|a, b| nodes[*a].name().cmp(nodes[*b].name()));
        }
        let roots = &mut forest.roots;
        roots.sort_by_key(|root| nodes[*root].root);
        Ok(forest)
    }
}
