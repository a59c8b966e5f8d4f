"""Lists files."""

import os


class Tool:
    """A tool for one directory."""

    def __init__(self, path):
        self.path = path

    def run(self):
        """Prints the names of the files."""
        for name in os.listdir(self.path):
            print(name)
