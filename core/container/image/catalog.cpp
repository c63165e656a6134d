// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/catalog.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>

#include "core/container/image/digest.h"
#include "core/container/image/tree.h"
#include "core/container/image/watched_program.h"
#include "core/container/remove_tree.h"

namespace muster::container::image {
namespace {

constexpr std::size_t shortName
    = 16; // of 64 digits: overlayfs' list of layers has to fit in a page

bool isContainerName(const std::string& name) {
    return !name.empty() && name.size() <= 128 && name.front() != '.'
        && std::ranges::all_of(name, [](unsigned char c) {
               return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.';
           });
}

Status makePrivate(const std::string& path) {
    if (const auto made = makeDirectories(path, 0700); !made)
        return made;
    // It may have been made by hand: set-user-id programs of images lie below.
    const auto directory = openDirectory(path);
    if (!directory)
        return tl::unexpected(directory.error());
    if (fchown(directory->number(), geteuid(), getegid()) != 0
        || fchmod(directory->number(), 0700) != 0)
        return systemFailure("make private " + path);
    return {};
}

Instant modified(const std::string& path) {
    struct stat status { };
    if (stat(path.c_str(), &status) != 0)
        return {};
    return Instant(std::chrono::duration_cast<Duration>(std::chrono::seconds(status.st_mtim.tv_sec)
        + std::chrono::nanoseconds(status.st_mtim.tv_nsec)));
}

// What cannot be removed (somebody still writes there) is left for the next time.
Status removeAll(
    const std::string& directory, const std::function<bool(const std::string&)>& which) {
    const auto parent = openDirectory(directory);
    if (!parent)
        return tl::unexpected(parent.error());
    const auto names = namesIn(*parent);
    if (!names)
        return tl::unexpected(names.error());
    for (const auto& name : *names) {
        if (which(name))
            removeTree(parent->number(), name);
    }
    return {};
}

} // namespace

Result<Catalog> Catalog::open(const std::string& directory) {
    Catalog catalog;
    catalog.m_directory = directory;
    if (const auto made = makePrivate(directory); !made)
        return tl::unexpected(made.error());
    for (const auto* name : {"images", "layers", "holds", "tmp"}) {
        if (const auto made = makeDirectories(catalog.folder(name), 0700); !made)
            return tl::unexpected(made.error());
    }
    const auto lock = catalog.folder("lock");
    catalog.m_lock = Fd(::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!catalog.m_lock)
        return systemFailure("open " + lock);
    if (flock(catalog.m_lock.number(), LOCK_EX | LOCK_NB) != 0)
        return failure(
            fmt::format(
                "The image store {} is in use by another agent; use a separate directory for each",
                directory),
            Error::Kind::Conflict);
    if (getrandom(&catalog.m_nonce, sizeof catalog.m_nonce, 0) != sizeof catalog.m_nonce)
        return systemFailure("get a random number");
    for (const auto step : {&Catalog::loadImages, &Catalog::loadHolds, &Catalog::clean}) {
        if (const auto done = (catalog.*step)(); !done)
            return tl::unexpected(done.error());
    }
    return catalog;
}

std::string Catalog::newName() {
    return fmt::format("{:016x}-{}", m_nonce, ++m_counter);
}

// The programs of pulls whose agent was killed: they would go on writing.
void Catalog::endOrphans() const {
    const auto directory = openDirectory(folder("tmp"));
    const auto names = directory ? namesIn(*directory) : tl::unexpected(directory.error());
    for (const auto& name : names ? *names : std::vector<std::string>())
        endNoted(fmt::format("{}/{}/process", folder("tmp"), name));
}

// After the images are known: what none of them names is left of a pull or a removal.
Status Catalog::clean() {
    endOrphans();
    std::set<std::string> folders;
    for (const auto& [diffId, layer] : m_layers)
        folders.insert(layer.folder);
    auto removed = removeAll(folder("tmp"), [](const std::string&) { return true; });
    if (removed)
        removed = removeAll(
            folder("layers"), [&](const std::string& name) { return !folders.contains(name); });
    for (const auto* name : {"images", "holds"}) {
        if (removed)
            removed = removeAll(
                folder(name), [](const std::string& file) { return file.starts_with('.'); });
    }
    return removed;
}

bool Catalog::isWhole(const ImageRecord& record) const {
    return std::ranges::all_of(record.layers, [this](const StoredLayer& layer) {
        struct stat status { };
        return lstat((folder("layers/") + layer.folder).c_str(), &status) == 0
            && S_ISDIR(status.st_mode);
    });
}

Status Catalog::loadImages() {
    const auto directory = openDirectory(folder("images"));
    const auto names = directory ? namesIn(*directory) : tl::unexpected(directory.error());
    if (!names)
        return tl::unexpected(names.error());
    for (const auto& name : *names) {
        if (name.starts_with('.'))
            continue;
        const auto path = folder("images/") + name;
        const auto text = readFile(path);
        auto record = text ? parseImageRecord(*text) : tl::unexpected(text.error());
        // Nothing is lost but a download.
        if (!record || record->fileName() != name || !isWhole(*record)) {
            if (unlink(path.c_str()) != 0)
                return systemFailure("remove " + path);
            continue;
        }
        record->lastUsed = modified(path);
        for (const auto& layer : record->layers)
            m_layers.emplace(layer.diffId, layer);
        for (const auto& [text, stored] : record->names)
            m_order = std::max(m_order, stored.order);
        m_images.emplace(record->digest, std::move(*record));
    }
    return {};
}

Status Catalog::loadHolds() {
    const auto directory = openDirectory(folder("holds"));
    const auto names = directory ? namesIn(*directory) : tl::unexpected(directory.error());
    if (!names)
        return tl::unexpected(names.error());
    for (const auto& name : *names) {
        const auto digest = readFile(folder("holds/") + name);
        if (digest && isContainerName(name) && isSha256(*digest))
            m_holds.emplace(ContainerId{name}, *digest);
    }
    return {};
}

const ImageRecord* Catalog::find(const std::string& digest) const {
    const auto found = m_images.find(digest);
    return found == m_images.end() ? nullptr : &found->second;
}

const ImageRecord* Catalog::findNamed(const std::string& name, const std::string& stamp) const {
    const ImageRecord* best = nullptr;
    for (const auto& [digest, record] : m_images) {
        if (record.names.contains(name)
            && (best == nullptr || best->names.at(name).order < record.names.at(name).order))
            best = &record;
    }
    return best != nullptr && best->names.at(name).stamp == stamp ? best : nullptr;
}

const StoredLayer* Catalog::layer(const std::string& diffId) const {
    const auto found = m_layers.find(diffId);
    return found == m_layers.end() ? nullptr : &found->second;
}

std::vector<StoredLayer> Catalog::pinAll() {
    std::vector<StoredLayer> layers;
    for (const auto& [diffId, layer] : m_layers) {
        m_pins.insert(diffId);
        layers.push_back(layer);
    }
    return layers;
}

void Catalog::unpin(const std::vector<StoredLayer>& layers) {
    for (const auto& layer : layers) {
        const auto pin = m_pins.find(layer.diffId);
        if (pin != m_pins.end())
            m_pins.erase(pin);
    }
}

std::string Catalog::folderFor(const std::string& diffId) const {
    auto name = diffId.substr(7, shortName);
    const bool taken = std::ranges::any_of(
        m_layers, [&](const auto& entry) { return entry.second.folder == name; });
    return taken ? diffId.substr(7) : name;
}

Result<StoredLayer> Catalog::adopt(const std::string& name, StoredLayer layer) {
    if (const auto* here = this->layer(layer.diffId)) {
        m_pins.insert(layer.diffId);
        return *here;
    }
    layer.folder = folderFor(layer.diffId);
    const auto from = folder("layers/") + name;
    if (rename(from.c_str(), (folder("layers/") + layer.folder).c_str()) != 0)
        return systemFailure("rename " + from);
    if (const auto synced = syncDirectory(folder("layers")); !synced)
        return tl::unexpected(synced.error());
    m_pins.insert(layer.diffId);
    m_layers.emplace(layer.diffId, layer);
    return layer;
}

Status Catalog::write(const ImageRecord& record) const {
    return writeDurably(folder("images"), record.fileName(), recordText(record));
}

Status Catalog::put(ImageRecord record, const std::string& name, const std::string& stamp) {
    if (const auto* here = find(record.digest))
        record.names = here->names;
    record.names[name] = {stamp, ++m_order};
    if (const auto written = write(record); !written)
        return written;
    const auto digest = record.digest;
    m_images.insert_or_assign(digest, std::move(record));
    for (auto& [other, had] : m_images) {
        if (other == digest || had.names.erase(name) == 0)
            continue;
        const auto used = had.lastUsed;
        if (const auto written = write(had); !written)
            return written;
        touch(other, used);
    }
    return {};
}

Status Catalog::drop(const std::string& digest) {
    const auto* record = find(digest);
    if (record == nullptr)
        return {};
    const auto path = folder("images/") + record->fileName();
    if (unlink(path.c_str()) != 0 && errno != ENOENT)
        return systemFailure("remove " + path);
    m_images.erase(digest);
    return syncDirectory(folder("images"));
}

std::set<std::string> Catalog::neededLayers() const {
    std::set<std::string> needed(m_pins.begin(), m_pins.end());
    for (const auto& [digest, record] : m_images) {
        for (const auto& layer : record.layers)
            needed.insert(layer.diffId);
    }
    return needed;
}

std::uint64_t Catalog::setUnusedAside(std::vector<std::string>& trees) {
    const auto needed = neededLayers();
    std::uint64_t bytes = 0;
    for (auto layer = m_layers.begin(); layer != m_layers.end();) {
        const auto aside = ".removed-" + newName();
        const auto path = folder("layers/");
        // If it cannot be renamed now, the next open() or the next pull that uses it will see.
        if (needed.contains(layer->first)
            || rename((path + layer->second.folder).c_str(), (path + aside).c_str()) != 0) {
            ++layer;
            continue;
        }
        trees.push_back(aside);
        bytes += layer->second.bytes;
        layer = m_layers.erase(layer);
    }
    return bytes;
}

std::uint64_t Catalog::layerBytes() const {
    std::map<std::string, std::uint64_t> sizes;
    for (const auto& [digest, record] : m_images) {
        for (const auto& layer : record.layers)
            sizes[layer.diffId] = layer.bytes;
    }
    std::uint64_t bytes = 0;
    for (const auto& [diffId, size] : sizes)
        bytes += size;
    return bytes;
}

Status Catalog::hold(const ContainerId& container, const std::string& digest) {
    if (!isContainerName(container.value))
        return failure(
            fmt::format("'{}' cannot hold an image: it is no container's id", container.value));
    if (find(digest) == nullptr)
        return failure(
            fmt::format("The image {} is not on this node", digest), Error::Kind::NotFound);
    // Not to the disk: what loses its memory loses the container too.
    if (const auto written = writeFileAtomically(folder("holds/") + container.value, digest);
        !written)
        return written;
    m_holds.insert_or_assign(container, digest);
    return {};
}

Status Catalog::release(const ContainerId& container) {
    if (!m_holds.contains(container))
        return {};
    const auto path = folder("holds/") + container.value;
    if (unlink(path.c_str()) != 0 && errno != ENOENT)
        return systemFailure("remove " + path);
    m_holds.erase(container);
    return {};
}

void Catalog::touch(const std::string& digest, Instant now) {
    const auto found = m_images.find(digest);
    if (found == m_images.end())
        return;
    found->second.lastUsed = now;
    const auto time = now.time_since_epoch();
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
    timespec at{};
    at.tv_sec = seconds.count();
    at.tv_nsec = std::chrono::nanoseconds(time - seconds).count();
    const timespec times[2] = {at, at};
    // Only how long it is kept depends on it.
    utimensat(AT_FDCWD, (folder("images/") + found->second.fileName()).c_str(), times,
        AT_SYMLINK_NOFOLLOW);
}

} // namespace muster::container::image
