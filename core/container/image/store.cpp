// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/store.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "core/container/image/catalog.h"
#include "core/container/image/folder_layer.h"
#include "core/container/image/install.h"
#include "core/container/image/watched_program.h"

namespace muster::container::image {
namespace {

// One pull and those who wait for it. All of it is guarded by the store's mutex.
struct Flight {
    ImageReference reference;
    PullProgress progress;
    std::uint64_t version = 0; // of the progress
    int waiting = 0;
    std::optional<Result<std::string>> result; // the digest
    std::condition_variable_any changed;
    std::stop_source stop;
    std::thread thread;

    void report(const PullProgress& now) {
        progress = now;
        ++version;
        changed.notify_all();
    }
};

Instant systemNow() {
    return std::chrono::floor<Duration>(std::chrono::system_clock::now());
}

} // namespace

struct ImageStore::State {
    State(StoreOptions given, Catalog opened)
        : options(std::move(given)), catalog(std::move(opened)) { }

    std::shared_ptr<Flight> board(const std::string& name, const ImageReference& reference);
    void fly(Flight& flight, const std::string& name);
    Result<std::string> pull(Flight& flight);
    bool queue(Flight& flight); // false: nobody waits for it any more
    void leave(const std::shared_ptr<Flight>& flight, const std::string& name);
    void reap(bool all);
    // The digest, once it is here. REQUIRES: the lock is held.
    Result<std::string> await(std::unique_lock<std::mutex>& lock, const std::string& name,
        const ImageReference& reference, const EnsureOptions& wanted);
    Result<Image> take(
        const ImageRecord& record, const std::string& name, const ContainerId& holder);
    Result<Image> imageOf(const ImageRecord& record, const std::string& name) const;
    std::vector<const ImageRecord*> unused() const; // the oldest first
    Result<Freed> remove(
        std::unique_lock<std::mutex>& lock, const std::function<bool(const ImageRecord&)>& isToGo);

    const StoreOptions options;
    mutable std::mutex mutex;
    Catalog catalog;
    std::map<std::string, std::shared_ptr<Flight>> flights; // by name: those that can be joined
    std::vector<std::shared_ptr<Flight>> threads; // with a thread to be joined
    std::deque<const Flight*> queued; // the next in front
    std::condition_variable_any queueMoved;
    int pulling = 0;
    std::multiset<std::string> claimed; // digests that waiting calls are about to take
};

Result<std::unique_ptr<ImageStore>> ImageStore::open(StoreOptions options) {
    if (!options.now)
        options.now = systemNow;
    auto catalog = Catalog::open(options.directory);
    if (!catalog)
        return tl::unexpected(catalog.error());
    return std::unique_ptr<ImageStore>(
        new ImageStore(std::make_unique<State>(std::move(options), std::move(*catalog))));
}

ImageStore::ImageStore(std::unique_ptr<State> state) : m_state(std::move(state)) { }

ImageStore::~ImageStore() {
    {
        const std::scoped_lock lock(m_state->mutex);
        for (const auto& flight : m_state->threads)
            flight->stop.request_stop();
    }
    m_state->reap(true);
}

// Joins threads whose work is done; REQUIRES for `all`: the lock is not held.
void ImageStore::State::reap(bool all) {
    std::erase_if(threads, [all](const std::shared_ptr<Flight>& flight) {
        if (!all && !flight->result)
            return false;
        flight->thread.join(); // it needs no lock once it has its result
        return true;
    });
}

std::shared_ptr<Flight> ImageStore::State::board(
    const std::string& name, const ImageReference& reference) {
    reap(false);
    auto& flight = flights[name];
    if (!flight) {
        flight = std::make_shared<Flight>();
        flight->reference = reference;
        threads.push_back(flight);
        flight->thread = std::thread([this, flight, name] { fly(*flight, name); });
    }
    ++flight->waiting;
    return flight;
}

bool ImageStore::State::queue(Flight& flight) {
    std::unique_lock lock(mutex);
    queued.push_back(&flight);
    const auto isNext = [&] { return pulling < options.maxPulls && queued.front() == &flight; };
    if (!isNext())
        flight.report({PullProgress::Phase::Waiting});
    const bool isWanted = queueMoved.wait(lock, flight.stop.get_token(), isNext);
    std::erase(queued, &flight);
    pulling += isWanted ? 1 : 0;
    queueMoved.notify_all();
    return isWanted;
}

Result<std::string> ImageStore::State::pull(Flight& flight) {
    if (!queue(flight))
        return cancelled();
    const auto report = [&](const PullProgress& progress) {
        const std::scoped_lock lock(mutex);
        flight.report(progress);
    };
    auto digest
        = installImage(flight.reference, options, catalog, mutex, report, flight.stop.get_token());
    const std::scoped_lock lock(mutex);
    --pulling;
    queueMoved.notify_all();
    return digest;
}

void ImageStore::State::fly(Flight& flight, const std::string& name) {
    auto digest = pull(flight);
    const std::scoped_lock lock(mutex);
    if (digest) {
        catalog.touch(*digest, options.now());
        for (int i = 0; i < flight.waiting; ++i)
            claimed.insert(*digest);
    }
    flight.result = std::move(digest);
    const auto joinable = flights.find(name);
    if (joinable != flights.end() && joinable->second.get() == &flight)
        flights.erase(joinable);
    flight.changed.notify_all();
}

// Whoever leaves last ends the pull; a call that comes later starts another.
void ImageStore::State::leave(const std::shared_ptr<Flight>& flight, const std::string& name) {
    if (--flight->waiting > 0)
        return;
    flight->stop.request_stop();
    const auto joinable = flights.find(name);
    if (joinable != flights.end() && joinable->second == flight)
        flights.erase(joinable);
}

Result<std::string> ImageStore::State::await(std::unique_lock<std::mutex>& lock,
    const std::string& name, const ImageReference& reference, const EnsureOptions& wanted) {
    const auto flight = board(name, reference);
    std::uint64_t seen = 0;
    const auto hasNews = [&] { return flight->result || flight->version != seen; };
    while (!flight->result) {
        if (!flight->changed.wait(lock, wanted.stop, hasNews)) {
            leave(flight, name);
            return cancelled();
        }
        if (flight->version == seen || !wanted.progress)
            seen = flight->version;
        else {
            seen = flight->version;
            const auto progress = flight->progress;
            lock.unlock();
            wanted.progress(progress);
            lock.lock();
        }
    }
    --flight->waiting;
    if (*flight->result)
        claimed.erase(claimed.find(**flight->result));
    return *flight->result;
}

Result<Image> ImageStore::State::imageOf(const ImageRecord& record, const std::string& name) const {
    Image image{record.digest, name, record.config, {}};
    for (auto layer = record.layers.rbegin(); layer != record.layers.rend(); ++layer) {
        // overlayfs refuses one layer twice, and below itself it would change nothing.
        auto folder = catalog.folder("layers/") + layer->folder;
        if (std::ranges::find(image.layers, folder) != image.layers.end())
            continue;
        image.layers.push_back(std::move(folder));
        // overlayfs does not look at the mark on a layer's root.
        const auto isLowest = hidesBelow(image.layers.back(), "");
        if (!isLowest)
            return tl::unexpected(isLowest.error());
        if (*isLowest)
            break;
    }
    std::ranges::reverse(image.layers);
    return image;
}

Result<Image> ImageStore::State::take(
    const ImageRecord& record, const std::string& name, const ContainerId& holder) {
    catalog.touch(record.digest, options.now());
    if (!holder.empty()) {
        if (const auto held = catalog.hold(holder, record.digest); !held)
            return tl::unexpected(held.error());
    }
    return imageOf(record, name);
}

Result<Image> ImageStore::ensure(const ImageReference& reference, const EnsureOptions& wanted) {
    const auto name = canonicalText(reference);
    const auto stamp = stampOf(reference, m_state->options.pull);
    if (!stamp)
        return tl::unexpected(stamp.error());
    std::unique_lock lock(m_state->mutex);
    auto& catalog = m_state->catalog;
    // A digest names the same image for ever.
    if (wanted.policy == PullPolicy::IfMissing || !reference.digest.empty()) {
        const auto* record = catalog.find(reference.digest);
        if (record == nullptr)
            record = catalog.findNamed(name, *stamp);
        if (record != nullptr)
            return m_state->take(*record, name, wanted.holder);
    }
    for (;;) {
        const auto digest = m_state->await(lock, name, reference, wanted);
        if (!digest)
            return tl::unexpected(digest.error());
        // Not there: it was pruned in the moment before it was claimed.
        if (const auto* record = catalog.find(*digest))
            return m_state->take(*record, name, wanted.holder);
    }
}

Result<ImageReference> ImageStore::parse(std::string_view text) const {
    return parseReference(text, m_state->options.pull.allowedFolders);
}

Status ImageStore::hold(const ContainerId& container, const std::string& digest) {
    const std::scoped_lock lock(m_state->mutex);
    m_state->catalog.touch(digest, m_state->options.now());
    return m_state->catalog.hold(container, digest);
}

Status ImageStore::release(const ContainerId& container) {
    const std::scoped_lock lock(m_state->mutex);
    const auto held = m_state->catalog.holds().find(container);
    if (held == m_state->catalog.holds().end())
        return {};
    m_state->catalog.touch(held->second, m_state->options.now());
    return m_state->catalog.release(container);
}

Status ImageStore::keepOnly(const std::set<ContainerId>& containers) {
    const std::scoped_lock lock(m_state->mutex);
    const auto holds = m_state->catalog.holds();
    for (const auto& [container, digest] : holds) {
        if (containers.contains(container))
            continue;
        if (const auto released = m_state->catalog.release(container); !released)
            return released;
    }
    return {};
}

Result<Image> ImageStore::heldBy(const ContainerId& container) const {
    const std::scoped_lock lock(m_state->mutex);
    const auto held = m_state->catalog.holds().find(container);
    if (held == m_state->catalog.holds().end())
        return failure(
            fmt::format("The container {} holds no image", container.value), Error::Kind::NotFound);
    const auto* record = m_state->catalog.find(held->second);
    if (record == nullptr)
        return failure(fmt::format("The image {} of the container {} is no longer on this node",
                           held->second, container.value),
            Error::Kind::NotFound);
    return m_state->imageOf(
        *record, record->names.empty() ? record->digest : record->names.begin()->first);
}

std::vector<ImageInfo> ImageStore::list() const {
    const std::scoped_lock lock(m_state->mutex);
    std::vector<ImageInfo> infos;
    for (const auto& [digest, record] : m_state->catalog.images()) {
        ImageInfo info{.digest = digest, .lastUsed = record.lastUsed};
        for (const auto& [name, stored] : record.names)
            info.names.push_back(name);
        std::set<std::string> counted;
        for (const auto& layer : record.layers)
            info.size.value += counted.insert(layer.diffId).second ? layer.bytes : 0;
        for (const auto& [container, held] : m_state->catalog.holds()) {
            if (held == digest)
                info.holders.push_back(container);
        }
        infos.push_back(std::move(info));
    }
    return infos;
}

std::vector<const ImageRecord*> ImageStore::State::unused() const {
    std::set<std::string> used(claimed.begin(), claimed.end());
    for (const auto& [container, digest] : catalog.holds())
        used.insert(digest);
    std::vector<const ImageRecord*> records;
    for (const auto& [digest, record] : catalog.images()) {
        if (!used.contains(digest))
            records.push_back(&record);
    }
    std::ranges::stable_sort(records, {}, &ImageRecord::lastUsed);
    return records;
}

Result<Freed> ImageStore::State::remove(
    std::unique_lock<std::mutex>& lock, const std::function<bool(const ImageRecord&)>& isToGo) {
    Freed freed;
    Status status;
    for (const auto* record : unused()) {
        if (!isToGo(*record))
            continue;
        const auto digest = record->digest;
        status = catalog.drop(digest);
        if (!status)
            break;
        freed.images.push_back(digest);
    }
    std::vector<std::string> trees;
    freed.bytes.value = catalog.setUnusedAside(trees);
    lock.unlock();
    const auto removed = removeTrees(catalog.folder("layers"), trees);
    if (!status || !removed)
        return tl::unexpected((status ? removed : status).error());
    return freed;
}

Result<Freed> ImageStore::prune() {
    std::unique_lock lock(m_state->mutex);
    return m_state->remove(lock, [](const ImageRecord&) { return true; });
}

Result<Freed> ImageStore::collect(Duration maxAge, Bytes diskBudget) {
    std::unique_lock lock(m_state->mutex);
    const auto now = m_state->options.now();
    return m_state->remove(lock, [&](const ImageRecord& record) {
        return now - record.lastUsed > maxAge || m_state->catalog.layerBytes() > diskBudget.value;
    });
}

} // namespace muster::container::image
