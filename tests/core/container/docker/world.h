// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/container/docker/docker_runtime.h"
#include "tests/core/container/docker/dockerd.h"
#include "tests/core/container/exits.h"
#include "tests/support/paths.h"

namespace muster::container::docker {

inline const char* const kOwner = "agent of the test";
inline const char* const kInitProgram = MUSTER_BIN_DIR "/muster-init";

// A real Docker Engine, started once for the program, and a runtime of its own for each test. The
// end of a test checks that it left no container, no record and no process.
class DockerWorld : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    // A container of the image "muster-test"; its id and sandbox follow from `name`.
    DockerSpec spec(const std::string& name, DockerCommand command) const;
    DockerSpec shell(const std::string& name, const std::string& script) const;
    void reopen(); // a new agent: forgets everything that is in memory

    ImageConfig image(const std::string& name = "muster-test");
    testing::AssertionResult launch(const DockerSpec& spec);
    // Launches, waits for the end, and leaves the container there for more questions.
    Exit run(const DockerSpec& spec);
    Exit waitFor(const ContainerId& id);
    // Launches, waits for the end, destroys; its stdout and then its stderr.
    std::string outputOf(const DockerSpec& spec);
    std::string fileIn(const DockerSpec& spec, const std::string& name) const;
    bool waitForOutput(const DockerSpec& spec, const std::string& text) const;
    nlohmann::json inspect(const ContainerId& id) const;

    friend class SharedEngine;
    static std::string s_folder;
    static std::unique_ptr<Dockerd> s_dockerd;

    std::string m_base;
    std::unique_ptr<DockerRuntime> m_runtime;
    std::vector<Exit> m_exits;
};

} // namespace muster::container::docker
