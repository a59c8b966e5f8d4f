//! Items shared by the crates of `ransack`; not a public interface. They may change in any version.

pub use crate::applied::{AppliedChange, PreparedCommit};
pub use crate::attributes::Attributes;
pub use crate::locks::DEFAULT_WAIT;
pub use crate::name_change::existing;
pub use crate::plan::{ChangeAction, ChangePlan, CreateMode, PlannedChange, digest};
pub use crate::preview::{Preview, Unplanned};
pub use crate::recovery::add_to_report;
pub use crate::resolve::metadata_of_file;
pub use crate::transaction::Transaction;
pub use crate::undo::Recorder;
