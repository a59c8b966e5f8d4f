use tree_sitter::Parser;

use super::*;

fn tree(grammar: LanguageFn, text: &str) -> String {
    let mut parser = Parser::new();
    parser.set_language(&grammar.into()).unwrap();
    parser.parse(text, None).unwrap().root_node().to_sexp()
}

#[test]
fn trees_equal_those_of_the_crate() {
    let function = |tag: &str, body: &str| {
        format!(
            "CREATE FUNCTION f() RETURNS int AS {tag}\n{body}\n{tag} LANGUAGE plpgsql;\n\
             SELECT {tag}{body}{tag}, $1, $$ a $x$ b $x$ $$;\n"
        )
    };
    let mut texts = vec![String::new(), "SELECT $".into(), "SELECT $a$ b".into()];
    for tag in ["$$", "$a$", "$body_1$", "$\u{e9}$"] {
        for body in [
            "BEGIN RETURN 1; END;",
            "SELECT $q$ text $q$;",
            "a $ b $$ c",
            "$",
            "",
        ] {
            texts.push(function(tag, body));
            texts.push(function(tag, body).repeat(3));
            texts.push(function(tag, body).replace('\n', " \t\x0b"));
            texts.push(function(tag, body).replace("LANGUAGE", "$"));
        }
    }
    texts.push(function(&format!("${}$", "a".repeat(1_000)), "x"));
    texts.push("$a ".repeat(200) + &"$b$ ".repeat(200));
    texts.push("DO $a$ ".repeat(100));
    for text in texts {
        let [ours, original] = [SQL, tree_sitter_sequel::LANGUAGE].map(|g| tree(g, &text));
        assert_eq!(ours, original, "{text}");
    }
}

/// Environment variable that selects the grammar of the child process.
#[cfg(target_os = "linux")]
const GRAMMAR: &str = "RANSACK_TEST_SQL_GRAMMAR";

/// Returns the growth in bytes of a process's peak memory while it parses hostile text several
/// times.
#[cfg(target_os = "linux")]
fn growth(grammar: &str) -> usize {
    let child = "scanner::sql::tests::print_growth";
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--ignored", "--nocapture", child])
        .env(GRAMMAR, grammar)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let number = text.lines().find_map(|line| line.split_once("grown by "));
    number.unwrap().1.trim().parse().unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn no_state_is_lost() {
    let [ours, original] = ["ours", "original"].map(growth);
    assert!(ours < 8 << 20, "{ours}");
    // The crate's own scanner leaks; otherwise this test could not fail.
    assert!(original > 64 << 20, "{original}");
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "child process of the test above, which runs it"]
fn print_growth() {
    let peak = || {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.unwrap().trim().trim_end_matches(" kB");
        kilobytes.parse::<usize>().unwrap() << 10
    };
    let grammar = match std::env::var(GRAMMAR).unwrap().as_str() {
        "ours" => SQL,
        _ => tree_sitter_sequel::LANGUAGE,
    };
    // The crate's scanner loses the tag at each token of the body.
    let start = format!(
        "CREATE FUNCTION f() RETURNS int AS ${}$ BEGIN ",
        "a".repeat(900)
    );
    let text = start + &"SELECT 1 + $1; ".repeat(3_000);
    tree(grammar, &text);
    let before = peak();
    for _ in 0..20 {
        tree(grammar, &text);
    }
    let mut out = std::io::stdout();
    std::io::Write::write_fmt(&mut out, format_args!("grown by {}\n", peak() - before)).unwrap();
}

#[test]
fn a_tag_longer_than_the_buffer_is_dropped() {
    for len in [1_021, 1_022, 1_023, 1_024, 5_000] {
        let tag = format!("${}$", "a".repeat(len));
        let text = format!("CREATE FUNCTION f() RETURNS int AS {tag} BEGIN END; {tag};");
        assert!(tree(SQL, &text).starts_with("(program"));
    }
}
