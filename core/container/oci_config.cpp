// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/oci_config.h"

#include <algorithm>
#include <array>
#include <limits>

#include <nlohmann/json.hpp>

#include "core/container/below.h"
#include "core/container/system_calls.h"

namespace muster::container {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr unsigned nvidiaMajor = 195;
constexpr int taskOomScore = 300; // a task goes before the agent and the container's monitor

const std::vector<std::string>& kernelDirectories() {
    static const std::vector<std::string> directories{"/proc", "/sys", "/dev", "/run"};
    return directories;
}

OrderedJson mountEntry(const std::string& destination, const std::string& type,
    const std::string& source, std::vector<std::string> options) {
    return {{"destination", destination}, {"type", type}, {"source", source},
        {"options", std::move(options)}};
}

// One file system, or with v1 a tmpfs with one for each controller.
void addCgroups(OrderedJson& mounts, const HostFacts& facts) {
    const bool mounted = std::any_of(facts.mounts.begin(), facts.mounts.end(),
        [](const Mount& mount) { return mount.fsType.starts_with("cgroup"); });
    if (mounted)
        mounts.push_back(mountEntry(
            "/sys/fs/cgroup", "cgroup", "cgroup", {"nosuid", "noexec", "nodev", "relatime", "ro"}));
}

void addKernelMounts(OrderedJson& mounts, const ContainerSpec& spec, const HostFacts& facts) {
    mounts.push_back(mountEntry("/proc", "proc", "proc", {"nosuid", "noexec", "nodev"}));
    mounts.push_back(
        mountEntry("/dev", "tmpfs", "tmpfs", {"nosuid", "strictatime", "mode=755", "size=64k"}));
    mounts.push_back(mountEntry("/dev/pts", "devpts", "devpts",
        {"nosuid", "noexec", "newinstance", "ptmxmode=0666", "mode=0620", "gid=5"}));
    // Frameworks pass tensors through shared memory: the limit is the task's memory, not 64 MiB.
    std::vector<std::string> shm{"nosuid", "noexec", "nodev", "mode=1777"};
    if (const auto size = spec.sharedMemory.value > 0 ? spec.sharedMemory : spec.memory;
        size.value > 0)
        shm.push_back(fmt::format("size={}", size.value));
    mounts.push_back(mountEntry("/dev/shm", "tmpfs", "shm", std::move(shm)));
    mounts.push_back(mountEntry("/dev/mqueue", "mqueue", "mqueue", {"nosuid", "noexec", "nodev"}));
    mounts.push_back(mountEntry("/sys", "sysfs", "sysfs", {"nosuid", "noexec", "nodev", "ro"}));
    addCgroups(mounts, facts);
}

void addHiddenDirectories(OrderedJson& mounts, const std::vector<std::string>& hidden) {
    for (const std::string& directory : outermost(hidden)) {
        if (!isBelowAny(directory, kernelDirectories()))
            mounts.push_back(mountEntry(directory, "tmpfs", "tmpfs",
                {"nosuid", "nodev", "noexec", "mode=755", "size=256k"}));
    }
}

OrderedJson readOnlyFile(const std::string& destination, const std::string& source) {
    return mountEntry(
        destination, "bind", source, {"bind", "private", "ro", "nosuid", "nodev", "noexec"});
}

OrderedJson tmpfsMount(const Tmpfs& tmpfs, Bytes memory) {
    std::vector<std::string> options{"nosuid", "nodev", fmt::format("mode={:o}", tmpfs.mode)};
    if (!tmpfs.executable)
        options.emplace_back("noexec");
    if (const auto size = tmpfs.size.value > 0 ? tmpfs.size : memory; size.value > 0)
        options.push_back(fmt::format("size={}", size.value));
    return mountEntry(tmpfs.path, "tmpfs", "tmpfs", std::move(options));
}

// Beside the host's own files, without what is the agent's.
void addHostView(
    OrderedJson& mounts, const ContainerSpec& spec, const HostFacts& facts, bool readOnly) {
    addKernelMounts(mounts, spec, facts);
    if (readOnly)
        mounts.push_back(
            tmpfsMount({.path = "/tmp", .mode = 01777, .executable = true}, spec.memory));
    mounts.push_back(
        mountEntry("/run", "tmpfs", "tmpfs", {"nosuid", "nodev", "mode=755", "size=16m"}));
    addHiddenDirectories(mounts, facts.hidden);
    if (!facts.resolvConf.empty())
        mounts.push_back(readOnlyFile(facts.resolvConf, facts.resolvConf));
}

std::ptrdiff_t depthOf(const OrderedJson& mount) {
    const auto& place = mount["destination"].get_ref<const std::string&>();
    return std::count(place.begin(), place.end(), '/');
}

// Beside the image's files: names as the host resolves them, for its network is the host's.
void addImageView(OrderedJson& mounts, const ContainerSpec& spec, const HostFacts& facts,
    const ContainerPlaces& places) {
    addKernelMounts(mounts, spec, facts);
    std::vector<OrderedJson> shown;
    shown.push_back(readOnlyFile(
        "/etc/resolv.conf", facts.resolvConf.empty() ? "/etc/resolv.conf" : facts.resolvConf));
    for (const char* file : {"/etc/hosts", "/etc/hostname"})
        shown.push_back(readOnlyFile(file, file));
    for (const Tmpfs& tmpfs : spec.image->tmpfs)
        shown.push_back(tmpfsMount(tmpfs, spec.memory));
    for (std::size_t i = 0; i < spec.image->mounts.size(); ++i) {
        const BindMount& bind = spec.image->mounts[i];
        const std::string source
            = bind.descriptor < 0 ? bind.source : fmt::format("{}/{}", places.volumes, i);
        std::vector<std::string> options{"bind", "private", "nosuid", "nodev"};
        if (bind.readOnly)
            options.emplace_back("ro");
        shown.push_back(mountEntry(bind.target, "bind", source, std::move(options)));
    }
    // What is mounted over a folder hides all that was mounted below it before.
    std::stable_sort(shown.begin(), shown.end(),
        [](const OrderedJson& a, const OrderedJson& b) { return depthOf(a) < depthOf(b); });
    for (OrderedJson& one : shown)
        mounts.push_back(std::move(one));
}

OrderedJson mountsOf(
    const ContainerSpec& spec, const HostFacts& facts, const ContainerPlaces& places) {
    OrderedJson mounts = OrderedJson::array();
    if (spec.image)
        addImageView(mounts, spec, facts, places);
    else
        addHostView(mounts, spec, facts, places.readOnlyHost);
    mounts.push_back(
        mountEntry(kInitInside, "bind", places.init, {"bind", "private", "ro", "nosuid", "nodev"}));
    if (!spec.agentFolder.empty())
        mounts.push_back(mountEntry(kAgentFolder, "bind", spec.agentFolder,
            {"bind", "private", "ro", "nosuid", "nodev", "noexec"}));
    mounts.push_back(mountEntry(
        sandboxInside(spec), "bind", spec.sandbox, {"bind", "private", "nosuid", "nodev"}));
    return mounts;
}

OrderedJson devices(const std::vector<DeviceNode>& nodes) {
    OrderedJson result = OrderedJson::array();
    for (const DeviceNode& node : nodes)
        result.push_back({{"path", node.path}, {"type", "c"}, {"major", node.major},
            {"minor", node.minor}, {"fileMode", 0666}, {"uid", 0}, {"gid", 0}});
    return result;
}

OrderedJson deviceRules(const std::vector<DeviceNode>& nodes) {
    OrderedJson rules = OrderedJson::array();
    rules.push_back({{"allow", false}, {"access", "rwm"}});
    for (const DeviceNode& node : nodes)
        rules.push_back({{"allow", true}, {"type", "c"}, {"major", node.major},
            {"minor", node.minor}, {"access", "rw"}});
    return rules;
}

OrderedJson cpuLimits(const ContainerSpec& spec) {
    constexpr std::int64_t period = 100000; // microseconds, the kernel's own default
    OrderedJson cpu{{"shares", cpuShares(spec.cpus)}};
    if (spec.cpuLimit.value > 0) {
        cpu["period"] = period;
        cpu["quota"] = std::max<std::int64_t>(1000, spec.cpuLimit.value * period / 1000);
    }
    return cpu;
}

OrderedJson resources(
    const ContainerSpec& spec, const HostFacts& facts, const std::vector<DeviceNode>& nodes) {
    OrderedJson result{{"devices", deviceRules(nodes)}};
    if (spec.memory.value > 0 && facts.cgroupControllers.contains("memory"))
        result["memory"] = {{"limit", spec.memory.value}};
    if (spec.cpus.value > 0 && facts.cgroupControllers.contains("cpu"))
        result["cpu"] = cpuLimits(spec);
    if (spec.maxProcesses > 0 && facts.cgroupControllers.contains("pids"))
        result["pids"] = {{"limit", spec.maxProcesses}};
    return result;
}

// A plain user gets none that would let it bypass file permissions, unless it is to have exactly
// some: else they only bound what a set-user-id program could gain.
OrderedJson capabilities(const ContainerSpec& spec) {
    const auto bounding = spec.capabilities.value_or(defaultCapabilities());
    const bool root = spec.user.uid == 0;
    const auto effective = root ? bounding : spec.capabilities.value_or(std::vector<std::string>());
    OrderedJson result{{"bounding", bounding}, {"effective", effective}, {"permitted", effective}};
    if (!root && !effective.empty()) {
        result["inheritable"] = effective;
        result["ambient"] = effective;
    }
    return result;
}

// Those that a task asked for. Without CAP_SYS_RESOURCE any that exceed the agent's own would fail
// the launch, so there are no others.
OrderedJson limits(const ContainerSpec& spec) {
    constexpr auto unlimited = std::numeric_limits<std::uint64_t>::max();
    OrderedJson result = OrderedJson::array();
    for (const ResourceLimit& limit : spec.limits)
        result.push_back({{"type", limit.name}, {"soft", limit.soft.value_or(unlimited)},
            {"hard", limit.hard.value_or(unlimited)}});
    return result;
}

std::string workingDirectory(const ContainerSpec& spec) {
    const bool chosen = spec.image && !spec.image->workingDirectory.empty();
    return chosen ? spec.image->workingDirectory : sandboxInside(spec);
}

// What pid 1 is told before the command: its terminal, where its output goes, and how much is kept.
OrderedJson initArguments(const ContainerSpec& spec) {
    OrderedJson result = OrderedJson::array({kInitInside});
    if (spec.terminal)
        result.push_back(
            fmt::format("--terminal={}x{}", spec.terminal->rows, spec.terminal->columns));
    result.push_back(sandboxInside(spec));
    result.push_back(std::to_string(spec.logSize.value));
    result.push_back(std::to_string(spec.logFiles));
    return result;
}

// A command with a terminal asks what kind that is; Docker's word for it.
OrderedJson environmentOf(const ContainerSpec& spec) {
    OrderedJson result = OrderedJson::array();
    bool saysKind = !spec.terminal;
    for (const auto& [name, value] : spec.environment) {
        result.push_back(name + '=' + value);
        saysKind |= name == "TERM";
    }
    if (!saysKind)
        result.push_back("TERM=xterm");
    return result;
}

OrderedJson process(const ContainerSpec& spec, const HostFacts& facts) {
    OrderedJson user{{"uid", spec.user.uid}, {"gid", spec.user.gid}};
    if (!spec.user.groups.empty())
        user["additionalGids"] = spec.user.groups;
    OrderedJson arguments = initArguments(spec);
    for (const std::string& argument : spec.argv)
        arguments.push_back(argument);
    OrderedJson result{{"terminal", false}, {"user", user}, {"args", arguments},
        {"env", environmentOf(spec)}, {"cwd", workingDirectory(spec)},
        {"capabilities", capabilities(spec)}, {"noNewPrivileges", true},
        {"oomScoreAdj", std::max(taskOomScore, facts.oomScoreAdj)}};
    if (!spec.limits.empty())
        result["rlimits"] = limits(spec);
    return result;
}

OrderedJson namespaces() {
    return OrderedJson::array(
        {{{"type", "pid"}}, {{"type", "ipc"}}, {{"type", "mount"}}, {{"type", "cgroup"}}});
}

OrderedJson argument(
    unsigned index, std::uint64_t value, const char* comparison, std::uint64_t second = 0) {
    return {{"index", index}, {"value", value}, {"valueTwo", second}, {"op", comparison}};
}

OrderedJson allowed(OrderedJson names, OrderedJson arguments) {
    OrderedJson rule{{"names", std::move(names)}, {"action", "SCMP_ACT_ALLOW"}};
    if (!arguments.empty())
        rule["args"] = std::move(arguments);
    return rule;
}

// Of this machine and, where there are some, of its 32-bit programs; others are killed.
OrderedJson architectures([[maybe_unused]] bool has32BitPrograms) {
    OrderedJson result = OrderedJson::array(); // none: those of this machine alone
#if defined(__x86_64__)
    result.push_back("SCMP_ARCH_X86_64");
    if (has32BitPrograms)
        result.push_back("SCMP_ARCH_X86");
#elif defined(__aarch64__)
    result.push_back("SCMP_ARCH_AARCH64");
    if (has32BitPrograms)
        result.push_back("SCMP_ARCH_ARM");
#endif
    return result;
}

// Everything else is EPERM. A C library that gets ENOSYS falls back to what it did before.
OrderedJson seccomp(const ContainerSpec& spec, const ContainerPlaces& places) {
    constexpr int noSuchCall = 38; // ENOSYS
    constexpr std::uint64_t namespaceFlags = 0x7E020000; // CLONE_NEW*, but not CLONE_NEWTIME: an
                                                         // exit signal has its bit
    constexpr std::uint64_t virtualSockets = 40; // AF_VSOCK: of the hypervisor
    const auto calls = systemCalls(spec.capabilities.value_or(defaultCapabilities()));
    OrderedJson rules = OrderedJson::array();
    rules.push_back(allowed(calls.allowed, OrderedJson::array()));
    rules.push_back(allowed({"socket"}, {argument(0, virtualSockets, "SCMP_CMP_NE")}));
    for (const std::uint64_t kind : {0x0U, 0x8U, 0x20000U, 0x20008U, 0xFFFFFFFFU})
        rules.push_back(allowed({"personality"}, {argument(0, kind, "SCMP_CMP_EQ")}));
    OrderedJson never = {"io_uring_setup", "io_uring_enter", "io_uring_register"};
    if (calls.newNamespaces) {
        rules.push_back(allowed({"clone"}, OrderedJson::array()));
    } else {
        rules.push_back(allowed({"clone"}, {argument(0, namespaceFlags, "SCMP_CMP_MASKED_EQ")}));
        never.push_back("clone3"); // its flags are in memory, where no filter can look
    }
    rules.push_back(
        {{"names", std::move(never)}, {"action", "SCMP_ACT_ERRNO"}, {"errnoRet", noSuchCall}});
    return {{"defaultAction", "SCMP_ACT_ERRNO"},
        {"architectures", architectures(places.has32BitPrograms)}, {"syscalls", std::move(rules)}};
}

// A command line or a file name need not be UTF-8; the runtime could not read such text back.
std::string textOf(const OrderedJson& json) {
    return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

} // namespace

std::vector<DeviceNode> deviceNodes(
    const std::vector<unsigned>& gpuMinors, const HostFacts& facts) {
    std::vector<DeviceNode> nodes = facts.controlDevices;
    for (const unsigned minor : gpuMinors)
        nodes.push_back({fmt::format("/dev/nvidia{}", minor), nvidiaMajor, minor});
    return nodes;
}

std::string ociConfig(
    const ContainerSpec& spec, const HostFacts& facts, const ContainerPlaces& places) {
    auto nodes = deviceNodes(spec.gpuMinors, facts);
    if (spec.image)
        nodes.insert(nodes.end(), spec.image->devices.begin(), spec.image->devices.end());
    const OrderedJson config{{"ociVersion", "1.0.2"}, {"process", process(spec, facts)},
        {"root",
            {{"path", places.rootfs},
                {"readonly", spec.image ? spec.image->readOnly : places.readOnlyHost}}},
        {"mounts", mountsOf(spec, facts, places)},
        {"linux",
            {{"cgroupsPath", places.cgroupsPath}, {"namespaces", namespaces()},
                {"devices", devices(nodes)}, {"resources", resources(spec, facts, nodes)},
                {"seccomp", seccomp(spec, places)},
                {"maskedPaths",
                    {"/proc/acpi", "/proc/asound", "/proc/kcore", "/proc/keys",
                        "/proc/latency_stats", "/proc/timer_list", "/proc/timer_stats",
                        "/proc/sched_debug", "/sys/firmware", "/proc/scsi"}},
                {"readonlyPaths",
                    {"/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys", "/proc/sysrq-trigger"}}}}};
    return textOf(config);
}

Result<std::string> terminalProcess(std::string_view config, const std::vector<std::string>& argv,
    const std::vector<std::pair<std::string, std::string>>& environment, TerminalSize size) {
    const auto whole = OrderedJson::parse(config, nullptr, /*allow_exceptions=*/false);
    if (!whole.is_object() || !whole.contains("process"))
        return failure("the container's configuration is damaged", Error::Kind::Internal);
    auto out = whole["process"];
    out["args"] = argv;
    for (const auto& [key, value] : environment)
        out["env"].push_back(key + '=' + value); // the last one counts
    out["terminal"] = true;
    if (size.rows > 0 && size.columns > 0)
        out["consoleSize"] = {{"height", size.rows}, {"width", size.columns}};
    return textOf(out);
}

} // namespace muster::container
