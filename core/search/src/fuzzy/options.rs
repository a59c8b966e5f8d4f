//! Options for fuzzy search, and the points that usage adds to a path's score.

use std::path::PathBuf;

use ransack_base::Pool;
use ransack_base::internal::{os_str, setters, slashed};
use rustc_hash::FxHashMap;

use crate::pipeline::{OnTimeout, Order, Request};
use crate::scan::{Scope, ScopeRoot, scope_setters};

use super::FuzzyMatch;
use super::location::TypedLocation;

/// Options for [`fuzzy_find`](super::fuzzy_find).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FuzzyFindOptions {
    /// Query of at most 10,240 bytes. White space and control characters separate terms. An empty
    /// query matches every path: recently used paths come first, then shallow and short paths.
    /// Default: empty.
    pub query: String,
    /// Files to search. Unlike in other operations, the scope's `hidden` is false by default.
    pub scope: Scope,
    /// Whether directories are candidates. Default: true.
    pub dirs: bool,
    /// Whether symbolic links themselves, not their targets, are candidates. Default: false.
    pub symlinks: bool,
    /// Whether a line and column at the end of the query are split off: they take no part in the
    /// ranking, and each result returns them as [`FuzzyMatch::line`](super::FuzzyMatch::line) and
    /// [`FuzzyMatch::column`](super::FuzzyMatch::column). If false, the query is text only. Default:
    /// true.
    ///
    /// The forms are `main.rs:12:5`, `main.rs:12`, `main.rs(12,5)`, `main.rs(12)` and `main.rs#L12`.
    /// While a location is typed, a `:` at the end and a missing closing bracket are part of it. Any
    /// other text, such as `main.rs:x`, and a location without a path before it, such as `:12`, stay
    /// text. Paths that contain the last word of the query as typed, regardless of the case of ASCII
    /// letters, come first: for them, the whole word is a name, and the result has no location.
    pub location: bool,
    /// Usage information that raises the scores of paths. Default: none.
    pub signals: FuzzySignals,
    /// Maximum number of results; `None` returns all. Default: 100.
    pub limit: Option<u64>,
    /// Number of results to skip, in result order. Default: 0.
    pub offset: u64,
    /// Behaviour when the deadline passes. Default: [`OnTimeout::Fail`].
    pub on_timeout: OnTimeout,
    /// Worker pool. Default: `None`, which means [`Pool::shared`].
    pub pool: Option<Pool>,
}

/// Usage information that raises the scores of matching paths.
///
/// Paths have the same form as in results: relative, with `/` between components, but without the
/// trailing `/` of a directory. The paths are not kept after the call.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct FuzzySignals {
    /// Recently used paths, most recent first. Earlier entries get a larger
    /// bonus. Default: none.
    pub recent: Vec<PathBuf>,
    /// Path that the user is working on. The fewer directories lie between this path and another,
    /// the larger the other path's bonus. Default: none.
    pub current: Option<PathBuf>,
    /// Paths with their frecency, a weight that combines how often and how
    /// recently they were used; 0 means never. The bonus grows with the
    /// logarithm of the weight. A negative weight or NaN counts as 0. Default:
    /// none.
    pub frecency: Vec<(PathBuf, f64)>,
}

/// Adds the setters of [`FuzzySignals`].
macro_rules! signals_setters {
    ($($options:tt)*) => {
        setters! { $($options)* FuzzySignals {
            list(PathBuf) recent,
            some(PathBuf) current,
            list((PathBuf, f64)) frecency,
        }}
    };
}

signals_setters!();

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
            location: true,
            signals: FuzzySignals::default(),
            limit: Some(100),
            offset: 0,
            on_timeout: OnTimeout::Fail,
            pool: None,
        }
    }
}

impl FuzzyFindOptions {
    /// Creates options with a query and one root, and defaults for the rest.
    pub fn new(query: impl Into<String>, root: impl Into<ScopeRoot>) -> FuzzyFindOptions {
        let mut options = FuzzyFindOptions {
            query: query.into(),
            ..FuzzyFindOptions::default()
        };
        options.scope = options.scope.with_root(root);
        options
    }

    pub(super) fn request(&self) -> Request<FuzzyMatch> {
        Request {
            scope: self.scope.clone(),
            offset: self.offset,
            limit: self.limit,
            order: Some(Order::By(FuzzyMatch::compare)),
            complete: None,
            on_timeout: self.on_timeout,
            takes_defaults: true,
            pool: self.pool.clone(),
        }
    }
}

setters! { FuzzyFindOptions {
    into(String) query,
    value(Scope) scope,
    value(bool) dirs,
    value(bool) symlinks,
    value(bool) location,
    value(FuzzySignals) signals,
    option(u64) limit,
    value(u64) offset,
    value(OnTimeout) on_timeout,
    option(Pool) pool,
}}
scope_setters!(FuzzyFindOptions.scope:);
signals_setters!(FuzzyFindOptions.signals:);

/// Options for [`fuzzy_match`](super::fuzzy_match) and [`FuzzyList::rank`](super::FuzzyList::rank).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct FuzzyMatchOptions {
    /// Usage information that raises the scores of strings. Default: none.
    pub signals: FuzzySignals,
    /// Maximum number of results. Default: `None`, which returns all.
    pub limit: Option<u64>,
    /// Number of results to skip, in result order. Default: 0.
    pub offset: u64,
    /// Worker pool for lists of more than 1,024 strings. Default: `None`, which means
    /// [`Pool::shared`].
    pub pool: Option<Pool>,
}

setters! { FuzzyMatchOptions {
    value(FuzzySignals) signals,
    option(u64) limit,
    value(u64) offset,
    option(Pool) pool,
}}
signals_setters!(FuzzyMatchOptions.signals:);

/// Points per path, compiled from [`FuzzySignals`].
#[derive(Debug, Default)]
pub(crate) struct PathBonuses {
    by_path: FxHashMap<Box<[u8]>, i32>,
    current: Option<Box<[u8]>>,
    /// Location that the query names, unless a path contains it as part of a name.
    pub(crate) location: Option<TypedLocation>,
}

impl FuzzySignals {
    /// Returns the signals for the paths below `prefix`, relative to it.
    pub(super) fn below(&self, prefix: &[u8]) -> FuzzySignals {
        let strip = |path: &PathBuf| {
            let rest = slashed(path.as_os_str());
            rest.strip_prefix(prefix)
                .map(|rest| PathBuf::from(os_str(rest)))
        };
        FuzzySignals {
            recent: self.recent.iter().filter_map(strip).collect(),
            frecency: (self.frecency.iter())
                .filter_map(|(path, weight)| Some((strip(path)?, *weight)))
                .collect(),
            current: self.current.as_ref().and_then(strip),
        }
    }
}

/// Points for the most recent path.
const MAX_RECENT: i32 = 28;
/// Points deducted for each further position in the list.
const RECENT_STEP: i32 = 2;
/// Minimum points for any recent path.
const MIN_RECENT: i32 = 8;
/// Points for each doubling of one plus the frecency.
const FRECENCY: f64 = 4.0;
/// Maximum number of points for frecency.
const MAX_FRECENCY: f64 = 24.0;
/// Points for a path in the same directory as the current path.
const NEAR: i32 = 12;
/// Points deducted for each directory between a path and the current path.
const NEAR_STEP: i32 = 4;
/// Points for a path that contains the query's location as part of a name: more than all others
/// together.
const NAMED_LOCATION: i32 = 1 << 24;

impl PathBonuses {
    pub(crate) fn new(signals: &FuzzySignals) -> PathBonuses {
        let bytes = |path: &PathBuf| -> Box<[u8]> { path.as_os_str().as_encoded_bytes().into() };
        let mut by_path = FxHashMap::default();
        let recent = std::iter::successors(Some(MAX_RECENT), |bonus| {
            Some((bonus - RECENT_STEP).max(MIN_RECENT))
        });
        for (path, bonus) in signals.recent.iter().zip(recent) {
            by_path.entry(bytes(path)).or_insert(bonus);
        }
        for (path, weight) in &signals.frecency {
            // `max` maps NaN to zero.
            let doublings = weight.max(0.0).ln_1p() / 2_f64.ln();
            let bonus = (FRECENCY * doublings).min(MAX_FRECENCY);
            *by_path.entry(bytes(path)).or_insert(0) += bonus as i32;
        }
        let current = signals.current.as_ref().map(bytes);
        PathBonuses {
            by_path,
            current,
            location: None,
        }
    }

    /// Returns the points for a path, given without a directory's trailing `/`.
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
        if let Some(location) = &self.location
            && location.is_part_of(path)
        {
            bonus += NAMED_LOCATION;
        }
        bonus
    }
}

/// Returns the points for the distance between two paths, in directories.
fn nearness(current: &[u8], path: &[u8]) -> i32 {
    let slashes = |bytes: &[u8]| bytes.iter().filter(|b| **b == b'/').count();
    let common = current.iter().zip(path).take_while(|(a, b)| a == b).count();
    let between = slashes(&current[common..]) + slashes(&path[common..]);
    i32::try_from(between).map_or(0, |steps| (NEAR - NEAR_STEP.saturating_mul(steps)).max(0))
}
