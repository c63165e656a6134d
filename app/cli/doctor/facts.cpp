// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/doctor/facts.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <sys/statvfs.h>
#include <sys/timex.h>
#include <unistd.h>

#include "core/container/companion.h"
#include "core/container/driver/module_version.h"
#include "core/container/split.h"
#include "core/gpu/probe.h"
#include "core/net/socket_owner.h"

namespace muster::cli::doctor {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kDriverPatience{30}; // without persistence mode it starts slowly

std::string firstWord(const fs::path& path) {
    std::string word;
    std::ifstream(path) >> word;
    return word;
}

unsigned countPciGpus() {
    unsigned count = 0;
    const std::string devices = "/sys/bus/pci/devices/";
    for (const auto& name : container::namesIn(devices)) {
        const bool isDisplay = firstWord(devices + name + "/class").starts_with("0x03");
        count += isDisplay && firstWord(devices + name + "/vendor") == "0x10de" ? 1 : 0;
    }
    return count;
}

bool exists(const std::string& path) {
    return ::access(path.c_str(), F_OK) == 0;
}

void askDriver(Facts& facts) {
    const auto program = container::companion("muster-nvml");
    if (!exists(program))
        return;
    facts.nvml = gpu::discover({.program = program}, kDriverPatience);
    if (!*facts.nvml)
        return;
    for (const auto& gpu : (*facts.nvml)->gpus) {
        if (!exists(fmt::format("/dev/nvidia{}", gpu.minor)))
            facts.missingNodes.push_back(gpu.minor);
    }
}

std::optional<std::vector<container::driver::CachedLibrary>> linkerCache() {
    const container::Fd root(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
    auto libraries = container::driver::readLinkerCache(root);
    return libraries ? std::optional(std::move(*libraries)) : std::nullopt;
}

std::optional<std::vector<std::string>> delegatedControllers() {
    const auto text = container::readFile("/sys/fs/cgroup/cgroup.subtree_control");
    if (!text)
        return std::nullopt;
    std::vector<std::string> out;
    for (const auto word : container::splitWords(text->substr(0, text->find('\n')), ' '))
        out.emplace_back(word);
    return out;
}

std::optional<Disk> diskOf(const std::string& folder) {
    std::error_code error;
    auto path = fs::absolute(folder, error);
    while (!fs::exists(path, error) && path.has_relative_path())
        path = path.parent_path();
    struct statvfs disk { };
    if (::statvfs(path.c_str(), &disk) != 0)
        return std::nullopt;
    return Disk{path.string(), Bytes(disk.f_bavail * disk.f_frsize),
        Bytes(disk.f_blocks * disk.f_frsize), disk.f_favail, disk.f_files};
}

std::optional<bool> isClockSynchronised() {
    timex clock{};
    if (::adjtimex(&clock) < 0)
        return std::nullopt;
    return (clock.status & STA_UNSYNC) == 0;
}

std::string programWith(std::uint64_t socket) {
    for (const auto& name : container::namesIn("/proc")) {
        const auto pid = static_cast<pid_t>(std::atoi(name.c_str()));
        if (pid > 0 && net::holdsSocket({pid}, socket))
            return fmt::format("{} (pid {})", firstWord("/proc/" + name + "/comm"), pid);
    }
    return {};
}

std::optional<std::optional<PortHolder>> holderOf(std::uint16_t port) {
    using boost::asio::ip::address_v4;
    using boost::asio::ip::address_v6;
    auto owner = net::socketOwner({address_v4::loopback(), port});
    if (owner && !*owner)
        owner = net::socketOwner({address_v6::loopback(), port});
    if (!owner)
        return std::nullopt;
    if (!*owner)
        return std::optional<PortHolder>();
    return PortHolder{(*owner)->user, programWith((*owner)->inode)};
}

} // namespace

Facts gatherFacts(const Places& places) {
    Facts facts;
    facts.pciGpus = countPciGpus();
    facts.nouveau = exists("/sys/module/nouveau");
    facts.moduleVersion = container::driver::readModuleVersion();
    askDriver(facts);
    facts.hasControlNode = exists("/dev/nvidiactl");
    facts.hasUvmNode = exists("/dev/nvidia-uvm");
    facts.hasModprobe = exists("/usr/bin/nvidia-modprobe");
    facts.libraries = linkerCache();
    facts.host = container::readHostAbilities(places.runc, places.conmon);
    if (facts.host.facts.cgroupV2)
        facts.delegated = delegatedControllers();
    facts.skopeoVersion = container::versionOf(places.skopeo);
    facts.workDir = places.workDir;
    facts.disk = diskOf(places.workDir);
    facts.clockSynchronised = isClockSynchronised();
    facts.port = places.port;
    facts.portHolder = holderOf(places.port);
    return facts;
}

} // namespace muster::cli::doctor
