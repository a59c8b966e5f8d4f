//! Snapshots: texts of files as they were read, and places of their lines in the files of today.
//!
//! - `store`: memory of the process for snapshots.
//! - `seen`: lines that reads have shown.
//! - `relocate`: lines of an old text in a new text.
//! - `anchor`: lines named by a snapshot and their numbers in it.
//!
//! A snapshot is identified by the content id of the file, whose text depends on the encoding in
//! which it was read. Snapshots are retained up to a limit; a snapshot with the content that the file
//! has needs no retained text.

mod anchor;
mod relocate;
mod seen;
mod store;

pub(crate) use anchor::{Anchor, CurrentText, line_hash};
pub(crate) use seen::SeenLines;
pub(crate) use store::{SnapshotId, with_snapshots};
pub use store::{SnapshotMemory, set_snapshot_memory, snapshot_memory};
