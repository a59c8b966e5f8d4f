//! Finds texts that have the form of a secret.
//!
//! A prefilter finds the fixed part of each form; an expression then checks the text around it. Tokens
//! with a checksum count only if it is right. Known examples of documentations do not count.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use regex::bytes::Regex;

use super::outcome::FoundSecret;

/// Form of a secret.
struct SecretForm {
    kind: &'static str,
    /// Fixed texts at which the form begins.
    starts: &'static [&'static str],
    /// Expression for the text from the start on.
    expression: &'static str,
    /// Characters, as in a class of an expression, that do not follow the text.
    not_after: &'static str,
    /// Text that does not precede the start.
    not_before: NotBefore,
    /// Additional condition on the matched text.
    check: Option<fn(&[u8]) -> bool>,
}

/// Text that does not precede a secret.
#[derive(Clone, Copy)]
enum NotBefore {
    /// Any text may precede it.
    Nothing,
    /// A letter: the start is then part of a word.
    Letter,
    /// A letter, a digit or `_`.
    WordCharacter,
}

const fn form(
    kind: &'static str,
    starts: &'static [&'static str],
    expression: &'static str,
    not_after: &'static str,
) -> SecretForm {
    SecretForm {
        kind,
        starts,
        expression,
        not_after,
        not_before: NotBefore::Letter,
        check: None,
    }
}

/// Forms as their issuers document them. Each accepts the texts that secretlint's recommended preset
/// accepts, except for placeholders and wrong checksums; the tests list the differences.
const FORMS: [SecretForm; 38] = [
    SecretForm {
        check: Some(has_key_text),
        not_before: NotBefore::Nothing,
        ..form(
            "private key",
            &["-----BEGIN"],
            r"(?s)-----BEGIN ?(?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----.{0,400}",
            "",
        )
    },
    SecretForm {
        check: Some(is_no_example),
        not_before: NotBefore::WordCharacter,
        ..form(
            "AWS access key",
            &["AKIA", "ASIA", "ABIA", "ACCA"],
            "A[KSBC][IC]A[A-Z2-7]{16}",
            "A-Za-z0-9_",
        )
    },
    SecretForm {
        check: Some(is_no_example),
        not_before: NotBefore::Nothing,
        ..form(
            "AWS secret key",
            &[
                "SECRET_ACCESS",
                "SECRET_Access",
                "SECRET_access",
                "SECRETACCESS",
                "SECRETAccess",
                "SECRETaccess",
                "Secret_ACCESS",
                "Secret_Access",
                "Secret_access",
                "SecretACCESS",
                "SecretAccess",
                "Secretaccess",
                "secret_ACCESS",
                "secret_Access",
                "secret_access",
                "secretACCESS",
                "secretAccess",
                "secretaccess",
                "aws_secret_key",
                "AWS_SECRET_KEY",
            ],
            r#"(?:(?:SECRET|secret|Secret)_?(?:ACCESS|access|Access)_?(?:KEY|key|Key)|aws_secret_key|AWS_SECRET_KEY)["']?\s*(?:=>|[:=])\s*["']?[A-Za-z0-9/+=]{40}"#,
            "A-Za-z0-9/+=",
        )
    },
    SecretForm {
        check: Some(has_checksum),
        ..form(
            "GitHub token",
            &["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
            "gh[pousr]_[A-Za-z0-9]{36}",
            "A-Za-z0-9_",
        )
    },
    form(
        "GitHub token",
        &["github_pat_"],
        "github_pat_[A-Za-z0-9_]{82}",
        "A-Za-z0-9_",
    ),
    form(
        "GitHub token",
        &["ghs_"],
        r"ghs_[0-9]{1,20}_ey[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}",
        "",
    ),
    SecretForm {
        check: Some(has_checksum),
        ..form("npm token", &["npm_"], "npm_[A-Za-z0-9]{36}", "A-Za-z0-9_")
    },
    SecretForm {
        not_before: NotBefore::Nothing,
        ..form(
            "npm token",
            &["_authToken=", ":_auth=", ":_password="],
            r#":?_(?:authToken|auth|password)=["']?[A-Za-z0-9+/=_-]{16,}"#,
            "",
        )
    },
    SecretForm {
        not_before: NotBefore::WordCharacter,
        ..form(
            "Slack token",
            &[
                "xoxa-", "xoxb-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xapp-",
            ],
            "(?:xox[abeoprs]|xapp)-(?:[0-9]{1,14}-|[A-Za-z0-9]+-){1,3}[A-Za-z0-9-]{8,}",
            "",
        )
    },
    form(
        "Slack webhook",
        &["hooks.slack.com/services/", "HOOKS.SLACK.COM/services/"],
        r"(?i:hooks\.slack\.com/services)/T[A-Za-z0-9_]{6,}/B[A-Za-z0-9_]{6,}/[A-Za-z0-9_]{20,}",
        "",
    ),
    form(
        "Google API key",
        &["AIza"],
        "AIza[A-Za-z0-9_-]{35}",
        "A-Za-z0-9_-",
    ),
    form(
        "Google OAuth secret",
        &["GOCSPX-"],
        "GOCSPX-[A-Za-z0-9_-]{28}",
        "",
    ),
    form(
        "Stripe key",
        &["sk_live_", "rk_live_", "sk_test_", "rk_test_"],
        "[sr]k_(?:live|test)_[A-Za-z0-9]{24,99}",
        "A-Za-z0-9",
    ),
    form(
        "OpenAI key",
        &["sk-"],
        "sk-(?:(?:proj|svcacct|admin)-)?[A-Za-z0-9_-]{20,}T3BlbkFJ[A-Za-z0-9_-]{20,}",
        "",
    ),
    form(
        "Anthropic key",
        &["sk-ant-"],
        "sk-ant-(?:api|admin)[0-9]{2}-[A-Za-z0-9_-]{90,128}AA",
        "A-Za-z0-9_-",
    ),
    form(
        "SendGrid key",
        &["SG."],
        r"SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}",
        "A-Za-z0-9_-",
    ),
    form(
        "Shopify token",
        &["shpat_", "shpca_", "shppa_", "shpss_"],
        "shp(?:at|ca|pa|ss)_[A-Za-z0-9]{32,64}",
        "A-Za-z0-9",
    ),
    form(
        "Linear key",
        &["lin_api_"],
        "lin_api_[A-Za-z0-9_]{32,128}",
        "A-Za-z0-9_",
    ),
    form("Hugging Face token", &["hf_"], "hf_[A-Za-z]{34}", "A-Za-z"),
    form(
        "GitLab token",
        &["glpat-"],
        "glpat-[A-Za-z0-9_-]{20,128}",
        "A-Za-z0-9_-",
    ),
    form(
        "PyPI token",
        &["pypi-AgE"],
        "pypi-AgE(?:IcHlwaS5vcmc|NdGVzdC5weXBpLm9yZ)[A-Za-z0-9_-]{50,}",
        "",
    ),
    form(
        "Docker token",
        &["dckr_pat_"],
        "dckr_pat_[A-Za-z0-9_-]{27}",
        "A-Za-z0-9_-",
    ),
    form(
        "Docker token",
        &["dckr_oat_"],
        "dckr_oat_[A-Za-z0-9_-]{27,}",
        "",
    ),
    form(
        "1Password token",
        &["ops_eyJ"],
        "ops_eyJ[A-Za-z0-9+/=]{99,1280}fQ={0,2}",
        "A-Za-z0-9+/=",
    ),
    SecretForm {
        check: Some(has_mixed_characters),
        ..form(
            "Vault token",
            &["hvs.", "hvb.", "hvr."],
            r"hv(?:[sr]\.[A-Za-z0-9_-]{90,120}|b\.[A-Za-z0-9_-]{138,300}|s\.[A-Za-z0-9]{24})",
            "A-Za-z0-9_-",
        )
    },
    form(
        "Databricks token",
        &["dapi"],
        "dapi[A-Fa-f0-9]{32}(?:-[0-9])?",
        "A-Fa-f0-9",
    ),
    form(
        "Notion token",
        &["ntn_"],
        "ntn_[0-9]{11}[A-Za-z0-9]{35}",
        "A-Za-z0-9",
    ),
    form(
        "Grafana token",
        &["glsa_"],
        "glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}",
        "A-Fa-f0-9",
    ),
    form(
        "Grafana token",
        &["glc_eyJ"],
        "glc_eyJ[A-Za-z0-9+/]{29,397}={0,2}",
        "A-Za-z0-9+/=",
    ),
    form(
        "Figma token",
        &["figd_"],
        "figd_[A-Za-z0-9_-]{40,200}",
        "A-Za-z0-9_-",
    ),
    form("Groq key", &["gsk_"], "gsk_[A-Za-z0-9]{52}", "A-Za-z0-9"),
    form(
        "Cloudflare key",
        &["cfk_", "cfut_", "cfat_"],
        "cf(?:k|ut|at)_[A-Za-z0-9]{40}[0-9a-f]{8}",
        "A-Za-z0-9",
    ),
    form(
        "Tailscale key",
        &["tskey-"],
        "tskey-[a-z]{2,20}-[A-Za-z0-9_]{8,40}-[A-Za-z0-9_]{16,60}",
        "A-Za-z0-9_",
    ),
    SecretForm {
        check: Some(has_digit),
        ..form(
            "Vercel token",
            &["vcp_", "vci_", "vca_", "vcr_", "vck_"],
            "vc[piark]_[A-Za-z0-9]{20,60}",
            "A-Za-z0-9",
        )
    },
    form(
        "DigitalOcean token",
        &["dop_v1_", "doo_v1_", "dor_v1_"],
        "do[por]_v1_[a-f0-9]{64}",
        "A-Za-z0-9_",
    ),
    SecretForm {
        check: Some(has_password),
        not_before: NotBefore::Nothing,
        ..form(
            "password in a URL",
            &["://"],
            r#"://[^\s:/@"'`<>{}$()\[\]\\]{1,64}:[^\s:/@"'`<>{}$()\[\]\\*%]{4,256}@[A-Za-z0-9.-]+"#,
            "",
        )
    },
    SecretForm {
        check: Some(has_password),
        not_before: NotBefore::Nothing,
        ..form(
            "password in a URL",
            &[
                "MONGODB://",
                "MONGODB+SRV://",
                "MYSQL://",
                "MYSQLX://",
                "POSTGRES://",
                "POSTGRESQL://",
                "mongodb://",
                "mongodb+srv://",
                "mysql://",
                "mysqlx://",
                "postgres://",
                "postgresql://",
            ],
            r#"[A-Za-z+]+://[^\s:/@"'`<>]{1,100}:[^\s/@"'`<>]{4,200}@[^\s/?"'`<>]{1,100}"#,
            "",
        )
    },
    form(
        "age secret key",
        &["AGE-SECRET-KEY-1"],
        "AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}",
        "A-Za-z0-9_",
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
    let compile = |form: &SecretForm| {
        let SecretForm {
            expression,
            not_after,
            ..
        } = form;
        Regex::new(&match *not_after {
            "" => format!("(?-u)^({expression})"),
            not_after => format!("(?-u)^({expression})(?:[^{not_after}]|$)"),
        })
    };
    Some(SecretForms {
        starts: AhoCorasick::builder()
            .match_kind(MatchKind::Standard)
            // Twice as fast as the default, in 0.5 MB.
            .kind(Some(AhoCorasickKind::DFA))
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
        if at < end || is_before(&text[..at], FORMS[form].not_before) {
            continue;
        }
        let window = &text[at..text.len().min(at + WINDOW)];
        let captures = forms.expressions[form].captures(window);
        let Some(matched) = captures.and_then(|captures| captures.get(1)) else {
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

/// Returns whether a text ends with what must not precede a secret.
fn is_before(text: &[u8], not_before: NotBefore) -> bool {
    let Some(last) = text.last() else {
        return false;
    };
    let is_letter = || match last.is_ascii() {
        true => last.is_ascii_alphabetic(),
        false => {
            let end = &text[text.len().saturating_sub(4)..];
            let end = String::from_utf8_lossy(end);
            end.chars().next_back().is_some_and(char::is_alphabetic)
        }
    };
    match not_before {
        NotBefore::Nothing => false,
        NotBefore::Letter => is_letter(),
        NotBefore::WordCharacter => last.is_ascii_alphanumeric() || *last == b'_',
    }
}

/// Returns whether a key follows the first line, not only an ellipsis or a placeholder.
fn has_key_text(block: &[u8]) -> bool {
    /// Minimum number of different characters in the longest line of a key.
    const MIN_CHARACTERS: usize = 12;
    let is_base64 = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    let lines = block.split(|byte| !is_base64(byte));
    let longest = lines.max_by_key(|line| line.len()).unwrap_or_default();
    let mut characters = longest.to_vec();
    characters.sort_unstable();
    characters.dedup();
    longest.len() >= 32 && characters.len() >= MIN_CHARACTERS
}

/// Returns whether a text has a digit.
fn has_digit(text: &[u8]) -> bool {
    text.iter().any(u8::is_ascii_digit)
}

/// Returns whether a text has digits, and letters of both cases.
fn has_mixed_characters(text: &[u8]) -> bool {
    let has = |is: fn(&u8) -> bool| text.iter().any(is);
    has(u8::is_ascii_digit) && has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase)
}

/// Returns whether a text is no example of a documentation.
fn is_no_example(text: &[u8]) -> bool {
    memchr::memmem::find(text, b"EXAMPLE").is_none()
}

/// Texts that stand for a password.
const PLACEHOLDERS: [&str; 17] = [
    "...", "admin", "changeme", "pass", "passwd", "password", "pw", "pwd", "replace", "root",
    "secret", "test", "token", "user", "username", "xxx", "your",
];

/// Returns whether a URL contains a password, not a placeholder or a variable, and a host that is
/// neither local nor reserved for documentation.
fn has_password(url: &[u8]) -> bool {
    let url = String::from_utf8_lossy(url);
    let Some((_, rest)) = url.split_once("://") else {
        return false;
    };
    let Some(((user, password), host)) = rest
        .split_once('@')
        .and_then(|(before, host)| Some((before.split_once(':')?, host)))
    else {
        return false;
    };
    let has_variable = is_variable(password) || is_variable(user);
    let [user, password, host] = [user, password, host].map(str::to_ascii_lowercase);
    let first = password.bytes().next();
    let is_placeholder = PLACEHOLDERS.contains(&password.as_str())
        || password.contains("password")
        || ["your", "replace"]
            .iter()
            .any(|start| password.starts_with(start))
        || ["password", "username"]
            .iter()
            .any(|part| user.contains(part))
        || password.bytes().all(|byte| Some(byte) == first)
        || user == password;
    let is_local = ["localhost", "127.0.0.1", "example."];
    !has_variable && !is_placeholder && !is_local.iter().any(|local| host.starts_with(local))
}

/// Returns whether a text contains a variable of a shell, of a template or of a format.
fn is_variable(text: &str) -> bool {
    let follows = |mark: char, is_next: fn(char) -> bool| {
        let mut rest = text.split(mark).skip(1);
        rest.any(|rest| rest.starts_with(is_next))
    };
    follows('$', |c| {
        matches!(c, '{' | '(' | '_') || c.is_ascii_uppercase()
    }) || text.contains('{') && text.contains('}')
        || text.matches('%').count() >= 2 && follows('%', |c| c == '_' || c.is_ascii_uppercase())
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
    *sum == checksum_of(text)
}

/// Returns the checksum of a text.
pub(super) fn checksum_of(text: &[u8]) -> [u8; 6] {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut rest = crc32(text) as usize;
    let mut sum = [0; 6];
    for digit in sum.iter_mut().rev() {
        *digit = DIGITS[rest % DIGITS.len()];
        rest /= DIGITS.len();
    }
    sum
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
mod tests;
