//! Versioned structs: options and scopes, which begin with a version and grow at the end.
//!
//! [`versioned!`] declares the versions of a struct next to its definition; `init` lists all of these
//! structs. Invariant: only this macro implements [`Versioned`].

use std::fmt;
use std::mem::MaybeUninit;

use crate::error::{Failure, ransack_status};

/// Struct with defaults.
pub(crate) trait Defaults: Copy {
    /// Returns the newest version with the default of every field.
    fn defaults() -> Self;
}

/// Struct in the C API that begins with a version and grows at the end. Implemented only by
/// [`versioned!`].
///
/// # Safety
///
/// The struct is `repr(C)`, its first field is a `u32`, and it holds only integers and raw
/// pointers, so every bit pattern is a valid value. No entry of `SIZES` exceeds the size of the
/// struct.
pub(crate) unsafe trait Versioned: Defaults + fmt::Debug {
    /// Name of the C struct.
    const NAME: &'static str;

    /// Size in bytes of each version, starting with version 1: the end of its last field. Padding
    /// after that field is not part of the version, because a later version may put a field there.
    const SIZES: &'static [usize];

    /// Returns the size of a version, or an error if the library does not know it. `name` is the
    /// name of the field or parameter with the version.
    fn size_of_version(version: u32, name: fmt::Arguments<'_>) -> Result<usize, Failure> {
        let index = (version as usize).wrapping_sub(1);
        Self::SIZES.get(index).copied().ok_or_else(|| {
            let known = match Self::SIZES.len() {
                1 => "only version 1".to_owned(),
                newest => format!("versions 1 to {newest}"),
            };
            let message = format!(
                "`{name}` is {version}: this library knows {known} of the struct; initialise it \
                 with its _INIT macro or ransack_options_init()"
            );
            Failure::new(ransack_status::BadVersion, message)
        })
    }
}

/// Returns the size of the field that `_field` points to.
pub(crate) const fn size_of_field<S, F>(_field: fn(&S) -> &F) -> usize {
    size_of::<F>()
}

/// Implements [`Versioned`] for a struct.
///
/// Takes the struct, the constant with its newest version, and, for each version starting with 1,
/// the last field and the offset of its end on 64-bit targets. Published offsets never change,
/// which is checked at compile time.
macro_rules! versioned {
    ($name:ident, $newest:ident, [$($last:ident: $end:literal),+ $(,)?]) => {
        // SAFETY: `repr(C)` with only integers and raw pointers, like every struct that cbindgen
        // exports by value; the check below ensures that the first field is the `u32` version. The
        // end of a field is within the struct.
        unsafe impl $crate::options::versioned::Versioned for $name {
            const NAME: &'static str = stringify!($name);

            const SIZES: &'static [usize] = &[$(
                ::std::mem::offset_of!($name, $last)
                    + $crate::options::versioned::size_of_field(|all: &$name| &all.$last)
            ),+];
        }

        const _: () = {
            let _: fn(&$name) -> &u32 = |all| &all.version;
            assert!(::std::mem::offset_of!($name, version) == 0, "the version comes first");
            let published: &[usize] = &[$($end),+];
            let sizes = <$name as $crate::options::versioned::Versioned>::SIZES;
            assert!(published.len() == $newest as usize, "each version has a last field");
            let mut version = 0;
            while version < published.len() && cfg!(target_pointer_width = "64") {
                assert!(sizes[version] == published[version], "a published version has changed");
                version += 1;
            }
        };
    };
}

pub(crate) use versioned;

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
    let size = T::size_of_version(version, format_args!("{name}.version"))?;
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

/// Writes the defaults of a version and nothing past its last field.
///
/// # Safety
///
/// `place` is not NULL, and valid for writes of a struct of `version` if that version is known.
pub(super) unsafe fn write_defaults<T: Versioned>(
    place: *mut T,
    version: u32,
) -> Result<(), Failure> {
    let size = T::size_of_version(version, format_args!("version"))?;
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
mod tests;
