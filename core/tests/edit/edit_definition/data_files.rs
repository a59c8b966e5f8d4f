//! Edits of sections, tables, keys and stages: files without brackets around definitions.

use ransack::DefinitionAction::Remove;
use ransack::DefinitionPart::{Body, Value, Whole};
use ransack::InsertPlace::{After, Before, FirstMember, LastMember};

use super::{check, insert, move_to, rename, replace};

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

#[test]
fn comments_above_a_table_of_toml_belong_to_it() {
    let [first, second] = [
        "# Pinned because of #123.\n[dependencies]\na = \"1\"\n",
        "# Tests.\n[dev-dependencies]\nb = \"1\"\n",
    ];
    let package = "[package]\nname = \"x\"\n";
    let source = [package, first, second].join("\n");
    let name = "dependencies";
    for (action, parts) in [
        (Remove, &[package, second][..]),
        (
            replace(Whole, "[dependencies]\nc = \"1\"\n"),
            &[package, "[dependencies]\nc = \"1\"\n", second],
        ),
        (
            insert(After, "[features]\nx = []\n"),
            &[package, first, "[features]\nx = []\n", second],
        ),
        (
            move_to(None, After, "dev-dependencies"),
            &[package, second, first],
        ),
    ] {
        check("a.toml", &source, name, action, &parts.join("\n"));
    }
    let renamed = source.replace("[dependencies]", "[build-dependencies]");
    check(
        "a.toml",
        &source,
        name,
        rename("build-dependencies"),
        &renamed,
    );
    // A comment that no other table follows directly stays with the table.
    let apart = "[a]\nx = 1\n# y = 2\n\n[b]\nz = 1\n";
    check("a.toml", apart, "a", Remove, "[b]\nz = 1\n");
    let expected = "[a]\nx = 1\n# y = 2\n";
    check("a.toml", apart, "b", Remove, expected);
}

#[test]
fn comments_of_yaml_belong_to_the_block_that_they_are_indented_like() {
    let jobs = "jobs:\n  build:\n    steps:\n      - run: x\n  # deploy job\n  deploy: 1\n";
    let expected = "jobs:\n  build:\n    steps:\n      []\n  # deploy job\n  deploy: 1\n";
    check("a.yaml", jobs, "steps", replace(Value, "[]"), expected);
    let expected = "jobs:\n  # deploy job\n  deploy: 1\n";
    check("a.yaml", jobs, "build", Remove, expected);
    let expected = "jobs:\n  build:\n    steps:\n      - run: x\n";
    check("a.yaml", jobs, "deploy", Remove, expected);
    let source = "a:\n  - 1\n# about b\nb: 2\n";
    check("a.yaml", source, "a", Remove, "# about b\nb: 2\n");
    let expected = "# about b\nb: 2\na:\n  - 1\n";
    check("a.yaml", source, "a", move_to(None, After, "b"), expected);
    for (source, expected) in [
        (
            "a:\n  x: 1\n# about b\nb: 2\n",
            "a:\n  x: 1\n  y: 1\n# about b\nb: 2\n",
        ),
        ("a:\n  x: 1\n# end\n", "a:\n  x: 1\n  y: 1\n# end\n"),
    ] {
        check("a.yaml", source, "a", insert(LastMember, "y: 1"), expected);
    }
    let inside = "a:\n  - 1\n  # - 2\nb: 2\n";
    check("a.yaml", inside, "a", Remove, "b: 2\n");
    // A line of text, not a comment.
    let text = "a: |\n  x\n  # y\nb: 2\n";
    check("a.yaml", text, "a", Remove, "b: 2\n");
    let leading = "a:\n  # lead\n  x: 1\nb: 2\n";
    let expected = "a:\n  # lead\n  y: 1\nb: 2\n";
    check(
        "a.yaml",
        leading,
        "a",
        replace(Body, "# lead\ny: 1"),
        expected,
    );
    let expected = "a:\n  y: 1\n  # lead\n  x: 1\nb: 2\n";
    check(
        "a.yaml",
        leading,
        "a",
        insert(FirstMember, "y: 1"),
        expected,
    );
}

#[test]
fn stages_of_a_dockerfile_extend_to_the_next_one() {
    let [first, second] = [
        "FROM a AS x\nENV P=1\nRUN b\n",
        "# Runs.\nFROM c AS y\nRUN d\n",
    ];
    let source = [first, second].join("\n");
    let new = "FROM z AS w\nRUN e\n";
    for (name, action, parts) in [
        ("x", Remove, &[second][..]),
        ("y", Remove, &[first]),
        ("y", move_to(None, Before, "x"), &[second, first]),
        ("x", insert(After, new), &[first, new, second]),
        ("x.P", Remove, &["FROM a AS x\nRUN b\n", second]),
    ] {
        check("Dockerfile", &source, name, action, &parts.join("\n"));
    }
}
