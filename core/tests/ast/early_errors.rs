//! Errors that a language rejects but its grammar accepts.

use ransack::{CancelToken, check_syntax};

/// Messages of the errors beyond the grammar. Fails if the grammar itself rejects the text.
fn messages(text: &str, language: &str) -> Vec<String> {
    let found = check_syntax(text.as_bytes(), language, &CancelToken::new()).unwrap();
    let messages = found.into_iter().map(|error| {
        let message = error.message;
        message.unwrap_or_else(|| panic!("the grammar of {language} refuses {text:?}"))
    });
    messages.collect()
}

fn refused(language: &str, texts: &[&str]) {
    for text in texts {
        assert_ne!(messages(text, language), [""; 0], "{language}: {text:?}");
    }
}

fn accepted(language: &str, texts: &[&str]) {
    for text in texts {
        assert_eq!(messages(text, language), [""; 0], "{language}: {text:?}");
    }
}

#[test]
fn an_error_has_a_message_and_a_range() {
    let text = "def f():\n    pass\n\nreturn f(1,\n    2)\n";
    let found = check_syntax(text.as_bytes(), "python", &CancelToken::new()).unwrap();
    assert_eq!(found.len(), 1);
    let message = found[0].message.as_deref();
    assert_eq!(message, Some("`return` outside of a function"));
    assert_eq!(found[0].missing, None);
    // For several lines, only the first token counts.
    let span = found[0].span;
    assert_eq!(
        (span.start.line, span.start.column, span.end.column),
        (4, 0, 6)
    );
}

#[test]
fn holes_in_lists_of_ecmascript() {
    for language in ["js", "ts", "tsx"] {
        refused(
            language,
            &[
                "f(, a);",
                "f(a,, b);",
                "x = {a, , b};",
                "x = {, a};",
                "f(/* a */ , b);",
            ],
        );
        accepted(
            language,
            &[
                "x = [, a,, b];",
                "[, a] = b;",
                "f(a, );",
                "x = {a, };",
                "f(a, /* b */);",
            ],
        );
    }
}

#[test]
fn declarations_of_ecmascript() {
    for language in ["js", "ts"] {
        refused(
            language,
            &[
                "let a; let a;",
                "const a = 1; var a;",
                "{ let a; { var a; } }",
                "function f(a) { let a; }",
                "(a, a) => 1;",
                "try {} catch (e) { let e; }",
                "for (let a of b) { var a; }",
                "switch (1) { case 1: let a; case 2: let a; }",
                "class A {} class A {}",
                "import {a} from 'b'; import {a} from 'c';",
                "let [a, {b: [a]}] = c;",
            ],
        );
        accepted(
            language,
            &[
                "let a; { let a; { let a; } }",
                "var a; var a; function f(a) { var a; }",
                "try {} catch (e) { var e; }",
                "for (let a of b) { let a; } for (let a of b);",
                "function f(a) { { let a; } }",
                "let a = function a() { let a; };",
                "function f(a, a) {}",
                "let {a: b, c: d = a} = c;",
            ],
        );
    }
    refused(
        "js",
        &[
            "let a; function a() {}",
            "export {a};",
            "const a;",
            "export let a; export {a};",
        ],
    );
    accepted(
        "js",
        &[
            "{ function a() {} function a() {} }",
            "var a; export {a, a as b};",
        ],
    );
    accepted(
        "ts",
        &[
            "class A {} interface A {} namespace A { let a = 1; }",
            "function f(a: string): void; function f(a: any) {}",
            "import {A} from 'a'; const A = 1;",
            "declare const a: string; export { A } from 'b';",
            "enum A { B } enum A { C = 2 }",
            "class A { constructor(a: string); constructor(private a: any) {} #b = 1; c() { this.#b; } }",
        ],
    );
}

#[test]
fn statements_of_ecmascript_in_their_context() {
    for language in ["js", "ts", "tsx"] {
        refused(
            language,
            &[
                "break;",
                "if (1) continue;",
                "a: { continue a; }",
                "while (1) break b;",
                "a: a: ;",
                "while (1) { function f() { break; } }",
                "export {}; return;",
                "function f() { await g(); } export {};",
                "async function f() { () => { await g; } }",
                "function f() { yield 1; }",
                "function f() { super.a(); }",
                "class A { constructor() { super(); } }",
                "new.target;",
                "while (1) let a;",
                "if (1) class A {}",
                "'use strict'; with (a) b;",
                "class A { a() { this.#b; } }",
                "class A { constructor() {} constructor() {} }",
                "function f() { import a from 'b'; }",
                "throw\na;",
                "try {} \n",
                "x = /a/gg;",
                "x = 3in [];",
                "a ?? b || c;",
                "-a ** b;",
                "(a + b) = c;",
                "`\\01`;",
                "{ a: 1, b: 2 }.a;",
                "function () {}();",
                "async function () {}.a();",
                "export default function () {}();",
            ],
        );
        accepted(
            language,
            &[
                "return;",
                "await f();",
                "for await (const a of b);",
                "async () => { await (0, a.b)(c, { d }); return await (e)`f`; };",
                "export {}; await (0, a.b)(c);",
                "async () => { await f(); for await (const a of b); };",
                "function* f() { yield; yield* a; const g = function* () { yield 1; }; }",
                "a: for (;;) { for (;;) { continue a; } }",
                "a: { break a; }",
                "switch (1) { case 1: break; }",
                "class A extends B { constructor() { (() => super())(); } a() { super.a; } b = super.b; }",
                "x = { a() { super.a; }, get b() { return 1; }, set b(c) {} };",
                "function f() { new.target; () => new.target; }",
                "class A { #a; static b(c) { return #a in c && c.#a; } }",
                "x = /a/dgimsuy;",
                "tag`\\01`;",
                "(a ?? b) || c; (-a) ** b;",
                "({ a: 1 }).a; (function () {})(); !function () {}(); x = { a: 1 }.a; { a: 1 }",
                "() => ({}); () => {}; x = function () {}(); async function f() {} (a);",
                "export default function () {}",
                "export default class {}",
                "export default { a: 1 }.a;",
                "(a) = 1; (a.b) = 2; [a.b, c] = d; ({a: b.c} = d);",
                "for (const a in b); for (a.b of c); for (var a = 1 in b);",
                "class A { static { this.a = 1; } 'constructor'() {} static constructor() {} }",
            ],
        );
    }
    // Sloppy scripts.
    accepted(
        "js",
        &[
            "if (1) function f() {}",
            "a: function f() {}",
            "with (a) b;",
            "x = 010; y = '\\01';",
            "var yield = 1; yield + 1; var let = 2; await = 3; await (1);",
            "delete a;",
            "function f() { return arguments; }",
        ],
    );
    refused("tsx", &["x = <a></b>;", "x = <a.b></a.c>;"]);
    accepted(
        "tsx",
        &["x = <a></a>;", "x = <></>;", "x = <a.b c={1}>text</a.b>;"],
    );
}

#[test]
fn layout_of_python() {
    refused(
        "python",
        &[
            "if a:\nb()\n",
            "def f():\n    # only a comment\n\ng()\n",
            "a()\n  b()\n",
            "if a:\n    b()\n  c()\n",
            "if a:\n    b()\n    if c:\n        d()\n      e()\n",
            "if a:\n\tb()\n        c()\n",
            "class A:\n    @b\n      def c(self): pass\n",
            "f(,)\n",
            "from a import b,\n",
        ],
    );
    accepted(
        "python",
        &[
            "if a: b(); c()\nelse: d()\n",
            "if a:\n  b()\nelse:\n      c()\n      d()\n",
            "if a:\n    b(c,\n  d)\n    e = [\n1]\n# f\n  # g\nh()\n",
            "if a:\n    '''b\nc'''\n    d()\n",
            "a = 1; \\\n  b = 2\n",
            "if a:\n\tb()\n\tc()\n",
            "if a:\r\n    b()\r\n    c()\r\n",
            "class A:\n\n    @b\n    # c\n    def d(self):\n        ...\n\n    e: int\n",
            "match a:\n    case 1:\n        b()\n    case _:\n        c()\n",
            "try:\n    a()\nexcept B:\n    pass\nelse:\n    c()\nfinally:\n    d()\n",
        ],
    );
}

#[test]
fn statements_of_python_in_their_context() {
    refused(
        "python",
        &[
            "return 1\n",
            "class A:\n    return 1\n",
            "class A:\n    yield 1\n",
            "if a: break\n",
            "for a in b: pass\nelse: continue\n",
            "while a:\n    def f():\n        break\n",
            "def f():\n    await g()\n",
            "def f():\n    async with g(): pass\n",
            "nonlocal a\n",
            "def f(a):\n    global a\n",
            "import a\nfrom __future__ import b\n",
            "try:\n    a()\n",
            "def f(a, a): pass\n",
            "def f(a=1, b): pass\n",
            "def f(**a, b): pass\n",
            "def f(*): pass\n",
            "lambda a, *b, *c: 1\n",
            "f(a=1, b)\n",
            "f(**a, *b)\n",
            "f(a=1, a=2)\n",
            "f(a for a in b, c)\n",
            "del f()\n",
            "with a as b(): pass\n",
            "a, b += 1\n",
            "a, b: int\n",
            "*a = b\n",
            "a := 1\n",
            "raise A, B\n",
            "a = 0777\n",
            "a = b'é'\n",
            "a = 'C:\\Users'\n",
            "a = b'b' 'c'\n",
            "def f():\n    from a import *\n",
        ],
    );
    accepted(
        "python",
        &[
            "def f():\n    return (yield)\n",
            "a = lambda: (yield)\n",
            "for a in b:\n    try: break\n    finally: continue\nelse: c()\n",
            "async def f():\n    await g()\n    async for a in b: break\n    async with c as d: return [await e for e in g]\n",
            "def f():\n    a = 1\n    def g():\n        nonlocal a\n",
            "class A:\n    def f(self):\n        nonlocal __class__\n",
            "def f():\n    return (await a for a in b)\n",
            "'''Doc.'''\n# a\nfrom __future__ import a\nfrom __future__ import (b, c,)\nimport d\n",
            "def f(a, /, b=1, *c, d, e=2, **g): pass\n",
            "def f(*, a): pass\ndef g(*a: int, b): pass\ndef h(a, b=1, *, c): pass\n",
            "f(a, *b, c=1, *d, **e, g=2, **h)\n",
            "f(a for a in b)\nf((a for a in b), c)\n",
            "del a, b.c, d[0], (e, f), [g]\n",
            "with a as b, c as (d, *e), f as g.h: pass\nwith (a as b, c as d,): pass\n",
            "a = b = c, d = *e, 1\n(a): int = 1\na.b += 1\n(a) += 1\n*a, b = c\n",
            "if (a := 1): pass\nf(a := 1)\n",
            "a = 00\nb = 0o7\nc = r'C:\\Users'\nd = '\\x41\\u0041\\N{BULLET}'\ne = b'\\u'\n",
            "try: a()\nexcept (A, B) as c: pass\nexcept D: pass\nexcept: pass\n",
            "try: a()\nexcept* A: pass\n",
            "def f(*args: *Ts): pass\na[*b]\nreturned = f(*a), [*b], {*c}\n",
            "match a:\n    case B(c, d=1) if e: pass\n    case {'f': 1, **g}: pass\n",
        ],
    );
    // Python 2.
    accepted(
        "python",
        &["print 'a'\nb = 0777\nraise A, 'b'\nc = [d for d in 1, 2]\ndef f(a, (b, c)): pass\n"],
    );
}

#[test]
fn heredocs_end() {
    for (language, text) in [
        ("bash", "cat <<EOF\na\n"),
        ("bash", "cat <<A\na\nB\n"),
        ("bash", "cat <<A <<B\na\nA\nb\n"),
        ("bash", "cat <<-A\n$b\n"),
        ("php", "<?php\n$a = <<<B\nc\n"),
        ("php", "<?php\n$a = <<<'B'\nc\n;\n"),
    ] {
        let found = check_syntax(text.as_bytes(), language, &CancelToken::new()).unwrap();
        assert_ne!(found, [], "{language}: {text:?}");
    }
    refused(
        "ruby",
        &["a = <<~B\n  c\n", "f(<<A, <<B)\na\nA\nb\n", "f(<<'A')\na\n"],
    );
    accepted(
        "bash",
        &[
            "cat <<EOF\na\nEOF\n",
            "cat <<-A\n$b\n\tA\n",
            "cat <<< a\n",
            "((a << 2))\n",
        ],
    );
    accepted(
        "ruby",
        &["a = <<~B\n  c\n  B\nd << e\n", "f(<<A, <<B)\na\nA\nb\nB\n"],
    );
}

#[test]
fn closing_keywords_need_an_opening_one() {
    refused(
        "bash",
        &[
            "f() {\nx\n}\n}\n",
            "for x in a; do y; done\ndone\n",
            "if x; then y; fi; fi\n",
            "then\n",
            "else\n",
            "elif x\n",
            "esac\n",
            "do\n",
            "! done\n",
            "x || }\n",
            "x=$(fi)\n",
        ],
    );
    accepted(
        "bash",
        &[
            "echo fi done }\n",
            "x=1 done\n",
            ">a fi\n",
            "\\fi\n\"fi\"\n'done'\n",
            "case x in fi) y ;; esac\n",
            "fi=1\n",
            // Bats and Zsh.
            "@test \"a\" {\n  x\n}\n",
            "repeat 3; do x; done\n",
            "repeat 3 do x; done\n",
            // The grammar reads the lines after `sh` as its arguments.
            "awk '{\n}' | sh\ncat $T/*.sh.out\nif x '!!!'\nthen\n  y\nelse\n  z\nfi\n",
        ],
    );
    refused(
        "ruby",
        &[
            "class A\n  def f\n    1\n  end\nend\nend\n",
            "end\n",
            "f {\n  end\n}\n",
            "x = 1\nelse\n  y\n",
            "else y\n",
            "end.f\n",
            "end if x\n",
            "def f\n  when 1\n  2\nend\n",
        ],
    );
    accepted(
        "ruby",
        &[
            "x.end\nx&.then { 1 }\nA::in 1\nx.else = 1\n",
            "def end; end\ndef self.then(a) = a\ndef f(if:, in:, end: 1); end\n",
            "f(end: 1, then: 2)\nx = { in: 1, 'end' => :end }\n",
            "alias end then\nundef do\nalias_method :else, :end\n",
            "while x do y end\nx in [1]\nfor a in b do c end\n",
        ],
    );
}

#[test]
fn keys_of_toml_have_a_value_and_a_line() {
    refused(
        "toml",
        &["a = ", "a = 1 b = 2\n", "[a]\nb = 1 [c]\n", "a = 1 [b]\n"],
    );
    accepted(
        "toml",
        &[
            "a = 1 # b = 2\n[c] # d\ne = { f = 1, g = 2 }\nh = '''\n'''\n[[i]]\r\nj = [\n1,\n]\r\nk = 1",
            "a = \"\"",
        ],
    );
}

#[test]
fn statements_of_python_2_do_not_go_with_syntax_of_python_3() {
    refused(
        "python",
        &[
            "def f(a: int): pass\nprint 'a'\n",
            "async def f(): pass\nexec 'a'\n",
            "print a\nb = f'{c}'\n",
            "if (a := 1): print a, b\n",
            "x: int: str\n",
            "def f(x: int: str = 1): pass\n",
        ],
    );
    accepted(
        "python",
        &[
            "def f(a: int): pass\nprint >> a, b\nprint('a')\nprint (a), b\nprint [1]\n",
            "def f[T: int, *U](a: T) -> B[T]: pass\ntype A[T: (int, str)] = B[T]\nclass C[T: int]: pass\n",
        ],
    );
}

#[test]
fn code_that_the_grammar_does_not_understand_is_not_judged() {
    let found = |text: &str, language| {
        let found = check_syntax(text.as_bytes(), language, &CancelToken::new()).unwrap();
        assert_ne!(found, [], "{text:?}");
        found.into_iter().filter_map(|error| error.message).count()
    };
    assert_eq!(found("function f( {\n  return await g();\n}\n", "js"), 0);
    assert_eq!(found("def f(:\n    return 1\n", "python"), 0);
    // Another function is checked.
    assert_eq!(found("f(;\nfunction g() { let a; let a; }\n", "js"), 1);
}
