//! Text that folds to a different number of characters. Oniguruma matches `ss` with `ß` where case is
//! ignored; `fancy-regex` compares single characters.

use std::ops::RangeInclusive;

/// Characters that fold to several ones, as in the file `CaseFolding.txt` of Unicode.
const MULTIPLE: [RangeInclusive<char>; 13] = [
    'ß'..='ß',
    '\u{130}'..='\u{130}',
    '\u{149}'..='\u{149}',
    '\u{1F0}'..='\u{1F0}',
    '\u{390}'..='\u{390}',
    '\u{3B0}'..='\u{3B0}',
    '\u{587}'..='\u{587}',
    '\u{1E96}'..='\u{1E9A}',
    '\u{1E9E}'..='\u{1E9E}',
    '\u{1F50}'..='\u{1F56}',
    '\u{1F80}'..='\u{1FFC}',
    '\u{FB00}'..='\u{FB06}',
    '\u{FB13}'..='\u{FB17}',
];

/// Returns whether one of the characters folds to several ones.
pub(super) fn is_multiple(characters: RangeInclusive<char>) -> bool {
    let overlaps = |range: &RangeInclusive<char>| {
        range.start() <= characters.end() && characters.start() <= range.end()
    };
    MULTIPLE.iter().any(overlaps)
}

/// Returns whether a character may fold to text that has these two in a row.
pub(super) fn may_join(first: char, second: char) -> bool {
    let lower = |c: char| match c {
        'ſ' => 's',
        c => c.to_lowercase().next().unwrap_or(c),
    };
    match (lower(first), lower(second)) {
        ('s', 's' | 't') | ('f', 'f' | 'i' | 'l') | ('\u{2BC}', 'n') => true,
        ('\u{561}'..='\u{586}', '\u{561}'..='\u{586}') => true,
        (_, second) => matches!(second, '\u{2BE}' | '\u{300}'..='\u{36F}' | 'ι' | '\u{1FBE}'),
    }
}
