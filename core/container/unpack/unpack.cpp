// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/unpack/unpack.h"

#include <cerrno>
#include <cstring>

#include <unistd.h>

#include "core/container/unpack/entry_name.h"

namespace muster::unpack {
namespace {

constexpr la_int64_t largestId = 0x7FFFFFFF;
constexpr std::size_t longestTarget = 4095;

std::string nameOf(archive_entry* entry) {
    const char* name = archive_entry_pathname(entry);
    return name != nullptr ? name : "";
}

// Overlayfs takes marks from user.overlay.*, too, where it is mounted so.
bool isKept(std::string_view attribute) {
    return attribute == "security.capability"
        || (attribute.starts_with("user.") && !attribute.starts_with("user.overlay."));
}

std::vector<Attributes::Extended> extendedOf(archive_entry* entry) {
    std::vector<Attributes::Extended> kept;
    const char* name = nullptr;
    const void* value = nullptr;
    std::size_t size = 0;
    for (archive_entry_xattr_reset(entry);
         archive_entry_xattr_next(entry, &name, &value, &size) == ARCHIVE_OK;) {
        if (name != nullptr && isKept(name))
            kept.push_back({name, {static_cast<const char*>(value), size}});
    }
    return kept;
}

Result<Attributes> attributesOf(archive_entry* entry, const Options& options) {
    Attributes attributes;
    if (archive_entry_mtime_is_set(entry))
        attributes.modified = {archive_entry_mtime(entry), archive_entry_mtime_nsec(entry)};
    if (options.mode == Options::Mode::Archive) {
        attributes.owner = options.owner;
        attributes.mode = archive_entry_perm(entry) & 01777;
        return attributes;
    }
    const auto user = archive_entry_uid(entry);
    const auto group = archive_entry_gid(entry);
    if (user < 0 || user > largestId || group < 0 || group > largestId)
        return failure(fmt::format("entry '{}' belongs to {}:{}, ids go up to {}",
            printable(nameOf(entry)), user, group, largestId));
    attributes.owner = {static_cast<uid_t>(user), static_cast<gid_t>(group)};
    attributes.mode = archive_entry_perm(entry);
    attributes.extended = extendedOf(entry);
    return attributes;
}

Status writeAll(int file, Source::Block block) {
    while (block.size > 0) {
        const auto count = pwrite(file, block.data, block.size, static_cast<off_t>(block.offset));
        if (count < 0 && errno != EINTR)
            return failure(std::strerror(errno), Error::Kind::Internal);
        const auto written = static_cast<std::size_t>(std::max<ssize_t>(count, 0));
        block.data += written;
        block.size -= written;
        block.offset += written;
    }
    return {};
}

class Unpacking {
public:
    Unpacking(Source& source, Tree& tree, const Options& options)
        : m_source(source), m_tree(tree), m_options(options) { }

    Status take(archive_entry* entry) {
        auto place = placeOf(nameOf(entry), absolute());
        if (!place)
            return tl::unexpected(place.error());
        if (!isLayer())
            return makeFile(entry, *place);
        const auto whiteout = takeWhiteout(*place);
        if (!whiteout)
            return tl::unexpected(whiteout.error());
        switch (*whiteout) {
        case Whiteout::Removed:
            return m_tree.whiteOut(*place);
        case Whiteout::Opaque:
            return m_tree.makeOpaque(*place);
        case Whiteout::Ignored:
            return {};
        case Whiteout::None:
            break;
        }
        return makeFile(entry, *place);
    }

private:
    bool isLayer() const { return m_options.mode == Options::Mode::Layer; }
    Absolute absolute() const { return isLayer() ? Absolute::FromRoot : Absolute::Refused; }

    Status makeFile(archive_entry* entry, const Place& place) {
        const auto type = archive_entry_filetype(entry);
        if (const char* target = archive_entry_hardlink(entry))
            return makeHardLink(place, target);
        // A container has devices of its own, and a socket is nothing without its process.
        if (type == AE_IFCHR || type == AE_IFBLK || type == AE_IFSOCK
            || (type == AE_IFIFO && !isLayer()))
            return {};
        if (place.isRoot() && type != AE_IFDIR)
            return failure(
                fmt::format("entry '{}' would replace the root folder", printable(nameOf(entry))));
        const auto attributes = attributesOf(entry, m_options);
        if (!attributes)
            return tl::unexpected(attributes.error());
        switch (type) {
        case AE_IFDIR:
            return m_tree.makeFolder(place, *attributes);
        case AE_IFREG:
            return makeRegular(place, *attributes, entry);
        case AE_IFLNK:
            return makeLink(place, *attributes, entry);
        case AE_IFIFO:
            return m_tree.makeFifo(place, *attributes);
        default:
            return failure(fmt::format("entry '{}' is of the unknown type {:o}",
                printable(place.path()), static_cast<unsigned>(type)));
        }
    }

    Status makeHardLink(const Place& place, const char* targetName) {
        const auto target = placeOf(targetName, absolute());
        if (!target)
            return failure(
                fmt::format("entry '{}' is a hard link", printable(place.path())), target.error());
        if (place.isRoot() || target->isRoot())
            return failure(fmt::format(
                "entry '{}' is a hard link to or from the root folder", printable(place.path())));
        return m_tree.makeHardLink(place, *target);
    }

    Status makeLink(const Place& place, const Attributes& attributes, archive_entry* entry) {
        const char* text = archive_entry_symlink(entry);
        const std::string target = text != nullptr ? text : "";
        if (target.empty() || target.size() > longestTarget)
            return failure(
                fmt::format("entry '{}' is a link to a name of {} bytes, 1 to {} are taken",
                    printable(place.path()), target.size(), longestTarget));
        return m_tree.makeLink(place, target, attributes);
    }

    Status makeRegular(const Place& place, const Attributes& attributes, archive_entry* entry) {
        const auto file = m_tree.createFile(place);
        if (!file)
            return tl::unexpected(file.error());
        std::uint64_t end = 0;
        for (;;) {
            const auto block = m_source.read();
            if (!block)
                return tl::unexpected(block.error());
            if (block->size == 0)
                break;
            if (const auto written = writeAll(file->number(), *block); !written)
                return failure(
                    fmt::format("Failed to write '{}'", printable(place.path())), written.error());
            end = block->offset + block->size;
        }
        // A hole at the end is in no block.
        const auto size = archive_entry_size_is_set(entry)
            ? static_cast<std::uint64_t>(archive_entry_size(entry))
            : end;
        if (size > end && ftruncate(file->number(), static_cast<off_t>(size)) != 0)
            return failure(fmt::format("Failed to make '{}' as large as {}: {}",
                printable(place.path()), sizeText(size), std::strerror(errno)));
        return m_tree.setAttributes(file->number(), place, attributes);
    }

    Source& m_source;
    Tree& m_tree;
    const Options& m_options;
};

} // namespace

std::string Summary::json() const {
    const auto digest = diffId.empty() ? "" : fmt::format(R"(,"diffId":"{}")", diffId);
    return fmt::format(R"({{"bytes":{},"entries":{}{}}})", bytes, entries, digest);
}

Result<Summary> unpack(Source& source, Tree& tree, const Options& options) {
    if (const auto opened = source.open(); !opened)
        return tl::unexpected(opened.error());
    Unpacking unpacking(source, tree, options);
    for (;;) {
        const auto entry = source.next();
        if (!entry)
            return tl::unexpected(entry.error());
        if (*entry == nullptr)
            break;
        if (const auto taken = unpacking.take(*entry); !taken)
            return tl::unexpected(taken.error());
    }
    auto diffId = source.finish();
    if (!diffId)
        return tl::unexpected(diffId.error());
    if (const auto finished = tree.finish(); !finished)
        return tl::unexpected(finished.error());
    return Summary{source.bytes(), source.entries(), std::move(*diffId)};
}

} // namespace muster::unpack
