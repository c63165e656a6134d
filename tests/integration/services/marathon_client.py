#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Muster authors
# SPDX-License-Identifier: Apache-2.0
"""Drives services with python3-marathon 0.13 as Debian has it, unchanged: create, scale, update, roll back, restart,
kill, delete, and the stream of events meanwhile. Needs root and runc, as agents do."""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

try:
    from marathon import MarathonClient
    from marathon.exceptions import MarathonHttpError, NotFoundError
    from marathon.models import MarathonApp
except ImportError:
    print("skipped: python3-marathon is not installed")
    sys.exit(77)

SCENARIO = pathlib.Path(__file__).parents[3] / "resources" / "scenarios" / "h100x8.json"
COMMAND = "while true; do echo $MARATHON_APP_ID $PORT0; sleep 1; done"


def until(what, condition, seconds=60):
    end = time.time() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.time() > end:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.1)


def check(truth, what):
    if not truth:
        raise AssertionError(what)
    print("ok:", what)


def drive(client, events):
    app = client.create_app("/gpu-service", MarathonApp(
        cmd=COMMAND, cpus=0.1, mem=32, gpus=1, instances=1, labels={"HAPROXY_GROUP": "external"},
        port_definitions=[{"port": 10000, "name": "http", "protocol": "tcp"}], networks=[{"mode": "host"}]))
    check(app.id == "/gpu-service" and app.gpus == 1, "an app with a GPU is created")
    first = until("it runs", lambda: running(client, 1))[0]
    check(first.ports and client.get_app("/gpu-service").port_definitions[0].port == 10000, "it has its ports")
    original = client.get_app("/gpu-service").version

    client.scale_app("/gpu-service", instances=3)
    until("three run", lambda: running(client, 3))
    check(first.id in [task.id for task in running(client, 3)], "it is scaled without a restart")

    client.update_app("/gpu-service", MarathonApp(cmd=COMMAND + " #2", instances=2))
    until("the deployment is over", lambda: not client.list_deployments())
    app = client.get_app("/gpu-service", embed_tasks=True)
    check(app.cmd.endswith("#2") and app.gpus == 1, "a part of it is updated")
    check(first.id not in [task.id for task in app.tasks], "its instances are replaced")
    check(len(client.list_versions("/gpu-service")) >= 3, "its versions are kept")

    client.rollback_app("/gpu-service", original)
    until("the deployment is over", lambda: not client.list_deployments())
    check(client.get_app("/gpu-service").cmd == COMMAND, "it is rolled back")

    before = {task.id for task in until("one runs", lambda: running(client, 1))}
    client.restart_app("/gpu-service")
    until("another one runs", lambda: {task.id for task in running(client, 1) or []} - before)
    check(True, "it is restarted")

    victim = until("one runs", lambda: running(client, 1))[0]
    client.kill_task("/gpu-service", victim.id)
    until("another one runs", lambda: [task for task in running(client, 1) or [] if task.id != victim.id])
    check(True, "a killed instance is replaced")

    try:
        client.create_app("/gpu-service", MarathonApp(cmd="true"))
        check(False, "a second app of that name is refused")
    except MarathonHttpError as error:
        check(error.status_code == 409 and "already exists" in error.error_message, "a second app of that name is refused")
    try:
        client.create_app("/docker", MarathonApp(
            cpus=0.1, mem=32, gpus=1, container={"type": "DOCKER", "docker": {"image": "busybox"}}))
        check(False, "GPUs with Docker are refused")
    except MarathonHttpError as error:
        check(error.status_code == 422 and "GPU resources only work with the Mesos containerizer" in error_text(error),
              "GPUs with Docker are refused in Marathon's words")

    client.delete_app("/gpu-service")
    until("it is gone", lambda: not client.list_tasks())
    try:
        client.get_app("/gpu-service")
        check(False, "a deleted app is gone")
    except NotFoundError:
        check(True, "a deleted app is gone")
    kinds = [event.event_type for event in events]
    for kind in ("event_stream_attached", "deployment_info", "deployment_success", "status_update_event",
                 "app_terminated_event"):
        check(kind in kinds, f"{kind} was told")


def error_text(error):  # which the exception does not keep
    context = error.__traceback__
    while context.tb_next:
        context = context.tb_next
    return context.tb_frame.f_locals["response"].text


def running(client, count):
    tasks = [task for task in client.list_tasks("/gpu-service") if task.state == "TASK_RUNNING"]
    return tasks if len(tasks) == count else None


def listen(client, events):
    try:
        for event in client.event_stream():
            events.append(event)
    except Exception as error:  # the master is stopped in the end
        print("events ended:", type(error).__name__, error)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", required=True, help="the folder of muster-agentd")
    parser.add_argument("--port", type=int, default=5094)
    options = parser.parse_args()
    if os.geteuid() != 0:
        print("skipped: needs root")
        sys.exit(77)
    base = pathlib.Path(tempfile.mkdtemp(prefix="muster-services-"))
    credentials = base / "credentials"
    credentials.write_text(json.dumps({"credentials": [{"principal": "ann", "secret": "secret"}]}))
    credentials.chmod(0o600)
    good = False
    with open(base / "log", "wb") as log:
        daemon = subprocess.Popen(
            [str(pathlib.Path(options.bin) / "muster-agentd"), "standalone", f"--work_dir={base}/work",
             f"--port={options.port}", f"--marathon_port={options.port + 100}", f"--simulate={SCENARIO}",
             f"--credentials={credentials}"], stdout=log, stderr=log)
        try:
            client = MarathonClient(f"http://127.0.0.1:{options.port + 100}", username="ann", password="secret", timeout=20)

            def answers():
                try:
                    return client.ping() == b"pong"
                except Exception:
                    return False

            until("the master answers", answers)
            events = []
            threading.Thread(target=listen, args=(client, events), daemon=True).start()
            until("the stream is open", lambda: events)
            drive(client, events)
            good = True
        finally:
            daemon.kill()
            daemon.wait()
            subprocess.run(["pkill", "-f", str(base)], check=False)
    if good:
        shutil.rmtree(base, ignore_errors=True)
    else:
        print("left behind:", base)
    os._exit(0 if good else 1)


if __name__ == "__main__":
    main()
