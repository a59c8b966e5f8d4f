//! Finds the documents of a segment whose words satisfy a condition.
//!
//! The blocks that may contain words that fit a pattern are found by word order
//! or by the filter, and then read; `WordPattern::fits` decides. A pattern that
//! would cost too much counts as satisfied by every document.

use memchr::memmem::Finder;
use ransack_base::CancelToken;

use crate::scan::{Boundary, LONG_UNFOLDED, WordPattern, WordQuery};

use super::dictionary::{BlockPlace, DecodedWords, SEPARATOR, decode_block};
use super::doc_set::DocSet;
use super::format::{CHECKSUM_LEN, SearchError, SegmentFault};
use super::postings::{DocList, ListReader, add_long, each_of_inline};
use super::reader::SegmentReader;
use super::trigram_filter::{buckets_of, column_at, column_len};

/// Limits on the work of a search. A unit takes one to two microseconds:
/// reading a block, an index page, a filter column, or [`LIST_UNIT`] bytes of
/// lists.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Maximum number of units of a search.
    pub(super) units: u64,
    /// Number of units that a pattern may always spend, if they remain.
    pub(super) free_units: u64,
    /// Additional units that a pattern may spend for each document that it
    /// could rule out.
    pub(super) units_per_document: u64,
}

/// About 15 ms, plus as much time as reading the documents takes.
const LIMITS: Limits = Limits {
    units: 8192,
    free_units: 64,
    units_per_document: 16,
};

/// Length in bytes of encoded lists whose decoding costs one unit.
const LIST_UNIT: u64 = 512;

impl SegmentReader {
    /// Returns the documents whose words satisfy a condition. A pattern counts
    /// as satisfied if finding its words would cost too much, or more than the
    /// documents it could rule out.
    ///
    /// # Errors
    ///
    /// Fails if the segment cannot be read or the token fires.
    pub(crate) fn search(
        &self,
        query: &WordQuery,
        token: &CancelToken,
    ) -> Result<DocSet, SearchError> {
        self.search_within(query, LIMITS, token)
    }

    pub(super) fn search_within(
        &self,
        query: &WordQuery,
        limits: Limits,
        token: &CancelToken,
    ) -> Result<DocSet, SearchError> {
        token.heartbeat()?;
        let mut search = SegmentSearch {
            segment: self,
            token,
            limits,
            units: limits.units,
            places: Vec::new(),
            words: DecodedWords::default(),
            lower: Vec::new(),
            block_buffer: Vec::new(),
            buffer: Vec::new(),
        };
        let found = search.find(query, self.doc_count())?;
        Ok(found.unwrap_or_else(|| DocSet::full(self.doc_count())))
    }
}

/// A search in progress.
struct SegmentSearch<'s> {
    segment: &'s SegmentReader,
    token: &'s CancelToken,
    limits: Limits,
    /// Number of units left.
    units: u64,
    places: Vec<BlockPlace>,
    words: DecodedWords,
    /// Case-folded words of a block.
    lower: Vec<u8>,
    block_buffer: Vec<u8>,
    /// Other parts of the segment.
    buffer: Vec<u8>,
}

/// Documents that satisfy a condition; `None` stands for all.
type Found = Option<DocSet>;

/// Index page and the blocks of it to read, as bits.
type PageBlocks = (usize, u64);

impl SegmentSearch<'_> {
    /// Finds the documents that satisfy a condition, `remaining` of which
    /// matter.
    fn find(&mut self, query: &WordQuery, remaining: u32) -> Result<Found, SearchError> {
        match query {
            WordQuery::All => Ok(None),
            WordQuery::None => Ok(Some(self.none())),
            WordQuery::And(parts) => self.find_all(parts, remaining),
            WordQuery::Or(parts) => self.find_any(parts, remaining),
            WordQuery::Word(pattern) => self.find_word(pattern, remaining),
        }
    }

    fn none(&self) -> DocSet {
        DocSet::empty(self.segment.doc_count())
    }

    fn find_all(&mut self, parts: &[WordQuery], mut remaining: u32) -> Result<Found, SearchError> {
        let mut parts: Vec<&WordQuery> = parts.iter().collect();
        parts.sort_by_key(|part| rank(part));
        let mut all: Found = None;
        for part in parts {
            let Some(found) = self.find(part, remaining)? else {
                continue;
            };
            let all = match &mut all {
                None => all.insert(found),
                Some(all) => {
                    all.intersect(&found);
                    all
                }
            };
            remaining = all.count().min(remaining);
            if remaining == 0 {
                break;
            }
        }
        Ok(all)
    }

    fn find_any(&mut self, parts: &[WordQuery], remaining: u32) -> Result<Found, SearchError> {
        let mut any = self.none();
        for part in parts {
            match self.find(part, remaining)? {
                None => return Ok(None),
                Some(found) => any.unite(&found),
            }
        }
        Ok(Some(any))
    }

    fn find_word(&mut self, pattern: &WordPattern, remaining: u32) -> Result<Found, SearchError> {
        let blocks = self.candidates(pattern)?;
        let count: u64 = blocks
            .iter()
            .map(|(_, blocks)| u64::from(blocks.count_ones()) + 1)
            .sum();
        let worth = u64::from(remaining).saturating_mul(self.limits.units_per_document);
        if count > worth.max(self.limits.free_units) || !self.spend(count) {
            return Ok(None);
        }
        let mut found = self.none();
        let finder = Finder::new(&needle(pattern)).into_owned();
        for (page, mut blocks) in blocks {
            self.read_page(page, |_| false)?;
            while blocks != 0 {
                self.token.heartbeat()?;
                let place = self.places[blocks.trailing_zeros() as usize];
                blocks &= blocks - 1;
                if !self.search_block(place, pattern, &finder, &mut found)? {
                    return Ok(None);
                }
            }
        }
        Ok(Some(found))
    }

    /// Spends some of the units. Returns false if too few remain.
    fn spend(&mut self, units: u64) -> bool {
        match self.units.checked_sub(units) {
            Some(rest) => {
                self.units = rest;
                true
            }
            None => false,
        }
    }

    /// Reads an index page. Returns how many of its blocks' first words satisfy
    /// a condition.
    fn read_page(
        &mut self,
        page: usize,
        fulfils: impl Fn(&[u8]) -> bool,
    ) -> Result<usize, SegmentFault> {
        self.segment
            .page(page, &mut self.places, &mut self.buffer, fulfils)
    }

    /// Returns the blocks that may have words that fit a pattern.
    fn candidates(&mut self, pattern: &WordPattern) -> Result<Vec<PageBlocks>, SearchError> {
        let run = &pattern.run[..];
        let (starts, ends) = ends_known(pattern);
        if !pattern.ignores_case && starts {
            return self.range(
                |first| first <= run,
                |first| first <= run || (!ends && first.starts_with(run)),
            );
        }
        let raw: &[u8] = if pattern.ignores_case { &[] } else { run };
        let mut blocks = self.filtered(&buckets_of(&filter_run(pattern), raw))?;
        let is_unfolded = |first: &[u8]| first <= LONG_UNFOLDED;
        if pattern.ignores_case && self.segment.directory.last_page(is_unfolded).is_some() {
            // The first word itself is included.
            match blocks.first_mut() {
                Some((0, blocks)) => *blocks |= 1,
                _ => blocks.insert(0, (0, 1)),
            }
        }
        Ok(blocks)
    }

    /// Returns the blocks from the last one whose first word satisfies the
    /// first condition to the last one whose first word satisfies the second.
    fn range(
        &mut self,
        is_before: impl Fn(&[u8]) -> bool,
        is_within: impl Fn(&[u8]) -> bool,
    ) -> Result<Vec<PageBlocks>, SearchError> {
        let Some(end) = self.last_block(is_within)? else {
            return Ok(Vec::new());
        };
        let start = self.last_block(is_before)?.unwrap_or((0, 0));
        let blocks = (start.0..=end.0).map(|page| {
            let from = if page == start.0 { start.1 } else { 0 };
            let to = if page == end.0 { end.1 } else { u64::BITS - 1 };
            (page, u64::MAX << from & u64::MAX >> (u64::BITS - 1 - to))
        });
        Ok(blocks.collect())
    }

    /// Returns the page, and the number within the page, of the last block
    /// whose first word satisfies a condition.
    fn last_block(
        &mut self,
        fulfils: impl Fn(&[u8]) -> bool,
    ) -> Result<Option<(usize, u32)>, SegmentFault> {
        let Some(page) = self.segment.directory.last_page(&fulfils) else {
            return Ok(None);
        };
        self.spend(1);
        let count = self.read_page(page, fulfils)?;
        Ok(Some((page, (count as u32).saturating_sub(1))))
    }

    /// Returns the blocks that the filter does not rule out, including those
    /// that are not looked up because no units remain.
    fn filtered(&mut self, buckets: &[u16]) -> Result<Vec<PageBlocks>, SearchError> {
        let segment = self.segment;
        let directory = &segment.directory;
        let mut found = Vec::new();
        for (stripe, &filter_at) in directory.filters.iter().enumerate() {
            self.token.heartbeat()?;
            let pages = directory.pages_of(stripe);
            let mut stripe: Vec<u64> = pages
                .clone()
                .map(|page| u64::MAX >> (u64::BITS as usize - directory.blocks_of(page)))
                .collect();
            if filter_at != 0 {
                for &bucket in buckets {
                    if !self.spend(1) {
                        break;
                    }
                    let at = filter_at + column_at(bucket, pages.len());
                    let len = column_len(pages.len());
                    let column = segment.part(at, len, &mut self.buffer)?;
                    let mut any = 0;
                    for (blocks, column) in stripe.iter_mut().zip(column.as_chunks().0) {
                        *blocks &= u64::from_le_bytes(*column);
                        any |= *blocks;
                    }
                    if any == 0 {
                        break;
                    }
                }
            }
            found.extend(pages.zip(stripe).filter(|&(_, blocks)| blocks != 0));
        }
        Ok(found)
    }

    /// Adds the documents of a block's words that fit a pattern. Returns false
    /// if that takes more units than remain.
    fn search_block(
        &mut self,
        place: BlockPlace,
        pattern: &WordPattern,
        finder: &Finder<'_>,
        found: &mut DocSet,
    ) -> Result<bool, SearchError> {
        let damaged = SegmentFault::Damaged { offset: place.at };
        let segment = self.segment;
        let docs = segment.doc_count();
        let block = segment.part(place.at, place.len, &mut self.block_buffer)?;
        let words = &mut self.words;
        let Some(lists) = decode_block(block, words) else {
            return Err(damaged.into());
        };
        let fitting = fitting_words(words, pattern, finder, &mut self.lower);
        let mut reader = ListReader::new(lists, docs);
        for number in 0..fitting.checked_ilog2().map_or(0, |last| last + 1) {
            let Some(list) = reader.next() else {
                return Err(damaged.into());
            };
            if fitting >> number & 1 == 0 {
                continue;
            }
            let added = match list {
                DocList::Inline { first, more, at } => {
                    each_of_inline(lists, (first, more, at), docs, |doc| found.insert(doc))
                }
                DocList::Long { at, len } => {
                    let cost = len as u64 / LIST_UNIT + 1;
                    let Some(rest) = self.units.checked_sub(cost) else {
                        return Ok(false);
                    };
                    self.units = rest;
                    let offset = place.at + (place.len + CHECKSUM_LEN) as u64 + at;
                    let list = segment.part(offset, len, &mut self.buffer)?;
                    add_long(list, found)
                }
            };
            if added.is_none() {
                return Err(damaged.into());
            }
        }
        Ok(true)
    }
}

/// Returns the words that fit a pattern, as bits.
fn fitting_words(
    words: &DecodedWords,
    pattern: &WordPattern,
    finder: &Finder<'_>,
    lower: &mut Vec<u8>,
) -> u64 {
    let mut fitting = 0;
    let mut test = |number: usize| {
        if pattern.fits(words.word(number)) {
            fitting |= 1 << number;
        }
    };
    if finder.needle().len() < MIN_NEEDLE {
        (0..words.len()).for_each(test);
        return fitting;
    }
    if pattern.ignores_case && !words.bytes.is_ascii() {
        let others = (0..words.len()).filter(|&number| !words.word(number).is_ascii());
        others.for_each(&mut test);
    }
    if words.word(0) == LONG_UNFOLDED {
        test(0);
    }
    lower.clear();
    lower.extend_from_slice(&words.bytes);
    lower.make_ascii_lowercase();
    let mut from = 0;
    while let Some(at) = finder.find(&lower[from..]) {
        let number = words.number_at(from + at);
        test(number);
        from = words.end(number);
    }
    fitting
}

/// Minimum length of a run that is searched for in all words at once; a shorter
/// one may consist only of separators.
const MIN_NEEDLE: usize = 3;

/// Whether a word that fits the pattern must start, and must end, where the run
/// does.
fn ends_known(pattern: &WordPattern) -> (bool, bool) {
    let is_known = |boundary| boundary == Boundary::Closed;
    (is_known(pattern.start), is_known(pattern.end))
}

/// Returns a run that every word that fits the pattern contains when case is
/// ignored, unless the word is [`LONG_UNFOLDED`]. The run begins or ends with
/// [`SEPARATOR`] if the word must begin or end there.
fn needle(pattern: &WordPattern) -> Vec<u8> {
    let (starts, ends) = ends_known(pattern);
    separated(pattern, starts, ends)
}

/// Returns the filter run of every block with a word that fits the pattern,
/// unless the word is [`LONG_UNFOLDED`].
fn filter_run(pattern: &WordPattern) -> Vec<u8> {
    // The filter does not contain parts of folded words.
    let is_known = |boundary| match boundary {
        Boundary::Closed => true,
        Boundary::ClosedOrNonAscii => !pattern.ignores_case && pattern.run.is_ascii(),
        Boundary::Open | Boundary::NoLetter => false,
    };
    separated(pattern, is_known(pattern.start), is_known(pattern.end))
}

/// Returns the case-folded run of a pattern, with [`SEPARATOR`] at its ends.
fn separated(pattern: &WordPattern, starts: bool, ends: bool) -> Vec<u8> {
    let mut run = Vec::with_capacity(pattern.run.len() + 2);
    if starts {
        run.push(SEPARATOR);
    }
    run.extend(pattern.run.iter().map(u8::to_ascii_lowercase));
    if ends {
        run.push(SEPARATOR);
    }
    run
}

/// Returns the sort key for evaluating conditions that must all hold:
/// conditions that cost little and rule out most come first.
fn rank(query: &WordQuery) -> (u8, std::cmp::Reverse<usize>) {
    let by_length = |kind, len| (kind, std::cmp::Reverse(len));
    match query {
        WordQuery::None => by_length(0, 0),
        WordQuery::Word(pattern) => {
            let kind = match ends_known(pattern) {
                (true, true) if !pattern.ignores_case => 1,
                (true, false) if !pattern.ignores_case => 2,
                _ => 3,
            };
            by_length(kind, pattern.run.len())
        }
        WordQuery::And(parts) => parts.iter().map(rank).min().unwrap_or(by_length(5, 0)),
        WordQuery::Or(parts) => parts.iter().map(rank).max().unwrap_or(by_length(0, 0)),
        WordQuery::All => by_length(5, 0),
    }
}
