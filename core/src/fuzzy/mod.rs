//! Finding paths by what somebody types of them.

mod align;
mod class;
mod examiner;
mod list;
mod options;
mod promise;
mod query;
mod rank;
mod score;
mod session;
mod sieve;
mod signature;
mod text;
mod typed;
mod typo;
mod variants;

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::cancel::CancelToken;
use crate::error::Result;
use crate::glob::FileType;
use crate::path::RelPath;
use crate::pipeline::{self, Request};
use crate::report::{Outcome, Report, StoppedBy};
use crate::scan::Wanted;
use crate::stream::Stream;

pub use list::FuzzyList;
pub use options::{FuzzyFindOptions, FuzzyMatchOptions, FuzzySignals};

pub(crate) use session::CandidateCache;

use examiner::FuzzyExaminer;

/// One path that matched.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FuzzyMatch {
    /// The path relative to the root; a directory's ends in `/`.
    pub path: RelPath,
    /// Number of the root in the order asked for, 0-based.
    pub root: u32,
    /// What is there.
    pub file_type: FileType,
    /// What it is worth, more for better matches; comparable for one query only.
    pub score: i32,
    /// The bytes of the path where the characters of the query were found, in
    /// ascending order. Each is where a character begins.
    pub positions: Vec<u32>,
}

impl FuzzyMatch {
    /// The order of results: by score, then the shorter, then bytewise, then by
    /// root.
    fn compare(&self, other: &FuzzyMatch) -> std::cmp::Ordering {
        let key = |m: &FuzzyMatch| (m.path.as_bytes().len(), m.path.clone(), m.root);
        other
            .score
            .cmp(&self.score)
            .then_with(|| key(self).cmp(&key(other)))
    }
}

/// One string that matched.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FuzzyString {
    /// Where in the list it is, 0-based.
    pub index: usize,
    /// What it is worth, more for better matches; comparable for one query only.
    pub score: i32,
    /// The bytes of the string where the characters of the query were found, in
    /// ascending order. Each is where a character begins.
    pub positions: Vec<u32>,
}

/// The results of [`fuzzy_find_stream`].
pub type FuzzyFindStream = Stream<FuzzyMatch>;

/// Finds files and directories by what somebody types of their path, best first.
///
/// A path matches if the characters of the query come in it in this order, in
/// any case and Unicode normalisation form. `_`, `-`, `.` and white space in the
/// query may be missing in the path; a `/` (or `\`) may not, and divides what is
/// to be found in directories from what is to be found below them. White space
/// divides words, which may come in any order. A word of four or more letters
/// matches with one letter wrong, or exchanged with its neighbour, or of five or
/// more too much, if the path has it in one piece and it begins right; digits
/// must be right.
///
/// The name counts most: all of it, all but the extension, its beginning. Then
/// matches at the beginning of words (after a separator, at a capital, at a
/// digit), and in one piece; then shallow and short paths. Equal case and,
/// last, bytewise order decide between equals.
///
/// `total_matches` of the report is the number of paths that match, also when
/// fewer are asked for. All of the tree has to be seen before the first result.
///
/// # Errors
///
/// A query of more than 10,240 bytes; a root that is not a directory; the
/// token's abort or timeout.
///
/// # Example
///
/// ```
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

/// Finds paths and hands each to `each`, best first, on the calling thread.
/// `Break` ends the call.
///
/// # Errors
///
/// As [`fuzzy_find`].
pub fn fuzzy_find_each(
    options: &FuzzyFindOptions,
    token: &CancelToken,
    each: impl FnMut(FuzzyMatch) -> ControlFlow<()>,
) -> Result<Report> {
    fuzzy_find_stream(options, token).for_each_item(each)
}

/// Finds paths on the pool and returns at once; the results are fetched from
/// the stream. Errors come from there too.
pub fn fuzzy_find_stream(options: &FuzzyFindOptions, token: &CancelToken) -> FuzzyFindStream {
    start(options.run(), None, options, token)
}

/// Starts a search; `cache` keeps candidates and query history between calls.
pub(crate) fn start(
    run: Request<FuzzyMatch>,
    cache: Option<Arc<CandidateCache>>,
    options: &FuzzyFindOptions,
    token: &CancelToken,
) -> FuzzyFindStream {
    let prepared = options.clone();
    pipeline::start(run, token, move || {
        let options = prepared;
        let wanted = Wanted {
            dirs: options.dirs,
            links: options.symlinks,
            globs: None,
        };
        Ok((FuzzyExaminer::new(&options, cache)?, wanted))
    })
}

/// Ranks strings of any list by the rules of [`fuzzy_find`], best first. A
/// string that ends in `/` counts as a directory.
///
/// Of the report, the strings are the files. To rank one list again and again,
/// see [`FuzzyList`].
///
/// # Errors
///
/// A query of more than 10,240 bytes; the token's abort or timeout.
///
/// # Example
///
/// ```
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
    FuzzyList::new(strings).rank_once(query, options, token)
}

/// Ranks strings and hands each that matches to `each`, best first. `Break` ends
/// the call.
///
/// # Errors
///
/// As [`fuzzy_match`].
pub fn fuzzy_match_each<S: AsRef<[u8]>>(
    query: &str,
    strings: &[S],
    options: &FuzzyMatchOptions,
    token: &CancelToken,
    mut each: impl FnMut(FuzzyString) -> ControlFlow<()>,
) -> Result<Report> {
    let Outcome { items, mut report } = fuzzy_match(query, strings, options, token)?;
    for (next, item) in (options.offset + 1..).zip(items) {
        if each(item).is_break() {
            report.complete = false;
            report.stopped_by = Some(StoppedBy::Callback);
            report.next_offset = Some(next);
            break;
        }
    }
    Ok(report)
}
