"""Prints the definitions of C files as Clang parses them: reads paths from standard input, prints
one line of JSON per file.

Needs the package libclang and the headers of the C library. Headers of a corpus are found in all
directories of its package, which is the directory of the corpus that holds the file. A file for
which the compiler reports an error, such as a missing header, is rejected. Definitions whose names
macros write are left out. "skipped" are ranges of lines that cannot be compared: those that the
preprocessor leaves out, and those of such definitions.
"""

import ctypes
import functools
import json
import os
import re
import subprocess
import sys

from clang import cindex
from clang.cindex import CursorKind, Diagnostic, TranslationUnit

KINDS = {
    CursorKind.FUNCTION_DECL: "function",
    CursorKind.VAR_DECL: "variable",
    CursorKind.FIELD_DECL: "field",
    CursorKind.ENUM_CONSTANT_DECL: "variant",
    CursorKind.MACRO_DEFINITION: "macro",
}
TYPES = {
    CursorKind.STRUCT_DECL: "struct",
    CursorKind.UNION_DECL: "union",
    CursorKind.ENUM_DECL: "enum",
}
WORD = re.compile(rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*")


class RangeList(ctypes.Structure):
    _fields_ = [("count", ctypes.c_uint), ("ranges", ctypes.POINTER(cindex.SourceRange))]


skipped_ranges = cindex.conf.lib.clang_getSkippedRanges
skipped_ranges.argtypes = [cindex.TranslationUnit, cindex.File]
skipped_ranges.restype = ctypes.POINTER(RangeList)
dispose_ranges = cindex.conf.lib.clang_disposeSourceRangeList
dispose_ranges.argtypes = [ctypes.POINTER(RangeList)]


def skipped(unit):
    """Returns the first and the last line of each range that the preprocessor leaves out."""
    found = skipped_ranges(unit, unit.get_file(unit.spelling))
    ranges = found.contents.ranges[: found.contents.count]
    lines = [[part.start.line, part.end.line] for part in ranges]
    dispose_ranges(found)
    return lines


class Definitions:
    def __init__(self, path, source):
        self.path = path
        self.source = source
        self.items = []
        self.skipped = []
        # Hashes of unnamed types that a typedef has named.
        self.named = set()

    def word(self, cursor):
        """Returns the word where the cursor says that the name is."""
        found = WORD.match(self.source, cursor.location.offset)
        return found.group().decode() if found else ""

    def add(self, kind, cursor):
        line = cursor.location.line
        if cursor.spelling and self.word(cursor) == cursor.spelling:
            self.items.append([kind, cursor.spelling, line])
        elif cursor.spelling:
            self.skipped.append([line, line])

    def is_unnamed(self, cursor):
        return self.word(cursor) in TYPES.values()

    def is_here(self, cursor):
        file = cursor.location.file
        return file is not None and file.name == self.path

    def children(self, cursor):
        for child in cursor.get_children():
            if self.is_here(child):
                self.visit(child)

    def visit(self, cursor):
        kind = cursor.kind
        if kind in TYPES:
            if cursor.is_definition():
                if not self.is_unnamed(cursor):
                    self.add(TYPES[kind], cursor)
                self.children(cursor)
        elif kind == CursorKind.TYPEDEF_DECL:
            self.add(self.kind_of_typedef(cursor), cursor)
        elif kind in KINDS:
            self.add(KINDS[kind], cursor)
        elif kind in (CursorKind.UNEXPOSED_DECL, CursorKind.LINKAGE_SPEC):
            self.children(cursor)

    def kind_of_typedef(self, cursor):
        """Returns the kind of the unnamed type that a typedef is the first to name."""
        declared = cursor.underlying_typedef_type.get_declaration()
        if declared.kind in TYPES and self.is_here(declared) and self.is_unnamed(declared):
            if declared.hash not in self.named:
                self.named.add(declared.hash)
                return TYPES[declared.kind]
        return "typeAlias"


@functools.cache
def includes(package):
    # Other directories come after those of the system: they may have a header of the same name.
    return [
        ("-I" if folder.endswith("/include") else "-idirafter") + folder
        for folder, _, _ in sorted(os.walk(package))
    ]


@functools.cache
def arguments(package):
    builtin = subprocess.run(["cc", "-print-file-name=include"], check=True, capture_output=True, text=True)
    # Vector code needs the builtin headers of Clang itself.
    options = ["-x", "c", "-std=gnu11", "-D_GNU_SOURCE", "-U__SSE2__"]
    return [*options, "-isystem", builtin.stdout.strip(), *includes(package)]


def package_of(path, language):
    """Returns the directory of the package: the one below the last directory named `language`."""
    parts = path.split("/")
    below = len(parts) - 1 - parts[::-1].index(language)
    return "/".join(parts[: below + 2])


def outline(index, path, package):
    with open(path, "rb") as file:
        source = file.read()
    options = TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD | TranslationUnit.PARSE_INCOMPLETE
    unit = index.parse(path, args=arguments(package), options=options)
    for diagnostic in unit.diagnostics:
        if diagnostic.severity >= Diagnostic.Error:
            return {"path": path, "error": diagnostic.spelling}
    definitions = Definitions(path, source)
    definitions.children(unit.cursor)
    return {"path": path, "items": definitions.items, "skipped": skipped(unit) + definitions.skipped}


if __name__ == "__main__":
    index = cindex.Index.create()
    for line in sys.stdin:
        path = line.rstrip("\n")
        print(json.dumps(outline(index, path, package_of(path, "c"))))
