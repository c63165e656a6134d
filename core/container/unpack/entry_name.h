// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/kernel/base/result.h"

namespace muster::unpack {

// Where an entry goes, below the folder that is filled: `folder` without slashes at its ends and
// without "." and "..", empty for that folder itself; `name` is empty for its root only.
struct Place {
    std::string folder;
    std::string name;

    bool isRoot() const { return name.empty(); }
    std::string path() const { return folder.empty() ? name : folder + '/' + name; }
    bool operator==(const Place&) const = default;
};

// Layers name files from their root with and without the slash; nobody who means well packs an
// archive with absolute names.
enum class Absolute { FromRoot, Refused };

// An error for "..", for more than 4096 bytes, and for a component of more than 255.
Result<Place> placeOf(std::string_view entry, Absolute absolute);

// What an OCI layer says of the layers below by an entry's name.
enum class Whiteout {
    None, // a file like any other
    Removed, // ".wh.name": name is gone; `place.name` has become it
    Opaque, // ".wh..wh..opq": of `place.folder`, nothing from below
    Ignored // other ".wh..wh.*": AUFS's own
};
// An error for what removes "." or ".." and for what lies below a whiteout.
Result<Whiteout> takeWhiteout(Place& place);

// For a message: control characters, quotes, bidirectional marks and what is no UTF-8 as \xNN, cut
// at 200 bytes.
std::string printable(std::string_view text);
// "20 GiB", "1 byte": in the largest unit that says it exactly.
std::string sizeText(std::uint64_t bytes);

} // namespace muster::unpack
