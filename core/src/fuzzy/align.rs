use super::text::{SLASH, Text, Unit};

/// Any match; one in the name; one right after another where no word starts;
/// one that completes a word.
pub(super) const MATCH: i32 = 16;
pub(super) const IN_NAME: i32 = 3;
pub(super) const CONSECUTIVE: i32 = 5;
pub(super) const COMPLETE: i32 = 2;
/// For each word whose start is passed over.
const WORD_PASSED: i32 = 1;
/// A match inside a word: the one that the match before is in, or another.
pub(super) const INSIDE_WORD: i32 = 4;
pub(super) const INSIDE_OTHER: i32 = 9;
/// A separator that does not follow its word's end, and what does not follow
/// the `/` that was typed before it.
const LATE_SEPARATOR: i32 = 2;
const AFTER_SLASH: i32 = 6;

/// More cells than this are not looked at for one candidate: the match that
/// ends last is taken as it is.
const MAX_CELLS: usize = 1 << 16;

/// Places the characters of a query in a text where they are worth most, by
/// dynamic programming over (character, position) as Smith and Waterman do, with gaps
/// that cost by the words, not the characters, that they pass.
#[derive(Debug, Default)]
pub(super) struct Aligner {
    /// The first and the last position that each character can have.
    first: Vec<usize>,
    last: Vec<usize>,
    cells: Vec<Cell>,
    /// Where in `cells` the row of each character begins.
    rows: Vec<usize>,
    /// Where the characters are, once aligned.
    pub(super) positions: Vec<usize>,
}

/// The best that ends with a character at a position.
#[derive(Clone, Copy, Debug)]
struct Cell {
    score: i32,
    /// What a run of matches that goes on gains a character.
    run: i32,
    /// Where the character before is.
    previous: u32,
}

const NONE: i32 = i32::MIN / 2;

impl Cell {
    const NONE: Cell = Cell {
        score: NONE,
        run: 0,
        previous: 0,
    };
}

/// The best of several places that a gap can begin at.
#[derive(Clone, Copy)]
struct Best {
    score: i32,
    at: u32,
}

impl Best {
    const NONE: Best = Best { score: NONE, at: 0 };

    fn or(self, score: i32, at: u32) -> Best {
        if score > self.score {
            Best { score, at }
        } else {
            self
        }
    }
}

impl Aligner {
    /// The most that `count` characters can be worth, `in_name` of them in the
    /// name.
    pub(super) fn most(count: usize, in_name: usize) -> i32 {
        let each = MATCH + COMPLETE + i32::from(super::text::NAME_START);
        each * count as i32 + IN_NAME * in_name as i32
    }

    /// Whether the characters come in this order.
    pub(super) fn find(&mut self, needle: &[Unit], units: &[Unit]) -> bool {
        self.first.clear();
        let mut at = 0;
        for wanted in needle {
            let Some(next) = units[at..].iter().position(|unit| unit == wanted) else {
                return false;
            };
            self.first.push(at + next);
            at += next + 1;
        }
        true
    }

    /// Whether what `find` has found lies in one piece.
    pub(super) fn is_one_piece(&self) -> bool {
        match self.first[..] {
            [first, .., last] => last - first + 1 == self.first.len(),
            _ => true,
        }
    }

    fn find_last(&mut self, needle: &[Unit], units: &[Unit]) {
        self.last.clear();
        let mut end = units.len();
        for wanted in needle.iter().rev() {
            end = units[..end].iter().rposition(|u| u == wanted).unwrap_or(0);
            self.last.push(end);
        }
        self.last.reverse();
    }

    /// Aligns what `find` has found and returns what it is worth.
    pub(super) fn align(&mut self, needle: &[Unit], text: &Text) -> i32 {
        self.find_last(needle, &text.units);
        let cells: usize = self
            .first
            .iter()
            .zip(&self.last)
            .map(|(a, b)| b + 1 - a)
            .sum();
        if cells > MAX_CELLS {
            self.first.clone_from(&self.last);
        }
        self.cells.clear();
        self.rows.clear();
        for index in 0..needle.len() {
            let row = self.cells.len();
            self.rows.push(row);
            let width = self.last[index] + 1 - self.first[index];
            self.cells.resize(row + width, Cell::NONE);
            if index == 0 {
                self.begin(needle[0], text);
            } else {
                self.extend(index, needle, text);
            }
        }
        self.trace()
    }

    /// The row of the first character.
    fn begin(&mut self, wanted: Unit, text: &Text) {
        for at in self.first[0]..=self.last[0] {
            if text.units[at] != wanted {
                continue;
            }
            let place = text.places[at];
            let inside = if place.starts || place.separates {
                0
            } else {
                INSIDE_OTHER
            };
            self.cells[at - self.first[0]] = Cell {
                score: worth(text, at) + i32::from(place.bonus) - inside,
                run: i32::from(place.bonus),
                previous: 0,
            };
        }
    }

    /// The row of another one, from the row before.
    fn extend(&mut self, index: usize, needle: &[Unit], text: &Text) {
        let wanted = needle[index];
        let detour = i32::from(needle[index - 1] == SLASH) * AFTER_SLASH;
        let (before, row) = self.cells.split_at_mut(self.rows[index]);
        let before = &before[self.rows[index - 1]..];
        let before_first = self.first[index - 1];
        let first = self.first[index];
        // Matches before with a gap since: in the word of `at`, or earlier.
        let mut same = Best::NONE;
        let mut earlier = Best::NONE;
        for at in before_first + 1..=self.last[index] {
            if at >= before_first + 2 {
                let from = at - 2;
                let cell = before
                    .get(from - before_first)
                    .copied()
                    .unwrap_or(Cell::NONE);
                if text.places[at - 1].starts {
                    earlier = earlier.or(cell.score - WORD_PASSED, from as u32);
                } else {
                    same = same.or(cell.score, from as u32);
                }
            }
            let place = text.places[at];
            if place.starts {
                earlier = earlier.or(same.score, same.at);
                earlier.score -= WORD_PASSED;
                same = Best::NONE;
            }
            if at < first || text.units[at] != wanted {
                continue;
            }
            let bonus = i32::from(place.bonus);
            let jump = if place.starts {
                earlier.or(NONE, 0)
            } else if place.separates {
                let best = earlier.or(same.score, same.at);
                Best {
                    score: best.score - LATE_SEPARATOR,
                    ..best
                }
            } else {
                Best {
                    score: earlier.score - INSIDE_OTHER,
                    ..earlier
                }
                .or(same.score - INSIDE_WORD, same.at)
            };
            let mut cell = Cell {
                score: jump.score + bonus - detour,
                run: bonus,
                previous: jump.at,
            };
            if let Some(last) = before.get(at - 1 - before_first)
                && last.score > NONE
            {
                let complete = if place.ends { COMPLETE } else { 0 };
                let score = last.score + last.run.max(bonus).max(CONSECUTIVE) + complete;
                if score >= cell.score {
                    cell = Cell {
                        score,
                        run: last.run.max(bonus),
                        previous: at as u32 - 1,
                    };
                }
            }
            cell.score += worth(text, at);
            row[at - first] = cell;
        }
    }

    /// Follows the best alignment back from its end; of equal ones the last.
    fn trace(&mut self) -> i32 {
        self.positions.clear();
        let Some(&row) = self.rows.last() else {
            return 0;
        };
        let ends = self.cells[row..].iter().enumerate();
        let Some((column, cell)) = ends.max_by_key(|(_, cell)| cell.score) else {
            return 0;
        };
        let score = cell.score;
        let mut at = self.first[self.rows.len() - 1] + column;
        for index in (0..self.rows.len()).rev() {
            self.positions.push(at);
            let cell = self.cells[self.rows[index] + at - self.first[index]];
            at = cell.previous as usize;
        }
        self.positions.reverse();
        score
    }
}

fn worth(text: &Text, at: usize) -> i32 {
    if at >= text.name {
        MATCH + IN_NAME
    } else {
        MATCH
    }
}
