// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/mark.h"

#include <array>
#include <optional>
#include <span>

#include <QCoreApplication>

#include "widgets/models/text.h"

namespace muster::models {

namespace {

template <typename Enum>
struct Row {
    Enum state;
    const char* word;
    Mark mark;
};

#define WORD(text) QT_TRANSLATE_NOOP("State", text)

constexpr Row<GpuState> kGpus[] = {
    {GpuState::Free, WORD("Free"), Mark::Free},
    {GpuState::Offered, WORD("Offered"), Mark::Offered},
    {GpuState::Allocated, WORD("Busy"), Mark::Busy},
    {GpuState::Draining, WORD("Draining"), Mark::Draining},
    {GpuState::Restricted, WORD("Restricted"), Mark::Restricted},
    {GpuState::Unhealthy, WORD("Unhealthy"), Mark::Bad},
    {GpuState::Lost, WORD("Lost"), Mark::Lost},
};

constexpr Row<AgentState> kAgents[] = {
    {AgentState::Active, WORD("Active"), Mark::Good},
    {AgentState::Disconnected, WORD("Disconnected"), Mark::Waiting},
    {AgentState::Unreachable, WORD("Unreachable"), Mark::Lost},
};

constexpr Row<TaskState> kTasks[] = {
    {TaskState::Starting, WORD("Starting"), Mark::Waiting},
    {TaskState::Running, WORD("Running"), Mark::Busy},
    {TaskState::Finished, WORD("Finished"), Mark::Good},
    {TaskState::Failed, WORD("Failed"), Mark::Bad},
    {TaskState::Killed, WORD("Killed"), Mark::Restricted},
    {TaskState::Lost, WORD("Lost"), Mark::Lost},
    {TaskState::Staging, WORD("Staging"), Mark::Waiting},
    {TaskState::Error, WORD("Error"), Mark::Bad},
    {TaskState::Killing, WORD("Killing"), Mark::Draining},
    {TaskState::Dropped, WORD("Dropped"), Mark::Lost},
    {TaskState::Unreachable, WORD("Unreachable"), Mark::Lost},
    {TaskState::Gone, WORD("Gone"), Mark::Lost},
    {TaskState::GoneByOperator, WORD("Gone by operator"), Mark::Lost},
    {TaskState::Unknown, WORD("Unknown"), Mark::Lost},
};

constexpr Row<JobState> kJobs[] = {
    {JobState::Queued, WORD("Queued"), Mark::Waiting},
    {JobState::Running, WORD("Running"), Mark::Busy},
    {JobState::Finished, WORD("Finished"), Mark::Good},
    {JobState::Failed, WORD("Failed"), Mark::Bad},
    {JobState::Killed, WORD("Killed"), Mark::Restricted},
};

constexpr Row<WaitReason> kWaits[] = {
    {WaitReason::None, "", Mark::None},
    {WaitReason::Resources, WORD("Resources"), Mark::Waiting},
    {WaitReason::Gpus, WORD("GPUs"), Mark::Waiting},
    {WaitReason::GpuType, WORD("GPU type"), Mark::Waiting},
    {WaitReason::Links, WORD("Links"), Mark::Waiting},
    {WaitReason::Restricted, WORD("Restricted"), Mark::Restricted},
    {WaitReason::Priority, WORD("Priority"), Mark::Waiting},
    {WaitReason::BackOff, WORD("Back-off"), Mark::Waiting},
    {WaitReason::NoAgents, WORD("No agents"), Mark::Lost},
};

#undef WORD

QString translated(const char* context, std::string_view source) {
    return source.empty() ? QString()
                          : QCoreApplication::translate(context, std::string(source).c_str());
}

template <typename Enum, std::size_t Count>
const Row<Enum>* find(const Row<Enum> (&rows)[Count], std::string_view wire) {
    for (const auto& row : rows) {
        if (wireName(row.state) == wire) {
            return &row;
        }
    }
    return nullptr;
}

template <typename Enum, std::size_t Count>
StateText shown(const Row<Enum> (&rows)[Count], std::string_view wire) {
    const auto* row = find(rows, wire);
    if (row == nullptr) {
        return {text(wire), {}, Mark::None};
    }
    const auto& words = wording(row->state);
    auto sentence = translated("Wording", words.sentence);
    if (!words.remedy.empty()) {
        sentence += QStringLiteral(". ") + translated("Wording", words.remedy);
    }
    return {translated("State", row->word), sentence, row->mark};
}

} // namespace

StateText gpuState(std::string_view wire) {
    return shown(kGpus, wire);
}

StateText agentState(std::string_view wire) {
    return shown(kAgents, wire);
}

StateText taskState(std::string_view wire) {
    return shown(kTasks, wire);
}

StateText jobState(std::string_view wire) {
    return shown(kJobs, wire);
}

StateText waitReason(std::string_view wire) {
    return shown(kWaits, wire);
}

bool jobEnded(std::string_view wire) {
    const auto* row = find(kJobs, wire);
    return row != nullptr && isTerminal(row->state);
}

bool taskEnded(std::string_view wire) {
    const auto* row = find(kTasks, wire);
    return row != nullptr && isTerminal(row->state);
}

} // namespace muster::models
