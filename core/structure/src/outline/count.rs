//! Counts the definitions in the text of a file that another operation has read.

use std::time::Duration;

use ransack_base::{Aborted, CancelToken, ContentId, SkipReason};
use ransack_grammars::internal::{
    FileLanguages, Interrupt, Parsers, WorkBudget, no_stack, with_stack_of_text,
};
use ransack_search::Scope;
use ransack_search::internal::{FileEncoding, FileRef};

use super::cache::{TextKey, TextSource};
use super::derive::Derived;
use super::options::OutlineOptions;
use super::text::has_outline;

/// Maximum time for one file.
const TIME_PER_FILE: Duration = Duration::from_secs(2);

/// Counter of the definitions in files of one call.
pub struct SymbolCounter {
    texts: TextSource,
}

/// Parsers that a worker reuses across files.
#[derive(Default)]
pub struct SymbolScratch(Parsers);

/// Text that was read from a file.
#[derive(Clone, Copy)]
pub struct FileText<'t> {
    /// Decoded text.
    pub text: &'t [u8],
    /// Content id of the file's bytes.
    pub version: ContentId,
    /// Encoding from which the text was decoded.
    pub encoding: FileEncoding,
}

/// Number of definitions in a text.
#[derive(Debug, Default)]
pub struct SymbolCount {
    /// Number of definitions, including nested ones; `None` if the language has no outline or the text
    /// could not be parsed.
    pub count: Option<u64>,
    /// Faults to report for the file.
    pub faults: Vec<(SkipReason, Option<String>)>,
}

impl SymbolCounter {
    /// Creates the counter of a call that has begun.
    pub fn new(scope: &Scope) -> SymbolCounter {
        SymbolCounter {
            texts: TextSource::for_call(scope),
        }
    }

    /// Counts the definitions that an outline of the text has.
    ///
    /// # Errors
    ///
    /// `Aborted` if the token fires.
    pub fn count(
        &self,
        file: &FileRef<'_>,
        read: FileText<'_>,
        scratch: &mut SymbolScratch,
        token: &CancelToken,
    ) -> Result<SymbolCount, Aborted> {
        let languages = FileLanguages::of(file.name());
        if !languages.possible().any(has_outline) {
            return Ok(SymbolCount::default());
        }
        let language = languages.with_text(read.text);
        let Some(language) = language.filter(|language| has_outline(language)) else {
            return Ok(SymbolCount::default());
        };
        let parsers = &mut scratch.0;
        let key = TextKey::new(language, read.version, read.encoding);
        let mut budget = WorkBudget::new(token, Some(TIME_PER_FILE));
        let open = file.buffer_path();
        let outline = with_stack_of_text(read.text.len(), || {
            let text = self
                .texts
                .parsed(read.text, key, open.as_ref(), parsers, &mut budget)?;
            let outline = text.outline(&OutlineOptions::default(), parsers, &mut budget)?;
            self.texts.keep(key, open, &text);
            Ok(outline)
        });
        token.heartbeat()?;
        let fault = match outline {
            Ok(outline) => {
                let mut count = 0;
                outline.for_each(|_| count += 1);
                let faults = outline.faults().into_iter();
                return Ok(SymbolCount {
                    count: Some(count),
                    faults: faults
                        .map(|(reason, detail)| (reason, Some(detail)))
                        .collect(),
                });
            }
            Err(Interrupt::Aborted(aborted)) => return Err(aborted),
            Err(Interrupt::OutOfTime) => (SkipReason::ParseTimeout, None),
            Err(Interrupt::TooDeep) => (SkipReason::TooDeep, None),
            Err(Interrupt::NoStack) => (SkipReason::TooLarge, Some(no_stack().to_string())),
        };
        Ok(SymbolCount {
            count: None,
            faults: vec![fault],
        })
    }
}
