//! How text crosses between JavaScript and the core, at little cost.
//!
//! A call on a short text takes less time than the usual conversions of its
//! arguments. So JavaScript and this side share an array of numbers: a call
//! leaves its numbers there, passes the text as the one argument, and finds
//! the numbers of the result where its own were. Only two values ever cross:
//! a string with the text, or several texts joined, and one with the result.
//!
//! Each environment (a thread of JavaScript) has a mailbox of its own.

use std::ffi::{CStr, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;

use napi::bindgen_prelude::{External, Float64Array, FromNapiRef, Object, ToNapiValue};
use napi::{Env, JsValue, Result, check_status, sys};
use napi_derive::napi;
use ransack::CancelToken;

use crate::error::failure;
use crate::text::{Answer, HEAD, Request, TEXTS};
use crate::tokens::{self, Given, Vocabulary};

/// Numbers in the shared array.
const SLOTS: usize = 1024;

/// Buffers that have grown beyond this are given back after the call, in code
/// units.
const KEPT: usize = 1 << 16;

/// What one environment has.
struct Mailbox {
    /// The memory of the shared array, which lives as long as the environment.
    slots: *mut [f64; SLOTS],
    /// The text of the call.
    units: Vec<u16>,
    /// The same in UTF-8.
    utf8: Vec<u8>,
    answer: Answer,
    /// What would stop a call, but is never fired.
    never: CancelToken,
}

/// Adds `text` and `tokens`, `textSlots`, and `textNumbers` for results that
/// are longer than the array.
///
/// # Errors
///
/// Those of Node-API.
#[napi(module_exports)]
pub fn open_mailbox(mut exports: Object<'_>, env: Env) -> Result<()> {
    let (array, slots) = shared_array(env.raw())?;
    exports.set("textSlots", array)?;
    let mailbox = Box::into_raw(Box::new(Mailbox {
        slots,
        units: Vec::new(),
        utf8: Vec::new(),
        answer: Answer::default(),
        never: CancelToken::new(),
    }));
    // SAFETY: the hook runs once, when no JavaScript of the environment, and
    // so none of the functions below, runs any more.
    env.add_env_cleanup_hook(mailbox, |mailbox| drop(unsafe { Box::from_raw(mailbox) }))?;
    let functions: [(&str, sys::napi_callback); 3] = [
        ("text", Some(text)),
        ("tokens", Some(tokens)),
        ("textNumbers", Some(text_numbers)),
    ];
    for (name, callback) in functions {
        let mut function = null_mut();
        // SAFETY: the name has the length given, and `mailbox` lives as long
        // as the function can be called.
        check_status!(unsafe {
            sys::napi_create_function(
                env.raw(),
                name.as_ptr().cast(),
                name.len() as isize,
                callback,
                mailbox.cast(),
                &raw mut function,
            )
        })?;
        exports.set(name, Value(function))?;
    }
    Ok(())
}

/// A value of JavaScript as it is.
struct Value(sys::napi_value);

impl ToNapiValue for Value {
    // SAFETY: the value is passed on; whoever made it made it in `env`.
    unsafe fn to_napi_value(_: sys::napi_env, value: Value) -> Result<sys::napi_value> {
        Ok(value.0)
    }
}

/// A `Float64Array` that is never collected, and its memory.
fn shared_array(env: sys::napi_env) -> Result<(Value, *mut [f64; SLOTS])> {
    let (mut memory, mut buffer, mut array) = (null_mut(), null_mut(), null_mut());
    // SAFETY: `env` is the environment that this runs in, all pointers are to
    // locals, and the array covers the buffer made for it.
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
        // It keeps the buffer, whose memory does not move.
        let mut reference = null_mut();
        check_status!(sys::napi_create_reference(
            env,
            buffer,
            1,
            &raw mut reference
        ))?;
    }
    Ok((Value(array), memory.cast()))
}

/// `text(joined, ellipsis?)`: does what the numbers say with the texts. Returns
/// the texts of the results, joined, or nothing if there are none.
unsafe extern "C" fn text(env: sys::napi_env, info: sys::napi_callback_info) -> sys::napi_value {
    // SAFETY: called by Node-API.
    unsafe { call(env, info, Mailbox::exchange) }
}

/// `tokens(text, vocabulary?)`: does what the numbers say with the text, a
/// string or bytes. Returns a failure or nothing.
unsafe extern "C" fn tokens(env: sys::napi_env, info: sys::napi_callback_info) -> sys::napi_value {
    // SAFETY: called by Node-API.
    unsafe { call(env, info, Mailbox::tokens) }
}

/// Hands a call to `carry_out`.
///
/// # Safety
///
/// `env` and `info` are those of a function made in [`open_mailbox`].
unsafe fn call(
    env: sys::napi_env,
    info: sys::napi_callback_info,
    carry_out: unsafe fn(
        &mut Mailbox,
        sys::napi_env,
        sys::napi_value,
        sys::napi_value,
    ) -> Exchanged,
) -> sys::napi_value {
    let mut arguments = [null_mut(); 2];
    let mut count = arguments.len();
    let mut mailbox: *mut c_void = null_mut();
    // SAFETY: `env` and `info` are valid; the pointers are to locals, and the
    // array has the length given.
    let status = unsafe {
        sys::napi_get_cb_info(
            env,
            info,
            &raw mut count,
            arguments.as_mut_ptr(),
            null_mut(),
            &raw mut mailbox,
        )
    };
    if status != sys::Status::napi_ok {
        return null_mut();
    }
    let [texts, extra] = arguments;
    // SAFETY: this is the pointer that the function was made with, and nothing
    // called from here runs JavaScript, so nobody else has it meanwhile.
    let mailbox = unsafe { &mut *mailbox.cast::<Mailbox>() };
    // SAFETY: the values are arguments of this call.
    let answer = catch_unwind(AssertUnwindSafe(|| unsafe {
        carry_out(mailbox, env, texts, extra)
    }));
    match answer {
        Ok(Ok(value)) => value,
        Ok(Err(why)) => throw(env, why),
        Err(_) => throw(env, c"a fault in the library, which is not the caller's"),
    }
}

/// `textNumbers()`: all numbers of the last result.
unsafe extern "C" fn text_numbers(
    env: sys::napi_env,
    info: sys::napi_callback_info,
) -> sys::napi_value {
    let mut mailbox: *mut c_void = null_mut();
    // SAFETY: as in `text`.
    let status = unsafe {
        sys::napi_get_cb_info(
            env,
            info,
            null_mut(),
            null_mut(),
            null_mut(),
            &raw mut mailbox,
        )
    };
    if status != sys::Status::napi_ok {
        return null_mut();
    }
    // SAFETY: as in `text`.
    let mailbox = unsafe { &mut *mailbox.cast::<Mailbox>() };
    let numbers = Float64Array::new(std::mem::take(&mut mailbox.answer.numbers));
    // SAFETY: `env` is the environment of this call.
    unsafe { ToNapiValue::to_napi_value(env, numbers) }
        .unwrap_or_else(|_| throw(env, c"no memory for the result"))
}

/// Makes the call throw.
fn throw(env: sys::napi_env, why: &CStr) -> sys::napi_value {
    // SAFETY: `env` is that of the call, and the texts end with NUL.
    unsafe { sys::napi_throw_error(env, c"GenericFailure".as_ptr(), why.as_ptr()) };
    null_mut()
}

type Exchanged = std::result::Result<sys::napi_value, &'static CStr>;

impl Mailbox {
    /// Carries out what lies in the mailbox.
    ///
    /// # Safety
    ///
    /// The values are of a call that runs in `env`.
    unsafe fn exchange(
        &mut self,
        env: sys::napi_env,
        texts: sys::napi_value,
        ellipsis: sys::napi_value,
    ) -> Exchanged {
        // SAFETY: the memory lives, and JavaScript, which shares it, does not
        // run before this returns.
        let slots = unsafe { &mut *self.slots };
        let (head, lengths) = slots.split_first_chunk().ok_or(c"no numbers")?;
        if let Some(options) = Request::width_options(head) {
            // SAFETY: the value is of this call.
            let units = unsafe { read(env, texts, lengths[0] as usize, &mut self.units)? };
            let width = ransack::visible_width_utf16(units, &options);
            [slots[0], slots[1]] = [1.0, width as f64];
            self.shrink();
            return Ok(null_mut());
        }
        let ellipsis = match Request::ellipsis_len(head) {
            None => None,
            Some(length) => {
                // SAFETY: the value is of this call.
                let units = unsafe { read(env, ellipsis, length, &mut self.units)? };
                Some(String::from_utf16_lossy(units))
            }
        };
        let request = Request::new(head, ellipsis).ok_or(c"no such operation")?;
        self.answer.clear();
        let count = head[TEXTS] as usize;
        for (i, &length) in lengths.iter().take(count.max(1)).enumerate() {
            let mut text = texts;
            if count > 0 {
                // SAFETY: the value is of this call, and the pointer is to a
                // local.
                let status = unsafe { sys::napi_get_element(env, texts, i as u32, &raw mut text) };
                if status != sys::Status::napi_ok {
                    return Err(c"not an array");
                }
            }
            // SAFETY: the value is of this call.
            let units = unsafe { read(env, text, length as usize, &mut self.units)? };
            self.answer.add(&request, units);
        }
        put(&self.answer.numbers, slots);
        let units = self.answer.texts();
        let mut value = null_mut();
        if !units.is_empty() {
            // SAFETY: the pointer and the length are those of the units.
            let status = unsafe {
                sys::napi_create_string_utf16(
                    env,
                    units.as_ptr(),
                    units.len() as isize,
                    &raw mut value,
                )
            };
            if status != sys::Status::napi_ok {
                return Err(c"the result is longer than a string can be");
            }
        }
        self.shrink();
        Ok(value)
    }

    /// Gives back memory that only long texts need.
    fn shrink(&mut self) {
        if self.units.len() > KEPT {
            self.units = Vec::new();
        }
        if self.utf8.capacity() > KEPT {
            self.utf8 = Vec::new();
        }
        self.answer.shrink(KEPT);
    }

    /// The same about tokens.
    ///
    /// # Safety
    ///
    /// The values are of a call that runs in `env`.
    unsafe fn tokens(
        &mut self,
        env: sys::napi_env,
        text: sys::napi_value,
        vocabulary: sys::napi_value,
    ) -> Exchanged {
        // SAFETY: as in `exchange`.
        let slots = unsafe { &mut *self.slots };
        let vocabulary = if slots[tokens::HEAD - 1] < 0.0 {
            // SAFETY: the value is of this call.
            let given = unsafe { External::<Vocabulary>::from_napi_ref(env, vocabulary) };
            Some(given.map_err(|_| c"no vocabulary")?)
        } else {
            None
        };
        let request = tokens::Request::new(slots, vocabulary.map(|given| &**given));
        let request = request.ok_or(c"no such operation")?;
        self.answer.clear();
        let length = slots[HEAD];
        let given = if length < 0.0 {
            // SAFETY: the value is of this call, and no JavaScript, which could
            // change the bytes, runs before this returns.
            unsafe { bytes(env, text)? }
        } else {
            // SAFETY: the value is of this call.
            unsafe { read_utf8(env, text, length as usize, &mut self.utf8)? }
        };
        let answered = request.answer(given, &self.never, &mut self.answer.numbers);
        put(&self.answer.numbers, slots);
        self.shrink();
        let Err(error) = answered else {
            return Ok(null_mut());
        };
        let scope = Env::from_raw(env);
        let failure = failure(&scope, &error).map_err(|_| c"no memory for the error")?;
        Ok(failure.raw())
    }
}

/// Leaves the numbers of a result where JavaScript looks for them.
fn put(numbers: &[f64], slots: &mut [f64; SLOTS]) {
    slots[0] = numbers.len() as f64;
    if let Some(place) = slots.get_mut(1..=numbers.len()) {
        place.copy_from_slice(numbers);
    }
}

/// Reads a string of `length` code units.
///
/// # Safety
///
/// `value` is of a call that runs in `env`.
unsafe fn read(
    env: sys::napi_env,
    value: sys::napi_value,
    length: usize,
    buffer: &mut Vec<u16>,
) -> std::result::Result<&[u16], &'static CStr> {
    // A NUL is written behind the text.
    if buffer.len() <= length {
        buffer.resize(length + 1, 0);
    }
    let mut found = 0;
    // SAFETY: the buffer is longer than the length by one, and the value is of
    // this call.
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
        _ => Err(c"not the text that the numbers announce"),
    }
}

/// Reads a string of `length` code units in UTF-8, with U+FFFD for half
/// surrogate pairs.
///
/// # Safety
///
/// `value` is of a call that runs in `env`.
unsafe fn read_utf8(
    env: sys::napi_env,
    value: sys::napi_value,
    length: usize,
    buffer: &mut Vec<u8>,
) -> std::result::Result<Given<'_>, &'static CStr> {
    // A NUL is written behind the text.
    let room = 3 * length + 1;
    buffer.clear();
    buffer.reserve(room);
    let mut found = 0;
    // SAFETY: the buffer has this room, and the value is of this call.
    let status = unsafe {
        sys::napi_get_value_string_utf8(
            env,
            value,
            buffer.as_mut_ptr().cast(),
            room,
            &raw mut found,
        )
    };
    if status != sys::Status::napi_ok || found >= room {
        return Err(c"not the text that the numbers announce");
    }
    // SAFETY: so many bytes have been written.
    unsafe { buffer.set_len(found) };
    Ok(Given::String(buffer))
}

/// The bytes of a `Uint8Array`.
///
/// # Safety
///
/// `value` is of a call that runs in `env`, and nothing changes the bytes while
/// they are borrowed.
unsafe fn bytes<'b>(
    env: sys::napi_env,
    value: sys::napi_value,
) -> std::result::Result<Given<'b>, &'static CStr> {
    let (mut kind, mut length, mut data) = (0, 0, null_mut());
    // SAFETY: the value is of this call, and the pointers are to locals.
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
        return Err(c"not a Uint8Array");
    }
    if length == 0 {
        return Ok(Given::Bytes(&[]));
    }
    // SAFETY: so many bytes are there, and by the caller's promise they stay.
    Ok(Given::Bytes(unsafe {
        std::slice::from_raw_parts(data.cast::<u8>(), length)
    }))
}
