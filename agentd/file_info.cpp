// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/file_info.h"

#include <algorithm>

#include <grp.h>
#include <pwd.h>

namespace muster::agentd {
namespace {

std::string userName(uid_t id) {
    passwd entry{};
    passwd* found = nullptr;
    char buffer[4096];
    return ::getpwuid_r(id, &entry, buffer, sizeof buffer, &found) == 0 && found != nullptr
        ? found->pw_name
        : std::to_string(id);
}

std::string groupName(gid_t id) {
    group entry{};
    group* found = nullptr;
    char buffer[4096];
    return ::getgrgid_r(id, &entry, buffer, sizeof buffer, &found) == 0 && found != nullptr
        ? found->gr_name
        : std::to_string(id);
}

} // namespace

const std::string& FileOwners::user(uid_t id) {
    auto& name = m_users[id];
    return name.empty() ? name = userName(id) : name;
}

const std::string& FileOwners::group(gid_t id) {
    auto& name = m_groups[id];
    return name.empty() ? name = groupName(id) : name;
}

mesos::v1::FileInfo fileInfo(
    const std::string& path, const struct stat& facts, FileOwners& owners) {
    mesos::v1::FileInfo out;
    out.set_path(path);
    out.set_nlink(static_cast<int>(facts.st_nlink));
    out.set_size(static_cast<std::uint64_t>(facts.st_size));
    out.mutable_mtime()->set_nanoseconds(
        facts.st_mtim.tv_sec * 1'000'000'000 + facts.st_mtim.tv_nsec);
    out.set_mode(facts.st_mode);
    out.set_uid(owners.user(facts.st_uid));
    out.set_gid(owners.group(facts.st_gid));
    return out;
}

std::vector<std::string> partsOf(std::string_view path) {
    std::vector<std::string> out;
    while (!path.empty()) {
        const auto part = path.substr(0, path.find('/'));
        path.remove_prefix(std::min(part.size() + 1, path.size()));
        if (!part.empty()) {
            out.emplace_back(part);
        }
    }
    return out;
}

} // namespace muster::agentd
