use super::*;

#[test]
fn misspelt_words_resemble_keywords() {
    let compare = |word: &str, keyword: &str| resemblance(word.as_bytes(), keyword.as_bytes());
    for (word, keyword) in [("retrun", "return"), ("fucntion", "function")] {
        assert_eq!(compare(word, keyword), Some(Resemblance::Exchanged));
    }
    for (word, keyword) in [
        ("clas", "class"),
        ("stuct", "struct"),
        ("fnn", "fn"),
        ("clasz", "class"),
    ] {
        assert_eq!(compare(word, keyword), Some(Resemblance::Close));
    }
    assert_eq!(compare("sort", "float"), None);
}
