use super::*;

fn terms(query: &str) -> String {
    let query = FuzzyQuery::new(query).unwrap();
    let show = |t: &Term| t.chars.iter().filter_map(|c| char::from_u32(*c)).collect();
    let terms: Vec<String> = query.terms().iter().map(show).collect();
    terms.join(" ")
}

#[test]
fn separators_are_dropped_unless_there_is_nothing_else() {
    assert_eq!(terms("Some-Path_x.ts"), "somepathxts");
    assert_eq!(terms("./src\\a//b/"), "src/a/b/");
    assert_eq!(terms(" a\tb\u{7}.c "), "a b c");
    assert_eq!(terms("a - b"), "a b");
    assert_eq!(terms("._"), "._");
    assert_eq!(terms("/"), "/");
    assert_eq!(terms(" \n"), "");
}

#[test]
fn a_longer_query_narrows_unless_it_tolerates_more_typos() {
    let narrows = |a: &str, b: &str| {
        let earlier = FuzzyQuery::new(a).unwrap();
        FuzzyQuery::new(b).unwrap().narrows(&earlier)
    };
    use Narrowing::{All, ExactOnly};
    for (a, b, expected) in [
        ("", "x", All),
        ("in", "ino", All),
        ("inode", "inodes", All),
        ("ext", "ext4", All),
        ("abc", "abc defgh", All),
        ("aaabc", "aaabcd", ExactOnly),
        ("aaabcd", "aaabcde", All),
        ("abcdd", "abcddd", All),
        ("ino", "inod", ExactOnly),
        ("inod", "inode", ExactOnly),
        ("ab", "abcd", ExactOnly),
        ("abc d", "ab", Narrowing::None),
        (".", ".g", Narrowing::None),
        (
            "\u{43c}\u{438}\u{440}",
            "\u{43c}\u{438}\u{440}\u{430}",
            Narrowing::None,
        ),
    ] {
        assert_eq!(narrows(a, b), expected, "{a} {b}");
    }
}
