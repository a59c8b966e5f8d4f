//! Typed arrays that hold the results of calls, in the engine's memory.
//!
//! An engine frees memory lent by an addon only when its event loop turns, so an uninterrupted loop
//! would keep the results of all its calls. The numbers are therefore copied into the engine's own
//! memory, which it counts and frees like the memory of any array.

use std::ptr::null_mut;

use napi::bindgen_prelude::ToNapiValue;
use napi::{Result, check_status, sys};

/// Element of a [`ResultArray`].
pub trait Element: Copy {
    /// Node-API's code for the typed array that holds elements of this type.
    const KIND: sys::napi_typedarray_type;
}

impl Element for u8 {
    const KIND: sys::napi_typedarray_type = sys::TypedarrayType::uint8_array;
}

impl Element for f64 {
    const KIND: sys::napi_typedarray_type = sys::TypedarrayType::float64_array;
}

/// Elements to be copied into a new `Uint8Array` or `Float64Array`.
pub struct ResultArray<T>(pub Vec<T>);

impl<T: Element> ToNapiValue for ResultArray<T> {
    // SAFETY: as for every implementation of this trait, `env` must be the environment of the
    // current call.
    unsafe fn to_napi_value(env: sys::napi_env, array: ResultArray<T>) -> Result<sys::napi_value> {
        let ResultArray(elements) = array;
        let (mut memory, mut buffer, mut array) = (null_mut(), null_mut(), null_mut());
        // SAFETY: `env` is the environment of this call; the pointers are to local
        // variables.
        check_status!(unsafe {
            sys::napi_create_arraybuffer(
                env,
                size_of_val(elements.as_slice()),
                &raw mut memory,
                &raw mut buffer,
            )
        })?;
        if !elements.is_empty() {
            // SAFETY: Node-API returned memory with the length of the elements, aligned for every
            // element type, and nothing else refers to it yet.
            unsafe {
                std::ptr::copy_nonoverlapping(elements.as_ptr(), memory.cast(), elements.len());
            }
        }
        // SAFETY: `env` is the environment of this call, the pointers are to local variables, and
        // the array covers the whole buffer.
        check_status!(unsafe {
            sys::napi_create_typedarray(env, T::KIND, elements.len(), buffer, 0, &raw mut array)
        })?;
        Ok(array)
    }
}
