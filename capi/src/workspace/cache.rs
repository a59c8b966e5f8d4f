//! Cache of workspaces by root, for callers that name a root with every call.

use std::num::NonZeroUsize;
use std::path::Path;

use ransack::WorkspaceCache;

use super::{ransack_workspace, ransack_workspace_options};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle};
use crate::panic::guard;
use crate::slice::ransack_bytes;

/// Cache of the most recently used workspaces by root. Any number of threads may share it. NULL
/// means the process-wide cache, which keeps 8 workspaces in RANSACK_REFRESH_MODE_STAT mode and
/// therefore needs no threads or watches.
///
///     ransack_workspace *workspace = NULL;
///     ransack_workspace_cache_get(NULL, RANSACK_BYTES("src"), &workspace);
///     scope.workspace = workspace;
///     options.scope = &scope;
///     status = ransack_glob(&options, NULL, on_match, NULL, &report);
///     ransack_workspace_free(workspace);
pub struct ransack_workspace_cache {
    _private: [u8; 0],
}

impl Handle for ransack_workspace_cache {
    type Owner = WorkspaceCache;
}

/// Creates a cache of at most `capacity` workspaces, opened with `options`; NULL options mean the
/// defaults. Free `out` with ransack_workspace_cache_free().
///
/// Fails with RANSACK_STATUS_INVALID_OPTION if the capacity is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_cache_new(
    capacity: usize,
    options: *const ransack_workspace_options,
    out: *mut *mut ransack_workspace_cache,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or options of the version that they declare.
        let options = unsafe { ransack_workspace_options::resolve_or_default(options) }?;
        let Some(capacity) = NonZeroUsize::new(capacity) else {
            let message = "`capacity` is 0: a cache keeps at least one workspace";
            return Err(Failure::new(ransack_status::InvalidOption, message));
        };
        out.write(ffi::into_handle(WorkspaceCache::new(capacity, options)));
        Ok(())
    })
}

/// Returns the workspace for a directory. If the cache has no such workspace, opens one; a full
/// cache then evicts the least recently used workspace, which is closed when its last handle is
/// freed. Free `out` with ransack_workspace_free().
///
/// Fails if the root is not a directory or cannot be opened.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_cache_get(
    cache: *const ransack_workspace_cache,
    root: ransack_bytes,
    out: *mut *mut ransack_workspace,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or a cache that is not freed during the call, and text
        // that does not change during the call.
        let (cache, root) = unsafe { (cache_or_shared(cache)?, root.path("root")?) };
        out.write(ffi::into_handle(cache.get(root)?));
        Ok(())
    })
}

/// Marks `path` and everything below it as stale in all cached workspaces; the next call rescans
/// the stale entries. An empty path evicts every workspace.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_cache_invalidate(
    cache: *const ransack_workspace_cache,
    path: ransack_bytes,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or a cache that is not freed during the call, and text
        // that does not change during the call.
        let (cache, path) = unsafe { (cache_or_shared(cache)?, path.path("path")?) };
        cache.invalidate((!path.is_empty()).then_some(Path::new(&path)));
        Ok(())
    })
}

/// Frees a cache and its handles to workspaces. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_workspace_cache_free(cache: *mut ransack_workspace_cache) {
    // SAFETY: the header requires NULL or a cache of this library that is not used afterwards.
    unsafe { ffi::free(cache) }
}

/// Returns the caller's cache; NULL means the shared cache.
///
/// # Safety
///
/// Same contract as [`ffi::borrow`].
unsafe fn cache_or_shared<'a>(
    cache: *const ransack_workspace_cache,
) -> Result<&'a WorkspaceCache, Failure> {
    if cache.is_null() {
        return Ok(WorkspaceCache::shared());
    }
    // SAFETY: the contract of this function.
    unsafe { ffi::borrow(cache, "cache") }
}
