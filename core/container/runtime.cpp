// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/runtime.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/container/conmon.h"
#include "core/container/device_nodes.h"
#include "core/container/init/terminal.h"
#include "core/container/links.h"
#include "core/container/mount_points.h"
#include "core/container/oci_config.h"
#include "core/container/overlay.h"
#include "core/container/own_mounts.h"
#include "core/container/program_lookup.h"
#include "core/container/runc_execution.h"

namespace muster::container {
namespace {

constexpr const char* keptRules = "devices";
constexpr auto monitorLimit = std::chrono::seconds(2);

Result<std::vector<Mount>> cgroupMounts() {
    const auto mountinfo = readFile("/proc/self/mountinfo");
    if (!mountinfo)
        return tl::unexpected(mountinfo.error());
    auto mounts = parseMountinfo(*mountinfo);
    std::erase_if(mounts, [](const Mount& mount) { return !mount.fsType.starts_with("cgroup"); });
    return mounts;
}

Status releaseInit(const std::string& fifo, std::chrono::milliseconds limit) {
    const Fd reader(open(fifo.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC));
    if (!reader)
        return systemFailure("open " + fifo);
    pollfd ready{reader.number(), POLLIN, 0};
    int count = 0;
    do
        count = poll(&ready, 1, static_cast<int>(limit.count()));
    while (count < 0 && errno == EINTR);
    char byte = 0;
    if (count != 1 || read(reader.number(), &byte, 1) != 1)
        return failure("Failed to start the container: it ended before its command could run",
            Error::Kind::Internal);
    if (unlink(fifo.c_str()) != 0)
        return systemFailure("remove " + fifo);
    return {};
}

// Right after a launch the first process is still the runtime's own, which would swallow a signal.
bool waitForInit(const Bundle& bundle, const ContainerRecord& record) {
    const auto deadline = std::chrono::steady_clock::now() + monitorLimit;
    while (!bundle.isInitReady()) {
        if (!openProcess(record.init) || std::chrono::steady_clock::now() > deadline)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

// A machine without memory rather loses a task than who knows how it ended. What the runtime starts
// in the container has a score of its own.
void protectFromOomKiller(pid_t monitor) {
    constexpr std::string_view score = "-998"; // as containerd's shims
    const Fd file(
        open(fmt::format("/proc/{}/oom_score_adj", monitor).c_str(), O_WRONLY | O_CLOEXEC));
    if (file) // without the right to, the monitor is as it was
        [[maybe_unused]]
        const auto written = write(file.number(), score.data(), score.size());
}

// Whether the command of a recorded container may have begun. The fifo alone does not tell: an
// agent that died between releasing the init and removing the fifo left a task that runs.
bool hasBegun(const Bundle& bundle) {
    constexpr auto limit = std::chrono::milliseconds(200); // of an init that was just released
    const auto deadline = std::chrono::steady_clock::now() + limit;
    while (bundle.isWaitingForStart() && !bundle.isInitReady()) {
        if (std::chrono::steady_clock::now() > deadline)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    unlink(bundle.startFifo().c_str());
    return true;
}

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

// What a monitor wrote after its container had been destroyed.
void removeStrayExits(const std::string& stateDirectory) {
    std::error_code ignored;
    for (const auto& exit :
        std::filesystem::directory_iterator(stateDirectory + "/exits", ignored)) {
        if (!std::filesystem::exists(
                stateDirectory + "/containers/" + exit.path().filename().string(), ignored))
            std::filesystem::remove(exit.path(), ignored);
    }
}

} // namespace

Runtime::Runtime(
    RuntimeOptions options, std::vector<Mount> hierarchies, std::unique_ptr<ExitWatch> watch)
    : m_options(std::move(options)), m_hierarchies(std::move(hierarchies)), m_runc(m_options.runc),
      m_bootId(bootId()), m_watch(std::move(watch)) { }

Runtime::~Runtime() = default;

Result<std::unique_ptr<Runtime>> Runtime::open(RuntimeOptions options) {
    for (const char* name : {"", "/containers", "/exits", "/runc"}) {
        if (const auto made = makeDirectories(options.stateDirectory + name, 0700); !made)
            return tl::unexpected(made.error());
    }
    if (const auto made = makeMountPoints(Bundle::mountPoints(options.stateDirectory)); !made)
        return tl::unexpected(made.error());
    if (const auto made = makeDirectories(options.mountPlace, 0700); !made)
        return tl::unexpected(made.error());
    // Before anything is removed.
    if (const auto dropped = dropOldMounts(options.mountPlace, options.hidden); !dropped)
        return tl::unexpected(dropped.error());
    options.hidden.push_back(options.stateDirectory);
    options.hidden.push_back(options.mountPlace);
    auto hierarchies = cgroupMounts();
    if (!hierarchies)
        return tl::unexpected(hierarchies.error());
    removeStrayExits(options.stateDirectory);
    auto watch = ExitWatch::open(options.stateDirectory + "/exits");
    if (!watch)
        return tl::unexpected(watch.error());
    return std::unique_ptr<Runtime>(
        new Runtime(std::move(options), std::move(*hierarchies), std::move(*watch)));
}

Bundle Runtime::bundle(const ContainerId& id) const {
    return {m_options.stateDirectory, m_options.mountPlace, id};
}

Cgroup Runtime::cgroup(const ContainerId& id) const {
    return {m_hierarchies, m_options.cgroupParent + '/' + id.value};
}

Result<Launched> Runtime::launch(const ContainerSpec& spec) {
    if (const auto checked = checkSpec(spec); !checked)
        return tl::unexpected(checked.error());
    const Bundle made = bundle(spec.id);
    if (const auto created = made.create(); !created)
        return tl::unexpected(created.error());
    auto launched = launchIn(made, spec);
    if (launched)
        return launched;
    killLaunchers(m_options.stateDirectory, spec.id);
    if (const auto destroyed = destroy(spec.id); !destroyed)
        return failure(fmt::format("{}; cleaning up failed as well: {}", launched.error().message,
                           destroyed.error().message),
            launched.error().kind);
    return launched;
}

Result<Launched> Runtime::launchIn(const Bundle& bundle, const ContainerSpec& spec) {
    if (const auto loaded = spec.gpuMinors.empty() ? Status() : loadUvm(); !loaded)
        return tl::unexpected(loaded.error());
    const auto sandbox = openSandbox(spec.sandbox, spec.user);
    if (!sandbox)
        return tl::unexpected(sandbox.error());
    const auto status = bundle.createStatusFile();
    if (!status)
        return tl::unexpected(status.error());
    const auto volumes
        = spec.image ? cloneMounts(spec.image->mounts) : Result<std::vector<Fd>>(std::vector<Fd>());
    if (!volumes)
        return tl::unexpected(volumes.error());
    std::optional<Creation> creation;
    const auto prepared = inOwnMountNamespace([&]() -> Status {
        auto begun = Creation::begin(
            {m_options.conmon, m_runc.path(), m_options.stateDirectory}, bundle, *status, *sandbox);
        if (!begun)
            return tl::unexpected(begun.error());
        creation.emplace(std::move(*begun));
        return prepare(bundle, spec, *volumes);
    });
    if (!prepared)
        return tl::unexpected(prepared.error());
    const auto pid = creation->create(m_options.launchLimit);
    if (!pid)
        return tl::unexpected(pid.error());
    const auto record = recordOf(bundle, spec, *pid);
    if (!record)
        return tl::unexpected(record.error());
    if (const auto written = writeFileAtomically(bundle.file("record.json"), recordText(*record));
        !written)
        return tl::unexpected(written.error());
    m_watch->follow(*record);
    if (const auto started = start(bundle); !started)
        return tl::unexpected(started.error());
    return Launched{spec.id, record->init};
}

Status Runtime::prepare(
    const Bundle& bundle, ContainerSpec spec, const std::vector<Fd>& volumes) const {
    const auto facts = readHostFacts(m_options.hidden);
    if (!facts)
        return tl::unexpected(facts.error());
    const auto view = viewOf(spec, *facts);
    const auto mounted
        = spec.image ? bundle.mountImage(*spec.image, volumes) : bundle.mountHost(view);
    if (!mounted)
        return mounted;
    const ContainerPlaces places{bundle.rootfs(), m_options.init,
        m_options.cgroupParent + '/' + spec.id.value, bundle.volumes(), view.readOnly,
        has32BitLoader(
            Fd(::open(bundle.rootfs().c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)))};
    return writeFileAtomically(bundle.file("config.json"), ociConfig(spec, *facts, places));
}

HostView Runtime::viewOf(const ContainerSpec& spec, const HostFacts& facts) const {
    if (spec.image)
        return {};
    HostView view{.mounts = shownMounts(facts),
        .readOnly = isPrivileged(spec) && !m_options.hostRootWritable,
        .hidden = fileSecrets(m_options.secretFiles),
        .ours = facts.hidden};
    view.ours.push_back(spec.sandbox);
    if (!m_options.secretLists.empty())
        view.hidden.add(listedSecrets(m_options.secretLists, facts.hidden));
    if (view.readOnly)
        view.hidden.add(machineSecrets());
    return view;
}

Result<ContainerRecord> Runtime::recordOf(
    const Bundle& bundle, const ContainerSpec& spec, pid_t init) const {
    const auto monitor
        = findProcess(std::atoi(readFile(bundle.file("conmon.pid")).value_or("0").c_str()));
    const auto first = findProcess(init); // after the monitor, which ends with it
    if (!first)
        return failure(fmt::format("Container {} ended before it was started", spec.id.value),
            Error::Kind::Internal);
    if (!monitor)
        return failure(
            fmt::format("conmon of container {} ended before it was started", spec.id.value),
            Error::Kind::Unavailable);
    protectFromOomKiller(monitor->pid);
    return ContainerRecord{spec.id, *first, *monitor, m_bootId, spec.sandbox, spec.gpuMinors,
        spec.killGrace, spec.stopSignal, spec.terminal.has_value()};
}

// runc's init waits, before it becomes the command, for somebody to open its fifo and read: that is
// all that "runc start" does, and a fourth of a launch would be the start of that program. A
// runtime without the fifo (crun) is asked in the ordinary way.
Status Runtime::start(const Bundle& bundle) const {
    if (bundle.isWaitingForStart())
        return releaseInit(bundle.startFifo(), m_options.launchLimit);
    const auto run = runProgram(
        {m_options.runc, "--root", m_options.stateDirectory + "/runc", "start", bundle.id().value},
        m_options.launchLimit);
    if (!run)
        return failure("Failed to start the container", run.error());
    if (run->exitCode != 0)
        return failure(
            fmt::format("Failed to start the container: {}", run->output), Error::Kind::Internal);
    return {};
}

Status Runtime::signal(const ContainerId& id, int number, bool all) {
    const Bundle found = bundle(id);
    const auto record = found.record();
    if (!record)
        return failure(fmt::format("Container {} does not exist", id.value), Error::Kind::NotFound);
    const bool ready = record->bootId == m_bootId && waitForInit(found, *record);
    const int meant = number == SIGTERM ? record->stopSignal : number;
    if (ready && all)
        cgroup(id).signalAll(number);
    else if (!ready || !signalProcess(record->init, meant))
        return failure(fmt::format("Container {} has ended", id.value), Error::Kind::NotFound);
    return {};
}

Status Runtime::resize(const ContainerId& id, const ContainerSize& size) const {
    const auto record = bundle(id).record();
    if (!record || record->bootId != m_bootId)
        return failure(fmt::format("Container {} does not exist", id.value), Error::Kind::NotFound);
    if (const auto loaded = size.gpuMinors.empty() ? Status() : loadUvm(); !loaded)
        return loaded;
    const auto facts = readHostFacts({});
    if (!facts)
        return tl::unexpected(facts.error());
    const auto present = DeviceNodes::of(record->init);
    if (!present)
        return tl::unexpected(present.error());
    const auto cgroup = this->cgroup(id);
    // Whoever dies from here on leaves rules that are ours: the next life takes them as they are.
    unlink(bundle(id).file(keptRules).c_str());
    for (const auto& node : deviceNodes(size.gpuMinors, *facts)) {
        const bool had = present->has(node);
        if (had && facts->cgroupV2) // there it can only be of the launch, which allowed it
            continue;
        if (const auto allowed = cgroup.allow(node); !allowed)
            return allowed;
        if (const auto made = had ? Status() : present->make(node); !made)
            return made;
    }
    return cgroup.resize(size.cpus, size.memory);
}

Result<Runtime::KeptRules> Runtime::deviceRules(const ContainerId& id) const {
    auto now = cgroup(id).deviceRules();
    if (!now)
        return tl::unexpected(now.error());
    if (const auto kept = readFile(bundle(id).file(keptRules)))
        return KeptRules{std::move(*now), DeviceRules::parse(*kept)};
    return KeptRules{*now, *now};
}

Status Runtime::keepDeviceRules(const ContainerId& id) const {
    const auto now = cgroup(id).deviceRules();
    if (!now)
        return tl::unexpected(now.error());
    return writeFileAtomically(bundle(id).file(keptRules), now->text());
}

std::optional<std::string> Runtime::sandboxOf(const ContainerId& id) const {
    const auto record = bundle(id).record();
    return record ? std::optional(record->sandbox) : std::nullopt;
}

bool Runtime::hasTerminal(const ContainerId& id) const {
    const auto record = bundle(id).record();
    return record && record->hasTerminal;
}

Result<Fd> Runtime::openTerminal(const ContainerId& id) const {
    const Bundle found = bundle(id);
    const auto record = found.record();
    if (!record || record->bootId != m_bootId)
        return failure(fmt::format("Container {} does not exist", id.value), Error::Kind::NotFound);
    if (!record->hasTerminal)
        return failure(fmt::format("Container {} has no terminal", id.value));
    if (!waitForInit(found, *record))
        return failure(fmt::format("Container {} has ended", id.value), Error::Kind::NotFound);
    return takeDescriptor(record->init, kTerminalDescriptor);
}

bool Runtime::isReady(const ContainerId& id) const {
    return bundle(id).isInitReady();
}

Exit Runtime::exitOf(const Bundle& bundle) const {
    Exit exit = bundle.exit();
    const auto cgroup = this->cgroup(bundle.id());
    exit.oomKilled = cgroup.oomKills().value_or(0) > 0;
    if (exit.oomKilled)
        exit.memoryPeak = cgroup.memoryPeak();
    return exit;
}

// Once the exit file is there, conmon has nothing left to do: it need not be waited for.
void Runtime::endMonitor(const Bundle& bundle) const {
    const auto record = bundle.record();
    if (!record || record->bootId != m_bootId)
        return;
    if (!bundle.hasExitFile() && !waitForEnd(record->monitor, monitorLimit)) {
        signalProcess(record->monitor, SIGKILL);
        waitForEnd(record->monitor, monitorLimit);
        return;
    }
    signalProcess(record->monitor, SIGKILL);
}

Result<Exit> Runtime::destroy(
    const ContainerId& id, std::optional<std::chrono::milliseconds> limit) {
    const Bundle bundle = this->bundle(id);
    const Cgroup cgroup = this->cgroup(id);
    if (!bundle.exists() && cgroup.members().empty())
        return failure(fmt::format("Container {} does not exist", id.value), Error::Kind::NotFound);
    m_watch->settle(id);
    if (const auto killed = cgroup.killAll(limit.value_or(m_options.killLimit)); !killed)
        return tl::unexpected(killed.error());
    endMonitor(bundle);
    const Exit exit = exitOf(bundle);
    if (const auto removed = cgroup.remove(); !removed)
        return tl::unexpected(removed.error());
    if (const auto removed = bundle.remove(); !removed)
        return tl::unexpected(removed.error());
    m_watch->forget(id);
    return exit;
}

Result<std::optional<Recovered>> Runtime::recoverOne(const ContainerId& id) {
    const Bundle found = bundle(id);
    const auto record = found.record();
    if (!record || !hasBegun(found)) {
        if (const auto killed = killLaunchers(m_options.stateDirectory, id); !killed)
            return tl::unexpected(killed.error());
        const auto destroyed = destroy(id);
        if (!destroyed)
            return tl::unexpected(destroyed.error());
        return std::nullopt;
    }
    m_watch->follow(*record);
    const bool thisBoot = record->bootId == m_bootId;
    const bool monitored = thisBoot && openProcess(record->monitor);
    const bool running = thisBoot && openProcess(record->init);
    // In this order: a living monitor may still write the file, a dead one wrote it before.
    const bool ended = found.hasExitFile() || (!monitored && !running);
    if (!ended || !m_watch->settle(id))
        return Recovered{*record, std::nullopt};
    return Recovered{*record, exitOf(found)};
}

Result<std::vector<Recovered>> Runtime::recover() {
    std::vector<Recovered> result;
    for (const std::string& name : namesIn(m_options.stateDirectory + "/containers")) {
        if (name.starts_with(".removed-")) {
            if (const auto removed = Bundle::removeDiscarded(m_options.stateDirectory, name);
                !removed)
                return tl::unexpected(removed.error());
            continue;
        }
        const auto one = recoverOne(ContainerId{name});
        if (!one)
            return failure(fmt::format("Failed to recover container {}", name), one.error());
        if (*one)
            result.push_back(**one);
    }
    return result;
}

std::vector<Exit> Runtime::takeExits() {
    auto ended = m_watch->take();
    std::vector<ContainerId> ids = std::move(ended.reported);
    ids.insert(ids.end(), ended.lost.begin(), ended.lost.end());
    std::vector<Exit> exits;
    for (const ContainerId& id : ids) {
        const Bundle found = bundle(id);
        if (found.record())
            exits.push_back(exitOf(found));
    }
    return exits;
}

Status Runtime::writeProcess(const std::string& file, const Bundle& bundle,
    const std::vector<std::string>& argv,
    const std::vector<std::pair<std::string, std::string>>& environment,
    const std::string& terminal) const {
    const auto config = readFile(bundle.file("config.json"));
    if (!config)
        return tl::unexpected(config.error());
    winsize size{};
    const Fd end(::open(terminal.c_str(), O_RDONLY | O_NOCTTY | O_CLOEXEC));
    if (!end || ioctl(end.number(), TIOCGWINSZ, &size) != 0)
        return systemFailure("read the size of " + terminal);
    const auto process = terminalProcess(*config, argv, environment, {size.ws_row, size.ws_col});
    return process ? writeFileAtomically(file, *process) : tl::unexpected(process.error());
}

Result<std::unique_ptr<Execution>> Runtime::execute(const ContainerId& id,
    const std::vector<std::string>& argv,
    const std::vector<std::pair<std::string, std::string>>& environment, const std::string& name,
    const Descriptors& io) const {
    const Bundle found = bundle(id);
    RuncExecution::Files files{.pid = found.file((name + ".pid").c_str())};
    std::vector<std::string> arguments{m_options.runc, "--root", m_options.stateDirectory + "/runc",
        "exec", "--pid-file", files.pid};
    if (!io.terminal.empty()) {
        files.process = found.file((name + ".json").c_str());
        if (auto written = writeProcess(files.process, found, argv, environment, io.terminal);
            !written)
            return tl::unexpected(written.error());
        arguments.insert(arguments.end(), {"--process", files.process, id.value});
    } else {
        for (const auto& [key, value] : environment) {
            arguments.emplace_back("--env");
            arguments.push_back(key + '=' + value);
        }
        arguments.push_back(id.value);
        arguments.insert(arguments.end(), argv.begin(), argv.end());
    }
    const auto pid = spawn(arguments, {"PATH=/usr/sbin:/usr/bin:/sbin:/bin"}, "", io);
    if (!pid)
        return tl::unexpected(pid.error());
    Fd end(static_cast<int>(syscall(SYS_pidfd_open, *pid, 0)));
    return std::make_unique<RuncExecution>(*pid, std::move(end), std::move(files), cgroup(id));
}

// What cannot be looked at is left to the runtime to judge.
Status Runtime::findProgram(const ContainerId& id, const std::string& program,
    const std::vector<std::pair<std::string, std::string>>& environment) const {
    const Bundle found = bundle(id);
    const auto record = found.record();
    const auto config = readFile(found.file("config.json"));
    const auto place = config ? parseProcessPlace(*config) : tl::unexpected(config.error());
    if (!record || record->bootId != m_bootId || !place)
        return {};
    const Fd init = openProcess(record->init);
    const Fd root(::open(
        fmt::format("/proc/{}/root", record->init.pid).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    // Still the same process: the root is that container's.
    if (!root || !init || !findProcess(record->init.pid)
        || *findProcess(record->init.pid) != record->init)
        return {};
    return container::findProgram(root, program, *place, environment);
}

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
Status Runtime::endStray(const Stray& stray, std::optional<std::chrono::milliseconds> limit) {
    if (const auto killed = killLaunchers(stray.stateDirectory, stray.id); !killed)
        return killed;
    const auto destroyed = destroy(stray.id, limit);
    if (!destroyed && destroyed.error().kind != Error::Kind::NotFound)
        return tl::unexpected(destroyed.error());
    return cgroup(stray.id).remove(); // of one that ended by itself
}

} // namespace muster::container
