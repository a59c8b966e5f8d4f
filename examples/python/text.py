"""Prints TEXT wrapped at WIDTH cells, with the width of each line:

    python text.py WIDTH TEXT
"""

import os
import sys

import ransack


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("usage: text.py WIDTH TEXT")
    for line in ransack.wrap_text_with_ansi(os.fsencode(sys.argv[2]), int(sys.argv[1])):
        sys.stdout.buffer.write(b"%3d %s\n" % (ransack.visible_width(line), line))


if __name__ == "__main__":
    main()
