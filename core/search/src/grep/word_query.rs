//! Word condition that any text with a match for an expression satisfies.
//!
//! The expression is walked once, from left to right. Open symbol sequences are
//! the ways to match the part walked since the last gap; a gap, such as `.*`,
//! turns them into a condition. Small classes and alternations multiply the
//! sequences.
//!
//! Invariants:
//!
//! - The condition holds for all text with a match.
//! - Time, memory and the size of the condition are bounded for any expression;
//!   beyond the bounds the condition is [`WordQuery::All`].

use std::mem;

use regex_syntax::hir::{Class, Hir, HirKind, Repetition};

use super::byte_kinds::ByteKinds;
use super::symbols::{HirSymbol, Sequence, all_of_few, alternatives};
use crate::scan::WordQuery;

/// Returns the condition for text with a match for one of the expressions.
pub(super) fn word_query(expressions: &[Hir]) -> WordQuery {
    let mut walk = HirWalk {
        budget: MAX_STEPS,
        depth: 0,
    };
    let mut parts = Vec::new();
    for expression in expressions {
        let mut ways = Ways::new(ByteKinds::ANY);
        walk.visit(expression, &mut ways, ByteKinds::ANY);
        parts.push(ways.into_condition(ByteKinds::ANY));
        if !walk.spend(1) {
            return WordQuery::All;
        }
    }
    let query = WordQuery::any_of(parts);
    match query.patterns() > MAX_PATTERNS {
        true => WordQuery::All,
        false => query,
    }
}

/// Maximum number of visited nodes and copied symbols.
const MAX_STEPS: usize = 1 << 16;

/// Maximum number of patterns in a condition.
const MAX_PATTERNS: usize = 1024;

/// Maximum depth of visited nodes.
const MAX_DEPTH: usize = 256;

/// Maximum number of sequences after multiplying by alternatives. A single
/// sequence may be multiplied by up to [`MAX_PATTERNS`].
const MAX_PRODUCT: usize = 16;

/// Maximum number of symbols and patterns copied to multiply sequences.
const MAX_COPIED: usize = 1 << 14;

/// Maximum number of copies of a repeated literal.
const MAX_REPEATED: u32 = 8;

/// Ways to match the part walked so far.
struct Ways {
    /// Condition common to all of them.
    required: WordQuery,
    /// Open sequences; empty if the part never matches.
    sequences: Vec<Sequence>,
}

/// Part of the expression that is matched but yields no symbols.
#[derive(Clone, Copy)]
struct SymbolGap {
    first: ByteKinds,
    last: ByteKinds,
    may_be_empty: bool,
}

impl Ways {
    fn new(before: ByteKinds) -> Ways {
        Ways {
            required: WordQuery::All,
            sequences: vec![Sequence::new(before)],
        }
    }

    fn into_condition(self, after: ByteKinds) -> WordQuery {
        let sequences = self.sequences.into_iter();
        let any = WordQuery::any_of(sequences.map(|sequence| sequence.into_condition(after)));
        all_of_few([self.required, any])
    }

    /// Returns the kinds of the last byte so far.
    fn last(&self) -> ByteKinds {
        let last = self.sequences.iter().map(Sequence::last);
        last.fold(ByteKinds::NONE, ByteKinds::or)
    }

    /// Turns the sequences into a condition, given that `after` follows.
    fn cut(&mut self, after: ByteKinds) {
        if self.sequences.is_empty() {
            return;
        }
        let next = Sequence::new(self.last());
        let ways = mem::replace(self, Ways::new(ByteKinds::NONE));
        self.required = ways.into_condition(after);
        self.sequences = vec![next];
    }

    /// Adds a gap, given that `after` follows.
    fn add_gap(&mut self, gap: SymbolGap, after: ByteKinds) {
        self.cut(match gap.may_be_empty {
            true => gap.first.or(after),
            false => gap.first,
        });
        for sequence in &mut self.sequences {
            sequence.before = match gap.may_be_empty {
                true => gap.last.or(sequence.before),
                false => gap.last,
            };
        }
    }

    fn append(&mut self, symbols: &[HirSymbol]) {
        for sequence in &mut self.sequences {
            sequence.symbols.extend_from_slice(symbols);
        }
    }

    /// Returns the number of symbols and patterns in one more copy of all
    /// sequences.
    fn size(&self) -> usize {
        self.sequences
            .iter()
            .map(|sequence| 1 + sequence.symbols.len() + sequence.required.patterns())
            .sum()
    }

    /// Whether there is room to combine each sequence with each of `count`
    /// alternatives.
    fn may_multiply(&self, count: usize) -> bool {
        let product = self.sequences.len().saturating_mul(count);
        let is_few = product <= MAX_PRODUCT || (self.sequences.len() == 1 && count <= MAX_PATTERNS);
        is_few && self.size().saturating_mul(count) <= MAX_COPIED
    }

    /// Joins sequences that differ only in the condition before them.
    fn join_equal(&mut self) {
        if self.sequences.len() > MAX_PRODUCT {
            return;
        }
        let mut joined: Vec<Sequence> = Vec::new();
        for sequence in mem::take(&mut self.sequences) {
            let is_equal = |other: &&mut Sequence| {
                other.symbols == sequence.symbols && other.required == sequence.required
            };
            match joined.iter_mut().find(is_equal) {
                Some(equal) => equal.before = equal.before.or(sequence.before),
                None => joined.push(sequence),
            }
        }
        self.sequences = joined;
    }
}

/// Walk of one query's expressions.
struct HirWalk {
    /// Remaining steps.
    budget: usize,
    depth: usize,
}

impl HirWalk {
    /// Takes steps from the budget. Returns false if it is used up.
    fn spend(&mut self, steps: usize) -> bool {
        self.budget = self.budget.saturating_sub(steps);
        self.budget > 0
    }

    /// Adds the ways to match an expression, given that `after` follows.
    fn visit(&mut self, hir: &Hir, ways: &mut Ways, after: ByteKinds) {
        if ways.sequences.is_empty() {
            return;
        }
        if self.depth >= MAX_DEPTH || !self.spend(1) {
            return ways.add_gap(SymbolGap::unknown(), after);
        }
        self.depth += 1;
        match hir.kind() {
            HirKind::Empty => {}
            HirKind::Literal(literal) => self.visit_literal(&literal.0, ways),
            HirKind::Look(look) => ways.append(&[HirSymbol::Look(*look)]),
            HirKind::Class(class) => self.visit_class(class, ways, after),
            HirKind::Repetition(repetition) => self.visit_repetition(repetition, ways, after),
            HirKind::Capture(capture) => self.visit(&capture.sub, ways, after),
            HirKind::Alternation(parts) => {
                let parts: Vec<Option<&Hir>> = parts.iter().map(Some).collect();
                self.visit_any(&parts, ways, after);
            }
            HirKind::Concat(parts) => {
                let mut follows = vec![after; parts.len()];
                for at in (1..parts.len()).rev() {
                    follows[at - 1] = match parts[at].kind() {
                        HirKind::Look(look) => follows[at].after(*look, ByteKinds::ANY),
                        _ => self.gap(&parts[at]).first_before(follows[at]),
                    };
                }
                for (part, after) in parts.iter().zip(follows) {
                    self.visit(part, ways, after);
                }
            }
        }
        self.depth -= 1;
    }

    fn visit_literal(&mut self, literal: &[u8], ways: &mut Ways) {
        let copied = literal.len().saturating_mul(ways.sequences.len());
        if !self.spend(copied) || (copied > MAX_COPIED && ways.sequences.len() > 1) {
            ways.cut(ByteKinds::of_first(literal));
        }
        if self.budget > 0 {
            let symbols: Vec<HirSymbol> = literal.iter().copied().map(HirSymbol::Byte).collect();
            ways.append(&symbols);
        }
    }

    fn visit_class(&mut self, class: &Class, ways: &mut Ways, after: ByteKinds) {
        match alternatives(class, MAX_PRODUCT) {
            Some(alternatives) if alternatives.is_empty() => ways.sequences.clear(),
            Some(alternatives) if ways.may_multiply(alternatives.len()) => {
                self.spend(ways.size() * alternatives.len());
                let mut sequences = Vec::new();
                for symbols in &alternatives {
                    let mut copy = Ways {
                        required: WordQuery::All,
                        sequences: ways.sequences.clone(),
                    };
                    copy.append(symbols);
                    sequences.append(&mut copy.sequences);
                }
                ways.sequences = sequences;
            }
            _ => ways.add_gap(SymbolGap::of_class(class), after),
        }
    }

    /// Adds one of several alternatives; `None` stands for the empty string.
    fn visit_any(&mut self, parts: &[Option<&Hir>], ways: &mut Ways, after: ByteKinds) {
        if !ways.may_multiply(parts.len()) {
            let gap = parts.iter().map(|part| match part {
                Some(part) => self.gap(part),
                None => SymbolGap::EMPTY,
            });
            let gap = gap.reduce(SymbolGap::or).unwrap_or(SymbolGap::EMPTY);
            ways.cut(gap.first_before(after));
            if !ways.may_multiply(parts.len()) {
                return ways.add_gap(gap, after);
            }
        }
        if let [only] = &mut ways.sequences[..] {
            let required = mem::replace(&mut only.required, WordQuery::All);
            let all = mem::replace(&mut ways.required, WordQuery::All);
            ways.required = WordQuery::all_of([all, required]);
        }
        let size = ways.size();
        let base = mem::take(&mut ways.sequences);
        for part in parts {
            if !self.spend(size) {
                ways.sequences = base;
                return ways.add_gap(SymbolGap::unknown(), after);
            }
            let mut branch = Ways {
                required: WordQuery::All,
                sequences: base.clone(),
            };
            if let Some(part) = part {
                self.visit(part, &mut branch, after);
            }
            if !self.spend(branch.required.patterns() * branch.sequences.len()) {
                branch.required = WordQuery::All;
            }
            ways.sequences
                .extend(branch.sequences.into_iter().map(|way| Sequence {
                    required: WordQuery::all_of([way.required, branch.required.clone()]),
                    ..way
                }));
        }
        ways.join_equal();
        if ways.sequences.len() > MAX_PATTERNS {
            ways.cut(after);
        }
    }

    fn visit_repetition(&mut self, repetition: &Repetition, ways: &mut Ways, after: ByteKinds) {
        let mut sub = &*repetition.sub;
        while let HirKind::Capture(capture) = sub.kind() {
            sub = &capture.sub;
        }
        let gap = self.gap(sub);
        let min = repetition.min;
        let is_literal = sub.properties().is_literal() || sub.properties().is_alternation_literal();
        let is_class = matches!(sub.kind(), HirKind::Class(_));
        let is_exact = repetition.max == Some(min) && min <= MAX_REPEATED;
        if min == 0 && repetition.max == Some(1) {
            return self.visit_any(&[None, Some(sub)], ways, after);
        }
        if min == 0 || gap.may_be_empty || (is_class && !is_exact) {
            let may_be_empty = min == 0 || gap.may_be_empty;
            return ways.add_gap(
                SymbolGap {
                    may_be_empty,
                    ..gap
                },
                after,
            );
        }
        if is_exact && (is_literal || is_class || min == 1) {
            for copy in 1..=min {
                let after = if copy == min { after } else { gap.first };
                self.visit(sub, ways, after);
            }
            return;
        }
        // The first and the last copy, which may be the same.
        let before = match min {
            1 => ways.last().or(gap.last),
            _ => gap.last,
        };
        let may_end = if min == 1 { after } else { ByteKinds::NONE };
        self.visit(sub, ways, gap.first.or(may_end));
        let rest = SymbolGap {
            may_be_empty: min == 1,
            ..gap
        };
        ways.add_gap(rest, after);
        if is_literal {
            for sequence in &mut ways.sequences {
                sequence.before = before;
            }
            self.visit(sub, ways, after);
        }
    }

    /// Returns the expression as a gap. Costs one step per visited node.
    fn gap(&mut self, hir: &Hir) -> SymbolGap {
        if self.depth >= MAX_DEPTH || !self.spend(1) {
            return SymbolGap::unknown();
        }
        self.depth += 1;
        let gap = match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => SymbolGap::EMPTY,
            HirKind::Literal(literal) => SymbolGap {
                first: ByteKinds::of_first(&literal.0),
                last: ByteKinds::of_last(&literal.0),
                may_be_empty: false,
            },
            HirKind::Class(class) => SymbolGap::of_class(class),
            HirKind::Repetition(repetition) => {
                let sub = self.gap(&repetition.sub);
                SymbolGap {
                    may_be_empty: sub.may_be_empty || repetition.min == 0,
                    ..sub
                }
            }
            HirKind::Capture(capture) => self.gap(&capture.sub),
            HirKind::Concat(parts) => {
                let parts = parts.iter().map(|part| self.gap(part));
                parts.reduce(SymbolGap::then).unwrap_or(SymbolGap::EMPTY)
            }
            HirKind::Alternation(parts) => {
                let parts = parts.iter().map(|part| self.gap(part));
                parts.reduce(SymbolGap::or).unwrap_or(SymbolGap::EMPTY)
            }
        };
        self.depth -= 1;
        gap
    }
}

impl SymbolGap {
    const EMPTY: SymbolGap = SymbolGap {
        first: ByteKinds::NONE,
        last: ByteKinds::NONE,
        may_be_empty: true,
    };

    fn unknown() -> SymbolGap {
        SymbolGap {
            first: ByteKinds::ANY,
            last: ByteKinds::ANY,
            may_be_empty: true,
        }
    }

    fn of_class(class: &Class) -> SymbolGap {
        let kinds = ByteKinds::of_class(class);
        SymbolGap {
            first: kinds,
            last: kinds,
            may_be_empty: false,
        }
    }

    /// Returns the kinds of the first byte of the gap, including `after`.
    fn first_before(self, after: ByteKinds) -> ByteKinds {
        match self.may_be_empty {
            true => self.first.or(after),
            false => self.first,
        }
    }

    fn then(self, next: SymbolGap) -> SymbolGap {
        SymbolGap {
            first: self.first_before(next.first),
            last: match next.may_be_empty {
                true => self.last.or(next.last),
                false => next.last,
            },
            may_be_empty: self.may_be_empty && next.may_be_empty,
        }
    }

    fn or(self, other: SymbolGap) -> SymbolGap {
        SymbolGap {
            first: self.first.or(other.first),
            last: self.last.or(other.last),
            may_be_empty: self.may_be_empty || other.may_be_empty,
        }
    }
}

#[cfg(test)]
mod tests;
