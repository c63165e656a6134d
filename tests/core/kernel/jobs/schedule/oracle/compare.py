#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
"""Compares the slots of schedules with an implementation of its own on Python's zoneinfo.

usage: compare.py [--full] [--zones N | --part I/N] [--from YEAR] [--years N] SLOTS-PROGRAM

Every shape of schedule below, in every zone of the host, over ten years from 2016. With --zones: in N
zones of different rules. With --full: from each of the years below, too. With --part: in the I-th of N
parts of the zones, so that several processors share the work. Exits with 1 and prints the first differing slots of
each schedule that differs; with 77 where the host has no zones.

Here slots are found the slow and plain way: each civil time that a schedule names is asked of
zoneinfo, whose fold=0 is the first of two equal times and, for a time that clocks jump over, as
long after the jump as the time is after the gap's begin (PEP 495).
"""
import argparse
import array
import bisect
import calendar
import os
import re
import subprocess
import sys
import time
import zoneinfo
from datetime import date, datetime, timedelta, timezone

ROOT = "/usr/share/zoneinfo"
FULL = [1970, 1985, 1995, 2006, 2016, 2030, 2090]
SKIPPED = 77
STEP = 4 * 3600  # zones that set their clocks twice within it would be seen to differ
EPOCH = datetime(1970, 1, 1)
UTC = timezone.utc

# {y} is the first year.
SHAPES = [
    "30 2 * * *",
    "0 0 * * *",
    "*/15 * * * *",
    "0 * * * *",
    "15,45 0-4 * * *",
    "0 12 13 * 5",
    "30 1 */2 2-4,9-11 mon-fri",
    "*/20 1-3 29 2,3,10 *",
    "R/{y}-01-01T00:30:00Z/PT6H",
    "R/{y}-01-01T02:30:00Z/P1D",
    "R/{y}-01-31T00:00:00Z/P1M",
    "R1000/{y}-02-28T23:45:00Z/P2DT3H",
]

# A sample has these first: half an hour of summer time, a negative one, none, gaps at midnight, a
# day that was skipped, the southern hemisphere.
FIRST = ["Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca",
         "Asia/Kathmandu", "Europe/Dublin", "Africa/Cairo", "America/Sao_Paulo", "Pacific/Apia",
         "America/Santiago", "Asia/Beirut", "America/St_Johns", "Antarctica/Troll", "UTC"]

NAMES = {name: i + 1 for i, name in enumerate(
    "jan feb mar apr may jun jul aug sep oct nov dec".split())}
NAMES.update({name: i for i, name in enumerate("sun mon tue wed thu fri sat".split())})


def zones():
    """Names by the bytes of their files: many zones are the same."""
    found = {}
    for folder, folders, files in os.walk(ROOT):
        if folder == ROOT:
            folders[:] = [f for f in folders if f not in ("right", "posix")]
        for name in files:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                data = file.read()
            if data.startswith(b"TZif"):
                found.setdefault(data, []).append(os.path.relpath(path, ROOT))
    return sorted(sorted(names) for names in found.values())


class Clock:
    """A zone's clocks: civil times are datetimes without a zone, instants are seconds."""

    def __init__(self, path, first_year, end_year):
        with open(path, "rb") as file:
            self.zone = zoneinfo.ZoneInfo.from_file(file)
        self.begin = seconds(datetime(first_year, 1, 1)) - 3 * 86400
        self.end = seconds(datetime(end_year, 1, 1)) + 3 * 86400
        self.changes = []  # (instant, offset from then on)
        at, offset = self.begin, self.offset(self.begin)
        self.changes.append((at, offset))
        while at < self.end:
            later = at + STEP
            if self.offset(later) != offset:
                low, high = at, later
                while high - low > 1:
                    middle = (low + high) // 2
                    low, high = (middle, high) if self.offset(middle) == offset else (low, middle)
                offset = self.offset(high)
                self.changes.append((high, offset))
                at = high
            else:
                at = later

    def offset(self, instant):
        return int(datetime.fromtimestamp(instant, self.zone).utcoffset().total_seconds())

    def spans(self):
        ends = [at for at, _ in self.changes[1:]] + [self.end]
        return [(at, end, offset) for (at, offset), end in zip(self.changes, ends)]

    def instant(self, civil):
        """With fold=0, and whether clocks ever show it."""
        offset = civil.replace(tzinfo=self.zone).utcoffset()
        at = seconds(civil - offset)
        shown = datetime.fromtimestamp(at, self.zone).replace(tzinfo=None, fold=0)
        return at, shown == civil

    def jump(self, civil):
        """When clocks jump over a time that they do not show."""
        after, _ = self.instant(civil)
        i = bisect.bisect_right(self.changes, (after, 10 ** 9)) - 1
        return self.changes[i][0]


def seconds(civil):
    return int((civil - EPOCH).total_seconds())


def values(field, least, most):
    out = set()
    for part in field.split(","):
        span, _, step = part.partition("/")
        low, _, high = span.partition("-")
        number = lambda word: NAMES[word] if word in NAMES else int(word)
        first = least if span == "*" else number(low)
        last = most if span == "*" else number(high) if high else first
        out.update(range(first, last + 1, int(step or 1)))
    return out


def cron_slots(line, clock, first, last):
    minute, hour, day, month, weekday = line.split()
    minutes = sorted(values(minute, 0, 59))
    hours = sorted(values(hour, 0, 23))
    days, months = values(day, 1, 31), values(month, 1, 12)
    weekdays = {w % 7 for w in values(weekday, 0, 7)}
    both = day[0] == "*" or weekday[0] == "*"
    dates = []
    at = first
    while at <= last:
        of_month, of_week = at.day in days, at.isoweekday() % 7 in weekdays
        if at.month in months and (of_month and of_week if both else of_month or of_week):
            dates.append(at)
        at += timedelta(days=1)
    times = [h * 3600 + m * 60 for h in hours for m in minutes]
    midnights = [seconds(datetime(d.year, d.month, d.day)) for d in dates]
    if minute[0] == "*" or hour[0] == "*":
        out = []
        for begin, end, offset in clock.spans():
            low = bisect.bisect_left(midnights, begin + offset - 86400)
            high = bisect.bisect_right(midnights, end + offset)
            for midnight in midnights[low:high]:
                base = midnight - offset
                if begin <= base and base + 86400 <= end:
                    out += [base + t for t in times]
                else:
                    out += [base + t for t in times if begin <= base + t < end]
        return sorted(out)
    out = set()
    for d in dates:
        for t in times:
            civil = datetime(d.year, d.month, d.day) + timedelta(seconds=t)
            at, shown = clock.instant(civil)
            out.add(at if shown else clock.jump(civil))
    return sorted(out)


def interval_slots(line, clock, until):
    repeats, start, period = line.split("/")
    count = int(repeats[1:]) if repeats != "R" else None
    start = datetime.fromisoformat(start.rstrip("Z"))
    y, mo, w, d, h, mi, s = (int(x or 0) for x in re.fullmatch(
        r"P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?",
        period).groups())
    out = set()
    n = 0
    while count is None or n < count:
        # Months first, then days, then the hours as they pass.
        years, month0 = divmod(start.month - 1 + n * (12 * y + mo), 12)
        year = start.year + years
        day = min(start.day, calendar.monthrange(year, month0 + 1)[1])
        civil = start.replace(year=year, month=month0 + 1, day=day) + timedelta(days=n * (7 * w + d))
        civil_part = clock.instant(civil)[0] if n == 0 or y or mo or w or d else civil_part
        at = civil_part + n * (h * 3600 + mi * 60 + s)
        if at > until:
            break
        out.add(at)
        n += 1
    return sorted(out)


def expected(line, clock, first_year, years, after, until):
    if line.startswith("R"):
        slots = interval_slots(line, clock, until)
    else:
        slots = cron_slots(line, clock, date(first_year, 1, 1) - timedelta(days=2),
                           date(first_year + years, 1, 1) + timedelta(days=2))
    return array.array("q", slots[bisect.bisect_right(slots, after):bisect.bisect_right(slots, until)])


class Slots:
    """The program that is tested."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, path, after, until, line):
        self.process.stdin.write(f"{path}\t{after}\t{until}\t{line}\n".encode())
        self.process.stdin.flush()
        head = self.process.stdout.readline().decode()
        if head.startswith("- ") or not head:
            return None, head.strip()
        number, counted = map(int, head.split())
        slots = array.array("q")
        slots.frombytes(self.process.stdout.read(8 * number))
        return slots, None if counted == number else f"{counted} are counted of {number}"


def text(instants):
    return ", ".join(f"{datetime.fromtimestamp(i, UTC):%Y-%m-%dT%H:%M:%SZ}" for i in instants[:5])


def main():
    options = argparse.ArgumentParser()
    options.add_argument("program")
    options.add_argument("--full", action="store_true")
    options.add_argument("--zones", type=int)
    options.add_argument("--part", default="1/1")
    options.add_argument("--from", dest="first", type=int, action="append")
    options.add_argument("--years", type=int, default=10)
    options = options.parse_args()
    first_years = FULL if options.full else options.first or [2016]

    groups = zones()
    if not groups:
        print(f"No zones below {ROOT}: install tzdata")
        return SKIPPED
    if options.zones:
        groups.sort(key=lambda names: not set(names) & set(FIRST))
        rest = groups[len(FIRST):]
        step = max(1, len(rest) // max(1, options.zones - len(FIRST)))
        groups = [names[:1] for names in groups[:len(FIRST)] + rest[::step]][:options.zones]
    part, parts = map(int, options.part.split("/"))
    groups = groups[part - 1::parts]

    started = time.monotonic()
    program = Slots(options.program)
    schedules = slots = differ = 0
    for first in first_years:
        after = seconds(datetime(first, 1, 1)) - 1
        until = seconds(datetime(first + options.years, 1, 1)) - 1
        for names in groups:
            clock = Clock(os.path.join(ROOT, names[0]), first - 1, first + options.years + 1)
            for shape in SHAPES:
                line = shape.format(y=first)
                want = expected(line, clock, first, options.years, after, until)
                for name in names:
                    got, error = program.ask(os.path.join(ROOT, name), after, until, line)
                    schedules += 1
                    slots += len(want)
                    if error or got != want:
                        differ += 1
                        more = sorted(set(got or []) - set(want))
                        less = sorted(set(want) - set(got or []))
                        print(f"{name}, {line}: {error or ''} too many: {text(more)}; "
                              f"missing: {text(less)}", flush=True)
    zone_count = sum(map(len, groups))
    print(f"{schedules} schedules ({len(SHAPES)} shapes in {zone_count} zones, {options.years} years "
          f"from each of {first_years}), {slots} slots, {differ} schedules differ, "
          f"{time.monotonic() - started:.0f} s")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
