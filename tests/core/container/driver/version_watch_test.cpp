// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/driver/version_watch.h"

#include "tests/core/container/driver/fake_root.h"

namespace muster::container::driver {
namespace {

namespace fs = std::filesystem;

// A driver that is installed and loaded, and upgraded under its watch.
class DriverVersions : public testing::Test {
protected:
    void load(const std::string& version) const {
        m_root.write("sys/module/nvidia/version", version + '\n');
    }
    void unload() const { fs::remove(m_root.path() / "sys/module/nvidia/version"); }
    void install(const std::string& version, const std::string& folder = "/usr/lib64/") const {
        m_root.write(folder.substr(1) + "libnvidia-ml.so." + version, version);
        const auto link = m_root.path() / (folder.substr(1) + "libnvidia-ml.so.1");
        fs::remove(link);
        fs::create_symlink("libnvidia-ml.so." + version, link);
        runLdconfig(folder);
    }
    // A new file, as ldconfig makes it.
    void runLdconfig(const std::string& folder) const {
        m_root.write("etc/ld.so.cache.new",
            cacheOf({{i386, "libnvidia-ml.so.1", "/usr/lib32/libnvidia-ml.so.1"},
                {x86_64, "libnvidia-ml.so.1", folder + "libnvidia-ml.so.1"}}));
        fs::rename(m_root.path() / "etc/ld.so.cache.new", m_root.path() / "etc/ld.so.cache");
    }
    std::string trouble() {
        const auto news = m_watch.look();
        return news && news->trouble ? news->message : "";
    }

    test::TemporaryFolder m_root;
    VersionWatch m_watch{m_root.path()};
};

TEST_F(DriverVersions, AreNoNewsWhileTheyAgreeOrAreUnknown) {
    EXPECT_FALSE(m_watch.look()); // no driver at all
    load("390.30");
    EXPECT_FALSE(m_watch.look());
    install("390.30");
    EXPECT_FALSE(m_watch.look());
    EXPECT_FALSE(m_watch.look());
    unload();
    EXPECT_FALSE(m_watch.look());
}

TEST_F(DriverVersions, AreNamedOnceWhenTheLibraryIsUpgradedAndWhenItIsOver) {
    load("390.30");
    install("390.30");
    EXPECT_FALSE(m_watch.look());
    install("396.26");
    EXPECT_EQ(trouble(),
        "Driver/library version mismatch: the kernel module is 390.30, the library 396.26; reboot "
        "or reload the module nvidia");
    EXPECT_FALSE(m_watch.look());
    install("410.48", "/opt/nvidia/"); // once more, and elsewhere
    EXPECT_NE(trouble().find("the library 410.48"), std::string::npos);
    install("390.30");
    const auto over = m_watch.look();
    ASSERT_TRUE(over);
    EXPECT_FALSE(over->trouble);
    EXPECT_EQ(over->message, "Kernel module and library of the NVIDIA driver are both 390.30");
    EXPECT_FALSE(m_watch.look());
}

TEST_F(DriverVersions, AreNamedAtTheFirstLook) {
    load("390.30");
    install("396.26");
    EXPECT_NE(trouble().find("the kernel module is 390.30, the library 396.26"), std::string::npos);
}

// The agent's volume and its NVML are still the old ones.
TEST_F(DriverVersions, NeedARestartedAgentWhenTheModuleFollowed) {
    load("390.30");
    install("390.30");
    EXPECT_FALSE(m_watch.look());
    install("396.26");
    EXPECT_NE(trouble(), "");
    unload();
    EXPECT_FALSE(m_watch.look()); // in between
    load("396.26");
    EXPECT_EQ(trouble(),
        "Kernel module and library of the NVIDIA driver are both 396.26 now: restart this agent, "
        "which was started with another version");
    EXPECT_FALSE(m_watch.look());
}

} // namespace
} // namespace muster::container::driver
