// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// The kernel's own word on what the program can still do, while it waits for its first byte.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/container/process.h"
#include "tests/core/container/unpack/tar_writer.h"
#include "tests/core/container/unpack/unpack_world.h"
#include "tests/support/paths.h"

namespace muster::unpack {
namespace {

namespace fs = std::filesystem;
using container::Fd;
using namespace std::chrono_literals;

class Confinement : public UnpackWorld {
protected:
    // Starts it and returns once its system calls are filtered, which is the last step.
    void start(const std::vector<std::string>& flags) {
        int ends[2] = {-1, -1};
        ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
        const Fd reader(ends[0]);
        m_input = Fd(ends[1]);
        const Fd target(open(m_target.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        std::vector<std::string> argv{MUSTER_BIN_DIR "/muster-unpack"};
        argv.insert(argv.end(), flags.begin(), flags.end());
        const auto pid = container::spawn(
            argv, {"SECRET=1"}, "/", {.in = reader.number(), .extra = {target.number()}});
        ASSERT_TRUE(pid) << pid.error().message;
        m_pid = *pid;
        const auto deadline = std::chrono::steady_clock::now() + 60s;
        while (status("Seccomp") != "2" && std::chrono::steady_clock::now() < deadline)
            std::this_thread::sleep_for(5ms);
    }
    void TearDown() override {
        if (m_pid > 0) {
            m_input = Fd();
            EXPECT_EQ(container::waitForChild(m_pid), 1); // nothing is no layer
        }
        UnpackWorld::TearDown();
    }

    std::string path(const std::string& name) const {
        return fmt::format("/proc/{}/{}", m_pid, name);
    }
    std::string text(const std::string& name) const {
        std::ifstream in(path(name));
        return {std::istreambuf_iterator<char>(in), {}};
    }
    std::string status(const std::string& field) const {
        std::ifstream in(path("status"));
        for (std::string line; std::getline(in, line);)
            if (line.starts_with(field + ":\t"))
                return line.substr(field.size() + 2);
        return "no " + field;
    }
    std::uint64_t capabilities(const std::string& field) const {
        return std::stoull(status(field), nullptr, 16);
    }
    // "" if links to namespaces cannot be read or the two are the same.
    bool ownNamespace(const std::string& name) const {
        std::error_code error;
        return fs::read_symlink(path("ns/" + name), error)
            != fs::read_symlink("/proc/self/ns/" + name, error);
    }

    Fd m_input;
    pid_t m_pid = 0;
};

constexpr std::uint64_t bit(int capability) {
    return std::uint64_t{1} << capability;
}
// chown, dac_override, fowner, fsetid; mknod, setfcap, sys_admin
constexpr auto forArchives = bit(0) | bit(1) | bit(3) | bit(4);
constexpr auto forLayers = forArchives | bit(27) | bit(31) | bit(21);

TEST_F(Confinement, SystemCallsAreFilteredAndNoPrivilegeComesBack) {
    start(layerFlags());
    EXPECT_EQ(status("Seccomp"), "2");
    EXPECT_EQ(status("NoNewPrivs"), "1");
}

TEST_F(Confinement, OfTheCapabilitiesALayerNeedsSeven) {
    start(layerFlags());
    for (const auto* set : {"CapEff", "CapPrm", "CapBnd"})
        EXPECT_EQ(capabilities(set), forLayers) << set;
    EXPECT_EQ(capabilities("CapInh") | capabilities("CapAmb"), 0);
}

TEST_F(Confinement, OfTheCapabilitiesAnArchiveNeedsFour) {
    start(archiveFlags());
    for (const auto* set : {"CapEff", "CapPrm", "CapBnd"})
        EXPECT_EQ(capabilities(set), forArchives) << set;
}

TEST_F(Confinement, TheFolderIsAllItCanReach) {
    start(layerFlags());
    struct stat root { };
    struct stat target { };
    ASSERT_EQ(stat(path("root").c_str(), &root), 0);
    ASSERT_EQ(stat(m_target.c_str(), &target), 0);
    EXPECT_EQ(root.st_ino, target.st_ino);
    EXPECT_EQ(root.st_dev, target.st_dev);
    EXPECT_FALSE(fs::exists(path("root/../../etc/passwd")));
    std::vector<std::string> descriptors;
    for (const auto& entry : fs::directory_iterator(path("fd")))
        descriptors.push_back(entry.path().filename());
    std::sort(descriptors.begin(), descriptors.end());
    EXPECT_EQ(descriptors, (std::vector<std::string>{"0", "1", "2", "3"}));
}

TEST_F(Confinement, WhereTheHostLetsItHasNoNetworkAndOneMount) {
    start(layerFlags());
    if (!ownNamespace("mnt"))
        GTEST_SKIP() << "No namespaces can be made here";
    EXPECT_TRUE(ownNamespace("net"));
    EXPECT_TRUE(ownNamespace("ipc"));
    const auto mounts = text("mountinfo");
    EXPECT_EQ(std::count(mounts.begin(), mounts.end(), '\n'), 1) << mounts;
}

TEST_F(Confinement, MemoryDescriptorsProcessesAndTimeAreLimited) {
    start(layerFlags());
    const auto limits = text("limits");
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // which need more
    EXPECT_NE(limits.find("Max address space         536870912 "), std::string::npos) << limits;
#endif
    for (const auto* line : {"Max cpu time              61 ", "Max core file size        0 ",
             "Max processes             0 ", "Max open files            64 "})
        EXPECT_NE(limits.find(line), std::string::npos) << line << "\n" << limits;
}

} // namespace
} // namespace muster::unpack
