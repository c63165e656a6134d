// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agentd/agent/container_allowance.h"
#include "tests/support/temporary_folder.h"

namespace muster::agentd {
namespace {

using mesos::v1::CapabilityInfo;
using mesos::v1::ContainerInfo;

struct TaskWithSettings {
    container::ContainerSpec spec;
    ContainerInfo info;
    ContainerAllowance allowance{.folders = {}, .capabilities = {"CAP_IPC_LOCK"}, .hidden = {"/w"}};

    TaskWithSettings() { spec.image = container::ImageRoot{.layers = {"/store/a"}}; }
    mesos::v1::LinuxInfo& linuxInfo() { return *info.mutable_linux_info(); }
    std::string refusal() {
        const auto applied = applyContainerInfo(spec, info, allowance);
        return applied ? "" : applied.error().message;
    }
    bool has(const std::string& name) const {
        const auto& names = *spec.capabilities;
        return std::count(names.begin(), names.end(), name) == 1;
    }
};

TEST(ContainerSettings, CloseTheRootAndAddTmpfs) {
    TaskWithSettings world;
    EXPECT_EQ(world.refusal(), "");
    EXPECT_FALSE(world.spec.image->readOnly);
    world.linuxInfo().set_read_only_root(true);
    world.linuxInfo().add_tmpfs()->set_path("/tmp");
    auto& other = *world.linuxInfo().add_tmpfs();
    other.set_path("/run");
    other.set_size(4096);
    other.set_mode(0700);
    other.set_executable(true);
    EXPECT_EQ(world.refusal(), "");
    EXPECT_TRUE(world.spec.image->readOnly);
    EXPECT_EQ(world.spec.image->tmpfs,
        (std::vector<container::Tmpfs>{{.path = "/tmp"},
            {.path = "/run", .size = Bytes{4096}, .mode = 0700, .executable = true}}));
}

TEST(ContainerSettings, NeedAnImageForWhatIsBesideIt) {
    const char* const why = "A read-only root and tmpfs need an image: without one a task uses the "
                            "host's file system";
    TaskWithSettings readOnly;
    readOnly.spec.image.reset();
    EXPECT_EQ(readOnly.refusal(), "");
    readOnly.linuxInfo().set_read_only_root(true);
    EXPECT_EQ(readOnly.refusal(), why);
    TaskWithSettings tmpfs;
    tmpfs.spec.image.reset();
    tmpfs.linuxInfo().add_tmpfs()->set_path("/tmp");
    EXPECT_EQ(tmpfs.refusal(), why);
}

TEST(ContainerSettings, LetNoTaskOutOfTheFilterOfSystemCalls) {
    TaskWithSettings world;
    auto& seccomp = *world.linuxInfo().mutable_seccomp();
    seccomp.set_unconfined(false);
    EXPECT_EQ(world.refusal(), "");
    seccomp.set_profile_name("default.json");
    EXPECT_EQ(world.refusal(),
        "Unknown Seccomp profile 'default.json': all tasks have the same system call filter, "
        "remove 'seccomp'");
    seccomp.set_unconfined(true);
    EXPECT_EQ(world.refusal(),
        "Invalid Seccomp configuration: 'profile_name' given even though 'unconfined' Seccomp "
        "setting is enabled");
    seccomp.clear_profile_name();
    EXPECT_EQ(world.refusal(),
        "Tasks cannot run without the system call filter: remove 'seccomp.unconfined'");
}

TEST(ContainerSettings, AddAndDropCapabilitiesOfRoot) {
    TaskWithSettings world;
    world.linuxInfo().mutable_added_capabilities()->add_capabilities(CapabilityInfo::IPC_LOCK);
    world.linuxInfo().mutable_dropped_capabilities()->add_capabilities(CapabilityInfo::CHOWN);
    EXPECT_EQ(world.refusal(), "");
    EXPECT_TRUE(world.has("CAP_IPC_LOCK"));
    EXPECT_TRUE(world.has("CAP_KILL"));
    EXPECT_FALSE(world.has("CAP_CHOWN"));
}

TEST(ContainerSettings, GiveAPlainUserWhatIsAddedAlone) {
    TaskWithSettings world;
    world.spec.user = {1000, 1000, {}};
    world.linuxInfo().mutable_added_capabilities()->add_capabilities(CapabilityInfo::IPC_LOCK);
    EXPECT_EQ(world.refusal(), "");
    EXPECT_EQ(world.spec.capabilities, std::vector<std::string>{"CAP_IPC_LOCK"});
}

// With one of the usual capabilities of root it would be root.
TEST(ContainerSettings, RefuseAPlainUserTheCapabilitiesOfRoot) {
    for (const auto capability : {CapabilityInfo::DAC_OVERRIDE, CapabilityInfo::SETUID}) {
        TaskWithSettings listed;
        listed.spec.user = {1000, 1000, {}};
        listed.linuxInfo().mutable_effective_capabilities()->add_capabilities(capability);
        EXPECT_NE(listed.refusal().find("is not allowed for a task that does not run as root"),
            std::string::npos);
        TaskWithSettings added;
        added.spec.user = {1000, 1000, {}};
        added.linuxInfo().mutable_added_capabilities()->add_capabilities(capability);
        EXPECT_NE(added.refusal(), "");
    }
}

TEST(ContainerSettings, GiveAPlainUserNothingOfABound) {
    TaskWithSettings world;
    world.spec.user = {1000, 1000, {}};
    world.linuxInfo().mutable_bounding_capabilities()->add_capabilities(
        CapabilityInfo::DAC_OVERRIDE);
    EXPECT_EQ(world.refusal(), "");
    EXPECT_FALSE(world.spec.capabilities.has_value());
}

TEST(ContainerSettings, RefuseCapabilitiesThatTheOperatorDoesNotList) {
    TaskWithSettings world;
    world.linuxInfo().mutable_added_capabilities()->add_capabilities(CapabilityInfo::SYS_ADMIN);
    EXPECT_EQ(world.refusal(),
        "Capability CAP_SYS_ADMIN is not allowed: operators can allow it with "
        "--allowed_capabilities");
    TaskWithSettings both;
    both.linuxInfo().mutable_effective_capabilities()->add_capabilities(CapabilityInfo::KILL);
    both.linuxInfo().mutable_dropped_capabilities()->add_capabilities(CapabilityInfo::CHOWN);
    EXPECT_EQ(both.refusal(), "A task's capabilities can be listed or changed, not both");
}

TEST(ContainerSettings, NameTheFlagThatLetsAVolumeBeShown) {
    TaskWithSettings world;
    auto& volume = *world.info.add_volumes();
    volume.set_host_path("/data");
    volume.set_container_path("/data");
    EXPECT_EQ(world.refusal(),
        "Volume '/data' is not allowed: this agent allows no host volumes (--allowed_volumes)");
}

TEST(ContainerSettings, ShowNoFolderThatHoldsAFileWhichAFlagNames) {
    TaskWithSettings world;
    world.allowance.folders = {"/usr"};
    world.allowance.hidden = {"/w", "/usr/share/muster/credentials"};
    auto& volume = *world.info.add_volumes();
    volume.set_container_path("/shown");
    volume.set_host_path("/usr/share");
    volume.set_mode(mesos::v1::Volume::RO);
    EXPECT_EQ(world.refusal(),
        "Volume '/usr/share' is not allowed: it contains files of the kernel, of the host's "
        "daemons or of the agent");
    volume.set_host_path("/usr/bin");
    EXPECT_EQ(world.refusal(), "");
}

// As the user could do it in a shell: with the modes of the folders on the way, not with root's.
TEST(ContainerSettings, ShowAUserNoVolumeThatIsNotForThatUser) {
    if (geteuid() != 0) {
        GTEST_SKIP() << "needs root to become another user";
    }
    const test::TemporaryFolder folder;
    folder.write("home/alice/project/file", "data");
    const auto home = folder / "home/alice";
    const auto project = home + "/project";
    ASSERT_EQ(chmod((folder / "home").c_str(), 0755), 0);
    ASSERT_EQ(chown(home.c_str(), 1000, 2000), 0);
    ASSERT_EQ(chmod(home.c_str(), 0700), 0);
    TaskWithSettings world;
    world.allowance.folders = {folder / "home"};
    auto& volume = *world.info.add_volumes();
    volume.set_container_path("/shown");
    volume.set_host_path(project);
    volume.set_mode(mesos::v1::Volume::RO);
    const auto refusal = [&](container::UserIds user) {
        world.spec.user = std::move(user);
        return world.refusal();
    };
    EXPECT_EQ(refusal({1000, 1000, {}}), "");
    EXPECT_EQ(refusal({1001, 1001, {}}),
        "Volume '" + project
            + "' is not allowed: Failed to open it as user 1001: Permission denied");
    EXPECT_NE(refusal({1001, 1001, {2000}}), "");
    ASSERT_EQ(chmod(home.c_str(), 0750), 0);
    EXPECT_EQ(refusal({1001, 1001, {2000}}), "");
    EXPECT_EQ(refusal({1001, 2000, {}}), "");
    EXPECT_NE(refusal({1001, 1001, {}}), "");
    EXPECT_EQ(refusal({}), "") << "root's rights came back";
    std::filesystem::create_symlink("/etc", folder / "home/etc");
    volume.set_host_path(folder / "home/etc");
    EXPECT_EQ(refusal({}),
        fmt::format("Volume '{0}/etc' is not allowed: it leads out of {0}, the directory that is "
                    "allowed",
            folder / "home"));
    volume.set_host_path(folder / "home/none");
    EXPECT_EQ(refusal({}),
        fmt::format("Volume '{}/none' cannot be opened: Failed to open it as user 0: No such file "
                    "or directory",
            folder / "home"));
}

TEST(ContainerSettings, GiveATerminalToWhoAsksForOne) {
    TaskWithSettings world;
    EXPECT_EQ(world.refusal(), "");
    EXPECT_EQ(world.spec.terminal, std::nullopt);
    world.info.mutable_tty_info();
    EXPECT_EQ(world.refusal(), "");
    EXPECT_EQ(world.spec.terminal, (container::TerminalSize{.rows = 24, .columns = 80}));
    world.info.mutable_tty_info()->mutable_window_size()->set_rows(50);
    world.info.mutable_tty_info()->mutable_window_size()->set_columns(132);
    EXPECT_EQ(world.refusal(), "");
    EXPECT_EQ(world.spec.terminal, (container::TerminalSize{.rows = 50, .columns = 132}));
}

} // namespace
} // namespace muster::agentd
