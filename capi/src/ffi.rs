//! Conversions between raw pointers from C and Rust values: handles, outputs, arrays and
//! versioned structs.
//!
//! Every function here is `unsafe` because only the C caller can know that a pointer is what the
//! header requires. What can be checked is checked: NULL, lengths, versions. Nothing here knows an
//! operation of the library.

use std::mem::MaybeUninit;
use std::slice;

use crate::error::{Failure, ransack_status};
use crate::panic::guard_or;

/// C type that C owns behind a pointer, opaque or with visible fields.
///
/// Invariant: every pointer to the C type that C holds came from [`into_handle`], so it is the
/// pointer of a `Box<Self::Owner>`. If the C type has fields, `Owner` is `repr(C)` and begins with
/// them.
pub(crate) trait Handle {
    /// Type behind the pointer.
    type Owner;
}

/// Array of a handle together with the C struct that points to it.
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

/// Moves a value into a handle that C owns. [`free`] is the inverse.
pub(crate) fn into_handle<C: Handle>(owner: C::Owner) -> *mut C {
    Box::into_raw(Box::new(owner)).cast()
}

/// Drops the value behind a handle. Does nothing for NULL; a panic of a destructor is caught.
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

/// Borrows the value behind a handle. NULL is an error that names the parameter.
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
        // not drop what was there before.
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

/// Borrows an array that C passes as a pointer and a length. A length of 0 ignores the pointer;
/// NULL with another length is an error that names the parameter.
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

/// Struct of the C API that begins with a version and grows at its end.
///
/// # Safety
///
/// The struct is `repr(C)`, its first field is a `u32`, and it holds only integers and raw
/// pointers, so that every bit pattern is a valid value.
pub(crate) unsafe trait Versioned: Copy {
    /// Size in bytes of each version, from version 1 on: the end of its last field. The padding
    /// behind that field is not part of the version, because a field of a later version may lie
    /// there.
    const SIZES: &'static [usize];

    /// Returns the newest version with the default of every field.
    fn defaults() -> Self;

    /// Returns the size of a version, or an error if the library does not know it.
    fn size_of_version(version: u32) -> Result<usize, Failure> {
        let index = (version as usize).wrapping_sub(1);
        Self::SIZES.get(index).copied().ok_or_else(|| {
            let newest = Self::SIZES.len();
            let message = format!(
                "unknown version {version} of an options struct: this library knows 1 to {newest}; \
                 initialise the struct with its _INIT macro or _init function"
            );
            Failure::new(ransack_status::BadVersion, message)
        })
    }
}

/// Copies the fields of the version that the struct declares over the defaults. NULL is an error
/// that names the parameter.
///
/// # Safety
///
/// `given` is NULL, or points to a `u32` which, if it is a known version, is the first field of a
/// struct of that version.
pub(crate) unsafe fn read_versioned<T: Versioned>(
    given: *const T,
    name: &str,
) -> Result<T, Failure> {
    if given.is_null() {
        return Err(Failure::null(name));
    }
    // SAFETY: not NULL, and every version of the struct begins with this `u32`.
    let version = unsafe { given.cast::<u32>().read() };
    let size = T::size_of_version(version)?;
    let mut copy = MaybeUninit::new(T::defaults());
    // SAFETY: the source has `size` bytes in this version, `size <= size_of::<T>()`, and any bit
    // pattern is a valid `T` (`Versioned`).
    unsafe {
        given
            .cast::<u8>()
            .copy_to_nonoverlapping(copy.as_mut_ptr().cast(), size);
        Ok(copy.assume_init())
    }
}

/// Writes the defaults of a version and nothing behind its last field.
///
/// # Safety
///
/// `place` is NULL, or valid for writes of a struct of `version` if that version is known.
pub(crate) unsafe fn write_defaults<T: Versioned>(
    place: *mut T,
    version: u32,
    name: &str,
) -> Result<(), Failure> {
    if place.is_null() {
        return Err(Failure::null(name));
    }
    let size = T::size_of_version(version)?;
    let defaults = T::defaults();
    // SAFETY: `place` is valid for `size` bytes and `size <= size_of::<T>()`; the version is the
    // first field (`Versioned`).
    unsafe {
        (&raw const defaults)
            .cast::<u8>()
            .copy_to_nonoverlapping(place.cast(), size);
        place.cast::<u32>().write(version);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    #[repr(C)]
    struct Old {
        version: u32,
        width: u32,
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    #[repr(C)]
    struct New {
        version: u32,
        width: u32,
        height: u32,
        depth: u32,
    }

    // SAFETY: `repr(C)`, a `u32` version first, integers only.
    unsafe impl Versioned for New {
        const SIZES: &'static [usize] = &[size_of::<Old>(), size_of::<New>()];

        fn defaults() -> New {
            New {
                version: 2,
                width: 1,
                height: 7,
                depth: 8,
            }
        }
    }

    #[test]
    fn older_version_is_read_over_defaults() {
        let old = Old {
            version: 1,
            width: 5,
        };
        // SAFETY: `old` is a struct of the version that it declares.
        let read = unsafe { read_versioned((&raw const old).cast::<New>(), "o") }.unwrap();
        assert_eq!(
            read,
            New {
                version: 1,
                width: 5,
                height: 7,
                depth: 8
            }
        );
        let new = New {
            version: 2,
            width: 5,
            height: 6,
            depth: 9,
        };
        // SAFETY: `new` is a struct of the version that it declares.
        assert_eq!(unsafe { read_versioned(&raw const new, "o") }.unwrap(), new);
    }

    #[test]
    fn older_version_is_written_up_to_its_end() {
        let mut place = New {
            version: 99,
            width: 99,
            height: 99,
            depth: 99,
        };
        // SAFETY: `place` is large enough for every version.
        unsafe { write_defaults(&raw mut place, 1, "o") }.unwrap();
        assert_eq!(
            place,
            New {
                version: 1,
                width: 1,
                height: 99,
                depth: 99
            }
        );
        // SAFETY: `place` is large enough for every version.
        unsafe { write_defaults(&raw mut place, 2, "o") }.unwrap();
        assert_eq!(place, New::defaults());
    }

    #[test]
    fn unknown_versions_and_null_are_errors() {
        for version in [0, 3, u32::MAX] {
            let mut place = New {
                version,
                width: 99,
                height: 99,
                depth: 99,
            };
            let before = place;
            // SAFETY: `place` is large enough for every version.
            let read = unsafe { read_versioned(&raw const place, "o") };
            assert_eq!(read.unwrap_err().status, ransack_status::BadVersion);
            // SAFETY: `place` is large enough for every version.
            let written = unsafe { write_defaults(&raw mut place, version, "o") };
            assert_eq!(written.unwrap_err().status, ransack_status::BadVersion);
            assert_eq!(place, before);
        }
        // SAFETY: NULL is allowed.
        let read = unsafe { read_versioned::<New>(std::ptr::null(), "o") };
        assert_eq!(read.unwrap_err().status, ransack_status::NullArgument);
    }

    #[test]
    fn length_zero_ignores_the_pointer() {
        // SAFETY: the length is 0.
        let none = unsafe { array::<u64>(std::ptr::without_provenance(1), 0, "a") };
        assert!(none.unwrap().is_empty());
        // SAFETY: NULL is allowed.
        let null = unsafe { array::<u64>(std::ptr::null(), 1, "a") };
        assert_eq!(null.unwrap_err().status, ransack_status::NullArgument);
        let value = 0u64;
        // SAFETY: the length is rejected before the data is read.
        let long = unsafe { array(&raw const value, usize::MAX, "a") };
        assert_eq!(long.unwrap_err().status, ransack_status::InvalidOption);
    }
}
