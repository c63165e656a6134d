// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/docker/labels.h"

#include <nlohmann/json.hpp>

#include "core/kernel/base/number.h"

namespace muster::container::docker {
namespace {

std::optional<std::vector<unsigned>> numbers(std::string_view text) {
    std::vector<unsigned> result;
    while (!text.empty()) {
        const auto end = std::min(text.find(','), text.size());
        const auto one = wholeNumber<unsigned>(text.substr(0, end));
        if (!one || end + 1 == text.size()) // nothing follows the last comma
            return std::nullopt;
        result.push_back(*one);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result;
}

std::int64_t milliseconds(Duration duration) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
}

} // namespace

Labels labelsOf(const DockerSpec& spec, const std::string& owner) {
    return {{"muster.owner", owner}, {"muster.container", spec.id.value},
        {"muster.sandbox", spec.sandbox},
        {"muster.gpus", fmt::format("{}", fmt::join(spec.gpuMinors, ","))},
        {"muster.kill-grace-ms", fmt::format("{}", milliseconds(spec.killGrace))},
        {"muster.image", spec.image}};
}

std::optional<ContainerRecord> recordOf(const Labels& labels, const std::string& owner) {
    const auto text = [&](const char* name) {
        const auto found = labels.find(name);
        return found != labels.end() ? std::optional(found->second) : std::nullopt;
    };
    const auto id = text("muster.container");
    const auto sandbox = text("muster.sandbox");
    const auto gpus = numbers(text("muster.gpus").value_or("?"));
    const auto grace = wholeNumber<std::int64_t>(text("muster.kill-grace-ms").value_or(""));
    if (text("muster.owner") != owner || !id || !sandbox || !gpus || !grace
        || !checkSpec({.id = ContainerId{*id}, .argv = {"-"}, .sandbox = *sandbox}))
        return std::nullopt;
    ContainerRecord record;
    record.id = ContainerId{*id};
    record.sandbox = *sandbox;
    record.gpuMinors = *gpus;
    record.killGrace = std::chrono::milliseconds(*grace);
    return record;
}

std::string labelsText(const Labels& labels) {
    return nlohmann::json(labels).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::optional<Labels> parseLabels(std::string_view text) {
    const auto json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object())
        return std::nullopt;
    Labels labels;
    for (const auto& [name, value] : json.items()) {
        if (!value.is_string())
            return std::nullopt;
        labels.emplace(name, value.get<std::string>());
    }
    return labels;
}

} // namespace muster::container::docker
