// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/fetch/sandbox_file.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <openssl/evp.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/stat.h>

#include "core/container/fetch/companion.h"
#include "core/container/remove_tree.h"

namespace muster::container::fetch {
namespace {

constexpr std::size_t chunk = 1U << 20;
constexpr std::size_t largeChunk = 64U << 20; // between two looks at the stop token

std::string randomName() {
    std::uint64_t number = 0;
    [[maybe_unused]] const auto size = getrandom(&number, sizeof number, 0);
    return fmt::format(".muster-fetch-{:016x}", number);
}

// One folder further, made if need be. `name` is a single part of a path, so that without links
// nothing but a folder directly in `parent` can be opened.
Result<Fd> enter(const Fd& parent, const std::string& name, const UserIds& owner) {
    const bool isNew = mkdirat(parent.number(), name.c_str(), 0755) == 0;
    if (!isNew && errno != EEXIST)
        return systemFailure("create the folder " + name);
    Fd folder(
        openat(parent.number(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder)
        return systemFailure("open the folder " + name);
    struct stat status { };
    // Not if somebody has put a folder of his in the place of ours.
    if (isNew && fstat(folder.number(), &status) == 0 && status.st_uid == geteuid()
        && (fchown(folder.number(), owner.uid, owner.gid) != 0
            || fchmod(folder.number(), 0755) != 0))
        return systemFailure("give the folder " + name + " to the task's user");
    return folder;
}

Status writeAllAt(int file, const char* data, std::size_t size, std::uint64_t offset) {
    while (size > 0) {
        const auto count = TEMP_FAILURE_RETRY(pwrite(file, data, size, static_cast<off_t>(offset)));
        if (count < 0)
            return systemFailure("write a copy");
        data += count;
        size -= static_cast<std::size_t>(count);
        offset += static_cast<std::uint64_t>(count);
    }
    return {};
}

bool cannotCopyInKernel(int error) {
    return error == EXDEV || error == EINVAL || error == EOPNOTSUPP || error == ENOSYS
        || error == EPERM;
}

Result<std::uint64_t> copyByHand(
    int from, int to, std::uint64_t done, std::uint64_t maxBytes, const std::stop_token& stop) {
    std::vector<char> buffer(chunk);
    for (;;) {
        if (stop.stop_requested())
            return cancelled();
        const auto size = TEMP_FAILURE_RETRY(
            pread(from, buffer.data(), buffer.size(), static_cast<off_t>(done)));
        if (size < 0)
            return systemFailure("read a file to copy");
        if (size == 0)
            return done;
        if (static_cast<std::uint64_t>(size) > maxBytes - done)
            return failure(fmt::format("it is larger than {} bytes", maxBytes));
        const auto written = writeAllAt(to, buffer.data(), static_cast<std::size_t>(size), done);
        if (!written)
            return tl::unexpected(written.error());
        done += static_cast<std::uint64_t>(size);
    }
}

} // namespace

SandboxFile::SandboxFile(SandboxFile&& other) noexcept
    : m_directory(std::move(other.m_directory)), m_file(std::move(other.m_file)),
      m_temporary(std::exchange(other.m_temporary, {})), m_name(std::move(other.m_name)),
      m_owner(std::move(other.m_owner)) { }

SandboxFile::~SandboxFile() {
    if (!m_temporary.empty())
        unlinkat(m_directory.number(), m_temporary.c_str(), 0);
}

Status SandboxFile::commit(bool isExecutable) {
    if (fchown(m_file.number(), m_owner.uid, m_owner.gid) != 0
        || fchmod(m_file.number(), isExecutable ? 0755 : 0644) != 0)
        return systemFailure(fmt::format("give {} to the task's user", m_name));
    if (renameat(m_directory.number(), m_temporary.c_str(), m_directory.number(), m_name.c_str())
        != 0)
        return systemFailure(fmt::format("name {} in the sandbox", m_name));
    m_temporary.clear();
    return {};
}

Result<Sandbox> Sandbox::open(const std::string& path, const UserIds& owner) {
    Fd directory(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!directory)
        return systemFailure("open the sandbox " + path);
    return Sandbox(std::move(directory), owner);
}

std::set<std::string> Sandbox::names() const {
    std::set<std::string> names;
    Fd folder(openat(m_directory.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(
        folder ? fdopendir(folder.release()) : nullptr, [](DIR* open) { return closedir(open); });
    while (const dirent* entry = listing ? readdir(listing.get()) : nullptr) {
        const std::string name = entry->d_name;
        if (name != "." && name != "..")
            names.insert(name);
    }
    return names;
}

Status Sandbox::removeAllBut(const std::set<std::string>& kept) const {
    for (const std::string& name : names()) {
        const auto removed
            = kept.contains(name) ? Status() : removeTree(m_directory.number(), name);
        if (!removed)
            return removed;
    }
    return {};
}

Result<SandboxFile> Sandbox::create(const std::string& name) const {
    Fd directory(fcntl(m_directory.number(), F_DUPFD_CLOEXEC, 0));
    if (!directory)
        return systemFailure("open the sandbox");
    std::size_t begin = 0;
    for (auto end = name.find('/'); end != std::string::npos; end = name.find('/', begin)) {
        auto next = enter(directory, name.substr(begin, end - begin), m_owner);
        if (!next)
            return tl::unexpected(next.error());
        directory = std::move(*next);
        begin = end + 1;
    }
    std::string temporary = randomName();
    Fd file(openat(directory.number(), temporary.c_str(),
        O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!file)
        return systemFailure("create a file in the sandbox");
    return SandboxFile(
        std::move(directory), std::move(file), std::move(temporary), name.substr(begin), m_owner);
}

Result<std::uint64_t> copyFile(
    int from, int to, std::uint64_t maxBytes, const std::stop_token& stop) {
    struct stat status { };
    if (fstat(from, &status) != 0)
        return systemFailure("look at a file to copy");
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size > maxBytes)
        return failure(fmt::format("it has {} bytes, {} are left of the limit", size, maxBytes));
    if (ioctl(to, FICLONE, from) == 0)
        return size;
    std::uint64_t done = 0;
    while (done < size) {
        if (stop.stop_requested())
            return cancelled();
        auto at = static_cast<loff_t>(done);
        auto target = at;
        const auto count = copy_file_range(
            from, &at, to, &target, std::min<std::uint64_t>(size - done, largeChunk), 0);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 && !cannotCopyInKernel(errno))
            return systemFailure("copy a file");
        if (count <= 0) // some file systems say 0 where they cannot
            return copyByHand(from, to, done, maxBytes, stop);
        done += static_cast<std::uint64_t>(count);
    }
    return done;
}

Result<std::string> sha256Of(int file, const std::stop_token& stop) {
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> digest(
        EVP_MD_CTX_new(), EVP_MD_CTX_free);
    if (!digest || EVP_DigestInit_ex(digest.get(), EVP_sha256(), nullptr) != 1)
        return failure("SHA-256 does not start", Error::Kind::Internal);
    std::vector<char> buffer(chunk);
    for (off_t offset = 0;;) {
        if (stop.stop_requested())
            return cancelled();
        const auto size = TEMP_FAILURE_RETRY(pread(file, buffer.data(), buffer.size(), offset));
        if (size < 0)
            return systemFailure("read a file for its checksum");
        if (size == 0)
            break;
        EVP_DigestUpdate(digest.get(), buffer.data(), static_cast<std::size_t>(size));
        offset += size;
    }
    std::array<unsigned char, 32> sum{};
    EVP_DigestFinal_ex(digest.get(), sum.data(), nullptr);
    return fmt::format("{:02x}", fmt::join(sum, ""));
}

Result<Fd> reopened(int file) {
    Fd again(open(fmt::format("/proc/self/fd/{}", file).c_str(), O_RDONLY | O_CLOEXEC));
    if (!again)
        return systemFailure("open a fetched file again");
    return again;
}

} // namespace muster::container::fetch
