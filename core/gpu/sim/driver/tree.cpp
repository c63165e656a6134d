// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/sim/driver/tree.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <spawn.h>
#include <sys/wait.h>

#include "core/gpu/sim/container_view.h"

namespace muster::sim {
namespace {

namespace fs = std::filesystem;

#if defined(__aarch64__)
constexpr const char* kLibraries = "usr/lib/aarch64-linux-gnu";
#else
constexpr const char* kLibraries = "usr/lib/x86_64-linux-gnu";
#endif

Result<std::string> bytesOf(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << in.rdbuf();
    if (!in) {
        return failure(fmt::format("Failed to read {}", path.string()), Error::Kind::NotFound);
    }
    return bytes.str();
}

// Under a temporary name first: containers may have the old file open.
Status write(const fs::path& path, const std::string& bytes, bool executable) {
    const auto fresh = path.string() + ".new";
    {
        std::ofstream out(fresh, std::ios::binary | std::ios::trunc);
        out << bytes;
        if (!out.flush()) {
            return failure(fmt::format("Failed to write {}", fresh), Error::Kind::Internal);
        }
    }
    fs::permissions(fresh, fs::perms(executable ? 0755 : 0644));
    fs::rename(fresh, path);
    return {};
}

// "libcuda.so.1" of driver 390.30 -> libcuda.so.390.30, and the link that ldconfig would make.
Status install(const fs::path& folder, const std::string& soname, const std::string& version,
    const std::string& bytes) {
    const auto file = soname.substr(0, soname.find(".so.")) + ".so." + version;
    if (auto written = write(folder / file, bytes, false); !written) {
        return written;
    }
    fs::remove(folder / soname);
    fs::create_symlink(file, folder / soname);
    return {};
}

Status runLdconfig(const std::string& folder) {
    std::string program = "/sbin/ldconfig";
    std::string root = folder;
    char option[] = "-r";
    char* argv[] = {program.data(), option, root.data(), nullptr};
    char* environment[] = {nullptr};
    pid_t pid = 0;
    if (const int error = posix_spawn(&pid, program.c_str(), nullptr, nullptr, argv, environment);
        error != 0) {
        return failure(fmt::format("Failed to run {}: {}", program, std::strerror(error)));
    }
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) { }
    if (status != 0) {
        return failure(fmt::format("{} -r {} failed: it needs root", program, folder));
    }
    return {};
}

Status writeLibraries(
    const fs::path& folder, const DriverParts& parts, const std::string& version) {
    for (const auto& entry : fs::directory_iterator(parts.standIns)) {
        const auto soname = entry.path().filename().string();
        if (soname.find(".so.") == std::string::npos) {
            continue;
        }
        const auto bytes = bytesOf(entry.path());
        if (!bytes) {
            return tl::unexpected(bytes.error());
        }
        if (auto installed = install(folder, soname, version, *bytes); !installed) {
            return installed;
        }
    }
    const auto nvml = bytesOf(parts.nvml);
    const auto json = bytesOf(parts.scenario);
    if (!nvml || !json) {
        return tl::unexpected(nvml ? json.error() : nvml.error());
    }
    return install(folder, "libnvidia-ml.so.1", version,
        withScenario(*nvml, parts.machine.empty() ? *json : withMachine(*json, parts.machine)));
}

Status writeTree(const fs::path& folder, const DriverParts& parts) {
    const auto scenario = readScenario(parts.scenario);
    if (!scenario) {
        return tl::unexpected(scenario.error());
    }
    for (const char* name : {kLibraries, "usr/bin", "etc", "var/cache/ldconfig"}) {
        fs::create_directories(folder / name);
    }
    if (auto written = writeLibraries(folder / kLibraries, parts, scenario->driver); !written) {
        return written;
    }
    const auto smi = bytesOf(parts.smi);
    if (!smi) {
        return tl::unexpected(smi.error());
    }
    if (auto written = write(folder / "usr/bin/nvidia-smi", *smi, true); !written) {
        return written;
    }
    if (auto written = write(folder / "etc/ld.so.conf", fmt::format("/{}\n", kLibraries), false);
        !written) {
        return written;
    }
    return runLdconfig(folder);
}

} // namespace

Status writeDriverTree(const std::string& folder, const DriverParts& parts) {
    try {
        return writeTree(folder, parts);
    } catch (const fs::filesystem_error& error) {
        return failure(error.what(), Error::Kind::Internal);
    }
}

} // namespace muster::sim
