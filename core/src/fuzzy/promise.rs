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
        let in_name = self.in_name(signature, 0);
        let is_all_there = usize::from(signature.letters) <= in_name;
        let name = if self.name.is_empty() {
            0
        } else if in_name >= self.name.len() && signature.begins_with(&self.name) {
            AS_TYPED + if is_all_there { WHOLE_NAME } else { PREFIX }
        } else if is_all_there {
            END_IS_STEM
        } else {
            0
        };
        self.of_found(signature, in_name, name)
    }

    /// How many characters can be in the name, so many of them wrong.
    fn in_name(&self, signature: &Signature, mut wrong: usize) -> usize {
        let may_be_in_name = |character: &&Character| {
            character.bit & !signature.name == 0
                || match wrong.checked_sub(1) {
                    Some(left) => {
                        wrong = left;
                        true
                    }
                    None => false,
                }
        };
        let backwards = self.characters.iter().rev();
        backwards.take_while(may_be_in_name).count()
    }

    /// The same where it is known that `in_name` of the characters can be in the
    /// name and what the name as a whole is worth.
    pub(super) fn of_found(&self, signature: &Signature, in_name: usize, name: i32) -> i32 {
        let count = self.characters.len();
        let matches = MATCH * count as i32 + IN_NAME * in_name as i32;
        matches + self.gain(signature, count - in_name) + of_name(signature, in_name, name)
    }

    /// The same with a letter wrong in each of so many words at most.
    pub(super) fn of_misspelt(&self, signature: &Signature, words: usize) -> i32 {
        let count = self.characters.len();
        let in_name = self.in_name(signature, words);
        let name = match usize::from(signature.letters) <= in_name {
            true if in_name + words >= self.name.len() => WHOLE_NAME,
            true => END_IS_STEM,
            false => 0,
        };
        let elsewhere = MATCH + COMPLETE + i32::from(COMPONENT_START);
        let gain = elsewhere * (count - in_name) as i32 + Aligner::most(in_name, in_name);
        gain + of_name(signature, in_name, name) - TYPO
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
                let next = self.characters.get(at + 1);
                let ends = next.is_none_or(|next| {
                    !next.is_word() || next.may_start(signature) || !next.may_follow(signature)
                });
                let complete = if is_word && ends { COMPLETE } else { 0 };
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

/// What the name adds at most if it is worth no more than `name` as a whole, and
/// if `in_name` of the characters can be in it.
fn of_name(signature: &Signature, in_name: usize, name: i32) -> i32 {
    let unmatched = match in_name {
        0 => UNMATCHED,
        _ => {
            let rest = usize::from(signature.letters).saturating_sub(in_name);
            rest.min(UNMATCHED as usize) as i32
        }
    };
    let all_words = match signature.words() {
        words if words <= in_name => words.min(ALL_WORDS.1) as i32 * ALL_WORDS.0,
        _ => 0,
    };
    // A name that begins with the query gains nothing by its words.
    name.max(name.min(END_IS_STEM) + all_words) - unmatched
}
