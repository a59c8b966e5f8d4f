//! Every cast between a raw pointer from C and something that Rust can trust.
//!
//! The functions are unsafe because only the caller in C can know that a
//! pointer is what the header asks for; what can be checked (NULL, lengths,
//! versions) is checked here.

use std::mem::MaybeUninit;
use std::slice;

use crate::error::{Failure, ransack_status};

/// An opaque or partly visible C type that C owns behind a pointer, and what
/// the pointer really points to. Handing out is always a `Box`, so that no
/// handle can be freed in another way than it was made.
pub(crate) trait Handle {
    type Owner;
}

/// What C sees of an array, together with the array. The visible part comes
/// first, so that a pointer to the whole is a pointer to it.
#[repr(C)]
pub(crate) struct Shown<S, T> {
    pub(crate) shown: S,
    _items: Vec<T>,
}

impl<S, T> Shown<S, T> {
    /// `show` gets where the items are, and their number.
    pub(crate) fn new(items: Vec<T>, show: impl FnOnce(*const T, usize) -> S) -> Shown<S, T> {
        // A vector's items stay where they are when it is moved.
        Shown {
            shown: show(items.as_ptr(), items.len()),
            _items: items,
        }
    }
}

/// Gives a value to C. [`take_back`] is its end.
pub(crate) fn hand_out<C: Handle>(owner: C::Owner) -> *mut C {
    Box::into_raw(Box::new(owner)).cast()
}

/// Takes a value back from C; `None` for NULL.
///
/// # Safety
///
/// `handle` is NULL or came from [`hand_out`] and is used for the last time.
pub(crate) unsafe fn take_back<C: Handle>(handle: *mut C) -> Option<Box<C::Owner>> {
    if handle.is_null() {
        return None;
    }
    // SAFETY: it came from `Box::into_raw` of this type, and only once more.
    Some(unsafe { Box::from_raw(handle.cast()) })
}

/// What a handle stands for.
///
/// # Safety
///
/// `handle` is NULL or came from [`hand_out`] and is not freed during `'a`.
pub(crate) unsafe fn borrow<'a, C: Handle>(
    handle: *const C,
    name: &str,
) -> Result<&'a C::Owner, Failure> {
    // SAFETY: it is NULL or points to an owner that lives for `'a`; owners are
    // only ever borrowed shared.
    unsafe { handle.cast::<C::Owner>().as_ref() }.ok_or_else(|| Failure::null(name))
}

/// A checked place for an output.
pub(crate) struct Out<T>(*mut T);

impl<T> Out<T> {
    pub(crate) fn set(self, value: T) {
        // SAFETY: `out` was promised a writable place; `write` drops nothing.
        unsafe { self.0.write(value) }
    }
}

/// Checks the pointer to an output.
///
/// # Safety
///
/// `place` is NULL or writable, aligned, and stays so while the `Out` lives.
pub(crate) unsafe fn out<T>(place: *mut T, name: &str) -> Result<Out<T>, Failure> {
    if place.is_null() {
        Err(Failure::null(name))
    } else {
        Ok(Out(place))
    }
}

/// An array that was passed as a pointer and a count. A count of 0 ignores the
/// pointer.
///
/// # Safety
///
/// Unless `len` is 0 or `data` NULL, `data` points to `len` values that are
/// valid, aligned and unchanged during `'a`.
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
        let message = format!("`{name}` is longer than memory");
        return Err(Failure::new(ransack_status::InvalidOption, message));
    }
    // SAFETY: neither NULL nor too long, and the rest is the caller's promise.
    Ok(unsafe { slice::from_raw_parts(data, len) })
}

/// A struct that begins with a version and grows at its end.
///
/// # Safety
///
/// The struct is `repr(C)`, its first field is a `u32`, and every pattern of
/// bits is a valid value: it holds integers and raw pointers only.
pub(crate) unsafe trait Versioned: Copy {
    /// Size in bytes of each version, from version 1 on: where its last field
    /// ends. The padding after that does not belong to it; a field of a later
    /// version may lie there.
    const SIZES: &'static [usize];

    /// Every field's default; the version is the newest.
    fn defaults() -> Self;

    fn size_of_version(version: u32) -> Result<usize, Failure> {
        let index = (version as usize).wrapping_sub(1);
        Self::SIZES.get(index).copied().ok_or_else(|| {
            let newest = Self::SIZES.len();
            let message = format!("version {version} of the options, known are 1 to {newest}");
            Failure::new(ransack_status::BadVersion, message)
        })
    }
}

/// Copies the fields of the version that the struct declares over the
/// defaults.
///
/// # Safety
///
/// `given` is NULL or points to a `u32` that, if it is a known version, begins
/// a struct of that version.
pub(crate) unsafe fn read_versioned<T: Versioned>(
    given: *const T,
    name: &str,
) -> Result<T, Failure> {
    if given.is_null() {
        return Err(Failure::null(name));
    }
    // SAFETY: not NULL, so at least the version can be read.
    let version = unsafe { given.cast::<u32>().read() };
    let size = T::size_of_version(version)?;
    let mut copy = MaybeUninit::new(T::defaults());
    // SAFETY: the struct has `size` bytes in this version, which is at most
    // the size of `T`, and any bits are a valid `T`.
    unsafe {
        given
            .cast::<u8>()
            .copy_to_nonoverlapping(copy.as_mut_ptr().cast(), size);
        Ok(copy.assume_init())
    }
}

/// Writes the defaults of a version, and nothing past its end.
///
/// # Safety
///
/// `place` is NULL or, if `version` is known, writable for a struct of it.
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
    // SAFETY: the place has `size` bytes, which is at most the size of `T`, and
    // the version is its first field.
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

    // SAFETY: `repr(C)`, the version first, integers only.
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
    fn an_older_struct_is_read_over_the_defaults() {
        let old = Old {
            version: 1,
            width: 5,
        };
        // SAFETY: a struct of the version that it declares.
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
        // SAFETY: as above.
        assert_eq!(unsafe { read_versioned(&raw const new, "o") }.unwrap(), new);
    }

    #[test]
    fn an_older_struct_is_initialised_up_to_its_end() {
        let mut place = New {
            version: 99,
            width: 99,
            height: 99,
            depth: 99,
        };
        // SAFETY: large enough for every version.
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
        // SAFETY: as above.
        unsafe { write_defaults(&raw mut place, 2, "o") }.unwrap();
        assert_eq!(place, New::defaults());
    }

    #[test]
    fn unknown_versions_and_null_are_refused() {
        for version in [0, 3, u32::MAX] {
            let mut place = New {
                version,
                width: 99,
                height: 99,
                depth: 99,
            };
            let before = place;
            // SAFETY: large enough for every version.
            let read = unsafe { read_versioned(&raw const place, "o") };
            assert_eq!(read.unwrap_err().status, ransack_status::BadVersion);
            // SAFETY: as above.
            let written = unsafe { write_defaults(&raw mut place, version, "o") };
            assert_eq!(written.unwrap_err().status, ransack_status::BadVersion);
            assert_eq!(place, before);
        }
        // SAFETY: NULL is allowed.
        let read = unsafe { read_versioned::<New>(std::ptr::null(), "o") };
        assert_eq!(read.unwrap_err().status, ransack_status::NullArgument);
    }

    #[test]
    fn a_length_of_zero_ignores_the_pointer() {
        // SAFETY: no length.
        let none = unsafe { array::<u64>(std::ptr::without_provenance(1), 0, "a") };
        assert!(none.unwrap().is_empty());
        // SAFETY: NULL is allowed.
        let null = unsafe { array::<u64>(std::ptr::null(), 1, "a") };
        assert_eq!(null.unwrap_err().status, ransack_status::NullArgument);
        let value = 0u64;
        // SAFETY: the length is refused before anything is read.
        let long = unsafe { array(&raw const value, usize::MAX, "a") };
        assert_eq!(long.unwrap_err().status, ransack_status::InvalidOption);
    }
}
