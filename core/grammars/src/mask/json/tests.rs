use crate::mask::tests::{assert_unchanged, masked};

#[test]
fn signs_of_exponents_are_minus_signs() {
    let source = r#"{"a": [1e+21, -1.5E+3, 0e+0, 1e5, 1e-5], "2e+2": "é 3e+4 +5"}"#;
    let expected = r#"{"a": [1e-21, -1.5E-3, 0e-0, 1e5, 1e-5], "2e-2": "é 3e-4 +5"}"#;
    assert_eq!(masked("json", source), expected);
}

#[test]
fn other_signs_stay() {
    assert_unchanged("json", &["[+1, 1+2, 1e+, e+1, true+1, 1e ++1]", "+", "1e+"]);
}
