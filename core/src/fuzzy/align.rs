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
/// that cost by the words, not the characters, that they pass. Only positions
/// that have the character are gone through.
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
    at: u32,
    score: i32,
    /// What a run of matches that goes on gains a character.
    run: i32,
    /// The cell of the character before.
    previous: u32,
}

impl Cell {
    fn at(&self) -> usize {
        self.at as usize
    }
}

const NONE: i32 = i32::MIN / 2;

/// The best of several cells that a gap can begin at.
#[derive(Clone, Copy)]
struct Best {
    score: i32,
    cell: u32,
}

impl Best {
    const NONE: Best = Best {
        score: NONE,
        cell: 0,
    };

    /// Of equal ones the first.
    fn or(self, other: Best) -> Best {
        if other.score > self.score {
            other
        } else {
            self
        }
    }

    fn plus(self, gain: i32) -> Best {
        Best {
            score: self.score + gain,
            ..self
        }
    }
}

/// Where gaps can begin: the cells of the row before that are at least one
/// character away.
struct Gaps {
    /// The next cell of that row.
    next: usize,
    /// How many words have begun, the best cell since the last of them, and the
    /// best before, as if no word had been passed.
    word: u32,
    same: Best,
    earlier: Best,
}

impl Gaps {
    fn new(row: usize) -> Gaps {
        Gaps {
            next: row,
            word: 0,
            same: Best::NONE,
            earlier: Best::NONE,
        }
    }

    fn go_on_to(&mut self, word: u32) {
        if word != self.word {
            let passed = WORD_PASSED * self.word as i32;
            self.earlier = self.earlier.or(self.same.plus(passed));
            self.same = Best::NONE;
            self.word = word;
        }
    }

    /// The best gap that ends at a position, which may be no less than the one
    /// asked for before.
    fn best(&mut self, cells: &[Cell], text: &Text, at: usize) -> Best {
        while let Some(cell) = cells.get(self.next).filter(|cell| cell.at() + 1 < at) {
            self.go_on_to(text.places[cell.at()].word);
            let cell = Best {
                score: cell.score,
                cell: self.next as u32,
            };
            self.same = self.same.or(cell);
            self.next += 1;
        }
        let place = text.places[at];
        self.go_on_to(place.word);
        let earlier = self.earlier.plus(-WORD_PASSED * place.word as i32);
        if place.starts {
            earlier
        } else if place.separates {
            earlier.or(self.same).plus(-LATE_SEPARATOR)
        } else {
            let same = self.same.plus(-INSIDE_WORD);
            earlier.plus(-INSIDE_OTHER).or(same)
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
    pub(super) fn find(&mut self, needle: &[Unit], text: &Text) -> bool {
        self.first.clear();
        let mut from = 0;
        for wanted in needle {
            let Some(at) = text.find(*wanted, from..text.units.len()) else {
                return false;
            };
            self.first.push(at);
            from = at + 1;
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

    fn find_last(&mut self, needle: &[Unit], text: &Text) {
        self.last.clear();
        let mut end = text.units.len();
        for wanted in needle.iter().rev() {
            end = text.rfind(*wanted, 0..end).unwrap_or(0);
            self.last.push(end);
        }
        self.last.reverse();
    }

    /// Aligns what `find` has found and returns what it is worth.
    pub(super) fn align(&mut self, needle: &[Unit], text: &Text) -> i32 {
        self.find_last(needle, text);
        let widths = self.first.iter().zip(&self.last).map(|(a, b)| b + 1 - a);
        if widths.sum::<usize>() > MAX_CELLS {
            self.first.clone_from(&self.last);
        }
        self.cells.clear();
        self.rows.clear();
        for index in 0..needle.len() {
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
        self.rows.push(0);
        text.each(wanted, self.first[0]..self.last[0] + 1, |at| {
            let place = text.places[at];
            let inside = if place.starts || place.separates {
                0
            } else {
                INSIDE_OTHER
            };
            self.cells.push(Cell {
                at: at as u32,
                score: worth(text, at) + i32::from(place.bonus) - inside,
                run: i32::from(place.bonus),
                previous: 0,
            });
        });
    }

    /// The row of another one, from the row before.
    fn extend(&mut self, index: usize, needle: &[Unit], text: &Text) {
        let detour = i32::from(needle[index - 1] == SLASH) * AFTER_SLASH;
        let mut gaps = Gaps::new(self.rows[index - 1]);
        let row = self.cells.len();
        self.rows.push(row);
        text.each(
            needle[index],
            self.first[index]..self.last[index] + 1,
            |at| {
                let place = text.places[at];
                let bonus = i32::from(place.bonus);
                let gap = gaps.best(&self.cells[..row], text, at);
                let mut cell = Cell {
                    at: at as u32,
                    score: gap.score + bonus - detour,
                    run: bonus,
                    previous: gap.cell,
                };
                if let Some(last) = self.cells[..row].get(gaps.next)
                    && last.at() + 1 == at
                {
                    let complete = if place.ends { COMPLETE } else { 0 };
                    let score = last.score + last.run.max(bonus).max(CONSECUTIVE) + complete;
                    if score >= cell.score {
                        cell.score = score;
                        cell.run = last.run.max(bonus);
                        cell.previous = gaps.next as u32;
                    }
                }
                cell.score += worth(text, at);
                self.cells.push(cell);
            },
        );
    }

    /// Follows the best alignment back from its end; of equal ones the last.
    fn trace(&mut self) -> i32 {
        self.positions.clear();
        let Some(&row) = self.rows.last() else {
            return 0;
        };
        let Some(best) = self.cells[row..].iter().max_by_key(|cell| cell.score) else {
            return 0;
        };
        let mut cell = best;
        for _ in 1..self.rows.len() {
            self.positions.push(cell.at());
            cell = &self.cells[cell.previous as usize];
        }
        self.positions.push(cell.at());
        self.positions.reverse();
        best.score
    }
}

fn worth(text: &Text, at: usize) -> i32 {
    if at >= text.name {
        MATCH + IN_NAME
    } else {
        MATCH
    }
}
