// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/accounts.h"

#include <algorithm>
#include <optional>
#include <vector>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "core/container/files.h"
#include "core/container/image/config.h"
#include "core/container/image/folder_layer.h"
#include "core/container/split.h"
#include "core/kernel/base/number.h"

namespace muster::container::image {
namespace {

constexpr std::uint32_t largestId = 0x7fffffff;
constexpr std::size_t largestFile = 1U << 20;
constexpr std::size_t mostGroups = 1024;

bool isNumber(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// Nothing for a text that is no number, or one that is out of range.
std::optional<std::uint32_t> idOf(std::string_view text) {
    const auto id = wholeNumber<std::uint32_t>(text);
    return id && *id <= largestId ? id : std::nullopt;
}

struct Account {
    std::string_view name;
    std::uint32_t uid = 0;
    std::uint32_t gid = 0;
};

// Lines that are not of the documented shape are no accounts (passwd(5)).
std::optional<Account> findAccount(std::string_view passwd, std::string_view user) {
    const auto wanted = idOf(user);
    for (const auto line : split(passwd, '\n')) {
        const auto fields = split(line, ':');
        if (fields.size() < 4 || fields[0].empty())
            continue;
        const auto uid = idOf(fields[2]);
        const auto gid = idOf(fields[3]);
        if (uid && gid && (wanted ? *uid == *wanted : fields[0] == user))
            return Account{fields[0], *uid, *gid};
    }
    return std::nullopt;
}

std::optional<std::uint32_t> findGroup(std::string_view group, std::string_view name) {
    for (const auto line : split(group, '\n')) {
        const auto fields = split(line, ':');
        if (fields.size() >= 3 && fields[0] == name && idOf(fields[2]))
            return idOf(fields[2]);
    }
    return std::nullopt;
}

std::vector<std::uint32_t> groupsOf(
    std::string_view group, std::string_view user, std::uint32_t primary) {
    std::vector<std::uint32_t> groups;
    for (const auto line : split(group, '\n')) {
        const auto fields = split(line, ':');
        const auto id = fields.size() >= 4 ? idOf(fields[2]) : std::nullopt;
        if (!id || *id == primary || groups.size() == mostGroups)
            continue;
        const auto members = split(fields[3], ',');
        if (std::ranges::find(members, user) != members.end()
            && std::ranges::find(groups, *id) == groups.end())
            groups.push_back(*id);
    }
    return groups;
}

tl::unexpected<Error> tooLarge(std::string_view number) {
    return failure(fmt::format(
        "The image's user has the number {}, the largest possible is {}", number, largestId));
}

// Nothing: there is no such file.
Result<std::optional<std::string>> readBelow(int root, const char* path) {
    open_how how{};
    how.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
    const Fd file(static_cast<int>(syscall(SYS_openat2, root, path, &how, sizeof how)));
    if (!file && (errno == ENOENT || errno == ENOTDIR))
        return std::nullopt;
    if (!file && errno == ENXIO) // overlayfs' mark that an upper layer removed it
        return "";
    if (!file)
        return systemFailure(fmt::format("open the image's /{}", path));
    struct stat status { };
    if (fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode))
        return failure(fmt::format("The image's /{} is not a plain file", path));
    std::string text;
    std::vector<char> buffer(65536);
    for (;;) {
        const auto count = read(file.number(), buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return systemFailure(fmt::format("read the image's /{}", path));
        if (count == 0)
            return text;
        text.append(buffer.data(), static_cast<std::size_t>(count));
        if (text.size() > largestFile)
            return failure(
                fmt::format("The image's /{} is larger than {} bytes", path, largestFile));
    }
}

Result<std::string> readFrom(const std::vector<std::string>& layers, const char* path) {
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
        const Fd root(open(layer->c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
        if (!root)
            return systemFailure("open " + *layer);
        auto text = readBelow(root.number(), path);
        if (!text)
            return tl::unexpected(text.error());
        if (*text)
            return std::move(**text);
        const auto isEnd = hidesBelow(*layer, "etc");
        if (!isEnd)
            return tl::unexpected(isEnd.error());
        if (*isEnd)
            return "";
    }
    return "";
}

} // namespace

Result<UserIds> resolveAccount(
    std::string_view user, std::string_view passwd, std::string_view group) {
    const auto colon = user.find(':');
    auto name = user.substr(0, colon);
    const auto groupName
        = colon == std::string_view::npos ? std::string_view() : user.substr(colon + 1);
    if (user.size() > longestUser || user.find_first_of(std::string_view("\n\0", 2)) != user.npos)
        return failure("The image's user is not a name or number of at most 256 bytes");
    if (name.empty())
        name = "0";
    if (isNumber(name) && !idOf(name))
        return tooLarge(name);
    const auto account = findAccount(passwd, name);
    if (!account && !isNumber(name))
        return failure(fmt::format(
            "The image wants to run as '{}', which is not in its /etc/passwd; give the task a user "
            "by number",
            name));
    UserIds ids{.uid = account ? account->uid : *idOf(name), .gid = account ? account->gid : 0};
    if (groupName.empty()) {
        if (account)
            ids.groups = groupsOf(group, account->name, account->gid);
        return ids;
    }
    if (isNumber(groupName) && !idOf(groupName))
        return tooLarge(groupName);
    const auto gid = isNumber(groupName) ? idOf(groupName) : findGroup(group, groupName);
    if (!gid)
        return failure(fmt::format("The image wants to run in the group '{}', which is not in its "
                                   "/etc/group; give the task "
                                   "a user by number",
            groupName));
    ids.gid = *gid;
    return ids;
}

Result<UserIds> resolveUserIn(const std::vector<std::string>& layers, std::string_view user) {
    const auto passwd = readFrom(layers, "etc/passwd");
    if (!passwd)
        return tl::unexpected(passwd.error());
    const auto group = readFrom(layers, "etc/group");
    if (!group)
        return tl::unexpected(group.error());
    return resolveAccount(user, *passwd, *group);
}

} // namespace muster::container::image
