//! Lists of strings for repeated ranking.

use std::ffi::c_void;
use std::sync::{Mutex, PoisonError};

use ransack::FuzzyList;

use super::options::ransack_fuzzy_match_options;
use super::ransack_on_fuzzy_string;
use crate::call;
use crate::cancel::ransack_cancel_token;
use crate::error::ransack_status;
use crate::ffi::{self, Handle};
use crate::panic::guard;
use crate::report::ransack_report;
use crate::slice::{byte_slices, ransack_bytes};

/// List of strings for repeated ranking, such as search-as-you-type.
///
/// The list copies the strings and uses 72 additional bytes for each. It caches the matches of up
/// to eight queries, so that few strings are examined for a query that extends a cached query, or
/// returns to one after characters are deleted. The results are the same as for
/// ransack_fuzzy_match_strings(). Concurrent calls on the same list are serialised.
///
///     ransack_fuzzy_list *list = NULL;
///     ransack_fuzzy_list_new(strings, strings_len, &list);
///     status = ransack_fuzzy_list_rank(list, query, &options, NULL, on_string, NULL, &report);
///     ransack_fuzzy_list_free(list);
pub struct ransack_fuzzy_list {
    _private: [u8; 0],
}

impl Handle for ransack_fuzzy_list {
    type Owner = Mutex<FuzzyList>;
}

/// Creates a list that contains copies of the strings. A string that ends in '/' counts as a
/// directory. Free `out` with ransack_fuzzy_list_free().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_fuzzy_list_new(
    strings: *const ransack_bytes,
    strings_len: usize,
    out: *mut *mut ransack_fuzzy_list,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write, and strings
        // that do not change during the call.
        let (out, strings) = unsafe {
            (
                ffi::out_param(out, "out")?,
                byte_slices(strings, strings_len, "strings")?,
            )
        };
        out.write(ffi::into_handle(Mutex::new(FuzzyList::new(strings))));
        Ok(())
    })
}

/// Ranks the strings in a list and passes the matching strings to `on_string`, best first.
///
/// Options, results and errors are the same as for ransack_fuzzy_match_strings().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_fuzzy_list_rank(
    list: *mut ransack_fuzzy_list,
    query: ransack_bytes,
    options: *const ransack_fuzzy_match_options,
    token: *const ransack_cancel_token,
    on_string: ransack_on_fuzzy_string,
    user_data: *mut c_void,
    out_report: *mut *mut ransack_report,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        call::run(
            (options, token, on_string, user_data, out_report),
            |core, token, to| {
                let query = query.text("query")?;
                let list = ffi::borrow(list.cast_const(), "list")?;
                // The list is unlocked before the first result is passed, so the callback may use
                // it.
                let outcome = list
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .rank(&query, core, token)?;
                to.pass(outcome, core.offset, token)
            },
        )
    }
}

/// Frees a list. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_fuzzy_list_free(list: *mut ransack_fuzzy_list) {
    // SAFETY: the header requires NULL or a list of this library that is not used afterwards.
    unsafe { ffi::free(list) }
}
