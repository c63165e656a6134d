// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "core/container/fetch/fetcher.h"
#include "tests/core/container/fetch/site.h"
#include "tests/support/temporary_folder.h"

#define EXPECT_HAS(text, part)                                                                     \
    EXPECT_PRED2([](const std::string& whole,                                                      \
                     const std::string& some) { return whole.find(some) != std::string::npos; },   \
        text, std::string(part))

namespace muster::container::fetch {

inline const std::string kHello = "hello, task\n";

// A site, a sandbox of a user who is not root, a folder that the operator allowed, and a fetcher
// that may reach that site and nothing else on this machine.
class FetchWorld : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override; // expects that no download's file is left over

    Fetcher& fetcher(); // made of m_options at the first call
    void reopen(); // as a restarted agent has it
    FetchJob job(std::vector<Uri> uris) const;
    Result<std::vector<FetchedFile>> fetch(std::vector<Uri> uris);
    std::string errorOf(std::vector<Uri> uris); // "" and a failed test if it works

    std::string inSandbox(const std::string& name) const; // its text
    bool isInSandbox(const std::string& name) const;
    unsigned modeOf(const std::string& name) const;
    unsigned ownerOf(const std::string& name) const;
    void write(const std::string& path, const std::string& text, unsigned mode = 0644) const;

    Site m_site;
    const test::TemporaryFolder m_own;
    const std::string m_base = m_own.path();
    const std::string m_sandbox = m_base + "/sandbox";
    const std::string m_allowed = m_base + "/allowed";
    UserIds m_owner;
    FetcherOptions m_options;

private:
    std::unique_ptr<Fetcher> m_fetcher;
};

} // namespace muster::container::fetch
