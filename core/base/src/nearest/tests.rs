use super::*;

#[test]
fn unknown_names_have_their_nearest() {
    let names = [
        "js",
        "java",
        "ts",
        "rust",
        "ruby",
        "typescript",
        "utf-16le",
        "utf-16be",
    ];
    let of = |wanted| super::nearest(wanted, names);
    assert_eq!(of("javascript")[..2], ["java", "js"].map(str::to_owned));
    assert_eq!(of("typescrpt")[0], "typescript");
    assert_eq!(of("utf16"), ["utf-16be", "utf-16le"]);
    assert_eq!(of("TS")[0], "ts");
    assert_eq!(super::nearest("pat", ["part", "path"])[0], "path");
    assert!(of("zzzz").is_empty() && of("").is_empty());
}

fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

fn nearest(wanted: &str, names: &[&str]) -> Vec<String> {
    let mut nearest = Nearest::new(wanted, last);
    names.iter().for_each(|name| nearest.add(name));
    nearest.names()
}

#[test]
fn similar_own_parts_come_first() {
    let names = ["Circle.area", "Shape.area", "Shape.areas", "Shape.draw"];
    assert_eq!(
        nearest("Shape.Area", &names),
        ["Shape.area", "Circle.area", "Shape.areas"]
    );
    assert_eq!(
        nearest("Shape::aera", &["A", "Shape::area"]),
        ["Shape::area"]
    );
    assert_eq!(nearest("f", &["f", "A.f", "f", "A.f"]), ["f", "A.f"]);
}

#[test]
fn without_a_similar_part_the_nearest_names_are_any() {
    assert_eq!(nearest("A.g", &["B", "A.f", "A"]), ["A.f", "A", "B"]);
    assert_eq!(nearest("x", &["a", "b", "c", "d", "e", "f"]).len(), 5);
    assert!(nearest("x", &[]).is_empty());
}

#[test]
fn long_names_are_compared_by_their_start() {
    let long = "é".repeat(1 << 20);
    assert_eq!(nearest(&long, &["e", &long]).join(" "), long);
}
