// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/cluster/task.h"

// What people ask of a task that did not end well: the cause, the figures, what to do about it. The
// same lines on every screen. Pure.
namespace muster::cluster {

struct FailureLine {
    std::string_view label; // "Cause", "Exit status", ...
    std::string_view
        words; // of cause and hint: a sentence of a table, to be translated; else empty
    std::string text; // of all others: numbers, names, and what the agent said
};

// In the order in which they are read, the hint last. Empty: the task lives, or ended well.
std::vector<FailureLine> failureCard(const TaskStatus& status);

// Every label and sentence that a line may have, for translators.
std::vector<std::string_view> failureWords();

} // namespace muster::cluster
