// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/container/image/config.h"
#include "core/kernel/base/result.h"
#include "core/kernel/base/time.h"

namespace muster::container::image {

// One layer of an image in the store. Images that share it say the same of it.
struct StoredLayer {
    std::string diffId;
    std::string folder; // below layers/
    std::uint64_t bytes = 0; // unpacked
    std::string blob; // as it was sent: a pull does not fetch it again; empty: made here
    std::uint64_t blobSize = 0;

    bool operator==(const StoredLayer&) const = default;
};

// A name under which an image was pulled. The highest order of a name counts: the steps that move
// it from one image to another can be interrupted.
struct StoredName {
    std::string stamp; // of a local image's file, as it was
    std::uint64_t order = 0;

    bool operator==(const StoredName&) const = default;
};

// images/<hex>.json
struct ImageRecord {
    std::string digest;
    std::map<std::string, StoredName> names; // by canonical text
    ImageConfig config;
    std::vector<StoredLayer> layers; // lowest first; one made here may be the last
    Instant lastUsed{}; // not in the text: the time of the file

    std::string fileName() const { return digest.substr(7) + ".json"; }
    bool operator==(const ImageRecord&) const = default;
};

std::string recordText(const ImageRecord& record);
Result<ImageRecord> parseImageRecord(std::string_view text);

} // namespace muster::container::image
