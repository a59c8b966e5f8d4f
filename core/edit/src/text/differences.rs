//! In what a passage and a text that was expected in it differ.

use ransack_base::TextDifference;
use unicode_normalization::UnicodeNormalization as _;

use super::folded::plain_character;

/// Differences that a comparison can ignore.
const IGNORABLE: [TextDifference; 5] = [
    TextDifference::WhiteSpace,
    TextDifference::Quotes,
    TextDifference::Dashes,
    TextDifference::UnicodeForm,
    TextDifference::Case,
];

/// Returns the kinds of differences between a passage of whole lines and a text that does not occur
/// in it.
pub(super) fn between(passage: &[u8], wanted: &[u8]) -> Vec<TextDifference> {
    let passage = String::from_utf8_lossy(passage);
    let wanted = String::from_utf8_lossy(wanted);
    let is_equal =
        |ignored: &[TextDifference]| normal(&passage, ignored).contains(&*normal(&wanted, ignored));
    if !is_equal(&IGNORABLE) {
        return vec![TextDifference::Words];
    }
    // Differences without which the texts are not equal.
    let mut needed = IGNORABLE.to_vec();
    for difference in IGNORABLE {
        let others: Vec<_> = needed
            .iter()
            .copied()
            .filter(|d| *d != difference)
            .collect();
        if is_equal(&others) {
            needed = others;
        }
    }
    needed
}

/// Returns the text without the differences.
fn normal(text: &str, ignored: &[TextDifference]) -> String {
    let has = |difference| ignored.contains(&difference);
    let plain = |character: char| match plain_character(character) {
        Some(plain @ (b'\'' | b'"')) if has(TextDifference::Quotes) => char::from(plain),
        Some(b'-') if has(TextDifference::Dashes) => '-',
        Some(b' ') if has(TextDifference::WhiteSpace) => ' ',
        _ => character,
    };
    // All quotation marks are alike.
    let plain = |character| match plain(character) {
        '"' | '`' if has(TextDifference::Quotes) => '\'',
        character => character,
    };
    let text: String = match has(TextDifference::UnicodeForm) {
        true => text.nfc().map(plain).collect(),
        false => text.chars().map(plain).collect(),
    };
    let text: String = match has(TextDifference::WhiteSpace) {
        true => text.chars().filter(|c| !c.is_whitespace()).collect(),
        false => text.replace("\r\n", "\n"),
    };
    match has(TextDifference::Case) {
        true => text.to_lowercase(),
        false => text,
    }
}
