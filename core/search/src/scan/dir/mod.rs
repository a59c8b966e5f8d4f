//! An open directory: lists its entries and opens them.
//!
//! On Linux (`linux`), entries are opened relative to the directory's
//! descriptor, so the kernel does not resolve the whole path for each file.
//! Elsewhere (`portable`), the standard library opens them by path.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(any(test, not(target_os = "linux")))]
#[cfg_attr(
    target_os = "linux",
    allow(unreachable_pub, reason = "public on other systems")
)]
mod portable;

use std::fs::File;
use std::io;
use std::path::Path;

use super::file_stamp::{EntryKind, FileStamp};

/// Device and inode of a directory, to detect symbolic link loops.
pub(crate) type Identity = (u64, u64);

#[cfg(target_os = "linux")]
pub use linux::Dir;
#[cfg(not(target_os = "linux"))]
pub use portable::PathDir as Dir;

#[cfg(test)]
mod tests;
