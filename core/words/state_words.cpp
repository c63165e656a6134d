// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/words/state_words.h"

#include "core/proto/live_row.h"
#include "core/proto/states.h"

namespace muster::words {

namespace {

struct Shown {
    std::string_view word;
    Mark mark = Mark::None;
};

Shown shown(GpuState state) {
    switch (state) {
    case GpuState::Free:
        return {"Free", Mark::Free};
    case GpuState::Offered:
        return {"Offered", Mark::Offered};
    case GpuState::Allocated:
        return {"Busy", Mark::Busy};
    case GpuState::Draining:
        return {"Draining", Mark::Draining};
    case GpuState::Restricted:
        return {"Restricted", Mark::Restricted};
    case GpuState::Unhealthy:
        return {"Unhealthy", Mark::Bad};
    case GpuState::Lost:
        return {"Lost", Mark::Lost};
    case GpuState::Occupied:
        return {"In use outside", Mark::Waiting};
    case GpuState::NoData:
        return {"No data", Mark::Lost};
    }
    return {};
}

Shown shown(AgentState state) {
    switch (state) {
    case AgentState::Active:
        return {"Active", Mark::Good};
    case AgentState::Disconnected:
        return {"Disconnected", Mark::Waiting};
    case AgentState::Unreachable:
        return {"Unreachable", Mark::Lost};
    }
    return {};
}

Shown shown(TaskState state) {
    switch (state) {
    case TaskState::Starting:
        return {"Starting", Mark::Waiting};
    case TaskState::Running:
        return {"Running", Mark::Busy};
    case TaskState::Finished:
        return {"Finished", Mark::Good};
    case TaskState::Failed:
        return {"Failed", Mark::Bad};
    case TaskState::Killed:
        return {"Killed", Mark::Stopped};
    case TaskState::Lost:
        return {"Lost", Mark::Lost};
    case TaskState::Staging:
        return {"Staging", Mark::Waiting};
    case TaskState::Error:
        return {"Error", Mark::Bad};
    case TaskState::Killing:
        return {"Killing", Mark::Draining};
    case TaskState::Dropped:
        return {"Dropped", Mark::Lost};
    case TaskState::Unreachable:
        return {"Unreachable", Mark::Lost};
    case TaskState::Gone:
        return {"Gone", Mark::Lost};
    case TaskState::GoneByOperator:
        return {"Gone by operator", Mark::Lost};
    case TaskState::Unknown:
        return {"Unknown", Mark::Lost};
    }
    return {};
}

Shown shown(JobState state) {
    switch (state) {
    case JobState::Queued:
        return {"Queued", Mark::Waiting};
    case JobState::Running:
        return {"Running", Mark::Busy};
    case JobState::Finished:
        return {"Finished", Mark::Good};
    case JobState::Failed:
        return {"Failed", Mark::Bad};
    case JobState::Killed:
        return {"Killed", Mark::Stopped};
    }
    return {};
}

Shown shown(WaitReason reason) {
    switch (reason) {
    case WaitReason::None:
        return {"", Mark::None};
    case WaitReason::Resources:
        return {"Resources", Mark::Waiting};
    case WaitReason::Gpus:
        return {"GPUs", Mark::Waiting};
    case WaitReason::GpuType:
        return {"GPU type", Mark::Waiting};
    case WaitReason::Links:
        return {"Links", Mark::Waiting};
    case WaitReason::Restricted:
        return {"Restricted", Mark::Restricted};
    case WaitReason::Priority:
        return {"Priority", Mark::Waiting};
    case WaitReason::BackOff:
        return {"Back-off", Mark::Waiting};
    case WaitReason::NoAgents:
        return {"No nodes", Mark::Lost};
    case WaitReason::Held:
        return {"Held", Mark::Restricted};
    case WaitReason::Quota:
        return {"Quota", Mark::Waiting};
    }
    return {};
}

Shown shown(RefusalReason reason) {
    switch (reason) {
    case RefusalReason::Declined:
        return {"Declined", Mark::Waiting};
    case RefusalReason::Rescinded:
        return {"Rescinded", Mark::Waiting};
    case RefusalReason::Suppressed:
        return {"Suppressed", Mark::Restricted};
    case RefusalReason::NoGpuCapability:
        return {"No GPU capability", Mark::Restricted};
    }
    return {};
}

Shown shown(alerts::Severity severity) {
    switch (severity) {
    case alerts::Severity::Critical:
        return {"Critical", Mark::Bad};
    case alerts::Severity::Warning:
        return {"Warning", Mark::Waiting};
    }
    return {};
}

std::string_view word(alerts::Rule rule) {
    switch (rule) {
    case alerts::Rule::GpuUnhealthy:
        return "GPU unhealthy";
    case alerts::Rule::GpuLost:
        return "GPU lost";
    case alerts::Rule::AgentUnreachable:
        return "Node unreachable";
    case alerts::Rule::GpuHot:
        return "GPU hot";
    case alerts::Rule::GpuIdleHold:
        return "GPU held but idle";
    case alerts::Rule::JobWaitsLong:
        return "Job pending too long";
    case alerts::Rule::GpuOccupied:
        return "GPU in use outside Muster";
    case alerts::Rule::NodeCannotLaunch:
        return "Node cannot launch";
    case alerts::Rule::DriverBroken:
        return "Driver broken";
    case alerts::Rule::DeviceRulesChanged:
        return "Device rules changed";
    case alerts::Rule::GpuClaimedTwice:
        return "GPU claimed twice";
    case alerts::Rule::DiskFull:
        return "Disk full";
    case alerts::Rule::JournalOlder:
        return "Journal is an older copy";
    }
    return {};
}

Shown shown(alerts::Rule rule) {
    return {word(rule), shown(alerts::info(rule).severity).mark};
}

constexpr std::string_view kDraining = "Draining";
constexpr std::string_view kDrained = "Drained";
constexpr std::string_view kClosed = "Closed";
constexpr std::string_view kRowWords[] = {kDraining, kDrained, kClosed, kNoDataSince};

template <typename Wire>
StateWords of(Wire wire) {
    const auto known = proto::fromProto(wire);
    if (!known) {
        return {.word = proto::word(wire)};
    }
    const auto [word, mark] = shown(*known);
    StateWords out{.word = word, .mark = mark};
    if constexpr (requires { wording(*known); }) {
        out.sentence = wording(*known).sentence;
        out.remedy = wording(*known).remedy;
    }
    return out;
}

} // namespace

StateWords wordsOf(v1::Gpu::State state) {
    if (state == v1::Gpu::UNAVAILABLE) { // out of service until somebody changes that
        return {.word = "Unavailable",
            .sentence = "No task holds the GPU, but its node accepts no new work",
            .mark = Mark::Restricted};
    }
    return of(state);
}

StateWords wordsOf(v1::Agent::State state) {
    return of(state);
}

StateWords wordsOf(v1::Task::State state) {
    return of(state);
}

StateWords wordsOf(v1::Job::State state) {
    return of(state);
}

StateWords wordsOf(v1::Job::WaitReason reason) {
    return of(reason);
}

StateWords wordsOf(v1::Refusals::Reason reason) {
    return of(reason);
}

StateWords wordsOf(v1::Alert::Rule rule) {
    return of(rule);
}

StateWords wordsOf(v1::Alert::Severity severity) {
    return of(severity);
}

StateWords wordsOf(const v1::Gpu& gpu) {
    auto out = wordsOf(gpu.state());
    if (gpu.no_data_since_ms() != 0) {
        out.word = kNoDataSince;
    }
    return out;
}

// A machine that is not there at all is told of first.
StateWords wordsOf(const v1::Agent& agent) {
    if (proto::isLive(agent) && agent.has_drain()) {
        return {.word = agent.drain().done() ? kDrained : kDraining, .mark = Mark::Draining};
    }
    if (proto::isLive(agent) && !agent.closed().empty()) {
        return {.word = kClosed, .mark = Mark::Restricted};
    }
    if (agent.state() == v1::Agent::ACTIVE && !proto::isLive(agent)) { // its samples stay away
        return {.word = kNoDataSince, .mark = Mark::Lost};
    }
    return wordsOf(agent.state());
}

StateWords wordsOf(const v1::Job& job) {
    return job.has_hold() ? wordsOf(v1::Job::HELD) : wordsOf(job.state());
}

std::span<const std::string_view> rowWords() {
    return kRowWords;
}

Mark markOf(v1::AuditRow::Kind kind) {
    switch (proto::fromProto(kind).value_or(AuditKind::Other)) {
    case AuditKind::Other:
        break;
    case AuditKind::AlertRaised:
    case AuditKind::AgentRefused:
        return Mark::Bad;
    case AuditKind::AlertEnded:
    case AuditKind::AgentJoined:
        return Mark::Good;
    case AuditKind::AgentLeft:
        return Mark::Lost;
    case AuditKind::GpuRestricted:
        return Mark::Restricted;
    case AuditKind::NodeDrained:
        return Mark::Draining;
    }
    return Mark::None;
}

} // namespace muster::words
