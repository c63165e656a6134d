// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/kernel/base/state.h"

namespace muster {

bool isKnown(const Wording& row); // not what stands for a value of a newer version

// Of every value of an enum of state.h that is numbered from 0 on: "free", "offered", ...
template <typename Enum>
std::vector<std::string> wireNames() {
    std::vector<std::string> out;
    for (int i = 0; isKnown(wording(static_cast<Enum>(i))); ++i) {
        out.emplace_back(wireName(static_cast<Enum>(i)));
    }
    return out;
}

} // namespace muster
