"""Prints the definitions of C++ files as Clang parses them: reads paths from standard input, prints
one line of JSON per file.

Needs the package libclang and the headers of the C++ library, and works as `c.py` does. Names are
as written: operators with their symbol, specializations with their arguments. "skipped" also has
the lines of definitions that macros write, such as a namespace begun by `BEGIN_NAMESPACE`.
"""

import functools
import json
import os
import re
import sys

import c
from clang import cindex
from clang.cindex import CursorKind, Diagnostic, TranslationUnit

TYPES = {
    CursorKind.CLASS_DECL: "class",
    CursorKind.STRUCT_DECL: "struct",
    CursorKind.UNION_DECL: "union",
    CursorKind.ENUM_DECL: "enum",
}
TEMPLATES = (
    CursorKind.CLASS_TEMPLATE,
    CursorKind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION,
)
FUNCTIONS = (
    CursorKind.FUNCTION_DECL,
    CursorKind.FUNCTION_TEMPLATE,
    CursorKind.CXX_METHOD,
    CursorKind.CONSTRUCTOR,
    CursorKind.DESTRUCTOR,
    CursorKind.CONVERSION_FUNCTION,
)
KINDS = {
    CursorKind.FIELD_DECL: "field",
    CursorKind.ENUM_CONSTANT_DECL: "variant",
    CursorKind.MACRO_DEFINITION: "macro",
    CursorKind.TYPE_ALIAS_DECL: "typeAlias",
    CursorKind.TYPE_ALIAS_TEMPLATE_DECL: "typeAlias",
}
BLOCKS = (
    CursorKind.UNEXPOSED_DECL,
    CursorKind.LINKAGE_SPEC,
    CursorKind.FRIEND_DECL,
)
template_kind = cindex.conf.lib.clang_getTemplateCursorKind

# Up to the parameters, which follow template arguments.
OPERATOR = re.compile(rb"operator\s*(\(\s*\)|[<>=!]+|[^(<]*(<[^<>]*>)?[^(<]*)")
INNER_NAMESPACE = re.compile(rb"\s*::\s*(inline\s+)?[A-Za-z_]")


class Definitions(c.Definitions):
    """Definitions of a file."""

    def name(self, cursor):
        """Returns the name of a definition as written, or "" if a macro writes it."""
        spelling = cursor.spelling
        at = cursor.location.offset
        if re.match(r"operator\W", spelling):
            found = OPERATOR.match(self.source, at)
            return " ".join(found.group().decode().split()) if found else ""
        spelling = spelling.split("<")[0]
        if spelling.startswith("~"):
            found = re.compile(rb"~\s*(\w+)").match(self.source, at)
            return spelling if found and found.group(1).decode() == spelling[1:] else ""
        return spelling if self.word(cursor) == spelling else ""

    def add(self, kind, cursor, suffix="", prefix=""):
        line = cursor.location.line
        name = self.name(cursor)
        if name:
            self.items.append([kind, prefix + name + suffix, line])
        elif cursor.spelling:
            self.skipped.append([line, line])

    def arguments(self, cursor):
        """Returns the template arguments after the name of a specialization, as written."""
        start = cursor.location.offset + len(self.word(cursor))
        at, depth = start, 0
        while self.source[at : at + 1].isspace():
            at += 1
        if self.source[at : at + 1] != b"<":
            return ""
        start = at
        while at < len(self.source):
            depth += {b"<": 1, b">": -1}.get(self.source[at : at + 1], 0)
            at += 1
            if depth == 0:
                break
        return self.source[start:at].decode()

    def is_instantiation(self, cursor):
        start = cursor.extent.start.offset
        return re.match(rb"(extern\s+)?template\s*[^<\s]", self.source[start : start + 40]) is not None

    def visit(self, cursor, namespace=""):
        kind = cursor.kind
        if kind in TEMPLATES:
            self.visit_type(TYPES[CursorKind.from_id(template_kind(cursor))], cursor)
        elif kind in TYPES:
            self.visit_type(TYPES[kind], cursor)
        elif kind == CursorKind.NAMESPACE:
            self.visit_namespace(cursor, namespace)
        elif kind == CursorKind.TYPEDEF_DECL:
            self.add(self.kind_of_typedef(cursor), cursor)
        elif kind in FUNCTIONS:
            if not self.is_instantiation(cursor):
                self.add(self.kind_of_function(cursor), cursor)
        elif kind == CursorKind.VAR_DECL:
            self.add("field" if self.is_type(cursor.lexical_parent) else "variable", cursor)
        elif kind in KINDS:
            self.add(KINDS[kind], cursor)
        elif kind in BLOCKS:
            self.children(cursor)

    def visit_type(self, kind, cursor):
        if not cursor.is_definition() or self.is_instantiation(cursor):
            return
        if self.word(cursor) not in ("class", "struct", "union", "enum"):
            self.add(kind, cursor, self.arguments(cursor))
        self.children(cursor)

    def visit_namespace(self, cursor, prefix):
        name = self.word(cursor)
        if cursor.spelling == name and INNER_NAMESPACE.match(self.source, cursor.location.offset + len(name)):
            for child in cursor.get_children():
                self.visit(child, f"{prefix}{name}::")
            return
        if name != "namespace":
            self.add("namespace", cursor, prefix=prefix)
        self.children(cursor)

    def is_type(self, cursor):
        return cursor is not None and (cursor.kind in TYPES or cursor.kind in TEMPLATES)

    def kind_of_function(self, cursor):
        parent = cursor.semantic_parent
        spelling = cursor.spelling.split("<")[0]
        if self.is_type(parent) and spelling == parent.spelling.split("<")[0]:
            return "constructor"
        is_member = self.is_type(parent) or self.is_type(cursor.lexical_parent)
        return "method" if is_member else "function"


@functools.cache
def options(package):
    """Returns the options of the compiler. Headers of the other packages come last."""
    corpus = os.path.dirname(package)
    packages = [package, *(os.path.join(corpus, name) for name in sorted(os.listdir(corpus)))]
    below = ["", "include", "src", "googletest", "googletest/include", "googlemock", "googlemock/include"]
    folders = [os.path.join(path, name) for path in packages for name in below]
    return ["-x", "c++", "-std=c++17", *("-I" + folder for folder in folders if os.path.isdir(folder))]


def outline(index, path):
    with open(path, "rb") as file:
        source = file.read()
    flags = TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD | TranslationUnit.PARSE_INCOMPLETE
    unit = index.parse(path, args=options(c.package_of(path, "cpp")), options=flags)
    for diagnostic in unit.diagnostics:
        if diagnostic.severity >= Diagnostic.Error:
            return {"path": path, "error": diagnostic.spelling}
    definitions = Definitions(path, source)
    definitions.children(unit.cursor)
    skipped = c.skipped(unit) + definitions.skipped
    return {"path": path, "items": definitions.items, "skipped": skipped}


if __name__ == "__main__":
    index = cindex.Index.create()
    for line in sys.stdin:
        print(json.dumps(outline(index, line.rstrip("\n"))), flush=True)
