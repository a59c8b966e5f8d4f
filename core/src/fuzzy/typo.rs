use super::query::{EXTRA_LETTERS, Term};
use super::text::{Unit, is_letter, is_separator};

/// Looks for a term with at most one wrong letter in each of its longer words,
/// and at least one such word. A word that is wrong has to be in one piece in
/// the text, but for separators, and begin with the right letter or with the
/// first two exchanged. Letters may be exchanged with their neighbour, be
/// others, or be too many; one too few is no obstacle to any match.
///
/// `fixed` gets the term's characters as the text has them. Returns whether
/// there is a place, and how many words had to be put right.
pub(super) fn correct(term: &Term, units: &[Unit], fixed: &mut Vec<Unit>) -> Option<i32> {
    fixed.clear();
    let mut typos = 0;
    let mut end = units.len();
    let mut rest = term.units.len();
    // From the end on, each part as late as it can be: what is left before it
    // is then the most there can be for the others.
    for word in term.words.iter().rev() {
        end = find_last(&term.units[word.end..rest], &units[..end], fixed)?;
        let letters = &term.units[word.clone()];
        let kept = fixed.len();
        let plain = find_last(letters, &units[..end], fixed);
        let wrong = last_misspelt(letters, &units[..end]);
        end = match (plain, wrong) {
            (plain, Some((start, found))) if plain.is_none_or(|plain| start > plain) => {
                fixed.truncate(kept);
                fixed.extend(found.iter().rev());
                typos += 1;
                start
            }
            (plain, _) => plain?,
        };
        rest = word.start;
    }
    find_last(&term.units[..rest], &units[..end], fixed)?;
    fixed.reverse();
    (typos > 0).then_some(typos)
}

/// The last place where the characters begin that come in this order; they are
/// added to `fixed`, backwards.
fn find_last(needle: &[Unit], units: &[Unit], fixed: &mut Vec<Unit>) -> Option<usize> {
    let kept = fixed.len();
    let mut end = units.len();
    for wanted in needle.iter().rev() {
        match units[..end].iter().rposition(|u| u == wanted) {
            Some(at) => end = at,
            None => {
                fixed.truncate(kept);
                return None;
            }
        }
        fixed.push(*wanted);
    }
    Some(end)
}

/// The last place where the word begins with one letter wrong, and its letters
/// there.
fn last_misspelt(word: &[Unit], units: &[Unit]) -> Option<(usize, Vec<Unit>)> {
    (0..units.len()).rev().find_map(|start| {
        let first = units[start];
        if first != word[0] && first != word[1] {
            return None;
        }
        let letters = units[start..].iter().filter(|u| !is_separator(**u));
        let found: Vec<Unit> = letters
            .take(word.len())
            .copied()
            .take_while(|u| is_letter(*u))
            .collect();
        let length = misspelt(word, &found)?;
        Some((start, found[..length].to_vec()))
    })
}

/// How many of the letters are the word with one wrong.
fn misspelt(word: &[Unit], letters: &[Unit]) -> Option<usize> {
    let same = word.iter().zip(letters).take_while(|(a, b)| a == b).count();
    let (word_rest, rest) = (&word[same..], &letters[same..]);
    if let ([a, b, word_rest @ ..], [c, d, rest @ ..]) = (word_rest, rest)
        && (a, b) == (d, c)
        && word_rest == rest
    {
        return Some(letters.len());
    }
    if same == 0 {
        return None;
    }
    let (_, word_rest) = word_rest.split_first()?;
    if rest.get(1..) == Some(word_rest) {
        return Some(letters.len());
    }
    (word.len() >= EXTRA_LETTERS && rest.starts_with(word_rest)).then_some(word.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzzy::query::Query;
    use crate::fuzzy::text::Text;

    fn corrected(query: &str, path: &str) -> Option<String> {
        let query = Query::new(query).unwrap();
        let mut text = Text::default();
        text.set(path.as_bytes(), false);
        let mut fixed = Vec::new();
        correct(&query.whole, &text.units, &mut fixed)?;
        Some(fixed.iter().filter_map(|u| char::from_u32(*u)).collect())
    }

    #[test]
    fn one_letter_of_a_long_word_may_be_wrong() {
        let cases = [
            ("indoe", "fs/inode.c", Some("inode")),
            ("nidoe", "fs/inode.c", None),
            ("niode", "fs/inode.c", Some("inode")),
            ("imode", "fs/inode.c", Some("inode")),
            ("inodex", "fs/inode.c", Some("inode")),
            ("innode", "fs/inode.c", Some("inode")),
            ("xnode", "fs/inode.c", None),
            ("ext4indoe", "fs/ext4/inode.c", Some("ext4inode")),
            ("ext5inode", "fs/ext4/inode.c", None),
            ("shcedcore", "kernel/sched/core.c", Some("schedcore")),
            ("exq", "ext", None),
            ("coree", "a/core", Some("core")),
            ("corx", "a/core", Some("core")),
            ("corxe", "a/core", Some("core")),
            ("cxre", "a/core", Some("core")),
            ("cxrx", "a/core", None),
            ("c0re", "a/core", None),
            ("core", "a/c0re", None),
            ("kernle/shced", "kernel/sched", Some("kernel/sched")),
        ];
        for (query, path, expected) in cases {
            assert_eq!(corrected(query, path).as_deref(), expected, "{query} {path}");
        }
    }
}
