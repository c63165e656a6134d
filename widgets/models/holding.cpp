// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/holding.h"

#include <algorithm>

#include <QCoreApplication>

#include "widgets/models/text.h"

namespace muster::models {

namespace {

QString nameOf(const v1::Task& task) {
    const auto name = text(task.name().empty() ? task.id() : task.name());
    return task.user().empty()
        ? name
        : QCoreApplication::translate("Holding", "%1 (%2)").arg(name, text(task.user()));
}

} // namespace

bool holds(const v1::Task& task, const std::string& gpu) {
    return std::find(task.gpus().begin(), task.gpus().end(), gpu) != task.gpus().end();
}

std::vector<Holding> holdings(const TaskMap& tasks, TimeSpan span, qint64 nowMs) {
    std::vector<Holding> out;
    for (const auto& [key, task] : tasks) {
        // A GPU is the task's from the moment that the master gave it away.
        const auto from = task.created_ms() != 0 ? task.created_ms() : task.started_ms();
        const auto to = task.ended_ms() != 0 ? task.ended_ms() : std::max<qint64>(nowMs, from);
        if (from < span.toMs && to > span.fromMs) {
            out.push_back({key, nameOf(task), {from, to}});
        }
    }
    std::stable_sort(out.begin(), out.end(),
        [](const auto& a, const auto& b) { return a.span.fromMs < b.span.fromMs; });
    return out;
}

} // namespace muster::models
