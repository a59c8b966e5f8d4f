//! Where words end.

use super::graphemes::Rules;
use super::pieces::{Kind, Pieces};
use super::units::Units;
use super::width::{class, props};

/// How a character stands next to others in a word; the default is as a letter
/// does.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Edge(u8);

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
    /// A line may be broken on both sides.
    const IDEOGRAPHIC: u8 = 1;
    /// Not after it.
    const OPENING: u8 = 2;
    /// Not before it.
    const CLOSING: u8 = 4;

    #[inline(always)]
    pub(super) fn ascii(byte: u8) -> Edge {
        Edge(match byte {
            b'(' | b'[' | b'{' => Edge::OPENING,
            b')' | b']' | b'}' | b',' | b'.' | b'!' | b'?' | b':' | b';' | b'%' => Edge::CLOSING,
            _ => 0,
        })
    }

    fn is(self, what: u8) -> bool {
        self.0 & what != 0
    }
}

impl Before {
    /// What a cluster that starts at `at` is to the one after it.
    pub(super) fn cluster(text: &str, at: usize) -> Before {
        let (code, _) = text.decode(at);
        let first = props(code);
        let c = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        if is_breaking_space(c) {
            return Before::Space;
        }
        if c == '\u{200B}' {
            return Before::Invisible;
        }
        let hangul = matches!(first.class(), class::LEADING | class::SYLLABLE);
        let ideographic = u8::from(first.width() == 2 && !hangul) * Edge::IDEOGRAPHIC;
        Before::Word(Edge(ideographic | punctuation(c)))
    }

    /// Whether a line may be broken between this and a part of a word.
    pub(super) fn may_break(self, next: Edge) -> bool {
        match self {
            Before::Start => false,
            Before::Space | Before::Invisible => true,
            Before::Word(last) => {
                Edge(last.0 | next.0).is(Edge::IDEOGRAPHIC)
                    && !last.is(Edge::OPENING)
                    && !next.is(Edge::CLOSING)
            }
        }
    }
}

/// What no line ends with or starts with, of East Asian text.
fn punctuation(c: char) -> u8 {
    match c {
        // UAX #14, class OP.
        '（' | '［' | '｛' | '〈' | '《' | '「' | '『' | '【' | '〔' | '〖' | '〘' | '〚'
        | '〝' | '｟' | '｢' | '“' | '‘' => Edge::OPENING,
        // UAX #14, classes CL, CP, EX, NS and CJ: punctuation, small kana,
        // iteration and prolonged sound marks.
        '）'
        | '］'
        | '｝'
        | '〉'
        | '》'
        | '」'
        | '』'
        | '】'
        | '〕'
        | '〗'
        | '〙'
        | '〛'
        | '〞'
        | '〟'
        | '｠'
        | '｣'
        | '”'
        | '’'
        | '、'
        | '。'
        | '，'
        | '．'
        | '！'
        | '？'
        | '：'
        | '；'
        | '…'
        | '‥'
        | '・'
        | 'ー'
        | '～'
        | '々'
        | '〻'
        | 'ゝ'
        | 'ゞ'
        | 'ヽ'
        | 'ヾ'
        | 'ぁ'
        | 'ぃ'
        | 'ぅ'
        | 'ぇ'
        | 'ぉ'
        | 'っ'
        | 'ゃ'
        | 'ゅ'
        | 'ょ'
        | 'ゎ'
        | 'ゕ'
        | 'ゖ'
        | 'ァ'
        | 'ィ'
        | 'ゥ'
        | 'ェ'
        | 'ォ'
        | 'ッ'
        | 'ャ'
        | 'ュ'
        | 'ョ'
        | 'ヮ'
        | 'ヵ'
        | 'ヶ'
        | 'ㇰ'..='ㇿ'
        | '％' => Edge::CLOSING,
        _ => 0,
    }
}

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
            Kind::Cluster => match Before::cluster(text, piece.start) {
                Before::Word(edge) if !edge.is(Edge::IDEOGRAPHIC) => {}
                _ => return false,
            },
            Kind::Control | Kind::Escape => {}
        }
        ascii = piece.end;
    }
    false
}
