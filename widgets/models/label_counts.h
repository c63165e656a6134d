// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include <QObject>

#include "widgets/models/cluster_state.h"

namespace muster::models {

// How many rows of one kind bear each label: jobs by why they wait, GPUs by whose they are. Kept
// current; work grows with what changed. One thread.
class LabelCounts : public QObject {
    Q_OBJECT
public:
    // Of the row with that key; empty: it is not counted. A key that there is not is not asked for.
    using LabelOf = std::function<std::string(const std::string& key)>;
    struct Count {
        std::string label;
        int rows = 0;
        bool operator==(const Count&) const = default;
    };

    LabelCounts(const ClusterState& state, Kind kind, LabelOf labelOf, QObject* parent = nullptr);

    std::vector<Count> most() const; // the highest count first, equal ones by label

signals:
    void changed();

private:
    void onChanged(const Changes& changes);
    bool look(const std::string& key); // true: its label is another one

    const ClusterState& m_state;
    Kind m_kind;
    LabelOf m_labelOf;
    std::unordered_map<std::string, std::string> m_labels; // of the rows that count
    std::map<std::string, int> m_counts;
};

// Jobs in the queue by the wire name of their reason, and the GPUs that each user has now.
LabelCounts::LabelOf waitReasonOfJob(const ClusterState& state);
LabelCounts::LabelOf userOfGpu(const ClusterState& state);

} // namespace muster::models
