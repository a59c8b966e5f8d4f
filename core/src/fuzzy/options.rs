use std::path::PathBuf;

use rustc_hash::FxHashMap;

use crate::exec::Pool;
use crate::pipeline::{OnTimeout, Request};
use crate::scan::Scope;

use super::FuzzyMatch;

/// Options of [`fuzzy_find`](super::fuzzy_find).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FuzzyFindOptions {
    /// What was typed: at most 10,240 bytes. White space and control characters
    /// divide it into words. If it is empty everything matches: recently used
    /// paths come first, then shallow and short ones.
    pub query: String,
    /// Where to look. Its `hidden` is false by default here.
    pub scope: Scope,
    /// Whether directories are found too; a final `/` marks them. Default: true.
    pub dirs: bool,
    /// Whether symbolic links are found, as such. Default: false.
    pub symlinks: bool,
    /// What the caller knows of the paths.
    pub signals: FuzzySignals,
    /// The most results. Default: 100.
    pub limit: Option<u64>,
    /// How many results, in their order, are left out at the front. Default: 0.
    pub offset: u64,
    /// What to return when the token's deadline passes. Default: an error.
    pub on_timeout: OnTimeout,
    /// The threads to use. Default: `None`, [`Pool::shared`].
    pub pool: Option<Pool>,
}

/// What a caller knows of paths that are to be ranked. Paths are relative, as
/// results have them, with `/` between components, and without one at the end
/// of a directory. Nothing is gathered or kept from call to call.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct FuzzySignals {
    /// Recently used paths, the latest first. Default: none.
    pub recent: Vec<PathBuf>,
    /// The path that is being worked on: others near it rank higher. Default:
    /// none.
    pub current: Option<PathBuf>,
    /// Paths with a weight of how often and how recently they were used, 0 for
    /// never; what counts is the weight's order of magnitude. Default: none.
    pub frecency: Vec<(PathBuf, f64)>,
}

impl Default for FuzzyFindOptions {
    fn default() -> FuzzyFindOptions {
        FuzzyFindOptions {
            query: String::new(),
            scope: Scope {
                hidden: false,
                ..Scope::default()
            },
            dirs: true,
            symlinks: false,
            signals: FuzzySignals::default(),
            limit: Some(100),
            offset: 0,
            on_timeout: OnTimeout::Fail,
            pool: None,
        }
    }
}

impl FuzzyFindOptions {
    /// A query, a root and the defaults for the rest.
    pub fn new(query: impl Into<String>, root: impl Into<PathBuf>) -> FuzzyFindOptions {
        let mut options = FuzzyFindOptions {
            query: query.into(),
            ..FuzzyFindOptions::default()
        };
        options.scope.roots = vec![root.into()];
        options
    }

    pub(crate) fn run(&self) -> Request<FuzzyMatch> {
        Request {
            scope: self.scope.clone(),
            offset: self.offset,
            limit: self.limit,
            order: Some(FuzzyMatch::compare),
            on_timeout: self.on_timeout,
            pool: self.pool.clone(),
            source: None,
        }
    }
}

/// Options of [`fuzzy_match`](super::fuzzy_match).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct FuzzyMatchOptions {
    /// What the caller knows of the strings.
    pub signals: FuzzySignals,
    /// The most results. Default: `None`, all.
    pub limit: Option<u64>,
    /// How many results, in their order, are left out at the front. Default: 0.
    pub offset: u64,
    /// The threads to use for long lists. Default: `None`, [`Pool::shared`].
    pub pool: Option<Pool>,
}

/// [`FuzzySignals`], compiled.
#[derive(Debug, Default)]
pub(crate) struct Signals {
    by_path: FxHashMap<Box<[u8]>, i32>,
    current: Option<Box<[u8]>>,
}

/// The most for the latest path, what each later one has less, and the least.
const RECENT: (i32, i32, i32) = (28, 2, 8);
/// For each doubling of the weight, and the most.
const FRECENCY: (f64, f64) = (4.0, 24.0);
/// For a neighbour, and what each directory between takes off.
const NEAR: (i32, i32) = (12, 4);

impl Signals {
    pub(crate) fn new(signals: &FuzzySignals) -> Signals {
        let bytes = |path: &PathBuf| -> Box<[u8]> { path.as_os_str().as_encoded_bytes().into() };
        let mut by_path = FxHashMap::default();
        let recent = std::iter::successors(Some(RECENT.0), |bonus| {
            Some((bonus - RECENT.1).max(RECENT.2))
        });
        for (path, bonus) in signals.recent.iter().zip(recent) {
            by_path.entry(bytes(path)).or_insert(bonus);
        }
        for (path, weight) in &signals.frecency {
            // What is no number counts as none.
            let bonus = (FRECENCY.0 * weight.max(0.0).ln_1p() / 2_f64.ln()).min(FRECENCY.1);
            *by_path.entry(bytes(path)).or_insert(0) += bonus as i32;
        }
        let current = signals.current.as_ref().map(bytes);
        Signals { by_path, current }
    }

    /// What they add to a path's score.
    pub(crate) fn bonus(&self, path: &[u8]) -> i32 {
        let mut bonus = 0;
        if !self.by_path.is_empty() {
            bonus += self.by_path.get(path).copied().unwrap_or(0);
        }
        if let Some(current) = &self.current
            && **current != *path
        {
            bonus += nearness(current, path);
        }
        bonus
    }
}

/// What a path gains for the few directories that lie between it and another.
fn nearness(current: &[u8], path: &[u8]) -> i32 {
    let slashes = |bytes: &[u8]| bytes.iter().filter(|b| **b == b'/').count();
    let common = current.iter().zip(path).take_while(|(a, b)| a == b).count();
    let between = slashes(&current[common..]) + slashes(&path[common..]);
    i32::try_from(between).map_or(0, |steps| (NEAR.0 - NEAR.1.saturating_mul(steps)).max(0))
}
