"""Cached, watched directory."""

from __future__ import annotations

from ctypes import byref, c_void_p
from types import TracebackType
from typing import Any, Callable, Optional, Type

from . import _declarations as declarations
from ._handles import CancelToken, Collector, Handle, output, run
from ._inputs import Inputs, number
from ._library import lib
from ._operations import owned
from ._values import AnyPath, Text, Unpack, path as read_path
from ._workspace_files import WorkspaceFiles
from .types import Changes, IndexProgress, IndexStats, SnapshotInfo, TableSize, WorkspaceOptions


class Workspace(WorkspaceFiles):
    """Directory whose list of files is cached and kept up to date; its scan starts at once.

    The methods for files are the functions of the same name. Roots are relative to the root of the
    workspace; none means the whole workspace. Leaving a `with` block closes the workspace.
    """

    def __init__(self, root: AnyPath, **options: Unpack[WorkspaceOptions]) -> None:
        super().__init__("ransack_workspace_free")
        self._root = root
        inputs = Inputs()
        given = inputs.optional("WorkspaceOptions", "Workspace", options)
        lib.ransack_workspace_open(inputs.path(root, "root"), given, self.out)

    @classmethod
    def _made(cls, root: AnyPath, function: Any, *arguments: Any) -> Workspace:
        """Returns the workspace that a function opens."""
        workspace = Workspace.__new__(Workspace)
        Handle.__init__(workspace, "ransack_workspace_free")
        workspace._root = root
        function(*arguments, workspace.out)
        return workspace

    def __enter__(self) -> Workspace:
        return self

    def __exit__(
        self,
        _kind: Optional[Type[BaseException]],
        _error: Optional[BaseException],
        _trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._root!r}>"

    def close(self) -> None:
        """Stops the scan and the watcher. Calls in progress end normally, later ones raise `Error`."""
        lib.ransack_workspace_close(self.handle)

    def without_waiting(self) -> Workspace:
        """Returns another handle of the same workspace whose calls do not wait for the first scan."""
        return self._made(self._root, lib.ransack_workspace_without_waiting, self.handle)

    def resolve(self, path: AnyPath) -> str:
        """Returns the absolute path, with symbolic links resolved, that a call uses for `path`.

        A program can open it within the bounds of the workspace. The path need not exist. Takes a few
        system calls. Raises `Error` if the path is denied, leads outside the workspace and is not allowed,
        or is a broken symbolic link, and `NotFound` if it leads through a file.
        """
        inputs = Inputs()
        with output(declarations.String, "ransack_string_free") as found:
            lib.ransack_workspace_resolve(self.handle, inputs.path(path, "path"), byref(found))
            return read_path(found.contents.text)

    def changes(self, since: Text = "", *, token: Optional[CancelToken] = None) -> Changes:
        """Returns the files that were created, modified or deleted since an earlier call.

        `since` is `next` of that call; without it the result has no files, only `next`. Every change between
        the two calls is reported; a file that was changed and changed back may be. Ignore rules apply, and
        hidden files are in scope. Examines the metadata of every file. Raises `Error` if `since` is not of
        this workspace, or if more than 65,536 files were deleted since.

        ```python
        before = workspace.changes()
        run_turn()
        for file in workspace.changes(before.next).files:
            print(file.kind, file.path)
        ```
        """
        inputs = Inputs()
        arguments = (self.handle, inputs.text(since, "since"))
        return owned(lib.ransack_workspace_changes, arguments, "changes", Changes._read, token)

    def refresh(self) -> SnapshotInfo:
        """Brings the list of files up to date now, as the next call would."""
        info = declarations.SnapshotInfo()
        run(lambda _: lib.ransack_workspace_refresh(self.handle, byref(info)))
        return SnapshotInfo._read(info)

    def invalidate(self, path: AnyPath) -> None:
        """Marks `path` and everything below it stale; the next call rescans it."""
        inputs = Inputs()
        lib.ransack_workspace_invalidate(self.handle, inputs.path(path, "path"))

    def set_buffer(self, path: AnyPath, text: Text) -> None:
        """Sets the unsaved text of a file, which calls use instead of its content."""
        inputs = Inputs()
        lib.ransack_workspace_set_buffer(self.handle, inputs.path(path, "path"), inputs.text(text, "text"))

    def clear_buffer(self, path: AnyPath) -> None:
        """Removes the unsaved text of a file."""
        inputs = Inputs()
        lib.ransack_workspace_clear_buffer(self.handle, inputs.path(path, "path"))

    @property
    def table_size(self) -> TableSize:
        """Size of the list of files."""
        size = declarations.TableSize()
        lib.ransack_workspace_table_size(self.handle, byref(size))
        return TableSize._read(size)

    def ready(
        self,
        *,
        token: Optional[CancelToken] = None,
        on_progress: Optional[Callable[[IndexProgress], object]] = None,
    ) -> None:
        """Waits until the content index covers every file.

        On the main thread `on_progress` runs on another thread. An exception in it ends the wait and is
        raised; the build continues.
        """

        def read(c: Any) -> None:
            if on_progress is not None:
                on_progress(IndexProgress._read(c))

        collector = Collector(declarations.on_index_progress, read)
        function = lib.ransack_workspace_ready
        try:
            run(lambda cancel: function(self.handle, cancel, collector.callback, None), token)
        finally:
            collector.check()

    def export_index(self, path: AnyPath, *, token: Optional[CancelToken] = None) -> None:
        """Writes the content index to a file, whose path is absolute or relative to the root."""
        self._move_index(lib.ransack_workspace_export_index, path, token)

    def import_index(self, path: AnyPath, *, token: Optional[CancelToken] = None) -> None:
        """Reads a content index that `export_index` wrote."""
        self._move_index(lib.ransack_workspace_import_index, path, token)

    def index_stats(self) -> IndexStats:
        """Returns the size and state of the content index."""

        def call(_: Optional[c_void_p]) -> IndexStats:
            with output(declarations.IndexStats, "ransack_index_stats_free") as stats:
                lib.ransack_workspace_index_stats(self.handle, byref(stats))
                return IndexStats._read(stats.contents)

        return run(call)

    def _move_index(self, function: Any, path: AnyPath, token: Optional[CancelToken]) -> None:
        inputs = Inputs()
        view = inputs.path(path, "path")
        run(lambda cancel: function(self.handle, view, cancel), token)


class WorkspaceCache(Handle):
    """Workspaces by their root: at most `capacity` stay open, the most recently used ones."""

    def __init__(self, capacity: int, **options: Unpack[WorkspaceOptions]) -> None:
        super().__init__("ransack_workspace_cache_free")
        self._capacity = capacity
        inputs = Inputs()
        given = inputs.optional("WorkspaceOptions", "WorkspaceCache", options)
        lib.ransack_workspace_cache_new(number(capacity, 64, "capacity"), given, self.out)

    def get(self, root: AnyPath) -> Workspace:
        """Returns the workspace of a directory, which is opened if it is not open."""
        inputs = Inputs()
        return Workspace._made(root, lib.ransack_workspace_cache_get, self.handle, inputs.path(root, "root"))

    def invalidate(self, path: AnyPath) -> None:
        """Marks `path` and everything below it stale in every workspace of the cache."""
        inputs = Inputs()
        lib.ransack_workspace_cache_invalidate(self.handle, inputs.path(path, "path"))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: capacity {self._capacity}>"
