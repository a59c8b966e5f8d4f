//! Text for people and models within a number of tokens: results of searches, and the files of a
//! directory.
//!
//! Users depend on the crate `ransack`, which re-exports the public items.
//!
//! | module | responsibility |
//! | --- | --- |
//! | `render` | results as text; reads no files |
//! | `pack` | files as one text |

#[cfg(feature = "ast")]
mod pack;
mod render;

#[cfg(feature = "ast")]
pub use pack::{
    FoundSecret, LevelRule, Pack, PackDecision, PackFormat, PackLevel, PackOptions, PackPart,
    PackReason, PackRules, PackSection, PackedDirectory, PackedFile, RelevantText, RuleMode,
    RuleSource, WeightRule, pack,
};

#[doc(no_inline)]
pub use ransack_base::{CancelToken, Error, ErrorKind, Outcome, Report, Result};
#[doc(no_inline)]
pub use ransack_search::{GrepMatch, GrepOptions, grep};
#[doc(no_inline)]
pub use ransack_tokens::{Encoding, TokenCounter, count_tokens};
pub use render::{
    Grouping, Render, RenderMatch, RenderOptions, RenderReport, RenderSkipped, Renderer, Rendering,
    render,
};
