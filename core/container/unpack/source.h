// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <archive.h>
#include <archive_entry.h>
#include <openssl/evp.h>

#include "core/container/unpack/options.h"
#include "core/kernel/base/result.h"

namespace muster::unpack {

// The archive on descriptor 0: what compresses it (gzip, zstd, xz, bzip2 or nothing, once), then
// tar or, for a sandbox, zip; told from the content. Of a layer it hashes the uncompressed stream.
class Source {
public:
    explicit Source(const Options& options);
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    // Reads as far as the first entry's header.
    Status open();
    // The next entry, nullptr after the last; valid until the next call. Counts it, and its size,
    // against the limits.
    Result<archive_entry*> next();

    struct Block {
        const char* data = nullptr;
        std::size_t size = 0;
        std::uint64_t offset = 0; // from the start of the file; what lies between blocks is a hole
    };
    // The entry's next piece; size 0 at its end. Valid until the next call.
    Result<Block> read();
    // Reads a layer's stream to its end: "sha256:<hex>". Empty for an archive.
    Result<std::string> finish();

    std::uint64_t bytes() const { return m_bytes; } // of all entries so far, holes included
    std::uint64_t entries() const { return m_entries; }

private:
    struct FreeArchive {
        void operator()(archive* reader) const { archive_read_free(reader); }
    };
    using Archive = std::unique_ptr<archive, FreeArchive>;

    static la_ssize_t readInput(archive*, void* self, const void** data);
    static la_int64_t seekInput(archive*, void* self, la_int64_t offset, int whence);
    static la_ssize_t readStream(archive* reader, void* self, const void** data);
    la_ssize_t takeStream(const void** data);
    Status openStream();
    Status charge(std::uint64_t bytes);
    tl::unexpected<Error> broken(archive* reader) const;
    Error tooLarge() const;

    const Options m_options;
    std::vector<char> m_input;
    Archive m_stream; // of a layer: takes the compression off, nothing else
    Archive m_reader;
    std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> m_hash;
    std::optional<Error> m_streamError; // first of all causes
    std::uint64_t m_streamBytes = 0;
    std::uint64_t m_bytes = 0;
    std::uint64_t m_entries = 0;
    std::uint64_t m_charged = 0; // of the current entry, within m_bytes
};

} // namespace muster::unpack
