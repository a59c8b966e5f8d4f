//! Samples: a few lines in each of many languages.
//!
//! Those of a language with a folder are in `core/languages/src/NAME/samples`:
//!
//! | file | content |
//! | --- | --- |
//! | `outline.txt` | a source text, a line of `=`, its outline |
//! | `imports.txt` | the same for imports and exports, if the language has them |
//! | `highlight.txt` | a text to highlight, if the language is highlighted by itself |
//! | any other | a small file |

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::tools::workspace;

/// Line between the source of a [`Fixture`] and what is expected of it.
const SEPARATOR: &str = "\n==========\n";

/// Source text in a language, with an expected result.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct Fixture {
    pub language: String,
    pub source: String,
    pub expected: String,
    path: PathBuf,
}

impl Fixture {
    /// Writes another expected result to the file.
    pub fn bless(&self, expected: &str) {
        let source = self.source.strip_suffix('\n').unwrap();
        fs::write(&self.path, format!("{source}{SEPARATOR}{expected}")).unwrap();
    }
}

/// Returns the sources with outlines, one per language, in order of language.
pub fn outlines() -> Vec<Fixture> {
    fixtures("outline.txt")
}

/// Returns the sources with imports, one per language that has them, in order of language.
pub fn imports() -> Vec<Fixture> {
    fixtures("imports.txt")
}

/// Returns the paths of the small files, in order. Their names are distinct.
pub fn files() -> Vec<PathBuf> {
    let mut files: Vec<_> = folders()
        .into_iter()
        .flat_map(|(_, folder)| entries(&folder))
        .collect();
    files.retain(|path| {
        let name = path.file_name().and_then(OsStr::to_str);
        !matches!(name, Some("outline.txt" | "imports.txt" | "highlight.txt"))
    });
    files.sort();
    files
}

/// Returns the small file of that name.
pub fn file(name: &str) -> String {
    let path = files().into_iter().find(|path| path.ends_with(name));
    fs::read_to_string(path.unwrap()).unwrap()
}

/// Languages and texts to highlight, in order of language.
pub static HIGHLIGHTED: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| {
    let mut samples = OTHERS.to_vec();
    for (language, folder) in folders() {
        if let Ok(text) = fs::read_to_string(folder.join("highlight.txt")) {
            samples.push((language.leak(), text.leak()));
        }
    }
    samples.sort_unstable();
    samples
});

/// Returns the text of a language in [`HIGHLIGHTED`].
pub fn highlighted(language: &str) -> &'static str {
    let found = HIGHLIGHTED.iter().find(|(name, _)| *name == language);
    found.unwrap().1
}

fn fixtures(file: &str) -> Vec<Fixture> {
    let mut fixtures = Vec::new();
    for (language, folder) in folders() {
        let path = folder.join(file);
        if let Ok(text) = fs::read_to_string(&path) {
            let (source, expected) = text.split_once(SEPARATOR).unwrap();
            fixtures.push(Fixture {
                language,
                source: format!("{source}\n"),
                expected: expected.to_owned(),
                path,
            });
        }
    }
    fixtures.sort();
    fixtures
}

/// Languages with their folders of samples.
fn folders() -> Vec<(String, PathBuf)> {
    let languages = entries(&workspace().join("core/languages/src"));
    let folders = languages.into_iter().filter_map(|folder| {
        let language = folder.file_name()?.to_str()?.to_owned();
        let samples = folder.join("samples");
        samples.is_dir().then_some((language, samples))
    });
    folders.collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// Samples of languages without a folder.
const OTHERS: &[(&str, &str)] = &[
    (
        "actionscript",
        "package a {\n  // say\n  public class B { var n:int = 1; }\n}\n",
    ),
    (
        "ada",
        "with Ada.Text_IO; -- io\nprocedure Hi is\nbegin\n   Ada.Text_IO.Put_Line (\"hi\");\nend Hi;\n",
    ),
    (
        "apache",
        "# site\n<VirtualHost *:80>\n  ServerName example.org\n</VirtualHost>\n",
    ),
    (
        "applescript",
        "-- say\ntell application \"Finder\"\n  set n to 1\nend tell\n",
    ),
    (
        "asciidoc",
        "= Title\n\n== Part\n\n*bold* and `code`\n\n----\nblock\n----\n",
    ),
    (
        "assembly",
        "; add\nsection .text\nadd1: mov eax, 1\n  ret\n",
    ),
    (
        "awk",
        "# sum\nBEGIN { n = 0 }\n/x/ { n += $1 }\nEND { print \"n\", n }\n",
    ),
    (
        "batch",
        "@echo off\nrem note\nset A=1\nif \"%A%\"==\"1\" echo yes\n",
    ),
    (
        "bibtex",
        "@book{knuth,\n  title = {The Art},\n  year = 1968,\n}\n",
    ),
    (
        "coffeescript",
        "# square\nsquare = (x) -> x * x\nconsole.log \"#{square 2}\"\n",
    ),
    (
        "crystal",
        "# hi\ndef add(a : Int32)\n  a + 1\nend\nputs \"x #{add 2}\"\n",
    ),
    ("csv", "a,b,c\n1,\"x, y\",3\n"),
    (
        "d",
        "// hi\nimport std.stdio;\nvoid main() { writeln(\"hi\", 1); }\n",
    ),
    ("dotenv", "# env\nA=1\nB=\"two words\"\n"),
    (
        "elm",
        "module A exposing (..)\n-- hi\nf : Int -> Int\nf x = x + 1\n",
    ),
    ("fish", "# hi\nfunction f\n  echo \"hi $argv\"\nend\n"),
    (
        "fortran",
        "! hi\nprogram a\n  integer :: n = 1\n  print *, \"hi\", n\nend program\n",
    ),
    (
        "fsharp",
        "// hi\nlet add a b = a + b\nprintfn \"%d\" (add 1 2)\n",
    ),
    (
        "gdscript",
        "# hi\nextends Node\nfunc f(a):\n\tvar n = 1\n\treturn \"s\"\n",
    ),
    ("git-commit", "Subject\n\nBody\n# comment\n"),
    ("git-config", "# hi\n[core]\n\tbare = false\n"),
    ("git-ignore", "# hi\n*.o\n!keep.o\n/build/\n"),
    (
        "glsl",
        "// hi\n#version 450\nvoid main() { vec4 c = vec4(1.0); }\n",
    ),
    ("gnuplot", "# hi\nset title \"x\"\nplot sin(x) with lines\n"),
    (
        "go-mod",
        "module example.org/a\n\ngo 1.22\n\nrequire example.org/b v1.2.3 // indirect\n",
    ),
    ("graphviz", "// hi\ndigraph g { a -> b [label=\"x\"]; }\n"),
    ("groovy", "// hi\ndef f(a) { println \"x ${a + 1}\" }\n"),
    ("haml", "-# hi\n%p.a{id: 1} text\n= f(1)\n"),
    ("http", "GET /x HTTP/1.1\nHost: example.org\n\nbody\n"),
    (
        "idris",
        "-- hi\nmodule Main\nmain : IO ()\nmain = putStrLn \"hi\"\n",
    ),
    ("java-properties", "# hi\nkey=value\n"),
    (
        "jinja2",
        "{# hi #}\n{% for a in b %}{{ a | upper }}{% endfor %}\n",
    ),
    ("jq", "# hi\n.a[] | select(.b == 1) | {c: \"x\"}\n"),
    ("jsonnet", "// hi\nlocal a = 1;\n{ b: a + 1, c: 'x' }\n"),
    (
        "latex",
        "% hi\n\\documentclass{article}\n\\begin{document}\n$x^2$ \\emph{a}\n\\end{document}\n",
    ),
    ("less", "// hi\n@c: red;\n.a { .b(); color: @c }\n"),
    ("lisp", "; hi\n(defun add (a b) (+ a b 1 \"s\"))\n"),
    ("llvm", "; hi\ndefine i32 @f(i32 %a) {\n  ret i32 %a\n}\n"),
    (
        "log",
        "2024-01-02 03:04:05 ERROR [main] failed: 42\n2024-01-02 03:04:06 WARN slow\n2024-01-02 03:04:07 INFO ok \"x\"\n",
    ),
    (
        "matlab",
        "% hi\nfunction y = f(x)\n  y = x + 1; s = 'a';\nend\n",
    ),
    (
        "nginx",
        "# hi\nserver {\n  listen 80;\n  location / { return 200 \"x\"; }\n}\n",
    ),
    (
        "nim",
        "# hi\nproc add(a: int): int =\n  result = a + 1\necho \"x\"\n",
    ),
    (
        "ninja",
        "# hi\nrule cc\n  command = gcc $in\nbuild a.o: cc a.c\n",
    ),
    (
        "nsis",
        "; hi\nSection \"x\"\n  SetOutPath $INSTDIR\nSectionEnd\n",
    ),
    (
        "org",
        "* Title\n# hi\n- item\n#+BEGIN_SRC c\nint a;\n#+END_SRC\n",
    ),
    (
        "pascal",
        "{ hi }\nprogram a;\nvar n: integer;\nbegin\n  n := 1; writeln('x');\nend.\n",
    ),
    (
        "puppet",
        "# hi\nclass a { file { '/x': ensure => present } }\n",
    ),
    (
        "purescript",
        "-- hi\nmodule A where\nf :: Int -> Int\nf x = x + 1\n",
    ),
    (
        "qml",
        "// hi\nimport QtQuick 2.0\nItem { width: 1; text: \"x\" }\n",
    ),
    ("racket", "#lang racket\n; hi\n(define (f x) (+ x 1))\n"),
    ("rego", "# hi\npackage a\nallow { input.x == 1 }\n"),
    (
        "restructuredtext",
        "Title\n=====\n\n.. note:: hi\n\n*it* **bold** ``code``\n",
    ),
    ("sass", "// hi\n$c: red\n.a\n  color: $c\n"),
    ("scheme", "; hi\n(define (add a b) (+ a b 1 \"s\"))\n"),
    ("scss", "// hi\n$c: red;\n.a { &:hover { color: $c } }\n"),
    ("sml", "(* hi *)\nfun add a b = a + b\nval s = \"x\"\n"),
    ("ssh-config", "# hi\nHost a\n  User b\n  Port 22\n"),
    ("stylus", "// hi\nc = red\n.a\n  color c\n"),
    (
        "systemverilog",
        "// hi\nmodule a(input logic b);\n  assign c = 1'b0;\nendmodule\n",
    ),
    ("tcl", "# hi\nproc f {a} {\n  puts \"x $a\"\n}\n"),
    ("textile", "h1. Title\n\n*bold* _it_\n"),
    (
        "twig",
        "{# hi #}\n<p>{% if a %}{{ b|upper }}{% endif %}</p>\n",
    ),
    ("typst", "// hi\n= Title\n#let x = 1\n*bold*\n"),
    (
        "vhdl",
        "-- hi\nentity a is port (b : in std_logic); end a;\n",
    ),
    (
        "vim",
        "\" hi\nfunction! F(a)\n  let l:n = 1\n  echo 'x'\nendfunction\n",
    ),
    ("wgsl", "// hi\nfn f(a: f32) -> f32 { return a + 1.0; }\n"),
    (
        "zsh",
        "# hi\nprint -l *(.)\nfor f in a b; do echo \"$f\"; done\n",
    ),
];
