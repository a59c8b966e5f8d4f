use super::*;

fn preview(files: &[(u32, u32)]) -> Preview {
    Preview {
        state: 7,
        request: u64::MAX,
        files: files.to_vec(),
    }
}

#[test]
fn tokens_are_read_as_they_are_written() {
    for files in [&[][..], &[(0, u32::MAX)], &[(1, 2), (3, 4)]] {
        let preview = preview(files);
        let token = preview.to_string();
        assert_eq!(Preview::parse(&token), Some(preview), "{token}");
    }
}

#[test]
fn plans_that_differ_in_any_way_have_different_states() {
    let change = |path: &str, action| PlannedChange {
        path: path.into(),
        action,
    };
    let create = |mode| ChangeAction::create(b"new".to_vec(), mode);
    let rename = |to: &str, bytes| ChangeAction::rename(1, to.into(), bytes);
    let plans = [
        change("a", ChangeAction::rewrite(1, b"new".to_vec())),
        change("a", ChangeAction::rewrite(2, b"new".to_vec())),
        change("b", ChangeAction::rewrite(1, b"new".to_vec())),
        change("a", create(CreateMode::Default)),
        change("a", create(CreateMode::Executable)),
        change("a", ChangeAction::Delete { old: 1 }),
        change("a", ChangeAction::Delete { old: 2 }),
        change("a", rename("b", None)),
        change("a", rename("c", None)),
        change("a", rename("b", Some(b"new".to_vec()))),
    ];
    let states = plans
        .iter()
        .map(|plan| Preview::of([plan].into_iter(), 0).state);
    let mut states: Vec<u128> = states.collect();
    states.sort_unstable();
    states.dedup();
    assert_eq!(states.len(), plans.len());
}

#[test]
fn a_token_with_an_error_is_unknown() {
    let token = preview(&[(1, 2)]).to_string();
    assert_eq!(Preview::parse(""), None);
    assert_eq!(Preview::parse(&token.to_uppercase()), None);
    for at in 0..token.len() {
        assert_eq!(Preview::parse(&token[..at]), None, "{at}");
        let digit = if token.as_bytes()[at] == b'0' {
            "1"
        } else {
            "0"
        };
        let other = [&token[..at], digit, &token[at + 1..]].concat();
        assert_eq!(Preview::parse(&other), None, "{at}");
        let wide = [&token[..at], "é", &token[at + 1..]].concat();
        assert_eq!(Preview::parse(&wide), None, "{at}");
    }
}
