// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/program/master_daemon.h"

#include <algorithm>
#include <filesystem>
#include <random>

#include <unistd.h>

#include <spdlog/spdlog.h>

#include "agentd/clock.h"
#include "agentd/master/agent_endpoint.h"
#include "agentd/master/alerts.h"
#include "agentd/master/api/agent_api.h"
#include "agentd/master/api/exporter.h"
#include "agentd/master/api/muster_api.h"
#include "agentd/master/api/operator_endpoints.h"
#include "agentd/master/api/scheduler_api.h"
#include "agentd/master/chronos/chronos_api.h"
#include "agentd/master/cluster_meter.h"
#include "agentd/master/console_endpoint.h"
#include "agentd/master/control.h"
#include "agentd/master/control_journal.h"
#include "agentd/master/framework_endpoint.h"
#include "agentd/master/journal_guard.h"
#include "agentd/master/live_data.h"
#include "agentd/master/publisher.h"
#include "agentd/master/services/marathon_api.h"
#include "agentd/master/web/kept_sessions.h"
#include "agentd/master/web/poll_endpoint.h"
#include "agentd/master/web/sandbox_endpoints.h"
#include "agentd/master/web/terminal_endpoint.h"
#include "agentd/master/web/web_endpoints.h"
#include "core/net/address.h"
#include "core/net/server.h"
#include "core/net/token.h"
#include "core/proto/time.h"

namespace muster::agentd {
namespace {

constexpr Duration kHistoryTick = std::chrono::seconds(1);
constexpr Duration kReunion = std::chrono::seconds(15); // of a restarted master and its agents
constexpr int kPruneEvery = 600; // history ticks
constexpr int kReserveEvery = 60;

std::uint64_t randomSeed() {
    std::random_device random;
    return (std::uint64_t{random()} << 32) | random();
}

std::string newMasterId() {
    return UuidSequence(randomSeed()).next().text();
}

// The machine's own name, and that by which the flags call it, where they can be a host's.
void addOwnNames(const CommonOptions& options, std::vector<std::string>& names) {
    char machine[256] = {};
    ::gethostname(machine, sizeof machine - 1);
    for (const auto& name : {options.hostname, std::string(machine)}) {
        if (net::parseAuthority(name, options.port)) {
            names.push_back(name);
        }
    }
}

net::ServerOptions serverOptions(
    const CommonOptions& common, const MasterOptions& options, const std::string& token) {
    net::ServerOptions out;
    out.address = common.ip;
    out.port = common.port;
    out.names = options.allowedHosts;
    addOwnNames(common, out.names);
    out.authenticate = common.authenticate;
    out.credentials = options.credentials;
    if (!common.tlsCert.empty()) {
        out.tls = net::TlsFiles{common.tlsCert, common.tlsKey};
    }
    out.principalOf = [hash = net::hashToken(token)](std::string_view presented) {
        return net::matches(hash, presented) ? std::optional(std::string(kOperator)) : std::nullopt;
    };
    out.onProblem = [](const Error& problem) { spdlog::warn("{}", problem.message); };
    return out;
}

std::vector<net::Route> released(const GuardedRoutes& guarded) {
    std::vector<net::Route> out;
    for (const auto& row : guarded) {
        out.push_back(row.route());
    }
    return out;
}

// The same routes for another port, where nothing stands before their paths.
std::vector<net::Route> atRoot(std::vector<net::Route> routes, const std::string& before) {
    for (auto& route : routes) {
        route.path = "/";
        route.handler
            = [before, handler = std::move(route.handler)](const net::HttpRequest& request) {
                  auto asked = request;
                  asked.path = before + request.path;
                  return handler(asked);
              };
    }
    return routes;
}

Control::Options controlOptions(const std::string& masterId, const MasterOptions& options) {
    return {.master = {.id = masterId,
                .filterGpuResources = options.filterGpuResources,
                .offerTimeout = options.offerTimeout,
                .allocationInterval = options.allocationInterval,
                .fairShareExcluded
                = {options.fairShareExcluded.begin(), options.fairShareExcluded.end()},
                .minAllocatable = options.minAllocatable,
                .regexLimits = options.regexLimits,
                .maxCompletedFrameworks = static_cast<std::size_t>(options.maxCompletedFrameworks),
                .maxCompletedTasks = static_cast<std::size_t>(options.maxCompletedTasks),
                .agentTimeout = options.agentPingTimeout * options.maxAgentPingTimeouts},
        .jobs = {.keepEnded = static_cast<std::size_t>(options.maxCompletedJobs)},
        .schedules = {.disableAfter = static_cast<unsigned>(options.chronosDisableAfter)},
        .services = {.seed = randomSeed(), .gpuScheduling = options.gpuScheduling},
        .setAsideDamaged = options.setAsideDamaged};
}

api::MasterFacts masterFacts(const std::string& masterId, const CommonOptions& options) {
    return {.id = masterId,
        .ip = options.ip,
        .port = options.port,
        .hostname = options.hostname,
        .started = now()};
}

muster::v1::Cluster clusterRow(const std::string& masterId, const Options& options) {
    muster::v1::Cluster out;
    out.set_master_id(masterId);
    out.set_version(MUSTER_VERSION);
    out.set_started_ms(proto::milliseconds(now().wall));
    out.set_simulated(!options.agent.simulate.empty());
    out.set_name(options.master.cluster);
    return out;
}

} // namespace

struct MasterDaemon::State {
    history::Journal journal; // that the control writes
    history::Journal ended; // the same, for those who read what was
    history::Telemetry telemetry;
    TelemetryHub hub;
    LiveData live;
    ClusterMeter meter;
    Uptime meterFrom; // before, the agents of an earlier life are awaited
    std::unique_ptr<Control> control;
    std::unique_ptr<Alerts> alerts;
    std::unique_ptr<Publisher> publisher;
    std::unique_ptr<AgentEndpoint> agents;
    std::unique_ptr<FrameworkEndpoint> frameworks;
    std::unique_ptr<ConsoleEndpoint> consoles;
    api::MasterFacts facts;
    std::unique_ptr<api::SchedulerApi> schedulers;
    Gate gate;
    api::WholeAnswers answers;
    std::map<std::string, std::string> flags;
    std::unique_ptr<api::OperatorEndpoints> operators;
    std::unique_ptr<api::AgentApi> agentApi;
    std::unique_ptr<api::MusterApi> musterApi;
    std::unique_ptr<api::Exporter> exporter;
    std::unique_ptr<WebEndpoints> web;
    std::unique_ptr<SandboxEndpoints> sandboxes;
    std::unique_ptr<TerminalEndpoint> terminals;
    std::unique_ptr<PollEndpoint> polls;
    std::unique_ptr<chronos::ChronosApi> chronos;
    std::unique_ptr<marathon::MarathonApi> marathon;
    std::unique_ptr<net::Server> server;
    std::unique_ptr<net::Server> chronosServer; // on a port of its own
    std::unique_ptr<net::Server> marathonServer; // likewise
    boost::asio::steady_timer timer;
    std::filesystem::path folder; // the work directory
    history::Journal::Keep keep;
    history::ClockCheck clock;
    int ticks = 0;

    State(boost::asio::io_context& io, history::Journal control, history::Journal past,
        history::Telemetry samples)
        : journal(std::move(control)), ended(std::move(past)), telemetry(std::move(samples)),
          hub(telemetry), meter(hub, live), answers(io, gate), timer(io),
          folder(journal.database().path().parent_path()) {
        tick();
    }

    ~State() {
        marathonServer.reset();
        chronosServer.reset();
        server.reset();
        if (auto status = telemetry.flush(); !status) {
            spdlog::error("{}", status.error().message);
        }
    }

    void lookAt(const cluster::Agent& agent, const Now& at) {
        if (!live.look(agent, at)) {
            return;
        }
        if (live.noDataSince(agent.id.value)) {
            hub.forget(agent.id.value);
        }
        publisher->showAgent(agent);
        meter.updateAgent(agent.id, *control);
    }

    // Samples that stay away are no event.
    void lookAtNodes() {
        const auto at = now();
        for (const auto* agent : control->master().agents()) {
            lookAt(*agent, at);
        }
    }

    void onEvents(const BatchEvents& events) {
        agents->onEvents(events);
        alerts->onEvents(events);
        publisher->onEvents(events);
        marathon->onEvents(events.services);
        meter.onEvents(events, *control);
        const auto at = now();
        for (const auto& event : events.cluster) {
            const auto* id = cluster::shownAgent(event);
            if (id == nullptr) {
                continue;
            }
            if (const auto* agent = control->master().agent(*id)) {
                lookAt(*agent, at);
            } else {
                live.forget(id->value);
                hub.remove(id->value);
            }
        }
        operators->flush();
    }

    // In the middle of each second, so that none is left out.
    void tick() {
        timer.expires_after(kHistoryTick * 3 / 2 - now().wall.time_since_epoch() % kHistoryTick);
        timer.async_wait([this](boost::system::error_code error) {
            if (error) {
                return;
            }
            lookAtNodes();
            control->lookAtDisk();
            const auto at = now();
            if (at.uptime >= meterFrom) {
                history::append(telemetry, at, meter.sample(at));
            }
            if (auto status = telemetry.tick(at); !status) {
                spdlog::error("{}", status.error().message);
            }
            for (const auto& row : ended.takeDamaged()) {
                spdlog::warn("{}: the row of ended {} {} is damaged and is skipped: {}",
                    ended.database().path().string(), row.kind, row.id, row.why);
            }
            if (ticks % kReserveEvery == 0 && !control->admission().diskProblem()) {
                keepReserve(folder);
            }
            const bool isTrusted = clock.isTrusted(at);
            if (++ticks % kPruneEvery == 0 && isTrusted) {
                control->prune(at, keep);
            }
            tick();
        });
    }
};

MasterDaemon::MasterDaemon(std::unique_ptr<State> state) : m_state(std::move(state)) { }

MasterDaemon::~MasterDaemon() = default;

std::uint16_t MasterDaemon::port() const {
    return m_state->server->port();
}

Result<std::unique_ptr<MasterDaemon>> MasterDaemon::start(
    boost::asio::io_context& io, const Options& options, const std::string& token) {
    const auto& workDir = options.common.workDir;
    const auto path = workDir + "/control.db";
    if (!options.master.startEmpty) {
        auto there = checkJournalIsThere(workDir, options.mode == Mode::Standalone);
        if (!there) {
            return tl::unexpected(there.error());
        }
    }
    const bool acceptOlder = options.master.acceptOlderJournal;
    auto journal = openJournal(path, now(), acceptOlder);
    if (!journal && giveUpReserve(workDir, journal.error())) {
        journal = openJournal(path, now(), acceptOlder);
    }
    auto ended = journal ? history::Journal::open(path) : tl::unexpected(journal.error());
    if (!ended) {
        return tl::unexpected(ended.error());
    }
    const auto samples = workDir + "/telemetry.db";
    const history::Telemetry::Options keepSamples{.keepSeconds = options.master.keepSeconds,
        .keepMinutes = options.master.keepMinutes,
        .keepHours = options.master.keepHours};
    auto telemetry = openTelemetry(samples, now(), keepSamples);
    if (!telemetry && giveUpReserve(workDir, telemetry.error())) {
        telemetry = openTelemetry(samples, now(), keepSamples);
    }
    const auto begun
        = telemetry.and_then([](history::Telemetry& opened) { return opened.tick(now()); });
    if (!begun) {
        return tl::unexpected(begun.error());
    }
    auto state = std::make_unique<State>(
        io, std::move(*journal), std::move(*ended), std::move(*telemetry));
    state->keep = {.ended = options.master.keepEnded, .audit = options.master.keepAudit};
    const auto masterId = newMasterId();
    auto control = Control::open(io, controlOptions(masterId, options.master), state->journal);
    if (!control) {
        return tl::unexpected(control.error());
    }
    state->control = std::move(*control);
    state->meter.updateAll(*state->control);
    const auto& master = state->control->master();
    const bool restarted = !master.agents().empty() || !master.tasks().empty()
        || !state->control->jobs().jobs().empty();
    state->meterFrom = uptime() + (restarted ? kReunion : Duration(0));
    auto remembered = recoverAlerts(state->ended);
    if (!remembered) {
        return tl::unexpected(remembered.error());
    }
    auto ids = AgentIds::recover(state->ended);
    if (!ids) {
        return tl::unexpected(ids.error());
    }
    auto sessions = state->ended.load(kWebSession);
    if (!sessions) {
        return tl::unexpected(sessions.error());
    }
    if (auto status = setAsideDamaged(state->ended, options.master.setAsideDamaged, now());
        !status) {
        return tl::unexpected(status.error());
    }
    state->control->lookAtDisk();
    state->alerts = std::make_unique<Alerts>(
        io, *state->control, options.master.alertThresholds, std::move(*remembered));
    state->publisher = std::make_unique<Publisher>(io, *state->control, *state->alerts, state->hub,
        state->live, clusterRow(masterId, options));
    state->gate = Gate(options.master.acls);
    state->agents = std::make_unique<AgentEndpoint>(*state->control, state->hub, *state->publisher,
        options.common.ip, state->gate, std::move(*ids));
    state->frameworks = std::make_unique<FrameworkEndpoint>(*state->control, state->gate);
    state->consoles = std::make_unique<ConsoleEndpoint>(*state->control, *state->alerts,
        *state->publisher, *state->agents, state->ended, state->telemetry, state->gate);
    state->hub.onValues = [made = state.get()](const GpuUuid& gpu, const auto& values) {
        made->alerts->onValues(gpu, values);
    };
    state->hub.onSample
        = [made = state.get()](const std::string& agent) { made->live.sampled(agent, now()); };
    state->alerts->onChanged = [made = state.get()](const std::set<std::string>& ids) {
        made->publisher->showAlerts(ids);
    };
    state->control->onEvents
        = [made = state.get()](const BatchEvents& events) { made->onEvents(events); };
    state->control->onStalled = [made = state.get()] { made->alerts->lookAtDisk(); };
    state->control->onOlderCopy = [made = state.get()] {
        made->alerts->lookAtJournal();
        made->web->endSessions(); // some were ended later than the copy was made
    };
    state->control->onFatal = [](const Error& error) {
        spdlog::critical("{}. The master exits because it cannot store what it would acknowledge",
            error.message);
        std::_Exit(1);
    };
    state->facts = masterFacts(masterId, options.common);
    state->schedulers
        = std::make_unique<api::SchedulerApi>(io, *state->control, state->facts, state->gate);
    state->flags = options.values;
    state->operators = std::make_unique<api::OperatorEndpoints>(
        io, *state->control, state->facts, state->gate, state->answers, state->flags);
    state->operators->metrics().isLive = [made = state.get()](const cluster::Agent& agent) {
        return !made->live.noDataSince(agent.id.value);
    };
    state->operators->metrics().registryBytes = [path] {
        std::error_code error;
        const auto bytes = std::filesystem::file_size(path, error);
        return error ? 0.0 : static_cast<double>(bytes);
    };
    if (!options.master.externalLogFile.empty()) {
        state->operators->files.mount(
            "/master/log", api::localFile(options.master.externalLogFile));
    }
    auto rows = state->schedulers->routes();
    std::ranges::move(state->operators->routes(), std::back_inserter(rows));
    state->agentApi = std::make_unique<api::AgentApi>(io, *state->control, *state->agents,
        state->facts, state->ended, state->gate, state->answers);
    std::ranges::move(state->agentApi->routes(), std::back_inserter(rows));
    state->musterApi = std::make_unique<api::MusterApi>(*state->consoles, state->gate);
    std::ranges::move(state->musterApi->routes(), std::back_inserter(rows));
    state->exporter = std::make_unique<api::Exporter>(io,
        api::Exporter::Sources{*state->control, state->hub, state->live, state->meter,
            state->operators->metrics(), state->gate, state->answers,
            options.master.metricsDcgmNames});
    std::ranges::move(state->exporter->routes(), std::back_inserter(rows));
    state->web = std::make_unique<WebEndpoints>(io,
        WebEndpoints::Sources{*state->control, state->live, *state->alerts, state->gate,
            state->answers, options.master.cluster, options.common.authenticate,
            !options.common.tlsCert.empty(), signInProof(options.master.credentials, token),
            std::move(*sessions)},
        webFiles());
    std::ranges::move(state->web->routes(), std::back_inserter(rows));
    state->sandboxes
        = std::make_unique<SandboxEndpoints>(*state->control, state->gate, *state->agentApi);
    std::ranges::move(state->sandboxes->routes(), std::back_inserter(rows));
    state->terminals
        = std::make_unique<TerminalEndpoint>(*state->control, state->gate, *state->agentApi);
    state->polls = std::make_unique<PollEndpoint>(io, state->gate,
        PollEndpoint::Console{
            [&consoles = *state->consoles](const net::SessionPtr& session,
                const muster::v1::Request& request) { consoles.ask(session, request); },
            [&consoles = *state->consoles](
                const net::SessionPtr& session) { consoles.closed(session); }});
    std::ranges::move(state->polls->routes(), std::back_inserter(rows));
    state->chronos = std::make_unique<chronos::ChronosApi>(chronos::ChronosApi::Sources{
        *state->control, state->ended, state->gate, state->answers, state->facts,
        {.gpus = static_cast<int>(options.master.chronosTaskGpu),
            .retryPause = options.master.chronosFailureRetry}});
    state->consoles->serve(state->chronos->routes());
    std::ranges::move(state->chronos->routes(), std::back_inserter(rows));
    state->marathon = std::make_unique<marathon::MarathonApi>(
        marathon::MarathonApi::Sources{io, *state->control, state->gate, state->answers,
            state->facts, {.gpuResources = options.master.gpuResourcesFeature}});
    state->consoles->serve(state->marathon->routes());
    std::ranges::move(state->marathon->routes(), std::back_inserter(rows));
    state->web->onSessionEnded
        = [&polls = *state->polls](std::uint64_t session) { polls.endWebSession(session); };
    state->operators->agents = [made = state.get()](const net::HttpRequest& request) {
        return made->agentApi->claim(request);
    };
    std::ranges::move(
        state->gate.routes(Endpoint::Alive,
            [](const net::HttpRequest&) { return net::HttpResponse::text(200, "ok\n"); }),
        std::back_inserter(rows));
    auto serving = serverOptions(options.common, options.master, token);
    serving.webSessions = state->web->hooks();
    auto server = net::Server::listen(io, std::move(serving), released(rows),
        {state->agents->endpoint(), state->frameworks->endpoint(), state->consoles->endpoint(),
            state->terminals->endpoint()});
    if (!server) {
        return tl::unexpected(server.error());
    }
    state->server = std::move(*server);
    state->web->serveOn(*state->server);
    state->facts.port = state->server->port(); // of --port=0
    // With the same accounts as the master's own port: doc/features.md F11, G10.
    const auto serveBeside
        = [&](const std::optional<std::uint16_t>& port, const GuardedRoutes& own,
              const std::string& before, std::unique_ptr<net::Server>& into) -> Status {
        if (!port) {
            return {};
        }
        auto beside = serverOptions(options.common, options.master, token);
        beside.port = *port;
        auto listening
            = net::Server::listen(io, std::move(beside), atRoot(released(own), before), {});
        if (!listening) {
            return tl::unexpected(listening.error());
        }
        into = std::move(*listening);
        spdlog::info("The API of {} is on port {}, too", before, into->port());
        return {};
    };
    auto beside = serveBeside(
        options.master.chronosPort, state->chronos->routes(), "/chronos", state->chronosServer);
    beside = beside ? serveBeside(options.master.marathonPort, state->marathon->routes(),
                 "/marathon", state->marathonServer)
                    : beside;
    if (!beside) {
        return tl::unexpected(beside.error());
    }
    return std::unique_ptr<MasterDaemon>(new MasterDaemon(std::move(state)));
}

} // namespace muster::agentd
