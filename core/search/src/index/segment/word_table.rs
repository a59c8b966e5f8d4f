//! Words of an inverter: the distinct words of each document, and one record per
//! word for all documents.
//!
//! The words of a document pass through [`DocumentWords`], which fits a core's
//! cache, before they are looked up in [`WordTable`], which does not.

use std::hash::{BuildHasher, RandomState};

use super::inverter::TOO_LARGE;

/// Hash keys, random in each inverter: no text can be crafted to collide.
#[derive(Clone, Copy)]
pub(super) struct HashKeys {
    add: u64,
    multiply: u64,
}

impl HashKeys {
    pub(super) fn random() -> HashKeys {
        let state = RandomState::new();
        HashKeys {
            add: state.hash_one(0_u64),
            multiply: state.hash_one(1_u64) | 1,
        }
    }

    #[inline]
    fn mix(self, state: u64, bytes: u64) -> u64 {
        let product = u128::from(state ^ bytes) * u128::from(self.multiply);
        (product >> 64) as u64 ^ product as u64
    }

    /// Returns the first eight bytes of the word `text[start..end]`, padded
    /// with zeros, and its hash.
    #[inline]
    pub(super) fn head_and_hash(self, text: &[u8], start: usize, end: usize) -> (u64, u64) {
        let len = end - start;
        if len < 8 {
            let head = match text[start..].first_chunk::<8>() {
                Some(bytes) => u64::from_le_bytes(*bytes) & ((1 << (len * 8)) - 1),
                None => at_end_of_text(&text[start..end]),
            };
            return (head, self.mix(self.add, head));
        }
        let head = load(text, start);
        let mut hash = self.mix(self.add, head);
        let mut at = start + 8;
        while at < end {
            // The last eight bytes overlap the previous ones.
            hash = self.mix(hash, load(text, at.min(end - 8)));
            at += 8;
        }
        (head, hash)
    }
}

#[inline]
fn load(text: &[u8], at: usize) -> u64 {
    text[at..]
        .first_chunk::<8>()
        .map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

#[cold]
fn at_end_of_text(bytes: &[u8]) -> u64 {
    padded(bytes)
}

/// Returns up to eight bytes, padded with zeros.
fn padded(bytes: &[u8]) -> u64 {
    let mut all = [0; 8];
    all[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(all)
}

/// A word of the document.
#[derive(Clone, Copy)]
pub(super) struct FoundWord {
    hash: u64,
    start: u64,
    end: u64,
}

/// Set of a document's words, up to a maximum number.
pub(super) struct DocumentWords {
    slots: Box<[DocumentSlot; SLOTS]>,
    /// Marks the slots of the current set; all other slots are free.
    epoch: u64,
    found: Vec<FoundWord>,
}

#[derive(Clone, Copy, Default)]
struct DocumentSlot {
    /// First eight bytes of the word.
    head: u64,
    /// From the highest bit: 16 bits of the epoch, 8 of the length, 40 of the start.
    place: u64,
}

const SLOTS: usize = 8192;

/// Number of words at which the set is full.
const MAX_FOUND: usize = SLOTS / 2;

const EPOCH_SHIFT: u32 = 48;
const LEN_SHIFT: u32 = 40;
const MAX_EPOCH: u64 = (1 << (64 - EPOCH_SHIFT)) - 1;

/// Maximum length of the text.
pub(super) const MAX_TEXT: usize = (1 << LEN_SHIFT) - 1;

impl DocumentWords {
    pub(super) fn new() -> DocumentWords {
        DocumentWords {
            slots: Box::new([DocumentSlot::default(); SLOTS]),
            epoch: 1,
            found: Vec::with_capacity(MAX_FOUND),
        }
    }

    /// Adds the word `text[start..end]` of at most [`MAX_WORD`](crate::scan::MAX_WORD) bytes. Returns
    /// whether the set is full.
    #[inline]
    pub(super) fn add(&mut self, keys: HashKeys, text: &[u8], start: usize, end: usize) -> bool {
        let len = end - start;
        let (head, hash) = keys.head_and_hash(text, start, end);
        let mark = self.epoch << (EPOCH_SHIFT - LEN_SHIFT) | len as u64;
        let mut at = hash as usize % SLOTS;
        loop {
            let slot = &mut self.slots[at];
            if slot.head == head && slot.place >> LEN_SHIFT == mark {
                let other = slot.place as usize & MAX_TEXT;
                if len <= 8 || text[other + 8..other + len] == text[start + 8..end] {
                    return false;
                }
            } else if slot.place >> EPOCH_SHIFT != self.epoch {
                *slot = DocumentSlot {
                    head,
                    place: mark << LEN_SHIFT | start as u64,
                };
                self.found.push(FoundWord {
                    hash,
                    start: start as u64,
                    end: end as u64,
                });
                return self.found.len() >= MAX_FOUND;
            }
            at = (at + 1) % SLOTS;
        }
    }

    /// Returns the words of the set in insertion order.
    pub(super) fn found(&self) -> &[FoundWord] {
        &self.found
    }

    pub(super) fn clear(&mut self) {
        self.found.clear();
        self.epoch += 1;
        if self.epoch > MAX_EPOCH {
            self.slots.fill(DocumentSlot::default());
            self.epoch = 1;
        }
    }
}

/// Words of all documents, numbered from 0 in insertion order.
pub(super) struct WordTable {
    slots: Vec<TableSlot>,
    /// Records of the words: number, length, bytes.
    records: Vec<u8>,
    count: u32,
    /// Slots of the words that are being looked up together.
    candidates: Vec<TableSlot>,
}

/// Slot of a word. A free slot has offset [`FREE`].
#[derive(Clone, Copy)]
struct TableSlot {
    tag: u32,
    /// Offset of the record.
    at: u32,
}

const FREE: u32 = u32::MAX;

/// Length in bytes of a record before the word's bytes.
const RECORD_HEAD: usize = 5;

impl WordTable {
    pub(super) fn new() -> WordTable {
        WordTable {
            slots: vec![TableSlot { tag: 0, at: FREE }; 1024],
            records: Vec::new(),
            count: 0,
            candidates: Vec::new(),
        }
    }

    /// Returns the number of words.
    pub(super) fn len(&self) -> u32 {
        self.count
    }

    /// Returns the memory in bytes.
    pub(super) fn memory(&self) -> usize {
        self.slots.capacity() * size_of::<TableSlot>() + self.records.capacity()
    }

    /// Appends the numbers of words, adding new ones.
    ///
    /// Reads the slots of all words before any record: the processor then waits
    /// for many memory accesses at a time.
    pub(super) fn numbers(&mut self, text: &[u8], words: &[FoundWord], numbers: &mut Vec<u32>) {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let mask = self.slots.len() - 1;
        candidates.extend(
            words
                .iter()
                .map(|word| self.slots[(word.hash >> 32) as usize & mask]),
        );
        for (word, &candidate) in words.iter().zip(&candidates) {
            let bytes = &text[word.start as usize..word.end as usize];
            let number = match self.number_in(candidate, word.hash, bytes) {
                Some(number) => number,
                None => self.number(word.hash, bytes),
            };
            numbers.push(number);
        }
        self.candidates = candidates;
    }

    /// Returns the number of a slot's word if the word is `word`.
    #[inline]
    fn number_in(&self, slot: TableSlot, hash: u64, word: &[u8]) -> Option<u32> {
        if slot.at == FREE || slot.tag != (hash >> 32) as u32 {
            return None;
        }
        let record = &self.records[slot.at as usize..];
        let (number, record) = record.split_first_chunk::<4>()?;
        let (&len, record) = record.split_first()?;
        (usize::from(len) == word.len() && record[..word.len()] == *word)
            .then(|| u32::from_le_bytes(*number))
    }

    /// Returns the number of a word of at most [`MAX_WORD`](crate::scan::MAX_WORD) bytes, adding it if
    /// it is new.
    pub(super) fn number(&mut self, hash: u64, word: &[u8]) -> u32 {
        let mask = self.slots.len() - 1;
        let tag = (hash >> 32) as u32;
        let mut at = tag as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.at == FREE {
                break;
            }
            if let Some(number) = self.number_in(slot, hash, word) {
                return number;
            }
            at = (at + 1) & mask;
        }
        let number = self.count;
        let record = u32::try_from(self.records.len()).unwrap_or(FREE);
        assert!(record < FREE - 1024, "{TOO_LARGE}");
        self.slots[at] = TableSlot { tag, at: record };
        self.records.extend_from_slice(&number.to_le_bytes());
        self.records.push(word.len() as u8);
        self.records.extend_from_slice(word);
        self.count += 1;
        if self.count as usize > self.slots.len() / 4 * 3 {
            self.grow();
        }
        number
    }

    #[cold]
    fn grow(&mut self) {
        let len = self.slots.len() * 2;
        let mut slots = vec![TableSlot { tag: 0, at: FREE }; len];
        for slot in self.slots.iter().filter(|slot| slot.at != FREE) {
            let mut at = slot.tag as usize & (len - 1);
            while slots[at].at != FREE {
                at = (at + 1) & (len - 1);
            }
            slots[at] = *slot;
        }
        self.slots = slots;
    }

    /// Returns the words in ascending order.
    pub(super) fn into_sorted(mut self) -> SortedWords {
        self.slots = Vec::new();
        let mut words = SortedWords {
            records: self.records,
            order: Vec::with_capacity(self.count as usize),
        };
        let mut order = Vec::with_capacity(self.count as usize);
        let mut at = 0;
        for _ in 0..self.count {
            let word = words.word(at);
            order.push(SortItem {
                head: head(word),
                at,
            });
            at += (RECORD_HEAD + word.len()) as u32;
        }
        let rest = |item: &SortItem| words.word(item.at).get(8..);
        // Most words differ in their first eight bytes, which need no access to the records.
        order.sort_unstable_by(|a, b| (a.head.cmp(&b.head)).then_with(|| rest(a).cmp(&rest(b))));
        words.order = order;
        words
    }
}

/// Words of a table in ascending order.
pub(super) struct SortedWords {
    records: Vec<u8>,
    order: Vec<SortItem>,
}

#[derive(Clone, Copy)]
struct SortItem {
    /// First eight bytes of the word, the first one highest, padded with zeros. No word contains a
    /// zero.
    head: u64,
    /// Offset of the record.
    at: u32,
}

impl SortedWords {
    /// Calls `each` with each word and its number.
    pub(super) fn each<E>(
        &self,
        mut each: impl FnMut(&[u8], u32) -> Result<(), E>,
    ) -> Result<(), E> {
        self.order.iter().try_for_each(|item| {
            let at = item.at as usize;
            let number = self.records[at..].first_chunk::<4>();
            let number = number.map_or(0, |number| u32::from_le_bytes(*number));
            each(self.word(item.at), number)
        })
    }

    fn word(&self, at: u32) -> &[u8] {
        let start = at as usize + RECORD_HEAD;
        &self.records[start..start + usize::from(self.records[start - 1])]
    }
}

fn head(word: &[u8]) -> u64 {
    match word.first_chunk::<8>() {
        Some(bytes) => u64::from_be_bytes(*bytes),
        None => padded(word).swap_bytes(),
    }
}
