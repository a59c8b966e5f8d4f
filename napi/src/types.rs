//! File types for the options `type` and `typeNot`.

use napi_derive::napi;

/// File type with its name and the globs that its file names match.
#[napi(object, object_from_js = false)]
pub struct FileTypeDefinition {
    /// Name of the type, such as `'rust'` or `'js'`, as accepted by `type` and `typeNot`.
    pub name: String,
    /// Globs that the type's file names match, such as `'*.rs'`.
    pub globs: Vec<String>,
}

/// Lists the file types accepted by the options `type` and `typeNot`, sorted by name. The
/// definitions are the same as in ripgrep.
///
/// ```js
/// fileTypes().find((type) => type.name === 'rust')?.globs // ['*.rs']
/// ```
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
