//! Examiner for calls over files: reads and parses one file and emits the result derived from its
//! tree.

use std::time::Duration;

use ransack_base::{Aborted, CancelToken, RelPath, Result, SkipReason};
use ransack_grammars::Language;
use ransack_grammars::internal::{
    FileLanguages, Interrupt, MAX_TEXT, Parsers, WorkBudget, language_named, no_stack,
    with_stack_of_text,
};
use ransack_search::internal::{
    ChangePolicy, Examine, FileRef, JobOutput, ReadOutcome, ReadPolicy, TextConditions,
    UndecodablePolicy, WordQuery, encoding_for_label,
};

use crate::outline::cache::{TextKey, TextSource};
use crate::outline::derive::{self, Derive, Derived};
use crate::outline::options::OutlineFilesOptions;

/// Derives results from files, as the examine step of the pipeline.
pub(crate) struct TextExaminer<D> {
    derive: D,
    language: Option<&'static Language>,
    time_per_file: Option<Duration>,
    policy: ReadPolicy,
    texts: TextSource,
}

/// Buffer and parsers that a worker reuses across files.
#[derive(Default)]
pub(crate) struct TextScratch {
    buffer: Vec<u8>,
    parsers: Parsers,
}

impl<D: Derive> TextExaminer<D> {
    /// Creates the examiner of a call. The texts of a call for one file are kept for later calls.
    pub(crate) fn new(
        options: &OutlineFilesOptions,
        derive: D,
        is_for_one_file: bool,
    ) -> Result<TextExaminer<D>> {
        derive.check()?;
        let language = match &options.language {
            None => None,
            Some(name) => {
                let language = language_named(name)?;
                derive::require::<D>(language)?;
                Some(language)
            }
        };
        Ok(TextExaminer {
            derive,
            language,
            time_per_file: options.time_per_file,
            policy: ReadPolicy {
                max_size: options.max_file_size,
                max_held: MAX_TEXT,
                encoding: encoding_for_label(options.encoding.as_deref())?,
                binary: false,
                undecodable: UndecodablePolicy::Replace,
                changed: ChangePolicy::Report,
            },
            texts: TextSource::new(&options.scope, is_for_one_file),
        })
    }

    /// Returns whether files below a root with this name may have to be outlined, depending on their
    /// text.
    fn may_outline(&self, name: &[u8]) -> bool {
        let languages = FileLanguages::of(name);
        match self.language {
            Some(language) if !languages.depend_on_text() => languages.include(language),
            _ => languages.possible().any(|language| self.outlines(language)),
        }
    }

    /// Returns the language of a file with this text; `None` if the file is not outlined.
    fn language_of(&self, file: &FileRef<'_>, text: &[u8]) -> Option<&'static Language> {
        let languages = FileLanguages::of(file.name());
        match self.language {
            Some(language) if file.is_root() || !languages.depend_on_text() => Some(language),
            _ => languages
                .with_text(text)
                .filter(|language| self.outlines(language)),
        }
    }

    /// Returns whether files in a language are outlined.
    fn outlines(&self, language: &Language) -> bool {
        let is_wanted = self.language.is_none_or(|wanted| wanted == language);
        is_wanted && D::supports(language)
    }
}

impl<D: Derive> TextConditions for TextExaminer<D> {
    fn of_all(&self) -> Option<&WordQuery> {
        Some(&WordQuery::All)
    }

    fn of_name(&self, _name: &[u8]) -> &WordQuery {
        &WordQuery::All
    }

    fn max_file_size(&self) -> Option<u64> {
        self.policy.max_size
    }
}

impl<D: Derive> Examine for TextExaminer<D> {
    type Item = D::Output;
    type Scratch = TextScratch;
    type Resume = ();

    /// The result for one file may be half the size of the file. With a lower limit, results that
    /// follow a large file would have to wait for the result of that file.
    const MAX_BUFFERED: usize = 24 << 20;

    fn scratch(&self) -> TextScratch {
        TextScratch::default()
    }

    fn searches(&self, name: &[u8]) -> bool {
        self.may_outline(name)
    }

    fn weigh(item: &D::Output) -> usize {
        item.weight()
    }

    fn place(item: &D::Output) -> Option<(u32, &RelPath)> {
        item.place()
    }

    fn verdict(&self) -> Result<()> {
        self.derive.verdict()
    }

    fn examine(
        &self,
        file: &FileRef<'_>,
        _resume: Option<()>,
        scratch: &mut TextScratch,
        output: &mut JobOutput<D::Output>,
        token: &CancelToken,
    ) -> Result<Option<()>, Aborted> {
        if !file.is_file() {
            return Ok(None);
        }
        let is_given = self.language.is_some() && file.is_root();
        if !is_given && !self.may_outline(file.name()) {
            return Ok(None);
        }
        let TextScratch { buffer, parsers } = scratch;
        let (outcome, version) = file.read_version(&self.policy, buffer);
        let (encoding, faults) = match outcome {
            ReadOutcome::Text { encoding, faults } => (encoding, faults),
            ReadOutcome::Skipped(fault) => {
                token.heartbeat()?;
                output.skipped.push(file.skip(fault.reason, fault.detail));
                return Ok(None);
            }
        };
        let Some(language) = self.language_of(file, buffer) else {
            token.heartbeat()?;
            return Ok(None);
        };
        let mut budget = WorkBudget::new(token, self.time_per_file);
        let key = TextKey::new(language, version, encoding);
        let open = file.buffer_path();
        let derived = with_stack_of_text(buffer.len(), || {
            let text = self
                .texts
                .parsed(buffer, key, open.as_ref(), parsers, &mut budget)?;
            let derived = self.derive.derive(&text, parsers, &mut budget)?;
            self.texts.keep(key, open, &text);
            Ok(derived)
        });
        token.heartbeat()?;
        let mut derived = match derived {
            Ok(derived) => derived,
            Err(interrupt) => {
                let (reason, detail) = match interrupt {
                    Interrupt::Aborted(aborted) => return Err(aborted),
                    Interrupt::OutOfTime => (SkipReason::ParseTimeout, None),
                    Interrupt::TooDeep => (SkipReason::TooDeep, None),
                    Interrupt::NoStack => (SkipReason::TooLarge, Some(no_stack().to_string())),
                };
                output.skipped.push(file.skip(reason, detail));
                return Ok(None);
            }
        };
        for fault in faults {
            output.skipped.push(file.skip(fault.reason, fault.detail));
        }
        for (reason, detail) in derived.faults() {
            output.skipped.push(file.skip(reason, Some(detail)));
        }
        output.files_searched += 1;
        if output.is_full() {
            return Ok(None);
        }
        derived.set_file(file.shown(), file.root());
        derived.set_version(version);
        output.files_with_matches += u64::from(derived.has_items());
        output.bytes += derived.weight();
        output.matches += 1;
        output.items.push(derived);
        Ok(None)
    }
}
