//! Fuzzy search: ranks paths or any strings by how well they match a query as a
//! subsequence.
//!
//! # Files
//!
//! - `mod.rs`: public functions and results.
//! - `options.rs`: options, and the points added for path usage.
//! - `location.rs`: line and column at the end of a query.
//! - `query.rs`: compiled queries and their terms; whether one query narrows another.
//! - `text.rs`: paths and queries as folded characters; word boundaries.
//! - `signature.rs`: 64-byte summary of a candidate.
//! - `prefilter.rs`: decides from signature and raw bytes whether a candidate matches.
//! - `typo.rs`: correction of typos, and which candidates may need it.
//! - `align.rs`: the positions that score highest.
//! - `score.rs`: scores; [`Scorer`](score::Scorer) runs all steps for one candidate.
//! - `bound.rs`: upper bounds on scores.
//! - `rank.rs`: selects the best of many candidates, on several threads.
//! - `history.rs`: earlier queries with their matches; candidates of a workspace.
//! - `examiner.rs`: search over the files of a scan or a workspace.
//! - `list.rs`: search over strings in memory.
//!
//! # One query
//!
//! 1. `query` compiles the query into terms and character sets.
//! 2. `history` selects the candidates: all, or the matches of an earlier query.
//! 3. `signature` and `prefilter` reject most candidates and bound the scores of the rest. If they
//!    cannot decide, `score` matches the folded text, with typos corrected by `typo`.
//! 4. `rank` orders the matches by their bounds and lets `score` align and score them until no
//!    bound reaches the cutoff. For the entries of a scan, `examiner` instead compares each entry
//!    with its worker's cutoff.
//! 5. The results get positions and are sorted by score, length and bytes. `history` keeps the
//!    matches.
//!
//! # Invariants
//!
//! - The prefilter never rejects a match.
//! - A bound is never lower than the score.
//! - Cutoffs are safe: at least as many candidates as results are needed reach the cutoff, so a
//!   candidate with a lower bound is not among the results.
//! - Neither the history nor the number of threads changes a result.
//!
//! `tests.rs` checks the first two as properties of random paths and queries.

mod align;
mod bound;
mod examiner;
mod history;
mod list;
mod location;
mod options;
mod prefilter;
mod query;
mod rank;
mod score;
mod signature;
#[cfg(test)]
mod tests;
mod text;
mod typo;

use crate::glob::FileType;
use crate::pipeline;
use crate::scan::{EditJournals, RootKinds, Wanted, workspace_value};

pub use list::FuzzyList;
pub use options::{FuzzyFindOptions, FuzzyMatchOptions, FuzzySignals};

use examiner::FuzzyExaminer;
use ransack_base::{CancelToken, Outcome, RelPath, Result, Stream};

/// Path that matches a fuzzy query.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FuzzyMatch {
    /// Path, relative to the base that [`Scope::paths_from`](crate::Scope::paths_from) selects. The
    /// path of a directory ends in `/`.
    pub path: RelPath,
    /// 0-based index of the root in [`Scope::roots`](crate::Scope::roots).
    pub root: u32,
    /// Kind of the entry: file, directory or symbolic link.
    pub file_type: FileType,
    /// Score; higher is better. Scores are comparable only among results of the same query.
    pub score: i32,
    /// Byte offsets of the matched characters in `path`, ascending and without duplicates. Each is
    /// the start of a character.
    pub positions: Vec<u32>,
    /// Line that the query names after the path, as typed; usually 1-based. `None` if the query names
    /// none, or if the path itself contains that text. See [`FuzzyFindOptions::location`].
    pub line: Option<u32>,
    /// Column that the query names after the line, as typed; usually 1-based. `None` if the query
    /// names none, or if the path itself contains that text.
    pub column: Option<u32>,
    /// Offset in `path` of the path relative to the root, which was ranked.
    ranked_from: u32,
}

impl FuzzyMatch {
    /// Compares in result order: descending by score; then by the length and bytes of the path
    /// relative to the root; then by root.
    fn compare(&self, other: &FuzzyMatch) -> std::cmp::Ordering {
        let by_score = other.score.cmp(&self.score);
        by_score.then_with(|| self.tie_key().cmp(&other.tie_key()))
    }

    fn tie_key(&self) -> (usize, &[u8], u32) {
        let ranked = &self.path.as_bytes()[self.ranked_from as usize..];
        (ranked.len(), ranked, self.root)
    }
}

/// String that matches a fuzzy query.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FuzzyString {
    /// 0-based index of the string in the list.
    pub index: usize,
    /// Score; higher is better. Scores are comparable only among results of the same query.
    pub score: i32,
    /// Byte offsets of the matched characters in the string, ascending and without duplicates. Each
    /// is the start of a character.
    pub positions: Vec<u32>,
}

/// Stream of the results of [`fuzzy_find_stream`], best match first.
pub type FuzzyFindStream = Stream<FuzzyMatch>;

/// Finds files and directories whose paths match a fuzzy query, best match first.
///
/// # Matching
///
/// A path matches if it contains the characters of the query as a subsequence, ignoring case and
/// Unicode normalization form.
///
/// - `_`, `-` and `.` in the query are optional. A `/` (or `\`) is required: the characters before
///   it match in directories, and the characters after it match below those directories.
/// - White space separates terms, which match in any order.
/// - Typo tolerance: a word of at least four letters also matches with one letter replaced or two
///   adjacent letters swapped. A word of at least five letters also matches with one extra letter,
///   or with several extra repetitions of one letter if at least four letters remain without them.
///   The path must contain the corrected word contiguously, ignoring separators. The misspelt word
///   must start with the right letter, or have its first two letters swapped: `kernal` and `kenrel`
///   match `kernel.c`; `xernel`, `krnx` (with gaps) and `keral` (which also lacks a letter) do not.
///   Typos in digits are not tolerated.
/// - A line and column at the end of the query, as in `main.rs:12:5`, are not matched but returned
///   with each result, unless [`location`](FuzzyFindOptions::location) is false.
///
/// # Ranking
///
/// The file name counts most: matching the whole name, the name without its extension, or the start
/// of the name. Matches at word boundaries (after a separator, at a capital, at a digit) and
/// contiguous matches come next, then shallow and short paths. A path that contains a whole term of
/// at least four characters, ignoring `_`, `-` and `.`, gets points for the term's length
/// (`install` in `reinstall.ts`), and more if the term has a `/` and starts at a component
/// (`ui/icons`). Two or more capitals in a term stand for word starts: `SU` and `StaUrl` rank
/// `StatusUrl.ts` higher than names that start with the same letters. Ties go to the match whose
/// case agrees best with the query, then to the shorter path, then to the bytewise smaller path.
///
/// # Cost
///
/// The whole tree is walked before the first result is returned.
/// [`Report::total_matches`](crate::Report::total_matches) is the exact number of matching paths, even
/// if `limit` is lower.
///
/// # Errors
///
/// Returns [`ErrorKind::InvalidOption`](crate::ErrorKind::InvalidOption) if the query is longer
/// than 10,240 bytes or a root is not a directory, a file system error if a root cannot be opened,
/// and `Aborted` or `Timeout` if the token fires.
///
/// # Example
///
/// ```
/// # extern crate ransack_search as ransack;
/// use ransack::{CancelToken, FuzzyFindOptions, fuzzy_find};
///
/// let outcome = fuzzy_find(&FuzzyFindOptions::new("fuzzymod", "src"), &CancelToken::new())?;
/// assert_eq!(outcome.items[0].path, "fuzzy/mod.rs");
/// assert_eq!(outcome.items[0].positions, [0, 1, 2, 3, 4, 6, 7, 8]);
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn fuzzy_find(options: &FuzzyFindOptions, token: &CancelToken) -> Result<Outcome<FuzzyMatch>> {
    fuzzy_find_stream(options, token).collect_outcome()
}

/// Starts a fuzzy path search on the worker pool and returns immediately. The stream yields
/// results, best match first, and errors.
///
/// See [`fuzzy_find`] for matching, ranking and errors.
///
/// # Errors
///
/// The stream yields any error that [`fuzzy_find`] can return.
pub fn fuzzy_find_stream(options: &FuzzyFindOptions, token: &CancelToken) -> FuzzyFindStream {
    let options = options.clone();
    pipeline::start(options.request(), token, move || {
        // Candidates and query history of the calls before.
        let cache = workspace_value(&options.scope);
        let wanted = Wanted {
            dirs: options.dirs,
            links: options.symlinks,
            globs: None,
            edit_journals: EditJournals::Excluded,
            roots: RootKinds::Dirs,
            needs_every_root: false,
            rules: None,
        };
        Ok((FuzzyExaminer::new(&options, cache)?, wanted))
    })
}

/// Ranks strings by the same rules as [`fuzzy_find`], best match first. A string that ends in `/`
/// counts as a directory.
///
/// The report counts strings as files. The call copies the strings; use
/// [`FuzzyList`] to rank the same strings repeatedly.
///
/// # Errors
///
/// Returns [`ErrorKind::InvalidOption`](crate::ErrorKind::InvalidOption) if the query is longer
/// than 10,240 bytes, and `Aborted` or `Timeout` if the token fires.
///
/// # Example
///
/// ```
/// # extern crate ransack_search as ransack;
/// use ransack::{CancelToken, FuzzyMatchOptions, fuzzy_match};
///
/// let commands = ["Close Window", "Open File", "Open Folder"];
/// let outcome = fuzzy_match("opfo", &commands, &FuzzyMatchOptions::default(), &CancelToken::new())?;
/// assert_eq!(outcome.items[0].index, 2);
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn fuzzy_match<S: AsRef<[u8]>>(
    query: &str,
    strings: &[S],
    options: &FuzzyMatchOptions,
    token: &CancelToken,
) -> Result<Outcome<FuzzyString>> {
    FuzzyList::with_cancel(strings, token)?.rank_once(query, options, token)
}
