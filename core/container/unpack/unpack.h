// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/container/unpack/options.h"
#include "core/container/unpack/source.h"
#include "core/container/unpack/tree.h"
#include "core/kernel/base/result.h"

namespace muster::unpack {

struct Summary {
    std::uint64_t bytes = 0;
    std::uint64_t entries = 0;
    std::string diffId; // of a layer

    std::string json() const;
};

// Every entry of the source into the tree. What is there after an error is to be removed.
Result<Summary> unpack(Source& source, Tree& tree, const Options& options);

} // namespace muster::unpack
