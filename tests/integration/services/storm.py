#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
"""A service whose instances crash and whose checks flap, on agents that are killed, stopped and lost, under a master that
is killed, and upgraded meanwhile: never more processes than its count plus the surge, and all of them in the end. What
runs is what /proc says, not what the daemons say. Needs root and runc, as agents do."""
import argparse
import json
import math
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from cluster import Cluster  # noqa: E402

SURGE = 0.2
RANDOM_BYTE = "$(od -An -N1 -tu1 /dev/urandom)"


def app(mark, version, instances, calm):
    """Not calm: an instance ends by itself after a while, one time in two badly, and one check in eight fails."""
    life = f": {mark}; while true; do sleep 1; " + ("" if calm else f"[ {RANDOM_BYTE} -gt 6 ] || exit $(({RANDOM_BYTE} % 2)); ") + "done"
    return {
        "id": "/storm", "cmd": life, "instances": instances, "cpus": 0.1, "mem": 32, "env": {"VERSION": str(version)},
        "healthChecks": [{"protocol": "COMMAND", "command": {"value": "true" if calm else f"[ {RANDOM_BYTE} -gt 32 ]"},
                          "intervalSeconds": 2, "timeoutSeconds": 10, "gracePeriodSeconds": 5, "maxConsecutiveFailures": 2}],
        "backoffSeconds": 1, "maxLaunchDelaySeconds": 5, "taskKillGracePeriodSeconds": 1,
        "unreachableStrategy": {"inactiveAfterSeconds": 0, "expungeAfterSeconds": 0},
        "upgradeStrategy": {"minimumHealthCapacity": 0.5, "maximumOverCapacity": SURGE}}


def processes(mark):
    """The instances that run, with their processes."""
    out = {}
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and mark in (entry / "cmdline").read_bytes().decode(errors="replace"):
                for line in (entry / "environ").read_bytes().split(b"\0"):
                    if line.startswith(b"MESOS_TASK_ID="):
                        out.setdefault(line.split(b"=", 1)[1].decode(), []).append(int(entry.name))
        except OSError:
            pass  # it has ended
    return out


class Watch:
    def __init__(self, mark, most):
        self.mark, self.most, self.highest, self.wrong, self.seen, self.running = mark, most, 0, [], set(), True
        self.thread = threading.Thread(target=self.look, daemon=True)
        self.thread.start()

    def look(self):
        while self.running:
            live = processes(self.mark)
            self.seen.update(live)
            self.highest = max(self.highest, len(live))
            if len(live) > self.most:
                self.wrong.append(f"{time.strftime('%H:%M:%S')}: {len(live)} instances run, at most {self.most} may")
            time.sleep(0.2)

    def stop(self):
        self.running = False
        self.thread.join()


def until(what, condition, seconds=180):
    end = time.time() + seconds
    while not condition():
        if time.time() > end:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.5)


def put(cluster, body):
    for _ in range(100):
        try:
            return cluster.ask("PUT", "/marathon/v2/apps//storm?force=true&partialUpdate=false", body)
        except urllib.error.HTTPError as error:
            if error.code != 503:
                raise
        except OSError:
            pass  # the master is away
        time.sleep(0.2)
    raise AssertionError("the service cannot be changed")


def lose(cluster, agent, mark):
    """As if its machine were gone: the daemon and what it runs, for longer than the master waits."""
    agent.kill()
    for task, pids in processes(mark).items():
        if any(f"/agent{cluster.agents.index(agent)}/" in place(pid) for pid in pids):
            for pid in pids:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
    time.sleep(8)
    agent.start()


def place(pid):
    try:
        return (pathlib.Path("/proc") / str(pid) / "environ").read_bytes().decode(errors="replace") + os.readlink(f"/proc/{pid}/cwd")
    except OSError:
        return ""


def storm(cluster, seconds, rng, mark, instances):
    end, version, faults = time.time() + seconds, 1, {}
    while time.time() < end:
        time.sleep(rng.uniform(1, 5))
        what = rng.choice(["master", "agent", "agents", "stop", "lose", "upgrade", "kill"])
        faults[what] = faults.get(what, 0) + 1
        if what == "master":
            cluster.master.kill()
            time.sleep(rng.choice([0, 1, 3]))
            cluster.master.start()
            cluster.wait_for_master()
        elif what == "agent":
            agent = rng.choice(cluster.agents)
            agent.kill()
            time.sleep(rng.choice([0, 1]))
            agent.start()
        elif what == "agents":
            for agent in cluster.agents:
                agent.kill()
            for agent in cluster.agents:
                agent.start()
        elif what == "stop":
            process = rng.choice([cluster.master, *cluster.agents]).process
            process.send_signal(signal.SIGSTOP)
            time.sleep(rng.uniform(0.5, 2))
            process.send_signal(signal.SIGCONT)
        elif what == "lose":
            lose(cluster, rng.choice(cluster.agents), mark)
        elif what == "upgrade":
            version += 1
            put(cluster, app(mark, version, instances, False))
        else:
            for pids in rng.sample(sorted(processes(mark).values()), k=min(3, len(processes(mark)))):
                for pid in pids:
                    try:
                        os.kill(pid, signal.SIGKILL)
                    except ProcessLookupError:
                        pass
    return version, faults


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True, help="the folder of muster-agentd")
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--instances", type=int, default=20)
    parser.add_argument("--port", type=int, default=5097)
    parser.add_argument("--seed", type=int, default=int(os.environ.get("MUSTER_STORM_SEED", "17")))
    options = parser.parse_args()
    if os.geteuid() != 0 or not shutil.which("runc"):
        print("skipped: needs root and runc")
        sys.exit(77)
    rng = random.Random(options.seed)
    base = pathlib.Path(tempfile.mkdtemp(prefix="muster-services-storm-"))
    mark = base.name
    cluster = Cluster(base, options.bin, options.port, 3,
                      lambda i: [f"--hostname=agent{i}", "--resources=cpus:64;mem:65536;disk:65536;gpus:0"],
                      ["--agent_ping_timeout=2secs", "--max_agent_ping_timeouts=2", "--gpu_scheduling_behavior=unrestricted"])
    watch, good = None, False
    try:
        cluster.start()
        cluster.ask("POST", "/marathon/v2/apps", app(mark, 1, options.instances, False))
        watch = Watch(mark, options.instances + math.ceil(options.instances * SURGE))
        version, faults = storm(cluster, options.seconds, rng, mark, options.instances)
        put(cluster, app(mark, version + 1, options.instances, True))

        def whole():
            try:
                told = json.loads(cluster.ask("GET", "/marathon/v2/apps//storm?embed=app.tasks&embed=app.counts"))["app"]
            except OSError:
                return False
            return (not told["deployments"] and told["tasksHealthy"] == options.instances
                    and {task["id"] for task in told["tasks"]} == set(processes(mark)))

        until("all instances run, and no other process of it", whole)
        time.sleep(5)
        assert whole(), "it does not stay so"
        watch.stop()
        print(f"seed {options.seed}: faults {faults}; {len(watch.seen)} instances, at most {watch.highest} at a time "
              f"(allowed {watch.most}), {len(processes(mark))} in the end, {len(watch.wrong)} wrong")
        for line in watch.wrong[:20]:
            print("WRONG", line)
        cluster.ask("DELETE", "/marathon/v2/apps//storm")
        until("none of it is left", lambda: not processes(mark))
        good = not watch.wrong
    except urllib.error.HTTPError as error:
        print("refused:", error.url, error.code, error.read().decode())
    finally:
        if watch:
            watch.running = False
        cluster.stop()
        subprocess.run(["pkill", "-f", mark], check=False)
        if good:
            shutil.rmtree(base, ignore_errors=True)
        else:
            print("left behind:", base)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
