use super::*;

#[test]
fn rendered_len_is_the_length_of_the_output() {
    let palette = Palette::new(|class| "\x1b[1m".repeat(class as usize % 3));
    let texts = ["", "\n", "a <b>&\"'\n\nc", "&&"];
    for text in texts.map(|text| text.repeat(50)) {
        let classes: Vec<_> = (0..text.len()).map(|at| (at / 3 % 11) as u8).collect();
        for output in [Output::Ansi(palette.clone()), Output::Html] {
            let mut out = Vec::new();
            let check = || Ok(());
            render(text.as_bytes(), &classes, &output, &mut out, &check).unwrap();
            let len = rendered_len(text.as_bytes(), &classes, &output, &check).unwrap();
            assert_eq!(len, out.len());
        }
    }
}

#[test]
fn chunks_cover_the_text_and_end_on_character_boundaries() {
    for character in ["a", "é", "€", "😀", "\n"] {
        for before in 0..5 {
            let text = "x".repeat(before) + &character.repeat(CHUNK_BYTES);
            let text = text.as_bytes();
            let all: Vec<_> = chunks(text).collect();
            assert_eq!(all.concat(), text);
            assert!(
                all.iter()
                    .all(|chunk| chunk.len() <= CHUNK_BYTES && !chunk.is_empty())
            );
            assert!(all.iter().all(|chunk| std::str::from_utf8(chunk).is_ok()));
        }
    }
    let text = [0x80; 2 * CHUNK_BYTES + 1];
    assert_eq!(chunks(&text).map(<[u8]>::len).sum::<usize>(), text.len());
}
