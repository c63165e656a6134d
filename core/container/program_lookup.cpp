// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/program_lookup.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <nlohmann/json.hpp>

namespace muster::container {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kDefaultPath
    = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

constexpr int kMostFolders = 64; // of a PATH: the agent's event loop waits for this

enum class Found { No, NotExecutable, Yes };

bool mayExecute(const struct stat& facts, const ProcessPlace& place) {
    if (place.uid == 0)
        return (facts.st_mode & 0111) != 0;
    if (facts.st_uid == place.uid)
        return (facts.st_mode & 0100) != 0;
    const bool inGroup
        = std::find(place.gids.begin(), place.gids.end(), facts.st_gid) != place.gids.end();
    return (facts.st_mode & (inGroup ? 0010 : 0001)) != 0;
}

Found lookAt(const Fd& root, const std::string& path, const ProcessPlace& place) {
    open_how how{};
    how.flags = O_PATH | O_CLOEXEC;
    how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
    const Fd file(
        static_cast<int>(syscall(SYS_openat2, root.number(), path.c_str(), &how, sizeof how)));
    struct stat facts { };
    if (!file || fstat(file.number(), &facts) != 0)
        return Found::No;
    return S_ISREG(facts.st_mode) && mayExecute(facts, place) ? Found::Yes : Found::NotExecutable;
}

std::string pathOf(const ProcessPlace& place,
    const std::vector<std::pair<std::string, std::string>>& environment) {
    std::string value(kDefaultPath);
    for (const auto& entry : place.environment) {
        if (entry.starts_with("PATH="))
            value = entry.substr(5);
    }
    for (const auto& [key, text] : environment) {
        if (key == "PATH")
            value = text;
    }
    return value;
}

std::string beneath(const std::string& directory, const std::string& path) {
    return path.starts_with('/') ? path : directory + '/' + path;
}

} // namespace

Result<ProcessPlace> parseProcessPlace(std::string_view config) {
    const auto whole = Json::parse(config, nullptr, /*allow_exceptions=*/false);
    if (!whole.is_object() || !whole.contains("process") || !whole["process"].is_object())
        return failure("the container's configuration is damaged", Error::Kind::Internal);
    const auto& process = whole["process"];
    ProcessPlace out;
    try {
        out.directory = process.value("cwd", out.directory);
        out.environment = process.value("env", std::vector<std::string>());
        const auto user = process.value("user", Json::object());
        out.uid = user.value("uid", 0U);
        out.gids = user.value("additionalGids", std::vector<unsigned>());
        out.gids.push_back(user.value("gid", 0U));
    } catch (const Json::exception&) {
        return failure("the container's configuration is damaged", Error::Kind::Internal);
    }
    return out;
}

Status findProgram(const Fd& root, const std::string& program, const ProcessPlace& place,
    const std::vector<std::pair<std::string, std::string>>& environment) {
    Found best = Found::No;
    if (program.find('/') != std::string::npos) {
        best = lookAt(root, beneath(place.directory, program), place);
    } else if (!program.empty()) {
        const auto path = pathOf(place, environment);
        std::string_view rest = path;
        for (int i = 0; i < kMostFolders && best != Found::Yes && !rest.empty(); ++i) {
            const auto folder = rest.substr(0, rest.find(':'));
            rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
            // An empty entry is the working directory, where nothing is started unasked.
            if (!folder.empty())
                best = std::max(best,
                    lookAt(root, beneath(place.directory, std::string(folder)) + '/' + program,
                        place));
        }
    }
    if (best == Found::Yes)
        return {};
    return best == Found::No ? failure(
               fmt::format("'{}' was not found in the container", program), Error::Kind::NotFound)
                             : failure(fmt::format("'{}' cannot be executed in the container: it "
                                                   "is not a file, or its mode does not allow it",
                                           program),
                                 Error::Kind::Denied);
}

int exitStatusOf(const Error& notFound) {
    return notFound.kind == Error::Kind::NotFound ? 127 : 126;
}

} // namespace muster::container
