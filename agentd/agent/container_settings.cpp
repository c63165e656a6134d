// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/container_settings.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <fcntl.h>
#include <linux/limits.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace muster::agentd {
namespace {

using container::Fd;
using mesos::v1::CapabilityInfo;
using mesos::v1::RLimitInfo;
using mesos::v1::Volume;

bool isBelow(const std::string& path, const std::string& folder) {
    return folder == "/" || path == folder || path.starts_with(folder + '/');
}

tl::unexpected<Error> notAllowed(const std::string& path, const ContainerAllowance& allowance) {
    return failure(allowance.folders.empty()
            ? fmt::format("Volume '{}' is not allowed: this agent shows no folder of its machine "
                          "(--allowed_volumes)",
                path)
            : fmt::format(
                "Volume '{}' is not allowed: only what is below {} is (--allowed_volumes)", path,
                fmt::join(allowance.folders, ", ")),
        Error::Kind::Denied);
}

// Below an allowed folder, links and all: whatever a link says, it stays beneath.
Result<Fd> openAllowed(const std::string& path, const ContainerAllowance& allowance) {
    const auto folder = std::find_if(allowance.folders.begin(), allowance.folders.end(),
        [&](const auto& allowed) { return isBelow(path, allowed); });
    if (folder == allowance.folders.end()) {
        return notAllowed(path, allowance);
    }
    const Fd top(::open(folder->c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    const auto rest = path.size() > folder->size() ? path.substr(folder->size()) : std::string();
    const auto inner = rest.substr(std::min(rest.find_first_not_of('/'), rest.size()));
    open_how how{
        .flags = O_PATH | O_CLOEXEC, .mode = 0, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
    Fd file(static_cast<int>(::syscall(
        SYS_openat2, top.number(), inner.empty() ? "." : inner.c_str(), &how, sizeof how)));
    if (!file) {
        return errno == EXDEV || errno == ELOOP
            ? notAllowed(path, allowance)
            : failure(fmt::format("Volume '{}' cannot be opened: {}", path, std::strerror(errno)),
                Error::Kind::NotFound);
    }
    const auto real = pathOf(file);
    const std::array kernel{"/proc", "/sys", "/dev", "/run"};
    const bool kernels = std::any_of(
        kernel.begin(), kernel.end(), [&](const char* own) { return isBelow(real, own); });
    if (real.empty() || kernels || isBelow(real, allowance.hidden)
        || isBelow(allowance.hidden, real)) {
        return failure(fmt::format("Volume '{}' is not allowed: it holds files of the kernel, of "
                                   "the machine's daemons or of the agent",
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
        return failure(
            fmt::format("Volume at '{}': only absolute paths of the machine can be shown "
                        "('host_path')",
                volume.container_path()));
    }
    auto file = openAllowed(path, allowance);
    if (!file) {
        return tl::unexpected(file.error());
    }
    spec.image->mounts.push_back(
        {path, volume.container_path(), volume.mode() != Volume::RW, file->number()});
    held.push_back(std::move(*file));
    return {};
}

Status setCapabilities(container::ContainerSpec& spec, const CapabilityInfo& wanted,
    const ContainerAllowance& allowance) {
    std::vector<std::string> names;
    for (const int number : wanted.capabilities()) {
        const auto name = "CAP_"
            + CapabilityInfo::Capability_Name(static_cast<CapabilityInfo::Capability>(number));
        const auto has = [&](const std::vector<std::string>& list) {
            return std::find(list.begin(), list.end(), name) != list.end();
        };
        if (!has(container::defaultCapabilities()) && !has(allowance.capabilities)) {
            return failure(fmt::format("Capability {} is not allowed: the operator lists such in "
                                       "--allowed_capabilities",
                               name),
                Error::Kind::Denied);
        }
        names.push_back(name);
    }
    spec.capabilities = std::move(names);
    return {};
}

Status addLimits(container::ContainerSpec& spec, const RLimitInfo& info) {
    for (const auto& limit : info.rlimits()) {
        auto name = RLimitInfo::RLimit::Type_Name(limit.type());
        if (limit.type() == RLimitInfo::RLimit::UNKNOWN) {
            return failure("A resource limit has no type that is known here");
        }
        if (limit.has_soft() != limit.has_hard() || limit.soft() > limit.hard()) {
            return failure(fmt::format(
                "The limit {} needs both a soft and a hard value, the soft one not above, or "
                "neither for unlimited",
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

} // namespace

std::string pathOf(const Fd& file) {
    std::array<char, PATH_MAX> target{};
    const auto size = ::readlink(
        fmt::format("/proc/self/fd/{}", file.number()).c_str(), target.data(), target.size());
    return {target.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

Result<std::vector<Fd>> applySettings(container::ContainerSpec& spec,
    const mesos::v1::ContainerInfo& info, const ContainerAllowance& allowance) {
    std::vector<Fd> held;
    for (const auto& volume : info.volumes()) {
        auto added = spec.image ? addVolume(spec, volume, allowance, held)
                                : Status(failure("Volumes need an image: without one a task sees "
                                                 "the machine's own files"));
        if (!added) {
            return tl::unexpected(added.error());
        }
    }
    const auto& settings = info.linux_info();
    spec.sharedMemory = Bytes::mebi(settings.shm_size());
    // The effective ones are what the command has; without them the bounding ones are all it may.
    for (const auto* wanted :
        {settings.has_bounding_capabilities() ? &settings.bounding_capabilities() : nullptr,
            settings.has_capability_info() ? &settings.capability_info() : nullptr,
            settings.has_effective_capabilities() ? &settings.effective_capabilities() : nullptr}) {
        if (auto set = wanted ? setCapabilities(spec, *wanted, allowance) : Status(); !set) {
            return tl::unexpected(set.error());
        }
    }
    if (auto added = addLimits(spec, info.rlimit_info()); !added) {
        return tl::unexpected(added.error());
    }
    return held;
}

} // namespace muster::agentd
