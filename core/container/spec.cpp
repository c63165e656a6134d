// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/spec.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <set>

#include <grp.h>
#include <pwd.h>

#include "core/kernel/base/number.h"

namespace muster::container {
namespace {

constexpr Bytes smallestLog{4096};
constexpr unsigned mostLogFiles = 100;
constexpr unsigned largestTerminal = 65535; // the kernel's

bool isContainerId(const std::string& id) {
    const auto allowed
        = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    return !id.empty() && id.size() <= 64 && id.front() != '-'
        && std::all_of(id.begin(), id.end(), allowed);
}

bool hasNul(const std::string& text) {
    return text.find('\0') != std::string::npos;
}

bool isPlainPath(const std::string& path) {
    return path.size() > 1 && path.front() == '/' && path.back() != '/'
        && path.find("//") == std::string::npos && (path + '/').find("/./") == std::string::npos
        && (path + '/').find("/../") == std::string::npos && !hasNul(path);
}

bool isBelowAny(const std::string& path, std::initializer_list<const char*> roots) {
    return std::any_of(roots.begin(), roots.end(),
        [&](const char* root) { return (path + '/').starts_with(root); });
}

struct Account {
    std::string name;
    std::uint32_t uid = 0;
    std::uint32_t gid = 0;
};

template <typename Lookup>
Result<std::optional<Account>> account(Lookup lookup) {
    passwd entry{};
    passwd* found = nullptr;
    std::vector<char> buffer(16384);
    int error = 0;
    while ((error = lookup(&entry, buffer.data(), buffer.size(), &found)) == ERANGE
        && buffer.size() < 1 << 20)
        buffer.resize(buffer.size() * 2);
    // All others are said of an account that does not exist, too (getpwnam(3)).
    for (const int late : {EAGAIN, EINTR, EIO, EMFILE, ENFILE, ENOMEM, ETIMEDOUT}) {
        if (found == nullptr && error == late)
            return failure(fmt::format("The users of this host cannot be looked up now: {}",
                               std::strerror(error)),
                Error::Kind::Unavailable);
    }
    if (found == nullptr)
        return std::nullopt;
    return Account{entry.pw_name, entry.pw_uid, entry.pw_gid};
}

// A service that fails is passed over by getgrouplist(), which tells of it by errno only: without
// its groups the list is a part. EAGAIN and EINTR may be left of what was tried again.
Result<std::vector<std::uint32_t>> additionalGroups(const Account& account) {
    std::vector<gid_t> groups(64);
    int count = 0;
    const auto list = [&] {
        count = static_cast<int>(groups.size());
        errno = 0;
        return getgrouplist(account.name.c_str(), account.gid, groups.data(), &count) >= 0;
    };
    bool whole = list();
    while (!whole && count > static_cast<int>(groups.size())) {
        groups.resize(static_cast<std::size_t>(count));
        whole = list();
    }
    const std::array late{EIO, EMFILE, ENFILE, ENOMEM, ETIMEDOUT};
    if (!whole || std::ranges::find(late, errno) != late.end())
        return failure(fmt::format("The groups of user '{}' cannot be looked up now", account.name),
            Error::Kind::Unavailable);
    groups.resize(static_cast<std::size_t>(count));
    std::vector<std::uint32_t> result;
    for (const gid_t group : groups) {
        if (group != account.gid)
            result.push_back(group);
    }
    return result;
}

bool covers(const std::string& above, const std::string& path) {
    return (path + '/').starts_with(above + '/');
}

Status checkTmpfs(const ImageRoot& image) {
    std::set<std::string> places;
    for (const BindMount& mount : image.mounts)
        places.insert(mount.target);
    for (const Tmpfs& tmpfs : image.tmpfs) {
        if (const auto place = checkTmpfsPlace(tmpfs.path); !place)
            return failure(fmt::format("A tmpfs cannot be at '{}'", tmpfs.path), place.error());
        if (!places.insert(tmpfs.path).second)
            return failure(fmt::format(
                "A tmpfs cannot be at '{}': something else is shown there", tmpfs.path));
        if (tmpfs.mode > 01777)
            return failure(fmt::format("The tmpfs at '{}' cannot have the mode {:o}: at most 1777",
                tmpfs.path, tmpfs.mode));
    }
    return {};
}

Status checkImage(const ImageRoot& image) {
    if (image.layers.empty())
        return failure("The image has no layers");
    const std::string& folder = image.workingDirectory;
    if (!folder.empty() && folder != "/"
        && (!isPlainPath(folder) || isBelowAny(folder, {"/proc/", "/sys/", "/dev/"})))
        return failure(fmt::format("The image's working directory '{}' is not an absolute path "
                                   "without '.' or '..', outside /proc, /sys and /dev",
            folder));
    for (const BindMount& mount : image.mounts) {
        if (!isPlainPath(mount.source))
            return failure(fmt::format(
                "'{}' cannot be shown: name an absolute path without '.' or '..'", mount.source));
        if (const auto place = checkVolumePlace(mount.target); !place)
            return failure(fmt::format("'{}' cannot be shown at '{}'", mount.source, mount.target),
                place.error());
    }
    return checkTmpfs(image);
}

} // namespace

std::int64_t cpuShares(Milli cpus) {
    return std::max<std::int64_t>(2, cpus.value * 1024 / 1000);
}

// Docker's default set without the four that no task here needs: MKNOD, NET_RAW (the network is
// the host's), AUDIT_WRITE and SYS_CHROOT.
const std::vector<std::string>& defaultCapabilities() {
    static const std::vector<std::string> names{"CAP_CHOWN", "CAP_DAC_OVERRIDE", "CAP_FOWNER",
        "CAP_FSETID", "CAP_KILL", "CAP_NET_BIND_SERVICE", "CAP_SETFCAP", "CAP_SETGID",
        "CAP_SETPCAP", "CAP_SETUID"};
    return names;
}

bool isKernels(const std::string& place) {
    return isBelowAny(place, {"/proc/", "/sys/", "/dev/"});
}

// The sandbox and the agent's folder are mounted later: a tmpfs there would be none.
Status checkTmpfsPlace(const std::string& place) {
    const std::array<std::string, 3> own{kInitInside, kAgentFolder, kImageSandbox};
    if (!isPlainPath(place) || isKernels(place)
        || std::any_of(own.begin(), own.end(), [&](const auto& one) { return covers(one, place); }))
        return failure(fmt::format("name an absolute path without '.' or '..', outside /proc, "
                                   "/sys, /dev, {} and {}",
            kAgentFolder, kImageSandbox));
    return {};
}

// Above the container's own files the runtime would make their mount points in the volume.
Status checkVolumePlace(const std::string& place) {
    const std::array<std::string, 3> own{kInitInside, kAgentFolder, kImageSandbox};
    if (!isPlainPath(place) || (isKernels(place) && place != "/dev/shm") || place == "/etc"
        || std::any_of(own.begin(), own.end(),
            [&](const auto& one) { return covers(one, place) || covers(place, one); }))
        return failure(fmt::format("name an absolute path without '.' or '..', outside /proc, "
                                   "/sys and /dev, that is not /etc and neither above nor below "
                                   "{} and {}",
            kAgentFolder, kImageSandbox));
    return {};
}

Status checkSpec(const ContainerSpec& spec) {
    if (!isContainerId(spec.id.value))
        return failure(
            fmt::format("Container id '{}' is not 1 to 64 of a-z, 0-9 and '-'", spec.id.value));
    if (spec.argv.empty() || spec.argv.front().empty())
        return failure("The command is empty: specify a program to run");
    if (std::any_of(spec.argv.begin(), spec.argv.end(), hasNul))
        return failure("The command holds a NUL byte");
    for (const auto& [name, value] : spec.environment) {
        if (name.empty() || name.find('=') != std::string::npos || hasNul(name) || hasNul(value))
            return failure(fmt::format("Environment variable '{}' cannot be passed on", name));
    }
    if (!isPlainPath(spec.sandbox)
        || isBelowAny(spec.sandbox, {"/proc/", "/sys/", "/dev/", "/run/"}))
        return failure(
            fmt::format("Sandbox '{}' is not an absolute path without '.', '..' or '//', "
                        "outside /proc, /sys, /dev and /run",
                spec.sandbox));
    if (spec.logSize < smallestLog || spec.logFiles == 0 || spec.logFiles > mostLogFiles)
        return failure(
            fmt::format("The task's output needs 1 to {} older files of at least {} bytes",
                mostLogFiles, smallestLog.value));
    if (spec.memory.value > 0 && spec.memory < kLeastMemory)
        return failure(fmt::format("{} MB of memory is less than the {} MB that a container needs "
                                   "to start: request mem:{} or more",
            spec.memory.value >> 20, kLeastMemory.value >> 20, kLeastMemory.value >> 20));
    const auto fits = [](unsigned size) { return size > 0 && size <= largestTerminal; };
    if (spec.terminal && (!fits(spec.terminal->rows) || !fits(spec.terminal->columns)))
        return failure(fmt::format("A terminal has 1 to {} rows and columns, not {} x {}",
            largestTerminal, spec.terminal->rows, spec.terminal->columns));
    return spec.image ? checkImage(*spec.image) : Status();
}

Result<UserIds> resolveUser(const std::string& text) {
    const auto colon = text.find(':');
    if (colon != std::string::npos) {
        const auto uid = wholeNumber<std::uint32_t>(std::string_view(text).substr(0, colon));
        const auto gid = wholeNumber<std::uint32_t>(std::string_view(text).substr(colon + 1));
        if (!uid || !gid)
            return failure(fmt::format("User '{}' is not a name or uid:gid", text));
        return UserIds{*uid, *gid, {}};
    }
    auto found = account([&](passwd* entry, char* buffer, std::size_t size, passwd** result) {
        return getpwnam_r(text.c_str(), entry, buffer, size, result);
    });
    if (found && !*found && wholeNumber<std::uint32_t>(text)) {
        found = account([&](passwd* entry, char* buffer, std::size_t size, passwd** result) {
            return getpwuid_r(*wholeNumber<std::uint32_t>(text), entry, buffer, size, result);
        });
    }
    if (!found)
        return tl::unexpected(found.error());
    if (!*found)
        return failure(fmt::format("User '{}' does not exist on this host: create it there, or "
                                   "choose one that exists",
                           text),
            Error::Kind::NotFound);
    auto groups = additionalGroups(**found);
    if (!groups)
        return tl::unexpected(groups.error());
    return UserIds{(*found)->uid, (*found)->gid, std::move(*groups)};
}

} // namespace muster::container
