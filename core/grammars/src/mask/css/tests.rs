use crate::mask::tests::{assert_unchanged, masked};

#[test]
fn branches_and_conditions_are_lists_of_values() {
    for (source, expected) in [
        (
            "a { b: if(style(--c: 1): d; else: e); }",
            "a { b: if(style(--c, 1), d; else, e); }",
        ),
        (
            "a { b: if(media(width >= 6px) and (not (x: y)): calc((1 + 2) * 3);); c: d:e }",
            "a { b: if(media(width ,  6px) and  not  x, y  , calc((1 + 2) * 3) ); c: d:e }",
        ),
        (
            "a { b: c if(supports(d: e): if(print: url(f:g); else: h) \"i:\" /*:*/; else: ) }",
            "a { b: c if(supports(d, e), if(print, url(f:g); else, h) \"i:\" /*:*/; else  ) }",
        ),
    ] {
        assert_eq!(masked("css", source), expected);
    }
}

#[test]
fn selectors_of_scopes_are_single() {
    for (source, expected) in [
        (
            "@scope (.a, .b > c) to (:is(d, e)) { f, g {} }",
            "@scope (.a  .b > c) to (:is(d, e)) { f, g {} }",
        ),
        ("@scope to (.a,.b) {}", "@scope    (.a .b) {}"),
    ] {
        assert_eq!(masked("css", source), expected);
    }
}

#[test]
fn heads_of_rules_are_read() {
    for (source, expected) in [
        (
            "@media print and (width >= 1px) and (2em<height) { a { b: c } }",
            "@media print and (width :  1px) and (    height) { a { b: c } }",
        ),
        (
            "@media (1px <= /* é */ width < calc(2px + 3em)) { a { b: c } }",
            "@media (       /* é */ width : calc(2px + 3em)) { a { b: c } }",
        ),
        (
            "@container a style(--b: c) and (width = 1px) { d { e: f } }",
            "@container        (--b: c) and (width : 1px) { d { e: f } }",
        ),
        (
            "@page a:first { margin: 1px } @layer b.c, d;",
            "@page a       { margin: 1px } @layer b-c, d;",
        ),
        (
            "@import \"a\" layer(b.c) supports(d: e) screen;",
            "@import \"a\"                           screen;",
        ),
        (
            "@custom-media --a (width > 1px);",
            "@custom-media     (width : 1px);",
        ),
    ] {
        assert_eq!(masked("css", source), expected);
    }
}

#[test]
fn addresses_and_marks_are_read() {
    for (source, expected) in [
        (
            "a { b: url(../c.png) url( /d?e=f&g ) url(./é/h); }",
            "a { b: url(___c.png) url( _d_e_f_g ) url(_____h); }",
        ),
        (
            "a { b: c ! important;; d: e }",
            "a { b: c  !important;  d: e }",
        ),
        (
            "a {; b: c; ; d: var(--e, ) }",
            "a {  b: c;   d: var(--e  ) }",
        ),
    ] {
        assert_eq!(masked("css", source), expected);
    }
}

#[test]
fn other_code_stays() {
    assert_unchanged(
        "css",
        &[
            "@scope (.a) to (.b) { c { d: e } }",
            "@scope { a { b: c } }",
            "/* if(a: b) @scope (a, b) */",
            "a { b: \"if(c: d)\"; e: -if(f: g); }",
            "a { b: if(c: d",
            "a { b: if(c: d } e: f)",
            "if(",
            "@media (width: 1px) and (not (color)) { a > b { c: d } }",
            "@container a { b { c: d } }",
            "@container not (width: 1px) { b { c: d } }",
            "@import url(\"a\") screen; @layer a, b; @page { c: d }",
            "@media (a > b",
            "a { b: url(c/d.png) url(\"./e;;\") var(--f, g) !important; }",
            "a { b: url(../c",
            "@",
        ],
    );
}
