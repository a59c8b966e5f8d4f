//! Program that runs operations under faults: its build, its commands and its answers.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;

use crate::common::{run, words};
use crate::install::{include, lib};

/// Fault in the system calls of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Name of a system call, or `any`.
    pub(crate) kind: String,
    /// Number of calls of this kind before the first faulty call.
    pub(crate) at: u64,
    pub(crate) action: Action,
    /// Number of calls with the fault.
    pub(crate) repeat: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    None,
    /// The call does nothing and fails.
    Error(i32),
    /// The call succeeds and then reports a failure.
    After(i32),
    /// The call transfers at most this number of bytes.
    Short(i32),
    /// The process dies.
    Kill,
    /// Another process acts before the call.
    Pause,
}

impl Fault {
    pub(crate) fn none() -> Fault {
        Fault {
            kind: "any".to_owned(),
            at: 0,
            action: Action::None,
            repeat: 1,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, at) = (&self.kind, self.at);
        let (name, value) = match self.action {
            Action::None => ("none", 0),
            Action::Error(error) => ("error", error),
            Action::After(error) => ("after", error),
            Action::Short(bytes) => ("short", bytes),
            Action::Kill => ("kill", 0),
            Action::Pause => ("pause", 0),
        };
        write!(f, "{kind} {at} {name} {value} {}", self.repeat)
    }
}

/// Answer of the program to a command.
#[derive(Clone, Debug, Default)]
pub(crate) struct Run {
    /// Lines of the result.
    pub(crate) lines: Vec<String>,
    /// Descriptor and path of the first call with the fault.
    pub(crate) place: String,
    /// Number of system calls by name.
    pub(crate) calls: BTreeMap<String, u64>,
    /// Number of calls with the fault.
    pub(crate) hits: u64,
    /// Whether the deadline passed.
    pub(crate) is_hung: bool,
    /// Signal that ended the process, or 0.
    pub(crate) signal: i32,
    pub(crate) status: i32,
}

impl Run {
    /// Values of the lines with this label.
    pub(crate) fn values<'a>(&'a self, label: &'a str) -> impl Iterator<Item = &'a str> {
        self.lines.iter().filter_map(move |line| {
            let (first, rest) = line.split_once(' ')?;
            (first == label).then_some(rest)
        })
    }
}

/// Running program.
pub(crate) struct Program {
    child: Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Program {
    /// Starts the program with this home directory.
    pub(crate) fn start(home: &Path) -> Program {
        let mut command = Command::new(binary());
        command.env("HOME", home);
        command
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("XDG_STATE_HOME");
        command.env("RUST_BACKTRACE", "0");
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        Program {
            commands: child.stdin.take().unwrap(),
            answers: BufReader::new(child.stdout.take().unwrap()),
            child,
        }
    }

    /// Runs an operation in `dir` with a fault. `meanwhile` runs at [`Action::Pause`].
    pub(crate) fn run(
        &mut self,
        operation: &str,
        dir: &Path,
        fault: &Fault,
        mut meanwhile: impl FnMut(),
    ) -> Run {
        writeln!(self.commands, "{operation} {} {fault}", dir.display()).unwrap();
        let mut run = Run::default();
        loop {
            let mut line = Vec::new();
            self.answers.read_until(b'\n', &mut line).unwrap();
            let line = String::from_utf8_lossy(&line).into_owned();
            assert!(
                line.ends_with('\n'),
                "{operation} {fault}: the program died"
            );
            let line = line.trim_end_matches('\n');
            let words: Vec<&str> = line.split(' ').collect();
            match *words {
                ["paused"] => {
                    meanwhile();
                    self.commands.write_all(b"\n").unwrap();
                }
                ["at", ..] => run.place = line["at ".len()..].trim().to_owned(),
                ["call", name, count] => {
                    run.calls.insert(name.to_owned(), count.parse().unwrap());
                }
                ["end", hits, hung, signal, status] => {
                    run.hits = hits.parse().unwrap();
                    run.is_hung = hung == "1";
                    run.signal = signal.parse().unwrap();
                    run.status = status.parse().unwrap();
                    return run;
                }
                _ => run.lines.push(line.to_owned()),
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Compiles the program once for all tests.
fn binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        let place = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let compiled = place.join(format!("faults-{}", std::process::id()));
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c/faults");
        let mut compiler = Command::new("cc");
        compiler.args([
            "-std=c99",
            "-Wall",
            "-Wextra",
            "-Wpedantic",
            "-Werror",
            "-g",
        ]);
        compiler.arg("-I").arg(include());
        compiler.args(
            [
                "main.c",
                "injector.c",
                "answers.c",
                "operations.c",
                "search_operations.c",
                "edit_operations.c",
                "workspace_operations.c",
            ]
            .map(|name| sources.join(name)),
        );
        compiler.arg("-o").arg(&compiled).arg("-L").arg(lib());
        compiler.args(["-lransack", "-lpthread"]);
        compiler.arg(format!("-Wl,-rpath,{}", lib().display()));
        let output = run(&mut compiler);
        assert!(output.status.success(), "{}", words(&output));
        let binary = place.join("faults");
        fs::rename(compiled, &binary).unwrap();
        binary
    })
}
