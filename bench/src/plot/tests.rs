use super::*;

#[test]
fn values_are_drawn_from_zero_to_the_maximum() {
    let series = Series {
        name: "n".into(),
        values: vec![5.0, 10.0],
    };
    let text = svg(&[0.0, 2.0], &[series]);
    assert!(text.contains("points=\"60.0,88.0 780.0,28.0\""), "{text}");
    assert!(text.contains(">10</text>"));
}
