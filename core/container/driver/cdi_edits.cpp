// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/driver/cdi.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace muster::container::driver {
namespace {

constexpr std::size_t longestPath = 4096;

bool isPlainPath(const std::string& path) {
    const std::string whole = path + '/';
    return path.size() > 1 && path.size() < longestPath && path.front() == '/' && path.back() != '/'
        && whole.find("//") == std::string::npos && whole.find("/./") == std::string::npos
        && whole.find("/../") == std::string::npos;
}

// Where a container's own file systems are: a mount there would undo what isolates it.
bool isKernelPath(const std::string& path) {
    const std::array roots{"/proc/", "/sys/", "/dev/"};
    return std::any_of(roots.begin(), roots.end(),
        [&](const char* root) { return (path + '/').starts_with(root); });
}

// "12" of "/dev/nvidia12"; nothing for "/dev/nvidiactl".
std::optional<unsigned> gpuMinor(const std::string& path) {
    constexpr std::string_view prefix = "/dev/nvidia";
    if (!path.starts_with(prefix) || path.size() == prefix.size() || path.size() > prefix.size() + 5
        || path.find_first_not_of("0123456789", prefix.size()) != std::string::npos)
        return std::nullopt;
    return static_cast<unsigned>(std::stoul(path.substr(prefix.size())));
}

// The control nodes are every container's.
bool isControlNode(const std::string& path) {
    return path == "/dev/nvidiactl" || path == "/dev/nvidia-uvm" || path == "/dev/nvidia-uvm-tools";
}

// Nodes that only let a container use what it was granted. nvidia-cap1 and 2 configure and watch
// the whole machine.
bool isNvidiaNode(const std::string& path, bool ofDevice) {
    if (path == "/dev/nvidia-modeset")
        return true;
    const bool cap = path.starts_with("/dev/nvidia-caps/nvidia-cap")
        && path != "/dev/nvidia-caps/nvidia-cap1" && path != "/dev/nvidia-caps/nvidia-cap2";
    return ofDevice
        && (cap || path.starts_with("/dev/dri/card") || path.starts_with("/dev/dri/renderD"));
}

// Names that cannot change what a program loads or runs.
bool isHarmless(const std::string& name) {
    const std::array prefixes{"NVIDIA_", "CUDA_", "__EGL_", "__GLX_", "__NV_", "VK_"};
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')
            || c == '_';
    });
    return plain && std::any_of(prefixes.begin(), prefixes.end(), [&](const char* prefix) {
        return name.starts_with(prefix);
    });
}

struct Found {
    const CdiRegistry::Entry* entry = nullptr;
    const CdiDevice* device = nullptr;
};

// A later folder wins; two files of one folder are in conflict.
Found findDevice(
    const CdiRegistry& registry, const std::string& name, std::vector<std::string>& warnings) {
    Found best;
    const CdiRegistry::Entry* rival = nullptr;
    for (const CdiRegistry::Entry& entry : registry.entries) {
        for (const CdiDevice& device : entry.spec.devices) {
            if (device.name != name)
                continue;
            const bool same = best.entry != nullptr && best.entry->folder == entry.folder;
            if (same) {
                rival = &entry;
            } else if (best.entry == nullptr || best.entry->folder < entry.folder) {
                best = {&entry, &device};
                rival = nullptr;
            }
        }
    }
    if (rival == nullptr)
        return best;
    warnings.push_back(fmt::format("CDI device '{}' is in conflict: {} and {} define it", name,
        best.entry->file, rival->file));
    return {};
}

// Collects edits for the granted GPUs.
class Collection {
public:
    Collection(const std::vector<GrantedGpu>& gpus, const std::vector<DeviceNode>& host)
        : m_host(host) {
        for (const GrantedGpu& gpu : gpus)
            m_granted.insert(gpu.minor);
    }

    CdiInjection& result() { return m_result; }
    const std::set<unsigned>& shown() const { return m_shown; }

    Status add(const CdiEdits& edits, bool ofDevice) {
        for (const auto& [name, value] : edits.environment)
            addVariable(name, value);
        for (const CdiNode& node : edits.nodes) {
            if (auto added = addNode(node, ofDevice); !added)
                return added;
        }
        for (const CdiMount& mount : edits.mounts) {
            if (auto added = addMount(mount); !added)
                return added;
        }
        for (const CdiHook& hook : edits.hooks) {
            if (auto added = addHook(hook); !added)
                return added;
        }
        return {};
    }

private:
    void addVariable(const std::string& name, const std::string& value) {
        if (name == "NVIDIA_VISIBLE_DEVICES")
            return; // says "void", to keep the container toolkit's hook out
        if (!isHarmless(name)) {
            m_result.warnings.push_back(
                fmt::format("CDI's variable {} is left out", name.substr(0, 100)));
            return;
        }
        m_result.environment.emplace_back(name, value);
    }

    Status addNode(const CdiNode& node, bool ofDevice) {
        if (const auto minor = gpuMinor(node.hostPath); minor || gpuMinor(node.path)) {
            if (!minor || node.path != node.hostPath || !m_granted.contains(*minor))
                return failure(
                    fmt::format("the CDI spec shows {} as {}, which is not granted; write it anew "
                                "with 'nvidia-ctk cdi generate'",
                        node.hostPath.substr(0, 100), node.path.substr(0, 100)),
                    Error::Kind::Conflict);
            m_shown.insert(*minor);
            return {};
        }
        if (isControlNode(node.hostPath) && node.path == node.hostPath)
            return {};
        const auto there = std::find_if(m_host.begin(), m_host.end(),
            [&](const DeviceNode& known) { return known.path == node.hostPath; });
        if (node.path != node.hostPath || !isPlainPath(node.path)
            || !isNvidiaNode(node.path, ofDevice) || there == m_host.end()) {
            m_result.warnings.push_back(
                fmt::format("CDI's device node {} is left out: {}", node.hostPath.substr(0, 100),
                    there == m_host.end() ? "this machine has none" : "it is no part of a GPU"));
            return {};
        }
        if (std::find(m_result.nodes.begin(), m_result.nodes.end(), *there) == m_result.nodes.end())
            m_result.nodes.push_back(*there);
        return {};
    }

    Status addMount(const CdiMount& mount) {
        if (!isPlainPath(mount.hostPath) || !isPlainPath(mount.containerPath)
            || isKernelPath(mount.containerPath) || isKernelPath(mount.hostPath))
            return failure(fmt::format("the CDI spec mounts '{}' at '{}': not plain absolute paths "
                                       "outside /proc, /sys and /dev",
                mount.hostPath.substr(0, 100), mount.containerPath.substr(0, 100)));
        const bool writable
            = std::find(mount.options.begin(), mount.options.end(), "rw") != mount.options.end();
        const InjectedMount added{mount.hostPath, mount.containerPath, !writable};
        if (std::find(m_result.mounts.begin(), m_result.mounts.end(), added)
            == m_result.mounts.end())
            m_result.mounts.push_back(added);
        return {};
    }

    // No hook ever runs: what it would have done is done by us, or not needed.
    Status addHook(const CdiHook& hook) {
        auto arguments = hook.arguments;
        if (!arguments.empty() && arguments.front() == "hook") // nvidia-ctk hook ...
            arguments.erase(arguments.begin());
        const auto name = arguments.empty() ? hook.path : arguments.front();
        if (name == "update-ldcache")
            return addFolders(valuesOf(arguments, "--folder"));
        if (name == "create-symlinks")
            return addLinks(valuesOf(arguments, "--link"));
        // Not needed: nobody in a container can make device nodes, and nodes are open to all users;
        // an image's own newer CUDA libraries are found by LD_LIBRARY_PATH, if it wants them.
        const std::array known{"chmod", "disable-device-node-modification", "enable-cuda-compat",
            "update-application-profile"};
        if (std::find(known.begin(), known.end(), name) != known.end())
            return {};
        return failure(
            fmt::format("the CDI spec wants the hook '{}', which Muster does not replace",
                name.substr(0, 100)));
    }

    static std::vector<std::string> valuesOf(
        const std::vector<std::string>& arguments, const std::string& option) {
        std::vector<std::string> result;
        for (std::size_t i = 1; i < arguments.size(); ++i) {
            if (arguments[i] == option && i + 1 < arguments.size())
                result.push_back(arguments[++i]);
            else if (arguments[i].starts_with(option + '='))
                result.push_back(arguments[i].substr(option.size() + 1));
        }
        return result;
    }

    Status addFolders(const std::vector<std::string>& folders) {
        for (const std::string& folder : folders) {
            if (!isPlainPath(folder) || isKernelPath(folder)
                || folder.find(':') != std::string::npos)
                return failure(fmt::format("the CDI spec names the library folder '{}', which is "
                                           "not a plain absolute path",
                    folder.substr(0, 100)));
            auto& known = m_result.loaderFolders;
            if (std::find(known.begin(), known.end(), folder) == known.end())
                known.push_back(folder);
        }
        return {};
    }

    // "target::link".
    Status addLinks(const std::vector<std::string>& links) {
        for (const std::string& text : links) {
            const auto middle = text.find("::");
            const auto path = middle == std::string::npos ? "" : text.substr(middle + 2);
            if (middle == 0 || text.size() > longestPath || !isPlainPath(path)
                || isKernelPath(path))
                return failure(fmt::format(
                    "the CDI spec wants the link '{}', which is not target::/absolute/path",
                    text.substr(0, 200)));
            const InjectedLink link{path, text.substr(0, middle)};
            auto& known = m_result.links;
            if (std::find(known.begin(), known.end(), link) == known.end())
                known.push_back(link);
        }
        return {};
    }

    const std::vector<DeviceNode>& m_host;
    std::set<unsigned> m_granted;
    std::set<unsigned> m_shown;
    CdiInjection m_result;
};

} // namespace

Result<CdiInjection> cdiFor(const CdiRegistry& registry, const std::vector<GrantedGpu>& gpus,
    const std::vector<DeviceNode>& host) {
    Collection collection(gpus, host);
    std::vector<const CdiRegistry::Entry*> used;
    for (const GrantedGpu& gpu : gpus) {
        Found found;
        for (const auto& name : {gpu.uuid.value, fmt::format("{}", gpu.index),
                 fmt::format("gpu{}", gpu.index), std::string("all")}) {
            found = findDevice(registry, name, collection.result().warnings);
            if (found.device != nullptr)
                break;
        }
        if (found.device == nullptr)
            return failure(fmt::format("no CDI spec has a device for {}: write one with "
                                       "'nvidia-ctk cdi generate'",
                               gpu.uuid.value),
                Error::Kind::NotFound);
        if (auto added = collection.add(found.device->edits, true); !added)
            return tl::unexpected(added.error());
        if (!collection.shown().contains(gpu.minor))
            return failure(fmt::format("the CDI device '{}' has no node /dev/nvidia{}; write the "
                                       "spec anew with 'nvidia-ctk cdi generate'",
                               found.device->name, gpu.minor),
                Error::Kind::Conflict);
        if (std::find(used.begin(), used.end(), found.entry) == used.end())
            used.push_back(found.entry);
    }
    for (const CdiRegistry::Entry* entry : used) {
        if (auto added = collection.add(entry->spec.edits, false); !added)
            return tl::unexpected(added.error());
    }
    return std::move(collection.result());
}

} // namespace muster::container::driver
