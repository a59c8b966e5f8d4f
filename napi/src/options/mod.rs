//! Options for calls: the objects passed by JavaScript, and their conversion to the core's options.
//!
//! Options shared by several calls form a separate struct, which the calls combine with
//! `option_groups!`. In TypeScript, an `extends` clause expresses the same relation. The clause is
//! written into the `js_name` of a struct, which the declaration generator uses for nothing else.
//! `call` and `files` convert all shared options.
//!
//! Invariant: an omitted option keeps the default of the core's `Default`. No default value is
//! defined here.
//!
//! Options of a single operation are declared in the module of that operation; only groups shared
//! by several operations are here.
//!
//! - `call`: time limits, abort signals and pages.
//! - `files`: scope, file content and cache of file operations.

mod call;
mod files;

use napi::bindgen_prelude::Either;
use napi_derive::napi;
use ransack_base::internal::nearest;

pub use call::{CallOptions, OnTimeout, PageOptions, PathsFrom, TimeoutOptions, timeout};
pub use files::{FileContentOptions, FileOptions, FileSearchCall};

/// Declares a struct whose fields are option groups, all read from the same JavaScript object.
macro_rules! option_groups {
    ($(#[$doc:meta])* pub struct $name:ident {
        $($(#[$field_doc:meta])* $visibility:vis $field:ident: $group:ty,)*
    }) => {
        $(#[$doc])*
        pub struct $name {
            $($(#[$field_doc])* $visibility $field: $group,)*
        }

        impl napi::bindgen_prelude::FromNapiValue for $name {
            // SAFETY: as for every implementation of this trait, `value` must belong to `env`.
            unsafe fn from_napi_value(
                env: napi::sys::napi_env,
                value: napi::sys::napi_value,
            ) -> napi::Result<$name> {
                Ok($name {
                    $(
                        // SAFETY: `env` and `value` are this function's arguments, unchanged.
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

/// Sets `field` to `value`, if present. If the option is absent, the field keeps the core's
/// default.
pub(crate) fn set<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}

/// Sets an optional `field` to `value`, if present.
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

/// Returns an option for one value and an option for further values as one list.
pub(crate) fn join(first: Option<String>, others: Option<Vec<String>>) -> Vec<String> {
    first
        .into_iter()
        .chain(others.unwrap_or_default())
        .collect()
}

/// Returns the name in a list that is most similar to an unknown name, if any is similar.
#[napi(catch_unwind, skip_typescript)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "arguments come by value from JavaScript"
)]
pub fn nearest_name(unknown: String, names: Vec<String>) -> Option<String> {
    let near = nearest(&unknown, names.iter().map(String::as_str));
    near.into_iter().next()
}
