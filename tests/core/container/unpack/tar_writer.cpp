// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/container/unpack/tar_writer.h"

#include <memory>
#include <stdexcept>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

namespace muster::unpack {
namespace {

constexpr std::size_t blockSize = 512;

void put(std::string& block, std::size_t offset, std::size_t length, const std::string& text) {
    block.replace(offset, std::min(length, text.size()), text, 0, length);
}

// Octal as far as it reaches, else GNU's binary form, which takes negative numbers, too.
void putNumber(std::string& block, std::size_t offset, std::size_t length, std::int64_t value) {
    const auto octal = fmt::format("{:0{}o}", value, length - 1);
    if (value >= 0 && octal.size() < length)
        return put(block, offset, length, octal);
    for (std::size_t i = 0; i < length; ++i) {
        block[offset + length - 1 - i] = static_cast<char>(value & 0xFF);
        value >>= 8;
    }
    block[offset] = static_cast<char>(block[offset] | 0x80);
}

std::string padded(const std::string& body) {
    return body + std::string((blockSize - body.size() % blockSize) % blockSize, '\0');
}

std::string paxRecord(const std::string& key, const std::string& value) {
    const auto rest = fmt::format(" {}={}\n", key, value);
    auto size = rest.size() + 1;
    while (fmt::format("{}{}", size, rest).size() != size)
        ++size;
    return fmt::format("{}{}", size, rest);
}

la_ssize_t append(archive*, void* out, const void* data, std::size_t size) {
    static_cast<std::string*>(out)->append(static_cast<const char*>(data), size);
    return static_cast<la_ssize_t>(size);
}

using Writer = std::unique_ptr<archive, int (*)(archive*)>;
using Entry = std::unique_ptr<archive_entry, void (*)(archive_entry*)>;

void check(int code, const Writer& writer) {
    if (code != ARCHIVE_OK)
        throw std::runtime_error(archive_error_string(writer.get()));
}

void writeEntry(const Writer& writer, const ZipEntry& file) {
    const Entry entry(archive_entry_new(), archive_entry_free);
    archive_entry_set_pathname(entry.get(), file.name.c_str());
    archive_entry_set_mode(entry.get(), file.mode);
    const bool isLink = (file.mode & 0170000) == 0120000;
    if (isLink)
        archive_entry_set_symlink(entry.get(), file.content.c_str());
    else
        archive_entry_set_size(entry.get(), static_cast<la_int64_t>(file.content.size()));
    check(archive_write_header(writer.get(), entry.get()), writer);
    if (!isLink)
        archive_write_data(writer.get(), file.content.data(), file.content.size());
}

} // namespace

Tar& Tar::entry(const TarHeader& header, const std::string& body) {
    std::string block(blockSize, '\0');
    put(block, 0, 100, header.name);
    putNumber(block, 100, 8, header.mode);
    putNumber(block, 108, 8, header.user);
    putNumber(block, 116, 8, header.group);
    putNumber(block, 124, 12, header.size);
    putNumber(block, 136, 12, header.modified);
    block[156] = header.type;
    put(block, 157, 100, header.link);
    put(block, 257, 8,
        std::string("ustar\0"
                    "00",
            8));
    putNumber(block, 329, 8, header.major);
    putNumber(block, 337, 8, header.minor);
    put(block, 345, 155, header.prefix);
    for (const auto& [offset, text] : header.patches)
        put(block, offset, text.size(), text);
    put(block, 148, 8, "        ");
    int sum = header.checksumError;
    for (const char byte : block)
        sum += static_cast<unsigned char>(byte);
    put(block, 148, 8, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
    m_bytes += block + padded(body);
    return *this;
}

Tar& Tar::file(const std::string& name, const std::string& content, int mode) {
    return entry(
        {.name = name, .size = static_cast<std::int64_t>(content.size()), .mode = mode}, content);
}

Tar& Tar::folder(const std::string& name, int mode) {
    return entry({.name = name, .type = '5', .mode = mode});
}

Tar& Tar::link(const std::string& name, const std::string& target) {
    return entry({.name = name, .type = '2', .link = target, .mode = 0777});
}

Tar& Tar::hardLink(const std::string& name, const std::string& target) {
    return entry({.name = name, .type = '1', .link = target});
}

Tar& Tar::pax(const PaxRecords& records, char type) {
    std::string body;
    for (const auto& [key, value] : records)
        body += paxRecord(key, value);
    const auto size = static_cast<std::int64_t>(body.size());
    return entry({.name = "PaxHeaders/x", .type = type, .size = size}, body);
}

Tar& Tar::gnuLong(char type, const std::string& text) {
    const auto size = static_cast<std::int64_t>(text.size() + 1);
    return entry({.name = "././@LongLink", .type = type, .size = size}, text + '\0');
}

Tar& Tar::raw(std::string_view bytes) {
    m_bytes += bytes;
    return *this;
}

std::string Tar::end() const {
    return m_bytes + std::string(2 * blockSize, '\0');
}

std::string compressed(const std::string& bytes, const std::string& filter) {
    std::string out;
    const Writer writer(archive_write_new(), archive_write_free);
    check(archive_write_set_format_raw(writer.get()), writer);
    check(archive_write_add_filter_by_name(writer.get(), filter.c_str()), writer);
    check(archive_write_set_bytes_per_block(writer.get(), 0), writer);
    check(archive_write_open(writer.get(), &out, nullptr, append, nullptr), writer);
    writeEntry(writer, {.name = "data", .content = bytes});
    check(archive_write_close(writer.get()), writer);
    return out;
}

std::string zip(const std::vector<ZipEntry>& entries) {
    std::string out;
    const Writer writer(archive_write_new(), archive_write_free);
    check(archive_write_set_format_zip(writer.get()), writer);
    check(archive_write_set_bytes_per_block(writer.get(), 0), writer);
    check(archive_write_open(writer.get(), &out, nullptr, append, nullptr), writer);
    for (const auto& entry : entries)
        writeEntry(writer, entry);
    check(archive_write_close(writer.get()), writer);
    return out;
}

} // namespace muster::unpack
