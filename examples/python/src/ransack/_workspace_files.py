"""Operations over the files of a workspace."""

from __future__ import annotations

from functools import partial
from typing import Any, Iterable, Mapping, Optional, Tuple, Type, Union

from . import _operations as operations
from ._edits import FileEdits, edit_files, patch_files
from ._handles import CancelToken, Handle
from ._inputs import Inputs
from ._operations import Edits, Layout, Parts, SkeletonFileOptions, in_file, named
from ._pack import Relevant, pack_files, stream_of_files, values_of
from ._read_lines import lines_of, place_of
from ._streams import Stream
from ._values import AnyPath, AnyPaths, Content, Text, Texts, Unpack, reader
from .types import (
    ApplyPatchOptions,
    ApplyPatchOutcome,
    AstEditOptions,
    AstEditOutcome,
    AstGrepOptions,
    AstMatch,
    CheckpointOptions, Conflict, ConflictsOptions, Definition, DefinitionEditOptions, EditOptions, EditOutcome, EditsOptions, EditsOutcome,
    Exports,
    FuzzyFindOptions,
    FuzzyMatch,
    GlobMatch,
    GlobOptions,
    GrepMatch,
    GrepOptions,
    Imports,
    Outline,
    OutlineOptions,
    Packed, PackedText, PackLevel, PackOptions, ReadLinesOptions, ReadLinesOutcome, ReplaceOptions, ReplaceOutcome,
    Report,
    ResolvedLines,
    ResolveLinesOptions,
    Skeleton,
    TreeOptions, TreeOutcome, UndoOptions, UndoOutcome,
)


class WorkspaceFiles(Handle):
    """Methods of `Workspace` for files: the functions of the same name. Roots are relative to the workspace."""

    def grep(
        self,
        patterns: Texts,
        roots: AnyPaths = (),
        *,
        text: Type[Content] = bytes,  # type: ignore[assignment]
        token: Optional[CancelToken] = None,
        **options: Unpack[GrepOptions],
    ) -> Stream[GrepMatch[Content]]:
        """Searches the files of the workspace for lines that match a pattern."""
        values = {"patterns": patterns, "roots": roots, **options, "workspace": self}
        return Stream(operations.GREP, partial(GrepMatch._read, content=reader(text)), values, token)

    def glob(
        self,
        patterns: Texts,
        roots: AnyPaths = (),
        *,
        token: Optional[CancelToken] = None,
        **options: Unpack[GlobOptions],
    ) -> Stream[GlobMatch]:
        """Finds files and directories of the workspace whose path matches a pattern."""
        values = {"patterns": patterns, "roots": roots, **options, "workspace": self}
        return Stream(operations.GLOB, GlobMatch._read, values, token)

    def conflicts(
        self,
        roots: AnyPaths = (),
        *,
        text: Type[Content] = bytes,  # type: ignore[assignment]
        token: Optional[CancelToken] = None,
        **options: Unpack[ConflictsOptions],
    ) -> Stream[Conflict[Content]]:
        """Finds the conflicts that merges have left in files of the workspace."""
        read = partial(Conflict._read, content=reader(text))
        return Stream(operations.CONFLICTS, read, {"roots": roots, **options, "workspace": self}, token)

    def fuzzy_find(
        self,
        query: Text,
        roots: AnyPaths = (),
        *,
        token: Optional[CancelToken] = None,
        **options: Unpack[FuzzyFindOptions],
    ) -> Stream[FuzzyMatch]:
        """Finds files and directories of the workspace by a fuzzy query, best first."""
        values = {"query": query, "roots": roots, **options, "workspace": self}
        return Stream(operations.FUZZY_FIND, FuzzyMatch._read, values, token)

    def ast_grep(
        self,
        patterns: Texts,
        roots: AnyPaths = (),
        *,
        text: Type[Content] = bytes,  # type: ignore[assignment]
        token: Optional[CancelToken] = None,
        **options: Unpack[AstGrepOptions],
    ) -> Stream[AstMatch[Content]]:
        """Searches the files of the workspace for code that matches a pattern, or the option `rule`."""
        values = {"patterns": patterns, "roots": roots, **options, "workspace": self}
        return Stream(operations.AST_GREP, partial(AstMatch._read, content=reader(text)), values, token)

    def ast_edit(
        self,
        rewrites: Iterable[Tuple[Text, Text]],
        roots: AnyPaths = (),
        *,
        text: Type[Content] = bytes,  # type: ignore[assignment]
        token: Optional[CancelToken] = None,
        **options: Unpack[AstEditOptions],
    ) -> AstEditOutcome[Content]:
        """Replaces code in files of the workspace."""
        return operations.ast_edit({"rewrites": rewrites, "roots": roots, **options, "workspace": self}, text, token)

    def replace(
        self,
        patterns: Texts,
        replacement: Text,
        roots: AnyPaths = (),
        *,
        text: Type[Content] = bytes,  # type: ignore[assignment]
        token: Optional[CancelToken] = None,
        **options: Unpack[ReplaceOptions],
    ) -> ReplaceOutcome[Content]:
        """Replaces matches of patterns in files of the workspace: all replacements are made or none."""
        values = {"patterns": patterns, "replacement": replacement, "roots": roots, **options, "workspace": self}
        return operations.replace(values, text, token)

    def tree(
        self, roots: AnyPaths = (), *, token: Optional[CancelToken] = None, **options: Unpack[TreeOptions]
    ) -> TreeOutcome:
        """Returns the directory tree of the workspace, or of roots in it."""
        return operations.tree({"roots": roots, **options, "workspace": self}, token)

    def edit_definition(
        self,
        edits: Edits,
        *,
        path: Optional[AnyPath] = None,
        text: Type[Content] = bytes,  # type: ignore[assignment]
        token: Optional[CancelToken] = None,
        **options: Unpack[DefinitionEditOptions],
    ) -> AstEditOutcome[Content]:
        """Edits definitions by name, and imports, in files of the workspace."""
        return operations.edit_definition(edits, path, {**options, "workspace": self}, text, token)

    def edit(
        self, edits: FileEdits, *, token: Optional[CancelToken] = None, **options: Unpack[EditOptions]
    ) -> EditOutcome:
        """Edits named files of the workspace: all edits are made or none."""
        return edit_files({"edits": edits, **options, "workspace": self}, token)

    def read_lines(
        self,
        *,
        text: Type[Content] = bytes,  # type: ignore[assignment]
        token: Optional[CancelToken] = None,
        **options: Unpack[ReadLinesOptions],
    ) -> ReadLinesOutcome[Content]:
        """Reads lines of files of the workspace, or of their open buffers."""
        return lines_of({**options, "workspace": self}, text, token)

    def resolve_lines(
        self, *, token: Optional[CancelToken] = None, **options: Unpack[ResolveLinesOptions]
    ) -> ResolvedLines:
        """Returns where lines of a snapshot are in a file of the workspace now."""
        return place_of({**options, "workspace": self}, token)

    def apply_patch(
        self, patch: Text, *, token: Optional[CancelToken] = None, **options: Unpack[ApplyPatchOptions]
    ) -> ApplyPatchOutcome:
        """Applies a patch to files of the workspace: all changes are made or none."""
        return patch_files({"patch": patch, **options, "workspace": self}, token)

    def undo(self, *, token: Optional[CancelToken] = None, **options: Unpack[UndoOptions]) -> UndoOutcome:
        """Undoes edits in the workspace. Writes nothing if a file that would change has an open buffer."""
        return operations.reverse("undo", {**options, "workspace": self}, token)

    def redo(self, *, token: Optional[CancelToken] = None, **options: Unpack[UndoOptions]) -> UndoOutcome:
        """Redoes edits in the workspace that were undone."""
        return operations.reverse("redo", {**options, "workspace": self}, token)

    def checkpoint(self, *, token: Optional[CancelToken] = None, **options: Unpack[CheckpointOptions]) -> None:
        """Sets a checkpoint in the workspace with the given `name`."""
        operations.checkpoint({**options, "workspace": self}, token)

    def edits(self, *, token: Optional[CancelToken] = None, **options: Unpack[EditsOptions]) -> EditsOutcome:
        """Lists the edits in the workspace that the undo journal has, and the checkpoints."""
        return operations.edits({**options, "workspace": self}, token)

    def outline(
        self, roots: AnyPaths = (), *, token: Optional[CancelToken] = None, **options: Unpack[OutlineOptions]
    ) -> Stream[Outline]:
        """Returns the definitions of each file of the workspace whose name belongs to a language."""
        return Stream(operations.OUTLINE, Outline._read, {"roots": roots, **options, "workspace": self}, token)

    def outline_file(
        self, path: AnyPath, *, token: Optional[CancelToken] = None, **options: Unpack[OutlineOptions]
    ) -> Tuple[Optional[Outline], Report]:
        """Returns the definitions of one file, None if it was skipped, and the report."""
        values = {**options, "workspace": self}
        return in_file("outline_file", path, operations.OUTLINE, Outline._read, values, token)

    def definition_in_file(
        self,
        path: AnyPath,
        name: Text,
        parts: Parts = (),
        *,
        layout: Optional[Layout] = None,
        text: Type[Content] = bytes,  # type: ignore[assignment]
        token: Optional[CancelToken] = None,
        **options: Unpack[OutlineOptions],
    ) -> Tuple[Optional[Definition[Content]], Report]:
        """Returns the source of the definition with a name path in a file, and the report."""
        inputs = Inputs()
        read = partial(Definition._read, content=reader(text))
        values = {**options, "workspace": self}
        more = named(inputs, name, parts, layout)
        return in_file("definition_in_file", path, operations.DEFINITION, read, values, token, *more)

    def skeleton(
        self,
        roots: AnyPaths = (),
        *,
        text: Type[Content] = bytes,  # type: ignore[assignment]
        token: Optional[CancelToken] = None,
        **options: Unpack[SkeletonFileOptions],
    ) -> Stream[Skeleton[Content]]:
        """Returns the files of the workspace with their function bodies elided."""
        read = partial(Skeleton._read, content=reader(text))
        return Stream(operations.SKELETON, read, {"roots": roots, **options, "workspace": self}, token)

    def skeleton_file(
        self,
        path: AnyPath,
        *,
        text: Type[Content] = bytes,  # type: ignore[assignment]
        token: Optional[CancelToken] = None,
        **options: Unpack[SkeletonFileOptions],
    ) -> Tuple[Optional[Skeleton[Content]], Report]:
        """Returns one file with its function bodies elided, None if it was skipped, and the report."""
        read = partial(Skeleton._read, content=reader(text))
        values = {**options, "workspace": self}
        return in_file("skeleton_file", path, operations.SKELETON, read, values, token)

    def imports(
        self, roots: AnyPaths = (), *, token: Optional[CancelToken] = None, **options: Unpack[OutlineOptions]
    ) -> Stream[Imports]:
        """Returns the imports of each file of the workspace in a language that has imports."""
        return Stream(operations.IMPORTS, Imports._read, {"roots": roots, **options, "workspace": self}, token)

    def imports_file(
        self, path: AnyPath, *, token: Optional[CancelToken] = None, **options: Unpack[OutlineOptions]
    ) -> Tuple[Optional[Imports], Report]:
        """Returns the imports of one file, None if it was skipped, and the report."""
        values = {**options, "workspace": self}
        return in_file("imports_file", path, operations.IMPORTS, Imports._read, values, token)

    def exports(
        self, roots: AnyPaths = (), *, token: Optional[CancelToken] = None, **options: Unpack[OutlineOptions]
    ) -> Stream[Exports]:
        """Returns the names that each file of the workspace exports."""
        return Stream(operations.EXPORTS, Exports._read, {"roots": roots, **options, "workspace": self}, token)

    def exports_file(
        self, path: AnyPath, *, token: Optional[CancelToken] = None, **options: Unpack[OutlineOptions]
    ) -> Tuple[Optional[Exports], Report]:
        """Returns the names that one file exports, None if it was skipped, and the report."""
        values = {**options, "workspace": self}
        return in_file("exports_file", path, operations.EXPORTS, Exports._read, values, token)

    def pack(
        self,
        roots: AnyPaths = (),
        *,
        relevant: Relevant = (),
        levels: Mapping[str, Union[PackLevel, str]] = {},
        weights: Mapping[str, float] = {},
        sections: Mapping[str, str] = {},
        token: Optional[CancelToken] = None,
        **options: Unpack[PackOptions],
    ) -> Packed[str]:
        """Packs files of the workspace into one text for a language model."""
        values = {"roots": roots, **options, "workspace": self}
        return pack_files(values_of(relevant, levels, weights, sections, values), token)

    def pack_stream(
        self,
        roots: AnyPaths = (),
        *,
        relevant: Relevant = (),
        levels: Mapping[str, Union[PackLevel, str]] = {},
        weights: Mapping[str, float] = {},
        sections: Mapping[str, str] = {},
        token: Optional[CancelToken] = None,
        **options: Unpack[PackOptions],
    ) -> Stream[PackedText[str]]:
        """Packs files of the workspace, and returns the text in parts."""
        values = {"roots": roots, **options, "workspace": self}
        return stream_of_files(values_of(relevant, levels, weights, sections, values), token)
