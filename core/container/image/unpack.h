// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <stop_token>
#include <string>

#include "core/container/files.h"
#include "core/kernel/base/result.h"

namespace muster::container::image {

struct UnpackOptions {
    std::string program; // muster-unpack
    std::uint64_t maxLayerBytes = std::uint64_t{20} << 30; // unpacked
    std::uint64_t maxImageBytes = std::uint64_t{40} << 30; // of all layers of an image
    std::uint64_t maxEntries = 1'000'000; // of a layer
    std::chrono::seconds limit = std::chrono::minutes(10); // for a layer
};

struct UnpackedLayer {
    std::uint64_t bytes = 0;
    std::uint64_t entries = 0;
    std::string diffId; // of the tar, uncompressed
};

// Fills the empty directory `folder` with a layer, by muster-unpack in a process of its own: the
// archive is hostile input. `maxBytes` is the least of the layer's limit and what is left of the
// image's. `note`: see watched_program.h. After an error the folder holds rubbish.
Result<UnpackedLayer> unpackLayer(const Fd& blob, const std::string& folder, std::uint64_t maxBytes,
    const UnpackOptions& options, const std::string& note, std::stop_token stop);

} // namespace muster::container::image
