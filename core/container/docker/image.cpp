// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/docker/image.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/container/docker/json.h"

namespace muster::container::docker {
namespace {

using Json = nlohmann::json;

constexpr std::size_t longestReference = 512;
constexpr std::size_t mostLayers = 1024; // the engine's own limit is 127

bool isReferenceChar(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
        || std::string_view("._-/:@").find(c) != std::string_view::npos;
}

std::string textIn(const Json& object, const char* name) {
    const Json& found = member(object, name);
    return found.is_string() ? found.get<std::string>() : "";
}

std::vector<std::string> textsIn(const Json& object, const char* name) {
    std::vector<std::string> result;
    const Json& found = member(object, name);
    for (const Json& item : found.is_array() ? found : Json::array()) {
        if (item.is_string())
            result.push_back(item.get<std::string>());
    }
    return result;
}

std::uint64_t amountIn(const Json& object, const char* name) {
    const Json& found = member(object, name);
    return found.is_number_unsigned() ? found.get<std::uint64_t>() : 0;
}

std::string base64Url(std::string_view text) {
    constexpr std::string_view digits
        = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    std::string result;
    for (std::size_t at = 0; at < text.size(); at += 3) {
        unsigned bits = 0;
        const auto count = std::min<std::size_t>(3, text.size() - at);
        for (std::size_t i = 0; i < 3; ++i)
            bits = bits << 8 | (i < count ? static_cast<unsigned char>(text[at + i]) : 0U);
        for (std::size_t i = 0; i < 4; ++i)
            result += i <= count ? digits[bits >> (18 - 6 * i) & 63U] : '=';
    }
    return result;
}

} // namespace

Result<ImageReference> parseReference(const std::string& text) {
    const bool whole = !text.empty() && text.size() <= longestReference
        && std::all_of(text.begin(), text.end(), isReferenceChar) && text.front() != '-'
        && text.front() != '/' && text.find("//") == std::string::npos
        && text.find("..") == std::string::npos;
    const auto at = text.find('@');
    const auto colon = text.find(':', text.rfind('/') + 1); // a colon before a slash is a port's
    ImageReference reference{text.substr(0, std::min(at, colon)), "latest"};
    if (at != std::string::npos)
        reference.tag = text.substr(at + 1);
    else if (colon != std::string::npos)
        reference.tag = text.substr(colon + 1);
    if (!whole || reference.name.empty() || reference.name.back() == '/' || reference.tag.empty()
        || (at != std::string::npos && !reference.tag.starts_with("sha256:")))
        return failure(fmt::format("'{}' is not the name of a Docker image, like "
                                   "registry:5000/team/image:tag",
            text.substr(0, longestReference)));
    return reference;
}

Result<ImageConfig> imageConfig(const Json& answer) {
    const Json& config = member(answer, "Config");
    ImageConfig image{.id = textIn(answer, "Id")};
    if (image.id.empty() || config.is_null())
        return failure("The Docker Engine's description of the image lacks its id or its "
                       "configuration",
            Error::Kind::Internal);
    image.entrypoint = textsIn(config, "Entrypoint");
    image.command = textsIn(config, "Cmd");
    image.environment = textsIn(config, "Env");
    image.user = textIn(config, "User");
    if (const Json& labels = member(config, "Labels"); labels.is_object()) {
        for (const auto& [name, value] : labels.items()) {
            if (value.is_string())
                image.labels.emplace(name, value.get<std::string>());
        }
    }
    return image;
}

Status PullProgress::take(std::string_view line) {
    const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
    if (const std::string error = textIn(json, "error"); !error.empty())
        return failure("Docker Engine: " + error); // it answers: the registry does not give it
    const std::string id = textIn(json, "id");
    const Json& detail = member(json, "progressDetail");
    if (id.empty() || detail.is_null() || (!m_layers.contains(id) && m_layers.size() >= mostLayers))
        return {}; // a sentence about the whole image
    Layer& layer = m_layers[id];
    const std::string status = textIn(json, "status");
    layer.done = status == "Pull complete" || status == "Already exists";
    // Extracting counts once more from 0: what was loaded stays loaded.
    if (const auto size = amountIn(detail, "total"); size > 0) {
        layer.size = std::max(layer.size, size);
        layer.loaded = std::max(layer.loaded, amountIn(detail, "current"));
    }
    return {};
}

std::string PullProgress::sentence() const {
    constexpr std::uint64_t mebi = 1U << 20;
    std::size_t done = 0;
    std::uint64_t loaded = 0;
    std::uint64_t size = 0;
    for (const auto& [id, layer] : m_layers) {
        done += layer.done ? 1 : 0;
        loaded += layer.done ? layer.size : layer.loaded;
        size += layer.size;
    }
    return fmt::format("{} of {} layers, {} of {} MiB", done, m_layers.size(), loaded / mebi,
        (size + mebi - 1) / mebi);
}

Result<ImageConfig> prepareImage(const Engine& engine, const std::string& image,
    const PullOptions& pull, const std::stop_token& stop) {
    const auto reference = parseReference(image);
    if (!reference)
        return tl::unexpected(reference.error());
    const bool digest = reference->tag.starts_with("sha256:");
    const EngineRequest describe{.method = "GET",
        .path = "/images/" + reference->name + (digest ? '@' : ':') + reference->tag + "/json"};
    if (!pull.force) {
        const auto found = engine.ask(describe, stop);
        if (found)
            return imageConfig(*found);
        if (found.error().kind != Error::Kind::NotFound)
            return tl::unexpected(found.error());
    }
    EngineRequest create{.method = "POST",
        .path = "/images/create?fromImage=" + urlEncoded(reference->name)
            + "&tag=" + urlEncoded(reference->tag),
        .limit = {},
        .silence = pull.silence};
    if (!pull.registryAuth.empty())
        create.headers.push_back("X-Registry-Auth: " + base64Url(pull.registryAuth));
    PullProgress progress;
    Status taken;
    const auto pulled = engine.follow(create,
        {.line =
                [&](std::string_view line) {
                    taken = progress.take(line);
                    if (taken && pull.progress)
                        pull.progress(progress.sentence());
                    return taken.has_value();
                }},
        stop);
    for (const Status& status : {pulled, taken}) {
        if (!status)
            return failure(fmt::format("Failed to pull '{}'", image), status.error());
    }
    const auto found = engine.ask(describe, stop);
    return found ? imageConfig(*found) : tl::unexpected(found.error());
}

} // namespace muster::container::docker
