// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// The simulator's driver from its installation to what nvidia-smi shows: ldconfig's own cache, the
// volume, a view of it, and the kernel's answer about each device node.
#include <unistd.h>

#include "core/container/driver/host_driver.h"
#include "core/container/driver/linker_cache.h"
#include "core/container/process.h"
#include "tests/core/container/driver/fake_root.h"
#include "tests/support/paths.h"

namespace muster::container::driver {
namespace {

constexpr auto limit = std::chrono::seconds(60);

class SimulatedDriver : public testing::Test {
protected:
    void SetUp() override {
        if (geteuid() != 0)
            GTEST_SKIP() << "needs root";
        const auto run
            = runProgram({MUSTER_BIN_DIR "/muster-sim-driver", root(),
                             "--scenario=" MUSTER_SOURCE_DIR "/resources/scenarios/m60x4.json"},
                limit);
        ASSERT_TRUE(run && run->exitCode == 0) << (run ? run->output : run.error().message);
    }

    std::string root() const { return m_tree.path() / "root"; }
    Result<Volume> build() const { return buildVolume({root(), m_tree.path() / "v"}, "390.30"); }

    // nvidia-smi of the view, where /dev has what `script` makes.
    std::string smi(const std::string& script, const std::string& as = "") const {
        const Capabilities utility{Capability::Utility};
        const auto volume = build();
        EXPECT_TRUE(volume && makeView(*volume, utility));
        const auto view = volume ? volume->path(utility) : "";
        const auto run = runProgram(
            {"unshare", "-m", "sh", "-c",
                fmt::format(
                    "chmod 755 {0}; mount -t tmpfs -o mode=755 none /dev && cd /dev && {1} && "
                    "exec {2} env LD_LIBRARY_PATH={3}/lib64 {3}/bin/nvidia-smi -L",
                    m_tree.path().string(), script, as, view)},
            limit);
        EXPECT_TRUE(run) << (run ? "" : run.error().message);
        return run ? fmt::format("{}\nstatus {}", run->output, run->exitCode) : "";
    }

    test::TemporaryFolder m_tree;
};

TEST_F(SimulatedDriver, IsInTheCacheThatLdconfigWrote) {
    const auto libraries = parseLinkerCache(textOf(root() + "/etc/ld.so.cache"));
    ASSERT_TRUE(libraries) << libraries.error().message;
    for (const char* soname : {"libcuda.so.1", "libnvidia-ml.so.1", "libGLX_nvidia.so.0"}) {
        const auto found = std::find_if(libraries->begin(), libraries->end(),
            [&](const CachedLibrary& library) { return library.soname == soname; });
        ASSERT_NE(found, libraries->end()) << soname;
        EXPECT_TRUE(found->is64);
        EXPECT_TRUE(std::filesystem::is_symlink(root() + found->path)) << found->path;
    }
}

// ROOT_NVIDIA_GPU_VolumeCreation.
TEST_F(SimulatedDriver, BecomesAVolume) {
    const auto volume = build();
    ASSERT_TRUE(volume) << volume.error().message;
    EXPECT_TRUE(volume->warnings.empty());
    const std::filesystem::path path = volume->path(allCapabilities());
    EXPECT_TRUE(std::filesystem::is_directory(path / "lib"));
    EXPECT_TRUE(std::filesystem::exists(path / "bin/nvidia-smi"));
    EXPECT_TRUE(std::filesystem::exists(path / "lib64/libnvidia-ml.so.1"));
    EXPECT_TRUE(std::filesystem::exists(path / "lib64/libcuda.so"));
}

TEST_F(SimulatedDriver, IsAllThatAContainerNeeds) {
    std::vector<std::string> warnings;
    const auto host
        = readHostDriver({root(), m_tree.path() / "v", m_tree.path()}, "390.30", warnings);
    EXPECT_EQ(warnings, std::vector<std::string>());
    const auto injection = inject({{}, {{GpuUuid{"GPU-a"}, 0, 0}}, {"390.30", "9.1", {}}}, host);
    ASSERT_TRUE(injection) << injection.error().message;
    EXPECT_EQ(injection->way, Injection::Way::Volume);
    ASSERT_TRUE(makeView(*host.volume, injection->capabilities));
    EXPECT_TRUE(std::filesystem::exists(injection->mounts.at(0).source + "/bin/nvidia-smi"));
}

TEST_F(SimulatedDriver, OfAnotherVersionIsAWarning) {
    std::vector<std::string> warnings;
    const DriverPlaces places{root(), m_tree.path() / "v", m_tree.path()};
    EXPECT_FALSE(readHostDriver(places, "396.26", warnings).volume);
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_TRUE(warnings[0].starts_with(
        "There is no volume of the driver's files: Driver/library version mismatch: the driver is "
        "396.26, its library libnvidia-ml.so.1 is 390.30"));
    EXPECT_FALSE(readHostDriver(places, "", warnings).volume);
    EXPECT_EQ(warnings.size(), 1U);
}

TEST_F(SimulatedDriver, CanBeInstalledAgain) {
    ASSERT_TRUE(build());
    SetUp();
    EXPECT_TRUE(build());
}

TEST_F(SimulatedDriver, ShowsExactlyTheGpusThatCanBeOpened) {
    if (runProgram({"unshare", "-m", "true"}, limit).value_or(ProgramRun{1, ""}).exitCode != 0)
        GTEST_SKIP() << "this host makes no mount namespaces";
    EXPECT_EQ(smi("mknod -m 666 nvidia1 c 195 1 && mknod -m 666 nvidia3 c 195 3"),
        "GPU 0: Tesla M60 (UUID: GPU-b11388f3-cc39-46d0-85a8-d64a8b017669)\n"
        "GPU 1: Tesla M60 (UUID: GPU-34f11429-eb96-446c-a2a2-e82c8111f9f2)\nstatus 0");
    // Files of those names and other devices are no GPUs.
    EXPECT_EQ(smi("touch nvidia0 && mknod -m 666 nvidia1 c 1 3 && mknod -m 666 nvidia2 c 195 3"),
        "No devices were found\nstatus 6");
    // The kernel says no: here by the node's mode, in a container by its device rules.
    EXPECT_EQ(smi("mknod -m 600 nvidia0 c 195 0 && mknod -m 666 nvidia3 c 195 3",
                  "setpriv --reuid 65534 --clear-groups"),
        "GPU 0: Tesla M60 (UUID: GPU-34f11429-eb96-446c-a2a2-e82c8111f9f2)\nstatus 0");
}

TEST_F(SimulatedDriver, LetsNoVariableShowMore) {
    EXPECT_EQ(smi("true",
                  "env MUSTER_SIM_SCENARIO=" MUSTER_SOURCE_DIR "/resources/scenarios/h100x8.json"),
        "No devices were found\nstatus 6");
}

TEST(SimulatedDriverProgram, SaysWhatIsWrong) {
    const auto usage = runProgram({MUSTER_BIN_DIR "/muster-sim-driver"}, limit);
    ASSERT_TRUE(usage);
    EXPECT_EQ(usage->exitCode, 2);
    const auto missing
        = runProgram({MUSTER_BIN_DIR "/muster-sim-driver", "/tmp/x", "--scenario=/none"}, limit);
    ASSERT_TRUE(missing);
    EXPECT_EQ(missing->exitCode, 1);
    EXPECT_EQ(
        missing->output, "muster-sim-driver: Failed to open /none: No such file or directory");
}

} // namespace
} // namespace muster::container::driver
