use super::*;

#[test]
fn repetitions_multiply_and_literals_are_cheap() {
    let cost_of = |pattern: &str| cost(&[regex_syntax::parse(pattern).unwrap()]);
    assert_eq!(cost_of("a long literal"), 1);
    assert_eq!(cost_of("one|two|three"), 1);
    assert!((2..20).contains(&cost_of(r"\b[A-Z]+_END\b")));
    assert!((5..16).contains(&cost_of(r"\w+fn")));
    assert!(cost_of("a{65535}") > 65_535);
    assert!(cost_of("(?:a{100}){100}") > 10_000);
    assert!(cost_of("(?:(?:a{1000}){1000}){1000}") > 1_000_000_000);
}
