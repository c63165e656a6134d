// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/spec/resource_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/kernel/base/nearest.h"
#include "core/kernel/resources/value.h"
#include "core/spec/sizes.h"

namespace muster::spec {

namespace {

constexpr auto kKnown = std::to_array<std::string_view>({"cpus", "mem", "disk", "gpus", "ports"});
// The words of other systems.
constexpr auto kOthers = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"core", "cpus"},
    {"cores", "cpus"},
    {"vcpu", "cpus"},
    {"vcpus", "cpus"},
    {"memory", "mem"},
    {"ram", "mem"},
    {"storage", "disk"},
    {"nvidia.com/gpu", "gpus"},
});

std::string lowered(std::string_view text) {
    std::string out(text);
    for (auto& c : out)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return out;
}

std::string sorted(std::string text) {
    std::sort(text.begin(), text.end());
    return text;
}

// One letter too many or too few, or its letters in another order. Not another letter: agents have
// "tpus" and "npus", and "vgpus", too.
bool isSlip(const std::string& typed, std::string_view known) {
    const bool letters
        = std::all_of(typed.begin(), typed.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    return letters
        && (sorted(typed) == sorted(std::string(known))
            || (typed.size() != known.size() && typed.front() == known.front()
                && editDistance(typed, known) == 1));
}

// The amounts of mem and disk in MiB. What cannot be read stays: the grammar says what is wrong.
std::string inMebibytes(const std::string& text) {
    if (resources::trimmed(text).starts_with('['))
        return text; // JSON has numbers
    std::string out;
    resources::split(text, ';', [&out](std::string_view part) {
        if (!out.empty())
            out += ';';
        const auto colon = std::min(part.find(':'), part.size());
        const auto name = resources::trimmed(part.substr(0, std::min(part.find('('), colon)));
        const auto size = (name == "mem" || name == "disk") && colon < part.size()
            ? mebibytesOf(resources::withoutSpaces(part.substr(colon + 1)))
            : std::nullopt;
        out += size ? fmt::format("{}:{}", part.substr(0, colon), size->text()) : std::string(part);
    });
    return out;
}

} // namespace

std::string_view meantResource(std::string_view name) {
    const auto typed = lowered(name);
    for (const auto& [other, meant] : kOthers) {
        if (typed == other)
            return meant;
    }
    if (std::find(kKnown.begin(), kKnown.end(), name) != kKnown.end())
        return {};
    const auto meant = std::find_if(
        kKnown.begin(), kKnown.end(), [&](std::string_view known) { return isSlip(typed, known); });
    return meant == kKnown.end() ? std::string_view() : *meant;
}

Result<Resources> parseResources(const std::string& text) {
    auto parsed = Resources::parse(inMebibytes(text));
    if (!parsed)
        return failure("Invalid resources", parsed.error());
    for (const auto& item : parsed->items()) {
        if (const auto meant = meantResource(item.name); !meant.empty())
            return failure(fmt::format(
                "Invalid resources: '{}' is not known: did you mean '{}'?", item.name, meant));
    }
    if (const auto whole = validateGpus(*parsed); !whole)
        return tl::unexpected(whole.error());
    return parsed;
}

} // namespace muster::spec
