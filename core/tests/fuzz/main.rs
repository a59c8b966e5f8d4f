//! Fuzz targets on saved inputs and on inputs derived from them, identical in every run.
//!
//! `core/fuzz` runs the targets under libFuzzer. Its findings are saved in
//! `tests/data/fuzz/TARGET`.

#![allow(dead_code, reason = "modules of other tests are used in part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod targets;

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use ransack_testing::Dice;
use ransack_testing::samples::{self, Fixture};
use ransack_testing::tier;
use targets::TARGETS;

/// Number of lines to take from a fixture.
const MAX_LINES: usize = 40;

/// Maximum length of a derived input in bytes.
const MAX_LEN: usize = 2000;

/// Options and other parts of an input before the text, for the targets that take a language.
const WITH_LANGUAGE: [(&str, &[u8]); 8] = [
    ("ast_edit", b"$A = $B\0$B\0"),
    ("edit_definition", b"\x03\x06x = 1\0"),
    ("highlight", b""),
    ("highlight_stream", b"\x05\0"),
    ("imports", b""),
    ("outline", b""),
    ("pattern", b"\0$A($$$B)\0"),
    ("rule", b"has: { regex: a, stopBy: end }\0"),
];

/// Characters with a meaning in many formats.
const PUNCTUATION: &[u8] = b"(){}[]<>\"'`\\/*#$@!;:,.=-+&|^%~?_ \n\t\0\x1b";

/// Saved inputs of a target; for a target that takes a language, also the beginnings of the outline
/// fixtures.
fn inputs(target: &str) -> Vec<(String, Vec<u8>)> {
    let mut inputs = saved(target);
    let Some((_, parts)) = WITH_LANGUAGE.iter().find(|(name, _)| *name == target) else {
        return inputs;
    };
    for Fixture {
        language, source, ..
    } in samples::outlines()
    {
        let lines: String = source.split_inclusive('\n').take(MAX_LINES).collect();
        let input = [language.as_bytes(), b"\n", parts, lines.as_bytes()].concat();
        inputs.push((language, input));
    }
    inputs.sort();
    inputs
}

/// Saved inputs of a target by name.
fn saved(target: &str) -> Vec<(String, Vec<u8>)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data/fuzz")
        .join(target);
    let mut inputs = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        inputs.push((name, fs::read(path).unwrap()));
    }
    inputs.sort();
    inputs
}

/// Runs a target. Returns the message of a failure with the input.
fn fault(target: fn(&[u8]), name: &str, input: &[u8]) -> Option<String> {
    let failed = catch_unwind(AssertUnwindSafe(|| target(input))).is_err();
    failed.then(|| format!("{name}: {}", input.escape_ascii()))
}

#[test]
fn saved_inputs_hold_all_invariants() {
    let mut faults = Vec::new();
    for (name, target) in TARGETS {
        let inputs = inputs(name);
        assert!(!inputs.is_empty(), "{name} has no saved inputs");
        for (file, input) in inputs {
            faults.extend(fault(target, &format!("{name}/{file}"), &input));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Writes the inputs as the initial corpus of a fuzzer, if `RANSACK_FUZZ_CORPUS` names a directory.
#[test]
fn inputs_are_written() {
    let Some(corpus) = std::env::var_os("RANSACK_FUZZ_CORPUS") else {
        return;
    };
    for (target, _) in TARGETS {
        let directory = Path::new(&corpus).join(target);
        fs::create_dir_all(&directory).unwrap();
        for (name, input) in inputs(target) {
            fs::write(directory.join(name), input).unwrap();
        }
    }
}

/// Mutates an input: cuts, repeats, inserts and replaces parts, some of them from another input.
fn mutate(input: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut made = input.to_vec();
    for _ in 0..=dice.below(4) {
        let at = dice.below(made.len() + 1);
        let len = dice.below(12).min(made.len() - at);
        match dice.below(6) {
            0 => drop(made.drain(at..at + len)),
            1 => {
                let part = made[at..at + len].repeat(dice.below(4));
                drop(made.splice(at..at, part));
            }
            2 => made.insert(at, PUNCTUATION[dice.below(PUNCTUATION.len())]),
            3 if at < made.len() => made[at] = dice.below(256) as u8,
            4 => made.truncate(at),
            _ => {
                let from = dice.below(other.len() + 1);
                let end = other.len().min(from + dice.below(60));
                drop(made.splice(at..at + len, other[from..end].iter().copied()));
            }
        }
    }
    made.truncate(MAX_LEN);
    made
}

#[test]
fn changed_inputs_hold_all_invariants() {
    let rounds: usize = std::env::var("RANSACK_FUZZ_ROUNDS")
        .map_or(tier::cases(40) as usize, |n| n.parse().unwrap());
    let only = std::env::var("RANSACK_FUZZ_TARGET").unwrap_or_default();
    let mut faults = Vec::new();
    for (name, target) in TARGETS.into_iter().filter(|(name, _)| name.contains(&only)) {
        let inputs = inputs(name);
        let mut dice = Dice::new(7);
        for _ in 0..rounds {
            let (_, input) = &inputs[dice.below(inputs.len())];
            let (_, other) = &inputs[dice.below(inputs.len())];
            let made = mutate(input, other, &mut dice);
            faults.extend(fault(target, name, &made));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
