// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/fetch/job.h"

#include <array>
#include <utility>

#include <nlohmann/json.hpp>

namespace muster::container::fetch {
namespace {

using Json = nlohmann::json;

constexpr std::size_t longestMessage = 2048;

constexpr std::array<std::pair<Error::Kind, const char*>, 7> kindNames{{
    {Error::Kind::Invalid, "invalid"},
    {Error::Kind::NotFound, "not_found"},
    {Error::Kind::Denied, "denied"},
    {Error::Kind::Conflict, "conflict"},
    {Error::Kind::Unavailable, "unavailable"},
    {Error::Kind::Timeout, "timeout"},
    {Error::Kind::Internal, "internal"},
}};

const char* kindName(Error::Kind kind) {
    for (const auto& [known, name] : kindNames) {
        if (known == kind)
            return name;
    }
    return "internal";
}

Error::Kind kindOf(const std::string& text) {
    for (const auto& [kind, name] : kindNames) {
        if (text == name)
            return kind;
    }
    return Error::Kind::Internal;
}

// A message goes to logs and terminals: printable ASCII only.
std::string printable(std::string text) {
    text.resize(std::min(text.size(), longestMessage));
    for (char& c : text)
        c = c < ' ' || c > '~' ? '?' : c;
    return text;
}

std::uint64_t numberAt(const Json& object, const char* name) {
    const auto field = object.find(name);
    return field != object.end() && field->is_number_unsigned() ? field->get<std::uint64_t>() : 0;
}

std::string textAt(const Json& object, const char* name) {
    const auto field = object.find(name);
    return field != object.end() && field->is_string() ? field->get<std::string>() : std::string();
}

std::vector<std::string> textsAt(const Json& object, const char* name) {
    std::vector<std::string> texts;
    const auto field = object.find(name);
    if (field != object.end() && field->is_array()) {
        for (const Json& item : *field) {
            if (item.is_string())
                texts.push_back(item.get<std::string>());
        }
    }
    return texts;
}

std::chrono::milliseconds timeAt(const Json& object, const char* name) {
    constexpr std::uint64_t year = 365ULL * 24 * 3600 * 1000;
    return std::chrono::milliseconds(std::min(numberAt(object, name), year));
}

std::string dumped(const Json& object) {
    return object.dump(-1, ' ', true, Json::error_handler_t::replace);
}

} // namespace

std::string jobText(const DownloadJob& job) {
    return dumped({{"url", job.url}, {"credentials", job.credentials}, {"ca_file", job.caFile},
        {"allow", job.allow}, {"own", job.own}, {"local", job.local}, {"max_bytes", job.maxBytes},
        {"max_ms", static_cast<std::uint64_t>(job.maxTime.count())},
        {"stall_ms", static_cast<std::uint64_t>(job.stallLimit.count())},
        {"retry_ms", static_cast<std::uint64_t>(job.retryPause.count())}});
}

Result<DownloadJob> parseJob(std::string_view text) {
    const auto json = Json::parse(text, nullptr, false);
    if (!json.is_object())
        return failure("the job on stdin is no JSON object");
    DownloadJob job;
    job.url = textAt(json, "url");
    job.credentials = textAt(json, "credentials");
    job.caFile = textAt(json, "ca_file");
    job.allow = textsAt(json, "allow");
    job.own = textsAt(json, "own");
    job.local = textsAt(json, "local");
    job.maxBytes = numberAt(json, "max_bytes");
    job.maxTime = timeAt(json, "max_ms");
    job.stallLimit = timeAt(json, "stall_ms");
    job.retryPause = timeAt(json, "retry_ms");
    if (job.url.empty() || job.maxBytes == 0 || job.maxTime.count() == 0
        || job.stallLimit.count() == 0)
        return failure("the job on stdin needs url, max_bytes, max_ms and stall_ms");
    return job;
}

std::string lineText(const DownloadLine& line) {
    if (const auto* progress = std::get_if<DownloadProgress>(&line))
        return dumped({{"at", progress->bytes}, {"total", progress->total}});
    if (const auto* end = std::get_if<DownloadEnd>(&line))
        return dumped({{"bytes", end->bytes}});
    const auto& error = std::get<Error>(line);
    return dumped({{"error", error.message}, {"kind", kindName(error.kind)},
        {"too_large", error.cause == Error::Cause::TooLarge}});
}

Result<DownloadLine> parseLine(std::string_view text) {
    const auto json = Json::parse(text, nullptr, false);
    if (!json.is_object())
        return failure("no JSON object: " + printable(std::string(text.substr(0, 200))));
    if (json.contains("error"))
        return Error{printable(textAt(json, "error")), kindOf(textAt(json, "kind")),
            json.value("too_large", Json()) == true ? Error::Cause::TooLarge : Error::Cause::Other};
    if (json.contains("bytes"))
        return DownloadEnd{numberAt(json, "bytes")};
    return DownloadProgress{numberAt(json, "at"), numberAt(json, "total")};
}

} // namespace muster::container::fetch
