// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include <QString>

#include "core/proto/muster/v1/view.pb.h"
#include "widgets/models/time_range.h"

namespace muster::models {

// A task that had a GPU, and when.
struct Holding {
    std::string task; // taskKey()
    QString name; // "train (alice)"
    TimeSpan span; // of a task that has not ended: until now
    bool operator==(const Holding&) const = default;
};

using TaskMap = std::map<std::string, v1::Task>; // by taskKey()

bool holds(const v1::Task& task, const std::string& gpu); // or did once

// When the tasks had what they hold, those of `span` alone, oldest first.
std::vector<Holding> holdings(const TaskMap& tasks, TimeSpan span, qint64 nowMs);

} // namespace muster::models
