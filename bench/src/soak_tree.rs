//! Git tree of the soak, and the process that changes it: builds with make and the C
//! compiler, checkouts, and files that are written, moved, made and removed.

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{TryRecvError, channel};
use std::thread;
use std::time::{Duration, SystemTime};

use ransack::{CancelToken, FileType, GlobOptions, glob};

use crate::corpus::Corpus;

/// Number of C files that the build compiles.
pub(crate) const UNITS: usize = 24;

/// Time between changes to the tree.
const PAUSE: Duration = Duration::from_millis(100);

/// Number of files that one change writes, touches or creates.
const FILES: usize = 200;

/// Seeded generator of numbers (xorshift).
pub(crate) struct Draw(u64);

impl Draw {
    pub(crate) fn new(seed: u64) -> Draw {
        Draw(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) | 1)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}

/// Copies the corpus into `root`, adds a C project, and commits two versions as the
/// branches `first` and `second`.
pub(crate) fn make(corpus: &Corpus, root: &Path) -> Result<(), Box<dyn Error>> {
    let mut options = GlobOptions::new("**", corpus.path());
    options.file_type = Some(FileType::File);
    let files = glob(&options, &CancelToken::new())?.items;
    for file in &files {
        let path = root.join(&file.path);
        if let Some(above) = path.parent() {
            fs::create_dir_all(above)?;
        }
        fs::copy(corpus.path().join(&file.path), path)?;
    }
    make_project(&root.join("project"))?;
    fs::write(root.join(".gitignore"), IGNORED)?;
    git(root, &["init", "-q", "-b", "first"])?;
    git(root, &["add", "-A"])?;
    git(root, &["commit", "-q", "-m", "first"])?;
    git(root, &["checkout", "-q", "-b", "second"])?;
    for (n, file) in files.iter().enumerate() {
        let path = root.join(&file.path);
        match n {
            n if n % 7 == 0 => append(&path, "/* soak_second */\n")?,
            n if n % 11 == 0 => fs::remove_file(path)?,
            n if n % 13 == 0 => fs::rename(&path, path.with_extension("second.c"))?,
            _ => {}
        }
    }
    git(root, &["add", "-A"])?;
    git(root, &["commit", "-q", "-m", "second"])
}

const IGNORED: &str = "*.o\n/project/program\n";

fn make_project(dir: &Path) -> io::Result<()> {
    fs::create_dir_all(dir)?;
    let units = 0..UNITS;
    let mut calls = String::new();
    let mut declarations = String::new();
    for n in units.clone() {
        let source = format!(
            "#include <stdio.h>\n\nint unit_{n}(int soak_value)\n{{\n\tprintf(\"%d\\n\", soak_value);\n\treturn soak_value + {n};\n}}\n"
        );
        fs::write(dir.join(format!("unit{n}.c")), source)?;
        declarations += &format!("int unit_{n}(int soak_value);\n");
        calls += &format!("\tsum += unit_{n}(sum);\n");
    }
    let main = format!(
        "{declarations}\nint main(void)\n{{\n\tint sum = 0;\n{calls}\treturn sum == 0;\n}}\n"
    );
    fs::write(dir.join("main.c"), main)?;
    let objects: Vec<String> = units.map(|n| format!("unit{n}.o")).collect();
    let objects = objects.join(" ");
    let rules = format!(
        "program: main.o {objects}\n\t$(CC) -o $@ $^\n\nclean:\n\trm -f program *.o\n\n.PHONY: clean\n"
    );
    fs::write(dir.join("Makefile"), rules)
}

fn append(path: &Path, text: &str) -> io::Result<()> {
    File::options()
        .append(true)
        .open(path)?
        .write_all(text.as_bytes())
}

fn git(root: &Path, arguments: &[&str]) -> Result<(), Box<dyn Error>> {
    let mut command = Command::new("git");
    command.current_dir(root);
    command.args(["-c", "user.name=bench", "-c", "user.email=bench@localhost"]);
    command.args(["-c", "core.autocrlf=false", "-c", "gc.auto=0"]);
    finish(command.args(arguments))
}

fn finish(command: &mut Command) -> Result<(), Box<dyn Error>> {
    let status = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("{command:?}: {status}").into()),
    }
}

/// Changes the tree until standard input ends. One line of input pauses it between two changes and
/// makes it print their number; another line resumes it.
pub(crate) fn child(corpus: &Corpus) -> Result<(), Box<dyn Error>> {
    let (send, commands) = channel();
    thread::spawn(move || {
        for line in io::stdin().lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                break;
            }
        }
    });
    let root = corpus.path();
    let mut draw = Draw::new(1);
    for step in 0.. {
        match commands.try_recv() {
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => break,
            Ok(_) => {
                writeln!(io::stdout(), "{step}")?;
                if commands.recv().is_err() {
                    break;
                }
            }
        }
        change(root, step, &mut draw)?;
        thread::sleep(PAUSE);
    }
    Ok(())
}

fn change(root: &Path, step: usize, draw: &mut Draw) -> Result<(), Box<dyn Error>> {
    let generated = root.join(format!("generated/{}", step % 3));
    match step % 8 {
        0 => {
            let branch = ["first", "second"][step / 8 % 2];
            git(root, &["checkout", "-q", "-f", branch])?;
            git(root, &["clean", "-q", "-f", "-d"])
        }
        1 => make_in(root, &["-s", "program"]),
        2 => {
            let line = format!("/* soak_written_{step} */\n");
            Ok(drawn(root, draw)?
                .iter()
                .try_for_each(|path| append(path, &line))?)
        }
        3 => {
            for path in drawn(root, draw)?.iter().take(FILES / 4) {
                fs::rename(path, path.with_extension(format!("moved{step}.c")))?;
            }
            let names = ["project", "project-moved"].map(|name| root.join(name));
            fs::rename(&names[0], &names[1])?;
            Ok(fs::rename(&names[1], &names[0])?)
        }
        4 => {
            fs::create_dir_all(&generated)?;
            for n in 0..FILES {
                let text = format!("int soak_generated_{step}_{n};\n");
                fs::write(generated.join(format!("made{n}.c")), text)?;
            }
            Ok(())
        }
        5 => {
            let rules = format!("{IGNORED}/generated/{}/made1*\n", (step / 8) % 3);
            Ok(fs::write(root.join(".gitignore"), rules)?)
        }
        6 => {
            for path in drawn(root, draw)? {
                File::options()
                    .append(true)
                    .open(path)?
                    .set_modified(SystemTime::now())?;
            }
            Ok(())
        }
        _ => {
            if root.join("generated").exists() {
                fs::remove_dir_all(root.join("generated"))?;
            }
            make_in(root, &["-s", "clean"])
        }
    }
}

fn make_in(root: &Path, arguments: &[&str]) -> Result<(), Box<dyn Error>> {
    finish(
        Command::new("make")
            .arg("-C")
            .arg(root.join("project"))
            .args(arguments),
    )
}

/// Samples distinct files of the tree outside the project.
fn drawn(root: &Path, draw: &mut Draw) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut options = GlobOptions::new("**/*.{c,h}", root);
    options.file_type = Some(FileType::File);
    let files = glob(&options, &CancelToken::new())?.items;
    let mut files: Vec<PathBuf> = files
        .iter()
        .map(|file| root.join(&file.path))
        .filter(|path| !path.starts_with(root.join("project")))
        .collect();
    let count = FILES.min(files.len());
    for n in 0..count {
        let other = n + draw.below(files.len() - n);
        files.swap(n, other);
    }
    files.truncate(count);
    Ok(files)
}
