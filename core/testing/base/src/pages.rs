//! Pages of the documentation: their code blocks, and the directory in which tests run these.

use std::fs;
use std::path::Path;

use crate::tools::workspace;

/// Code block of a page, and where it stands: `README.md:30`.
pub struct Block {
    pub place: String,
    pub code: String,
}

/// Returns the blocks of a page whose fence names `language`. `page` is relative to the workspace.
/// Fails if there is none, so that a test cannot pass without a block.
pub fn blocks(page: &str, language: &str) -> Vec<Block> {
    let text = fs::read_to_string(workspace().join(page)).unwrap();
    let mut lines = text.lines().enumerate();
    let mut found = Vec::new();
    while let Some((at, line)) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            continue;
        };
        let code: String = lines
            .by_ref()
            .map(|(_, line)| line)
            .take_while(|line| *line != "```")
            .flat_map(|line| [line, "\n"])
            .collect();
        if info.split(',').next() == Some(language) {
            let place = format!("{page}:{}", at + 1);
            found.push(Block { place, code });
        }
    }
    assert!(!found.is_empty(), "{page} has no code in {language}");
    found
}

/// Creates what the blocks of all pages read: a small source tree, and the link `ransack` to this
/// workspace, where the first use of `README.md` has its checkout.
#[cfg(unix)]
pub fn make_tree(place: &Path) {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            let to = to.join(entry.file_name());
            if entry.file_type().unwrap().is_dir() {
                copy(&entry.path(), &to);
            } else {
                fs::copy(entry.path(), to).unwrap();
            }
        }
    }
    copy(&workspace().join("core/testing/data/pages"), place);
    std::os::unix::fs::symlink(workspace(), place.join("ransack")).unwrap();
}
