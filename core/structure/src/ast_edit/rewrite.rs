//! Plans the rewrites of one text: finds matches and renders their replacements.
//!
//! Invariants: the edits of a pass are sorted and disjoint; if matches of one rewrite are nested,
//! only the outermost is edited. Does not read or write files.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use ransack_base::internal::{ErrorParts, clip_end, line_start};
use ransack_base::offsets::LineIndex;
use ransack_base::{CancelToken, OptionName, Result};
use ransack_edit::internal::{PlanStatus, PlannedText, SourceText, TextPlan};
use ransack_grammars::Language;
use ransack_grammars::internal::{Interrupt, Parsers, WorkBudget};
use ransack_syntax::AstQuery;
use ransack_syntax::internal::search_text;
use ransack_syntax::internal::{CompiledQuery, LocatedHit, SearchStatus, SearchTarget};
use rustc_hash::FxHashSet;

use crate::ast_edit::brackets::is_operand;
use crate::ast_edit::check::OldText;
use crate::ast_edit::gaps::{fill_bodies, moved_code};
use crate::ast_edit::options::{AstEditOptions, Keeps, Rewrite};
use crate::ast_edit::outcome::{AstChange, EditResult, EditStatus};
use crate::ast_edit::planner::plan_status;
use crate::ast_edit::separators::widen_to_separators;
use crate::ast_edit::statements::{may_continue, separate_statements};
use crate::ast_edit::syntax::{TextSyntax, Trees, blanks};
use crate::ast_edit::template::{Template, without_line_ends};
use crate::ast_edit::text_plan::{
    PlanError, PlanScratch, PlanText, PlannedEdit, TextChecks, refuse_overlap,
};
use crate::ast_edit::tokens::separate_tokens;

/// Compiled rewrites of a call.
pub(super) struct Rewriter {
    query: CompiledQuery,
    templates: Vec<Template>,
    /// Whether each rewrite has matched code.
    has_matched: Vec<AtomicBool>,
    repeat: u32,
    keeps: Keeps,
    checks: TextChecks,
}

/// Edits of one pass over the text.
struct RewritePass {
    status: SearchStatus,
    /// Syntax trees of the text, if it was parsed.
    trees: Option<Trees>,
    /// Edits, sorted.
    edits: Vec<PlannedEdit>,
    /// Edits that would remove code that the pattern does not name.
    refused: Vec<PlannedEdit>,
}

impl Rewriter {
    pub(super) fn new(options: &AstEditOptions, token: &CancelToken) -> Result<Rewriter> {
        let rewrites = &options.rewrites;
        let template = |(index, rewrite): (usize, &Rewrite)| {
            let template = Template::parse(&rewrite.replacement, &rewrite.pattern);
            template.map_err(|error| error.in_element(OptionName::Rewrites, index))
        };
        let templates = rewrites.iter().enumerate().map(template);
        let mut query = AstQuery::default();
        query.patterns = rewrites.iter().map(|r| r.pattern.clone()).collect();
        query.selector.clone_from(&options.selector);
        query.strictness = options.strictness;
        Ok(Rewriter {
            query: CompiledQuery::of_rewrites(&query, token)?,
            templates: templates.collect::<Result<_>>()?,
            has_matched: rewrites.iter().map(|_| AtomicBool::new(false)).collect(),
            repeat: options.repeat.max(1),
            keeps: options.keeps,
            checks: TextChecks::new(
                OptionName::Rewrites,
                options.allow_syntax_errors,
                options.max_file_size,
            ),
        })
    }
}

impl PlanText for Rewriter {
    fn require(&self, language: &'static Language) -> Result<()> {
        self.query.require(language)
    }

    fn verdict(&self) -> Result<()> {
        self.query.compile_error()
    }

    fn hints(&self) -> Vec<String> {
        let mut matched = self.has_matched.iter();
        match matched.any(|has_matched| has_matched.load(Ordering::Relaxed)) {
            true => Vec::new(),
            false => self.query.hints(),
        }
    }

    fn results(&self, changes: &[AstChange]) -> Vec<EditResult> {
        let applied: FxHashSet<u32> = changes.iter().map(|change| change.rewrite).collect();
        let result = |(index, has_matched): (u32, &AtomicBool)| {
            let is_applied = applied.contains(&index);
            match is_applied || has_matched.load(Ordering::Relaxed) {
                true => EditStatus::of(is_applied).into(),
                false => EditStatus::Unmatched.into(),
            }
        };
        (0..).zip(&self.has_matched).map(result).collect()
    }

    fn plan(
        &self,
        source: &SourceText,
        target: SearchTarget,
        _root: u32,
        room: u64,
        scratch: &mut PlanScratch,
        budget: &mut WorkBudget<'_>,
    ) -> Result<PlannedText<AstChange>, PlanError> {
        let mut plan = TextPlan::default();
        let mut first = None;
        let mut refused = None;
        let mut room = usize::try_from(room).unwrap_or(usize::MAX);
        for pass in 0..self.repeat {
            let now = if pass == 0 { &source.text } else { &plan.text };
            let found = self.pass(now, target, &mut scratch.parsers, budget)?;
            first = first.or(Some(found.status));
            refused = refused.or_else(|| describe_refused(now, &found.refused));
            let (trees, mut edits) = (found.trees, found.edits);
            edits.truncate(room);
            if edits.is_empty() {
                break;
            }
            room -= edits.len();
            let old = OldText { text: now, trees };
            let checked = self
                .checks
                .apply(old, edits, pass, target.host, scratch, budget);
            let (text, mut changes) = checked?;
            plan.text = text;
            plan.changes.append(&mut changes);
        }
        let is_changed = !plan.changes.is_empty();
        if is_changed && self.repeat > 1 {
            let found = self.pass(&plan.text, target, &mut scratch.parsers, budget)?;
            plan.is_unsettled = !found.edits.is_empty();
        }
        Ok(PlannedText {
            status: first.map_or(PlanStatus::Complete, plan_status),
            refused,
            plan: is_changed.then_some(plan),
        })
    }
}

impl Rewriter {
    /// Finds the edits of one pass over the text.
    fn pass(
        &self,
        text: &[u8],
        target: SearchTarget,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<RewritePass, PlanError> {
        let mut hits = Vec::new();
        let (status, tree) = search_text(
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
        // End of the last edited match of each rewrite.
        let mut edited_until = vec![0; self.templates.len()];
        let mut edits = Vec::new();
        let mut refused = Vec::new();
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
            self.has_matched[rewrite as usize].store(true, Ordering::Relaxed);
            if hit.range.start < *edited_until {
                continue;
            }
            let edit = edit_of_match(template, text, located, rewrite, &mut syntax)?;
            if let Some(edit) = edit.as_ref()
                && self.keeps == Keeps::Everything
                && !edit.lost.is_empty()
            {
                // Nested matches are replaced instead.
                refused.push(edit.clone());
                continue;
            }
            *edited_until = hit.range.end;
            edits.extend(edit);
        }
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        edits.dedup_by(|b, a| a.range == b.range && a.text == b.text);
        refuse_overlap(text, &edits, OptionName::Rewrites)?;
        let may_add_errors = self.checks.allows_syntax_errors();
        let spread = syntax.bracket(&mut edits)?;
        if let Some(spread) = spread.filter(|_| !may_add_errors) {
            return Err(PlanError::Error(spread.into_error()));
        }
        separate_statements(&mut edits);
        fill_bodies(&mut edits, &mut syntax)?;
        widen_to_separators(text, &mut edits, &mut syntax)?;
        widen_to_blank_lines(text, &mut edits, &mut syntax)?;
        separate_tokens(text, &mut edits, &mut syntax)?;
        if !may_add_errors && let Some(moved) = moved_code(text, &edits, &mut syntax)? {
            return Err(PlanError::Error(moved.into_error()));
        }
        Ok(RewritePass {
            status,
            trees: syntax.into_trees(),
            edits,
            refused,
        })
    }
}

/// Returns the edit that replaces one match with its rendered template; `None` if the text does not
/// change.
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
    let (new, mut operands) = template.render(text, located, syntax)?;
    let code = &text[range.clone()];
    range.end -= code.len() - without_line_ends(code).len();
    let (before, after) = (&text[..range.start], &text[range.end..]);
    let whole = 0..new.len();
    if !new.is_empty()
        && !operands.contains(&whole)
        && is_operand(&new, false, before, after, &range, language, syntax)?
    {
        operands.push(whole);
    }
    let may_continue = may_continue(&new) || operands.iter().any(|operand| operand.start == 0);
    let follows_open_statement =
        may_continue && syntax.follows_open_statement(language, range.start)?;
    let is_statement = syntax.is_statement(language, &range, &new)?;
    let is_changed = text.get(range.clone()) != Some(&new[..]);
    let uncovered = &hit.uncovered;
    let mut lost = uncovered.inside.clone();
    if !template.ends_in_same_block {
        lost.extend(uncovered.rest_of_block.iter().cloned());
    }
    Ok(is_changed.then_some(PlannedEdit {
        range,
        text: new,
        index: rewrite,
        language,
        lost,
        operands,
        is_statement,
        follows_open_statement,
    }))
}

/// Describes the edits of the text that would remove code, starting with the first.
fn describe_refused(text: &[u8], refused: &[PlannedEdit]) -> Option<String> {
    let first = refused.first()?;
    let lost = first.lost.first()?;
    let index = LineIndex::new(text);
    // The body of a heredoc begins with a line end.
    let code = text[lost.clone()].trim_ascii_start();
    let at = index.position(text, lost.end - code.len());
    let code = String::from_utf8_lossy(code);
    let code = code.lines().next().unwrap_or_default();
    let others = match refused.len() {
        1 => String::new(),
        count => format!("; {count} matches in all"),
    };
    Some(format!(
        "`rewrites[{}]` would remove `{}` in line {}, column {}: name it in the pattern, capture it \
         with `$$$A`, or let rewrites keep nothing{others}",
        first.index,
        clip_end(code),
        at.line,
        at.column + 1,
    ))
}

/// Widens deletions to whole lines if they leave only blanks on a line, and to the next statement
/// if they begin the line.
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
            let is_first = is_blank(from + margin.len()..start);
            if is_first && text[end..to].trim_ascii().is_empty() {
                for at in first..last {
                    edits[at].range.end = edits[at + 1].range.start;
                }
                edits[first].range.start = from;
                edits[last].range.end = to;
            } else if is_first && text[..end].ends_with(b";") {
                // The next statement takes the position, and so the indentation, of the deleted
                // one.
                let next = end + blanks(&text[end..]);
                let is_comment = matches!(text.get(next), Some(b'/' | b'#' | b'-'));
                edits[last].range.end = if is_comment { end } else { next };
            }
        }
        first = last + 1;
    }
    Ok(())
}
