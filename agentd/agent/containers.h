// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <stop_token>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include "agentd/agent/agent_metrics.h"
#include "agentd/agent/checks.h"
#include "agentd/agent/container_allowance.h"
#include "agentd/agent/device_watch.h"
#include "agentd/agent/docker_tasks.h"
#include "agentd/agent/endings.h"
#include "agentd/agent/images.h"
#include "agentd/agent/launch_probe.h"
#include "agentd/agent/nested.h"
#include "agentd/agent/task_spec.h"
#include "agentd/agent/task_streams.h"
#include "core/container/fetch/fetcher.h"
#include "core/container/runtime.h"
#include "core/kernel/node/agent.h"

namespace muster::agentd {

// Carries out what the agent's state machine wants of containers. Launching and destroying block,
// so they run on a few worker threads. Others do what may take minutes before a launch, as an image
// that is pulled; what asks the Docker Engine, which may hang; and what does not end when it is
// killed. Everything else, and every call of `post`, is on the io_context's thread.
class Containers {
public:
    using Post = std::function<void(node::AgentInput)>;

    // What it is made of, and what tasks may have.
    struct Parts {
        std::unique_ptr<container::Runtime> runtime;
        std::unique_ptr<Images> images;
        std::unique_ptr<container::fetch::Fetcher> fetcher;
        std::unique_ptr<DockerTasks> docker; // may be none
        ContainerAllowance allowance;
        TaskDefaults defaults;
        std::string probeFolder; // of trivial containers
        std::function<std::string()> gpuProblem{}; // why no new task can use a GPU; empty: it can
    };

    Containers(boost::asio::io_context& io, Parts parts, Post post, NestedContainers::Send send);
    ~Containers(); // waits for the launches under way; running containers stay

    // Once, before anything else: tells of each container of an earlier agent what became of it. A
    // container that is not among `known` is destroyed, and so is what still runs of an agent whose
    // work directory was removed.
    // Error: one of `unreadable` runs, whose task nobody knows.
    Status recover(
        const std::vector<ContainerId>& known, const std::set<ContainerId>& unreadable = {});

    void launch(node::Launch launch);
    void launch(node::LaunchExecutor launch);
    void cancel(const ContainerId& id); // what of its launch is still being prepared
    void resize(const node::ResizeContainer& size);
    void signal(const ContainerId& id, int number);
    void destroy(const ContainerId& id);
    void probe(const node::ProbeLaunch& probe);
    void onDriver(const gpu::Discovery& found);
    void check(node::RunCheck check) { m_checks.run(std::move(check)); }
    Images& images() { return *m_images; }
    AgentParts parts() const; // what is counted here
    std::vector<pid_t> processes(const ContainerId& id) const { return m_runtime->processes(id); }
    const NestedContainers& nested() const { return m_nested; }
    // Calls of operators that go on.
    void take(const muster::v1::Stream& part);
    void masterLost();
    void setAgent(const AgentId& agent) { m_defaults.agent = agent; }

private:
    // What a launch needs, and the descriptors that it names.
    struct Prepared {
        container::ContainerSpec spec;
        std::vector<container::Fd> held;
        std::optional<DockerTasks::Prepared> docker;
    };
    struct Launching {
        std::stop_source stop;
        std::optional<container::Exit> exit; // of one that ended before it was told as started
    };
    using MakeSpec = std::function<Result<container::ContainerSpec>(const TaskDefaults&)>;

    void launch(const ContainerId& id, ContainerRequest request, MakeSpec make);
    // On threads of the pools.
    LaunchResult<Prepared> prepare(Result<container::ContainerSpec> spec,
        const ContainerRequest& request, const std::stop_token& stop);
    LaunchResult<void> fetch(const container::ContainerSpec& spec,
        const mesos::v1::CommandInfo& command, const std::stop_token& stop);
    void run(const ContainerId& id, const LaunchResult<Prepared>& prepared);
    LaunchResult<container::Launched> start(const Prepared& prepared);
    node::LaunchFault faultOf(const LaunchResult<Prepared>& prepared, const LaunchFailure& why);
    LaunchProgress progressOf(const ContainerId& id);
    Result<container::Exit> end(const ContainerId& id);
    Status end(const container::Stray& stray);
    // On the io_context's.
    void collectImages();
    bool isForDocker(const ContainerRequest& request) const {
        return request.image && request.image->docker && m_docker;
    }
    bool isDockers(const ContainerId& id) const { return m_docker && m_docker->has(id); }
    boost::asio::thread_pool& workersOf(bool isDockers) {
        return isDockers ? m_engineWorkers : m_workers;
    }
    std::set<ContainerId> endStrays();
    void destroy(const container::Stray& stray);
    void watchExits(boost::asio::posix::stream_descriptor& news);
    void readExits();
    void exited(const container::Exit& exit);

    boost::asio::io_context& m_io;
    const std::unique_ptr<container::Runtime> m_runtime;
    const std::unique_ptr<Images> m_images;
    const std::unique_ptr<container::fetch::Fetcher> m_fetcher;
    const std::unique_ptr<DockerTasks> m_docker;
    const ContainerAllowance m_allowance;
    const std::string m_sandboxes;
    TaskDefaults m_defaults;
    const std::function<std::string()> m_gpuProblem;
    Post m_post;
    boost::asio::thread_pool m_preparers;
    boost::asio::thread_pool m_engineWorkers;
    boost::asio::thread_pool m_workers;
    LaunchProbe m_probe;
    DeviceWatch m_devices;
    Checks m_checks;
    const Commands m_commands;
    TaskStreams m_streams;
    NestedContainers m_nested;
    boost::asio::posix::stream_descriptor m_exits;
    boost::asio::posix::stream_descriptor m_dockerExits;
    boost::asio::steady_timer m_collection;
    std::map<ContainerId, Launching> m_launching;
    std::atomic<std::uint64_t> m_fetched{0}; // tasks whose URIs came
    std::atomic<std::uint64_t> m_notFetched{0};
    Endings m_endings; // last: its threads use the parts above
};

} // namespace muster::agentd
