//! The Node and Bun addon.
//!
//! What is here converts options, calls the core and converts results. The
//! JavaScript files in `js/` stand between this and the user: they make
//! promises and iterables of the tasks, follow an `AbortSignal`, and turn a
//! [`failure`](error::failure) into an `Error`. The type declarations of the
//! package are generated: what JavaScript makes is declared in `js/types.d.ts`,
//! what passes through here comes from here.

pub mod ast;
pub mod convert;
pub mod error;
pub mod fuzzy;
pub mod glob;
pub mod grep;
pub mod highlight;
pub mod mailbox;
pub mod number;
pub mod options;
pub mod pool;
pub mod report;
pub mod search;
pub mod syntax;
pub mod task;
pub mod text;
pub mod tokens;
pub mod types;
pub mod workspace;

use napi_derive::napi;

/// The version of the addon, which must be that of the package.
#[napi(catch_unwind, skip_typescript)]
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
