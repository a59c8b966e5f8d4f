//! Hidden names in an entry's path, for calls that exclude them unless a
//! pattern spells out the dot.
//!
//! Invariant: a single pattern must spell out all hidden names. `**/.a/**`
//! finds `.a/b` but not `.a/.b`, and another pattern `.a` does not let `**/b`
//! match below `.a`.

use std::sync::Arc;

/// Hidden names on a directory's path that a pattern must spell out.
#[derive(Clone, Debug, Default)]
pub(crate) struct HiddenNames {
    /// Whether there are any.
    any: bool,
    /// Offsets of hidden names that need not be spelled out, because an ignore
    /// rule such as `!.github` includes them.
    included: Option<Arc<[u32]>>,
}

/// Paths without hidden names.
pub(crate) static NO_HIDDEN_NAMES: HiddenNames = HiddenNames {
    any: false,
    included: None,
};

impl HiddenNames {
    /// Whether a pattern must spell out any name on the path.
    pub(crate) fn any(&self) -> bool {
        self.any
    }

    /// Returns the hidden names on the path to the entry `name` at this offset
    /// of the path.
    pub(crate) fn with(&self, at: usize, name: &[u8], is_included: bool) -> HiddenNames {
        let mut names = self.clone();
        match (is_hidden(name), u32::try_from(at)) {
            (true, Ok(at)) if is_included => {
                let included = self.included.iter().flat_map(|known| known.iter());
                names.included = Some(included.copied().chain([at]).collect());
            }
            (true, _) => names.any = true,
            (false, _) => {}
        }
        names
    }

    /// Whether a pattern must spell out `name` at this offset of the path.
    pub(crate) fn must_spell(&self, at: usize, name: &[u8]) -> bool {
        let known = || self.included.iter().flat_map(|known| known.iter());
        is_hidden(name) && !known().any(|&included| included as usize == at)
    }
}

/// Whether a name starts with a dot.
pub(crate) fn is_hidden(name: &[u8]) -> bool {
    name.first() == Some(&b'.')
}

/// Calls `each` with the offset and text of every component of a path until it
/// returns false.
pub(crate) fn each_component<'a>(path: &'a [u8], mut each: impl FnMut(usize, &'a [u8]) -> bool) {
    let mut at = 0;
    for name in path.split(|&b| b == b'/') {
        if !each(at, name) {
            return;
        }
        at += name.len() + 1;
    }
}
