// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <climits>
#include <set>
#include <sstream>

#include <sys/stat.h>
#include <unistd.h>

#include "core/container/conmon.h"
#include "core/container/runtime.h"

// Containers whose files are gone.
namespace muster::container {
namespace {

// Pid 1 of a namespace directly below this one: no task's process is.
bool isFirstProcess(pid_t pid) {
    const auto status = readFile(fmt::format("/proc/{}/status", pid)).value_or("");
    std::istringstream lines(status);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string name;
        pid_t here = 0, inside = 0, deeper = 0;
        if (words >> name && name == "NSpid:")
            return words >> here >> inside && inside == 1 && !(words >> deeper);
    }
    return false;
}

std::string linkAt(const std::string& path) {
    std::array<char, PATH_MAX> target{};
    const auto size = readlink(path.c_str(), target.data(), target.size());
    return size > 0 ? std::string(target.data(), static_cast<std::size_t>(size)) : std::string();
}

// A container's first process has its status file open to its end, and no task can reach that
// (init/main.cpp). So the kernel itself says where the state directory was, and that the file was
// removed, wherever its agent saw it from.
std::optional<std::string> removedState(const ContainerId& id, pid_t init) {
    const auto directory = "/containers/" + id.value;
    const auto file = directory + "/status (deleted)";
    const auto descriptors = fmt::format("/proc/{}/fd/", init);
    for (const auto& name : namesIn(descriptors)) {
        const auto target = linkAt(descriptors + name);
        struct stat info { };
        if (!target.ends_with(file) || stat((descriptors + name).c_str(), &info) != 0
            || info.st_nlink > 0)
            continue;
        const auto state = target.substr(0, target.size() - file.size());
        if (access((state + directory).c_str(), F_OK) != 0)
            return state;
    }
    return std::nullopt;
}

} // namespace

std::vector<Stray> Runtime::strays() const {
    std::set<std::string> names;
    for (const Mount& mount : m_hierarchies) {
        for (const auto& name : namesIn(mount.mountPoint + m_options.cgroupParent))
            names.insert(name);
    }
    std::vector<Stray> found;
    for (const auto& name : names) {
        const ContainerId id{name};
        for (const pid_t pid : cgroup(id).members()) {
            const auto state = isFirstProcess(pid) ? removedState(id, pid) : std::nullopt;
            if (!state)
                continue;
            const auto rules = cgroup(id).deviceRules();
            found.push_back({id, *state, rules ? rules->gpuMinors() : std::nullopt});
            break;
        }
    }
    return found;
}

// Its monitor first: at the container's end it would write into a directory that an agent has made
// at the same place since.
Status Runtime::endStray(const Stray& stray) {
    if (const auto killed = killLaunchers(stray.stateDirectory, stray.id); !killed)
        return killed;
    const auto destroyed = destroy(stray.id);
    return destroyed || destroyed.error().kind == Error::Kind::NotFound
        ? Status()
        : tl::unexpected(destroyed.error());
}

} // namespace muster::container
