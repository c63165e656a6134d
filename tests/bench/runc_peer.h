// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/container/spec.h"
#include "core/kernel/base/result.h"
#include "tests/support/paths.h"

namespace muster::bench {

// A bundle for "runc run" with the configuration that a task of ours gets, on a mount of the host's
// root that is made once. REQUIRES: root, a private mount namespace, muster-init in MUSTER_BIN_DIR.
class RuncPeer {
public:
    static Result<RuncPeer> prepare(
        const std::string& base, container::ContainerSpec spec, const std::string& init);
    RuncPeer(RuncPeer&& other) noexcept : m_base(std::exchange(other.m_base, {})) { }
    ~RuncPeer();

    // What to run for one container from creation to removal.
    std::vector<std::string> argv() const;

private:
    explicit RuncPeer(std::string base) : m_base(std::move(base)) { }
    std::string bundle() const { return m_base + "/bundle"; }

    std::string m_base; // empty once moved from
};

// /proc/self/mountinfo names nothing under `base`: it may be removed.
bool isFreeOfMounts(const std::string& base);

} // namespace muster::bench
