//! Operations under faults: every system call fails, transfers less, or is interrupted; the process
//! dies; files change while they are read; disks are full.
//!
//! A program in C runs an operation in a child process whose system calls it traces, and gives one
//! of them a fault. A run without faults says which calls there are. Each answer must be the one
//! without faults, an error, or one that says what it lacks. Files that are edited are old or new,
//! all of them, at the latest after recovery.
//!
//! The default is a sample of the faults, evenly taken. `RANSACK_FAULTS=all` runs each of them:
//!
//! ```sh
//! RANSACK_FAULTS=all cargo test -p ransack-capi --test faults -- --nocapture
//! ```
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "tests fail by panicking, and print what they counted"
)]

mod changes;
#[path = "../common/mod.rs"]
mod common;
mod disks;
mod edits;
#[path = "../install/mod.rs"]
mod install;
mod judge;
mod plan;
mod program;
mod searches;
mod trees;
