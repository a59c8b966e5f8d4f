//! Samples: a few lines in each of many languages.

pub const SAMPLES: &[(&str, &str)] = &[
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
    ("astro", "---\nconst a = 1;\n---\n<p class=\"x\">{a}</p>\n"),
    (
        "awk",
        "# sum\nBEGIN { n = 0 }\n/x/ { n += $1 }\nEND { print \"n\", n }\n",
    ),
    (
        "bash",
        "#!/bin/bash\n# greet\nfor i in 1 2; do\n  echo \"hi $i\" | wc -l\ndone\n",
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
        "c",
        "/* add */\n#include <stdio.h>\nstatic int add(struct s *a, int b)\n{\n\treturn a->x + b * 2; // sum\n}\nint main(void) { printf(\"%d\\n\", add(0, 1)); return 'c'; }\n",
    ),
    (
        "clojure",
        "; add\n(defn add [a b]\n  (+ a b 1 \"s\" :key))\n",
    ),
    (
        "cmake",
        "# build\nproject(demo C)\nif(WIN32)\n  set(X \"a;b\")\nendif()\nadd_executable(demo main.c)\n",
    ),
    (
        "coffeescript",
        "# square\nsquare = (x) -> x * x\nconsole.log \"#{square 2}\"\n",
    ),
    (
        "cpp",
        "// max\n#include <vector>\ntemplate <typename T> class Box : public Base {\n public:\n  T get() const { return value_; }\n private:\n  T value_ = nullptr;\n};\nauto s = R\"(raw)\";\n",
    ),
    (
        "crystal",
        "# hi\ndef add(a : Int32)\n  a + 1\nend\nputs \"x #{add 2}\"\n",
    ),
    (
        "csharp",
        "// hi\nusing System;\nclass A { public int B(string s) => s.Length + 1; }\n",
    ),
    (
        "css",
        "/* page */\n.a > b:hover { color: #fff; margin: 0 2px !important }\n@media print { i { top: 1em } }\n",
    ),
    ("csv", "a,b,c\n1,\"x, y\",3\n"),
    (
        "d",
        "// hi\nimport std.stdio;\nvoid main() { writeln(\"hi\", 1); }\n",
    ),
    (
        "dart",
        "// hi\nclass A { final int n = 1; String s() => 'x$n'; }\n",
    ),
    (
        "diff",
        "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n",
    ),
    (
        "dockerfile",
        "# base\nFROM debian:12 AS base\nRUN apt-get update && echo \"hi\"\nENV A=1\n",
    ),
    ("dotenv", "# env\nA=1\nB=\"two words\"\n"),
    (
        "elixir",
        "# hi\ndefmodule A do\n  def f(x), do: x + 1\n  @doc \"s\"\nend\n",
    ),
    (
        "elm",
        "module A exposing (..)\n-- hi\nf : Int -> Int\nf x = x + 1\n",
    ),
    ("erlang", "%% hi\n-module(a).\nf(X) -> X + 1, \"s\".\n"),
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
        "go",
        "// Package a\npackage a\n\nimport \"fmt\"\n\ntype T struct{ N int }\n\nfunc (t *T) F(s string) error {\n\tfmt.Println(`raw`, t.N+1, s)\n\treturn nil\n}\n",
    ),
    (
        "go-mod",
        "module example.org/a\n\ngo 1.22\n\nrequire example.org/b v1.2.3 // indirect\n",
    ),
    (
        "graphql",
        "# hi\nquery Q($id: ID!) { user(id: $id) { name } }\n",
    ),
    ("graphviz", "// hi\ndigraph g { a -> b [label=\"x\"]; }\n"),
    ("groovy", "// hi\ndef f(a) { println \"x ${a + 1}\" }\n"),
    ("haml", "-# hi\n%p.a{id: 1} text\n= f(1)\n"),
    (
        "haskell",
        "-- hi\nmodule A where\nadd :: Int -> Int\nadd x = x + 1 -- s\nmain = putStrLn \"hi\"\n",
    ),
    (
        "hcl",
        "# hi\nresource \"a\" \"b\" {\n  count = 1\n  name  = \"x-${var.y}\"\n}\n",
    ),
    (
        "html",
        "<!DOCTYPE html>\n<!-- hi -->\n<p class=\"a\">x &amp; y</p>\n<script>\nlet n = 1; // js\n</script>\n<style>\n.a { color: red }\n</style>\n",
    ),
    ("http", "GET /x HTTP/1.1\nHost: example.org\n\nbody\n"),
    (
        "idris",
        "-- hi\nmodule Main\nmain : IO ()\nmain = putStrLn \"hi\"\n",
    ),
    ("ini", "; hi\n[part]\nkey = value\nn = 1\n"),
    (
        "java",
        "// hi\npackage a;\n@Deprecated\npublic class A<T> extends B {\n  /** doc */\n  int f(String s) { return s.length() + 0x1F; }\n  static final String S = \"x\\n\";\n}\n",
    ),
    ("java-properties", "# hi\nkey=value\n"),
    (
        "javascript",
        "// hi\nimport x from 'y'\nclass A extends B { #p = 1; get q() { return this.#p } }\nconst f = async (a, b = 2) => `t ${a + b}` // end\nif (/re+/g.test(f)) console.log(null, MAX_SIZE)\n",
    ),
    (
        "jinja2",
        "{# hi #}\n{% for a in b %}{{ a | upper }}{% endfor %}\n",
    ),
    ("jq", "# hi\n.a[] | select(.b == 1) | {c: \"x\"}\n"),
    (
        "json",
        "{\n  \"key\": [1, -2.5e3, true, null, \"s\\n\"]\n}\n",
    ),
    ("jsonnet", "// hi\nlocal a = 1;\n{ b: a + 1, c: 'x' }\n"),
    (
        "julia",
        "# hi\nfunction f(x::Int)\n  return x + 1, \"s $x\"\nend\n",
    ),
    ("just", "# hi\nbuild target='x':\n  cargo build\n"),
    (
        "kotlin",
        "// hi\nclass A(val n: Int) { fun f(): String = \"x ${n + 1}\" }\n",
    ),
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
        "lua",
        "-- hi\nlocal function f(a)\n  return a + 1, \"s\", nil\nend\n",
    ),
    (
        "make",
        "# hi\nCC := gcc\nall: a.o\n\t$(CC) -o $@ $<\nifdef X\nendif\n",
    ),
    (
        "markdown",
        "# Title\n\nText *it* **bold** `code` [link](http://a.b)\n\n- item\n\n```rust\nfn main() {}\n```\n\n```haml\n%p x\n```\n",
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
        "nix",
        "# hi\n{ pkgs ? null }: let a = 1; in { b = a + 1; s = \"x ${a}\"; }\n",
    ),
    (
        "nsis",
        "; hi\nSection \"x\"\n  SetOutPath $INSTDIR\nSectionEnd\n",
    ),
    (
        "objc",
        "// hi\n#import <Foundation/Foundation.h>\n@interface A : NSObject\n- (int)f:(int)a;\n@end\nint main(void) { return 0; }\n",
    ),
    (
        "ocaml",
        "(* hi *)\nlet add a b = a + b\nlet () = print_string \"x\"\n",
    ),
    (
        "odin",
        "// hi\npackage main\nmain :: proc() {\n\tx := 1\n}\n",
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
        "perl",
        "# hi\nuse strict;\nsub f { my ($a) = @_; return \"x $a\" . 1; }\n",
    ),
    (
        "php",
        "<p>html</p>\n<?php // hi\nfunction f(int $a): string { return \"x $a\" . strlen('y'); }\nclass A extends B {}\n?>\n<b>x</b>\n",
    ),
    (
        "powershell",
        "# hi\nfunction F($a) { Write-Host \"x $a\"; return 1 }\n",
    ),
    (
        "protobuf",
        "// hi\nsyntax = \"proto3\";\nmessage A { int32 n = 1; }\n",
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
        "python",
        "# hi\nimport os\n\n@deco\nclass A(B):\n    \"\"\"Doc\n    text.\"\"\"\n    def f(self, n: int = 1) -> str:\n        return f\"x {n + 1}\" if n else None\n",
    ),
    (
        "qml",
        "// hi\nimport QtQuick 2.0\nItem { width: 1; text: \"x\" }\n",
    ),
    (
        "r",
        "# hi\nf <- function(x) {\n  if (x > 1) \"s\" else NULL\n}\n",
    ),
    ("racket", "#lang racket\n; hi\n(define (f x) (+ x 1))\n"),
    ("rego", "# hi\npackage a\nallow { input.x == 1 }\n"),
    (
        "restructuredtext",
        "Title\n=====\n\n.. note:: hi\n\n*it* **bold** ``code``\n",
    ),
    (
        "ruby",
        "# hi\nrequire 'x'\nclass A < B\n  def f(a, b: 1)\n    @n = \"x #{a + 1}\" if a.nil?\n    :sym\n  end\nend\n",
    ),
    (
        "rust",
        "// hi\nuse std::fmt;\n#[derive(Debug)]\nstruct A<'a> { n: &'a str }\nimpl A<'_> {\n    fn f(&self, x: u32) -> Option<u32> {\n        println!(\"{} \\n\", x + 1);\n        Some(0x1F)\n    }\n}\nconst MAX: usize = 10;\n",
    ),
    ("sass", "// hi\n$c: red\n.a\n  color: $c\n"),
    (
        "scala",
        "// hi\nobject A extends B { def f(n: Int): String = s\"x ${n + 1}\" }\n",
    ),
    ("scheme", "; hi\n(define (add a b) (+ a b 1 \"s\"))\n"),
    ("scss", "// hi\n$c: red;\n.a { &:hover { color: $c } }\n"),
    ("sml", "(* hi *)\nfun add a b = a + b\nval s = \"x\"\n"),
    (
        "solidity",
        "// hi\npragma solidity ^0.8.0;\ncontract A { uint n = 1; function f() public returns (uint) { return n; } }\n",
    ),
    (
        "sql",
        "-- hi\nSELECT a, count(*) FROM t WHERE b = 'x' AND n > 1;\n",
    ),
    ("ssh-config", "# hi\nHost a\n  User b\n  Port 22\n"),
    (
        "starlark",
        "# hi\ndef f(a):\n    return a + 1\n\nf(a = \"x\")\n",
    ),
    ("stylus", "// hi\nc = red\n.a\n  color c\n"),
    (
        "svelte",
        "<script>\n  let n = 1;\n</script>\n<p class=\"a\">{n}</p>\n{#if n}x{/if}\n",
    ),
    (
        "swift",
        "// hi\nimport Foundation\nclass A: B { func f(_ n: Int) -> String { return \"x \\(n + 1)\" } }\n",
    ),
    (
        "systemverilog",
        "// hi\nmodule a(input logic b);\n  assign c = 1'b0;\nendmodule\n",
    ),
    ("tcl", "# hi\nproc f {a} {\n  puts \"x $a\"\n}\n"),
    ("textile", "h1. Title\n\n*bold* _it_\n"),
    (
        "tlaplus",
        "---- MODULE A ----\n\\* hi\nVARIABLE x\nInit == x = 1\n====\n",
    ),
    (
        "toml",
        "# hi\n[part]\nkey = \"x\\n\"\nn = 1_000\nd = 2024-01-02\nok = true\n",
    ),
    (
        "tsx",
        "// hi\nconst A = (p: Props) => <div className=\"a\">{p.n + 1}</div>\n",
    ),
    (
        "twig",
        "{# hi #}\n<p>{% if a %}{{ b|upper }}{% endif %}</p>\n",
    ),
    (
        "typescript",
        "// hi\nimport { a } from './b'\ninterface P<T> { readonly n?: number }\nexport function f(x: string): P<string> { return { n: x.length + 1 } }\nenum E { A = 'x' }\n",
    ),
    ("typst", "// hi\n= Title\n#let x = 1\n*bold*\n"),
    (
        "verilog",
        "// hi\nmodule m(input a, output reg [3:0] q);\n  always @(posedge a) q <= q + 4'd1;\nendmodule\n",
    ),
    (
        "vhdl",
        "-- hi\nentity a is port (b : in std_logic); end a;\n",
    ),
    (
        "vim",
        "\" hi\nfunction! F(a)\n  let l:n = 1\n  echo 'x'\nendfunction\n",
    ),
    (
        "vue",
        "<template>\n  <p :class=\"a\" @click=\"f(1)\">{{ n + 1 }}</p>\n</template>\n<script>\nexport default { data() { return { n: 1 } } }\n</script>\n",
    ),
    ("wgsl", "// hi\nfn f(a: f32) -> f32 { return a + 1.0; }\n"),
    (
        "xml",
        "<?xml version=\"1.0\"?>\n<!-- hi -->\n<a b=\"c\">x &lt; y<![CDATA[z]]></a>\n",
    ),
    (
        "yaml",
        "# hi\nkey: \"x\"\nlist:\n  - 1\n  - true\n  - &a b\n",
    ),
    (
        "zig",
        "// hi\nconst std = @import(\"std\");\npub fn f(n: u32) u32 {\n    return n + 1;\n}\n",
    ),
    (
        "zsh",
        "# hi\nprint -l *(.)\nfor f in a b; do echo \"$f\"; done\n",
    ),
];
