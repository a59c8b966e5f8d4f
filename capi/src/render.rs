//! Rendering of results as text for people and models, within a number of tokens.

use std::sync::{Mutex, MutexGuard};

use ransack::{
    Grouping, RenderMatch, RenderOptions, RenderReport, RenderSkipped, Renderer, Rendering,
    SkipReason, StoppedBy,
};

#[cfg(feature = "ast")]
use crate::ast::item::ransack_ast_match;
#[cfg(feature = "ast")]
use crate::ast_edit::ransack_file_change;
use crate::cancel::{ransack_cancel_token, token_or_new};
use crate::error::{Failure, ransack_status};
use crate::ffi::{self, Handle, OwnedArray};
use crate::fuzzy::ransack_fuzzy_match;
use crate::glob::{ransack_file_type, ransack_glob_match};
use crate::grep::{ransack_context_line, ransack_grep_match};
use crate::options::versioned::{Defaults, read_versioned, versioned};
use crate::options::{
    CallOptions, NO_BYTES, from_limit, optional_text, to_limit, to_size, unknown,
};
#[cfg(feature = "outline")]
use crate::outline::item::ransack_outline;
use crate::panic::guard;
use crate::report::{ransack_report, ransack_skipped, ransack_stopped_by};
use crate::slice::ransack_bytes;
use crate::tokens::encoding::{encoding_of, ransack_encoding};

/// Newest version of ransack_render_options.
pub const RANSACK_RENDER_OPTIONS_VERSION: u32 = 1;

/// Place of the paths of matches and definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum ransack_grouping {
    /// Each path is a heading above the lines of its file.
    File = 0,
    /// Each line begins with its path: "PATH:LINE:TEXT".
    Flat = 1,
}

/// Options for ransack_renderer_new(). Initialise with RANSACK_RENDER_OPTIONS_INIT; NULL means the
/// defaults.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct ransack_render_options {
    /// RANSACK_RENDER_OPTIONS_VERSION from the header that the program was compiled with.
    pub version: u32,
    /// Encoding in which tokens are counted, a ransack_encoding. Default:
    /// RANSACK_ENCODING_O200K_BASE.
    pub encoding: u32,
    /// Maximum number of tokens in the whole text, including its last line. Items are left out at
    /// the end, as a whole. Default: RANSACK_NO_LIMIT.
    pub max_tokens: u64,
    /// Offset of the first item in the search, for the offset of the next page. Default: 0.
    pub offset: u64,
    /// Cursor of the next page, UTF-8, printed instead of an offset if all items fit. Default:
    /// empty, which means none.
    pub cursor: ransack_bytes,
    /// URL of the directory that the paths are relative to, such as "file:///home/me/project/". If
    /// set, paths are hyperlinks (OSC 8), for terminals. Default: empty, which means no links.
    pub links: ransack_bytes,
    /// Place of the paths of matches and definitions, a ransack_grouping. Default:
    /// RANSACK_GROUPING_FILE.
    pub group: u32,
    /// Whether matches and definitions have line numbers. Default: 1.
    pub line_numbers: u8,
    /// Whether to use ANSI colours, for terminals. Default: 0.
    pub color: u8,
}

versioned!(ransack_render_options, RANSACK_RENDER_OPTIONS_VERSION, [color: 62]);

impl Defaults for ransack_render_options {
    fn defaults() -> ransack_render_options {
        let core = RenderOptions::default();
        ransack_render_options {
            version: RANSACK_RENDER_OPTIONS_VERSION,
            encoding: ransack_encoding::O200kBase as u32,
            max_tokens: from_limit(core.max_tokens.map(|max| max as u64)),
            offset: core.offset,
            cursor: NO_BYTES,
            links: NO_BYTES,
            group: ransack_grouping::File as u32,
            line_numbers: core.line_numbers.into(),
            color: core.color.into(),
        }
    }
}

impl CallOptions for ransack_render_options {
    type Core = RenderOptions;

    unsafe fn resolve(&self) -> Result<RenderOptions, Failure> {
        let mut core = RenderOptions::default();
        core.encoding = encoding_of(self.encoding)?;
        core.max_tokens = to_limit(self.max_tokens).map(to_size);
        core.offset = self.offset;
        // SAFETY: the texts are valid by the contract of this function.
        unsafe {
            core.cursor = optional_text(self.cursor, "cursor")?;
            core.links = optional_text(self.links, "links")?;
        }
        core.group = match self.group {
            0 => Grouping::File,
            1 => Grouping::Flat,
            other => return Err(unknown("group", other, ransack_grouping::Flat as u32)),
        };
        core.line_numbers = self.line_numbers != 0;
        core.color = self.color != 0;
        Ok(core)
    }
}

/// Collects results and renders them as text for a person or a model: matches and definitions
/// grouped by file, one line each; paths, one line each; changes as unified diffs, cut between
/// hunks. The last line says how many items are shown and, if there are more, the offset or cursor
/// of the next page. If the call was incomplete, the line before it says what was not examined.
/// Concurrent calls are serialised.
///
/// The functions that add a result copy the needed parts, so a callback can pass its item. With
/// `max_tokens`, results that cannot fit are only counted, so memory stays bounded.
///
///     static int on_match(const ransack_grep_match *m, void *renderer) {
///       return ransack_renderer_push_grep_match((ransack_renderer *)renderer, m);
///     }
///
///     ransack_render_options how = RANSACK_RENDER_OPTIONS_INIT;
///     how.max_tokens = 2000;
///     ransack_renderer_new(&how, &renderer);
///     ransack_grep(&options, NULL, on_match, renderer, &report);
///     ransack_renderer_push_report(renderer, report);
///     if (ransack_renderer_finish(renderer, NULL, &rendering) == RANSACK_STATUS_OK)
///       puts((const char *)rendering->text.data);
///     ransack_rendering_free(rendering);
///     ransack_renderer_free(renderer);
pub struct ransack_renderer {
    _private: [u8; 0],
}

impl Handle for ransack_renderer {
    type Owner = Mutex<Renderer>;
}

/// Text of a result. The caller owns it; ransack_rendering_free() frees it.
#[derive(Debug)]
#[repr(C)]
pub struct ransack_rendering {
    /// Text, UTF-8; ends with a line ending. Invalid UTF-8 in results is replaced with U+FFFD. A
    /// NUL byte follows the text and is not included in `text.len`.
    pub text: ransack_bytes,
    /// Number of tokens in the text; 0 if the options have no `max_tokens`.
    pub tokens: u64,
    /// Number of items in the text: matches, files, paths, definitions or hunks.
    pub shown: u64,
    /// Number of items that exist: `shown`, items that do not fit, and matches or paths that the
    /// report counts beyond this page.
    pub total: u64,
    /// Value of `offset` for a call that continues after the last item in the text, if
    /// `has_next_offset` is set; otherwise 0.
    pub next_offset: u64,
    /// Whether there are more items, starting at `next_offset`. Always 0 for items without an
    /// offset, such as definitions and hunks.
    pub has_next_offset: u8,
}

impl Handle for ransack_rendering {
    type Owner = OwnedArray<ransack_rendering, u8>;
}

/// Creates a renderer without results. Free it with ransack_renderer_free().
///
/// Fails if an option is invalid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_renderer_new(
    options: *const ransack_render_options,
    out: *mut *mut ransack_renderer,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        let options = if options.is_null() {
            RenderOptions::default()
        } else {
            // SAFETY: the header requires options of the version that they declare, with valid
            // pointers.
            unsafe { read_versioned(options, "options")?.resolve() }?
        };
        out.write(ffi::into_handle(Mutex::new(Renderer::new(options))));
        Ok(())
    })
}

/// Adds a result of a content search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_renderer_push_grep_match(
    renderer: *mut ransack_renderer,
    item: *const ransack_grep_match,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires a renderer that is not freed during the call, and an item
        // with everything that it points to.
        unsafe {
            let (mut renderer, item) = (lock(renderer)?, borrow(item)?);
            let submatches = ffi::array(item.submatches, item.submatches_len, "submatches")?;
            let submatches = submatches.iter().map(|found| found.start..found.end);
            let mut found = RenderMatch::default();
            found.path = item.path.get("path")?;
            found.root = item.root;
            found.line_number = item.line_number;
            found.text = item.line.get("line")?;
            found.submatches = submatches.collect();
            found.context_before = context(item.context_before, item.context_before_len)?;
            found.context_after = context(item.context_after, item.context_after_len)?;
            let end = item.clip_offset.saturating_add(item.line.len as u64);
            found.is_cut_before = item.has_clip != 0 && item.clip_offset > 0;
            found.is_cut_after = item.has_clip != 0 && end < item.line_len;
            found.count = (item.match_count > 0).then_some(item.match_count);
            renderer.push_match(&found);
        }
        Ok(())
    })
}

/// Adds a result of a path search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_renderer_push_glob_match(
    renderer: *mut ransack_renderer,
    item: *const ransack_glob_match,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires a renderer that is not freed during the call, and an item
        // with everything that it points to.
        unsafe {
            let (mut renderer, item) = (lock(renderer)?, borrow(item)?);
            let is_dir = item.file_type == ransack_file_type::Dir;
            renderer.push_path(item.path.get("path")?, is_dir);
        }
        Ok(())
    })
}

/// Adds a result of a fuzzy path search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_renderer_push_fuzzy_match(
    renderer: *mut ransack_renderer,
    item: *const ransack_fuzzy_match,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires a renderer that is not freed during the call, and an item
        // with everything that it points to.
        unsafe {
            let (mut renderer, item) = (lock(renderer)?, borrow(item)?);
            let is_dir = item.file_type == ransack_file_type::Dir;
            renderer.push_path(item.path.get("path")?, is_dir);
        }
        Ok(())
    })
}

/// Adds a result of an AST search.
#[cfg(feature = "ast")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_renderer_push_ast_match(
    renderer: *mut ransack_renderer,
    item: *const ransack_ast_match,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires a renderer that is not freed during the call, and an item
        // with everything that it points to.
        unsafe {
            let (mut renderer, item) = (lock(renderer)?, borrow(item)?);
            let mut found = RenderMatch::default();
            found.path = item.path.get("path")?;
            found.root = item.root;
            found.line_number = item.span.start.line;
            found.text = item.text.get("text")?;
            found.submatches = std::iter::once(0..found.text.len()).collect();
            renderer.push_match(&found);
        }
        Ok(())
    })
}

/// Adds the definitions of an outline.
#[cfg(feature = "outline")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_renderer_push_outline(
    renderer: *mut ransack_renderer,
    item: *const ransack_outline,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires a renderer that is not freed during the call, and an item
        // with everything that it points to.
        unsafe {
            let (mut renderer, item) = (lock(renderer)?, borrow(item)?);
            let file = (item.root, item.path.get("path")?);
            for definition in ffi::array(item.items, item.items_len, "items")? {
                let signature = match definition.signature.get("signature")? {
                    [] => definition.name.get("name")?,
                    signature => signature,
                };
                let line = definition.name_span.start.line;
                renderer.push_definition(file, line, definition.depth, signature);
            }
        }
        Ok(())
    })
}

/// Adds the diff of a changed file.
#[cfg(feature = "ast")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_renderer_push_file_change(
    renderer: *mut ransack_renderer,
    item: *const ransack_file_change,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires a renderer that is not freed during the call, and an item
        // with everything that it points to.
        unsafe {
            let (mut renderer, item) = (lock(renderer)?, borrow(item)?);
            let file = (item.root, item.path.get("path")?);
            renderer.push_diff(file, item.diff.get("diff")?);
        }
        Ok(())
    })
}

/// Adds the report of the call that found the results; a later report replaces it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_renderer_push_report(
    renderer: *mut ransack_renderer,
    report: *const ransack_report,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires a renderer and a report that are not freed during the call.
        unsafe {
            let (mut renderer, report) = (lock(renderer)?, borrow(report)?);
            let mut shown = RenderReport::default();
            shown.complete = report.complete != 0;
            shown.stopped_by = match report.stopped_by {
                ransack_stopped_by::Limit => Some(StoppedBy::Limit),
                ransack_stopped_by::Timeout => Some(StoppedBy::Timeout),
                ransack_stopped_by::Callback => Some(StoppedBy::Callback),
                ransack_stopped_by::None | ransack_stopped_by::Other => None,
            };
            shown.files_searched = report.files_searched;
            shown.files_with_matches = report.files_with_matches;
            shown.total_matches = report.total_matches;
            shown.total_is_exact = report.total_is_exact != 0;
            shown.next_offset = (report.has_next_offset != 0).then_some(report.next_offset);
            for reason in ffi::array(report.skipped, report.skipped_len, "skipped")? {
                shown.skipped.push(skipped(reason)?);
            }
            for hint in ffi::array(report.hints, report.hints_len, "hints")? {
                shown
                    .hints
                    .push(str::from_utf8(hint.get("hints")?).unwrap_or_default());
            }
            renderer.push_report(&shown);
        }
        Ok(())
    })
}

/// Renders the results that were added. `token` cancels the call; NULL for none. Free the text with
/// ransack_rendering_free(). The renderer keeps the results.
///
/// Fails with RANSACK_STATUS_INVALID_OPTION if the last line alone exceeds `max_tokens`, or if the
/// token fires.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_renderer_finish(
    renderer: *const ransack_renderer,
    token: *const ransack_cancel_token,
    out: *mut *mut ransack_rendering,
) -> ransack_status {
    guard(|| {
        // SAFETY: the header requires NULL or an output that is valid for one write.
        let out = unsafe { ffi::out_param(out, "out") }?;
        // SAFETY: the header requires NULL or a token that is not freed during the call.
        let token = unsafe { token_or_new(token) }?;
        // SAFETY: the header requires NULL or a renderer that is not freed during the call.
        let rendering = unsafe { lock(renderer) }?.finish(&token)?;
        out.write(ffi::into_handle(owner(rendering)));
        Ok(())
    })
}

/// Frees a renderer. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_renderer_free(renderer: *mut ransack_renderer) {
    // SAFETY: the header requires NULL or a renderer of this library that is not used afterwards.
    unsafe { ffi::free(renderer) }
}

/// Frees a rendering and its text. Does nothing if the pointer is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ransack_rendering_free(rendering: *mut ransack_rendering) {
    // SAFETY: the header requires NULL or a rendering of this library that is not used afterwards.
    unsafe { ffi::free(rendering) }
}

fn owner(rendering: Rendering) -> OwnedArray<ransack_rendering, u8> {
    let mut text = rendering.text.into_bytes();
    text.push(0);
    OwnedArray::new(text, |data, len| ransack_rendering {
        text: ransack_bytes { data, len: len - 1 },
        tokens: rendering.tokens.unwrap_or_default() as u64,
        shown: rendering.shown,
        total: rendering.total,
        next_offset: rendering.next_offset.unwrap_or_default(),
        has_next_offset: rendering.next_offset.is_some().into(),
    })
}

/// Borrows a result.
///
/// # Safety
///
/// `item` is NULL, or valid and unchanged during `'a`.
unsafe fn borrow<'a, T>(item: *const T) -> Result<&'a T, Failure> {
    // SAFETY: the contract of this function.
    unsafe { item.as_ref() }.ok_or_else(|| Failure::null("item"))
}

/// Borrows context lines.
///
/// # Safety
///
/// Same contract as [`ffi::array`], for the array and for each line.
unsafe fn context<'a>(
    lines: *const ransack_context_line,
    len: usize,
) -> Result<Vec<(u64, &'a [u8])>, Failure> {
    // SAFETY: the contract of this function.
    let lines = unsafe { ffi::array(lines, len, "context") }?;
    let convert = |line: &ransack_context_line| {
        // SAFETY: the contract of this function.
        Ok((line.line_number, unsafe { line.line.get("line") }?))
    };
    lines.iter().map(convert).collect()
}

/// Borrows the paths that were skipped for one reason.
///
/// # Safety
///
/// Same contract as [`ffi::array`], for the array and for each path.
unsafe fn skipped<'a>(reason: &ransack_skipped) -> Result<RenderSkipped<'a>, Failure> {
    let mut skipped = RenderSkipped::default();
    // The numbers are the indexes plus one; 0 stands for other reasons.
    let known = (reason.reason as usize).checked_sub(1);
    skipped.reason = known.and_then(|index| SkipReason::ALL.get(index).copied());
    skipped.count = reason.count;
    // SAFETY: the contract of this function.
    for path in unsafe { ffi::array(reason.paths, reason.paths_len, "paths") }? {
        // SAFETY: the contract of this function.
        skipped.paths.push(unsafe { path.path.get("path") }?);
    }
    Ok(skipped)
}

/// Locks a renderer.
///
/// # Safety
///
/// Same contract as [`ffi::borrow`].
unsafe fn lock<'a>(renderer: *const ransack_renderer) -> Result<MutexGuard<'a, Renderer>, Failure> {
    // SAFETY: the contract of this function.
    let renderer = unsafe { ffi::borrow(renderer, "renderer") }?;
    renderer.lock().map_err(|_| {
        let message = "the renderer is unusable: an earlier call panicked; create a new one";
        Failure::new(ransack_status::Panic, message)
    })
}

#[cfg(test)]
mod tests;
