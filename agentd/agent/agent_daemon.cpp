// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/agent_daemon.h"

#include <random>

#include <spdlog/spdlog.h>

#include "agentd/agent/agent_secret.h"
#include "agentd/agent/agent_state.h"
#include "agentd/agent/start.h"
#include "agentd/clock.h"

namespace muster::agentd {
namespace {

constexpr Duration kDiskLook = std::chrono::seconds(5);

} // namespace

Status AgentDaemon::State::startGc(const Options& options, const node::RecoveredAgent& known) {
    auto opened = openGc(io, options);
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    gc = std::move(*opened);
    for (const auto& task : known.tasks) {
        noteUse(task);
    }
    for (const auto& executor : known.executors) {
        noteUse(executor);
    }
    gc->start();
    return {};
}

AgentParts AgentDaemon::State::parts(Bytes fetcherCache) const {
    AgentParts out;
    if (containers) {
        out = containers->parts();
        out.cache = fetcherCache;
    }
    if (gc) {
        out.removed = gc->removed();
        out.notRemoved = gc->notRemoved();
        out.toRemove = gc->toRemove();
        out.sandboxAge = gc->allowed();
    }
    return out;
}

Status AgentDaemon::State::startContainers(
    const Options& options, const Machine& machine, const node::RecoveredAgent& known) {
    const auto folders = options.workDir + "/executors";
    const auto posting = [this](node::AgentInput input) { post(std::move(input)); };
    auto runtime = openRuntime(options);
    auto doors = Executors::open(
        io, folders, {.post = posting, .agent = [this] { return operators->agentInfo(); }});
    if (!runtime || !doors) {
        return tl::unexpected(runtime ? doors.error() : runtime.error());
    }
    auto images = Images::open(options, machine);
    auto fetcher = openFetcher(options);
    if (!images || !fetcher) {
        return tl::unexpected(images ? fetcher.error() : images.error());
    }
    auto docker = DockerTasks::open(options, machine);
    if (!docker) {
        return tl::unexpected(docker.error());
    }
    executors = std::move(*doors);
    if (options.executorPort) {
        auto listening = executors->listen(*options.executorPort,
            options.workDir + "/executor_port", [this](const ContainerId& id) {
                return containers ? containers->processes(id) : std::vector<pid_t>();
            });
        if (!listening) {
            return listening;
        }
    }
    executors->recover(known.executors);
    Containers::Parts parts{.runtime = std::move(*runtime),
        .images = std::move(*images),
        .fetcher = std::move(*fetcher),
        .docker = std::move(*docker),
        .allowance = {.folders = options.allowedVolumes,
            .capabilities = options.allowedCapabilities,
            .hidden = hiddenPlaces(options)},
        .defaults = {.sandboxes = options.workDir + "/sandboxes",
            .executorEnvironment = options.executorEnvironment,
            .agent = known.id,
            .logSize = Bytes{static_cast<std::uint64_t>(options.maxLogSize)},
            .logFiles = static_cast<unsigned>(options.maxLogFiles),
            .memory = options.defaultTaskMemory,
            .executors = folders,
            .endpoint = executors->endpoint(),
            .shutdownGrace = options.executorShutdownGrace,
            .reregistration = options.executorReregistration},
        .probeFolder = options.workDir + "/probe",
        .gpuProblem = [this] { return driver ? driver->look() : std::string(); }};
    containers = std::make_unique<Containers>(
        io, std::move(parts), posting, [this](muster::v1::Stream part) { send(std::move(part)); });
    imageCalls = std::make_unique<ImageCalls>(io, containers->images(),
        [this](muster::v1::AgentMessage message) { send(std::move(message)); });
    std::vector<ContainerId> ids;
    for (const auto& task : known.tasks) {
        if (node::hasOwnContainer(task.info)) {
            ids.push_back(task.container);
        }
    }
    for (const auto& executor : known.executors) {
        ids.push_back(executor.container);
    }
    if (auto status = containers->recover(ids, checkpoints.unreadable()); !status) {
        return status;
    }
    for (const auto& id : checkpoints.unreadable()) { // of what has ended
        kept(checkpoints.forgetTask(id));
        kept(checkpoints.forgetExecutor(id));
    }
    return {};
}

GpuWatch::Settings AgentDaemon::State::watchSettings(
    const Options& options, const Machine& machine) const {
    return {.probe = machine.probe,
        .known = machine.info.gpus,
        .problem = machine.driverProblem,
        .interval = options.sampleInterval,
        .limits = {.start = options.gpuStartTimeout}};
}

GpuWatch::Seams AgentDaemon::State::watchSeams(const Options& options, bool simulated) {
    GpuWatch::Seams seams;
    seams.send = [this](muster::v1::AgentMessage message) {
        if (registered) {
            send(std::move(message));
        }
    };
    seams.report = [this](node::GpusReported report) {
        report.driverVersion = foundDriver;
        report.cudaVersion = foundCuda;
        post(std::move(report));
    };
    seams.found = [this](const gpu::Discovery& found) {
        foundDriver = found.driverVersion;
        foundCuda = found.cudaVersion;
        if (containers) {
            containers->takeDriver(found);
        }
    };
    if (!options.offerOccupiedGpus.value_or(simulated)) { // a scenario's processes are made up
        seams.occupants = {ownerOf, [this](const ContainerId& id) {
                               const auto tasks = agent.tasks();
                               const auto own = agent.executors();
                               return std::any_of(tasks.begin(), tasks.end(), [&](const auto& one) {
                                   return one.container == id && !isTerminal(one.state);
                               }) || std::any_of(own.begin(), own.end(), [&](const auto& one) {
                                   return one.container == id;
                               });
                           }};
    }
    return seams;
}

AgentDaemon::AgentDaemon(std::unique_ptr<State> state) : m_state(std::move(state)) { }

AgentDaemon::~AgentDaemon() = default;

Result<std::unique_ptr<AgentDaemon>> AgentDaemon::start(
    boost::asio::io_context& io, const Options& options, const std::string& token) {
    auto machine = readMachine(options);
    if (!machine) {
        return tl::unexpected(machine.error());
    }
    for (const auto& warning : machine->warnings) {
        spdlog::warn("{}", warning);
    }
    if (auto status = checkHost(options, *machine); !status) {
        return tl::unexpected(status.error());
    }
    auto link = linkOptions(options, token);
    auto checkpoints = Checkpoints::open(options.workDir);
    if (!link || !checkpoints) {
        return tl::unexpected(link ? checkpoints.error() : link.error());
    }
    auto secret = agentSecret(options.workDir);
    if (!secret) {
        return tl::unexpected(secret.error());
    }
    std::vector<std::string> warnings;
    const auto begun = std::chrono::steady_clock::now();
    auto recovered = checkpoints->load(warnings);
    if (!recovered) {
        return tl::unexpected(recovered.error());
    }
    for (const auto& warning : warnings) {
        spdlog::warn("{}", warning);
    }
    spdlog::info("Agent resources: {}", machine->info.total.agentText());

    const auto known = *recovered;
    std::random_device random;
    node::Agent agent({.info = machine->info,
                          .ip = options.ip,
                          .owned = machine->owned,
                          .ownsLaterGpus = machine->ownsLaterGpus,
                          .onlyCountsGpus = !machine->isolatesGpus,
                          .seed = (std::uint64_t{random()} << 32) | random(),
                          .executorRegistration = options.executorRegistration,
                          .executorReregistration = options.executorReregistration,
                          .executorShutdownGrace = options.executorShutdownGrace},
        std::move(*recovered), now());
    auto state = std::make_unique<State>(io, std::move(*checkpoints), std::move(agent));
    auto* self = state.get();
    state->secret = std::move(*secret);

    const auto sandboxes = options.workDir + "/sandboxes";
    state->operators = std::make_unique<OperatorApi>(OperatorApi::Facts{.info = machine->info,
                                                         .flags = options.values,
                                                         .port = link->master.authority.port,
                                                         .started = now(),
                                                         .sandboxes = sandboxes},
        OperatorApi::Seams{
            .sample = [self]() -> const gpu::Sample& { return self->watch->latest(); },
            .id = [self] { return self->id; },
            .nested =
                [self] {
                    return self->containers ? self->containers->nested().running()
                                            : std::vector<mesos::v1::ContainerID>();
                }});
    state->operators->counts.recovered(known, warnings.size(),
        std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - begun));
    state->operators->parts
        = [self, cache = options.fetcherCacheSize] { return self->parts(cache); };
    for (const auto& task : known.tasks) {
        state->operators->tasks.save(task);
    }
    for (const auto& executor : known.executors) {
        state->operators->tasks.save(executor);
    }
    if (machine->runsTasks) {
        auto status = state->startContainers(options, *machine, known);
        if (status) {
            status = state->startGc(options, known);
        }
        if (!status) {
            return tl::unexpected(status.error());
        }
    }
    state->logs = std::make_unique<LogReader>(io, sandboxes,
        LogReader::Seams{
            .send = [self](muster::v1::AgentMessage message) { self->send(std::move(message)); },
            .queued = [self] { return self->link->queuedBytes(); },
            .lives = [self](const cluster::TaskKey& key) { return self->lives(key); }});
    state->link = std::make_unique<net::WebSocketClient>(io, std::move(*link),
        net::WebSocketClientEvents{.onOpen = [self] { self->opened(); },
            .onMessage = [self](std::string_view bytes, bool) { self->receive(bytes); },
            .onClosed = [self](const Error& why) { self->lost(why); }});
    state->watch = std::make_unique<GpuWatch>(
        io, self->watchSettings(options, *machine), self->watchSeams(options, machine->simulated));
    state->driver = std::make_unique<DriverWatch>(io, machine->driverRoot,
        [self](const std::string& problem) { self->post(node::DriverChecked{problem}); });
    state->disk = std::make_unique<DiskWatch>(io, options.workDir, kDiskLook,
        DiskWatch::Seams{.free = [folder = options.workDir] { return freeSpace(folder); },
            .settle = [self] { return self->checkpoints.settle(); },
            .makeRoom =
                [self] {
                    if (self->gc) {
                        self->gc->makeRoom();
                    }
                },
            .tell = [self](const std::string& problem) { self->post(node::DiskChecked{problem}); }});
    state->disk->look();
    return std::unique_ptr<AgentDaemon>(new AgentDaemon(std::move(state)));
}

} // namespace muster::agentd
