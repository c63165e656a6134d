#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
"""Checks what the runs of schedules wrote. See README.md for the rules.

A folder holds schedules.json: {"until": s, "outages": [[s, s, "master" or "agent"], ...],
"schedules": {name: {"start": s, "period": s, "epsilon": s, "concurrent": bool, "longest": s}}}
and runs/, a file for each run, of lines "slot <ms>", "attempt <n>", "lock ok|busy", "start <s>", "end <s>".
Times are seconds since the epoch."""
import collections
import json
import pathlib
import sys

LAUNCH = 15.0  # seconds that the launch of a container may take on a machine that is busy
HEAL = 10.0  # seconds after which daemons that are back have caught up
BOOT = 3.0  # seconds after which a master that is back decides
TICK = 0.001


class Run:
    def __init__(self, path):
        fields = dict(line.split() for line in path.read_text().splitlines() if " " in line)
        self.file = path.name
        self.schedule = path.name.rsplit(".", 1)[0]
        self.slot = int(fields["slot"]) / 1000 if "slot" in fields else None
        self.attempt = int(fields.get("attempt", -1))
        self.lock = fields.get("lock")
        self.start = float(fields["start"]) if "start" in fields else None
        self.end = float(fields["end"]) if "end" in fields else None


def slots_of(rule, until):
    """Slots are counted from the start, in whole periods: what a schedule is, not what a daemon made of it."""
    out, n = [], 0
    while rule["start"] + n * rule["period"] <= until:
        out.append(round(rule["start"] + n * rule["period"], 3))
        n += 1
    return out


def check(folder):
    folder = pathlib.Path(folder)
    said = json.loads((folder / "schedules.json").read_text())
    runs = collections.defaultdict(list)
    wrong = []
    for path in sorted((folder / "runs").iterdir()):
        run = Run(path)
        if run.slot is None or run.start is None or run.lock is None:
            if path.stat().st_mtime < said["until"] - LAUNCH:
                wrong.append(f"{run.file}: began and wrote nothing")
            continue
        runs[run.schedule].append(run)
    count = collections.Counter()
    for name, rule in said["schedules"].items():
        wrong += check_one(name, rule, runs.pop(name, []), said, count)
    for name in runs:
        wrong.append(f"{name}: runs of a schedule that there is not")
    return wrong, count


def check_one(name, rule, runs, said, count):
    wrong = []
    slots = slots_of(rule, said["until"])
    known = set(slots)
    by_slot = collections.defaultdict(list)
    for run in runs:
        by_slot[run.slot].append(run)
        if run.slot not in known:
            wrong.append(f"{name}: a run of {run.slot}, which is no slot")
        if run.lock != "ok" and not rule["concurrent"]:
            wrong.append(f"{name}: two runs at a time at {run.start}")
        if run.end is None and run.start < said["until"] - rule["longest"] - LAUNCH:
            wrong.append(f"{name}: the run of {run.slot} never ended")
        latest = latest_start(run.slot, rule, said["outages"])
        if run.start > latest or run.start < run.slot - TICK:
            wrong.append(f"{name}: the run of {run.slot} began {run.start - run.slot:.1f} s after it")
    for slot, same in by_slot.items():
        if len(same) > 1:
            wrong.append(f"{name}: {len(same)} runs of {slot}")
    for slot in slots:
        if slot in by_slot:
            count["run"] += 1
        elif slot + rule["epsilon"] + LAUNCH > said["until"]:
            count["not due yet"] += 1
        elif not rule["concurrent"] and lives_at(slot, rule, runs, said["outages"]):
            count["skipped"] += 1
        elif missed(slot, rule, said["outages"]):
            count["missed"] += 1
        else:
            wrong.append(f"{name}: {slot} was neither run, skipped nor missed")
    return wrong


def latest_start(slot, rule, outages):
    """Of a run that was decided in time: containers start late where there is no agent."""
    latest = slot + rule["epsilon"] + LAUNCH
    moved = True
    while moved:  # an outage in the way moves it, perhaps into the next one
        moved = False
        for begin, end, _ in outages:
            if begin <= latest and end + HEAL + LAUNCH > latest and end > slot:
                latest, moved = end + HEAL + LAUNCH, True
    return latest


def lives_at(slot, rule, runs, outages):
    """A run lives from its decision, at its slot at the earliest, until its end is known."""
    for run in runs:
        end = run.end if run.end is not None else float("inf")
        for begin, until, _ in sorted(outages):  # nobody hears of an end while a daemon is away
            if begin - BOOT <= end <= until + BOOT:
                end = until + BOOT
        if run.slot < slot <= end + BOOT:
            return True
    return False


def missed(slot, rule, outages):
    """No master for all the time in which the slot could have been run."""
    covered = slot
    for begin, end, whose in sorted(outages):
        if whose == "master" and begin - TICK <= covered:
            covered = max(covered, end + BOOT)
    return covered >= slot + rule["epsilon"]


def main():
    wrong, count = check(sys.argv[1])
    print(", ".join(f"{number} {what}" for what, number in sorted(count.items())))
    for line in wrong[:50]:
        print("WRONG", line)
    print(f"{len(wrong)} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
