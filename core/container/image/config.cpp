// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/config.h"

#include <algorithm>
#include <numeric>

#include <nlohmann/json.hpp>

#include "core/container/image/digest.h"
#include "core/container/image/json.h"

namespace muster::container::image {
namespace {

using nlohmann::json;

constexpr std::size_t mostItems = 1000; // arguments, variables, labels, volumes
constexpr std::size_t mostBytes = 128U
    << 10; // of one such list: the kernel's limit of one argument
constexpr std::size_t longestPath = 4095;

#if defined(__x86_64__)
constexpr std::string_view ourArchitecture = "amd64"; // as Go's GOARCH
#elif defined(__aarch64__)
constexpr std::string_view ourArchitecture = "arm64";
#else
#error "Name this architecture as Go's GOARCH does"
#endif
constexpr std::string_view ourSystem = "linux";

Status checkMachine(const json& image) {
    const auto architecture = textOf(image, "architecture");
    const auto system = textOf(image, "os");
    if (!architecture || !system)
        return tl::unexpected(architecture ? system.error() : architecture.error());
    // Tools that pack a folder into an archive leave them empty.
    if ((architecture->empty() || *architecture == ourArchitecture)
        && (system->empty() || *system == ourSystem))
        return {};
    return failure(
        fmt::format("The image is for {}/{}, but this host is {}; use an image built for {}",
            system->empty() ? ourSystem : *system, *architecture, ourPlatform(), ourPlatform()));
}

Status checkSize(const std::vector<std::string>& texts, const char* name) {
    const auto bytes = std::accumulate(texts.begin(), texts.end(), std::size_t{0},
        [](std::size_t sum, const std::string& text) { return sum + text.size() + 1; });
    if (texts.size() > mostItems || bytes > mostBytes)
        return failure(fmt::format("The image's '{}' has {} items and {} bytes, at most {} and {} "
                                   "are taken",
            name, texts.size(), bytes, mostItems, mostBytes));
    return {};
}

Result<std::vector<std::string>> listOf(const json& config, const char* name) {
    auto texts = textsOf(config, name);
    if (!texts)
        return failure("The image", texts.error());
    if (const auto checked = checkSize(*texts, name); !checked)
        return tl::unexpected(checked.error());
    return texts;
}

Result<Variables> environmentOf(const json& config) {
    const auto lines = listOf(config, "Env");
    if (!lines)
        return tl::unexpected(lines.error());
    Variables variables;
    for (const auto& line : *lines) {
        const auto equals = line.find('=');
        // A name alone means "as the host has it", which no task gets.
        if (equals != std::string::npos && equals > 0)
            setVariable(variables, line.substr(0, equals), line.substr(equals + 1));
    }
    return variables;
}

Result<Variables> labelsOf(const json& config) {
    Variables labels;
    std::vector<std::string> all;
    const auto& members = memberOf(config, "Labels");
    if (!members.is_null() && !members.is_object())
        return failure("The image's 'Labels' is not an object");
    for (const auto& [name, value] : members.items()) {
        auto text = textOf(members, name.c_str());
        if (!text)
            return failure("The image's labels", text.error());
        all.push_back(name + *text);
        labels.emplace_back(name, std::move(*text));
    }
    if (const auto checked = checkSize(all, "Labels"); !checked)
        return tl::unexpected(checked.error());
    return labels;
}

// Absolute and without ".", ".." and doubled slashes; an empty text if it cannot be.
std::string plainPath(std::string_view text) {
    std::string path;
    while (!text.empty()) {
        const auto end = std::min(text.find('/'), text.size());
        const auto part = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (part == "..")
            return "";
        if (!part.empty() && part != ".")
            path.append("/").append(part);
    }
    return path.empty() ? "/" : path.size() > longestPath ? "" : path;
}

Result<std::string> workingDirectoryOf(const json& config) {
    const auto text = textOf(config, "WorkingDir");
    if (!text)
        return failure("The image", text.error());
    if (text->empty())
        return std::string();
    auto path = plainPath(*text);
    if (path.empty())
        return failure(fmt::format(
            "The image's working directory has '..' or more than {} bytes", longestPath));
    return path;
}

Result<std::vector<std::string>> volumesOf(const json& config) {
    const auto& members = memberOf(config, "Volumes");
    if (!members.is_null() && !members.is_object())
        return failure("The image's 'Volumes' is not an object");
    std::vector<std::string> paths;
    for (const auto& [name, value] : members.items()) {
        auto path = name.find('\0') == std::string::npos ? plainPath(name) : std::string();
        if (path.size() < 2)
            return failure("The image's 'Volumes' has one that is not a path below '/'");
        paths.push_back(std::move(path));
    }
    if (const auto checked = checkSize(paths, "Volumes"); !checked)
        return tl::unexpected(checked.error());
    return paths;
}

Result<std::string> stopSignalOf(const json& config) {
    auto text = textOf(config, "StopSignal");
    if (!text)
        return failure("The image", text.error());
    const bool plain = text->size() <= 16 && std::ranges::all_of(*text, [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' || c == '-';
    });
    if (!plain)
        return failure("The image's 'StopSignal' is not the name or number of a signal");
    return text;
}

Result<std::string> userTextOf(const json& config) {
    auto text = textOf(config, "User");
    if (!text)
        return failure("The image", text.error());
    if (text->size() > longestUser)
        return failure(
            fmt::format("The image's 'User' has {} bytes, at most {}", text->size(), longestUser));
    return text;
}

Result<std::vector<std::string>> diffIdsOf(const json& image) {
    auto ids = textsOf(memberOf(image, "rootfs"), "diff_ids");
    if (!ids)
        return failure("The image", ids.error());
    if (ids->empty() || ids->size() > mostLayers)
        return failure(
            fmt::format("The image has {} layers, 1 to {} are possible", ids->size(), mostLayers));
    if (!std::ranges::all_of(*ids, isSha256))
        return failure("The image has a layer id that is not 'sha256:' and 64 hex digits");
    return ids;
}

// Moves a value out, or keeps the first error.
template <typename T>
void take(Result<T> from, T& to, Status& status) {
    if (from)
        to = std::move(*from);
    else if (status)
        status = tl::unexpected(from.error());
}

} // namespace

void setVariable(Variables& variables, std::string name, std::string value) {
    const auto known = std::ranges::find(variables, name, &Variables::value_type::first);
    if (known == variables.end())
        variables.emplace_back(std::move(name), std::move(value));
    else
        known->second = std::move(value);
}

std::string_view ourPlatform() {
    static const auto name = fmt::format("{}/{}", ourSystem, ourArchitecture);
    return name;
}

Result<ImageConfig> parseImageConfig(std::string_view text) {
    const auto image = parseJson(text, "The image's configuration");
    if (!image)
        return tl::unexpected(image.error());
    if (const auto checked = checkMachine(*image); !checked)
        return tl::unexpected(checked.error());
    const auto& config = memberOf(*image, "config");
    ImageConfig out;
    Status status;
    take(listOf(config, "Entrypoint"), out.entrypoint, status);
    take(listOf(config, "Cmd"), out.cmd, status);
    take(environmentOf(config), out.environment, status);
    take(workingDirectoryOf(config), out.workingDirectory, status);
    take(userTextOf(config), out.user, status);
    take(stopSignalOf(config), out.stopSignal, status);
    take(volumesOf(config), out.volumes, status);
    take(labelsOf(config), out.labels, status);
    take(diffIdsOf(*image), out.diffIds, status);
    if (!status)
        return tl::unexpected(status.error());
    return out;
}

std::string imageConfigText(const ImageConfig& config) {
    json environment = json::array();
    for (const auto& [name, value] : config.environment)
        environment.push_back(fmt::format("{}={}", name, value));
    json volumes = json::object();
    for (const auto& path : config.volumes)
        volumes[path] = json::object();
    json labels = json::object();
    for (const auto& [name, value] : config.labels)
        labels[name] = value;
    const json image{
        {"config",
            {{"Entrypoint", config.entrypoint}, {"Cmd", config.cmd},
                {"Env", std::move(environment)}, {"WorkingDir", config.workingDirectory},
                {"User", config.user}, {"StopSignal", config.stopSignal},
                {"Volumes", std::move(volumes)}, {"Labels", std::move(labels)}}},
        {"rootfs", {{"type", "layers"}, {"diff_ids", config.diffIds}}}};
    return image.dump();
}

Result<ImageCommand> resolveCommand(const TaskCommand& task, const ImageConfig& image) {
    ImageCommand out;
    if (task.shell) {
        if (!task.value || task.value->empty())
            return failure("Shell specified but no command value provided"); // Mesos' text
        out.argv = {"/bin/sh", "-c", *task.value};
    } else if (task.value && !task.value->empty()) {
        // execvp(value, arguments), as without an image: the first argument is a name.
        out.argv = {*task.value};
        if (!task.arguments.empty())
            out.argv.insert(out.argv.end(), task.arguments.begin() + 1, task.arguments.end());
    } else {
        auto arguments = task.arguments.empty() ? image.cmd : task.arguments;
        out.argv = image.entrypoint;
        if (out.argv.empty() && !task.arguments.empty() && !image.cmd.empty())
            out.argv = {image.cmd.front()};
        if (out.argv.empty() && image.cmd.empty())
            return failure("No executable found: the task has no command, and the image has "
                           "neither an entrypoint nor a cmd");
        out.argv.insert(out.argv.end(), arguments.begin(), arguments.end());
    }
    out.environment = image.environment;
    for (const auto& [name, value] : task.environment)
        setVariable(out.environment, name, value);
    out.workingDirectory = image.workingDirectory;
    return out;
}

} // namespace muster::container::image
