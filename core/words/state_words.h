// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "core/proto/muster/v1/console.pb.h"
#include "core/words/mark.h"

namespace muster::words {

// What people read of a state or a reason as it came over the wire, English.
struct StateWords {
    std::string_view word; // "Busy"; of one that is none, or was not told: empty
    std::string_view sentence{}; // what it means: "A task holds the GPU"; may be empty
    std::string_view remedy{}; // what the reader can do, or empty
    Mark mark = Mark::None;
};

// Of one that this version does not know: "unknown", without a mark.
StateWords wordsOf(v1::Gpu::State state);
StateWords wordsOf(v1::Agent::State state);
StateWords wordsOf(v1::Task::State state);
StateWords wordsOf(v1::Job::State state);
StateWords wordsOf(v1::Job::WaitReason reason);
StateWords wordsOf(v1::Refusals::Reason reason);
StateWords wordsOf(v1::Alert::Rule rule);
StateWords wordsOf(v1::Alert::Severity severity);

// What lists show as the state of a row, with what was ordered of it: a node that is active may be
// "Draining", a queued job is "Held". Of one without data the word is kNoDataSince, where the state
// itself does not say it.
StateWords wordsOf(const v1::Gpu& gpu);
StateWords wordsOf(const v1::Agent& agent);
StateWords wordsOf(const v1::Job& job);
inline constexpr std::string_view kNoDataSince = "No data since %1"; // %1: the row's time
std::span<const std::string_view> rowWords(); // that no state has, for translators

Mark markOf(v1::AuditRow::Kind kind); // the row has its own words

} // namespace muster::words
