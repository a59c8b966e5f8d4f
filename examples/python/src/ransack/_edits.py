"""Edits of named files and of texts, and patches of texts."""

from __future__ import annotations

from ctypes import POINTER, byref
from functools import partial
from typing import Any, Iterable, Mapping, Optional, Tuple

from . import _declarations as declarations
from ._handles import CancelToken, Handle
from ._inputs import Inputs, number
from ._library import lib
from ._operations import owned
from ._values import Content, Text, Unpack, copy_as
from .types import EditedText, EditOptions, EditOutcome, EditTextOptions, FileEdit, FilePatch, PatchedText

FileEdits = Iterable[FileEdit]


def edit_files(values: Mapping[str, Any], token: Optional[CancelToken]) -> EditOutcome:
    """Calls `ransack_edit`."""
    inputs = Inputs()
    options = inputs.options("EditOptions", "edit", values)
    return owned(lib.ransack_edit, (byref(options),), "edit_outcome", EditOutcome._read, token)


def edit(
    edits: FileEdits, *, token: Optional[CancelToken] = None, **options: Unpack[EditOptions]
) -> EditOutcome:
    r"""Edits named files: all edits are made or none.

    An edit is a dictionary with the keys of `FileEdit`; `action` is by default `"replace"`. Relative
    paths start at the option `path`, which is the file of the edits that name none. By default only
    returns the changes. Pass the `preview` of the outcome with `dry_run=False` to apply exactly these changes or
    none. Raises `Error` for a text that does not occur or is not unique; its `passages` are the nearest
    passages or the places.

    ```python
    edits = [
        {"path": "a.py", "old_text": "colour", "new_text": "color"},
        {"path": "b.py", "action": "create", "new_text": "import a\n"},
    ]
    preview = ransack.edit(edits, path="src").preview
    ransack.edit(edits, path="src", preview=preview, dry_run=False)
    ```
    """
    return edit_files({"edits": edits, **options}, token)


def edit_text(
    text: Content, edits: FileEdits, *, token: Optional[CancelToken] = None, **options: Unpack[EditTextOptions]
) -> EditedText[Content]:
    """Applies edits to a text, all or none. An edit is a dictionary with the keys of `FileEdit`, without a path.

    Takes time linear in the text for each edit. Raises `Error` as `edit` does.
    """
    inputs = Inputs()
    view = inputs.text(text, "text")
    given = byref(inputs.options("EditTextOptions", "edit_text", {"edits": edits, **options}))
    read = partial(EditedText._read, content=partial(copy_as, text))
    return owned(lib.ransack_edit_text, (view, given), "edited_text", read, token, view.len)


class Patch(Handle):
    """Changes to files, as `parse_patch` reads them.

    - `files`: changes of files, in the order of the patch; their lines are `bytes`
    """

    def __init__(self) -> None:
        super().__init__("ransack_patch_free", POINTER(declarations.Patch))
        self.files: Tuple[FilePatch[bytes], ...] = ()

    def _load(self) -> Optional[Patch]:
        """Reads the files. Returns None if there is no patch."""
        if not self.handle:
            return None
        c = self.handle.contents
        self.files = tuple(FilePatch._read(c.files[i]) for i in range(c.files_len))
        return self

    def apply(
        self, file: int, text: Content, *, fuzz: int = 0, token: Optional[CancelToken] = None
    ) -> PatchedText[Content]:
        """Applies the file at the index `file` to the text of that file; of a created file, that is empty.

        `fuzz` is the number of context lines at each end of a hunk that may differ from the text, if the
        hunk fits nowhere otherwise. Raises `Error` if hunks do not fit, or fit at several places, which are
        its `passages`.
        """
        inputs = Inputs()
        view = inputs.text(text, "text")
        before = (self.handle, number(file, 64, "file"), view, number(fuzz, 64, "fuzz"))
        read = partial(PatchedText._read, content=partial(copy_as, text))
        return owned(lib.ransack_patch_apply, before, "patched_text", read, token, view.len)

    def reversed(self) -> Optional[Patch]:
        """Returns the patch that undoes this one. None if it is not known: a file is deleted without its lines."""
        patch = Patch()
        lib.ransack_patch_reversed(self.handle, patch.out)
        return patch._load()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self.files)} files>"


def parse_patch(patch: Text) -> Patch:
    """Reads a patch: a unified diff, with the extensions of Git, or the format that starts with `*** Begin Patch`.

    Raises `Error` if the patch has no changes, is malformed, or changes a binary file, a symbolic link or
    a submodule. Takes time linear in the patch.
    """
    parsed, inputs = Patch(), Inputs()
    view = inputs.text(patch, "patch")
    lib.ransack_parse_patch(view, parsed.out)
    parsed._load()
    return parsed
