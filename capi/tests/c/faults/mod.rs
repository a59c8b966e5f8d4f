//! Operations under faults: every system call fails, transfers less, or is interrupted; the process
//! dies; files change while they are read; disks are full.
//!
//! A program in C runs an operation in a child process whose system calls it traces, and gives one
//! of them a fault. A run without faults says which calls there are. Each answer must be the one
//! without faults, an error, or one that says what it lacks. Files that are edited are old or new,
//! all of them, at the latest after recovery.
//!
//! The default tier gives each operation four faults, the group `faults` a sample, evenly taken, and
//! `RANSACK_FAULTS=all` each of them:
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
