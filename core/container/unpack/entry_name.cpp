// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/unpack/entry_name.h"

#include <array>

namespace muster::unpack {
namespace {

constexpr std::size_t longestPath = 4096;
constexpr std::size_t longestComponent = 255;
constexpr std::size_t longestPrinted = 200;
constexpr std::string_view whiteoutMark = ".wh.";
constexpr std::string_view metadataMark = ".wh..wh.";

// The component at the front of `rest`, which loses it and the slash behind.
std::string_view takeComponent(std::string_view& rest) {
    const auto end = rest.find('/');
    const auto component = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return component;
}

bool isContinuation(std::string_view text, std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

// Invisible, or turns the direction of what follows.
bool misleads(std::uint32_t point) {
    return point < 0xA0 || (point >= 0x200B && point <= 0x200F)
        || (point >= 0x2028 && point <= 0x202E) || (point >= 0x2060 && point <= 0x206F)
        || point == 0xFEFF;
}

// Bytes of the character at the front that may be shown as it is; 0 for none.
std::size_t plainLength(std::string_view text) {
    const auto first = static_cast<unsigned char>(text[0]);
    if (first < 0x80)
        return first >= 0x20 && first != 0x7F && first != '\'' && first != '\\' ? 1 : 0;
    const std::size_t length = first >= 0xF5 ? 0
        : first >= 0xF0                      ? 4
        : first >= 0xE0                      ? 3
        : first >= 0xC2                      ? 2
                                             : 0;
    if (length == 0)
        return 0;
    std::uint32_t point = first & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if (!isContinuation(text, i))
            return 0;
        point = point << 6 | (static_cast<unsigned char>(text[i]) & 0x3F);
    }
    constexpr std::array<std::uint32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
    const bool valid
        = point >= smallest[length] && point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF);
    return valid && !misleads(point) ? length : 0;
}

} // namespace

Result<Place> placeOf(std::string_view entry, Absolute absolute) {
    if (entry.size() > longestPath)
        return failure(fmt::format("entry '{}' has a name of {} bytes, at most {} are taken",
            printable(entry), entry.size(), longestPath));
    if (entry.empty())
        return failure("an entry has no name");
    if (entry.front() == '/' && absolute == Absolute::Refused)
        return failure(fmt::format("entry '{}' has an absolute name", printable(entry)));
    Place place;
    for (auto rest = entry; !rest.empty();) {
        const auto component = takeComponent(rest);
        if (component.empty() || component == ".")
            continue;
        if (component == "..")
            return failure(fmt::format("entry '{}' leads out of the {}", printable(entry),
                absolute == Absolute::Refused ? "archive" : "image"));
        if (component.size() > longestComponent)
            return failure(
                fmt::format("entry '{}' has a component of {} bytes, at most {} are taken",
                    printable(entry), component.size(), longestComponent));
        if (!place.isRoot())
            place.folder = place.path();
        place.name = component;
    }
    return place;
}

Result<Whiteout> takeWhiteout(Place& place) {
    for (std::string_view rest = place.folder; !rest.empty();) {
        const auto component = takeComponent(rest);
        if (component.starts_with(metadataMark))
            return Whiteout::Ignored;
        if (component.starts_with(whiteoutMark))
            return failure(
                fmt::format("entry '{}' lies below a whiteout", printable(place.path())));
    }
    if (place.name.starts_with(metadataMark))
        return place.name == ".wh..wh..opq" ? Whiteout::Opaque : Whiteout::Ignored;
    if (!place.name.starts_with(whiteoutMark))
        return Whiteout::None;
    const auto removed = place.name.substr(whiteoutMark.size());
    if (removed.empty() || removed == "." || removed == "..")
        return failure(fmt::format("entry '{}' removes no file", printable(place.path())));
    place.name = removed;
    return Whiteout::Removed;
}

std::string printable(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const auto plain = plainLength(text);
        const auto piece = plain > 0
            ? std::string(text.substr(0, plain))
            : fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
        if (out.size() + piece.size() > longestPrinted - 3)
            return out + "...";
        out += piece;
        text.remove_prefix(plain > 0 ? plain : 1);
    }
    return out;
}

std::string sizeText(std::uint64_t bytes) {
    for (const auto& [shift, unit] : {std::pair{40, "TiB"}, {30, "GiB"}, {20, "MiB"}, {10, "KiB"}})
        if (bytes != 0 && bytes % (std::uint64_t{1} << shift) == 0)
            return fmt::format("{} {}", bytes >> shift, unit);
    return fmt::format("{} {}", bytes, bytes == 1 ? "byte" : "bytes");
}

} // namespace muster::unpack
