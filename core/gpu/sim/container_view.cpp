// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/sim/container_view.h"

#include <array>
#include <cerrno>
#include <charconv>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace muster::sim {
namespace {

constexpr std::string_view kMark = "\nmuster-scenario:";
constexpr std::size_t kDigits = 8;
constexpr std::size_t kTrailer = kMark.size() + kDigits;
constexpr std::size_t kLargest = 1 << 20;
constexpr unsigned kNvidiaMajor = 195;

struct File {
    explicit File(const std::string& path) : fd(open(path.c_str(), O_RDONLY | O_CLOEXEC)) { }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() {
        if (fd >= 0) {
            close(fd);
        }
    }

    int fd;
};

std::optional<std::string> readAt(int fd, off_t offset, std::size_t size) {
    std::string bytes(size, '\0');
    return pread(fd, bytes.data(), size, offset) == static_cast<ssize_t>(size)
        ? std::optional(std::move(bytes))
        : std::nullopt;
}

// The new index of each GPU that stays, by its old one.
using Places = std::map<unsigned, unsigned>;

std::map<unsigned, unsigned> renumbered(
    const std::map<unsigned, unsigned>& links, const Places& places) {
    std::map<unsigned, unsigned> result;
    for (const auto& [peer, count] : links) {
        if (const auto place = places.find(peer); place != places.end()) {
            result.emplace(place->second, count);
        }
    }
    return result;
}

} // namespace

std::string withScenario(std::string library, std::string_view json) {
    library += json;
    library += kMark;
    library += fmt::format("{:08x}", json.size());
    return library;
}

std::optional<std::string> scenarioIn(const std::string& libraryPath) {
    const File file(libraryPath);
    struct stat info { };
    if (file.fd < 0 || fstat(file.fd, &info) != 0 || info.st_size < off_t{kTrailer}) {
        return std::nullopt;
    }
    const auto trailer = readAt(file.fd, info.st_size - off_t{kTrailer}, kTrailer);
    if (!trailer || !trailer->starts_with(kMark)) {
        return std::nullopt;
    }
    std::size_t size = 0;
    const char* digits = trailer->data() + kMark.size();
    const auto [end, error] = std::from_chars(digits, digits + kDigits, size, 16);
    if (error != std::errc{} || end != digits + kDigits || size > kLargest
        || static_cast<off_t>(size + kTrailer) > info.st_size) {
        return std::nullopt;
    }
    return readAt(file.fd, info.st_size - static_cast<off_t>(size + kTrailer), size);
}

Scenario restricted(Scenario scenario, const std::function<bool(const Gpu&)>& visible) {
    Places places;
    std::vector<Gpu> gpus;
    for (unsigned index = 0; index < scenario.gpus.size(); ++index) {
        if (visible(scenario.gpus[index])) {
            places.emplace(index, static_cast<unsigned>(gpus.size()));
            gpus.push_back(std::move(scenario.gpus[index]));
        }
    }
    for (auto& gpu : gpus) {
        gpu.directLinks = renumbered(gpu.directLinks, places);
        gpu.processes.clear();
    }
    std::erase_if(scenario.calls,
        [&](const auto& call) { return call.second.gpu && !places.contains(*call.second.gpu); });
    for (auto& [name, fault] : scenario.calls) {
        if (fault.gpu) {
            fault.gpu = places.at(*fault.gpu);
        }
    }
    scenario.gpus = std::move(gpus);
    return scenario;
}

bool canOpen(unsigned minor, const std::string& deviceDirectory) {
    const auto path = fmt::format("{}/nvidia{}", deviceDirectory, minor);
    struct stat info { };
    // Anybody can make a plain file of that name.
    if (stat(path.c_str(), &info) != 0 || !S_ISCHR(info.st_mode)
        || info.st_rdev != makedev(kNvidiaMajor, minor)) {
        return false;
    }
    const int fd = open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (fd >= 0) {
        close(fd);
        return true;
    }
    return errno == ENXIO || errno == ENODEV;
}

} // namespace muster::sim
