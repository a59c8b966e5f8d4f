use super::TokenEnds;

#[test]
fn ends_beyond_4_gb() {
    let offsets = [
        0,
        5,
        u32::MAX as usize,
        1 << 32,
        (1 << 32) + 7,
        (3 << 32) + 1,
    ];
    let mut ends = TokenEnds::default();
    for offset in offsets {
        ends.push(offset);
    }
    for (index, &offset) in offsets.iter().enumerate() {
        assert_eq!(ends.at(index), offset);
        assert_eq!(ends.count_up_to(offset), index + 1);
        assert_eq!(ends.count_up_to(offset.saturating_sub(1)), index.max(1));
    }
}
