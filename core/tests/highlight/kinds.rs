//! Kinds of words that many languages share: calls, definitions, words that are keywords in some
//! places only, comments, and embedded languages. By the default engine.

use ransack::CancelToken;
use ransack::highlight::Class::{
    Code, Comment, Constant, Deleted, Function, Heading, Inserted, Keyword, Link, Number, Property,
    String as Str, Strong, Tag, Type, Variable,
};
use ransack::highlight::{Class, HighlightOptions, highlight};

/// A language, a text, and words of it, each wholly of one class, `None` for no class. The first
/// occurrence of a word counts.
type Row = (
    &'static str,
    &'static str,
    &'static [(&'static str, Option<Class>)],
);

/// Returns a message for each word of the rows with another class.
fn mismatches(rows: &[Row]) -> Vec<String> {
    let mut mismatches = Vec::new();
    for (language, text, words) in rows {
        let options = HighlightOptions::new(*language);
        let found = highlight(text.as_bytes(), &options, &CancelToken::new()).unwrap();
        let mut classes = vec![None; text.len()];
        for span in found.spans() {
            classes[span.start..span.end].fill(Some(span.class));
        }
        for (word, class) in *words {
            let at = text.find(word).unwrap();
            let found = &classes[at..at + word.len()];
            let mut found_in_lines = found
                .iter()
                .zip(word.bytes())
                .filter(|(_, byte)| *byte != b'\n');
            if found_in_lines.any(|(found, _)| found != class) {
                mismatches.push(format!("{language}, {word:?} in {text:?}: {found:?}"));
            }
        }
    }
    mismatches
}

fn check(rows: &[Row]) {
    let mismatches = mismatches(rows);
    assert!(mismatches.is_empty(), "{}", mismatches.join("\n"));
}

#[rustfmt::skip]
#[test]
fn called_methods_are_functions() {
    const F: Option<Class> = Some(Function);
    check(&[
        ("c", "void f() { a.dot(1); p->arrow(2); }", &[("dot", F), ("arrow", F)]),
        ("cpp", "void f() { a.dot(1); p->arrow(2); n::path(3); o.gen<int>(4); }",
            &[("dot", F), ("arrow", F), ("path", F), ("gen", F)]),
        ("csharp", "class A { void F() { a.Dot(1); a?.Cond(2); Gen<int>(3); a.Both<int>(4); a?.Last<int>(5); } }",
            &[("Dot", F), ("Cond", F), ("Gen", F), ("Both", F), ("Last", F)]),
        ("dart", "void f() { a.dot(1); a?.cond(2); gen<int>(3); }", &[("dot", F), ("cond", F), ("gen", F)]),
        ("elixir", "Enum.map(x)\n:lists.sort(y)\n", &[("map", F), ("sort", F)]),
        ("erlang", "f(X) -> lists:sort(X).", &[("sort", F)]),
        ("go", "package a\nfunc f() { r.Dot(1); p.q.Deep(2); gen[int](3); p.Both[int](4) }",
            &[("Dot", F), ("Deep", F), ("gen", F), ("Both", F)]),
        ("haskell", "f x = M.path x\n", &[("path", F)]),
        ("java", "class A { void f() { a.dot(1); this.<T>gen(2); B::ref; } }", &[("dot", F), ("gen", F), ("ref", F)]),
        ("javascript", "a.dot(1); a?.cond(2); a.b.deep(3); this.#own(4)",
            &[("dot", F), ("cond", F), ("deep", F), ("#own", F)]),
        ("julia", "a.dot(1); M.path(2)", &[("dot", F), ("path", F)]),
        ("kotlin", "fun f() { a.dot(1); a?.cond(2); gen<Int>(3); a.tail { it } }",
            &[("dot", F), ("cond", F), ("gen", F), ("tail", F)]),
        ("lua", "a.dot(1) a:colon(2)", &[("dot", F), ("colon", F)]),
        ("nix", "{ a = call x; b = set.path y; }", &[("call", F), ("path", F)]),
        ("objc", "void f() { [a send:1 with:2]; }", &[("send", F), ("with", F)]),
        ("ocaml", "let f x = M.path x; o#send 1", &[("path", F), ("send", F)]),
        ("odin", "f :: proc() { fmt.println(1) }", &[("println", F)]),
        ("perl", "$a->arrow(1); Foo->new(2); A::path(3);", &[("arrow", F), ("new", F), ("A::path", F)]),
        ("php", "<?php $a->arrow(1); $a?->cond(2); A::path(3);", &[("arrow", F), ("cond", F), ("path", F)]),
        ("powershell", "$a.Dot(1); [A]::Path(2)", &[("Dot", F), ("Path", F)]),
        ("python", "a.dot(1)\na.b.deep(2)\nf().last(3)\n", &[("dot", F), ("deep", F), ("last", F)]),
        ("r", "a$dollar(1); pkg::path(2)", &[("dollar", F), ("path", F)]),
        ("ruby", "a.dot(1)\na&.cond 2\nA::path(3)\n", &[("dot", F), ("cond", F), ("path", F)]),
        ("rust", "fn f() { a.dot(1); A::path(2); a.turbo::<T>(3); V::I16(4) }",
            &[("dot", F), ("path", F), ("turbo", F), ("I16", F)]),
        ("scala", "object A { a.dot(1); gen[Int](2); a.both[Int](3) }", &[("dot", F), ("gen", F), ("both", F)]),
        ("solidity", "contract C { function f() public { a.dot(1); } }", &[("dot", F)]),
        ("sql", "SELECT s.path(x) FROM t;", &[("path", F)]),
        ("starlark", "a.dot(1)\n", &[("dot", F)]),
        ("swift", "a.dot(1); a?.cond(2); a.tail { $0 }", &[("dot", F), ("cond", F), ("tail", F)]),
        ("tsx", "a.dot(1); a.gen<string>(2)", &[("dot", F), ("gen", F)]),
        ("typescript", "a.dot(1); a!.bang(2); a.gen<string>(3)", &[("dot", F), ("bang", F), ("gen", F)]),
        ("zig", "fn f() void { a.dot(1); b.c.deep(2); }", &[("dot", F), ("deep", F)]),
    ]);
}

#[rustfmt::skip]
#[test]
fn defined_functions_are_functions_whatever_surrounds_their_names() {
    const F: Option<Class> = Some(Function);
    check(&[
        ("cpp", "struct A { virtual ~A(); int* ptr(); }; void A::out() {} template<class T> T gen(T x) {}",
            &[("ptr", F), ("out", F), ("gen", F)]),
        ("csharp", "class A { public static async Task Go<T>() {} void I.Other() {} }", &[("Go", F)]),
        ("go", "package a\nfunc (r *T) Meth(x int) {}\nfunc Gen[U any]() {}\ntype I interface { Req(int) string }",
            &[("Meth", F), ("Gen", F), ("Req", F), ("U", Some(Type))]),
        ("java", "class A { @X public static <T> T gen() {} } record R(int a) { R { } }",
            &[("gen", F)]),
        ("javascript", "async function* gen() {} class A { static async *meth() {} #own() {} get prop() {} }",
            &[("gen", F), ("meth", F), ("#own", F), ("prop", F)]),
        ("kotlin", "private suspend fun one() {}\nfun <T> two(x: T) {}\nfun List<String>.three() {}\n\
                    class A { override operator fun four() {} }\nprivate inline fun <T> T.five() = 1",
            &[("one", F), ("two", F), ("three", F), ("four", F), ("five", F)]),
        ("php", "<?php abstract class A { final public static function one() {} private function &two() {} }",
            &[("one", F), ("two", F)]),
        ("powershell", "class A { [void] Meth([int]$x) { } }", &[("Meth", F)]),
        ("ruby", "def self.one; end\nprivate def two; end\ndef three?(x) = 1\n",
            &[("one", F), ("two", F), ("three?", F)]),
        ("rust", "impl A { pub(crate) async unsafe fn one<T>() {} }\nmacro_rules! two { () => {} }\nfn BIG() {}\n",
            &[("one", F), ("two", F), ("BIG", F)]),
        ("scala", "object A { private def one[T](x: T) = 1; override def two = 2 }", &[("one", F), ("two", F)]),
        ("sql", "CREATE FUNCTION one(a int) RETURNS int AS $$ SELECT 1 $$ LANGUAGE sql;", &[("one", F)]),
        ("swift", "private static func one<T>() where T: P {}\nprotocol P { mutating func two() }",
            &[("one", F), ("two", F)]),
        ("typescript", "declare function one(): void; abstract class A { abstract two(): void; private async *three() {} }\n\
                        interface I { four(): void }",
            &[("one", F), ("two", F), ("three", F), ("four", F)]),
    ]);
}

/// Words that are keywords only in some places are names in all others.
#[rustfmt::skip]
#[test]
fn soft_keywords_are_keywords_and_names() {
    const K: Option<Class> = Some(Keyword);
    const V: Option<Class> = Some(Variable);
    check(&[
        ("python", "type Bag[T] = int\n", &[("type", K), ("Bag", Some(Type))]),
        ("python", "match x:\n    case 1: pass\n", &[("match", K), ("case", K)]),
        ("python", "type = match = case = 1\n", &[("type", V), ("match", V), ("case", V)]),
        ("csharp", "public record P(int X); file class F { required int Y { get; init; } }",
            &[("record", K), ("file", K), ("required", K), ("get", K), ("init", K)]),
        ("csharp", "class C { void F() { var q = from x in y orderby x descending select x; var z = y is not null and 1; } }",
            &[("from", K), ("orderby", K), ("descending", K), ("select", K), ("not", K), ("and", K)]),
        ("csharp", "class C { int record, init, file, by, on, from; void F() { on = by; } }",
            &[("record", V), ("init", V), ("file", V), ("by", V), ("on", V), ("from", V)]),
        ("java", "record P(int a) {} sealed interface S permits A {} non-sealed class A {}",
            &[("record", K), ("P", Some(Type)), ("sealed", K), ("permits", K), ("non-sealed", K)]),
        ("java", "class C { int f() { return switch (x) { case A a when b -> { yield 1; } }; } }",
            &[("when", K), ("yield", K)]),
        ("java", "class C { int record, sealed, permits, when, with, module; }",
            &[("record", V), ("sealed", V), ("permits", V), ("when", V), ("with", V), ("module", V)]),
        ("kotlin", "class A(val x: Int) : B { init { } constructor() : this(1)\n val p by lazy { 1 }\n val q get() = 1\n }",
            &[("init", K), ("constructor", K), ("by", K), ("get", K)]),
        ("kotlin", "fun f(by: Int, init: Int) { val get = 1; val where = 2; constructor.set }",
            &[("by", V), ("init", V), ("get", V), ("where", V), ("constructor", V), ("set", Some(Property))]),
        ("typescript", "const a = x satisfies Y; function f(x): asserts x is Y {} type A<T> = T extends infer U ? keyof U : never",
            &[("satisfies", K), ("asserts", K), ("is", K), ("infer", K), ("keyof", K)]),
        ("typescript", "declare module 'x' {} abstract class A { accessor y = 1; override z() {} }",
            &[("declare", K), ("module", K), ("accessor", K), ("override", K)]),
        ("typescript", "let asserts = 1, satisfies = 2, infer = 4, module = 5, accessor = 6, require = 7, type = 8",
            &[("satisfies", V), ("asserts", V), ("infer", V), ("module", V), ("accessor", V), ("require", V), ("type", V)]),
        ("javascript", "let of = 1, get = 2, async = 3, from = 4; for (const x of y) {}",
            &[("of", V), ("get", V), ("async", V), ("from", V)]),
        ("swift", "actor A {}\nlet q: any P = consume x\nclass B { lazy var c = 1 }\nprotocol P { associatedtype T }",
            &[("actor", K), ("any", K), ("consume", K), ("lazy", K), ("associatedtype", K)]),
        ("swift", "let actor = 1; let consume = 2; let any = 3; let lazy = 4",
            &[("actor", V), ("consume", V), ("any", V), ("lazy", V)]),
        ("dart", "sealed class A {} void f() async { await x; }", &[("sealed", K), ("await", K)]),
        ("dart", "void f() { var on = 1; var late = 2; print(show); }", &[("on", V), ("late", V), ("show", None)]),
        ("cpp", "export module m;\nimport n;\nvoid f() { goto l; x = a and b; static_assert(c); }",
            &[("export", K), ("import", K), ("goto", K), ("and", K), ("static_assert", K)]),
        ("cpp", "int import = 1, module = 2;", &[("import", V), ("module", V)]),
        ("php", "<?php enum E { case A; } $x = match(1) { 1 => 2 }; $x->match; function enum() {}",
            &[("enum", K), ("E", Some(Type)), ("match", K)]),
        ("php", "<?php $x->match(); $y->enum; from();", &[("enum", Some(Property)), ("from", Some(Function))]),
        ("powershell", "class Foo : Bar {\n  hidden static [int] $N\n}\nenum E { A }\nusing module Foo\n",
            &[("class", K), ("Foo", Some(Type)), ("Bar", Some(Type)), ("hidden", K), ("static", K), ("enum", K), ("using", K)]),
        ("powershell", "$class = 1; switch ($x) { default { 1 } }; $x.enum", &[("$class", V), ("default", K), ("enum", Some(Property))]),
        ("rust", "union U { a: u8 } fn f() { async move { x.await } }", &[("union", K), ("async", K), ("await", K)]),
        ("scala", "enum E { case A }\ngiven x: Y = z\nextension (x: Int) def y = 1\nopaque type T = Int",
            &[("enum", K), ("given", K), ("extension", K), ("opaque", K)]),
        ("ruby", "BEGIN { }\nundef x\nnot y\n", &[("BEGIN", K), ("undef", K), ("not", K)]),
        ("elixir", "_unused = 1", &[("_unused", V)]),
        ("erlang", "f(_, _B) -> ok.", &[("_B", V)]),
    ]);
}

#[rustfmt::skip]
#[test]
fn comments_are_comments_as_a_whole() {
    const C: Option<Class> = Some(Comment);
    check(&[
        ("rust", "//! inner / a!\n/// outer! / `b`\n/** block / */\n//// plain\nfn f() {}",
            &[("//! inner / a!", C), ("/// outer! / `b`", C), ("/** block / */", C), ("//// plain", C)]),
        ("c", "/// a / b\n/** c */\n//! d\nint x;", &[("/// a / b", C), ("/** c */", C), ("//! d", C)]),
        ("csharp", "/// <a>b / c</a>\nclass A {}", &[("/// <a>b / c</a>", C)]),
        ("dart", "/// a / [b]\nclass A {}", &[("/// a / [b]", C)]),
        ("haskell", "-- | a / b\nf x = 1 -- ^ c\n", &[("-- | a / b", C), ("-- ^ c", C)]),
        ("java", "/** a {@code b} / */\nclass A {}", &[("/** a {@code b} / */", C)]),
        ("javascript", "/** @param {a} b / */\nlet x", &[("/** @param {a} b / */", C)]),
        ("kotlin", "/** a / [b] */\nclass A", &[("/** a / [b] */", C)]),
        ("lua", "---@param a number\n--[==[ b ]==]\nlocal x", &[("---@param a number", C), ("--[==[ b ]==]", C)]),
        ("make", "x = a\\#b $(Y) # a\nall: dep # b\n\tcmd $(X) # c\n\t@# d\nifdef X # e\nendif\n",
            &[("# a", C), ("# b", C), ("# c", C), ("# d", C), ("# e", C)]),
        ("make", "# a \\\n $(é) = b\\\nc: d\nx = y # z \\\n e: f\ng:\n\t# h \\\n\ti $(X)\n",
            &[("# a \\", C), (" $(é) = b\\", C), ("c: d", C), (" e: f", C), ("X", Some(Constant))]),
        ("clojure", "(a #_(b \"c\" 1 :é) #_ #_ x y 2)", &[("#_(b \"c\" 1 :é)", C), ("#_ #_ x y", C), ("2", Some(Number))]),
        ("perl", "=pod\n\nWords / if\n\n=cut\nmy $q = 2; # a\n", &[("=pod\n\nWords / if\n\n=cut", C), ("# a", C), ("my", Some(Keyword))]),
        ("perl", "1;\n__END__\n\n=head1 A\n\nb\n", &[("=head1 A\n\nb", C)]),
        ("powershell", "<# a .SYNOPSIS #>\n# b\n$x", &[("<# a .SYNOPSIS #>", C), ("# b", C)]),
        ("ruby", "=begin\na / if\n=end\nx # b\n", &[("=begin\na / if\n=end", C), ("# b", C)]),
        ("solidity", "/// @notice a / if\ncontract C {}", &[("/// @notice a / if", C)]),
        ("swift", "/// a / b\n/** c */\nfunc f() {}", &[("/// a / b", C), ("/** c */", C)]),
        ("zig", "//! a / b\n/// c / d\nconst x = 1;", &[("//! a / b", C), ("/// c / d", C)]),
    ]);
}

#[rustfmt::skip]
#[test]
fn strings_are_strings() {
    const S: Option<Class> = Some(Str);
    check(&[
        ("clojure", "(re-find #\"a+\\d\" x)", &[("#\"a+\\d\"", S)]),
        ("typescript", "type Q = `one${string}two`", &[("`one", S), ("string", Some(Type)), ("two`", S)]),
        ("tsx", "type Q = `one${A}two`", &[("`one", S), ("A", Some(Type)), ("two`", S)]),
        ("ruby", "x = ?a", &[("?a", S)]),
        ("bash", "cat <<EOF\ntext\nEOF\n", &[("text\nEOF", S)]),
    ]);
}

#[rustfmt::skip]
#[test]
fn markdown_in_table_cells_has_classes() {
    check(&[("markdown", "| `one` | **two** |\n|---|---|\n| [three](four) | `five` <b>six</b> |\n", &[
        ("one", Some(Code)), ("two", Some(Strong)), ("three", Some(Link)), ("four", Some(Link)), ("five", Some(Code)),
    ])]);
    check(&[("markdown", "| x |\n|---|\n| a <b>c</b> |\n", &[("b", Some(Tag))])]);
}

#[rustfmt::skip]
#[test]
fn an_attribute_names_the_language_of_an_element() {
    const SCSS: &str = "<style lang=\"scss\">\n$one: 1; // two\n.a { b: $one }\n</style>\n";
    let words: &'static [_] = &[("$one", Some(Variable)), ("// two", Some(Comment))];
    check(&["html", "vue", "svelte", "astro"].map(|host| (host, SCSS, words)));
    const TS: &str = "<script lang='ts'>let a: One = 1</script>\n<script>let b</script>\n<style lang=less>@c: 1; // two\n</style>";
    let words: &'static [_] = &[("One", Some(Type)), ("// two", Some(Comment))];
    check(&["html", "vue", "svelte", "astro"].map(|host| (host, TS, words)));
    const PUG: &str = "<template lang=\"pug\">\n.card\n  // one\n  p.two hi\n</template>\n";
    let words: &'static [_] = &[("// one", Some(Comment))];
    check(&["vue", "svelte"].map(|host| (host, PUG, words)));
    check(&[
        ("html", "<script type=\"application/ld+json\">{\"one\": 1}</script>", &[("\"one\"", Some(Property))]),
        ("html", "<script type=\"importmap\">{\"one\": 1}</script>", &[("\"one\"", Some(Property))]),
        ("html", "<script type=\"module\">let a</script>", &[("let", Some(Keyword))]),
        ("html", "<script type=\"text/x-klingon\">let a</script>", &[("let", None)]),
        ("html", "<style type=\"text/css\" lang=\"scss\">// one\n</style>", &[("// one", Some(Comment))]),
        ("html", "<style lang=\"postcss\">a { color: red }</style>", &[("color", Some(Property))]),
        ("vue", "<i18n lang=\"json\">\n{\"one\": 1}\n</i18n>\n<template><p lang=\"cs\">int x</p></template>",
            &[("\"one\"", Some(Property)), ("int", None)]),
    ]);
}

/// A line-oriented language in several ranges is one document.
#[rustfmt::skip]
#[test]
fn a_quoted_block_keeps_its_state_from_line_to_line() {
    check(&[
        ("markdown", "> ```scss\n> /* one\n>    two */ .a { b: c }\n> ```\n", &[("/* one", Some(Comment)), ("two */", Some(Comment))]),
        ("javascript", "const q = gql`query { a # ${x} one\n  b }`", &[("one", Some(Comment))]),
    ]);
}

#[rustfmt::skip]
#[test]
fn changed_lines_of_a_hunk_are_no_headers() {
    const D: Option<Class> = Some(Deleted);
    const I: Option<Class> = Some(Inserted);
    const H: Option<Class> = Some(Heading);
    check(&[
        ("diff", "--- a/q\n+++ b/q\n@@ -3,3 +3,3 @@ f\n x\n--- old\n+++ new\n\n--- a/r\n+++ b/r\n@@ -1 +1 @@\n--- z\n+++ y\n",
            &[("--- a/q", H), ("+++ b/q", H), ("--- old", D), ("+++ new", I), ("--- a/r", H), ("+++ b/r", H), ("--- z", D), ("+++ y", I)]),
        // Unchanged lines without their space, and a note of the missing end of the last line.
        ("diff", "--- a\n+++ b\n@@ -1,2 +1,2 @@\n\n--- é\n\\ No newline at end of file\n+++ ü\n\\ No newline at end of file\n--- c\n",
            &[("--- é", D), ("+++ ü", I), ("--- c", H)]),
        // Wrong numbers of lines, and none.
        ("diff", "--- a\n+++ b\n@@ -1,99 +1,99 @@\n x\ndiff --git a/c b/c\n--- c\n+++ c\n", &[("--- c", H), ("+++ c", H)]),
        ("diff", "--- a\n+++ b\n@@ x @@\n--- c\n", &[("--- c", H)]),
        ("diff", "--- a\n+++ b\n@@ -0,0 +1,18446744073709551616 @@\n+++ c\n", &[("+++ c", H)]),
        ("diff", "@@ -1,3 +1,2 @@\n---\n-- \n+++\n é\n", &[("---", D), ("-- ", D), ("+++", I)]),
        ("diff", "1c1\n< a\n---\n> b\n", &[("---", Some(Class::Punctuation))]),
        ("git-commit", "one\n# ------------------------ >8 ------------------------\ndiff --git a/q b/q\n--- a/q\n+++ b/q\n@@ -1 +1 @@\n--- x\n+++ y\n",
            &[("--- a/q", H), ("--- x", D), ("+++ y", I)]),
        ("markdown", "> ```diff\n> --- a\n> +++ b\n> @@ -1 +1 @@\n> --- x\n> +++ y\n> ```\n", &[("--- a", H), ("--- x", D), ("+++ y", I)]),
    ]);
}

#[rustfmt::skip]
#[test]
fn names_of_types_and_constants() {
    check(&[
        ("java", "enum E { ONE, Two }", &[("Two", Some(Constant))]),
        ("php", "<?php interface One {} trait Two {} class Three implements Four { use Five; }",
            &[("One", Some(Type)), ("Two", Some(Type)), ("Three", Some(Type)), ("Four", Some(Type)), ("Five", Some(Type))]),
        ("csharp", "class A<TOne> where TOne : B {} delegate void Two();", &[("TOne", Some(Type)), ("Two", Some(Type))]),
        ("swift", "func f<TOne>() where TTwo: P {}", &[("TOne", Some(Type)), ("TTwo", Some(Type))]),
        ("css", "a { color: #fff; display: block }", &[("#fff", Some(Constant)), ("block", Some(Constant))]),
    ]);
}
