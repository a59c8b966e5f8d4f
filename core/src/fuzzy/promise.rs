use super::align::{Aligner, COMPLETE, CONSECUTIVE, IN_NAME, INSIDE_OTHER, INSIDE_WORD, MATCH};
use super::query::Term;
use super::score::{ALL_WORDS, AS_TYPED, END_IS_STEM, PREFIX, TYPO, UNMATCHED, WHOLE_NAME};
use super::signature::{Pair, Signature, bit};
use super::text::{COMPONENT_START, NAME_START};

/// What a term can be worth at most where it is found as it was typed, but for
/// the path as a whole, as far as a signature tells.
#[derive(Clone, Debug)]
pub(super) struct Promise {
    characters: Vec<Character>,
    /// The part about the name.
    name: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Character {
    byte: u8,
    bit: u64,
    /// With the one before; `None` where the signature tells nothing of it.
    pair: Option<Pair>,
}

impl Character {
    fn is_word(&self) -> bool {
        self.byte.is_ascii_alphanumeric()
    }

    /// Whether a word may begin with it.
    fn may_start(&self, signature: &Signature) -> bool {
        self.is_word() && self.bit & signature.starts != 0
    }

    /// Whether it may come right after the one before.
    fn may_follow(&self, signature: &Signature) -> bool {
        self.pair.is_none_or(|pair| signature.has(pair))
    }
}

impl Promise {
    /// `bytes` are those of the term.
    pub(super) fn new(term: &Term, bytes: &[u8]) -> Promise {
        let before = std::iter::once(None).chain(bytes.iter().copied().map(Some));
        let characters = bytes.iter().zip(before).map(|(byte, before)| Character {
            byte: *byte,
            bit: bit((*byte).into()),
            pair: before.and_then(|before| Pair::new(before, *byte)),
        });
        let end = bytes.len() - usize::from(term.is_dir);
        Promise {
            characters: characters.collect(),
            name: bytes[term.name..end].to_vec(),
        }
    }

    pub(super) fn of(&self, signature: &Signature) -> i32 {
        if self.characters.is_empty() {
            return 0;
        }
        let is_in_name = |c: &&Character| c.bit & !signature.name == 0;
        let in_name = self.characters.iter().rev().take_while(is_in_name).count();
        // Only a name that is no longer than what is typed can be all there.
        let is_short = usize::from(signature.letters) <= self.name.len();
        let name = if self.name.is_empty() {
            0
        } else if signature.begins_with(&self.name) {
            AS_TYPED + if is_short { WHOLE_NAME } else { PREFIX }
        } else if is_short {
            END_IS_STEM
        } else {
            0
        };
        self.of_found(signature, in_name, name)
    }

    /// The same where it is known that `in_name` of the characters can be in the
    /// name and what the name as a whole is worth.
    pub(super) fn of_found(&self, signature: &Signature, in_name: usize, name: i32) -> i32 {
        let count = self.characters.len();
        let all_words = in_name.min(ALL_WORDS.1) as i32 * ALL_WORDS.0;
        let matches = MATCH * count as i32 + IN_NAME * in_name as i32;
        matches + self.gain(signature, count - in_name) + name + all_words
            - unmatched(signature, in_name)
    }

    /// The same with a letter wrong in one of the words, or in more.
    pub(super) fn of_misspelt(&self, signature: &Signature) -> i32 {
        let count = self.characters.len();
        let is_short = usize::from(signature.letters) <= self.name.len();
        let name = if is_short { WHOLE_NAME } else { 0 };
        let all_words = ALL_WORDS.1 as i32 * ALL_WORDS.0;
        Aligner::most(count, count) + name + all_words - unmatched(signature, count) - TYPO
    }

    /// What beginnings of words and runs add, as [`Aligner`]
    /// counts them. No character before `name_from` is in the name.
    fn gain(&self, signature: &Signature, name_from: usize) -> i32 {
        let mut gain = 0;
        let mut run = 0;
        for (at, character) in self.characters.iter().enumerate() {
            let is_word = character.is_word();
            let begins_name =
                character.byte == signature.first() || !signature.first().is_ascii_alphanumeric();
            let bonus = if !character.may_start(signature) {
                0
            } else if at >= name_from && begins_name {
                i32::from(NAME_START)
            } else {
                i32::from(COMPONENT_START)
            };
            let alone = match bonus {
                0 if !is_word => 0,
                0 if at == 0 => -INSIDE_OTHER,
                0 => -INSIDE_WORD,
                bonus => bonus,
            };
            if at > 0 && character.may_follow(signature) {
                // What completes a word is followed by a gap, which is worth less
                // than a run that goes on, unless a word begins after it.
                let ends = self.characters.get(at + 1).is_none_or(|next| {
                    !next.is_word() || next.may_start(signature) || !next.may_follow(signature)
                });
                let complete = if ends { COMPLETE } else { 0 };
                gain += alone.max(run.max(bonus).max(CONSECUTIVE) + complete);
                run = run.max(bonus);
            } else {
                gain += alone;
                run = bonus;
            }
        }
        gain
    }
}

/// The least that is taken off for the part of the stem without a match.
fn unmatched(signature: &Signature, in_name: usize) -> i32 {
    match in_name {
        0 => UNMATCHED,
        _ => {
            let rest = usize::from(signature.letters).saturating_sub(in_name);
            rest.min(UNMATCHED as usize) as i32
        }
    }
}
