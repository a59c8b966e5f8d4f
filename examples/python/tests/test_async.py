"""Streams and calls of tasks."""

from __future__ import annotations

import asyncio
import random
import unittest
from typing import List

import ransack
from test_cancel import SLOW_PATTERN
from tree import TreeTest


class Tasks(TreeTest, unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self) -> None:
        # Tests write large files, and asyncio complains of the time.
        asyncio.get_running_loop().slow_callback_duration = 60

    def write_slow(self) -> bytes:
        digits = bytes(48 + i % 2 for i in range(256))
        text = random.Random(1).randbytes(30_000_000).translate(digits)
        self.write({"slow.txt": text})
        return text

    async def test_results_in_order_and_report(self) -> None:
        self.write({f"{i:03}.txt": "needle\n" * 3 for i in range(100)})
        stream = ransack.grep("needle", self.root)
        found = [(m.path, m.line_number) async for m in stream]
        self.assertEqual(found, [(m.path, m.line_number) for m in ransack.grep("needle", self.root)])
        self.assertEqual((len(found), stream.report.complete), (300, True))

    async def test_other_tasks_run_meanwhile(self) -> None:
        self.write({"a.txt": "needle\n" * 10_000})
        turns: List[int] = []

        async def other() -> None:
            while True:
                turns.append(1)
                await asyncio.sleep(0)

        task = asyncio.create_task(other())
        self.assertEqual(len([m async for m in ransack.grep("needle", self.root)]), 10_000)
        task.cancel()
        self.assertGreater(len(turns), 100)

    async def test_several_streams_and_tasks(self) -> None:
        self.write({"a.txt": "needle\n" * 1_000})

        async def count(stream: ransack.Stream[ransack.GrepMatch]) -> int:
            return len([m async for m in stream])

        both = ransack.grep("needle", self.root)
        counts = await asyncio.gather(count(both), count(both), count(ransack.grep("needle", self.root)))
        self.assertEqual((counts[0] + counts[1], counts[2]), (1_000, 1_000))

    async def test_leaving_early(self) -> None:
        self.write({"a.txt": "needle\n" * 1_000})
        async with ransack.grep("needle", self.root) as stream:
            async for _ in stream:
                break
        self.assertEqual((stream.report.complete, stream.report.total_matches), (False, 1))
        self.assertEqual([m async for m in stream], [])

    async def test_errors(self) -> None:
        with self.assertRaises(FileNotFoundError):
            async for _ in ransack.grep("needle", self.root / "missing"):
                pass

    async def test_cancelling_the_task_cancels_the_search(self) -> None:
        self.write_slow()
        token = ransack.CancelToken()
        stream = ransack.grep(SLOW_PATTERN, self.root, token=token)
        task = asyncio.create_task(stream.__anext__())
        await asyncio.sleep(0)
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        # The own token of the stream has fired, and its work has ended.
        self.assertIs(stream._token.reason, ransack.AbortReason.USER)
        self.assertIn("closed", repr(stream))
        self.assertIs(token.reason, ransack.AbortReason.NONE)

    async def test_close_while_a_task_waits(self) -> None:
        self.write_slow()
        stream = ransack.grep(SLOW_PATTERN, self.root)
        task = asyncio.create_task(stream.__anext__())
        await asyncio.sleep(0)
        stream.close()
        with self.assertRaises(StopAsyncIteration):
            await task

    async def test_calls_on_other_threads(self) -> None:
        self.write({"a.py": "needle = 1\n"})
        outcome = await ransack.to_thread(ransack.ast_edit, [("needle", "pin")], self.root, limit=None)
        self.assertEqual(outcome.changes[0].after, b"pin")
        with self.assertRaisesRegex(TypeError, "unexpected keyword argument 'limits'"):
            await ransack.to_thread(ransack.ast_edit, [("needle", "pin")], self.root, limits=1)

    async def test_cancelling_the_task_cancels_the_call(self) -> None:
        text = self.write_slow()
        task = asyncio.create_task(ransack.to_thread(ransack.search, text, SLOW_PATTERN))
        await asyncio.sleep(0)
        task.cancel()
        # Otherwise the call takes minutes.
        with self.assertRaises(asyncio.CancelledError):
            await task
        parent = ransack.CancelToken()
        task = asyncio.create_task(ransack.to_thread(ransack.search, text, SLOW_PATTERN, token=parent))
        await asyncio.sleep(0)
        parent.cancel()
        with self.assertRaises(ransack.Aborted):
            await task


if __name__ == "__main__":
    unittest.main()
