use super::*;

#[test]
fn levels_are_numbered_in_the_order_of_the_core() {
    use ransack_match_level as Level;
    let levels = [
        (MatchLevel::Exact, Level::Exact),
        (MatchLevel::Typography, Level::Typography),
        (MatchLevel::TrailingBlanks, Level::TrailingBlanks),
        (MatchLevel::Indentation, Level::Indentation),
    ];
    assert_eq!(MatchLevel::ALL.len(), levels.len());
    for (core, level) in levels {
        assert_eq!(level_of(core), level as u32);
    }
}
