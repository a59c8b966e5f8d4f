//! Plans the edits of one text: finds matches, renders their replacements, makes the new text and
//! checks it.
//!
//! Invariants: edits of a pass are sorted and do not overlap; of nested matches of one rewrite only
//! the outermost is edited. Nothing in here reads or writes files.

use std::ops::Range;

use super::check::OldText;
use super::options::AstEditOptions;
use super::outcome::AstChange;
use super::renames::KnownNames;
use super::syntax::{TextSyntax, Trees};
use super::template::Template;
use crate::ast::item::Span;
use crate::ast::language::Language;
use crate::ast::options::AstQuery;
use crate::ast::parse::{Interrupt, MAX_TEXT, Parsers, WorkBudget};
use crate::ast::query::CompiledQuery;
use crate::ast::text_search::{self, LocatedHit, SearchStatus, SearchTarget};
use crate::cancel::{Aborted, CancelToken};
use crate::error::{Error, ErrorKind, Result};
use crate::offsets::{LineIndex, line_start};
use crate::path::RelPath;

/// Compiled rewrites of a call.
pub(super) struct Planner {
    pub(super) query: CompiledQuery,
    templates: Vec<Template>,
    repeat: u32,
    allow_syntax_errors: bool,
    max_size: u64,
}

/// Parsers and known names of one worker, reused from text to text.
#[derive(Default)]
pub(super) struct PlanScratch {
    parsers: Parsers,
    names: KnownNames,
}

/// New text of a file and the changes that lead to it.
pub(super) struct TextPlan {
    pub(super) text: Vec<u8>,
    /// Sorted by pass, then by position.
    pub(super) changes: Vec<AstChange>,
    /// Whether the text still has matches after the last pass.
    pub(super) is_unsettled: bool,
}

/// Reason for which a text has no plan.
#[derive(Debug)]
pub(super) enum PlanError {
    /// A bound was reached; the file is skipped, or the call aborted.
    Stop(Interrupt),
    /// The whole call fails.
    Error(Error),
}

impl From<Interrupt> for PlanError {
    fn from(stop: Interrupt) -> PlanError {
        PlanError::Stop(stop)
    }
}

impl From<Aborted> for PlanError {
    fn from(aborted: Aborted) -> PlanError {
        PlanError::Stop(Interrupt::Aborted(aborted))
    }
}

/// Replacement of one range of a text.
struct PlannedEdit {
    range: Range<usize>,
    text: Vec<u8>,
    rewrite: u32,
    language: &'static Language,
}

impl Planner {
    pub(super) fn new(options: &AstEditOptions, token: &CancelToken) -> Result<Planner> {
        let rewrites = &options.rewrites;
        let templates = rewrites
            .iter()
            .map(|rewrite| Template::parse(&rewrite.replacement, &rewrite.pattern));
        let query = AstQuery {
            patterns: rewrites.iter().map(|r| r.pattern.clone()).collect(),
            rule: None,
            selector: options.selector.clone(),
            strictness: options.strictness,
        };
        Ok(Planner {
            query: CompiledQuery::for_every_pattern(&query, token)?,
            templates: templates.collect::<Result<_>>()?,
            repeat: options.repeat.max(1),
            allow_syntax_errors: options.allow_syntax_errors,
            max_size: options
                .max_file_size
                .unwrap_or(u64::MAX)
                .min(MAX_TEXT as u64),
        })
    }

    /// Plans a text with at most `room` replacements. Returns no plan if nothing changes.
    pub(super) fn plan(
        &self,
        text: &[u8],
        target: SearchTarget,
        room: u64,
        PlanScratch { parsers, names }: &mut PlanScratch,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(SearchStatus, Option<TextPlan>), PlanError> {
        let mut plan = TextPlan {
            text: Vec::new(),
            changes: Vec::new(),
            is_unsettled: false,
        };
        let mut first = None;
        let mut room = usize::try_from(room).unwrap_or(usize::MAX);
        for pass in 0..self.repeat {
            let now = if pass == 0 { text } else { &plan.text };
            let (ended, trees, mut edits) = self.pass(now, target, parsers, budget)?;
            first = first.or(Some(ended));
            edits.truncate(room);
            if edits.is_empty() {
                break;
            }
            room -= edits.len();
            let before = plan.changes.len();
            let new = self.apply_edits(now, edits, pass, &mut plan.changes)?;
            if !self.allow_syntax_errors {
                let old = OldText { text: now, trees };
                let changes = &plan.changes[before..];
                old.check(&new, changes, target.host, (parsers, names), budget)?;
            }
            plan.text = new;
        }
        let ended = first.unwrap_or(SearchStatus::Complete);
        if plan.changes.is_empty() {
            return Ok((ended, None));
        }
        if self.repeat > 1 {
            let (.., edits) = self.pass(&plan.text, target, parsers, budget)?;
            plan.is_unsettled = !edits.is_empty();
        }
        Ok((ended, Some(plan)))
    }

    /// Finds the edits of one pass over a text, sorted. Returns its trees too, if it was parsed.
    fn pass(
        &self,
        text: &[u8],
        target: SearchTarget,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(SearchStatus, Option<Trees>, Vec<PlannedEdit>), PlanError> {
        let mut hits = Vec::new();
        let (ended, tree) = text_search::search(
            text,
            target,
            &self.query,
            parsers,
            usize::MAX,
            budget,
            &mut hits,
        )?;
        let trees = Trees::only(target.host, tree);
        let mut syntax = TextSyntax::new(text, target.host, trees, parsers, budget);
        // End of the last edited match, for each rewrite.
        let mut edited_until = vec![0; self.templates.len()];
        let mut edits = Vec::new();
        for located in &hits {
            let (language, hit) = located;
            let Ok(query) = self.query.in_language(language) else {
                continue;
            };
            let rewrite = hit.pattern(query);
            let (Some(template), Some(edited_until)) = (
                self.templates.get(rewrite as usize),
                edited_until.get_mut(rewrite as usize),
            ) else {
                continue;
            };
            let is_nested = hit.range.start < *edited_until;
            // A replacement would delete code that the pattern does not show.
            if is_nested || hit.has_gap {
                continue;
            }
            *edited_until = hit.range.end;
            edits.extend(edit_of_match(
                template,
                text,
                located,
                rewrite,
                &mut syntax,
            )?);
        }
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        edits.dedup_by(|b, a| a.range == b.range && a.text == b.text);
        if let Some(pair) = edits.windows(2).find(|e| e[1].range.start < e[0].range.end) {
            return Err(PlanError::Error(overlap(text, &pair[0], &pair[1])));
        }
        widen_to_blank_lines(text, &mut edits, &mut syntax)?;
        Ok((ended, syntax.into_trees(), edits))
    }

    /// Returns the text after `edits`, which are sorted and do not overlap, and adds them to
    /// `changes`.
    fn apply_edits(
        &self,
        text: &[u8],
        edits: Vec<PlannedEdit>,
        pass: u32,
        changes: &mut Vec<AstChange>,
    ) -> Result<Vec<u8>, PlanError> {
        let lines = LineIndex::new(text);
        let more: usize = edits.iter().map(|edit| edit.text.len()).sum();
        let less: usize = edits.iter().map(|edit| edit.range.len()).sum();
        let len = text.len() + more - less;
        if len as u64 > self.max_size {
            let max = self.max_size;
            let message = format!(
                "the rewrites would make the file {len} bytes long, more than the limit of {max}"
            );
            return Err(PlanError::Error(Error::option(message)));
        }
        let mut new = Vec::with_capacity(len);
        let mut from = 0;
        for edit in edits {
            new.extend_from_slice(&text[from..edit.range.start]);
            new.extend_from_slice(&edit.text);
            from = edit.range.end;
            changes.push(AstChange {
                path: RelPath::default(),
                root: 0,
                language: edit.language.name,
                rewrite: edit.rewrite,
                pass,
                span: Span::of(&lines, text, &edit.range),
                before: text[edit.range].to_vec(),
                after: edit.text,
            });
        }
        new.extend_from_slice(&text[from..]);
        Ok(new)
    }
}

/// Edit that replaces one match by its rendered template; `None` if the text stays the same.
fn edit_of_match(
    template: &Template,
    text: &[u8],
    located: &LocatedHit,
    rewrite: u32,
    syntax: &mut TextSyntax<'_, '_>,
) -> Result<Option<PlannedEdit>, Interrupt> {
    let (language, hit) = located;
    let mut range = hit.start..hit.end;
    if template.is_empty() {
        range = syntax.statement(language, &range)?;
    } else if template.adds_terminator {
        let rest = text.get(hit.end..hit.range.end).unwrap_or_default();
        let blanks = rest.len() - rest.trim_ascii_start().len();
        if rest[blanks..].starts_with(b";") {
            range.end += blanks + 1;
        }
    }
    let new = template.render(text, located, syntax)?;
    let is_changed = text.get(range.clone()) != Some(&new[..]);
    Ok(is_changed.then_some(PlannedEdit {
        range,
        text: new,
        rewrite,
        language,
    }))
}

/// Error for two edits that overlap, with their positions.
fn overlap(text: &[u8], a: &PlannedEdit, b: &PlannedEdit) -> Error {
    let lines = LineIndex::new(text);
    let describe = |edit: &PlannedEdit| {
        let at = lines.position(text, edit.range.start);
        format!(
            "of rewrite {} at line {}, column {}",
            edit.rewrite + 1,
            at.line,
            at.column + 1
        )
    };
    let message = format!("the edit {} overlaps the edit {}", describe(a), describe(b));
    Error::new(ErrorKind::OverlappingEdits, message)
}

/// Widens deletions to whole lines where they leave only blanks of a line.
fn widen_to_blank_lines(
    text: &[u8],
    edits: &mut [PlannedEdit],
    syntax: &mut TextSyntax<'_, '_>,
) -> Result<(), Interrupt> {
    let is_blank = |range: Range<usize>| {
        let text = text.get(range).unwrap_or_default();
        text.iter().all(|byte| matches!(byte, b' ' | b'\t'))
    };
    let mut first = 0;
    while first < edits.len() {
        let mut last = first;
        if edits[first].text.is_empty() {
            while let Some(next) = edits.get(last + 1)
                && next.text.is_empty()
                && is_blank(edits[last].range.end..next.range.start)
            {
                last += 1;
            }
            let (start, end) = (edits[first].range.start, edits[last].range.end);
            let from = line_start(text, start);
            let feed = memchr::memchr(b'\n', &text[end..]);
            let to = feed.map_or(text.len(), |feed| end + feed + 1);
            let margin = syntax.indent(edits[first].language, start)?.margin;
            if is_blank(from + margin.len()..start) && text[end..to].trim_ascii().is_empty() {
                for at in first..last {
                    edits[at].range.end = edits[at + 1].range.start;
                }
                edits[first].range.start = from;
                edits[last].range.end = to;
            }
        }
        first = last + 1;
    }
    Ok(())
}
