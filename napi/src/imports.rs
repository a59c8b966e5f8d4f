//! Imports and exports, and changes to imports: `imports`, `exports`, `addImports`,
//! `removeImports`, `organiseImports`.
//!
//! The queries are variants of [`StructureQuery`], and the module `outline` runs them.

use napi::Result;
use napi::bindgen_prelude::External;
use napi_derive::napi;
use ransack::{
    CancelToken, DefinitionAction, EditStatus, Export, ExportKind, Import, ImportKind,
    ImportRemoval, ImportRequest,
};

use crate::ast::range_numbers;
use crate::convert::{BatchWriter, flags};
use crate::outline::StructureQuery;

/// Returns the query that `imports` runs.
#[napi(catch_unwind, skip_typescript)]
pub fn imports_query() -> External<StructureQuery> {
    External::new(StructureQuery::Imports)
}

/// Returns the query that `exports` runs.
#[napi(catch_unwind, skip_typescript)]
pub fn exports_query() -> External<StructureQuery> {
    External::new(StructureQuery::Exports)
}

/// Returns the change that `addImports` makes.
#[napi(catch_unwind, skip_typescript)]
pub fn add_imports_query(imports: Vec<ImportFields>) -> External<StructureQuery> {
    let imports = imports.into_iter().map(to_request).collect();
    External::new(StructureQuery::Edit(ImportsEdit::Add(imports)))
}

/// Returns the change that `removeImports` makes.
#[napi(catch_unwind, skip_typescript)]
pub fn remove_imports_query(imports: Vec<ImportFields>) -> External<StructureQuery> {
    let imports = imports.into_iter().map(to_removal).collect();
    External::new(StructureQuery::Edit(ImportsEdit::Remove(imports)))
}

/// Returns the change that `organiseImports` makes.
#[napi(catch_unwind, skip_typescript)]
pub fn organise_imports_query(file_name: Option<String>) -> External<StructureQuery> {
    External::new(StructureQuery::Edit(ImportsEdit::Organise(file_name)))
}

/// Names of the import and export kinds, by number.
#[napi(object, object_from_js = false)]
pub struct ImportNames {
    /// Names of the import kinds, by number.
    pub imports: Vec<&'static str>,
    /// Names of the export kinds, by number.
    pub exports: Vec<&'static str>,
}

/// Returns the names of the import and export kinds.
#[napi(catch_unwind, skip_typescript)]
pub fn import_names() -> ImportNames {
    ImportNames {
        imports: ImportKind::ALL.iter().map(|kind| kind.name()).collect(),
        exports: ExportKind::ALL.iter().map(|kind| kind.name()).collect(),
    }
}

/// Import to add or remove, as passed by `js/internal/tables.js`: the module; for an import to add,
/// the names, each with its alias, and the kind; for an import to remove, the name.
pub(crate) type ImportFields = (
    String,
    Option<Vec<(String, Option<String>)>>,
    Option<String>,
    Option<String>,
);

/// Converts an import to add. JavaScript has checked its kind.
fn to_request((module, names, kind, _): ImportFields) -> ImportRequest {
    let mut request = ImportRequest::new(module);
    request.names = names.unwrap_or_default();
    if let Some(kind) = kind {
        let known = ImportKind::ALL.iter().find(|known| known.name() == kind);
        request.kind = known.copied().unwrap_or(request.kind);
    }
    request
}

fn to_removal((module, _, _, name): ImportFields) -> ImportRemoval {
    match name {
        Some(name) => ImportRemoval::name(module, name),
        None => ImportRemoval::module(module),
    }
}

/// Returns the edit action that changes the imports of a file; `None` for other actions.
pub(crate) fn action(name: &str, imports: Option<Vec<ImportFields>>) -> Option<DefinitionAction> {
    let imports = imports.unwrap_or_default().into_iter();
    Some(match name {
        "addImports" => DefinitionAction::AddImports {
            imports: imports.map(to_request).collect(),
        },
        "removeImports" => DefinitionAction::RemoveImports {
            imports: imports.map(to_removal).collect(),
        },
        "organiseImports" => DefinitionAction::OrganiseImports,
        _ => return None,
    })
}

/// Change to the imports in source text.
#[derive(Clone)]
pub enum ImportsEdit {
    /// Imports to add.
    Add(Vec<ImportRequest>),
    /// Imports to remove.
    Remove(Vec<ImportRemoval>),
    /// Organises imports; the file name identifies the main header in C and C++.
    Organise(Option<String>),
}

impl ImportsEdit {
    pub(crate) fn of_text(
        &self,
        source: &[u8],
        language: &str,
        token: &CancelToken,
    ) -> ransack::Result<ChangedText> {
        let mut statuses = None;
        let text = match self {
            ImportsEdit::Add(imports) => {
                let added = ransack::add_imports(source, language, imports, token)?;
                statuses = Some(added.statuses);
                added.text
            }
            ImportsEdit::Remove(imports) => {
                ransack::remove_imports(source, language, imports, token)?
            }
            ImportsEdit::Organise(name) => {
                ransack::organise_imports(source, language, name.as_deref(), token)?
            }
        };
        Ok(ChangedText {
            is_changed: text != source,
            statuses,
            text,
            written: 0,
        })
    }
}

/// Source text after a change to its imports, partly written to batches.
pub struct ChangedText {
    text: Vec<u8>,
    is_changed: bool,
    /// Statuses of the imports to add.
    statuses: Option<Vec<EditStatus>>,
    written: usize,
}

/// Maximum length, in bytes, of the text written to a batch at once.
const PART: usize = 1 << 18;

/// Layout, read by `ChangedTextBatch` in `js/internal/import_batch.js`:
///
/// - numbers: whether the text differs; whether it has statuses and, if so, their number and each
///   status; for each part, whether it is the last and, with bytes, its length.
/// - strings: without bytes, each part.
impl ChangedText {
    pub(crate) fn write_head(&self, writer: &mut BatchWriter<'_>) {
        writer.numbers.push(f64::from(u8::from(self.is_changed)));
        writer
            .numbers
            .push(f64::from(u8::from(self.statuses.is_some())));
        if let Some(statuses) = &self.statuses {
            writer.numbers.push(statuses.len() as f64);
            let number = |status: &EditStatus| {
                let at = EditStatus::ALL
                    .iter()
                    .position(|(_, known)| known == status);
                at.unwrap_or_default() as f64
            };
            writer.numbers.extend(statuses.iter().map(number));
        }
    }

    /// Writes a part. Returns whether it is the last.
    pub(crate) fn write_part(&mut self, writer: &mut BatchWriter<'_>) -> Result<bool> {
        let rest = self.text.get(self.written..).unwrap_or_default();
        let part = &rest[..part_len(rest)];
        let is_last = part.len() == rest.len();
        writer.numbers.push(f64::from(u8::from(is_last)));
        if writer.shape.bytes {
            writer.raw(part);
        } else {
            writer.string_without_bytes(part)?;
        }
        self.written += part.len();
        Ok(is_last)
    }
}

/// Returns the length of the next part of `text`, without splitting a character.
fn part_len(text: &[u8]) -> usize {
    if text.len() <= PART {
        return text.len();
    }
    let is_inside = |at: &usize| text[*at] & 0xc0 == 0x80;
    // A character has at most 4 bytes.
    let cut = (PART - 3..=PART).rev().find(|at| !is_inside(at));
    cut.unwrap_or(PART)
}

/// Layout, read by the batches in `js/internal/import_batch.js`:
///
/// - numbers: the number of syntax errors, and of the items, which `write_items` writes.
/// - strings: the language.
pub(crate) fn write_head(
    language: &str,
    syntax_errors: u64,
    count: usize,
    writer: &mut BatchWriter<'_>,
) -> Result<()> {
    writer.numbers.extend([syntax_errors as f64, count as f64]);
    writer.string_without_bytes(language.as_bytes())
}

/// Writes items until all are written or the batch is full. Returns whether all items have been
/// written. Removes the written items; after the first call, `items` is in reverse order.
pub(crate) fn write_items<T: WriteItem>(
    items: &mut Vec<T>,
    is_continued: bool,
    writer: &mut BatchWriter<'_>,
) -> Result<bool> {
    if !is_continued {
        items.reverse();
    }
    while !writer.is_full() {
        let Some(item) = items.pop() else { break };
        item.write(writer)?;
    }
    Ok(items.is_empty())
}

/// Import or export.
pub(crate) trait WriteItem {
    fn write(&self, writer: &mut BatchWriter<'_>) -> Result<()>;
}

/// Bits that announce optional parts of an item; defined again in `js/internal/import_batch.js`.
struct Flags;

impl Flags {
    /// The imported name has an alias.
    const ALIAS: u16 = 1;
    /// The name is imported only as a type.
    const TYPE_ONLY: u16 = 2;
    /// The export has a different name in the text.
    const LOCAL: u16 = 1;
    /// The export is a re-export from another module.
    const MODULE: u16 = 2;
}

/// Layout, read by `ImportsBatch` in `js/internal/import_batch.js`:
///
/// - numbers: the kind; the six of the range; the number of names; for each name, its flags and the
///   six of its range.
/// - strings: the module; for each name, the name and, with `ALIAS`, the alias.
impl WriteItem for Import {
    fn write(&self, writer: &mut BatchWriter<'_>) -> Result<()> {
        writer.numbers.push(f64::from(self.kind as u8));
        writer.numbers.extend(range_numbers(&self.span));
        writer.numbers.push(self.names.len() as f64);
        writer.string_without_bytes(self.module.as_bytes())?;
        for name in &self.names {
            writer.numbers.push(flags([
                (Flags::ALIAS, name.alias.is_some()),
                (Flags::TYPE_ONLY, name.is_type_only),
            ]));
            writer.numbers.extend(range_numbers(&name.span));
            writer.string_without_bytes(name.name.as_bytes())?;
            if let Some(alias) = &name.alias {
                writer.string_without_bytes(alias.as_bytes())?;
            }
        }
        Ok(())
    }
}

/// Layout, read by `ExportsBatch` in `js/internal/import_batch.js`:
///
/// - numbers: the kind; the flags; the six of the range.
/// - strings: the name; with `LOCAL`, the name in the text; with `MODULE`, the module.
impl WriteItem for Export {
    fn write(&self, writer: &mut BatchWriter<'_>) -> Result<()> {
        writer.numbers.push(f64::from(self.kind as u8));
        writer.numbers.push(flags([
            (Flags::LOCAL, self.local.is_some()),
            (Flags::MODULE, self.module.is_some()),
        ]));
        writer.numbers.extend(range_numbers(&self.span));
        let strings = [Some(&self.name), self.local.as_ref(), self.module.as_ref()];
        let mut strings = strings.into_iter().flatten();
        strings.try_for_each(|string| writer.string_without_bytes(string.as_bytes()))
    }
}

#[cfg(test)]
mod tests;
