//! Languages that are decided by the first line that only one of them has.

/// Returns `xml` if the text begins like XML, as translations of Qt, tile sets and mind maps do;
/// otherwise `code`.
pub(super) fn xml_or(code: &'static str, text: &[u8]) -> &'static str {
    let start = text.trim_ascii_start();
    match begins(start, &["<?xml", "<!DOCTYPE", "<TS", "<map "]) {
        true => "xml",
        false => code,
    }
}

/// Language of a line: undecided, or decided with a name if the language has one here.
type Verdict = Option<Option<&'static str>>;

/// Returns the verdict on the first decisive line; without such a line, the language is `default`.
fn first_verdict(
    text: &[u8],
    default: &'static str,
    verdict: impl Fn(&[u8]) -> Verdict,
) -> Option<&'static str> {
    let mut lines = text.split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
    lines.find_map(verdict).unwrap_or(Some(default))
}

fn begins(line: &[u8], starts: &[&str]) -> bool {
    starts
        .iter()
        .any(|start| line.starts_with(start.as_bytes()))
}

/// Whether the line begins with one of the words, which is followed by no part of a name.
fn begins_word(line: &[u8], words: &[&str]) -> bool {
    words.iter().any(|word| {
        let rest = line.strip_prefix(word.as_bytes());
        let next = rest.map(|rest| rest.first());
        next.is_some_and(|next| !next.is_some_and(|&b| b.is_ascii_alphanumeric() || b == b'_'))
    })
}

/// Splits a name with dots and slashes from the start of a line.
fn split_name(line: &[u8]) -> (&[u8], &[u8]) {
    let is_in_name = |b: &&u8| b.is_ascii_alphanumeric() || b"_./-+".contains(b);
    line.split_at(line.iter().take_while(is_in_name).count())
}

/// Decides between Objective-C and MATLAB; Mercury, MUMPS and Mathematica have no name here.
pub(super) fn m(text: &[u8]) -> Option<&'static str> {
    first_verdict(text, "objc", |line| {
        if begins(line, &["#", "@", "//", "/*"]) && !begins(line, &["##", "#!"]) {
            return Some(Some("objc"));
        }
        let (name, rest) = split_name(line);
        let rest = rest.trim_ascii_start();
        let assigns = !name.is_empty() && rest.starts_with(b"=") && !rest.starts_with(b"==");
        let calls = begins_word(
            line,
            &["clear", "clc", "close all", "disp", "figure", "end"],
        );
        let defines = begins_word(line, &["function", "classdef"]);
        if begins(line, &["%", "##", "["]) || defines || calls || assigns {
            return Some(Some("matlab"));
        }
        begins(line, &[":-", ";", "(*"]).then_some(None)
    })
}

/// Decides for Verilog; V and Coq have no name here.
pub(super) fn v(text: &[u8]) -> Option<&'static str> {
    first_verdict(text, "verilog", |line| {
        let directives = ["`timescale", "`include", "`define", "`ifdef", "`ifndef"];
        let words = [
            "endmodule",
            "primitive",
            "always",
            "assign",
            "package",
            "interface",
        ];
        if begins(line, &directives) || begins_word(line, &words) {
            return Some(Some("verilog"));
        }
        if begins_word(line, &["module", "macromodule"]) {
            // A module of V is a line of its own and has no end.
            let name = split_name(line.get(6..).unwrap_or_default().trim_ascii()).1;
            let is_v = name.is_empty() && memchr::memmem::find(text, b"endmodule").is_none();
            return Some((!is_v).then_some("verilog"));
        }
        let is_v = begins_word(line, &["fn", "pub fn", "pub struct", "__global"])
            || begins_word(line, &["import"]) && !line.ends_with(b";");
        let coq = [
            "Require",
            "Import",
            "Export",
            "From",
            "Theorem",
            "Lemma",
            "Definition",
            "Inductive",
            "Fixpoint",
            "Proof",
            "Section",
            "Module",
            "Notation",
            "Ltac",
            "Set",
            "Unset",
        ];
        (is_v || begins_word(line, &coq)).then_some(None)
    })
}

/// Decides for Perl; Prolog and Raku have no name here.
pub(super) fn pl(text: &[u8]) -> Option<&'static str> {
    first_verdict(text, "perl", |line| {
        if begins_word(
            line,
            &["use v6", "unit module", "unit class", "#!/usr/bin/env raku"],
        ) {
            return Some(None);
        }
        let words = [
            "use", "package", "my", "our", "sub", "require", "no", "BEGIN", "print",
        ];
        let starts = ["=pod", "=head", "$", "@", "__END__"];
        if begins(line, &starts) || begins_word(line, &words) {
            return Some(Some("perl"));
        }
        if line.starts_with(b"#") {
            let is_perl = memchr::memmem::find(line, b"perl").is_some();
            return (is_perl && line.starts_with(b"#!")).then_some(Some("perl"));
        }
        let (name, rest) = split_name(line);
        let is_atom = name.first().is_some_and(u8::is_ascii_lowercase);
        let is_clause = is_atom && (rest.starts_with(b"(") && line.ends_with(b")."));
        let is_rule = memchr::memmem::find(line, b":-").is_some();
        (line.starts_with(b"%") || is_clause || is_rule).then_some(None)
    })
}

/// Decides between D and rules of Make that compilers write; scripts of DTrace have no name here.
pub(super) fn d(text: &[u8]) -> Option<&'static str> {
    first_verdict(text, "d", |line| {
        let words = [
            "module", "import", "unittest", "void", "int", "struct", "class", "enum",
        ];
        if begins(line, &["//", "/+", "/*", "@", "version("]) || begins_word(line, &words) {
            let is_script = line.starts_with(b"/*") || line.starts_with(b"//");
            return (!is_script).then_some(Some("d"));
        }
        let is_probe = begins_word(line, &["BEGIN", "END", "provider", "#pragma D"]);
        if is_probe || line.starts_with(b"#!") && line.ends_with(b"dtrace -s") {
            return Some(None);
        }
        let (target, rest) = split_name(line);
        let rest = rest.trim_ascii_start();
        let is_target = target.iter().any(|b| b"./".contains(b)) && rest.starts_with(b":");
        let is_split = !target.is_empty() && rest == b"\\";
        (is_target || is_split).then_some(Some("make"))
    })
}

/// Decides between F# and GLSL; Forth has no name here.
pub(super) fn fs(text: &[u8]) -> Option<&'static str> {
    first_verdict(text, "fsharp", |line| {
        let glsl = [
            "#version",
            "#extension",
            "precision",
            "uniform",
            "varying",
            "attribute",
            "in",
            "out",
            "layout",
            "vec2",
            "vec3",
            "vec4",
            "void",
            "const",
            "struct",
        ];
        if begins_word(line, &glsl) {
            return Some(Some("glsl"));
        }
        let fsharp = [
            "module",
            "namespace",
            "open",
            "let",
            "type",
            "#light",
            "#r",
            "#load",
        ];
        if begins(line, &["///", "(*", "[<"]) || begins_word(line, &fsharp) {
            return Some(Some("fsharp"));
        }
        begins(line, &[": ", "\\ "]).then_some(None)
    })
}

/// Decides among the languages that include files; templates of others have no name here.
pub(super) fn inc(text: &[u8]) -> Option<&'static str> {
    let start = text.trim_ascii_start();
    match start {
        [b'<', b'?', ..] | [] => return Some("php"),
        [b'<', ..] => return Some("html"),
        _ => {}
    }
    first_verdict(text, "php", |line| {
        let lower = line.to_ascii_lowercase();
        let sql = [
            "select", "insert", "create", "drop", "alter", "update", "delete", "--",
        ];
        let pascal = [
            "procedure",
            "unit",
            "interface",
            "implementation",
            "type",
            "const",
            "begin",
        ];
        if begins(line, &["#", "//", "/*"]) && !begins(line, &["# ", "##"]) {
            return Some(Some(super::header::language(text)).filter(|name| *name != "objc"));
        }
        if begins(&lower, &["%", ";", ".macro", ".equ", ".if", "section"]) {
            return Some(Some("assembly"));
        }
        if begins(line, &["{$", "(*"]) || begins_word(&lower, &pascal) {
            return Some(Some("pascal"));
        }
        begins_word(&lower, &sql).then_some(Some("sql"))
    })
}

/// Decides among formats of configuration.
pub(super) fn conf(text: &[u8]) -> Option<&'static str> {
    first_verdict(text, "ini", |line| {
        let apache = [
            "<VirtualHost",
            "<Directory",
            "<Location",
            "<IfModule",
            "<Files",
            "<Proxy",
        ];
        let directives = [
            "LoadModule",
            "ServerName",
            "DocumentRoot",
            "RewriteEngine",
            "Alias",
        ];
        if begins(line, &apache) || begins_word(line, &directives) {
            return Some(Some("apache"));
        }
        if begins(line, &["<?xml", "<!DOCTYPE"]) {
            return Some(Some("xml"));
        }
        if line.starts_with(b"[") && line.ends_with(b"]") {
            return Some(Some("ini"));
        }
        let blocks = [
            "server", "http", "events", "upstream", "location", "map", "types", "stream",
        ];
        let statements = [
            "server_name",
            "listen",
            "proxy_pass",
            "worker_processes",
            "user",
            "include",
            "proxy_set_header",
            "ssl_certificate",
            "gzip",
            "root",
        ];
        let is_block = begins_word(line, &blocks) && line.ends_with(b"{");
        let is_nginx = is_block || begins_word(line, &statements) && line.ends_with(b";");
        is_nginx.then_some(Some("nginx"))
    })
}

/// Decides for Clojure; recipes of BitBake have no name here.
pub(super) fn bb(text: &[u8]) -> Option<&'static str> {
    first_verdict(text, "clojure", |line| {
        if begins(line, &["(", ";", "#!", "^", "["]) {
            return Some(Some("clojure"));
        }
        let words = [
            "SRC_URI",
            "SUMMARY",
            "DESCRIPTION",
            "LICENSE",
            "inherit",
            "require",
            "include",
        ];
        (line.starts_with(b"#") || begins_word(line, &words)).then_some(None)
    })
}

/// Decides between Lisp and OpenCL.
pub(super) fn cl(text: &[u8]) -> Option<&'static str> {
    first_verdict(text, "lisp", |line| match line.first()? {
        b'(' | b';' => Some(Some("lisp")),
        b'/' | b'#' => Some(Some("opencl")),
        _ => begins_word(line, &["__kernel", "kernel", "typedef", "inline"])
            .then_some(Some("opencl")),
    })
}

/// Decides between JavaScript and scripts of Erlang.
pub(super) fn es(text: &[u8]) -> Option<&'static str> {
    first_verdict(text, "javascript", |line| match line.first()? {
        b'%' | b'-' => Some(Some("erlang")),
        b'#' => None,
        _ => Some(Some("javascript")),
    })
}

/// Decides between OCaml and Standard ML.
pub(super) fn ml(text: &[u8]) -> Option<&'static str> {
    first_verdict(text, "ocaml", |line| {
        if begins_word(
            line,
            &["let", "module", "open", "type", "external", "exception"],
        ) {
            return Some(Some("ocaml"));
        }
        let words = [
            "fun",
            "structure",
            "signature",
            "functor",
            "datatype",
            "infix",
            "val",
        ];
        begins_word(line, &words).then_some(Some("sml"))
    })
}

/// Decides between Pascal and gnuplot.
pub(super) fn p(text: &[u8]) -> Option<&'static str> {
    first_verdict(text, "pascal", |line| {
        let words = [
            "plot",
            "splot",
            "set term",
            "set terminal",
            "set output",
            "set title",
        ];
        if begins_word(line, &words) {
            return Some(Some("gnuplot"));
        }
        begins_word(&line.to_ascii_lowercase(), &["program", "unit", "uses"])
            .then_some(Some("pascal"))
    })
}

/// Decides for Perl; modules of Raku and pictures have no name here.
pub(super) fn pm(text: &[u8]) -> Option<&'static str> {
    let is_other = begins(text, &["/* XPM */", "use v6", "unit module", "unit class"]);
    (!is_other).then_some("perl")
}

/// Decides between Puppet and Pascal.
pub(super) fn pp(text: &[u8]) -> Option<&'static str> {
    first_verdict(text, "puppet", |line| {
        let words = ["unit", "program", "uses", "interface", "procedure", "begin"];
        if line.starts_with(b"{$") || begins_word(line, &words) {
            return Some(Some("pascal"));
        }
        begins_word(line, &["class", "node", "define", "include", "file"]).then_some(Some("puppet"))
    })
}
