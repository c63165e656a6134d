// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <memory>
#include <set>
#include <sstream>

#include <sys/stat.h>
#include <unistd.h>

#include "core/container/below.h"
#include "core/container/files.h"
#include "core/container/host_view.h"
#include "core/container/split.h"

namespace muster::container {
namespace {

std::string real(const std::string& path) {
    std::array<char, PATH_MAX> out{};
    return realpath(path.c_str(), out.data()) == nullptr ? std::string() : out.data();
}

// Those of the user database's own file, and everything in /home: people may be known elsewhere.
std::set<std::string> homes(const std::string& root) {
    std::set<std::string> result;
    const auto add = [&](const std::string& path) {
        if (const auto home = real(root + path); home.size() > root.size() + 1)
            result.insert(home);
    };
    for (const std::string& name : namesIn(root + "/home"))
        add("/home/" + name);
    const std::string accounts = readFile(root + "/etc/passwd").value_or("");
    for (const auto line : splitWords(accounts, '\n')) {
        const auto shell = line.rfind(':');
        const auto home = shell == line.npos || shell == 0 ? line.npos : line.rfind(':', shell - 1);
        if (home != line.npos && line.substr(home + 1).starts_with('/'))
            add(std::string(line.substr(home + 1, shell - home - 1)));
    }
    return result;
}

void addPlace(HostSecrets& out, const std::string& path) {
    struct stat info { };
    if (lstat(path.c_str(), &info) == 0 && !S_ISLNK(info.st_mode))
        out.places.push_back(path);
}

// By name where its folder is, and what it leads to.
void addFile(HostSecrets& out, const std::string& path) {
    const auto slash = path.rfind('/');
    const auto folder = real(slash == 0 ? "/" : path.substr(0, slash));
    if (!folder.empty() && folder != "/")
        out.names[folder].push_back(path.substr(slash + 1));
    else
        addPlace(out, path);
    const auto target = real(path);
    const auto targetSlash = target.rfind('/');
    if (target.empty() || target == folder + path.substr(slash))
        return;
    if (targetSlash > 0)
        out.names[target.substr(0, targetSlash)].push_back(target.substr(targetSlash + 1));
    else
        addPlace(out, target);
}

} // namespace

void HostSecrets::add(const HostSecrets& more) {
    places.insert(places.end(), more.places.begin(), more.places.end());
    for (const auto& [folder, all] : more.names) {
        auto& known = names[folder];
        known.insert(known.end(), all.begin(), all.end());
    }
}

HostSecrets machineSecrets(const std::string& root) {
    HostSecrets out;
    for (const char* file : {"/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-",
             "/etc/krb5.keytab", "/etc/security/opasswd"})
        addFile(out, root + file);
    for (const std::string& name : namesIn(root + "/etc/ssh")) {
        if (name.starts_with("ssh_host_") && !name.ends_with(".pub"))
            addFile(out, root + "/etc/ssh/" + name);
    }
    // Daemons keep their sockets and their users' secrets in these. /run is the container's own.
    for (const char* folder : {"/root", "/etc/muster", "/etc/ssl/private", "/var/lib/muster",
             "/var/lib/docker", "/var/lib/containerd", "/var/lib/containers", "/var/lib/kubelet",
             "/var/run", "/var/spool/cron"})
        addPlace(out, root + folder);
    for (const std::string& home : homes(root)) {
        for (const char* folder : {"/.ssh", "/.config/muster"}) {
            const auto path = real(home + folder);
            if (path.starts_with(home + '/'))
                addPlace(out, path);
        }
    }
    return out;
}

HostSecrets fileSecrets(const std::vector<std::string>& files) {
    HostSecrets out;
    for (const std::string& file : files) {
        if (file.starts_with('/') && file.size() > 1)
            addFile(out, file);
    }
    return out;
}

void removeAbandonedLists(const std::string& folder) {
    for (const std::string& name : namesIn(folder)) {
        const std::string path = folder + '/' + name;
        const auto list = readFile(path);
        struct stat info { };
        if (list && stat(list->substr(0, list->find('\n')).c_str(), &info) != 0 && errno == ENOENT)
            unlink(path.c_str());
    }
}

HostSecrets listedSecrets(const std::string& folder, const std::vector<std::string>& except) {
    HostSecrets out;
    for (const std::string& name : namesIn(folder)) {
        std::istringstream lines(readFile(folder + '/' + name).value_or(""));
        bool first = true;
        for (std::string path; std::getline(lines, path); first = false) {
            struct stat info { };
            const bool isThere = path.starts_with('/') && stat(path.c_str(), &info) == 0;
            if (first && !isThere)
                break;
            if (!isThere || path == "/" || isBelowAny(path, except))
                continue;
            if (S_ISDIR(info.st_mode))
                out.places.push_back(path);
            else
                addFile(out, path);
        }
    }
    return out;
}

} // namespace muster::container
