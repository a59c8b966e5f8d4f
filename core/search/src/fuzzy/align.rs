//! Optimal alignment: chooses the positions of a term's characters in the text that give the
//! highest score.
//!
//! Dynamic programming over (character, position), similar to Smith-Waterman.
//! The cost of a gap depends on the words it passes, not on its length. Only
//! positions that hold the character are visited: a term of n characters that
//! occur m times each takes O(n m).

use super::text::{CodePoint, FoldedText, NAME_START, SLASH, is_joint};

/// Points for every match.
pub(super) const MATCH: i32 = 16;
/// Points for a match in the name.
pub(super) const IN_NAME: i32 = 3;
/// Minimum number of points for a match directly after the previous match.
pub(super) const CONSECUTIVE: i32 = 5;
/// Additional points if such a consecutive match ends its word.
pub(super) const COMPLETE: i32 = 2;
/// Points for a typed capital that matches a capital at a word start, in a term
/// with two or more capitals.
pub(super) const SAME_CAPITAL: i32 = 7;
/// Penalty for each word start in a gap.
const WORD_PASSED: i32 = 1;
/// Penalty for a match inside a word after a gap in the same word.
pub(super) const INSIDE_WORD: i32 = 4;
/// Penalty for a match inside a word after a gap from an earlier word.
pub(super) const INSIDE_OTHER: i32 = 9;
/// Penalty for matching a separator after a gap.
const LATE_SEPARATOR: i32 = 2;
/// Penalty for a gap directly after a `/` of the query.
const AFTER_SLASH: i32 = 6;

/// Maximum number of cells. Beyond it, only the match that ends last is
/// considered.
const MAX_CELLS: usize = 1 << 16;

/// Aligns terms with text, and reuses its buffers.
#[derive(Debug, Default)]
pub(super) struct QueryAligner {
    /// First possible position of each character.
    first: Vec<usize>,
    /// Last possible position of each character.
    last: Vec<usize>,
    /// Positions of the characters in a contiguous run.
    run: Vec<usize>,
    cells: Vec<AlignCell>,
    /// Start of each character's row in `cells`.
    rows: Vec<usize>,
    /// Position of each character after [`align`](QueryAligner::align).
    pub(super) positions: Vec<usize>,
}

/// Best alignment that ends with a given character at a given position.
#[derive(Clone, Copy, Debug)]
struct AlignCell {
    position: u32,
    score: i32,
    /// Minimum bonus for each further match of the contiguous run.
    run_bonus: i32,
    /// Index of the previous character's cell.
    previous: u32,
}

impl AlignCell {
    fn position(&self) -> usize {
        self.position as usize
    }
}

/// Score below any alignment's, with room for additions.
const UNREACHABLE: i32 = i32::MIN / 2;

/// Score and index of the best cell before a gap.
#[derive(Clone, Copy)]
struct GapStart {
    score: i32,
    cell: u32,
}

impl GapStart {
    const NONE: GapStart = GapStart {
        score: UNREACHABLE,
        cell: 0,
    };

    /// Returns the better one; `self` if both are equal.
    fn or(self, other: GapStart) -> GapStart {
        if other.score > self.score {
            other
        } else {
            self
        }
    }

    fn plus(self, gain: i32) -> GapStart {
        GapStart {
            score: self.score + gain,
            ..self
        }
    }
}

/// Best gap to each position of a row, computed in ascending order of position.
/// Candidates are the cells of the previous row at a distance of two or more.
struct GapScan {
    /// Next cell of the previous row.
    next: usize,
    /// Word of the current position.
    word: u32,
    /// Best cell in the current word.
    same_word: GapStart,
    /// Best cell in an earlier word. Its score includes `WORD_PASSED` for each
    /// word up to its own, so a difference of scores gives the cost of the gap.
    earlier_word: GapStart,
}

impl GapScan {
    fn new(row: usize) -> GapScan {
        GapScan {
            next: row,
            word: 0,
            same_word: GapStart::NONE,
            earlier_word: GapStart::NONE,
        }
    }

    fn advance_to_word(&mut self, word: u32) {
        if word != self.word {
            let passed = WORD_PASSED * self.word as i32;
            self.earlier_word = self.earlier_word.or(self.same_word.plus(passed));
            self.same_word = GapStart::NONE;
            self.word = word;
        }
    }

    /// Returns the best gap that ends at a position. Positions must not
    /// decrease from call to call.
    fn best(&mut self, cells: &[AlignCell], text: &FoldedText, at: usize) -> GapStart {
        while let Some(cell) = cells.get(self.next).filter(|cell| cell.position() + 1 < at) {
            self.advance_to_word(text.info[cell.position()].word);
            let cell = GapStart {
                score: cell.score,
                cell: self.next as u32,
            };
            self.same_word = self.same_word.or(cell);
            self.next += 1;
        }
        let info = text.info[at];
        self.advance_to_word(info.word);
        let earlier = self.earlier_word.plus(-WORD_PASSED * info.word as i32);
        if info.starts_word() {
            earlier
        } else if info.is_separator {
            earlier.or(self.same_word).plus(-LATE_SEPARATOR)
        } else {
            let same = self.same_word.plus(-INSIDE_WORD);
            earlier.plus(-INSIDE_OTHER).or(same)
        }
    }
}

impl QueryAligner {
    /// Returns an upper bound on the score of an alignment of `count`
    /// characters, `in_name` of them in the name.
    pub(super) fn upper_bound(count: usize, in_name: usize) -> i32 {
        let each = MATCH + COMPLETE + i32::from(NAME_START);
        each * count as i32 + IN_NAME * in_name as i32
    }

    /// Whether the text contains the characters in this order.
    pub(super) fn find(&mut self, needle: &[CodePoint], text: &FoldedText) -> bool {
        self.first.clear();
        let mut from = 0;
        for wanted in needle {
            let Some(at) = text.find(*wanted, from..text.chars.len()) else {
                return false;
            };
            self.first.push(at);
            from = at + 1;
        }
        true
    }

    /// Whether the first match, as left by [`find`](QueryAligner::find), is
    /// contiguous.
    pub(super) fn is_contiguous(&self) -> bool {
        match self.first[..] {
            [first, .., last] => last - first + 1 == self.first.len(),
            _ => true,
        }
    }

    /// Finds, after [`find`](QueryAligner::find), the last place where the text has
    /// the characters contiguously except for joints. Sets `run` if there is
    /// one.
    fn find_run(&mut self, needle: &[CodePoint], text: &FoldedText) -> bool {
        let (Some((first, rest)), Some(&from)) = (needle.split_first(), self.first.first()) else {
            return false;
        };
        let mut end = text.chars.len();
        let mut compared = 0;
        while compared < MAX_CELLS
            && let Some(start) = text.rfind(*first, from..end)
        {
            end = start;
            self.run.clear();
            self.run.push(start);
            let mut at = start + 1;
            for wanted in rest {
                while text
                    .chars
                    .get(at)
                    .is_some_and(|c| c != wanted && is_joint(*c))
                {
                    at += 1;
                }
                if text.chars.get(at) != Some(wanted) {
                    break;
                }
                self.run.push(at);
                at += 1;
            }
            if self.run.len() == needle.len() {
                return true;
            }
            compared += self.run.len();
        }
        false
    }

    fn find_last(&mut self, needle: &[CodePoint], text: &FoldedText) {
        self.last.clear();
        let mut end = text.chars.len();
        for wanted in needle.iter().rev() {
            end = text.rfind(*wanted, 0..end).unwrap_or(0);
            self.last.push(end);
        }
        self.last.reverse();
    }

    /// Aligns the characters that [`find`](QueryAligner::find) has found and returns
    /// the score. Requires the text's word structure. `capitals` is
    /// [`Term::capitals`](super::query::Term::capitals).
    pub(super) fn align(
        &mut self,
        needle: &[CodePoint],
        capitals: &[bool],
        text: &FoldedText,
    ) -> i32 {
        self.find_last(needle, text);
        let widths = self.first.iter().zip(&self.last).map(|(a, b)| b + 1 - a);
        if widths.sum::<usize>() > MAX_CELLS {
            self.first.clone_from(&self.last);
        }
        self.fill(needle, capitals, text)
    }

    /// Aligns as [`align`](QueryAligner::align) did before, but with a contiguous
    /// run of the text. Returns `None` if there is no such run.
    pub(super) fn align_run(
        &mut self,
        needle: &[CodePoint],
        capitals: &[bool],
        text: &FoldedText,
    ) -> Option<i32> {
        if !self.find_run(needle, text) {
            return None;
        }
        self.first.clone_from(&self.run);
        self.last.clone_from(&self.run);
        Some(self.fill(needle, capitals, text))
    }

    /// Computes the cells between `first` and `last` and returns the score of
    /// the best alignment.
    fn fill(&mut self, needle: &[CodePoint], capitals: &[bool], text: &FoldedText) -> i32 {
        self.cells.clear();
        self.rows.clear();
        for index in 0..needle.len() {
            let capital = match capitals.get(index) {
                Some(true) => SAME_CAPITAL,
                _ => 0,
            };
            if index == 0 {
                self.add_first_row(needle[0], capital, text);
            } else {
                self.add_row(index, needle, capital, text);
            }
        }
        self.trace_back()
    }

    fn add_first_row(&mut self, wanted: CodePoint, capital: i32, text: &FoldedText) {
        self.rows.push(0);
        text.for_each(wanted, self.first[0]..self.last[0] + 1, |at| {
            let info = text.info[at];
            let inside = if info.starts_word() || info.is_separator {
                0
            } else {
                INSIDE_OTHER
            };
            self.cells.push(AlignCell {
                position: at as u32,
                score: match_points(text, at, capital) + i32::from(info.bonus) - inside,
                run_bonus: i32::from(info.bonus),
                previous: 0,
            });
        });
    }

    fn add_row(&mut self, index: usize, needle: &[CodePoint], capital: i32, text: &FoldedText) {
        let after_slash = i32::from(needle[index - 1] == SLASH) * AFTER_SLASH;
        let mut gaps = GapScan::new(self.rows[index - 1]);
        let row = self.cells.len();
        self.rows.push(row);
        text.for_each(
            needle[index],
            self.first[index]..self.last[index] + 1,
            |at| {
                let info = text.info[at];
                let bonus = i32::from(info.bonus);
                let gap = gaps.best(&self.cells[..row], text, at);
                let mut cell = AlignCell {
                    position: at as u32,
                    score: gap.score + bonus - after_slash,
                    run_bonus: bonus,
                    previous: gap.cell,
                };
                if let Some(last) = self.cells[..row].get(gaps.next)
                    && last.position() + 1 == at
                {
                    let complete = if info.ends_word { COMPLETE } else { 0 };
                    let score = last.score + last.run_bonus.max(bonus).max(CONSECUTIVE) + complete;
                    if score >= cell.score {
                        cell.score = score;
                        cell.run_bonus = last.run_bonus.max(bonus);
                        cell.previous = gaps.next as u32;
                    }
                }
                cell.score += match_points(text, at, capital);
                self.cells.push(cell);
            },
        );
    }

    /// Follows the best alignment back from its end and returns its score. Of
    /// equal alignments, uses the last.
    fn trace_back(&mut self) -> i32 {
        self.positions.clear();
        let Some(&row) = self.rows.last() else {
            return 0;
        };
        let Some(best) = self.cells[row..].iter().max_by_key(|cell| cell.score) else {
            return 0;
        };
        let mut cell = best;
        for _ in 1..self.rows.len() {
            self.positions.push(cell.position());
            cell = &self.cells[cell.previous as usize];
        }
        self.positions.push(cell.position());
        self.positions.reverse();
        best.score
    }
}

/// Returns the points for a match at a position, plus `capital` at a capital
/// that starts a word.
fn match_points(text: &FoldedText, at: usize, capital: i32) -> i32 {
    let in_name = if at >= text.name { IN_NAME } else { 0 };
    let info = text.info[at];
    let same_capital = if info.is_capital && info.starts_word() {
        capital
    } else {
        0
    };
    MATCH + in_name + same_capital
}
