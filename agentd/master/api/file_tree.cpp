// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/file_tree.h"

#include <algorithm>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace muster::agentd::api {
namespace {

Result<FileTree::Listing> listFile(const std::string& path, const std::string& file) {
    struct stat facts { };
    if (::stat(file.c_str(), &facts) != 0) {
        return fileNotFound();
    }
    FileOwners owners;
    return FileTree::Listing{fileInfo(path, facts, owners)};
}

Result<FilePiece> readFile(const std::string& file, std::uint64_t offset, std::size_t length) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat facts { };
    if (descriptor < 0 || ::fstat(descriptor, &facts) != 0) {
        const int error = errno;
        if (descriptor >= 0) {
            ::close(descriptor);
        }
        return error == ENOENT
            ? Result<FilePiece>(fileNotFound())
            : failure(fmt::format("Failed to open file: {}.\n", std::strerror(error)),
                Error::Kind::Internal);
    }
    FilePiece out{.size = static_cast<std::uint64_t>(facts.st_size)};
    if (offset < out.size) {
        out.data.resize(std::min<std::uint64_t>(length, out.size - offset));
        const auto count
            = ::pread(descriptor, out.data.data(), out.data.size(), static_cast<off_t>(offset));
        out.data.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    }
    ::close(descriptor);
    return out;
}

} // namespace

void FileTree::mount(const std::string& path, Source source) {
    m_sources[path] = std::move(source);
}

std::map<std::string, std::string> FileTree::mounted() const {
    std::map<std::string, std::string> out;
    for (const auto& [path, source] : m_sources) {
        out.emplace(path, source.place);
    }
    return out;
}

void FileTree::list(const std::string& path, std::function<void(Result<Listing>)> done) const {
    if (const auto* source = sourceOf(path)) {
        source->list(path, std::move(done));
    } else {
        done(fileNotFound());
    }
}

void FileTree::read(const std::string& path, std::uint64_t offset,
    std::optional<std::uint64_t> length, std::function<void(Result<FilePiece>)> done) const {
    if (const auto* source = sourceOf(path)) {
        const auto most
            = std::min<std::uint64_t>(length.value_or(kMaximumFileRead), kMaximumFileRead);
        source->read(path, offset, static_cast<std::size_t>(most), std::move(done));
    } else {
        done(fileNotFound());
    }
}

const FileTree::Source* FileTree::sourceOf(const std::string& path) const {
    const Source* best = nullptr; // of those that cover the path the map has the longest last
    for (const auto& [mounted, source] : m_sources) {
        const bool below = mounted.ends_with('/') || path.size() == mounted.size()
            || (path.size() > mounted.size() && path[mounted.size()] == '/');
        if (path.starts_with(mounted) && below) {
            best = &source;
        }
    }
    return best;
}

FileTree::Source localFile(std::string file) {
    return {
        .list = [file](const std::string& path, const auto& done) { done(listFile(path, file)); },
        .read = [file](const std::string&, std::uint64_t offset, std::size_t length,
                    const auto& done) { done(readFile(file, offset, length)); },
        .place = file,
    };
}

} // namespace muster::agentd::api
