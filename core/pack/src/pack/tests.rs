//! Tests of packing.

mod rules;
mod stream;

use std::fs;
use std::path::Path;

use ransack_base::{CancelToken, ErrorKind, Pool, SkipReason};
use ransack_search::{Workspace, WorkspaceOptions};
use ransack_tokens::{Encoding, count_tokens};
use tempfile::TempDir;

use super::*;

pub(super) fn token() -> CancelToken {
    CancelToken::new()
}

pub(super) fn write(dir: &TempDir, path: &str, text: impl AsRef<[u8]>) {
    let path = dir.path().join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Returns a module with `count` functions, each with a body.
pub(super) fn module(name: &str, count: usize) -> String {
    let function = |index: usize| {
        format!(
            "/// Adds {index}.\npub fn {name}_{index}(value: u64) -> u64 {{\n    \
             let sum = value + {index};\n    // keeps the sum\n    sum * 2 + value\n}}\n\n"
        )
    };
    (0..count).map(function).collect()
}

/// Returns a tree of modules of different sizes.
pub(super) fn tree() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for index in 0..40 {
        let name = format!("m{index}");
        write(
            &dir,
            &format!("src/{name}.rs"),
            module(&name, index % 7 + 1),
        );
    }
    write(&dir, "README.md", "# Title\n\nSome text.\n");
    dir
}

fn levels(pack: &Pack) -> Vec<(String, PackLevel)> {
    let files = pack.files.iter();
    files
        .map(|file| (file.path.to_string(), file.treatment))
        .collect()
}

pub(super) fn run(options: &PackOptions) -> Pack {
    pack(options, &token()).unwrap()
}

#[test]
fn without_a_maximum_every_file_is_whole() {
    let dir = tempfile::tempdir().unwrap();
    write(&dir, "b.rs", "fn b() {}\n");
    write(&dir, "a/c.txt", "text");
    write(&dir, "a/d.bin", b"\0\x01");
    write(&dir, ".gitignore", "x\n");
    let options = PackOptions::new(dir.path()).tree(false);
    let packed = run(&options.globs(["!.gitignore"]));
    let expected = "## a/c.txt\n\n```\ntext\n```\n\n## b.rs\n\n```rust\nfn b() {}\n```\n";
    assert_eq!(packed.text, expected);
    assert_eq!(
        packed.tokens,
        count_tokens(expected, Encoding::O200kBase) as u64
    );
    assert!(
        packed
            .files
            .iter()
            .all(|file| file.reason == PackReason::Complete)
    );
    let skipped: Vec<SkipReason> = packed.report.skipped.iter().map(|s| s.reason).collect();
    assert_eq!(skipped, [SkipReason::Binary]);
    let directories: Vec<(String, u64)> = packed
        .directories
        .iter()
        .map(|directory| (directory.path.to_string(), directory.files))
        .collect();
    assert_eq!(directories, [(String::new(), 2), ("a".to_owned(), 1)]);
    let tokens: u64 = packed.files.iter().map(|file| file.tokens).sum();
    assert_eq!(packed.directories[0].tokens, tokens);
}

#[test]
fn the_maximum_is_never_exceeded_and_nearly_used() {
    let dir = tree();
    let all = run(&PackOptions::new(dir.path()));
    let formats = PackFormat::ALL.map(|(_, format)| format);
    for (round, max) in [0, 10, 60, 200, 500, 1_000, 2_000, 4_000, 8_000, 1 << 40]
        .into_iter()
        .enumerate()
    {
        for encoding in [Encoding::O200kBase, Encoding::Cl100kBase] {
            let options = PackOptions::new(dir.path())
                .format(formats[round % formats.len()])
                .encoding(encoding)
                .line_numbers(round % 3 == 0)
                .max_tokens(max);
            let packed = match pack(&options, &token()) {
                Ok(packed) => packed,
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::InvalidOption, "{max}");
                    assert!(max < 20, "{max}: {error}");
                    continue;
                }
            };
            assert_eq!(packed.tokens, count_tokens(&packed.text, encoding) as u64);
            assert!(packed.tokens <= max, "{} of {max}", packed.tokens);
            let is_all = packed
                .files
                .iter()
                .all(|file| file.treatment == PackLevel::Whole);
            if max >= 200 && !is_all {
                assert!(
                    packed.tokens * 100 >= max * 95,
                    "{} of {max}",
                    packed.tokens
                );
            }
        }
        let options = PackOptions::new(dir.path()).max_bytes(max);
        let packed = run(&options);
        assert!(packed.text.len() as u64 <= max);
        if max > all.text.len() as u64 {
            assert_eq!(packed.text, all.text);
        }
    }
}

#[test]
fn the_text_does_not_depend_on_threads() {
    let dir = tree();
    let texts = [1, 2, 7].map(|threads| {
        let options = PackOptions::new(dir.path())
            .max_tokens(1_500)
            .relevant(["m5_2"])
            .pool(Pool::new(threads));
        let packed = run(&options);
        (packed.text.clone(), levels(&packed))
    });
    assert_eq!(texts[0], texts[1]);
    assert_eq!(texts[0], texts[2]);
}

#[test]
fn bodies_are_lost_before_signatures() {
    let dir = tree();
    let packed = run(&PackOptions::new(dir.path()).max_tokens(2_500));
    let is = |level| packed.files.iter().any(|file| file.treatment == level);
    assert!(is(PackLevel::Whole) && is(PackLevel::Skeleton));
    assert!(packed.text.contains("pub fn m0_0(value: u64) -> u64"));
    let least = run(&PackOptions::new(dir.path()).max_tokens(300));
    let levels = least.files.iter().map(|file| file.treatment);
    assert!(
        levels.clone().any(|level| level == PackLevel::Omitted),
        "{levels:?}"
    );
}

#[test]
fn relevant_definitions_keep_their_bodies() {
    let dir = tree();
    write(&dir, "src/large.rs", module("large", 60));
    let options = PackOptions::new(dir.path()).max_tokens(1_500);
    let relevant = options.clone().relevant(["how does large_30 work"]);
    let packed = run(&relevant);
    assert!(
        packed
            .text
            .contains("let sum = value + 30;\n    // keeps the sum\n")
    );
    assert!(
        packed.text.contains("pub fn large_29(value: u64) -> u64"),
        "{}",
        packed.text
    );
    assert!(
        !packed.text.contains("let sum = value + 29;"),
        "{:?}",
        levels(&packed)
    );
    let pattern = RelevantText::Pattern("^large_4[0-2]$".to_owned());
    let packed = run(&options.relevant([pattern]));
    for index in 40..=42 {
        assert!(packed.text.contains(&format!("let sum = value + {index};")));
    }
}

#[test]
fn named_files_and_weights_come_first() {
    let dir = tree();
    let options = PackOptions::new(dir.path()).max_tokens(400);
    let named = options
        .clone()
        .roots([dir.path().join("src/m33.rs"), dir.path().to_owned()]);
    let packed = run(&named);
    let of = |packed: &Pack, path: &str| {
        let mut files = packed.files.iter();
        files
            .find(|file| file.path.to_string().ends_with(path))
            .unwrap()
            .clone()
    };
    assert!(of(&packed, "m33.rs").treatment >= PackLevel::Skeleton);
    let packed = run(&options.weights([WeightRule::new("m39.rs", 50.0)]));
    assert!(of(&packed, "m39.rs").treatment >= PackLevel::Skeleton);
}

#[test]
fn rules_limit_levels() {
    let dir = tree();
    for max in [None, Some(1_000_000)] {
        let options = PackOptions::new(dir.path()).max_tokens(max).levels([
            LevelRule::new("src/", PackLevel::Skeleton),
            LevelRule::new("m2.rs", PackLevel::Path),
            LevelRule::new("m3.rs", PackLevel::Outline),
        ]);
        let packed = run(&options);
        for (path, level) in levels(&packed) {
            let expected = match &*path {
                "README.md" => PackLevel::Whole,
                "src/m2.rs" => PackLevel::Path,
                "src/m3.rs" => PackLevel::Outline,
                _ => PackLevel::Skeleton,
            };
            assert_eq!(level, expected, "{path}");
        }
        assert!(
            packed
                .text
                .contains("## src/m2.rs\n\n## src/m20.rs (skeleton)\n")
        );
        assert!(packed.text.contains("function m3_0\n"));
        assert!(!packed.text.contains("keeps the sum"));
    }
}

#[test]
fn files_with_secrets_are_left_out() {
    let dir = tempfile::tempdir().unwrap();
    let key = format!("{}{}", "AKIA", "Q3EGRIWVBNTUJX2A");
    write(&dir, "a.env", format!("\nKEY={key}\n"));
    write(&dir, "b.txt", "b");
    for max in [None, Some(1_000)] {
        let options = PackOptions::new(dir.path()).max_tokens(max);
        let packed = run(&options);
        assert!(!packed.text.contains(&key));
        let file = &packed.files[0];
        assert_eq!(
            (file.treatment, file.reason),
            (PackLevel::Omitted, PackReason::Secret)
        );
        assert_eq!(
            (file.secrets[0].line, file.secrets[0].kind),
            (2, "AWS access key")
        );
        let packed = run(&options.allow_secrets(true));
        assert!(packed.text.contains(&key));
        assert_eq!(packed.files[0].secrets.len(), 1);
    }
}

#[test]
fn encodings_are_decoded_or_detected() {
    let dir = tempfile::tempdir().unwrap();
    let cyrillic = "Привет, мир! Это обычный русский текст для проверки.\n";
    let (windows, ..) = encoding_rs::WINDOWS_1251.encode(cyrillic);
    write(&dir, "a.txt", &windows);
    write(&dir, "b.txt", b"\xEF\xBB\xBFmark\n");
    let utf_16: Vec<u8> = "\u{FEFF}wide ä\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    write(&dir, "c.txt", utf_16);
    let options = PackOptions::new(dir.path()).tree(false);
    let packed = run(&options.format(PackFormat::Plain));
    let expected = format!("==== a.txt\n{cyrillic}\n==== b.txt\nmark\n\n==== c.txt\nwide ä\n");
    assert_eq!(packed.text, expected);
    let encodings: Vec<(&str, bool)> = packed
        .files
        .iter()
        .map(|file| (file.encoding, file.is_encoding_detected))
        .collect();
    assert_eq!(
        encodings,
        [
            ("windows-1251", true),
            ("UTF-8", false),
            ("UTF-16LE", false)
        ]
    );
}

#[test]
fn given_sections_and_lists() {
    let dir = tempfile::tempdir().unwrap();
    write(&dir, "a.txt", "a\n");
    let options = PackOptions::new(dir.path()).sections([PackSection::new("Diff", "-a\n+b\n")]);
    let text = run(&options).text;
    assert_eq!(
        text,
        "## a.txt\n\n```\na\n```\n\n# Diff\n\n```\n-a\n+b\n```\n"
    );
    let error = pack(&options.clone().max_tokens(5), &token()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidOption);
    let listed = run(&options.list_only(true));
    assert_eq!(listed.text, "a.txt\n");
}

#[test]
fn too_many_files_name_the_largest() {
    let dir = tempfile::tempdir().unwrap();
    for index in 0..12 {
        write(&dir, &format!("f{index}"), "x".repeat(1_000 + index));
    }
    let options = PackOptions::new(dir.path()).max_content_size(5_000);
    let error = pack(&options, &token()).unwrap_err().to_string();
    assert!(
        error.contains("f11 (1011 bytes), f10 (1010 bytes)"),
        "{error}"
    );
    assert!(error.contains("f2 (") && !error.contains("f1 ("), "{error}");
    assert!(pack(&options.list_only(true), &token()).is_ok());
}

#[test]
fn invalid_options_are_errors() {
    let dir = tempfile::tempdir().unwrap();
    let options = || PackOptions::new(dir.path());
    let cases = [
        (
            options().max_tokens(1).max_bytes(1),
            "both tokens and bytes",
        ),
        (
            options().weights([WeightRule::new("a", f64::NAN)]),
            "weights[0]",
        ),
        (
            options().levels([LevelRule::new("!a", PackLevel::Path)]),
            "levels[0]",
        ),
        (options().relevant(["a", "-"]), "relevant[1]"),
        (
            options().relevant([RelevantText::Pattern("(".to_owned())]),
            "relevant[0]",
        ),
        (options().file_encoding("utf-9"), "unknown encoding"),
    ];
    for (options, expected) in cases {
        let error = pack(&options, &token()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    let missing = pack(&PackOptions::new(dir.path().join("none")), &token()).unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::NotFound);
}

#[test]
fn cancelled_calls_end() {
    let dir = tree();
    let token = CancelToken::new();
    token.cancel(ransack_base::AbortReason::User);
    let options = PackOptions::new(dir.path()).max_tokens(500);
    assert_eq!(
        pack(&options, &token).unwrap_err().kind(),
        ErrorKind::Aborted
    );
    // A limit that passes during the call.
    let large = tempfile::tempdir().unwrap();
    for index in 0..50 {
        write(&large, &format!("f{index}.rs"), module("large", 2_000));
    }
    let options = PackOptions::new(large.path()).max_tokens(100_000);
    let token = CancelToken::with_timeout(std::time::Duration::from_millis(20));
    assert_eq!(
        pack(&options, &token).unwrap_err().kind(),
        ErrorKind::Timeout
    );
}

#[test]
fn workspaces_and_their_buffers_are_packed() {
    let dir = tree();
    let workspace = Workspace::open(dir.path(), &WorkspaceOptions::default()).unwrap();
    let options = PackOptions::new(&workspace).max_tokens(2_000);
    let plain = run(&PackOptions::new(dir.path()).max_tokens(2_000));
    assert_eq!(run(&options).text, plain.text);
    workspace
        .set_buffer(Path::new("src/m1.rs"), b"fn unsaved() {}\n".to_vec())
        .unwrap();
    assert!(
        run(&options.relevant(["unsaved"]))
            .text
            .contains("fn unsaved() {}")
    );
}

#[test]
fn tokens_are_exact_in_every_format_and_encoding() {
    let dir = tree();
    let text = "// Ä\n\n\tx = \"<|endoftext|>\";\n]]>\n/ 12345 'll\n".repeat(20);
    write(&dir, "src/other.c", &text);
    for (name, format) in PackFormat::ALL {
        for encoding in Encoding::ALL {
            let options = PackOptions::new(dir.path()).format(format);
            let packed = run(&options.encoding(encoding));
            let count = |text: &str| count_tokens(text, encoding) as u64;
            assert_eq!(packed.tokens, count(&packed.text), "{name}, {encoding:?}");
            for file in &packed.files {
                let text = fs::read_to_string(dir.path().join(file.path.to_string()));
                assert_eq!(file.original_tokens, count(&text.unwrap()));
            }
        }
    }
}

#[test]
fn repeated_packs_of_a_workspace_are_those_of_single_calls() {
    let dir = tree();
    let workspace = Workspace::open(dir.path(), &WorkspaceOptions::default()).unwrap();
    let secret = format!("postgres://app:{}@db.internal/x\n", "hunter2hunter");
    for text in ["fn secret() {}\n", &secret, "fn secret() {}\n"] {
        write(&dir, "src/m1.rs", text);
        workspace.invalidate(None);
        for max in [4_000, 300] {
            for relevant in [None, Some("m39_0"), None] {
                let limited = |options: PackOptions| {
                    let rule = LevelRule::new("**/*.rs", PackLevel::Skeleton);
                    let options = options.max_tokens(max).levels([rule]);
                    run(&options.relevant(relevant))
                };
                let known = limited(PackOptions::new(&workspace));
                let single = limited(PackOptions::new(dir.path()));
                assert!(known.text == single.text, "{max}, {relevant:?}");
                assert_eq!(known.files, single.files);
                assert_eq!(known.text.contains("let sum"), relevant.is_some());
            }
        }
    }
}

#[test]
fn uncommitted_files_come_first() {
    let dir = tree();
    let git = |args: &[&str]| {
        let mut git = std::process::Command::new("git");
        git.args(["-c", "user.name=n", "-c", "user.email=e"])
            .args(args);
        ransack_testing_base::tools::succeeds(git.current_dir(dir.path()));
    };
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "--message", "one"]);
    write(&dir, "src/m34.rs", module("changed", 3));
    write(&dir, "src/new.rs", module("new", 3));
    let packed = run(&PackOptions::new(dir.path()).max_tokens(400));
    let shown = levels(&packed).into_iter();
    let shown = shown.filter(|(_, level)| *level >= PackLevel::Skeleton);
    let shown: Vec<String> = shown.map(|(path, _)| path).collect();
    for path in ["src/m34.rs", "src/new.rs"] {
        assert!(shown.contains(&path.to_owned()), "{shown:?}");
    }
    let priorities = packed
        .files
        .iter()
        .map(|file| (file.priority > 3.0, &file.path));
    let high: Vec<String> = priorities
        .filter(|(high, _)| *high)
        .map(|(_, p)| p.to_string())
        .collect();
    assert_eq!(high, ["src/m34.rs", "src/new.rs"]);
}

#[test]
fn parts_are_cut_at_files_and_definitions() {
    let dir = tree();
    write(&dir, "large.rs", module("large", 60));
    write(&dir, "line.txt", "word ".repeat(900));
    for (_, format) in PackFormat::ALL {
        for max in [None, Some(6_000)] {
            let options = PackOptions::new(dir.path())
                .format(format)
                .max_tokens(max)
                .max_part_tokens(700)
                .sections([PackSection::new("Diff", "+a\n")]);
            let packed = run(&options);
            assert!(packed.parts.len() > 3);
            for part in &packed.parts {
                assert!(part.tokens <= 700, "{}", part.tokens);
                assert_eq!(
                    part.tokens,
                    count_tokens(&part.text, Encoding::O200kBase) as u64
                );
            }
            let last = packed.parts.last().unwrap();
            assert!(last.text.contains("+a"));
        }
    }
    let options = PackOptions::new(dir.path())
        .format(PackFormat::Plain)
        .max_part_tokens(700);
    let packed = run(&options.clone().globs(["large.rs"]));
    let joined: Vec<&str> = packed.parts.iter().map(|part| part.text.as_str()).collect();
    assert_eq!(joined.join("\n"), packed.text);
    let whole: String = packed
        .text
        .split("\n")
        .filter(|line| !line.starts_with("==== "))
        .collect::<Vec<_>>()
        .join("\n");
    assert_eq!(
        whole.replace("\n\n\n", "\n\n").trim(),
        module("large", 60).trim()
    );
    for part in &packed.parts {
        assert!(part.text.starts_with("==== large.rs (part "));
        assert!(
            part.text.trim_end().ends_with('}'),
            "cut at the end of a definition"
        );
    }
    let numbered = run(&options.globs(["large.rs"]).line_numbers(true));
    assert!(
        numbered.parts[1]
            .text
            .lines()
            .nth(1)
            .unwrap()
            .split('\t')
            .next()
            .unwrap()
            != "1"
    );
    let section = PackSection::new("Long", "word ".repeat(100));
    let error = pack(
        &PackOptions::new(dir.path())
            .max_part_tokens(50)
            .sections([section]),
        &token(),
    );
    assert!(
        error
            .unwrap_err()
            .to_string()
            .contains("does not fit into a part")
    );
}
