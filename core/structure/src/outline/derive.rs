//! Results derived from one text, such as outlines, definitions and skeletons.
//!
//! Each kind of result implements [`Derive`]. This module and `examiner` implement parsing, file
//! access, limits and cancellation once for all kinds.

use ransack_base::internal::{ErrorParts, add_skip, skipped_path};
use ransack_base::{
    CancelToken, ContentId, Error, Outcome, RelPath, Report, Result, SkipReason, Stream,
};
use ransack_grammars::Language;
use ransack_grammars::internal::{
    Interrupt, Parsers, WorkBudget, interrupt_error, offload, unknown_language_of_file,
    with_stack_of_text,
};
use ransack_search::internal::{RootKinds, Wanted, name_paths, start as start_call};

use crate::outline::examiner::TextExaminer;
use crate::outline::options::OutlineFilesOptions;
use crate::outline::text::{self, ParsedText};

/// Computation of a result from one text alone.
pub(crate) trait Derive: Send + Sync + 'static {
    type Output: Derived;

    /// Noun for the result in error messages, including the article.
    const RESULT: &'static str = "an outline";

    /// Returns whether the result is available for text in a language.
    fn supports(language: &Language) -> bool {
        text::has_outline(language)
    }

    /// Checks the options of a call over files.
    ///
    /// # Errors
    ///
    /// `InvalidOption`.
    fn check(&self) -> Result<()> {
        Ok(())
    }

    /// Derives the result from a parsed text.
    fn derive(
        &self,
        text: &ParsedText<'_>,
        parsers: &mut Parsers,
        budget: &mut WorkBudget<'_>,
    ) -> Result<Self::Output, Interrupt>;

    /// Runs once after all files of a scope.
    ///
    /// # Errors
    ///
    /// An error about an option that matched none of the files.
    fn verdict(&self) -> Result<()> {
        Ok(())
    }
}

/// Result for one file.
pub(crate) trait Derived: Send + 'static {
    /// Sets the file.
    fn set_file(&mut self, path: RelPath, root: u32);

    /// Returns the root and the path of the file; `None` for a result of one file only.
    fn place(&self) -> Option<(u32, &RelPath)> {
        None
    }

    /// Sets the content id of the file or text, if the result has one.
    fn set_version(&mut self, _version: ContentId) {}

    /// Returns the approximate memory in bytes.
    fn weight(&self) -> usize;

    /// Returns the faults to report for the file: reasons why the result may be incomplete.
    fn faults(&self) -> Vec<(SkipReason, String)>;

    /// Returns whether the report counts the file as a file with matches.
    fn has_items(&self) -> bool;
}

/// Returns an error if the result is not available for text in a language.
///
/// # Errors
///
/// `InvalidOption`.
pub(crate) fn require<D: Derive>(language: &Language) -> Result<()> {
    match D::supports(language) {
        true => Ok(()),
        false => {
            let noun = D::RESULT.trim_start_matches("an ");
            let message = format!("the language has no {noun}");
            Err(Error::option(message).with_pattern(language.name))
        }
    }
}

/// Derives a result from text in memory. Large text is processed on the shared worker pool.
pub(crate) fn derive<D: Derive>(
    source: &[u8],
    language: &str,
    derive: D,
    token: &CancelToken,
) -> Result<D::Output> {
    offload(
        source,
        0,
        language,
        token,
        move |source, language, token| {
            require::<D>(language)?;
            let mut parsers = Parsers::default();
            let mut budget = WorkBudget::new(token, None);
            let derived = with_stack_of_text(source.len(), || {
                let text = ParsedText::new(source, language, &mut parsers, &mut budget)?;
                derive.derive(&text, &mut parsers, &mut budget)
            });
            let mut derived = derived.map_err(interrupt_error)?;
            derived.set_version(ContentId::of(source));
            Ok(derived)
        },
    )
}

/// Starts deriving results from the files of `options`.
pub(crate) fn start<D: Derive>(
    options: &OutlineFilesOptions,
    derive: D,
    token: &CancelToken,
) -> Stream<D::Output> {
    start_wanted(options, derive, Wanted::default(), token)
}

fn start_wanted<D: Derive>(
    options: &OutlineFilesOptions,
    derive: D,
    wanted: Wanted,
    token: &CancelToken,
) -> Stream<D::Output> {
    let options = options.clone();
    start_call(options.request(), token, move || {
        let is_for_one_file = wanted.roots == RootKinds::Files;
        let examiner = TextExaminer::new(&options, derive, is_for_one_file)?;
        Ok((examiner, wanted))
    })
}

/// Derives the result of the only file of `options`.
///
/// # Errors
///
/// `InvalidOption`: there is not exactly one root, the root is a directory, or the language cannot
/// be determined from the file.
pub(crate) fn one_file<D: Derive>(
    options: &OutlineFilesOptions,
    derive: D,
    token: &CancelToken,
) -> Result<Outcome<D::Output>> {
    let options = options.begun();
    let [path] = options.scope.roots.as_slice() else {
        return Err(Error::option("the call for one file needs one root"));
    };
    // Only the scan knows whether a root is a file: an open buffer may replace a directory, or be
    // inside a directory that is not on disk.
    let wanted = Wanted {
        roots: RootKinds::Files,
        ..Wanted::default()
    };
    let outcome = start_wanted(&options, derive, wanted, token).collect_outcome()?;
    let report = &outcome.report;
    // A skipped file or a timeout gives no information about the name.
    let is_over = report.stopped_by.is_none() && report.skipped.is_empty();
    if is_over && report.files_searched == 0 {
        let error = unknown_language_of_file(path, D::RESULT);
        return Err(name_paths(&options.scope, error));
    }
    Ok(outcome)
}

/// Derives the result from the only file of `options`; the result may itself be an error.
///
/// # Errors
///
/// Any error of [`one_file`], or the error that is the result.
pub(crate) fn one_file_or_error<T, D: Derive<Output: Into<Result<T>>>>(
    options: &OutlineFilesOptions,
    derive: D,
    token: &CancelToken,
) -> Result<Outcome<T>> {
    let options = options.begun();
    let Outcome { items, report } = one_file(&options, derive, token)?;
    let items: Result<Vec<T>> = items.into_iter().map(Into::into).collect();
    let with_path = |error: Error| match options.scope.roots.first() {
        Some(path) => name_paths(&options.scope, error.with_path(path)),
        None => error,
    };
    Ok(Outcome {
        items: items.map_err(with_path)?,
        report,
    })
}

/// Returns the report on a call for one text in memory, which equals the report for a file with
/// this text.
pub(crate) fn report_of_text(
    has_items: bool,
    faults: impl IntoIterator<Item = (SkipReason, String)>,
) -> Report {
    let mut report = Report::default();
    report.complete = true;
    report.files_searched = 1;
    report.files_with_matches = u64::from(has_items);
    report.total_matches = 1;
    report.total_is_exact = true;
    for (reason, detail) in faults {
        let path = skipped_path(0, RelPath::default(), Some(detail));
        add_skip(&mut report, reason, path);
    }
    report
}

/// Returns the fault to report for text with syntax errors.
pub(crate) fn syntax_fault(syntax_errors: u64) -> Option<(SkipReason, String)> {
    let detail = format!("syntax errors: {syntax_errors}");
    (syntax_errors > 0).then_some((SkipReason::SyntaxErrors, detail))
}
