//! Workspaces: the same results as without a workspace, after every change, with and without an
//! index.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod buffers;
#[cfg(unix)]
mod buffers_random;
mod handles;
mod index;
mod index_buffers;
mod index_cancel;
mod index_disk;
#[cfg(unix)]
mod index_permissions;
mod index_readers;
mod index_ready;
#[cfg(unix)]
mod outside;
mod random;
mod refresh;
#[cfg(target_os = "linux")]
mod unseen;
