"""Temporary trees and other help of the tests."""

from __future__ import annotations

import os
import tempfile
import unittest
from pathlib import Path
from typing import Dict, Union


class TreeTest(unittest.TestCase):
    """Test with an empty directory `self.root`."""

    def setUp(self) -> None:
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.root = Path(place.name)

    def write(self, files: Dict[Union[str, bytes], Union[str, bytes]]) -> None:
        """Writes files by their path in the tree."""
        for name, text in files.items():
            path = os.path.join(os.fsencode(self.root), os.fsencode(name))
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(text if isinstance(text, bytes) else text.encode())
