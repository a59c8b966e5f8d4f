"""Cancellation, time limits, Ctrl-C and exceptions of callbacks."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
import unittest
from ctypes import byref
from typing import Any, List

import ransack
from ransack import _declarations as declarations
from ransack._inputs import Inputs
from ransack._library import lib
from ransack._operations import collect
from tree import TreeTest

# A search for minutes: a deterministic automaton would need 2**800 states, and a step of the other kind
# takes time proportional to the pattern.
SLOW_PATTERN = "[01]*1[01]{800}x"

FORK = """
import os, sys, ransack
if sys.argv[1] == "used":
    ransack.search("needle", "needle")
    stream = ransack.grep("needle", sys.argv[2])
child = os.fork()
if child == 0:
    calls = [lambda: ransack.search("needle", "needle"), lambda: ransack.visible_width("a"), ransack.CancelToken]
    if sys.argv[1] == "used":
        calls.append(lambda: next(stream))
    for call in calls:
        try:
            call()
            print("called")
        except RuntimeError as error:
            print("RuntimeError", "spawn" in str(error))
    grandchild = os.fork()
    if grandchild == 0:
        try:
            print(ransack.has_match("needle", "needle"))
        except RuntimeError:
            print("RuntimeError")
        sys.exit(0)
    os.waitpid(grandchild, 0)
    sys.exit(0)
os.waitpid(child, 0)
print("parent", len(ransack.search("needle", "needle")))
"""

# Starts a slow call, and says when the main thread waits for it.
CHILD = f"""
import random, signal, sys, threading, ransack
# A parent in the background may have it ignored, which is inherited.
signal.signal(signal.SIGINT, signal.default_int_handler)
root, call = sys.argv[1:]
text = random.Random(1).randbytes(30_000_000).translate(bytes(48 + i % 2 for i in range(256)))
short = text[:60_000]
with open(root + "/slow.txt", "wb") as file:
    file.write(text)
token = ransack.CancelToken()
waiting = {{"files": {{"__next__", "_wait"}}, "memory": {{"search", "run", "wait"}}, "short": {{"search", "run", "wait"}}}}
main = threading.main_thread().ident

def watch():
    names = set()
    while not names >= waiting[call]:
        frame, names = sys._current_frames()[main], set()
        while frame:
            names.add(frame.f_code.co_name)
            frame = frame.f_back
    print("waits", flush=True)

watcher = threading.Thread(target=watch, daemon=True)
watcher.start()
try:
    if call == "files":
        list(ransack.grep({SLOW_PATTERN!r}, root, token=token))
    else:
        ransack.search(text if call == "memory" else short, {SLOW_PATTERN!r}, token=token)
    print("ended")
except KeyboardInterrupt:
    # The library still works, and the token of the caller has not fired.
    watcher.join()
    print("interrupted", token.reason, len(ransack.search("first", "first")))
"""


class CtrlC(TreeTest):
    def test_search_in_files(self) -> None:
        self.interrupt("files")

    def test_search_in_memory(self) -> None:
        self.interrupt("memory")

    def test_search_in_a_short_text(self) -> None:
        self.interrupt("short")

    def interrupt(self, call: str) -> None:
        command = [sys.executable, "-c", CHILD, str(self.root), call]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            try:
                assert child.stdout is not None
                self.assertEqual(child.stdout.readline(), "waits\n")
                child.send_signal(signal.SIGINT)
                # Without the interrupt the search takes minutes.
                output, _ = child.communicate(timeout=60)
            finally:
                child.kill()
        self.assertEqual(output, "interrupted none 1\n")


class Fork(TreeTest):
    def test_calls_fail_after_the_parent_has_called(self) -> None:
        self.write({"a.txt": "needle\n"})
        self.assertEqual(self.fork("used"), ["RuntimeError True"] * 4 + ["RuntimeError", "parent 1"])

    def test_calls_work_if_the_parent_has_made_none(self) -> None:
        # The grandchild is the child of a process that has called.
        self.assertEqual(self.fork("unused"), ["called"] * 3 + ["RuntimeError", "parent 1"])

    def fork(self, parent: str) -> List[str]:
        command = [sys.executable, "-u", "-c", FORK, parent, str(self.root)]
        return subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=60, check=True).stdout.splitlines()


class Tokens(TreeTest):
    def test_cancel_from_another_thread(self) -> None:
        self.write({f"{i}.txt": "needle\n" * 10_000 for i in range(20)})
        token = ransack.CancelToken()
        matches = ransack.grep("needle", self.root, token=token)
        next(matches)
        thread = threading.Thread(target=token.cancel)
        thread.start()
        thread.join()
        with self.assertRaises(ransack.Aborted) as raised:
            list(matches)
        self.assertIs(raised.exception.kind, ransack.Status.ABORTED)
        self.assertIs(token.reason, ransack.AbortReason.USER)
        self.assertEqual(list(matches), [])

    def test_time_limits(self) -> None:
        token = ransack.CancelToken(timeout_ms=0)
        self.assertIs(token.reason, ransack.AbortReason.TIMEOUT)
        self.write({"a.txt": "needle\n"})
        with self.assertRaises(ransack.TimedOut):
            list(ransack.grep("needle", self.root, token=token))
        with self.assertRaises(ransack.TimedOut):
            ransack.search("needle", "needle", token=token)
        with self.assertRaises(ransack.TimedOut):
            ransack.count_tokens("text", "o200k_base", token=token)
        partial = ransack.grep("needle", self.root, timeout_ms=0, on_timeout="partial")
        self.assertEqual(list(partial), [])
        self.assertIs(partial.report.stopped_by, ransack.StoppedBy.TIMEOUT)

    def test_parents(self) -> None:
        parent = ransack.CancelToken()
        child = ransack.CancelToken(parent=parent)
        other = ransack.CancelToken(parent=parent)
        child.cancel("signal")
        self.assertIs(parent.reason, ransack.AbortReason.NONE)
        parent.cancel()
        self.assertEqual((child.reason, other.reason), (ransack.AbortReason.SIGNAL, ransack.AbortReason.USER))

    def test_close_while_another_thread_waits(self) -> None:
        digits = bytes(48 + i % 2 for i in range(256))
        self.write({"slow.txt": random.Random(1).randbytes(30_000_000).translate(digits)})
        matches = ransack.grep(SLOW_PATTERN, self.root)
        errors: List[BaseException] = []

        def read() -> None:
            try:
                list(matches)
            except ransack.Error as error:
                errors.append(error)

        thread = threading.Thread(target=read)
        thread.start()
        while thread.ident is None or sys._current_frames()[thread.ident].f_code.co_name != "_wait":
            pass
        matches.close()
        thread.join()
        self.assertIsInstance(errors[0], ransack.Aborted)


class Callbacks(unittest.TestCase):
    def test_an_exception_stops_the_call_and_is_raised(self) -> None:
        seen: List[int] = []

        def read(c: Any) -> int:
            seen.append(c.line_number)
            if len(seen) == 2:
                raise KeyError("from the callback")
            return len(seen)

        inputs = Inputs()
        options = inputs.options("SearchOptions", "search", {"patterns": "a"})
        before = (inputs.text("a\na\na\n", "content"), byref(options))
        with self.assertRaisesRegex(KeyError, "from the callback"):
            collect(lib.ransack_search, before, None, declarations.on_grep_match, read)
        self.assertEqual(seen, [1, 2])


if __name__ == "__main__":
    unittest.main()
