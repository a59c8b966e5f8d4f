//! Grammars: the languages of the build, their files, and parsers for them.
//!
//! Users depend on the crate `ransack`, which re-exports the public items. The crates of the
//! library also use [`internal`], which is not a stable interface.
//!
//! | module | responsibility |
//! | --- | --- |
//! | `language`, `languages`, `lookup` | languages by name and file name |
//! | `modeline` | languages in modelines |
//! | `shared_extension` | languages by text, where several share an extension |
//! | `buffer_trees` | syntax trees of open buffers, which edits update |
//! | `parse` | parsers, with limits on time, memory and stack |
//! | `queries` | highlight and injection queries of the grammar crates |
//! | `mask` | text for the parser where a grammar cannot parse valid code |
//! | `scanner` | external scanners with faults, mended |
//! | `packed`, `unpack` | parse tables that the binary stores compressed |
//!
//! Each language is a feature, `lang-NAME`. Only this crate and its build script compile C.

mod buffer_trees;
pub mod internal;
mod language;
#[cfg_attr(
    not(feature = "all-languages"),
    allow(
        dead_code,
        unused_imports,
        reason = "languages that use it are features"
    )
)]
mod languages;
mod lookup;
mod mask;
mod modeline;
#[cfg_attr(
    not(feature = "all-languages"),
    allow(
        dead_code,
        unused_imports,
        reason = "languages that use it are features"
    )
)]
mod packed;
mod parse;
mod queries;
#[cfg_attr(
    not(feature = "all-languages"),
    allow(
        dead_code,
        unused_imports,
        reason = "languages that use it are features"
    )
)]
mod scanner;
mod shared_extension;
#[cfg(feature = "packed-grammars")]
#[cfg_attr(
    not(feature = "all-languages"),
    allow(dead_code, reason = "languages that use it are features")
)]
mod unpack;

pub use language::Language;
pub use lookup::languages;
