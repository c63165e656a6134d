// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/jobs/container_flags.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <string_view>
#include <utility>

#include "core/kernel/base/units.h"

namespace muster::cli {

using mesos::v1::CapabilityInfo;
using mesos::v1::ContainerInfo;
using mesos::v1::LinuxInfo;
using mesos::v1::RLimitInfo;
using mesos::v1::Volume;

namespace {

constexpr auto kEndless = std::numeric_limits<std::uint64_t>::max();

std::pair<std::string_view, std::string_view> splitAt(std::string_view text, char separator) {
    const auto at = text.find(separator);
    return at == std::string_view::npos ? std::pair(text, std::string_view())
                                        : std::pair(text.substr(0, at), text.substr(at + 1));
}

template <typename Number>
std::optional<Number> number(std::string_view text, int base = 10) {
    Number value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    return !text.empty() && error == std::errc{} && end == text.data() + text.size()
        ? std::optional(value)
        : std::nullopt;
}

std::string lower(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
        [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return out;
}

std::string upper(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
        [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return out;
}

// "64m", "1gb", "65536": binary units, as docker run reads them.
std::optional<Bytes> sizeOf(std::string_view given) {
    constexpr std::string_view units = "kmgt";
    const auto text = lower(given);
    std::string_view digits = text;
    if (digits.ends_with('b'))
        digits.remove_suffix(1);
    unsigned shift = 0;
    const auto unit = digits.empty() ? std::string_view::npos : units.find(digits.back());
    if (unit != std::string_view::npos) {
        shift = 10 * (static_cast<unsigned>(unit) + 1);
        digits.remove_suffix(1);
    }
    const auto value = number<std::uint64_t>(digits);
    if (!value || *value == 0 || *value > (kEndless >> 1 >> shift))
        return std::nullopt;
    return Bytes{*value << shift};
}

bool setOption(LinuxInfo::Tmpfs& tmpfs, std::string_view option) {
    const auto [name, value] = splitAt(option, '=');
    const auto size = sizeOf(value);
    const auto mode = number<std::uint32_t>(value, 8);
    if (name == "size" && size)
        tmpfs.set_size(size->value);
    else if (name == "mode" && mode && *mode <= 01777)
        tmpfs.set_mode(*mode);
    else if (option == "exec" || option == "noexec")
        tmpfs.set_executable(option == "exec");
    else // what a tmpfs is anyway
        return option == "rw" || option == "nosuid" || option == "nodev";
    return true;
}

Status addTmpfs(LinuxInfo& info, std::string_view text) {
    const auto [path, options] = splitAt(text, ':');
    auto& tmpfs = *info.add_tmpfs();
    tmpfs.set_path(std::string(path));
    bool known = path.starts_with('/') && path.size() > 1;
    for (auto rest = options; known && !rest.empty(); rest = splitAt(rest, ',').second)
        known = setOption(tmpfs, splitAt(rest, ',').first);
    if (!known)
        return failure(fmt::format("'--tmpfs={}' is not an absolute path, with or without options "
                                   "as in /tmp:size=64m,mode=1777,exec",
            text));
    return {};
}

Status addVolume(ContainerInfo& container, std::string_view text) {
    const auto [source, rest] = splitAt(text, ':');
    const auto [target, mode] = splitAt(rest, ':');
    const bool known = mode.empty() ? !rest.ends_with(':') : mode == "ro" || mode == "rw";
    if (!source.starts_with('/') || !target.starts_with('/') || !known)
        return failure(fmt::format("'--volume={}' must be HOST:PATH, HOST:PATH:ro or HOST:PATH:rw, "
                                   "two absolute paths: of the machine and inside",
            text));
    auto& volume = *container.add_volumes();
    volume.set_host_path(std::string(source));
    volume.set_container_path(std::string(target));
    volume.set_mode(mode == "ro" ? Volume::RO : Volume::RW);
    return {};
}

Status setSharedMemory(LinuxInfo& info, std::string_view text) {
    const auto size = sizeOf(text);
    if (!size || *size != Bytes::mebi(size->mebibytes())
        || size->mebibytes() > std::numeric_limits<std::uint32_t>::max())
        return failure(
            fmt::format("'--shm-size={}' must be a whole number of MiB: 64m or 1g", text));
    info.set_shm_size(static_cast<std::uint32_t>(size->mebibytes()));
    return {};
}

// -1: unlimited.
std::optional<std::uint64_t> limitOf(std::string_view text) {
    return text == "-1" ? kEndless : number<std::uint64_t>(text);
}

Status addUlimit(RLimitInfo& info, std::string_view text) {
    const auto [name, limits] = splitAt(text, '=');
    const auto [first, second] = splitAt(limits, ':');
    const auto soft = limitOf(first);
    const auto hard = second.empty() && !limits.ends_with(':') ? soft : limitOf(second);
    RLimitInfo::RLimit::Type type = RLimitInfo::RLimit::UNKNOWN;
    if (!RLimitInfo::RLimit::Type_Parse("RLMT_" + upper(name), &type) || !soft || !hard
        || *soft > *hard)
        return failure(fmt::format("'--ulimit={}' must be NAME=SOFT or NAME=SOFT:HARD as in "
                                   "nofile=1024:4096, the soft one not above, -1 for unlimited",
            text));
    auto& limit = *info.add_rlimits();
    limit.set_type(type);
    if (*soft != kEndless || *hard != kEndless) {
        limit.set_soft(*soft);
        limit.set_hard(*hard);
    }
    return {};
}

// ALL: each that there is, but not those of `without`.
Status addCapability(CapabilityInfo& info, const char* flag, std::string_view text,
    const CapabilityInfo& without = {}) {
    auto name = upper(text);
    if (name.starts_with("CAP_"))
        name.erase(0, 4);
    const auto& all = *CapabilityInfo::Capability_descriptor();
    bool found = false;
    for (int i = 0; i < all.value_count(); ++i) {
        const auto number = static_cast<CapabilityInfo::Capability>(all.value(i)->number());
        const auto& kept = without.capabilities();
        if (number == CapabilityInfo::UNKNOWN || (name != "ALL" && name != all.value(i)->name()))
            continue;
        found = true;
        if (name != "ALL" || std::find(kept.begin(), kept.end(), number) == kept.end())
            info.add_capabilities(number);
    }
    if (!found)
        return failure(
            fmt::format("'--{}={}' is no capability: name one as in IPC_LOCK, or ALL", flag, text));
    return {};
}

Status addCapabilities(LinuxInfo& info, const ContainerFlags& flags) {
    for (const auto& name : flags.capDrop) {
        if (auto added = addCapability(*info.mutable_dropped_capabilities(), "cap-drop", name);
            !added)
            return added;
    }
    for (const auto& name : flags.capAdd) {
        if (auto added = addCapability(
                *info.mutable_added_capabilities(), "cap-add", name, info.dropped_capabilities());
            !added)
            return added;
    }
    return {};
}

Status checkImage(const ContainerFlags& flags, bool hasImage) {
    const char* wanted = flags.readOnly ? "--read-only"
        : !flags.tmpfs.empty()          ? "--tmpfs"
        : !flags.volumes.empty()        ? "--volume"
                                        : nullptr;
    if (hasImage || wanted == nullptr)
        return {};
    return failure(fmt::format(
        "{} needs an --image: without one a task sees the machine's own files", wanted));
}

template <typename Add>
Status addAll(const std::vector<std::string>& texts, const Add& add) {
    for (const auto& text : texts) {
        if (auto added = add(text); !added)
            return added;
    }
    return {};
}

} // namespace

void ContainerFlags::addTo(CommandLine& line) {
    const std::string group = "Container";
    const auto add
        = [&](const char* name, Flag::Target into, const char* help, const char* value = "") {
              line.flags.push_back({.name = name,
                  .into = into,
                  .help = help,
                  .value = value,
                  .negatable = false,
                  .choices = {},
                  .group = group});
          };
    add("--read-only", &readOnly,
        "Nothing of the image can be written: only the sandbox, /dev/shm, each --tmpfs and each "
        "writable --volume; needs --image");
    add("--tmpfs", &tmpfs,
        "Files in the task's memory, noexec unless it says exec; needs --image; may be repeated",
        "PATH[:size=64m,mode=1777,exec]");
    add("--volume", &volumes,
        "A folder or file of the machine, below the agent's --allowed_volumes; needs --image; may "
        "be repeated",
        "HOST:PATH[:ro|rw]");
    add("--shm-size", &shmSize, "The size of /dev/shm; default: the task's memory", "SIZE");
    add("--ulimit", &ulimits, "A limit of its processes, as in nofile=1024; may be repeated",
        "NAME=SOFT[:HARD]");
    add("--cap-add", &capAdd,
        "A capability more, of the agent's --allowed_capabilities; may be repeated", "NAME");
    add("--cap-drop", &capDrop, "A capability less, or ALL; may be repeated", "NAME");
}

Result<std::optional<ContainerInfo>> planContainer(const ContainerFlags& flags, bool hasImage) {
    ContainerInfo out;
    out.set_type(ContainerInfo::MESOS);
    const auto empty = out.ByteSizeLong();
    auto status = checkImage(flags, hasImage);
    if (flags.readOnly)
        out.mutable_linux_info()->set_read_only_root(true);
    const auto also = [&](const std::vector<std::string>& texts, const auto& add) {
        if (status)
            status = addAll(texts, add);
    };
    also(flags.tmpfs, [&](const auto& text) { return addTmpfs(*out.mutable_linux_info(), text); });
    also(flags.volumes, [&](const auto& text) { return addVolume(out, text); });
    also(flags.ulimits,
        [&](const auto& text) { return addUlimit(*out.mutable_rlimit_info(), text); });
    if (status && flags.shmSize)
        status = setSharedMemory(*out.mutable_linux_info(), *flags.shmSize);
    if (status && (!flags.capAdd.empty() || !flags.capDrop.empty()))
        status = addCapabilities(*out.mutable_linux_info(), flags);
    if (!status)
        return tl::unexpected(status.error());
    return out.ByteSizeLong() == empty ? std::nullopt : std::optional(std::move(out));
}

} // namespace muster::cli
