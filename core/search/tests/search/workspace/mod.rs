//! Workspaces: the same results as without a workspace, after every change, with and without an
//! index.

#[cfg(unix)]
mod buffers_random;
mod changes;
mod defaults;
mod folders;
mod index_cancel;
mod index_disk;
#[cfg(unix)]
mod index_permissions;
mod index_readers;
mod index_ready;
mod random;
mod refresh;
mod resolve;
#[cfg(target_os = "linux")]
mod unseen;
