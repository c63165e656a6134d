// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include <sys/types.h>

#include "core/kernel/base/result.h"
#include "core/net/context.h"

namespace muster::bench {

// A temporary folder in which muster-agentd processes live, and their end: the destructor ends the
// processes, unmounts what they mounted and removes the folder. REQUIRES: root, a private mount
// namespace.
class DaemonWorld {
public:
    DaemonWorld();
    ~DaemonWorld();
    DaemonWorld(const DaemonWorld&) = delete;
    DaemonWorld& operator=(const DaemonWorld&) = delete;

    // Starts "muster-agentd <mode> --work_dir=<folder>/<mode> <flags>".
    Result<pid_t> start(const std::string& mode, std::vector<std::string> flags);
    // The address and token file of the master that was started, once it listens.
    Result<net::Context> master() const;
    // With XDG_CONFIG_HOME: `muster` finds the master by itself.
    std::vector<std::string> environment() const;
    const std::string& folder() const { return m_folder; }

private:
    std::string workDir(const std::string& mode) const { return m_folder + "/" + mode; }

    std::string m_folder;
    std::map<std::string, pid_t> m_daemons; // by mode
};

// The main function of a program that measures one, in a mount namespace of its own. `name`: of
// the program, for what is wrong.
int inDaemonWorld(const char* name, Status (*measure)(DaemonWorld& world));

} // namespace muster::bench
