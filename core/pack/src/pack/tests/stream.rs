//! Tests of the directory tree, of headings and of streams.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use ransack_base::{AbortReason, ErrorKind, Next, Outcome};
use ransack_tokens::{Encoding, count_tokens};

use super::*;

#[test]
fn the_tree_has_the_tokens_of_each_file() {
    let dir = tempfile::tempdir().unwrap();
    write(&dir, "b.txt", "one two three\n");
    write(&dir, "a/c.txt", "text");
    let text = run(&PackOptions::new(dir.path())).text;
    let expected = "# Files\n\n```\n./ (5 tokens)\n  a/ (1 token)\n    c.txt (1 token)\n  \
                    b.txt (4 tokens)\n```\n\n## a/c.txt\n";
    assert!(text.starts_with(expected), "{text}");
    let json = run(&PackOptions::new(dir.path()).format(PackFormat::Json)).text;
    assert!(json.starts_with("{\"tree\":\"./ (5 tokens)\\n"), "{json}");
    assert!(json.ends_with("\n],\"sections\":[\n]}\n"), "{json}");
    let xml = run(&PackOptions::new(dir.path()).format(PackFormat::Xml)).text;
    assert!(xml.starts_with("<pack>\n<tree><![CDATA[\n./ ("), "{xml}");
    let jinni = run(&PackOptions::new(dir.path()).format(PackFormat::Jinni)).text;
    assert!(jinni.starts_with("```path=a/c.txt\n"), "{jinni}");
    // A secret is not packed, but its file is in the tree.
    write(&dir, "k.env", format!("{}{}", "AKIA", "Q3EGRIWVBNTUJX2A"));
    let packed = run(&PackOptions::new(dir.path()));
    assert!(packed.text.contains("  k.env ("));
    let left_out = &packed.files[2];
    assert_eq!(left_out.treatment, PackLevel::Omitted);
    assert!(left_out.original_tokens > 5);
}

#[test]
fn the_tree_has_a_share_of_the_maximum() {
    let dir = tree();
    for max in [300, 1_000, 3_000, 12_000] {
        let packed = run(&PackOptions::new(dir.path()).max_tokens(max));
        assert!(packed.tokens <= max);
        let end = packed.text.find("## ").unwrap();
        let tokens = count_tokens(&packed.text[..end], Encoding::O200kBase) as u64;
        assert!(tokens <= max / 20 + 20, "{tokens} of {max}");
        let is_collapsed = packed.text.contains("  src/ (40 files");
        assert_eq!(
            is_collapsed,
            (1_000..12_000).contains(&max),
            "{}",
            packed.text
        );
    }
}

#[test]
fn headings_tell_roots_apart() {
    let dir = tempfile::tempdir().unwrap();
    write(&dir, "one/a.txt", "1\n");
    write(&dir, "two/a.txt", "2\n");
    let roots = [dir.path().join("one"), dir.path().join("two")];
    let options = PackOptions::default().roots(roots.clone());
    let packed = run(&options);
    for root in &roots {
        let heading = format!("\n## {}/a.txt\n", root.display());
        assert!(packed.text.contains(&heading), "{}", packed.text);
    }
    let paths: Vec<String> = packed.files.iter().map(|f| f.path.to_string()).collect();
    assert_eq!(paths, ["a.txt", "a.txt"]);
    assert!(packed.text.contains("two/ (2 tokens)\n"), "{}", packed.text);
    let within = run(&options.max_tokens(100_000));
    assert_eq!(within.text, packed.text);
}

/// Returns the parts of a stream, without those that tell how many files were read ahead.
fn parts(options: &PackOptions) -> Result<Outcome<PackedText>> {
    let mut outcome = pack_stream(options, &token()).collect_outcome()?;
    outcome
        .items
        .retain(|part| part.file.is_some() || !part.text.is_empty());
    Ok(outcome)
}

#[test]
fn the_parts_of_a_stream_are_the_text() {
    let dir = tree();
    write(&dir, "large.rs", module("large", 60));
    write(&dir, "k.env", format!("{}{}", "AKIA", "Q3EGRIWVBNTUJX2A"));
    write(&dir, "c.bin", b"\0\x01");
    for (_, format) in PackFormat::ALL {
        for max in [None, Some(1_500), Some(1 << 40)] {
            for has_tree in [true, false] {
                let options = PackOptions::new(dir.path())
                    .format(format)
                    .max_tokens(max)
                    .tree(has_tree)
                    .max_part_tokens((max == Some(1_500)).then_some(700))
                    .sections([PackSection::new("Diff", "+a\n")]);
                let packed = run(&options);
                let Outcome { items, report } = parts(&options).unwrap();
                let text: String = items.iter().map(|part| part.text.as_str()).collect();
                assert_eq!(text, packed.text, "{format:?} {max:?}");
                let files = items.iter().filter_map(|part| part.file.clone());
                let files: Vec<PackedFile> = files.collect();
                assert_eq!(files, packed.files);
                assert_eq!(report.skipped.len(), 1);
                assert_eq!(report.complete, packed.report.complete);
                assert_eq!(items.last().unwrap().files_done, files.len() as u64);
            }
        }
    }
}

#[test]
fn a_stream_tells_how_many_files_it_has_read() {
    let dir = tree();
    for max in [None, Some(2_000)] {
        let options = PackOptions::new(dir.path()).max_tokens(max);
        let parts: Vec<PackedText> = pack_stream(&options, &token())
            .collect::<Result<_>>()
            .unwrap();
        let is_ahead = |part: &&PackedText| part.file.is_none() && part.text.is_empty();
        let ahead: Vec<u64> = parts
            .iter()
            .take_while(is_ahead)
            .map(|p| p.files_done)
            .collect();
        assert!(ahead.is_sorted());
        assert_eq!(ahead.last(), Some(&41));
    }
}

#[test]
fn the_errors_of_a_stream_are_those_of_the_call() {
    let dir = tree();
    let options = PackOptions::new(dir.path());
    let kind = |options: &PackOptions| parts(options).unwrap_err().kind();
    for invalid in [
        options.clone().explain(true),
        options.clone().list_only(true),
        options.clone().max_tokens(1).max_bytes(1),
        options
            .clone()
            .max_tokens(1)
            .sections([PackSection::new("a", "word word")]),
        options.clone().max_content_size(5_000),
        options.clone().max_content_size(5_000).tree(false),
    ] {
        assert_eq!(kind(&invalid), ErrorKind::InvalidOption, "{invalid:?}");
    }
    assert_eq!(
        kind(&PackOptions::new(dir.path().join("none"))),
        ErrorKind::NotFound
    );
    let cancelled = CancelToken::new();
    cancelled.cancel(AbortReason::User);
    let first = pack_stream(&options, &cancelled).next().unwrap();
    assert_eq!(first.unwrap_err().kind(), ErrorKind::Aborted);
}

#[test]
fn a_stream_ends_when_its_token_fires() {
    let dir = tree();
    for max in [None, Some(3_000)] {
        for taken in [1, 2, 5] {
            let token = CancelToken::new();
            let options = PackOptions::new(dir.path()).max_tokens(max);
            let mut stream = pack_stream(&options, &token);
            for _ in 0..taken {
                stream.next_batch(1).unwrap().unwrap();
            }
            token.cancel(AbortReason::User);
            let error = stream.find_map(Result::err).unwrap();
            assert_eq!(error.kind(), ErrorKind::Aborted);
            assert!(stream.next().is_none());
        }
    }
}

#[test]
fn a_stream_can_be_polled() {
    let dir = tree();
    for max in [None, Some(2_000)] {
        let options = PackOptions::new(dir.path()).max_tokens(max);
        let mut stream = pack_stream(&options, &token());
        let woken = Arc::new(AtomicUsize::new(0));
        let (count, consumer) = (woken.clone(), thread::current());
        stream.on_ready(move || {
            count.fetch_add(1, Ordering::Release);
            consumer.unpark();
        });
        let (mut text, mut seen) = (String::new(), 0);
        loop {
            match stream.poll_batch(3) {
                Next::Batch(parts) => {
                    assert!(parts.len() <= 3);
                    text.extend(parts.iter().map(|part| part.text.as_str()));
                }
                Next::Pending => {
                    while woken.load(Ordering::Acquire) == seen {
                        thread::park();
                    }
                    seen += 1;
                }
                Next::End(report) => break assert!(report.unwrap().complete),
            }
        }
        assert_eq!(text, run(&options).text);
    }
}
