//! Search cases. The patterns are chosen for the Linux source tree and are
//! harmless elsewhere.

use ransack::{AstGrepOptions, GlobOptions, GrepMode, GrepOptions, SearchOptions};
use serde_json::{Value, json};

use crate::corpus::Corpus;

/// A search that every rival can run.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) pattern: String,
    /// Searches text in memory: a large part of the corpus as one text.
    pub(crate) in_memory: bool,
    /// The pattern is a glob; results are paths.
    pub(crate) is_glob: bool,
    pub(crate) ignore_case: bool,
    /// Results are the paths of files with matches.
    pub(crate) files_only: bool,
    /// Maximum number of results, in path order.
    pub(crate) limit: Option<u64>,
    /// Literal that every match contains, for `memmem` in the floor.
    pub(crate) literal: Option<String>,
    /// The pattern is code.
    pub(crate) syntax: Option<Syntax>,
}

/// Target of a code pattern.
#[derive(Clone, Debug)]
pub(crate) struct Syntax {
    pub(crate) language: String,
    /// Directory of the corpus to search.
    pub(crate) under: String,
    /// Node kind to find, as named by the grammar, if a tool that parses the pattern as a
    /// standalone file finds other nodes.
    pub(crate) kind: Option<String>,
}

/// Names of the cases with their own measurement.
pub(crate) const ABORT: &str = "abort";
pub(crate) const AST_EDIT: &str = "ast-edit";
pub(crate) const DIFF: &str = "diff";
pub(crate) const EDIT: &str = "edit";
pub(crate) const HIGHLIGHT: &str = "highlight";
pub(crate) const OUTLINE: &str = "outline";
pub(crate) const OUTLINE_ORACLE: &str = "outline-oracle";
pub(crate) const EDIT_DEFINITION: &str = "edit-definition";
pub(crate) const OUTLINE_ROUND_TRIP: &str = "outline-round-trip";
pub(crate) const SYNTAX_CHECK: &str = "syntax-check";
pub(crate) const REPLACE: &str = "replace";
pub(crate) const REWRITES: &str = "rewrites";
pub(crate) const TEXT: &str = "text";
pub(crate) const TOKENS: &str = "tokens";
pub(crate) const FUZZY: &str = "fuzzy";
pub(crate) const WORKSPACE: &str = "workspace";
pub(crate) const INDEX: &str = "index";
pub(crate) const TREE: &str = "tree";
pub(crate) const PACK: &str = "pack";
pub(crate) const SOAK: &str = "soak";

pub(crate) fn all() -> Vec<Case> {
    let base = Case {
        name: String::new(),
        pattern: String::new(),
        in_memory: false,
        is_glob: false,
        ignore_case: false,
        files_only: false,
        limit: None,
        literal: None,
        syntax: None,
    };
    let case = |name: &str, pattern: &str| Case {
        name: name.into(),
        pattern: pattern.into(),
        ..base.clone()
    };
    let syntax = |under: &str, kind: Option<&str>| {
        Some(Syntax {
            language: "c".into(),
            under: under.into(),
            kind: kind.map(str::to_owned),
        })
    };
    vec![
        Case {
            literal: Some("PM_RESUME".into()),
            ..case("literal", "PM_RESUME")
        },
        Case {
            literal: Some("_SUSPEND".into()),
            ..case("regex", r"\b[A-Z]+_SUSPEND\b")
        },
        Case {
            ignore_case: true,
            files_only: true,
            ..case("files", "spinlock")
        },
        Case {
            limit: Some(100),
            ..case("first", "spin_lock")
        },
        Case {
            is_glob: true,
            ..case("glob", "**/*.c")
        },
        Case {
            is_glob: true,
            ..case("name", "**/Kconfig")
        },
        Case {
            in_memory: true,
            ..case("memory", r"\bspin_lock\w*\(")
        },
        Case {
            syntax: syntax("kernel", Some("call_expression")),
            ..case("ast", "kfree($A)")
        },
        Case {
            // A tool that interprets the pattern differently also finds no match.
            syntax: syntax("drivers/net", None),
            ..case("ast-none", "sched_setaffinity($A, $B)")
        },
        Case {
            syntax: syntax("drivers/net", None),
            ..case("ast-any", "if ($A) { return $B; }")
        },
        case(FUZZY, "abbreviated paths"),
        // Nothing matches, and no literal rules out files.
        Case {
            ignore_case: true,
            ..case(ABORT, r"[a-z]+[0-9]{9}\w*_[a-z]+[0-9]{9}")
        },
        case(AST_EDIT, "console.log($$$A)"),
        case(DIFF, ""),
        case(EDIT, ""),
        case(REPLACE, ""),
        case(HIGHLIGHT, "highlight"),
        case(OUTLINE, "definitions"),
        case(OUTLINE_ORACLE, ""),
        case(EDIT_DEFINITION, ""),
        case(OUTLINE_ROUND_TRIP, ""),
        case(SYNTAX_CHECK, ""),
        case(REWRITES, ""),
        case(TEXT, ""),
        // The pattern is not used.
        case(TOKENS, "o200k_base"),
        Case {
            is_glob: true,
            ..case(WORKSPACE, "**/*.c")
        },
        case(INDEX, "PM_RESUME"),
        // The pattern is not used.
        case(TREE, "."),
        // The pattern is not used.
        case(PACK, "."),
        case(SOAK, "mixed queries"),
    ]
}

/// Returns the cases to run by default: all except the soak, which is long by design.
pub(crate) fn usual() -> Vec<Case> {
    all().into_iter().filter(|case| case.name != SOAK).collect()
}

pub(crate) fn named(name: &str) -> Option<Case> {
    all().into_iter().find(|case| case.name == name)
}

impl Case {
    pub(crate) fn own(pattern: &str) -> Case {
        Case {
            name: "own".into(),
            pattern: pattern.into(),
            in_memory: false,
            is_glob: false,
            ignore_case: false,
            files_only: false,
            limit: None,
            literal: None,
            syntax: None,
        }
    }

    /// Whether the case searches a corpus.
    pub(crate) fn has_corpus(&self) -> bool {
        let own = [
            AST_EDIT,
            DIFF,
            EDIT,
            EDIT_DEFINITION,
            OUTLINE_ORACLE,
            OUTLINE_ROUND_TRIP,
            REPLACE,
            REWRITES,
            SYNTAX_CHECK,
            TEXT,
        ];
        !own.contains(&self.name.as_str())
    }

    pub(crate) fn title(&self) -> String {
        match self.name.as_str() {
            OUTLINE_ORACLE => return "outlines beside official parsers, on published files".into(),
            SYNTAX_CHECK => return "the syntax check on valid and invalid sources".into(),
            EDIT_DEFINITION => return "edits of definitions checked by compilers".into(),
            OUTLINE_ROUND_TRIP => {
                return "definitions looked up and edited, on the same files".into();
            }
            REWRITES => return "rewrites made of published code".into(),
            DIFF => return "line diffs of two texts of 300 kB".into(),
            EDIT => return "an edit of one file from Node, in memory".into(),
            REPLACE => return "a literal replaced in 2,000 of 10,000 made files".into(),
            TEXT => return "terminal text, no corpus".into(),
            SOAK => return "a workspace with an index under load".into(),
            AST_EDIT => {
                return format!(
                    "`{}` replaced in 2,000 files, made and published ones",
                    self.pattern
                );
            }
            _ => {}
        }
        let mut title = format!("`{}`", self.pattern);
        if self.in_memory {
            title += ", in one text in memory";
        }
        if self.is_glob {
            title += ", paths of files";
        }
        if let Some(syntax) = &self.syntax {
            title += &format!(", {} in {}", syntax.language, syntax.under);
        }
        if self.ignore_case {
            title += ", any case";
        }
        if self.files_only {
            title += ", files only";
        }
        if let Some(limit) = self.limit {
            title += &format!(", the first {limit} in path order");
        }
        title
    }

    pub(crate) fn options(&self, corpus: &Corpus) -> GrepOptions {
        let mut options = GrepOptions::new(self.pattern.as_str(), corpus.path());
        options.query.ignore_case = self.ignore_case;
        options.select.limit = self.limit;
        if self.files_only {
            options.select.mode = GrepMode::FilesWithMatches;
        }
        options
    }

    pub(crate) fn ast_options(&self, syntax: &Syntax, corpus: &Corpus) -> AstGrepOptions {
        let mut options = AstGrepOptions::new(self.pattern.as_str(), corpus.path());
        options.language = Some(syntax.language.clone());
        options
    }

    pub(crate) fn search_options(&self) -> SearchOptions {
        SearchOptions::new(self.pattern.as_str())
    }

    pub(crate) fn glob_options(&self, corpus: &Corpus) -> GlobOptions {
        let mut options = GlobOptions::new(self.pattern.as_str(), corpus.path());
        options.scope.hidden = true;
        options.limit = self.limit;
        options
    }

    /// Serialises the case as arguments of a process.
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "name": self.name,
            "pattern": self.pattern,
            "inMemory": self.in_memory,
            "isGlob": self.is_glob,
            "ignoreCase": self.ignore_case,
            "filesOnly": self.files_only,
            "limit": self.limit,
            "literal": self.literal,
            "syntax": self.syntax.as_ref().map(|s| json!([s.language, s.under, s.kind])),
        })
    }

    pub(crate) fn from_json(text: &str) -> Option<Case> {
        let value: Value = serde_json::from_str(text).ok()?;
        let string = |key: &str| value[key].as_str().map(str::to_owned);
        Some(Case {
            name: string("name")?,
            pattern: string("pattern")?,
            in_memory: value["inMemory"].as_bool()?,
            is_glob: value["isGlob"].as_bool()?,
            ignore_case: value["ignoreCase"].as_bool()?,
            files_only: value["filesOnly"].as_bool()?,
            limit: value["limit"].as_u64(),
            literal: string("literal"),
            syntax: syntax(&value["syntax"]),
        })
    }
}

fn syntax(value: &Value) -> Option<Syntax> {
    let part = |at: usize| value[at].as_str().map(str::to_owned);
    Some(Syntax {
        language: part(0)?,
        under: part(1)?,
        kind: part(2),
    })
}
