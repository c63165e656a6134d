// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "core/container/docker/docker_spec.h"
#include "core/container/docker/engine.h"
#include "core/container/docker/image.h"
#include "core/container/runtime.h"

namespace muster::container::docker {

struct DockerOptions {
    EngineOptions engine;
    std::string owner; // whose containers these are; the same after a restart of the agent
    std::string stateDirectory; // absolute; made 0700. A small file for each container
    std::string init; // the muster-init program
    std::string deviceDirectory = "/dev";
    std::chrono::milliseconds launchLimit = std::chrono::seconds(30);
    std::chrono::milliseconds killLimit = std::chrono::seconds(10);
};

// Runs containers through a Docker Engine of this host, with the contract of container::Runtime:
// nothing that matters is kept in memory, errors leave nothing behind, an exit is told once.
// The engine may go away and come back at any time. While it is away launch(), signal() and
// destroy() fail (Unavailable), and its containers count as running and hold their GPUs; how they
// ended meanwhile is told when it is back. Thread-safe, except that recover() comes first and
// alone. Everything but start(), exitFd(), takeExits() and sandboxOf() blocks: run it on worker
// threads.
class DockerRuntime {
public:
    // Does not ask the engine: an agent starts without it, too. See check().
    static Result<std::unique_ptr<DockerRuntime>> open(DockerOptions options);
    DockerRuntime(const DockerRuntime&) = delete;
    DockerRuntime& operator=(const DockerRuntime&) = delete;
    ~DockerRuntime(); // containers go on

    Status check() const { return m_engine.check(); }

    // The image, pulled if it is not there; minutes if it is large.
    Result<ImageConfig> prepare(
        const std::string& image, const PullOptions& pull = {}, const std::stop_token& stop = {}) {
        return prepareImage(m_engine, image, pull, stop);
    }
    // Creates the sandbox if need be and starts the command in a container of that image. After an
    // error nothing is left but the sandbox. The container may already have ended, and be taken,
    // when this returns. Unavailable, Timeout: its command has not begun.
    Result<Launched> launch(const DockerSpec& spec, const ImageConfig& image);
    // To the command and its process group; SIGKILL ends every process.
    Status signal(const ContainerId& id, int number);
    // Runs a command beside the container's own to its end; see exec.h.
    Result<ProgramRun> execute(const ContainerId& id, const std::vector<std::string>& argv,
        const std::vector<std::pair<std::string, std::string>>& environment,
        std::chrono::milliseconds limit, const std::stop_token& stop = {}) const;
    // Starts a command beside the container's own on the caller's descriptors; see session.h.
    std::unique_ptr<Execution> start(const ContainerId& id, const std::vector<std::string>& argv,
        const std::vector<std::pair<std::string, std::string>>& environment,
        const Descriptors& io) const;
    // Of a container that was launched and is not destroyed.
    std::optional<std::string> sandboxOf(const ContainerId& id) const;
    // Ends what still runs, frees everything but the sandbox and the image, and says how it ended.
    // After an error, as at `limit`, it can be repeated; until it succeeds the container's GPUs are
    // in use. The limit is of each of the two steps that wait for the container: to kill it, and to
    // see it end.
    Result<Exit> destroy(
        const ContainerId& id, std::optional<std::chrono::milliseconds> limit = {});
    // What is there after a start: running containers, and ended ones whose exit nobody took.
    // Half-made ones are destroyed. With the engine away: all that were there, as running.
    Result<std::vector<Recovered>> recover();

    // Readable when takeExits() may have something. For one event loop.
    int exitFd() const { return m_news.number(); }
    // Containers that ended by themselves or by signal(); each is named once, and not after
    // destroy() was called for it. The engine tells 128 + N and signal N alike: both are a signal.
    std::vector<Exit> takeExits();

private:
    struct State {
        std::string status; // "created", "running", "exited"...
        pid_t pid = 0;
        std::string ip;
        Exit exit; // if it has ended
    };

    DockerRuntime(DockerOptions options, Fd news);
    Result<std::vector<ContainerRecord>> list() const;
    Result<State> inspect(const ContainerId& id, const std::stop_token& stop = {}) const;
    Result<Launched> launchIn(const DockerSpec& spec, const ImageConfig& image);
    Result<std::optional<Recovered>> recoverOne(const ContainerRecord& record);
    Status kill(const ContainerId& id, int number, std::chrono::milliseconds limit) const;
    std::vector<ContainerRecord> recordsOnDisk() const;
    std::string pathAt(const ContainerId& id, const char* what) const;
    std::string recordFile(const ContainerId& id) const;
    void watch(const std::stop_token& stop);
    void lookAtAll(const std::stop_token& stop);
    void lookAt(const ContainerId& id, const std::stop_token& stop);
    void follow(const ContainerId& id);
    bool settle(const ContainerId& id); // false: its end was taken, or nobody asks for it
    void tell(Exit exit);

    const DockerOptions m_options;
    const Engine m_engine;
    const Fd m_news;
    mutable std::mutex m_mutex; // guards the three below
    std::set<ContainerId> m_followed;
    std::set<ContainerId> m_launching;
    std::vector<Exit> m_exits;
    std::jthread m_watch; // last: it ends first
};

} // namespace muster::container::docker
