//! A tree of hard cases: line endings, encodings, empty files, hidden and
//! ignored files, names that sort in unexpected places.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

pub(crate) fn grow() -> TempDir {
    let dir = TempDir::new().unwrap();
    let root = dir.path();
    crate::equivalence::init(root);
    for (path, content) in FILES {
        write(root, path, content.as_bytes());
    }
    for (path, content) in BYTES {
        write(root, path, content);
    }
    let text = "\u{FEFF}first needle\nzwölf wide Needle\n\nlast needle";
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    write(root, "utf16/little.txt", &little);
    write(root, "utf16/big.txt", &big);
    write(root, "large.txt", random_text(20_000).as_bytes());
    for n in 0..60 {
        write(
            root,
            &format!("many/{n}.txt"),
            random_text(n * 3).as_bytes(),
        );
    }
    dir
}

/// The file that starts with a UTF-8 byte order mark.
pub(crate) const MARKED: &str = "bom.txt";

const FILES: &[(&str, &str)] = &[
    ("a.c", "int needle;\nint a.c = 1; /* abc */\n\tneedle();\n"),
    ("a0", "needle in a0\n"),
    ("a/b", "needle in a/b\n"),
    (
        "src/main.rs",
        "fn needle() {\n    let Needle = 12;\n}\n\n// needles needle_x needle\n",
    ),
    ("src/lib.rs", "needle\n\n\nalpha\nneedle\nalpha beta\n"),
    ("src/deep/mod.rs", "mod needle; // needle needle\n"),
    ("src/deep/lib.hpp", "class Needle { needle n; };\n"),
    ("src/README.md", "# Needle\n\nA needle in a haystack (x).\n"),
    (
        "crlf.txt",
        "needle\r\nalpha\r\n\r\nneedle\r\nend needle\r\n",
    ),
    ("mixed.txt", "needle\r\nneedle\n\r\n\nalpha needle\r\n"),
    ("unended.txt", "alpha\nneedle"),
    ("unended-crlf.txt", "needle\r\nneedle\r\nx"),
    ("empty.txt", ""),
    ("newline.txt", "\n"),
    ("newlines.txt", "\n\n\n\r\n\n"),
    (MARKED, "\u{FEFF}needle\nneedle after bom\n"),
    (
        "unicode.txt",
        "zwölf Ä ä Straße STRASSE Ωσς ǅ Ǆ ǆ\n日本 日本語 needle\nαβγ 12 a1\nü Ü\n",
    ),
    (
        "words.txt",
        "needle,needle needle-needle xneedle needlex _needle needle_\nalpha\nbeta\n",
    ),
    ("spaces.txt", "  needle  \n\ttab\tbed\n   \n al pha\n"),
    (".hidden.txt", "hidden needle\n"),
    (".config/settings.txt", "needle\n"),
    (".gitignore", "*.log\n/build/\n!keep.log\n# needle\n"),
    ("out.log", "needle\n"),
    ("keep.log", "needle\n"),
    ("build/out.txt", "needle\n"),
    ("sub/build/kept.txt", "needle\n"),
    ("sub/.ignore", "*.tmp\n"),
    ("sub/x.tmp", "needle\n"),
    ("sub/.gitignore", "!out.log\n"),
    ("sub/out.log", "needle\n"),
    ("node_modules/m/index.js", "needle\n"),
    ("space name/f (1).txt", "needle\n"),
];

const BYTES: &[(&str, &[u8])] = &[
    ("enc/latin1.txt", b"zw\xF6lf needle\nZW\xD6LF\n"),
    ("enc/gbk.txt", b"\xD6\xD0\xCE\xC4 needle\n\xCE\xC4\n"),
    ("enc/shift_jis.txt", b"\x93\xFA\x96\x7B needle\n"),
    ("enc/utf16le.txt", b"w\0i\0d\0e\0 \0n\0e\0\n\0"),
    (
        "enc/invalid.txt",
        b"needle \xFF\xFE needle\n\xE4 alone\n\xC3",
    ),
];

/// A copy of a tree in which each line ends with a line feed alone.
pub(crate) fn with_plain_line_ends(root: &Path) -> TempDir {
    let copy = TempDir::new().unwrap();
    let mut dirs = vec![String::new()];
    while let Some(dir) = dirs.pop() {
        for entry in fs::read_dir(root.join(&dir)).unwrap().map(Result::unwrap) {
            let path = format!("{dir}{}", entry.file_name().to_str().unwrap());
            if entry.file_type().unwrap().is_dir() {
                dirs.push(path + "/");
                continue;
            }
            let mut text = fs::read(entry.path()).unwrap();
            let ends_pair = |at: usize| text[at..].starts_with(b"\r\n");
            let kept = (0..text.len()).filter(|&at| !ends_pair(at));
            text = kept.map(|at| text[at]).collect();
            write(copy.path(), &path, &text);
        }
    }
    copy
}

fn write(root: &Path, path: &str, content: &[u8]) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

/// Generates text, the same in every run.
fn random_text(words: u64) -> String {
    let choice = [
        "alpha", "beta", "needle", "Needle", "x", "12", "ä", "foo.bar", "(x",
    ];
    let mut state = words;
    let mut below = |end: u64| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) % end
    };
    let mut text = String::new();
    for _ in 0..words {
        text += choice[below(choice.len() as u64) as usize];
        text += [" ", " ", "\n", "\n\n", "\r\n", "\t"][below(6) as usize];
    }
    text
}
