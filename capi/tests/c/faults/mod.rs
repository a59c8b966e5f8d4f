//! Operations under faults: every system call fails, transfers less, or is interrupted; the process
//! dies; files change while they are read; disks are full.
//!
//! A C program runs an operation in a child process, traces its system calls, and injects a fault
//! into one of them. A run without faults lists the calls. Each answer must be the answer without
//! faults, an error, or an answer that reports what is missing. Edited files must be all old or all
//! new, at the latest after recovery.
//!
//! The default tier tests four faults per operation, the group `faults` an even sample, and
//! `RANSACK_FAULTS=all` all of them:
//!
//! ```sh
//! RANSACK_FAULTS=all cargo test -p ransack-capi --test c faults:: -- --nocapture
//! ```

mod changes;
mod disks;
mod edits;
mod judge;
mod plan;
mod program;
mod searches;
mod trees;
