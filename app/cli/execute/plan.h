// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/kernel/base/result.h"
#include "core/kernel/base/time.h"
#include "core/kernel/resources/resources.h"
#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::cli {

// The flags of mesos-execute, with its defaults (doc/features.md C1).
struct ExecuteFlags {
    std::optional<std::string> name;
    std::optional<std::string> command;
    std::optional<std::string> env; // a JSON object of texts; file:///path: a file with one
    std::optional<std::string> capabilities;
    std::optional<std::string> killAfter;
    std::optional<std::string> dockerImage;
    std::optional<std::string> appcImage; // Mesos' flag: refused
    std::optional<std::string> package; // likewise
    std::optional<std::string> imageProviders; // a flag of Mesos' agents
    std::optional<std::string> volumes; // a JSON array
    std::optional<std::string> rlimits; // a JSON object, as are the two below
    std::optional<std::string> effectiveCapabilities;
    std::optional<std::string> boundingCapabilities;
    std::optional<std::string> networks; // "net1,net2"
    std::optional<std::string> principal;
    std::optional<std::string> secret;
    std::optional<std::string> task; // a TaskInfo in JSON
    std::optional<std::string> taskGroup; // a TaskGroupInfo in JSON
    std::optional<std::string> user;
    std::string resources = "cpus:1;mem:128";
    std::string role = "*";
    std::string containerizer = "mesos";
    std::string contentType = "protobuf";
    bool shell = true;
    bool checkpoint = false;
    bool partitionAware = true;
    bool terminal = false;
    std::vector<std::string> arguments; // after "--", with --no-shell
};

// What the flags ask for.
struct ExecutePlan {
    mesos::v1::FrameworkInfo framework;
    std::vector<mesos::v1::TaskInfo>
        tasks; // one, or those of a group; the agent is known at launch
    std::optional<mesos::v1::ExecutorInfo> executor; // of a group
    Resources resources; // of all of these
    std::optional<Duration> killAfter; // from TASK_RUNNING on
};

// Why they cannot be followed; Mesos' own text where it has one
// (doc/features.md C4, C5, C7, C8).
struct Refusal {
    std::string message;
    bool showUsage = false;

    bool operator==(const Refusal&) const = default;
};

// Reads the files that the flags name.
tl::expected<ExecutePlan, Refusal> planExecute(
    const ExecuteFlags& flags, const std::string& caller);

} // namespace muster::cli
