// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/fetch/gunzip.h"

#include <vector>

#include <unistd.h>
#include <zlib.h>

#include "core/container/files.h"

namespace muster::container::fetch {
namespace {

constexpr std::size_t chunk = 256U << 10;

class Inflater {
public:
    Inflater() { m_isReady = inflateInit2(&m_stream, 15 + 16) == Z_OK; } // +16: gzip only
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;
    ~Inflater() { inflateEnd(&m_stream); }
    explicit operator bool() const { return m_isReady; }
    z_stream& stream() { return m_stream; }

private:
    z_stream m_stream{};
    bool m_isReady = false;
};

Status writeOut(int to, const std::vector<unsigned char>& buffer, std::size_t size) {
    for (std::size_t done = 0; done < size;) {
        const auto count = TEMP_FAILURE_RETRY(write(to, buffer.data() + done, size - done));
        if (count < 0)
            return systemFailure("write the decompressed file");
        done += static_cast<std::size_t>(count);
    }
    return {};
}

} // namespace

Result<std::uint64_t> gunzip(int from, int to, std::uint64_t maxBytes) {
    Inflater inflater;
    if (!inflater)
        return failure("no memory for a decompressor", Error::Kind::Internal);
    z_stream& stream = inflater.stream();
    std::vector<unsigned char> in(chunk);
    std::vector<unsigned char> out(chunk);
    std::uint64_t written = 0;
    bool isBetweenMembers = false; // not before the first: an empty file is no .gz file
    for (;;) {
        if (stream.avail_in == 0) {
            const auto count = TEMP_FAILURE_RETRY(read(from, in.data(), in.size()));
            if (count < 0)
                return systemFailure("read the .gz file");
            if (count == 0)
                break;
            stream.next_in = in.data();
            stream.avail_in = static_cast<unsigned>(count);
        }
        if (std::exchange(isBetweenMembers, false))
            inflateReset(&stream);
        stream.next_out = out.data();
        stream.avail_out = static_cast<unsigned>(out.size());
        const int state = inflate(&stream, Z_NO_FLUSH);
        const auto size = out.size() - stream.avail_out;
        if (state != Z_OK && state != Z_STREAM_END && state != Z_BUF_ERROR)
            return failure("it is no intact .gz file");
        if (size > maxBytes - written)
            return failure(fmt::format("it decompresses to more than {} bytes", maxBytes),
                Error::Kind::Invalid, Error::Cause::TooLarge);
        if (const auto done = writeOut(to, out, size); !done)
            return tl::unexpected(done.error());
        written += size;
        isBetweenMembers = state == Z_STREAM_END;
    }
    if (!isBetweenMembers)
        return failure("the .gz file ends before its content does");
    return written;
}

} // namespace muster::container::fetch
