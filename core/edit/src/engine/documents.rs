//! URIs of edited files, spelled as an editor spells them: from the roots as given, without resolving
//! links.

use std::path::{Path, PathBuf};

use ransack_base::internal::file_uri;
use ransack_search::Scope;
use ransack_search::internal::workspace_root;

/// Roots of a call.
pub(super) struct DocumentRoots(Vec<SpelledRoot>);

struct SpelledRoot {
    /// Absolute path with links resolved.
    real: PathBuf,
    /// Absolute path as given.
    given: PathBuf,
}

impl DocumentRoots {
    /// Returns the root of the workspace of a scope, followed by the roots of the scope.
    pub(super) fn of(scope: &Scope) -> DocumentRoots {
        let roots = workspace_root(scope).into_iter();
        let roots = roots.chain(scope.roots.iter().map(PathBuf::as_path));
        let spelled = roots.filter_map(|root| {
            Some(SpelledRoot {
                real: root.canonicalize().ok()?,
                given: std::path::absolute(root).ok()?,
            })
        });
        DocumentRoots(spelled.collect())
    }

    /// Returns the URI of the file at a path.
    pub(super) fn uri(&self, path: &Path) -> String {
        let path = &*std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let spelled = self.0.iter().find_map(|root| {
            let below = path.strip_prefix(&root.real).ok()?;
            // Joining an empty path would add a separator.
            Some(match below.as_os_str().is_empty() {
                true => root.given.clone(),
                false => root.given.join(below),
            })
        });
        file_uri(spelled.as_deref().unwrap_or(path))
    }
}
