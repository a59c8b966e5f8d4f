"""Prints what Python texts import, and whether they compile.

Reads lines of JSON, each an array of texts in base64; prints a line of JSON for each, an array of
`null` for a text that does not compile, or `{"imports": [...], "bindings": {...}}`: every import of
the text as `level module name alias`, and for each name that imports at top level bind the import
that binds it last.
"""

import ast
import base64
import json
import sys
import warnings


def read(source):
    try:
        tree = compile(source, "text", "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
        # Some errors, such as a late `__future__`, are found after the syntax tree is made.
        compile(source, "text", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    top = set(map(id, tree.body))
    imports = set()
    bindings = {}
    for node in sorted(
        (n for n in ast.walk(tree) if isinstance(n, (ast.Import, ast.ImportFrom))),
        key=lambda n: (n.lineno, n.col_offset),
    ):
        is_from = isinstance(node, ast.ImportFrom)
        module = "." * node.level + (node.module or "") if is_from else ""
        for alias in node.names:
            key = f"{module} {alias.name} {alias.asname or ''}"
            imports.add(key)
            if id(node) in top and alias.name == "*":
                for name in bindings:
                    bindings[name][1].append(module)
                bindings.setdefault("*", ["", [module]])
            elif id(node) in top:
                name = alias.asname or (alias.name if is_from else alias.name.split(".")[0])
                # `import a.b` and `import a.c` bind the same module.
                bindings[name] = [key if is_from or alias.asname else name, []]
    return {"imports": sorted(imports), "bindings": bindings}


warnings.simplefilter("ignore")
for line in sys.stdin:
    texts = map(base64.b64decode, json.loads(line))
    print(json.dumps([read(text) for text in texts]), flush=True)
