//! Random plans and faults against a model: a tree is as before or as after a plan.

use std::hash::{BuildHasher, Hasher};

use ransack_testing_base::tier;
use rustc_hash::FxBuildHasher;

use super::plans::*;
use super::*;

/// Random numbers that depend only on the seed.
pub(super) struct RandomPlans {
    pub(super) seed: u64,
    pub(super) count: u64,
}

impl RandomPlans {
    /// Returns a number below `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.count += 1;
        let mut hasher = FxBuildHasher.build_hasher();
        hasher.write_u64(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        hasher.write_u64(self.count);
        let hash = digest(&hasher.finish().to_le_bytes());
        usize::try_from(hash % end as u128).unwrap()
    }

    pub(super) fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// Paths of files before or after a plan. Some are below others.
pub(super) const PATHS: [&str; 10] = [
    "a", "b", "c", "d/a", "d/b", "d/e/a", "n/a", "n/m/a", "n/m/b", "a/x",
];
/// Texts of files. Few, so that files often have equal bytes.
pub(super) const TEXTS: [&str; 4] = ["one", "two", "three", "longer-than-the-others"];

fn plant_random(dir: &Path, random: &mut RandomPlans) {
    let mut files = Vec::new();
    for path in &PATHS[..6] {
        if random.below(5) > 0 {
            // Equal numbers are hard links, with the text of the first.
            let text = ["", "one", "two", "three"];
            files.push((*path, random.pick(&text), random.below(12) as u32));
        }
    }
    files.push(("kept", "kept", 20));
    plant_nodes(dir, &files);
}

pub(super) fn random_ops(random: &mut RandomPlans) -> Vec<Op> {
    let path = |random: &mut RandomPlans| random.pick(&PATHS).to_owned();
    let text = |random: &mut RandomPlans| random.pick(&TEXTS).to_owned();
    (0..=random.below(6))
        .map(|_| match random.below(6) {
            0 => Op::Write(path(random), text(random)),
            1 => Op::Create(path(random), text(random)),
            2 => Op::Delete(path(random)),
            3 => Op::Rename(path(random), path(random), Some(text(random))),
            _ => Op::Rename(path(random), path(random), None),
        })
        .collect()
}

/// Plants a random tree and plans random changes that are not refused. Returns the snapshots before
/// and after the plan.
fn scenario(dir: &Path, random: &mut RandomPlans) -> (Vec<Op>, Snapshot, Snapshot) {
    loop {
        plant_random(dir, random);
        let ops = random_ops(random);
        let old = snapshot(dir);
        match model(&old, &ops) {
            Some(new) => return (ops, old, new),
            None => {
                let error = run(dir, &ops).expect_err(&format!("{ops:?} {old:?}"));
                assert!(error.paths().is_empty(), "{ops:?}: {error}");
                assert_eq!(snapshot(dir), old, "{ops:?}: {error}");
            }
        }
    }
}

#[test]
fn random_plans_with_random_faults_change_everything_or_nothing() {
    let dir = fast_dir();
    let (mut unchanged, mut changed, mut recovered) = (0, 0, 0);
    for seed in 0..u64::from(tier::cases(2000)) {
        let random = &mut RandomPlans { seed, count: 0 };
        let (ops, old, new) = scenario(dir.path(), random);
        let way = random.pick(&WAYS);
        let context = format!("seed {seed} {way:?} {ops:?}");
        fault::set_exchange(way);
        let faults = [InjectedFault::Failure, InjectedFault::Failures];
        let next = (random.below(60) as u32, random.pick(&faults));
        fault::set((random.below(8) > 0).then_some(next));
        let result = run(dir.path(), &ops);
        let left = fault::set(None);
        let comparable = |snapshot| comparable(snapshot, way);
        let (old, new) = (comparable(old), comparable(new));
        match &result {
            Ok(_) => {}
            Err(error) if left.is_none() && error.paths().is_empty() => {
                // A single failure is undone at once.
                assert_eq!(comparable(snapshot(dir.path())), old, "{context}: {error}");
            }
            Err(_) => {
                // Recovery may fail as well.
                fault::set(Some((random.below(12) as u32, random.pick(&faults))));
                let _ = recover_edits(&RecoveryOptions::new(dir.path()), &CancelToken::new());
                fault::set(None);
                recovered += 1;
            }
        }
        assert_eq!(recover(dir.path()).remaining, [], "{context}");
        assert_eq!(edit_files(dir.path()), [""; 0], "{context}");
        let now = comparable(snapshot(dir.path()));
        match &result {
            Ok(_) => assert_eq!(now, new, "{context}"),
            Err(error) if error.to_string().contains("it is unknown whether") => {
                assert!(now == old || now == new, "{context}: {error}");
            }
            Err(error) => assert_eq!(now, old, "{context}: {error}"),
        }
        unchanged += u32::from(now == old);
        changed += u32::from(now == new);
        fault::set_exchange(ExchangeSupport::Real);
    }
    assert!(unchanged > 50 && changed > 50 && recovered > 20);
}

#[test]
fn random_plans_survive_the_death_of_the_process() {
    let dir = fast_dir();
    let (mut unchanged, mut changed) = (0, 0);
    for seed in 0..u64::from(tier::cases(200)) {
        let random = &mut RandomPlans {
            seed,
            count: 1 << 32,
        };
        let (ops, old, new) = scenario(dir.path(), random);
        let mut child = child_command(&[dir.path()]);
        child.env(PLAN, to_text(&ops));
        child.env(STEP, random.below(50).to_string());
        let output = child.output().unwrap();
        let context = format!("seed {seed} {ops:?}");
        assert_eq!(recover(dir.path()).remaining, [], "{context}");
        assert_eq!(edit_files(dir.path()), [""; 0], "{context}");
        let now = snapshot(dir.path());
        match output.status.success() {
            true => assert_eq!(now, new, "{context}"),
            false => assert!(now == old || now == new, "{context}: {now:?} {old:?}"),
        }
        unchanged += u32::from(now == old);
        changed += u32::from(now == new);
    }
    assert!(unchanged > 5 && changed > 5);
}
