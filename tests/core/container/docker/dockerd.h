// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "core/container/docker/engine.h"

namespace muster::container::docker {

// A Docker Engine of this program's own: its socket, data and containerd are below `folder`, in the
// program's own mount namespace. It touches no firewall and has no bridge, or one in a network
// namespace of its own, where nothing else is: there it maps ports, and reaches no registry.
class Dockerd {
public:
    enum class Network { NoBridge, OwnBridge };
    explicit Dockerd(std::string folder, Network network = Network::NoBridge)
        : m_folder(std::move(folder)), m_network(network) { }
    Dockerd(const Dockerd&) = delete;
    Dockerd& operator=(const Dockerd&) = delete;
    ~Dockerd() { stop(); }

    // Why it cannot run here; empty once it answers.
    std::string start(bool liveRestore = true);
    void stop(); // by SIGTERM, as a service manager does
    std::string socket() const { return m_folder + "/docker.sock"; }
    Engine engine() const { return Engine({.socket = socket()}); }
    // Runs it to its end where the engine maps ports: on a thread of that namespace.
    void inItsNetwork(const std::function<void()>& action) const;
    // An image of busybox, with what a Dockerfile's lines would add ("ENV A=1").
    std::string makeImage(const std::string& name, const std::vector<std::string>& changes);

private:
    bool makeNetwork();
    std::string lastWords() const;

    std::string m_folder;
    Network m_network;
    Fd m_namespace; // with a bridge
    pid_t m_pid = 0;
};

} // namespace muster::container::docker
