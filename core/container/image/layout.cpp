// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/layout.h"

#include <algorithm>

#include <fcntl.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "core/container/image/config.h"
#include "core/container/image/digest.h"
#include "core/container/image/json.h"

namespace muster::container::image {
namespace {

using nlohmann::json;

constexpr std::uint64_t largestBlob = std::uint64_t{1} << 50;

Result<Descriptor> descriptorOf(const json& value) {
    auto digest = textOf(value, "digest");
    const auto& size = memberOf(value, "size");
    if (!digest || !isSha256(*digest))
        return failure("The image's manifest has a digest that is not 'sha256:' and 64 hex digits");
    if (!size.is_number_unsigned() || size.get<std::uint64_t>() > largestBlob)
        return failure("The image's manifest has a size that is not a number of bytes");
    return Descriptor{std::move(*digest), size.get<std::uint64_t>()};
}

// "amd64/linux" of an item of a list.
std::string platformOf(const json& item) {
    const auto& platform = memberOf(item, "platform");
    const auto architecture = textOf(platform, "architecture");
    const auto system = textOf(platform, "os");
    return fmt::format("{}/{}", system ? *system : "", architecture ? *architecture : "");
}

Result<ManifestOrList> chooseFrom(const json& items) {
    std::vector<std::string> others;
    for (const auto& item : items) {
        const auto platform = platformOf(item);
        if (platform == ourPlatform()) {
            auto chosen = descriptorOf(item);
            if (!chosen)
                return tl::unexpected(chosen.error());
            return ManifestOrList{{}, std::move(*chosen)};
        }
        // Build tools add attestations for no machine at all.
        if (platform != "unknown/unknown" && others.size() < 10)
            others.push_back(platform);
    }
    return failure(fmt::format("The image is for {}, not for {}; use an image built for {}",
        fmt::join(others, ", "), ourPlatform(), ourPlatform()));
}

} // namespace

Result<ManifestOrList> parseManifest(std::string_view text) {
    const auto value = parseJson(text, "The image's manifest");
    if (!value)
        return tl::unexpected(value.error());
    const auto& items = memberOf(*value, "manifests");
    if (items.is_array())
        return chooseFrom(items);
    const auto& layers = memberOf(*value, "layers");
    const auto& version = memberOf(*value, "schemaVersion");
    if (version.is_number_unsigned() && version.get<unsigned>() == 1)
        return failure("The image has an old manifest (schema 1); push it again with a current "
                       "program");
    if (!layers.is_array() || layers.size() > mostLayers)
        return failure(
            fmt::format("The image's manifest has no list of 1 to {} layers", mostLayers));
    ManifestOrList out;
    auto config = descriptorOf(memberOf(*value, "config"));
    if (!config)
        return tl::unexpected(config.error());
    out.manifest.config = std::move(*config);
    for (const auto& item : layers) {
        auto layer = descriptorOf(item);
        if (!layer)
            return tl::unexpected(layer.error());
        out.manifest.layers.push_back(std::move(*layer));
    }
    return out;
}

Result<Layout> readLayout(const std::string& folder) {
    const auto text = readFile(folder + "/index.json");
    if (!text)
        return tl::unexpected(text.error());
    const auto index = parseJson(*text, "The image's index");
    if (!index)
        return tl::unexpected(index.error());
    const auto& items = memberOf(*index, "manifests");
    if (!items.is_array() || items.size() != 1)
        return failure("The pulled image's index does not name exactly one image");
    auto descriptor = descriptorOf(items.front());
    if (!descriptor)
        return tl::unexpected(descriptor.error());
    const auto manifest = readBlob(folder, *descriptor);
    if (!manifest)
        return tl::unexpected(manifest.error());
    auto parsed = parseManifest(*manifest);
    if (!parsed)
        return tl::unexpected(parsed.error());
    if (!parsed->chosen.digest.empty())
        return failure("The pulled image is a list of images");
    return Layout{std::move(*descriptor), std::move(parsed->manifest)};
}

std::string blobPath(const std::string& folder, const std::string& digest) {
    return fmt::format("{}/blobs/sha256/{}", folder, digest.substr(7));
}

Result<Fd> openBlob(const std::string& folder, const Descriptor& blob) {
    const auto path = blobPath(folder, blob.digest);
    Fd file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    struct stat status { };
    if (!file || fstat(file.number(), &status) != 0)
        return systemFailure("open a part of the image, " + path);
    if (!S_ISREG(status.st_mode) || static_cast<std::uint64_t>(status.st_size) != blob.size)
        return failure(fmt::format("A part of the image, {}, has {} bytes instead of {}",
            blob.digest, status.st_size, blob.size));
    const auto digest = sha256Of(file, blob.size);
    if (!digest)
        return tl::unexpected(digest.error());
    if (*digest != blob.digest)
        return failure(fmt::format(
            "A part of the image, {}, has the digest {} instead", blob.digest, *digest));
    return file;
}

Result<std::string> readBlob(const std::string& folder, const Descriptor& blob) {
    if (blob.size > largestText)
        return failure(fmt::format("The image's manifest or configuration has {} bytes, at most {}",
            blob.size, largestText));
    auto text = readFile(blobPath(folder, blob.digest));
    if (!text)
        return tl::unexpected(text.error());
    if (text->size() != blob.size || sha256Of(*text) != blob.digest)
        return failure(
            fmt::format("A part of the image, {}, is not what its digest says", blob.digest));
    return text;
}

} // namespace muster::container::image
