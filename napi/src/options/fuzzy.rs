//! Options of the calls that find paths by what is typed of them.

use std::collections::HashMap;
use std::time::Duration;

use napi::Result;
use napi::bindgen_prelude::Either;
use napi_derive::napi;

use super::{ScopeOptions, Signal, TimeoutPolicy, set, timeout};
use crate::number::count;

/// Options of `fuzzyFind`.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct FuzzyFindOptions {
    /// What was typed, at most 10,240 bytes in UTF-8. White space and control
    /// characters divide it into words. If it is empty everything matches:
    /// recently used paths come first, then shallow and short ones.
    pub query: String,
    /// The directory to look in. Default: the current directory.
    pub path: Option<String>,
    /// Several, in this order, after `path` if that is given too.
    pub paths: Option<Vec<String>>,
    /// Path globs that narrow the results, as in `GrepOptions`.
    pub glob: Option<Either<String, Vec<String>>>,
    /// File types that are let in; `fileTypes()` lists them. A directory is of no
    /// type, and so left out.
    #[napi(js_name = "type")]
    pub types: Option<Either<String, Vec<String>>>,
    /// File types that are left out.
    pub type_not: Option<Either<String, Vec<String>>>,
    /// Whether names that start with `.` are found. Default: false.
    pub hidden: Option<bool>,
    /// Whether ignore files hold. Default: true.
    pub gitignore: Option<bool>,
    /// Whether `node_modules` directories are looked into. Default: false.
    pub include_node_modules: Option<bool>,
    /// Whether symbolic links below the roots are followed. Default: false.
    pub follow_symlinks: Option<bool>,
    /// Whether directories are found too. Default: true.
    pub directories: Option<bool>,
    /// Whether symbolic links are found, as such. Default: false.
    pub symlinks: Option<bool>,
    /// Recently used paths, the latest first, as results have them, without a
    /// `/` at the end of a directory's.
    pub recent: Option<Vec<String>>,
    /// The path that is being worked on: others near it rank higher.
    pub current: Option<String>,
    /// Paths with a weight of how often and how recently they were used; what
    /// counts is its order of magnitude.
    pub frecency: Option<HashMap<String, f64>>,
    /// The most results. Default: 100.
    pub max_results: Option<f64>,
    /// How many results, in their order, are left out at the front. Default: 0.
    pub offset: Option<f64>,
    /// Whether the list of files is kept for the next such call on the same root.
    /// It is brought up to date before every call, so answers are the same; the
    /// last eight roots are kept. Default: false. A `Workspace` does more.
    pub cache: Option<bool>,
    /// Milliseconds after which the call ends. Default: none.
    pub timeout_ms: Option<f64>,
    /// What happens then. Default: `'fail'`.
    pub on_timeout: Option<TimeoutPolicy>,
    /// Aborts the call.
    #[napi(ts_type = "AbortSignal")]
    pub signal: Option<Signal>,
    /// Whether raw `pathBytes` are wanted beside the strings. Default: false.
    pub bytes: Option<bool>,
}

impl FuzzyFindOptions {
    /// How long the call may take.
    ///
    /// # Errors
    ///
    /// A number that is not a count.
    pub fn timeout(&self) -> Result<Option<Duration>> {
        timeout(self.timeout_ms)
    }

    /// The core's options.
    ///
    /// # Errors
    ///
    /// A number that is not a count.
    pub fn into_core(self) -> Result<ransack::FuzzyFindOptions> {
        let mut core = ransack::FuzzyFindOptions::default();
        let scope = ScopeOptions {
            path: self.path,
            paths: self.paths,
            glob: self.glob,
            types: self.types,
            type_not: self.type_not,
            hidden: self.hidden,
            gitignore: self.gitignore,
            include_node_modules: self.include_node_modules,
            follow_symlinks: self.follow_symlinks,
        };
        scope.set_on(&mut core.scope);
        core.query = self.query;
        set(&mut core.dirs, self.directories);
        set(&mut core.symlinks, self.symlinks);
        core.signals = signals(self.recent, self.current, self.frecency);
        if let Some(limit) = count("maxResults", self.max_results)? {
            core.limit = Some(limit);
        }
        set(&mut core.offset, count("offset", self.offset)?);
        set(&mut core.on_timeout, self.on_timeout.map(Into::into));
        Ok(core)
    }
}

/// Options of `fuzzyMatch`.
#[napi(object, object_to_js = false)]
#[derive(Default)]
pub struct FuzzyMatchOptions {
    /// Recently used strings, the latest first.
    pub recent: Option<Vec<String>>,
    /// The path that is being worked on: others near it rank higher.
    pub current: Option<String>,
    /// Strings with a weight of how often and how recently they were used; what
    /// counts is its order of magnitude.
    pub frecency: Option<HashMap<String, f64>>,
    /// The most results. Default: all.
    pub max_results: Option<f64>,
    /// How many results, in their order, are left out at the front. Default: 0.
    pub offset: Option<f64>,
    /// Milliseconds after which the call throws. Default: none.
    pub timeout_ms: Option<f64>,
}

impl FuzzyMatchOptions {
    /// How long the call may take.
    ///
    /// # Errors
    ///
    /// A number that is not a count.
    pub fn timeout(&self) -> Result<Option<Duration>> {
        timeout(self.timeout_ms)
    }

    /// The core's options.
    ///
    /// # Errors
    ///
    /// A number that is not a count.
    pub fn into_core(self) -> Result<ransack::FuzzyMatchOptions> {
        let mut core = ransack::FuzzyMatchOptions::default();
        core.signals = signals(self.recent, self.current, self.frecency);
        core.limit = count("maxResults", self.max_results)?;
        set(&mut core.offset, count("offset", self.offset)?);
        Ok(core)
    }
}

fn signals(
    recent: Option<Vec<String>>,
    current: Option<String>,
    frecency: Option<HashMap<String, f64>>,
) -> ransack::FuzzySignals {
    let mut signals = ransack::FuzzySignals::default();
    let recent = recent.unwrap_or_default();
    signals.recent = recent.into_iter().map(Into::into).collect();
    signals.current = current.map(Into::into);
    let frecency = frecency.unwrap_or_default();
    let weights = frecency.into_iter().map(|(path, w)| (path.into(), w));
    signals.frecency = weights.collect();
    signals
}
