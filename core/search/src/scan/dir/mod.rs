//! An open directory: lists its entries and opens them.
//!
//! On Linux (`linux`), entries are opened relative to the directory's
//! descriptor, so the kernel does not resolve the whole path for each file.
//! Elsewhere (`portable`), the standard library opens them by path.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(any(test, not(target_os = "linux")))]
#[cfg_attr(
    target_os = "linux",
    allow(unreachable_pub, reason = "public on other systems")
)]
mod portable;

use std::fs::File;
use std::io;
use std::path::Path;

use super::file_stamp::{EntryKind, FileStamp};

/// Device and inode of a directory, to detect symbolic link loops.
pub(crate) type Identity = (u64, u64);

#[cfg(target_os = "linux")]
pub use linux::Dir;
#[cfg(not(target_os = "linux"))]
pub use portable::PathDir as Dir;

#[cfg(test)]
mod tests {
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
}
