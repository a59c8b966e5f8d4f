use super::*;
use crate::fuzzy::query::FuzzyQuery;
use crate::fuzzy::text::FoldedText;

fn corrected(query: &str, path: &str) -> Option<String> {
    let query = FuzzyQuery::new(query).unwrap();
    let mut text = FoldedText::default();
    text.set(path.as_bytes(), false);
    let mut corrected = Vec::new();
    TypoCorrector::default().correct(&query.whole, false, &text.chars, &mut corrected)?;
    Some(
        corrected
            .iter()
            .filter_map(|c| char::from_u32(*c))
            .collect(),
    )
}

#[test]
fn one_letter_of_a_long_word_may_be_wrong() {
    let cases = [
        ("indoe", "fs/inode.c", Some("inode")),
        ("nidoe", "fs/inode.c", None),
        ("niode", "fs/inode.c", Some("inode")),
        ("imode", "fs/inode.c", Some("inode")),
        ("inodex", "fs/inode.c", Some("inodec")),
        ("inodex", "fs/inode", Some("inode")),
        ("innode", "fs/inode.c", Some("inode")),
        ("xnode", "fs/inode.c", None),
        ("ext4indoe", "fs/ext4/inode.c", Some("ext4inode")),
        ("ext5inode", "fs/ext4/inode.c", None),
        ("shcedcore", "kernel/sched/core.c", Some("schedcore")),
        ("exq", "ext", None),
        ("coore", "a/core", Some("core")),
        ("coree", "a/core", Some("core")),
        ("cooore", "a/core", Some("core")),
        ("ccccore", "a/core", Some("core")),
        ("coreeee", "a/core", Some("core")),
        ("cooorr", "a/cor", None),
        ("cccor", "a/cor", None),
        ("cooorre", "a/core", None),
        ("corx", "a/core", Some("core")),
        ("corxe", "a/core", Some("core")),
        ("cxre", "a/core", Some("core")),
        ("cxrx", "a/core", None),
        ("c0re", "a/core", None),
        ("core", "a/c0re", None),
        ("kernle/shced", "kernel/sched", Some("kernel/sched")),
    ];
    for (query, path, expected) in cases {
        assert_eq!(
            corrected(query, path).as_deref(),
            expected,
            "{query} {path}"
        );
    }
}
