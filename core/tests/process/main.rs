//! Tests whose subject is the process: its threads, memory, descriptors, environment and limits.
//!
//! Each test runs in its own process, started by its parent.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[cfg(target_os = "linux")]
mod abandoned_streams;
#[cfg(target_os = "linux")]
mod highlight_memory;
mod saturation;
mod stack;
#[cfg(target_os = "linux")]
mod threads;
#[cfg(target_os = "linux")]
mod workspace_limits;
