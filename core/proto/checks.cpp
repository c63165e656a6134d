// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/checks.h"

#include <algorithm>

namespace muster::proto {
namespace {

using mesos::v1::CheckInfo;
using mesos::v1::HealthCheck;

// A year stands for what is longer, and for NaN.
Duration durationOf(double seconds) {
    constexpr double kYear = 365 * 86400.0;
    const double bounded = seconds < kYear ? std::max(seconds, 0.0) : kYear;
    return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(bounded));
}

// Mesos: a time-out of zero is none.
template <typename Message>
cluster::CheckTimes timesOf(const Message& in) {
    const auto never = std::numeric_limits<double>::infinity();
    return {.delay = durationOf(in.delay_seconds()),
        .interval = durationOf(in.interval_seconds()),
        .timeout = durationOf(in.timeout_seconds() > 0 ? in.timeout_seconds() : never)};
}

std::uint16_t portOf(std::uint32_t port) {
    return port <= 0xffff ? static_cast<std::uint16_t>(port) : 0;
}

std::string pathOf(const std::string& path) {
    return path.starts_with('/') ? path : '/' + path;
}

} // namespace

CheckAction actionOf(const CheckInfo& check) {
    switch (check.type()) {
    case CheckInfo::COMMAND:
        return CommandCheck{check.command().command()};
    case CheckInfo::HTTP:
        return HttpCheck{"http", portOf(check.http().port()), pathOf(check.http().path()), {}};
    case CheckInfo::TCP:
        return TcpCheck{portOf(check.tcp().port())};
    case CheckInfo::UNKNOWN:
        break;
    }
    return {};
}

CheckAction actionOf(const HealthCheck& check) {
    switch (check.type()) {
    case HealthCheck::COMMAND:
        return CommandCheck{check.command()};
    case HealthCheck::HTTP: {
        const auto& http = check.http();
        return HttpCheck{http.has_scheme() ? http.scheme() : "http", portOf(http.port()),
            pathOf(http.path()), {http.statuses().begin(), http.statuses().end()}};
    }
    case HealthCheck::TCP:
        return TcpCheck{portOf(check.tcp().port())};
    case HealthCheck::UNKNOWN:
        break;
    }
    return {};
}

std::optional<cluster::Check> checkOf(const mesos::v1::TaskInfo& info) {
    if (std::holds_alternative<std::monostate>(actionOf(info.check()))) {
        return std::nullopt;
    }
    return cluster::Check{timesOf(info.check()), checkPayload(info.check(), std::nullopt)};
}

std::optional<cluster::HealthCheck> healthCheckOf(const mesos::v1::TaskInfo& info) {
    const auto& check = info.health_check();
    if (std::holds_alternative<std::monostate>(actionOf(check))) {
        return std::nullopt;
    }
    return cluster::HealthCheck{
        timesOf(check), durationOf(check.grace_period_seconds()), check.consecutive_failures()};
}

std::string checkPayload(const CheckInfo& check, std::optional<int> result) {
    mesos::v1::TaskStatus status;
    auto& out = *status.mutable_check_status();
    out.set_type(check.type());
    if (check.type() == CheckInfo::COMMAND) {
        auto& command = *out.mutable_command();
        if (result) {
            command.set_exit_code(*result);
        }
    } else if (check.type() == CheckInfo::HTTP) {
        auto& http = *out.mutable_http();
        if (result) {
            http.set_status_code(static_cast<std::uint32_t>(*result));
        }
    } else if (check.type() == CheckInfo::TCP) {
        auto& tcp = *out.mutable_tcp();
        if (result) {
            tcp.set_succeeded(*result != 0);
        }
    }
    return status.SerializePartialAsString();
}

} // namespace muster::proto
