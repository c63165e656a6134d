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

constexpr const char* kNoGpu = "This machine has no NVIDIA GPU.";

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
            fmt::format("{} of {} cannot be used, GPU {}: {} ({}).", found.unreachable.size(),
                gpus(found.count()), first.index, first.reason, versions),
            "Reset the GPU (nvidia-smi --gpu-reset) or restart the machine."};
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
            "Nothing is needed on the master's machine; on others add a GPU, or start the agent "
            "with --simulate=m60x4 to try Muster."};
    if (facts.moduleVersion.empty())
        return {"driver", Verdict::Error,
            fmt::format(
                "{} on the PCI bus, and the NVIDIA driver is not loaded.", gpus(facts.pciGpus)),
            "Install the driver (apt install nvidia-driver) and restart the machine."};
    if (const auto old = gpu::oldDriver(facts.moduleVersion))
        return split("driver", Verdict::Error, *old, "; ");
    if (!facts.nvml)
        return {"driver", Verdict::Unknown,
            fmt::format("Driver {} is loaded; whether it answers is not known, as muster-nvml is "
                        "not installed.",
                facts.moduleVersion),
            "Install the package muster-daemon, and look again."};
    return {"driver", Verdict::Error, sentence((*facts.nvml).error().message),
        "Run nvidia-smi, which must list the GPUs; if it does not, install the driver again or "
        "restart the machine."};
}

Finding checkNouveau(const Facts& facts) {
    if (!facts.nouveau)
        return {"nouveau", Verdict::Ok, "The kernel module nouveau is not loaded.", ""};
    return {"nouveau", hasGpus(facts) ? Verdict::Error : Verdict::Warning,
        "The kernel module nouveau is loaded: NVIDIA's driver cannot use its GPUs.",
        "Write 'blacklist nouveau' into /etc/modprobe.d/nouveau.conf, run update-initramfs -u and "
        "restart the machine."};
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
        return {"devices", Verdict::Ok, "The device nodes of driver and GPUs exist.", ""};
    return {"devices", Verdict::Error, fmt::format("{} missing.", fmt::join(missing, ", ")),
        "Run nvidia-smi as root, which makes the nodes, and enable nvidia-persistenced so that "
        "they stay."};
}

Finding checkUvm(const Facts& facts) {
    if (!hasGpus(facts))
        return {"uvm", Verdict::Ok, kNoGpu, ""};
    if (facts.hasUvmNode)
        return {"uvm", Verdict::Ok, "/dev/nvidia-uvm exists.", ""};
    if (facts.hasModprobe)
        return {"uvm", Verdict::Ok,
            "/dev/nvidia-uvm does not exist yet; the agent makes it with nvidia-modprobe.", ""};
    return {"uvm", Verdict::Error,
        "/dev/nvidia-uvm does not exist, and nvidia-modprobe, which makes it, is not installed: "
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
        return {"linker cache", Verdict::Ok, "It has the driver's libraries.", ""};
    return {"linker cache", Verdict::Error,
        fmt::format("It lacks {}: each task would need LD_LIBRARY_PATH.", fmt::join(missing, ", ")),
        "Write the folder of the driver's libraries into /etc/ld.so.conf.d/nvidia.conf and run "
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
            "Start the kernel with cgroup_enable=memory, or without the option that disables the "
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
            fmt::format("Version v2, whose root does not delegate {} yet.", fmt::join(held, ", ")),
            "runc delegates them when it makes the first container; if that fails, write "
            "'+cpu +memory +pids' into /sys/fs/cgroup/cgroup.subtree_control."};
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
    return {"skopeo", Verdict::Warning, "skopeo does not run: tasks with an image cannot start.",
        "Install it (apt install skopeo)."};
}

Finding checkDisk(const Facts& facts) {
    if (!facts.disk)
        return {"disk", Verdict::Unknown,
            fmt::format("The disk of {} cannot be looked at.", facts.workDir), ""};
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
            facts.disk ? "The file system has no limit of files."
                       : fmt::format("The disk of {} cannot be looked at.", facts.workDir),
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
        return {
            "clock", Verdict::Unknown, "The kernel does not say whether it is synchronised.", ""};
    if (*facts.clockSynchronised)
        return {"clock", Verdict::Ok, "It is synchronised.", ""};
    return {"clock", Verdict::Warning,
        "It is not synchronised: times of this machine and others in history and logs will differ.",
        "Install a time service (apt install systemd-timesyncd), or start the one that is there."};
}

Finding checkPort(const Facts& facts) {
    if (!facts.portHolder)
        return {"port", Verdict::Unknown,
            fmt::format("The kernel does not say who listens at port {}.", facts.port), ""};
    if (!*facts.portHolder)
        return {"port", Verdict::Ok, fmt::format("Port {} is free.", facts.port), ""};
    const auto& holder = **facts.portHolder;
    if (holder.program.starts_with("muster-agentd "))
        return {"port", Verdict::Ok,
            fmt::format("{} listens at port {}.", holder.program, facts.port), ""};
    if (holder.program.empty())
        return {"port", facts.host.root ? Verdict::Warning : Verdict::Unknown,
            fmt::format("A process of user {} listens at port {}.", holder.user, facts.port),
            "Run 'sudo muster doctor' to see which."};
    return {"port", Verdict::Error,
        fmt::format("{} listens at port {}, which the master needs.", holder.program, facts.port),
        "End that program, or give the master another port (--port)."};
}

Finding checkRoot(const Facts& facts) {
    if (facts.host.root)
        return {"root", Verdict::Ok, "Looked at as root.", ""};
    return {"root", Verdict::Unknown,
        "Looked at as an ordinary user: programs of others that hold the port, and folders that "
        "only root may enter, could not be looked at.",
        "Run 'sudo muster doctor' to see all."};
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
