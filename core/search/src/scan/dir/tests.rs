use super::*;

fn listing(list: impl FnOnce(&mut dyn FnMut(&[u8], EntryKind))) -> Vec<(Vec<u8>, String)> {
    let mut all = Vec::new();
    list(&mut |name, kind| all.push((name.to_vec(), format!("{kind:?}"))));
    all.sort();
    all
}

#[test]
#[cfg(target_os = "linux")]
fn linux_and_portable_listings_agree() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let path = dir.as_os_str().as_encoded_bytes();
    let fast = listing(|each| {
        let dir = Dir::open(&dir).unwrap();
        dir.list(path, |n, k| {
            each(n, k);
            Ok(())
        })
        .unwrap();
    });
    let slow = listing(|each| {
        let dir = portable::PathDir::open(&dir).unwrap();
        dir.list(path, |n, k| {
            each(n, k);
            Ok(())
        })
        .unwrap();
    });
    assert!(fast.len() > 5);
    assert_eq!(fast, slow);
}
