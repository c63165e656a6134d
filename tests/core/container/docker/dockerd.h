// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/container/docker/engine.h"

namespace muster::container::docker {

// A Docker Engine of this program's own: its socket, data and containerd are below `folder`, in the
// program's own mount namespace. It has no bridge and touches no firewall.
class Dockerd {
public:
    explicit Dockerd(std::string folder) : m_folder(std::move(folder)) { }
    Dockerd(const Dockerd&) = delete;
    Dockerd& operator=(const Dockerd&) = delete;
    ~Dockerd() { stop(); }

    // Why it cannot run here; empty once it answers.
    std::string start(bool liveRestore = true);
    void stop(); // by SIGTERM, as a service manager does
    std::string socket() const { return m_folder + "/docker.sock"; }
    Engine engine() const { return Engine({.socket = socket()}); }
    // An image of busybox, with what a Dockerfile's lines would add ("ENV A=1").
    std::string makeImage(const std::string& name, const std::vector<std::string>& changes);

private:
    std::string lastWords() const;

    std::string m_folder;
    pid_t m_pid = 0;
};

} // namespace muster::container::docker
