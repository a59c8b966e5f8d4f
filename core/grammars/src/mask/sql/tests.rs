//! Masked SQL.

use crate::mask::tests::{assert_unchanged, hidden, masked};

#[test]
fn clauses_are_hidden() {
    for (source, expected) in [
        ("SELECT TOP 3 n FROM q;", "SELECT       n FROM q;"),
        (
            "select distinct top (@n) percent with ties a, * from q",
            "select distinct                            a, * from q",
        ),
        ("SELECT TOP (5) * FROM q", "SELECT         * FROM q"),
        ("DELETE TOP (5) FROM q", "DELETE         FROM q"),
        (
            "SELECT * EXCLUDE (z) FROM q;",
            "SELECT *             FROM q;",
        ),
        (
            "SELECT q.* EXCLUDE z, r.* EXCEPT (\"a\", b) FROM q, r",
            "SELECT q.*          , r.*                 FROM q, r",
        ),
        (
            "SELECT * EXCLUDE (z) REPLACE (f(a, 'b') AS c)\nFROM q",
            "SELECT *                                     \nFROM q",
        ),
    ] {
        assert_eq!(masked("sql", source), expected);
    }
}

#[test]
fn brackets_around_names_are_quotes() {
    for (source, expected) in [
        (
            "SELECT [a b], x.[c] FROM [sales].[Line] [l]",
            "SELECT \"a b\", x.\"c\" FROM \"sales\".\"Line\" \"l\"",
        ),
        (
            "SELECT [é-1]\nFROM [dbo].q",
            "SELECT \"é-1\"\nFROM \"dbo\".q",
        ),
    ] {
        assert_eq!(masked("sql", source), expected);
    }
}

#[test]
fn qualify_continues_the_clauses_before_it() {
    for (source, expected) in [
        (
            "SELECT a FROM q QUALIFY f(b) = 1",
            "SELECT a FROM q WHERE   f(b) = 1",
        ),
        (
            "SELECT a FROM q WHERE a > 1 QUALIFY row_number() OVER (ORDER BY b) = 1 ORDER BY c",
            "SELECT a FROM q WHERE a > 1 AND     row_number() OVER (ORDER BY b) = 1 ORDER BY c",
        ),
        (
            "SELECT a FROM (SELECT b FROM q WHERE c) r GROUP BY a qualify d",
            "SELECT a FROM (SELECT b FROM q WHERE c) r GROUP BY a HAVING  d",
        ),
    ] {
        assert_eq!(masked("sql", source), expected);
    }
}

#[test]
fn declarations_are_hidden() {
    for (source, expected) in [
        (
            "DECLARE @x INT = 5;\nSELECT @x;",
            "                   \nSELECT @x;",
        ),
        (
            "SELECT 1;\ndeclare @x as varchar(20), @y int = (select 1)\nSELECT 2;",
            "SELECT 1;\n                                              \nSELECT 2;",
        ),
        (
            "DECLARE @t TABLE (id INT);\nSELECT id FROM q;",
            "CREATE TABLE ___ (id INT);\nSELECT id FROM q;",
        ),
    ] {
        assert_eq!(masked("sql", source), expected);
    }
}

#[test]
fn hidden_tokens_have_their_classes() {
    let tokens = hidden("sql", "SELECT TOP (3) n FROM q; DECLARE @x INT = f('a');");
    let expected = [
        ("TOP", "keyword"),
        ("(", "punctuation.bracket"),
        ("3", "number"),
        (")", "punctuation.bracket"),
        ("DECLARE", "keyword"),
        ("@x", "variable"),
        ("INT", "type"),
        ("=", "operator"),
        ("f", "function"),
        ("(", "punctuation.bracket"),
        ("'a'", "string"),
        (")", "punctuation.bracket"),
        (";", "punctuation.delimiter"),
    ];
    assert_eq!(tokens, expected);
}

#[test]
fn other_code_stays() {
    assert_unchanged(
        "sql",
        &[
            "SELECT top, top(5) AS a FROM q",
            "SELECT top(5) FROM q; SELECT top (a) * 2 FROM q",
            "SELECT a[1], ARRAY[x], b [1, 2], '[c]', \"[d]\" -- [e]\nFROM q /* TOP 3 */",
            "SELECT * FROM q EXCEPT (SELECT 1)",
            "SELECT a * exclude FROM q",
            "SELECT count(*) OVER (ROWS UNBOUNDED PRECEDING EXCLUDE TIES) FROM q",
            "SELECT qualify FROM q WHERE qualify = 1",
            "CREATE FUNCTION f() RETURNS int AS $$ DECLARE @x INT; SELECT TOP 3 [a] $$ LANGUAGE sql",
            "DECLARE x INT; DECLARE",
            "SELECT TOP",
            "SELECT TOP (",
            "SELECT * EXCLUDE (",
            "[",
            "'",
            "$a",
        ],
    );
}
