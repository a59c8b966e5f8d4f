//! Fuzzy path search (`fuzzyFind`) and fuzzy ranking of strings (`fuzzyMatch`).

use napi::bindgen_prelude::{External, Object};
use napi::{Env, Result};
use napi_derive::napi;
use ransack::{CancelToken, FuzzyMatch, Scope, Stream, Workspace};

use crate::convert::{Batch, BatchItem, BatchShape, BatchWriter, utf16_offsets};
use crate::error::failure;
use crate::files::{self, FileSearch};
use crate::options::{FileSearchCall, FuzzyFindCall, FuzzyMatchCall};
use crate::report::Report;
use crate::task::{Task, Waker, token_with};
use crate::workspace::WorkspaceHandle;

/// Starts a fuzzy path search as task `id`, in `workspace` if there is one.
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
        FuzzyFindCall::into_core(self)
    }

    fn scope(options: &mut ransack::FuzzyFindOptions) -> &mut Scope {
        &mut options.scope
    }

    fn stream(
        options: &ransack::FuzzyFindOptions,
        workspace: Option<&Workspace>,
        token: &CancelToken,
    ) -> Stream<FuzzyMatch> {
        match workspace {
            Some(workspace) => workspace.fuzzy_find_stream(options, token),
            None => ransack::fuzzy_find_stream(options, token),
        }
    }
}

/// Ranks strings. Returns an object with the fields of a [`Batch`] and the `report`,
/// or with the `error`.
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

/// String that matched, with the positions of its match in UTF-16 code units.
struct RankedString {
    index: usize,
    score: i32,
    positions: Vec<f64>,
}

/// Layout, as `StringBatch` in `js/fuzzy.js` reads it:
///
/// - numbers: the index; the score; the number of positions and each of them.
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

/// Layout, as `PathBatch` in `js/fuzzy.js` reads it:
///
/// - numbers: the file type; the score; the root, or -1 if the call has one root; the
///   number of positions and each of them; with bytes the byte length of the path.
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
        numbers.push(positions.len() as f64);
        numbers.extend(positions);
        writer.byte_len(path);
        Ok(())
    }
}
