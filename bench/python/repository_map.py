"""Reads the definitions of files as aider does for its repository map.

    python repository_map.py FILE   # FILE: paths, one per line

Prints their number. Calls the function below aider's cache, so that nothing is stored.
"""

import sys
import tempfile

from aider.io import InputOutput
from aider.repomap import RepoMap


class Model:
    """Model of a map that is never shortened to a number of tokens."""

    def token_count(self, text):
        return len(text) // 4


with tempfile.TemporaryDirectory() as root, open(sys.argv[1], encoding="utf-8") as paths:
    repository = RepoMap(root=root, main_model=Model(), io=InputOutput(pretty=False, yes=True))
    definitions = 0
    for line in paths:
        path = line.rstrip("\n")
        definitions += sum(tag.kind == "def" for tag in repository.get_tags_raw(path, path))
print(definitions)
