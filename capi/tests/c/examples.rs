//! Compiles every C example as C99 and as C++17, against the static and the shared library, and
//! runs it.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use crate::common::{examples, run, words};
use crate::compile::{compile, variants};

/// Compiled example with test trees.
struct Example {
    binary: PathBuf,
    trees: PathBuf,
}

impl Example {
    fn command(&self) -> Command {
        Command::new(&self.binary)
    }

    /// Runs the example with the path of a tree and one more argument.
    fn run(&self, tree: &str, argument: &str) -> Output {
        run(self.command().arg(self.trees.join(tree)).arg(argument))
    }

    /// Opens a file of the trees as standard input.
    fn input(&self, path: &str) -> File {
        File::open(self.trees.join(path)).unwrap()
    }
}

/// Runs `test` on every variant of an example.
fn check(name: &str, test: impl Fn(&Example)) {
    for &(language, link) in variants() {
        let place = crate::tree::place();
        let trees = crate::tree::make(place.path());
        let source = examples().join("c").join(name).with_extension("c");
        let binary = compile(&source, place.path(), language, link);
        test(&Example { binary, trees });
    }
}

/// Asserts that the program succeeded and printed `expected`.
#[track_caller]
fn prints(output: &Output, expected: &str) {
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!(stdout, expected, "{}", words(output));
    assert!(output.status.success(), "{}", words(output));
}

/// Asserts that the program failed with status 2 and a message that contains `why`.
#[track_caller]
fn refuses(output: &Output, why: &str) {
    assert_eq!(output.status.code(), Some(2), "{}", words(output));
    assert!(words(output).contains(why), "{}", words(output));
}

/// Asserts that the program exited with status 1, which means no results.
#[track_caller]
fn finds_nothing(output: &Output) {
    assert_eq!(output.status.code(), Some(1), "{}", words(output));
}

#[test]
fn grep_prints_matches() {
    check("grep", |grep| {
        let found = grep.run("tree/a.txt", "needle");
        let (path, _) = std::str::from_utf8(&found.stdout)
            .unwrap()
            .split_once(':')
            .unwrap();
        assert!(path.ends_with("/tree/a.txt"), "{path}");
        prints(
            &found,
            &format!("{path}:2: needle two\n{path}:4: three needle needle\n"),
        );
        refuses(&grep.run("nowhere", "needle"), "nowhere");
    });
}

#[test]
fn glob_prints_paths() {
    check("glob", |glob| {
        let expected = "src/[id]/\nsrc/[id]/page.ts\nsrc/a.ts\nsrc/deep/\nsrc/deep/c.ts\n";
        prints(&glob.run("paths", "src/**"), expected);
        finds_nothing(&glob.run("paths", "nothing"));
        refuses(&glob.run("nowhere", "*"), "nowhere");
    });
}

#[test]
fn search_marks_matches() {
    check("search", |example| {
        let search = |pattern| {
            run(example
                .command()
                .arg(pattern)
                .stdin(example.input("tree/a.txt")))
        };
        let expected = "2: [needle] two\n4: three [needle] [needle]\n";
        prints(&search("needle"), expected);
        finds_nothing(&search("nothing"));
        refuses(&search("a("), "at byte 1");
    });
}

#[test]
fn text_lays_out_a_table() {
    check("text", |text| {
        let output = run(text
            .command()
            .args(["12", "one two \x1b[31mthree four\x1b[39m 世界"]));
        let expected = "\
            |one two     |  7\n\
            |\x1b[31mthree four\x1b[39m  | 10\n\
            |世界        |  4\n";
        prints(&output, expected);
        refuses(&run(&mut text.command()), "usage");
    });
}

#[test]
fn highlight_prints_colours() {
    check("highlight", |highlight| {
        fs::write(highlight.trees.join("a.rs"), "let a;\n").unwrap();
        let expected = "\x1b[38;5;212mlet\x1b[39m a;\n";
        prints(&highlight.run("a.rs", "Dracula"), expected);
        refuses(&highlight.run("a.rs", "no such theme"), "no such theme");
    });
}

#[test]
fn tokens_cuts_text() {
    check("tokens", |tokens| {
        let cut = |model, limit| {
            let input = tokens.input("tree/a.txt");
            run(tokens.command().args([model, limit]).stdin(input))
        };
        let whole = "one\nneedle two\nbetween\nthree needle needle\n";
        prints(&cut("gpt-4o", "11"), whole);
        let middle = "one\nneedle[6 of 11 tokens kept] needle needle\n";
        prints(&cut("gpt-4o", "6"), middle);
        refuses(&cut("unheard-of", "6"), "unheard-of");
    });
}

#[test]
fn fuzzy_prints_paths() {
    check("fuzzy", |fuzzy| {
        // The directory is found despite an extra letter.
        let found = "src/[deep]/[c].ts\nsrc/[deep]/\n";
        prints(&fuzzy.run("paths", "deepc"), found);
        finds_nothing(&fuzzy.run("paths", "q0q0"));
    });
}

#[test]
fn ast_prints_code() {
    check("ast", |ast| {
        let output = ast.run("code", "kfree($A)");
        let expected = "\
            a.c:2: kfree(a)\n  $A = a\n\
            a.c:2: kfree(b->c)\n  $A = b->c\n\
            b.html:2: kfree(1)\n  $A = 1\n\
            broken.js:1: kfree(2)\n  $A = 2\n";
        prints(&output, expected);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("broken.js"), "{said}");
        finds_nothing(&ast.run("code", "nothing($A)"));
        refuses(&ast.run("nowhere", "kfree($A)"), "nowhere");
    });
}

#[test]
fn outline_prints_definitions_and_imports() {
    check("outline", |outline| {
        let code = outline.trees.join("outlined");
        fs::create_dir_all(code.join("b")).unwrap();
        fs::write(code.join("a.py"), "import os\nclass A:\n    x = 1\n").unwrap();
        fs::write(code.join("b/c.json"), "{\"key\": 1}\n").unwrap();
        let outline_of = |tree: &str| run(outline.command().arg(outline.trees.join(tree)));
        let expected = "\
            a.py\n  imports os\n  2: class class A\n    3: field x\n\
            b/c.json\n  1: key \"key\": 1\n";
        prints(&outline_of("outlined"), expected);
        finds_nothing(&outline_of("empty"));
        refuses(&outline_of("nowhere"), "nowhere");
    });
}

#[test]
fn definition_prints_outlines_sources_and_candidates() {
    check("definition", |definition| {
        let file = definition.trees.join("tool.py");
        let code = "class Tool:\n    def run(self):\n        return 1\n";
        fs::write(&file, code).unwrap();
        let of = |names: &[&str]| run(definition.command().arg(&file).args(names));
        prints(&of(&[]), "class Tool\n  method run\n");
        prints(&of(&["Tool.run"]), "def run(self):\n        return 1\n");
        let unknown = of(&["Tool.ran"]);
        finds_nothing(&unknown);
        assert!(words(&unknown).contains("Tool.run"), "{}", words(&unknown));
        let binary = definition.trees.join("binary.py");
        fs::write(&binary, "def f(): pass\0\n").unwrap();
        let skipped = run(definition.command().arg(&binary));
        refuses(&skipped, "the file was skipped: binary");
        refuses(&run(definition.command().arg("nowhere.py")), "nowhere.py");
    });
}

#[test]
fn cancel_ends_a_search_of_another_thread() {
    check("cancel", |cancel| {
        let search = |tree: &str| {
            let mut command = cancel.command();
            command.arg(cancel.trees.join(tree)).arg("needle");
            command
        };
        let nothing = cancel.trees.join("nothing");
        fs::write(&nothing, "").unwrap();
        let to_the_end = run(search("tree/sub").stdin(File::open(&nothing).unwrap()));
        prints(&to_the_end, "d.rs:1: // needle\n");
        finds_nothing(&run(search("empty").stdin(File::open(&nothing).unwrap())));
        refuses(
            &run(search("nowhere").stdin(File::open(&nothing).unwrap())),
            "RANSACK_STATUS_NOT_FOUND",
        );
        // The pipe is too small for all lines, so the search cannot end before it is read.
        let mut child = search("many")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(b"\n").unwrap();
        let mut said = String::new();
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        errors.read_line(&mut said).unwrap();
        assert_eq!(said, "cancelled\n");
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{}", words(&output));
    });
}

#[test]
fn ast_edit_replaces_code() {
    check("ast_edit", |ast_edit| {
        let code = ast_edit.trees.join("edited");
        let file = code.join("a.js");
        fs::create_dir(&code).unwrap();
        fs::write(&file, "var a = 1;\n").unwrap();
        let edit = |more: &[&str]| {
            let rewrite = ["var $A = $B", "let $A = $B"];
            run(ast_edit.command().arg(&code).args(rewrite).args(more))
        };
        let holds = |expected| assert_eq!(fs::read_to_string(&file).unwrap(), expected);
        let change = "a.js:1: var a = 1 -> let a = 1\n";
        prints(&edit(&[]), &format!("{change}not applied\n"));
        holds("var a = 1;\n");
        prints(&edit(&["apply"]), &format!("{change}applied\n"));
        holds("let a = 1;\n");
        finds_nothing(&edit(&["apply"]));
        refuses(&edit(&["later"]), "usage");
    });
}

#[test]
fn workspace_answers_from_standard_input() {
    check("workspace", |workspace| {
        let patterns = workspace.trees.join("patterns");
        fs::write(&patterns, "src/*.ts\n../x\nnothing\n").unwrap();
        let answer = |tree: &str| {
            let input = File::open(&patterns).unwrap();
            let root = workspace.trees.join(tree);
            run(workspace.command().arg(root).stdin(input))
        };
        let output = answer("paths");
        prints(&output, "src/a.ts\n1 paths\n0 paths\n");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("../x"), "{said}");
        refuses(&answer("nowhere"), "nowhere");
    });
}

#[test]
fn every_example_is_run() {
    let own = include_str!("examples.rs");
    for entry in examples().join("c").read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "c") {
            let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap();
            assert!(own.contains(&format!("check(\"{name}\"")), "{name}");
        }
    }
}
