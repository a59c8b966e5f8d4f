"""Operations over files, each also a method of `Workspace`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, Optional, Tuple

from ._handles import CancelToken
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
    ast_edit as _ast_edit,
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
    Outline,
    OutlineOptions,
    Report,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack


def grep(
    patterns: Texts, roots: Texts, *, token: Optional[CancelToken] = None, **options: Unpack[GrepOptions]
) -> Stream[GrepMatch]:
    """Searches files for lines that match a pattern."""
    return Stream(GREP, {"patterns": patterns, "roots": roots, **options}, token)


def glob(
    patterns: Texts, roots: Texts, *, token: Optional[CancelToken] = None, **options: Unpack[GlobOptions]
) -> Stream[GlobMatch]:
    """Finds files and directories whose path matches a pattern."""
    return Stream(GLOB, {"patterns": patterns, "roots": roots, **options}, token)


def fuzzy_find(
    query: Text, roots: Texts, *, token: Optional[CancelToken] = None, **options: Unpack[FuzzyFindOptions]
) -> Stream[FuzzyMatch]:
    """Finds files and directories by a fuzzy query, best first."""
    return Stream(FUZZY_FIND, {"query": query, "roots": roots, **options}, token)


def ast_grep(
    patterns: Texts, roots: Texts, *, token: Optional[CancelToken] = None, **options: Unpack[AstGrepOptions]
) -> Stream[AstMatch]:
    """Searches files for code that matches a pattern, or the option `rule`."""
    return Stream(AST_GREP, {"patterns": patterns, "roots": roots, **options}, token)


def ast_edit(
    rewrites: Iterable[Tuple[Text, Text]],
    roots: Texts,
    *,
    token: Optional[CancelToken] = None,
    **options: Unpack[AstEditOptions],
) -> AstEditOutcome:
    """Replaces code in files: each rewrite is a pattern and its replacement.

    By default only returns the changes. Pass the `preview` of the outcome with `dry_run=False` to apply
    exactly these changes or none.
    """
    return _ast_edit({"rewrites": rewrites, "roots": roots, **options}, token)


def outline(
    roots: Texts, *, token: Optional[CancelToken] = None, **options: Unpack[OutlineOptions]
) -> Stream[Outline]:
    """Returns the definitions of each file whose name belongs to a language."""
    return Stream(OUTLINE, {"roots": roots, **options}, token)


def outline_file(
    path: Text, *, token: Optional[CancelToken] = None, **options: Unpack[OutlineOptions]
) -> Tuple[Optional[Outline], Report]:
    """Returns the definitions of one file, None if it was skipped, and the report, which says why."""
    return in_file("outline_file", path, lambda _: (), OUTLINE_OF_FILE, dict(options), token)


def definition_in_file(
    path: Text,
    name: Text,
    parts: Parts = (),
    *,
    layout: Optional[Layout] = None,
    token: Optional[CancelToken] = None,
    **options: Unpack[OutlineOptions],
) -> Tuple[Optional[Definition], Report]:
    """Returns the source of the definition with a name path in a file, None if the file was skipped.

    `name` is the qualified name or its end, as in "Outer.method" or "method". Raises `Error` for an
    unknown or ambiguous name; its `candidates` are the nearest names. `parts` are the parts to
    return, by default the whole, in the order of the source, joined by a newline. A part that lies
    inside another adds nothing, and a summary contains every part but the whole. A docstring comes
    after the signature. `layout` is "exact", "lines" (whole lines with their indentation) or
    "dedented".
    """
    return in_file(
        "definition_in_file",
        path,
        lambda inputs: named(inputs, name, parts, layout),
        DEFINITION_OF_FILE,
        dict(options),
        token,
    )
