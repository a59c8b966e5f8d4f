use super::*;

/// State of a file whose last change is long ago.
fn settled(path: &str, stamp: u64) -> FileState {
    FileState {
        path: ransack_base::internal::rel_path(path.as_bytes()),
        stamp,
        is_settled: true,
        content: None,
    }
}

/// State of a file that has just been written.
fn fresh(path: &str, stamp: u64, text: Option<&str>) -> FileState {
    FileState {
        is_settled: false,
        content: text.map(|text| ContentId::of(text.as_bytes())),
        ..settled(path, stamp)
    }
}

const NOWHERE: Unexamined = Unexamined::Below(Vec::new());

fn shown(log: &Log, since: u64) -> Vec<String> {
    let changes = log.changes_since(since).into_iter();
    changes
        .map(|change| format!("{:?} {}", change.kind, change.path))
        .collect()
}

#[test]
fn each_token_sees_what_happened_since_its_call() {
    let mut log = Log::default();
    log.update(vec![settled("a", 2), settled("b", 2)], &NOWHERE);
    log.update(vec![settled("a", 4), settled("c", 2)], &NOWHERE);
    log.update(vec![settled("a", 4), settled("b", 6)], &NOWHERE);
    log.update(vec![settled("a", 4)], &NOWHERE);
    log.update(vec![settled("a", 4), settled("b", 6)], &NOWHERE);
    assert_eq!(shown(&log, 0), ["Created a", "Created b"]);
    assert_eq!(shown(&log, 1), ["Modified a", "Modified b"]);
    assert_eq!(shown(&log, 2), ["Created b", "Deleted c"]);
    assert_eq!(shown(&log, 3), ["Modified b"]);
    assert_eq!(shown(&log, 4), ["Created b"]);
    assert_eq!(shown(&log, 5), [""; 0]);
}

#[test]
fn a_fresh_file_is_compared_by_content() {
    let mut log = Log::default();
    log.update(vec![fresh("a", 2, Some("x"))], &NOWHERE);
    assert_eq!(log.unsettled().len(), 1);
    // Unchanged, still fresh.
    log.update(vec![fresh("a", 2, Some("x"))], &NOWHERE);
    // Written within the clock's resolution, and settled since.
    let mut later = settled("a", 2);
    later.content = Some(ContentId::of(b"y"));
    log.update(vec![later], &NOWHERE);
    assert!(log.unsettled().is_empty());
    log.update(vec![settled("a", 2)], &NOWHERE);
    assert_eq!(shown(&log, 1), ["Modified a"]);
    assert_eq!(shown(&log, 2), ["Modified a"]);
    assert_eq!(shown(&log, 3), [""; 0]);
    // A fresh file that cannot be read may have changed.
    log.update(vec![fresh("a", 4, None)], &NOWHERE);
    log.update(vec![settled("a", 4)], &NOWHERE);
    assert_eq!(shown(&log, 5), ["Modified a"]);
}

#[test]
fn files_that_could_not_be_examined_are_not_deleted() {
    let mut log = Log::default();
    let all = || vec![settled("d/a", 2), settled("d.b", 2), settled("e", 2)];
    log.update(all(), &NOWHERE);
    let dir = ransack_base::internal::rel_path(&b"d"[..]);
    log.update(Vec::new(), &Unexamined::Below(vec![dir]));
    assert_eq!(shown(&log, 1), ["Deleted d.b", "Deleted e"]);
    log.update(all(), &NOWHERE);
    log.update(Vec::new(), &Unexamined::Anywhere);
    assert_eq!(shown(&log, 3), [""; 0]);
    log.update(Vec::new(), &NOWHERE);
    assert_eq!(shown(&log, 3), ["Deleted d.b", "Deleted d/a", "Deleted e"]);
}

#[test]
fn tokens_from_before_forgotten_deletions_are_errors() {
    let mut log = Log::default();
    let files = |from: usize| (from..MAX_DELETED + 10).map(|n| settled(&n.to_string(), 2));
    let tokens: Vec<String> = [0, 100, MAX_DELETED, MAX_DELETED + 5]
        .into_iter()
        .map(|from| {
            log.update(files(from).collect(), &NOWHERE);
            log.token()
        })
        .collect();
    // The deletions of the third call are too many, and that call's own are among them.
    assert!(log.deleted <= MAX_DELETED);
    for (token, is_valid) in tokens.iter().zip([false, false, true, true]) {
        assert_eq!(log.parse(token).is_ok(), is_valid, "{token}");
    }
    let other = Log::default();
    assert!(other.parse(&tokens[3]).is_err());
    for broken in ["", "x", &tokens[3][1..], &format!("{}9", tokens[3])] {
        let error = log.parse(broken).unwrap_err();
        assert_eq!(error.kind(), ransack_base::ErrorKind::InvalidOption);
    }
}
