//! Plans the edits of definitions in one text: resolves names, collects the changes and checks
//! them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use ransack_base::internal::ErrorParts;
use ransack_base::{Error, ErrorKind, OptionName, Result, SkipReason};
use ransack_edit::internal::{PlanStatus, PlannedText, SourceText, TextPlan};
use ransack_grammars::Language;
use ransack_grammars::internal::WorkBudget;
use ransack_languages::Modifier;
use ransack_syntax::internal::SearchTarget;

use crate::ast_edit::brackets::broken_expression;
use crate::ast_edit::check::OldText;
use crate::ast_edit::outcome::{AstChange, EditResult, EditStatus};
use crate::ast_edit::text_plan::{
    PlanError, PlanScratch, PlanText, PlannedEdit, TextChecks, refuse_overlap,
};
use crate::definition::DefinitionPart;
use crate::edit_definition::editor::Editor;
use crate::edit_definition::options::{DefinitionAction, InsertPlace};
use crate::edit_definition::place::PlacedCode;
use crate::edit_definition::site::{Site, Spot, comment_after};
use crate::edit_definition::{Moved, imports, limits};
use crate::imports::ImportsChange;
use crate::outline::cache::{TextKey, TextSource};
use crate::outline::item::Outline;
use crate::outline::name_path;
use crate::outline::options::OutlineOptions;
use crate::outline::text;

/// Part of an edit that affects one file.
pub(super) struct Step {
    /// Index of the edit.
    pub(super) index: u32,
    /// Name path of the definition; empty for the file.
    pub(super) name: String,
    pub(super) kind: StepKind,
}

/// Kind of a step.
pub(super) enum StepKind {
    /// Changes a definition within the file.
    Change(DefinitionAction),
    /// Removes a definition that moves to another file, provided that it still has this code.
    Leave { text: Vec<u8> },
    /// Changes the imports in the file.
    Imports(ImportsChange),
    /// Inserts a definition from another file, together with its indentation in that file.
    Arrive { place: InsertPlace, code: Moved },
}

impl StepKind {
    /// Returns whether the step treats a definition as a whole, including its documentation.
    fn is_of_whole(&self) -> bool {
        use DefinitionAction::{Insert, Move, Remove, Replace};
        let StepKind::Change(action) = self else {
            return matches!(self, StepKind::Leave { .. });
        };
        match action {
            Remove | Move { .. } => true,
            Insert { place, .. } => *place == InsertPlace::Before,
            Replace { part, .. } => matches!(part, DefinitionPart::Whole | DefinitionPart::Doc),
            _ => false,
        }
    }

    /// Returns the code that the step adds to the file.
    fn code(&self) -> Option<&[u8]> {
        match self {
            StepKind::Change(
                DefinitionAction::Insert { text, .. } | DefinitionAction::Replace { text, .. },
            ) => Some(text.as_bytes()),
            StepKind::Arrive { code, .. } => Some(&code.text),
            _ => None,
        }
    }
}

/// Edits of definitions, by index of the file.
pub(super) struct DefinitionPlanner {
    steps: Vec<Vec<Step>>,
    checks: TextChecks,
    texts: TextSource,
    /// Number of edits in the call.
    edits: usize,
    /// Results of the steps, by index of the file, for the most recently planned texts.
    results: Mutex<BTreeMap<u32, Vec<(u32, EditResult)>>>,
}

impl DefinitionPlanner {
    pub(super) fn new(
        edits: usize,
        steps: Vec<Vec<Step>>,
        checks: TextChecks,
        texts: TextSource,
    ) -> DefinitionPlanner {
        DefinitionPlanner {
            steps,
            checks,
            texts,
            edits,
            results: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u32, Vec<(u32, EditResult)>>> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PlanText for DefinitionPlanner {
    fn require(&self, language: &'static Language) -> Result<()> {
        match text::has_outline(language) {
            true => Ok(()),
            false => {
                let error = Error::option("the language has no outline");
                Err(error.with_pattern(language.name))
            }
        }
    }

    fn results(&self, _changes: &[AstChange]) -> Vec<EditResult> {
        let mut results = vec![EditResult::from(EditStatus::Unchanged); self.edits];
        for (index, result) in self.lock().values().flatten() {
            // A move between files counts as applied if it changes either file.
            if let Some(known) = results.get_mut(*index as usize)
                && known.status == EditStatus::Unchanged
            {
                *known = result.clone();
            }
        }
        results
    }

    fn plan(
        &self,
        source: &SourceText,
        target: SearchTarget,
        root: u32,
        _room: u64,
        scratch: &mut PlanScratch,
        budget: &mut WorkBudget<'_>,
    ) -> Result<PlannedText<AstChange>, PlanError> {
        let steps = self.steps.get(root as usize).map_or(&[][..], Vec::as_slice);
        let parsers = &mut scratch.parsers;
        let key = TextKey::new(target.host, source.version(), source.encoding);
        let source = source.text.as_slice();
        let parsed = self.texts.parsed(source, key, None, parsers, budget)?;
        // Keys at any depth can be named.
        let options = OutlineOptions::default().key_depth(None);
        let outline = parsed.outline(&options, parsers, budget)?;
        self.texts.keep(key, None, &parsed);
        let status = match outline.syntax_errors {
            0 => PlanStatus::Complete,
            count => {
                let detail = format!("syntax errors: {count}");
                PlanStatus::Incomplete(SkipReason::SyntaxErrors, detail)
            }
        };
        let given = steps.iter().filter_map(|step| step.kind.code());
        let site = Site::new(&parsed, &outline, given, budget)?;
        // Planned first so that imports end up above code inserted at the same place.
        let planned = imports::plan(&parsed, steps, parsers, budget);
        let (edits, mut results) = planned?;
        let mut editor = Editor {
            site: &site,
            parsers,
            budget,
            index: 0,
            edits,
            removed_commas: Vec::new(),
            allow_syntax_errors: self.checks.allows_syntax_errors(),
        };
        for step in steps {
            editor.index = step.index;
            if let StepKind::Imports(_) = step.kind {
                continue;
            }
            let before = editor.edits.len();
            let done = editor.step(step);
            done.map_err(|error| error.in_element(OptionName::Edits, step.index))?;
            let status = EditStatus::of(editor.edits.len() > before);
            results.push((step.index, status.into()));
        }
        editor.join_list_ends();
        let moves_errors = editor.moves_errors(steps)?;
        let mut edits = editor.edits;
        self.lock().insert(root, results);
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        refuse_overlap(source, &edits, OptionName::Edits)?;
        if !self.checks.allows_syntax_errors() {
            let broken = broken_expression(source, &mut edits, target.host, parsers, budget)?;
            if let Some(index) = broken {
                let message = "the body is an expression: give one expression, or a block";
                let error = Error::new(ErrorKind::SyntaxError, message);
                return Err(error.in_element(OptionName::Edits, index as usize).into());
            }
        }
        if edits.is_empty() {
            return Ok(PlannedText {
                status,
                refused: None,
                plan: None,
            });
        }
        let old = OldText::new(source, target.host, parsed.into_tree());
        let checks = self.checks.allow_moved_errors(moves_errors);
        let (text, changes) = checks.apply(old, edits, 0, target.host, scratch, budget)?;
        Ok(PlannedText {
            status,
            refused: None,
            plan: Some(TextPlan::new(text, changes)),
        })
    }
}

impl<'a> Editor<'_, 'a, '_> {
    /// Collects the changes of one step, except import changes, which are collected before.
    fn step(&mut self, step: &Step) -> Result<(), PlanError> {
        let outline = self.site.outline;
        if step.name.is_empty() {
            return match &step.kind {
                StepKind::Change(DefinitionAction::Insert { place, text }) => {
                    self.insert(*place, None, given(text)?)
                }
                StepKind::Arrive { place, code } => self.insert(*place, None, code.as_code()),
                _ => Err(Error::option("the name of a definition is empty").into()),
            };
        }
        let spot = self.find(outline, &step.name)?;
        if step.kind.is_of_whole() {
            self.require_no_overloads(spot, &step.name)?;
        }
        match &step.kind {
            StepKind::Imports(_) => Ok(()),
            StepKind::Change(action) => self.change(spot, action),
            StepKind::Leave { text } => {
                let span = spot.item.span();
                if self.site.source.get(span.start.offset..span.end.offset) != Some(text) {
                    let message = "the file has changed since it was read; repeat the call";
                    return Err(Error::new(ErrorKind::Stale, message).into());
                }
                self.require_own_code(spot)?;
                self.remove(spot)
            }
            StepKind::Arrive { place, code } => self.insert(*place, Some(spot), code.as_code()),
        }
    }

    /// Returns whether all steps are moves within the file and at least one moved definition
    /// contains a syntax error.
    fn moves_errors(&self, steps: &[Step]) -> Result<bool, PlanError> {
        let root = self.site.tree.root_node();
        let is_move =
            |step: &Step| matches!(step.kind, StepKind::Change(DefinitionAction::Move { .. }));
        if !root.has_error() || !steps.iter().all(is_move) {
            return Ok(false);
        }
        for step in steps {
            let item = self.find(self.site.outline, &step.name)?.item;
            let (start, end) = (item.signature_span().start.offset, item.span().end.offset);
            let node = root.descendant_for_byte_range(start, end);
            if node.is_some_and(|node| node.has_error() && node.start_byte() >= start) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn change(&mut self, spot: Spot<'a>, action: &DefinitionAction) -> Result<(), PlanError> {
        match action {
            DefinitionAction::Replace { part, text } => self.replace(spot, *part, text.as_bytes()),
            DefinitionAction::Rename { name } => self.rename(spot.item, name),
            DefinitionAction::Insert { place, text } => {
                self.insert(*place, Some(spot), given(text)?)
            }
            DefinitionAction::Remove => self.remove(spot),
            DefinitionAction::Move { place, target, .. } => self.move_within(spot, *place, target),
            DefinitionAction::Region { title, last } => {
                let last = match last {
                    Some(last) => self.find(self.site.outline, last)?,
                    None => spot,
                };
                self.region(spot, last, title)
            }
            // `imports::plan` has planned these.
            DefinitionAction::AddImports { .. }
            | DefinitionAction::RemoveImports { .. }
            | DefinitionAction::OrganiseImports => Ok(()),
        }
    }

    /// Moves a definition within its file.
    fn move_within(
        &mut self,
        spot: Spot<'a>,
        place: InsertPlace,
        target: &str,
    ) -> Result<(), PlanError> {
        let site = self.site;
        let target = match target {
            "" => None,
            name => Some(self.find(site.outline, name)?),
        };
        let span = spot.item.span();
        let range = span.start.offset..span.end.offset;
        let is_own = |target: Spot<'_>| range.contains(&target.item.span().start.offset);
        if target.is_some_and(is_own) {
            let error = Error::option("a definition cannot be moved to a place inside itself");
            return Err(error.with_pattern(spot.item.qualified_name()).into());
        }
        let code = PlacedCode::Moved {
            text: &site.source[range.clone()],
            comment: comment_after(site.source, &range),
            base: site.indent(range.start),
            is_member: limits::is_member(site.outline, spot.item),
        };
        self.require_own_code(spot)?;
        let first = self.edits.len();
        self.remove(spot)?;
        self.insert(place, target, code)?;
        self.join_moved(first);
        Ok(())
    }

    /// Joins an insertion with the removal that contains it, both among the edits from `first` on:
    /// code that moves out of the end of a definition goes below that definition.
    fn join_moved(&mut self, first: usize) {
        let edits = &self.edits[first..];
        let is_inside = |at: usize, range: &Range<usize>| range.start < at && at < range.end;
        let found = edits.iter().enumerate().find_map(|(removal, removed)| {
            let is_inserted = |edit: &PlannedEdit| {
                edit.range.is_empty() && is_inside(edit.range.start, &removed.range)
            };
            Some((removal, edits.iter().position(is_inserted)?))
        });
        let Some((removal, insertion)) = found else {
            return;
        };
        let newline = self.site.newline;
        let inserted = self.edits.remove(first + insertion);
        let removal = first + removal - usize::from(insertion < removal);
        let edit = &mut self.edits[removal];
        // The removed lines end with a line feed; the inserted ones begin with it.
        let is_lines = self.site.source[edit.range.clone()].ends_with(b"\n");
        edit.text = match inserted.text.strip_prefix(newline) {
            Some(lines) if is_lines => [lines, newline].concat(),
            _ => inserted.text,
        };
    }

    /// Fails if a name without a number selects the implementation of an overloaded function, whose
    /// signatures an edit of the implementation would leave.
    fn require_no_overloads(&self, spot: Spot<'a>, name: &str) -> Result<(), PlanError> {
        let is_overload = spot.previous().is_some_and(|previous| {
            previous.name == spot.item.name && previous.modifiers.contains(Modifier::Declaration)
        });
        // Prototypes, as in C, stand on their own.
        let has_overloads = self
            .site
            .table_at(spot.item.span().start.offset)
            .has_objects;
        if is_overload && has_overloads {
            name_path::require_single(self.site.outline, name, self.budget)??;
        }
        Ok(())
    }

    fn find(&self, outline: &'a Outline, name: &str) -> Result<Spot<'a>, PlanError> {
        let found = name_path::find(outline, name, self.budget)?;
        Ok(self.site.spot(found?))
    }
}

/// Returns the inserted code, which must not be empty.
fn given(text: &str) -> Result<PlacedCode<'_>> {
    match text.trim().is_empty() {
        true => Err(Error::option("the code to insert is empty")),
        false => Ok(PlacedCode::Given(text.as_bytes())),
    }
}
