// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/core/container/exits.h"

namespace muster::container {

// Why the tests that need the real kernel cannot run here; empty when they can.
std::string whyNoContainers();

// A runtime with its own directories and cgroups, and everything that a test made in them. Its end
// checks that nothing is left: no process, no cgroup, no mount, no directory.
class World : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    // A container of this test; its id and sandbox follow from `name`.
    ContainerSpec spec(const std::string& name, std::vector<std::string> argv) const;
    ContainerSpec shell(const std::string& name, const std::string& script) const;
    RuntimeOptions options() const;
    void reopen(); // a new agent: forgets everything that is in memory
    // As on a disk where it takes most of a second to open the files of the output.
    void slowDown();

    // Launches, waits for the end, and leaves the container there for more questions.
    Exit run(const ContainerSpec& spec);
    // The exit of that container; fails the test after 20 s. Exits of others are kept for later.
    Exit waitFor(const ContainerId& id);
    // What the task wrote. Runs and destroys it.
    std::string outputOf(const ContainerSpec& spec);
    std::string fileIn(const ContainerSpec& spec, const std::string& name) const;
    // Waits until the task wrote that text to its stdout.
    bool waitForOutput(const ContainerSpec& spec, const std::string& text) const;
    Cgroup cgroup(const ContainerId& id) const;
    std::vector<Mount> mounts() const;

    std::string m_base; // a directory that tasks can see
    std::string m_work; // base/work: the agent's own, hidden from tasks
    std::string m_cgroupParent;
    std::vector<std::string> m_secretFiles; // these two: from the next reopen() on
    bool m_hostRootWritable = false;
    bool m_isSlow = false;
    std::unique_ptr<Runtime> m_runtime;
    std::vector<Exit> m_exits; // taken, not yet asked for
};

} // namespace muster::container
