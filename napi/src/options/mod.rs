//! Options of calls: the objects that JavaScript passes, and their conversion to
//! the core's options.
//!
//! Options that several calls share are a struct of their own, which the calls
//! combine with `option_groups!`. In TypeScript the same
//! relation is an `extends` clause. It is written into the `js_name` of a struct,
//! which the declaration generator uses for nothing else. All conversion of
//! shared options happens in `call` and `files`.
//!
//! Invariant: an option that the caller leaves out keeps the default of the
//! core's `Default`. No default value is written here.
//!
//! Options of one operation are declared in the module of the operation; only groups
//! that several operations share are here.
//!
//! - `call`: time limits, abort signals, pages.
//! - `files`: scope, content and cache of calls over files.

mod call;
mod files;

use napi::bindgen_prelude::Either;

pub use call::{CallOptions, OnTimeout, PageOptions, TimeoutOptions, timeout};
pub use files::{FileContentOptions, FileOptions, FileSearchCall};

/// Declares a struct whose fields are groups of options that are all read from
/// the same JavaScript object.
macro_rules! option_groups {
    ($(#[$doc:meta])* pub struct $name:ident {
        $($(#[$field_doc:meta])* $visibility:vis $field:ident: $group:ty,)*
    }) => {
        $(#[$doc])*
        pub struct $name {
            $($(#[$field_doc])* $visibility $field: $group,)*
        }

        impl napi::bindgen_prelude::FromNapiValue for $name {
            // SAFETY: requires, as every conversion of this trait, that `value`
            // belongs to `env`.
            unsafe fn from_napi_value(
                env: napi::sys::napi_env,
                value: napi::sys::napi_value,
            ) -> napi::Result<$name> {
                Ok($name {
                    $(
                        // SAFETY: `env` and `value` are the arguments of this
                        // conversion, unchanged.
                        $field: unsafe {
                            napi::bindgen_prelude::FromNapiValue::from_napi_value(env, value)?
                        },
                    )*
                })
            }
        }
    };
}
pub(crate) use option_groups;

/// Sets `field` to `value`, if there is one: an absent option keeps the
/// core's default.
pub(crate) fn set<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}

/// Sets an optional `field` to `value`, if there is one.
pub(crate) fn set_some<T>(field: &mut Option<T>, value: Option<T>) {
    if value.is_some() {
        *field = value;
    }
}

/// Returns one or several strings as a list.
pub(crate) fn list(value: Either<String, Vec<String>>) -> Vec<String> {
    match value {
        Either::A(one) => vec![one],
        Either::B(several) => several,
    }
}

/// Returns an option for one value and one for further values as a list.
pub(crate) fn join(first: Option<String>, others: Option<Vec<String>>) -> Vec<String> {
    first
        .into_iter()
        .chain(others.unwrap_or_default())
        .collect()
}
