// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/container/files.h"
#include "core/container/image/pull.h"
#include "core/container/image/record.h"
#include "core/kernel/base/id.h"
#include "core/kernel/base/result.h"

namespace muster::container::image {

// What is in the store's directory: images, layers and who holds what, on disk and in memory alike.
// Each change is one rename or unlink, so that each can be the last. Not thread-safe.
class Catalog {
public:
    // Loads what is there and removes what no rename committed, unused layers and broken records.
    // Conflict if another process has it open.
    static Result<Catalog> open(const std::string& directory);

    // By digest, or by a name that was given with this stamp; null if it is not here.
    const ImageRecord* find(const std::string& digest) const;
    const ImageRecord* findNamed(const std::string& name, const std::string& stamp) const;
    const std::map<std::string, ImageRecord>& images() const { return m_images; }

    // A layer is kept while an image or a pin needs it.
    const StoredLayer* layer(const std::string& diffId) const;
    std::vector<StoredLayer> pinAll(); // every layer, for a pull that may use any
    void unpin(const std::vector<StoredLayer>& layers);
    // Takes a finished tree, `name` below layers/, under its final name, and pins it; if the layer
    // is here already, that one stays and the tree is left.
    Result<StoredLayer> adopt(const std::string& name, StoredLayer layer);

    // Writes an image, and gives it a name that another image may have had.
    Status put(ImageRecord record, const std::string& name, const std::string& stamp);
    Status drop(const std::string& digest);
    // Renames layers that nobody needs; `trees` gets their names below layers/, to be removed at
    // leisure. Gives the bytes of them.
    std::uint64_t setUnusedAside(std::vector<std::string>& trees);
    std::uint64_t layerBytes() const; // of all images, shared layers once

    Status hold(const ContainerId& container, const std::string& digest);
    Status release(const ContainerId& container);
    const std::map<ContainerId, std::string>& holds() const { return m_holds; }
    void touch(const std::string& digest, Instant now); // used at that time

    std::string folder(const std::string& name) const { return m_directory + "/" + name; }
    std::string newName(); // of something temporary; unlike that of any other agent

private:
    Catalog() = default;
    Status clean();
    void endOrphans() const;
    Status loadImages();
    Status loadHolds();
    bool isWhole(const ImageRecord& record) const;
    std::set<std::string> neededLayers() const;
    std::string folderFor(const std::string& diffId) const;
    Status write(const ImageRecord& record) const;

    std::string m_directory;
    Fd m_lock;
    std::map<std::string, ImageRecord> m_images; // by digest
    std::map<std::string, StoredLayer> m_layers; // by diff id
    std::multiset<std::string> m_pins; // diff ids
    std::map<ContainerId, std::string> m_holds;
    std::uint64_t m_nonce = 0;
    std::uint64_t m_counter = 0;
    std::uint64_t m_order = 0;
};

} // namespace muster::container::image
