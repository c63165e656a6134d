// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "core/kernel/base/result.h"

namespace muster::net {

// One master that this user works with.
struct Context {
    std::string address; // what Endpoint::parse takes
    std::string tokenFile; // either this or `token`, or neither
    std::string token;
    std::string caFile; // trusted instead of the system's; empty: the system's
    std::string colour; // "#rrggbb", of the console's stripe; empty: none

    bool operator==(const Context&) const = default;
};

// The user's contexts.toml, shared by the command line and the desktop console:
//     current = "lab"
//     [contexts.lab]
//     address = "https://gpu.example.org:5050"
//     token_file = "/home/me/.config/muster/lab.token"
struct Contexts {
    std::string current; // a key of `all`, or empty
    std::map<std::string, Context> all;

    bool operator==(const Contexts&) const = default;
    const Context* find(std::string_view name) const;
};

// $XDG_CONFIG_HOME/muster/contexts.toml, else ~/.config/...; the two variables are arguments.
// An XDG_CONFIG_HOME that is not absolute is ignored, as its specification says.
Result<std::filesystem::path> contextsPath(const char* xdgConfigHome, const char* home);

// No file is no contexts. Every error names file and line.
Result<Contexts> readContexts(const std::filesystem::path& path);
// Replaces the file as one step, mode 0600, its folder 0700 when it must be made.
Status writeContexts(const std::filesystem::path& path, const Contexts& contexts);

} // namespace muster::net
