// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/container/fetch/world.h"
#include "tests/support/paths.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <sys/stat.h>
#include <unistd.h>

namespace muster::container::fetch {

namespace fs = std::filesystem;

void FetchWorld::SetUp() {
    ASSERT_EQ(chmod(m_base.c_str(), 0755), 0);
    fs::create_directory(m_sandbox);
    fs::create_directory(m_allowed);
    m_owner = geteuid() == 0 ? UserIds{12345, 12346, {12347}} : UserIds{geteuid(), getegid(), {}};
    ASSERT_EQ(chown(m_sandbox.c_str(), m_owner.uid, m_owner.gid), 0);
    m_options.program = MUSTER_BIN_DIR "/muster-fetch";
    m_options.unpackProgram = MUSTER_BIN_DIR "/muster-unpack";
    m_options.directory = m_base + "/cache";
    m_options.allow = {m_site.address()};
    m_options.fileRoots = {m_allowed};
    m_options.maxBytes = Bytes::mebi(64);
    m_options.maxTime = std::chrono::seconds(60);
    m_options.stallLimit = std::chrono::seconds(30);
    m_options.retryPause = std::chrono::milliseconds(1);
}

void FetchWorld::TearDown() {
    m_fetcher.reset();
    for (const auto& entry : fs::recursive_directory_iterator(m_sandbox))
        EXPECT_FALSE(entry.path().filename().string().starts_with(".muster-fetch")) << entry.path();
    if (fs::exists(m_options.directory)) {
        for (const auto& entry : fs::directory_iterator(m_options.directory))
            EXPECT_FALSE(entry.path().filename().string().starts_with("new-")) << entry.path();
    }
}

Fetcher& FetchWorld::fetcher() {
    if (!m_fetcher) {
        auto opened = Fetcher::open(m_options);
        if (!opened)
            throw std::runtime_error(opened.error().message);
        m_fetcher = std::move(*opened);
    }
    return *m_fetcher;
}

void FetchWorld::reopen() {
    m_fetcher.reset();
}

FetchJob FetchWorld::job(std::vector<Uri> uris) const {
    FetchJob job;
    job.uris = std::move(uris);
    job.sandbox = m_sandbox;
    job.owner = m_owner;
    return job;
}

Result<std::vector<FetchedFile>> FetchWorld::fetch(std::vector<Uri> uris) {
    return fetcher().fetch(job(std::move(uris)));
}

std::string FetchWorld::errorOf(std::vector<Uri> uris) {
    const auto fetched = fetch(std::move(uris));
    EXPECT_FALSE(fetched);
    return fetched ? std::string() : fetched.error().message;
}

std::string FetchWorld::inSandbox(const std::string& name) const {
    std::ifstream file(m_sandbox + "/" + name);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

bool FetchWorld::isInSandbox(const std::string& name) const {
    return fs::exists(fs::symlink_status(m_sandbox + "/" + name));
}

unsigned FetchWorld::modeOf(const std::string& name) const {
    struct stat status { };
    EXPECT_EQ(lstat((m_sandbox + "/" + name).c_str(), &status), 0);
    return status.st_mode & 07777;
}

unsigned FetchWorld::ownerOf(const std::string& name) const {
    struct stat status { };
    EXPECT_EQ(lstat((m_sandbox + "/" + name).c_str(), &status), 0);
    return status.st_uid;
}

void FetchWorld::write(const std::string& path, const std::string& text, unsigned mode) const {
    std::ofstream(path) << text;
    EXPECT_EQ(chmod(path.c_str(), mode), 0);
}

} // namespace muster::container::fetch
