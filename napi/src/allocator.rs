//! Memory allocator of the addon: mimalloc, for Rust and for syntax trees.
//!
//! Node calls the addon on many short-lived threads. glibc's allocator keeps an arena for each
//! thread, and memory freed in one arena is not available to others.

use std::ffi::c_void;

use libmimalloc_sys::{mi_free, mi_malloc, mi_realloc, mi_zalloc};
use mimalloc::MiMalloc;
use napi_derive::module_init;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Runs once per process, when the addon is loaded.
#[module_init]
fn init() {
    let allocator = tree_sitter::Allocator {
        malloc: tree_malloc,
        calloc: tree_calloc,
        realloc: tree_realloc,
        free: mi_free,
    };
    // SAFETY: the functions belong to a single allocator that aligns to 16 bytes, and they never
    // return null. No tree-sitter function has been called yet, and nothing else replaces the
    // allocator.
    unsafe { tree_sitter::set_allocator(Some(allocator)) };
}

unsafe extern "C" fn tree_malloc(size: usize) -> *mut c_void {
    // SAFETY: `mi_malloc` accepts any size.
    present(unsafe { mi_malloc(size) }, size)
}

unsafe extern "C" fn tree_calloc(count: usize, size: usize) -> *mut c_void {
    // Saturates on overflow, a size that no allocation can satisfy.
    let size = count.saturating_mul(size);
    // SAFETY: `mi_zalloc` accepts any size.
    present(unsafe { mi_zalloc(size) }, size)
}

unsafe extern "C" fn tree_realloc(memory: *mut c_void, size: usize) -> *mut c_void {
    // SAFETY: tree-sitter passes null, or memory that one of these functions returned and that it
    // has not freed.
    present(unsafe { mi_realloc(memory, size) }, size)
}

/// Ends the process if memory is exhausted, like Rust and tree-sitter.
fn present(memory: *mut c_void, size: usize) -> *mut c_void {
    if memory.is_null() && size > 0 {
        std::process::abort();
    }
    memory
}
