//! Reads the files of a call and processes their texts, as the examine step of the pipeline.

use std::path::PathBuf;

use ransack_base::{Aborted, CancelToken, ContentId, RelPath};
use ransack_grammars::Language;
use ransack_grammars::internal::{FileLanguages, Parsers};
use ransack_search::internal::{Examine, FileRef, JobOutput, TextConditions, WordQuery};

use super::outcome::FoundSecret;
use super::secrets::find_secrets;
use super::text::{PackFileText, PackTextReader};

/// Processing of the text of one file.
pub(super) trait ProcessText: Send + Sync + 'static {
    /// Result for one file.
    type Output: Send + 'static;

    /// Whether the call needs the file at this path.
    fn needs(&self, _root: u32, _path: &RelPath) -> bool {
        true
    }

    /// Returns the result for a file that an earlier call has processed and that has not changed
    /// since.
    fn known(&self, _file: &FileRef<'_>, _path: &RelPath) -> Option<Self::Output> {
        None
    }

    /// Processes a text.
    fn process(
        &self,
        text: &TextOfFile,
        parsers: &mut Parsers,
        token: &CancelToken,
    ) -> Result<Self::Output, Aborted>;

    /// Returns the approximate size of a result in bytes.
    fn weigh(output: &Self::Output) -> usize;
}

/// Text of a file and facts about it.
pub(super) struct TextOfFile {
    pub(super) path: RelPath,
    pub(super) root: u32,
    /// Path in the form in which the file was opened.
    pub(super) opened: PathBuf,
    /// Number that every later change of the file changes; `None` if the file system has none.
    pub(super) stamp: Option<u64>,
    /// Whether the call names the file.
    pub(super) is_named: bool,
    pub(super) text: String,
    pub(super) version: ContentId,
    pub(super) language: Option<&'static Language>,
    pub(super) encoding: &'static str,
    pub(super) is_encoding_detected: bool,
    pub(super) secrets: Vec<FoundSecret>,
}

/// Examiner of a call.
pub(super) struct PackTextExaminer<P> {
    pub(super) reader: PackTextReader,
    pub(super) process: P,
    /// Whether rules decide about the entries in scope.
    pub(super) has_rules: bool,
}

/// Buffer and parsers that a worker reuses across files.
#[derive(Default)]
pub(super) struct PackScratch {
    buffer: Vec<u8>,
    parsers: Parsers,
}

impl<P: ProcessText> TextConditions for PackTextExaminer<P> {
    fn of_all(&self) -> Option<&WordQuery> {
        Some(&WordQuery::All)
    }

    fn of_name(&self, _name: &[u8]) -> &WordQuery {
        &WordQuery::All
    }

    fn max_file_size(&self) -> Option<u64> {
        self.reader.max_size()
    }

    fn needs_walk(&self) -> bool {
        self.has_rules
    }
}

impl<P: ProcessText> Examine for PackTextExaminer<P> {
    type Item = P::Output;
    type Scratch = PackScratch;
    type Resume = ();

    fn scratch(&self) -> PackScratch {
        PackScratch::default()
    }

    fn weigh(item: &P::Output) -> usize {
        P::weigh(item)
    }

    fn examine(
        &self,
        file: &FileRef<'_>,
        _resume: Option<()>,
        scratch: &mut PackScratch,
        output: &mut JobOutput<P::Output>,
        token: &CancelToken,
    ) -> Result<Option<()>, Aborted> {
        let path = file.shown();
        if !file.is_file() || !self.process.needs(file.root(), &path) {
            return Ok(None);
        }
        if let Some(known) = self.process.known(file, &path) {
            push(output, known, P::weigh);
            return Ok(None);
        }
        let PackScratch { buffer, parsers } = scratch;
        // Taken before the file is read, so that a later change changes it.
        let stamp = file.settled_stamp();
        let read = self.reader.read(file, buffer, &mut output.skipped);
        token.heartbeat()?;
        let Some(read) = read else { return Ok(None) };
        let PackFileText {
            text,
            version,
            encoding,
            is_detected,
        } = read;
        let text = TextOfFile {
            path,
            root: file.root(),
            opened: file.path(),
            stamp,
            is_named: file.is_root(),
            language: FileLanguages::of(file.name()).with_text(text.as_bytes()),
            secrets: find_secrets(text.as_bytes()),
            text,
            version,
            encoding,
            is_encoding_detected: is_detected,
        };
        let processed = self.process.process(&text, parsers, token)?;
        push(output, processed, P::weigh);
        Ok(None)
    }
}

/// Adds the result for a file to the output of a job.
fn push<T>(output: &mut JobOutput<T>, item: T, weigh: fn(&T) -> usize) {
    output.files_searched += 1;
    output.files_with_matches += 1;
    output.matches += 1;
    output.bytes += weigh(&item);
    output.items.push(item);
}
