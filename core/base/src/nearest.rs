//! Known names nearest to an unknown name.

use std::collections::HashSet;

/// Minimum similarity of a name's own part for a candidate, from 0 to 1.
const MIN_SIMILARITY: f64 = 0.5;

/// Maximum number of bytes compared per name, because the time is the product of the two lengths.
const MAX_COMPARED: usize = 256;

/// Search for the names nearest to a wanted name, by case-insensitive edit distance.
pub struct Nearest<'n> {
    wanted: String,
    /// Returns the own part of a name, which is compared first. The whole name breaks ties.
    own_part: fn(&str) -> &str,
    seen: HashSet<&'n str>,
    /// Similarity of the own part (0 if below the minimum), similarity of the whole name, and the
    /// name.
    found: Vec<(f64, f64, &'n str)>,
}

impl<'n> Nearest<'n> {
    /// Maximum number of nearest names.
    pub const MAX: usize = 5;

    /// Creates a search without names. `own_part` returns the part of a name that is compared
    /// first.
    pub fn new(wanted: &str, own_part: fn(&str) -> &str) -> Nearest<'n> {
        Nearest {
            wanted: comparable(wanted),
            own_part,
            seen: HashSet::new(),
            found: Vec::new(),
        }
    }

    /// Adds a name if it is among the nearest.
    pub fn add(&mut self, name: &'n str) {
        if !self.seen.insert(name) {
            return;
        }
        let similarity = strsim::normalized_damerau_levenshtein;
        let compared = comparable(name);
        let own = similarity((self.own_part)(&compared), (self.own_part)(&self.wanted));
        let own = if own < MIN_SIMILARITY { 0.0 } else { own };
        self.found
            .push((own, similarity(&compared, &self.wanted), name));
    }

    /// Returns the nearest names, most similar first: names with a similar own part or, if there
    /// are no such names, the nearest others.
    pub fn names(self) -> Vec<String> {
        let mut found = self.found;
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1)));
        let least = found
            .first()
            .map_or(0.0, |(own, ..)| own.min(MIN_SIMILARITY));
        let near = found.iter().take_while(|(own, ..)| *own >= least);
        near.take(Self::MAX)
            .map(|(.., name)| (*name).to_owned())
            .collect()
    }
}

/// Returns the names of a short list that a caller may have meant by an unknown name, most similar
/// first. A name is similar by edit distance, or if one name is an abbreviation or prefix of the
/// other. Of equally similar names, those that begin with the unknown name come first.
pub fn nearest<'n>(wanted: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    let wanted = comparable(wanted);
    let mut found: Vec<(f64, &str)> = names
        .into_iter()
        .map(|name| (likeness(&wanted, &comparable(name)), name))
        .filter(|(likeness, _)| *likeness > MIN_SIMILARITY)
        .collect();
    let rest = |name: &str| !comparable(name).starts_with(&wanted);
    found.sort_by(|a, b| {
        b.0.total_cmp(&a.0)
            .then_with(|| (rest(a.1), a.1).cmp(&(rest(b.1), b.1)))
    });
    found.dedup_by_key(|(_, name)| *name);
    (found.into_iter().take(Nearest::MAX))
        .map(|(_, name)| name.to_owned())
        .collect()
}

fn likeness(wanted: &str, name: &str) -> f64 {
    /// Similarity of an abbreviation.
    const SHORT: f64 = 0.7;
    let edits = strsim::normalized_damerau_levenshtein(wanted, name);
    let (short, long) = match name.len() < wanted.len() {
        true => (name, wanted),
        false => (wanted, name),
    };
    // All letters of the shorter name occur in order in the longer one, starting with its first
    // letter.
    let mut left = long.chars();
    let is_short = short.chars().count() > 1
        && long.chars().next() == short.chars().next()
        && short
            .chars()
            .all(|letter| left.any(|other| other == letter));
    if is_short { edits.max(SHORT) } else { edits }
}

/// Returns the part of a name that is compared, in lower case.
fn comparable(name: &str) -> String {
    let mut end = name.len().min(MAX_COMPARED);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    name[..end].replace("::", ".").to_lowercase()
}

#[cfg(test)]
mod tests;
