//! Edits of code that the grammars read masked: the bytes of the source stay.

use crate::ast_edit::rewritten;

#[test]
fn edits_keep_the_bytes_of_the_source() {
    for (name, text, pattern, new, expected) in [
        (
            "a.tsx",
            "x = <b c='?d&e'>é & f</b>\n",
            "<b c=$C>$$$D</b>",
            "<i c=$C>$$$D</i>",
            "x = <i c='?d&e'>é & f</i>\n",
        ),
        (
            "a.json",
            "{\"a\": [1e+21, true]}\n",
            "[$A, true]",
            "[true, $A]",
            "{\"a\": [true, 1e+21]}\n",
        ),
        (
            "a.css",
            "p { a: if(style(--b: 1): c; else: d); e: f(1) }\n",
            "f($A)",
            "g(if(media(width >= 1px): $A; else: 2))",
            "p { a: if(style(--b: 1): c; else: d); e: g(if(media(width >= 1px): 1; else: 2)) }\n",
        ),
        (
            "a.cs",
            "class A {\n  extension(B b) {\n    int C() => d(b, 1);\n  }\n}\n",
            "d($A, $B)",
            "d($B, $A)",
            "class A {\n  extension(B b) {\n    int C() => d(1, b);\n  }\n}\n",
        ),
        (
            "a.sh",
            "cat <<A; ls \"${b%]*}\" c\né $(ls d\nA\n",
            "ls $A c",
            "ls -l $A c",
            "cat <<A; ls -l \"${b%]*}\" c\né $(ls d\nA\n",
        ),
        (
            "a.sql",
            "DECLARE @x INT = 1;\nSELECT TOP 3 [a b] FROM q;\nSELECT n FROM q;\n",
            "SELECT $A FROM q",
            "SELECT $A FROM [r]",
            "DECLARE @x INT = 1;\nSELECT TOP 3 [a b] FROM q;\nSELECT n FROM [r];\n",
        ),
        // Becomes and stops being masked.
        (
            "a.sh",
            "a=${b%x*}; c\n",
            "a=$A",
            "a=${b%]*}",
            "a=${b%]*}; c\n",
        ),
        (
            "a.sql",
            "SELECT TOP 3 n FROM q;\n",
            "SELECT TOP 3 $A FROM q",
            "SELECT $A FROM q LIMIT 3",
            "SELECT n FROM q LIMIT 3;\n",
        ),
    ] {
        assert_eq!(rewritten(name, text, pattern, new), expected, "{pattern}");
    }
}
