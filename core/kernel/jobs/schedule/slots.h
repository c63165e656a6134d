// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/kernel/jobs/schedule/recurrence.h"
#include "core/kernel/jobs/schedule/window.h"

namespace muster::schedule {

// What becomes of a slot. It is decided once, made durable before it is acted on, and never
// changed.
enum class Decision {
    Run, // start a run of the slot now
    SkippedOverlap, // a run has not ended, and only one may run at a time
    MissedDeadline, // nobody could start it in time, or it was one too many to catch up with
    Paused, // the schedule was paused when it was due
};
std::string_view decisionName(Decision decision); // "RUN", "SKIPPED_OVERLAP", ...

// How the slots of one schedule are decided. A run of a slot starts within `jitter` and `epsilon`
// after it, or never.
struct SlotPolicy {
    // Of Chronos: how much later than it was due a run may start.
    Duration epsilon = std::chrono::seconds(60);
    bool concurrent = false; // a run may start while another runs
    bool paused = false; // Chronos' "disabled"
    // Each run starts up to so much later, by the schedule's name and the slot, so that those that
    // are due at the same time start apart. A slot waits for those before it.
    Duration jitter{0};
    std::optional<Window> window; // a slot outside of it waits for it, but no longer than epsilon
    // After a time in which nobody decided, the last so many of the slots that are more than a
    // minute late, but within epsilon, still run: `spread` apart, and closer where the next slot is
    // due before that.
    unsigned catchUp = 1;
    Duration spread = std::chrono::minutes(5);
};

// Errors name the setting, its value and what is allowed.
Status validate(const SlotPolicy& policy);

// What must be remembered of a schedule; durable together with the decisions that led to it.
struct SlotState {
    Instant decided; // the last slot that was decided, or an earlier time: nothing after it was
    std::optional<Instant> catchUpAt; // late slots wait until then

    bool operator==(const SlotState&) const = default;
};

// Of a schedule that is new, or whose text was changed. The start of an interval may be up to
// epsilon ago; slots before that belong to nobody.
SlotState firstState(const Recurrence& recurrence, const SlotPolicy& policy, Instant now);

// One decision for one slot, or for all from the first to the last, which are then many.
struct SlotRecord {
    Decision decision;
    Instant first;
    Instant last;
    std::uint64_t slots = 1;

    bool operator==(const SlotRecord&) const = default;
};

struct SlotDecisions {
    std::vector<SlotRecord> records; // in the order of slots, without gaps
    SlotState state;
    std::optional<Instant> lookAt; // when to decide again; never: nothing is due any more
};

// Decides the slots that can be decided now. A pure function: the same state gives the same
// decisions, whenever it is called and however often it was. It is to be called at `lookAt`, before
// a policy is changed (what was due until then is decided by the old one), and may be called at any
// time. A clock that is set back decides nothing twice.
// Costs what there is to start; missed slots are counted, not visited.
SlotDecisions decide(const Recurrence& recurrence, const SlotPolicy& policy, std::string_view name,
    SlotState state, bool running, Instant now);

} // namespace muster::schedule
