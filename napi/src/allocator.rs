//! Memory of the addon: mimalloc, for Rust and for syntax trees.
//!
//! Node calls the addon on many threads that come and go. The allocator of glibc keeps an arena for
//! each, and what is free in one serves no other.

use std::ffi::c_void;

use libmimalloc_sys::{mi_free, mi_malloc, mi_realloc, mi_zalloc};
use mimalloc::MiMalloc;
use napi_derive::module_init;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Runs when the addon is loaded, once in a process.
#[module_init]
fn init() {
    let allocator = tree_sitter::Allocator {
        malloc: tree_malloc,
        calloc: tree_calloc,
        realloc: tree_realloc,
        free: mi_free,
    };
    // SAFETY: the functions are those of one allocator, with its alignment of 16 bytes, and return no
    // null; nothing of tree-sitter has been called, and nothing else replaces the functions.
    unsafe { tree_sitter::set_allocator(Some(allocator)) };
}

unsafe extern "C" fn tree_malloc(size: usize) -> *mut c_void {
    // SAFETY: any size may be asked for.
    present(unsafe { mi_malloc(size) }, size)
}

unsafe extern "C" fn tree_calloc(count: usize, size: usize) -> *mut c_void {
    // More than all memory if the product overflows.
    let size = count.saturating_mul(size);
    // SAFETY: any size may be asked for.
    present(unsafe { mi_zalloc(size) }, size)
}

unsafe extern "C" fn tree_realloc(memory: *mut c_void, size: usize) -> *mut c_void {
    // SAFETY: tree-sitter passes null or what one of these functions returned and it has not freed.
    present(unsafe { mi_realloc(memory, size) }, size)
}

/// Ends the process without memory, as Rust and tree-sitter do.
fn present(memory: *mut c_void, size: usize) -> *mut c_void {
    if memory.is_null() && size > 0 {
        std::process::abort();
    }
    memory
}
