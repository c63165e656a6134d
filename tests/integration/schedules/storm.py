#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
"""Schedules on a master and two agents that are killed and stopped at random; then check.py looks at what their runs
wrote. Needs root and runc, as agents do."""
import argparse
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).parents[1])]
import check  # noqa: E402
from cluster import Cluster  # noqa: E402

COMMAND = """f=$(mktemp {runs}/$CHRONOS_JOB_NAME.XXXXXX)
printf 'slot %s\\nattempt %s\\n' $CHRONOS_JOB_RUN_TIME $CHRONOS_JOB_RUN_ATTEMPT >> $f
exec 9>> {locks}/$CHRONOS_JOB_NAME
if flock -n 9; then echo lock ok >> $f; else echo lock busy >> $f; fi
date '+start %s.%N' >> $f
sleep {sleep}
date '+end %s.%N' >> $f"""


def create(cluster, base, number, rng):
    rules = {}
    start = int(time.time()) + 5
    for i in range(number):
        period = rng.choice([2, 3, 5, 7, 11])
        sleep = rng.choice([0, 0, 1, period, period + 2])
        rule = {"start": start + rng.randrange(0, 5), "period": period, "epsilon": rng.choice([5, 10, 20]),
                "concurrent": rng.random() < 0.3, "longest": sleep + 2}
        name = f"s{i}"
        iso = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(rule["start"]))
        cluster.ask("POST", "/chronos/v1/scheduler/iso8601", {
            "name": name, "schedule": f"R/{iso}/PT{period}S", "epsilon": f"PT{rule['epsilon']}S", "catchUp": 1000,
            "spread": "PT1S", "concurrent": rule["concurrent"], "retries": 0, "cpus": 0.1, "mem": 32, "disk": 0,
            "gpus": 1 if i % 4 == 0 else 0, "runAsUser": "root",
            "command": COMMAND.format(runs=base / "runs", locks=base / "locks", sleep=sleep)})
        rules[name] = rule
    return rules


def storm(cluster, seconds, rng, outages):
    """Outages: the times in which the master, or all agents, could not act."""
    end = time.time() + seconds
    kills = 0
    while time.time() < end:
        time.sleep(rng.uniform(1, 6))
        what = rng.choice(["master", "agent", "stop", "agents"])
        begin = time.time()
        if what == "master":
            cluster.master.kill()
            time.sleep(rng.choice([0, 0.5, 3, 8]))
            cluster.master.start()
            cluster.wait_for_master()
        elif what == "agent":
            agent = rng.choice(cluster.agents)
            agent.kill()
            time.sleep(rng.choice([0, 1, 4]))
            agent.start()
        elif what == "agents":
            for agent in cluster.agents:
                agent.kill()
            time.sleep(rng.choice([0, 1, 4]))
            for agent in cluster.agents:
                agent.start()
        else:
            stopped = rng.choice([cluster.master, *cluster.agents])
            stopped.process.send_signal(signal.SIGSTOP)
            time.sleep(rng.uniform(0.5, 4))
            stopped.process.send_signal(signal.SIGCONT)
        whose = "master" if what == "master" or (what == "stop" and stopped is cluster.master) else "agent"
        outages.append([begin, time.time(), whose])
        kills += 1
    return kills


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True, help="the folder of muster-agentd")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--schedules", type=int, default=12)
    parser.add_argument("--agents", type=int, default=2)
    parser.add_argument("--port", type=int, default=5093)
    parser.add_argument("--seed", type=int, default=int(os.environ.get("MUSTER_STORM_SEED", "17")))
    parser.add_argument("--keep", action="store_true", help="leave the folder behind")
    options = parser.parse_args()
    if os.geteuid() != 0:
        print("skipped: needs root")
        sys.exit(77)
    rng = random.Random(options.seed)
    base = pathlib.Path(tempfile.mkdtemp(prefix="muster-schedules-"))
    for folder in ("runs", "locks"):
        (base / folder).mkdir()
    cluster = Cluster(base, options.bin, options.port, options.agents,
                      lambda i: [f"--hostname=agent{i}", "--resources=cpus:64;mem:65536;disk:65536"])
    outages, rules = [], {}
    good = False
    try:
        cluster.start()
        rules = create(cluster, base, options.schedules, rng)
        kills = storm(cluster, options.seconds, rng, outages)
        time.sleep(check.HEAL + 5)
        until = time.time()
        for name in rules:
            cluster.ask("PUT", f"/chronos/v1/scheduler/job/pause/{name}")
        (base / "schedules.json").write_text(
            json.dumps({"until": until, "outages": outages, "schedules": rules}))
        time.sleep(check.LAUNCH)
        wrong, count = check.check(base)
        print(f"seed {options.seed}: {kills} kills and stops, " + ", ".join(f"{n} {w}" for w, n in sorted(count.items())))
        for line in wrong[:50]:
            print("WRONG", line)
        good = not wrong and count["run"] > 0
    finally:
        cluster.stop()
        subprocess.run(["pkill", "-f", str(base)], check=False)
        if good and not options.keep:
            shutil.rmtree(base, ignore_errors=True)
        else:
            print("left behind:", base)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
