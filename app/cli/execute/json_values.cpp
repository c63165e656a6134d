// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/execute/json_values.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <set>

#include <nlohmann/json.hpp>

#include "core/proto/encoding.h"

namespace muster::cli {

namespace {

using nlohmann::json;

Result<json> parseAs(json::value_t type, const char* example, const std::string& text) {
    const auto content = textOrFile(text);
    if (!content)
        return tl::unexpected(content.error());
    auto parsed = json::parse(*content, nullptr, false);
    if (parsed.type() != type)
        return failure(fmt::format("expected JSON such as {}", example));
    return parsed;
}

template <typename Message>
Result<Message> messageOf(const json& value) {
    Message message;
    auto read = proto::decode(value.dump(), proto::Encoding::Json, message);
    if (!read) {
        std::string_view text = read.error().message;
        for (const std::string_view prefix : {"Failed to parse body into JSON: ", ": "}) {
            if (text.starts_with(prefix))
                text.remove_prefix(prefix.size());
        }
        return failure(std::string(text));
    }
    return message;
}

void allowNoAgent(json& task) {
    if (task.is_object() && !task.contains("agent_id"))
        task["agent_id"] = {{"value", ""}};
}

} // namespace

Result<std::string> textOrFile(const std::string& text) {
    constexpr std::string_view kScheme = "file://";
    const bool named = text.starts_with(kScheme);
    if (!named && !text.starts_with('/'))
        return text;
    const auto path = named ? text.substr(kScheme.size()) : text;
    std::ifstream file(path, std::ios::binary);
    std::string content(proto::kMaximumMessage + 1, '\0');
    file.read(content.data(), static_cast<std::streamsize>(content.size()));
    if (!file.is_open() || file.bad())
        return failure(fmt::format("Cannot read '{}': {}", path, std::strerror(errno)));
    content.resize(static_cast<std::size_t>(file.gcount()));
    if (content.size() > proto::kMaximumMessage)
        return failure(
            fmt::format("'{}' is larger than the {} bytes allowed", path, proto::kMaximumMessage));
    return content;
}

Result<mesos::v1::TaskInfo> readTask(const std::string& text) {
    auto parsed = parseAs(json::value_t::object,
        R"({"name":"t","task_id":{"value":"t"},"resources":[...],"command":{"value":"true"}})",
        text);
    if (!parsed)
        return tl::unexpected(parsed.error());
    allowNoAgent(*parsed);
    return messageOf<mesos::v1::TaskInfo>(*parsed);
}

Result<mesos::v1::TaskGroupInfo> readTaskGroup(const std::string& text) {
    auto parsed = parseAs(json::value_t::object, R"({"tasks":[...]})", text);
    if (!parsed)
        return tl::unexpected(parsed.error());
    if (const auto tasks = parsed->find("tasks"); tasks != parsed->end() && tasks->is_array()) {
        for (auto& task : *tasks)
            allowNoAgent(task);
    }
    auto group = messageOf<mesos::v1::TaskGroupInfo>(*parsed);
    if (!group)
        return group;
    if (group->tasks().empty())
        return failure("the group has no tasks");
    std::set<std::string> ids;
    for (const auto& task : group->tasks()) {
        if (!ids.insert(task.task_id().value()).second)
            return failure(fmt::format("two tasks have the id '{}'", task.task_id().value()));
    }
    return group;
}

Result<google::protobuf::RepeatedPtrField<mesos::v1::Volume>> readVolumes(const std::string& text) {
    const auto parsed = parseAs(json::value_t::array,
        R"([{"container_path":"/data","host_path":"/srv/data","mode":"RO"}])", text);
    if (!parsed)
        return tl::unexpected(parsed.error());
    const auto container
        = messageOf<mesos::v1::ContainerInfo>({{"type", "MESOS"}, {"volumes", *parsed}});
    if (!container)
        return tl::unexpected(container.error());
    return container->volumes();
}

Result<mesos::v1::CapabilityInfo> readCapabilities(const std::string& text) {
    using mesos::v1::CapabilityInfo;
    const auto parsed
        = parseAs(json::value_t::object, R"({"capabilities":["NET_RAW","SYS_ADMIN"]})", text);
    if (!parsed)
        return tl::unexpected(parsed.error());
    // Protobuf would leave out what it does not know.
    for (const auto& item : parsed->value("capabilities", json::array())) {
        const auto name = item.is_string() ? item.get<std::string>() : item.dump();
        CapabilityInfo::Capability known{};
        if (!CapabilityInfo::Capability_Parse(name, &known))
            return failure(fmt::format("'{}' is not a capability known to Mesos", name));
    }
    return messageOf<CapabilityInfo>(*parsed);
}

Result<mesos::v1::RLimitInfo> readLimits(const std::string& text) {
    const auto parsed = parseAs(json::value_t::object,
        R"({"rlimits":[{"type":"RLMT_NOFILE","soft":1024,"hard":4096}]})", text);
    return parsed ? messageOf<mesos::v1::RLimitInfo>(*parsed) : tl::unexpected(parsed.error());
}

} // namespace muster::cli
