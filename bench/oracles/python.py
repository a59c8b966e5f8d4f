"""Prints the definitions of Python files as the module `ast` parses them.

Reads paths from standard input, prints one line of JSON per file. Each definition has the offsets
of its statement, in bytes. With `--compile`, rejects files that the compiler rejects.
"""

import ast
import json
import re
import sys
import tokenize
import warnings


def names(target):
    """Yields the names that an assignment to the target binds."""
    if isinstance(target, ast.Name):
        yield target
    elif isinstance(target, (ast.Tuple, ast.List)):
        for part in target.elts:
            yield from names(part)
    elif isinstance(target, ast.Starred):
        yield from names(target.value)


def is_constant(name):
    ascii_letters = [c for c in name if c.isascii() and c.isalpha()]
    return bool(ascii_letters) and all(c.isupper() for c in ascii_letters)


class Definitions(ast.NodeVisitor):
    def __init__(self, source):
        self.items = []
        self.lines = [0] + [end.end() for end in re.finditer(rb"\r\n|\r|\n", source)]
        # "class" or "function"; none at the top level.
        self.owner = None

    def add(self, kind, name, line, node):
        start = self.lines[node.lineno - 1] + node.col_offset
        end = self.lines[node.end_lineno - 1] + node.end_col_offset
        self.items.append([kind, name, line, start, end])

    def inside(self, owner, node):
        outer, self.owner = self.owner, owner
        for statement in node.body:
            self.visit(statement)
        self.owner = outer

    def visit_ClassDef(self, node):
        self.add("class", node.name, node.lineno, node)
        self.inside("class", node)

    def visit_FunctionDef(self, node):
        kind = "method" if self.owner == "class" else "function"
        if kind == "method" and node.name == "__init__":
            kind = "constructor"
        self.add(kind, node.name, node.lineno, node)
        self.inside("function", node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def assign(self, target, node):
        if self.owner == "function":
            return
        for name in names(target):
            kind = "field" if self.owner == "class" else "variable"
            kind = "constant" if is_constant(name.id) else kind
            self.add(kind, name.id, name.lineno, node)

    def visit_Assign(self, node):
        for target in node.targets:
            self.assign(target, node)

    def visit_AnnAssign(self, node):
        self.assign(node.target, node)

    def visit_TypeAlias(self, node):
        self.add("typeAlias", node.name.id, node.name.lineno, node)


def outline(path):
    try:
        with open(path, "rb") as file:
            source = file.read()
        tree = ast.parse(source)
        if "--compile" in sys.argv:
            compile(source, path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, tokenize.TokenError) as error:
        return {"path": path, "error": str(error)}
    definitions = Definitions(source)
    definitions.visit(tree)
    return {"path": path, "items": definitions.items}


warnings.simplefilter("ignore")
for line in sys.stdin:
    print(json.dumps(outline(line.rstrip("\n"))), flush=True)
