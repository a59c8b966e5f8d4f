use super::*;

#[test]
fn percentiles_are_taken_from_the_sorted_values() {
    assert_eq!(median::<u8>(&[]), None);
    assert_eq!(median(&[3, 1, 2]), Some(2));
    assert_eq!(percentile(&[4, 1, 3, 2], 99), Some(4));
}

#[test]
fn tables_are_aligned() {
    let mut table = Table::new(&["", "ms"]);
    table.row(vec!["a".into(), "10.0".into()]);
    table.row(vec!["bcd".into(), "1.0".into()]);
    assert_eq!(table.aligned(), "       ms\na    10.0\nbcd   1.0\n");
    assert_eq!(
        table.markdown(),
        "|     |   ms |\n| --- | ---: |\n| a   | 10.0 |\n| bcd |  1.0 |\n"
    );
}
