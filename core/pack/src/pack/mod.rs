//! Packing: turns the files of a scope into one text for a language model, within a maximum.
//!
//! - `options`, `outcome`: options and results.
//! - `rules`: rules about which files are packed.
//! - `text`: reads files as UTF-8.
//! - `examiner`: reads and processes all files of a call.
//! - `secrets`: finds texts that have the form of a secret.
//! - `relevance`: words of texts, and relevant texts and definitions.
//! - `measure`: sizes of a file at each level of detail.
//! - `middle`: counts the tokens of a text once, although it occurs in several texts.
//! - `cache`: measurements that a workspace keeps.
//! - `priority`: order in which files get room.
//! - `allocation`: divides the maximum.
//! - `section`: parts of the text in each format.
//! - `joiner`: joins the parts.
//! - `frame`: the directory tree and the texts of the caller.
//! - `call`: validated options.
//! - `all`: a pack without a maximum.
//! - `within`: a pack within a maximum: measures, allocates, writes and counts until the text fits.
//! - `plan`: one call.
//! - `stream`: one call whose text arrives in parts.
//!
//! Without a maximum, a call reads each file once. With a maximum, it first measures all files, then
//! reads again only the files that the text shows; so its memory is bounded by the text and by the
//! number of files, not by their sizes.
//!
//! Invariants:
//! - The text never exceeds the maximum; tokens are counted for the whole text.
//! - The result depends only on the files and the options, not on the number of threads.

mod all;
mod allocation;
mod cache;
mod call;
mod examiner;
mod frame;
mod joiner;
mod measure;
mod middle;
mod options;
mod outcome;
mod plan;
mod priority;
mod relevance;
mod rules;
mod secrets;
mod section;
mod stream;
mod text;
mod within;

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;

use ransack_base::{CancelToken, Result, Stream};

pub use options::{
    LevelRule, PackFormat, PackLevel, PackOptions, PackSection, RelevantText, WeightRule,
};
pub use outcome::{
    FoundSecret, Pack, PackDecision, PackPart, PackReason, PackedDirectory, PackedFile, PackedText,
    RuleSource,
};
pub use rules::{PackRules, RuleMode};

/// Packs the files of a scope into one text.
///
/// Files are in path order. If the text has a maximum, files with a low priority are shown in less
/// detail, then left out: first the bodies of functions are lost, then signatures, then names. Explicitly
/// named files come first, then files with relevant definitions and texts. Among others, recently
/// changed files of a Git repository come first (those that differ from its index, then the later
/// written), and files whose definitions occur in many other files; see [`PackOptions::relevant`] and
/// [`PackOptions::weights`]. A file that cannot be parsed is shown as a whole, or its path alone.
///
/// Headings have the paths of the files in the result. If the call has several roots and no workspace,
/// they begin with the root as spelled.
///
/// The text uses as much of the maximum as possible. It is the same for every call with the same files
/// and options.
///
/// # Errors
///
/// - `InvalidOption`: an option is invalid; tokens and bytes both have a maximum; the maximum is less
///   than the size of the added sections; without a maximum, the files are larger than
///   [`PackOptions::max_content_size`].
/// - `InvalidPattern`, `InvalidGlob`: a pattern or glob is invalid.
/// - Any error that [`glob`](ransack_search::glob()) returns for the scope.
/// - `Aborted` or `Timeout` if the token fires.
///
/// # Cost
///
/// Without a maximum, reads each file and counts its tokens once. With a maximum, also parses each
/// file in a known language, and reads the shown files twice. A workspace keeps the measurements: a
/// later call parses only changed files, and without [`PackOptions::relevant`] it reads only these and
/// the shown ones.
///
/// # Example
///
/// ```
/// # extern crate ransack_pack as ransack;
/// use ransack::{CancelToken, PackLevel, PackOptions, pack};
///
/// # let dir = tempfile::tempdir().unwrap();
/// # let dir = dir.path();
/// std::fs::write(dir.join("a.py"), "def add(a, b):\n    total = a + b\n    return total\n").unwrap();
/// let options = PackOptions::new(dir).max_tokens(30);
/// let packed = pack(&options, &CancelToken::new())?;
/// assert!(packed.tokens <= 30);
/// assert_eq!(packed.files[0].treatment, PackLevel::Whole);
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn pack(options: &PackOptions, token: &CancelToken) -> Result<Pack> {
    plan::pack(options, token)
}

/// Iterator over the parts of a text that [`pack_stream`] packs.
pub type PackStream = Stream<PackedText>;

/// Starts packing the files of a scope and returns immediately. The stream yields the text of
/// [`pack`](pack()) in parts, one for each file; the work pauses while 8 MiB are waiting.
///
/// While the call reads files ahead of the text, it yields parts without a text, whose
/// [`files_done`](PackedText::files_done) is the number of files so far.
///
/// # Errors
///
/// The stream yields any error that [`pack`](pack()) can return, and `InvalidOption` for
/// [`PackOptions::explain`] and [`PackOptions::list_only`], which have no parts.
///
/// # Cost
///
/// As for [`pack`](pack()), without the memory for the text. Without a maximum, the tree needs the
/// numbers of tokens of all files, so files are read twice; without the tree, the first part arrives
/// as soon as the first file is read.
///
/// # Example
///
/// ```
/// # extern crate ransack_pack as ransack;
/// use ransack::{CancelToken, PackFormat, PackOptions, pack_stream};
///
/// # let dir = tempfile::tempdir().unwrap();
/// # let dir = dir.path();
/// std::fs::write(dir.join("a.txt"), "a\n").unwrap();
/// let options = PackOptions::new(dir).format(PackFormat::Plain);
/// let mut text = String::new();
/// for part in pack_stream(&options, &CancelToken::new()) {
///     text.push_str(&part?.text);
/// }
/// assert_eq!(text, "==== a.txt\na\n");
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn pack_stream(options: &PackOptions, token: &CancelToken) -> PackStream {
    stream::pack_stream(options, token)
}
