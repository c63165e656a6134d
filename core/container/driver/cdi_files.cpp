// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/driver/cdi.h"

#include <algorithm>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "core/container/files.h"

namespace muster::container::driver {
namespace {

constexpr std::size_t mostFiles = 256;
constexpr std::size_t largestSpec = 1U << 20;

bool isSpecName(const std::string& name) {
    return !name.starts_with('.')
        && (name.ends_with(".json") || name.ends_with(".yaml") || name.ends_with(".yml"));
}

std::vector<std::string> specNames(const std::string& folder) {
    std::vector<std::string> names;
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(opendir(folder.c_str()), closedir);
    while (const dirent* entry = listing ? readdir(listing.get()) : nullptr) {
        if (isSpecName(entry->d_name) && names.size() < mostFiles)
            names.emplace_back(entry->d_name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

// What it says becomes mounts of the host's files: only root may have written it.
Result<std::string> readTrusted(const std::string& path) {
    const Fd file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    struct stat info { };
    if (!file || fstat(file.number(), &info) != 0)
        return systemFailure("open " + path);
    if (!S_ISREG(info.st_mode) || info.st_uid != 0 || (info.st_mode & 022) != 0)
        return failure("it is not a plain file that root alone can write");
    if (info.st_size > static_cast<off_t>(largestSpec))
        return failure(fmt::format("it has {} bytes, {} are allowed", info.st_size, largestSpec));
    std::string text(static_cast<std::size_t>(info.st_size), '\0');
    const auto count = read(file.number(), text.data(), text.size());
    if (count < 0)
        return systemFailure("read " + path);
    text.resize(static_cast<std::size_t>(count));
    return text;
}

bool exists(const std::string& path) {
    struct stat info { };
    return stat(path.c_str(), &info) == 0;
}

// A driver that was updated after the spec was written: its libraries have other names now.
const CdiMount* missingLibrary(const CdiEdits& edits) {
    const auto found
        = std::find_if(edits.mounts.begin(), edits.mounts.end(), [](const CdiMount& mount) {
              return mount.hostPath.find(".so") != std::string::npos && !exists(mount.hostPath);
          });
    return found == edits.mounts.end() ? nullptr : &*found;
}

// Sockets and the like come and go; a container starts without them.
void dropMissing(CdiEdits& edits, const std::string& file, std::vector<std::string>& warnings) {
    std::erase_if(edits.mounts, [&](const CdiMount& mount) {
        if (exists(mount.hostPath))
            return false;
        warnings.push_back(fmt::format("{} mounts {}, which is not there", file, mount.hostPath));
        return true;
    });
}

std::optional<CdiSpec> usable(const std::string& file, std::vector<std::string>& warnings) {
    const auto unusable = [&](const std::string& why) {
        warnings.push_back(fmt::format("{} is left out: {}", file, why));
        return std::nullopt;
    };
    const auto text = readTrusted(file);
    if (!text)
        return unusable(text.error().message);
    auto spec = parseCdi(*text);
    if (!spec)
        return unusable(spec.error().message);
    if (spec->kind != "nvidia.com/gpu")
        return std::nullopt; // another vendor's: not ours to judge
    std::vector<CdiEdits*> all{&spec->edits};
    for (CdiDevice& device : spec->devices)
        all.push_back(&device.edits);
    for (CdiEdits* edits : all) {
        if (const auto* missing = missingLibrary(*edits))
            return unusable(fmt::format("it mounts {}, which is not there; write it anew with "
                                        "'nvidia-ctk cdi generate'",
                missing->hostPath));
        dropMissing(*edits, file, warnings);
    }
    return std::move(*spec);
}

} // namespace

CdiRegistry readCdi(const std::vector<std::string>& folders) {
    CdiRegistry registry;
    for (std::size_t i = 0; i < folders.size(); ++i) {
        for (const std::string& name : specNames(folders[i])) {
            const auto file = folders[i] + '/' + name;
            if (auto spec = usable(file, registry.warnings))
                registry.entries.push_back({std::move(*spec), file, i});
        }
    }
    return registry;
}

} // namespace muster::container::driver
