//! Selection of the directories that a tree lists, and the text of the tree.
//!
//! All directories are collapsed at first. They are then opened level by level, from the roots down; on
//! one level those whose entries need the fewest tokens come first, and one that does not fit stays
//! collapsed. The result does not depend on the order in which entries were found.
//!
//! Invariant: the tokens of the whole text are counted, so that a text within the limit is within it
//! exactly. The tokens of single lines only choose the directories.

use ransack_base::internal::ErrorParts;
use ransack_base::{CancelToken, Error, OptionName, Result};
use ransack_search::FileType;
use ransack_tokens::{Encoding, TokenOptions, Tokenizer};

use super::node::{Forest, check};
use super::options::TreeStyle;
use super::{Tree, TreeNode};
use crate::render::visible;

/// Settings of a layout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TreeLayout {
    /// Maximum depth of the listed entries.
    pub(crate) depth: Option<u64>,
    /// Maximum number of tokens in the text.
    pub(crate) max_tokens: Option<usize>,
    pub(crate) encoding: Encoding,
    pub(crate) style: TreeStyle,
}

/// Layout of a forest.
struct Layout<'a> {
    forest: &'a Forest,
    layout: TreeLayout,
    tokenizer: Option<&'static Tokenizer>,
    /// Whether the entries of a node are listed.
    is_open: Vec<bool>,
    /// Text before the name of each node, computed when its directory is opened.
    indents: Vec<String>,
    token: &'a CancelToken,
}

/// Lays out the trees, and returns them without a report.
///
/// # Errors
///
/// `InvalidOption` if the lines of the roots alone exceed the maximum number of tokens; `Aborted` or
/// `Timeout` if the token fires.
pub(super) fn lay_out(forest: &Forest, layout: TreeLayout, token: &CancelToken) -> Result<Tree> {
    token.heartbeat()?;
    let mut laid = Layout {
        forest,
        layout,
        tokenizer: layout.max_tokens.map(|_| Tokenizer::get(layout.encoding)),
        is_open: vec![false; forest.nodes.len()],
        indents: vec![String::new(); forest.nodes.len()],
        token,
    };
    let mut limit = layout.max_tokens;
    loop {
        laid.open_within(limit)?;
        let tree = laid.tree()?;
        let (Some(max), Some(count)) = (layout.max_tokens, tree.tokens) else {
            return Ok(tree);
        };
        if count <= max {
            return Ok(tree);
        }
        if !laid.is_open.contains(&true) {
            let message =
                format!("the tree needs at least {count} tokens, more than the limit of {max}");
            let error = Error::option(message);
            return Err(error.with_advice("raise", OptionName::MaxTokens, ""));
        }
        // The lines together need more tokens than one by one.
        limit = limit.map(|limit| limit.saturating_sub((count - max).max(1)));
    }
}

impl Layout<'_> {
    /// Opens directories while the sum of the lines' tokens is within a limit.
    fn open_within(&mut self, limit: Option<usize>) -> Result<()> {
        self.is_open.fill(false);
        let mut level = self.forest.roots.clone();
        let mut used = 0;
        for root in &level {
            used += self.cost(*root, false)?;
        }
        while !level.is_empty() {
            let mut candidates = Vec::new();
            for (number, dir) in level.into_iter().enumerate() {
                check(number, self.token)?;
                let node = &self.forest.nodes[dir];
                let is_deep = self
                    .layout
                    .depth
                    .is_some_and(|max| u64::from(node.depth) >= max);
                if is_deep || self.forest.children[dir].is_empty() {
                    continue;
                }
                self.indent_children(dir);
                let room = limit.map(|limit| limit.saturating_sub(used));
                if let Some(cost) = self.opening_cost(dir, room)? {
                    candidates.push((cost, dir));
                }
            }
            candidates.sort_by_key(|(cost, _)| *cost);
            let mut opened = Vec::new();
            for (cost, dir) in candidates {
                let sum = used.saturating_add_signed(cost);
                if limit.is_none_or(|limit| sum <= limit) {
                    used = sum;
                    self.is_open[dir] = true;
                    opened.push(dir);
                }
            }
            let below = opened.iter().flat_map(|dir| &self.forest.children[*dir]);
            level = below.copied().collect();
        }
        Ok(())
    }

    /// Returns the tokens that the lines of a directory's entries add; `None` if they certainly exceed
    /// the room.
    fn opening_cost(&self, dir: usize, room: Option<usize>) -> Result<Option<isize>> {
        let Some(room) = room else {
            return Ok(Some(0));
        };
        let own = self.cost(dir, true)? as isize - self.cost(dir, false)? as isize;
        let room = (room as isize).saturating_sub(own);
        let mut sum = 0;
        for (number, child) in self.forest.children[dir].iter().enumerate() {
            check(number, self.token)?;
            sum += self.cost(*child, false)? as isize;
            if sum > room {
                return Ok(None);
            }
        }
        Ok(Some(sum + own))
    }

    /// Returns the number of tokens in the line of a node; 0 without a limit.
    fn cost(&self, node: usize, is_open: bool) -> Result<usize> {
        let Some(tokenizer) = self.tokenizer else {
            return Ok(0);
        };
        let mut line = String::new();
        self.write_line(node, is_open, &mut line);
        tokenizer.count(&line, &TokenOptions::default(), self.token)
    }

    /// Sets the text before the names of a directory's entries.
    fn indent_children(&mut self, dir: usize) {
        let (inner, last) = (
            self.layout.style.branch(false),
            self.layout.style.branch(true),
        );
        let children = &self.forest.children[dir];
        let depth = self.forest.nodes[dir].depth;
        // The line of a directory ends in its branch, which its entries continue.
        let own = &self.indents[dir];
        let base = match depth {
            0 => String::new(),
            _ => {
                let is_last = own.ends_with(last.0) && last.0 != inner.0;
                let branch = if is_last { last } else { inner };
                format!("{}{}", &own[..own.len() - branch.0.len()], branch.1)
            }
        };
        for (number, child) in children.iter().enumerate() {
            let is_last = number + 1 == children.len();
            let branch = if is_last { last } else { inner };
            self.indents[*child] = format!("{base}{}", branch.0);
        }
    }

    /// Returns the nodes and the text of the open directories.
    fn tree(&self) -> Result<Tree> {
        let mut tree = Tree::default();
        let mut stack: Vec<usize> = self.forest.roots.iter().rev().copied().collect();
        while let Some(at) = stack.pop() {
            check(tree.nodes.len(), self.token)?;
            let is_open = self.is_open[at];
            self.write_line(at, is_open, &mut tree.text);
            let children = &self.forest.children[at];
            tree.nodes.push(TreeNode {
                is_collapsed: !is_open && !children.is_empty(),
                ..self.forest.nodes[at].clone()
            });
            if is_open {
                stack.extend(children.iter().rev());
            }
        }
        if let Some(tokenizer) = self.tokenizer {
            let count = tokenizer.count(&tree.text, &TokenOptions::default(), self.token)?;
            tree.tokens = Some(count);
        }
        Ok(tree)
    }

    fn write_line(&self, at: usize, is_open: bool, out: &mut String) {
        let node = &self.forest.nodes[at];
        out.push_str(&self.indents[at]);
        out.push_str(&visible(String::from_utf8_lossy(node.name()), false));
        if node.is_dir() && !node.name().ends_with(b"/") {
            out.push('/');
        }
        let mut notes = Vec::new();
        if node.kind == FileType::Symlink {
            notes.push("link".to_owned());
        }
        let mut note = |count: Option<u64>, one: &str, more: &str| match count {
            None => {}
            Some(1) => notes.push(format!("1 {one}")),
            Some(count) => notes.push(format!("{count} {more}")),
        };
        if !is_open && !self.forest.children[at].is_empty() {
            note(Some(node.files).filter(|n| *n > 0), "file", "files");
            note(
                Some(node.dirs).filter(|n| *n > 0),
                "directory",
                "directories",
            );
        }
        note(node.size, "byte", "bytes");
        note(node.lines, "line", "lines");
        note(node.tokens, "token", "tokens");
        note(node.symbols, "symbol", "symbols");
        if !notes.is_empty() {
            out.push_str(" (");
            out.push_str(&notes.join(", "));
            out.push(')');
        }
        out.push('\n');
    }
}

impl TreeStyle {
    /// Returns the text before the name of an entry, and the text below it before the entries of the
    /// entry.
    fn branch(self, is_last: bool) -> (&'static str, &'static str) {
        match (self, is_last) {
            (TreeStyle::Indent, _) => ("  ", "  "),
            (TreeStyle::Lines, false) => ("├── ", "│   "),
            (TreeStyle::Lines, true) => ("└── ", "    "),
            (TreeStyle::Ascii, false) => ("|-- ", "|   "),
            (TreeStyle::Ascii, true) => ("`-- ", "    "),
        }
    }
}
