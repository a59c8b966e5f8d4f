use ransack_base::CancelToken;
use tree_sitter::Node;

use super::*;
use crate::lookup::language_named;
use crate::parse::parser;

fn key(path: &str) -> BufferTreeKey {
    BufferTreeKey {
        language: "json",
        path: path.as_bytes().into(),
        is_masked: false,
    }
}

fn parsed(trees: &BufferTrees, path: &str, text: &str) -> Tree {
    let token = CancelToken::new();
    let budget = WorkBudget::new(&token, None);
    let mut parser = parser(language_named("json").unwrap()).unwrap();
    let tree = trees.parse(key(path), text.as_bytes(), &mut parser, &budget);
    tree.unwrap()
}

fn first_value(tree: &Tree) -> Node<'_> {
    let array = tree.root_node().named_child(0).unwrap();
    array.named_child(0).unwrap()
}

#[test]
fn an_edit_keeps_the_nodes_before_it() {
    let trees = BufferTrees::default();
    let old = parsed(&trees, "a", "[{\"a\": [1, 2]}, {\"b\": 1}, 5]");
    let new = parsed(&trees, "a", "[{\"a\": [1, 2]}, {\"b\": 10}, 5]");
    assert_eq!(first_value(&old).id(), first_value(&new).id());
    assert!(!new.root_node().has_error() && new.root_node().end_byte() == 29);
    let other = parsed(&trees, "b", "[{\"a\": [1, 2]}, {\"b\": 10}, 5]");
    assert_ne!(first_value(&other).id(), first_value(&new).id());
    let same = parsed(&trees, "a", "[{\"a\": [1, 2]}, {\"b\": 10}, 5]");
    assert_eq!(first_value(&same).id(), first_value(&new).id());
}

#[test]
fn each_incremental_language_exists() {
    for name in INCREMENTAL {
        assert_eq!(language_named(name).unwrap().name, name);
    }
}

#[test]
fn the_last_tree_and_as_many_others_as_fit_are_kept() {
    let trees = BufferTrees::default();
    let large = format!("[{}1]", "1, ".repeat(200_000));
    for path in ["a", "b", "c", "d"] {
        parsed(&trees, path, &large);
    }
    let kept = lock(&trees.0);
    let total: usize = kept.iter().map(BufferTree::weight).sum();
    assert!(kept.len() < 4 && (kept.len() == 1 || total <= BufferTrees::MAX_BYTES));
    assert_eq!(&*kept.last().unwrap().key.path, b"d");
}

#[test]
fn an_edit_turns_one_text_into_the_other_at_characters() {
    let long = "é\nabc".repeat(200);
    let texts = [
        "", "a", "é", "è", "aé", "éa", "a\nb", "a\nc\nb", "ab\nb", "ééé", "éé",
    ];
    let mut texts: Vec<String> = texts.map(str::to_owned).to_vec();
    for (at, inserted) in [(0, "x"), (600, "é"), (603, "\n"), (long.len(), "é")] {
        texts.push(format!("{}{inserted}{}", &long[..at], &long[at..]));
    }
    texts.push(long);
    let point = |text: &str, at: usize| {
        let before = &text[..at];
        let column = at - before.rfind('\n').map_or(0, |feed| feed + 1);
        Point::new(before.matches('\n').count(), column)
    };
    for old in &texts {
        for new in &texts {
            let edit = edit_between(old.as_bytes(), new.as_bytes());
            let (start, end) = (edit.start_byte, edit.new_end_byte);
            let rest = &old[edit.old_end_byte..];
            assert_eq!(*new, format!("{}{}{rest}", &old[..start], &new[start..end]));
            assert_eq!(edit.start_position, point(new, start));
            assert_eq!(edit.new_end_position, point(new, end));
            assert_eq!(edit.old_end_position, point(old, edit.old_end_byte));
        }
    }
}
