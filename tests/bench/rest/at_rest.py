#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
"""What 50,000 schedules and 5,000 services cost a master while nothing is due, and how long their lists take.

    python3 tests/bench/rest/at_rest.py --bin=build/release/bin"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import urllib.request


def cpu_of(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) // 1024
    return 0


class Master:
    def __init__(self, binaries, base, port):
        self.base, self.port = base, port
        self.log = open(base / "log", "wb")
        self.process = subprocess.Popen(
            [str(pathlib.Path(binaries) / "muster-agentd"), "master", f"--work_dir={base}/work", f"--port={port}"],
            stdout=self.log, stderr=self.log)
        end = time.time() + 60
        while True:
            try:
                self.ask("GET", "/healthz")
                return
            except OSError:
                if time.time() > end:
                    raise
                time.sleep(0.1)

    def ask(self, method, path, body=None):
        token = (self.base / "work" / "token").read_text().strip()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", method=method)
        request.add_header("Authorization", f"Bearer {token}")
        data = None
        if body is not None:
            request.add_header("Content-Type", "application/json")
            data = json.dumps(body).encode()
        with urllib.request.urlopen(request, data, timeout=120) as answer:
            return answer.read()

    def timed(self, path, times=5):
        best, size = float("inf"), 0
        for _ in range(times):
            begin = time.perf_counter()
            size = len(self.ask("GET", path))
            best = min(best, time.perf_counter() - begin)
        return f"{best * 1000:.0f} ms, {size / 1e6:.1f} MB"

    def share(self, seconds):
        begin = cpu_of(self.process.pid)
        time.sleep(seconds)
        return (cpu_of(self.process.pid) - begin) / seconds * 100


def fill(number, make):
    begin = time.time()
    with concurrent.futures.ThreadPoolExecutor(32) as pool:
        list(pool.map(make, range(number), chunksize=64))
    return time.time() - begin


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--schedules", type=int, default=50_000)
    parser.add_argument("--services", type=int, default=5_000)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--port", type=int, default=5095)
    options = parser.parse_args()
    base = pathlib.Path(tempfile.mkdtemp(prefix="muster-rest-"))
    master = Master(options.bin, base, options.port)
    try:
        print(f"empty: {master.share(options.seconds):.2f} % of a core, {memory_of(master.process.pid)} MiB")
        took = fill(options.schedules, lambda i: master.ask("POST", "/chronos/v1/scheduler/iso8601", {
            "name": f"s{i}", "command": "true", "schedule": f"{i % 60} {i % 24} 1 1 *", "scheduleTimeZone": "Europe/Rome"}))
        print(f"{options.schedules} schedules made in {took:.1f} s")
        print(f"at rest: {master.share(options.seconds):.2f} % of a core, {memory_of(master.process.pid)} MiB")
        print("GET /jobs:", master.timed("/chronos/v1/scheduler/jobs"))
        took = fill(options.services, lambda i: master.ask("POST", "/marathon/v2/apps", {
            "id": f"/group{i % 50}/app{i}", "cmd": "sleep 1000", "cpus": 1, "mem": 32, "gpus": 1, "instances": 0,
            "labels": {"a": "b"}}))
        print(f"{options.services} services made in {took:.1f} s")
        print(f"at rest: {master.share(options.seconds):.2f} % of a core, {memory_of(master.process.pid)} MiB")
        print("GET /v2/apps:", master.timed("/marathon/v2/apps"))
        print("GET /v2/groups:", master.timed("/marathon/v2/groups"))
    finally:
        master.process.kill()
        shutil.rmtree(base, ignore_errors=True)


if __name__ == "__main__":
    main()
