//! Turns entries in scope into entries of a tree, with their numbers.

use std::convert::Infallible;

use ransack_base::internal::ErrorParts;
use ransack_base::{Aborted, CancelToken, ContentId, Error, Result, SkipReason};
use ransack_search::FileType;
use ransack_search::internal::{
    ChangePolicy, Examine, FileRef, JobOutput, ReadOutcome, ReadPolicy, TextConditions,
    UndecodablePolicy,
};
#[cfg(feature = "ast")]
use ransack_structure::internal::{FileText, SymbolCounter, SymbolScratch};
use ransack_tokens::{TokenOptions, Tokenizer};

use super::TreeOptions;
use super::node::{Numbers, TreeEntry};

/// Maximum number of bytes of a file that is held in memory.
const MAX_TEXT: usize = i32::MAX as usize;

/// Examiner of a tree. If `READS` is true, files are read.
pub(super) struct TreeExaminer<const READS: bool> {
    sizes: bool,
    lines: bool,
    tokenizer: Option<&'static Tokenizer>,
    #[cfg(feature = "ast")]
    symbols: Option<SymbolCounter>,
    policy: ReadPolicy,
}

/// Memory of one worker.
#[derive(Default)]
pub(super) struct TreeScratch {
    text: Vec<u8>,
    #[cfg(feature = "ast")]
    symbols: SymbolScratch,
}

impl<const READS: bool> TreeExaminer<READS> {
    /// Creates the examiner of a call that has begun.
    ///
    /// # Errors
    ///
    /// `InvalidOption` if the scope continues an earlier call, or definitions cannot be counted.
    pub(super) fn new(options: &TreeOptions) -> Result<TreeExaminer<READS>> {
        if options.scope.after.is_some() {
            return Err(Error::option("a tree has no pages to continue"));
        }
        if options.symbols && !cfg!(feature = "ast") {
            return Err(Error::option(
                "definitions cannot be counted: the library was built without syntax trees",
            ));
        }
        Ok(TreeExaminer {
            sizes: options.sizes,
            lines: options.lines,
            tokenizer: options.tokens.then(|| Tokenizer::get(options.encoding)),
            #[cfg(feature = "ast")]
            symbols: options.symbols.then(|| SymbolCounter::new(&options.scope)),
            policy: ReadPolicy {
                max_size: options.max_file_size,
                max_held: MAX_TEXT,
                encoding: None,
                binary: false,
                undecodable: UndecodablePolicy::Replace,
                changed: ChangePolicy::Report,
            },
        })
    }

    /// Reads a file and adds the numbers of its text.
    fn count(
        &self,
        file: &FileRef<'_>,
        numbers: &mut Numbers,
        scratch: &mut TreeScratch,
        found: &mut JobOutput<TreeEntry>,
        token: &CancelToken,
    ) -> Result<(), Aborted> {
        let (outcome, version) = self.read(file, &mut scratch.text);
        token.heartbeat()?;
        match outcome {
            ReadOutcome::Skipped(fault) => {
                found.skipped.push(file.skip(fault.reason, fault.detail));
                return Ok(());
            }
            ReadOutcome::Text { ref faults, .. } => {
                let faults = faults.iter().cloned();
                let skips = faults.map(|fault| file.skip(fault.reason, fault.detail));
                found.skipped.extend(skips);
            }
        }
        let text = &scratch.text;
        if self.lines {
            let ends = memchr::memchr_iter(b'\n', text).count();
            let is_open = text.last().is_some_and(|last| *last != b'\n');
            numbers.lines = Some(ends as u64 + u64::from(is_open));
        }
        if let Some(tokenizer) = self.tokenizer {
            match tokenizer.count(text, &TokenOptions::default(), token) {
                Ok(count) => numbers.tokens = Some(count as u64),
                Err(error) => {
                    token.heartbeat()?;
                    let detail = Some(error.to_string());
                    found
                        .skipped
                        .push(file.skip(SkipReason::Unreadable, detail));
                }
            }
        }
        self.count_symbols(file, (outcome, version), numbers, scratch, found, token)
    }

    /// Reads a file. The content id is set only if definitions are counted.
    fn read(&self, file: &FileRef<'_>, text: &mut Vec<u8>) -> (ReadOutcome, ContentId) {
        #[cfg(feature = "ast")]
        if self.symbols.is_some() {
            return file.read_version(&self.policy, text);
        }
        (file.read(&self.policy, text), ContentId::default())
    }

    #[cfg(feature = "ast")]
    fn count_symbols(
        &self,
        file: &FileRef<'_>,
        (outcome, version): (ReadOutcome, ContentId),
        numbers: &mut Numbers,
        scratch: &mut TreeScratch,
        found: &mut JobOutput<TreeEntry>,
        token: &CancelToken,
    ) -> Result<(), Aborted> {
        let (Some(counter), ReadOutcome::Text { encoding, .. }) = (&self.symbols, outcome) else {
            return Ok(());
        };
        let read = FileText {
            text: &scratch.text,
            version,
            encoding,
        };
        let counted = counter.count(file, read, &mut scratch.symbols, token)?;
        numbers.symbols = counted.count;
        let faults = counted.faults.into_iter();
        let skips = faults.map(|(reason, detail)| file.skip(reason, detail));
        found.skipped.extend(skips);
        Ok(())
    }

    #[cfg(not(feature = "ast"))]
    fn count_symbols(
        &self,
        _file: &FileRef<'_>,
        _read: (ReadOutcome, ContentId),
        _numbers: &mut Numbers,
        _scratch: &mut TreeScratch,
        _found: &mut JobOutput<TreeEntry>,
        _token: &CancelToken,
    ) -> Result<(), Aborted> {
        Ok(())
    }
}

impl<const READS: bool> TextConditions for TreeExaminer<READS> {}

impl<const READS: bool> Examine for TreeExaminer<READS> {
    type Item = TreeEntry;
    type Scratch = TreeScratch;
    type Resume = Infallible;

    const COUNTS_NAMES: bool = true;
    const RETURNS_SCOPE: bool = true;
    const ENTRIES_PER_JOB: usize = if READS { 32 } else { 1024 };

    fn scratch(&self) -> TreeScratch {
        TreeScratch::default()
    }

    fn weigh(item: &TreeEntry) -> usize {
        size_of::<TreeEntry>() + item.path.as_bytes().len()
    }

    fn examine(
        &self,
        file: &FileRef<'_>,
        _: Option<Infallible>,
        scratch: &mut TreeScratch,
        found: &mut JobOutput<TreeEntry>,
        token: &CancelToken,
    ) -> Result<Option<Infallible>, Aborted> {
        let kind = match (file.is_file(), file.is_dir(), file.is_link()) {
            (true, ..) => FileType::File,
            (_, true, _) => FileType::Dir,
            (.., true) => FileType::Symlink,
            _ => return Ok(None),
        };
        let mut numbers = Numbers::default();
        if kind == FileType::File {
            if self.sizes {
                match file.size() {
                    Ok(size) => numbers.size = Some(size),
                    Err(error) => {
                        let detail = Some(error.to_string());
                        found
                            .skipped
                            .push(file.skip(SkipReason::Unreadable, detail));
                    }
                }
            }
            if READS {
                self.count(file, &mut numbers, scratch, found, token)?;
            }
        }
        let item = TreeEntry {
            root: file.root(),
            path: file.shown(),
            relative: file.relative().len(),
            kind,
            is_root: file.is_root(),
            numbers,
        };
        found.bytes += Self::weigh(&item);
        found.items.push(item);
        found.matches += 1;
        found.files_with_matches += u64::from(kind == FileType::File);
        Ok(None)
    }
}
