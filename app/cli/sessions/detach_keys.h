// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace muster::cli {

// Finds Ctrl+P Ctrl+Q in what is typed. A Ctrl+P is kept back until the next key is known.
class DetachKeys {
public:
    struct Typed {
        std::string forCommand;
        bool detach = false; // what follows the keys is dropped
    };
    Typed take(std::string_view piece);

private:
    bool m_began = false;
};

} // namespace muster::cli
