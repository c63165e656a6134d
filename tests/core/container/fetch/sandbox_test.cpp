// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

#include "core/container/fetch/source_file.h"
#include "tests/core/container/fetch/world.h"

namespace muster::container::fetch {
namespace {

namespace fs = std::filesystem;

class Sandboxes : public FetchWorld { };
class LocalFiles : public FetchWorld { };

TEST_F(Sandboxes, ALinkInTheWayIsNotFollowed) {
    m_site.serve("/x", "new");
    write(m_base + "/outside", "old");
    fs::create_symlink(m_base, m_sandbox + "/folder");
    fs::create_symlink(m_base + "/outside", m_sandbox + "/x");
    EXPECT_HAS(errorOf({{.value = m_site.url("/x"), .outputFile = "folder/outside"}}),
        "Failed to open the folder folder");
    const auto fetched = fetch({{.value = m_site.url("/x")}});
    ASSERT_TRUE(fetched) << fetched.error().message;
    EXPECT_TRUE(fs::is_regular_file(fs::symlink_status(m_sandbox + "/x")));
    EXPECT_EQ(inSandbox("x"), "new");
    EXPECT_EQ(inSandbox("../outside"), "old");
}

TEST_F(Sandboxes, AFolderInThePlaceOfAFileIsAnError) {
    m_site.serve("/x", "new");
    fs::create_directory(m_sandbox + "/x");
    EXPECT_HAS(errorOf({{.value = m_site.url("/x")}}), "Failed to name x in the sandbox");
}

TEST_F(Sandboxes, ALinkInPlaceOfTheSandboxIsRefused) {
    m_site.serve("/x", "new");
    fs::create_symlink(m_base, m_base + "/link");
    auto wrong = job({{.value = m_site.url("/x")}});
    wrong.sandbox = m_base + "/link";
    EXPECT_FALSE(fetcher().fetch(wrong));
    EXPECT_FALSE(fs::exists(m_base + "/x"));
}

TEST_F(LocalFiles, BelowAnAllowedFolderAreCopied) {
    fs::create_directory(m_allowed + "/models");
    write(m_allowed + "/models/a.bin", "weights");
    const auto fetched = fetch({{.value = "file://" + m_allowed + "/models/a.bin"},
        {.value = m_allowed + "/models/a.bin", .executable = true, .outputFile = "tool"}});
    ASSERT_TRUE(fetched) << fetched.error().message;
    EXPECT_EQ(inSandbox("a.bin"), "weights");
    EXPECT_EQ(inSandbox("tool"), "weights");
    EXPECT_EQ(modeOf("tool"), 0755U);
    EXPECT_EQ(ownerOf("tool"), m_owner.uid);
}

TEST_F(LocalFiles, ElsewhereAreRefused) {
    write(m_base + "/secret", "secret");
    for (const auto& path : {m_base + "/secret", m_allowed + "/../secret", m_allowed + "x/y"}) {
        const auto fetched = fetch({{.value = path}});
        ASSERT_FALSE(fetched) << path;
        EXPECT_EQ(fetched.error().kind, Error::Kind::Denied);
        EXPECT_HAS(fetched.error().message, m_allowed) << fetched.error().message;
    }
    EXPECT_FALSE(isInSandbox("secret"));
}

TEST_F(LocalFiles, NeedAnAllowedFolder) {
    m_options.fileRoots.clear();
    EXPECT_HAS(errorOf({{.value = "/etc/hostname"}}), "--fetch_files");
}

TEST_F(LocalFiles, ALinkMayStayInTheFolderButNotLeaveIt) {
    write(m_base + "/secret", "secret");
    write(m_allowed + "/a", "here");
    fs::create_symlink("a", m_allowed + "/inside");
    fs::create_symlink("../secret", m_allowed + "/outside");
    fs::create_symlink(m_base + "/secret", m_allowed + "/absolute");
    fs::create_symlink("..", m_allowed + "/up");
    EXPECT_TRUE(fetch({{.value = m_allowed + "/inside"}}));
    EXPECT_EQ(inSandbox("inside"), "here");
    for (const char* name : {"/outside", "/absolute", "/up/secret"})
        EXPECT_HAS(errorOf({{.value = m_allowed + name}}), "it leads out of") << name;
}

TEST_F(LocalFiles, AFifoADeviceAndAFolderAreNoFiles) {
    ASSERT_EQ(mkfifo((m_allowed + "/fifo").c_str(), 0666), 0);
    fs::create_directory(m_allowed + "/folder");
    for (const char* name : {"/fifo", "/folder"})
        EXPECT_HAS(errorOf({{.value = m_allowed + name}}), "it is no regular file") << name;
    EXPECT_HAS(errorOf({{.value = m_allowed + "/nothing"}}), "No such file");
    m_options.fileRoots = {"/dev"};
    reopen();
    EXPECT_HAS(errorOf({{.value = "/dev/zero"}}), "it is no regular file");
}

TEST_F(LocalFiles, AreReadWithTheRightsOfTheTasksUser) {
    if (geteuid() != 0)
        GTEST_SKIP() << "needs root to become another user";
    write(m_allowed + "/private", "root's", 0600);
    write(m_allowed + "/shared", "group's", 0640);
    ASSERT_EQ(chown((m_allowed + "/shared").c_str(), 0, m_owner.groups.front()), 0);
    const auto fetched = fetch({{.value = m_allowed + "/private"}});
    ASSERT_FALSE(fetched);
    EXPECT_EQ(fetched.error().kind, Error::Kind::Denied);
    EXPECT_TRUE(fetch({{.value = m_allowed + "/shared"}}));
    EXPECT_EQ(inSandbox("shared"), "group's");
    EXPECT_TRUE(openSourceFile({m_allowed}, m_allowed + "/private", UserIds{}))
        << "rights came back";
}

TEST_F(LocalFiles, TheLimitAndTheChecksumHold) {
    write(m_allowed + "/a", "12345");
    auto small = job({{.value = m_allowed + "/a"}});
    small.maxBytes = {4};
    const auto fetched = fetcher().fetch(small);
    ASSERT_FALSE(fetched);
    EXPECT_HAS(fetched.error().message, "it has 5 bytes, 4 are left of the limit");
    EXPECT_HAS(errorOf({{.value = m_allowed + "/a#sha256=" + std::string(64, '0')}}),
        "its SHA-256 is 5994471abb01112afcc18159f6cc74b4f511b99806da59b3caf5a9c173cacfc5");
    EXPECT_FALSE(isInSandbox("a"));
}

} // namespace
} // namespace muster::container::fetch
