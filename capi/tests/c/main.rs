//! The C library from outside: its header and libraries, programs in C and C++ (`NOUN.c` in this
//! folder), the examples, packages, Python, and operations under faults.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "tests fail by panicking, and print what they could not check and what they counted"
)]

mod common;
mod compile;
mod examples;
#[cfg(target_arch = "x86_64")]
mod faults;
mod header;
mod install;
mod numbers;
mod options;
mod package;
mod pages;
mod programs;
mod python;
mod tree;
