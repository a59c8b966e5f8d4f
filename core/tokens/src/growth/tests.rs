use super::*;
use proptest::prelude::*;

use ransack_base::CancelToken;

fn replace(from: &str, to: &str) -> NormalizationStep {
    NormalizationStep::Replace {
        from: from.into(),
        to: to.into(),
    }
}

fn growth(steps: Vec<NormalizationStep>) -> f64 {
    Normalizer(steps).max_growth()
}

#[test]
fn bounds_of_common_and_of_growing_chains() {
    let mark = || replace(" ", "▁");
    assert_eq!(growth(vec![]), 1.0);
    assert_eq!(growth(vec![mark()]), 3.0);
    assert_eq!(growth(vec![NormalizationStep::Nfc]), 3.0);
    assert_eq!(growth(vec![NormalizationStep::Nfkc, mark()]), 33.0);
    let twice = vec![
        NormalizationStep::Nfkc,
        NormalizationStep::Nfc,
        NormalizationStep::Nfkc,
    ];
    assert_eq!(growth(twice), 11.0);
    let distinct = (b'!'..=b'/').map(|c| replace(&char::from(c).to_string(), "▁"));
    assert_eq!(growth(distinct.collect()), 3.0);
    let doubling = (0..10).map(|_| replace("a", "aa"));
    assert_eq!(growth(doubling.collect()), 1024.0);
    let chain = vec![replace("a", "bb"), replace("b", "cc"), replace("c", "dd")];
    assert_eq!(growth(chain), 8.0);
    let pairs = (0..10).map(|_| replace("aa", "aaa"));
    assert!(growth(pairs.collect()) > 50.0);
}

fn step() -> impl Strategy<Value = NormalizationStep> {
    let text = |len| proptest::string::string_regex(len).unwrap_or_else(|e| panic!("{e}"));
    prop_oneof![
        4 => (text("[abé\u{301} ]{1,2}"), text("[abé\u{301}ﷺ ]{0,4}"))
            .prop_map(|(from, to)| NormalizationStep::Replace { from, to }),
        1 => Just(NormalizationStep::Nfc),
        1 => Just(NormalizationStep::Nfkc),
        1 => (text("[abﷺ]{1,3}"), any::<bool>()).prop_map(|(prefix, unless_present)| {
            NormalizationStep::Prepend { prefix, unless_present, first_only: false }
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_text_grows_beyond_the_bound(
        steps in prop::collection::vec(step(), 0..6),
        text in "[abé\u{301}ﷺ\u{1d160} ]{0,12}",
    ) {
        let normalizer = Normalizer(steps);
        let normalized = normalizer.apply(text.as_bytes(), true, &CancelToken::new());
        let len = normalized.map_or(0, |normalized| normalized.bytes.len());
        let bound = normalizer.max_growth() * text.len() as f64;
        prop_assert!(len as f64 <= bound * (1.0 + 1e-9), "{} bytes, {}", len, bound);
    }
}
