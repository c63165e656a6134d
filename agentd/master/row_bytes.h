// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/kernel/base/result.h"

namespace muster::agentd {

// Of a row of the control journal. `which` begins the sentence: "A task".
inline tl::unexpected<Error> unreadableRow(std::string_view which) {
    return failure(
        fmt::format("{} in the control journal cannot be read: restore the journal from a "
                    "backup, or move it away to start over",
            which),
        Error::Kind::Internal);
}

// `Row`: a message of core/proto/muster/v1/journal.proto.
template <typename Row>
Result<Row> parseRow(std::string_view bytes, std::string_view which) {
    Row out;
    if (!out.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
        return unreadableRow(which);
    }
    return out;
}

} // namespace muster::agentd
