//! Documentation of files and modules that belongs to no definition: `//!` comments of Rust and the
//! docstring of a module.

use std::ops::Range;

use ransack_grammars::internal::{Interrupt, WorkBudget, skip_subtree};

use crate::outline::comments::is_inner_doc;
use crate::outline::compiled::outline_table;
use crate::outline::text::ParsedText;

fn is_blank(source: &[u8], range: Range<usize>) -> bool {
    let text = source.get(range).unwrap_or_default();
    text.trim_ascii().is_empty()
}

/// Returns the ranges of the documentation in text order, with consecutive comments in one range.
pub(super) fn file_docs(
    text: &ParsedText<'_>,
    budget: &mut WorkBudget<'_>,
) -> Result<Vec<Range<usize>>, Interrupt> {
    let source = text.source;
    let mut docs: Vec<Range<usize>> = Vec::new();
    let Some(table) = outline_table(text.language) else {
        return Ok(docs);
    };
    let doc_string = table.doc_string.and_then(|of| of(text.tree.root_node()));
    docs.extend(doc_string.map(|string| string.byte_range()));
    let is_any = |mark: &[u8]| {
        is_inner_doc(mark, &table.doc) && memchr::memmem::find(source, mark).is_some()
    };
    if !is_any(b"//!") && !is_any(b"/*!") {
        return Ok(docs);
    }
    let mut cursor = text.tree.walk();
    loop {
        budget.step()?;
        let node = cursor.node();
        let code = source.get(node.byte_range()).unwrap_or_default();
        let is_doc = node.is_extra() && is_inner_doc(code, &table.doc);
        if is_doc {
            // A grammar may include the line feed.
            let doc = node.start_byte()..node.start_byte() + code.trim_ascii_end().len();
            match docs.last_mut() {
                Some(last) if is_blank(source, last.end..doc.start) => last.end = doc.end,
                _ => docs.push(doc),
            }
        }
        if (is_doc || !cursor.goto_first_child()) && !skip_subtree(&mut cursor) {
            return Ok(docs);
        }
    }
}
