// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/container/image/network_gate.h"
#include "core/container/image/reference.h"
#include "core/kernel/base/result.h"

namespace muster::container::image {

struct PullProgress {
    enum class Phase { Waiting, Asking, Downloading, Checking, Unpacking }; // Waiting: for others

    Phase phase = Phase::Asking;
    std::uint64_t done = 0; // bytes, of this phase
    std::uint64_t total = 0; // 0: not known

    bool operator==(const PullProgress&) const = default;
};

// What every pull of one agent shares.
struct PullOptions {
    std::string skopeo = "skopeo"; // looked up in PATH
    std::string authFile; // the operator's credentials, docker's config.json; empty: none
    std::string certificates; // a folder with one per registry, as /etc/docker/certs.d; empty: the
                              // host's CAs
    std::vector<std::string> allowedFolders; // of archives and layouts
    std::vector<std::string> environment; // for skopeo: "HTTPS_PROXY=...", "NO_PROXY=..."
    // Where registries may be, and where they may send us; null: anywhere. With a proxy of the
    // operator's it is asked about the registry's name alone: what is behind the proxy is its
    // matter.
    ConnectionRule rule;
    std::uint64_t maxBytes = std::uint64_t{40} << 30; // of an image's blobs
    std::chrono::seconds limit = std::chrono::minutes(60); // for all attempts together
    int attempts = 3;
    std::chrono::milliseconds backoff = std::chrono::seconds(2); // doubled after each attempt
};

// A blob that is already here, unpacked: it is not downloaded again.
struct KnownBlob {
    std::string digest;
    std::uint64_t size = 0;
};

struct Layer {
    std::string blob; // digest of the layer as it was sent: compressed or not
    std::uint64_t size = 0;
    std::string diffId;
    bool known = false; // one of the known blobs: there is no file

    bool operator==(const Layer&) const = default;
};

// An image in a folder as an OCI layout, every size and digest checked.
struct PulledImage {
    std::string digest; // of the image's manifest, as its registry names it
    std::string config; // the JSON text, checked for this machine
    std::vector<Layer> layers; // lowest first
    std::string stamp; // changes when the archive or layout does; empty for a registry
};

// Brings an image into `folder`, an empty directory; blobs are in blobs/sha256/<hex>. Blocks.
// While a program runs, `folder`/process is its note (watched_program.h). `progress` is called from
// this thread, at most 4 times a second. After an error or a stop (Error::Kind::Conflict,
// "Cancelled") the folder holds rubbish. An error is one sentence with the remedy. Downloads that
// break are tried again; what would fail again is not.
Result<PulledImage> pullImage(const ImageReference& reference, const std::string& folder,
    const std::vector<KnownBlob>& known, const PullOptions& options,
    const std::function<void(const PullProgress&)>& progress, std::stop_token stop);

// What a registry's answer means, from what skopeo wrote to stderr.
struct PullProblem {
    Error error;
    bool again = false; // worth another attempt
};
PullProblem explainPull(const ImageReference& reference, std::string_view skopeoErrors);

// The stamp of a local image's file as it is now; empty for a registry. An error if the path leads
// out of the allowed folders or is not there.
Result<std::string> stampOf(const ImageReference& reference, const PullOptions& options);

} // namespace muster::container::image
