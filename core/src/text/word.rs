//! Where words end.

use super::graphemes::Rules;
use super::pieces::{Kind, Pieces};
use super::units::Units;
use super::width::{Props, class};

/// How a character stands next to others in a word.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Edge {
    /// A line may be broken on both sides.
    ideographic: bool,
    /// Not after it.
    opening: bool,
    /// Not before it.
    closing: bool,
}

/// What stands before a part of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Before {
    /// The start of the paragraph.
    Start,
    /// A space or tab.
    Space,
    /// U+200B, which only allows a break.
    Invisible,
    /// Another part of the word.
    Word(Edge),
}

impl Edge {
    pub(super) fn ascii(byte: u8) -> Edge {
        Edge {
            ideographic: false,
            opening: matches!(byte, b'(' | b'[' | b'{'),
            closing: b")]},.!?:;%".contains(&byte),
        }
    }
}

impl Before {
    /// What a cluster that starts at `at` is to the one after it.
    pub(super) fn cluster(text: &str, at: usize, first: Props) -> Before {
        let (code, _) = text.decode(at);
        let c = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        if is_breaking_space(c) {
            return Before::Space;
        }
        if c == '\u{200B}' {
            return Before::Invisible;
        }
        let hangul = matches!(first.class(), class::LEADING | class::SYLLABLE);
        Before::Word(Edge {
            ideographic: first.width() == 2 && !hangul,
            opening: OPENING.contains(c),
            closing: CLOSING.contains(c),
        })
    }

    /// Whether a line may be broken between this and a part of a word.
    pub(super) fn may_break(self, next: Edge) -> bool {
        match self {
            Before::Start => false,
            Before::Space | Before::Invisible => true,
            Before::Word(last) => {
                (last.ideographic || next.ideographic) && !last.opening && !next.closing
            }
        }
    }
}

/// What no line ends with (UAX #14, class OP, of East Asian text).
const OPENING: &str = "（［｛〈《「『【〔〖〘〚〝｟｢“‘";
/// What no line starts with (UAX #14, classes CL, CP, EX, NS and CJ, of East
/// Asian text: punctuation, small kana, iteration and prolonged sound marks).
const CLOSING: &str = "）］｝〉》」』】〕〗〙〛〞〟｠｣”’、。，．！？：；…‥・ー～々〻ゝゞヽヾ\
    ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ％";

/// Whether lines break at this space: every space but tab and those of fixed
/// places (U+00A0, U+2007, U+202F).
pub(super) fn is_breaking_space(c: char) -> bool {
    matches!(c,
        ' ' | '\u{1680}' | '\u{2000}'..='\u{2006}' | '\u{2008}'..='\u{200A}'
        | '\u{205F}' | '\u{3000}')
}

/// How many cells of a word are looked at in one step.
const STEP: usize = 64;

/// Whether the word that starts at `at` holds a `://`.
pub(super) fn is_url(text: &str, at: usize, rules: &Rules) -> bool {
    let mut pieces = Pieces::resume(text, rules, at, 0);
    // The start of the ASCII at hand, of which runs are only parts.
    let mut ascii = at;
    while let Some(piece) = pieces.next(STEP) {
        match piece.kind {
            Kind::Run => {
                let run = &text[piece.start..piece.end];
                let word = run.split(' ').next().unwrap_or_default();
                // The mark may begin in the run before.
                let from = ascii.max(piece.start.saturating_sub(2));
                if text[from..piece.start + word.len()].contains("://") {
                    return true;
                }
                if word.len() < run.len() {
                    return false;
                }
                continue;
            }
            Kind::Tab | Kind::Newline => return false,
            Kind::Cluster(first) => match Before::cluster(text, piece.start, first) {
                Before::Word(edge) if !edge.ideographic => {}
                _ => return false,
            },
            Kind::Control | Kind::Escape => {}
        }
        ascii = piece.end;
    }
    false
}
