//! Interface to the definitions around results, for searches that name them.
//!
//! This crate knows no languages. A crate that does provides an implementation of
//! [`FindEnclosing`], which a search calls on its workers, after it has searched a file with
//! results: the names are then computed in parallel, only for these files, and under the limits and
//! the token of the call.

use std::fmt;
use std::sync::Arc;

use ransack_base::{Aborted, CancelToken};

use super::examine::FileRef;
use crate::scan::{ReadPolicy, Scope};

/// Result in a file: its offset and its text.
pub struct FoundText<'a> {
    /// 0-based byte offset in the (decoded) text of the file.
    pub offset: usize,
    /// Text at the offset, which shows whether the file is still the same.
    pub text: &'a [u8],
}

/// Finds the definitions around results.
pub trait FindEnclosing: Send + Sync {
    /// Returns, for each result, the name path of the innermost definition around its first byte;
    /// `None` if there is no definition or the file cannot be outlined. `policy` is the read policy
    /// of the search.
    ///
    /// # Errors
    ///
    /// Fails if the token has fired.
    fn enclosing(
        &self,
        file: &FileRef<'_>,
        policy: &ReadPolicy,
        found: &[FoundText<'_>],
        token: &CancelToken,
    ) -> Result<Vec<Option<String>>, Aborted>;
}

/// Request to name the definition around each result of a search; see
/// [`GrepOptions::enclosing`](crate::GrepOptions::enclosing).
#[derive(Clone, Copy)]
pub struct EnclosingNames(fn(&Scope) -> Arc<dyn FindEnclosing>);

impl EnclosingNames {
    /// Creates the finder for a call with this scope.
    pub(crate) fn begin(self, scope: &Scope) -> Arc<dyn FindEnclosing> {
        (self.0)(scope)
    }
}

impl fmt::Debug for EnclosingNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EnclosingNames")
    }
}

/// Creates the request whose finder `begin` creates when a call begins.
pub fn enclosing_names_by(begin: fn(&Scope) -> Arc<dyn FindEnclosing>) -> EnclosingNames {
    EnclosingNames(begin)
}

/// Creates the finder for a call, if the call asks for names.
pub fn begin_enclosing(
    names: Option<EnclosingNames>,
    scope: &Scope,
) -> Option<Arc<dyn FindEnclosing>> {
    names.map(|names| names.begin(scope))
}
