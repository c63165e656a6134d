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
#include "core/container/docker/labels.h"
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

const Json* stateIn(const Json& inspected) {
    const auto found = inspected.is_object() ? inspected.find("State") : inspected.end();
    return inspected.is_object() && found != inspected.end() && found->is_object() ? &*found
                                                                                   : nullptr;
}

std::int64_t numberIn(const Json& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
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
    exit.oomKilled = state.value("OOMKilled", Json()) == true;
    return exit;
}

bool hasEnded(const std::string& state) {
    return state == "exited" || state == "dead" || state == "removing";
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
        {m_options.owner, m_options.init, m_options.initArguments, m_options.deviceDirectory,
            facts->controlDevices});
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
    {
        const std::lock_guard lock(m_mutex);
        m_followed.insert(spec.id);
    }
    const auto started = m_engine.ask(
        {.method = "POST", .path = pathAt(spec.id, "/start"), .limit = m_options.launchLimit});
    if (!started)
        return tl::unexpected(started.error());
    const auto init = inspectInit(spec.id);
    return init ? Result<Launched>(Launched{spec.id, *init}) : tl::unexpected(init.error());
}

Result<ProcessRef> DockerRuntime::inspectInit(const ContainerId& id) const {
    const auto inspected = m_engine.ask({.method = "GET", .path = pathAt(id, "/json")});
    if (!inspected)
        return tl::unexpected(inspected.error());
    const Json* state = stateIn(*inspected);
    const auto pid = state != nullptr ? static_cast<pid_t>(numberIn(*state, "Pid")) : 0;
    return findProcess(pid).value_or(ProcessRef{pid, 0});
}

Result<Exit> DockerRuntime::inspectExit(const ContainerId& id) const {
    const auto inspected = m_engine.ask({.method = "GET", .path = pathAt(id, "/json")});
    if (!inspected)
        return tl::unexpected(inspected.error());
    const Json* state = stateIn(*inspected);
    if (state == nullptr)
        return failure(
            "The Docker Engine does not say how the container ended", Error::Kind::Internal);
    if (state->value("Running", Json()) == true)
        return failure(
            fmt::format("Container {} does not end: a process of it is in the kernel", id.value),
            Error::Kind::Timeout);
    return exitIn(id, *state);
}

Status DockerRuntime::signal(const ContainerId& id, int number) {
    const auto sent = m_engine.ask({.method = "POST",
        .path = pathAt(id, "/kill?signal=") + std::to_string(number),
        .limit = m_options.killLimit});
    if (sent)
        return {};
    if (sent.error().kind == Error::Kind::Conflict) // "is not running"
        return failure(fmt::format("Container {} has ended", id.value), Error::Kind::NotFound);
    if (sent.error().kind == Error::Kind::NotFound)
        return failure(fmt::format("Container {} does not exist", id.value), Error::Kind::NotFound);
    return tl::unexpected(sent.error());
}

std::optional<std::string> DockerRuntime::sandboxOf(const ContainerId& id) const {
    const auto labels = parseLabels(readFile(recordFile(id)).value_or(""));
    const auto record = labels ? recordOf(*labels, m_options.owner) : std::nullopt;
    return record ? std::optional(record->sandbox) : std::nullopt;
}

Result<Exit> DockerRuntime::destroy(const ContainerId& id) {
    const bool recorded = access(recordFile(id).c_str(), F_OK) == 0;
    settle(id);
    const auto killed = signal(id, SIGKILL);
    if (!killed && killed.error().kind != Error::Kind::NotFound)
        return tl::unexpected(killed.error());
    // An error of the wait is one of the inspection, too: it says what is the matter.
    if (killed)
        (void)m_engine.ask({.method = "POST",
            .path = pathAt(id, "/wait?condition=not-running"),
            .limit = m_options.killLimit});
    Exit exit{.id = id};
    if (const auto ended = inspectExit(id); ended)
        exit = *ended;
    else if (ended.error().kind != Error::Kind::NotFound)
        return tl::unexpected(ended.error());
    else if (!recorded)
        return failure(fmt::format("Container {} does not exist", id.value), Error::Kind::NotFound);
    const auto removed = m_engine.ask(
        {.method = "DELETE", .path = pathAt(id, "?v=1&force=1"), .limit = m_options.killLimit});
    if (!removed && removed.error().kind != Error::Kind::NotFound)
        return tl::unexpected(removed.error());
    if (unlink(recordFile(id).c_str()) != 0 && errno != ENOENT)
        return systemFailure("remove " + recordFile(id));
    return exit;
}

Result<std::vector<DockerRuntime::Found>> DockerRuntime::list() const {
    const auto answer = m_engine.ask({.method = "GET",
        .path = "/containers/json?all=1&filters=" + filters(m_options.owner, /*ends=*/false)});
    if (!answer)
        return tl::unexpected(answer.error());
    std::vector<Found> result;
    for (const Json& item : answer->is_array() ? *answer : Json::array()) {
        const auto labels = parseLabels(
            item.value("Labels", Json()).dump(-1, ' ', false, Json::error_handler_t::replace));
        auto record = labels ? recordOf(*labels, m_options.owner) : std::nullopt;
        const Json state = item.value("State", Json());
        if (record)
            result.push_back({std::move(*record), state.is_string() ? state : Json("")});
    }
    return result;
}

Result<std::optional<Recovered>> DockerRuntime::recoverOne(const Found& found) {
    Recovered recovered{found.record, std::nullopt};
    const auto destroyed = found.state == "created" ? destroy(found.record.id) : Result<Exit>();
    if (!destroyed)
        return tl::unexpected(destroyed.error());
    if (found.state == "created")
        return std::nullopt;
    if (hasEnded(found.state)) {
        const auto exit = inspectExit(found.record.id);
        recovered.exit = exit.value_or(Exit{.id = found.record.id});
        return recovered;
    }
    {
        const std::lock_guard lock(m_mutex);
        m_followed.insert(found.record.id);
    }
    if (const auto init = inspectInit(found.record.id); init)
        recovered.record.init = *init;
    return recovered;
}

Result<std::vector<Recovered>> DockerRuntime::recover() {
    std::vector<Recovered> result;
    const auto records = recordsOnDisk();
    const auto listed = list();
    if (!listed) {
        for (const ContainerRecord& record : records) {
            result.push_back({record, std::nullopt});
            const std::lock_guard lock(m_mutex);
            m_followed.insert(record.id);
        }
        return result;
    }
    for (const ContainerRecord& record : records) {
        if (std::none_of(listed->begin(), listed->end(),
                [&](const Found& found) { return found.record.id == record.id; }))
            unlink(
                recordFile(record.id).c_str()); // made but never created, or removed but for this
    }
    for (const Found& found : *listed) {
        const auto one = recoverOne(found);
        if (!one)
            return failure(
                fmt::format("Failed to recover container {}", found.record.id.value), one.error());
        if (*one)
            result.push_back(**one);
    }
    lookForEnds(); // of those that ended since they were listed
    return result;
}

bool DockerRuntime::settle(const ContainerId& id) {
    const std::lock_guard lock(m_mutex);
    std::erase_if(m_exits, [&](const Exit& exit) { return exit.id == id; });
    return m_followed.erase(id) > 0;
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

void DockerRuntime::lookAt(const ContainerId& id, const Found* found) {
    bool launching = false;
    {
        const std::lock_guard lock(m_mutex);
        launching = m_launching.contains(id);
    }
    // Gone, or created by an agent that was killed and never to be started: nobody will say how.
    if (found == nullptr || (found->state == "created" && !launching))
        return tell(Exit{.id = id});
    if (!hasEnded(found->state))
        return;
    const auto exit = inspectExit(id);
    if (exit || exit.error().kind == Error::Kind::NotFound)
        tell(exit.value_or(Exit{.id = id}));
}

// What the engine lists is the truth; an event is only a reason to look.
void DockerRuntime::lookForEnds() {
    std::set<ContainerId> followed;
    {
        const std::lock_guard lock(m_mutex);
        followed = m_followed;
    }
    const auto listed = followed.empty() ? Result<std::vector<Found>>() : list();
    if (!listed)
        return;
    for (const ContainerId& id : followed) {
        const auto found = std::find_if(
            listed->begin(), listed->end(), [&](const Found& one) { return one.record.id == id; });
        lookAt(id, found != listed->end() ? &*found : nullptr);
    }
}

void DockerRuntime::watch(const std::stop_token& stop) {
    std::mutex mutex;
    std::condition_variable_any pause;
    const EngineRequest events{.method = "GET",
        .path = "/events?filters=" + filters(m_options.owner, /*ends=*/true),
        .limit = streamLife};
    while (!stop.stop_requested()) {
        const auto ended = m_engine.follow(events,
            {.opened = [this] { lookForEnds(); },
                .line =
                    [this](std::string_view) {
                        lookForEnds();
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
