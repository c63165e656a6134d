#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
"""The checker finds what it is there to find."""
import json
import pathlib
import tempfile
import unittest

import check

START = 1_800_000_000


class Checker(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.base = pathlib.Path(self.folder.name)
        (self.base / "runs").mkdir()
        self.rule = {"start": START, "period": 60, "epsilon": 10, "concurrent": False, "longest": 30}
        self.outages = []
        self.files = 0

    def tearDown(self):
        self.folder.cleanup()

    def run_of(self, slot, start=None, end=None, lock="ok", name="a"):
        start = START + slot * 60 + 1 if start is None else start
        self.files += 1
        (self.base / "runs" / f"{name}.{self.files}").write_text(
            f"slot {round((START + slot * 60) * 1000)}\nattempt 0\nlock {lock}\nstart {start}\n"
            f"end {start + 5 if end is None else end}\n")

    def wrong(self, until=START + 170):
        (self.base / "schedules.json").write_text(
            json.dumps({"until": until, "outages": self.outages, "schedules": {"a": self.rule}}))
        return check.check(self.base)[0]

    def test_each_slot_once_is_right(self):
        for slot in range(3):
            self.run_of(slot)
        self.assertEqual(self.wrong(), [])

    def test_a_slot_without_a_run_is_wrong(self):
        self.run_of(0)
        self.run_of(2)
        self.assertEqual(len(self.wrong()), 1)

    def test_a_second_run_of_a_slot_is_wrong(self):
        for slot in (0, 1, 1, 2):
            self.run_of(slot)
        self.assertEqual(self.wrong(), [f"a: 2 runs of {float(START + 60)}"])

    def test_a_run_without_a_slot_is_wrong(self):
        for slot in (0, 0.5, 1, 2):
            self.run_of(slot)
        self.assertEqual(len(self.wrong()), 1)

    def test_two_runs_at_a_time_are_wrong(self):
        self.run_of(0)
        self.run_of(1, lock="busy")
        self.run_of(2)
        self.assertEqual(len(self.wrong()), 1)

    def test_a_late_run_is_wrong_unless_nobody_could_start_it(self):
        self.run_of(0)
        self.run_of(1, start=START + 60 + 50)
        self.run_of(2)
        self.assertEqual(len(self.wrong()), 1)
        self.outages = [[START + 62, START + 100, "agent"]]
        self.assertEqual(self.wrong(), [])

    def test_a_slot_is_skipped_while_a_run_lives(self):
        self.run_of(0, end=START + 70)
        self.run_of(2)
        self.assertEqual(self.wrong(), [])
        self.rule["concurrent"] = True
        self.assertEqual(len(self.wrong()), 1)

    def test_a_slot_is_missed_only_without_a_master(self):
        self.run_of(0)
        self.run_of(2)
        self.outages = [[START + 50, START + 90, "agent"]]
        self.assertEqual(len(self.wrong()), 1)
        self.outages = [[START + 50, START + 62, "master"]]
        self.assertEqual(len(self.wrong()), 1, "it came back in time")
        self.outages = [[START + 50, START + 90, "master"]]
        self.assertEqual(self.wrong(), [])

    def test_runs_of_nobody_are_wrong(self):
        for slot in range(3):
            self.run_of(slot)
        self.run_of(0, name="b")
        self.assertEqual(len(self.wrong()), 1)


if __name__ == "__main__":
    unittest.main()
