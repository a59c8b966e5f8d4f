//! Edits of sections, tables, keys and stages: files without brackets around definitions.

use ransack::DefinitionAction::Remove;
use ransack::DefinitionPart::{Body, Whole};
use ransack::InsertPlace::{After, Before, FirstMember, LastMember};

use super::{check, insert, move_to, replace};

#[test]
fn sections_of_markdown_end_before_the_next_heading() {
    let source = "# T\n\n## One\n\n1\n\n## Two\n\n2\n";
    for (name, action, expected) in [
        ("One", Remove, "# T\n\n## Two\n\n2\n"),
        ("Two", Remove, "# T\n\n## One\n\n1\n"),
        (
            "One",
            move_to(None, After, "Two"),
            "# T\n\n## Two\n\n2\n\n## One\n\n1\n",
        ),
        (
            "One",
            replace(Body, "new\n"),
            "# T\n\n## One\n\nnew\n\n## Two\n\n2\n",
        ),
        (
            "One",
            replace(Whole, "## Uno\n\nnew\n"),
            "# T\n\n## Uno\n\nnew\n\n## Two\n\n2\n",
        ),
        (
            "One",
            insert(After, "## Mid\n\nx\n"),
            "# T\n\n## One\n\n1\n\n## Mid\n\nx\n\n## Two\n\n2\n",
        ),
        (
            "Two",
            insert(Before, "## Mid\n\nx\n"),
            "# T\n\n## One\n\n1\n\n## Mid\n\nx\n\n## Two\n\n2\n",
        ),
        (
            "One",
            insert(FirstMember, "0"),
            "# T\n\n## One\n\n0\n\n1\n\n## Two\n\n2\n",
        ),
        (
            "One",
            insert(LastMember, "3"),
            "# T\n\n## One\n\n1\n\n3\n\n## Two\n\n2\n",
        ),
        (
            "T",
            insert(LastMember, "## Three"),
            "# T\n\n## One\n\n1\n\n## Two\n\n2\n\n## Three\n",
        ),
    ] {
        check("a.md", source, name, action, expected);
    }
}

#[test]
fn sections_of_markdown_need_no_blank_lines_and_no_text() {
    let dense = "# T\n## One\n1\n## Two\n2\n";
    check("a.md", dense, "One", Remove, "# T\n## Two\n2\n");
    let expected = "# T\n## One\nnew\n## Two\n2\n";
    check("a.md", dense, "One", replace(Body, "new"), expected);
    // The text above would become part of an underlined heading.
    let expected = "# T\n## One\n1\n\nMid\n---\n\n## Two\n2\n";
    check("a.md", dense, "One", insert(After, "Mid\n---"), expected);
    let underlined = "T\n===\n\nOne\n---\n\n1\n\nTwo\n---\n\n2\n";
    let expected = "T\n===\n\nTwo\n---\n\n2\n";
    check("a.md", underlined, "One", Remove, expected);
    let empty = "# T\n\n## One\n\n## Two\n";
    let expected = "# T\n\n## One\n\n1\n\n## Two\n";
    check("a.md", empty, "One", replace(Body, "1\n"), expected);
    check("a.md", empty, "One", insert(LastMember, "1"), expected);
    let indented = "# T\n\n    code\n\n# U\n";
    let expected = "# T\n\n- a\n  - b\n\n# U\n";
    check("a.md", indented, "T", replace(Body, "- a\n  - b"), expected);
}
