// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/container/host_facts.h"
#include "core/kernel/base/result.h"

namespace muster::container {

// What decides whether this host can isolate tasks: read once at the agent's start.
struct HostAbilities {
    bool root = false;
    HostFacts facts;
    std::optional<std::string> runcVersion; // "1.1.5+ds1"; nothing: the program does not run
    std::optional<std::string> conmonVersion; // "2.1.6"
};

// What a program says of its version: "1.1.5+ds1". Nothing: it does not run, or does not say.
std::optional<std::string> versionOf(const std::string& program);

HostAbilities readHostAbilities(const std::string& runc, const std::string& conmon);

// Whether `isolation` ("filesystem/linux,cgroups/devices,gpu/nvidia", or "none") can be kept here;
// the error names the missing part and its remedy. Mesos' texts where it has one.
Status checkIsolation(const std::string& isolation, const HostAbilities& host);

// Why no task can be launched without it: "Tasks need the program 'runc', ...: install it ...".
Status needProgram(const char* name, const std::optional<std::string>& version);

// A runc with known holes, with the remedy behind a colon.
std::optional<std::string> runcWarning(const HostAbilities& host);
// Limits that cannot be set.
std::vector<std::string> limitWarnings(const HostAbilities& host);
// Both, as sentences for the log.
std::vector<std::string> isolationWarnings(const HostAbilities& host);

} // namespace muster::container
