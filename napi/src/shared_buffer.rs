//! Shared buffer: the fast path for short synchronous calls that process text.
//!
//! For short text, Node-API's usual argument conversion takes longer than the call itself.
//! JavaScript and Rust therefore share an array of numbers: JavaScript writes the numbers of a call
//! to it and passes the text as the only argument; Rust overwrites them with the numbers of the
//! result. Only two other values cross the boundary: a string with the text (or an array of
//! strings), and a string with the result.
//!
//! Invariants: each environment (JavaScript thread) has its own buffer; no JavaScript runs while
//! Rust reads or writes the buffer. `js/internal/shared_buffer.js` is the counterpart; `text` and
//! `tokens` define the numbers.

use std::ffi::{CStr, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;

use napi::bindgen_prelude::{External, FromNapiRef, Object, ToNapiValue};
use napi::{Env, JsValue, Result, check_status, sys};
use napi_derive::napi;
use ransack::CancelToken;

use crate::error::failure;
use crate::text::{HEAD, TEXTS, TextRequest, TextResults, default_flags};
use crate::tokens::{self, TokenInput, TokenRequest, Vocabulary};
use crate::typed_array::ResultArray;

/// Length of the shared array, in numbers.
const SLOTS: usize = 1024;

/// Length in code units above which the buffers of a call are freed after the call.
const MAX_KEPT_UNITS: usize = 1 << 16;

/// Shared array and buffers of one JavaScript environment.
struct SharedBuffer {
    /// Memory of the shared array; lives as long as the environment.
    slots: *mut [f64; SLOTS],
    /// Text of the call in UTF-16.
    units: Vec<u16>,
    /// Text of the call in UTF-8.
    utf8: Vec<u8>,
    results: TextResults,
    /// Token that never fires: synchronous calls have no time limit.
    never: CancelToken,
}

/// Exports the functions `text`, `tokens` and `sharedNumbers` (for results longer than
/// the array), the array `sharedSlots`, and `textDefaults`, the flags of the core's
/// default text options.
///
/// # Errors
///
/// Fails if Node-API fails.
#[napi(module_exports)]
pub fn open_shared_buffer(mut exports: Object<'_>, env: Env) -> Result<()> {
    let (array, slots) = shared_array(env.raw())?;
    exports.set("sharedSlots", array)?;
    exports.set("textDefaults", default_flags())?;
    let buffer = Box::into_raw(Box::new(SharedBuffer {
        slots,
        units: Vec::new(),
        utf8: Vec::new(),
        results: TextResults::default(),
        never: CancelToken::new(),
    }));
    // SAFETY: the pointer comes from `Box::into_raw`. The hook runs once, after the last JavaScript
    // of the environment, so no function below can use the pointer afterwards.
    env.add_env_cleanup_hook(buffer, |buffer| drop(unsafe { Box::from_raw(buffer) }))?;
    let functions: [(&str, sys::napi_callback); 3] = [
        ("text", Some(text)),
        ("tokens", Some(tokens)),
        ("sharedNumbers", Some(shared_numbers)),
    ];
    for (name, callback) in functions {
        let mut function = null_mut();
        // SAFETY: `name` is valid for the given length. `buffer` lives until the cleanup hook,
        // after which the function cannot be called.
        check_status!(unsafe {
            sys::napi_create_function(
                env.raw(),
                name.as_ptr().cast(),
                name.len() as isize,
                callback,
                buffer.cast(),
                &raw mut function,
            )
        })?;
        exports.set(name, RawValue(function))?;
    }
    Ok(())
}

/// JavaScript value that needs no conversion.
struct RawValue(sys::napi_value);

impl ToNapiValue for RawValue {
    // SAFETY: the value was created in the environment it is returned to.
    unsafe fn to_napi_value(_: sys::napi_env, value: RawValue) -> Result<sys::napi_value> {
        Ok(value.0)
    }
}

/// Creates a `Float64Array` that is never collected, and returns it with its memory.
fn shared_array(env: sys::napi_env) -> Result<(RawValue, *mut [f64; SLOTS])> {
    let (mut memory, mut buffer, mut array) = (null_mut(), null_mut(), null_mut());
    // SAFETY: `env` is the current environment, all pointers are to local variables, and the array
    // covers exactly the buffer created for it.
    unsafe {
        let bytes = size_of::<[f64; SLOTS]>();
        check_status!(sys::napi_create_arraybuffer(
            env,
            bytes,
            &raw mut memory,
            &raw mut buffer
        ))?;
        let kind = sys::TypedarrayType::float64_array;
        check_status!(sys::napi_create_typedarray(
            env,
            kind,
            SLOTS,
            buffer,
            0,
            &raw mut array
        ))?;
        // The reference keeps the buffer alive; its memory does not move.
        let mut reference = null_mut();
        check_status!(sys::napi_create_reference(
            env,
            buffer,
            1,
            &raw mut reference
        ))?;
    }
    Ok((RawValue(array), memory.cast()))
}

/// `text(texts, ellipsis?)`: runs the operation in the shared array on a string or an array of
/// strings. Returns the joined texts of the results, or undefined if they have no texts.
unsafe extern "C" fn text(env: sys::napi_env, info: sys::napi_callback_info) -> sys::napi_value {
    // SAFETY: Node-API passes the `env` and `info` of this call.
    unsafe { call(env, info, SharedBuffer::text) }
}

/// `tokens(text, vocabulary?)`: runs the operation in the shared array on the tokens in a string or
/// byte array. Returns a failure or undefined.
unsafe extern "C" fn tokens(env: sys::napi_env, info: sys::napi_callback_info) -> sys::napi_value {
    // SAFETY: Node-API passes the `env` and `info` of this call.
    unsafe { call(env, info, SharedBuffer::tokens) }
}

/// Runs `operation` with the arguments of a call. A failure or a panic becomes a JavaScript
/// exception.
///
/// # Safety
///
/// `env` and `info` must belong to a call of a function created by [`open_shared_buffer`].
unsafe fn call(
    env: sys::napi_env,
    info: sys::napi_callback_info,
    operation: unsafe fn(
        &mut SharedBuffer,
        sys::napi_env,
        sys::napi_value,
        sys::napi_value,
    ) -> CallResult,
) -> sys::napi_value {
    let mut arguments = [null_mut(); 2];
    let mut count = arguments.len();
    let mut buffer: *mut c_void = null_mut();
    // SAFETY: `env` and `info` belong to this call; the pointers are to local variables, and the
    // array has the given length.
    let status = unsafe {
        sys::napi_get_cb_info(
            env,
            info,
            &raw mut count,
            arguments.as_mut_ptr(),
            null_mut(),
            &raw mut buffer,
        )
    };
    if status != sys::Status::napi_ok {
        return null_mut();
    }
    let [texts, extra] = arguments;
    // SAFETY: this is the pointer with which the function was created, and nothing called from here
    // runs JavaScript, so no other reference to it exists.
    let buffer = unsafe { &mut *buffer.cast::<SharedBuffer>() };
    // SAFETY: the values are arguments of this call, which runs in `env`.
    let result = catch_unwind(AssertUnwindSafe(|| unsafe {
        operation(buffer, env, texts, extra)
    }));
    match result {
        Ok(Ok(value)) => value,
        Ok(Err(why)) => throw(env, why),
        Err(_) => throw(env, c"internal error in ransack; please report it"),
    }
}

/// `sharedNumbers()`: returns all numbers of the last result.
unsafe extern "C" fn shared_numbers(
    env: sys::napi_env,
    info: sys::napi_callback_info,
) -> sys::napi_value {
    let mut buffer: *mut c_void = null_mut();
    // SAFETY: `env` and `info` belong to this call; the pointer is to a local variable.
    let status = unsafe {
        sys::napi_get_cb_info(
            env,
            info,
            null_mut(),
            null_mut(),
            null_mut(),
            &raw mut buffer,
        )
    };
    if status != sys::Status::napi_ok {
        return null_mut();
    }
    // SAFETY: this is the pointer with which the function was created, and nothing called from here
    // runs JavaScript, so no other reference to it exists.
    let buffer = unsafe { &mut *buffer.cast::<SharedBuffer>() };
    let numbers = ResultArray(std::mem::take(&mut buffer.results.numbers));
    // SAFETY: `env` is the environment of this call.
    unsafe { ToNapiValue::to_napi_value(env, numbers) }
        .unwrap_or_else(|_| throw(env, c"cannot allocate the result"))
}

/// Makes the current call throw an error.
fn throw(env: sys::napi_env, why: &CStr) -> sys::napi_value {
    // SAFETY: `env` is the environment of the call; both strings are NUL-terminated.
    unsafe { sys::napi_throw_error(env, c"GenericFailure".as_ptr(), why.as_ptr()) };
    null_mut()
}

type CallResult = std::result::Result<sys::napi_value, &'static CStr>;

impl SharedBuffer {
    /// Runs a text operation.
    ///
    /// # Safety
    ///
    /// The values must be arguments of a call that runs in `env`.
    unsafe fn text(
        &mut self,
        env: sys::napi_env,
        texts: sys::napi_value,
        ellipsis: sys::napi_value,
    ) -> CallResult {
        // SAFETY: the memory lives as long as the environment, and JavaScript, which
        // shares it, does not run before this returns.
        let slots = unsafe { &mut *self.slots };
        let (head, lengths) = slots
            .split_first_chunk()
            .ok_or(c"shared buffer is too short")?;
        if let Some(options) = TextRequest::width_options(head) {
            // SAFETY: the value is an argument of this call.
            let units = unsafe { read(env, texts, lengths[0] as usize, &mut self.units)? };
            let width = ransack::visible_width_utf16(units, &options);
            [slots[0], slots[1]] = [1.0, width as f64];
            self.shrink();
            return Ok(null_mut());
        }
        let ellipsis = match TextRequest::ellipsis_len(head) {
            None => None,
            Some(length) => {
                // SAFETY: the value is an argument of this call.
                let units = unsafe { read(env, ellipsis, length, &mut self.units)? };
                Some(String::from_utf16_lossy(units))
            }
        };
        let request = TextRequest::new(head, ellipsis).ok_or(c"unknown text operation")?;
        self.results.clear();
        let count = head[TEXTS] as usize;
        for (i, &length) in lengths.iter().take(count.max(1)).enumerate() {
            let mut text = texts;
            if count > 0 {
                // SAFETY: the value is an argument of this call, and the pointer is to a
                // local variable.
                let status = unsafe { sys::napi_get_element(env, texts, i as u32, &raw mut text) };
                if status != sys::Status::napi_ok {
                    return Err(c"texts must be an array");
                }
            }
            // SAFETY: the value is an argument of this call.
            let units = unsafe { read(env, text, length as usize, &mut self.units)? };
            self.results.add(&request, units);
        }
        write_result(&self.results.numbers, slots);
        let units = self.results.texts();
        let mut value = null_mut();
        if !units.is_empty() {
            // SAFETY: pointer and length describe `units`.
            let status = unsafe {
                sys::napi_create_string_utf16(
                    env,
                    units.as_ptr(),
                    units.len() as isize,
                    &raw mut value,
                )
            };
            if status != sys::Status::napi_ok {
                return Err(c"result is longer than the longest string of JavaScript");
            }
        }
        self.shrink();
        Ok(value)
    }

    /// Frees buffers that have grown to hold long text.
    fn shrink(&mut self) {
        if self.units.len() > MAX_KEPT_UNITS {
            self.units = Vec::new();
        }
        if self.utf8.capacity() > MAX_KEPT_UNITS {
            self.utf8 = Vec::new();
        }
        self.results.shrink(MAX_KEPT_UNITS);
    }

    /// Runs an operation on tokens.
    ///
    /// # Safety
    ///
    /// The values must be arguments of a call that runs in `env`.
    unsafe fn tokens(
        &mut self,
        env: sys::napi_env,
        text: sys::napi_value,
        vocabulary: sys::napi_value,
    ) -> CallResult {
        // SAFETY: the memory lives as long as the environment, and JavaScript, which
        // shares it, does not run before this returns.
        let slots = unsafe { &mut *self.slots };
        let vocabulary = if slots[tokens::HEAD - 1] < 0.0 {
            // SAFETY: the value is an argument of this call.
            let given = unsafe { External::<Vocabulary>::from_napi_ref(env, vocabulary) };
            Some(given.map_err(|_| c"vocabulary is missing")?)
        } else {
            None
        };
        let request = TokenRequest::new(slots, vocabulary.map(|given| &**given));
        let request = request.ok_or(c"unknown token operation")?;
        self.results.clear();
        let length = slots[HEAD];
        let input = if length < 0.0 {
            // SAFETY: the value is an argument of this call, and no JavaScript that could change
            // the bytes runs before this returns.
            unsafe { bytes(env, text)? }
        } else {
            // SAFETY: the value is an argument of this call.
            unsafe { read_utf8(env, text, length as usize, &mut self.utf8)? }
        };
        let result = request.answer(input, &self.never, &mut self.results.numbers);
        write_result(&self.results.numbers, slots);
        self.shrink();
        let Err(error) = result else {
            return Ok(null_mut());
        };
        let scope = Env::from_raw(env);
        let failure = failure(&scope, &error).map_err(|_| c"cannot allocate the error")?;
        Ok(failure.raw())
    }
}

/// Writes the numbers of a result to the shared array: their count, followed by the numbers if they
/// fit.
fn write_result(numbers: &[f64], slots: &mut [f64; SLOTS]) {
    slots[0] = numbers.len() as f64;
    if let Some(target) = slots.get_mut(1..=numbers.len()) {
        target.copy_from_slice(numbers);
    }
}

/// Reads a string of `length` code units into `buffer`.
///
/// # Safety
///
/// `value` must be an argument of a call that runs in `env`.
unsafe fn read(
    env: sys::napi_env,
    value: sys::napi_value,
    length: usize,
    buffer: &mut Vec<u16>,
) -> std::result::Result<&[u16], &'static CStr> {
    // Node-API appends a NUL.
    if buffer.len() <= length {
        buffer.resize(length + 1, 0);
    }
    let mut found = 0;
    // SAFETY: the buffer holds `length + 1` code units, and the value is an argument
    // of this call.
    let status = unsafe {
        sys::napi_get_value_string_utf16(
            env,
            value,
            buffer.as_mut_ptr(),
            length + 1,
            &raw mut found,
        )
    };
    match buffer.get(..length) {
        Some(units) if status == sys::Status::napi_ok && found == length => Ok(units),
        _ => Err(c"text does not have the announced length"),
    }
}

/// Reads a string of `length` code units into `buffer` as UTF-8, with U+FFFD for lone
/// surrogates.
///
/// # Safety
///
/// `value` must be an argument of a call that runs in `env`.
unsafe fn read_utf8(
    env: sys::napi_env,
    value: sys::napi_value,
    length: usize,
    buffer: &mut Vec<u8>,
) -> std::result::Result<TokenInput<'_>, &'static CStr> {
    // Node-API appends a NUL.
    let capacity = 3 * length + 1;
    buffer.clear();
    buffer.reserve(capacity);
    let mut found = 0;
    // SAFETY: the buffer has this capacity, and the value is an argument of this
    // call.
    let status = unsafe {
        sys::napi_get_value_string_utf8(
            env,
            value,
            buffer.as_mut_ptr().cast(),
            capacity,
            &raw mut found,
        )
    };
    if status != sys::Status::napi_ok || found >= capacity {
        return Err(c"text does not have the announced length");
    }
    // SAFETY: Node-API has written `found` bytes, fewer than the capacity.
    unsafe { buffer.set_len(found) };
    Ok(TokenInput::String(buffer))
}

/// Borrows the bytes of a `Uint8Array`.
///
/// # Safety
///
/// `value` must be an argument of a call that runs in `env`, and nothing may change the bytes while
/// they are borrowed.
unsafe fn bytes<'b>(
    env: sys::napi_env,
    value: sys::napi_value,
) -> std::result::Result<TokenInput<'b>, &'static CStr> {
    let (mut kind, mut length, mut data) = (0, 0, null_mut());
    // SAFETY: the value is an argument of this call, and the pointers are to local
    // variables.
    let status = unsafe {
        sys::napi_get_typedarray_info(
            env,
            value,
            &raw mut kind,
            &raw mut length,
            &raw mut data,
            null_mut(),
            null_mut(),
        )
    };
    if status != sys::Status::napi_ok || kind != sys::TypedarrayType::uint8_array {
        return Err(c"text must be a string or a Uint8Array");
    }
    if length == 0 {
        return Ok(TokenInput::Bytes(&[]));
    }
    // SAFETY: Node-API returned this pointer and length for a `Uint8Array`, which is
    // neither changed nor freed during the call.
    Ok(TokenInput::Bytes(unsafe {
        std::slice::from_raw_parts(data.cast::<u8>(), length)
    }))
}
