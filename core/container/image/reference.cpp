// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/reference.h"

#include <algorithm>

#include "core/container/image/digest.h"
#include "core/container/split.h"

namespace muster::container::image {
namespace {

constexpr std::size_t longestText = 1024;
constexpr std::size_t longestHost = 255;
constexpr std::size_t longestRepository = 255;
constexpr std::size_t longestTag = 128;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool isLower(char c) {
    return c >= 'a' && c <= 'z';
}

bool isAlphanumeric(char c) {
    return isDigit(c) || isLower(c) || (c >= 'A' && c <= 'Z');
}

bool isHex(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'f');
}

bool isPort(std::string_view text) {
    return !text.empty() && text.size() <= 5 && std::ranges::all_of(text, isDigit)
        && std::stoi(std::string(text)) >= 1 && std::stoi(std::string(text)) <= 65535;
}

bool isHostLabel(std::string_view label) {
    return !label.empty() && isAlphanumeric(label.front()) && isAlphanumeric(label.back())
        && std::ranges::all_of(label, [](char c) { return isAlphanumeric(c) || c == '-'; });
}

// "[::1]:5000" -> "[::1]" and "5000"
std::pair<std::string_view, std::string_view> hostAndPort(std::string_view registry) {
    const auto colon = registry.find(':', registry.starts_with('[') ? registry.find(']') : 0);
    if (colon == std::string_view::npos)
        return {registry, {}};
    return {registry.substr(0, colon), registry.substr(colon + 1)};
}

bool isRegistry(std::string_view text) {
    const auto [host, port] = hostAndPort(text);
    if (text.size() > longestHost || (host.size() < text.size() && !isPort(port)))
        return false;
    if (host.starts_with('['))
        return host.size() > 3 && host.ends_with(']')
            && std::ranges::all_of(host.substr(1, host.size() - 2),
                [](char c) { return isHex(c) || (c >= 'A' && c <= 'F') || c == ':'; });
    return std::ranges::all_of(split(host, '.'), isHostLabel);
}

// Lower-case letters and digits, joined by '.', '_', "__" or dashes.
bool isRepositoryPart(std::string_view part) {
    const auto isPlain = [](char c) { return isLower(c) || isDigit(c); };
    if (part.empty() || !isPlain(part.front()) || !isPlain(part.back()))
        return false;
    for (std::size_t at = 0; at < part.size();) {
        auto end = at;
        while (end < part.size() && !isPlain(part[end]))
            ++end;
        const auto joint = part.substr(at, end - at);
        const bool dashes = std::ranges::all_of(joint, [](char c) { return c == '-'; });
        if (!dashes && joint != "." && joint != "_" && joint != "__")
            return false;
        at = end + 1;
    }
    return true;
}

bool isTag(std::string_view text) {
    return !text.empty() && text.size() <= longestTag && text.front() != '.' && text.front() != '-'
        && std::ranges::all_of(
            text, [](char c) { return isAlphanumeric(c) || c == '_' || c == '.' || c == '-'; });
}

tl::unexpected<Error> notAnImage(std::string_view text, std::string_view why) {
    std::string shown(text.substr(0, 200));
    std::ranges::replace_if(
        shown, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
    return failure(fmt::format("'{}' is not an image: {}", shown, why));
}

// Docker's rule: what comes before the first slash is a host only if it looks like one.
void splitRegistry(std::string_view name, ImageReference& reference) {
    const auto slash = name.find('/');
    const auto first = name.substr(0, slash);
    if (slash != std::string_view::npos
        && (first.find_first_of(".:") != std::string_view::npos || first == "localhost")) {
        reference.registry = first == "index.docker.io" ? "docker.io" : first;
        name.remove_prefix(slash + 1);
    } else {
        reference.registry = "docker.io";
    }
    const bool official
        = reference.registry == "docker.io" && name.find('/') == std::string_view::npos;
    reference.repository = (official ? "library/" : "") + std::string(name);
}

Result<ImageReference> parseName(std::string_view text, std::string_view whole) {
    ImageReference reference;
    auto name = text;
    if (const auto at = name.find('@'); at != std::string_view::npos) {
        reference.digest = name.substr(at + 1);
        if (!isSha256(reference.digest))
            return notAnImage(whole, "after '@' belongs 'sha256:' and 64 digits 0-9, a-f");
        name = name.substr(0, at);
    }
    const auto slash = name.rfind('/');
    const auto colon = name.find(':', slash == std::string_view::npos ? 0 : slash);
    if (colon != std::string_view::npos) {
        reference.tag = name.substr(colon + 1);
        if (!isTag(reference.tag))
            return notAnImage(whole,
                "a tag has letters, digits, '_', '.' and '-', at most 128; a local image is "
                "'oci:/path', an absolute one");
        name = name.substr(0, colon);
    }
    if (reference.tag.empty() && reference.digest.empty())
        reference.tag = "latest";
    splitRegistry(name, reference);
    if (!isRegistry(reference.registry))
        return notAnImage(whole, fmt::format("'{}' is not a host name", reference.registry));
    if (reference.repository.size() > longestRepository
        || !std::ranges::all_of(split(reference.repository, '/'), isRepositoryPart))
        return notAnImage(whole,
            "a repository has lower-case letters and digits, joined by '.', '_', '-' or '/', at "
            "most 255");
    return reference;
}

bool isPlainPath(std::string_view path) {
    if (!path.starts_with('/') || path.size() < 2)
        return false;
    const auto parts = split(path.substr(1), '/');
    const bool plain
        = std::ranges::none_of(path, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
    return plain && std::ranges::none_of(parts, [](std::string_view part) {
        return part.empty() || part == "." || part == "..";
    });
}

bool isBelow(std::string_view path, std::string_view folder) {
    while (folder.size() > 1 && folder.ends_with('/'))
        folder.remove_suffix(1);
    return folder == "/"
        || (path.starts_with(folder)
            && (path.size() == folder.size() || path[folder.size()] == '/'));
}

Status checkPath(const ImageReference& reference, std::string_view whole,
    const std::vector<std::string>& allowedFolders) {
    if (!isPlainPath(reference.path))
        return notAnImage(whole, "its path must be absolute, without '..' and empty parts");
    if (allowedFolders.empty())
        return failure("Local images are not allowed on this agent: operators can allow "
                       "directories with --image_folders",
            Error::Kind::Denied);
    const bool allowed = std::ranges::any_of(
        allowedFolders, [&](const std::string& folder) { return isBelow(reference.path, folder); });
    if (!allowed)
        return failure(fmt::format("{} is not below an allowed image directory ({})",
                           reference.path, fmt::join(allowedFolders, ", ")),
            Error::Kind::Denied);
    return {};
}

// "/path[:rest]" after the name of a transport.
Result<ImageReference> parseLocal(ImageReference::Source source, std::string_view text,
    std::string_view whole, const std::vector<std::string>& allowedFolders) {
    ImageReference reference{.source = source};
    const auto colon = text.find(':');
    reference.path = text.substr(0, colon);
    const auto rest = colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
    if (const auto checked = checkPath(reference, whole, allowedFolders); !checked)
        return tl::unexpected(checked.error());
    if (colon == std::string_view::npos)
        return reference;
    if (source != ImageReference::Source::DockerArchive) {
        reference.tag = rest;
        return isTag(rest) ? Result<ImageReference>(reference)
                           : notAnImage(whole, "after the path belongs a tag");
    }
    const auto name = parseName(rest, whole);
    if (!name || !name->digest.empty())
        return name ? notAnImage(whole, "an archive's images have no digest") : name;
    reference.repository = name->registry + "/" + name->repository;
    reference.tag = name->tag;
    return reference;
}

std::string_view prefixOf(ImageReference::Source source) {
    switch (source) {
    case ImageReference::Source::Registry:
        return "docker://";
    case ImageReference::Source::DockerArchive:
        return "docker-archive:";
    case ImageReference::Source::OciLayout:
        return "oci:";
    case ImageReference::Source::OciArchive:
        return "oci-archive:";
    }
    return "";
}

std::string nameOf(const ImageReference& reference) {
    if (!reference.digest.empty())
        return fmt::format("{}@{}", reference.repository, reference.digest);
    if (reference.repository.empty() || reference.tag.empty())
        return reference.repository + reference.tag;
    return fmt::format("{}:{}", reference.repository, reference.tag);
}

std::string localText(const ImageReference& reference, const std::string& path) {
    const auto name = nameOf(reference);
    return fmt::format("{}{}{}{}", prefixOf(reference.source), path, name.empty() ? "" : ":", name);
}

} // namespace

std::string canonicalText(const ImageReference& reference) {
    if (reference.source == ImageReference::Source::Registry)
        return fmt::format("{}/{}", reference.registry, nameOf(reference));
    return localText(reference, reference.path);
}

std::string skopeoSource(const ImageReference& reference, const std::string& path) {
    if (reference.source == ImageReference::Source::Registry)
        return fmt::format(
            "{}{}", prefixOf(ImageReference::Source::Registry), canonicalText(reference));
    return localText(reference, path.empty() ? reference.path : path);
}

bool isLoopback(std::string_view registry) {
    const auto host = hostAndPort(registry).first;
    if (host == "localhost" || host == "[::1]")
        return true;
    const auto parts = split(host, '.');
    return parts.size() == 4 && parts.front() == "127"
        && std::ranges::all_of(parts, [](std::string_view part) {
               return !part.empty() && part.size() <= 3 && std::ranges::all_of(part, isDigit)
                   && std::stoi(std::string(part)) <= 255;
           });
}

Result<ImageReference> parseReference(
    std::string_view text, const std::vector<std::string>& allowedFolders) {
    using Source = ImageReference::Source;
    if (text.empty() || text.size() > longestText)
        return notAnImage(text, fmt::format("it has 1 to {} bytes", longestText));
    for (const auto source : {Source::DockerArchive, Source::OciLayout, Source::OciArchive}) {
        const auto prefix = prefixOf(source);
        // "oci:latest" is an image of the Docker Hub.
        if (text.starts_with(prefix) && text.substr(prefix.size()).starts_with('/'))
            return parseLocal(source, text.substr(prefix.size()), text, allowedFolders);
    }
    const auto prefix = prefixOf(Source::Registry);
    return parseName(text.starts_with(prefix) ? text.substr(prefix.size()) : text, text);
}

} // namespace muster::container::image
