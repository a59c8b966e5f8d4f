"""Writes the snippets of CPython's test_syntax.py that CPython refuses to files.

usage: snippets.py test_syntax.py DIRECTORY

Takes the examples of the doctests and the literal arguments of `_check_error` and similar methods,
and keeps those that `compile` of the running Python refuses with a SyntaxError.
"""

import ast
import doctest
import pathlib
import sys
import textwrap
import warnings

source = pathlib.Path(sys.argv[1]).read_text()
directory = pathlib.Path(sys.argv[2])
directory.mkdir(parents=True, exist_ok=True)
warnings.simplefilter("ignore")

tree = ast.parse(source)
parser = doctest.DocTestParser()
snippets = [example.source for example in parser.get_examples(ast.get_docstring(tree, False))]
for function in ast.walk(tree):
    if not isinstance(function, ast.FunctionDef):
        continue
    texts = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.value, (ast.Constant, ast.Call)):
            constants = [n.value for n in ast.walk(node.value) if isinstance(n, ast.Constant)]
            if constants and isinstance(constants[0], str):
                texts[ast.unparse(node.targets[0])] = textwrap.dedent(constants[0])
        if not isinstance(node, ast.Call) or not node.args:
            continue
        called = ast.unparse(node.func)
        if called not in ("self._check_error", "compile"):
            continue
        argument = node.args[0]
        if isinstance(argument, ast.Constant):
            snippets.append(argument.value)
        elif ast.unparse(argument) in texts:
            snippets.append(texts[ast.unparse(argument)])
        elif isinstance(argument, ast.Call):
            constants = [n.value for n in ast.walk(argument) if isinstance(n, ast.Constant)]
            snippets += [textwrap.dedent(text) for text in constants if isinstance(text, str)]

count = 0
for snippet in dict.fromkeys(snippets):
    try:
        compile(snippet, "snippet", "exec")
    except SyntaxError:
        count += 1
        (directory / f"{count:03}.py").write_text(snippet)
    except ValueError:
        pass
print(count, "snippets")
