//! Tests of reading files.

use std::fs;
use std::io::Write;

use super::*;

const POLICY: ReadPolicy = ReadPolicy {
    max_size: Some(10),
    max_held: 100,
    encoding: None,
    binary: false,
    undecodable: UndecodablePolicy::Replace,
    changed: ChangePolicy::Report,
};

fn read(policy: &ReadPolicy, bytes: &[u8]) -> (ReadOutcome, Vec<u8>) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("f");
    fs::write(&path, bytes).unwrap();
    // Text of an earlier, longer file.
    let mut text = vec![b'x'; 50];
    let mut file = OpenFile::from(fs::File::open(&path).unwrap());
    let outcome = policy
        .read_file(&mut file, false, &mut text, |read| assert_eq!(read, bytes))
        .unwrap();
    (outcome, text)
}

fn faults(outcome: ReadOutcome) -> Vec<SkipReason> {
    match outcome {
        ReadOutcome::Text { faults, .. } => faults.into_iter().map(|f| f.reason).collect(),
        ReadOutcome::Skipped(fault) => panic!("skipped: {fault:?}"),
    }
}

fn skipped(outcome: &ReadOutcome) -> Option<SkipReason> {
    match outcome {
        ReadOutcome::Text { .. } => None,
        ReadOutcome::Skipped(fault) => Some(fault.reason),
    }
}

#[test]
fn text_is_read_whole_up_to_the_limit() {
    for len in 0..13 {
        let (outcome, text) = read(&POLICY, &b"abcdefghijklm"[..len]);
        if len <= 10 {
            assert_eq!(text, &b"abcdefghijklm"[..len]);
            assert_eq!(faults(outcome), []);
        } else {
            assert_eq!(skipped(&outcome), Some(SkipReason::TooLarge));
        }
    }
    let held = ReadPolicy {
        max_size: None,
        max_held: 3,
        ..POLICY
    };
    assert_eq!(skipped(&read(&held, b"abc").0), None);
    let (outcome, _) = read(&held, b"abcd");
    assert_eq!(skipped(&outcome), Some(SkipReason::TooLarge));
}

#[test]
fn nul_bytes_count_in_the_text_not_in_the_file() {
    let (outcome, _) = read(&POLICY, b"a\0b");
    assert_eq!(skipped(&outcome), Some(SkipReason::Binary));
    assert_eq!(skipped(&read(&POLICY, b"\xff\xfea\0").0), None);
    let (outcome, _) = read(&POLICY, b"\xff\xfea\0\0\0");
    assert_eq!(skipped(&outcome), Some(SkipReason::Binary));
    let (outcome, _) = read(&POLICY, b"a\0b\0c\0d\0");
    let ReadOutcome::Skipped(fault) = outcome else {
        panic!("UTF-16 without a byte order mark was read")
    };
    assert_eq!(fault.reason, SkipReason::Undecodable);
    assert_eq!(
        fault.detail.unwrap(),
        "UTF-16LE text without a byte order mark"
    );
    let binary = ReadPolicy {
        binary: true,
        ..POLICY
    };
    assert_eq!(skipped(&read(&binary, b"a\0b").0), None);
}

#[test]
fn undecodable_text_is_replaced_or_refused() {
    let (outcome, text) = read(&POLICY, b"\xff\xfea\0\0\xd8");
    assert_eq!(faults(outcome), [SkipReason::Undecodable]);
    assert_eq!(text, "a\u{fffd}".as_bytes());
    let exact = ReadPolicy {
        undecodable: UndecodablePolicy::RequireRoundTrip,
        ..POLICY
    };
    let (outcome, _) = read(&exact, b"\xff\xfea\0\0\xd8");
    assert_eq!(skipped(&outcome), Some(SkipReason::Undecodable));
    assert_eq!(faults(read(&exact, b"\xff\xfea\0").0), []);
    // Bytes that are not decoded are kept as they are.
    assert_eq!(faults(read(&exact, b"a\xff").0), []);
}

#[test]
fn a_file_that_changes_is_noticed_by_its_version() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("f");
    fs::write(&path, "one").unwrap();
    let version = || FileVersion::of(&fs::metadata(&path).unwrap());
    let old = version();
    assert!(old.may_continue_in(&old));
    let mut file = fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.write_all(b"one two").unwrap();
    let longer = version();
    assert!(old != longer && old.may_continue_in(&longer));
    assert!(!longer.may_continue_in(&old));
    file.set_modified(std::time::SystemTime::UNIX_EPOCH)
        .unwrap();
    assert!(!longer.may_continue_in(&version()));
    drop(file);
    fs::write(dir.path().join("g"), "another file").unwrap();
    fs::rename(dir.path().join("g"), &path).unwrap();
    assert!(cfg!(not(unix)) || !longer.may_continue_in(&version()));
}
