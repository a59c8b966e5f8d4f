//! Text for people and models within a number of tokens: results of searches, directory trees, and the
//! files of a directory.
//!
//! Users depend on the crate `ransack`, which re-exports the public items.
//!
//! | module | responsibility |
//! | --- | --- |
//! | `render` | results as text; reads no files and runs no searches |
//! | `tree` | directory trees with numbers |
//! | `pack` | files as one text |

#[cfg(feature = "ast")]
mod pack;
mod render;
mod tree;

#[cfg(feature = "ast")]
pub use pack::{
    FoundSecret, LevelRule, Pack, PackDecision, PackFormat, PackLevel, PackOptions, PackPart,
    PackReason, PackRules, PackSection, PackStream, PackedDirectory, PackedFile, PackedText,
    RelevantText, RuleMode, RuleSource, WeightRule, pack, pack_stream,
};

#[doc(no_inline)]
pub use ransack_base::{
    CancelToken, Error, ErrorKind, Outcome, Pool, RelPath, Report, Result, SkipReason,
};
#[doc(no_inline)]
pub use ransack_search::{
    FileType, GrepMatch, GrepOptions, OnTimeout, Scope, Workspace, WorkspaceOptions, grep,
};
#[doc(no_inline)]
pub use ransack_tokens::{Encoding, TokenCounter, count_tokens};
pub use render::{
    Grouping, Render, RenderMatch, RenderOptions, RenderReport, RenderSkipped, Renderer, Rendering,
    render,
};
pub use tree::{Tree, TreeNode, TreeOptions, TreeStyle, tree};
