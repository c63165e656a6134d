// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/install.h"

#include <algorithm>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/container/image/folder_layer.h"
#include "core/container/image/layout.h"
#include "core/container/image/tree.h"
#include "core/container/image/watched_program.h"
#include "core/container/remove_tree.h"

namespace muster::container::image {
namespace {

// A tree that was unpacked and has not its final name yet.
struct FreshLayer {
    std::string name; // below layers/
    StoredLayer layer;
};

class Install {
public:
    Install(const ImageReference& reference, const StoreOptions& options, Catalog& catalog,
        std::mutex& mutex, const std::function<void(const PullProgress&)>& progress,
        std::stop_token stop)
        : m_reference(reference), m_options(options), m_catalog(catalog), m_mutex(mutex),
          m_progress(progress), m_stop(std::move(stop)) {
        const std::scoped_lock lock(m_mutex);
        m_pinned = m_catalog.pinAll();
        m_temporary = m_catalog.newName();
    }
    Install(const Install&) = delete;
    Install& operator=(const Install&) = delete;
    ~Install();

    Result<std::string> run();

private:
    Result<StoredLayer> layerOf(const Layer& layer, std::size_t index, std::uint64_t maxBytes);
    Result<StoredLayer> unpack(const Layer& layer, std::size_t index, std::uint64_t maxBytes);
    Result<std::vector<StoredLayer>> unpackAll(const PulledImage& image);
    Status addFolders(std::vector<StoredLayer>& layers);
    Status commit(const PulledImage& image, std::vector<StoredLayer> layers);
    std::string blobs() const { return m_catalog.folder("tmp/") + m_temporary; }

    const ImageReference& m_reference;
    const StoreOptions& m_options;
    Catalog& m_catalog;
    std::mutex& m_mutex;
    const std::function<void(const PullProgress&)>& m_progress;
    const std::stop_token m_stop;
    std::string m_temporary;
    std::vector<StoredLayer> m_pinned;
    std::vector<FreshLayer> m_fresh;
};

Install::~Install() {
    std::vector<std::string> trees;
    for (const auto& fresh : m_fresh)
        trees.push_back(fresh.name);
    {
        const std::scoped_lock lock(m_mutex);
        m_catalog.unpin(m_pinned);
        m_catalog.setUnusedAside(trees);
    }
    // What cannot be removed now is removed by the next open().
    removeTrees(m_catalog.folder("layers"), trees);
    removeTrees(m_catalog.folder("tmp"), {m_temporary});
}

tl::unexpected<Error> wrongLayer(
    std::size_t index, const std::string& is, const std::string& said) {
    return failure(fmt::format("Layer {} of the image is {}, its configuration says {}; build and "
                               "push the image again",
        index + 1, is, said));
}

Result<StoredLayer> Install::layerOf(
    const Layer& layer, std::size_t index, std::uint64_t maxBytes) {
    const auto isIt = [&](const StoredLayer& stored) { return stored.blob == layer.blob; };
    const StoredLayer* here = nullptr;
    if (const auto known = std::ranges::find_if(m_pinned, isIt); known != m_pinned.end())
        here = &*known;
    // An image may have one layer twice; its blob is gone by the second time.
    const auto fresh
        = std::ranges::find_if(m_fresh, [&](const FreshLayer& one) { return isIt(one.layer); });
    if (here == nullptr && fresh != m_fresh.end())
        here = &fresh->layer;
    if (here == nullptr)
        return unpack(layer, index, maxBytes);
    return here->diffId == layer.diffId ? Result<StoredLayer>(*here)
                                        : wrongLayer(index, here->diffId, layer.diffId);
}

Result<StoredLayer> Install::unpack(const Layer& layer, std::size_t index, std::uint64_t maxBytes) {
    const auto name = fmt::format(".new-{}-{}", m_temporary, index);
    const auto path = m_catalog.folder("layers/") + name;
    m_fresh.push_back({name, {layer.diffId, "", 0, "", layer.size}});
    // The root of a container without a folder of its own has this mode.
    if (mkdir(path.c_str(), 0755) != 0 || chmod(path.c_str(), 0755) != 0)
        return systemFailure("create " + path);
    const auto blobFile = blobPath(blobs(), layer.blob);
    const Fd blob(open(blobFile.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (!blob)
        return systemFailure("open " + blobFile);
    const auto done = unpackLayer(blob, path, std::min(maxBytes, m_options.unpack.maxLayerBytes),
        m_options.unpack, blobs() + "/process", m_stop);
    if (!done)
        return tl::unexpected(done.error());
    if (done->diffId != layer.diffId)
        return wrongLayer(index, done->diffId, layer.diffId);
    unlink(blobFile.c_str()); // the disk need not hold both
    m_fresh.back().layer.bytes = done->bytes;
    m_fresh.back().layer.blob = layer.blob;
    return m_fresh.back().layer;
}

Result<std::vector<StoredLayer>> Install::unpackAll(const PulledImage& image) {
    std::uint64_t total = 0;
    for (const auto& layer : image.layers)
        total += layer.known ? 0 : layer.size;
    std::uint64_t done = 0;
    std::uint64_t bytes = 0;
    std::vector<StoredLayer> layers;
    for (std::size_t i = 0; i < image.layers.size(); ++i) {
        if (m_progress)
            m_progress({PullProgress::Phase::Unpacking, done, total});
        if (m_stop.stop_requested())
            return cancelled();
        const auto left = m_options.unpack.maxImageBytes - bytes;
        auto layer = layerOf(image.layers[i], i, left);
        if (!layer)
            return tl::unexpected(layer.error());
        if (layer->bytes > left)
            return failure(fmt::format("The image takes more than {} bytes when it is unpacked",
                m_options.unpack.maxImageBytes));
        bytes += layer->bytes;
        done += image.layers[i].known ? 0 : image.layers[i].size;
        layers.push_back(std::move(*layer));
    }
    return layers;
}

// One more layer for what its own layers hide of each other's folders.
Status Install::addFolders(std::vector<StoredLayer>& layers) {
    std::vector<std::string> paths;
    for (const auto& layer : layers) {
        const auto fresh = std::ranges::find_if(
            m_fresh, [&](const FreshLayer& one) { return one.layer.diffId == layer.diffId; });
        paths.push_back(
            m_catalog.folder("layers/") + (fresh == m_fresh.end() ? layer.folder : fresh->name));
    }
    const auto folders = findHiddenFolders(paths);
    if (!folders || folders->empty())
        return folders ? Status() : tl::unexpected(folders.error());
    const auto name = fmt::format(".new-{}-folders", m_temporary);
    m_fresh.push_back({name, {.diffId = digestOf(*folders)}});
    layers.push_back(m_fresh.back().layer);
    const auto path = m_catalog.folder("layers/") + name;
    if (mkdir(path.c_str(), 0755) != 0 || chmod(path.c_str(), 0755) != 0)
        return systemFailure("create " + path);
    const auto root = openDirectory(path);
    return root ? makeFolders(*root, *folders) : tl::unexpected(root.error());
}

Status Install::commit(const PulledImage& image, std::vector<StoredLayer> layers) {
    if (!m_fresh.empty()) {
        const auto directory = openDirectory(m_catalog.folder("layers"));
        if (!directory || syncfs(directory->number()) != 0)
            return systemFailure("sync the layers of the image");
    }
    auto config = parseImageConfig(image.config);
    if (!config)
        return tl::unexpected(config.error());
    const std::scoped_lock lock(m_mutex);
    for (auto& layer : layers) {
        const auto fresh = std::ranges::find_if(
            m_fresh, [&](const FreshLayer& one) { return one.layer.diffId == layer.diffId; });
        if (fresh == m_fresh.end())
            continue;
        auto adopted = m_catalog.adopt(fresh->name, layer);
        if (!adopted)
            return tl::unexpected(adopted.error());
        m_pinned.push_back(*adopted);
        layer = std::move(*adopted);
    }
    return m_catalog.put(
        {.digest = image.digest, .config = std::move(*config), .layers = std::move(layers)},
        canonicalText(m_reference), image.stamp);
}

Result<std::string> Install::run() {
    if (const auto made = makeDirectories(blobs(), 0700); !made)
        return tl::unexpected(made.error());
    std::vector<KnownBlob> known;
    for (const auto& layer : m_pinned) {
        if (!layer.blob.empty())
            known.push_back({layer.blob, layer.blobSize});
    }
    const auto image = pullImage(m_reference, blobs(), known, m_options.pull, m_progress, m_stop);
    if (!image)
        return tl::unexpected(image.error());
    auto layers = unpackAll(*image);
    if (!layers)
        return tl::unexpected(layers.error());
    if (const auto added = addFolders(*layers); !added)
        return tl::unexpected(added.error());
    if (const auto done = commit(*image, std::move(*layers)); !done)
        return tl::unexpected(done.error());
    return image->digest;
}

} // namespace

Result<std::string> installImage(const ImageReference& reference, const StoreOptions& options,
    Catalog& catalog, std::mutex& mutex, const std::function<void(const PullProgress&)>& progress,
    std::stop_token stop) {
    return Install(reference, options, catalog, mutex, progress, std::move(stop)).run();
}

Status removeTrees(const std::string& layers, const std::vector<std::string>& trees) {
    const auto parent = openDirectory(layers);
    if (!parent)
        return tl::unexpected(parent.error());
    Status status;
    for (const auto& tree : trees) {
        if (const auto removed = removeTree(parent->number(), tree); !removed && status)
            status = removed;
    }
    return status;
}

} // namespace muster::container::image
