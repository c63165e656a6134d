// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/docker/parameters.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include <nlohmann/json.hpp>

#include "core/container/docker/docker_spec.h"
#include "core/kernel/base/number.h"

namespace muster::container::docker {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::size_t longestValue = 4096;
constexpr std::size_t mostParameters = 256;

bool isWord(std::string_view text, std::string_view others) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || others.find(c) != std::string_view::npos;
    });
}

template <typename Container>
bool isOneOf(std::string_view text, const Container& texts) {
    return std::find(texts.begin(), texts.end(), text) != texts.end();
}

std::pair<std::string_view, std::string_view> splitAt(std::string_view text, char separator) {
    const auto at = text.find(separator);
    if (at == std::string_view::npos)
        return {text, {}};
    return {text.substr(0, at), text.substr(at + 1)};
}

// "64m", "1g", "65536": binary units, as docker run reads them.
std::optional<std::int64_t> bytes(std::string_view text) {
    constexpr std::string_view units = "bkmgt";
    int shift = 0;
    if (const auto unit = text.empty() ? std::string_view::npos : units.find(text.back());
        unit != std::string_view::npos) {
        shift = static_cast<int>(unit) * 10;
        text.remove_suffix(1);
    }
    const auto value = wholeNumber<std::int64_t>(text);
    if (!value || *value <= 0 || *value > (INT64_MAX >> shift))
        return std::nullopt;
    return *value << shift;
}

// True: the value is well formed and was added.
using Add = bool (*)(OrderedJson& request, std::string_view value);

bool addCapDrop(OrderedJson& request, std::string_view value) {
    request["HostConfig"]["CapDrop"].push_back(value);
    return isWord(value, "_");
}

bool addHostname(OrderedJson& request, std::string_view value) {
    constexpr std::size_t longest = 63;
    request["Hostname"] = value;
    return isWord(value, ".-") && value.size() <= longest && value.front() != '-';
}

bool addLabel(OrderedJson& request, std::string_view value) {
    const auto [name, text] = splitAt(value, '=');
    request["Labels"][std::string(name)] = text;
    return !name.empty() && !name.starts_with("muster.");
}

bool addReadOnly(OrderedJson& request, std::string_view value) {
    request["HostConfig"]["ReadonlyRootfs"] = value.empty() || value == "true";
    return value.empty() || value == "true" || value == "false";
}

bool addShmSize(OrderedJson& request, std::string_view value) {
    const auto size = bytes(value);
    request["HostConfig"]["ShmSize"] = size.value_or(0);
    return size.has_value();
}

bool isTmpfsOption(std::string_view option) {
    const std::array plain{"ro", "rw", "exec", "noexec", "nosuid", "nodev"};
    const auto [name, value] = splitAt(option, '=');
    return isOneOf(option, plain)
        || (name == "size" && (bytes(value) || wholeNumber<std::int64_t>(value)))
        || (name == "mode" && isWord(value, "") && wholeNumber<std::int64_t>(value));
}

bool addTmpfs(OrderedJson& request, std::string_view value) {
    const auto [path, options] = splitAt(value, ':');
    for (auto rest = options; !rest.empty(); rest = splitAt(rest, ',').second) {
        if (!isTmpfsOption(splitAt(rest, ',').first))
            return false;
    }
    request["HostConfig"]["Tmpfs"][std::string(path)] = options;
    return checkTarget(path).has_value();
}

// Without those that the scheduler's and not the task's owner decides: nice, rtprio, rttime.
bool addUlimit(OrderedJson& request, std::string_view value) {
    const std::array names{
        "core", "cpu", "data", "fsize", "memlock", "nofile", "nproc", "sigpending", "stack"};
    const auto [name, limits] = splitAt(value, '=');
    const auto [first, second] = splitAt(limits, ':');
    const auto soft = wholeNumber<std::int64_t>(first);
    const auto hard = second.empty() ? soft : wholeNumber<std::int64_t>(second);
    const auto endless = [](std::int64_t limit) { return limit == -1; };
    if (!isOneOf(name, names) || !soft || !hard || *soft < -1 || *hard < -1
        || (!endless(*hard) && (endless(*soft) || *soft > *hard)))
        return false;
    request["HostConfig"]["Ulimits"].push_back({{"Name", name}, {"Soft", *soft}, {"Hard", *hard}});
    return true;
}

bool addWorkdir(OrderedJson& request, std::string_view value) {
    request["WorkingDir"] = value;
    return value.starts_with('/');
}

struct Parameter {
    std::string_view name;
    Add add;
    const char* form;
};

constexpr std::array parameters{Parameter{"cap-drop", addCapDrop, "a capability or ALL"},
    Parameter{"hostname", addHostname, "1 to 63 of a-z, 0-9, '.' and '-'"},
    Parameter{"label", addLabel, "name=value, the name not beginning with 'muster.'"},
    Parameter{"read-only", addReadOnly, "true or false"},
    Parameter{"shm-size", addShmSize, "a size like 64m or 1g"},
    Parameter{"tmpfs", addTmpfs,
        "/path or /path:size=64m,mode=1777,noexec outside /, /proc, /sys, "
        "/dev and /mnt/mesos/sandbox"},
    Parameter{"ulimit", addUlimit,
        "like nofile=1024:4096, of core, cpu, data, fsize, memlock, "
        "nofile, nproc, sigpending, stack"},
    Parameter{"workdir", addWorkdir, "an absolute path"}};

Status notAllowed(const std::string& name) {
    std::vector<std::string_view> names;
    for (const Parameter& parameter : parameters)
        names.push_back(parameter.name);
    return failure(fmt::format("Docker parameter '{}' is not allowed; allowed are {}",
                       name.substr(0, 100), fmt::join(names, ", ")),
        Error::Kind::Denied);
}

bool covers(std::string_view above, std::string_view path) {
    return path == above || (path.starts_with(above) && path[above.size()] == '/');
}

} // namespace

Status addParameters(
    OrderedJson& request, const std::vector<std::pair<std::string, std::string>>& given) {
    if (given.size() > mostParameters)
        return failure(
            fmt::format("{} Docker parameters given, at most {}", given.size(), mostParameters));
    for (const auto& [name, value] : given) {
        const auto found = std::find_if(parameters.begin(), parameters.end(),
            [&](const Parameter& parameter) { return parameter.name == name; });
        if (found == parameters.end())
            return notAllowed(name);
        if (value.size() > longestValue || value.find('\0') != std::string::npos
            || !found->add(request, value))
            return failure(fmt::format(
                "Docker parameter '{}': '{}' is not {}", name, value.substr(0, 100), found->form));
    }
    return {};
}

Status checkTarget(std::string_view path) {
    const std::string slashed = std::string(path) + '/';
    const bool plain = path.size() > 1 && path.front() == '/' && path.back() != '/'
        && slashed.find("//") == std::string::npos && slashed.find("/./") == std::string::npos
        && slashed.find("/../") == std::string::npos && path.find('\0') == std::string_view::npos;
    const std::array kernel{"/proc", "/sys", "/dev"};
    const bool kernels = std::any_of(
        kernel.begin(), kernel.end(), [&](const char* top) { return covers(top, path); });
    // Above them the engine would make their mount points in what is mounted there.
    if (!plain || (kernels && path != "/dev/shm") || covers(path, kSandbox) || covers(kInit, path))
        return failure(
            fmt::format("Nothing can be mounted at '{}' in a container: name an absolute "
                        "path outside /proc, /sys, /dev and {}",
                path.substr(0, longestValue), kSandbox));
    return {};
}

} // namespace muster::container::docker
