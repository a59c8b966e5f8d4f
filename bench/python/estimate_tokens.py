"""Fits the coefficients of `estimate_tokens` to the counts of the npm package @oh-my-pi/pi-natives.

    pip install numpy scipy; npm install @oh-my-pi/pi-natives@18.2.3 bun    # in a directory PACKAGES
    python bench/python/estimate_tokens.py PACKAGES GROUP=PATH,PATH...=PARTS...

A PATH is a directory or a pattern of files; manual pages (.gz) and translations (.mo) are unpacked. The corpus is
PARTS random parts of the files of each group. A fit minimises the mean estimate, under the condition that no estimate
is below the count. Estimates of more than 1.15 times the count weigh heavily from 8,000 bytes on, above all in the
groups `code` and `English`. Writes the table of coefficients and the table of errors below core/tokens/src/estimate,
and samples for the test.
"""

import gettext
import glob
import gzip
import json
import os
import random
import subprocess
import sys

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, eye, hstack, vstack

ENCODINGS = [["ClaudeV3"], ["ClaudeV47", "ClaudeV5", "ClaudeV5Sonnet"], ["Qwen3"], ["DeepSeekV3"], ["KimiK2"], ["Glm5"]]
FAMILIES = ["claude-3", "claude-4.7", "qwen-3.5", "deepseek-3", "kimi-k2", "glm-5"]
# Most tokens per unit of a feature: no more for a feature that few texts have.
MOST = 13
LENGTHS = [200, 400, 1_000, 2_500, 8_000, 24_000, 64_000]
# Bound on long estimates, and the weights of what exceeds it: in code and English, and in other languages.
BOUND, BOUND_BYTES, WEIGHTS = 1.145, 8_000, (300, 5)
COUNT = """import { countTokens } from '@oh-my-pi/pi-natives'
const texts = await Bun.file(process.argv[1]).json(), encodings = JSON.parse(process.argv[2])
const most = (text, names) => Math.max(...names.map((name) => countTokens(text, name)))
console.log(JSON.stringify(texts.map((text) => encodings.map((names) => most(text, names)))))"""
CRATE = os.path.join(os.path.dirname(__file__), "../../core/tokens")


def read(path):
    """Returns the text of a file, or an empty string if it is not text."""
    try:
        if path.endswith(".mo"):
            with open(path, "rb") as file:
                return "\n".join(filter(None, [*gettext.GNUTranslations(file)._catalog.values()][1:]))
        opened = gzip.open if path.endswith(".gz") else open
        text = opened(path, "rb").read().decode()
        return "" if "\0" in text else text
    except (OSError, ValueError, LookupError, EOFError):
        return ""


def files(pattern):
    """Returns the files in a directory, or those that match a pattern."""
    pattern = os.path.join(pattern, "**") if os.path.isdir(pattern) else pattern
    return [path for path in sorted(glob.glob(pattern, recursive=True)) if os.path.isfile(path)]


def language_samples():
    """Returns the small files of the languages."""
    fixtures = ("outline.txt", "imports.txt", "highlight.txt")
    paths = files(f"{CRATE}/../languages/src/*/samples/*")
    return sorted((p for p in paths if os.path.basename(p) not in fixtures), key=os.path.basename)


def sample(group, patterns, parts):
    """Yields random parts of the files of a group, each of at least 200 bytes."""
    paths = [path for pattern in patterns.split(",") for path in files(pattern)]
    texts = [text for text in map(read, random.sample(paths, min(len(paths), 2 * parts))) if len(text) > 250]
    for _ in range(parts if texts else 0):
        text, length = random.choice(texts), random.choice(LENGTHS)
        start = text.rfind("\n", 0, random.randrange(max(1, len(text) - length))) + 1
        part = text[start : start + length]
        if len(part.encode()) >= 200:
            yield group, part


def count(packages, path):
    """Returns the counts of the texts in a file, by family; of several encodings, the greatest."""
    bun = ["node_modules/.bin/bun", "-e", COUNT, path, json.dumps(ENCODINGS)]
    output = subprocess.run(bun, cwd=packages, check=True, capture_output=True).stdout
    return np.array(json.loads(output), float)


def fit(features, counts, size, groups):
    """Returns the coefficients of one family: the solution of a linear program."""
    ratios = features.multiply(1 / counts[:, None]).tocsr()
    long = size >= BOUND_BYTES
    bounded = ratios[long]
    n, m = bounded.shape
    main = np.isin(groups[long], ["code", "English"])
    excess = np.where(main, WEIGHTS[0] / max(1, main.sum()), WEIGHTS[1] / max(1, (~main).sum()))
    above = hstack([bounded, -eye(n)])
    below = hstack([-ratios, csr_matrix((len(counts), n))])
    cost = np.concatenate([np.asarray(ratios.mean(axis=0)).ravel(), excess])
    limits = np.concatenate([np.full(len(counts), -1.0), np.full(n, BOUND)])
    return linprog(cost, A_ub=vstack([below, above]), b_ub=limits, bounds=(0, MOST), method="highs").x[:m]


def table_of(features, counts, size, groups):
    """Returns the coefficients of all families in thousandths, rounded up."""
    columns = [fit(features, each, size, groups) for each in counts.T]
    return np.ceil(1000 * np.column_stack(columns))


def errors(groups, size, ratios):
    """Returns the table of errors, in Markdown."""
    lines = [
        "| family | texts | 200 to 999 bytes | 1,000 to 7,999 bytes | 8,000 bytes or more |",
        "| --- | --- | ---: | ---: | ---: |",
    ]
    for column, family in enumerate(FAMILIES):
        for kind in dict.fromkeys(groups):
            cells = []
            for low, high in [(0, 1_000), (1_000, 8_000), (8_000, 1 << 60)]:
                r = ratios[(groups == kind) & (size >= low) & (size < high), column]
                assert r.min() >= 1
                cells.append(" / ".join(f"{100 * each - 100:.0f}" for each in np.quantile(r, [0.5, 0.9, 1])) + " %")
            lines.append(f"| `{family}` | {kind} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main(packages, *arguments):
    random.seed(1)
    corpus = []
    for group, paths, parts in (argument.split("=") for argument in arguments):
        corpus += sample(group, paths, int(parts))
    samples = [text for path in language_samples() if len(text := read(path)) > 200]
    samples.append(read(f"{CRATE}/tests/data/languages.txt"))
    texts = samples + [text for _, text in corpus]
    groups = np.array(["code"] * len(samples) + [group for group, _ in corpus])
    path = os.path.abspath(os.path.join(packages, "texts.json"))
    json.dump(texts, open(path, "w"))
    counts = count(packages, path)
    with open(f"{CRATE}/tests/data/estimates.json", "w") as file:
        lines = [json.dumps({"counts": c, "text": t}) for t, c in zip(samples, counts.astype(int).tolist())]
        file.write("[\n" + ",\n".join(lines) + "\n]\n")
    command = ["cargo", "test", "-q", "-p", "ransack-tokens", "--lib", "features_are_written"]
    subprocess.run(command, check=True, cwd=CRATE, env={**os.environ, "RANSACK_ESTIMATE_TEXTS": path})
    features = csr_matrix(np.array([json.loads(line) for line in open(path.replace(".json", ".features"))]))
    size = np.array([len(text.encode()) for text in texts])
    table = table_of(features, counts, size, groups)
    report = errors(groups, size, np.ceil(features @ table / 1000) / counts)
    with open(f"{CRATE}/src/estimate/error.md", "w") as file:
        file.write(report)
    with open(f"{CRATE}/src/estimate/table.rs", "w") as file:
        file.write("//! Generated by `bench/python/estimate_tokens.py`; not to be edited.\n\n")
        file.write("use super::features::FEATURES;\n\n")
        file.write("/// Thousandths of a token per unit of each feature, by family.\n#[rustfmt::skip]\n")
        file.write("pub(super) static COEFFICIENTS: [[u16; 6]; FEATURES] = [\n")
        file.writelines("    [" + ", ".join(str(int(value)) for value in row) + "],\n" for row in table)
        file.write("];\n")
    print(len(texts), "texts,", sum(size), "bytes")
    print(report)
    # A fit to three quarters of the texts shows how the estimate fares on others.
    held = np.arange(len(texts)) % 4 == 0
    known = table_of(*(each[~held] for each in (features, counts, size, groups)))
    ratios = np.ceil(features[held] @ known / 1000) / counts[held]
    for family, column in zip(FAMILIES, ratios.T):
        print(family, f"other texts: {100 * np.mean(column < 1):.1f} % below, lowest {100 * column.min() - 100:+.1f} %")


if __name__ == "__main__":
    main(*sys.argv[1:])
