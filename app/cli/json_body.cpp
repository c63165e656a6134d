// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/json_body.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>

#include "app/cli/text.h"
#include "core/kernel/base/number.h"
#include "core/kernel/base/time.h"
#include "core/spec/sizes.h"

namespace muster::cli {

namespace {

using Json = RestClient::Json;

// Both point to values of one type.
bool isSame(const auto& target, const auto& other) {
    return std::visit(
        [&](auto* value) { return *value == **std::get_if<decltype(value)>(&other); }, target);
}

} // namespace

Result<Json> readObject(const std::string& path) {
    std::ifstream file;
    if (path != "-")
        file.open(path);
    auto& input = path == "-" ? std::cin : static_cast<std::istream&>(file);
    const std::string text(std::istreambuf_iterator<char>(input), {});
    if (text.empty())
        return failure(fmt::format("'{}' cannot be read, or is empty", escaped(path)));
    auto object = Json::parse(text, nullptr, false);
    if (!object.is_object())
        return failure(fmt::format("'{}' must hold a JSON object", escaped(path)));
    return object;
}

Status checkAlone(const CommandLine& given, const CommandLine& untouched,
    const std::vector<std::string>& allowed) {
    CommandLine master;
    MasterFlags().addTo(master);
    const auto mayBe = [&](const std::string& name) {
        return std::ranges::find(allowed, name) != allowed.end()
            || std::ranges::find(master.flags, name, &Flag::name) != master.flags.end();
    };
    const auto refuse = [](const std::string& what) {
        return failure(fmt::format("{} cannot be combined with '--file': write it there", what));
    };
    for (std::size_t i = 0; i < given.flags.size(); ++i) {
        const auto& name = given.flags[i].name;
        if (name != "-f,--file" && !mayBe(name)
            && !isSame(given.flags[i].into, untouched.flags[i].into))
            return refuse(fmt::format("'{}'", name.substr(name.find("--"))));
    }
    for (std::size_t i = 0; i < given.arguments.size(); ++i) {
        if (!mayBe(given.arguments[i].name)
            && !isSame(given.arguments[i].into, untouched.arguments[i].into))
            return refuse(given.arguments[i].name);
    }
    return given.rest && !given.rest->empty() ? refuse("A command") : Status();
}

Result<double> amountOf(const char* flag, const std::string& text) {
    const auto amount = Milli::parse(text);
    if (!amount)
        return failure(fmt::format("'{}={}' must be a number", flag, escaped(text)));
    return amount->toDouble();
}

Result<double> mebibytesOf(const char* flag, const std::string& text) {
    const auto amount = spec::mebibytesOf(text);
    if (!amount)
        return failure(fmt::format("'{}={}' {}", flag, escaped(text), spec::kSizeRule));
    return amount->toDouble();
}

Result<std::int64_t> secondsOf(const char* flag, const std::string& text) {
    const auto duration = parseDuration(text);
    if (!duration)
        return failure(fmt::format("'{}': {}", flag, duration.error().message));
    if (*duration % std::chrono::seconds(1) != Duration(0))
        return failure(fmt::format("'{}={}' must be of whole seconds", flag, escaped(text)));
    return *duration / std::chrono::seconds(1);
}

Result<std::int64_t> countOf(const char* flag, const std::string& text) {
    const auto count = wholeNumber<std::int32_t>(text);
    if (!count || *count < 0)
        return failure(
            fmt::format("'{}={}' must be a whole number, 0 or more", flag, escaped(text)));
    return *count;
}

Status checkMost(const char* flag, int number) {
    constexpr int kMost = 1000;
    if (number < 1 || number > kMost)
        return failure(fmt::format("'{}={}' must be 1 to {}", flag, number, kMost));
    return {};
}

Result<std::pair<std::string, std::string>> pairOf(
    const char* flag, const std::string& text, char between) {
    const auto at = text.find(between);
    if (at == std::string::npos || at == 0)
        return failure(fmt::format("'{}={}' must be NAME{}VALUE", flag, escaped(text), between));
    return std::pair(text.substr(0, at), text.substr(at + 1));
}

} // namespace muster::cli
