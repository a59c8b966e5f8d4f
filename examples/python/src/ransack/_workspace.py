"""Cached, watched directory."""

from __future__ import annotations

from ctypes import byref, c_void_p
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Iterable, Optional, Tuple, Type

from . import _declarations as declarations
from ._handles import CancelToken, Collector, Handle, output, run
from ._inputs import Inputs
from ._library import lib
from ._operations import (
    AST_GREP,
    DEFINITION_OF_FILE,
    FUZZY_FIND,
    GLOB,
    GREP,
    OUTLINE,
    OUTLINE_OF_FILE,
    Layout,
    Parts,
    ast_edit,
    in_file,
    named,
)
from ._streams import Stream
from ._values import Text, Texts
from .types import (
    AstEditOptions,
    AstEditOutcome,
    AstGrepOptions,
    AstMatch,
    Definition,
    FuzzyFindOptions,
    FuzzyMatch,
    GlobMatch,
    GlobOptions,
    GrepMatch,
    GrepOptions,
    IndexProgress,
    IndexStats,
    Outline,
    OutlineOptions,
    Report,
    SnapshotInfo,
    TableSize,
    WorkspaceOptions,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Workspace(Handle):
    """Directory whose list of files is cached and kept up to date; its scan starts at once.

    The methods for files are the functions of the same name. Roots are relative to the root of the
    workspace; none means the whole workspace. Leaving a `with` block closes the workspace.
    """

    def __init__(self, root: Text, **options: Unpack[WorkspaceOptions]) -> None:
        super().__init__("ransack_workspace_free")
        inputs = Inputs()
        given = inputs.optional("WorkspaceOptions", "Workspace", options)
        lib.ransack_workspace_open(inputs.path(root, "root"), given, self.out)

    def __enter__(self) -> Workspace:
        return self

    def __exit__(
        self,
        _kind: Optional[Type[BaseException]],
        _error: Optional[BaseException],
        _trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stops the scan and the watcher. Calls in progress end normally, later ones raise `Error`."""
        lib.ransack_workspace_close(self.handle)

    def without_waiting(self) -> Workspace:
        """Returns another handle of the same workspace whose calls do not wait for the first scan."""
        other = Workspace.__new__(Workspace)
        Handle.__init__(other, "ransack_workspace_free")
        lib.ransack_workspace_without_waiting(self.handle, other.out)
        return other

    def refresh(self) -> SnapshotInfo:
        """Brings the list of files up to date now, as the next call would."""
        info = declarations.SnapshotInfo()
        run(lambda _: lib.ransack_workspace_refresh(self.handle, byref(info)))
        return SnapshotInfo._read(info)

    def invalidate(self, path: Text) -> None:
        """Marks `path` and everything below it stale; the next call rescans it."""
        inputs = Inputs()
        lib.ransack_workspace_invalidate(self.handle, inputs.path(path, "path"))

    def set_buffer(self, path: Text, text: Text) -> None:
        """Sets the unsaved text of a file, which calls use instead of its content."""
        inputs = Inputs()
        lib.ransack_workspace_set_buffer(self.handle, inputs.path(path, "path"), inputs.text(text, "text"))

    def clear_buffer(self, path: Text) -> None:
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
        raised; the build goes on.
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

    def export_index(self, path: Text, *, token: Optional[CancelToken] = None) -> None:
        """Writes the content index to a file."""
        self._move_index(lib.ransack_workspace_export_index, path, token)

    def import_index(self, path: Text, *, token: Optional[CancelToken] = None) -> None:
        """Reads a content index that `export_index` wrote."""
        self._move_index(lib.ransack_workspace_import_index, path, token)

    def index_stats(self) -> IndexStats:
        """Returns the size and state of the content index."""

        def call(_: Optional[c_void_p]) -> IndexStats:
            with output(declarations.IndexStats, "ransack_index_stats_free") as stats:
                lib.ransack_workspace_index_stats(self.handle, byref(stats))
                return IndexStats._read(stats.contents)

        return run(call)

    def grep(
        self, patterns: Texts, roots: Texts = (), *, token: Optional[CancelToken] = None, **options: Unpack[GrepOptions]
    ) -> Stream[GrepMatch]:
        """Searches the files of the workspace for lines that match a pattern."""
        return Stream(GREP, {"patterns": patterns, "roots": roots, **options, "workspace": self}, token)

    def glob(
        self, patterns: Texts, roots: Texts = (), *, token: Optional[CancelToken] = None, **options: Unpack[GlobOptions]
    ) -> Stream[GlobMatch]:
        """Finds files and directories of the workspace whose path matches a pattern."""
        return Stream(GLOB, {"patterns": patterns, "roots": roots, **options, "workspace": self}, token)

    def fuzzy_find(
        self,
        query: Text,
        roots: Texts = (),
        *,
        token: Optional[CancelToken] = None,
        **options: Unpack[FuzzyFindOptions],
    ) -> Stream[FuzzyMatch]:
        """Finds files and directories of the workspace by a fuzzy query, best first."""
        return Stream(FUZZY_FIND, {"query": query, "roots": roots, **options, "workspace": self}, token)

    def ast_grep(
        self,
        patterns: Texts,
        roots: Texts = (),
        *,
        token: Optional[CancelToken] = None,
        **options: Unpack[AstGrepOptions],
    ) -> Stream[AstMatch]:
        """Searches the files of the workspace for code that matches a pattern, or the option `rule`."""
        return Stream(AST_GREP, {"patterns": patterns, "roots": roots, **options, "workspace": self}, token)

    def ast_edit(
        self,
        rewrites: Iterable[Tuple[Text, Text]],
        roots: Texts = (),
        *,
        token: Optional[CancelToken] = None,
        **options: Unpack[AstEditOptions],
    ) -> AstEditOutcome:
        """Replaces code in files of the workspace."""
        return ast_edit({"rewrites": rewrites, "roots": roots, **options, "workspace": self}, token)

    def outline(
        self, roots: Texts = (), *, token: Optional[CancelToken] = None, **options: Unpack[OutlineOptions]
    ) -> Stream[Outline]:
        """Returns the definitions of each file of the workspace whose name belongs to a language."""
        return Stream(OUTLINE, {"roots": roots, **options, "workspace": self}, token)

    def outline_file(
        self, path: Text, *, token: Optional[CancelToken] = None, **options: Unpack[OutlineOptions]
    ) -> Tuple[Optional[Outline], Report]:
        """Returns the definitions of one file, None if it was skipped, and the report."""
        values = {**options, "workspace": self}
        return in_file("outline_file", path, lambda _: (), OUTLINE_OF_FILE, values, token)

    def definition_in_file(
        self,
        path: Text,
        name: Text,
        parts: Parts = (),
        *,
        layout: Optional[Layout] = None,
        token: Optional[CancelToken] = None,
        **options: Unpack[OutlineOptions],
    ) -> Tuple[Optional[Definition], Report]:
        """Returns the source of the definition with a name path in a file, and the report."""
        return in_file(
            "definition_in_file",
            path,
            lambda inputs: named(inputs, name, parts, layout),
            DEFINITION_OF_FILE,
            {**options, "workspace": self},
            token,
        )

    def _move_index(self, function: Any, path: Text, token: Optional[CancelToken]) -> None:
        inputs = Inputs()
        view = inputs.path(path, "path")
        run(lambda cancel: function(self.handle, view, cancel), token)
