//! Names the definitions around the results of searches.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use ransack_base::internal::lock;
use ransack_base::{Aborted, CancelToken};
use ransack_grammars::internal::{
    FileLanguages, Interrupt, Parsers, WorkBudget, with_stack_of_text,
};
use ransack_languages::OutlineItem;
use ransack_search::internal::{
    FileRef, FindEnclosing, FoundText, ReadOutcome, ReadPolicy, enclosing_names_by,
};
use ransack_search::{EnclosingNames, Scope};

use crate::outline::cache::{TextKey, TextSource};
use crate::outline::options::OutlineOptions;
use crate::outline::text::has_outline;

/// Maximum time to outline one file with results.
const TIME_PER_FILE: Duration = Duration::from_secs(2);

/// Maximum size of a file with results, in bytes.
const MAX_SIZE: u64 = 16 << 20;

/// Returns the value of [`GrepOptions::enclosing`](ransack_search::GrepOptions::enclosing) and
/// [`AstGrepOptions::enclosing`](ransack_syntax::AstGrepOptions::enclosing) that makes a search name the
/// definition around each result.
///
/// # Example
///
/// ```
/// # extern crate ransack_search as ransack;
/// use ransack::{CancelToken, GrepOptions, grep};
/// use ransack_structure::enclosing_names;
///
/// let options = GrepOptions::new("fn enclosing_names", "src/enclosing.rs");
/// let options = options.enclosing(enclosing_names());
/// let found = grep(&options, &CancelToken::new())?.items;
/// assert_eq!(found[0].enclosing.as_deref(), Some("enclosing_names"));
/// # Ok::<(), ransack::Error>(())
/// ```
pub fn enclosing_names() -> EnclosingNames {
    enclosing_names_by(|scope: &Scope| {
        Arc::new(EnclosingFinder {
            texts: TextSource::for_call(scope),
            failed: Mutex::default(),
        })
    })
}

/// Finder of one call.
struct EnclosingFinder {
    texts: TextSource,
    /// Texts that could not be outlined. A file with many results is asked about several times.
    failed: Mutex<Vec<TextKey>>,
}

impl FindEnclosing for EnclosingFinder {
    fn enclosing(
        &self,
        file: &FileRef<'_>,
        policy: &ReadPolicy,
        found: &[FoundText<'_>],
        token: &CancelToken,
    ) -> Result<Vec<Option<String>>, Aborted> {
        let none = || vec![None; found.len()];
        let languages = FileLanguages::of(file.name());
        if !languages.possible().any(has_outline) {
            return Ok(none());
        }
        let policy = ReadPolicy {
            max_size: Some(policy.max_size.map_or(MAX_SIZE, |max| max.min(MAX_SIZE))),
            ..*policy
        };
        let mut source = Vec::new();
        let (ReadOutcome::Text { encoding, .. }, version) = file.read_version(&policy, &mut source)
        else {
            return Ok(none());
        };
        let language = languages.with_text(&source);
        let Some(language) = language.filter(|language| has_outline(language)) else {
            return Ok(none());
        };
        let key = TextKey::new(language, version, encoding);
        if lock(&self.failed).contains(&key) {
            return Ok(none());
        }
        let mut parsers = Parsers::default();
        let mut budget = WorkBudget::new(token, Some(TIME_PER_FILE));
        let open = file.buffer_path();
        let outline = with_stack_of_text(source.len(), || {
            let texts = &self.texts;
            let text = texts.parsed(&source, key, open.as_ref(), &mut parsers, &mut budget)?;
            let outline = text.outline(&OutlineOptions::default(), &mut parsers, &mut budget)?;
            self.texts.keep(key, open, &text);
            Ok(outline)
        });
        let outline = match outline {
            Ok(outline) => outline,
            Err(Interrupt::Aborted(aborted)) => return Err(aborted),
            Err(Interrupt::OutOfTime | Interrupt::TooDeep | Interrupt::NoStack) => {
                lock(&self.failed).push(key);
                return Ok(none());
            }
        };
        let name = |found: &FoundText<'_>| {
            // The file may have changed since it was searched.
            let is_same = source.get(found.offset..)?.starts_with(found.text);
            let item = innermost(&outline.items, found.offset).filter(|_| is_same)?;
            Some(item.qualified_name().to_owned())
        };
        Ok(found.iter().map(name).collect())
    }
}

/// Returns the innermost definition that contains a byte. Definitions of one statement may overlap;
/// the definition whose name contains the byte takes precedence, and then the first one.
fn innermost(items: &[OutlineItem], offset: usize) -> Option<&OutlineItem> {
    let contains = |range: std::ops::Range<usize>| range.contains(&offset);
    let whole = |item: &OutlineItem| item.span().start.offset..item.span().end.offset;
    let name = |item: &OutlineItem| item.name_span().start.offset..item.name_span().end.offset;
    let around = || items.iter().filter(|item| contains(whole(item)));
    let named = around().find(|item| contains(name(item)));
    let item = named.or_else(|| around().next())?;
    innermost(&item.children, offset).or(Some(item))
}
