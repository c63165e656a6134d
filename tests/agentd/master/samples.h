// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/cluster/master.h"
#include "core/kernel/jobs/scheduler.h"
#include "core/proto/task.h"

// A task and a job with something in every field that people or the journal read.
namespace muster::agentd {

inline const Instant kThen{std::chrono::milliseconds(1'700'000'000'123)};

inline cluster::Task task(TaskState state) {
    mesos::v1::TaskInfo payload;
    payload.set_name("train");
    payload.mutable_task_id()->set_value("t");
    payload.mutable_agent_id()->set_value("S0");
    payload.mutable_command()->set_value("python3 train.py");
    payload.mutable_command()->set_user("alice");
    cluster::Task out{.framework = {"F"},
        .info = proto::fromProto(payload),
        .gpus = {{"GPU-a"}, {"GPU-b"}},
        .hostname = "node-1",
        .created = kThen,
        .started = kThen + std::chrono::seconds(1)};
    out.info.resources = *Resources::parse("cpus:2;mem:64;gpus:2");
    out.latest = {.task = {"t"},
        .state = state,
        .source = StatusSource::Executor,
        .reason = Reason::ContainerLimitationMemory,
        .message = "Memory limit exceeded",
        .at = kThen + std::chrono::seconds(2),
        .agent = {"S0"},
        .exitCode = 137,
        .signal = 9,
        .killedBy = cluster::KilledBy{"alice", "wrong data"},
        .memoryExceeded = cluster::MemoryExceeded{Bytes::mebi(64), Bytes::mebi(65)},
        .launchStep = LaunchStep::Image};
    if (isTerminal(state)) {
        out.ended = out.latest.at;
    }
    return out;
}

inline jobs::Job job(JobState state) {
    jobs::Job out{.id = {"job-3"},
        .spec = {.name = "train",
            .user = "alice",
            .command = "python3 train.py",
            .resources = *Resources::parse("cpus:2;gpus:2"),
            .constraints = {{"gpu", "K40"}, {"rack", "abc"}},
            .linked = true,
            .priority = -4,
            .retries = 3,
            .killGrace = std::chrono::seconds(30),
            .payload = std::string("\0bytes", 6)},
        .state = state,
        .attempts = 2,
        .failures = 1,
        .task = TaskId{"job-3.2"},
        .agent = {"S0"},
        .launched = true,
        .killing = true,
        .message = "Command exited with status 1",
        .submitted = kThen,
        .started = kThen + std::chrono::seconds(1)};
    out.notBefore = kThen + std::chrono::seconds(3);
    out.why = "killed by bob: too slow";
    out.killedBy = cluster::KilledBy{"bob", "too slow"};
    return out;
}

} // namespace muster::agentd
