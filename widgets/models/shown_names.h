// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "widgets/models/cluster_state.h"

namespace muster::models {

// The names by which the rows of a model show others of the cluster. Those change all the time,
// their names hardly ever: only then many rows have to be looked at.
class ShownNames {
public:
    // Those of `keys` whose name is not what it was when they last changed.
    template <typename NameOf>
    KeySet renamed(const KeySet& keys, NameOf nameOf) {
        KeySet out;
        for (const auto& key : keys) {
            auto name = nameOf(key);
            const auto [known, isNew] = m_names.try_emplace(key);
            if (isNew || known->second != name) {
                known->second = std::move(name);
                out.insert(key);
            }
        }
        return out;
    }

private:
    std::map<std::string, std::string> m_names;
};

} // namespace muster::models
