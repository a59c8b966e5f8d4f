//! From the matches in a text to the text that is to be.

use std::ops::Range;

use super::check::Parsed;
use super::options::AstEditOptions;
use super::outcome::AstChange;
use super::renames::Names;
use super::syntax::{Syntax, Trees};
use super::template::Template;
use crate::ast::item::Lines;
use crate::ast::language::Language;
use crate::ast::options::AstQuery;
use crate::ast::parse::{Interrupt, MAX_TEXT, Parsers, WorkBudget};
use crate::ast::query::CompiledQuery;
use crate::ast::text_search::{self, SearchStatus, SearchTarget};
use crate::cancel::{Aborted, CancelToken};
use crate::error::{Error, ErrorKind, Result};
use crate::path::RelPath;

/// Computes edits of one text.
pub(super) struct Planner {
    pub(super) query: CompiledQuery,
    templates: Vec<Template>,
    repeat: u32,
    allow_syntax_errors: bool,
    pub(super) max_size: u64,
}

/// What one thread keeps from text to text.
#[derive(Default)]
pub(super) struct Scratch {
    parsers: Parsers,
    names: Names,
}

/// What becomes of a text.
pub(super) struct Plan {
    pub(super) text: Vec<u8>,
    /// In the order in which they were made.
    pub(super) changes: Vec<AstChange>,
    pub(super) is_unsettled: bool,
}

/// Why there is no plan for a text.
#[derive(Debug)]
pub(super) enum Fault {
    Stop(Interrupt),
    Error(Error),
}

impl From<Interrupt> for Fault {
    fn from(stop: Interrupt) -> Fault {
        Fault::Stop(stop)
    }
}

impl From<Aborted> for Fault {
    fn from(aborted: Aborted) -> Fault {
        Fault::Stop(Interrupt::Aborted(aborted))
    }
}

struct Edit {
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
            .map(|rewrite| Template::read(&rewrite.replacement, &rewrite.pattern));
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

    /// The plan for a text, with at most `room` replacements.
    pub(super) fn plan(
        &self,
        text: &[u8],
        target: SearchTarget,
        room: u64,
        Scratch { parsers, names }: &mut Scratch,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(SearchStatus, Option<Plan>), Fault> {
        let mut plan = Plan {
            text: Vec::new(),
            changes: Vec::new(),
            is_unsettled: false,
        };
        let mut first = None;
        let mut room = usize::try_from(room).unwrap_or(usize::MAX);
        for pass in 0..self.repeat {
            let now = if pass == 0 { text } else { &plan.text };
            let (status, trees, mut edits) = self.pass(now, target, parsers, budget)?;
            first = first.or(Some(status));
            edits.truncate(room);
            if edits.is_empty() {
                break;
            }
            room -= edits.len();
            let before = plan.changes.len();
            let new = self.carry_out(now, edits, pass, &mut plan.changes)?;
            if !self.allow_syntax_errors {
                let old = Parsed { text: now, trees };
                let changes = &plan.changes[before..];
                old.check(&new, changes, target.host, (parsers, names), budget)?;
            }
            plan.text = new;
        }
        let status = first.unwrap_or(SearchStatus::Complete);
        if plan.changes.is_empty() {
            return Ok((status, None));
        }
        if self.repeat > 1 {
            let (.., edits) = self.pass(&plan.text, target, parsers, budget)?;
            plan.is_unsettled = !edits.is_empty();
        }
        Ok((status, Some(plan)))
    }

    /// The edits of one pass over a text, in order, and its trees if it had to
    /// be parsed.
    fn pass(
        &self,
        text: &[u8],
        target: SearchTarget,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<(SearchStatus, Option<Trees>, Vec<Edit>), Fault> {
        let mut hits = Vec::new();
        let (status, tree) = text_search::search(
            text,
            target,
            &self.query,
            parsers,
            usize::MAX,
            budget,
            &mut hits,
        )?;
        let trees = Trees::only(target.host, tree);
        let mut syntax = Syntax::new(text, target.host, trees, parsers, budget);
        let mut taken = vec![0; self.templates.len()];
        let mut edits = Vec::new();
        for located in &hits {
            let (language, hit) = located;
            let Ok(query) = self.query.in_language(language) else {
                continue;
            };
            let rewrite = hit.pattern(query);
            let (Some(template), Some(taken)) = (
                self.templates.get(rewrite as usize),
                taken.get_mut(rewrite as usize),
            ) else {
                continue;
            };
            // The outermost of nested matches.
            if hit.range.start < *taken {
                continue;
            }
            *taken = hit.range.end;
            let mut range = hit.range.start..hit.end;
            if template.is_empty() {
                range = syntax.statement(language, &range)?;
            } else if template.adds_terminator {
                let rest = text.get(hit.end..hit.range.end).unwrap_or_default();
                let blanks = rest.len() - rest.trim_ascii_start().len();
                if rest[blanks..].starts_with(b";") {
                    range.end += blanks + 1;
                }
            }
            let new = template.render(text, located, &mut syntax)?;
            if text.get(range.clone()) != Some(&new[..]) {
                edits.push(Edit {
                    range,
                    text: new,
                    rewrite,
                    language,
                });
            }
        }
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        edits.dedup_by(|b, a| a.range == b.range && a.text == b.text);
        if let Some(pair) = edits.windows(2).find(|e| e[1].range.start < e[0].range.end) {
            return Err(Fault::Error(overlap(text, &pair[0], &pair[1])));
        }
        take_blank_lines(text, &mut edits, &mut syntax)?;
        Ok((status, syntax.into_trees(), edits))
    }

    /// Makes edits, in order and apart, and tells what they were.
    fn carry_out(
        &self,
        text: &[u8],
        edits: Vec<Edit>,
        pass: u32,
        changes: &mut Vec<AstChange>,
    ) -> Result<Vec<u8>, Fault> {
        let lines = Lines::of(text);
        let more: usize = edits.iter().map(|edit| edit.text.len()).sum();
        let less: usize = edits.iter().map(|edit| edit.range.len()).sum();
        let len = text.len() + more - less;
        if len as u64 > self.max_size {
            let message = format!("the rewrites make {len} bytes of it, more than a file may have");
            return Err(Fault::Error(Error::option(message)));
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
                span: lines.span(text, &edit.range),
                before: text[edit.range].to_vec(),
                after: edit.text,
            });
        }
        new.extend_from_slice(&text[from..]);
        Ok(new)
    }
}

fn overlap(text: &[u8], a: &Edit, b: &Edit) -> Error {
    let lines = Lines::of(text);
    let place = |edit: &Edit| {
        let at = lines.position(text, edit.range.start);
        format!(
            "of rewrite {} at {}:{}",
            edit.rewrite + 1,
            at.line,
            at.column + 1
        )
    };
    let message = format!("the edit {} overlaps the one {}", place(a), place(b));
    Error::new(ErrorKind::OverlappingEdits, message)
}

/// Widens deletions to the lines of which they leave only blanks.
fn take_blank_lines(
    text: &[u8],
    edits: &mut [Edit],
    syntax: &mut Syntax<'_, '_>,
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
            let from = memchr::memrchr(b'\n', &text[..start]).map_or(0, |feed| feed + 1);
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
