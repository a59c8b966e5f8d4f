//! Git configuration that affects ignore rules, compared with Git itself. The environment is per
//! process, so every case runs in its own process.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ransack::{CancelToken, FileType, GlobOptions, SkipReason, glob};
use ransack_testing::child::test_name;
use ransack_testing::git::without_ignore_files;
use ransack_testing::{Dice, Tree};

/// Home, system file and a repository with one file excluded by each of the excludes files `e0` to
/// `e5`.
struct GitSandbox {
    tree: Tree,
    env: Vec<(String, OsString)>,
    /// Directory of the repository that Git and the search run in.
    dir: PathBuf,
}

impl GitSandbox {
    fn new() -> GitSandbox {
        let tree = Tree::new();
        for n in 0..6 {
            for dir in ["repo", "repo/sub"] {
                tree.write(&format!("{dir}/f{n}"), "x");
            }
            for dir in ["home", "repo", "home/.config/git", "xdg/git", "repo/.git"] {
                tree.write(&format!("{dir}/e{n}"), format!("f{n}\n"));
            }
        }
        for name in [
            "repo/Upper.txt",
            "repo/lower.txt",
            "repo/sub/UPPER.TXT",
            "repo/e 7",
        ] {
            tree.write(name, "x");
        }
        tree.write("home/e 7", "f5\n");
        tree.write("system", "");
        let place = GitSandbox {
            env: vec![
                ("HOME".into(), tree.path("home").into()),
                ("GIT_CONFIG_SYSTEM".into(), tree.path("system").into()),
            ],
            dir: tree.path("repo"),
            tree,
        };
        let status = place.git(&["init", "-q", "-b", "topic/one"]);
        assert!(status.status.success());
        place
    }

    fn set(&mut self, name: &str, value: impl Into<OsString>) {
        self.env.retain(|(known, _)| known != name);
        self.env.push((name.into(), value.into()));
    }

    fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        let mine = std::env::vars_os().map(|(name, _)| name);
        for name in mine.filter(|name| {
            let name = name.to_string_lossy();
            name.starts_with("GIT_") || name == "XDG_CONFIG_HOME"
        }) {
            command.env_remove(name);
        }
        command.current_dir(&self.dir);
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        command
    }

    fn git(&self, args: &[&str]) -> std::process::Output {
        let mut git = self.command("git");
        git.args(args)
            .output()
            .expect("git is needed for these tests")
    }

    /// Compares the files in scope with the files that Git lists. If Git rejects the configuration,
    /// a report must say so.
    fn compare(&self, about: &str) {
        let listed = self.git(&[
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ]);
        let out = self.tree.path("out");
        let status = self
            .command(std::env::current_exe().unwrap())
            .args(["--exact", test_name(&lists_files_child), "--ignored"])
            .env("RANSACK_TEST_OUT", &out)
            .output()
            .unwrap();
        assert!(status.status.success(), "{about}: {status:?}");
        let text = fs::read_to_string(&out).unwrap();
        let (faults, files) = text.split_once('\0').unwrap();
        let said = String::from_utf8_lossy(&listed.stderr);
        if !listed.status.success() {
            assert!(!faults.is_empty(), "{about}: Git refuses it: {said}");
            return;
        }
        let mut expected: Vec<String> = listed
            .stdout
            .split(|&b| b == 0)
            .filter(|name| !name.is_empty())
            .map(|name| String::from_utf8_lossy(name).into_owned())
            .collect();
        expected.sort();
        let expected = without_ignore_files(expected);
        let ours: Vec<&str> = files.split('\0').filter(|f| !f.is_empty()).collect();
        assert_eq!(ours, expected, "{about}\n{faults}{said}");
        // Only Git itself knows where it is installed.
        if said.is_empty() && !faults.contains("%(prefix)") {
            assert_eq!(faults, "", "{about}");
        }
    }
}

#[test]
#[ignore = "child process of other tests, which run it and check its result"]
fn lists_files_child() {
    let mut options = GlobOptions::new("**", ".");
    options.scope.hidden = true;
    options.file_type = Some(FileType::File);
    let outcome = glob(&options, &CancelToken::new()).unwrap();
    let skipped = outcome.report.skipped.iter();
    let faults: String = skipped
        .filter(|skipped| skipped.reason == SkipReason::IgnoreFile)
        .flat_map(|skipped| &skipped.first)
        .map(|fault| {
            format!(
                "{}: {}\n",
                fault.path,
                fault.detail.as_deref().unwrap_or("")
            )
        })
        .collect();
    let files = outcome.items.iter().map(|m| m.path.to_string());
    let files = without_ignore_files(files.collect());
    let out = std::env::var_os("RANSACK_TEST_OUT").unwrap();
    fs::write(out, format!("{faults}\0{}", files.join("\0"))).unwrap();
}

/// Content of configuration files. `{home}`, `{repo}` and `{git}` are paths.
const CONFIGS: &[&str] = &[
    "[core]\nexcludesFile = {home}/e1 # a comment\n",
    "[core]\nexcludesFile = {home}/e1 ; a comment\n",
    "[core] excludesFile = {home}/e1",
    "[core]excludesFile={home}/e1\n[other]\nexcludesFile = {home}/e2\n",
    "[CORE]\n\tEXCLUDESFILE\t=\t\"{home}/e1\"\r\n",
    "[core]\nexcludesFile = \"{home}/e\"1\n",
    "[core]\nexcludesFile = \"{home}/e 7\"\n",
    "[core]\nexcludesFile = {home}/e 7   \n",
    "[core]\nexcludesFile = {home}/e\\\n1\n",
    "[core]\nexcludesFile = {home}/e\\\r\n1\r\n",
    "[core]\nexcludesFile = \"{home}/e1#\"\n",
    "[core]\nexcludesFile = {home}/e\\1\n",
    "[core]\nexcludesFile = \"{home}/e1\n",
    "[core]\nexcludesFile = {home}/\\\"e1\n",
    "[core]\nexcludesFile\n",
    "[core]\nexcludesFile =\n",
    "[core]\nexcludesFile = \"\"\n",
    "[core]\nexcludesFile = e2\n",
    "[core]\nexcludesFile = ./e2\n",
    "[core]\nexcludesFile = .git/e3\n",
    "[core]\nexcludesFile = ~/e4\n",
    "[core]\nexcludesFile = ~\n",
    "[core]\nexcludesFile = ~nobody/e4\n",
    "[core]\nexcludesFile = ~no-such-user/e4\n",
    "[core]\nexcludesFile = %(prefix)/e4\n",
    "[core]\nexcludesFile = {home}/none\n",
    "[core]\nexcludesFile = {home}\n",
    "[core]\nexcludesFile = {home}/e1\n[core]\nexcludesFile = {home}/e2\n",
    "[core \"sub\"]\nexcludesFile = {home}/e1\n",
    "[core.sub]\nexcludesFile = {home}/e1\n",
    "\u{FEFF}[core]\nexcludesFile = {home}/e1\n",
    "\u{FEFF}# comment\n[core]\nexcludesFile = {home}/e1\n",
    "; [core]\n# x\n[core] ; x\n excludesFile = {home}/e1\n",
    "[core]\nx = 1\\\nexcludesFile = {home}/e1\n",
    "[core]\nx = \"a;b\" ; \\\nexcludesFile = {home}/e1\n",
    "[core]\nx_y = 1\nexcludesFile = {home}/e1\n",
    "[core\nexcludesFile = {home}/e1\n",
    "[core]\n= {home}/e1\n",
    "[core]\nexcludesFile {home}/e1\n",
    "[a \"b\\\"]\"]\nx = 1\n[core]\nexcludesFile = {home}/e1\n",
    "[a \"b\n\"]\nx = 1\n[core]\nexcludesFile = {home}/e1\n",
    "[a \"b\"c]\nx = 1\n[core]\nexcludesFile = {home}/e1\n",
    "[core]\nexcludesFile = {home}/e1\r",
    "[core]\n\x0bexcludesFile = {home}/e1\n",
    "[core]\nignoreCase = true\n",
    "[core]\nignorecase\n",
    "[core]\nignoreCase = YES\n",
    "[core]\nignoreCase = on\n[core]\nignoreCase = off\n",
    "[core]\nignoreCase = 1\n",
    "[core]\nignoreCase = 0\n",
    "[core]\nignoreCase = 2k\n",
    "[core]\nignoreCase =\n",
    "[core]\nignoreCase = maybe\n",
    "[include]\npath = inc1\n",
    "[include]\npath = {home}/inc2\n",
    "[include]\npath = ~/inc2\n",
    "[include]\npath = none\n",
    "[include \"x\"]\npath = inc1\n",
    "[include]\npath = inc1\n[core]\nexcludesFile = {home}/e1\n",
    "[core]\nexcludesFile = {home}/e1\n[include]\npath = inc1\n",
    "[include]\npath = loop\n",
    "[include]\npath\n",
    "[includeIf \"gitdir:{repo}/\"]\npath = {home}/inc2\n",
    "[includeIf \"gitdir:{repo}/.git\"]\npath = {home}/inc2\n",
    "[includeIf \"gitdir:{repo}\"]\npath = {home}/inc2\n",
    "[includeIf \"gitdir:repo/\"]\npath = {home}/inc2\n",
    "[includeIf \"gitdir:REPO/\"]\npath = {home}/inc2\n",
    "[includeIf \"gitdir/i:REPO/\"]\npath = {home}/inc2\n",
    "[includeIf \"gitdir/i:{upper}/\"]\npath = {home}/inc2\n",
    "[includeIf \"gitdir:re*/\"]\npath = {home}/inc2\n",
    "[includeIf \"gitdir:**/repo/**\"]\npath = {home}/inc2\n",
    "[includeIf \"gitdir:~/../repo/\"]\npath = {home}/inc2\n",
    "[includeIf \"gitdir:~/\"]\npath = {home}/inc2\n",
    "[includeIf \"gitdir:./\"]\npath = {home}/inc2\n",
    "[includeIf \"gitdir:./**\"]\npath = {home}/inc2\n",
    "[includeIf \"gitdir:./.git\"]\npath = {home}/inc2\n",
    "[includeIf \"gitdir:/**/.git\"]\npath = {home}/inc2\n",
    "[includeIf \"gitdir:/\"]\npath = {home}/inc2\n",
    "[includeIf \"GITDIR:repo/\"]\npath = {home}/inc2\n",
    "[INCLUDEIF \"gitdir:repo/\"]\nPATH = {home}/inc2\n",
    "[includeIf \"onbranch:topic/\"]\npath = {home}/inc2\n",
    "[includeIf \"onbranch:topic/one\"]\npath = {home}/inc2\n",
    "[includeIf \"onbranch:t*\"]\npath = {home}/inc2\n",
    "[includeIf \"onbranch:t*/*\"]\npath = {home}/inc2\n",
    "[includeIf \"onbranch:**\"]\npath = {home}/inc2\n",
    "[includeIf \"onbranch:main\"]\npath = {home}/inc2\n",
    "[includeIf \"hasconfig:remote.*.url:https://h/**\"]\npath = {home}/inc2\n[remote \"o\"]\nurl = https://h/x/y\n",
    "[remote \"o\"]\nurl = https://h/x/y\n[includeIf \"hasconfig:remote.*.url:https://*/x/y\"]\npath = {home}/inc2\n",
    "[remote \"o\"]\nurl = https://h/x/y\n[includeIf \"hasconfig:remote.*.url:https://*\"]\npath = {home}/inc2\n",
    "[remote \"o\"]\nurl = https://h/x/y\n[includeIf \"hasconfig:remote.*.url:**/y\"]\npath = {home}/inc2\n",
    "[remote \"o\"]\nurl = h:x/y\n[includeIf \"hasconfig:remote.*.url:h:*/y\"]\npath = {home}/inc2\n",
    "[includeIf \"hasconfig:remote.o.url:**\"]\npath = {home}/inc2\n[remote \"o\"]\nurl = h:x/y\n",
    "[includeIf \"unknown:x\"]\npath = {home}/inc2\n",
];

impl GitSandbox {
    fn fill(&self, text: &str) -> String {
        let path = |name: &str| self.tree.path(name).canonicalize().unwrap();
        let show = |path: PathBuf| path.to_str().unwrap().to_owned();
        text.replace("{home}", &show(path("home")))
            .replace("{upper}", &show(path("repo")).to_uppercase())
            .replace("{repo}", &show(path("repo")))
    }

    /// Writes a configuration, and the files it may include, to a location.
    fn configure(&self, file: &str, text: &str) {
        let keep = match file {
            "repo/.git/config" => "[core]\nrepositoryformatversion = 0\n",
            _ => "",
        };
        // A byte order mark counts only at the beginning.
        let text = self.fill(text);
        let text = match text.strip_prefix('\u{FEFF}') {
            Some(rest) => format!("\u{FEFF}{keep}{rest}"),
            None => format!("{keep}{text}"),
        };
        self.tree.write(file, text);
        let inc = self.fill("[core]\nexcludesFile = {home}/e3\nignoreCase = true\n");
        let dir = Path::new(file).parent().unwrap();
        self.tree.write(dir.join("inc1").to_str().unwrap(), &inc);
        self.tree.write("home/inc2", &inc);
        self.tree.write(
            dir.join("loop").to_str().unwrap(),
            "[include]\npath = loop\n",
        );
    }
}

/// Rules whose result depends on letter case.
const RULES: &str = "upper.TXT\n*.tXt\n!lower.txt\n[S]ub/UPP*\n";

#[test]
fn each_configuration_applies_as_in_git() {
    for (n, config) in CONFIGS.iter().enumerate() {
        let files = ["repo/.git/config", "home/.gitconfig"];
        let place = GitSandbox::new();
        place.tree.write("repo/.gitignore", "UPPER.txt\n/SUB/f0\n");
        place.configure(files[n % 2], config);
        place.compare(&format!("{config:?} in {}", files[n % 2]));
    }
}

/// Random configurations in every location at once.
#[test]
fn random_configurations_apply_as_in_git() {
    let mut dice = Dice::new(17);
    for round in 0..120 {
        let mut place = GitSandbox::new();
        place.tree.write("repo/.gitignore", RULES);
        let mut about = format!("round {round}");
        let files = [
            "system",
            "home/.gitconfig",
            "home/.config/git/config",
            "xdg/git/config",
            "global",
            "repo/.git/config",
            "repo/.git/config.worktree",
        ];
        for file in files {
            if dice.below(2) == 0 {
                continue;
            }
            let mut text = String::new();
            for _ in 0..=dice.below(3) {
                text.push_str(CONFIGS[dice.below(CONFIGS.len())].trim_start_matches('\u{FEFF}'));
                if !text.ends_with('\n') {
                    text.push('\n');
                }
            }
            if file == "repo/.git/config" && dice.below(2) == 0 {
                text.insert_str(0, "[extensions]\nworktreeConfig = true\n");
            }
            place.configure(file, &text);
            about += &format!("\n{file}: {text:?}");
        }
        if dice.below(3) == 0 {
            let xdg = place.tree.path("xdg");
            place.set("XDG_CONFIG_HOME", xdg);
        }
        if dice.below(4) == 0 {
            let global = place.tree.path("global");
            place.set("GIT_CONFIG_GLOBAL", global);
        }
        if dice.below(4) == 0 {
            place.set(
                "GIT_CONFIG_NOSYSTEM",
                ["1", "true", "0", "no"][dice.below(4)],
            );
        }
        if dice.below(4) == 0 {
            let keys = [
                "core.excludesFile",
                "Core.ExcludesFile",
                "core.ignorecase",
                "include.path",
            ];
            let values = ["e5", "~/e4", "true", "~/inc2"];
            place.set("GIT_CONFIG_COUNT", "2");
            for n in 0..2 {
                let at = dice.below(4);
                place.set(&format!("GIT_CONFIG_KEY_{n}"), keys[at]);
                let value = match at {
                    0 | 1 => values[dice.below(2)],
                    _ => values[at],
                };
                place.set(&format!("GIT_CONFIG_VALUE_{n}"), value);
            }
        }
        if dice.below(5) == 0 {
            let parameters = [
                "'core.excludesFile'='e2'",
                "'core.excludesFile=e2'",
                "'core.excludesFile'='e 7' 'core.ignoreCase'=",
                "'core.x'='it'\\''s' 'core.excludesfile'='~/e1'",
                "core.excludesFile=e2",
                " 'core.ignorecase' ",
            ];
            place.set(
                "GIT_CONFIG_PARAMETERS",
                parameters[dice.below(parameters.len())],
            );
        }
        about += &format!("\n{:?}", place.env);
        if dice.below(3) == 0 {
            place
                .tree
                .write("home/.config/git/ignore", "f0\nsub/\n!sub/\n");
            place.tree.write("xdg/git/ignore", "sub/f1\n");
        }
        if dice.below(3) == 0 {
            place.dir = place.tree.path("repo/sub");
        }
        place.compare(&about);
    }
}

#[test]
fn the_environment_names_repositories_and_variables() {
    let mut place = GitSandbox::new();
    place.set("GIT_CONFIG_COUNT", "many");
    place.compare("a bad number of variables");
    place.set("GIT_CONFIG_COUNT", "1");
    place.compare("missing variables");
    place.set("GIT_CONFIG_KEY_0", "core");
    place.set("GIT_CONFIG_VALUE_0", "x");
    place.compare("a bad name of a variable");

    // A repository whose work tree has no `.git`.
    let mut place = GitSandbox::new();
    fs::rename(place.tree.path("repo/.git"), place.tree.path("apart")).unwrap();
    place.tree.write("apart/info/exclude", "f3\n");
    place.tree.write("repo/.gitignore", "f4\n");
    place.set("GIT_DIR", place.tree.path("apart"));
    place.set("GIT_WORK_TREE", place.tree.path("repo"));
    place.compare("both named");
    place.dir = place.tree.path("repo/sub");
    place.compare("below the work tree");
    place.set("GIT_DIR", "../../apart");
    place.set("GIT_WORK_TREE", "..");
    place.compare("relative names");
    place.dir = place.tree.path("repo");
    place.env.retain(|(name, _)| name != "GIT_WORK_TREE");
    place.set("GIT_DIR", place.tree.path("apart"));
    place.compare("the current directory is the work tree");
    place.configure(
        "apart/config",
        "[core]\nrepositoryformatversion = 0\nworktree = ../repo\nexcludesFile = e5\n",
    );
    place.dir = place.tree.path("repo/sub");
    place.compare("the configuration names the work tree");
    place.set("GIT_DIR", place.tree.path("none"));
    place.compare("no repository");
}

/// Change to a tree.
type Change<'a> = &'a dyn Fn(&Tree);

/// Names that lead to a repository, and names that do not.
#[test]
fn a_directory_is_a_repository_if_git_says_so() {
    let tries: &[(&str, Change<'_>)] = &[
        ("empty .git", &|tree| {
            fs::create_dir(tree.path("repo/sub/.git")).unwrap();
        }),
        ("gitdir to nowhere", &|tree| {
            tree.write("repo/sub/.git", "gitdir: ../none\n");
        }),
        ("gitdir without a space", &|tree| {
            tree.write("repo/sub/.git", "gitdir:../.git\n");
        }),
        ("an empty file", &|tree| tree.write("repo/sub/.git", "")),
        ("a link to nowhere", &|tree| {
            std::os::unix::fs::symlink("none", tree.path("repo/sub/.git")).unwrap();
        }),
        ("no HEAD", &|tree| {
            fs::create_dir_all(tree.path("repo/sub/.git/objects")).unwrap();
            fs::create_dir_all(tree.path("repo/sub/.git/refs")).unwrap();
        }),
        ("a HEAD that names nothing", &|tree| {
            fs::create_dir_all(tree.path("repo/sub/.git/objects")).unwrap();
            fs::create_dir_all(tree.path("repo/sub/.git/refs")).unwrap();
            tree.write("repo/sub/.git/HEAD", "something\n");
        }),
    ];
    for (about, make) in tries {
        let place = GitSandbox::new();
        place.tree.write("repo/.gitignore", "f1\n");
        make(&place.tree);
        place.compare(about);
    }
}

/// Nested repositories end the rules; Git lists only their name, so the oracle is
/// Git inside them.
#[test]
fn nested_repositories_of_every_form() {
    let heads = [
        "ref: refs/heads/x\n",
        "ref:  refs/heads/x",
        "ref:\trefs/x\n",
    ];
    let id = "0123456789abcdef0123456789abcdef01234567\n";
    for (n, head) in heads.iter().chain([&id]).enumerate() {
        let mut place = GitSandbox::new();
        place.tree.write("repo/.gitignore", "f1\n");
        place.tree.write("repo/sub/.gitignore", "f2\n");
        let nested = ["repo/sub/.git", "elsewhere"][n % 2];
        fs::create_dir_all(place.tree.path(&format!("{nested}/objects"))).unwrap();
        fs::create_dir_all(place.tree.path(&format!("{nested}/refs"))).unwrap();
        place.tree.write(&format!("{nested}/HEAD"), head);
        if n % 2 == 1 {
            place
                .tree
                .write("repo/sub/.git", "gitdir: ../../elsewhere\r\n");
        }
        place.dir = place.tree.path("repo/sub");
        place.compare(head);
    }
}

#[test]
fn a_link_is_no_ignore_file_of_git() {
    let place = GitSandbox::new();
    place.tree.write("rules", "f1\n");
    for dir in ["repo", "repo/sub"] {
        std::os::unix::fs::symlink("../rules", place.tree.path(dir).join(".gitignore")).unwrap();
    }
    place.compare("links to rules");
    // Other links are followed, as by Git.
    fs::create_dir_all(place.tree.path("repo/.git/info")).unwrap();
    let exclude = place.tree.path("repo/.git/info/exclude");
    fs::remove_file(&exclude).unwrap();
    std::os::unix::fs::symlink(place.tree.path("rules"), exclude).unwrap();
    std::os::unix::fs::symlink(place.tree.path("rules"), place.tree.path("home/link")).unwrap();
    place.configure("repo/.git/config", "[core]\nexcludesFile = ~/link\n");
    place.compare("a linked excludes file");
}
