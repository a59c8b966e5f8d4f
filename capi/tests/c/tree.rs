//! Test trees. `tests/c` has the expected results.

use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

/// Creates a temporary directory that an unprivileged program can enter.
pub(crate) fn place() -> TempDir {
    let place = TempDir::new().unwrap();
    fs::set_permissions(place.path(), Permissions::from_mode(0o755)).unwrap();
    place
}

/// Creates all trees below `place` and returns their directory.
pub(crate) fn make(place: &Path) -> PathBuf {
    let trees = place.join("trees");
    let write = |path: &[u8], content: &[u8]| {
        let path = trees.join(OsStr::from_bytes(path));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    };
    write(
        b"tree/a.txt",
        b"one\nneedle two\nbetween\nthree needle needle\n",
    );
    write("tree/b/ünï.txt".as_bytes(), "ä needle ö\n".as_bytes());
    write(b"tree/c\xFF.txt", b"\xFE needle \xFF\n");
    write(b"tree/bin.dat", b"needle\0\n");
    write(b"tree/sub/d.rs", b"// needle\n");
    write(b"tree/.hidden.txt", b"hidden\n");
    write(b"tree/.ignore", b"ignored.txt\n/js/\n/links/\n");
    write(b"tree/ignored.txt", b"ignored\n");
    write(b"tree/js/node_modules/m.js", b"in_modules\n");
    write(b"other/latin1.txt", b"l'\xE9t\xE9\n");
    write(b"other/linked.txt", b"linked\n");
    fs::create_dir_all(trees.join("tree/links")).unwrap();
    symlink("../../other/linked.txt", trees.join("tree/links/to.txt")).unwrap();
    fs::create_dir_all(trees.join("empty/inside")).unwrap();

    // More results than the library buffers for a callback: a search cannot end while its
    // callback holds the first result.
    let many = b"needle\n".repeat(20_000);
    for number in 0..20 {
        write(format!("many/{number:02}.txt").as_bytes(), &many);
    }

    for path in [
        b"paths/.env".as_slice(),
        b"paths/a.ts",
        b"paths/b.tsx",
        b"paths/n\xFF.md",
        b"paths/src/[id]/page.ts",
        b"paths/src/a.ts",
        b"paths/src/deep/c.ts",
    ] {
        write(path, b"");
    }
    write(b"kinds/file", b"file");
    write(b"kinds/dir/inner", b"");
    for (target, link) in [
        ("file", "to_file"),
        ("dir", "to_dir"),
        ("gone", "to_nowhere"),
    ] {
        symlink(target, trees.join("kinds").join(link)).unwrap();
    }
    write(b"root\xFF/inside", b"");
    // Repository whose index lists `out/kept`.
    write(b"tracked/.git/HEAD", b"ref: refs/heads/main\n");
    write(b"tracked/.git/objects/x", b"");
    write(b"tracked/.git/refs/x", b"");
    write(b"tracked/.gitignore", b"out\n");
    let mut index = b"DIRC\0\0\0\x02\0\0\0\x01".to_vec();
    let mut entry = vec![0; 62];
    entry[61] = b"out/kept".len() as u8;
    entry.extend_from_slice(b"out/kept\0\0");
    index.extend_from_slice(&entry);
    index.extend_from_slice(&[0; 20]);
    write(b"tracked/.git/index", &index);
    for name in ["out/kept", "out/other", "plain"] {
        write(format!("tracked/{name}").as_bytes(), b"");
    }
    for (path, content) in [
        ("depths/top.rs", ""),
        ("depths/ÄRGER.RS", ""),
        ("depths/one/a.rs", ""),
        ("depths/one/two/b.rs", ""),
        ("depths/one/.ignore", "!a.rs\n"),
        ("depths/.geminiignore", "a.rs\n/nested/\n"),
        ("depths/.aiderignore", "!a.rs\ntop.rs\n"),
        ("depths/nested/.git/HEAD", ""),
        ("depths/nested/c.rs", ""),
        ("depths/tree/.git", "gitdir: nowhere\n"),
        ("depths/tree/d.rs", ""),
    ] {
        write(path.as_bytes(), content.as_bytes());
    }
    let before = SystemTime::UNIX_EPOCH - Duration::from_secs(1);
    // `d` is newer than `b`, in the same millisecond.
    for (name, seconds, ns) in [
        ("a", 2, 0),
        ("b", 4, 100),
        ("c", 3, 0),
        ("d", 4, 900),
        ("old", 0, 0),
    ] {
        let path = format!("times/{name}");
        write(path.as_bytes(), b"");
        let file = File::options().write(true).open(trees.join(path)).unwrap();
        file.set_modified(before + Duration::new(seconds, ns))
            .unwrap();
    }

    for (path, seconds) in [("dated/a.c", 1), ("dated/b.c", 3), ("dated/d/c.c", 2)] {
        write(path.as_bytes(), b"f(1);\nf(2);\n");
        let file = File::options().write(true).open(trees.join(path)).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds))
            .unwrap();
    }

    write(
        b"code/a.c",
        "/* ä😀 */ int f(void) {\n\tkfree(a); kfree(b->c);\n}\n".as_bytes(),
    );
    write(b"code/b.html", b"<script>\nkfree(1)\n</script>\n");
    write(b"code/broken.js", b"kfree(2);\nlet = = ;\n");
    write(b"edit/a.js", b"");
    write(b"rendered/a.js", b"");
    write(b"code/notes.txt", b"kfree(4)\n");

    // Deep nesting makes the parser slow.
    let mut hard = vec![b'('; 3_000_000];
    hard.extend_from_slice(b"kfree(a)");
    write(b"hard/a.c", b"int x = kfree(a);\n");
    write(b"hard/z.c", &hard);

    write(b"locked/open.txt", b"needle\n");
    write(b"locked/file.txt", b"needle\n");
    write(b"locked/directory/inside.txt", b"needle\n");
    trees
}
