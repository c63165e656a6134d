# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
"""A master and agents on this machine, for tests that kill and stop them."""
import json
import pathlib
import subprocess
import time
import urllib.request

SCENARIO = pathlib.Path(__file__).parents[2] / "resources" / "scenarios" / "h100x8.json"


class Daemon:
    def __init__(self, base, name, argv):
        self.name, self.argv, self.process = name, argv, None
        self.log = open(base / f"{name}.log", "ab")

    def start(self):
        self.process = subprocess.Popen(self.argv, stdout=self.log, stderr=self.log)

    def kill(self):
        self.process.kill()
        self.process.wait()


class Cluster:
    def __init__(self, base, binaries, port, agents, options=lambda number: [], of_master=()):
        """options: more flags of an agent, by its number."""
        self.base, self.port = base, port
        program = str(pathlib.Path(binaries) / "muster-agentd")
        self.master = Daemon(base, "master", [program, "master", f"--work_dir={base}/master", f"--port={port}", *of_master])
        self.agents = [
            Daemon(base, f"agent{i}", [program, "agent", f"--master=127.0.0.1:{port}", f"--work_dir={base}/agent{i}",
                                       f"--token_file={base}/master/token", f"--simulate={SCENARIO}",
                                       "--host_root=writable", *options(i)])
            for i in range(agents)]

    def ask(self, method, path, body=None):
        token = (self.base / "master" / "token").read_text().strip()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", method=method)
        request.add_header("Authorization", f"Bearer {token}")
        data = None
        if body is not None:
            request.add_header("Content-Type", "application/json")
            data = json.dumps(body).encode()
        with urllib.request.urlopen(request, data, timeout=30) as answer:
            return answer.read()

    def start(self):
        self.master.start()
        self.wait_for_master()
        for agent in self.agents:
            agent.start()
        self.wait_for_agents()

    def wait_for_agents(self):
        end = time.time() + 60
        while len(json.loads(self.ask("GET", "/slaves"))["slaves"]) < len(self.agents):
            if time.time() > end:
                raise RuntimeError(f"no agents: see the logs in {self.base}")
            time.sleep(0.2)

    def wait_for_master(self):
        end = time.time() + 60
        while True:
            try:
                return self.ask("GET", "/chronos/v1/scheduler/jobs/summary")
            except OSError:
                if time.time() > end:
                    raise
                time.sleep(0.05)

    def stop(self):
        for daemon in [*self.agents, self.master]:
            if daemon.process and daemon.process.poll() is None:
                daemon.kill()
