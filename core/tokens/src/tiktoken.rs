//! Reader for `.tiktoken` files: lines of a base64 token, a space and the token's rank.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ransack_base::Result;

use super::load::{MergeTable, VocabularySource, invalid};
use super::model::BpeModel;
use super::options::TiktokenOptions;
use super::special::SpecialTokens;
use super::splitter::Splitter;
use super::tokenizer::Tokenizer;

/// Builds a tokenizer from the contents of a `.tiktoken` file.
pub(super) fn read(ranks: &[u8], options: &TiktokenOptions) -> Result<Tokenizer> {
    let splitter = Splitter::from_pattern(&options.pattern)?;
    let model = read_ranks(ranks)?;
    let specials = SpecialTokens::from_opt_in(options.special_tokens.clone());
    Ok(Tokenizer::new(model.into(), None, splitter, specials))
}

fn read_ranks(ranks: &[u8]) -> Result<BpeModel> {
    let mut tokens = Vec::new();
    for (line, number) in ranks.split(|&byte| byte == b'\n').zip(1..) {
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        let fault = || {
            invalid(format!(
                "line {number}: expected a base64 token, a space and a rank"
            ))
        };
        let space = line.iter().position(|&byte| byte == b' ');
        let (token, rank) = line.split_at(space.ok_or_else(fault)?);
        let token = STANDARD.decode(token).map_err(|_| fault())?;
        let rank = std::str::from_utf8(&rank[1..]).ok();
        let rank = rank.and_then(|rank| rank.parse().ok()).ok_or_else(fault)?;
        if token.is_empty() {
            return Err(fault());
        }
        tokens.push((token, rank));
    }
    tokens.sort_by_key(|&(_, rank)| rank);
    tokens.dedup();
    let mut pairs = tokens.windows(2);
    if let Some(pair) = pairs.find(|pair| pair[0].1 == pair[1].1) {
        let rank = pair[0].1;
        return Err(invalid(format!("rank {rank} belongs to two tokens")));
    }
    let source = VocabularySource {
        tokens,
        merges: MergeTable::ById,
        fallback: None,
        ignore_merges: true,
    };
    source.load()
}
