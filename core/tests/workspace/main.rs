//! Workspaces: syntax-tree search and edits, and every operation with open buffers.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[cfg(unix)]
mod buffer_links;
mod buffer_trees;
mod buffers;
mod handles;
mod index;
mod index_buffers;
#[cfg(unix)]
mod outside;
#[cfg(unix)]
mod sandbox;
mod syntax;
mod update_buffer;
