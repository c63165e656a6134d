// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "core/container/below.h"
#include "core/container/files.h"
#include "core/container/host_view.h"
#include "tests/core/container/usual_mounts.h"
#include "tests/support/temporary_folder.h"

namespace muster::container {
namespace {

namespace fs = std::filesystem;

HostFacts usualHost(const std::string& more = "") {
    HostFacts facts;
    facts.mounts = parseMountinfo(kUsualMounts + more);
    facts.hidden = {"/var/lib/muster"};
    return facts;
}

TEST(ListedSecrets, AreThoseOfAllDaemonsThatHaveAWorkDirectory) {
    const test::TemporaryFolder own;
    const std::string base = own.path();
    for (const auto* folder : {"/lists", "/master", "/own"})
        fs::create_directory(base + folder);
    ASSERT_TRUE(writeFileAtomically(base + "/acls", "{}"));
    ASSERT_TRUE(writeFileAtomically(
        base + "/lists/1", base + "/master\n" + base + "/acls\n" + base + "/nowhere\n/\n"));
    ASSERT_TRUE(writeFileAtomically(base + "/lists/2", base + "/own\n"));
    ASSERT_TRUE(writeFileAtomically(base + "/lists/3", base + "/gone\n" + base + "/own\n"));
    const auto secrets = listedSecrets(base + "/lists", {base + "/own"});
    EXPECT_EQ(secrets.places, std::vector<std::string>{base + "/master"});
    EXPECT_EQ(secrets.names.at(base), std::vector<std::string>{"acls"});
    EXPECT_EQ(listedSecrets(base + "/none", {}), HostSecrets());
}

// Every test and every trial of the programs leaves one: thousands cost a launch 60 ms.
TEST(ListedSecrets, AreRemovedWithTheirWorkDirectory) {
    const test::TemporaryFolder own;
    const std::string base = own.path();
    for (const auto* folder : {"/lists", "/master"})
        fs::create_directory(base + folder);
    ASSERT_TRUE(writeFileAtomically(base + "/lists/1", base + "/master\n" + base + "/nowhere\n"));
    ASSERT_TRUE(writeFileAtomically(base + "/lists/2", base + "/gone\n" + base + "/master\n"));
    removeAbandonedLists(base + "/lists");
    EXPECT_EQ(namesIn(base + "/lists"), std::vector<std::string>{"1"});
    removeAbandonedLists(base + "/none");
}

TEST(ShownMounts, AreTheHostsRealFileSystemsInOrder) {
    EXPECT_EQ(shownMounts(usualHost()), (std::vector<std::string>{"/data", "/home"}));
}

// Another agent's container, or its own of an earlier version.
TEST(ShownMounts, LeaveOutEveryFurtherViewOfTheRoot) {
    EXPECT_EQ(
        shownMounts(usualHost("12 1 8:1 / /srv/agent-2/mounts/muster-1 rw - ext4 /dev/sda1 rw\n"
                              "13 1 8:1 /srv/sets /sets rw - ext4 /dev/sda1 rw\n")),
        (std::vector<std::string>{"/data", "/home", "/sets"}));
}

// Each mount of a view costs a launch a millisecond, and three once more when the task ends.
TEST(HostView, HidesNothingTwice) {
    HostView view{.ours = {"/var/lib/agent"}};
    view.hidden.places = {"/root", "/root/.config/muster", "/rootkit", "/var/lib/agent/token"};
    view.hidden.names = {{"/etc", {"shadow"}}, {"/root", {"token"}}, {"/root/keys", {"key"}},
        {"/var/lib/agent", {"token"}}};
    const auto hidden = withoutCovered(view);
    EXPECT_EQ(hidden.places, (std::vector<std::string>{"/root", "/rootkit"}));
    EXPECT_EQ(hidden.names, (HostSecrets{.names = {{"/etc", {"shadow"}}}}.names));
}

TEST(HostView, CoversAFolderOnceWhateverOfTheDaemonsLiesInIt) {
    EXPECT_EQ(outermost({"/srv/agent", "/srv/agent/mounts", "/srv/agent/sandboxes/1", "/other",
                  "/srv/agent", "/srv/agents"}),
        (std::vector<std::string>{"/srv/agent", "/other", "/srv/agents"}));
}

TEST(Privileged, IsWhoeverMayDoMoreThanAPlainUser) {
    ContainerSpec spec;
    spec.user = {1000, 1000, {}};
    EXPECT_FALSE(isPrivileged(spec));
    spec.capabilities = std::vector<std::string>();
    EXPECT_FALSE(isPrivileged(spec));
    spec.capabilities = {"CAP_DAC_OVERRIDE"};
    EXPECT_TRUE(isPrivileged(spec)) << "it reads every file";
    spec.capabilities.reset();
    spec.user = {0, 1000, {}};
    EXPECT_TRUE(isPrivileged(spec));
    spec.user = {1000, 0, {}};
    EXPECT_TRUE(isPrivileged(spec));
}

class Secrets : public testing::Test {
protected:
    void folder(const std::string& path) { fs::create_directories(m_root + path); }
    void file(const std::string& path, const std::string& text = "") {
        folder(fs::path(path).parent_path().string());
        ASSERT_TRUE(writeFileAtomically(m_root + path, text));
    }
    bool hasPlace(const HostSecrets& secrets, const std::string& path) const {
        return std::find(secrets.places.begin(), secrets.places.end(), m_root + path)
            != secrets.places.end();
    }
    const test::TemporaryFolder m_own;
    const std::string m_root = fs::canonical(m_own.path()).string();
};

TEST_F(Secrets, OfEveryMachineAreItsPasswordsKeysAndTokens) {
    file("/etc/shadow");
    file("/etc/ssh/ssh_host_ed25519_key");
    file("/etc/ssh/ssh_host_ed25519_key.pub");
    file("/etc/passwd", "git:x:7:7:Git:/srv/git:/bin/sh\nbad line\nnobody:x:9:9::/none:/bin/sh\n");
    folder("/root");
    folder("/home/alice/.ssh");
    folder("/home/bob/.config/muster");
    folder("/srv/git/.ssh");
    const auto secrets = machineSecrets(m_root);
    const auto& etc = secrets.names.at(m_root + "/etc");
    for (const char* name : {"shadow", "shadow-", "gshadow", "gshadow-"})
        EXPECT_NE(std::find(etc.begin(), etc.end(), name), etc.end())
            << name << " is hidden though it may only appear later";
    EXPECT_EQ(
        secrets.names.at(m_root + "/etc/ssh"), std::vector<std::string>{"ssh_host_ed25519_key"});
    for (const char* path :
        {"/root", "/home/alice/.ssh", "/home/bob/.config/muster", "/srv/git/.ssh"})
        EXPECT_TRUE(hasPlace(secrets, path)) << path;
}

TEST_F(Secrets, OfAHomeAreNeverElsewhere) {
    folder("/usr");
    folder("/home/mallory");
    folder("/home/carol/dotfiles/ssh");
    fs::create_directory_symlink(m_root + "/usr", m_root + "/home/mallory/.ssh");
    fs::create_directory_symlink("dotfiles/ssh", m_root + "/home/carol/.ssh");
    const auto secrets = machineSecrets(m_root);
    EXPECT_FALSE(hasPlace(secrets, "/usr")) << "nobody hides the machine's programs";
    EXPECT_TRUE(hasPlace(secrets, "/home/carol/dotfiles/ssh"));
}

TEST_F(Secrets, OfFlagsAreHiddenWhereTheyAreAndWhereTheyAreNamed) {
    file("/keys/real");
    folder("/etc");
    fs::create_symlink(m_root + "/keys/real", m_root + "/etc/named");
    const auto secrets = fileSecrets({m_root + "/etc/named", m_root + "/etc/later", "relative"});
    EXPECT_EQ(secrets.names.at(m_root + "/etc"), (std::vector<std::string>{"named", "later"}));
    EXPECT_EQ(secrets.names.at(m_root + "/keys"), std::vector<std::string>{"real"});
    EXPECT_TRUE(secrets.places.empty());
}

} // namespace
} // namespace muster::container
