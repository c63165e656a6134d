// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <sys/stat.h>

#include "core/kernel/base/result.h"
#include "core/proto/mesos/v1/mesos.pb.h"

// What master and agent say of files that operators may read. Facts: doc/wire.md, "Old endpoints".
namespace muster::agentd {

// The most that one read gives: Mesos' 16 pages.
inline constexpr std::size_t kMaximumFileRead = 65536;

struct FilePiece {
    std::uint64_t size = 0; // of the whole file
    std::string data;
};

// Who owns the files of a list, by name where they have one: each is looked up once, which can take
// its time. One thread.
class FileOwners {
public:
    const std::string& user(uid_t id);
    const std::string& group(gid_t id);

private:
    std::map<uid_t, std::string> m_users;
    std::map<gid_t, std::string> m_groups;
};

mesos::v1::FileInfo fileInfo(const std::string& path, const struct stat& facts, FileOwners& owners);

// "/a//b" is "a", "b".
std::vector<std::string> partsOf(std::string_view path);

// Mesos says no more than 404.
inline tl::unexpected<Error> fileNotFound() {
    return failure("", Error::Kind::NotFound);
}

} // namespace muster::agentd
