//! Finding paths by what somebody types of them.

use napi::bindgen_prelude::{External, Object};
use napi::{Env, Result};
use napi_derive::napi;
use ransack::{CancelToken, FuzzyMatch, Workspace};

use crate::convert::{Batch, Item, Shape, Writer, units_before};
use crate::error::failure;
use crate::options::{FuzzyFindOptions, FuzzyMatchOptions};
use crate::report::Report;
use crate::task::{Task, Waker};
use crate::workspace::cached;

/// Starts a search for paths, of which JavaScript makes the package's
/// `fuzzyFind`.
///
/// # Errors
///
/// An option of the wrong type.
#[napi(catch_unwind, skip_typescript)]
pub fn fuzzy_find(
    waker: &External<Waker>,
    id: u32,
    options: FuzzyFindOptions,
) -> Result<External<Task>> {
    start(waker, id, options, None)
}

/// Starts a search for paths, in a workspace if there is one.
pub(crate) fn start(
    waker: &Waker,
    id: u32,
    options: FuzzyFindOptions,
    workspace: Option<Workspace>,
) -> Result<External<Task>> {
    let timeout = options.timeout()?;
    let bytes = options.bytes.unwrap_or_default();
    let is_cached = options.cache.unwrap_or_default();
    let mut options = options.into_core()?;
    let workspace = match workspace {
        None if is_cached => cached(&mut options.scope),
        other => other,
    };
    let shape = Shape {
        several_roots: options.scope.roots.len() > 1,
        bytes,
        ..Shape::default()
    };
    Ok(waker.start(id, timeout, shape, |token| match workspace {
        Some(workspace) => workspace.fuzzy_find_stream(&options, token),
        None => ransack::fuzzy_find_stream(&options, token),
    }))
}

/// Ranks strings: an object with the fields of a [`Batch`] and the `report`, or
/// with an `error`.
///
/// # Errors
///
/// An argument of the wrong type.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn fuzzy_match(
    env: &Env,
    query: String,
    strings: Vec<String>,
    options: FuzzyMatchOptions,
) -> Result<Object<'_>> {
    let token = match options.timeout()? {
        Some(timeout) => CancelToken::with_timeout(timeout),
        None => CancelToken::new(),
    };
    let mut found = Object::new(env)?;
    match ransack::fuzzy_match(&query, &strings, &options.into_core()?, &token) {
        Err(error) => found.set("error", failure(env, &error)?)?,
        Ok(outcome) => {
            let shape = Shape::default();
            let items = outcome.items.iter();
            let ranked: Vec<Ranked> = items
                .map(|item| Ranked {
                    index: item.index,
                    score: item.score,
                    positions: units_before(strings[item.index].as_bytes(), &item.positions),
                })
                .collect();
            Batch::new(env, &ranked, shape)?.set_on(&mut found)?;
            found.set("report", Report::new(&outcome.report, shape.bytes))?;
        }
    }
    Ok(found)
}

/// A string that matched, with positions in UTF-16.
struct Ranked {
    index: usize,
    score: i32,
    positions: Vec<f64>,
}

/// `StringBatch` in `js/fuzzy.js` reads what is written here:
///
/// - numbers: the index; the score; the number of positions and each of them.
impl Item for Ranked {
    fn strings(&self) -> usize {
        0
    }

    fn write(&self, _: Option<&Ranked>, writer: &mut Writer<'_>) -> Result<()> {
        let numbers = &mut writer.numbers;
        numbers.extend([self.index as f64, f64::from(self.score)]);
        numbers.push(self.positions.len() as f64);
        numbers.extend(&self.positions);
        Ok(())
    }
}

/// `PathBatch` in `js/fuzzy.js` reads what is written here:
///
/// - numbers: the file type; the score; the root, or -1 if there is only one;
///   the number of positions and each of them; with bytes the length of the
///   path.
/// - strings: the path.
impl Item for FuzzyMatch {
    fn strings(&self) -> usize {
        1
    }

    fn write(&self, _: Option<&FuzzyMatch>, writer: &mut Writer<'_>) -> Result<()> {
        let path = self.path.as_bytes();
        writer.string(path)?;
        let positions = units_before(path, &self.positions);
        let numbers = &mut writer.numbers;
        numbers.extend([f64::from(self.file_type as u8), f64::from(self.score)]);
        numbers.push(if writer.shape.several_roots {
            f64::from(self.root)
        } else {
            -1.0
        });
        numbers.push(positions.len() as f64);
        numbers.extend(positions);
        writer.length(path);
        Ok(())
    }
}
