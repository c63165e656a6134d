// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/container/docker/docker_spec.h"
#include "core/container/docker/engine.h"

namespace muster::container::docker {

struct ImageReference {
    std::string name; // "registry:5000/team/image"
    std::string tag; // or a digest, "sha256:..."
};

// "image", "image:tag", "host:5000/image@sha256:..."; without a tag it is "latest", as for docker
// pull: the engine would take it for all tags.
Result<ImageReference> parseReference(const std::string& text);

// From the answer to GET /images/<name>/json.
Result<ImageConfig> imageConfig(const nlohmann::json& answer);

// Sums up the lines that a pull prints. An error of the registry comes as such a line, too.
class PullProgress {
public:
    // An error: the pull failed, in the engine's words.
    Status take(std::string_view line);
    std::string sentence() const; // "2 of 5 layers, 12 of 80 MiB"

private:
    struct Layer {
        std::uint64_t loaded = 0;
        std::uint64_t size = 0;
        bool done = false;
    };
    std::map<std::string, Layer> m_layers;
};

struct PullOptions {
    bool force = false; // also when the image is there
    std::string registryAuth; // JSON: {"username": ..., "password": ..., "serveraddress": ...}
    std::function<void(const std::string& sentence)> progress;
    std::chrono::milliseconds silence = std::chrono::minutes(5); // of the registry
};

// Describes the image, pulled first if it is not there or `force` says so: minutes if it is large.
Result<ImageConfig> prepareImage(const Engine& engine, const std::string& image,
    const PullOptions& pull = {}, const std::stop_token& stop = {});

} // namespace muster::container::docker
