use super::*;
use ransack_base::CancelToken;

#[test]
fn offsets_lead_to_the_same_place() {
    let token = CancelToken::new();
    let meter = &mut Meter::new(&token);
    for number in 0..4usize.pow(7) {
        let original: Vec<u8> = (0..7)
            .map(|digit| b"\r\nab"[number / 4usize.pow(digit) % 4])
            .collect();
        let copy = LineFeedText::new(&original, meter).unwrap();
        let has_pair = original.windows(2).any(|pair| pair == b"\r\n");
        assert_eq!(copy.is_some(), has_pair, "{original:?}");
        let Some(copy) = copy else { continue };
        let mut place = copy.start();
        let (mut at, mut expected) = (0, Vec::new());
        while at < original.len() {
            assert_eq!(
                place.advance(expected.len(), meter).unwrap(),
                at,
                "{original:?}"
            );
            at += usize::from(original[at..].starts_with(b"\r\n"));
            expected.push(original[at]);
            at += 1;
        }
        assert_eq!(copy.text, expected);
        let end = copy.start().advance(expected.len(), meter).unwrap();
        assert_eq!(end, original.len());
    }
}
