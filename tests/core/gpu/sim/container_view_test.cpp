// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/sim/container_view.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "tests/support/temporary_folder.h"

namespace muster::sim {
namespace {

// A file of this test that is gone with it.
class File {
public:
    explicit File(const std::string& bytes) { m_folder.write("library", bytes); }
    std::string path() const { return m_folder / "library"; }
    std::string folder() const { return m_folder.path(); }

private:
    test::TemporaryFolder m_folder;
};

TEST(ContainerView, ReadsTheScenarioBehindALibrary) {
    EXPECT_EQ(scenarioIn(File(withScenario("\x7f"
                                           "ELF...",
                                  "{}"))
                             .path()),
        "{}");
    EXPECT_EQ(scenarioIn(File(withScenario("", "")).path()), "");
}

TEST(ContainerView, FindsNoScenarioInAnythingElse) {
    for (const std::string& bytes : {std::string(), std::string("short"), std::string(1000, 'x'),
             std::string("\nmuster-scenario:ffffffff"), std::string("\nmuster-scenario:0000000g"),
             std::string("\nmuster-scenario:00000001"), withScenario("x", "{}") + ' '})
        EXPECT_EQ(scenarioIn(File(bytes).path()), std::nullopt) << bytes;
    EXPECT_EQ(scenarioIn("/does/not/exist"), std::nullopt);
}

TEST(ContainerView, KeepsTheVisibleGpusWithTheirLinksAndFaults) {
    const auto machine = parseScenario(R"({"driver": "1.0", "nvml": "1", "cuda": 9010, "seed": 1,
        "gpus": [
            {"model": "A", "bus": "0000:01:00.0", "memoryMiB": 1, "nvlink": {"peers": {"1": 1, "2": 2}}},
            {"model": "B", "bus": "0000:02:00.0", "memoryMiB": 1, "nvlink": {"peers": {"0": 1}}},
            {"model": "C", "bus": "0000:03:00.0", "memoryMiB": 1, "nvlink": {"peers": {"0": 2, "1": 3}},
             "processes": [{"pid": 7, "name": "x"}]}],
        "calls": {"nvmlDeviceGetName": {"error": 999, "gpu": 2}, "nvmlDeviceGetUUID": {"error": 999, "gpu": 1},
                  "nvmlInit_v2": {"latencyUs": 1}}})");
    ASSERT_TRUE(machine) << machine.error().message;
    const auto view = restricted(*machine, [](const Gpu& gpu) { return gpu.model != "B"; });
    ASSERT_EQ(view.gpus.size(), 2U);
    EXPECT_EQ(view.gpus[1].model, "C");
    EXPECT_EQ(view.gpus[1].uuid, machine->gpus[2].uuid);
    EXPECT_TRUE(view.gpus[1].processes.empty());
    EXPECT_EQ(view.gpus[0].directLinks, (std::map<unsigned, unsigned>{{1, 2}}));
    EXPECT_EQ(view.gpus[1].directLinks, (std::map<unsigned, unsigned>{{0, 2}}));
    EXPECT_EQ(view.calls.size(), 2U);
    EXPECT_EQ(view.calls.at("nvmlDeviceGetName").gpu, 1U);
    EXPECT_TRUE(restricted(*machine, [](const Gpu&) { return false; }).gpus.empty());
}

TEST(ContainerView, AsksTheKernelWhatCanBeOpened) {
    const File file("");
    const auto make = [&](const char* name, unsigned major, unsigned minor) {
        return mknod((file.folder() + '/' + name).c_str(), S_IFCHR | 0666, makedev(major, minor));
    };
    if (make("nvidia0", 195, 0) != 0) {
        GTEST_SKIP() << "this host lets nobody make device nodes";
    }
    make("nvidia1", 1, 3);
    std::ofstream(file.folder() + "/nvidia2") << "a file";
    if (const int fd = open((file.folder() + "/nvidia0").c_str(), O_RDWR);
        fd < 0 && errno == EPERM) {
        EXPECT_FALSE(canOpen(0, file.folder())); // a host that allows no such device
    } else {
        EXPECT_TRUE(canOpen(0, file.folder()));
    }
    EXPECT_FALSE(canOpen(1, file.folder()));
    EXPECT_FALSE(canOpen(2, file.folder()));
    EXPECT_FALSE(canOpen(3, file.folder()));
}

} // namespace
} // namespace muster::sim
