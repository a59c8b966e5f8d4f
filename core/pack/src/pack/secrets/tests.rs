mod secretlint;

use super::*;

fn kinds(text: &str) -> Vec<(u64, &'static str)> {
    let found = find_secrets(text.as_bytes());
    found.iter().map(|found| (found.line, found.kind)).collect()
}

/// Returns a token whose checksum is right. Made here, so that no scanner of this repository
/// finds a token.
fn with_checksum(prefix: &str) -> String {
    let text = "abcdefghij".repeat(3);
    let sum = checksum_of(text.as_bytes());
    format!("{prefix}{text}{}", String::from_utf8(sum.to_vec()).unwrap())
}

#[test]
fn the_check_value_of_the_checksum_is_right() {
    assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
}

#[test]
fn forms_compile_and_begin_with_their_starts() {
    let forms = COMPILED.as_ref().unwrap();
    assert_eq!(forms.expressions.len(), FORMS.len());
}

#[test]
fn secrets_are_found_with_their_lines() {
    let github = with_checksum("ghp_");
    let npm = with_checksum("npm_");
    let key = format!(
        "{}BEGIN RSA PRIVATE KEY-----\n{}\n",
        "-----",
        "MIIEpAIBAAKCAQEAx7Zb".repeat(3)
    );
    let aws = format!("{}{}", "AKIA", "Q3EGRIWVBNTUJX2A");
    let text = format!("a\n{github}\nb = \"{npm}\"\n{key}{aws}\n");
    let expected = [
        (2, "GitHub token"),
        (3, "npm token"),
        (4, "private key"),
        (6, "AWS access key"),
    ];
    assert_eq!(kinds(&text), expected);
}

#[test]
fn placeholders_and_examples_are_no_secrets() {
    let wrong_checksum = format!("ghp_{}", "a".repeat(36));
    for text in [
        wrong_checksum.as_str(),
        "AKIAIOSFODNN7EXAMPLE",
        "-----BEGIN PRIVATE KEY-----\n...\n",
        "postgres://user:password@db.internal/x",
        "https://user:pass@example.com",
        "redis://:${PASSWORD}@host",
        "notghp_abc",
        "sk-learn",
    ] {
        assert_eq!(kinds(text), [], "{text}");
    }
    let url = format!("postgres://app:{}@db.internal/x", "hunter2hunter");
    assert_eq!(kinds(&url), [(1, "password in a URL")]);
}
