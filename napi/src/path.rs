//! Paths from JavaScript: strings, bytes and `file:` URLs.
//!
//! On Unix, a path need not be UTF-8. Bytes, and percent-encoded bytes in a URL, can name any path.

use std::path::PathBuf;

use napi::bindgen_prelude::{FromNapiValue, Object, Uint8Array};
use napi::{Error, Result, Status, ValueType, sys, type_of};

/// Path given by an option or argument.
pub struct PathArgument(pub PathBuf);

impl FromNapiValue for PathArgument {
    // SAFETY: as for every implementation of this trait, `value` must belong to `env`.
    unsafe fn from_napi_value(env: sys::napi_env, value: sys::napi_value) -> Result<PathArgument> {
        match type_of!(env, value)? {
            ValueType::String => {
                // SAFETY: `env` and `value` are this function's arguments, unchanged.
                let text = unsafe { String::from_napi_value(env, value) }?;
                Ok(PathArgument(text.into()))
            }
            ValueType::Object => {
                // SAFETY: `env` and `value` are this function's arguments, unchanged.
                if let Ok(bytes) = unsafe { Uint8Array::from_napi_value(env, value) } {
                    return path_of(bytes.to_vec());
                }
                // SAFETY: `env` and `value` are this function's arguments, unchanged.
                let object = unsafe { Object::from_napi_value(env, value) }?;
                match object.get::<String>("href") {
                    Ok(Some(href)) => path_of(file_path(&href)?),
                    _ => Err(invalid("must be a string, a `Uint8Array` or a `file:` URL")),
                }
            }
            _ => Err(invalid("must be a string, a `Uint8Array` or a `file:` URL")),
        }
    }
}

fn invalid(message: &str) -> Error {
    Error::new(Status::InvalidArg, format!("a path {message}"))
}

#[cfg(unix)]
fn path_of(bytes: Vec<u8>) -> Result<PathArgument> {
    use std::os::unix::ffi::OsStringExt;
    Ok(PathArgument(std::ffi::OsString::from_vec(bytes).into()))
}

#[cfg(not(unix))]
fn path_of(bytes: Vec<u8>) -> Result<PathArgument> {
    match String::from_utf8(bytes) {
        Ok(text) => Ok(PathArgument(text.into())),
        Err(_) => Err(invalid("of bytes must be UTF-8 on this platform")),
    }
}

/// Returns the bytes of the path named by a URL.
fn file_path(href: &str) -> Result<Vec<u8>> {
    let rest = href.strip_prefix("file://");
    let rest = rest.ok_or_else(|| invalid("that is a URL must be one of `file:`"))?;
    let end = rest.find(['?', '#']).unwrap_or(rest.len());
    let Some(path) = rest[..end].strip_prefix('/') else {
        return Err(invalid("that is a URL must name no host"));
    };
    // `/C:/dir` on Windows.
    let slash: &[u8] = if cfg!(windows) { b"" } else { b"/" };
    Ok([slash, &percent_decode(path)?].concat())
}

fn percent_decode(text: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let digits = tail.get(..2).filter(|_| first == b'%');
        let code = digits.and_then(|digits| {
            let digits = std::str::from_utf8(digits).ok()?;
            u8::from_str_radix(digits, 16).ok()
        });
        if matches!(code, Some(b'/' | 0)) || cfg!(windows) && code == Some(b'\\') {
            return Err(invalid(
                "that is a URL must not encode a separator or a NUL byte",
            ));
        }
        bytes.push(code.unwrap_or(first));
        rest = if code.is_some() { &tail[2..] } else { tail };
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests;
