use super::*;

#[test]
fn growth_of_memory_is_found() {
    let samples = |slope: f64| -> Vec<Sample> {
        let at = |n: u32| {
            let value = 100.0 + slope * f64::from(n);
            (f64::from(n), [value; COLUMNS.len()])
        };
        (0..100).map(at).collect()
    };
    assert!(summarise(&samples(0.0)).0);
    assert!(summarise(&samples(0.05)).0);
    assert!(!summarise(&samples(0.2)).0);
}
