use serde_json::json;

use super::*;

fn is_refused(utils: &Value) -> bool {
    check(utils.as_object().unwrap()).is_err()
}

#[test]
fn rounds_that_come_closer_to_an_end_are_accepted() {
    let a = json!({ "matches": "a" });
    for one in ["has", "inside", "precedes", "follows"] {
        assert!(!is_refused(&json!({ "a": { one: a } })), "{one}");
        let stop = json!({ "a": { one: { "kind": "x", "stopBy": a } } });
        assert!(!is_refused(&stop), "{one}");
    }
    for (one, other) in [
        ("has", "precedes"),
        ("has", "follows"),
        ("inside", "follows"),
    ] {
        let both = json!({ "a": { "any": [{ one: a }, { other: a }] } });
        assert!(!is_refused(&both), "{one} and {other}");
    }
    let of_rule = json!({ "nthChild": { "position": 1, "ofRule": { "has": a } } });
    assert!(!is_refused(&json!({ "a": of_rule })));
    assert!(!is_refused(
        &json!({ "a": { "matches": "b" }, "b": { "has": a } })
    ));
}

#[test]
fn rounds_that_return_are_refused() {
    let a = json!({ "matches": "a" });
    let of_rule = json!({ "nthChild": { "position": 1, "ofRule": a } });
    let precedes = json!({ "precedes": of_rule });
    for rule in [
        of_rule.clone(),
        precedes,
        json!({ "has": { "inside": a } }),
        json!({ "any": [{ "has": a }, { "inside": a }] }),
        json!({ "any": [{ "precedes": a }, { "follows": a }] }),
        json!({ "any": [{ "has": a }, of_rule] }),
        json!({ "has": { "kind": "x", "stopBy": { "inside": a } } }),
        json!({ "not": a }),
        json!({ "matches": "b" }),
    ] {
        let utils = json!({ "a": rule, "b": { "has": { "kind": "x" }, "all": [a] } });
        assert!(is_refused(&utils), "{utils}");
    }
}

#[test]
fn long_chains_take_linear_time_and_no_stack() {
    let utils: Map<String, Value> = (0..50_000)
        .map(|n| (format!("u{n}"), json!({ "matches": format!("u{}", n + 1) })))
        .collect();
    assert!(check(&utils).is_ok());
}
