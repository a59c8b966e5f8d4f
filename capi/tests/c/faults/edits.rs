//! Edits and recovery under faults.

use std::fs;

use super::judge::{self, Tally, Verdict};
use super::plan::{self, Wanted};
use super::program::{Action, Fault, Program, Run};
use super::searches::{Place, run};
use super::trees::{self, EDIT_PREFIX, Files};

/// Every fault that a call may get.
const ALL: Wanted = Wanted {
    lasting: true,
    after: true,
    death: true,
};

/// Files before and after an edit; each run gets a copy.
pub(crate) struct Edit {
    pub(crate) place: Place,
    pub(crate) old: Files,
    pub(crate) new: Files,
    /// Run without faults.
    pub(crate) truth: Run,
}

impl Edit {
    pub(crate) fn new(program: &mut Program, place: Place, operation: &str) -> Edit {
        trees::plant_edit(&place.root);
        let old = trees::read(&place.path("tree"));
        fs::create_dir(place.path("run")).unwrap();
        let mut edit = Edit {
            place,
            old,
            new: Files::new(),
            truth: Run::default(),
        };
        edit.renew();
        edit.truth = run(program, operation, &edit.place.path("run"));
        edit.new = trees::read(&edit.tree());
        assert_eq!(edit.truth.values("applied").next(), Some("1"));
        assert_ne!(edit.old, edit.new);
        edit
    }

    pub(crate) fn tree(&self) -> std::path::PathBuf {
        self.place.path("run/tree")
    }

    /// Creates the files of the next run.
    pub(crate) fn renew(&self) {
        trees::clear(&self.tree());
        trees::copy(&self.place.path("tree"), &self.tree());
    }

    /// Judges a run and the files it left, and recovers.
    pub(crate) fn judge(
        &self,
        program: &mut Program,
        fault: &Fault,
        run: &Run,
    ) -> Result<Verdict, String> {
        judge::check_end(fault, run)?;
        let now = trees::without_edit_files(&trees::read(&self.tree()));
        let error = run.values("error").next();
        let (verdict, expected) = if run.signal != 0 {
            self.check_whole(&now)?;
            (Verdict::Killed, vec![&self.old, &self.new])
        } else if let Some(error) = error {
            let is_unknown = error.contains("it is unknown whether");
            let is_listed = run.values("listed").next().is_some();
            if !is_listed && !is_unknown && now != self.old {
                return Err(differences("after an error, not old", &now, &self.old));
            }
            let mut expected = vec![&self.old];
            if is_unknown {
                expected.push(&self.new);
            }
            (Verdict::Error, expected)
        } else if now == self.new && run.lines == self.truth.lines {
            let verdict = match (fault.action, run.hits) {
                (Action::None, _) | (_, 1..) => Verdict::Identical,
                (_, 0) => Verdict::NotReached,
            };
            (verdict, vec![&self.new])
        } else {
            self.check_reported(run, &now)?;
            (Verdict::Reported, vec![&now])
        };
        let after = self.recover(program)?;
        if !expected.contains(&&after) {
            return Err(differences("after recovery, not old", &after, &self.old));
        }
        Ok(verdict)
    }

    /// Recovers without faults, and returns the files.
    fn recover(&self, program: &mut Program) -> Result<Files, String> {
        let recovery = run(program, "recover_edits", &self.place.path("run"));
        let is_over = recovery.values("remaining").next().is_none()
            && recovery.values("error").next().is_none()
            && recovery.values("complete").next() == Some("1");
        if !is_over {
            return Err(format!("recovery says {:?}", recovery.lines));
        }
        let after = trees::read(&self.tree());
        match after.keys().find(|path| path.contains(EDIT_PREFIX)) {
            Some(path) => Err(format!("{path} is left after recovery")),
            None => Ok(after),
        }
    }

    /// Fails unless each file is old or new. A file with two names is written in place.
    fn check_whole(&self, now: &Files) -> Result<(), String> {
        for path in self.old.keys().chain(self.new.keys()) {
            let text = now.get(path);
            let is_whole = text == self.old.get(path) || text == self.new.get(path);
            if !is_whole && !path.starts_with("hard.") {
                return Err(format!("{path} is neither old nor new"));
            }
        }
        Ok(())
    }

    /// Fails unless the files that are not new are old and reported.
    fn check_reported(&self, run: &Run, now: &Files) -> Result<(), String> {
        if run.values("complete").next() != Some("0") {
            return Err(differences("complete, and not new", now, &self.new));
        }
        for (path, new) in &self.new {
            let is_new = now.get(path) == Some(new);
            if !is_new && (now.get(path) != self.old.get(path) || !is_reported(run, path)) {
                return Err(format!("{path} is not new, and not reported"));
            }
        }
        Ok(())
    }

    /// Fails unless recovery changed only reported files, and restored those.
    fn check_recovered(&self, run: &Run, now: &Files, after: &Files) -> Result<(), String> {
        if now.keys().ne(after.keys()) {
            return Err(differences("recovery made or removed files", after, now));
        }
        for (path, text) in after {
            let is_kept = now.get(path) == Some(text);
            if !is_kept && (self.old.get(path) != Some(text) || !is_reported(run, path)) {
                return Err(format!("{path} is not old after recovery, or not reported"));
            }
        }
        Ok(())
    }
}

/// Returns whether a run reports a file, its directory, or a journal in its directory as skipped.
fn is_reported(run: &Run, path: &str) -> bool {
    run.values("skipped").any(|skipped| {
        let (_, shown) = skipped.split_once(' ').unwrap();
        let (skipped, _) = shown.split_once(" (").unwrap();
        if let Some((dir, _)) = skipped.split_once(EDIT_PREFIX) {
            return path.starts_with(dir) && !path[dir.len()..].contains('/');
        }
        let skipped = skipped.trim_end_matches(".txt").trim_end_matches(".js");
        skipped == "." || path.starts_with(skipped)
    })
}

/// Describes the files that differ from the expected files.
pub(crate) fn differences(what: &str, files: &Files, expected: &Files) -> String {
    let paths = files.keys().chain(expected.keys());
    let mut paths: Vec<&String> = paths
        .filter(|path| files.get(*path) != expected.get(*path))
        .collect();
    paths.sort();
    paths.dedup();
    format!("{what}: {paths:?}")
}

fn check_edit(operation: &str, most: usize) {
    let place = Place::new();
    let mut program = place.start();
    let edit = Edit::new(&mut program, place, operation);
    let mut tally = Tally::default();
    for fault in plan::sample(plan::faults(&edit.truth, ALL), most) {
        edit.renew();
        let run = program.run(operation, &edit.place.path("run"), &fault, || ());
        let verdict = edit.judge(&mut program, &fault, &run);
        tally.add(&fault, &run, verdict);
    }
    tally.finish(operation);
}

#[test]
fn ast_edit() {
    check_edit("ast_edit", 100);
}

#[test]
fn edit_definition() {
    check_edit("edit_definition", 80);
}

/// Edited, created, deleted and renamed files.
#[test]
fn edit_files() {
    check_edit("edit_files", 100);
}

/// Returns an edit whose next runs begin with the files left by a process that died after replacing
/// some of them.
fn interrupted_edit() -> (Program, Edit) {
    let place = Place::new();
    let mut program = place.start();
    let edit = Edit::new(&mut program, place, "ast_edit");
    edit.renew();
    let death = Fault {
        kind: "renameat2".to_owned(),
        at: 7,
        action: Action::Kill,
        repeat: 1,
    };
    program.run("ast_edit", &edit.place.path("run"), &death, || ());
    let interrupted = trees::read(&edit.tree());
    let changed = |path: &String| interrupted[path] != edit.old[path];
    assert!(edit.old.keys().any(changed), "nothing was replaced");
    trees::clear(&edit.place.path("tree"));
    trees::copy(&edit.tree(), &edit.place.path("tree"));
    edit.renew();
    (program, edit)
}

/// Recovery of an edit whose process died after replacing some of the files.
#[test]
fn recover_edits() {
    let (mut program, edit) = interrupted_edit();
    let run_dir = edit.place.path("run");
    let truth = run(&mut program, "recover_edits", &run_dir);
    assert_eq!(trees::read(&edit.tree()), edit.old);
    let mut tally = Tally::default();
    let mut faults = plan::sample(plan::faults(&truth, ALL), 80);
    // Directories whose paths cannot be resolved.
    faults.extend(plan::of_kind(&truth, plan::FOR_EVER, "readlink"));
    // Journals that cannot be examined.
    faults.extend(plan::of_kind(&truth, 1, "statx"));
    for fault in faults {
        edit.renew();
        let run = program.run("recover_edits", &run_dir, &fault, || ());
        let verdict = judge_recovery(&edit, &mut program, &fault, &run, &truth);
        tally.add(&fault, &run, verdict);
    }
    tally.finish("recover_edits");
}

fn judge_recovery(
    edit: &Edit,
    program: &mut Program,
    fault: &Fault,
    run: &Run,
    truth: &Run,
) -> Result<Verdict, String> {
    judge::check_end(fault, run)?;
    let now = trees::read(&edit.tree());
    let verdict = if run.signal != 0 {
        Verdict::Killed
    } else if run.values("error").next().is_some() {
        Verdict::Error
    } else if run.lines == truth.lines {
        Verdict::Identical
    } else {
        Verdict::Reported
    };
    let is_over =
        run.values("remaining").next().is_none() && run.values("complete").next() == Some("1");
    if matches!(verdict, Verdict::Identical | Verdict::Reported) && is_over && now != edit.old {
        return Err(differences(
            "called recovered, and not old",
            &now,
            &edit.old,
        ));
    }
    edit.check_whole(&trees::without_edit_files(&now))?;
    let after = edit.recover(program)?;
    if after != edit.old {
        return Err(differences("after recovery, not old", &after, &edit.old));
    }
    Ok(verdict)
}

/// Listing interrupted edits writes nothing.
#[test]
fn interrupted_edits() {
    let (mut program, edit) = interrupted_edit();
    let run_dir = edit.place.path("run");
    let interrupted = trees::read(&edit.tree());
    let truth = run(&mut program, "interrupted_edits", &run_dir);
    assert_eq!(truth.values("complete").next(), Some("1"), "{truth:?}");
    assert!(truth.values("item").next().is_some(), "{truth:?}");
    let mut tally = Tally::default();
    let wanted = Wanted {
        lasting: true,
        ..Wanted::default()
    };
    for fault in plan::sample(plan::faults(&truth, wanted), 60) {
        let run = program.run("interrupted_edits", &run_dir, &fault, || ());
        let now = trees::read(&edit.tree());
        let verdict = judge::search(&fault, &run, &truth).and_then(|verdict| {
            let is_kept = now == interrupted;
            let message = || differences("not as before", &now, &interrupted);
            is_kept.then_some(verdict).ok_or_else(message)
        });
        tally.add(&fault, &run, verdict);
    }
    tally.finish("interrupted_edits");
}

fn judge_after_death(
    edit: &Edit,
    program: &mut Program,
    fault: &Fault,
    run: &Run,
) -> Result<Verdict, String> {
    judge::check_end(fault, run)?;
    let now = trees::without_edit_files(&trees::read(&edit.tree()));
    let is_error = run.values("error").next().is_some();
    let verdict = if run.signal != 0 {
        Verdict::Killed
    } else if is_error {
        Verdict::Error
    } else if run.lines == edit.truth.lines && now == edit.new {
        Verdict::Identical
    } else {
        edit.check_reported(run, &now)?;
        Verdict::Reported
    };
    edit.check_whole(&now)?;
    let after = edit.recover(program)?;
    let is_expected = match verdict {
        // Files that were not examined may still be half edited.
        Verdict::Reported => return edit.check_recovered(run, &now, &after).map(|()| verdict),
        Verdict::Identical => after == edit.new,
        _ => after == edit.old || after == edit.new,
    };
    if !is_expected {
        return Err(differences("after recovery, not old", &after, &edit.old));
    }
    Ok(verdict)
}

/// An edit of files left half edited by an earlier edit restores them first.
#[test]
fn edit_after_death() {
    let (mut program, edit) = interrupted_edit();
    let truth = run(&mut program, "ast_edit", &edit.place.path("run"));
    assert_eq!(trees::read(&edit.tree()), edit.new);
    let edit = Edit { truth, ..edit };
    let mut tally = Tally::default();
    for fault in plan::sample(plan::faults(&edit.truth, ALL), 60) {
        edit.renew();
        let run = program.run("ast_edit", &edit.place.path("run"), &fault, || ());
        let verdict = judge_after_death(&edit, &mut program, &fault, &run);
        tally.add(&fault, &run, verdict);
    }
    tally.finish("edit_after_death");
}
