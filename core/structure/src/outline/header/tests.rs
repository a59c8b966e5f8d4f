use super::*;

#[test]
fn words_in_brackets_and_quotes_are_no_modifiers() {
    let mut words = Vec::new();
    each_word(
        b"pub(crate) private(set) static x[const] \"async\" fn",
        |word| {
            words.push(String::from_utf8_lossy(word).into_owned());
        },
    );
    assert_eq!(words, ["pub", "static", "x", "fn"]);
}

#[test]
fn attributes_are_known_by_the_last_name_of_their_path() {
    let has = |text: &str, modifier| attribute_modifiers(text.as_bytes()).contains(modifier);
    assert!(has("#[tokio::test]", Modifier::Test));
    assert!(has("#[deprecated(since = \"1\")]", Modifier::Deprecated));
    assert!(has("@Deprecated", Modifier::Deprecated));
    assert!(has("@abc.abstractmethod", Modifier::Abstract));
    assert!(has("@available(iOS, deprecated: 13)", Modifier::Deprecated));
    assert!(!has("@available(iOS 13, *)", Modifier::Deprecated));
    assert!(!has("#[cfg(test)]", Modifier::Test));
}
