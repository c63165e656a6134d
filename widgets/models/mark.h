// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include <QString>

#include "core/kernel/base/state.h"
#include "core/proto/muster/v1/view.pb.h"

namespace muster::models {

// What a state looks like on every screen: each mark has one icon and one colour (widgets/theme),
// and the state's word always stands beside it.
enum class Mark { None, Free, Offered, Busy, Waiting, Draining, Restricted, Good, Bad, Lost };
inline constexpr int kMarkCount = 10;

// A state as it came over the wire, ready to be shown. A name that this version does not know is
// shown as it is, with Mark::None.
struct StateText {
    QString word; // "Running"
    QString sentence; // with the remedy, for tool tips
    Mark mark = Mark::None;
};

StateText gpuState(std::string_view wire);
StateText gpuState(const v1::Gpu& gpu); // "No data since 12:04:31"
Mark gpuMark(std::string_view wire); // of its state, without the words
// For legends: each mark that a GPU can have, with all its words: "Lost / No data".
struct MarkWords {
    Mark mark;
    QString words;
};
std::vector<MarkWords> gpuMarks();
StateText agentState(std::string_view wire);
StateText agentState(const v1::Agent& agent); // and since when it sends nothing
StateText taskState(std::string_view wire);
StateText jobState(std::string_view wire);
StateText waitReason(std::string_view wire);
StateText refusalReason(std::string_view wire);

bool jobEnded(std::string_view wire);
bool taskEnded(std::string_view wire);

} // namespace muster::models
