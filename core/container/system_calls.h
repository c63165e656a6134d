// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace muster::container {

// What a task may ask of the kernel: what ordinary programs need, and nothing that mounts, enters
// or makes namespaces, loads code into the kernel, or reads its keys. In the manner of Docker's
// default: a capability that was given opens the calls that it is for.
struct SystemCalls {
    std::vector<std::string_view> allowed; // with any arguments
    bool newNamespaces = false; // clone() with the flags that make some
};

// Pure. `capabilities`: the bounding ones of the container.
SystemCalls systemCalls(const std::vector<std::string>& capabilities);

} // namespace muster::container
