//! Grapheme clusters (UAX #29, extended) and the cells they take.

use super::options::{ClusterWidth, TextOptions};
use super::pieces::{Kind, Pieces};
use super::units::Units;
use super::width::{Props, class, props};

const TEXT_VARIATION: u32 = 0xFE0E;
const EMOJI_VARIATION: u32 = 0xFE0F;

/// [`TextOptions`] as the loops want them.
#[derive(Clone)]
pub(super) struct Rules {
    /// Cells by what [`Props::width`] says.
    widths: [u8; 4],
    tab_width: usize,
    cluster_width: ClusterWidth,
    emoji_variation: bool,
    text_variation: bool,
    lone_regional: usize,
}

impl Rules {
    pub(super) fn new(options: &TextOptions) -> Rules {
        Rules {
            widths: [0, 1, 2, if options.ambiguous_wide { 2 } else { 1 }],
            tab_width: usize::from(options.tab_width),
            cluster_width: options.cluster_width,
            emoji_variation: options.emoji_variation,
            text_variation: options.text_variation,
            lone_regional: if options.lone_regional_wide { 2 } else { 1 },
        }
    }

    #[inline(always)]
    fn cells(&self, props: Props) -> usize {
        usize::from(self.widths[usize::from(props.width())])
    }

    /// Cells of a character that starts a cluster.
    #[inline(always)]
    pub(super) fn first_cells(&self, props: Props) -> usize {
        match props.class() {
            class::REGIONAL => self.lone_regional,
            // Alone they get a cell, since there is nothing to combine with;
            // without clustering they count on standing behind a consonant.
            class::VOWEL | class::TRAILING if self.cluster_width == ClusterWidth::Sum => 0,
            _ => self.cells(props),
        }
    }

    /// Cells of a tab that stands in `column`.
    pub(super) fn tab_cells(&self, column: usize) -> usize {
        match self.tab_width {
            0 => 0,
            width => width - column % width,
        }
    }

    /// Whether a tab is as wide in `column` as in `other`.
    pub(super) fn same_stops(&self, column: usize, other: usize) -> bool {
        self.tab_cells(column) == self.tab_cells(other)
    }
}

/// Whether a character of class `next` may follow one of class `last` in a
/// cluster; what else stands in the cluster decides (see [`Boundary`]).
const fn may_follow(last: u8, next: u8) -> bool {
    match next {
        class::EXTEND
        | class::NON_JOINER
        | class::LINKER
        | class::JOINER
        | class::SPACING
        | class::SPACING_VOWEL => true,
        class::CONTROL => false,
        _ if last == class::PREPEND => true,
        class::LEADING | class::SYLLABLE => last == class::LEADING,
        class::VOWEL => matches!(last, class::LEADING | class::VOWEL | class::SYLLABLE),
        class::TRAILING => matches!(last, class::VOWEL | class::TRAILING | class::SYLLABLE),
        class::PICTOGRAPH => last == class::JOINER,
        class::CONSONANT => matches!(last, class::EXTEND | class::LINKER | class::JOINER),
        class::REGIONAL => last == class::REGIONAL,
        _ => false,
    }
}

/// The answers of [`may_follow`]: of each class the set of those that may
/// follow.
static FOLLOWERS: [u16; 16] = {
    let mut all = [0; 16];
    let mut pair = 0;
    while pair < 256 {
        let (last, next) = (pair / 16, pair % 16);
        all[last] |= (may_follow(last as u8, next as u8) as u16) << next;
        pair += 1;
    }
    all
};

/// Whether a printable ASCII character and the one after it, which is not
/// ASCII, are one cluster.
#[inline(always)]
pub(super) fn joins_printable(next: Props) -> bool {
    FOLLOWERS[usize::from(class::OTHER)] >> next.class() & 1 != 0
}

/// Whether two characters may be one cluster.
#[inline(always)]
pub(super) fn may_join(last: Props, next: Props) -> bool {
    FOLLOWERS[usize::from(last.class())] >> next.class() & 1 != 0
}

/// Where the rules of UAX #29 stand inside of one cluster.
struct Boundary {
    last: u8,
    /// The cluster so far ends in a pictograph and what extends it (GB11).
    pictograph: bool,
    /// The cluster so far ends in a consonant and what extends it, without and
    /// with a linker (GB9c).
    consonant: bool,
    linked: bool,
    /// The last character is a regional indicator that is not yet half of a
    /// flag (GB12, GB13).
    half_flag: bool,
    /// The last character, if it is a Hangul syllable, has a trailing
    /// consonant (GB7).
    closed: bool,
}

impl Boundary {
    fn new(code: u32, first: Props) -> Boundary {
        Boundary {
            last: first.class(),
            pictograph: first.class() == class::PICTOGRAPH,
            consonant: first.class() == class::CONSONANT,
            linked: false,
            half_flag: first.class() == class::REGIONAL,
            closed: is_closed(code),
        }
    }

    /// Whether no boundary stands before a character of class `next`.
    #[inline(always)]
    fn joins(&self, next: u8) -> bool {
        may_follow(self.last, next)
            && match next {
                _ if self.last == class::PREPEND => true,
                class::VOWEL => self.last != class::SYLLABLE || !self.closed,
                class::PICTOGRAPH => self.pictograph,
                class::CONSONANT => self.linked,
                class::REGIONAL => self.half_flag,
                _ => true,
            }
    }

    fn push(&mut self, code: u32, next: u8) {
        let extends = matches!(
            next,
            class::EXTEND | class::NON_JOINER | class::LINKER | class::JOINER
        );
        // After the joiner only a pictograph may follow for GB11 to hold.
        self.pictograph =
            next == class::PICTOGRAPH || self.pictograph && extends && self.last != class::JOINER;
        if next == class::CONSONANT {
            self.consonant = true;
            self.linked = false;
        } else {
            self.consonant &= extends && next != class::NON_JOINER;
            self.linked = self.consonant && (self.linked || next == class::LINKER);
        }
        self.half_flag = next == class::REGIONAL && !self.half_flag;
        self.closed = is_closed(code);
        self.last = next;
    }
}

/// Whether a precomposed Hangul syllable has a trailing consonant: they are
/// laid out in rows of 28, the first without (The Unicode Standard, 3.12).
fn is_closed(code: u32) -> bool {
    !code.wrapping_sub(0xAC00).is_multiple_of(28)
}

/// The end of the cluster whose first character, `code`, ends at `at`, and its
/// cells. The first character is no control.
#[inline(always)]
pub(super) fn cluster_end<U: Units>(
    text: U,
    at: usize,
    code: u32,
    first: Props,
    rules: &Rules,
) -> (usize, usize) {
    if at == text.len() {
        return (at, rules.first_cells(first));
    }
    let unit = text.unit(at);
    let ends = if unit < 0x80 {
        first.class() != class::PREPEND
    } else {
        // Nearly every cluster ends here.
        let (next, _) = text.decode(at);
        !may_join(first, props(next))
    };
    if ends {
        return (at, rules.first_cells(first));
    }
    long_cluster(text, at, code, first, rules)
}

/// As [`cluster_end`], where the cluster may go on.
pub(super) fn long_cluster<U: Units>(
    text: U,
    mut at: usize,
    code: u32,
    first: Props,
    rules: &Rules,
) -> (usize, usize) {
    let only_first = rules.cluster_width == ClusterWidth::First;
    let mut width = rules.first_cells(first);
    let mut boundary = Boundary::new(code, first);
    let mut previous = first;
    // Whether the width of the previous character is in the sum.
    let mut counted = true;
    while at < text.len() {
        let (code, n) = text.decode(at);
        let next = props(code);
        if !boundary.joins(next.class()) {
            break;
        }
        width = match code {
            EMOJI_VARIATION if counted && rules.emoji_variation && previous.widens() => {
                width - rules.cells(previous) + 2
            }
            TEXT_VARIATION if counted && rules.text_variation && previous.narrows() => width - 1,
            _ if boundary.half_flag && next.class() == class::REGIONAL => {
                width - rules.lone_regional + 2
            }
            _ if only_first => {
                let widens = next.class() == class::SPACING_VOWEL && width == 1;
                width + usize::from(widens)
            }
            _ if matches!(next.class(), class::VOWEL | class::TRAILING) => width,
            _ => width + rules.first_cells(next),
        };
        counted = !only_first;
        boundary.push(code, next.class());
        previous = next;
        at += n;
    }
    if rules.cluster_width == ClusterWidth::Capped {
        width = width.min(2);
    }
    (at, width)
}

/// A piece of text that is drawn as one, and what it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Grapheme<'a> {
    /// The text of the piece.
    pub text: &'a str,
    /// Where it starts, in bytes from 0.
    pub offset: usize,
    /// Its cells; of a tab, up to the next stop of the column it stands in.
    pub width: usize,
    /// Whether it is an escape sequence, which is one piece of width 0.
    pub is_escape: bool,
}

/// The grapheme clusters of a text with their cells, from [`graphemes`].
#[derive(Clone)]
pub struct Graphemes<'a> {
    text: &'a str,
    rules: Rules,
    at: usize,
    column: usize,
}

/// Splits a text into extended grapheme clusters (UAX #29) and escape
/// sequences, each with the cells it takes. All of them joined are the text.
///
/// # Cost
///
/// Linear in the text, nothing allocated.
///
/// ```
/// use ransack::{TextOptions, graphemes};
///
/// let widths: Vec<_> =
///     graphemes("e\u{301}한🇩🇪", &TextOptions::default()).map(|g| (g.text, g.width)).collect();
/// assert_eq!(widths, [("e\u{301}", 1), ("한", 2), ("🇩🇪", 2)]);
/// ```
pub fn graphemes<'a>(text: &'a str, options: &TextOptions) -> Graphemes<'a> {
    Graphemes {
        text,
        rules: Rules::new(options),
        at: 0,
        column: 0,
    }
}

impl<'a> Iterator for Graphemes<'a> {
    type Item = Grapheme<'a>;

    fn next(&mut self) -> Option<Grapheme<'a>> {
        let mut pieces = Pieces::resume(self.text, &self.rules, self.at, self.column);
        let piece = pieces.next(1)?;
        self.at = pieces.at();
        self.column = pieces.column();
        Some(Grapheme {
            text: &self.text[piece.start..piece.end],
            offset: piece.start,
            width: piece.width,
            is_escape: piece.kind == Kind::Escape,
        })
    }
}

impl std::iter::FusedIterator for Graphemes<'_> {}

impl std::fmt::Debug for Graphemes<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Graphemes")
            .field("rest", &&self.text[self.at..])
            .finish_non_exhaustive()
    }
}
