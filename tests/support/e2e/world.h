// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/e2e/console.h"
#include "tests/support/e2e/process.h"

namespace muster::e2e {

// One muster-agentd that runs, or ran, in a work directory of its own.
struct Daemon {
    std::string name;
    std::string mode; // "master", "agent", "standalone"
    std::string workDir;
    std::vector<std::string> flags;
    std::uint16_t port = 0; // of a master; kept over a restart
    std::unique_ptr<Process> process;

    std::string token() const;
};

// The real programs, on loopback and free ports, in a mount namespace of their own, below one
// folder that tasks can see; their work directories are hidden from tasks. The end of each test
// kills them, ends their containers and removes the folder, also after a failure.
class World : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    using Flags = std::vector<std::string>;
    // Each waits until the daemon listens, or has registered. The reference stays valid. Tasks of
    // root may write to the machine's files, as shared/ is, unless a flag --host_root says other.
    Daemon& master(Flags flags = {});
    Daemon& agent(const Daemon& master, Flags flags, const std::string& name = "agent");
    Daemon& standalone(Flags flags = {"--simulate=m60x4"});
    // The same flags, work directory and port once more, after it has ended.
    void restart(Daemon& daemon);
    // An agentd of which nothing is expected yet.
    std::unique_ptr<Process> spawn(Flags argv, bool asNobody = false);

    // Why it is not safe to remove the work directories; empty: it is, whoever runs or was killed.
    std::string taskRoots() const;
    void expectNoTaskRoots(const std::string& when) const;

    // `muster` with these words, and `muster execute` with that master.
    std::unique_ptr<Process> command(Flags words);
    std::unique_ptr<Process> execute(const Daemon& master, Flags flags);
    Console console(const Daemon& master);

    // Sandbox file of a task by its id, of any framework on that agent.
    std::string sandboxFile(const Daemon& agent, const std::string& task, const std::string& file);
    // Tasks run it as `nvidia-smi` with PATH from taskPath().
    std::string taskPath() const { return m_base + "/bin:/usr/bin:/bin"; }
    // Device nodes 195:0 to 195:3 that the test made on the host, as arguments for gpu-probe.
    std::string hostNodes() const;

    std::string m_base;
    std::map<std::string, std::string> m_environment; // of all that is started, beside its own

private:
    void start(Daemon& daemon);
    static void removeContainers(const std::string& workDir);
    Process::Setting setting(const std::string& name) const;

    std::vector<std::unique_ptr<Daemon>> m_daemons;
    unsigned m_started = 0;
};

// Device lines of gpu-probe's output: for each GPU of the four, what open() said.
std::vector<std::string> probed(const std::string& out);

} // namespace muster::e2e
