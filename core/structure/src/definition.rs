//! Looks up the source of a definition by name.

use std::cmp::Reverse;
use std::ops::Range;

use ransack_base::internal::{line_start, setters, span, span_of};
use ransack_base::offsets::Span;
use ransack_base::{CancelToken, ContentId, Outcome, RelPath, Report, Result, SkipReason};
use ransack_grammars::internal::{Interrupt, Parsers, WorkBudget};
use ransack_languages::OutlineItem;
use ransack_languages::internal::{byte_order_mark, item_weight};

use crate::outline::derive::{self, Derive, Derived};
use crate::outline::name_path;
use crate::outline::options::{OutlineFilesOptions, OutlineOptions};
use crate::outline::text::ParsedText;
use crate::skeleton;

/// Part of a definition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DefinitionPart {
    /// Documentation, attributes, header and body.
    #[default]
    Whole,
    /// Documentation, including its comment markers or quotes.
    Doc,
    /// Attributes, decorators or annotations, from the first to the last.
    Attributes,
    /// Header without documentation, leading attributes or body.
    Signature,
    /// Body, including its brackets if it has any.
    Body,
    /// Value of a variable, constant, macro, field, variant or key.
    Value,
    /// Whole definition with the bodies of its functions elided, as in a
    /// [`skeleton`](crate::skeleton()): for a class, its documentation, fields and method
    /// signatures. This part cannot be replaced.
    Summary,
}

impl DefinitionPart {
    /// All parts, each with its name.
    pub const ALL: [(&'static str, DefinitionPart); 7] = [
        ("whole", DefinitionPart::Whole),
        ("doc", DefinitionPart::Doc),
        ("attributes", DefinitionPart::Attributes),
        ("signature", DefinitionPart::Signature),
        ("body", DefinitionPart::Body),
        ("value", DefinitionPart::Value),
        ("summary", DefinitionPart::Summary),
    ];

    pub(crate) fn name(self) -> &'static str {
        let known = DefinitionPart::ALL.iter().find(|(_, part)| *part == self);
        known.map_or("", |(name, _)| name)
    }

    pub(crate) fn span(self, item: &OutlineItem) -> Option<Span> {
        match self {
            DefinitionPart::Whole | DefinitionPart::Summary => Some(item.span()),
            DefinitionPart::Doc => item.doc_span(),
            DefinitionPart::Attributes => item.attributes_span(),
            DefinitionPart::Signature => Some(item.signature_span()),
            DefinitionPart::Body => item.body_span(),
            DefinitionPart::Value => item.value_span(),
        }
    }
}

/// Layout of the source of a definition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DefinitionLayout {
    /// The exact source: the first line begins at the definition, without its indentation; the
    /// other lines keep theirs.
    #[default]
    Exact,
    /// Whole lines with their indentation, and with other code in these lines.
    Lines,
    /// Whole lines without the indentation of the first line. A line that is indented less loses
    /// only the part that it shares with the first line.
    Dedented,
}

impl DefinitionLayout {
    /// All layouts, each with its name.
    pub const ALL: [(&'static str, DefinitionLayout); 3] = [
        ("exact", DefinitionLayout::Exact),
        ("lines", DefinitionLayout::Lines),
        ("dedented", DefinitionLayout::Dedented),
    ];
}

/// Options for [`definition`] and [`definition_in_file`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DefinitionOptions {
    /// Parts to return, in any order. Default: empty, which stands for [`DefinitionPart::Whole`].
    pub parts: Vec<DefinitionPart>,
    /// Layout of the returned source. Default: [`DefinitionLayout::Exact`].
    pub layout: DefinitionLayout,
}

setters! { DefinitionOptions {
    list(DefinitionPart) parts,
    value(DefinitionLayout) layout,
}}

impl<const N: usize> From<[DefinitionPart; N]> for DefinitionOptions {
    /// Returns the options for these parts, with default values.
    fn from(parts: [DefinitionPart; N]) -> DefinitionOptions {
        DefinitionOptions::default().parts(parts)
    }
}

/// Range of one part of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DefinitionPartSpan {
    /// Kind of the part: documentation, attributes, signature, body or value.
    pub part: DefinitionPart,
    /// Location of the part.
    pub span: Span,
}

/// Source of a definition or of selected parts of the definition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Definition {
    /// Path of the file relative to the base that [`Scope::paths_from`](crate::Scope::paths_from)
    /// selects. Empty for text in memory.
    pub path: RelPath,
    /// Content id of the bytes of the file or the text in memory.
    pub version: ContentId,
    /// Name of the language.
    pub language: &'static str,
    /// Source of the requested parts, in source order, joined by newlines; empty if the definition
    /// has none of the parts. Shorter than [`Definition::span`] for a summary, or if other text
    /// lies between the parts.
    pub text: Vec<u8>,
    /// Smallest range that contains the requested parts, or the lines of the parts if the layout
    /// has whole lines; `None` if the definition has none of the parts.
    pub span: Option<Span>,
    /// All parts of the definition, requested or not, in source order. Parts may be nested:
    /// documentation inside a Python body, for example.
    pub parts: Vec<DefinitionPartSpan>,
    /// The definition, including its children.
    pub item: OutlineItem,
    /// Number of syntax errors in the whole text.
    pub syntax_errors: u64,
}

impl Definition {
    /// Returns the report that a call would give for a file with this text, without the path. The
    /// report is complete unless the text has syntax errors.
    pub fn report(&self) -> Report {
        derive::report_of_text(true, derive::syntax_fault(self.syntax_errors))
    }
}

/// Looks up a definition in text in memory by its name path, and returns the definition's code.
///
/// `name` is the qualified name of the definition or a trailing part of that name: `Outer.method`,
/// `Outer::method` or `method`. Names are case-sensitive. An exact match takes precedence over
/// definitions whose qualified name only ends with `name`: `method` selects a top-level function
/// over `Outer.method`. To select among several definitions with the same name path, append `#1`,
/// `#2` and so on, which number them in order of start offset. An out-of-range number counts as an
/// unknown name. A declaration without a body, such as a C prototype or a TypeScript overload, is
/// found only if the text does not also define the name.
///
/// The result contains the [`parts`](DefinitionOptions::parts) that exist, in source order, joined
/// by newlines. Duplicate and nested parts add nothing, and overlapping parts are merged; a summary
/// covers every part except the whole. If documentation is the first statement of the body, as in
/// Python, it follows the signature and belongs to the body.
///
/// Takes as long as one [`outline`](crate::outline::outline()) of the text.
///
/// # Errors
///
/// - [`UnknownName`](crate::ErrorKind::UnknownName): no definition has this name path or number;
///   [`Error::candidates`](crate::Error::candidates) lists the nearest names.
/// - [`AmbiguousName`](crate::ErrorKind::AmbiguousName): several definitions match;
///   [`Error::candidates`](crate::Error::candidates) lists each of them with its number.
/// - Any error that [`outline`](crate::outline::outline()) can return.
///
/// # Example
///
/// ```
/// # extern crate ransack_structure as ransack;
/// use ransack::{CancelToken, DefinitionLayout, DefinitionOptions, DefinitionPart, definition};
///
/// let source = b"class A:\n    def f(self):\n        return 1\n";
/// let token = CancelToken::new();
/// let options = DefinitionOptions::default();
/// let found = definition(source, "python", "A.f", &options, &token)?;
/// assert_eq!(found.text, b"def f(self):\n        return 1");
/// let dedented = options.layout(DefinitionLayout::Dedented);
/// let found = definition(source, "python", "A.f", &dedented, &token)?;
/// assert_eq!(found.text, b"def f(self):\n    return 1");
/// let parts = [DefinitionPart::Signature, DefinitionPart::Body];
/// let found = definition(source, "python", "A.f", &parts.into(), &token)?;
/// assert_eq!(found.text, b"def f(self)\nreturn 1");
/// let unknown = definition(source, "python", "A.F", &parts.into(), &token).unwrap_err();
/// assert_eq!(unknown.candidates(), ["A.f"]);
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn definition(
    source: &[u8],
    language: &str,
    name: &str,
    options: &DefinitionOptions,
    token: &CancelToken,
) -> Result<Definition> {
    derive::derive(source, language, Lookup::new(name, options), token)?.0
}

/// Looks up a definition in one file by its name path, and returns the definition's code. The file
/// must be the only root of the scope.
///
/// `name` and `options` work as in [`definition`]. The outcome contains one definition, or none if
/// the file is skipped; the report then gives the reason.
///
/// # Errors
///
/// Any error that [`definition`] or [`outline_file`](crate::outline::outline_file) can return.
///
/// # Example
///
/// ```
/// # extern crate ransack_structure as ransack;
/// use ransack::{CancelToken, DefinitionPart, OutlineFilesOptions, definition_in_file};
///
/// let file = OutlineFilesOptions::new("src/edit_definition/options.rs");
/// let options = [DefinitionPart::Signature].into();
/// let outcome = definition_in_file(&file, "DefinitionEditOptions", &options, &CancelToken::new())?;
/// assert_eq!(outcome.items[0].text, b"pub struct DefinitionEditOptions");
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn definition_in_file(
    file: &OutlineFilesOptions,
    name: &str,
    options: &DefinitionOptions,
    token: &CancelToken,
) -> Result<Outcome<Definition>> {
    derive::one_file_or_error(file, Lookup::new(name, options), token)
}

/// Definition of one text, or the error of its lookup.
struct FoundDefinition(Result<Definition>);

impl From<FoundDefinition> for Result<Definition> {
    fn from(found: FoundDefinition) -> Result<Definition> {
        found.0
    }
}

/// Lookup of a name in one text.
struct Lookup {
    name: String,
    /// Parts to return; not empty.
    parts: Vec<DefinitionPart>,
    layout: DefinitionLayout,
}

impl Lookup {
    fn new(name: &str, options: &DefinitionOptions) -> Lookup {
        let parts = match options.parts.as_slice() {
            [] => vec![DefinitionPart::default()],
            parts => parts.to_vec(),
        };
        Lookup {
            name: name.to_owned(),
            parts,
            layout: options.layout,
        }
    }

    /// Returns the source of the parts of a definition and the smallest span that contains them.
    fn extract(&self, text: &ParsedText<'_>, item: &OutlineItem) -> (Vec<u8>, Option<Span>) {
        let has = |part| self.parts.contains(&part);
        let is_summary = has(DefinitionPart::Summary) && !has(DefinitionPart::Whole);
        let spans = match is_summary {
            true => vec![item.span()],
            false => self
                .parts
                .iter()
                .filter_map(|part| part.span(item))
                .collect(),
        };
        let has_lines = self.layout != DefinitionLayout::Exact;
        let spans = spans.into_iter().map(|span| match has_lines {
            true => whole_lines(text, span),
            false => span,
        });
        let spans = united(spans);
        let (Some(first), Some(last)) = (spans.first(), spans.last()) else {
            return (Vec::new(), None);
        };
        let whole = span(first.start, last.end);
        let mut source = Vec::new();
        if is_summary {
            let own = range_of(item.span());
            source.extend_from_slice(slice(text, whole.start.offset..own.start));
            source.extend(skeleton::summary(text, item));
            source.extend_from_slice(slice(text, own.end..whole.end.offset));
        } else {
            for span in &spans {
                // Documentation may include its line end.
                if !source.is_empty() && !source.ends_with(b"\n") {
                    source.push(b'\n');
                }
                source.extend_from_slice(slice(text, range_of(*span)));
            }
        }
        if self.layout == DefinitionLayout::Dedented {
            source = dedented(&source);
        }
        (source, Some(whole))
    }
}

fn range_of(span: Span) -> Range<usize> {
    span.start.offset..span.end.offset
}

fn slice<'s>(text: &ParsedText<'s>, range: Range<usize>) -> &'s [u8] {
    text.source.get(range).unwrap_or_default()
}

/// Extends a span to whole lines, without the end of the last line.
fn whole_lines(text: &ParsedText<'_>, span: Span) -> Span {
    let Range { start, end } = range_of(span);
    let mark = byte_order_mark(text.source);
    let start = line_start(text.source, start).max(mark);
    let is_line_end = end > start && text.source[..end].ends_with(b"\n");
    let end = match is_line_end {
        true => end - 1,
        false => {
            memchr::memchr(b'\n', &text.source[end..]).map_or(text.source.len(), |feed| end + feed)
        }
    };
    let end = match end > start && text.source[..end].ends_with(b"\r") {
        true => end - 1,
        false => end,
    };
    span_of(&text.lines, text.source, &(start..end))
}

/// Removes the indentation of the first line from each line.
fn dedented(source: &[u8]) -> Vec<u8> {
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    let indent: Vec<u8> = source.iter().take_while(is_blank).copied().collect();
    let mut text = Vec::with_capacity(source.len());
    for line in source.split_inclusive(|byte| *byte == b'\n') {
        let common = line.iter().zip(&indent).take_while(|(a, b)| a == b);
        text.extend_from_slice(&line[common.count()..]);
    }
    text
}

/// Returns the ranges of all parts of a definition, in source order.
fn part_spans(item: &OutlineItem) -> Vec<DefinitionPartSpan> {
    let parts = [
        DefinitionPart::Doc,
        DefinitionPart::Attributes,
        DefinitionPart::Signature,
        DefinitionPart::Body,
        DefinitionPart::Value,
    ];
    let span_of_part = |part: DefinitionPart| {
        let span = part.span(item)?;
        Some(DefinitionPartSpan { part, span })
    };
    let mut spans: Vec<_> = parts.into_iter().filter_map(span_of_part).collect();
    spans.sort_by_key(|part| part.span.start.offset);
    spans
}

/// Returns spans in source order, with overlapping spans merged.
fn united(spans: impl Iterator<Item = Span>) -> Vec<Span> {
    let mut spans: Vec<_> = spans.collect();
    spans.sort_by_key(|span| (span.start.offset, Reverse(span.end.offset)));
    spans.dedup_by(|next, last| {
        let is_inside = next.end.offset <= last.end.offset;
        let overlaps = next.start.offset < last.end.offset;
        if overlaps && !is_inside {
            last.end = next.end;
        }
        is_inside || overlaps
    });
    spans
}

impl Derive for Lookup {
    type Output = FoundDefinition;

    fn derive(
        &self,
        text: &ParsedText<'_>,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<FoundDefinition, Interrupt> {
        // Keys at any depth can be named.
        let options = OutlineOptions::default().key_depth(None);
        let outline = text.outline(&options, parsers, budget)?;
        let found = name_path::find(&outline, &self.name, budget)?.map(|item| {
            let (source, span) = self.extract(text, item);
            Definition {
                path: RelPath::default(),
                version: ContentId::default(),
                language: outline.language,
                text: source,
                span,
                parts: part_spans(item),
                item: item.clone(),
                syntax_errors: outline.syntax_errors,
            }
        });
        Ok(FoundDefinition(found))
    }
}

impl Derived for FoundDefinition {
    fn set_file(&mut self, path: RelPath, _root: u32) {
        if let Ok(definition) = &mut self.0 {
            definition.path = path;
        }
    }

    fn set_version(&mut self, version: ContentId) {
        if let Ok(definition) = &mut self.0 {
            definition.version = version;
        }
    }

    fn weight(&self) -> usize {
        let definition = self.0.as_ref();
        definition.map_or(0, |found| found.text.len() + item_weight(&found.item))
    }

    fn faults(&self) -> Vec<(SkipReason, String)> {
        match &self.0 {
            Ok(definition) => derive::syntax_fault(definition.syntax_errors)
                .into_iter()
                .collect(),
            Err(_) => Vec::new(),
        }
    }

    fn has_items(&self) -> bool {
        self.0.is_ok()
    }
}
