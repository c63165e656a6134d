// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/mark.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include <QCoreApplication>

#include "core/proto/states.h"
#include "widgets/models/text.h"

namespace muster::models {

namespace {

template <typename Enum>
struct Row {
    Enum state;
    const char* word;
    Mark mark;
};

constexpr Row<GpuState> kGpus[] = {
    {GpuState::Free, QT_TRANSLATE_NOOP("State", "Free"), Mark::Free},
    {GpuState::Offered, QT_TRANSLATE_NOOP("State", "Offered"), Mark::Offered},
    {GpuState::Allocated, QT_TRANSLATE_NOOP("State", "Busy"), Mark::Busy},
    {GpuState::Draining, QT_TRANSLATE_NOOP("State", "Draining"), Mark::Draining},
    {GpuState::Restricted, QT_TRANSLATE_NOOP("State", "Restricted"), Mark::Restricted},
    {GpuState::Unhealthy, QT_TRANSLATE_NOOP("State", "Unhealthy"), Mark::Bad},
    {GpuState::Lost, QT_TRANSLATE_NOOP("State", "Lost"), Mark::Lost},
    {GpuState::Occupied, QT_TRANSLATE_NOOP("State", "In use outside"), Mark::Waiting},
    {GpuState::NoData, QT_TRANSLATE_NOOP("State", "No data"), Mark::Lost},
};

constexpr Row<AgentState> kAgents[] = {
    {AgentState::Active, QT_TRANSLATE_NOOP("State", "Active"), Mark::Good},
    {AgentState::Disconnected, QT_TRANSLATE_NOOP("State", "Disconnected"), Mark::Waiting},
    {AgentState::Unreachable, QT_TRANSLATE_NOOP("State", "Unreachable"), Mark::Lost},
};

constexpr Row<TaskState> kTasks[] = {
    {TaskState::Starting, QT_TRANSLATE_NOOP("State", "Starting"), Mark::Waiting},
    {TaskState::Running, QT_TRANSLATE_NOOP("State", "Running"), Mark::Busy},
    {TaskState::Finished, QT_TRANSLATE_NOOP("State", "Finished"), Mark::Good},
    {TaskState::Failed, QT_TRANSLATE_NOOP("State", "Failed"), Mark::Bad},
    {TaskState::Killed, QT_TRANSLATE_NOOP("State", "Killed"), Mark::Stopped},
    {TaskState::Lost, QT_TRANSLATE_NOOP("State", "Lost"), Mark::Lost},
    {TaskState::Staging, QT_TRANSLATE_NOOP("State", "Staging"), Mark::Waiting},
    {TaskState::Error, QT_TRANSLATE_NOOP("State", "Error"), Mark::Bad},
    {TaskState::Killing, QT_TRANSLATE_NOOP("State", "Killing"), Mark::Draining},
    {TaskState::Dropped, QT_TRANSLATE_NOOP("State", "Dropped"), Mark::Lost},
    {TaskState::Unreachable, QT_TRANSLATE_NOOP("State", "Unreachable"), Mark::Lost},
    {TaskState::Gone, QT_TRANSLATE_NOOP("State", "Gone"), Mark::Lost},
    {TaskState::GoneByOperator, QT_TRANSLATE_NOOP("State", "Gone by operator"), Mark::Lost},
    {TaskState::Unknown, QT_TRANSLATE_NOOP("State", "Unknown"), Mark::Lost},
};

constexpr Row<JobState> kJobs[] = {
    {JobState::Queued, QT_TRANSLATE_NOOP("State", "Queued"), Mark::Waiting},
    {JobState::Running, QT_TRANSLATE_NOOP("State", "Running"), Mark::Busy},
    {JobState::Finished, QT_TRANSLATE_NOOP("State", "Finished"), Mark::Good},
    {JobState::Failed, QT_TRANSLATE_NOOP("State", "Failed"), Mark::Bad},
    {JobState::Killed, QT_TRANSLATE_NOOP("State", "Killed"), Mark::Stopped},
};

constexpr Row<WaitReason> kWaits[] = {
    {WaitReason::None, "", Mark::None},
    {WaitReason::Resources, QT_TRANSLATE_NOOP("State", "Resources"), Mark::Waiting},
    {WaitReason::Gpus, QT_TRANSLATE_NOOP("State", "GPUs"), Mark::Waiting},
    {WaitReason::GpuType, QT_TRANSLATE_NOOP("State", "GPU type"), Mark::Waiting},
    {WaitReason::Links, QT_TRANSLATE_NOOP("State", "Links"), Mark::Waiting},
    {WaitReason::Restricted, QT_TRANSLATE_NOOP("State", "Restricted"), Mark::Restricted},
    {WaitReason::Priority, QT_TRANSLATE_NOOP("State", "Priority"), Mark::Waiting},
    {WaitReason::BackOff, QT_TRANSLATE_NOOP("State", "Back-off"), Mark::Waiting},
    {WaitReason::NoAgents, QT_TRANSLATE_NOOP("State", "No nodes"), Mark::Lost},
    {WaitReason::Held, QT_TRANSLATE_NOOP("State", "Held"), Mark::Restricted},
    {WaitReason::Quota, QT_TRANSLATE_NOOP("State", "Quota"), Mark::Waiting},
};

constexpr Row<RefusalReason> kRefusals[] = {
    {RefusalReason::Declined, QT_TRANSLATE_NOOP("State", "Declined"), Mark::Waiting},
    {RefusalReason::Rescinded, QT_TRANSLATE_NOOP("State", "Rescinded"), Mark::Waiting},
    {RefusalReason::Suppressed, QT_TRANSLATE_NOOP("State", "Suppressed"), Mark::Restricted},
    {RefusalReason::NoGpuCapability, QT_TRANSLATE_NOOP("State", "No GPU capability"),
        Mark::Restricted},
};

QString translated(const char* context, std::string_view source) {
    return source.empty() ? QString()
                          : QCoreApplication::translate(context, std::string(source).c_str());
}

template <typename Enum, std::size_t Count>
const Row<Enum>* find(const Row<Enum> (&rows)[Count], std::optional<Enum> state) {
    for (const auto& row : rows) {
        if (row.state == state) {
            return &row;
        }
    }
    return nullptr;
}

template <typename Enum, std::size_t Count, typename Wire>
StateText shown(const Row<Enum> (&rows)[Count], Wire wire) {
    const auto* row = find(rows, proto::fromProto(wire));
    if (row == nullptr) {
        return {text(proto::word(wire)), {}, Mark::None};
    }
    const auto& words = wording(row->state);
    auto sentence = translated("Wording", words.sentence);
    if (!words.remedy.empty()) {
        sentence += QStringLiteral(". ") + translated("Wording", words.remedy);
    }
    return {translated("State", row->word), sentence, row->mark};
}

QString noDataText(qint64 sinceMs) {
    return QCoreApplication::translate("State", "No data since %1").arg(clockText(sinceMs));
}

} // namespace

StateText gpuState(v1::Gpu::State state) {
    if (state == v1::Gpu::UNAVAILABLE) {
        return {QCoreApplication::translate("State", "Unavailable"),
            QCoreApplication::translate(
                "State", "No task holds the GPU, but its node accepts no new work"),
            gpuMark(state)};
    }
    return shown(kGpus, state);
}

StateText gpuState(const v1::Gpu& gpu) {
    auto state = gpuState(gpu.state());
    if (gpu.no_data_since_ms() != 0) {
        state.word = noDataText(gpu.no_data_since_ms());
    } else if (gpu.state() == v1::Gpu::UNAVAILABLE && !gpu.problem().empty()) {
        state.sentence = text(gpu.problem());
    }
    return state;
}

Mark gpuMark(v1::Gpu::State state) {
    if (state == v1::Gpu::UNAVAILABLE) {
        return Mark::Restricted; // out of service until somebody changes that
    }
    const auto* row = find(kGpus, proto::fromProto(state));
    return row == nullptr ? Mark::None : row->mark;
}

std::vector<MarkWords> gpuMarks() {
    std::vector<MarkWords> out;
    const auto add = [&](v1::Gpu::State state) {
        const auto [word, sentence, mark] = gpuState(state);
        const auto found = std::ranges::find(out, mark, &MarkWords::mark);
        if (found == out.end()) {
            out.push_back({mark, word});
        } else {
            found->words += QStringLiteral(" / ") + word;
        }
    };
    for (const auto& row : kGpus) {
        add(proto::toProto(row.state));
    }
    add(v1::Gpu::UNAVAILABLE);
    return out;
}

StateText agentState(v1::Agent::State state) {
    return shown(kAgents, state);
}

StateText agentState(const v1::Agent& agent) {
    const auto state = agentState(agent.state());
    if (agent.no_data_since_ms() == 0) {
        return state;
    }
    const auto since = noDataText(agent.no_data_since_ms());
    if (agent.state() == v1::Agent::ACTIVE) { // its samples stay away
        return {since, since, Mark::Lost};
    }
    return {state.word, QStringLiteral("%1. %2").arg(since, state.sentence), state.mark};
}

StateText taskState(v1::Task::State state) {
    return shown(kTasks, state);
}

StateText jobState(v1::Job::State state) {
    return shown(kJobs, state);
}

StateText waitReason(v1::Job::WaitReason reason) {
    return shown(kWaits, reason);
}

StateText refusalReason(v1::Refusals::Reason reason) {
    return shown(kRefusals, reason);
}

bool jobEnded(v1::Job::State state) {
    const auto known = proto::fromProto(state);
    return known && isTerminal(*known);
}

bool taskEnded(v1::Task::State state) {
    const auto known = proto::fromProto(state);
    return known && isTerminal(*known);
}

} // namespace muster::models
