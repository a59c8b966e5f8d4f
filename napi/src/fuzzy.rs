//! Fuzzy path search (`fuzzyFind`) and fuzzy ranking of strings (`fuzzyMatch`).

use std::collections::HashMap;

use napi::bindgen_prelude::{External, Object};
use napi::{Env, Result};
use napi_derive::napi;
use ransack::{CancelToken, FuzzyMatch, Scope, Stream};

use crate::convert::{Batch, BatchItem, BatchShape, BatchWriter, utf16_offsets};
use crate::error::failure;
use crate::files::{self, FileSearch};
use crate::number::count;
use crate::options::{FileSearchCall, PageOptions, TimeoutOptions, option_groups, set, set_some};
use crate::path::PathArgument;
use crate::report::Report;
use crate::task::{Task, Waker, token_with};
use crate::workspace::WorkspaceHandle;

/// Starts a fuzzy path search as task `id`, in `workspace` if given.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn fuzzy_find(
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    waker: &External<Waker>,
    id: u32,
    options: FuzzyFindCall,
) -> Result<External<Task>> {
    files::start(options, (workspace, wait), waker, id)
}

impl FileSearch for FuzzyFindCall {
    type Options = ransack::FuzzyFindOptions;
    type Match = FuzzyMatch;

    fn shared(&self) -> &FileSearchCall {
        &self.shared
    }

    fn into_core(self) -> Result<ransack::FuzzyFindOptions> {
        let mut core = ransack::FuzzyFindOptions::default();
        self.shared
            .set_on(&mut core.scope, &mut core.offset, &mut core.on_timeout)?;
        self.rank.set_on(&mut core.signals, &mut core.limit)?;
        core.query = self.find.query;
        set(&mut core.dirs, self.find.directories);
        set(&mut core.symlinks, self.find.symlinks);
        set(&mut core.location, self.find.location);
        Ok(core)
    }

    fn scope(options: &mut ransack::FuzzyFindOptions) -> &mut Scope {
        &mut options.scope
    }

    fn stream(options: &ransack::FuzzyFindOptions, token: &CancelToken) -> Stream<FuzzyMatch> {
        ransack::fuzzy_find_stream(options, token)
    }
}

/// Ranks strings by a fuzzy query. Returns an object with the fields of a [`Batch`] and the
/// `report`, or with the `error`.
///
/// # Errors
///
/// Fails if an argument has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn fuzzy_match(
    env: &Env,
    query: String,
    strings: Vec<String>,
    options: FuzzyMatchCall,
) -> Result<Object<'_>> {
    let token = token_with(options.timeout.duration()?);
    let mut result = Object::new(env)?;
    match ransack::fuzzy_match(&query, &strings, &options.into_core()?, &token) {
        Err(error) => result.set("error", failure(env, &error)?)?,
        Ok(outcome) => {
            let shape = BatchShape::default();
            let items = outcome.items.iter();
            let ranked: Vec<RankedString> = items
                .map(|item| RankedString {
                    index: item.index,
                    score: item.score,
                    positions: utf16_offsets(strings[item.index].as_bytes(), &item.positions),
                })
                .collect();
            Batch::new(env, &ranked, shape)?.set_on(&mut result)?;
            result.set("report", Report::new(&outcome.report, shape.bytes))?;
        }
    }
    Ok(result)
}

/// Matching string, with the positions of its match in UTF-16 code units.
struct RankedString {
    index: usize,
    score: i32,
    positions: Vec<f64>,
}

/// Layout, read by `StringBatch` in `js/fuzzy.js`:
///
/// - numbers: the index; the score; the number of positions, then each position.
impl BatchItem for RankedString {
    fn max_strings(&self) -> usize {
        0
    }

    fn write(&self, _: Option<&RankedString>, writer: &mut BatchWriter<'_>) -> Result<()> {
        let numbers = &mut writer.numbers;
        numbers.extend([self.index as f64, f64::from(self.score)]);
        numbers.push(self.positions.len() as f64);
        numbers.extend(&self.positions);
        Ok(())
    }
}

/// Layout, read by `PathBatch` in `js/fuzzy.js`:
///
/// - numbers: the file type; the score; the root, or -1 if the call has one root; the line and the
///   column, each -1 if absent; the number of positions, then each position; with bytes, the byte
///   length of the path.
/// - strings: the path.
impl BatchItem for FuzzyMatch {
    fn max_strings(&self) -> usize {
        1
    }

    fn write(&self, _: Option<&FuzzyMatch>, writer: &mut BatchWriter<'_>) -> Result<()> {
        let path = self.path.as_bytes();
        writer.string(path)?;
        let positions = utf16_offsets(path, &self.positions);
        let numbers = &mut writer.numbers;
        numbers.extend([f64::from(self.file_type as u8), f64::from(self.score)]);
        numbers.push(if writer.shape.several_roots {
            f64::from(self.root)
        } else {
            -1.0
        });
        numbers.extend([self.line, self.column].map(|typed| typed.map_or(-1.0, f64::from)));
        numbers.push(positions.len() as f64);
        numbers.extend(positions);
        writer.byte_len(path);
        Ok(())
    }
}

/// Options for all fuzzy rankings, of paths (`fuzzyFind`) and of strings (`fuzzyMatch`).
#[napi(object, object_to_js = false)]
pub struct RankOptions {
    /// Recently used paths or strings, most recent first, which rank higher than others. Paths may
    /// be strings or bytes and have the same form as in results, except that a directory has no
    /// trailing `/`. Default: none.
    #[napi(ts_type = "Array<string | Uint8Array>")]
    pub recent: Option<Vec<PathArgument>>,
    /// Path that the user is working on, in the same form as in results. Paths near the current
    /// path rank higher. Default: none.
    #[napi(ts_type = "string | Uint8Array")]
    pub current: Option<PathArgument>,
    /// Weight of each path or string, based on how often and how recently it was used. The bonus
    /// added to the score grows with the logarithm of the weight. Default: none.
    pub frecency: Option<HashMap<String, f64>>,
    /// Maximum number of results. Default: 100 for `fuzzyFind`, no limit for
    /// `fuzzyMatch`.
    /// `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub limit: Option<f64>,
    /// Second name of `limit`; giving both throws a `RansackOptionError`. Default: `limit`.
    /// `Infinity` means no limit.
    #[napi(ts_type = "number | null")]
    pub max_results: Option<f64>,
}

impl RankOptions {
    fn set_on(self, signals: &mut ransack::FuzzySignals, limit: &mut Option<u64>) -> Result<()> {
        let recent = self.recent.unwrap_or_default();
        signals.recent = recent.into_iter().map(|path| path.0).collect();
        signals.current = self.current.map(|path| path.0);
        let weights = self.frecency.unwrap_or_default().into_iter();
        signals.frecency = weights.map(|(path, w)| (path.into(), w)).collect();
        let max_results = count("maxResults", self.max_results)?;
        set_some(limit, count("limit", self.limit)?.or(max_results));
        Ok(())
    }
}

/// Options for `fuzzyFind`.
#[napi(
    object,
    object_to_js = false,
    js_name = "FuzzyFindOptions extends FileSearchOptions, RankOptions"
)]
pub struct FuzzyFindOptions {
    /// Query as typed by the user, at most 10,240 bytes in UTF-8; a longer query throws a
    /// `RansackOptionError`. White space and control characters separate words. An empty query
    /// matches every path: recently used paths come first, then shallow and short paths.
    pub query: String,
    /// Whether results include directories. Default: true.
    pub directories: Option<bool>,
    /// Whether results include symbolic links, which are reported as links. Default: false.
    pub symlinks: Option<bool>,
    /// Whether a line and column at the end of the query are split off: they take no part in the
    /// ranking, and each match carries them as `line` and `column`. If false, the query is text
    /// only. Default: true.
    ///
    /// The forms are `main.rs:12:5`, `main.rs:12`, `main.rs(12,5)`, `main.rs(12)` and
    /// `main.rs#L12`. While a location is typed, a `:` at the end and a missing closing bracket are
    /// part of it. Any other text, such as `main.rs:x`, and a location without a path before it
    /// stay text. Paths that contain the last word of the query as typed, regardless of the case of
    /// ASCII letters, come first: for them, the whole word is a name, and the match has no
    /// location.
    pub location: Option<bool>,
}

option_groups! {
    /// Options for `fuzzyFind`, by group.
    pub struct FuzzyFindCall {
        /// Options for all file searches.
        pub shared: FileSearchCall,
        rank: RankOptions,
        find: FuzzyFindOptions,
    }
}

/// Options for `fuzzyMatch`.
#[napi(
    object,
    object_to_js = false,
    js_name = "FuzzyMatchOptions extends RankOptions, PageOptions, TimeoutOptions"
)]
pub struct FuzzyMatchOptions {}

option_groups! {
    /// Options for `fuzzyMatch`, by group.
    pub struct FuzzyMatchCall {
        /// Options that limit the duration of the call.
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
