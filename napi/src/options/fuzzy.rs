//! Options of `fuzzyFind` and `fuzzyMatch`.

use std::collections::HashMap;

use napi::Result;
use napi_derive::napi;

use super::{FileSearchCall, PageOptions, TimeoutOptions, option_groups, set, set_some};
use crate::number::count;

/// Options of every fuzzy ranking, of paths (`fuzzyFind`) and of strings
/// (`fuzzyMatch`).
#[napi(object, object_to_js = false)]
pub struct RankOptions {
    /// Recently used paths or strings, most recent first; they rank higher. Paths
    /// are written as in results, a directory without its trailing `/`. Default:
    /// none.
    pub recent: Option<Vec<String>>,
    /// Path that the user works on; paths near it rank higher. Default: none.
    pub current: Option<String>,
    /// Weights of paths or strings by how often and how recently they were used.
    /// The bonus grows with the logarithm of the weight. Default: none.
    pub frecency: Option<HashMap<String, f64>>,
    /// Maximum number of results. Default: 100 for `fuzzyFind`, no limit for
    /// `fuzzyMatch`.
    pub max_results: Option<f64>,
}

impl RankOptions {
    fn set_on(self, signals: &mut ransack::FuzzySignals, limit: &mut Option<u64>) -> Result<()> {
        let recent = self.recent.unwrap_or_default();
        signals.recent = recent.into_iter().map(Into::into).collect();
        signals.current = self.current.map(Into::into);
        let weights = self.frecency.unwrap_or_default().into_iter();
        signals.frecency = weights.map(|(path, w)| (path.into(), w)).collect();
        set_some(limit, count("maxResults", self.max_results)?);
        Ok(())
    }
}

/// Options of `fuzzyFind`.
#[napi(
    object,
    object_to_js = false,
    js_name = "FuzzyFindOptions extends FileSearchOptions, RankOptions"
)]
pub struct FuzzyFindOptions {
    /// Query as the user typed it, at most 10,240 bytes in UTF-8; a longer one
    /// throws a `RansackOptionError`. White space and control characters separate
    /// words. An empty query matches every path: recently used paths first, then
    /// shallow and short ones.
    pub query: String,
    /// Whether directories are results too. Default: true.
    pub directories: Option<bool>,
    /// Whether symbolic links are results, as links. Default: false.
    pub symlinks: Option<bool>,
}

option_groups! {
    /// Options of `fuzzyFind`, by group.
    pub struct FuzzyFindCall {
        /// Options of every search over files.
        pub shared: FileSearchCall,
        rank: RankOptions,
        find: FuzzyFindOptions,
    }
}

impl FuzzyFindCall {
    /// Converts to the core's options.
    ///
    /// # Errors
    ///
    /// Fails if a numeric option is not a whole number from 0 to 2^53 - 1.
    pub fn into_core(self) -> Result<ransack::FuzzyFindOptions> {
        let mut core = ransack::FuzzyFindOptions::default();
        self.shared
            .set_on(&mut core.scope, &mut core.offset, &mut core.on_timeout)?;
        self.rank.set_on(&mut core.signals, &mut core.limit)?;
        core.query = self.find.query;
        set(&mut core.dirs, self.find.directories);
        set(&mut core.symlinks, self.find.symlinks);
        Ok(core)
    }
}

/// Options of `fuzzyMatch`.
#[napi(
    object,
    object_to_js = false,
    js_name = "FuzzyMatchOptions extends RankOptions, PageOptions, TimeoutOptions"
)]
pub struct FuzzyMatchOptions {}

option_groups! {
    /// Options of `fuzzyMatch`, by group.
    pub struct FuzzyMatchCall {
        /// Time limit.
        pub timeout: TimeoutOptions,
        page: PageOptions,
        rank: RankOptions,
    }
}

impl FuzzyMatchCall {
    /// Converts to the core's options.
    ///
    /// # Errors
    ///
    /// Fails if a numeric option is not a whole number from 0 to 2^53 - 1.
    pub fn into_core(self) -> Result<ransack::FuzzyMatchOptions> {
        let mut core = ransack::FuzzyMatchOptions::default();
        self.rank.set_on(&mut core.signals, &mut core.limit)?;
        set(&mut core.offset, self.page.offset()?);
        Ok(core)
    }
}
