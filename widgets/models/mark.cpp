// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/mark.h"

#include <algorithm>

#include <QCoreApplication>

#include "core/proto/states.h"
#include "widgets/models/text.h"

namespace muster::models {

namespace {

QString translated(const char* context, std::string_view source) {
    return source.empty() ? QString()
                          : QCoreApplication::translate(context, std::string(source).c_str());
}

QString noDataText(qint64 sinceMs) {
    return translated("State", words::kNoDataSince).arg(clockText(sinceMs));
}

} // namespace

StateText stateText(const words::StateWords& words) {
    auto sentence = translated("Wording", words.sentence);
    if (!words.remedy.empty()) {
        sentence += QStringLiteral(". ") + translated("Wording", words.remedy);
    }
    return {translated("State", words.word), sentence, words.mark};
}

StateText gpuState(v1::Gpu::State state) {
    return stateText(words::wordsOf(state));
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
    return words::wordsOf(state).mark;
}

std::vector<MarkWords> gpuMarks() {
    std::vector<MarkWords> out;
    for (int state = v1::Gpu::NO_STATE + 1; v1::Gpu::State_IsValid(state); ++state) {
        const auto [word, sentence, mark] = gpuState(static_cast<v1::Gpu::State>(state));
        const auto found = std::ranges::find(out, mark, &MarkWords::mark);
        if (found == out.end()) {
            out.push_back({mark, word});
        } else {
            found->words += QStringLiteral(" / ") + word;
        }
    }
    return out;
}

StateText agentState(v1::Agent::State state) {
    return stateText(words::wordsOf(state));
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
    return stateText(words::wordsOf(state));
}

StateText jobState(v1::Job::State state) {
    return stateText(words::wordsOf(state));
}

StateText waitReason(v1::Job::WaitReason reason) {
    return stateText(words::wordsOf(reason));
}

StateText refusalReason(v1::Refusals::Reason reason) {
    return stateText(words::wordsOf(reason));
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
