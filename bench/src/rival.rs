//! Rivals, and how to run each of them.
//!
//! Every run is a separate process, so no run inherits warm threads or buffers. Either the whole
//! process is timed, or the process times one call itself ([`Clock::Inside`]).

use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

use crate::ast::{self, AstGrep};
use crate::cases::Case;
use crate::child;
use crate::corpus::Corpus;
use crate::find;

/// Section of a run that is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clock {
    /// From the start of the process to its end.
    Outside,
    /// Only the call; the process writes its time to standard error.
    Inside,
}

/// Program or library that can run the cases.
pub(crate) trait Rival {
    fn name(&self) -> &'static str;

    /// Version, or the reason why it cannot run here.
    fn version(&self) -> Result<String, String>;

    fn clock(&self) -> Clock;

    /// Returns the process that runs the case in `corpus` and writes `path:line:text` or, for
    /// files, `path`. Returns `None` if the rival does not support the case.
    fn command(&self, case: &Case, corpus: &Corpus) -> Option<Command>;

    /// Reason why the result of this case may differ by design. The case is still timed.
    fn policy_difference(&self, _case: &Case) -> Option<&'static str> {
        None
    }
}

pub(crate) const RIPGREP: &str = "ripgrep";
pub(crate) const AST_GREP: &str = "ast-grep";

/// Returns all tools that search text, the reference first.
pub(crate) fn all() -> Vec<Box<dyn Rival>> {
    vec![
        Box::new(Ripgrep {
            program: find::program("RANSACK_BENCH_RG", "rg"),
        }),
        Box::new(Ransack {
            clock: Clock::Outside,
        }),
        Box::new(Ransack {
            clock: Clock::Inside,
        }),
        Box::new(C {
            program: compile_c(),
        }),
        Box::new(Script::new(Addon::Ransack)),
        Box::new(Script::new(Addon::PiNatives)),
    ]
}

/// Returns all tools that search syntax trees, the reference first.
pub(crate) fn of_syntax() -> Vec<Box<dyn Rival>> {
    vec![
        Box::new(AstGrep { in_context: true }),
        Box::new(AstGrep { in_context: false }),
        Box::new(Ransack {
            clock: Clock::Outside,
        }),
        Box::new(Ransack {
            clock: Clock::Inside,
        }),
        Box::new(Script::of_syntax(Addon::Ransack)),
        Box::new(Script::of_syntax(Addon::PiNatives)),
    ]
}

struct Ripgrep {
    program: Option<PathBuf>,
}

impl Rival for Ripgrep {
    fn name(&self) -> &'static str {
        RIPGREP
    }

    fn version(&self) -> Result<String, String> {
        let program = self
            .program
            .as_ref()
            .ok_or("no rg found, see RANSACK_BENCH_RG")?;
        find::version(program).ok_or_else(|| "it does not run".into())
    }

    fn clock(&self) -> Clock {
        Clock::Outside
    }

    fn command(&self, case: &Case, corpus: &Corpus) -> Option<Command> {
        let mut rg = Command::new(self.program.as_ref()?);
        rg.current_dir(corpus.path());
        rg.args([
            "--no-config",
            "--color=never",
            "--no-heading",
            "--with-filename",
        ]);
        // Same defaults as ransack: hidden files included, these directories
        // excluded.
        rg.args(["--hidden", "--glob=!.git", "--glob=!node_modules"]);
        if case.is_glob {
            rg.arg("--files").arg("--glob").arg(&case.pattern).arg("./");
            return Some(rg);
        }
        rg.arg(if case.files_only {
            "--files-with-matches"
        } else {
            "--line-number"
        });
        if case.ignore_case {
            rg.arg("--ignore-case");
        }
        if case.limit.is_some() {
            rg.arg("--sort=path");
        }
        rg.arg("-e").arg(&case.pattern).arg("./");
        Some(rg)
    }

    fn policy_difference(&self, case: &Case) -> Option<&'static str> {
        case.limit?;
        Some("its path order is by component, and it is stopped after the last line wanted")
    }
}

struct Ransack {
    clock: Clock,
}

impl Rival for Ransack {
    fn name(&self) -> &'static str {
        match self.clock {
            Clock::Outside => "ransack, process",
            Clock::Inside => "ransack, call",
        }
    }

    fn version(&self) -> Result<String, String> {
        Ok(format!("{} of this tree", env!("CARGO_PKG_VERSION")))
    }

    fn clock(&self) -> Clock {
        self.clock
    }

    fn command(&self, case: &Case, corpus: &Corpus) -> Option<Command> {
        let task = match self.clock {
            Clock::Outside => child::GREP,
            Clock::Inside => child::CALL,
        };
        child::command(task, case, corpus)
    }
}

/// Program that uses the C interface, `c/grep.c`.
struct C {
    /// Compiled program, or the reason why it cannot be built.
    program: Result<CProgram, String>,
}

struct CProgram {
    compiler: String,
    dir: TempDir,
}

const C_PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/c/grep.c");
const C_INCLUDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../include");

impl CProgram {
    fn path(&self) -> PathBuf {
        self.dir.path().join("grep")
    }
}

/// Links the program with the static library, which needs no installation to
/// run.
fn compile_c() -> Result<CProgram, String> {
    let cc = find::program("CC", "cc").ok_or("no C compiler found, see CC")?;
    let own = std::env::current_exe().map_err(|e| e.to_string())?;
    let library = own.with_file_name("libransack.a");
    if !library.exists() {
        return Err("no libransack.a; build ransack-capi with this profile first".into());
    }
    let program = CProgram {
        compiler: find::version(&cc).unwrap_or_default(),
        dir: tempfile::tempdir().map_err(|e| e.to_string())?,
    };
    let output = Command::new(&cc)
        .args(["-O2", "-I", C_INCLUDE, C_PROGRAM])
        .arg(library)
        .args(["-lpthread", "-ldl", "-lm", "-o"])
        .arg(program.path())
        .output()
        .map_err(|e| e.to_string())?;
    if output.status.success() {
        return Ok(program);
    }
    let words = String::from_utf8_lossy(&output.stderr);
    Err(format!(
        "it does not compile: {}",
        words.lines().next().unwrap_or_default()
    ))
}

impl Rival for C {
    fn name(&self) -> &'static str {
        "ransack, C process"
    }

    fn version(&self) -> Result<String, String> {
        match &self.program {
            Ok(program) => Ok(format!("by {}", program.compiler)),
            Err(why) => Err(why.clone()),
        }
    }

    fn clock(&self) -> Clock {
        Clock::Outside
    }

    fn command(&self, case: &Case, corpus: &Corpus) -> Option<Command> {
        let mut command = Command::new(self.program.as_ref().ok()?.path());
        command.arg(if case.in_memory {
            "text"
        } else if case.is_glob {
            "glob"
        } else if case.files_only {
            "files"
        } else {
            "lines"
        });
        command.arg(&case.pattern).arg(corpus.path());
        command.arg(if case.ignore_case { "1" } else { "0" });
        command.arg(case.limit.map_or("none".into(), |limit| limit.to_string()));
        Some(command)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Addon {
    Ransack,
    PiNatives,
}

/// Addon, called by a script.
struct Script {
    addon: Addon,
    path: &'static str,
}

pub(crate) const OWN_ADDON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../napi/index.js");
pub(crate) const PI_NATIVES: &str = "@oh-my-pi/pi-natives";

impl Script {
    fn new(addon: Addon) -> Script {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/node/grep.mjs");
        Script { addon, path }
    }

    fn of_syntax(addon: Addon) -> Script {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/node/ast.mjs");
        Script { addon, path }
    }

    /// Runtime of the script: Bun for the package that needs it.
    fn runtime(&self) -> Result<PathBuf, String> {
        let bun = || find::program("RANSACK_BENCH_BUN", "bun");
        let node = || find::program("RANSACK_BENCH_NODE", "node");
        match self.addon {
            Addon::Ransack => node().ok_or_else(|| "no node found".into()),
            Addon::PiNatives => bun()
                .or_else(node)
                .ok_or_else(|| "no bun or node found".into()),
        }
    }

    fn module(&self) -> Result<String, String> {
        match self.addon {
            Addon::Ransack => {
                Ok(std::env::var("RANSACK_BENCH_ADDON").unwrap_or_else(|_| OWN_ADDON.into()))
            }
            Addon::PiNatives => std::env::var("RANSACK_BENCH_NODE_MODULES")
                .map(|dir| format!("{dir}/{PI_NATIVES}"))
                .map_err(|_| "RANSACK_BENCH_NODE_MODULES is not set".into()),
        }
    }
}

impl Rival for Script {
    fn name(&self) -> &'static str {
        match self.addon {
            Addon::Ransack => "ransack, Node",
            Addon::PiNatives => "pi-natives, Node",
        }
    }

    fn version(&self) -> Result<String, String> {
        let mut probe = Command::new(self.runtime()?);
        let output = probe
            .args([self.path, &self.module()?])
            .output()
            .map_err(|e| e.to_string())?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
        }
        // The first line is the message; the rest is a stack trace.
        let words = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Err(format!(
            "the addon does not load: {}",
            words.lines().next().unwrap_or_default()
        ))
    }

    fn clock(&self) -> Clock {
        Clock::Inside
    }

    fn command(&self, case: &Case, corpus: &Corpus) -> Option<Command> {
        let mut script = Command::new(self.runtime().ok()?);
        script.arg(self.path).arg(self.module().ok()?);
        script.arg(case.to_json().to_string()).arg(corpus.path());
        Some(script)
    }

    fn policy_difference(&self, case: &Case) -> Option<&'static str> {
        if self.addon == Addon::PiNatives && case.limit.is_some() {
            return Some("its order is its own");
        }
        if self.addon == Addon::PiNatives && case.syntax.is_some() {
            return ast::reads_otherwise(case).or(ast::minds_comments(case));
        }
        if self.addon == Addon::PiNatives && case.in_memory {
            return Some("it cuts white space off the ends of lines");
        }
        None
    }
}
