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
    // Those of `keys` whose name is not what it was when this was last asked of them, and those of
    // which it never was: since a snapshot they may have been renamed. `nameOf`: empty of what is
    // gone, which is forgotten.
    template <typename NameOf>
    KeySet renamed(const KeySet& keys, NameOf nameOf) {
        KeySet out;
        for (const auto& key : keys) {
            auto name = nameOf(key);
            const auto known = m_names.find(key);
            if (known != m_names.end() && known->second == name) {
                continue;
            }
            if (name.empty()) {
                m_names.erase(key);
            } else {
                m_names.insert_or_assign(key, std::move(name));
            }
            out.insert(key);
        }
        return out;
    }

    std::size_t size() const { return m_names.size(); }

private:
    std::map<std::string, std::string> m_names;
};

} // namespace muster::models
