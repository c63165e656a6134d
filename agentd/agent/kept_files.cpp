// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/kept_files.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <set>

#include <fcntl.h>
#include <unistd.h>

#include "core/history/checksum.h"
#include "core/net/private_file.h"

namespace muster::agentd {
namespace {

namespace fs = std::filesystem;

// The reserve has two halves: while one is written the other stays whole.
constexpr std::size_t kHalf = std::size_t{2} << 20;
constexpr const char* kReserveFile = "reserve";
constexpr const char* kCopies = "copies";

std::string sealed(const std::string& bytes) {
    const auto sum = history::checksum({bytes});
    std::string out = bytes;
    out.append(reinterpret_cast<const char*>(&sum), sizeof sum);
    return out;
}

std::optional<std::string> unsealed(std::string bytes) {
    std::uint32_t sum = 0;
    if (bytes.size() < sizeof sum) {
        return std::nullopt;
    }
    std::memcpy(&sum, bytes.data() + bytes.size() - sizeof sum, sizeof sum);
    bytes.resize(bytes.size() - sizeof sum);
    return history::checksum({bytes}) == sum ? std::optional(std::move(bytes)) : std::nullopt;
}

std::optional<std::string> readSealed(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        return std::nullopt;
    }
    return unsealed(std::string((std::istreambuf_iterator<char>(in)), {}));
}

bool isFullDisk(int error) {
    return error == ENOSPC || error == EDQUOT;
}

bool writeAll(int fd, const std::string& bytes) {
    for (std::size_t done = 0; done < bytes.size();) {
        const auto written = ::write(fd, bytes.data() + done, bytes.size() - done);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        done += written > 0 ? static_cast<std::size_t>(written) : 0;
    }
    return true;
}

// 0, or the errno of what failed.
int replaceFile(const fs::path& path, const std::string& bytes, bool flushed) {
    const auto fresh = path.string() + ".new";
    int error = 0;
    {
        const container::Fd fd(
            ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
        const bool written
            = fd && writeAll(fd.number(), bytes) && (!flushed || ::fsync(fd.number()) == 0);
        error = written ? 0 : errno;
    }
    if (error == 0 && ::rename(fresh.c_str(), path.c_str()) != 0) {
        error = errno;
    }
    if (error != 0) {
        ::unlink(fresh.c_str());
        return error;
    }
    if (flushed) {
        const container::Fd folder(
            ::open(path.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        ::fsync(folder.number());
    }
    return 0;
}

Error cannotWrite(const fs::path& path, int error) {
    return {fmt::format("Cannot write {}: {}", path.string(), std::strerror(error)),
        Error::Kind::Internal};
}

Error cannotRead(const fs::path& path, const std::error_code& error) {
    return {
        fmt::format("Cannot read {}: {}", path.string(), error.message()), Error::Kind::Internal};
}

void append(std::string& out, const std::string& text) {
    const std::uint64_t size = text.size();
    out.append(reinterpret_cast<const char*>(&size), sizeof size).append(text);
}

std::optional<std::string> takeText(std::string_view& bytes) {
    std::uint64_t size = 0;
    if (bytes.size() < sizeof size) {
        return std::nullopt;
    }
    std::memcpy(&size, bytes.data(), sizeof size);
    bytes.remove_prefix(sizeof size);
    if (size > bytes.size()) {
        return std::nullopt;
    }
    std::string out(bytes.substr(0, size));
    bytes.remove_prefix(size);
    return out;
}

} // namespace

Result<KeptFiles> KeptFiles::open(fs::path folder) {
    KeptFiles out(std::move(folder));
    if (auto status = out.openReserve(); !status) {
        return tl::unexpected(status.error());
    }
    out.readReserve();
    return out;
}

// Blocks that are allocated but were never written would not do on every file system.
Status KeptFiles::openReserve() {
    const auto path = m_folder / kReserveFile;
    container::Fd fd(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!fd) {
        return isFullDisk(errno) ? Status() : Status(tl::unexpected(cannotWrite(path, errno)));
    }
    const auto size = ::lseek(fd.number(), 0, SEEK_END);
    if (size < static_cast<off_t>(2 * kHalf)) {
        const std::string zeros(2 * kHalf, '\0');
        ::lseek(fd.number(), 0, SEEK_SET);
        if (!writeAll(fd.number(), zeros) || ::fsync(fd.number()) != 0) {
            const int error = errno;
            ::unlink(path.c_str());
            return isFullDisk(error) ? Status() : Status(tl::unexpected(cannotWrite(path, error)));
        }
    }
    m_reserve = std::move(fd);
    return {};
}

void KeptFiles::readReserve() {
    for (std::size_t half = 0; m_reserve && half < 2; ++half) {
        std::string bytes(kHalf, '\0');
        const auto got = ::pread(
            m_reserve.number(), bytes.data(), bytes.size(), static_cast<off_t>(half * kHalf));
        std::string_view rest(bytes.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
        auto content = takeText(rest);
        content = content ? unsealed(std::move(*content)) : std::nullopt;
        std::uint64_t generation = 0;
        if (!content || content->size() < sizeof generation) {
            continue;
        }
        std::memcpy(&generation, content->data(), sizeof generation);
        if (generation <= m_generation) {
            continue;
        }
        m_generation = generation;
        m_kept.clear();
        std::string_view entries(*content);
        entries.remove_prefix(sizeof generation);
        while (auto name = takeText(entries)) {
            auto kept = takeText(entries);
            if (!kept || kept->empty()) {
                break;
            }
            const bool flushed = kept->back() == '1';
            kept->pop_back();
            m_kept[*name] = {std::move(*kept), flushed};
        }
    }
}

Status KeptFiles::writeReserve(bool flushed) {
    if (!m_reserve) {
        return failure(
            fmt::format(
                "The disk of {} is full, and there was no space for a reserve: free some space",
                m_folder.string()),
            Error::Kind::Unavailable);
    }
    const auto generation = ++m_generation;
    std::string content(reinterpret_cast<const char*>(&generation), sizeof generation);
    for (const auto& [name, kept] : m_kept) {
        append(content, name);
        append(content, kept.bytes + (kept.flushed ? '1' : '0'));
        flushed = flushed || kept.flushed;
    }
    std::string half;
    append(half, sealed(content));
    if (half.size() > kHalf) {
        return failure(
            fmt::format("The disk of {} is full, and so is the reserve of {} KiB: free some space",
                m_folder.string(), kHalf >> 10),
            Error::Kind::Unavailable);
    }
    const auto at = static_cast<off_t>((generation % 2) * kHalf);
    const auto written = ::pwrite(m_reserve.number(), half.data(), half.size(), at);
    if (written != static_cast<ssize_t>(half.size())
        || (flushed && ::fdatasync(m_reserve.number()) != 0)) {
        return tl::unexpected(cannotWrite(m_folder / kReserveFile, errno));
    }
    return {};
}

std::string KeptFiles::nameOf(const fs::path& path) const {
    return path.lexically_relative(m_folder).string();
}

fs::path KeptFiles::copyOf(const fs::path& path) const {
    return m_folder / kCopies / nameOf(path);
}

Result<std::vector<fs::path>> KeptFiles::list(const fs::path& folder) const {
    std::set<fs::path> out;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        if (entry->path().extension() != ".new") {
            out.insert(entry->path());
        }
    }
    if (error) {
        return tl::unexpected(cannotRead(folder, error));
    }
    for (const auto& [name, kept] : m_kept) {
        if ((m_folder / name).parent_path() == folder) {
            out.insert(m_folder / name);
        }
    }
    return std::vector<fs::path>(out.begin(), out.end());
}

Result<bool> KeptFiles::exists(const fs::path& path) const {
    std::error_code error;
    const bool isThere = m_kept.contains(nameOf(path)) || fs::exists(path, error);
    return error ? Result<bool>(tl::unexpected(cannotRead(path, error))) : isThere;
}

Result<std::string> KeptFiles::read(
    const fs::path& path, std::vector<std::string>& warnings) const {
    if (const auto kept = m_kept.find(nameOf(path)); kept != m_kept.end()) {
        return kept->second.bytes;
    }
    if (auto bytes = readSealed(path)) {
        return std::move(*bytes);
    }
    if (auto bytes = readSealed(copyOf(path))) {
        warnings.push_back(fmt::format("{} is damaged: its copy is used", path.string()));
        return std::move(*bytes);
    }
    return failure(
        fmt::format("{} is damaged, and so is its copy", path.string()), Error::Kind::Internal);
}

// The file and its copy: one that is older than the file would be worse than none. The copy need
// not be replaced in one step, and ext4 writes out at once what is renamed over another file.
int KeptFiles::replace(const fs::path& path, const std::string& bytes, bool flushed) {
    const auto content = sealed(bytes);
    if (const int error = replaceFile(path, content, flushed); error != 0) {
        return error;
    }
    const auto copy = copyOf(path);
    std::error_code ignored;
    fs::create_directories(copy.parent_path(), ignored);
    ::unlink(copy.c_str());
    if (replaceFile(copy, content, flushed) != 0) {
        ::unlink(copy.c_str());
    }
    return 0;
}

// Until the reserve says so on the disk, what it has of that name still counts.
Status KeptFiles::dropFromReserve(const std::string& name) {
    auto kept = m_kept.extract(name);
    auto status = kept ? writeReserve(kept.mapped().flushed) : Status();
    if (!status) {
        m_kept.insert(std::move(kept));
    }
    return status;
}

// What is in the reserve counts more than the file, whoever dies when. So first the file becomes
// what the reserve has, then that leaves the reserve, and only then is the file something newer.
Status KeptFiles::write(const fs::path& path, const std::string& bytes, bool flushed) {
    const auto name = nameOf(path);
    int error = 0;
    if (const auto kept = m_kept.find(name); kept != m_kept.end()) {
        error = replace(path, kept->second.bytes, kept->second.flushed);
        if (auto dropped = error == 0 ? dropFromReserve(name) : Status(); !dropped) {
            return dropped;
        }
    }
    if (error == 0) {
        error = replace(path, bytes, flushed);
    }
    if (isFullDisk(error)) {
        m_kept[name] = {bytes, flushed};
        return writeReserve(flushed);
    }
    return error == 0 ? Status() : tl::unexpected(cannotWrite(path, error));
}

Status KeptFiles::remove(const fs::path& path) {
    std::error_code error;
    auto status = dropFromReserve(nameOf(path));
    fs::remove(path, error);
    if (status && error) {
        status = failure(error.message(), Error::Kind::Internal);
    }
    fs::remove(copyOf(path), error);
    return status;
}

bool KeptFiles::settle() {
    if (!m_reserve && !openReserve()) {
        return false;
    }
    const auto kept = m_kept;
    for (const auto& [name, file] : kept) {
        const bool written = replace(m_folder / name, file.bytes, file.flushed) == 0;
        if (!written || !dropFromReserve(name)) {
            return false;
        }
    }
    return hasReserve();
}

} // namespace muster::agentd
