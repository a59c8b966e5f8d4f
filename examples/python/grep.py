"""Prints the lines below DIR (or of a file) that match PATTERN:

    python grep.py DIR PATTERN
"""

import os
import sys

import ransack


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("usage: grep.py DIR PATTERN")
    root, pattern = sys.argv[1:]
    try:
        with ransack.grep(pattern, root) as matches:
            for match in matches:
                sys.stdout.buffer.write(b"%s:%d: %s\n" % (os.fsencode(match.path), match.line_number, match.line))
    except ransack.Error as error:
        sys.exit(str(error))
    if not matches.report.complete:
        print("results are incomplete", file=sys.stderr)


if __name__ == "__main__":
    main()
