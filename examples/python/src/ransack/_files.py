"""Operations over files, each also a method of `Workspace`."""

from __future__ import annotations

from functools import partial
from typing import Any, Iterable, List, Optional, Tuple, Type

from . import _operations as operations
from ._handles import CancelToken
from ._inputs import Inputs
from ._library import lib
from ._operations import Edits, Layout, Parts, SkeletonFileOptions, in_file, named
from ._streams import Stream
from ._values import AnyPath, AnyPaths, Content, Text, Texts, Unpack, reader
from .types import (
    AstEditOptions,
    AstEditOutcome,
    AstGrepOptions,
    AstMatch,
    CheckpointOptions, Conflict, ConflictsOptions,
    Definition,
    DefinitionEditOptions,
    EditsOptions,
    EditsOutcome,
    Exports,
    FileTypeDef,
    FuzzyFindOptions,
    FuzzyMatch,
    GlobMatch,
    GlobOptions,
    GrepMatch,
    GrepOptions,
    Imports,
    Outline,
    OutlineOptions,
    RecoveryOptions,
    RecoveryOutcome,
    ReplaceOptions,
    ReplaceOutcome,
    Report,
    Skeleton,
    TreeOptions, TreeOutcome, UndoOptions, UndoOutcome,
)


def grep(
    patterns: Texts,
    roots: AnyPaths,
    *,
    text: Type[Content] = bytes,  # type: ignore[assignment]
    token: Optional[CancelToken] = None,
    **options: Unpack[GrepOptions],
) -> Stream[GrepMatch[Content]]:
    """Searches files for lines that match a pattern. Lines are `bytes`, or `str` with `text=str`."""
    values = {"patterns": patterns, "roots": roots, **options}
    return Stream(operations.GREP, partial(GrepMatch._read, content=reader(text)), values, token)


def glob(
    patterns: Texts, roots: AnyPaths, *, token: Optional[CancelToken] = None, **options: Unpack[GlobOptions]
) -> Stream[GlobMatch]:
    """Finds files and directories whose path matches a pattern."""
    return Stream(operations.GLOB, GlobMatch._read, {"patterns": patterns, "roots": roots, **options}, token)


def conflicts(
    roots: AnyPaths,
    *,
    text: Type[Content] = bytes,  # type: ignore[assignment]
    token: Optional[CancelToken] = None,
    **options: Unpack[ConflictsOptions],
) -> Stream[Conflict[Content]]:
    """Finds the conflicts that merges have left in files. Sides are `bytes`, or `str` with `text=str`."""
    read = partial(Conflict._read, content=reader(text))
    return Stream(operations.CONFLICTS, read, {"roots": roots, **options}, token)


def fuzzy_find(
    query: Text, roots: AnyPaths, *, token: Optional[CancelToken] = None, **options: Unpack[FuzzyFindOptions]
) -> Stream[FuzzyMatch]:
    """Finds files and directories by a fuzzy query, best first."""
    return Stream(operations.FUZZY_FIND, FuzzyMatch._read, {"query": query, "roots": roots, **options}, token)


def ast_grep(
    patterns: Texts,
    roots: AnyPaths,
    *,
    text: Type[Content] = bytes,  # type: ignore[assignment]
    token: Optional[CancelToken] = None,
    **options: Unpack[AstGrepOptions],
) -> Stream[AstMatch[Content]]:
    """Searches files for code that matches a pattern, or the option `rule`.

    Code in results is `bytes`, or `str` with `text=str`.
    """
    values = {"patterns": patterns, "roots": roots, **options}
    return Stream(operations.AST_GREP, partial(AstMatch._read, content=reader(text)), values, token)


def ast_edit(
    rewrites: Iterable[Tuple[Text, Text]],
    roots: AnyPaths,
    *,
    text: Type[Content] = bytes,  # type: ignore[assignment]
    token: Optional[CancelToken] = None,
    **options: Unpack[AstEditOptions],
) -> AstEditOutcome[Content]:
    """Replaces code in files: each rewrite is a pattern and its replacement.

    By default only returns the changes. Pass the `preview` of the outcome with `dry_run=False` to apply
    exactly these changes or none.
    """
    return operations.ast_edit({"rewrites": rewrites, "roots": roots, **options}, text, token)


def tree(roots: AnyPaths, *, token: Optional[CancelToken] = None, **options: Unpack[TreeOptions]) -> TreeOutcome:
    """Returns the directory tree of the roots: its nodes, and its text within `max_tokens`.

    `sizes`, `lines`, `tokens` and `symbols` add numbers; without them no file is opened.
    """
    return operations.tree({"roots": roots, **options}, token)


def edit_definition(
    edits: Edits,
    *,
    path: Optional[AnyPath] = None,
    text: Type[Content] = bytes,  # type: ignore[assignment]
    token: Optional[CancelToken] = None,
    **options: Unpack[DefinitionEditOptions],
) -> AstEditOutcome[Content]:
    """Edits definitions by name, and imports, in any number of files: all edits are made or none.

    An edit is a dictionary with the keys of `DefinitionEdit`; `path` is the file of the edits that name
    none. By default only returns the changes. Pass the `preview` of the outcome with `dry_run=False` to
    apply exactly these changes or none. Raises `Error` for an unknown or ambiguous name, whose
    `candidates` are the nearest names, and for an edit that would add a syntax error.

    ```python
    edits = [
        {"action": "replace", "name": "Tool.run", "part": "body", "text": "return sys.argv"},
        {"action": "add_imports", "imports": [{"module": "sys"}]},
    ]
    preview = ransack.edit_definition(edits, path="tool.py").preview
    ransack.edit_definition(edits, path="tool.py", preview=preview, dry_run=False)
    ```
    """
    return operations.edit_definition(edits, path, options, text, token)


def replace(
    patterns: Texts,
    replacement: Text,
    roots: AnyPaths,
    *,
    text: Type[Content] = bytes,  # type: ignore[assignment]
    token: Optional[CancelToken] = None,
    **options: Unpack[ReplaceOptions],
) -> ReplaceOutcome[Content]:
    """Replaces matches of patterns in files: all replacements are made or none.

    `$1` and `${name}` in the replacement are groups of the match, `$0` is the match, and `$$` a dollar sign.
    By default only returns the changes. Pass the `preview` of the outcome with `dry_run=False` to apply
    exactly these changes or none. Raises `Error` for a group that a pattern lacks.

    ```python
    preview = ransack.replace(r"(\\d+)px", "${1}pt", "styles", globs="*.css").preview
    ransack.replace(r"(\\d+)px", "${1}pt", "styles", globs="*.css", preview=preview, dry_run=False)
    ```
    """
    values = {"patterns": patterns, "replacement": replacement, "roots": roots, **options}
    return operations.replace(values, text, token)


def interrupted_edits(
    roots: AnyPaths, *, token: Optional[CancelToken] = None, **options: Unpack[RecoveryOptions]
) -> RecoveryOutcome:
    """Lists edits below directories that are in progress or were interrupted. Writes nothing."""
    return operations.recovery("interrupted_edits", roots, options, token)


def recover_edits(
    roots: AnyPaths, *, token: Optional[CancelToken] = None, **options: Unpack[RecoveryOptions]
) -> RecoveryOutcome:
    """Repairs interrupted edits: restores the old texts of files whose edit was not complete."""
    return operations.recovery("recover_edits", roots, options, token)


def undo(*, token: Optional[CancelToken] = None, **options: Unpack[UndoOptions]) -> UndoOutcome:
    """Undoes an edit, or all edits of the session after a checkpoint: all their files, or none.

    Without `id` and `checkpoint`, undoes the latest edit of the session at or below `path`. Raises `Error` if
    files are not as the edit left them; `paths` of the error lists these files.

    ```python
    outcome = ransack.ast_edit([("old($A)", "fresh($A)")], "src", dry_run=False)
    if outcome.id:
        ransack.undo(id=outcome.id, path="src")
    ```
    """
    return operations.reverse("undo", options, token)


def redo(*, token: Optional[CancelToken] = None, **options: Unpack[UndoOptions]) -> UndoOutcome:
    """Redoes an edit that `undo` has undone, or all such edits of the session after a checkpoint."""
    return operations.reverse("redo", options, token)


def checkpoint(*, token: Optional[CancelToken] = None, **options: Unpack[CheckpointOptions]) -> None:
    """Sets a checkpoint with the given `name`, to which `undo` can return with one call."""
    operations.checkpoint(options, token)


def edits(*, token: Optional[CancelToken] = None, **options: Unpack[EditsOptions]) -> EditsOutcome:
    """Lists the edits in the undo journal, most recently applied first, and the checkpoints."""
    return operations.edits(options, token)


def outline(
    roots: AnyPaths, *, token: Optional[CancelToken] = None, **options: Unpack[OutlineOptions]
) -> Stream[Outline]:
    """Returns the definitions of each file whose name belongs to a language."""
    return Stream(operations.OUTLINE, Outline._read, {"roots": roots, **options}, token)


def outline_file(
    path: AnyPath, *, token: Optional[CancelToken] = None, **options: Unpack[OutlineOptions]
) -> Tuple[Optional[Outline], Report]:
    """Returns the definitions of one file, None if it was skipped, and the report, which says why."""
    return in_file("outline_file", path, operations.OUTLINE, Outline._read, options, token)


def definition_in_file(
    path: AnyPath,
    name: Text,
    parts: Parts = (),
    *,
    layout: Optional[Layout] = None,
    text: Type[Content] = bytes,  # type: ignore[assignment]
    token: Optional[CancelToken] = None,
    **options: Unpack[OutlineOptions],
) -> Tuple[Optional[Definition[Content]], Report]:
    """Returns the source of the definition with a name path in a file, None if the file was skipped.

    `name` is the qualified name or its end, as in "Outer.method" or "method". Raises `Error` for an
    unknown or ambiguous name; its `candidates` are the nearest names. `parts` are the parts to
    return, by default the whole, in the order of the source, joined by a newline. A part that lies
    inside another adds nothing, and a summary contains every part but the whole. A docstring comes
    after the signature. `layout` is "exact", "lines" (whole lines with their indentation) or
    "dedented". The source is `bytes`, or `str` with `text=str`.
    """
    inputs = Inputs()
    read = partial(Definition._read, content=reader(text))
    more = named(inputs, name, parts, layout)
    return in_file("definition_in_file", path, operations.DEFINITION, read, options, token, *more)


def skeleton(
    roots: AnyPaths,
    *,
    text: Type[Content] = bytes,  # type: ignore[assignment]
    token: Optional[CancelToken] = None,
    **options: Unpack[SkeletonFileOptions],
) -> Stream[Skeleton[Content]]:
    """Returns each file whose name belongs to a language with its function bodies elided.

    The text is `bytes`, or `str` with `text=str`.
    """
    read = partial(Skeleton._read, content=reader(text))
    return Stream(operations.SKELETON, read, {"roots": roots, **options}, token)


def skeleton_file(
    path: AnyPath,
    *,
    text: Type[Content] = bytes,  # type: ignore[assignment]
    token: Optional[CancelToken] = None,
    **options: Unpack[SkeletonFileOptions],
) -> Tuple[Optional[Skeleton[Content]], Report]:
    """Returns a file with its function bodies elided, None if it was skipped, and the report.

    The text is `bytes`, or `str` with `text=str`.
    """
    read = partial(Skeleton._read, content=reader(text))
    return in_file("skeleton_file", path, operations.SKELETON, read, options, token)


def imports(
    roots: AnyPaths, *, token: Optional[CancelToken] = None, **options: Unpack[OutlineOptions]
) -> Stream[Imports]:
    """Returns the imports of each file in a language that has imports."""
    return Stream(operations.IMPORTS, Imports._read, {"roots": roots, **options}, token)


def imports_file(
    path: AnyPath, *, token: Optional[CancelToken] = None, **options: Unpack[OutlineOptions]
) -> Tuple[Optional[Imports], Report]:
    """Returns the imports of one file, None if it was skipped, and the report."""
    return in_file("imports_file", path, operations.IMPORTS, Imports._read, options, token)


def exports(
    roots: AnyPaths, *, token: Optional[CancelToken] = None, **options: Unpack[OutlineOptions]
) -> Stream[Exports]:
    """Returns the names that each file in a language with exports exports."""
    return Stream(operations.EXPORTS, Exports._read, {"roots": roots, **options}, token)


def exports_file(
    path: AnyPath, *, token: Optional[CancelToken] = None, **options: Unpack[OutlineOptions]
) -> Tuple[Optional[Exports], Report]:
    """Returns the names that one file exports, None if it was skipped, and the report."""
    return in_file("exports_file", path, operations.EXPORTS, Exports._read, options, token)


def escape_glob(path: AnyPath) -> str:
    """Returns a glob in which no character of `path` is special. Without `/`, it matches at any depth."""
    inputs = Inputs()
    return operations.string(lib.ransack_escape_glob, inputs.path(path, "path"))


def file_types() -> List[FileTypeDef]:
    """Returns the file types for the options `types` and `types_not`, sorted by name."""
    return operations.listed(lib.ransack_file_types, FileTypeDef._read)
