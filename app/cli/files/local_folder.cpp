// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/files/local_folder.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

namespace muster::cli {

namespace {

tl::unexpected<Error> failed(std::string_view what, const std::string& path) {
    return failure(fmt::format("Failed to {} {}: {}", what, path, std::strerror(errno)),
        Error::Kind::Internal);
}

} // namespace

LocalFolder::~LocalFolder() {
    if (m_descriptor >= 0)
        close(m_descriptor);
}

Result<LocalFolder> LocalFolder::open(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return failed("open", path);
    return LocalFolder(descriptor, path);
}

Result<LocalFolder> LocalFolder::folder(const std::string& name) const {
    const auto path = m_path + '/' + name;
    if (mkdirat(m_descriptor, name.c_str(), 0777) != 0 && errno != EEXIST)
        return failed("make", path);
    const int descriptor
        = openat(m_descriptor, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (descriptor < 0)
        return failed("open", path);
    return LocalFolder(descriptor, path);
}

Result<LocalFolder::File> LocalFolder::create(const std::string& name, unsigned mode) const {
    File file(m_descriptor, -1, name, m_path + '/' + name);
    file.m_descriptor = openat(m_descriptor, file.unfinished().c_str(),
        O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, (mode & 0777) | 0600);
    if (file.m_descriptor < 0)
        return failed("write", file.m_path);
    return file;
}

// Short, as the name itself may be as long as names can be.
std::string LocalFolder::File::unfinished() const {
    return fmt::format(".muster-{}-{:x}", getpid(), std::hash<std::string>()(m_name));
}

LocalFolder::File::~File() {
    if (m_descriptor < 0)
        return;
    close(m_descriptor);
    unlinkat(m_folder, unfinished().c_str(), 0);
}

Status LocalFolder::File::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto count = ::write(m_descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return failed("write", m_path);
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
}

// Some file systems (NFS, those with quotas) tell only at the end that it could not be written.
Status LocalFolder::File::finish() {
    if (close(std::exchange(m_descriptor, -1)) == 0
        && renameat(m_folder, unfinished().c_str(), m_folder, m_name.c_str()) == 0)
        return {};
    auto error = failed("write", m_path);
    unlinkat(m_folder, unfinished().c_str(), 0);
    return error;
}

} // namespace muster::cli
