// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/why_ended.h"

#include <fmt/format.h>

namespace muster::cluster {

// A tenth is enough to see how far it went.
std::string mebibytesText(Bytes bytes) {
    const auto tenths = (bytes.value * 10 + (1 << 19)) >> 20;
    return tenths % 10 == 0 ? fmt::format("{} MiB", tenths / 10)
                            : fmt::format("{}.{} MiB", tenths / 10, tenths % 10);
}

std::string killedText(const KilledBy& by) {
    return fmt::format("killed by {}{}{}", by.author.empty() ? "somebody" : by.author,
        by.reason.empty() ? "" : ": ", by.reason);
}

std::string whyEnded(const TaskStatus& status) {
    if (status.killedBy) {
        return killedText(*status.killedBy);
    }
    if (const auto& memory = status.memoryExceeded) {
        return fmt::format("memory limit {} exceeded{}{}", mebibytesText(memory->limit),
            memory->peak ? ", peak " : "", memory->peak ? mebibytesText(*memory->peak) : "");
    }
    return status.message;
}

} // namespace muster::cluster
