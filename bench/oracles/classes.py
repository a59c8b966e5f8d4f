"""Prints the tokens of source files, as classes.mjs compares them: reads paths from standard input,
prints one line of JSON per file. `classes.py tokenize` reads Python with its own modules,
`classes.py LANGUAGE` another language with Pygments. Offsets are in UTF-16 units.
"""

import ast
import io
import json
import keyword
import sys
import tokenize


def utf16_offsets(text):
    """The offset of each character, and of the end."""
    offsets = [0]
    for char in text:
        offsets.append(offsets[-1] + (2 if char > "\uffff" else 1))
    return offsets


def soft_keywords(text):
    """Positions of `match` and `case` in statements."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Match):
            found.add((node.lineno, "match"))
            found.update((case.pattern.lineno, "case") for case in node.cases)
    return found


def python_tokens(text):
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    soft = soft_keywords(text)
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    is_decorator = False
    for at, token in enumerate(tokens):
        before = tokens[at - 1].string if at else ""
        after = tokens[at + 1].string if at + 1 < len(tokens) else ""
        kind = None
        if token.type == tokenize.COMMENT:
            kind = "comment"
        elif token.type == tokenize.STRING:
            prefix = token.string[: token.string.index(token.string[-1])].lower()
            kind = None if "f" in prefix else "string"
        elif token.type == tokenize.NUMBER:
            kind = "number"
        elif token.type == tokenize.OP:
            kind = "operator"
            is_decorator = is_decorator or token.string == "@" and token.start[1] == token.line.index("@")
        elif token.type == tokenize.NEWLINE:
            is_decorator = False
        elif token.type == tokenize.NAME:
            if keyword.iskeyword(token.string) or (token.start[0], token.string) in soft and token.line.lstrip().startswith(token.string):
                kind = "keyword"
            elif before in ("def", "class"):
                kind = "function" if before == "def" else "type"
            elif before == "." and after == "(" and not is_decorator:
                kind = "call"
            else:
                kind = "name"
        if kind:
            start = starts[token.start[0] - 1] + token.start[1]
            end = starts[token.end[0] - 1] + token.end[1]
            yield start, end, kind


def pygments_kinds():
    from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String

    return [
        (Comment.Preproc, None),
        (Comment.PreprocFile, None),
        (Comment, "comment"),
        (String.Interpol, None),
        (String.Escape, None),
        (String.Symbol, None),
        (String, "string"),
        (Number, "number"),
        (Operator.Word, "keyword"),
        (Operator, "operator"),
        (Punctuation, "operator"),
        (Keyword, "keyword"),
        (Name.Function, "function"),
        (Name.Class, "type"),
        (Name, "name"),
    ]


def pygments_reader(language):
    from pygments.lexers import get_lexer_by_name

    lexer = get_lexer_by_name(language)
    kinds = pygments_kinds()

    def tokens(text):
        last = []
        for start, kind, value in lexer.get_tokens_unprocessed(text):
            known = next((known for parent, known in kinds if kind in parent), None)
            if not value.strip():
                continue
            leading = len(value) - len(value.lstrip())
            token = [start + leading, start + len(value.rstrip()), known, value.strip()]
            if last and value.strip().startswith("(") and last[-1][2] == "name":
                if len(last) > 1 and last[-2][3] in (".", "->", "?.", "?->", "::"):
                    last[-1][2] = "call"
            last.append(token)
        return [(start, end, kind) for start, end, kind, _ in last if kind]

    return tokens


def main():
    language = sys.argv[1]
    reader = python_tokens if language == "tokenize" else pygments_reader(language)
    for path in sys.stdin.read().splitlines():
        try:
            with open(path, encoding="utf-8", newline="") as file:
                text = file.read()
            offsets = utf16_offsets(text)
            tokens = [[offsets[start], offsets[end], kind] for start, end, kind in reader(text)]
            print(json.dumps({"path": path, "tokens": tokens}))
        except (SyntaxError, UnicodeDecodeError, ValueError, tokenize.TokenError) as error:
            print(json.dumps({"path": path, "error": str(error)}))


main()
