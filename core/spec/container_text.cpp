// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/spec/container_text.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include <fmt/format.h>

#include "core/spec/sizes.h"

namespace muster::spec {

using mesos::v1::CapabilityInfo;
using mesos::v1::ContainerInfo;
using mesos::v1::LinuxInfo;
using mesos::v1::RLimitInfo;
using mesos::v1::Volume;

namespace {

constexpr auto kEndless = std::numeric_limits<std::uint64_t>::max();
constexpr std::string_view kLimitPrefix = "RLMT_";

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

std::string changed(std::string_view text, char first, char last, int by) {
    std::string out(text);
    for (auto& c : out)
        c = c >= first && c <= last ? static_cast<char>(c + by) : c;
    return out;
}

std::string upper(std::string_view text) {
    return changed(text, 'a', 'z', 'A' - 'a');
}

std::string lower(std::string_view text) {
    return changed(text, 'A', 'Z', 'a' - 'A');
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

// -1: unlimited.
std::optional<std::uint64_t> limitOf(std::string_view text) {
    return text == "-1" ? kEndless : number<std::uint64_t>(text);
}

std::string limitText(bool given, std::uint64_t limit) {
    return !given || limit == kEndless ? "-1" : std::to_string(limit);
}

using Capabilities = google::protobuf::RepeatedField<int>;

Capabilities allCapabilities(const Capabilities& without) {
    const auto& all = *CapabilityInfo::Capability_descriptor();
    Capabilities out;
    for (int i = 0; i < all.value_count(); ++i) {
        const int number = all.value(i)->number();
        if (number != CapabilityInfo::UNKNOWN
            && std::find(without.begin(), without.end(), number) == without.end())
            out.Add(number);
    }
    return out;
}

bool add(Capabilities& out, std::string_view text, const Capabilities& without) {
    auto name = upper(text);
    if (name.starts_with("CAP_"))
        name.erase(0, 4);
    if (name == "ALL") {
        out.MergeFrom(allCapabilities(without));
        return true;
    }
    CapabilityInfo::Capability one = CapabilityInfo::UNKNOWN;
    if (!CapabilityInfo::Capability_Parse(name, &one) || one == CapabilityInfo::UNKNOWN)
        return false;
    out.Add(one);
    return true;
}

Texts namesOf(const Capabilities& list, const Capabilities& without) {
    const auto all = allCapabilities(without);
    if (!list.empty() && std::equal(list.begin(), list.end(), all.begin(), all.end()))
        return {"ALL"};
    Texts out;
    for (const int one : list)
        out.push_back(
            CapabilityInfo::Capability_Name(static_cast<CapabilityInfo::Capability>(one)));
    return out;
}

std::string tmpfsText(const LinuxInfo::Tmpfs& tmpfs) {
    std::string options;
    if (tmpfs.has_size())
        options += ",size=" + sizeText({tmpfs.size()});
    if (tmpfs.has_mode())
        options += fmt::format(",mode={:o}", tmpfs.mode());
    if (tmpfs.has_executable())
        options += tmpfs.executable() ? ",exec" : ",noexec";
    if (!options.empty())
        options.front() = ':';
    return tmpfs.path() + options;
}

} // namespace

bool addTmpfs(ContainerInfo& container, const std::string& text) {
    const auto [path, options] = splitAt(text, ':');
    LinuxInfo::Tmpfs tmpfs;
    tmpfs.set_path(std::string(path));
    bool known = path.starts_with('/') && path.size() > 1;
    for (auto rest = options; known && !rest.empty(); rest = splitAt(rest, ',').second)
        known = setOption(tmpfs, splitAt(rest, ',').first);
    if (known)
        *container.mutable_linux_info()->add_tmpfs() = std::move(tmpfs);
    return known;
}

bool addVolume(ContainerInfo& container, const std::string& text) {
    const auto [source, rest] = splitAt(text, ':');
    const auto [target, mode] = splitAt(rest, ':');
    const bool known = mode.empty() ? !rest.ends_with(':') : mode == "ro" || mode == "rw";
    if (!source.starts_with('/') || !target.starts_with('/') || !known)
        return false;
    auto& volume = *container.add_volumes();
    volume.set_host_path(std::string(source));
    volume.set_container_path(std::string(target));
    volume.set_mode(mode == "ro" ? Volume::RO : Volume::RW);
    return true;
}

bool addUlimit(ContainerInfo& container, const std::string& text) {
    const auto [name, limits] = splitAt(text, '=');
    const auto [first, second] = splitAt(limits, ':');
    const auto soft = limitOf(first);
    const auto hard = second.empty() && !limits.ends_with(':') ? soft : limitOf(second);
    RLimitInfo::RLimit::Type type = RLimitInfo::RLimit::UNKNOWN;
    if (!RLimitInfo::RLimit::Type_Parse(std::string(kLimitPrefix) + upper(name), &type) || !soft
        || !hard || *soft > *hard)
        return false;
    auto& limit = *container.mutable_rlimit_info()->add_rlimits();
    limit.set_type(type);
    if (*soft != kEndless || *hard != kEndless) {
        limit.set_soft(*soft);
        limit.set_hard(*hard);
    }
    return true;
}

bool setSharedMemory(ContainerInfo& container, const std::string& text) {
    const auto size = sizeOf(text);
    if (!size || *size != Bytes::mebi(size->mebibytes())
        || size->mebibytes() > std::numeric_limits<std::uint32_t>::max())
        return false;
    container.mutable_linux_info()->set_shm_size(static_cast<std::uint32_t>(size->mebibytes()));
    return true;
}

bool dropCapability(ContainerInfo& container, const std::string& name) {
    auto& info = *container.mutable_linux_info()->mutable_dropped_capabilities();
    return add(*info.mutable_capabilities(), name, {});
}

bool addCapability(ContainerInfo& container, const std::string& name) {
    auto& info = *container.mutable_linux_info();
    return add(*info.mutable_added_capabilities()->mutable_capabilities(), name,
        info.dropped_capabilities().capabilities());
}

void writeContainer(const ContainerInfo& container, JobText& out) {
    const auto& info = container.linux_info();
    out.terminal = container.has_tty_info();
    out.readOnly = info.read_only_root();
    for (const auto& tmpfs : info.tmpfs())
        out.tmpfs.push_back(tmpfsText(tmpfs));
    for (const auto& volume : container.volumes())
        out.volumes.push_back(fmt::format("{}:{}{}", volume.host_path(), volume.container_path(),
            volume.mode() == Volume::RO ? ":ro" : ""));
    if (info.has_shm_size())
        out.shmSize = sizeText(Bytes::mebi(info.shm_size()));
    for (const auto& limit : container.rlimit_info().rlimits()) {
        const auto name = lower(RLimitInfo::RLimit::Type_Name(limit.type()));
        const auto soft = limitText(limit.has_soft(), limit.soft());
        const auto hard = limitText(limit.has_hard(), limit.hard());
        out.ulimits.push_back(
            fmt::format("{}={}{}", name.substr(std::min(kLimitPrefix.size(), name.size())), soft,
                soft == hard ? "" : ":" + hard));
    }
    const auto& dropped = info.dropped_capabilities().capabilities();
    out.capDrop = namesOf(dropped, {});
    out.capAdd = namesOf(info.added_capabilities().capabilities(), dropped);
}

} // namespace muster::spec
