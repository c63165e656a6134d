// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace muster::container {

// muster-init as an ordinary process, on a folder of its own: no runtime, no container.
class InitRun : public testing::Test {
protected:
    void SetUp() override;

    // Runs the script to its end and gives what init wrote as its status, "exit 0".
    std::string run(const std::string& script, unsigned size = 1 << 20, unsigned files = 4);
    pid_t start(const std::string& script, unsigned size = 1 << 20, unsigned files = 4);
    std::string end(pid_t init); // the status, once it has ended
    std::string file(const std::string& name) const; // "(no file)"
    // All that is left of stdout, the oldest first.
    std::string output(unsigned files = 4) const;
    std::uint64_t gone() const; // by the mark of stdout: where its newest file begins

    std::string m_terminal; // "24x80"; empty: none
    const test::TemporaryFolder m_own{"/var/tmp"};
    const std::string m_base = m_own.path();
    const std::string m_folder = m_base + "/sandbox";
};

} // namespace muster::container
