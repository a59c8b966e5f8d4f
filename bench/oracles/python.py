"""Prints the definitions of Python files as the module `ast` parses them.

Reads paths from standard input, prints one line of JSON per file.
"""

import ast
import json
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
    def __init__(self):
        self.items = []
        # "class" or "function"; none at the top level.
        self.owner = None

    def add(self, kind, name, line):
        self.items.append([kind, name, line])

    def inside(self, owner, node):
        outer, self.owner = self.owner, owner
        for statement in node.body:
            self.visit(statement)
        self.owner = outer

    def visit_ClassDef(self, node):
        self.add("class", node.name, node.lineno)
        self.inside("class", node)

    def visit_FunctionDef(self, node):
        kind = "method" if self.owner == "class" else "function"
        if kind == "method" and node.name == "__init__":
            kind = "constructor"
        self.add(kind, node.name, node.lineno)
        self.inside("function", node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def assign(self, target):
        if self.owner == "function":
            return
        for name in names(target):
            kind = "field" if self.owner == "class" else "variable"
            self.add("constant" if is_constant(name.id) else kind, name.id, name.lineno)

    def visit_Assign(self, node):
        for target in node.targets:
            self.assign(target)

    def visit_AnnAssign(self, node):
        self.assign(node.target)

    def visit_TypeAlias(self, node):
        self.add("typeAlias", node.name.id, node.name.lineno)


def outline(path):
    try:
        with open(path, "rb") as file:
            source = file.read()
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, tokenize.TokenError) as error:
        return {"path": path, "error": str(error)}
    definitions = Definitions()
    definitions.visit(tree)
    return {"path": path, "items": definitions.items}


warnings.simplefilter("ignore")
for line in sys.stdin:
    print(json.dumps(outline(line.rstrip("\n"))))
