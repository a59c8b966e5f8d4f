//! Symbol sequences that an expression matches, and the word conditions they
//! imply.

use regex_syntax::hir::{Class, Look};

use super::byte_kinds::ByteKinds;
use crate::scan::{Boundary, ByteClass, WordQuery, equal_by_case};

/// Maximum number of conditions combined with "and".
const MAX_REQUIRED: usize = 32;

/// Maximum number of spellings of a run that are listed before case is ignored
/// instead.
const MAX_SPELLINGS: usize = 4;

/// Element of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HirSymbol {
    Byte(u8),
    /// All characters equal to this one when case is ignored.
    AnyCase(char),
    Look(Look),
}

/// One way to match a part of the expression.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Sequence {
    /// Condition on the text before the symbols.
    pub(super) required: WordQuery,
    /// Kinds of bytes before the first symbol.
    pub(super) before: ByteKinds,
    pub(super) symbols: Vec<HirSymbol>,
}

impl Sequence {
    pub(super) fn new(before: ByteKinds) -> Sequence {
        Sequence {
            required: WordQuery::All,
            before,
            symbols: Vec::new(),
        }
    }

    /// Returns the kinds of the last byte so far.
    pub(super) fn last(&self) -> ByteKinds {
        let is_look = |symbol: &&HirSymbol| matches!(symbol, HirSymbol::Look(_));
        let looks = self.symbols.iter().rev().take_while(is_look).count();
        match &self.symbols[..self.symbols.len() - looks] {
            [] => self.before,
            symbols => last_kinds(symbols),
        }
    }

    /// Returns the condition for the sequence when `after` follows it.
    pub(super) fn into_condition(self, after: ByteKinds) -> WordQuery {
        let is_text = |symbol: &HirSymbol| !matches!(symbol, HirSymbol::Look(_));
        let first = self.symbols.iter().position(is_text);
        let last = self.symbols.iter().rposition(is_text);
        let (Some(first), Some(last)) = (first, last) else {
            return self.required;
        };
        let text = &self.symbols[first..=last];
        let (mut before, mut after) = (self.before, after);
        for look in looks(&self.symbols[..first]) {
            before = before.before(look, first_kinds(text));
        }
        for look in looks(&self.symbols[last + 1..]) {
            after = after.after(look, last_kinds(text));
        }
        let text: Vec<HirSymbol> = text.iter().copied().filter(is_text).collect();
        let mut runs: Vec<&[HirSymbol]> = text.chunk_by(|a, b| class(a) == class(b)).collect();
        let ends = (runs.len() - 1, (before, after));
        let conditions = runs.drain(..).enumerate().map(|(at, run)| {
            let class = class(&run[0]);
            let (last, (before, after)) = ends;
            let start = match at {
                0 => before.boundary(class),
                _ => Boundary::Closed,
            };
            let end = match at == last {
                true => after.boundary(class),
                false => Boundary::Closed,
            };
            match class {
                ByteClass::Space => WordQuery::All,
                _ => run_condition(run, start, end),
            }
        });
        let conditions: Vec<WordQuery> = conditions.take(MAX_REQUIRED).collect();
        all_of_few([self.required].into_iter().chain(conditions))
    }
}

/// Returns the condition that all of `parts` hold, or at least the first
/// [`MAX_REQUIRED`].
pub(super) fn all_of_few(parts: impl IntoIterator<Item = WordQuery>) -> WordQuery {
    match WordQuery::all_of(parts) {
        WordQuery::And(mut parts) => {
            parts.truncate(MAX_REQUIRED);
            WordQuery::And(parts)
        }
        query => query,
    }
}

/// Returns the members of a class, each as symbols. Returns `None` if it has
/// more than `max` or separates words.
pub(super) fn alternatives(class: &Class, max: usize) -> Option<Vec<Vec<HirSymbol>>> {
    let members: Vec<(Option<char>, u8)> = match class {
        Class::Unicode(class) => {
            let chars = class.iter().flat_map(|range| range.start()..=range.end());
            chars.take(max + 1).map(|c| (Some(c), 0)).collect()
        }
        Class::Bytes(class) => {
            let bytes = class.iter().flat_map(|range| range.start()..=range.end());
            let bytes = bytes.take(max + 1);
            bytes
                .map(|byte| (byte.is_ascii().then(|| char::from(byte)), byte))
                .collect()
        }
    };
    if members.len() > max {
        return None;
    }
    let chars: Option<Vec<char>> = members.iter().map(|(c, _)| *c).collect();
    if let Some(chars) = &chars
        && let [first, _, ..] = chars[..]
    {
        let is_space = |c: &char| c.is_ascii() && ByteClass::of(*c as u8) == ByteClass::Space;
        if chars.iter().all(is_space) {
            return None;
        }
        let equal = equal_by_case(first);
        let is_equal = |c: &char| {
            equal
                .ranges()
                .iter()
                .any(|r| (r.start()..=r.end()).contains(c))
        };
        if chars.iter().all(is_equal) {
            return Some(vec![vec![HirSymbol::AnyCase(first)]]);
        }
    }
    let symbols = |(c, byte): (Option<char>, u8)| match c {
        Some(c) => c
            .encode_utf8(&mut [0; 4])
            .bytes()
            .map(HirSymbol::Byte)
            .collect(),
        None => vec![HirSymbol::Byte(byte)],
    };
    Some(members.into_iter().map(symbols).collect())
}

/// Returns the condition for a run of symbols of one class.
fn run_condition(run: &[HirSymbol], start: Boundary, end: Boundary) -> WordQuery {
    let mut spellings = vec![Vec::new()];
    let mut folded = Vec::new();
    let mut has_fixed_case = false;
    for symbol in run {
        let equal: Vec<char> = match symbol {
            HirSymbol::AnyCase(c) => {
                let ranges = equal_by_case(*c);
                let chars = ranges.iter().flat_map(|range| range.start()..=range.end());
                chars.collect()
            }
            HirSymbol::Byte(byte) => {
                has_fixed_case |= byte.is_ascii_alphabetic() || !byte.is_ascii();
                folded.push(*byte);
                spellings
                    .iter_mut()
                    .for_each(|spelling: &mut Vec<u8>| spelling.push(*byte));
                continue;
            }
            HirSymbol::Look(_) => continue,
        };
        let encoded = |c: &char| c.to_string().into_bytes();
        folded.extend(encoded(&equal[0]));
        if spellings.len() * equal.len() <= MAX_SPELLINGS {
            let with = |spelling: &Vec<u8>, c: &char| [&spelling[..], &encoded(c)].concat();
            let with_each = |spelling: &Vec<u8>| equal.iter().map(|c| with(spelling, c)).collect();
            spellings = spellings
                .iter()
                .flat_map(|spelling| -> Vec<Vec<u8>> { with_each(spelling) })
                .collect();
        } else {
            spellings.clear();
        }
    }
    if !spellings.is_empty() && (has_fixed_case || spellings.len() == 1) {
        let spelled = |spelling: &Vec<u8>| WordQuery::run(spelling, start, end, false);
        return WordQuery::any_of(spellings.iter().map(spelled));
    }
    // Only whole characters are folded the same way in any context.
    let mut parts = Vec::new();
    let mut at = 0;
    for chunk in folded.utf8_chunks() {
        let valid = chunk.valid().as_bytes();
        if !valid.is_empty() {
            let start = if at == 0 { start } else { Boundary::Open };
            let is_last = at + valid.len() == folded.len();
            let end = if is_last { end } else { Boundary::Open };
            parts.push(WordQuery::run(valid, start, end, true));
        }
        at += valid.len() + chunk.invalid().len();
    }
    WordQuery::all_of(parts)
}

fn class(symbol: &HirSymbol) -> ByteClass {
    match symbol {
        HirSymbol::Byte(byte) => ByteClass::of(*byte),
        // Only letters have case.
        HirSymbol::AnyCase(_) | HirSymbol::Look(_) => ByteClass::Word,
    }
}

fn looks(symbols: &[HirSymbol]) -> impl Iterator<Item = Look> {
    symbols.iter().filter_map(|symbol| match symbol {
        HirSymbol::Look(look) => Some(*look),
        _ => None,
    })
}

/// Returns the kinds of the first byte of the symbols.
fn first_kinds(symbols: &[HirSymbol]) -> ByteKinds {
    match symbols.first() {
        Some(HirSymbol::AnyCase(c)) => any_case_kinds(*c),
        _ => ByteKinds::of_first(&bytes(symbols.iter().take(4))),
    }
}

/// Returns the kinds of the last byte of the symbols.
fn last_kinds(symbols: &[HirSymbol]) -> ByteKinds {
    match symbols.last() {
        Some(HirSymbol::AnyCase(c)) => any_case_kinds(*c),
        _ => {
            let mut near = bytes(symbols.iter().rev().take(4));
            near.reverse();
            ByteKinds::of_last(&near)
        }
    }
}

fn any_case_kinds(c: char) -> ByteKinds {
    let equal = equal_by_case(c);
    let chars = equal.iter().flat_map(|range| range.start()..=range.end());
    chars
        .map(ByteKinds::of_char)
        .fold(ByteKinds::NONE, ByteKinds::or)
}

/// Returns the bytes of the leading symbols.
fn bytes<'s>(symbols: impl Iterator<Item = &'s HirSymbol>) -> Vec<u8> {
    let byte = |symbol: &HirSymbol| match symbol {
        HirSymbol::Byte(byte) => Some(*byte),
        _ => None,
    };
    symbols.map_while(byte).collect()
}
