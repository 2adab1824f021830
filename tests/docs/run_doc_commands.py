# SPDX-License-Identifier: BSD-3-Clause
"""Runs the commands of documentation pages and compares the output they show.

    run_doc_commands.py [--show] PAGE.md...       resunit on PATH; for ```python blocks, the package on PYTHONPATH

The blocks ```sh and ```python of a page run in order in a temporary folder; a command that fails ends the run. If ```text
follows a block, each of its lines must occur in the output of the block, in this order: numbers and spaces are ignored,
and a line of "..." skips any number of lines. Every other block is left alone. --show prints the whole output of every block.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.S | re.M)
NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
PACKAGE = subprocess.run([sys.executable, "-c", "import resunit, sklearn"], capture_output=True).returncode == 0


def skeleton(line: str) -> str:
    return " ".join(NUMBER.sub("#", line).split())


def missing_line(shown: str, output: str) -> str | None:
    """The first line of `shown` that does not occur in `output`."""
    lines = iter(output.splitlines())
    for line in filter(None, map(str.strip, shown.splitlines())):
        if line != "..." and not any(skeleton(line) == skeleton(other) for other in lines):
            return line
    return None


def run_page(page: Path, show: bool) -> tuple[int, list[str]]:
    text, count, problems, output = page.read_text(), 0, [], None
    with tempfile.TemporaryDirectory() as folder:
        for match in BLOCK.finditer(text):
            language, body = match.groups()
            where = f"{page.name}:{text.count(chr(10), 0, match.start()) + 1}"
            if language == "text" and output is not None and (line := missing_line(body, output)) is not None:
                problems.append(f"{where}: not in the output: {line}\n{output}")
            output = None
            if language not in ("sh", "python") or language == "python" and not PACKAGE:
                continue
            command = ["sh", "-e", "-c", body] if language == "sh" else [sys.executable, "-c", body]
            result = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                    env={**os.environ, "PYTHONWARNINGS": "ignore"})
            output, count = result.stdout, count + 1
            if show:
                print(f"--- {where}\n{body}\n{output}")
            if result.returncode:
                return count, [*problems, f"{where}: exit code {result.returncode}\n{body}\n{output}"]
    return count, problems


def main() -> int:
    show = "--show" in sys.argv
    failed = False
    for name in filter(lambda name: name != "--show", sys.argv[1:]):
        start = time.perf_counter()
        count, problems = run_page(Path(name), show)
        failed |= bool(problems) or count == 0
        print(*problems, f"{name}: {count} blocks, {len(problems)} problems, {time.perf_counter() - start:.1f} s", sep="\n")
    if not PACKAGE:
        print("The Python package or scikit-learn is missing: python blocks were not run.")
    return failed


if __name__ == "__main__":
    sys.exit(main())
