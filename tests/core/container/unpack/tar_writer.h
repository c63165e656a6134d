// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace muster::unpack {

// A header as it stands in the file, so that it can be one that no archiver writes.
struct TarHeader {
    std::string name; // its first 100 bytes
    char type = '0';
    std::string link{};
    std::int64_t size = 0;
    std::int64_t mode = 0644;
    std::int64_t user = 0;
    std::int64_t group = 0;
    std::int64_t modified = 1'000'000'000;
    std::int64_t major = 0;
    std::int64_t minor = 0;
    std::string prefix{};
    std::vector<std::pair<std::size_t, std::string>> patches{}; // raw text at an offset
    int checksumError = 0;
};

using PaxRecords = std::vector<std::pair<std::string, std::string>>;

// A tar archive, written from left to right. Sizes are what the header says, never checked.
class Tar {
public:
    Tar& file(const std::string& name, const std::string& content = "", int mode = 0644);
    Tar& folder(const std::string& name, int mode = 0755);
    Tar& link(const std::string& name, const std::string& target);
    Tar& hardLink(const std::string& name, const std::string& target);
    Tar& entry(const TarHeader& header, const std::string& body = "");
    Tar& pax(const PaxRecords& records, char type = 'x'); // says more of the next entry
    Tar& gnuLong(char type, const std::string& text); // 'L': its name, 'K': its link
    Tar& raw(std::string_view bytes);

    std::string end() const; // with the two blocks of zeros
    const std::string& cut() const { return m_bytes; } // without

private:
    std::string m_bytes;
};

// "gzip", "zstd", "xz", "bzip2", as libarchive writes them.
std::string compressed(const std::string& bytes, const std::string& filter);

struct ZipEntry {
    std::string name;
    unsigned mode = 0100644; // with the type's bits
    std::string content{}; // of a link: its target
};
std::string zip(const std::vector<ZipEntry>& entries);

} // namespace muster::unpack
