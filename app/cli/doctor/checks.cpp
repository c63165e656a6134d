// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/doctor/checks.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/ranges.h>

#include "core/container/driver/module_version.h"
#include "core/gpu/flags.h"

namespace muster::cli::doctor {
namespace {

constexpr Bytes kFullDisk = Bytes::mebi(100); // the master and the agent stop taking work soon
constexpr Bytes kLittleDisk = Bytes::mebi(10 * 1024); // less than one image of CUDA

std::string sentence(std::string_view text) {
    return text.ends_with('.') ? std::string(text) : fmt::format("{}.", text);
}

// Behind a colon it began with a small letter.
std::string capitalised(std::string text) {
    if (!text.empty())
        text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

// Of a message that ends with its remedy behind `mark`.
Finding split(const char* check, Verdict verdict, std::string_view message, std::string_view mark) {
    const auto at = message.find(mark);
    return {check, verdict, sentence(message.substr(0, at)),
        at == message.npos ? "" : capitalised(sentence(message.substr(at + mark.size())))};
}

// Is there anything for which a driver is needed?
bool hasGpus(const Facts& facts) {
    return facts.pciGpus > 0 || !facts.moduleVersion.empty() || (facts.nvml && *facts.nvml);
}

constexpr const char* kNoGpu = "This host has no NVIDIA GPU.";

std::string gpus(std::size_t count) {
    return count == 1 ? "1 GPU" : fmt::format("{} GPUs", count);
}

std::string sizeText(Bytes bytes) {
    const auto mebibytes = bytes.mebibytes();
    return mebibytes < 10 * 1024 ? fmt::format("{} MiB", mebibytes)
                                 : fmt::format("{} GiB", mebibytes / 1024);
}

Finding checkAnsweringDriver(const gpu::Discovery& found, const Facts& facts) {
    if (const auto old = gpu::oldDriver(found.driverVersion))
        return split("driver", Verdict::Error, *old, "; ");
    if (const auto mismatch
        = container::driver::versionMismatch(facts.moduleVersion, found.driverVersion))
        return split("driver", Verdict::Error, *mismatch, "; ");
    const auto versions
        = fmt::format("driver {}, CUDA {}", found.driverVersion.empty() ? "?" : found.driverVersion,
            found.cudaVersion.empty() ? "?" : found.cudaVersion);
    if (!found.unreachable.empty()) {
        const auto& first = found.unreachable.front();
        return {"driver", Verdict::Error,
            fmt::format("{} of {} unusable, GPU {}: {} ({}).", found.unreachable.size(),
                gpus(found.count()), first.index, first.reason, versions),
            "Reset the GPU (nvidia-smi --gpu-reset) or reboot the host."};
    }
    return {"driver", Verdict::Ok, fmt::format("{}, {}.", gpus(found.count()), versions), ""};
}

std::string hostError(const Facts& facts) {
    auto host = facts.host;
    host.root = true; // a check of its own
    host.runcVersion.emplace(1, '0'); // likewise
    host.conmonVersion.emplace(1, '0');
    const auto status = container::checkIsolation("filesystem/linux,cgroups/devices", host);
    return status ? std::string() : status.error().message;
}

Finding checkProgram(const char* name, const std::optional<std::string>& version) {
    const auto needed = container::needProgram(name, version);
    return needed ? Finding{name, Verdict::Ok, fmt::format("{} {}.", name, *version), ""}
                  : split(name, Verdict::Error, needed.error().message, ": ");
}

} // namespace

std::string_view nameOf(Verdict verdict) {
    switch (verdict) {
    case Verdict::Ok:
        return "ok";
    case Verdict::Unknown:
        return "unknown";
    case Verdict::Warning:
        return "warning";
    case Verdict::Error:
        return "error";
    }
    return "error";
}

Finding checkDriver(const Facts& facts) {
    if (facts.nvml && *facts.nvml)
        return checkAnsweringDriver(**facts.nvml, facts);
    if (facts.pciGpus == 0 && facts.moduleVersion.empty())
        return {"driver", Verdict::Warning, kNoGpu,
            "A host that only runs the master needs no GPU. On other hosts add a GPU, or start the "
            "agent with --simulate=m60x4 to try Muster."};
    if (facts.moduleVersion.empty())
        return {"driver", Verdict::Error,
            fmt::format(
                "{} on the PCI bus, but the NVIDIA driver is not loaded.", gpus(facts.pciGpus)),
            "Install the driver (apt install nvidia-driver) and reboot the host."};
    if (const auto old = gpu::oldDriver(facts.moduleVersion))
        return split("driver", Verdict::Error, *old, "; ");
    if (!facts.nvml)
        return {"driver", Verdict::Unknown,
            fmt::format("Driver {} is loaded. Its response cannot be checked because muster-nvml "
                        "is not installed.",
                facts.moduleVersion),
            "Install the package muster-daemon and run the check again."};
    return {"driver", Verdict::Error, sentence((*facts.nvml).error().message),
        "Run nvidia-smi, which must list the GPUs. If it does not, reinstall the driver or reboot "
        "the host."};
}

Finding checkNouveau(const Facts& facts) {
    if (!facts.nouveau)
        return {"nouveau", Verdict::Ok, "The kernel module nouveau is not loaded.", ""};
    return {"nouveau", hasGpus(facts) ? Verdict::Error : Verdict::Warning,
        "The kernel module nouveau is loaded and keeps NVIDIA's driver from using the GPUs.",
        "Write 'blacklist nouveau' to /etc/modprobe.d/nouveau.conf, run update-initramfs -u and "
        "reboot the host."};
}

Finding checkDevices(const Facts& facts) {
    if (!hasGpus(facts))
        return {"devices", Verdict::Ok, kNoGpu, ""};
    std::vector<std::string> missing;
    if (!facts.hasControlNode)
        missing.emplace_back("/dev/nvidiactl");
    for (const auto minor : facts.missingNodes)
        missing.push_back(fmt::format("/dev/nvidia{}", minor));
    if (missing.empty())
        return {"devices", Verdict::Ok, "The device nodes of the driver and the GPUs exist.", ""};
    return {"devices", Verdict::Error, fmt::format("{} missing.", fmt::join(missing, ", ")),
        "Run nvidia-smi as root, which creates the device nodes, and enable nvidia-persistenced so "
        "that they stay."};
}

Finding checkUvm(const Facts& facts) {
    if (!hasGpus(facts))
        return {"uvm", Verdict::Ok, kNoGpu, ""};
    if (facts.hasUvmNode)
        return {"uvm", Verdict::Ok, "/dev/nvidia-uvm exists.", ""};
    if (facts.hasModprobe)
        return {"uvm", Verdict::Ok,
            "/dev/nvidia-uvm does not exist yet; the agent will create it with nvidia-modprobe.",
            ""};
    return {"uvm", Verdict::Error,
        "/dev/nvidia-uvm does not exist, and nvidia-modprobe, which creates it, is not installed: "
        "CUDA would not start.",
        "Install nvidia-modprobe (apt install nvidia-modprobe)."};
}

Finding checkLinkerCache(const Facts& facts) {
    if (!hasGpus(facts))
        return {"linker cache", Verdict::Ok, kNoGpu, ""};
    if (!facts.libraries)
        return {"linker cache", Verdict::Error, "/etc/ld.so.cache cannot be read.",
            "Run ldconfig as root."};
    std::vector<std::string> missing;
    for (const std::string_view name : {"libcuda.so.1", "libnvidia-ml.so.1"}) {
        const bool isThere = std::ranges::any_of(*facts.libraries,
            [&](const auto& library) { return library.is64 && library.soname == name; });
        if (!isThere)
            missing.emplace_back(name);
    }
    if (missing.empty())
        return {"linker cache", Verdict::Ok, "The driver's libraries are in it.", ""};
    return {"linker cache", Verdict::Error,
        fmt::format(
            "It lacks {}: every task would need LD_LIBRARY_PATH.", fmt::join(missing, ", ")),
        "Add the directory of the driver's libraries to /etc/ld.so.conf.d/nvidia.conf and run "
        "ldconfig."};
}

Finding checkCgroups(const Facts& facts) {
    const auto& host = facts.host.facts;
    if (const auto error = hostError(facts); !error.empty())
        return split("cgroups", Verdict::Error, error, ": ");
    const std::string version = host.cgroupV2 ? "v2" : "v1";
    if (const auto missing = container::limitWarnings(facts.host); !missing.empty()) {
        return {"cgroups", Verdict::Warning,
            fmt::format("Version {}. {}.", version, fmt::join(missing, ". ")),
            "Boot the kernel with cgroup_enable=memory, or without the option that disables the "
            "controller."};
    }
    constexpr std::array kLimits{"cpu", "memory", "pids"};
    std::vector<std::string> held;
    for (const char* name : kLimits) {
        if (facts.delegated && std::ranges::count(*facts.delegated, name) == 0)
            held.emplace_back(name);
    }
    if (!held.empty()) {
        return {"cgroups", Verdict::Warning,
            fmt::format(
                "Version v2; the root cgroup does not delegate {} yet.", fmt::join(held, ", ")),
            "runc delegates them when it creates the first container. If that fails, write '+cpu "
            "+memory +pids' to /sys/fs/cgroup/cgroup.subtree_control."};
    }
    return {"cgroups", Verdict::Ok,
        fmt::format("Version {} with devices, {}.", version, fmt::join(kLimits, ", ")), ""};
}

Finding checkRunc(const Facts& facts) {
    if (const auto warning = container::runcWarning(facts.host))
        return split("runc", Verdict::Warning, *warning, ": ");
    return checkProgram("runc", facts.host.runcVersion);
}

Finding checkConmon(const Facts& facts) {
    return checkProgram("conmon", facts.host.conmonVersion);
}

Finding checkSkopeo(const Facts& facts) {
    if (facts.skopeoVersion)
        return {"skopeo", Verdict::Ok, fmt::format("skopeo {}.", *facts.skopeoVersion), ""};
    return {"skopeo", Verdict::Warning, "skopeo cannot be run: tasks with an image cannot start.",
        "Install it (apt install skopeo)."};
}

Finding checkDisk(const Facts& facts) {
    if (!facts.disk)
        return {"disk", Verdict::Unknown,
            fmt::format("Cannot examine the disk of {}.", facts.workDir), ""};
    const auto& disk = *facts.disk;
    const auto found = fmt::format(
        "{} of {} are free for {}.", sizeText(disk.free), sizeText(disk.size), facts.workDir);
    if (disk.free >= kLittleDisk)
        return {"disk", Verdict::Ok, found, ""};
    return {"disk", disk.free < kFullDisk ? Verdict::Error : Verdict::Warning, found,
        "Free some space, or choose a work directory on a larger disk (--work_dir)."};
}

Finding checkInodes(const Facts& facts) {
    if (!facts.disk || facts.disk->inodes == 0)
        return {"inodes", facts.disk ? Verdict::Ok : Verdict::Unknown,
            facts.disk ? "The file system has no inode limit."
                       : fmt::format("Cannot examine the disk of {}.", facts.workDir),
            ""};
    const auto& disk = *facts.disk;
    const auto percent = 100 * disk.freeInodes / disk.inodes;
    const auto found = fmt::format("{} % of the inodes are free for {}.", percent, facts.workDir);
    if (percent >= 5)
        return {"inodes", Verdict::Ok, found, ""};
    return {"inodes", percent < 1 ? Verdict::Error : Verdict::Warning, found,
        "Remove small files, or choose a work directory on another file system (--work_dir)."};
}

Finding checkClock(const Facts& facts) {
    if (!facts.clockSynchronised)
        return {"clock", Verdict::Unknown,
            "The kernel does not report whether the clock is synchronised.", ""};
    if (*facts.clockSynchronised)
        return {"clock", Verdict::Ok, "The clock is synchronised.", ""};
    return {"clock", Verdict::Warning,
        "The clock is not synchronised: times in history and logs will differ from those of other "
        "nodes.",
        "Install a time service (apt install systemd-timesyncd), or start the one that is "
        "installed."};
}

Finding checkPort(const Facts& facts) {
    if (!facts.portHolder)
        return {"port", Verdict::Unknown,
            fmt::format("The kernel does not report who listens on port {}.", facts.port), ""};
    if (!*facts.portHolder)
        return {"port", Verdict::Ok, fmt::format("Port {} is free.", facts.port), ""};
    const auto& holder = **facts.portHolder;
    if (holder.program.starts_with("muster-agentd "))
        return {"port", Verdict::Ok,
            fmt::format("{} listens on port {}.", holder.program, facts.port), ""};
    if (holder.program.empty())
        return {"port", facts.host.root ? Verdict::Warning : Verdict::Unknown,
            fmt::format("A process of user {} listens on port {}.", holder.user, facts.port),
            "Run 'sudo muster doctor' to see which process it is."};
    return {"port", Verdict::Error,
        fmt::format("{} listens on port {}, which the master needs.", holder.program, facts.port),
        "Stop that program, or give the master another port (--port)."};
}

Finding checkRoot(const Facts& facts) {
    if (facts.host.root)
        return {"root", Verdict::Ok, "Checked as root.", ""};
    return {"root", Verdict::Unknown,
        "Checked as an ordinary user: other users' programs that use the port, and directories "
        "that only root may enter, could not be checked.",
        "Run 'sudo muster doctor' for a complete check."};
}

std::vector<Finding> examine(const Facts& facts) {
    std::vector<Finding> out;
    for (auto* check : {checkDriver, checkNouveau, checkDevices, checkUvm, checkLinkerCache,
             checkCgroups, checkRunc, checkConmon, checkSkopeo, checkDisk, checkInodes, checkClock,
             checkPort, checkRoot})
        out.push_back(check(facts));
    return out;
}

Verdict worst(const std::vector<Finding>& findings) {
    auto out = Verdict::Ok;
    for (const auto& finding : findings) {
        if (finding.verdict != Verdict::Unknown)
            out = std::max(out, finding.verdict);
    }
    return out;
}

} // namespace muster::cli::doctor
