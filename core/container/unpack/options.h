// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <sys/types.h>

#include "core/kernel/base/result.h"

namespace muster::unpack {

inline constexpr int kTooLargeStatus = 2; // exit status: more than --max-bytes

struct Owner {
    uid_t user = 0;
    gid_t group = 0;
};

struct Options {
    enum class Mode {
        Layer, // of an image, into overlayfs' format
        Archive // for a task's sandbox
    };

    Mode mode = Mode::Layer;
    std::uint64_t maxBytes = 0; // of files' contents, holes included
    std::uint64_t maxEntries = 0;
    unsigned maxSeconds = 0;
    Owner owner; // of everything in an archive
};

// "layer --max-bytes=N --max-entries=N --max-seconds=N", or "archive" with --owner=UID:GID as well;
// every flag is required.
Result<Options> parseOptions(int argc, char** argv);

} // namespace muster::unpack
