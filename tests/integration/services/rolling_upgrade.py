#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
"""A service behind HAProxy is upgraded, and upgraded again while an agent is killed, under a client that asks a hundred
times a second: no request may fail. Needs root, runc and haproxy."""
import argparse
import http.client
import json
import os
import pathlib
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

PORT = 10180  # of the service, at HAProxy

# Answers with its version, and for some seconds after SIGTERM, until HAProxy has heard that it goes.
SERVER = """import http.server, os, signal, threading, time
class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = os.environ["VERSION"].encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_):
        pass
server = http.server.ThreadingHTTPServer(("0.0.0.0", int(os.environ["PORT0"])), Answer)
server.socket.listen(512)
def stop(*_):
    threading.Thread(target=lambda: (time.sleep(4), os._exit(0))).start()
signal.signal(signal.SIGTERM, stop)
server.serve_forever()
"""


def app(version, instances):
    return {
        "id": "/front", "cmd": f"exec /usr/bin/python3 -c '{SERVER}'", "instances": instances, "cpus": 0.1, "mem": 64,
        "gpus": 1, "env": {"VERSION": version}, "labels": {"HAPROXY_GROUP": "external", "HAPROXY_0_MODE": "http"},
        "networks": [{"mode": "host"}], "portDefinitions": [{"port": PORT, "protocol": "tcp"}],
        "healthChecks": [{"protocol": "MESOS_HTTP", "path": "/", "portIndex": 0, "intervalSeconds": 1,
                          "timeoutSeconds": 2, "gracePeriodSeconds": 20, "maxConsecutiveFailures": 5}],
        "taskKillGracePeriodSeconds": 10,
        "upgradeStrategy": {"minimumHealthCapacity": 1, "maximumOverCapacity": 0.5}}


class Proxy:
    """HAProxy with the configuration that the master writes, reloaded when that changes."""

    def __init__(self, cluster, base):
        self.cluster, self.base, self.text, self.process, self.reloads = cluster, base, "", None, 0
        # What stays open over a reload.
        (base / "own.cfg").write_text(f"global\n  stats socket {base}/haproxy.sock mode 600 expose-fd listeners level admin\n")
        self.running = True
        self.thread = threading.Thread(target=self.follow, daemon=True)
        self.thread.start()

    def follow(self):
        while self.running:
            try:
                text = self.cluster.ask("GET", "/marathon/haproxy?group=external").decode()
            except OSError:
                text = self.text  # a master that is away changes nothing
            if text != self.text:
                self.text = text
                (self.base / "haproxy.cfg").write_text(text)
                self.load()
            time.sleep(0.2)

    def load(self):
        if self.process is None:
            self.process = subprocess.Popen(
                ["haproxy", "-W", "-f", str(self.base / "own.cfg"), "-f", str(self.base / "haproxy.cfg")],
                stdout=subprocess.DEVNULL, stderr=open(self.base / "haproxy.log", "ab"))
            time.sleep(0.5)
        else:
            self.process.send_signal(signal.SIGUSR2)
            self.reloads += 1

    def stop(self):
        self.running = False
        self.thread.join()
        if self.process:
            self.process.terminate()
            self.process.wait()


class Client:
    """Asks so many times a second, each time on a connection of its own."""

    def __init__(self, rate):
        self.rate, self.answers, self.failed, self.running = rate, {}, [], True
        self.lock = threading.Lock()
        self.threads = [threading.Thread(target=self.ask_again, args=(i,), daemon=True) for i in range(10)]
        for thread in self.threads:
            thread.start()

    def ask_again(self, number):
        due = time.monotonic() + number / self.rate
        while self.running:
            time.sleep(max(0.0, due - time.monotonic()))
            due += len(self.threads) / self.rate
            try:
                connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=10)
                connection.request("GET", "/")
                answer = connection.getresponse()
                text = answer.read().decode() if answer.status == 200 else f"status {answer.status}"
                connection.close()
            except OSError as error:
                text = repr(error)
            except http.client.HTTPException as error:
                text = repr(error)
            with self.lock:
                if text.startswith("v"):
                    self.answers[text] = self.answers.get(text, 0) + 1
                else:
                    self.failed.append(f"{time.strftime('%H:%M:%S')} {text}")

    def stop(self):
        self.running = False
        for thread in self.threads:
            thread.join()


def until(what, condition, seconds=120):
    end = time.time() + seconds
    while not condition():
        if time.time() > end:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.2)


def upgrade(cluster, version, instances, halfway=None):
    before = {task["id"] for task in state(cluster)["tasks"]}
    cluster.ask("PUT", "/marathon/v2/apps//front?partialUpdate=false", app(version, instances))
    if halfway:
        until("half of them are new", lambda: sum(
            task["id"] not in before and task["state"] == "TASK_RUNNING"
            for task in state(cluster)["tasks"]) >= instances // 2)
        halfway()
    until("the deployment is over", lambda: json.loads(cluster.ask("GET", "/marathon/v2/deployments")) == [])
    after = state(cluster)
    assert after["tasksHealthy"] == instances and not before & {task["id"] for task in after["tasks"]}, after


def state(cluster):
    return json.loads(cluster.ask("GET", "/marathon/v2/apps//front?embed=app.tasks&embed=app.counts"))["app"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True, help="the folder of muster-agentd")
    parser.add_argument("--port", type=int, default=5096)
    parser.add_argument("--instances", type=int, default=4)
    parser.add_argument("--rate", type=int, default=100)
    options = parser.parse_args()
    if os.geteuid() != 0 or not shutil.which("haproxy") or not shutil.which("runc"):
        print("skipped: needs root, runc and haproxy")
        sys.exit(77)
    base = pathlib.Path(tempfile.mkdtemp(prefix="muster-upgrade-"))
    cluster = Cluster(base, options.bin, options.port, 2, lambda i: [
        f"--hostname=127.0.0.{i + 1}", f"--resources=cpus:64;mem:65536;disk:65536;ports:[{31000 + 200 * i}-{31199 + 200 * i}]"])
    proxy = client = None
    good = False
    try:
        cluster.start()
        cluster.ask("POST", "/marathon/v2/apps", app("v1", options.instances))
        until("it is healthy", lambda: state(cluster)["tasksHealthy"] == options.instances)
        proxy = Proxy(cluster, base)
        until("HAProxy has it", lambda: proxy.process is not None)
        client = Client(options.rate)
        time.sleep(2)
        upgrade(cluster, "v2", options.instances)

        def kill_an_agent():
            agent = cluster.agents[0]
            agent.kill()
            time.sleep(2)
            agent.start()

        upgrade(cluster, "v3", options.instances, kill_an_agent)
        time.sleep(6)  # the last old ones end
        client.stop()
        asked = sum(client.answers.values()) + len(client.failed)
        print(f"{asked} requests, {client.answers}, {proxy.reloads} reloads, {len(client.failed)} failed")
        for line in client.failed[:20]:
            print("FAILED", line)
        good = not client.failed and all(version in client.answers for version in ("v1", "v2", "v3"))
        cluster.ask("DELETE", "/marathon/v2/apps//front")
        until("it is gone", lambda: json.loads(cluster.ask("GET", "/marathon/v2/tasks"))["tasks"] == [])
    except urllib.error.HTTPError as error:
        print("refused:", error.url, error.code, error.read().decode())
    finally:
        if client:
            client.running = False
        if proxy:
            proxy.stop()
        cluster.stop()
        subprocess.run(["pkill", "-f", str(base)], check=False)
        if good:
            shutil.rmtree(base, ignore_errors=True)
        else:
            print("left behind:", base)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
