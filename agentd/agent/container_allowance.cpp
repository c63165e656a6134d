// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/container_allowance.h"

#include <algorithm>
#include <array>

#include <linux/limits.h>
#include <unistd.h>

#include "core/container/file_rights.h"

namespace muster::agentd {
namespace {

using container::Fd;
using mesos::v1::CapabilityInfo;
using mesos::v1::LinuxInfo;
using mesos::v1::RLimitInfo;
using mesos::v1::Volume;

// All of the machine is in "/".
bool isIn(const std::string& path, const std::string& folder) {
    return folder == "/" || path == folder || path.starts_with(folder + '/');
}

tl::unexpected<Error> notAllowed(const std::string& path, const ContainerAllowance& allowance) {
    return failure(allowance.folders.empty()
            ? fmt::format(
                "Volume '{}' is not allowed: this agent allows no host volumes (--allowed_volumes)",
                path)
            : fmt::format("Volume '{}' is not allowed: only paths below {} are (--allowed_volumes)",
                path, fmt::join(allowance.folders, ", ")),
        Error::Kind::Denied);
}

// Below an allowed folder, links and all, as far as the task's user may come there.
Result<Fd> openVolume(
    const std::string& path, const ContainerAllowance& allowance, const container::UserIds& user) {
    const auto folder = std::find_if(allowance.folders.begin(), allowance.folders.end(),
        [&](const auto& allowed) { return isIn(path, allowed); });
    if (folder == allowance.folders.end()) {
        return notAllowed(path, allowance);
    }
    const auto rest = path.size() > folder->size() ? path.substr(folder->size()) : std::string();
    const auto inner = rest.substr(std::min(rest.find_first_not_of('/'), rest.size()));
    auto file = container::openAllowed(*folder, inner.empty() ? "." : inner, user);
    if (!file) {
        const bool isDenied = file.error().kind == Error::Kind::Denied;
        return failure(fmt::format("Volume '{}' {}: {}", path,
                           isDenied ? "is not allowed" : "cannot be opened", file.error().message),
            isDenied ? Error::Kind::Denied : Error::Kind::NotFound);
    }
    const auto real = pathOf(*file);
    const std::array kernel{"/proc", "/sys", "/dev", "/run"};
    const bool kernels = std::any_of(
        kernel.begin(), kernel.end(), [&](const char* own) { return isIn(real, own); });
    const bool hidden = std::any_of(allowance.hidden.begin(), allowance.hidden.end(),
        [&](const auto& own) { return isIn(real, own) || isIn(own, real); });
    if (real.empty() || kernels || hidden) {
        return failure(fmt::format("Volume '{}' is not allowed: it contains files of the kernel, "
                                   "of the host's daemons or of the agent",
                           path),
            Error::Kind::Denied);
    }
    return file;
}

Status addVolume(container::ContainerSpec& spec, const Volume& volume,
    const ContainerAllowance& allowance, std::vector<Fd>& held) {
    const auto& path
        = volume.has_source() ? volume.source().host_path().path() : volume.host_path();
    if (path.empty() || path.front() != '/') {
        return failure(fmt::format(
            "Volume at '{}': only absolute paths of the host can be mounted ('host_path')",
            volume.container_path()));
    }
    auto file = openVolume(path, allowance, spec.user);
    if (!file) {
        return tl::unexpected(file.error());
    }
    spec.image->mounts.push_back(
        {path, volume.container_path(), volume.mode() != Volume::RW, file->number()});
    held.push_back(std::move(*file));
    return {};
}

bool has(const std::vector<std::string>& list, const std::string& name) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

std::vector<std::string> namesOf(const CapabilityInfo& info) {
    std::vector<std::string> out;
    for (const int number : info.capabilities()) {
        out.push_back("CAP_"
            + CapabilityInfo::Capability_Name(static_cast<CapabilityInfo::Capability>(number)));
    }
    return out;
}

Status setCapabilities(container::ContainerSpec& spec, std::vector<std::string> names,
    const ContainerAllowance& allowance) {
    for (const auto& name : names) {
        if (has(allowance.capabilities, name)) {
            continue;
        }
        if (spec.user.uid != 0) { // with one of the usual ones it could make itself root
            return failure(
                fmt::format("Capability {} is not allowed for a task that does not run as root: "
                            "operators can allow it with --allowed_capabilities",
                    name),
                Error::Kind::Denied);
        }
        if (!has(container::defaultCapabilities(), name)) {
            return failure(fmt::format("Capability {} is not allowed: operators can allow it with "
                                       "--allowed_capabilities",
                               name),
                Error::Kind::Denied);
        }
    }
    spec.capabilities = std::move(names);
    return {};
}

// The effective ones are what the command has; without them the bounding ones are all it may, which
// is nothing that a plain user has.
Status addCapabilities(
    container::ContainerSpec& spec, const LinuxInfo& wanted, const ContainerAllowance& allowance) {
    const bool isRoot = spec.user.uid == 0;
    for (const auto* exact :
        {isRoot && wanted.has_bounding_capabilities() ? &wanted.bounding_capabilities() : nullptr,
            isRoot && wanted.has_capability_info() ? &wanted.capability_info() : nullptr,
            wanted.has_effective_capabilities() ? &wanted.effective_capabilities() : nullptr}) {
        if (auto set = exact ? setCapabilities(spec, namesOf(*exact), allowance) : Status(); !set) {
            return set;
        }
    }
    if (!wanted.has_added_capabilities() && !wanted.has_dropped_capabilities()) {
        return {};
    }
    if (spec.capabilities) {
        return failure("A task's capabilities can be listed or changed, not both");
    }
    const auto dropped = namesOf(wanted.dropped_capabilities());
    auto names = namesOf(wanted.added_capabilities());
    for (const auto& name : container::defaultCapabilities()) {
        // A plain user has none that could be kept.
        if (isRoot && !has(dropped, name) && !has(names, name)) {
            names.push_back(name);
        }
    }
    return setCapabilities(spec, std::move(names), allowance);
}

Status setRoot(container::ContainerSpec& spec, const LinuxInfo& wanted) {
    if (!spec.image) {
        return wanted.read_only_root() || !wanted.tmpfs().empty()
            ? failure("A read-only root and tmpfs need an image: without one a task uses the "
                      "host's file system")
            : Status();
    }
    spec.image->readOnly = wanted.read_only_root();
    for (const auto& tmpfs : wanted.tmpfs()) {
        container::Tmpfs out{.path = tmpfs.path(), .size = Bytes{tmpfs.size()}};
        if (tmpfs.has_mode()) {
            out.mode = tmpfs.mode();
        }
        out.executable = tmpfs.executable();
        spec.image->tmpfs.push_back(std::move(out));
    }
    return {};
}

// Every container has the one filter.
Status checkSeccomp(const mesos::v1::SeccompInfo& wanted) {
    if (wanted.unconfined() && wanted.has_profile_name()) {
        return failure("Invalid Seccomp configuration: 'profile_name' given even though "
                       "'unconfined' Seccomp setting is enabled");
    }
    if (wanted.unconfined()) {
        return failure(
            "Tasks cannot run without the system call filter: remove 'seccomp.unconfined'",
            Error::Kind::Denied);
    }
    return wanted.has_profile_name()
        ? failure(fmt::format("Unknown Seccomp profile '{}': all tasks have the same system call "
                              "filter, remove 'seccomp'",
            wanted.profile_name()))
        : Status();
}

Status addLimits(container::ContainerSpec& spec, const RLimitInfo& info) {
    for (const auto& limit : info.rlimits()) {
        auto name = RLimitInfo::RLimit::Type_Name(limit.type());
        if (limit.type() == RLimitInfo::RLimit::UNKNOWN) {
            return failure("A resource limit has an unknown type");
        }
        if (limit.has_soft() != limit.has_hard() || limit.soft() > limit.hard()) {
            return failure(fmt::format("The limit {} needs both a soft and a hard value, soft not "
                                       "above hard, or neither for unlimited",
                name));
        }
        name.replace(0, 4, "RLIMIT"); // RLMT_NOFILE
        container::ResourceLimit out{std::move(name), {}, {}};
        if (limit.has_hard()) {
            out.soft = limit.soft();
            out.hard = limit.hard();
        }
        spec.limits.push_back(std::move(out));
    }
    return {};
}

container::TerminalSize sizeOf(const mesos::v1::TTYInfo& info) {
    if (!info.has_window_size()) {
        return {.rows = 24, .columns = 80};
    }
    return {.rows = info.window_size().rows(), .columns = info.window_size().columns()};
}

} // namespace

std::string pathOf(const Fd& file) {
    std::array<char, PATH_MAX> target{};
    const auto size = ::readlink(
        fmt::format("/proc/self/fd/{}", file.number()).c_str(), target.data(), target.size());
    return {target.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

Result<std::vector<Fd>> applyContainerInfo(container::ContainerSpec& spec,
    const mesos::v1::ContainerInfo& info, const ContainerAllowance& allowance) {
    std::vector<Fd> held;
    for (const auto& volume : info.volumes()) {
        auto added = spec.image
            ? addVolume(spec, volume, allowance, held)
            : Status(
                failure("Volumes need an image: without one a task uses the host's file system"));
        if (!added) {
            return tl::unexpected(added.error());
        }
    }
    spec.sharedMemory = Bytes::mebi(info.linux_info().shm_size());
    auto set = checkSeccomp(info.linux_info().seccomp());
    if (set) {
        set = setRoot(spec, info.linux_info());
    }
    if (set) {
        set = addCapabilities(spec, info.linux_info(), allowance);
    }
    if (info.has_tty_info()) {
        spec.terminal = sizeOf(info.tty_info());
    }
    if (set) {
        set = addLimits(spec, info.rlimit_info());
    }
    if (!set) {
        return tl::unexpected(set.error());
    }
    return held;
}

} // namespace muster::agentd
