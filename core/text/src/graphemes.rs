//! Grapheme clusters (UAX #29, extended) and their widths.
//!
//! A boundary depends on the two adjacent characters and on a [`ClusterState`] of constant size, so
//! finding all clusters is linear.

use super::cell_spans::{CellSpans, SpanKind};
use super::char_props::{CharProps, char_props, class};
use super::code_units::CodeUnits;
use super::options::{ClusterWidth, TextOptions};

const TEXT_VARIATION: u32 = 0xFE0E;
const EMOJI_VARIATION: u32 = 0xFE0F;

/// [`TextOptions`] precomputed for the measuring loops.
#[derive(Clone)]
pub(super) struct WidthRules {
    /// Width in cells for each value of [`CharProps::width`].
    widths: [u8; 4],
    tab_width: usize,
    fixed_tabs: bool,
    cluster_width: ClusterWidth,
    emoji_variation: bool,
    text_variation: bool,
    lone_regional: usize,
}

impl WidthRules {
    pub(super) fn new(options: &TextOptions) -> WidthRules {
        WidthRules {
            widths: [0, 1, 2, if options.ambiguous_wide { 2 } else { 1 }],
            tab_width: usize::from(options.tab_width),
            fixed_tabs: options.fixed_tabs,
            cluster_width: options.cluster_width,
            emoji_variation: options.emoji_variation,
            text_variation: options.text_variation,
            lone_regional: if options.lone_regional_wide { 2 } else { 1 },
        }
    }

    #[inline(always)]
    fn cells(&self, char_props: CharProps) -> usize {
        usize::from(self.widths[usize::from(char_props.width())])
    }

    /// Returns the width of a character that starts a cluster, in cells.
    #[inline(always)]
    pub(super) fn first_cells(&self, char_props: CharProps) -> usize {
        match char_props.class() {
            class::REGIONAL => self.lone_regional,
            // Alone they occupy a cell, but terminals without clustering assume that they follow a
            // consonant.
            class::VOWEL | class::TRAILING if self.cluster_width == ClusterWidth::Sum => 0,
            _ => self.cells(char_props),
        }
    }

    /// Returns the width of a tab at `column`, in cells.
    pub(super) fn tab_cells(&self, column: usize) -> usize {
        match self.tab_width {
            0 => 0,
            width if self.fixed_tabs => width,
            width => width - column % width,
        }
    }

    /// Whether a tab has the same width at `column` as at `other`.
    pub(super) fn has_same_tab_width(&self, column: usize, other: usize) -> bool {
        self.tab_cells(column) == self.tab_cells(other)
    }
}

/// Whether a character of class `next` may follow one of class `last` in a cluster. A necessary
/// condition; [`ClusterState`] decides.
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

/// Precomputed [`may_follow`]: for each class, a bit mask of the classes that may follow.
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

/// Whether a printable ASCII character forms a cluster with the non-ASCII character after it.
#[inline(always)]
pub(super) fn joins_printable(next: CharProps) -> bool {
    FOLLOWERS[usize::from(class::OTHER)] >> next.class() & 1 != 0
}

/// Whether two adjacent characters may be in one cluster.
#[inline(always)]
pub(super) fn may_join(last: CharProps, next: CharProps) -> bool {
    FOLLOWERS[usize::from(last.class())] >> next.class() & 1 != 0
}

/// Whether a cluster may span the seam between text that ends with `last` and the text `next`, and
/// have another width than the separate clusters.
pub(super) fn may_change_width(last: char, next: &str, rules: &WidthRules) -> bool {
    let Some(first) = next.chars().next() else {
        return false;
    };
    if last.is_ascii() && first.is_ascii() {
        return false;
    }
    let (last, code) = (char_props(last.into()), u32::from(first));
    let has_effect = || {
        let cluster = CellSpans::new(next, rules).next(1);
        cluster.is_some_and(|cluster| cluster.width > 0)
            || last.class() == class::PREPEND
            || matches!(code, TEXT_VARIATION | EMOJI_VARIATION)
    };
    may_join(last, char_props(code)) && has_effect()
}

/// State of the UAX #29 rules inside a cluster.
struct ClusterState {
    /// Class of the last character.
    last: u8,
    /// Whether the cluster so far ends with a pictograph and its extenders (GB11).
    pictograph: bool,
    /// Whether the cluster so far ends with a consonant and its extenders (GB9c).
    consonant: bool,
    /// Whether the extenders of the consonant include a linker (GB9c).
    linked: bool,
    /// Whether the last character is the first half of a regional indicator pair (GB12, GB13).
    half_flag: bool,
    /// Whether the last character is a Hangul syllable with a trailing consonant (GB7).
    closed: bool,
}

impl ClusterState {
    fn new(code: u32, first: CharProps) -> ClusterState {
        ClusterState {
            last: first.class(),
            pictograph: first.class() == class::PICTOGRAPH,
            consonant: first.class() == class::CONSONANT,
            linked: false,
            half_flag: first.class() == class::REGIONAL,
            closed: is_closed(code),
        }
    }

    /// Whether a character of class `next` belongs to the cluster.
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
        // GB11 requires the pictograph directly after the joiner.
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

/// Whether a precomposed Hangul syllable has a trailing consonant. Syllables come in rows of 28, of
/// which the first has none (The Unicode Standard, 3.12).
fn is_closed(code: u32) -> bool {
    !code.wrapping_sub(0xAC00).is_multiple_of(28)
}

/// Returns the end and width of the cluster whose first character, `code`, ends at `at`. The first
/// character is not a control.
#[inline(always)]
pub(super) fn cluster_end<U: CodeUnits>(
    text: U,
    at: usize,
    code: u32,
    first: CharProps,
    rules: &WidthRules,
) -> (usize, usize) {
    if at == text.len() {
        return (at, rules.first_cells(first));
    }
    let unit = text.unit(at);
    let ends = if unit < 0x80 {
        first.class() != class::PREPEND
    } else {
        // The common case: one character.
        let (next, _) = text.decode(at);
        !may_join(first, char_props(next))
    };
    if ends {
        return (at, rules.first_cells(first));
    }
    long_cluster(text, at, code, first, rules)
}

/// Returns the end and width of a cluster that may extend beyond its first character, `code`, which
/// ends at `at`.
pub(super) fn long_cluster<U: CodeUnits>(
    text: U,
    mut at: usize,
    code: u32,
    first: CharProps,
    rules: &WidthRules,
) -> (usize, usize) {
    let only_first = rules.cluster_width == ClusterWidth::First;
    let mut width = rules.first_cells(first);
    let mut boundary = ClusterState::new(code, first);
    let mut previous = first;
    // Whether `width` includes the width of the previous character.
    let mut counted = true;
    while at < text.len() {
        let (code, n) = text.decode(at);
        let next = char_props(code);
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

/// Grapheme cluster or escape sequence with its width, yielded by [`graphemes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Grapheme<'a> {
    /// Text of the cluster or sequence.
    pub text: &'a str,
    /// 0-based byte offset of the cluster or sequence in the text.
    pub offset: usize,
    /// Width in cells; for a tab, the distance to the next tab stop, unless tabs have a fixed width.
    pub width: usize,
    /// Whether this is an escape sequence, which has width 0.
    pub is_escape: bool,
}

/// Iterator over the grapheme clusters and escape sequences in text, returned by [`graphemes`].
#[derive(Clone)]
pub struct Graphemes<'a> {
    text: &'a str,
    rules: WidthRules,
    at: usize,
    column: usize,
}

/// Splits `text` into extended grapheme clusters (UAX #29) and escape sequences, each with its
/// width. Concatenating them yields the original text.
///
/// # Cost
///
/// O(n) for the whole text; allocates nothing.
///
/// ```
/// # extern crate ransack_text as ransack;
/// use ransack::{TextOptions, graphemes};
///
/// let widths: Vec<_> =
///     graphemes("e\u{301}한🇩🇪", &TextOptions::default()).map(|g| (g.text, g.width)).collect();
/// assert_eq!(widths, [("e\u{301}", 1), ("한", 2), ("🇩🇪", 2)]);
/// ```
pub fn graphemes<'a>(text: &'a str, options: &TextOptions) -> Graphemes<'a> {
    Graphemes {
        text,
        rules: WidthRules::new(options),
        at: 0,
        column: 0,
    }
}

impl<'a> Iterator for Graphemes<'a> {
    type Item = Grapheme<'a>;

    fn next(&mut self) -> Option<Grapheme<'a>> {
        let mut spans = CellSpans::resume(self.text, &self.rules, self.at, self.column);
        let span = spans.next(1)?;
        self.at = spans.at();
        self.column = spans.column();
        Some(Grapheme {
            text: &self.text[span.start..span.end],
            offset: span.start,
            width: span.width,
            is_escape: span.kind == SpanKind::Escape,
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
