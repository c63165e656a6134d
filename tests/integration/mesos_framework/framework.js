// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// A framework on mesos-framework@0.5.3, untouched. Says one line for each thing that happens and obeys one-word
// commands in a FIFO, so that a test can lead it: cpu, gpu, kill, drop, reconcile, teardown.
// Usage: node framework.js PORT FIFO
"use strict";

const fs = require("fs");
const path = require("path");
const readline = require("readline");
const Mesos = require("mesos-framework");
const defaults = require("mesos-framework/lib/schedulerHandlers");

const Scheduler = Mesos.Scheduler;
const mesos = Mesos.Mesos.getMesos();

const say = (...words) => console.log(words.join(" "));
const scalar = (name, value) => ({ name, type: "SCALAR", scalar: { value } });
const gpusOf = (offer) =>
  offer.resources.filter((r) => r.name === "gpus").reduce((sum, r) => sum + r.scalar.value, 0);

let wantsGpu = false;

const scheduler = new Scheduler({
  masterUrl: "127.0.0.1",
  port: process.argv[2],
  frameworkName: "third party",
  frameworkFailoverTimeout: 60,
  masterConnectionTimeout: 60,
  exponentialBackoffMinimum: 0.1,
  logging: { path: path.dirname(process.argv[3]), fileName: "framework.log", level: "error" },
  handlers: {
    // The library knows no GPUs: a task with one is launched by hand, all else is left to the library.
    OFFERS: function (offers) {
      offers.offers.forEach((offer) => say("offer", offer.url.address.ip, "gpus", gpusOf(offer)));
      const first = offers.offers[0];
      if (!wantsGpu || gpusOf(first) === 0) {
        defaults.OFFERS.call(this, offers);
        return;
      }
      wantsGpu = false;
      this.accept([first.id], {
        type: "LAUNCH",
        launch: {
          task_infos: [{
            name: "gpu-task",
            task_id: { value: "gpu-task" },
            agent_id: first.agent_id,
            resources: [scalar("cpus", 0.5), scalar("mem", 64), scalar("gpus", 1)],
            command: { value: "test \"$NVIDIA_VISIBLE_DEVICES\" != void && sleep 0.2" },
          }],
        },
      }, null);
    },
  },
});

const commands = {
  cpu() {
    scheduler.pendingTasks.push({
      name: "cpu-task",
      isSubmitted: false,
      resources: { cpus: 0.5, mem: 64, ports: 0, disk: 0 },
      commandInfo: new mesos.CommandInfo(null, null, true, "sleep 300", null, null),
    });
    scheduler.revive();
  },
  gpu() {
    wantsGpu = true;
    scheduler.revive();
  },
  kill() {
    const task = scheduler.launchedTasks[0];
    scheduler.kill(task.taskId, task.runtimeInfo.agentId);
  },
  drop() {
    scheduler.httpRequest.destroy();
  },
  reconcile() {
    scheduler.reconcile();
  },
  teardown() {
    scheduler.teardown();
  },
};

scheduler.on("ready", () => scheduler.subscribe());
scheduler.on("subscribed", (event) => say("subscribed", event.frameworkId));
scheduler.on("heartbeat", () => say("heartbeat"));
scheduler.on("update", (update) => {
  const status = update.status;
  say("update", status.task_id.value, status.state, status.source, status.reason || "-");
});
scheduler.on("sent_teardown", () => process.exit(0));
scheduler.on("error", (error) => say("error", error.message || error));

// Opened for writing too, so that it never ends.
const fifo = fs.createReadStream(null, { fd: fs.openSync(process.argv[3], "r+") });
readline.createInterface({ input: fifo }).on("line", (word) => commands[word]());
