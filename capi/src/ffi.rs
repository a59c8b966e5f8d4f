//! Conversions between raw pointers from C and Rust values: handles, outputs and arrays.
//!
//! Every function here is `unsafe` because only the C caller can guarantee that a pointer is valid
//! as the header requires. NULL and lengths are checked. This module must not depend on any
//! operation of the library.

use std::slice;

use crate::error::{Failure, ransack_status};
use crate::panic::guard_or;

/// Type that C code owns through a pointer, either opaque or with visible fields.
///
/// Invariant: every pointer to the C type that C code holds came from [`into_handle`], so it points
/// to the content of a `Box<Self::Owner>`. If the C type has fields, `Owner` is `repr(C)` and
/// begins with those fields.
pub(crate) trait Handle {
    /// Rust type of the owned value.
    type Owner;
}

/// Array owned by a handle, with the C struct that points to it.
///
/// Invariant: `shown` is the first field, so a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct OwnedArray<S, T> {
    pub(crate) shown: S,
    _items: Vec<T>,
}

impl<S, T> OwnedArray<S, T> {
    /// Keeps `items` and calls `show` with their address and number to build the C struct.
    pub(crate) fn new(items: Vec<T>, show: impl FnOnce(*const T, usize) -> S) -> OwnedArray<S, T> {
        // Moving a vector does not move its items.
        OwnedArray {
            shown: show(items.as_ptr(), items.len()),
            _items: items,
        }
    }
}

/// Moves a value into a handle that C code owns. [`free`] is the inverse.
pub(crate) fn into_handle<C: Handle>(owner: C::Owner) -> *mut C {
    Box::into_raw(Box::new(owner)).cast()
}

/// Drops the value of a handle. Does nothing if the pointer is NULL; catches a panic in a
/// destructor.
///
/// # Safety
///
/// `handle` is NULL, or came from [`into_handle`] and is not used afterwards.
pub(crate) unsafe fn free<C: Handle>(handle: *mut C) {
    if handle.is_null() {
        return;
    }
    guard_or((), || {
        // SAFETY: by the invariant of `Handle` this is the pointer of a `Box<C::Owner>`, and the
        // caller does not use it again.
        drop(unsafe { Box::<C::Owner>::from_raw(handle.cast()) });
    });
}

/// Borrows the value of a handle. NULL is an error that names the parameter.
///
/// # Safety
///
/// `handle` is NULL, or came from [`into_handle`] and is not freed during `'a`.
pub(crate) unsafe fn borrow<'a, C: Handle>(
    handle: *const C,
    name: &str,
) -> Result<&'a C::Owner, Failure> {
    // SAFETY: by the invariant of `Handle` the pointer is NULL or leads to an `Owner` that lives
    // for `'a`; owners are only ever borrowed shared.
    unsafe { handle.cast::<C::Owner>().as_ref() }.ok_or_else(|| Failure::null(name))
}

/// Output parameter that is known not to be NULL.
pub(crate) struct OutParam<T>(*mut T);

impl<T> OutParam<T> {
    pub(crate) fn write(self, value: T) {
        // SAFETY: the pointer is valid for one write by the contract of `out_param`; `write` does
        // not drop the previous content.
        unsafe { self.0.write(value) }
    }
}

/// Checks an output parameter. NULL is an error that names it.
///
/// # Safety
///
/// `place` is NULL, or aligned and valid for one write as long as the `OutParam` lives.
pub(crate) unsafe fn out_param<T>(place: *mut T, name: &str) -> Result<OutParam<T>, Failure> {
    if place.is_null() {
        Err(Failure::null(name))
    } else {
        Ok(OutParam(place))
    }
}

/// Wraps an output parameter that the caller may not want: `None` if it is NULL.
///
/// # Safety
///
/// Same contract as [`out_param`].
pub(crate) unsafe fn optional_param<T>(place: *mut T) -> Option<OutParam<T>> {
    (!place.is_null()).then_some(OutParam(place))
}

/// Borrows an array that C code passes as a pointer and a length. If the length is 0, the pointer
/// is ignored; otherwise a NULL pointer is an error that names the parameter.
///
/// # Safety
///
/// `len` is 0, or `data` is NULL, or `data` points to `len` values that are valid, aligned and
/// unchanged during `'a`.
pub(crate) unsafe fn array<'a, T>(
    data: *const T,
    len: usize,
    name: &str,
) -> Result<&'a [T], Failure> {
    if len == 0 {
        return Ok(&[]);
    }
    if data.is_null() {
        return Err(Failure::null(name));
    }
    if len > isize::MAX as usize / size_of::<T>().max(1) {
        let message = format!("`{name}` has {len} items, more than memory can hold");
        return Err(Failure::new(ransack_status::InvalidOption, message));
    }
    // SAFETY: `data` is not NULL and the size fits `isize`, both checked above; validity,
    // alignment and lifetime are the contract of this function.
    Ok(unsafe { slice::from_raw_parts(data, len) })
}

#[cfg(test)]
mod tests;
