// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/record.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/container/image/digest.h"
#include "core/container/image/json.h"

namespace muster::container::image {
namespace {

using nlohmann::json;

std::uint64_t numberOf(const json& object, const char* name) {
    const auto& value = memberOf(object, name);
    return value.is_number_unsigned() ? value.get<std::uint64_t>() : 0;
}

bool isFolderName(const std::string& name) {
    return name.size() >= 8 && name.size() <= 64 && std::ranges::all_of(name, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    });
}

} // namespace

std::string recordText(const ImageRecord& record) {
    json names = json::object();
    for (const auto& [name, stored] : record.names)
        names[name] = {{"stamp", stored.stamp}, {"order", stored.order}};
    json layers = json::array();
    for (const auto& layer : record.layers)
        layers.push_back({{"diffId", layer.diffId}, {"folder", layer.folder},
            {"bytes", layer.bytes}, {"blob", layer.blob}, {"blobSize", layer.blobSize}});
    return json{{"digest", record.digest}, {"names", std::move(names)},
        {"layers", std::move(layers)}, {"config", imageConfigText(record.config)}}
        .dump();
}

Result<ImageRecord> parseImageRecord(std::string_view text) {
    const auto value = parseJson(text, "The record of an image");
    if (!value)
        return tl::unexpected(value.error());
    ImageRecord record{.digest = textOf(*value, "digest").value_or("")};
    auto config = parseImageConfig(textOf(*value, "config").value_or(""));
    if (!isSha256(record.digest) || !config)
        return failure("The record of an image has no digest or no configuration");
    record.config = std::move(*config);
    for (const auto& [name, stored] : memberOf(*value, "names").items())
        record.names[name] = {textOf(stored, "stamp").value_or(""), numberOf(stored, "order")};
    for (const auto& item : memberOf(*value, "layers")) {
        StoredLayer layer{textOf(item, "diffId").value_or(""), textOf(item, "folder").value_or(""),
            numberOf(item, "bytes"), textOf(item, "blob").value_or(""), numberOf(item, "blobSize")};
        const bool isMadeHere = layer.blob.empty();
        if (!isSha256(layer.diffId) || (!isMadeHere && !isSha256(layer.blob))
            || !isFolderName(layer.folder))
            return failure("The record of an image has a layer without digest or folder");
        record.layers.push_back(std::move(layer));
    }
    const auto& layers = record.layers;
    const std::size_t madeHere = !layers.empty() && layers.back().blob.empty() ? 1 : 0;
    if (layers.size() != record.config.diffIds.size() + madeHere)
        return failure("The record of an image lacks layers");
    return record;
}

} // namespace muster::container::image
