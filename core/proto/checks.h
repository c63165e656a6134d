// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <variant>

#include "core/kernel/cluster/messages.h"
#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::proto {

// When a task is checked; nothing if it is not, or not in a way that Mesos knows.
std::optional<cluster::Check> checkOf(const mesos::v1::TaskInfo& info);
std::optional<cluster::HealthCheck> healthCheckOf(const mesos::v1::TaskInfo& info);

// What a check does, for both kinds.
struct CommandCheck {
    mesos::v1::CommandInfo command;
};
struct HttpCheck {
    std::string scheme;
    std::uint16_t port = 0;
    std::string path; // begins with "/"
    std::vector<std::uint32_t> statuses; // that mean health; none: 200 to 399
};
struct TcpCheck {
    std::uint16_t port = 0;
};
using CheckAction = std::variant<std::monostate, CommandCheck, HttpCheck, TcpCheck>;
CheckAction actionOf(const mesos::v1::CheckInfo& check);
CheckAction actionOf(const mesos::v1::HealthCheck& check);

// cluster::TaskStatus::payload with the result of a check: an exit code, an HTTP status, whether a
// connection was made (0 or 1). Nothing: there is no result yet.
std::string checkPayload(const mesos::v1::CheckInfo& check, std::optional<int> result);

} // namespace muster::proto
