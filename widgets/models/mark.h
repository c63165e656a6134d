// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include <QString>

#include "core/kernel/base/state.h"

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
Mark gpuMark(std::string_view wire); // of its state, without the words
StateText agentState(std::string_view wire);
StateText taskState(std::string_view wire);
StateText jobState(std::string_view wire);
StateText waitReason(std::string_view wire);
StateText refusalReason(std::string_view wire);

bool jobEnded(std::string_view wire);
bool taskEnded(std::string_view wire);

} // namespace muster::models
