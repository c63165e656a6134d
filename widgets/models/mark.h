// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QString>

#include "core/words/state_words.h"

namespace muster::models {

using words::kMarkCount;
using words::Mark;

// A state as it came over the wire, in the words of core/words, translated.
struct StateText {
    QString word; // "Running"
    QString sentence; // with the remedy, for tool tips
    Mark mark = Mark::None;
};

StateText stateText(const words::StateWords& words);
StateText gpuState(v1::Gpu::State state);
StateText gpuState(const v1::Gpu& gpu); // "No data since 12:04:31"
Mark gpuMark(v1::Gpu::State state); // of its state, without the words
// For legends: each mark that a GPU can have, with all its words: "Lost / No data".
struct MarkWords {
    Mark mark;
    QString words;
};
std::vector<MarkWords> gpuMarks();
StateText agentState(v1::Agent::State state);
StateText agentState(const v1::Agent& agent); // and since when it sends nothing
StateText taskState(v1::Task::State state);
StateText jobState(v1::Job::State state);
StateText waitReason(v1::Job::WaitReason reason);
StateText refusalReason(v1::Refusals::Reason reason);

bool jobEnded(v1::Job::State state);
bool taskEnded(v1::Task::State state);

} // namespace muster::models
