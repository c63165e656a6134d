// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/unpack/options.h"

#include <map>

#include "core/kernel/base/number.h"

namespace muster::unpack {
namespace {

constexpr std::uint64_t largestId = 0x7FFFFFFF;
constexpr std::uint64_t longestRun = 7 * 24 * 3600;

Result<std::uint64_t> number(std::string_view flag, std::string_view text, std::uint64_t most) {
    const auto value = wholeNumber<std::uint64_t>(text);
    if (!value || *value > most)
        return failure(fmt::format("--{}={} is no number between 0 and {}", flag, text, most));
    return *value;
}

Result<Owner> owner(std::string_view text) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos)
        return failure(fmt::format("--owner={} is not UID:GID", text));
    const auto user = number("owner", text.substr(0, colon), largestId);
    const auto group = number("owner", text.substr(colon + 1), largestId);
    if (!user || !group)
        return tl::unexpected(user ? group.error() : user.error());
    return Owner{static_cast<uid_t>(*user), static_cast<gid_t>(*group)};
}

Status setFlag(Options& options, const std::string& flag, std::string_view text) {
    if (flag == "owner")
        return owner(text).map([&](Owner parsed) { options.owner = parsed; });
    const auto most = flag == "max-seconds" ? longestRun : INT64_MAX;
    return number(flag, text, most).map([&](std::uint64_t value) {
        if (flag == "max-bytes")
            options.maxBytes = value;
        else if (flag == "max-entries")
            options.maxEntries = value;
        else
            options.maxSeconds = static_cast<unsigned>(value);
    });
}

} // namespace

Result<Options> parseOptions(int argc, char** argv) {
    const std::string_view mode = argc > 1 ? argv[1] : "";
    if (mode != "layer" && mode != "archive")
        return failure("muster-unpack is called with 'layer' or 'archive' and its limits");
    Options options;
    options.mode = mode == "layer" ? Options::Mode::Layer : Options::Mode::Archive;
    std::map<std::string, bool> given{
        {"max-bytes", false}, {"max-entries", false}, {"max-seconds", false}};
    if (options.mode == Options::Mode::Archive)
        given["owner"] = false;
    for (int i = 2; i < argc; ++i) {
        const std::string_view argument = argv[i];
        const auto equals = argument.find('=');
        const bool isFlag = argument.starts_with("--") && equals != std::string_view::npos;
        const auto flag = given.find(std::string(isFlag ? argument.substr(2, equals - 2) : ""));
        if (flag == given.end())
            return failure(fmt::format("{} is no flag of '{}'", argument, mode));
        if (const auto set = setFlag(options, flag->first, argument.substr(equals + 1)); !set)
            return tl::unexpected(set.error());
        flag->second = true;
    }
    for (const auto& [flag, isGiven] : given)
        if (!isGiven)
            return failure(fmt::format("--{} is missing", flag));
    return options;
}

} // namespace muster::unpack
