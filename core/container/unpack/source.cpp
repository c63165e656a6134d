// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/unpack/source.h"

#include <algorithm>
#include <cerrno>

#include <unistd.h>

#include "core/container/unpack/entry_name.h"

namespace muster::unpack {
namespace {

constexpr std::size_t inputSize = 256U << 10;
// What a tar stream may be longer than its files: its end, and the headers of an entry.
constexpr std::uint64_t streamSlack = 1U << 20;
constexpr std::uint64_t headerSlack = 4096;

void addFilters(archive* reader) {
    archive_read_support_filter_gzip(reader);
    archive_read_support_filter_zstd(reader);
    archive_read_support_filter_xz(reader);
    archive_read_support_filter_bzip2(reader);
}

// A warning is a name that libarchive could not convert and then left as it is.
bool failed(int code) {
    return code != ARCHIVE_WARN && code < ARCHIVE_OK;
}

std::string reason(archive* reader) {
    const char* text = archive_error_string(reader);
    return printable(text != nullptr ? text : "unknown error");
}

// One compression, and the input below it.
bool isPackedTwice(archive* reader) {
    return archive_filter_count(reader) > 2;
}

} // namespace

Source::Source(const Options& options)
    : m_options(options), m_input(inputSize), m_reader(archive_read_new()),
      m_hash(nullptr, EVP_MD_CTX_free) {
    archive_read_support_format_tar(m_reader.get());
    if (options.mode == Options::Mode::Archive) {
        archive_read_support_format_zip_seekable(m_reader.get());
        addFilters(m_reader.get());
        return;
    }
    m_stream.reset(archive_read_new());
    archive_read_support_format_raw(m_stream.get());
    addFilters(m_stream.get());
    m_hash.reset(EVP_MD_CTX_new());
    EVP_DigestInit_ex(m_hash.get(), EVP_sha256(), nullptr);
}

la_ssize_t Source::readInput(archive* reader, void* self, const void** data) {
    auto& input = static_cast<Source*>(self)->m_input;
    *data = input.data();
    for (;;) {
        const auto count = ::read(STDIN_FILENO, input.data(), input.size());
        if (count >= 0)
            return count;
        if (errno != EINTR) {
            archive_set_error(reader, errno, "Failed to read the input");
            return -1;
        }
    }
}

la_int64_t Source::seekInput(archive*, void*, la_int64_t offset, int whence) {
    const auto at = lseek(STDIN_FILENO, offset, whence);
    return at < 0 ? ARCHIVE_FATAL : at;
}

la_ssize_t Source::readStream(archive* reader, void* self, const void** data) {
    const auto size = static_cast<Source*>(self)->takeStream(data);
    if (size < 0)
        archive_set_error(reader, EIO, "the stream below is broken");
    return size;
}

la_ssize_t Source::takeStream(const void** data) {
    std::size_t size = 0;
    la_int64_t offset = 0;
    const int code = archive_read_data_block(m_stream.get(), data, &size, &offset);
    if (code == ARCHIVE_EOF)
        return 0;
    if (failed(code)) {
        m_streamError = broken(m_stream.get()).value();
        return -1;
    }
    m_streamBytes += size;
    if (m_streamBytes > m_options.maxBytes + streamSlack + headerSlack * m_entries) {
        m_streamError = tooLarge();
        return -1;
    }
    EVP_DigestUpdate(m_hash.get(), *data, size);
    return static_cast<la_ssize_t>(size);
}

tl::unexpected<Error> Source::broken(archive* reader) const {
    if (m_streamError)
        return tl::unexpected(*m_streamError);
    return failure(fmt::format("the {} cannot be read: {}",
        m_options.mode == Options::Mode::Layer ? "layer" : "archive", reason(reader)));
}

Error Source::tooLarge() const {
    return {fmt::format("unpacked size exceeds {}", sizeText(m_options.maxBytes)),
        Error::Kind::Invalid, Error::Cause::TooLarge};
}

Status Source::openStream() {
    archive* stream = m_stream.get();
    archive_entry* entry = nullptr;
    if (failed(archive_read_open(stream, this, nullptr, readInput, nullptr))
        || failed(archive_read_next_header(stream, &entry)))
        return broken(stream);
    if (isPackedTwice(stream))
        return failure("the layer is compressed more than once");
    return {};
}

Status Source::open() {
    archive* reader = m_reader.get();
    if (m_stream) {
        if (const auto opened = openStream(); !opened)
            return opened;
        return failed(archive_read_open(reader, this, nullptr, readStream, nullptr))
            ? Status(broken(reader))
            : Status();
    }
    archive_read_set_callback_data(reader, this);
    archive_read_set_read_callback(reader, readInput);
    if (lseek(STDIN_FILENO, 0, SEEK_CUR) == 0)
        archive_read_set_seek_callback(reader, seekInput);
    if (failed(archive_read_open1(reader)))
        return broken(reader);
    if (isPackedTwice(reader))
        return failure("the archive is compressed more than once");
    return {};
}

Status Source::charge(std::uint64_t bytes) {
    if (bytes > m_options.maxBytes - m_bytes)
        return tl::unexpected(tooLarge());
    m_bytes += bytes;
    m_charged += bytes;
    return {};
}

Result<archive_entry*> Source::next() {
    archive_entry* entry = nullptr;
    const int code = archive_read_next_header(m_reader.get(), &entry);
    if (code == ARCHIVE_EOF)
        return nullptr;
    if (failed(code))
        return broken(m_reader.get());
    if (++m_entries > m_options.maxEntries)
        return failure(fmt::format("{} holds more than {} entries",
            m_options.mode == Options::Mode::Layer ? "layer" : "archive", m_options.maxEntries));
    m_charged = 0;
    const auto size = archive_entry_size_is_set(entry) ? archive_entry_size(entry) : 0;
    if (size < 0)
        return failure(fmt::format("entry {} has a negative size", m_entries));
    if (const auto charged = charge(static_cast<std::uint64_t>(size)); !charged)
        return tl::unexpected(charged.error());
    return entry;
}

Result<Source::Block> Source::read() {
    const void* data = nullptr;
    Block block;
    la_int64_t offset = 0;
    const int code = archive_read_data_block(m_reader.get(), &data, &block.size, &offset);
    if (code == ARCHIVE_EOF)
        return Block{};
    if (failed(code))
        return broken(m_reader.get());
    block.data = static_cast<const char*>(data);
    block.offset = static_cast<std::uint64_t>(offset);
    // A zip can tell its sizes after the data.
    const auto end = block.offset + block.size;
    if (end > m_charged)
        if (const auto charged = charge(end - m_charged); !charged)
            return tl::unexpected(charged.error());
    return block.size == 0 ? read() : Result<Block>(block);
}

Result<std::string> Source::finish() {
    if (!m_stream)
        return std::string();
    const void* data = nullptr;
    la_ssize_t size = 0;
    do {
        size = takeStream(&data);
        if (size < 0)
            return broken(m_stream.get());
    } while (size > 0);
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned length = 0;
    if (EVP_DigestFinal_ex(m_hash.get(), digest.data(), &length) != 1)
        return failure("Failed to compute SHA-256", Error::Kind::Internal);
    return fmt::format("sha256:{:02x}", fmt::join(digest.data(), digest.data() + length, ""));
}

} // namespace muster::unpack
