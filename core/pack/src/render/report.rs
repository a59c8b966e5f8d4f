//! Lines about an incomplete call.

use ransack_base::{Report, SkipReason, StoppedBy};

use super::Renderer;

/// Report to render. A [`Report`] is rendered with [`Render`](super::Render); this type is for
/// reports that have been converted, as the bindings do.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RenderReport<'a> {
    /// Whether everything in scope was examined.
    pub complete: bool,
    /// Cause that ended the call early.
    pub stopped_by: Option<StoppedBy>,
    /// Number of examined files.
    pub files_searched: u64,
    /// Number of files with matches.
    pub files_with_matches: u64,
    /// Number of matches.
    pub total_matches: u64,
    /// Whether `total_matches` is exact; otherwise it is a lower bound.
    pub total_is_exact: bool,
    /// Value of `offset` for the next page.
    pub next_offset: Option<u64>,
    /// Paths that were skipped or only partly examined, by reason.
    pub skipped: Vec<RenderSkipped<'a>>,
    /// Advice for a call that found nothing.
    pub hints: Vec<&'a str>,
}

/// Paths that a call skipped or examined only partly, for one reason.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RenderSkipped<'a> {
    /// Reason; `None` if it is not one of [`SkipReason`].
    pub reason: Option<SkipReason>,
    /// Number of paths.
    pub count: u64,
    /// First paths.
    pub paths: Vec<&'a [u8]>,
}

/// Properties of a report that the text shows.
#[derive(Clone, Debug)]
pub(super) struct Summary {
    /// Sentence about what was not examined, and why.
    pub(super) incomplete: Option<String>,
    pub(super) files_searched: u64,
    pub(super) files_with_matches: u64,
    pub(super) total_matches: u64,
    pub(super) total_is_exact: bool,
    pub(super) next_offset: Option<u64>,
    pub(super) hints: Vec<String>,
}

/// Maximum number of paths that are shown for each reason.
const MAX_PATHS: usize = 3;

impl Renderer {
    /// Adds the report of the call that found the results. A later report replaces it.
    pub fn push_report(&mut self, report: &RenderReport<'_>) {
        self.report = Some(Summary {
            incomplete: incomplete(report, self),
            files_searched: report.files_searched,
            files_with_matches: report.files_with_matches,
            total_matches: report.total_matches,
            total_is_exact: report.total_is_exact,
            next_offset: report.next_offset,
            hints: report.hints.iter().map(|&hint| hint.to_owned()).collect(),
        });
    }
}

impl<'a> From<&'a Report> for RenderReport<'a> {
    fn from(report: &'a Report) -> RenderReport<'a> {
        let skipped = report.skipped.iter().map(|skipped| RenderSkipped {
            reason: Some(skipped.reason),
            count: skipped.count,
            paths: skipped
                .first
                .iter()
                .map(|path| path.path.as_bytes())
                .collect(),
        });
        RenderReport {
            complete: report.complete,
            stopped_by: report.stopped_by,
            files_searched: report.files_searched,
            files_with_matches: report.files_with_matches,
            total_matches: report.total_matches,
            total_is_exact: report.total_is_exact,
            next_offset: report.next_offset,
            skipped: skipped.collect(),
            hints: report.hints.iter().map(String::as_str).collect(),
        }
    }
}

/// Returns what a call has not examined; `None` if it has examined everything, or everything up to
/// a limit after which there is a next page.
fn incomplete(report: &RenderReport<'_>, renderer: &Renderer) -> Option<String> {
    if report.complete {
        return None;
    }
    let mut parts = Vec::new();
    match report.stopped_by {
        Some(StoppedBy::Timeout) => parts.push("stopped at the time limit".to_owned()),
        Some(StoppedBy::Callback) => parts.push("stopped by the caller".to_owned()),
        Some(StoppedBy::Limit) if report.next_offset.is_none() => {
            parts.push("stopped at the limit".to_owned());
        }
        _ => {}
    }
    let faults = report.skipped.iter().filter(|skipped| {
        let reason = skipped.reason;
        !reason.is_some_and(SkipReason::is_by_choice)
    });
    parts.extend(faults.map(|skipped| list(skipped, renderer)));
    if parts.is_empty() && report.stopped_by == Some(StoppedBy::Limit) {
        return None;
    }
    // A call for one file skips it only if it is binary; a search is complete without such files.
    if parts.is_empty() {
        let reason = Some(SkipReason::Binary);
        let binary = report
            .skipped
            .iter()
            .find(|skipped| skipped.reason == reason);
        parts.extend(binary.map(|skipped| list(skipped, renderer)));
    }
    Some(match parts.is_empty() {
        true => "incomplete".to_owned(),
        false => format!("incomplete: {}", parts.join("; ")),
    })
}

/// Returns the number of paths, the reason and the first paths.
fn list(skipped: &RenderSkipped<'_>, renderer: &Renderer) -> String {
    let mut text = describe(skipped);
    // A text in memory has an empty path.
    let paths = skipped.paths.iter().filter(|path| !path.is_empty());
    let mut separator = " (";
    for path in paths.clone().take(MAX_PATHS) {
        text.push_str(separator);
        renderer.options.path(&mut text, path);
        separator = ", ";
    }
    let count = paths.count();
    if count > 0 {
        let is_all = skipped.count as usize <= MAX_PATHS.min(count);
        text.push_str(if is_all { ")" } else { ", …)" });
    }
    text
}

/// Returns the number of paths and the reason.
fn describe(skipped: &RenderSkipped<'_>) -> String {
    let count = skipped.count;
    let files = if count == 1 { "file" } else { "files" };
    let Some(reason) = skipped.reason else {
        return format!("{count} skipped {files}");
    };
    match reason {
        SkipReason::Binary => format!("{count} binary {files}"),
        SkipReason::TooLarge => format!("{count} {files} too large"),
        SkipReason::Unreadable => format!("{count} unreadable"),
        SkipReason::Undecodable => format!("{count} {files} with invalid text"),
        SkipReason::IgnoreFile => format!("{count} unreadable ignore {files}"),
        SkipReason::SyntaxErrors => format!("{count} {files} with syntax errors"),
        SkipReason::ParseTimeout => format!("{count} {files} over the time limit"),
        SkipReason::TooDeep => format!("{count} {files} nested too deeply"),
        SkipReason::InterruptedEdit => format!("{count} {files} of interrupted edits"),
        SkipReason::LossyRewrite => format!("{count} {files} where code would be lost"),
        _ => format!("{count} skipped {files}"),
    }
}
