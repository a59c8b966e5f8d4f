use super::*;

#[test]
fn texts_keep_their_order_and_kind() {
    let long = vec![b'l'; BLOCK + 1];
    let mut texts = Texts::default();
    let given = [
        (&b"a"[..], true),
        (b"", false),
        (&long, true),
        (b"b", false),
    ];
    for (bytes, is_string) in given {
        texts.add(bytes, is_string);
    }
    texts.blocks.push(Vec::new());
    texts.begin(true);
    texts.extend(b"c");
    texts.extend(b"d");
    let found: Vec<_> = texts
        .iter()
        .map(|(is_string, bytes)| (bytes, is_string))
        .collect();
    assert_eq!(found[..4], given);
    assert_eq!(found[4], (&b"cd"[..], true));
}

#[test]
fn the_only_text_is_taken() {
    let mut texts = Texts::default();
    assert!(texts.take_only().bytes.is_empty());
    texts.add(b"abc", false);
    let taken = texts.take_only();
    assert_eq!((&taken.bytes[..], taken.is_string), (&b"abc"[..], false));
    assert_eq!(texts.iter().len(), 0);
}
