//! Compares the secrets found with the findings of secretlint's recommended preset, on a table of
//! samples.
//!
//! The default tier compares with the committed verdicts of the preset; the group `secrets` installs
//! the preset and compares the verdicts with it.

use std::fs;
use std::process::Command;

use ransack_testing_base::{tier, tools};

use crate::pack::secrets::{checksum_of, find_secrets};

const SAMPLES: &str = include_str!("samples.txt");

/// Versions of the packages that the verdicts are from.
const PACKAGES: [&str; 2] = [
    "@secretlint/core@13.1.0",
    "@secretlint/secretlint-rule-preset-recommend@13.1.0",
];

/// Reads pairs of a file name and a text as JSON, and prints `true` or `false` for each: whether the
/// preset reports the text.
const SCRIPT: &str = r#"
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { lintSource } from '@secretlint/core'
import { creator } from '@secretlint/secretlint-rule-preset-recommend'
const rules = [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }]
for (const [filePath, content] of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
  const source = { filePath, content, ext: extname(filePath), contentType: 'text' }
  const { messages } = await lintSource({ source, options: { config: { rules }, noPhysicFilePath: true } })
  console.log(messages.length > 0)
}
"#;

/// Row of the table.
struct Sample {
    line: usize,
    verdict: &'static str,
    file: &'static str,
    text: String,
    reason: &'static str,
}

impl Sample {
    fn preset_reports(&self) -> bool {
        matches!(self.verdict, "both" | "theirs")
    }

    fn reports(&self) -> bool {
        matches!(self.verdict, "both" | "ours")
    }
}

fn samples() -> Vec<Sample> {
    let rows = SAMPLES.lines().enumerate();
    let rows = rows.filter(|(_, row)| !row.is_empty() && !row.starts_with('#'));
    let sample = |(index, row): (usize, &'static str)| {
        let mut parts = row.split(" | ").map(str::trim);
        let mut part = || parts.next().unwrap_or_default();
        Sample {
            line: index + 1,
            verdict: part(),
            file: part(),
            text: text_of(part(), index as u32 + 1),
            reason: part(),
        }
    };
    rows.map(sample).collect()
}

/// Returns the text of a recipe.
fn text_of(recipe: &str, seed: u32) -> String {
    let recipe = recipe.replace("\\\\", "\0").replace("\\n", "\n");
    let recipe = recipe.replace('\0', "\\");
    let (mut text, mut rest) = (String::new(), recipe.as_str());
    let mut random = seed.wrapping_mul(2_654_435_761);
    while let Some((before, after)) = rest.split_once('<') {
        let (inside, after) = after.split_once('>').unwrap();
        text.push_str(before);
        if let Some((count, class)) = inside.split_once(' ') {
            text.push_str(&generated(count.parse().unwrap(), class, &mut random));
        }
        rest = after;
    }
    text + rest
}

/// Returns `count` characters of a class.
fn generated(count: usize, class: &str, random: &mut u32) -> String {
    const ALNUM: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    let of = |characters: &str, count: usize, random: &mut u32| -> String {
        let next = (0..count).map(|_| {
            *random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            characters.as_bytes()[(*random >> 8) as usize % characters.len()] as char
        });
        next.collect()
    };
    let characters = match class {
        "alnum" => ALNUM.to_owned(),
        "alpha" => ALNUM[..52].to_owned(),
        "upper" => ALNUM[..26].to_owned() + &ALNUM[52..],
        "digit" => ALNUM[52..].to_owned(),
        "hex" => "0123456789abcdef".to_owned(),
        "HEX" => "ABCDEF".to_owned(),
        "base32" => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".to_owned(),
        "bech32" => "023456789ACDEFGHJKLMNPQRSTUVWXYZ".to_owned(),
        "base64" => format!("{ALNUM}+/"),
        "url" => format!("{ALNUM}-_"),
        "word" => format!("{ALNUM}_"),
        "x" => "x".to_owned(),
        // With the checksum of GitHub and npm.
        "sum" => {
            let text = of(ALNUM, count - 6, random);
            let sum = checksum_of(text.as_bytes());
            return text + str::from_utf8(&sum).unwrap();
        }
        // A JSON object in base 64.
        "json" => {
            let inside = of(ALNUM, count / 4 * 3 - 2 - 13, random);
            return base64(format!("{{\"email\":\"a{inside}\"}}").as_bytes());
        }
        _ => panic!("no class {class}"),
    };
    // Letters and digits at both ends, so that boundaries are the same for all seeds.
    match (class, count) {
        ("url" | "word" | "base64", 2..) => {
            of(ALNUM, 1, random) + &of(&characters, count - 2, random) + &of(ALNUM, 1, random)
        }
        _ => of(&characters, count, random),
    }
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = (0..3).fold(0_usize, |bits, at| {
            bits << 8 | usize::from(chunk.get(at).copied().unwrap_or(0))
        });
        for at in 0..4 {
            text.push(match at <= chunk.len() {
                true => DIGITS[bits >> (18 - 6 * at) & 63] as char,
                false => '=',
            });
        }
    }
    text
}

#[test]
fn samples_are_reported_as_the_table_says() {
    let mut wrong = Vec::new();
    for sample in samples() {
        let Sample {
            line,
            verdict,
            text,
            reason,
            ..
        } = &sample;
        assert!(
            ["both", "none", "ours", "theirs"].contains(verdict),
            "{line}"
        );
        let differs = sample.reports() != sample.preset_reports();
        assert_eq!(differs, !reason.is_empty(), "reason of line {line}");
        let found = find_secrets(text.as_bytes());
        if found.is_empty() == sample.reports() {
            wrong.push(format!("{line}: {verdict}: {text}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn verdicts_are_those_of_the_preset() {
    if !tier::runs("secrets") {
        return;
    }
    let name = PACKAGES.join("+").replace(['/', '@'], "-");
    let place = tools::once(&tools::target().join("tools").join(name), |place| {
        fs::create_dir_all(place).unwrap();
        let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
        npm.args(["install", "--no-audit", "--no-fund", "--prefix"])
            .arg(place)
            .args(PACKAGES);
        tools::succeeds(&mut npm);
    });
    let samples = samples();
    let quoted = |text: &str| {
        let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
        format!("\"{}\"", escaped.replace('\n', "\\n"))
    };
    let pairs = samples.iter().map(|sample| {
        let Sample { file, text, .. } = sample;
        format!("[{},{}]", quoted(file), quoted(text))
    });
    let pairs = pairs.collect::<Vec<_>>().join(",");
    let (script, input) = (place.join("verdicts.mjs"), place.join("samples.json"));
    fs::write(&script, SCRIPT).unwrap();
    fs::write(&input, format!("[{pairs}]")).unwrap();
    let verdicts = tools::succeeds(Command::new("node").arg(script).arg(input));
    let mut wrong = Vec::new();
    let mut verdicts = verdicts.lines();
    for sample in &samples {
        let verdict = verdicts.next().unwrap() == "true";
        if verdict != sample.preset_reports() {
            let Sample { line, text, .. } = sample;
            wrong.push(format!("{line}: the preset says {verdict}: {text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
