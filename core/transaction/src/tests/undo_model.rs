//! Random edits, undos, redos, checkpoints and changes by others, against a naive model.

use ransack_testing_base::tier;

use super::plans::*;
use super::random::{PATHS, RandomPlans, TEXTS, random_ops};
use super::undo::{TreePlace, record, redone, undone};
use super::*;

/// Edit of the model.
struct ModelEdit {
    id: String,
    session: &'static str,
    paths: Vec<String>,
    before: Files,
    after: Files,
    is_applied: bool,
    /// Order of the last change of the state.
    changed: usize,
}

impl ModelEdit {
    /// Reverses the edit in a tree; `None` if a file is not as the edit left it.
    fn reverse(&self, files: &Files) -> Option<Files> {
        let (from, to) = match self.is_applied {
            true => (&self.after, &self.before),
            false => (&self.before, &self.after),
        };
        let mut files = files.clone();
        for path in &self.paths {
            if files.get(path) != from.get(path) {
                return None;
            }
            match to.get(path) {
                Some(bytes) => files.insert(path.clone(), bytes.clone()),
                None => files.remove(path),
            };
        }
        Some(files)
    }
}

#[test]
fn random_edits_undos_and_redos_are_as_in_a_model() {
    let mut counts = [0; 4];
    for seed in 0..u64::from(tier::cases(250)) {
        let random = &mut RandomPlans {
            seed,
            count: 2 << 32,
        };
        let mut place = TreePlace::new();
        for (number, path) in PATHS[..6].iter().enumerate() {
            plant_one(&place.tree, path, TEXTS[number % 4]);
        }
        let mut model_edits: Vec<ModelEdit> = Vec::new();
        // Session, name, and number of edits.
        let mut marks: Vec<(&str, String, usize)> = Vec::new();
        for step in 1..40 {
            let session = random.pick(&["one", "two"]);
            place.journal.session = Some(session.to_owned());
            let before = tree(&place.tree);
            let context = format!("seed {seed} step {step} {session}");
            let action = random.below(10);
            let options = match action {
                0..=3 => {
                    let now = snapshot(&place.tree);
                    // The model knows no directories, which may have the path of a file.
                    let mut plans = (0..20).map(|_| random_ops(random));
                    let Some(ops) = plans
                        .find(|ops| !to_text(ops).contains("a/x") && model(&now, ops).is_some())
                    else {
                        continue;
                    };
                    let (id, reason) = record(&place.tree, &ops, &place.journal).unwrap();
                    assert_eq!(reason, None);
                    let after = tree(&place.tree);
                    let mut paths = Vec::new();
                    for op in &ops {
                        match op {
                            Op::Write(path, _) if before[path] == after[path] => {}
                            Op::Write(path, _) | Op::Create(path, _) | Op::Delete(path) => {
                                paths.push(path.clone());
                            }
                            Op::Rename(from, to, _) => paths.extend([from.clone(), to.clone()]),
                        }
                    }
                    paths.sort();
                    paths.dedup();
                    assert_eq!(id.is_some(), !paths.is_empty(), "{context} {ops:?}");
                    if let Some(id) = id {
                        model_edits.push(ModelEdit {
                            id,
                            session,
                            paths,
                            before,
                            after,
                            is_applied: true,
                            changed: step * 100 + 1000,
                        });
                        counts[0] += 1;
                    }
                    continue;
                }
                4 => {
                    let path = place.tree.join(random.pick(&PATHS));
                    if path.is_file() {
                        fs::write(path, random.pick(&TEXTS)).unwrap();
                    }
                    continue;
                }
                5 => {
                    let name = random.pick(&["x", "y"]);
                    place.mark(name);
                    marks.retain(|mark| (mark.0, &*mark.1) != (session, name));
                    marks.push((session, name.to_owned(), model_edits.len()));
                    continue;
                }
                6 => match marks.is_empty() {
                    true => continue,
                    false => {
                        let at = random.below(marks.len());
                        place.journal.session = Some(marks[at].0.to_owned());
                        place.options().checkpoint(marks[at].1.clone())
                    }
                },
                7 if !model_edits.is_empty() => {
                    let at = random.below(model_edits.len());
                    place.options().id(&*model_edits[at].id)
                }
                _ => place.options(),
            };
            let is_undo = random.below(3) > 0;
            let session = options.journal.session.clone().unwrap();
            let mut chosen: Vec<usize> = (0..model_edits.len()).collect();
            chosen.sort_by_key(|at| std::cmp::Reverse(model_edits[*at].changed));
            if let Some(id) = &options.id {
                chosen.retain(|at| model_edits[*at].id == *id);
            } else {
                chosen.retain(|at| model_edits[*at].session == session);
            }
            chosen.retain(|at| model_edits[*at].is_applied == is_undo);
            match &options.checkpoint {
                Some(name) => {
                    let mark = marks
                        .iter()
                        .find(|mark| mark.0 == session && mark.1 == *name)
                        .unwrap();
                    chosen.retain(|at| *at >= mark.2);
                }
                None => chosen.truncate(1),
            }
            let reversed = chosen
                .iter()
                .try_fold(before.clone(), |files, at| model_edits[*at].reverse(&files));
            let result = if is_undo {
                undone(&options)
            } else {
                redone(&options)
            };
            let now = tree(&place.tree);
            match (result, reversed) {
                (Ok(outcome), Some(expected))
                    if options.checkpoint.is_some() || !chosen.is_empty() =>
                {
                    assert_eq!(now, expected, "{context}");
                    let ids: Vec<&String> = outcome.edits.iter().map(|edit| &edit.id).collect();
                    let expected: Vec<&String> =
                        chosen.iter().map(|at| &model_edits[*at].id).collect();
                    assert_eq!(ids, expected, "{context}");
                    counts[1] += chosen.len().min(1);
                    counts[2] += usize::from(chosen.len() > 1);
                    for (order, at) in chosen.into_iter().enumerate() {
                        model_edits[at].is_applied = !is_undo;
                        model_edits[at].changed = step * 100 + order + 1000;
                    }
                }
                (Err(error), None) => {
                    assert_eq!(error.kind(), ErrorKind::Stale, "{context} {error}");
                    assert_eq!(now, before, "{context}");
                    counts[3] += 1;
                }
                (Err(_), Some(_)) if chosen.is_empty() => assert_eq!(now, before),
                (result, reversed) => panic!("{context} {result:?} {reversed:?}"),
            }
        }
        assert_eq!(edit_files(&place.tree), [""; 0]);
    }
    assert!(counts.iter().all(|count| *count > 4), "{counts:?}");
}

fn plant_one(dir: &Path, path: &str, text: &str) {
    let path = dir.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}
