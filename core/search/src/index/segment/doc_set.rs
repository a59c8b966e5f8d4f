//! Sets of documents.

/// Set of documents, by their numbers in a segment or in an index. Takes one bit per document of
/// the segment or index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DocSet {
    bits: Vec<u64>,
    /// Number of documents of the segment. Bits from here on are 0.
    len: u32,
}

impl DocSet {
    /// Creates an empty set for a segment of `len` documents.
    pub(crate) fn empty(len: u32) -> DocSet {
        DocSet {
            bits: vec![0; len.div_ceil(64) as usize],
            len,
        }
    }

    /// Creates the set of all documents of a segment of `len` documents.
    pub(crate) fn full(len: u32) -> DocSet {
        let mut set = DocSet {
            bits: vec![u64::MAX; len.div_ceil(64) as usize],
            len,
        };
        set.clear_padding();
        set
    }

    fn clear_padding(&mut self) {
        if let Some(last) = self.bits.last_mut()
            && !self.len.is_multiple_of(64)
        {
            *last &= (1 << (self.len % 64)) - 1;
        }
    }

    /// Returns the number of documents of the segment.
    pub(crate) fn universe(&self) -> u32 {
        self.len
    }

    /// Adds a document. Ignores numbers that the segment does not have.
    #[inline]
    pub(crate) fn insert(&mut self, doc: u32) {
        if doc < self.len {
            self.bits[doc as usize / 64] |= 1 << (doc % 64);
        }
    }

    /// Whether the set contains a document.
    #[inline]
    pub(crate) fn contains(&self, doc: u32) -> bool {
        doc < self.len && self.bits[doc as usize / 64] >> (doc % 64) & 1 != 0
    }

    /// Returns the number of documents in the set. O(documents of the segment /
    /// 64).
    pub(crate) fn count(&self) -> u32 {
        self.bits.iter().map(|bits| bits.count_ones()).sum()
    }

    /// Whether the set is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.bits.iter().all(|&bits| bits == 0)
    }

    /// Keeps the documents that are also in `other`, a set of the same segment.
    pub(crate) fn intersect(&mut self, other: &DocSet) {
        for (bits, other) in self.bits.iter_mut().zip(&other.bits) {
            *bits &= other;
        }
    }

    /// Adds the documents of `other`, a set of the same segment.
    pub(crate) fn unite(&mut self, other: &DocSet) {
        for (bits, other) in self.bits.iter_mut().zip(&other.bits) {
            *bits |= other;
        }
    }

    /// Returns the documents in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.bits.iter().enumerate().flat_map(|(at, &bits)| {
            let mut rest = bits;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros();
                    rest &= rest - 1;
                    at as u32 * 64 + bit
                })
            })
        })
    }

    /// Adds the documents of a byte bitmap, lowest bit first. Returns false if
    /// the bitmap has the wrong length or padding for the segment.
    pub(super) fn insert_bitmap(&mut self, bitmap: &[u8]) -> bool {
        if bitmap.len() != bitmap_len(self.len) {
            return false;
        }
        let (chunks, rest) = bitmap.as_chunks::<8>();
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        for (bits, chunk) in self.bits.iter_mut().zip(chunks.iter().chain([&last])) {
            *bits |= u64::from_le_bytes(*chunk);
        }
        let padded = self.bits.last().copied();
        self.clear_padding();
        padded == self.bits.last().copied()
    }
}

/// Returns the length in bytes of a bitmap of a segment's documents.
pub(super) fn bitmap_len(docs: u32) -> usize {
    docs.div_ceil(8) as usize
}

#[cfg(test)]
impl DocSet {
    /// Removes a document.
    pub(crate) fn remove(&mut self, doc: u32) {
        if doc < self.len {
            self.bits[doc as usize / 64] &= !(1 << (doc % 64));
        }
    }
}
