"""Names of the package, and what the names of fields say about their types."""

from __future__ import annotations

from .header import CType, Field

# Fields of bytes that are paths: `str` by the encoding of the file system, in which no byte is lost.
PATHS = {
    "allow",
    "buffers",
    "current",
    "damaged",
    "files",
    "folders",
    "index_path",
    "journal",
    "new_path",
    "journal_path",
    "path",
    "paths",
    "recent",
    "renamed_to",
    "root",
    "rule_root",
    "roots",
    "target_path",
}
# Fields of bytes that are content of files: `bytes`, or `str` on request. All others are UTF-8 and become `str`.
CONTENT = {"after", "before", "line", "text"}
# Structs whose text is UTF-8 that the library has made.
WRITTEN = {"rendering", "special_token", "tree_outcome"}


def camel(name: str) -> str:
    """Returns the name of a Python class, as in "GrepMode" for "grep_mode"."""
    return "".join(word.capitalize() for word in name.split("_"))


def is_flag(item: Field) -> bool:
    """Returns whether a field is a boolean; a few numbers have eight bits too."""
    return item.type.base == "uint8_t" and item.doc.startswith(("Whether", "1 if", "1 only if"))


def is_content(struct: str, item: Field) -> bool:
    """Returns whether a field is content of a file."""
    return item.type == CType("bytes", 0) and item.name in CONTENT and struct not in WRITTEN
