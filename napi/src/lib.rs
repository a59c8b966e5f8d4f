//! Node and Bun addon: a thin binding of the core.
//!
//! Every function converts options, calls the core and converts results. The addon contains no
//! default values and makes no decisions. The JavaScript files in `js/` wrap these functions: they
//! turn tasks into promises and iterables, observe an `AbortSignal`, and turn a
//! [`failure`](error::failure) into an `Error`.
//!
//! The package's type declarations (`index.d.ts`) are generated from the doc comments of this
//! crate; `js/*.d.ts` declare only additions made in JavaScript.
//!
//! - `options`: option groups shared by several operations, and their conversion.
//! - `files`: starts searches over files.
//! - `task`: work on the pool, as seen by JavaScript.
//! - `content`, `convert`, `shared_buffer`, `typed_array`, `number`: data between JavaScript and Rust.
//! - `report`, `error`: reports and errors.
//!
//! Every other module is one operation: its options, native functions and results.

mod allocator;
pub mod ast;
pub mod ast_edit;
pub mod content;
pub mod convert;
pub mod diff;
pub mod edit;
pub mod edit_definition;
pub mod error;
pub mod files;
pub mod fuzzy;
pub mod glob;
pub mod grep;
pub mod highlight;
pub mod imports;
pub mod index;
pub mod number;
pub mod options;
pub mod outline;
pub mod pack;
pub mod path;
pub mod pool;
pub mod render;
pub mod report;
pub mod search;
pub mod shared_buffer;
pub mod task;
pub mod text;
pub mod tokens;
pub mod tree;
pub mod typed_array;
pub mod types;
pub mod undo;
pub mod workspace;

use napi_derive::napi;

/// Returns the version of the addon, which must equal the version of the package.
#[napi(catch_unwind, skip_typescript)]
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
