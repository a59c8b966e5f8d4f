//! Open buffers and symbolic links: links that lead to buffers, and links in the places of buffers.

use std::fs;
use std::path::Path;

use ransack::{
    CancelToken, ErrorKind, FileType, GlobOptions, GrepOptions, Workspace, WorkspaceOptions, glob,
};
use ransack_testing::Tree;
use ransack_testing::compare::FILES;

use crate::buffers::{in_each_mode, lines};

#[test]
#[cfg(unix)]
fn links_lead_to_buffers() {
    use std::os::unix::fs::symlink;
    let files = [("real/f", "disk\n"), ("other/g", "disk\n")];
    in_each_mode(&files, |tree, workspace| {
        symlink("real", tree.path("dir_link")).unwrap();
        symlink("real/f", tree.path("file_link")).unwrap();
        workspace.invalidate(None);
        workspace.set_buffer("real/f", "buffer\n").unwrap();
        workspace.set_buffer("dir_link/new/f", "buffer\n").unwrap();
        let mut options = GrepOptions::new("buffer|disk", ".");
        let direct = ["real/f:1:buffer", "real/new/f:1:buffer"];
        assert_eq!(
            lines(workspace, &options),
            ["other/g:1:disk", direct[0], direct[1]]
        );
        options.scope.follow_symlinks = true;
        let expected = [
            "dir_link/f:1:buffer",
            "dir_link/new/f:1:buffer",
            "file_link:1:buffer",
            "other/g:1:disk",
            direct[0],
            direct[1],
        ];
        assert_eq!(lines(workspace, &options), expected);
        options.scope.follow_symlinks = false;
        options.scope.roots = ["file_link", "dir_link", "dir_link/new/f"]
            .map(Into::into)
            .to_vec();
        let expected = ["file_link:1:buffer", direct[0], direct[1]];
        assert_eq!(lines(workspace, &options), expected);
        options.scope.roots = vec!["dir_link/new/f".into()];
        let expected = ["dir_link/new/f:1:buffer"];
        assert_eq!(lines(workspace, &options), expected);
        let stat = GlobOptions::new("file_link", ".").stat(true);
        let found = glob(&stat.clone().workspace(workspace), &CancelToken::new())
            .unwrap()
            .items;
        assert_eq!(
            (found[0].file_type, found[0].size),
            (FileType::Symlink, Some(7))
        );

        // The links lead elsewhere; the buffers stay where they were, and keep their names.
        for (link, target) in [("dir_link", "other"), ("file_link", "other/g")] {
            fs::remove_file(tree.path(link)).unwrap();
            symlink(target, tree.path(link)).unwrap();
        }
        workspace.invalidate(None);
        let all = GrepOptions::new("buffer|typed", ".");
        assert_eq!(lines(workspace, &all), direct);
        workspace.set_buffer("dir_link/new/f", "typed\n").unwrap();
        assert_eq!(lines(workspace, &all), [direct[0], "real/new/f:1:typed"]);
        let clear = |path| workspace.clear_buffer(Some(Path::new(path))).unwrap();
        clear("dir_link/new/f");
        assert_eq!(lines(workspace, &all), direct[..1]);
        workspace.set_buffer("dir_link/new/f", "typed\n").unwrap();
        assert_eq!(lines(workspace, &all), ["other/new/f:1:typed", direct[0]]);
        clear("other/new/f");
        clear("file_link");
        assert_eq!(lines(workspace, &all), direct[..1]);
        clear("real/f");
        assert_eq!(lines(workspace, &all), [""; 0]);
    });
}

/// Link that replaces a directory of buffers and leads to a directory or to itself.
#[test]
#[cfg(unix)]
fn a_link_on_disk_does_not_take_the_place_of_buffers() {
    for target in ["a", "b"] {
        in_each_mode(&[("a/x.txt", "disk\n")], |tree, workspace| {
            workspace.set_buffer("b/a", "buffer\n").unwrap();
            std::os::unix::fs::symlink(tree.path(target), tree.path("b")).unwrap();
            for follow in [false, true] {
                let mut options = GlobOptions::new("**", ".").stat(true);
                options.scope.follow_symlinks = follow;
                let found =
                    glob(&options.clone().workspace(workspace), &CancelToken::new()).unwrap();
                let names: Vec<_> = found.items.iter().map(|m| m.path.to_string()).collect();
                assert_eq!(names, ["a", "a/x.txt", "b", "b/a"], "{target} {follow}");
                assert!(found.report.complete, "{:?}", found.report);
                let mut options = GrepOptions::new("buffer", ".");
                options.scope.follow_symlinks = follow;
                assert_eq!(lines(workspace, &options), ["b/a:1:buffer"]);
            }
            fs::remove_file(tree.path("b")).unwrap();
            workspace.clear_buffer(None).unwrap();
        });
    }
}

#[test]
#[cfg(unix)]
fn links_that_cannot_be_buffers() {
    use std::os::unix::fs::symlink;
    let outer = Tree::of(&[("root/f", "x\n"), ("outside/f", "x\n")]);
    symlink("../outside", outer.path("root/out")).unwrap();
    symlink("nowhere", outer.path("root/broken")).unwrap();
    let workspace = Workspace::open(outer.path("root"), &WorkspaceOptions::default()).unwrap();
    for (path, about) in [
        ("out/f", "outside"),
        ("out/new", "outside"),
        ("broken", "target does not exist"),
    ] {
        let error = workspace.set_buffer(path, "x").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidOption, "{error}");
        assert!(error.to_string().contains(about), "{error}");
    }
    // The root itself may be reached through a link.
    symlink("root", outer.path("link")).unwrap();
    let workspace = Workspace::open(outer.path("link"), &WorkspaceOptions::default()).unwrap();
    workspace
        .set_buffer(outer.path("link/new/f"), "buffer")
        .unwrap();
    workspace
        .set_buffer(outer.path("root/f"), "buffer")
        .unwrap();
    let found = ["f:1:buffer", "new/f:1:buffer"];
    assert_eq!(lines(&workspace, &GrepOptions::new("buffer", ".")), found);
    assert_eq!(
        lines(&workspace, &GrepOptions::new("buffer", "new/f")),
        found[1..]
    );
}

/// A link on disk has replaced the buffer or its directory.
#[test]
#[cfg(unix)]
fn buffers_hide_links_in_their_places() {
    use std::os::unix::fs::symlink;
    in_each_mode(&FILES, |tree, workspace| {
        workspace.set_buffer("file", "buffer\n").unwrap();
        workspace.set_buffer("dir/file", "buffer\n").unwrap();
        for name in ["file", "dir"] {
            symlink("a", tree.path(name)).unwrap();
        }
        workspace.invalidate(None);
        workspace.set_buffer("dir/other", "buffer\n").unwrap();
        let options = GrepOptions::new("buffer|x", ".").globs(["dir/**", "file"]);
        let expected = ["dir/file:1:buffer", "dir/other:1:buffer", "file:1:buffer"];
        assert_eq!(lines(workspace, &options), expected);
        let in_roots = |roots: &[&str]| {
            let mut options = GrepOptions::new("buffer|x", ".");
            options.scope.roots = roots.iter().map(Into::into).collect();
            lines(workspace, &options)
        };
        let of_dir = ["dir/file:1:buffer", "dir/other:1:buffer"];
        let expected = ["file:1:buffer", of_dir[0], of_dir[1]];
        assert_eq!(in_roots(&["file", "dir", "dir/file"]), expected);
        assert_eq!(in_roots(&["dir/file", "dir"]), of_dir);
        let whole = in_roots(&["."]);
        assert_eq!(in_roots(&[".", "file", "dir", "dir/file"]), whole);
        let options = GrepOptions::new("x", "dir/b.rs");
        let failed = ransack::grep(&options.workspace(workspace), &CancelToken::new()).unwrap_err();
        assert_eq!(failed.kind(), ErrorKind::NotFound);
        workspace.clear_buffer(None).unwrap();
        assert_eq!(in_roots(&["dir/b.rs"]), ["dir/b.rs:1:x"]);
    });
}
