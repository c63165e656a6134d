// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/unpack.h"

#include <algorithm>

#include <fcntl.h>

#include <nlohmann/json.hpp>

#include "core/container/image/digest.h"
#include "core/container/image/json.h"
#include "core/container/image/tree.h"
#include "core/container/image/watched_program.h"

namespace muster::container::image {
namespace {

// It stops itself; the rest is for a process that does not get that far.
constexpr auto graceAfterLimit = std::chrono::seconds(20);

std::string lastLine(std::string text) {
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    return text.substr(text.rfind('\n') + 1).substr(0, 500);
}

Result<UnpackedLayer> parseEnd(const std::string& output) {
    const auto value = parseJson(output, "The answer of muster-unpack");
    if (!value)
        return tl::unexpected(value.error());
    const auto& bytes = memberOf(*value, "bytes");
    const auto& entries = memberOf(*value, "entries");
    auto diffId = textOf(*value, "diffId");
    if (!bytes.is_number_unsigned() || !entries.is_number_unsigned() || !diffId
        || !isSha256(*diffId))
        return failure("The answer of muster-unpack lacks bytes, entries or diffId");
    return UnpackedLayer{
        bytes.get<std::uint64_t>(), entries.get<std::uint64_t>(), std::move(*diffId)};
}

} // namespace

Result<UnpackedLayer> unpackLayer(const Fd& blob, const std::string& folder, std::uint64_t maxBytes,
    const UnpackOptions& options, const std::string& note, std::stop_token stop) {
    const auto directory = openDirectory(folder);
    if (!directory)
        return tl::unexpected(directory.error());
    WatchedProgram program;
    program.argv = {options.program, "layer", fmt::format("--max-bytes={}", maxBytes),
        fmt::format("--max-entries={}", options.maxEntries),
        fmt::format("--max-seconds={}", options.limit.count())};
    program.descriptors = {.in = blob.number(), .extra = {directory->number()}};
    program.deadline = std::chrono::steady_clock::now() + options.limit + graceAfterLimit;
    program.stop = std::move(stop);
    program.note = note;
    const auto end = runWatched(program);
    if (!end)
        return tl::unexpected(end.error());
    if (end->code != 0) {
        const auto reason = lastLine(end->errors);
        return failure(fmt::format("Failed to unpack a layer: {}",
            reason.empty() ? fmt::format("muster-unpack ended with status {}", end->code)
                           : reason));
    }
    return parseEnd(end->output);
}

} // namespace muster::container::image
