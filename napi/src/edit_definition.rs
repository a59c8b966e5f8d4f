//! Edits to definitions by name, and to imports: `editDefinition`.

use napi::Result;
use napi::bindgen_prelude::External;
use napi_derive::napi;
use ransack::{CancelToken, DefinitionAction, DefinitionEdit, DefinitionPart, InsertPlace, Pool};

use crate::ast::options::AstFileOptions;
use crate::ast::recovery::WaitOptions;
use crate::ast_edit::AstEditSummary;
use crate::convert::BatchShape;
use crate::imports::{self, ImportFields};
use crate::options::{
    CallOptions, FileContentOptions, TimeoutOptions, option_groups, set, set_some,
};
use crate::outline::named;
use crate::path::PathArgument;
use crate::task::{Task, Waker};
use crate::undo::JournalOptions;
use crate::workspace::WorkspaceHandle;

/// Starts edits to definitions as task `id`, in `workspace` if given.
///
/// # Errors
///
/// Fails if an option has an invalid type or value.
#[napi(catch_unwind, skip_typescript)]
pub fn edit_definition(
    workspace: Option<&External<WorkspaceHandle>>,
    wait: bool,
    waker: &External<Waker>,
    id: u32,
    options: DefinitionEditCall,
) -> Result<External<Task>> {
    let timeout = options.timeout.duration()?;
    let bytes = options.edit.bytes.unwrap_or_default();
    let mut options = options.into_core()?;
    options.workspace = workspace.map(|handle| (&handle.workspace(wait)).into());
    let shape = BatchShape {
        several_roots: true,
        bytes,
        ..BatchShape::default()
    };
    Ok(waker.start_collected(id, timeout, shape, |token| {
        let token = token.clone();
        // Only the end of the edit shows whether files were replaced, so only the edit itself
        // observes the token.
        Pool::shared().run(&CancelToken::new(), move |_| {
            let outcome = ransack::edit_definition(&options, &token)?;
            Ok(AstEditSummary::split(outcome, shape))
        })
    }))
}

/// Edit to one definition, as passed by `js/edit_definition.js`: the file, the name path, the action, the
/// part, the place, the text, the target, the target's file, the imports and the content id.
type EditFields = (
    PathArgument,
    String,
    String,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<PathArgument>,
    Option<Vec<ImportFields>>,
    Option<String>,
);

/// Converts an edit. JavaScript has checked its names and its content id.
fn to_core(
    (path, name, action, part, place, text, target, target_path, imports, if_version): EditFields,
) -> DefinitionEdit {
    let if_version = if_version.and_then(|version| version.parse().ok());
    let edit = |action| DefinitionEdit::new(path.0, name, action).if_version(if_version);
    if let Some(action) = imports::action(&action, imports) {
        return edit(action);
    }
    let text = text.unwrap_or_default();
    let place = place.and_then(|place| named(&InsertPlace::ALL, &place));
    let place = place.unwrap_or(InsertPlace::After);
    let action = match action.as_str() {
        "rename" => DefinitionAction::Rename { name: text },
        "insert" => DefinitionAction::Insert { place, text },
        "remove" => DefinitionAction::Remove,
        "move" => DefinitionAction::Move {
            path: target_path.map(|path| path.0),
            place,
            target: target.unwrap_or_default(),
        },
        "region" => DefinitionAction::Region {
            title: text,
            last: target,
        },
        _ => {
            let part = part.and_then(|part| named(&DefinitionPart::ALL, &part));
            DefinitionAction::Replace {
                part: part.unwrap_or_default(),
                text,
            }
        }
    };
    edit(action)
}

/// Options for `editDefinition`.
#[napi(
    object,
    object_to_js = false,
    js_name = "DefinitionEditOptions extends CallOptions, AstFileOptions, WaitOptions, JournalOptions"
)]
pub struct DefinitionEditOptions {
    /// Path of the file for edits without a `path`. Default: none, which requires a `path` in each
    /// edit.
    #[napi(ts_type = "string | Uint8Array | UrlLike")]
    pub path: Option<PathArgument>,
    /// Edits to apply. All names are resolved against the files as they were before the call.
    #[napi(ts_type = "readonly DefinitionEdit[]")]
    pub edits: Vec<EditFields>,
    /// Whether to compute and return the changes without writing any file. Default: true.
    pub dry_run: Option<bool>,
    /// Token from an earlier result's `preview`. If the changes or the texts differ from the
    /// previewed ones, the call writes nothing and fails with `ERR_RANSACK_STALE`. The error
    /// message says whether the token is unknown, the call makes different changes, or files have
    /// changed since the preview; the error's `paths` lists the changed files. Default: none, which
    /// skips this check.
    pub preview: Option<String>,
    /// Whether the call fails with `ERR_RANSACK_SYNTAX_ERROR` if a file has a syntax error before
    /// editing. Default: false.
    pub fail_on_parse_error: Option<bool>,
    /// Whether edits may add syntax errors to a file. Default: false, in which case a call that
    /// would add a syntax error writes nothing and fails with `ERR_RANSACK_SYNTAX_ERROR`.
    pub allow_syntax_errors: Option<bool>,
    /// Whether results carry the raw bytes of paths and code along with the strings. Default:
    /// false.
    pub bytes: Option<bool>,
}

option_groups! {
    /// Options for `editDefinition`, by group.
    pub struct DefinitionEditCall {
        /// Options that limit the duration of the call.
        pub timeout: TimeoutOptions,
        /// Abort signal, which only JavaScript observes.
        pub call: CallOptions,
        content: FileContentOptions,
        parsing: AstFileOptions,
        wait: WaitOptions,
        journal: JournalOptions,
        edit: DefinitionEditOptions,
    }
}

impl DefinitionEditCall {
    /// Converts to the core's options.
    ///
    /// # Errors
    ///
    /// Fails if a numeric option is not a whole number from 0 to 2^53 - 1.
    fn into_core(self) -> Result<ransack::DefinitionEditOptions> {
        let mut core = ransack::DefinitionEditOptions::default();
        self.content
            .set_on(&mut core.max_file_size, &mut core.encoding)?;
        self.parsing
            .set_on(&mut core.language, &mut core.time_per_file)?;
        self.wait.set_on(&mut core.wait)?;
        self.journal.set_on(&mut core.journal)?;
        let edit = self.edit;
        core.edits = edit.edits.into_iter().map(to_core).collect();
        set(&mut core.dry_run, edit.dry_run);
        set_some(&mut core.preview, edit.preview);
        set(&mut core.fail_on_parse_error, edit.fail_on_parse_error);
        set(&mut core.allow_syntax_errors, edit.allow_syntax_errors);
        Ok(core)
    }
}
