//! Options.

mod ast;
mod edit;
mod fuzzy;
mod glob;
mod grep;
mod highlight;
mod syntax;
mod workspace;

use std::time::Duration;

use napi::bindgen_prelude::{Either, FromNapiValue, Uint8Array};
use napi::{Result, sys};
use napi_derive::napi;
use ransack::{OnTimeout, Scope};

use crate::number::count;

pub use ast::{AstGrepOptions, AstMatchOptions, Strictness};
pub use edit::AstEditOptions;
pub use fuzzy::{FuzzyFindOptions, FuzzyMatchOptions};
pub use glob::GlobOptions;
pub use grep::{GrepOptions, SearchOptions};
pub use highlight::{
    HighlightColors, HighlightEngine, HighlightOptions, HighlightOutput, TerminalColors,
};
pub use syntax::{
    BlockRangeOptions, CheckSyntaxOptions, EnclosingBoundaryOptions, LineRange, Text,
};
pub use workspace::{RefreshMode, WorkspaceOptions};

/// What to return when `timeoutMs` have passed.
#[napi(string_enum = "camelCase")]
pub enum TimeoutPolicy {
    /// An error with the code `ERR_RANSACK_TIMEOUT`.
    Fail,
    /// What was found so far, with a report that says so.
    Partial,
}

impl From<TimeoutPolicy> for OnTimeout {
    fn from(policy: TimeoutPolicy) -> OnTimeout {
        match policy {
            TimeoutPolicy::Fail => OnTimeout::Fail,
            TimeoutPolicy::Partial => OnTimeout::Partial,
        }
    }
}

/// Stands for the `AbortSignal`, which JavaScript follows.
pub struct Signal;

impl FromNapiValue for Signal {
    // SAFETY: the value is not looked at.
    unsafe fn from_napi_value(_: sys::napi_env, _: sys::napi_value) -> Result<Signal> {
        Ok(Signal)
    }
}

/// One or several.
type Names = Either<String, Vec<String>>;

/// The options that say where a call over files looks.
struct ScopeOptions {
    path: Option<String>,
    paths: Option<Vec<String>>,
    glob: Option<Names>,
    types: Option<Names>,
    type_not: Option<Names>,
    hidden: Option<bool>,
    gitignore: Option<bool>,
    include_node_modules: Option<bool>,
    follow_symlinks: Option<bool>,
}

/// Takes them from options, of whatever kind.
macro_rules! scope_options {
    ($options:expr) => {
        $crate::options::ScopeOptions {
            path: $options.path,
            paths: $options.paths,
            glob: $options.glob,
            types: $options.types,
            type_not: $options.type_not,
            hidden: $options.hidden,
            gitignore: $options.gitignore,
            include_node_modules: $options.include_node_modules,
            follow_symlinks: $options.follow_symlinks,
        }
    };
}
use scope_options;

impl ScopeOptions {
    fn set_on(self, scope: &mut Scope) {
        if self.path.is_some() || self.paths.is_some() {
            scope.roots = join(self.path, self.paths)
                .into_iter()
                .map(Into::into)
                .collect();
        }
        set(&mut scope.globs, self.glob.map(list));
        set(&mut scope.types, self.types.map(list));
        set(&mut scope.types_not, self.type_not.map(list));
        set(&mut scope.hidden, self.hidden);
        set(&mut scope.gitignore, self.gitignore);
        set(&mut scope.node_modules, self.include_node_modules);
        set(&mut scope.follow_symlinks, self.follow_symlinks);
    }
}

/// How long a call may take.
///
/// # Errors
///
/// A number that is not a count.
pub fn timeout(milliseconds: Option<f64>) -> Result<Option<Duration>> {
    Ok(count("timeoutMs", milliseconds)?.map(Duration::from_millis))
}

/// What is left out keeps the core's default.
fn set<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}

fn list(value: Names) -> Vec<String> {
    match value {
        Either::A(one) => vec![one],
        Either::B(more) => more,
    }
}

fn join(one: Option<String>, more: Option<Vec<String>>) -> Vec<String> {
    one.into_iter().chain(more.unwrap_or_default()).collect()
}

/// Text that other threads can have.
fn owned(text: Either<String, Uint8Array>) -> Vec<u8> {
    match text {
        Either::A(text) => text.into_bytes(),
        Either::B(bytes) => bytes.to_vec(),
    }
}
