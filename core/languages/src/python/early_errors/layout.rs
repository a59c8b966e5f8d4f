//! Indentation and empty blocks.

use tree_sitter::Node;

use super::kinds::Kind;
use super::{PythonLevel, PythonWalk};

impl<'t> PythonWalk<'_, 't> {
    /// Returns the level of a node, after checking its indentation.
    pub(super) fn layout(
        &mut self,
        node: Node<'t>,
        kind: Kind,
        parent: PythonLevel<'t>,
    ) -> PythonLevel<'t> {
        let mut level = PythonLevel {
            kind,
            ..PythonLevel::default()
        };
        match kind {
            Kind::Module if !self.code.is_embedded => level.base = Some(b""),
            Kind::Comment => return level,
            _ => {}
        }
        let expected = match parent.kind {
            Kind::Module | Kind::Block if node.is_named() => parent.base,
            Kind::Decorated => parent.indent,
            _ if matches!(kind, Kind::Clause | Kind::Except) => parent.indent,
            _ => return level,
        };
        let Some(indent) = self.line_indent(node) else {
            return level;
        };
        level.indent = Some(indent);
        match expected {
            Some(expected) if !is_same_indent(indent, expected) => {
                let is_by_columns = columns(indent, 8) == columns(expected, 8);
                let message = "indentation that does not match the block";
                match is_by_columns {
                    // Python 2 counts a tab as up to eight columns.
                    true => self.modern_error(node, message),
                    false => self.error(node, message),
                }
            }
            Some(_) => {}
            None if matches!(parent.kind, Kind::Module | Kind::Block) => {
                if let Some(parent) = self.levels.last_mut() {
                    parent.base = Some(indent);
                }
            }
            None => {}
        }
        level
    }

    /// Returns the blanks before a node that starts a logical line; `None` within a line.
    fn line_indent(&self, node: Node<'t>) -> Option<&'t [u8]> {
        let start = node.start_byte();
        let line = start.checked_sub(node.start_position().column)?;
        let indent = self.code.text.get(line..start)?;
        let before = self.code.text.get(..line)?;
        let before = before.strip_suffix(b"\n").unwrap_or(before);
        let before = before.strip_suffix(b"\r").unwrap_or(before);
        let is_blank = indent.iter().all(|byte| matches!(byte, b' ' | b'\t'));
        (is_blank && !before.ends_with(b"\\")).then_some(indent)
    }

    /// Reports a block without statements.
    pub(super) fn empty_block(&mut self, node: Node<'t>) {
        let mut cursor = node.walk();
        let is_empty = node
            .named_children(&mut cursor)
            .all(|child| child.is_extra());
        if is_empty && !node.has_error() {
            self.error(node, "block without statements");
        }
    }
}

/// Returns whether two indentations are equal for every tab width.
fn is_same_indent(a: &[u8], b: &[u8]) -> bool {
    a == b || (columns(a, 8) == columns(b, 8) && columns(a, 1) == columns(b, 1))
}

fn columns(indent: &[u8], tab: usize) -> usize {
    indent.iter().fold(0, |column, byte| match byte {
        b'\t' => (column / tab + 1) * tab,
        _ => column + 1,
    })
}
