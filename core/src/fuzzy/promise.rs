use super::align::{COMPLETE, CONSECUTIVE, IN_NAME, INSIDE_OTHER, INSIDE_WORD, MATCH};
use super::query::Term;
use super::score::{ALL_WORDS, AS_TYPED, END_IS_STEM, PREFIX, UNMATCHED, WHOLE_NAME};
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
        let count = self.characters.len();
        if count == 0 {
            return 0;
        }
        let is_in_name = |c: &&Character| c.bit & !signature.name == 0;
        let in_name = self.characters.iter().rev().take_while(is_in_name).count();
        let letters = usize::from(signature.letters);
        // Only a name that is no longer than what is typed can be all there.
        let is_short = letters <= self.name.len();
        let name = match self.name.first() {
            None => 0,
            Some(first) if *first == signature.first => {
                AS_TYPED + if is_short { WHOLE_NAME } else { PREFIX }
            }
            Some(_) if is_short => END_IS_STEM,
            Some(_) => 0,
        };
        let all_words = in_name.min(ALL_WORDS.1) as i32 * ALL_WORDS.0;
        let unmatched = match in_name {
            0 => UNMATCHED,
            _ => letters.saturating_sub(in_name).min(UNMATCHED as usize) as i32,
        };
        let matches = MATCH * count as i32 + IN_NAME * in_name as i32;
        matches + self.gain(signature, count - in_name) + name + all_words - unmatched
    }

    /// What beginnings of words and runs add, as [`Aligner`](super::align::Aligner)
    /// counts them. No character before `name_from` is in the name.
    fn gain(&self, signature: &Signature, name_from: usize) -> i32 {
        let mut gain = 0;
        let mut run = 0;
        for (at, character) in self.characters.iter().enumerate() {
            let is_word = character.byte.is_ascii_alphanumeric();
            let begins_name =
                character.byte == signature.first || !signature.first.is_ascii_alphanumeric();
            let bonus = if !is_word || character.bit & signature.starts == 0 {
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
            let follows = at > 0 && character.pair.is_none_or(|pair| signature.has(pair));
            if follows {
                gain += alone.max(run.max(bonus).max(CONSECUTIVE) + COMPLETE);
                run = run.max(bonus);
            } else {
                gain += alone;
                run = bonus;
            }
        }
        gain
    }
}
