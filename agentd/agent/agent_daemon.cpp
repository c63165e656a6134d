// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/agent_daemon.h"

#include <deque>
#include <random>

#include <boost/asio/post.hpp>
#include <spdlog/spdlog.h>

#include "agentd/agent/agent_secret.h"
#include "agentd/agent/checkpoints.h"
#include "agentd/agent/containers.h"
#include "agentd/agent/disk_watch.h"
#include "agentd/agent/driver_watch.h"
#include "agentd/agent/executors.h"
#include "agentd/agent/gpu_watch.h"
#include "agentd/agent/image_calls.h"
#include "agentd/agent/log_reader.h"
#include "agentd/agent/machine.h"
#include "agentd/agent/operator_api.h"
#include "agentd/agent/sandbox_gc.h"
#include "agentd/agent/start.h"
#include "agentd/clock.h"
#include "agentd/deadline_timer.h"
#include "agentd/free_bytes.h"
#include "agentd/set_up.h"
#include "core/net/websocket_client.h"
#include "core/proto/agent.h"
#include "core/proto/encoding.h"

namespace muster::agentd {
namespace {

constexpr Duration kDiskLook = std::chrono::seconds(5);

} // namespace

// The running agent: its parts, the machine that decides for them, and the link to the master.
struct AgentDaemon::State {
    boost::asio::io_context& io;
    Checkpoints checkpoints;
    node::Agent agent;
    std::unique_ptr<Containers> containers; // none with --isolation=none
    std::unique_ptr<ImageCalls> imageCalls; // likewise
    std::unique_ptr<Executors> executors; // likewise
    std::unique_ptr<SandboxGc> gc; // likewise
    std::unique_ptr<LogReader> logs;
    std::unique_ptr<GpuWatch> watch;
    std::unique_ptr<DriverWatch> driver;
    std::unique_ptr<DiskWatch> disk;
    std::unique_ptr<OperatorApi> operators;
    std::unique_ptr<net::WebSocketClient> link;
    DeadlineTimer timer;
    std::deque<node::AgentInput> inputs;
    bool scheduled = false;
    bool registered = false;
    AgentId id; // as the master knows it
    std::string secret; // by which the master knows it again
    std::string lastProblem;
    std::string foundDriver, foundCuda; // the versions that NVML told last

    State(boost::asio::io_context& context, Checkpoints kept, node::Agent machine)
        : io(context), checkpoints(std::move(kept)), agent(std::move(machine)),
          timer(context, [this] { post(node::Tick{}); }) { }

    // The parts of an agent that runs tasks; known: what an earlier one left.
    Status startContainers(
        const Settings& settings, const Machine& machine, const node::RecoveredAgent& known);
    GpuWatch::Settings watchSettings(const AgentOptions& options, const Machine& machine) const;
    GpuWatch::Callbacks watchCallbacks(const AgentOptions& options, bool simulated);
    Status startGc(const Settings& settings, const node::RecoveredAgent& known);
    AgentParts parts(Bytes fetcherCache) const;

    void post(node::AgentInput input);
    void run();

    void take(node::ToMaster& out);
    void take(node::Launch& out);
    void take(node::CancelLaunch& out);
    void take(node::LaunchExecutor& out);
    void take(node::ResizeContainer& out);
    void take(node::TellExecutor& out);
    void take(node::SaveExecutor& out);
    void take(node::ForgetExecutor& out);
    void take(node::Signal& out);
    void take(node::Destroy& out);
    void take(node::RunCheck& out);
    void take(node::ProbeLaunch& out);
    void take(node::SaveTask& out);
    void take(node::ForgetTask& out);
    void take(node::SaveRestrictions& out);
    void take(node::SaveId& out);
    void refuse(const ContainerId& container);
    // A message of the master that cannot be read. Tasks that it was to launch have ended.
    void refuse(const muster::v1::AgentCommand& command, const Error& why);
    // An agent that cannot remember what it runs, not even in its reserve, must not run more: it
    // ends, its containers go on.
    void kept(const Status& status);

    // Whose sandbox stays.
    template <typename Checkpoint>
    void noteUse(const Checkpoint& one) {
        if (gc) {
            gc->inUse(one.container, one.framework.id, one.info.id.value);
        }
    }
    void noteEnd(const ContainerId& container);

    void opened();
    void lost(const Error& why);
    void receive(std::string_view bytes);
    void take(const muster::v1::Stream& part);
    void take(const muster::v1::AgentCommand::Images& call);
    void send(muster::v1::AgentMessage message);
    void send(muster::v1::Stream part);
    void noteOrder(const muster::v1::AgentFacts& facts); // of the GPUs

    static constexpr const char* kRunsNothing
        = "This agent was started with --isolation=none and runs no tasks";
};

Status AgentDaemon::State::startGc(const Settings& settings, const node::RecoveredAgent& known) {
    auto opened = openGc(io, settings.common.workDir, settings.agent);
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
    const Settings& settings, const Machine& machine, const node::RecoveredAgent& known) {
    const auto& options = settings.agent;
    const auto& workDir = settings.common.workDir;
    const auto folders = workDir + "/executors";
    const auto own = ownEndpoints(settings.mode, settings.common);
    auto secrets = namedFiles(settings.mode, settings.values);
    const auto posting = [this](node::AgentInput input) { post(std::move(input)); };
    auto runtime = openRuntime(workDir, options, secrets);
    auto doors = Executors::open(
        io, folders, {.post = posting, .agent = [this] { return operators->agentInfo(); }});
    if (!runtime || !doors) {
        return tl::unexpected(runtime ? doors.error() : runtime.error());
    }
    auto images = Images::open(workDir, options, registryRule(options.fetchAllow, own), machine);
    auto fetcher = openFetcher(workDir, options, own);
    if (!images || !fetcher) {
        return tl::unexpected(images ? fetcher.error() : images.error());
    }
    auto docker = DockerTasks::open(workDir, options, machine);
    if (!docker) {
        return tl::unexpected(docker.error());
    }
    auto hidden = std::move(secrets);
    hidden.push_back(workDir);
    executors = std::move(*doors);
    if (options.executorPort) {
        auto listening = executors->listen(
            *options.executorPort, workDir + "/executor_port", [this](const ContainerId& id) {
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
            .hidden = std::move(hidden)},
        .defaults = {.sandboxes = workDir + "/sandboxes",
            .executorEnvironment = options.executorEnvironment,
            .agent = known.id,
            .logSize = Bytes{static_cast<std::uint64_t>(options.maxLogSize)},
            .logFiles = static_cast<unsigned>(options.maxLogFiles),
            .memory = options.defaultTaskMemory,
            .executors = folders,
            .endpoint = executors->endpoint(),
            .shutdownGrace = options.executorShutdownGrace,
            .reregistration = options.executorReregistration},
        .probeFolder = workDir + "/probe",
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
    const AgentOptions& options, const Machine& machine) const {
    return {.probe = machine.probe,
        .known = machine.info.gpus,
        .problem = machine.driverProblem,
        .interval = options.sampleInterval,
        .limits = {.start = options.gpuStartTimeout}};
}

GpuWatch::Callbacks AgentDaemon::State::watchCallbacks(const AgentOptions& options, bool simulated) {
    GpuWatch::Callbacks callbacks;
    callbacks.send = [this](muster::v1::AgentMessage message) {
        if (registered) {
            send(std::move(message));
        }
    };
    callbacks.report = [this](node::GpusReported report) {
        report.driverVersion = foundDriver;
        report.cudaVersion = foundCuda;
        post(std::move(report));
    };
    callbacks.found = [this](const gpu::Discovery& found) {
        foundDriver = found.driverVersion;
        foundCuda = found.cudaVersion;
        if (containers) {
            containers->onDriver(found);
        }
    };
    callbacks.taskOf = [this](std::uint32_t pid) {
        const auto container = ownerOf(pid).container;
        for (const auto& one : container ? agent.tasks() : std::vector<node::Agent::TaskView>()) {
            if (one.container == *container) {
                return one.key;
            }
        }
        for (const auto& one :
            container ? agent.executors() : std::vector<node::Agent::ExecutorView>()) {
            if (one.container == *container) {
                return cluster::TaskKey{one.framework, {}};
            }
        }
        return cluster::TaskKey();
    };
    if (!options.offerOccupiedGpus.value_or(simulated)) { // a scenario's processes are made up
        callbacks.occupants
            = {ownerOf, [this](const ContainerId& id) {
                   const auto tasks = agent.tasks();
                   const auto own = agent.executors();
                   return std::any_of(tasks.begin(), tasks.end(), [&](const auto& one) {
                       return one.container == id && !isTerminal(one.state);
                   }) || std::any_of(own.begin(), own.end(), [&](const auto& one) {
                       return one.container == id;
                   });
               }};
    }
    return callbacks;
}

void AgentDaemon::State::post(node::AgentInput input) {
    inputs.push_back(std::move(input));
    if (!std::exchange(scheduled, true)) {
        boost::asio::post(io, [this] { run(); });
    }
}

void AgentDaemon::State::run() {
    scheduled = false;
    while (!inputs.empty()) {
        auto input = std::move(inputs.front());
        inputs.pop_front();
        operators->counts.onInput(input);
        for (auto& output : agent.apply(std::move(input), now())) {
            operators->counts.onOutput(output);
            std::visit([this](auto& out) { take(out); }, output);
        }
        operators->counts.done();
    }
    timer.set(agent.nextDeadline());
}

void AgentDaemon::State::take(node::ToMaster& out) {
    auto message = proto::toProto(out.message);
    if (message.has_register_()) {
        message.mutable_register_()->set_secret(secret);
        *message.mutable_register_()->mutable_journal() = checkpoints.journal();
    }
    if (watch && (message.has_register_() || message.has_update())) {
        noteOrder(message.has_update() ? message.update() : message.register_().facts());
    }
    send(std::move(message));
}
void AgentDaemon::State::take(node::Launch& out) {
    if (!disk->problem().empty()) {
        return post(node::ContainerFailed{out.container, disk->problem(), node::LaunchFault::Node});
    }
    if (containers) {
        containers->launch(std::move(out));
    } else {
        refuse(out.container);
    }
}
void AgentDaemon::State::take(node::CancelLaunch& out) {
    if (containers) {
        containers->cancel(out.container);
    }
}
void AgentDaemon::State::take(node::LaunchExecutor& out) {
    if (!executors) {
        return refuse(out.container);
    }
    if (!disk->problem().empty()) {
        return post(node::ContainerFailed{out.container, disk->problem(), node::LaunchFault::Node});
    }
    if (auto ready = executors->add({out.container, out.framework, out.executor, {}, false});
        !ready) {
        return post(node::ContainerFailed{out.container, ready.error().message});
    }
    containers->launch(std::move(out));
}
void AgentDaemon::State::take(node::ResizeContainer& out) {
    containers->resize(out);
}
void AgentDaemon::State::take(node::TellExecutor& out) {
    executors->tell(out);
}
void AgentDaemon::State::take(node::SaveExecutor& out) {
    noteUse(out.executor);
    kept(checkpoints.saveExecutor(out.executor));
    operators->tasks.save(out.executor);
}
void AgentDaemon::State::take(node::ForgetExecutor& out) {
    noteEnd(out.container);
    kept(checkpoints.forgetExecutor(out.container));
    operators->tasks.forget(out.container);
    executors->remove(out.container);
}
void AgentDaemon::State::take(node::Signal& out) {
    containers->signal(out.container, out.signal);
}
void AgentDaemon::State::take(node::Destroy& out) {
    containers->destroy(out.container);
}
void AgentDaemon::State::take(node::RunCheck& out) {
    containers->check(std::move(out));
}
void AgentDaemon::State::take(node::ProbeLaunch& out) {
    if (!disk->problem().empty()) {
        return post(node::LaunchProbed{disk->problem()});
    }
    containers->probe(out);
}
void AgentDaemon::State::take(node::SaveTask& out) {
    noteUse(out.task);
    kept(checkpoints.saveTask(out.task));
    operators->tasks.save(out.task);
}
void AgentDaemon::State::take(node::ForgetTask& out) {
    noteEnd(out.container);
    kept(checkpoints.forgetTask(out.container));
    operators->tasks.forget(out.container);
}
void AgentDaemon::State::take(node::SaveRestrictions& out) {
    kept(checkpoints.saveRestrictions(out.restrictions));
}
void AgentDaemon::State::take(node::SaveId& out) {
    kept(checkpoints.saveId(out.id));
    if (containers) {
        containers->setAgent(out.id);
    }
}

void AgentDaemon::State::noteEnd(const ContainerId& container) {
    if (gc) {
        gc->ended(container);
    }
}

void AgentDaemon::State::refuse(const ContainerId& container) {
    post(node::ContainerFailed{container, kRunsNothing});
}

void AgentDaemon::State::kept(const Status& status) {
    if (!status) {
        spdlog::critical("{}. The agent exits; its tasks keep running", status.error().message);
        std::_Exit(1);
    }
    if (checkpoints.isFull() && disk && disk->problem().empty()) {
        disk->look();
    }
}

void AgentDaemon::State::opened() {
    post(node::MasterConnected{});
}

void AgentDaemon::State::lost(const Error& why) {
    if (registered || lastProblem != why.message) {
        spdlog::warn("{}; retrying", why.message);
    }
    lastProblem = why.message;
    logs->cancelAll();
    if (containers) {
        containers->masterLost();
        imageCalls->cancelAll();
    }
    if (std::exchange(registered, false)) {
        post(node::MasterLost{});
    }
}

void AgentDaemon::State::noteOrder(const muster::v1::AgentFacts& facts) {
    std::vector<GpuUuid> order;
    for (const auto& gpu : facts.gpus()) {
        order.push_back({gpu.uuid()});
    }
    watch->setOrder(std::move(order));
}

void AgentDaemon::State::send(muster::v1::AgentMessage message) {
    link->send(
        std::make_shared<const std::string>(proto::encode(message, proto::Encoding::Binary)));
}

void AgentDaemon::State::receive(std::string_view bytes) {
    muster::v1::AgentCommand command;
    if (auto status
        = proto::decode(bytes, proto::Encoding::Binary, command, proto::kMaximumOfAgent);
        !status) {
        return refuse(command, status.error());
    }
    if (command.has_journal()) {
        kept(checkpoints.saveJournal(command.journal()));
    }
    if (command.has_read_log()) {
        return logs->start(command.read_log());
    }
    if (command.command_case() == muster::v1::AgentCommand::kCancelLog) {
        return logs->cancel(command.cancel_log());
    }
    if (command.has_log_taken()) {
        return logs->taken(command.log_taken().stream(), command.log_taken().bytes());
    }
    if (command.has_query()) {
        muster::v1::AgentMessage answer;
        *answer.mutable_answer() = operators->answer(command.query(), now());
        return send(std::move(answer));
    }
    if (command.has_stream()) {
        return take(command.stream());
    }
    if (command.has_images()) {
        return take(command.images());
    }
    auto value = proto::fromProto(command);
    if (!value) {
        return refuse(command, value.error());
    }
    if (const auto* answer = std::get_if<cluster::Registered>(&*value)) {
        registered = true;
        lastProblem.clear();
        id = answer->id;
        spdlog::info("Registered with the master as {}", answer->id.value);
    }
    post(node::FromMaster{std::move(*value)});
}

void AgentDaemon::State::refuse(const muster::v1::AgentCommand& command, const Error& why) {
    spdlog::error("The master sent a message that this agent does not understand: {}", why.message);
    for (auto& end : proto::refusalsOf(command, why, now().wall)) {
        send(proto::toProto(cluster::AgentMessage(std::move(end))));
    }
    const bool isGroup = command.has_run_group();
    const FrameworkId framework{
        isGroup ? command.run_group().framework().id() : command.run().framework().id()};
    const ExecutorId executor{isGroup ? command.run_group().executor().executor_id().value()
                                      : command.run().task().executor().executor_id().value()};
    if (!executor.empty() && !agent.hasExecutor(framework, executor)) {
        send(proto::toProto(
            cluster::AgentMessage(cluster::ExecutorEnded{framework, executor, id, 0})));
    }
}

void AgentDaemon::State::take(const muster::v1::Stream& part) {
    if (containers) {
        return containers->take(part);
    }
    muster::v1::Stream refused;
    refused.set_id(part.id());
    refused.mutable_end()->set_status(400);
    refused.mutable_end()->set_body(kRunsNothing);
    send(std::move(refused));
}
void AgentDaemon::State::take(const muster::v1::AgentCommand::Images& call) {
    if (imageCalls) {
        return imageCalls->take(call);
    }
    muster::v1::AgentMessage refused;
    refused.mutable_images()->set_id(call.id());
    refused.mutable_images()->mutable_report()->set_error(kRunsNothing);
    refused.mutable_images()->mutable_report()->set_end(true);
    send(std::move(refused));
}
void AgentDaemon::State::send(muster::v1::Stream part) {
    muster::v1::AgentMessage message;
    *message.mutable_stream() = std::move(part);
    send(std::move(message));
}

AgentDaemon::AgentDaemon(std::unique_ptr<State> state) : m_state(std::move(state)) { }

AgentDaemon::~AgentDaemon() = default;

Result<std::unique_ptr<AgentDaemon>> AgentDaemon::start(
    boost::asio::io_context& io, const Settings& settings) {
    const auto& common = settings.common;
    const auto& options = settings.agent;
    auto machine = readMachine(common, options);
    if (!machine) {
        return tl::unexpected(machine.error());
    }
    for (const auto& warning : machine->warnings) {
        spdlog::warn("{}", warning);
    }
    if (auto status = checkHost(options, *machine); !status) {
        return tl::unexpected(status.error());
    }
    std::function<std::string()> findToken;
    if (common.authenticate) {
        findToken = [mode = settings.mode, common, master = options.master] {
            return tokenFor(mode, common, master).value_or(std::string());
        };
    }
    auto link = linkOptions(options, settings.token, std::move(findToken));
    auto checkpoints = Checkpoints::open(common.workDir);
    if (!link || !checkpoints) {
        return tl::unexpected(link ? checkpoints.error() : link.error());
    }
    auto secret = agentSecret(common.workDir);
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
                          .ip = common.ip,
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

    const auto sandboxes = common.workDir + "/sandboxes";
    state->operators = std::make_unique<OperatorApi>(OperatorApi::Facts{.info = machine->info,
                                                         .flags = settings.values,
                                                         .port = link->master.authority.port,
                                                         .started = now(),
                                                         .sandboxes = sandboxes},
        OperatorApi::Callbacks{
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
        auto status = state->startContainers(settings, *machine, known);
        if (status) {
            status = state->startGc(settings, known);
        }
        if (!status) {
            return tl::unexpected(status.error());
        }
    }
    state->logs = std::make_unique<LogReader>(io, sandboxes,
        LogReader::Callbacks{
            .send = [self](muster::v1::AgentMessage message) { self->send(std::move(message)); },
            .queued = [self] { return self->link->queuedBytes(); },
            .lives = [self](const cluster::TaskKey& key) { return self->agent.lives(key); }});
    state->link = std::make_unique<net::WebSocketClient>(io, std::move(*link),
        net::WebSocketClientEvents{.onOpen = [self] { self->opened(); },
            .onMessage = [self](std::string_view bytes, bool) { self->receive(bytes); },
            .onClosed = [self](const Error& why) { self->lost(why); }});
    state->watch = std::make_unique<GpuWatch>(io, self->watchSettings(options, *machine),
        self->watchCallbacks(options, machine->simulated));
    state->driver = std::make_unique<DriverWatch>(io, machine->driverRoot,
        [self](const std::string& problem) { self->post(node::DriverChecked{problem}); });
    state->disk = std::make_unique<DiskWatch>(io, common.workDir, kDiskLook,
        DiskWatch::Callbacks{.free = [folder = common.workDir]() -> std::optional<Bytes> {
                                 const auto free = freeBytes(folder);
                                 return free ? std::optional(Bytes{*free}) : std::nullopt;
                             },
            .settle = [self] { return self->checkpoints.settle(); },
            .makeRoom =
                [self] {
                    if (self->gc) {
                        self->gc->makeRoom();
                    }
                },
            .tell
            = [self](const std::string& problem) { self->post(node::DiskChecked{problem}); }});
    state->disk->look();
    return std::unique_ptr<AgentDaemon>(new AgentDaemon(std::move(state)));
}

} // namespace muster::agentd
