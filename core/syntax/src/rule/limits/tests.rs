use serde_json::json;

use super::*;

/// Returns a chain of utilities, each of which is `part` of the next.
fn chain(len: usize, part: impl Fn(String) -> Value) -> Value {
    let utils: Map<String, Value> = (0..len)
        .map(|n| (format!("u{n}"), part(format!("u{}", n + 1))))
        .chain([(format!("u{len}"), json!({ "kind": "a" }))])
        .collect();
    json!({ "rule": { "matches": "u0" }, "utils": utils })
}

#[test]
fn depth_is_bounded_through_utilities() {
    for key in ["matches", "all", "any", "not"] {
        let part = |next: String| match key {
            "matches" => json!({ "matches": next }),
            "not" => json!({ "not": { "matches": next } }),
            _ => json!({ key: [{ "matches": next }] }),
        };
        assert!(check(&chain(20, part)).is_ok(), "{key}");
        let error = check(&chain(5_000, part)).unwrap_err();
        assert!(error.contains("levels deep"), "{key}: {error}");
    }
}

#[test]
fn depth_is_bounded_through_relations() {
    for key in ["has", "inside", "precedes", "follows"] {
        let relation = |next: String| json!({ key: { "matches": next } });
        assert!(check(&chain(5_000, relation)).is_err(), "{key}");
        let stop = |next: String| json!({ key: { "kind": "a", "stopBy": { "matches": next } } });
        assert!(check(&chain(5_000, stop)).is_err(), "{key}");
    }
    let of_rule =
        |next: String| json!({ "nthChild": { "position": 1, "ofRule": { "matches": next } } });
    assert!(check(&chain(5_000, of_rule)).is_err());
    let deep = (0..100).fold(json!({ "kind": "a" }), |inner, _| json!({ "has": inner }));
    assert!(check(&json!({ "rule": deep })).is_err());
}

#[test]
fn the_number_of_parts_is_bounded_through_utilities() {
    for key in ["all", "any"] {
        let twice = |next: String| json!({ key: [{ "matches": next }, { "matches": next }] });
        assert!(check(&chain(10, twice)).is_ok());
        let error = check(&chain(22, twice)).unwrap_err();
        assert!(error.contains("parts"), "{error}");
    }
    let many: Vec<_> = (0..20_000).map(|_| json!({ "kind": "a" })).collect();
    assert!(check(&json!({ "rule": { "any": many[..5_000] } })).is_ok());
    assert!(check(&json!({ "rule": { "any": many } })).is_err());
}

#[test]
fn a_rule_that_uses_itself_at_other_nodes_is_accepted() {
    let rule = json!({
        "rule": { "matches": "u" },
        "utils": { "u": { "any": [{ "kind": "a" }, { "has": { "matches": "u" } }] } },
    });
    assert_eq!(check(&rule), Ok(()));
}

#[test]
fn numbers_and_selectors_are_bounded() {
    let position = |position: Value| check(&json!({ "rule": { "nthChild": position } }));
    assert!(position(json!("2n + 1")).is_ok());
    for bad in [
        json!("99999999999n"),
        json!("-n - 99 99 99 99 99"),
        json!(1u64 << 40),
    ] {
        assert!(position(bad.clone()).is_err(), "{bad}");
        assert!(position(json!({ "position": bad })).is_err());
    }
    let kind = |kind: String| check(&json!({ "rule": { "kind": kind } }));
    assert!(kind("a > b:nth-child(2n+1)".into()).is_ok());
    assert!(kind("a:nth-child(9999999999n)".into()).is_err());
    assert!(kind("a>".repeat(5_000)).is_err());
}
