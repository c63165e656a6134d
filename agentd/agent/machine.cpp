// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/machine.h"

#include <filesystem>
#include <fstream>

#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "core/container/companion.h"
#include "core/container/process.h"
#include "core/gpu/flags.h"
#include "core/gpu/scenarios.h"
#include "core/kernel/allocator/gpu_allocator.h"

namespace muster::agentd {
namespace {

namespace fs = std::filesystem;

bool contains(const std::vector<std::string>& list, std::string_view name) {
    return std::find(list.begin(), list.end(), name) != list.end();
}

Result<std::string> scenarioPath(const std::string& scenario) {
    return gpu::findScenario(
        scenario, fs::path(container::programFolder()) / "../share/muster/scenarios")
        .map([](const fs::path& path) { return path.string(); });
}

// Two agents that simulate the same machine have GPUs of their own, each of them the same ones
// after a restart.
std::string simulatedMachine(const CommonOptions& common) {
    return common.hostname + ":" + common.workDir;
}

Result<gpu::ProbeOptions> probeOptions(const CommonOptions& common, const AgentOptions& options) {
    gpu::ProbeOptions out;
    out.program = container::companion("muster-nvml");
    if (!options.nvmlLibrary.empty()) {
        out.library = options.nvmlLibrary;
    }
    if (!options.simulate.empty()) {
        auto path = scenarioPath(options.simulate);
        if (!path) {
            return tl::unexpected(path.error());
        }
        if (options.nvmlLibrary.empty()) {
            out.library = container::companion("libmuster-nvml-sim.so");
        }
        out.environment.push_back("MUSTER_SIM_SCENARIO=" + *path);
        out.environment.push_back("MUSTER_SIM_MACHINE=" + simulatedMachine(common));
    }
    return out;
}

// The simulator has a driver tree of its own, which carries the scenario into containers.
Result<std::string> simulatedDriver(const CommonOptions& common, const AgentOptions& options) {
    const auto scenario = scenarioPath(options.simulate);
    if (!scenario) {
        return tl::unexpected(scenario.error());
    }
    const auto root = common.workDir + "/simulated-driver";
    const auto run = container::runProgram(
        {container::companion("muster-sim-driver"), root, "--scenario=" + *scenario,
            "--machine=" + simulatedMachine(common)},
        std::chrono::seconds(30));
    if (!run || run->exitCode != 0) {
        return failure("Tasks with an image get no simulated driver",
            run ? Error{run->output, Error::Kind::Internal} : run.error());
    }
    return root;
}

// What the Docker Engine looks for before it gives a device.
void makeNodes(const Machine& machine) {
    constexpr unsigned kNvidiaMajor = 195;
    std::error_code ignored;
    fs::create_directories(machine.devices, ignored);
    for (const auto& gpu : machine.info.gpus) {
        const auto path = fmt::format("{}/nvidia{}", machine.devices, gpu.minor);
        ::mknod(path.c_str(), S_IFCHR | 0600, ::makedev(kNvidiaMajor, gpu.minor));
    }
}

// --resources as text: itself, or what file:///path holds.
Result<std::string> resourcesText(const std::string& given) {
    constexpr std::string_view kScheme = "file://";
    if (!given.starts_with(kScheme)) {
        return given;
    }
    const auto path = given.substr(kScheme.size());
    std::ifstream in(path);
    if (!in) {
        return failure(fmt::format("Failed to load flag 'resources': Cannot read '{}'", path));
    }
    return std::string((std::istreambuf_iterator<char>(in)), {});
}

// Mesos' share for the machine itself: 1 GiB of memory and 5 GiB of disk, or half of it where it
// has little.
Milli leave(std::uint64_t mebibytes, std::uint64_t share) {
    return Milli::whole(
        static_cast<std::int64_t>(mebibytes > 2 * share ? mebibytes - share : mebibytes / 2));
}

void addWhatTheMachineHas(Resources& resources, const std::string& workDir) {
    if (resources.total("cpus").value == 0) {
        resources.setScalar(Resources::Cpus, Milli::whole(::sysconf(_SC_NPROCESSORS_ONLN)));
    }
    struct sysinfo memory { };
    if (resources.total("mem").value == 0 && ::sysinfo(&memory) == 0) {
        resources.setScalar(Resources::Mem, leave(memory.totalram * memory.mem_unit >> 20, 1024));
    }
    struct statvfs disk { };
    if (resources.total("disk").value == 0 && ::statvfs(workDir.c_str(), &disk) == 0) {
        resources.setScalar(Resources::Disk, leave(disk.f_bavail * disk.f_frsize >> 20, 5 * 1024));
    }
    const auto items = resources.items();
    if (std::none_of(
            items.begin(), items.end(), [](const auto& item) { return item.name == "ports"; })) {
        resources += Resources({Resource{"ports", "*", Ranges({{31000, 32000}})}});
    }
}

// Without the gpus item: that is planGpus' matter.
Resources withoutGpus(const Resources& resources) {
    auto items = resources.items();
    std::erase_if(items, [](const auto& item) { return item.name == "gpus"; });
    return Resources(std::move(items));
}

Status addAttributes(Machine& machine, const std::string& text) {
    auto attributes = parseAttributes(text);
    if (!attributes) {
        return failure("Failed to load flag 'attributes'", attributes.error());
    }
    machine.info.attributes = std::move(*attributes);
    const allocator::GpuAllocator gpus(machine.info.gpus);
    const auto linked = gpus.largestLinkedGroup();
    const bool named = std::any_of(machine.info.attributes.begin(), machine.info.attributes.end(),
        [](const auto& attribute) { return attribute.name == "nvlink_group"; });
    if (linked > 1 && !named) {
        machine.info.attributes.push_back(
            {"nvlink_group", Milli::whole(static_cast<std::int64_t>(linked))});
    }
    return {};
}

// Clones of a virtual machine have one /etc/machine-id, so it is not that alone.
std::string homeOf(const CommonOptions& common) {
    std::string text = common.hostname + '\n';
    for (const char* path : {"/etc/machine-id", "/sys/class/dmi/id/product_uuid"}) {
        std::ifstream in(path);
        std::string line;
        std::getline(in, line);
        text += line + '\n';
    }
    std::error_code error;
    text += fs::weakly_canonical(common.workDir, error).string();
    std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a
    for (const unsigned char byte : text) {
        hash = (hash ^ byte) * 0x100000001b3;
    }
    return fmt::format("{:016x}", hash);
}

void addDiscovery(Machine& machine, const gpu::Discovery& found) {
    machine.info.gpus = found.gpus;
    machine.gpuClasses = found.classes;
    machine.info.driverVersion = found.driverVersion;
    machine.info.cudaVersion = found.cudaVersion;
    for (const auto& lost : found.unreachable) {
        machine.warnings.push_back(
            fmt::format("GPU {} cannot be used: {}", lost.index, lost.reason));
    }
}

} // namespace

Result<Machine> readMachine(const CommonOptions& common, const AgentOptions& options) {
    auto probe = probeOptions(common, options);
    auto text = resourcesText(options.resources);
    if (!probe || !text) {
        return tl::unexpected(probe ? text.error() : probe.error());
    }
    Machine machine;
    machine.probe = std::move(*probe);
    machine.simulated = !options.simulate.empty();
    machine.runsTasks = !contains(options.isolation, "none");
    machine.info.hostname = common.hostname;
    machine.info.home = homeOf(common);

    const auto found = gpu::discover(machine.probe, options.gpuStartTimeout);
    if (found) {
        addDiscovery(machine, *found);
    } else {
        machine.warnings.push_back(found.error().message);
        machine.driverProblem = found.error();
    }
    auto resources = Resources::parse(*text);
    if (!resources) {
        return failure("Failed to load flag 'resources'", resources.error());
    }
    const auto plan = gpu::planGpus(
        {options.isolation, gpu::gpusInResources(*text), options.nvidiaGpuDevices}, found);
    if (!plan) {
        return tl::unexpected(plan.error());
    }
    machine.warnings.insert(machine.warnings.end(), plan->warnings.begin(), plan->warnings.end());
    machine.ownsLaterGpus = machine.runsTasks && plan->ownsLater;
    machine.isolatesGpus = contains(options.isolation, "gpu/nvidia");
    for (const auto& gpu : machine.info.gpus) {
        if (std::find(plan->indices.begin(), plan->indices.end(), gpu.index)
            != plan->indices.end()) {
            machine.owned.push_back(gpu.uuid);
        }
    }
    if (machine.runsTasks && machine.simulated) {
        auto root = simulatedDriver(common, options);
        if (root) {
            machine.driverRoot = std::move(*root);
            machine.devices = machine.driverRoot + "/dev";
            makeNodes(machine);
        } else {
            machine.warnings.push_back(root.error().message);
        }
    }
    if (machine.runsTasks) {
        machine.info.total = withoutGpus(*resources);
        addWhatTheMachineHas(machine.info.total, common.workDir);
        machine.info.total += gpu::gpuResources(*resources, plan->gpus);
    }
    if (auto status = addAttributes(machine, options.attributes); !status) {
        return tl::unexpected(status.error());
    }
    return machine;
}

} // namespace muster::agentd
