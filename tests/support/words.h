// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/proto/states.h"

namespace muster::test {

// A state or reason on Muster's wire by the word that people read: "allocated", "TASK_RUNNING";
// "unknown" is one of a newer version.
class Worded {
public:
    explicit Worded(std::string_view word) : m_word(word) { }

    template <typename Wire>
    requires std::is_enum_v<Wire>
    operator Wire() const {
        const auto* all = google::protobuf::GetEnumDescriptor<Wire>();
        for (int i = 0; i < all->value_count(); ++i) {
            const auto value = static_cast<Wire>(all->value(i)->number());
            if (proto::word(value) == m_word) {
                return value;
            }
        }
        if (m_word != "unknown") {
            throw std::invalid_argument(m_word + " is no " + all->full_name());
        }
        return static_cast<Wire>(99);
    }

private:
    std::string m_word;
};

inline Worded worded(std::string_view word) {
    return Worded(word);
}

} // namespace muster::test
