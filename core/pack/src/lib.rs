//! Results as text for people and models, within a number of tokens.
//!
//! Users depend on the crate `ransack`, which re-exports the public items. This crate reads no
//! files and runs no searches.

mod render;

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
