//! The file types that `type` and `typeNot` know.

use napi_derive::napi;

/// A file type and the globs of the names that belong to it.
#[napi(object, object_from_js = false)]
pub struct FileTypeDefinition {
    /// The name that `type` and `typeNot` take, as `rust` or `js`.
    pub name: String,
    /// Globs of file names.
    pub globs: Vec<String>,
}

/// The file types that `type` and `typeNot` know, sorted by name.
#[napi(catch_unwind)]
pub fn file_types() -> Vec<FileTypeDefinition> {
    ransack::file_types()
        .iter()
        .map(|(name, globs)| FileTypeDefinition {
            name: name.clone(),
            globs: globs.clone(),
        })
        .collect()
}
