//! Layout of outlines and of answers about one file or text in a batch.

use napi::Result;
use ransack::{Outline, OutlineItem};

use super::StructureItem;
use crate::ast::range_numbers;
use crate::convert::{BatchItem, BatchWriter, flags};
use crate::imports;

/// Bits that announce optional parts of an item; `js/internal/outline_batch.js` has the same.
struct Flags;

impl Flags {
    /// The definition has documentation.
    const DOC: u8 = 1;
    /// The definition has a body.
    const BODY: u8 = 2;
    /// The definition has a syntax error.
    const ERROR: u8 = 4;
    /// The definition has a value.
    const VALUE: u8 = 8;
    /// The text is minified.
    const MINIFIED: u8 = 1;
    /// The text is generated.
    const GENERATED: u8 = 2;
    /// The call has several roots; the root follows.
    const ROOT: u8 = 4;
}

/// Layout, as `OutlineBatch` in `js/internal/outline_batch.js` reads it:
///
/// - numbers: with bytes the byte length of the path; those of `write_outline`.
/// - strings: the path; those of `write_outline`.
impl BatchItem for Outline {
    fn max_strings(&self) -> usize {
        3 + 4 * self.items.len()
    }

    fn write(&self, _: Option<&Outline>, writer: &mut BatchWriter<'_>) -> Result<()> {
        let path = self.path.as_bytes();
        writer.string(path)?;
        writer.byte_len(path);
        write_outline(self, writer)
    }

    fn write_rest(&mut self, is_continued: bool, writer: &mut BatchWriter<'_>) -> Result<bool> {
        write_items(&mut self.items, is_continued, writer)
    }
}

/// Layout, as `StructureBatch` in `js/internal/outline_batch.js` reads it:
///
/// - numbers: the flags; with `ROOT` the root; the number of syntax errors, of definitions that are
///   too deep, and of those outside any other, which `write_items` writes.
/// - strings: the language, the separator.
fn write_outline(outline: &Outline, writer: &mut BatchWriter<'_>) -> Result<()> {
    writer.numbers.push(flags([
        (Flags::MINIFIED, outline.is_minified),
        (Flags::GENERATED, outline.is_generated),
        (Flags::ROOT, writer.shape.several_roots),
    ]));
    if writer.shape.several_roots {
        writer.numbers.push(f64::from(outline.root));
    }
    let count = outline.items.len() as u64;
    let counts = [outline.syntax_errors, outline.too_deep, count];
    writer.numbers.extend(counts.map(|count| count as f64));
    writer.string_without_bytes(outline.language.as_bytes())?;
    writer.string_without_bytes(outline.separator.as_bytes())
}

/// Writes definitions in pre-order until none is left or the batch is full. Returns whether none is
/// left.
///
/// Removes what it writes, so that a large outline is freed batch by batch too: once some are
/// written, `items` is a stack whose last definition is the next.
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

/// Layout, as `StructureBatch` in `js/internal/outline_batch.js` reads it:
///
/// - numbers: the kind; the modifiers as bits; the flags; the six of the range and of the range of
///   the name; with `BODY` those of the body, with `VALUE` those of
///   the value; the number of children, which follow.
/// - strings: the name, the qualified name, the signature; with `DOC` the documentation.
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

/// Layout, as `js/internal/outline_batch.js` reads it:
///
/// - of an outline that of `write_outline`.
/// - of a definition, numbers: the number of syntax errors, whether the part is there, and if so the
///   six of its range, and those of `write_item`; strings: the language, the text, and those of
///   `write_item`.
/// - of a skeleton, numbers: elided bodies, tokens, tokens of the original, syntax errors; strings:
///   the language, the text.
/// - of imports, exports and a changed text those of the module `imports`.
impl BatchItem for StructureItem {
    fn max_strings(&self) -> usize {
        match self {
            StructureItem::Outline(outline) => outline.max_strings(),
            StructureItem::Definition(found) => 6 + 4 * found.item.children.len(),
            StructureItem::Skeleton(_) => 2,
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
                writer.string_without_bytes(found.language.as_bytes())?;
                writer.string_without_bytes(&found.text)?;
                write_item(&found.item, writer)
            }
            StructureItem::Skeleton(skeleton) => {
                let counts = [
                    skeleton.elided,
                    skeleton.tokens,
                    skeleton.original_tokens,
                    skeleton.syntax_errors,
                ];
                writer.numbers.extend(counts.map(|count| count as f64));
                writer.string_without_bytes(skeleton.language.as_bytes())?;
                writer.string_without_bytes(&skeleton.text)
            }
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
