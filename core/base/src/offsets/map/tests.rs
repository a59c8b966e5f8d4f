use super::*;

/// One step of an edit: `Ok` keeps bytes, `Err` replaces some bytes with others.
type Step = Result<usize, (usize, usize)>;

/// Returns the map, and the original offset for each edited offset
/// including the end.
fn build(steps: &[Step]) -> (OffsetMap, Vec<usize>) {
    let mut map = OffsetMap::default();
    let (mut originals, mut original) = (Vec::new(), 0);
    for step in steps {
        match *step {
            Ok(len) => {
                map.keep(len);
                originals.extend(original..original + len);
                original += len;
            }
            Err((old, new)) => {
                map.replace(old, new);
                originals.resize(originals.len() + new, original);
                original += old;
            }
        }
    }
    originals.push(original);
    (map, originals)
}

fn edits() -> Vec<Vec<Step>> {
    let steps = [
        Ok(0),
        Ok(1),
        Ok(5),
        Err((0, 2)),
        Err((1, 3)),
        Err((4, 1)),
        Err((2, 0)),
    ];
    let mut edits = vec![Vec::new()];
    for _ in 0..4 {
        let more: Vec<_> = edits
            .iter()
            .flat_map(|edit| steps.iter().map(|&step| [&edit[..], &[step]].concat()))
            .collect();
        edits.extend(more);
        edits.sort();
        edits.dedup();
    }
    edits
}

#[test]
fn offsets_agree_with_a_table_of_every_offset() {
    for edit in edits() {
        let (map, originals) = build(&edit);
        for (at, &original) in originals.iter().enumerate() {
            assert_eq!(map.original(at), original, "{at} of {edit:?}");
        }
        assert_eq!(map.is_identity(), edit.iter().all(Result::is_ok));
    }
}

#[test]
fn maps_of_successive_edits_are_composed() {
    let (first, first_originals) = build(&[Ok(2), Err((3, 1)), Ok(4), Err((0, 2)), Ok(3)]);
    for edit in edits() {
        let (map, originals) = build(&edit);
        let map = map.after(first.clone());
        for (at, &middle) in originals.iter().enumerate() {
            if let Some(&original) = first_originals.get(middle) {
                assert_eq!(map.original(at), original, "{at} of {edit:?}");
            }
        }
    }
}
