"""Prints the tokens of TEXT for MODEL with their bytes:

    python tokens.py MODEL TEXT
"""

import os
import sys

import ransack


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("usage: tokens.py MODEL TEXT")
    text = os.fsencode(sys.argv[2])
    try:
        tokenizer = ransack.Tokenizer.for_model(sys.argv[1])
    except ransack.Error as error:
        sys.exit(str(error))
    for token in tokenizer.token_offsets(text):
        sys.stdout.buffer.write(b"%6d %s\n" % (token.id, text[token.start : token.end]))


if __name__ == "__main__":
    main()
