//! Batch layout of outlines and of answers about one file or source text.

use napi::Result;
use ransack::{Exports, Imports, Outline, OutlineItem, RelPath, Skeleton};

use super::StructureItem;
use crate::ast::range_numbers;
use crate::convert::{BatchItem, BatchWriter, flags};
use crate::imports;

/// Bits that announce optional parts of an item; defined again in `js/internal/outline_batch.js`.
struct Flags;

impl Flags {
    /// The definition has documentation.
    const DOC: u16 = 1;
    /// The definition has a body.
    const BODY: u16 = 2;
    /// The definition has a syntax error.
    const ERROR: u16 = 4;
    /// The definition has a value.
    const VALUE: u16 = 8;
    /// The text is minified.
    const MINIFIED: u16 = 1;
    /// The text is generated.
    const GENERATED: u16 = 2;
}

/// Layout, read by `ofFiles` in `js/internal/batch.js`, before the layout for the result of a
/// source text:
///
/// - numbers: 0 or, if the call has several roots, the number of the root plus 1; with bytes, the
///   byte length of the path.
/// - strings: the path.
fn write_file(path: &RelPath, root: u32, writer: &mut BatchWriter<'_>) -> Result<()> {
    let root = match writer.shape.several_roots {
        true => f64::from(root) + 1.0,
        false => 0.0,
    };
    writer.numbers.push(root);
    let path = path.as_bytes();
    writer.string(path)?;
    writer.byte_len(path);
    Ok(())
}

/// Layout: `write_file`, then `write_outline`.
impl BatchItem for Outline {
    fn max_strings(&self) -> usize {
        4 + 4 * self.items.len()
    }

    fn write(&self, _: Option<&Outline>, writer: &mut BatchWriter<'_>) -> Result<()> {
        write_file(&self.path, self.root, writer)?;
        write_outline(self, writer)
    }

    fn write_rest(&mut self, is_continued: bool, writer: &mut BatchWriter<'_>) -> Result<bool> {
        write_items(&mut self.items, is_continued, writer)
    }
}

/// Layout: `write_file`, then `write_skeleton`.
impl BatchItem for Skeleton {
    fn max_strings(&self) -> usize {
        4
    }

    fn write(&self, _: Option<&Skeleton>, writer: &mut BatchWriter<'_>) -> Result<()> {
        write_file(&self.path, self.root, writer)?;
        write_skeleton(self, writer)
    }
}

/// Layout: `write_file`, then the layout in the module `imports`.
impl BatchItem for Imports {
    fn max_strings(&self) -> usize {
        2 + 3 * self.items.len()
    }

    fn write(&self, _: Option<&Imports>, writer: &mut BatchWriter<'_>) -> Result<()> {
        write_file(&self.path, self.root, writer)?;
        imports::write_head(self.language, self.syntax_errors, self.items.len(), writer)
    }

    fn write_rest(&mut self, is_continued: bool, writer: &mut BatchWriter<'_>) -> Result<bool> {
        imports::write_items(&mut self.items, is_continued, writer)
    }
}

/// Layout: `write_file`, then the layout in the module `imports`.
impl BatchItem for Exports {
    fn max_strings(&self) -> usize {
        2 + 2 * self.items.len()
    }

    fn write(&self, _: Option<&Exports>, writer: &mut BatchWriter<'_>) -> Result<()> {
        write_file(&self.path, self.root, writer)?;
        imports::write_head(self.language, self.syntax_errors, self.items.len(), writer)
    }

    fn write_rest(&mut self, is_continued: bool, writer: &mut BatchWriter<'_>) -> Result<bool> {
        imports::write_items(&mut self.items, is_continued, writer)
    }
}

/// Layout, read by `StructureBatch` in `js/internal/outline_batch.js`:
///
/// - numbers: the flags; the numbers of syntax errors, of omitted definitions that are too deep,
///   and of top-level definitions, which `write_items` writes.
/// - strings: the language, the separator, the content id.
fn write_outline(outline: &Outline, writer: &mut BatchWriter<'_>) -> Result<()> {
    writer.numbers.push(flags([
        (Flags::MINIFIED, outline.is_minified),
        (Flags::GENERATED, outline.is_generated),
    ]));
    let count = outline.items.len() as u64;
    let counts = [outline.syntax_errors, outline.too_deep, count];
    writer.numbers.extend(counts.map(|count| count as f64));
    writer.string_without_bytes(outline.language.as_bytes())?;
    writer.string_without_bytes(outline.separator.as_bytes())?;
    writer.string_without_bytes(outline.version.to_string().as_bytes())
}

/// Writes definitions in pre-order until all are written or the batch is full. Returns whether all
/// definitions have been written.
///
/// Removes the written definitions, so that a large outline is also freed batch by batch. After the
/// first call, `items` is a stack whose last definition is the next to be written.
fn write_items(
    items: &mut Vec<OutlineItem>,
    is_continued: bool,
    writer: &mut BatchWriter<'_>,
) -> Result<bool> {
    if !is_continued {
        items.reverse();
    }
    while !writer.is_full() {
        let Some(mut item) = items.pop() else { break };
        write_item(&item, writer)?;
        items.extend(item.children.drain(..).rev());
    }
    Ok(items.is_empty())
}

/// Layout, read by `StructureBatch` in `js/internal/outline_batch.js`:
///
/// - numbers: the kind; the modifiers as bits; the flags; the six of the range and the six of the
///   name's range; with `BODY`, the six of the body; with `VALUE`, the six of the value; the number
///   of children, which follow.
/// - strings: the name, the qualified name, the signature; with `DOC`, the documentation.
fn write_item(item: &OutlineItem, writer: &mut BatchWriter<'_>) -> Result<()> {
    writer.numbers.push(f64::from(item.kind as u8));
    writer.numbers.push(f64::from(item.modifiers.bits()));
    writer.numbers.push(flags([
        (Flags::DOC, item.doc.is_some()),
        (Flags::BODY, item.body_span().is_some()),
        (Flags::ERROR, item.has_error),
        (Flags::VALUE, item.value_span().is_some()),
    ]));
    writer.numbers.extend(range_numbers(&item.span()));
    writer.numbers.extend(range_numbers(&item.name_span()));
    let body = item.body_span().as_ref().map(range_numbers);
    writer.numbers.extend(body.into_iter().flatten());
    let value = item.value_span().as_ref().map(range_numbers);
    writer.numbers.extend(value.into_iter().flatten());
    writer.numbers.push(item.children.len() as f64);
    let strings = [&item.name, item.qualified_name(), &item.signature];
    strings
        .into_iter()
        .chain(item.doc.as_deref())
        .try_for_each(|string| writer.string_without_bytes(string.as_bytes()))
}

/// Layout, read by `SkeletonBatch` in `js/internal/outline_batch.js`:
///
/// - numbers: the level; elided parts, omitted names, tokens, tokens of the original, syntax
///   errors.
/// - strings: the language, the content id, the text.
fn write_skeleton(skeleton: &Skeleton, writer: &mut BatchWriter<'_>) -> Result<()> {
    writer.numbers.push(f64::from(skeleton.level as u8));
    let counts = [
        skeleton.elided,
        skeleton.omitted,
        skeleton.tokens,
        skeleton.original_tokens,
        skeleton.syntax_errors,
    ];
    writer.numbers.extend(counts.map(|count| count as f64));
    writer.string_without_bytes(skeleton.language.as_bytes())?;
    writer.string_without_bytes(skeleton.version.to_string().as_bytes())?;
    writer.string_without_bytes(&skeleton.text)
}

/// Layout, read by `js/internal/outline_batch.js`:
///
/// - for an outline: `write_outline`.
/// - for a definition, numbers: the number of syntax errors, whether a requested part exists and,
///   if so, the six of its range; the number of all parts, and for each its kind and the six of its
///   range; then the numbers of `write_item`; strings: the language, the content id, the text, then
///   the strings of `write_item`.
/// - for a skeleton: `write_skeleton`.
/// - for imports, exports and a changed text: the layout in the module `imports`.
impl BatchItem for StructureItem {
    fn max_strings(&self) -> usize {
        match self {
            StructureItem::Outline(outline) => outline.max_strings(),
            StructureItem::Definition(found) => 7 + 4 * found.item.children.len(),
            StructureItem::Skeleton(_) => 3,
            StructureItem::Imports(imports) => 1 + 3 * imports.items.len(),
            StructureItem::Exports(exports) => 1 + 2 * exports.items.len(),
            StructureItem::Text(_) => 1,
        }
    }

    fn write(&self, _: Option<&StructureItem>, writer: &mut BatchWriter<'_>) -> Result<()> {
        match self {
            StructureItem::Outline(outline) => write_outline(outline, writer),
            StructureItem::Definition(found) => {
                writer.numbers.push(found.syntax_errors as f64);
                writer
                    .numbers
                    .push(f64::from(u8::from(found.span.is_some())));
                let range = found.span.as_ref().map(range_numbers);
                writer.numbers.extend(range.into_iter().flatten());
                writer.numbers.push(found.parts.len() as f64);
                for part in &found.parts {
                    writer.numbers.push(f64::from(part.part as u8));
                    writer.numbers.extend(range_numbers(&part.span));
                }
                writer.string_without_bytes(found.language.as_bytes())?;
                writer.string_without_bytes(found.version.to_string().as_bytes())?;
                writer.string_without_bytes(&found.text)?;
                write_item(&found.item, writer)
            }
            StructureItem::Skeleton(skeleton) => write_skeleton(skeleton, writer),
            StructureItem::Imports(found) => imports::write_head(
                found.language,
                found.syntax_errors,
                found.items.len(),
                writer,
            ),
            StructureItem::Exports(found) => imports::write_head(
                found.language,
                found.syntax_errors,
                found.items.len(),
                writer,
            ),
            StructureItem::Text(text) => {
                text.write_head(writer);
                Ok(())
            }
        }
    }

    fn write_rest(&mut self, is_continued: bool, writer: &mut BatchWriter<'_>) -> Result<bool> {
        match self {
            StructureItem::Outline(outline) => outline.write_rest(is_continued, writer),
            StructureItem::Definition(found) => {
                write_items(&mut found.item.children, is_continued, writer)
            }
            StructureItem::Skeleton(_) => Ok(true),
            StructureItem::Imports(found) => {
                imports::write_items(&mut found.items, is_continued, writer)
            }
            StructureItem::Exports(found) => {
                imports::write_items(&mut found.items, is_continued, writer)
            }
            StructureItem::Text(text) => text.write_part(writer),
        }
    }
}
