//! Full disks: edits and indexes in file systems with few free pages or inodes.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use ransack_testing::child::test_name;

use super::edits::Edit;
use super::judge::{self, Tally};
use super::program::{Fault, Run};
use super::searches::{Place, after_index, plant_indexed, run};
use super::trees;
use crate::common::{run as run_command, words};

/// Runs one of the ignored tests below, in a namespace in which it may mount.
fn run_alone<F: Fn()>(test: &F) {
    let mut unshare = Command::new("unshare");
    unshare.args(["--user", "--map-root-user", "--mount"]);
    unshare.arg(std::env::current_exe().unwrap());
    unshare.args(["--exact", "--ignored", "--nocapture", test_name(test)]);
    let output = run_command(&mut unshare);
    let said = words(&output);
    if output.status.success() {
        assert!(said.contains("1 passed"), "{said}");
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
    } else {
        assert!(!said.contains("running"), "{said}");
        // Without namespaces, the kernel does not allow this test.
        eprintln!("not run: {said}");
    }
}

/// Small in-memory file system, mounted until dropped.
struct Disk(PathBuf);

impl Disk {
    fn mount(path: &Path) -> Disk {
        let mut mount = Command::new("mount");
        mount.args([
            "-t",
            "tmpfs",
            "-o",
            "size=1m,nr_inodes=200,mode=755",
            "none",
        ]);
        let output = run_command(mount.arg(path));
        assert!(output.status.success(), "{}", words(&output));
        Disk(path.to_owned())
    }

    /// Leaves this number of pages free.
    fn fill_pages(&self, free: u64) {
        let mut ballast = File::create(self.0.join("ballast")).unwrap();
        let mut pages = 0;
        while ballast.write_all(&[0; 4096]).is_ok() {
            pages += 1;
        }
        ballast.set_len((pages - free) * 4096).unwrap();
    }

    /// Frees the space again.
    fn empty(&self) {
        for entry in fs::read_dir(&self.0).unwrap() {
            let entry = entry.unwrap();
            if entry.file_name().to_str().unwrap().starts_with("ballast") {
                fs::remove_file(entry.path()).unwrap();
            }
        }
    }

    /// Leaves this number of inodes free.
    fn fill_inodes(&self, free: u64) {
        let path = |number: u64| self.0.join(format!("ballast{number}"));
        let mut count = 0;
        while File::create(path(count)).is_ok() {
            count += 1;
        }
        for number in count - free..count {
            fs::remove_file(path(number)).unwrap();
        }
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let output = run_command(Command::new("umount").arg(&self.0));
        assert!(output.status.success(), "{}", words(&output));
    }
}

type Fill = fn(&Disk, u64);

/// Ways to fill a disk.
const WAYS: [(&str, Fill); 2] = [("pages", Disk::fill_pages), ("inodes", Disk::fill_inodes)];

fn fault_of(way: &str, free: u64) -> Fault {
    Fault {
        kind: way.to_owned(),
        at: free,
        ..Fault::none()
    }
}

#[test]
fn edits_on_a_full_disk() {
    run_alone(&edits_on_a_full_disk_child);
}

#[test]
#[ignore = "child process of the test above, which runs it and checks its result"]
fn edits_on_a_full_disk_child() {
    for operation in ["ast_edit", "edit_definition"] {
        let place = Place::new();
        let mut program = place.start();
        let edit = Edit::new(&mut program, place, operation);
        let dir = edit.place.path("run");
        let mut tally = Tally::default();
        for (way, fill) in WAYS {
            let mut has_succeeded = false;
            for free in 0..24 {
                let disk = Disk::mount(&dir);
                edit.renew();
                fill(&disk, free);
                let run = program.run(operation, &dir, &Fault::none(), || ());
                has_succeeded = run.lines == edit.truth.lines;
                assert!(free > 0 || !has_succeeded, "{way}: the disk is not full");
                let fault = fault_of(way, free);
                let verdict = edit.judge(&mut program, &Fault::none(), &run);
                tally.add(&fault, &run, verdict);
            }
            assert!(has_succeeded, "{operation}: never enough {way}");
        }
        tally.finish(&format!("{operation} on a full disk"));
    }
}

#[test]
fn indexes_on_a_full_disk() {
    run_alone(&indexes_on_a_full_disk_child);
}

#[test]
#[ignore = "child process of the test above, which runs it and checks its result"]
fn indexes_on_a_full_disk_child() {
    let place = plant_indexed();
    let mut program = place.start();
    let dir = place.path("run");
    let truth = run(&mut program, "index_ready", &dir);
    trees::clear(&dir.join("index"));
    fs::create_dir(dir.join("index")).unwrap();
    let index = dir.join("index");
    let mut tally = Tally::default();
    for (way, fill) in WAYS {
        for free in 0..12 {
            let disk = Disk::mount(&index);
            fill(&disk, free);
            let run = program.run("index_ready", &dir, &Fault::none(), || ());
            let judge = |run: &Run| {
                judge::check_end(&Fault::none(), run)?;
                judge::answer(run, &truth)
            };
            let verdict = judge(&run).and_then(|verdict| {
                let again = program.run("index_ready", &dir, &Fault::none(), || ());
                judge(&again)?;
                disk.empty();
                after_index(&mut program, "index_ready", &dir, &run, &truth)?;
                Ok(verdict)
            });
            tally.add(&fault_of(way, free), &run, verdict);
        }
    }
    tally.finish("index on a full disk");
}
