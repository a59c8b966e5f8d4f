//! Items shared by the crates of `ransack`; not a public interface. They may change in any version.

pub use crate::pattern::metavar::{
    PatternSegment, VarSlot, names as metavariable_names, var_at as metavariable_at,
};
pub use crate::search::examiner::{may_search, target};
pub use crate::search::lexical::word_len;
pub use crate::search::query::CompiledQuery;
pub use crate::search::text::{LocatedHit, SearchStatus, SearchTarget, search as search_text};
