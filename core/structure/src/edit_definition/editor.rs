//! Collects the edits of one text.

use std::ops::Range;

use ransack_grammars::internal::{Parsers, WorkBudget};

use crate::ast_edit::text_plan::{PlanError, PlannedEdit};
use crate::edit_definition::fragment::Fragment;
use crate::edit_definition::place::PlacedCode;
use crate::edit_definition::site::Site;

/// Edits of one text, with the state needed to plan them.
pub(super) struct Editor<'e, 'a, 'k> {
    pub(super) site: &'e Site<'a>,
    pub(super) parsers: &'e mut Parsers,
    pub(super) budget: &'e mut WorkBudget<'k>,
    /// Index of the edit being planned.
    pub(super) index: u32,
    pub(super) edits: Vec<PlannedEdit>,
    /// Offsets of the commas removed with the last elements of lists.
    pub(super) removed_commas: Vec<usize>,
    /// Whether edits may add syntax errors.
    pub(super) allow_syntax_errors: bool,
}

impl Editor<'_, '_, '_> {
    /// Replaces a range with `text`, unless the range already has this text.
    pub(super) fn push(&mut self, range: Range<usize>, text: Vec<u8>) {
        if self.site.source.get(range.clone()) == Some(&text[..]) {
            return;
        }
        self.edits.push(PlannedEdit {
            language: self.site.language_at(range.start),
            range,
            text,
            index: self.index,
            lost: Vec::new(),
            operands: Vec::new(),
            is_statement: true,
            follows_open_statement: false,
        });
    }

    /// Reads code to be placed at `at` with this indentation.
    pub(super) fn fragment(
        &mut self,
        code: PlacedCode<'_>,
        at: usize,
        indent: &[u8],
    ) -> Result<Fragment, PlanError> {
        let language = self.site.language_at(at);
        let fragment = match code {
            PlacedCode::Given(text) => {
                Fragment::new(text, language, indent, self.parsers, self.budget)?
            }
            PlacedCode::Edited { text, old } => {
                Fragment::of_edited(text, old, language, indent, self.parsers, self.budget)?
            }
            PlacedCode::Moved {
                text,
                comment,
                base,
                ..
            } => Fragment::of_source(text, comment, language, base, self.parsers, self.budget)?,
        };
        Ok(fragment)
    }
}
