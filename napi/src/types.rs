//! File types of the options `type` and `typeNot`.

use napi_derive::napi;

/// File type: its name and the globs of its file names.
#[napi(object, object_from_js = false)]
pub struct FileTypeDefinition {
    /// Name accepted by `type` and `typeNot`, such as `'rust'` or `'js'`.
    pub name: String,
    /// Globs for its file names, such as `'*.rs'`.
    pub globs: Vec<String>,
}

/// Lists the file types accepted by the options `type` and `typeNot`, sorted by name. The
/// definitions are ripgrep's.
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
