//! Changes to the imports of text in memory: imports to add or remove, and the functions that
//! return the new text.

use ransack::{ImportKind, ImportRemoval, ImportRequest};

use crate::ast::syntax;
use crate::ast_edit::result::status_of;
use crate::cancel::ransack_cancel_token;
use crate::error::{Failure, ransack_status};
use crate::options::{optional_text, value_of};
use crate::slice::{elements, ransack_bytes};
use crate::string::{self, ransack_string};

/// Name of an import to add. Initialise with RANSACK_IMPORT_NAME_INIT. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_import_name {
    /// Name in the module. "*" with an alias imports the module under another name; "*" without an
    /// alias imports all names from the module; "default" with an alias imports the default export
    /// of a JavaScript module.
    pub name: ransack_bytes,
    /// Name used in the importing text, if it differs from `name`; otherwise empty.
    pub alias: ransack_bytes,
}

/// Import to add. Initialise with RANSACK_IMPORT_REQUEST_INIT. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_import_request {
    /// Module without quotes or brackets, as in `module` in ransack_import. In Ruby, a module that
    /// starts with "./" or "../" is imported by `require_relative`.
    pub module: ransack_bytes,
    /// Names to import. Empty to import the module itself; always empty in C and Go, except for
    /// "*", in C#, except for "*" with an alias, and in Swift.
    pub names: *const ransack_import_name,
    /// Number of names.
    pub names_len: usize,
    /// Kind of import, a ransack_import_kind. RANSACK_IMPORT_KIND_STATIC is 0. Which other kinds
    /// are allowed depends on the language: RANSACK_IMPORT_KIND_TYPE_ONLY and
    /// RANSACK_IMPORT_KIND_SIDE_EFFECT in TypeScript and JavaScript,
    /// RANSACK_IMPORT_KIND_SIDE_EFFECT in Go, RANSACK_IMPORT_KIND_MEMBER in C# and Java,
    /// RANSACK_IMPORT_KIND_RE_EXPORT in Rust and Swift, RANSACK_IMPORT_KIND_FUNCTION and
    /// RANSACK_IMPORT_KIND_CONSTANT in PHP, RANSACK_IMPORT_KIND_INCLUDE and
    /// RANSACK_IMPORT_KIND_SYSTEM_INCLUDE in C and C++, RANSACK_IMPORT_KIND_SIDE_EFFECT and
    /// RANSACK_IMPORT_KIND_INCLUDE in Lua and Perl, RANSACK_IMPORT_KIND_DYNAMIC for `require` in
    /// Perl, RANSACK_IMPORT_KIND_INCLUDE for `load` and, with a name, RANSACK_IMPORT_KIND_DYNAMIC
    /// for `autoload` in Ruby.
    pub kind: u32,
}

/// Import to remove. Initialise with RANSACK_IMPORT_REMOVAL_INIT. The layout is final.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_import_removal {
    /// Module, as in `module` in ransack_import. In Rust, Java, Kotlin, PHP, Scala and Swift, may
    /// also be a path that ends in the name to remove.
    pub module: ransack_bytes,
    /// Name in the module. Empty to remove all imports of the module.
    pub name: ransack_bytes,
}

/// Adds imports to text in memory and returns the new text. The bytes of the text are kept, even if
/// they are not UTF-8. Free `out` with ransack_string_free().
///
/// If a statement already imports from the same module, the name is added to that statement; an
/// import that already exists changes nothing. A type-only import becomes a value import if a value
/// is added. A new statement is inserted at its sorted position among the imports of its group, or
/// below the file header; Python's `__future__` imports precede all other code. A list in the
/// language's usual layout is wrapped if it becomes too long; in any other layout, names are
/// inserted and the rest is unchanged. ransack_remove_imports() with the same import restores the
/// original text. Imports inside functions, conditions and #if blocks are ignored.
///
/// In JavaScript and TypeScript, names of `const { a } = require('b')` at the top level count as
/// existing. If a text has such calls and neither `import` nor `export` statements, except
/// type-only imports, a new import is a call too: `const { a } = require('b')`,
/// `const b = require('b')` for the default export or the namespace, or `require('b')`. Such calls
/// are neither removed nor organised.
///
/// In C#, PHP and Scala, a block of a namespace or package has its own imports. If all imports are
/// in one such block, a new import joins them; in PHP, it also goes into the only block with
/// braces. In Kotlin and PHP, each new name has a statement of its own, unless PHP code already
/// imports from the module by a group in braces. In Scala, new renames and wildcards have the
/// syntax of Scala 3 if an import of the text has it, and otherwise the syntax of Scala 2.
///
/// In Ruby, Lua and Perl, where an import runs code, a new statement follows the existing statements
/// of its group, and a new name the names of its list. In Vue and Svelte, a new import goes into
/// `<script setup>`; without one, into the first script that is not `<script module>`; and otherwise
/// into the first script. Imports in other scripts count as existing. In Astro, only the front
/// matter is changed.
///
/// - `imports` is an array of `imports_len` imports to add.
/// - `statuses` is NULL or an array of `imports_len` numbers, which receives a ransack_edit_status
///   for each import: RANSACK_EDIT_STATUS_UNCHANGED if the import already exists.
/// - `language` is the name or an alias of the text's language: C, C++, C#, Go, Java, JavaScript,
///   Kotlin, Lua, Perl, PHP, Python, Ruby, Rust, Scala, Solidity, Swift, TSX or TypeScript, or Astro,
///   Svelte or Vue, whose scripts are changed.
/// - `token` cancels the call; NULL for none.
///
/// Fails if imports cannot be changed in the language, if an import kind, module or name is invalid
/// in the language, if a Vue, Svelte or Astro text has no script for the import, if a PHP text has
/// several namespaces or no line for the import, or if the token fires.
///
///     ransack_import_request request = RANSACK_IMPORT_REQUEST_INIT;
///     request.module = RANSACK_BYTES("sys");
///     status = ransack_add_imports(source, RANSACK_BYTES("python"), &request, 1, NULL,
///                                  NULL, &text);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_add_imports(
    source: ransack_bytes,
    language: ransack_bytes,
    imports: *const ransack_import_request,
    imports_len: usize,
    statuses: *mut u32,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_string,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        syntax::run(source, language, token, out, |source, language, token| {
            let requests = requests(imports, imports_len)?;
            let added = ransack::add_imports(source, language, &requests, token)?;
            if !statuses.is_null() {
                for (index, status) in added.statuses.iter().enumerate() {
                    // SAFETY: the header requires room for a status of each import.
                    statuses.add(index).write(status_of(*status));
                }
            }
            Ok(string::owner(added.text))
        })
    }
}

/// Removes imports at the top level of text in memory and returns the new text, in the same way as
/// ransack_add_imports(). A statement left without names is removed with its line, its attributes,
/// the comments directly above it and the comment after it. Licences and other file-level comments
/// stay. A list that loses names keeps its layout, except that a multi-line list that was too long
/// for one line is joined once it fits on one line. Either all imports are removed, or the call
/// fails.
///
/// `removals` is an array of `removals_len` imports to remove. Fails with
/// RANSACK_STATUS_UNKNOWN_NAME if the text has no such import at top level; the error's
/// `candidates` are the nearest modules or names. All other errors are the same as for
/// ransack_add_imports().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_remove_imports(
    source: ransack_bytes,
    language: ransack_bytes,
    removals: *const ransack_import_removal,
    removals_len: usize,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_string,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        syntax::run(source, language, token, out, |source, language, token| {
            let removals = self::removals(removals, removals_len)?;
            let text = ransack::remove_imports(source, language, &removals, token)?;
            Ok(string::owner(text))
        })
    }
}

/// Groups, sorts and merges the imports at the top level of text in memory by the language's
/// convention, as isort, rustfmt, goimports, google-java-format, clang-format, `dotnet format`,
/// PHP-CS-Fixer, ktlint, Scalafix and swift-format do; in Kotlin and Scala, by the common order that
/// the text follows best. Returns the new text in the same way as ransack_add_imports(). No import moves across other code, standalone
/// comments, #if, or Python's `from m import *`, which may rebind any name. Comments directly above
/// and after an import move with it, but licences and other file-level comments stay. An import
/// with a suppression comment (`# noqa`, `// @ts-ignore`) is neither merged nor wrapped. The
/// comments `isort: off`, `fmt: off`, `clang-format off`, `isort: skip` and `isort: skip_file` are
/// respected. In C# and Swift, imports inside #if keep their order. The operation is idempotent.
///
/// Imports of Ruby, Lua and Perl run code and keep their order; only repeated imports are removed,
/// if they have no effect. In Vue and Svelte, each script outside other elements is organised; in
/// Astro, the front matter.
///
/// `file_name` is the name of the file, which identifies the main header in C and C++; may be
/// empty. Fails under the same conditions as ransack_add_imports().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_organise_imports(
    source: ransack_bytes,
    language: ransack_bytes,
    file_name: ransack_bytes,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_string,
) -> ransack_status {
    // SAFETY: the header requires valid arguments.
    unsafe {
        syntax::run(source, language, token, out, |source, language, token| {
            let name = optional_text(file_name, "file_name")?;
            let text = ransack::organise_imports(source, language, name.as_deref(), token)?;
            Ok(string::owner(text))
        })
    }
}

/// Converts imports to add.
///
/// # Safety
///
/// `imports` is NULL or an array of `len` imports whose modules and names are valid.
pub(crate) unsafe fn requests(
    imports: *const ransack_import_request,
    len: usize,
) -> Result<Vec<ImportRequest>, Failure> {
    let convert = |import: &ransack_import_request| {
        let kind = value_of(ImportKind::ALL, "kind", import.kind)?;
        // SAFETY: the texts and names are valid by the contract of this function.
        let (module, names) = unsafe {
            let module = import.module.text("module")?;
            let (names, len) = (import.names, import.names_len);
            (
                module,
                elements(names, len, "names", |name| name_and_alias(name))?,
            )
        };
        let mut request = ImportRequest::new(module).kind(*kind);
        for (name, alias) in names {
            request = match alias {
                Some(alias) => request.name_as(name, alias),
                None => request.name(name),
            };
        }
        Ok(request)
    };
    // SAFETY: the contract of this function.
    unsafe { elements(imports, len, "imports", convert) }
}

/// Copies a name to add and its alias.
///
/// # Safety
///
/// The name and the alias are valid.
unsafe fn name_and_alias(name: &ransack_import_name) -> Result<(String, Option<String>), Failure> {
    // SAFETY: the contract of this function.
    unsafe { Ok((name.name.text("name")?, optional_text(name.alias, "alias")?)) }
}

/// Converts imports to remove.
///
/// # Safety
///
/// `removals` is NULL or an array of `len` imports whose modules and names are valid.
pub(crate) unsafe fn removals(
    removals: *const ransack_import_removal,
    len: usize,
) -> Result<Vec<ImportRemoval>, Failure> {
    let convert = |removal: &ransack_import_removal| {
        // SAFETY: the texts are valid by the contract of this function.
        let (module, name) = unsafe {
            let module = removal.module.text("module")?;
            (module, optional_text(removal.name, "name")?)
        };
        Ok(match name {
            Some(name) => ImportRemoval::name(module, name),
            None => ImportRemoval::module(module),
        })
    };
    // SAFETY: the contract of this function.
    unsafe { elements(removals, len, "removals", convert) }
}
