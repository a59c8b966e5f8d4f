use proptest::prelude::*;
use ransack_tokens::count_tokens;

use super::*;

fn text() -> impl Strategy<Value = String> {
    let part = prop::sample::select(vec![
        "a",
        "Word",
        "int x",
        ";",
        "\n",
        "\n\n",
        " ",
        "\t",
        "\r\n",
        "/",
        "//",
        "'s",
        "12",
        "é",
        "文",
        "\u{a0}",
        "{",
        "}",
        "#",
        "\u{c}",
        "return",
        "<|endoftext|>",
        "_",
        "```",
        "    ",
    ]);
    prop::collection::vec(part, 0..300).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn tokens_are_those_of_the_whole_texts(
        texts in prop::collection::vec((text(), text(), text()), 1..4),
        encoding in prop::sample::select(Encoding::ALL.to_vec()),
    ) {
        let count = |text: &str| count_tokens(text, encoding) as u64;
        let (mut joined, mut pieces) = (String::new(), Vec::new());
        for (before, text, after) in &texts {
            let piece = format!("{before}{text}{after}");
            let tokens = count_piece(text, &piece, encoding);
            prop_assert_eq!(tokens.text, count(text));
            prop_assert_eq!(tokens.piece, count(&piece));
            joined.push_str(&piece);
            pieces.push((piece, tokens.middle));
        }
        let middles = pieces.iter().filter_map(|(piece, middle)| {
            let middle = middle.as_ref()?;
            Some((&piece[middle.range.clone()], middle.tokens))
        });
        let counted = count_joined(&joined, middles, &CancelToken::new(), |text| Ok(count(text)));
        prop_assert_eq!(counted.ok(), Some(count(&joined)));
    }
}
