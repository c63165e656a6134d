// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/command_line.h"
#include "app/cli/rest_client.h"

namespace muster::cli {

// The flags that say what a service is to be, and its words after "--". Absent: not given.
struct AppFlags {
    using Json = RestClient::Json;
    using Text = std::optional<std::string>;

    Text instances;
    Text gpus;
    Text cpus;
    Text memory;
    Text command;
    std::vector<std::string> words; // in place of `command`
    Text image;
    Text user;
    std::vector<std::string> ports;
    bool requirePorts = false;
    std::vector<std::string> env;
    std::vector<std::string> labels;
    std::vector<std::string> uris;
    std::vector<std::string> constraints;
    Text healthPath;
    Text healthCommand;
    Text healthInterval;
    Text healthGrace;

    void addTo(CommandLine& line);
    // The members of Marathon's JSON that they change in `app`, which is empty if it is to be
    // created: variables, labels and what a container and a health check have beside stay.
    Result<Json> change(const Json& app) const;

private:
    Result<Json> healthCheck(const Json& app) const; // null: not given
};

} // namespace muster::cli
