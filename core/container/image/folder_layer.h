// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <time.h>

#include "core/container/files.h"
#include "core/kernel/base/result.h"

// Folders as overlayfs shows them of `layers`: absolute folders in its own format, top last.
namespace muster::container::image {

struct FolderFacts {
    std::uint32_t mode = 0;
    std::uint32_t user = 0;
    std::uint32_t group = 0;
    timespec modified{};
};
using FolderMap = std::map<std::string, FolderFacts>; // by path: "usr", "usr/lib"

// Folders that a layer uses but has no entry for hide what lower layers say of their owner and mode
// (muster-unpack marks them). Images share layers, and each image may have other layers below: so
// the layers stay as they are, and an image gets one more on top, of such folders and those above
// them, as they should be. Nothing in it: the image needs none.
Result<FolderMap> findHiddenFolders(const std::vector<std::string>& layers);
// Of what is in the map; "sha256:...".
std::string digestOf(const FolderMap& folders);
// Fills the empty folder `root`.
Status makeFolders(const Fd& root, const FolderMap& folders);

// Does this layer hide whatever layers below it have there? By a whiteout or another file in the
// place of a folder, or a mark on one; `path` "": the layer as a whole.
Result<bool> hidesBelow(const std::string& layer, const std::string& path);

} // namespace muster::container::image
