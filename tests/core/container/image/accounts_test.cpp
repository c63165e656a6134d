// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/accounts.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "tests/core/container/image/test_images.h"

namespace muster::container::image {
namespace {

const std::string passwd = "root:x:0:0:root:/root:/bin/sh\n"
                           "broken\n"
                           "app:x:1000:100:,,,:/home/app:/bin/sh\n"
                           "wrap:x:4294967296:0::/:/bin/sh\n"
                           "high:x:4294967295:0::/:/bin/sh\n"
                           "1234:x:0:0::/:/bin/sh\n";
const std::string group
    = "root:x:0:\nusers:x:100:app\nvideo:x:44:nobody,app\nnope:x:45:application\n";

using Ids = std::vector<std::uint32_t>;

std::string ids(const std::string& user) {
    const auto found = resolveAccount(user, passwd, group);
    if (!found)
        return "!" + found.error().message;
    return fmt::format("{}:{} {}", found->uid, found->gid, fmt::join(found->groups, ","));
}

TEST(ImageAccounts, AreFoundByNameAndByNumber) {
    EXPECT_EQ(ids(""), "0:0 ");
    EXPECT_EQ(ids("root"), "0:0 ");
    EXPECT_EQ(ids("app"), "1000:100 44");
    EXPECT_EQ(ids("1000"), "1000:100 44");
    EXPECT_EQ(ids("77"), "77:0 ");
}

TEST(ImageAccounts, TakeTheGroupThatIsGivenAndNoOther) {
    EXPECT_EQ(ids("app:video"), "1000:44 ");
    EXPECT_EQ(ids("app:44"), "1000:44 ");
    EXPECT_EQ(ids("77:5000"), "77:5000 ");
    EXPECT_EQ(ids(":users"), "0:100 ");
}

TEST(ImageAccounts, AreRefusedWhenTheyAreNotInTheImage) {
    EXPECT_EQ(ids("alice"),
        "!The image wants to run as 'alice', which is not in its /etc/passwd; give the task a user "
        "by number");
    EXPECT_EQ(ids("app:wheel"),
        "!The image wants to run in the group 'wheel', which is not in its /etc/group; give the "
        "task a user by number");
}

TEST(ImageAccounts, NeverWrapRoundToRoot) {
    EXPECT_EQ(ids("4294967296"),
        "!The image's user has the number 4294967296, the largest possible is 2147483647");
    EXPECT_TRUE(ids("2147483648").starts_with("!"));
    EXPECT_EQ(ids("2147483647"), "2147483647:0 ");
    EXPECT_TRUE(ids("1000:4294967296").starts_with("!"));
    EXPECT_TRUE(ids("99999999999999999999999").starts_with("!"));
    EXPECT_TRUE(ids("wrap").starts_with("!"));
    EXPECT_TRUE(ids("high").starts_with("!"));
    EXPECT_TRUE(ids("-1").starts_with("!"));
    EXPECT_TRUE(ids("+0").starts_with("!"));
    EXPECT_EQ(ids("1234"), "1234:0 ") << "a number is not somebody's name";
}

class ImageRoots : public testing::Test {
protected:
    void SetUp() override {
        std::filesystem::create_directories(m_root + "/etc");
        std::filesystem::create_directories(m_folder / "host");
        std::ofstream(m_folder / "host/passwd") << "app:x:0:0::/:/bin/sh\n";
    }
    void write(const std::string& name, const std::string& text) {
        std::ofstream(m_root + name) << text;
    }

    test::TemporaryFolder m_folder;
    const std::string m_root = m_folder / "root";
};

TEST_F(ImageRoots, GiveTheirOwnAccounts) {
    write("/etc/passwd", passwd);
    write("/etc/group", group);
    EXPECT_EQ(resolveUserIn({m_root}, "app"), (UserIds{1000, 100, {44}}));
}

TEST_F(ImageRoots, NeedNoFilesForNumbers) {
    EXPECT_EQ(resolveUserIn({m_root}, "7:8"), (UserIds{7, 8, {}}));
    EXPECT_FALSE(resolveUserIn({m_root}, "app"));
}

TEST_F(ImageRoots, AreNotLeftByALink) {
    std::filesystem::create_symlink("../../host/passwd", m_root + "/etc/passwd");
    EXPECT_FALSE(resolveUserIn({m_root}, "app"));
    std::filesystem::remove(m_root + "/etc/passwd");
    std::filesystem::create_symlink(m_folder / "host/passwd", m_root + "/etc/passwd");
    EXPECT_FALSE(resolveUserIn({m_root}, "app"));
    std::filesystem::remove(m_root + "/etc/passwd");
    write("/passwd", passwd);
    std::filesystem::create_symlink("/passwd", m_root + "/etc/passwd");
    EXPECT_TRUE(resolveUserIn({m_root}, "app")) << "within the image a link leads where it should";
}

TEST_F(ImageRoots, RefuseFilesThatBlockOrAreHuge) {
    ASSERT_EQ(mkfifo((m_root + "/etc/passwd").c_str(), 0600), 0);
    EXPECT_EQ(resolveUserIn({m_root}, "app").error().message,
        "The image's /etc/passwd is not a plain file");
    std::filesystem::remove(m_root + "/etc/passwd");
    write("/etc/passwd", std::string(2U << 20, 'x'));
    EXPECT_EQ(resolveUserIn({m_root}, "app").error().message,
        "The image's /etc/passwd is larger than 1048576 bytes");
}

TEST_F(ImageRoots, CountFromTheTopmostLayerThatHasThem) {
    const auto upper = m_root + "/upper";
    const auto lower = m_root + "/lower";
    std::filesystem::create_directories(upper + "/etc");
    std::filesystem::create_directories(lower + "/etc");
    std::ofstream(lower + "/etc/passwd") << "app:x:7:7::/:/bin/sh\n";
    std::ofstream(lower + "/etc/group") << "video:x:44:app\n";
    std::ofstream(upper + "/etc/passwd") << "app:x:8:8::/:/bin/sh\n";
    EXPECT_EQ(resolveUserIn({lower, upper}, "app"), (UserIds{8, 8, {44}}));
    ASSERT_EQ(mknod((upper + "/etc/group").c_str(), S_IFCHR, 0), 0); // it was removed there
    EXPECT_EQ(resolveUserIn({lower, upper}, "app"), (UserIds{8, 8, {}}));
}

TEST_F(ImageRoots, DoNotGiveAccountsThatAnUpperLayerRemovedWithTheFolder) {
    if (geteuid() != 0)
        GTEST_SKIP() << "needs root to mark a folder";
    const auto upper = m_root + "/upper";
    const auto lower = m_root + "/lower";
    std::filesystem::create_directories(upper);
    std::filesystem::create_directories(lower + "/etc");
    std::ofstream(lower + "/etc/passwd") << "app:x:7:7::/:/bin/sh\n";
    EXPECT_EQ(resolveUserIn({lower, upper}, "app"), (UserIds{7, 7, {}}));
    ASSERT_EQ(mknod((upper + "/etc").c_str(), S_IFCHR, 0), 0);
    EXPECT_FALSE(resolveUserIn({lower, upper}, "app"));
    std::filesystem::remove(upper + "/etc");
    std::filesystem::create_directory(upper + "/etc");
    EXPECT_TRUE(resolveUserIn({lower, upper}, "app"));
    ASSERT_EQ(setxattr((upper + "/etc").c_str(), "trusted.overlay.opaque", "y", 1, 0), 0);
    EXPECT_FALSE(resolveUserIn({lower, upper}, "app"));
}

} // namespace
} // namespace muster::container::image
