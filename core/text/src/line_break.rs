//! Break opportunities between parts of the text, and words that are URLs.
//!
//! A small subset of UAX #14: spaces, wide characters and punctuation.

use super::cell_spans::{CellSpans, SpanKind};
use super::char_props::{char_props, class};
use super::code_units::CodeUnits;
use super::graphemes::WidthRules;
use super::options::WrapOptions;

/// Line-breaking properties of a character in a word. The default is a letter's: no break on either
/// side.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct BreakClass(u8);

/// Text before a part of a word, as far as it affects line breaking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BreakContext {
    /// Start of the paragraph.
    Start,
    /// Space or tab.
    Space,
    /// Zero-width space (U+200B): only allows a break.
    ZeroWidthSpace,
    /// Another part of the word.
    Word(BreakClass),
}

impl BreakClass {
    /// Break allowed on both sides.
    const IDEOGRAPHIC: u8 = 1;
    /// No break after the character.
    const OPENING: u8 = 2;
    /// No break before the character.
    const CLOSING: u8 = 4;
    /// Break allowed after the character, unless another separator follows.
    const SEPARATOR: u8 = 8;

    /// Returns the properties of a printable ASCII character.
    #[inline(always)]
    pub(super) fn ascii(byte: u8) -> BreakClass {
        BreakClass(match byte {
            b'(' | b'[' | b'{' => BreakClass::OPENING,
            b')' | b']' | b'}' | b',' | b'.' | b'!' | b'?' | b':' | b';' | b'%' => {
                BreakClass::CLOSING
            }
            _ => 0,
        })
    }

    fn has(self, properties: u8) -> bool {
        self.0 & properties != 0
    }
}

impl BreakContext {
    /// Returns the context that the cluster from `at` to `end` gives to the text after it. A space
    /// with combining marks is visible and does not count as a space.
    pub(super) fn cluster(text: &str, at: usize, end: usize) -> BreakContext {
        let (code, len) = text.decode(at);
        let first = char_props(code);
        let c = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        if is_breaking_space(c) && at + len == end {
            return BreakContext::Space;
        }
        if c == '\u{200B}' {
            return BreakContext::ZeroWidthSpace;
        }
        let hangul = matches!(first.class(), class::LEADING | class::SYLLABLE);
        let ideographic = u8::from(first.width() == 2 && !hangul) * BreakClass::IDEOGRAPHIC;
        BreakContext::Word(BreakClass(ideographic | punctuation(c)))
    }

    /// Whether a line may break inside a word between this context, a separator, and a part of the
    /// word with the properties `next`.
    #[inline(always)]
    pub(super) fn separates(self, next: BreakClass) -> bool {
        match self {
            BreakContext::Word(last) => {
                last.has(BreakClass::SEPARATOR)
                    && !next.has(BreakClass::SEPARATOR | BreakClass::CLOSING)
            }
            _ => false,
        }
    }

    /// Whether a line may break after separators that follow this context.
    fn allows_separators(self) -> bool {
        matches!(self, BreakContext::Word(last) if !last.has(BreakClass::OPENING))
    }

    /// Whether a line may break between this context and a part of a word with the properties
    /// `next`, whether or not separators allow more breaks.
    pub(super) fn may_break(self, next: BreakClass) -> bool {
        match self {
            BreakContext::Start => false,
            BreakContext::Space | BreakContext::ZeroWidthSpace => true,
            BreakContext::Word(last) => {
                BreakClass(last.0 | next.0).has(BreakClass::IDEOGRAPHIC)
                    && !last.has(BreakClass::OPENING)
                    && !next.has(BreakClass::CLOSING)
            }
        }
    }
}

/// Characters inside words after which a line may break on request.
#[derive(Clone, Copy)]
pub(super) struct Separators {
    hyphens: bool,
    slashes: bool,
}

impl Separators {
    pub(super) fn new(options: &WrapOptions) -> Separators {
        Separators {
            hyphens: options.break_after_hyphens,
            slashes: options.break_after_slashes,
        }
    }

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        !self.hyphens && !self.slashes
    }

    #[inline(always)]
    fn has(self, byte: u8) -> bool {
        match byte {
            b'-' => self.hyphens,
            b'/' | b'\\' => self.slashes,
            _ => false,
        }
    }

    /// Returns the properties of the first character of printable ASCII.
    pub(super) fn first(self, byte: u8) -> BreakClass {
        let separator = u8::from(self.has(byte)) * BreakClass::SEPARATOR;
        BreakClass(BreakClass::ascii(byte).0 | separator)
    }

    /// Returns the length of the first part of `ascii`, which begins with a word after `context`,
    /// and the properties of its last character. A part ends after separators at which a line may
    /// break, or at the end of the word.
    pub(super) fn part(self, ascii: &[u8], context: BreakContext) -> (usize, BreakClass) {
        let mut at = 0;
        loop {
            let start = (ascii[at..].iter())
                .position(|&b| b == b' ' || self.has(b))
                .map_or(ascii.len(), |n| at + n);
            let separators = ascii[start..].iter().take_while(|&&b| self.has(b));
            at = start + separators.count();
            let allowed = match ascii[..start].last() {
                Some(&last) => last != b':' && !BreakClass::ascii(last).has(BreakClass::OPENING),
                None => context.allows_separators(),
            };
            if at == start {
                return (at, BreakClass::ascii(ascii[at - 1]));
            }
            if allowed {
                return (at, BreakClass(BreakClass::SEPARATOR));
            }
        }
    }

    /// Returns the properties of the cluster at `at` as the first and as the last of a part of a
    /// word after `context`. `class` has its properties without separators.
    pub(super) fn cluster(
        self,
        text: &str,
        at: usize,
        class: BreakClass,
        context: BreakContext,
    ) -> (BreakClass, BreakClass) {
        if !self.hyphens || !text[at..].starts_with(['\u{2010}', '\u{2012}', '\u{2013}']) {
            return (class, class);
        }
        let separator = BreakClass(BreakClass::SEPARATOR);
        match context.allows_separators() {
            true => (separator, separator),
            false => (separator, class),
        }
    }
}

/// Returns the properties of East Asian punctuation: no line ends with an opening character or
/// starts with a closing one.
fn punctuation(c: char) -> u8 {
    match c {
        // UAX #14, class OP.
        '（' | '［' | '｛' | '〈' | '《' | '「' | '『' | '【' | '〔' | '〖' | '〘' | '〚'
        | '〝' | '｟' | '｢' | '“' | '‘' => BreakClass::OPENING,
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
        | '％' => BreakClass::CLOSING,
        _ => 0,
    }
}

/// Whether lines break at this space: any Unicode space except tab and the no-break spaces (U+00A0,
/// U+2007, U+202F).
pub(super) fn is_breaking_space(c: char) -> bool {
    matches!(c,
        ' ' | '\u{1680}' | '\u{2000}'..='\u{2006}' | '\u{2008}'..='\u{200A}'
        | '\u{205F}' | '\u{3000}')
}

/// Maximum width of a run that [`is_url`] reads at once, in cells.
const STEP: usize = 64;

/// Whether the word that starts at `at` contains `://`.
pub(super) fn is_url(text: &str, at: usize, rules: &WidthRules) -> bool {
    let mut spans = CellSpans::resume(text, rules, at, 0);
    // Start of the current ASCII text, which may be several runs.
    let mut ascii = at;
    while let Some(span) = spans.next(STEP) {
        match span.kind {
            SpanKind::Run => {
                let run = &text[span.start..span.end];
                let word = run.split(' ').next().unwrap_or_default();
                // `://` may begin in the preceding run.
                let from = ascii.max(span.start.saturating_sub(2));
                if text[from..span.start + word.len()].contains("://") {
                    return true;
                }
                if word.len() < run.len() {
                    return false;
                }
                continue;
            }
            SpanKind::Tab | SpanKind::Newline => return false,
            SpanKind::Cluster => match BreakContext::cluster(text, span.start, span.end) {
                BreakContext::Word(edge) if !edge.has(BreakClass::IDEOGRAPHIC) => {}
                _ => return false,
            },
            SpanKind::Control | SpanKind::Escape => {}
        }
        ascii = span.end;
    }
    false
}
