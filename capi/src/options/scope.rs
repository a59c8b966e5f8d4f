//! Which files a call looks at, as all options over trees spell it.

use std::path::PathBuf;

use ransack::Scope;

use crate::error::Failure;
use crate::ffi;
use crate::slice::{ransack_bytes, texts};

/// The fields of options that make up a scope.
pub(super) struct ScopeFields {
    pub(super) roots: *const ransack_bytes,
    pub(super) roots_len: usize,
    pub(super) globs: *const ransack_bytes,
    pub(super) globs_len: usize,
    pub(super) types: *const ransack_bytes,
    pub(super) types_len: usize,
    pub(super) types_not: *const ransack_bytes,
    pub(super) types_not_len: usize,
    pub(super) hidden: u8,
    pub(super) gitignore: u8,
    pub(super) node_modules: u8,
    pub(super) follow_symlinks: u8,
}

/// Takes the fields from options, of whatever kind.
macro_rules! scope_fields {
    ($options:expr) => {
        $crate::options::scope::ScopeFields {
            roots: $options.roots,
            roots_len: $options.roots_len,
            globs: $options.globs,
            globs_len: $options.globs_len,
            types: $options.types,
            types_len: $options.types_len,
            types_not: $options.types_not,
            types_not_len: $options.types_not_len,
            hidden: $options.hidden,
            gitignore: $options.gitignore,
            node_modules: $options.node_modules,
            follow_symlinks: $options.follow_symlinks,
        }
    };
}
pub(super) use scope_fields;

impl ScopeFields {
    /// The scope as the core has it.
    ///
    /// # Safety
    ///
    /// What the fields point to is as the header asks for.
    pub(super) unsafe fn resolve(&self) -> Result<Scope, Failure> {
        let mut scope = Scope::default();
        // SAFETY: the caller's promise.
        let roots = unsafe { ffi::array(self.roots, self.roots_len, "roots") }?;
        // SAFETY: the caller's promise, for each root.
        let roots = roots
            .iter()
            .map(|root| unsafe { root.path("roots") }.map(PathBuf::from));
        scope.roots = roots.collect::<Result<_, _>>()?;
        // SAFETY: the caller's promise.
        scope.globs = unsafe { texts(self.globs, self.globs_len, "globs") }?;
        // SAFETY: the caller's promise.
        scope.types = unsafe { texts(self.types, self.types_len, "types") }?;
        // SAFETY: the caller's promise.
        scope.types_not = unsafe { texts(self.types_not, self.types_not_len, "types_not") }?;
        scope.hidden = self.hidden != 0;
        scope.gitignore = self.gitignore != 0;
        scope.node_modules = self.node_modules != 0;
        scope.follow_symlinks = self.follow_symlinks != 0;
        Ok(scope)
    }
}
