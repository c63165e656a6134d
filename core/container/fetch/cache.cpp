// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/fetch/cache.h"

#include <cerrno>
#include <utility>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/stat.h>

#include "core/container/fetch/companion.h"
#include "core/container/fetch/sandbox_file.h"

namespace muster::container::fetch {
namespace {

// The name on the disk: a key may hold a password, and is longer than a name may be.
std::string nameOf(const std::string& key) {
    std::array<unsigned char, 32> sum{};
    EVP_Digest(key.data(), key.size(), sum.data(), nullptr, EVP_sha256(), nullptr);
    return fmt::format("{:02x}", fmt::join(sum, ""));
}

bool isName(std::string_view name) {
    return name.size() == 64
        && name.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

} // namespace

Result<std::unique_ptr<Cache>> Cache::open(const std::string& directory, Bytes size) {
    if (const auto made = makeDirectories(directory, 0700); !made)
        return tl::unexpected(made.error());
    Fd opened(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!opened || fchmod(opened.number(), 0700) != 0)
        return systemFailure("open " + directory);
    std::unique_ptr<Cache> cache(new Cache(std::move(opened), size));
    if (const auto loaded = cache->load(); !loaded)
        return tl::unexpected(loaded.error());
    return cache;
}

Status Cache::load() {
    Fd copy(openat(m_directory.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(fdopendir(copy.number()), closedir);
    if (!listing)
        return systemFailure("list the fetcher's cache");
    copy.release();
    std::vector<std::pair<std::int64_t, std::string>> byAge;
    while (const dirent* entry = readdir(listing.get())) {
        const std::string name = entry->d_name;
        struct stat status { };
        if (name == "." || name == "..")
            continue;
        if (!isName(name)
            || fstatat(m_directory.number(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0
            || !S_ISREG(status.st_mode)) {
            unlinkat(m_directory.number(), name.c_str(), 0);
            continue;
        }
        m_kept[name].bytes = static_cast<std::uint64_t>(status.st_size);
        byAge.emplace_back(status.st_mtim.tv_sec * 1'000'000'000LL + status.st_mtim.tv_nsec, name);
    }
    std::sort(byAge.begin(), byAge.end());
    for (const auto& [time, name] : byAge)
        keep(name, std::exchange(m_kept[name].bytes, 0));
    return {};
}

Result<Cache::Entry> Cache::get(const std::string& key, const std::stop_token& stop,
    const std::function<Status(int file)>& fill) {
    const auto name = nameOf(key);
    std::unique_lock lock(m_mutex);
    for (auto flight = m_flights.find(name); flight != m_flights.end();
         flight = m_flights.find(name)) {
        const auto shared = flight->second;
        if (!m_landed.wait(lock, stop, [&] { return shared->isDone; }))
            return cancelled();
        if (!shared->entry && shared->entry.error().kind == Error::Kind::Conflict)
            continue;
        if (!shared->entry)
            return tl::unexpected(shared->entry.error());
        auto file = reopened(shared->entry->file.number());
        if (!file)
            return tl::unexpected(file.error());
        return Entry{std::move(*file), shared->entry->bytes, true};
    }
    if (auto kept = openKept(name))
        return kept;
    const auto flight = std::make_shared<Flight>();
    m_flights[name] = flight;
    lock.unlock();
    auto filled = fillNew(name, fill);
    lock.lock();
    if (filled)
        keep(name, filled->bytes);
    flight->entry = std::move(filled);
    flight->isDone = true;
    m_flights.erase(name);
    m_landed.notify_all();
    if (!flight->entry)
        return tl::unexpected(flight->entry.error());
    auto file = reopened(flight->entry->file.number());
    if (!file)
        return tl::unexpected(file.error());
    return Entry{std::move(*file), flight->entry->bytes, false};
}

Result<Cache::Entry> Cache::openKept(const std::string& name) {
    const auto kept = m_kept.find(name);
    if (kept == m_kept.end())
        return failure("not there", Error::Kind::NotFound);
    Fd file(openat(m_directory.number(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    if (!file || fileSize(file.number()) != kept->second.bytes) {
        m_total -= kept->second.bytes; // somebody tidied up, or a disk did
        m_kept.erase(kept);
        unlinkat(m_directory.number(), name.c_str(), 0);
        return failure("not there", Error::Kind::NotFound);
    }
    kept->second.lastUse = ++m_uses;
    futimens(file.number(), nullptr); // the order of the next start
    return Entry{std::move(file), kept->second.bytes, true};
}

Result<Cache::Entry> Cache::fillNew(
    const std::string& name, const std::function<Status(int file)>& fill) {
    std::string temporary;
    {
        const std::lock_guard lock(m_mutex);
        temporary = fmt::format("new-{}", ++m_fills);
    }
    Fd file(openat(m_directory.number(), temporary.c_str(),
        O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!file)
        return systemFailure("create a file in the fetcher's cache");
    auto filled = fill(file.number());
    const auto size = fileSize(file.number());
    // What the name stands for is on the disk before the name is.
    if (filled
        && (!size || fdatasync(file.number()) != 0
            || renameat(m_directory.number(), temporary.c_str(), m_directory.number(), name.c_str())
                != 0))
        filled = systemFailure("keep a file in the fetcher's cache");
    if (!filled) {
        unlinkat(m_directory.number(), temporary.c_str(), 0);
        return tl::unexpected(filled.error());
    }
    return Entry{std::move(file), *size, false};
}

// REQUIRES: m_mutex held, or nobody else knows this object.
void Cache::keep(const std::string& name, std::uint64_t bytes) {
    m_total += bytes - m_kept[name].bytes;
    m_kept[name] = {bytes, ++m_uses};
    while (m_total > m_size.value) {
        // The new one is the last to go: it may be alone larger than all that is allowed.
        const auto oldest = std::min_element(m_kept.begin(), m_kept.end(),
            [](const auto& a, const auto& b) { return a.second.lastUse < b.second.lastUse; });
        unlinkat(m_directory.number(), oldest->first.c_str(), 0);
        m_total -= oldest->second.bytes;
        m_kept.erase(oldest);
    }
}

} // namespace muster::container::fetch
