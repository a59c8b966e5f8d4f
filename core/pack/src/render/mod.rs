//! Rendering of results as plain text, cut between items at a number of tokens.
//!
//! - `options`: options.
//! - `style`: colours, links, and control characters in names and lines.
//! - `item`: the form into which every result is converted: groups with a heading, and items.
//! - `report`: lines about an incomplete call.
//! - `matches`, `results`: conversions of results.
//! - `write`: the text within its budget.
//!
//! Invariants:
//! - An item is in the text as a whole or not at all; items are left out only at the end.
//! - If items are left out, the last line says how many.
//! - The number of tokens is counted for the whole text.

mod item;
mod matches;
mod options;
mod report;
mod results;
mod style;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;
mod write;

use ransack_base::{CancelToken, Result};

use item::ItemForm;
use report::Summary;

pub(crate) use style::visible;

pub use matches::RenderMatch;
pub use options::{Grouping, RenderOptions};
pub use report::{RenderReport, RenderSkipped};
pub use results::Render;

/// Text of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rendering {
    /// Text; ends with a line ending. Bytes that are not UTF-8 are U+FFFD.
    pub text: String,
    /// Number of tokens in `text`; `None` if [`RenderOptions::max_tokens`] is not set.
    pub tokens: Option<usize>,
    /// Number of items in the text: matches, files, paths, definitions or hunks.
    pub shown: u64,
    /// Number of items that exist: `shown`, items that do not fit, and matches or paths that the
    /// report counts beyond this page.
    pub total: u64,
    /// Value of `offset` for a call that continues after the last item in the text; `None` if there
    /// are no more items or the items have no offset, such as definitions and hunks.
    pub next_offset: Option<u64>,
}

/// Collects results and renders them.
///
/// Results are rendered in the order in which they are added. Use it for results that arrive one by
/// one, such as items of a stream; [`render`] does the same for a whole result.
///
/// # Cost
///
/// Adding a result copies its text. With a maximum number of tokens, results that cannot fit are
/// only counted, so memory stays bounded.
///
/// # Example
///
/// ```
/// # extern crate ransack_pack as ransack;
/// use ransack::{CancelToken, RenderMatch, RenderOptions, Renderer};
///
/// let mut renderer = Renderer::new(RenderOptions::default());
/// for (line_number, text) in [(2, "let a = 1;"), (7, "let b = 2;")] {
///     let mut found = RenderMatch::default();
///     found.path = b"src/main.rs";
///     found.line_number = line_number;
///     found.text = text.as_bytes();
///     renderer.push_match(&found);
/// }
/// let rendering = renderer.finish(&CancelToken::new())?;
/// let expected = "src/main.rs\n2:let a = 1;\n7:let b = 2;\n\nshown 2 of 2 matches\n";
/// assert_eq!(rendering.text, expected);
/// # Ok::<(), ransack::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Renderer {
    options: RenderOptions,
    form: ItemForm,
    report: Option<Summary>,
}

impl Renderer {
    /// Creates a renderer without results.
    pub fn new(options: RenderOptions) -> Renderer {
        Renderer {
            form: ItemForm::new(options.max_tokens),
            options,
            report: None,
        }
    }

    /// Renders the results that were added.
    ///
    /// # Errors
    ///
    /// - `InvalidOption`: the last line alone exceeds the maximum number of tokens.
    /// - `Aborted` or `Timeout` if the token fires.
    pub fn finish(&self, token: &CancelToken) -> Result<Rendering> {
        write::write(&self.form, self.report.as_ref(), &self.options, token)
    }
}

/// Renders a result as text for a person or a model.
///
/// Matches and definitions are grouped by file, one line each, with line numbers; paths are one
/// line each; changes are unified diffs, cut between hunks. The last line says how many items are
/// shown and, if there are more, the offset or the cursor of the next page. One or two lines before
/// it tell what an incomplete call has not examined.
///
/// Control characters in paths become visible symbols, and with [`RenderOptions::color`] or
/// [`RenderOptions::links`] in lines too, so that a file cannot send commands to the terminal.
///
/// # Errors
///
/// - `InvalidOption`: the last line alone exceeds the maximum number of tokens.
/// - `Aborted` or `Timeout` if the token fires.
///
/// # Example
///
/// ```
/// # extern crate ransack_pack as ransack;
/// use ransack::{CancelToken, GrepOptions, RenderOptions, grep, render};
///
/// # let dir = tempfile::tempdir().unwrap();
/// # let dir = dir.path();
/// std::fs::write(dir.join("a.txt"), "one\ntwo\none more\n").unwrap();
/// let token = CancelToken::new();
/// let outcome = grep(&GrepOptions::new("one", dir), &token)?;
/// let rendering = render(&outcome, &RenderOptions::default().max_tokens(100), &token)?;
/// assert_eq!(rendering.text, "a.txt\n1:one\n3:one more\n\nshown 2 of 2 matches\n");
/// assert!(rendering.tokens < Some(100));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn render(
    result: &(impl Render + ?Sized),
    options: &RenderOptions,
    token: &CancelToken,
) -> Result<Rendering> {
    let mut renderer = Renderer::new(options.clone());
    result.render(&mut renderer);
    renderer.finish(token)
}
