// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/label_counts.h"

#include <algorithm>

namespace muster::models {

LabelCounts::LabelCounts(const ClusterState& state, Kind kind, LabelOf labelOf, QObject* parent)
    : QObject(parent), m_state(state), m_kind(kind), m_labelOf(std::move(labelOf)) {
    connect(&state, &ClusterState::changed, this, &LabelCounts::onChanged);
    Changes all;
    all.everything = true;
    onChanged(all);
}

std::vector<LabelCounts::Count> LabelCounts::most() const {
    std::vector<Count> counts;
    for (const auto& [label, rows] : m_counts) {
        counts.push_back({label, rows});
    }
    std::stable_sort(counts.begin(), counts.end(),
        [](const Count& a, const Count& b) { return a.rows > b.rows; });
    return counts;
}

void LabelCounts::onChanged(const Changes& changes) {
    bool differs = false;
    if (changes.everything) {
        differs = !m_counts.empty();
        m_labels.clear();
        m_counts.clear();
        for (const auto& key : m_state.keys(m_kind)) {
            differs |= look(key);
        }
    }
    for (const auto& key : changes.of(m_kind)) {
        differs |= look(key);
    }
    if (differs) {
        emit changed();
    }
}

bool LabelCounts::look(const std::string& key) {
    const auto label = m_state.contains(m_kind, key) ? m_labelOf(key) : std::string();
    const auto known = m_labels.find(key);
    if (known == m_labels.end() ? label.empty() : known->second == label) {
        return false;
    }
    if (known != m_labels.end()) {
        const auto count = m_counts.find(known->second);
        if (--count->second == 0) {
            m_counts.erase(count);
        }
        m_labels.erase(known);
    }
    if (!label.empty()) {
        m_labels.emplace(key, label);
        ++m_counts[label];
    }
    return true;
}

LabelCounts::LabelOf waitReasonOfJob(const ClusterState& state) {
    return [&state](const std::string& key) {
        const auto& job = state.jobs().at(key);
        return job.state() == v1::Job::QUEUED && job.wait_reason() != v1::Job::NO_WAIT_REASON
            ? v1::Job::WaitReason_Name(job.wait_reason())
            : std::string();
    };
}

LabelCounts::LabelOf userOfGpu(const ClusterState& state) {
    return [&state](const std::string& key) {
        const auto* task = state.taskOf(state.gpus().at(key));
        return task == nullptr ? std::string() : task->user();
    };
}

} // namespace muster::models
