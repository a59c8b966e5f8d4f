use super::query::{EXTRA_LETTERS, Term};
use super::text::{Unit, is_letter, is_separator};

/// Puts misspelt words right, reusing its buffer.
#[derive(Debug, Default)]
pub(super) struct Speller {
    letters: Vec<Unit>,
}

impl Speller {
    /// Looks for a term with one letter wrong in at least one of its longer
    /// words, and no more than one in each. A word that is wrong has to be in
    /// one piece in the text, but for separators, and begin with the right
    /// letter or with the first two exchanged. Letters may be exchanged with
    /// their neighbour, be others, or be too many; one too few is no obstacle to
    /// any match.
    ///
    /// `fixed` gets the term's characters as the text has them. `is_there` tells
    /// that they are there as typed. Returns how many words had to be put right, or `None` if there is no place for the term
    /// or it needs no correction.
    pub(super) fn correct(
        &mut self,
        term: &Term,
        is_there: bool,
        units: &[Unit],
        fixed: &mut Vec<Unit>,
    ) -> Option<i32> {
        fixed.clear();
        let mut typos = 0;
        let mut end = units.len();
        let mut rest = term.units.len();
        // From the end on, each part as late as it can be: what is left before
        // it is then the most there can be for the others.
        for word in term.words.iter().rev() {
            end = find_last(&term.units[word.end..rest], &units[..end], fixed)?;
            let kept = fixed.len();
            let letters = &term.units[word.clone()];
            let is_known = !is_there && letters.len() == term.units.len();
            let plain = match is_known {
                true => None,
                false => find_last(letters, &units[..end], fixed),
            };
            let from = plain.map_or(0, |at| at + 1);
            end = match self.find_misspelt(letters, &units[..end], from) {
                Some(start) => {
                    fixed.truncate(kept);
                    fixed.extend(self.letters.iter().rev());
                    typos += 1;
                    start
                }
                None => plain?,
            };
            rest = word.start;
        }
        if typos == 0 {
            return None;
        }
        find_last(&term.units[..rest], &units[..end], fixed)?;
        fixed.reverse();
        Some(typos)
    }

    /// The last place not before `from` where the word begins with one letter
    /// wrong; `letters` are then those that it has there.
    fn find_misspelt(&mut self, word: &[Unit], units: &[Unit], from: usize) -> Option<usize> {
        let mut end = units.len();
        while let Some(at) = units[from.min(end)..end]
            .iter()
            .rposition(|unit| *unit == word[0] || *unit == word[1])
        {
            end = from + at;
            if !self.is_misspelt(word, &units[end..]) {
                continue;
            }
            // What looks like one letter too much may be two exchanged before.
            if self.letters.len() < word.len() && end > from {
                if self.is_misspelt(word, &units[end - 1..]) {
                    return Some(end - 1);
                }
                self.is_misspelt(word, &units[end..]);
            }
            return Some(end);
        }
        None
    }

    /// Whether the text begins with the word with one letter wrong; `letters`
    /// are then those that it has.
    fn is_misspelt(&mut self, word: &[Unit], units: &[Unit]) -> bool {
        if !may_begin(word, units) {
            return false;
        }
        self.letters.clear();
        let letters = units.iter().filter(|u| !is_separator(**u));
        self.letters
            .extend(letters.take_while(|u| is_letter(**u)).take(word.len()));
        let length = misspelt(word, &self.letters);
        self.letters.truncate(length.unwrap_or(0));
        length.is_some()
    }
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

/// Whether the first letters leave it open that the word begins here with one
/// wrong; quick, as most do not.
fn may_begin(word: &[Unit], units: &[Unit]) -> bool {
    match *units {
        [_, second, third, ..] if is_separator(second) || is_separator(third) => true,
        [first, second, third, ..] if first == word[0] => {
            second == word[1] || second == word[2] || third == word[2]
        }
        [_, second, ..] => second == word[0] || is_separator(second),
        _ => false,
    }
}

/// How many of the letters are the word with one wrong.
pub(super) fn misspelt<T: PartialEq>(word: &[T], letters: &[T]) -> Option<usize> {
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
    // While a word is being typed its last letter is not too much, unless it is
    // there twice.
    let is_extra = !word_rest.is_empty() || word[same] == word[same - 1];
    (is_extra && word.len() >= EXTRA_LETTERS && rest.starts_with(word_rest))
        .then_some(word.len() - 1)
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
        Speller::default().correct(&query.whole, false, &text.units, &mut fixed)?;
        Some(fixed.iter().filter_map(|u| char::from_u32(*u)).collect())
    }

    #[test]
    fn one_letter_of_a_long_word_may_be_wrong() {
        let cases = [
            ("indoe", "fs/inode.c", Some("inode")),
            ("nidoe", "fs/inode.c", None),
            ("niode", "fs/inode.c", Some("inode")),
            ("imode", "fs/inode.c", Some("inode")),
            ("inodex", "fs/inode.c", Some("inodec")),
            ("inodex", "fs/inode", None),
            ("innode", "fs/inode.c", Some("inode")),
            ("xnode", "fs/inode.c", None),
            ("ext4indoe", "fs/ext4/inode.c", Some("ext4inode")),
            ("ext5inode", "fs/ext4/inode.c", None),
            ("shcedcore", "kernel/sched/core.c", Some("schedcore")),
            ("exq", "ext", None),
            ("coore", "a/core", Some("core")),
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
            assert_eq!(
                corrected(query, path).as_deref(),
                expected,
                "{query} {path}"
            );
        }
    }
}
