// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/docker/docker_runtime.h"

#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <filesystem>

#include <sys/eventfd.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "core/container/docker/create_request.h"
#include "core/container/docker/exec.h"
#include "core/container/docker/json.h"
#include "core/container/docker/labels.h"
#include "core/container/docker/session.h"
#include "core/container/host_facts.h"

namespace muster::container::docker {
namespace {

using Json = nlohmann::json;

constexpr auto streamLife = std::chrono::minutes(1); // of the events, then we look and ask anew
constexpr auto retryPause = std::chrono::milliseconds(500);

std::string filters(const std::string& owner, bool ends) {
    Json filter{{"label", {"muster.owner=" + owner}}};
    if (ends)
        filter.update({{"type", {"container"}}, {"event", {"die", "destroy"}}});
    return urlEncoded(filter.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::int64_t numberIn(const Json& object, const char* name) {
    const Json found = member(object, name);
    return found.is_number_integer() ? found.get<std::int64_t>() : 0;
}

// In the one network that it is in, whoever made that; empty in none and in the host's.
std::string ipIn(const Json& settings) {
    const Json networks = member(settings, "Networks");
    for (const Json& network : networks.is_object() ? networks : Json::object()) {
        for (const char* name : {"IPAddress", "GlobalIPv6Address"}) {
            const Json address = member(network, name);
            if (address.is_string() && address != "")
                return address.get<std::string>();
        }
    }
    return {};
}

// muster-init ends with 128 + N when its command was killed by signal N, and so does it itself.
Exit exitIn(const ContainerId& id, const Json& state) {
    constexpr std::int64_t signalled = 128;
    Exit exit{.id = id};
    const auto code = numberIn(state, "ExitCode");
    if (code > signalled && code <= signalled + SIGRTMAX)
        exit.signal = static_cast<int>(code - signalled);
    else
        exit.exitCode = static_cast<int>(code);
    exit.oomKilled = member(state, "OOMKilled") == true;
    return exit;
}

bool isNamed(const Json& listed, const std::string& name) {
    const Json names = member(listed, "Names");
    return std::find(names.begin(), names.end(), '/' + name) != names.end();
}

// An event's container; an empty id if it is none of ours.
ContainerId idIn(std::string_view event) {
    const Json json = Json::parse(event, nullptr, /*allow_exceptions=*/false);
    const Json id = member(member(member(json, "Actor"), "Attributes"), "muster.container");
    return ContainerId{id.is_string() ? id.get<std::string>() : ""};
}

ProcessRef processOf(pid_t pid) {
    return findProcess(pid).value_or(ProcessRef{pid, 0}); // it may have ended already
}

// Its command may have run: whoever waits for the engine must not launch it once more.
tl::unexpected<Error> failureAfterStart(Error error) {
    if (error.kind == Error::Kind::Unavailable || error.kind == Error::Kind::Timeout)
        error.kind = Error::Kind::Internal;
    return tl::unexpected(std::move(error));
}

bool hasEnded(const std::string& status) {
    return status == "exited" || status == "dead" || status == "removing";
}

} // namespace

Result<std::unique_ptr<DockerRuntime>> DockerRuntime::open(DockerOptions options) {
    if (const auto made = makeDirectories(options.stateDirectory, 0700); !made)
        return tl::unexpected(made.error());
    Fd news(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!news)
        return systemFailure("create an eventfd");
    return std::unique_ptr<DockerRuntime>(new DockerRuntime(std::move(options), std::move(news)));
}

DockerRuntime::DockerRuntime(DockerOptions options, Fd news)
    : m_options(std::move(options)), m_engine(m_options.engine), m_news(std::move(news)),
      m_watch([this](const std::stop_token& stop) { watch(stop); }) { }

DockerRuntime::~DockerRuntime() = default;

std::string DockerRuntime::pathAt(const ContainerId& id, const char* what) const {
    return "/containers/" + engineName(id, m_options.owner) + what;
}

std::string DockerRuntime::recordFile(const ContainerId& id) const {
    return m_options.stateDirectory + '/' + id.value;
}

std::vector<ContainerRecord> DockerRuntime::recordsOnDisk() const {
    std::vector<ContainerRecord> records;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(m_options.stateDirectory, error)) {
        const auto labels = parseLabels(readFile(entry.path()).value_or(""));
        const auto record = labels ? recordOf(*labels, m_options.owner) : std::nullopt;
        if (record && record->id.value == entry.path().filename())
            records.push_back(*record);
    }
    return records;
}

Result<Launched> DockerRuntime::launch(const DockerSpec& spec, const ImageConfig& image) {
    if (access(recordFile(spec.id).c_str(), F_OK) == 0)
        return failure(
            fmt::format("Container {} exists already", spec.id.value), Error::Kind::Conflict);
    {
        const std::lock_guard lock(m_mutex);
        if (!m_launching.insert(spec.id).second)
            return failure(fmt::format("Container {} is being launched", spec.id.value),
                Error::Kind::Conflict);
    }
    auto launched = launchIn(spec, image);
    {
        const std::lock_guard lock(m_mutex);
        m_launching.erase(spec.id);
    }
    if (launched || access(recordFile(spec.id).c_str(), F_OK) != 0)
        return launched;
    if (const auto destroyed = destroy(spec.id); !destroyed)
        return failure(fmt::format("{}; cleaning up failed as well: {}", launched.error().message,
                           destroyed.error().message),
            launched.error().kind);
    return launched;
}

Result<Launched> DockerRuntime::launchIn(const DockerSpec& spec, const ImageConfig& image) {
    const auto facts = readHostFacts({});
    if (!facts)
        return tl::unexpected(facts.error());
    const auto body = createRequest(spec, image,
        {m_options.owner, m_options.init, m_options.deviceDirectory, facts->controlDevices});
    if (!body)
        return tl::unexpected(body.error());
    if (const auto loaded = spec.gpuMinors.empty() ? Status() : loadUvm(); !loaded)
        return tl::unexpected(loaded.error());
    if (const auto sandbox = openSandbox(spec.sandbox, *userOf(spec, image)); !sandbox)
        return tl::unexpected(sandbox.error());
    // Before the engine knows of it, so that its GPUs are held whatever happens from here on.
    if (const auto written
        = writeFileAtomically(recordFile(spec.id), labelsText(labelsOf(spec, m_options.owner)));
        !written)
        return tl::unexpected(written.error());
    const auto created = m_engine.ask({.method = "POST",
        .path = "/containers/create?name=" + engineName(spec.id, m_options.owner),
        .body = *body,
        .limit = m_options.launchLimit});
    if (!created)
        return tl::unexpected(created.error());
    follow(spec.id);
    const auto started = m_engine.ask(
        {.method = "POST", .path = pathAt(spec.id, "/start"), .limit = m_options.launchLimit});
    if (!started)
        return failureAfterStart(started.error());
    const auto state = inspect(spec.id);
    if (!state)
        return failureAfterStart(state.error());
    return Launched{spec.id, processOf(state->pid), state->ip};
}

Result<DockerRuntime::State> DockerRuntime::inspect(
    const ContainerId& id, const std::stop_token& stop) const {
    const auto inspected = m_engine.ask({.method = "GET", .path = pathAt(id, "/json")}, stop);
    if (!inspected)
        return tl::unexpected(inspected.error());
    const Json state = member(*inspected, "State");
    const Json status = member(state, "Status");
    if (!status.is_string())
        return failure(
            fmt::format("The Docker Engine does not report the state of container {}", id.value),
            Error::Kind::Internal);
    return State{status.get<std::string>(), static_cast<pid_t>(numberIn(state, "Pid")),
        ipIn(member(*inspected, "NetworkSettings")), exitIn(id, state)};
}

Status DockerRuntime::signal(const ContainerId& id, int number) {
    return kill(id, number, m_options.killLimit);
}

Status DockerRuntime::kill(
    const ContainerId& id, int number, std::chrono::milliseconds limit) const {
    const auto sent = m_engine.ask({.method = "POST",
        .path = pathAt(id, "/kill?signal=") + std::to_string(number),
        .limit = limit});
    if (sent)
        return {};
    if (sent.error().kind == Error::Kind::Conflict) // "is not running"
        return failure(fmt::format("Container {} has ended", id.value), Error::Kind::NotFound);
    if (sent.error().kind == Error::Kind::NotFound)
        return failure(fmt::format("Container {} does not exist", id.value), Error::Kind::NotFound);
    return tl::unexpected(sent.error());
}

Result<ProgramRun> DockerRuntime::execute(const ContainerId& id,
    const std::vector<std::string>& argv,
    const std::vector<std::pair<std::string, std::string>>& environment,
    std::chrono::milliseconds limit, const std::stop_token& stop) const {
    return docker::execute(
        m_engine, {engineName(id, m_options.owner), argv, environment, limit}, stop);
}

std::unique_ptr<Execution> DockerRuntime::start(const ContainerId& id,
    const std::vector<std::string>& argv,
    const std::vector<std::pair<std::string, std::string>>& environment,
    const Descriptors& io) const {
    return std::make_unique<Session>(
        m_engine, Exec{engineName(id, m_options.owner), argv, environment}, io);
}

std::optional<std::string> DockerRuntime::sandboxOf(const ContainerId& id) const {
    const auto labels = parseLabels(readFile(recordFile(id)).value_or(""));
    const auto record = labels ? recordOf(*labels, m_options.owner) : std::nullopt;
    return record ? std::optional(record->sandbox) : std::nullopt;
}

Result<Exit> DockerRuntime::destroy(
    const ContainerId& id, std::optional<std::chrono::milliseconds> limit) {
    const bool recorded = access(recordFile(id).c_str(), F_OK) == 0;
    const auto wait = limit.value_or(m_options.killLimit);
    settle(id);
    const auto killed = kill(id, SIGKILL, wait);
    if (!killed && killed.error().kind != Error::Kind::NotFound)
        return tl::unexpected(killed.error());
    // An error of the wait is one of the inspection, too: it says what is the matter.
    if (killed)
        (void)m_engine.ask(
            {.method = "POST", .path = pathAt(id, "/wait?condition=not-running"), .limit = wait});
    const auto state = inspect(id);
    if (!state && state.error().kind != Error::Kind::NotFound)
        return tl::unexpected(state.error());
    if (!state && !recorded)
        return failure(fmt::format("Container {} does not exist", id.value), Error::Kind::NotFound);
    if (state && state->status == "running")
        return failure(
            fmt::format("Container {} does not exit: one of its processes is blocked in the kernel",
                id.value),
            Error::Kind::Timeout);
    const auto removed = m_engine.ask(
        {.method = "DELETE", .path = pathAt(id, "?v=1&force=1"), .limit = m_options.killLimit});
    if (!removed && removed.error().kind != Error::Kind::NotFound)
        return tl::unexpected(removed.error());
    if (unlink(recordFile(id).c_str()) != 0 && errno != ENOENT)
        return systemFailure("remove " + recordFile(id));
    return state ? state->exit : Exit{.id = id};
}

Result<std::vector<ContainerRecord>> DockerRuntime::list() const {
    const auto answer = m_engine.ask({.method = "GET",
        .path = "/containers/json?all=1&filters=" + filters(m_options.owner, /*ends=*/false)});
    if (!answer)
        return tl::unexpected(answer.error());
    std::vector<ContainerRecord> result;
    for (const Json& item : answer->is_array() ? *answer : Json::array()) {
        const auto labels = parseLabels(
            member(item, "Labels").dump(-1, ' ', false, Json::error_handler_t::replace));
        auto record = labels ? recordOf(*labels, m_options.owner) : std::nullopt;
        // An image's labels are its containers', too: they could name us.
        if (record && isNamed(item, engineName(record->id, m_options.owner)))
            result.push_back(std::move(*record));
    }
    return result;
}

void DockerRuntime::follow(const ContainerId& id) {
    const std::lock_guard lock(m_mutex);
    m_followed.insert(id);
}

Result<std::optional<Recovered>> DockerRuntime::recoverOne(const ContainerRecord& record) {
    follow(record.id);
    const auto state = inspect(record.id);
    if (!state && state.error().kind != Error::Kind::NotFound)
        return tl::unexpected(state.error());
    if (!state || state->status == "created") {
        const auto destroyed = destroy(record.id);
        if (!destroyed && destroyed.error().kind != Error::Kind::NotFound)
            return tl::unexpected(destroyed.error());
        return std::nullopt;
    }
    Recovered recovered{record, std::nullopt};
    if (hasEnded(state->status) && settle(record.id))
        recovered.exit = state->exit;
    else
        recovered.record.init = processOf(state->pid);
    recovered.ip = state->ip;
    return recovered;
}

Result<std::vector<Recovered>> DockerRuntime::recover() {
    std::vector<Recovered> result;
    const auto records = recordsOnDisk();
    const auto listed = list();
    if (!listed) {
        for (const ContainerRecord& record : records) {
            follow(record.id);
            result.push_back({record, std::nullopt});
        }
        return result;
    }
    for (const ContainerRecord& record : records) {
        if (std::none_of(listed->begin(), listed->end(),
                [&](const ContainerRecord& one) { return one.id == record.id; }))
            unlink(recordFile(record.id).c_str()); // never created, or removed but for this
    }
    for (const ContainerRecord& record : *listed) {
        const auto one = recoverOne(record);
        if (!one)
            return failure(
                fmt::format("Failed to recover container {}", record.id.value), one.error());
        if (*one)
            result.push_back(**one);
    }
    return result;
}

bool DockerRuntime::settle(const ContainerId& id) {
    const std::lock_guard lock(m_mutex);
    const auto untaken = std::erase_if(m_exits, [&](const Exit& exit) { return exit.id == id; });
    return m_followed.erase(id) + untaken > 0;
}

void DockerRuntime::tell(Exit exit) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_followed.erase(exit.id) == 0)
            return;
        m_exits.push_back(std::move(exit));
    }
    eventfd_write(m_news.number(), 1);
}

// The engine's list can be older than its event, an inspection cannot.
void DockerRuntime::lookAt(const ContainerId& id, const std::stop_token& stop) {
    bool launching = false;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_followed.contains(id))
            return;
        launching = m_launching.contains(id);
    }
    const auto state = inspect(id, stop);
    if (state && hasEnded(state->status))
        tell(state->exit);
    // Gone, or created by an agent that was killed and never to be started: nobody will say how.
    else if (state ? state->status == "created" && !launching
                   : state.error().kind == Error::Kind::NotFound)
        tell(Exit{.id = id});
}

void DockerRuntime::lookAtAll(const std::stop_token& stop) {
    std::set<ContainerId> followed;
    {
        const std::lock_guard lock(m_mutex);
        followed = m_followed;
    }
    for (const ContainerId& id : followed)
        lookAt(id, stop);
}

void DockerRuntime::watch(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any pause;
    const EngineRequest events{.method = "GET",
        .path = "/events?filters=" + filters(m_options.owner, /*ends=*/true),
        .limit = streamLife};
    while (!stop.stop_requested()) {
        const auto ended = m_engine.follow(events,
            {.opened = [&] { lookAtAll(stop); },
                .line =
                    [&](std::string_view line) {
                        lookAt(idIn(line), stop);
                        return true;
                    }},
            stop);
        if (!ended && ended.error().kind == Error::Kind::Timeout)
            continue;
        std::unique_lock lock(mutex);
        pause.wait_for(lock, stop, retryPause, [] { return false; });
    }
}

std::vector<Exit> DockerRuntime::takeExits() {
    eventfd_t count = 0;
    eventfd_read(m_news.number(), &count);
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_exits, {});
}

} // namespace muster::container::docker
