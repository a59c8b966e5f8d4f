//! Finds texts that have the form of a secret.
//!
//! A prefilter finds the fixed part of each form; an expression then checks the text around it. Tokens
//! with a checksum count only if it is right. Known examples of documentations do not count.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};
use regex::bytes::Regex;

use super::outcome::FoundSecret;

/// Form of a secret.
struct SecretForm {
    kind: &'static str,
    /// Fixed texts at which the form begins.
    starts: &'static [&'static str],
    /// Expression for the text from the start on.
    expression: &'static str,
    /// Additional condition on the matched text.
    check: Option<fn(&[u8]) -> bool>,
}

const fn form(
    kind: &'static str,
    starts: &'static [&'static str],
    expression: &'static str,
) -> SecretForm {
    SecretForm {
        kind,
        starts,
        expression,
        check: None,
    }
}

/// Forms as their issuers document them.
const FORMS: [SecretForm; 31] = [
    SecretForm {
        kind: "private key",
        starts: &["-----BEGIN "],
        expression: r"(?s)-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----.{0,400}",
        check: Some(has_key_text),
    },
    SecretForm {
        check: Some(is_no_example),
        ..form(
            "AWS access key",
            &["AKIA", "ASIA", "ABIA", "ACCA"],
            r"A[KSBC][IC]A[A-Z2-7]{16}\b",
        )
    },
    SecretForm {
        check: Some(is_no_example),
        ..form(
            "AWS secret key",
            &[
                "aws_secret_access_key",
                "AWS_SECRET_ACCESS_KEY",
                "aws_secret_key",
                "AWS_SECRET_KEY",
                "secretAccessKey",
            ],
            r#"(?:aws_secret_access_key|AWS_SECRET_ACCESS_KEY|aws_secret_key|AWS_SECRET_KEY|secretAccessKey)["']?\s*(?:=>|[:=])\s*["']?[A-Za-z0-9/+]{40}(?:[^A-Za-z0-9/+=]|$)"#,
        )
    },
    SecretForm {
        check: Some(has_checksum),
        ..form(
            "GitHub token",
            &["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
            r"gh[pousr]_[A-Za-z0-9]{36}\b",
        )
    },
    form(
        "GitHub token",
        &["github_pat_"],
        r"github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b",
    ),
    SecretForm {
        check: Some(has_checksum),
        ..form("npm token", &["npm_"], r"npm_[A-Za-z0-9]{36}\b")
    },
    form(
        "npm token",
        &[":_authToken=", ":_auth=", ":_password="],
        r#":_(?:authToken|auth|password)=["']?[A-Za-z0-9+/=_-]{16,}"#,
    ),
    form(
        "Slack token",
        &[
            "xoxa-", "xoxb-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xapp-",
        ],
        r"(?:xox[abeoprs]|xapp)-(?:[0-9]{1,14}-|[A-Za-z0-9]+-){1,3}[A-Za-z0-9-]{8,}",
    ),
    form(
        "Slack webhook",
        &["hooks.slack.com/services/"],
        r"hooks\.slack\.com/services/T[A-Za-z0-9_]{6,}/B[A-Za-z0-9_]{6,}/[A-Za-z0-9_]{20,}",
    ),
    form(
        "Google API key",
        &["AIza"],
        r"AIza[A-Za-z0-9_-]{35}(?:[^A-Za-z0-9_-]|$)",
    ),
    form(
        "Google OAuth secret",
        &["GOCSPX-"],
        r"GOCSPX-[A-Za-z0-9_-]{28}",
    ),
    form(
        "Stripe key",
        &["sk_live_", "rk_live_"],
        r"[sr]k_live_[A-Za-z0-9]{24,}\b",
    ),
    form(
        "OpenAI key",
        &["sk-"],
        r"sk-(?:(?:proj|svcacct|admin)-)?[A-Za-z0-9_-]{20,}T3BlbkFJ[A-Za-z0-9_-]{20,}",
    ),
    form(
        "Anthropic key",
        &["sk-ant-"],
        r"sk-ant-(?:api|admin)[0-9]{2}-[A-Za-z0-9_-]{90,}AA",
    ),
    form(
        "SendGrid key",
        &["SG."],
        r"SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}",
    ),
    form(
        "Shopify token",
        &["shpat_", "shpca_", "shppa_", "shpss_"],
        r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b",
    ),
    form("Linear key", &["lin_api_"], r"lin_api_[A-Za-z0-9]{40}\b"),
    form("Hugging Face token", &["hf_"], r"hf_[A-Za-z]{34}\b"),
    form("GitLab token", &["glpat-"], r"glpat-[A-Za-z0-9_-]{20,}"),
    form(
        "PyPI token",
        &["pypi-AgE"],
        r"pypi-AgE(?:IcHlwaS5vcmc|NdGVzdC5weXBpLm9yZ)[A-Za-z0-9_-]{50,}",
    ),
    form(
        "Docker token",
        &["dckr_pat_", "dckr_oat_"],
        r"dckr_[po]at_[A-Za-z0-9_-]{27,}",
    ),
    form(
        "1Password token",
        &["ops_eyJ"],
        r"ops_eyJ[A-Za-z0-9+/_-]{200,}={0,2}",
    ),
    form(
        "Vault token",
        &["hvs.", "hvb.", "hvr."],
        r"hv[sbr]\.[A-Za-z0-9_-]{24,}",
    ),
    form("Databricks token", &["dapi"], r"dapi[a-f0-9]{32}(?:-\d)?\b"),
    form("Notion token", &["ntn_"], r"ntn_[0-9]{11}[A-Za-z0-9]{35}\b"),
    form(
        "Grafana token",
        &["glsa_"],
        r"glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}\b",
    ),
    form("Figma token", &["figd_"], r"figd_[A-Za-z0-9_-]{40,}"),
    form("Groq key", &["gsk_"], r"gsk_[A-Za-z0-9]{52}\b"),
    form(
        "DigitalOcean token",
        &["dop_v1_", "doo_v1_", "dor_v1_"],
        r"do[por]_v1_[a-f0-9]{64}\b",
    ),
    SecretForm {
        check: Some(has_password),
        ..form(
            "password in a URL",
            &["://"],
            r#"://[^\s:/@"'`<>{}$()\[\]\\]{1,64}:[^\s:/@"'`<>{}$()\[\]\\*%]{3,128}@[A-Za-z0-9.-]+"#,
        )
    },
    form(
        "age secret key",
        &["AGE-SECRET-KEY-1"],
        r"AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}\b",
    ),
];

/// Prefilter and compiled expressions of all forms.
struct SecretForms {
    starts: AhoCorasick,
    /// Form of each start of the prefilter.
    form_of_start: Vec<usize>,
    expressions: Vec<Regex>,
}

static COMPILED: LazyLock<Option<SecretForms>> = LazyLock::new(|| {
    let starts = || FORMS.iter().enumerate();
    let starts = starts().flat_map(|(at, form)| form.starts.iter().map(move |start| (at, *start)));
    let (form_of_start, texts): (Vec<usize>, Vec<&str>) = starts.unzip();
    let compile = |form: &SecretForm| Regex::new(&format!("(?-u)^(?:{})", form.expression));
    Some(SecretForms {
        starts: AhoCorasick::builder()
            .match_kind(MatchKind::Standard)
            .build(texts)
            .ok()?,
        form_of_start,
        expressions: FORMS.iter().map(compile).collect::<Result<_, _>>().ok()?,
    })
});

/// Maximum number of secrets reported for one file.
const MAX_FOUND: usize = 100;

/// Maximum length in bytes of the text that is compared with a form.
const WINDOW: usize = 2048;

/// Returns the possible secrets in a text, at most [`MAX_FOUND`], in order.
pub(super) fn find_secrets(text: &[u8]) -> Vec<FoundSecret> {
    let Some(forms) = COMPILED.as_ref() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let (mut line, mut counted, mut end) = (1, 0, 0);
    for start in forms.starts.find_overlapping_iter(text) {
        let at = start.start();
        let form = forms.form_of_start[start.pattern().as_usize()];
        let is_in_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let begins_word = text.get(at).is_some_and(is_in_word);
        let follows_word = at > 0 && is_in_word(&text[at - 1]);
        if at < end || begins_word && follows_word {
            continue;
        }
        let window = &text[at..text.len().min(at + WINDOW)];
        let Some(matched) = forms.expressions[form].find(window) else {
            continue;
        };
        let matched = matched.as_bytes();
        if FORMS[form].check.is_some_and(|check| !check(matched)) {
            continue;
        }
        line += memchr::memchr_iter(b'\n', &text[counted..at]).count() as u64;
        counted = at;
        // A key has lines after its first, which may contain other secrets.
        end = at + memchr::memchr(b'\n', matched).unwrap_or(matched.len());
        found.push(FoundSecret {
            line,
            kind: FORMS[form].kind,
        });
        if found.len() == MAX_FOUND {
            break;
        }
    }
    found
}

/// Returns whether a key follows the first line, not only an ellipsis or a placeholder.
fn has_key_text(block: &[u8]) -> bool {
    let is_base64 = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    let runs = block.split(|byte| !is_base64(byte));
    runs.map(<[u8]>::len).max().unwrap_or(0) >= 32
}

/// Returns whether a text is no example of a documentation.
fn is_no_example(text: &[u8]) -> bool {
    memchr::memmem::find(text, b"EXAMPLE").is_none()
}

/// Returns whether a URL contains a password and not a placeholder.
fn has_password(url: &[u8]) -> bool {
    let url = String::from_utf8_lossy(url).to_ascii_lowercase();
    let Some((before, host)) = url.rsplit_once('@') else {
        return false;
    };
    let password = before.rsplit(':').next().unwrap_or_default();
    let user = before.trim_start_matches("://").split(':').next();
    let placeholders = [
        "pass", "password", "passwd", "pwd", "secret", "token", "xxx", "...", "changeme", "pw",
    ];
    let is_placeholder = placeholders.contains(&password)
        || password.starts_with("your")
        || password.bytes().all(|byte| byte == b'x')
        || user == Some(password);
    let is_local = ["localhost", "127.0.0.1", "example."];
    !is_placeholder && !is_local.iter().any(|local| host.starts_with(local))
}

/// Returns whether the last six characters of a token are the checksum of the characters between its
/// prefix and them: CRC-32, in base 62 with the digits before the letters.
/// <https://github.blog/engineering/behind-githubs-new-authentication-token-formats/>
fn has_checksum(token: &[u8]) -> bool {
    let Some(at) = memchr::memchr(b'_', token) else {
        return false;
    };
    let body = &token[at + 1..];
    let Some((text, sum)) = body.split_last_chunk::<6>() else {
        return false;
    };
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => u64::from(byte - b'0'),
        b'A'..=b'Z' => u64::from(byte - b'A') + 10,
        _ => u64::from(byte.saturating_sub(b'a')) + 36,
    };
    let sum = sum.iter().fold(0, |sum, byte| sum * 62 + digit(*byte));
    sum == u64::from(crc32(text))
}

/// Computes CRC-32 (ISO 3309).
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        let mut crc = crc ^ u32::from(*byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg());
        }
        crc
    };
    !bytes.iter().fold(!0, step)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(u64, &'static str)> {
        let found = find_secrets(text.as_bytes());
        found.iter().map(|found| (found.line, found.kind)).collect()
    }

    /// Returns a token whose checksum is right. Made here, so that no scanner of this repository
    /// finds a token.
    fn with_checksum(prefix: &str) -> String {
        let text = "abcdefghij".repeat(3);
        let mut sum = u64::from(crc32(text.as_bytes()));
        let mut digits = Vec::new();
        for _ in 0..6 {
            let digit = (sum % 62) as u8;
            digits.push(match digit {
                0..=9 => b'0' + digit,
                10..=35 => b'A' + digit - 10,
                _ => b'a' + digit - 36,
            });
            sum /= 62;
        }
        digits.reverse();
        format!("{prefix}{text}{}", String::from_utf8(digits).unwrap())
    }

    #[test]
    fn the_check_value_of_the_checksum_is_right() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    }

    #[test]
    fn forms_compile_and_begin_with_their_starts() {
        let forms = COMPILED.as_ref().unwrap();
        assert_eq!(forms.expressions.len(), FORMS.len());
    }

    #[test]
    fn secrets_are_found_with_their_lines() {
        let github = with_checksum("ghp_");
        let npm = with_checksum("npm_");
        let key = format!(
            "{}BEGIN RSA PRIVATE KEY-----\n{}\n",
            "-----",
            "MIIEpAIBAAKCAQEA".repeat(4)
        );
        let aws = format!("{}{}", "AKIA", "Q3EGRIWVBNTUJX2A");
        let text = format!("a\n{github}\nb = \"{npm}\"\n{key}{aws}\n");
        let expected = [
            (2, "GitHub token"),
            (3, "npm token"),
            (4, "private key"),
            (6, "AWS access key"),
        ];
        assert_eq!(kinds(&text), expected);
    }

    #[test]
    fn placeholders_and_examples_are_no_secrets() {
        let wrong_checksum = format!("ghp_{}", "a".repeat(36));
        for text in [
            wrong_checksum.as_str(),
            "AKIAIOSFODNN7EXAMPLE",
            "-----BEGIN PRIVATE KEY-----\n...\n",
            "postgres://user:password@db.internal/x",
            "https://user:pass@example.com",
            "redis://:${PASSWORD}@host",
            "notghp_abc",
            "sk-learn",
        ] {
            assert_eq!(kinds(text), [], "{text}");
        }
        let url = format!("postgres://app:{}@db.internal/x", "hunter2hunter");
        assert_eq!(kinds(&url), [(1, "password in a URL")]);
    }
}
