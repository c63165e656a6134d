// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/container/files.h"
#include "core/kernel/base/result.h"

namespace muster::container::image {

struct Descriptor {
    std::string digest; // "sha256:<64 hex>"
    std::uint64_t size = 0;

    bool operator==(const Descriptor&) const = default;
};

struct Manifest {
    Descriptor config;
    std::vector<Descriptor> layers; // lowest first
};

// What a registry answers: an image's manifest, or a list of them for several machines.
struct ManifestOrList {
    Manifest manifest; // of an image
    Descriptor chosen; // of a list: the one for this machine; else empty
};

// Docker's schema 2 and OCI's. A list without one for this machine is an error that names those it
// has. The sizes together are less than 2^63.
Result<ManifestOrList> parseManifest(std::string_view text);

// The one image of an OCI layout: its manifest, checked against the layout's index.
struct Layout {
    Descriptor manifest;
    Manifest content;
};
Result<Layout> readLayout(const std::string& folder);

// "<folder>/blobs/sha256/<hex>"
std::string blobPath(const std::string& folder, const std::string& digest);
// A blob of at most 4 MiB, its size and digest checked.
Result<std::string> readBlob(const std::string& folder, const Descriptor& blob);
// A plain file of exactly this size and digest.
Result<Fd> openBlob(const std::string& folder, const Descriptor& blob);

} // namespace muster::container::image
