use std::fs;
use std::thread;
use std::time::Duration;

use ransack_base::CancelToken;
use ransack_search::internal::{begin_scope, workspace_value};
use ransack_search::{Scope, Workspace, WorkspaceOptions};

use super::*;
use crate::{PackOptions, pack};

fn text(options: &PackOptions) -> String {
    pack(options, &CancelToken::new()).unwrap().text
}

#[test]
fn unchanged_files_are_known_and_changed_files_are_read() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().canonicalize().unwrap().join("a.rs");
    fs::write(&path, "fn one() {}\n").unwrap();
    fs::write(dir.path().join("b.rs"), "fn two() {}\n").unwrap();
    let workspace = Workspace::open(dir.path(), &WorkspaceOptions::default()).unwrap();
    let within = |root: PackOptions| root.max_tokens(1_000);
    let options = within(PackOptions::new(&workspace));
    let plain = within(PackOptions::new(dir.path()));
    let scope = begin_scope(&Scope::new(&workspace));
    let cache: Arc<MeasureCache> = workspace_value(&scope).unwrap();
    let is_known = || lock(&cache.0).files.contains_key(&path);
    // The time stamps of a new file do not yet identify its content.
    while !is_known() {
        assert_eq!(text(&options), text(&plain));
        thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(text(&options), text(&plain));
    let known = lock(&cache.0).files[&path].clone();
    let found = |key: &ReadKey| cache.file(&path, key, Encoding::O200kBase).is_some();
    assert!(found(&known.key));
    for other in [
        ReadKey {
            stamp: known.key.stamp + 2,
            ..known.key.clone()
        },
        ReadKey {
            encoding: Some("latin1".to_owned()),
            ..known.key.clone()
        },
        ReadKey {
            max_file_size: Some(3),
            ..known.key.clone()
        },
    ] {
        assert!(!found(&other));
    }
    assert!(
        cache
            .file(&path, &known.key, Encoding::Cl100kBase)
            .is_none()
    );
    // Same size and, as far as a program can set it, same time.
    let modified = fs::metadata(&path).unwrap().modified().unwrap();
    fs::write(&path, "fn new() {}\n").unwrap();
    let file = fs::File::options().write(true).open(&path).unwrap();
    file.set_modified(modified).unwrap();
    assert!(text(&options).contains("fn new"));
    workspace.set_buffer("a.rs", "fn unsaved() {}\n").unwrap();
    assert!(text(&options).contains("fn unsaved"));
    workspace.clear_buffer(None).unwrap();
    assert_eq!(text(&options), text(&plain));
}

#[test]
fn a_full_cache_is_emptied() {
    let cache = MeasureCache::default();
    let measure = Measure {
        words: vec![0; MAX_WEIGHT / 16].into(),
        ..Measure::default()
    };
    let key = |number: u8| MeasureKey {
        version: ContentId::of(&[number]),
        language: None,
        text_encoding: "UTF-8",
        encoding: Encoding::O200kBase,
    };
    for number in 0..6 {
        cache.add(key(number), Arc::new(measure.clone()));
        assert!(lock(&cache.0).weight <= MAX_WEIGHT);
        assert!(cache.get(&key(number)).is_some());
    }
    assert!(cache.get(&key(0)).is_none());
}
