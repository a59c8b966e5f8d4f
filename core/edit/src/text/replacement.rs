//! New text of a passage. Keeps what the new text has in common with the given old text: line ends,
//! and whatever a tolerant comparison ignored.

use std::ops::Range;

use imara_diff::{Algorithm, Diff, Token};
use rustc_hash::FxHashMap;

use super::find::Shift;
use super::folded::decode;
use super::lines::split;

/// Passage that equals `wanted`, at some level of tolerance.
pub(super) struct ReplacedPassage<'t> {
    pub(super) passage: &'t [u8],
    pub(super) wanted: &'t [u8],
    pub(super) shift: &'t Shift,
    /// Line ends in use at the start and at the end of the passage.
    pub(super) line_ends: [&'static [u8]; 2],
}

impl ReplacedPassage<'_> {
    /// Returns the bytes that replace the passage if `new` replaces the wanted text; `None` if a
    /// line of `new` is less indented than the shift.
    pub(super) fn by(&self, new: &[u8]) -> Option<Vec<u8>> {
        if self.passage == self.wanted
            && *self.shift == Shift::None
            && !has_carriage_return(&[self.passage, new])
            && self.line_ends == [b"\n"; 2]
        {
            return Some(new.to_vec());
        }
        let [start, end] = self.line_ends;
        let mut passage: Vec<_> = split(self.passage).collect();
        if let Some((_, end_of_last)) = passage.last_mut() {
            *end_of_last = end;
        }
        let wanted: Vec<_> = split(self.wanted).map(|(line, _)| line).collect();
        let new: Vec<_> = split(new).map(|(line, _)| line).collect();
        let mut writer = Writer {
            bytes: Vec::new(),
            line_end: start,
            is_first: true,
        };
        let mut next = (0, 0);
        for (old_lines, new_lines) in changed_lines(&wanted, &new) {
            writer.copy(&passage[next.0..old_lines.start]);
            let is_paired = old_lines.len() == new_lines.len();
            for (step, number) in new_lines.clone().enumerate() {
                let line = self.shift.apply(new[number])?;
                match old_lines.clone().nth(step) {
                    Some(old) if is_paired => {
                        let (now, end) = passage[old];
                        let wanted = self.shift.apply(wanted[old])?;
                        writer.add(&keep_common(now, &wanted, &line), end);
                    }
                    Some(old) => writer.add(&line, passage[old].1),
                    None => writer.add(&line, b""),
                }
            }
            next = (old_lines.end, new_lines.end);
        }
        writer.copy(&passage[next.0..]);
        Some(writer.bytes)
    }
}

fn has_carriage_return(texts: &[&[u8]]) -> bool {
    texts
        .iter()
        .any(|text| memchr::memchr(b'\r', text).is_some())
}

/// Writes lines with line endings between them.
struct Writer {
    bytes: Vec<u8>,
    /// End of the last line, for lines that have none of their own.
    line_end: &'static [u8],
    is_first: bool,
}

impl Writer {
    fn copy(&mut self, lines: &[(&[u8], &[u8])]) {
        for (line, end) in lines {
            self.add(line, end);
        }
    }

    /// Adds a line whose line ending, if it gets one, is `end`; if `end` is empty, the line ending
    /// before.
    fn add(&mut self, line: &[u8], end: &[u8]) {
        if !std::mem::take(&mut self.is_first) {
            self.bytes.extend_from_slice(self.line_end);
        }
        self.bytes.extend_from_slice(line);
        self.line_end = match end {
            b"\r\n" => b"\r\n",
            b"\n" => b"\n",
            _ => self.line_end,
        };
    }
}

/// Returns the ranges of lines in which two lists of lines differ, in order.
fn changed_lines(old: &[&[u8]], new: &[&[u8]]) -> Vec<(Range<usize>, Range<usize>)> {
    let mut known = FxHashMap::default();
    let mut numbered = |lines: &[&[u8]]| -> Vec<Token> {
        let number = |line: &&[u8]| {
            let next = known.len() as u32;
            Token(*known.entry(line.to_vec()).or_insert(next))
        };
        lines.iter().map(number).collect()
    };
    let (old, new) = (numbered(old), numbered(new));
    let mut diff = Diff::default();
    diff.compute_with(Algorithm::Histogram, &old, &new, known.len() as u32);
    let usize_of = |range: Range<u32>| range.start as usize..range.end as usize;
    diff.hunks()
        .map(|hunk| (usize_of(hunk.before), usize_of(hunk.after)))
        .collect()
}

/// Returns `new` with the characters of `now` where `new` equals `wanted`, at the start and at the
/// end. Except for blanks at the end, the characters of `now` and `wanted` must correspond one to
/// one; otherwise returns `new`.
fn keep_common(now: &[u8], wanted: &[u8], new: &[u8]) -> Vec<u8> {
    if now == wanted {
        return new.to_vec();
    }
    let [(now, blanks), (wanted, wanted_blanks), (new, new_blanks)] =
        [now, wanted, new].map(split_last_blanks);
    let blanks = match new_blanks == wanted_blanks {
        true => blanks,
        false => new_blanks,
    };
    let (now, wanted, new) = (characters(now), characters(wanted), characters(new));
    if now.len() != wanted.len() {
        return [&new.concat(), blanks].concat();
    }
    let same = |(a, b): &(&&[u8], &&[u8])| a == b;
    let prefix = wanted.iter().zip(&new).take_while(same).count();
    let (rest, new_rest) = (wanted[prefix..].iter().rev(), new[prefix..].iter().rev());
    let suffix = rest.zip(new_rest).take_while(same).count();
    let middle = &new[prefix..new.len() - suffix];
    [
        &now[..prefix].concat(),
        &middle.concat(),
        &now[now.len() - suffix..].concat(),
        blanks,
    ]
    .concat()
}

/// Splits a line before the blanks at its end.
fn split_last_blanks(line: &[u8]) -> (&[u8], &[u8]) {
    let blanks = line.iter().rev().take_while(|b| matches!(b, b' ' | b'\t'));
    line.split_at(line.len() - blanks.count())
}

/// Splits a text into characters; bytes that are not UTF-8 are characters of their own.
fn characters(text: &[u8]) -> Vec<&[u8]> {
    let mut at = 0;
    std::iter::from_fn(|| {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let len = decode(rest).map_or(1, |(_, len)| len);
        at += len;
        Some(&rest[..len])
    })
    .collect()
}
