// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/containers.h"

#include <csignal>

#include <unistd.h>

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <spdlog/spdlog.h>

#include "agentd/set_up.h"
#include "core/container/beneath.h"
#include "core/container/bundle.h"

namespace muster::agentd {
namespace {

constexpr std::size_t kLaunchWorkers = 4;
constexpr std::size_t kPreparers = 8;
constexpr Duration kCollectImages = std::chrono::minutes(10);
constexpr auto kKillLimit = std::chrono::seconds(1); // of one attempt: others wait for the worker

// The folder of its framework, never outside of the sandboxes'.
Status makeParent(const std::string& sandboxes, const std::string& sandbox) {
    if (auto made = container::makeDirectories(sandboxes, 0755); !made) {
        return made;
    }
    const bool inside = sandbox.starts_with(sandboxes + "/");
    const auto rest = inside ? sandbox.substr(sandboxes.size() + 1) : "..";
    const auto parent
        = container::makeFoldersBeneath(sandboxes, rest.substr(0, rest.rfind('/')), 0755);
    return parent ? Status() : tl::unexpected(parent.error());
}

node::Exit toNode(const container::Exit& exit) {
    return {.code = exit.exitCode,
        .signal = exit.signal,
        .outOfMemory = exit.oomKilled,
        .memoryPeak = exit.memoryPeak};
}

} // namespace

Containers::Containers(
    boost::asio::io_context& io, Parts parts, Post post, NestedContainers::Send send)
    : m_io(io), m_runtime(std::move(parts.runtime)), m_images(std::move(parts.images)),
      m_fetcher(std::move(parts.fetcher)), m_docker(std::move(parts.docker)),
      m_allowance(std::move(parts.allowance)), m_sandboxes(parts.defaults.sandboxes),
      m_defaults(std::move(parts.defaults)), m_gpuProblem(std::move(parts.gpuProblem)),
      m_post(std::move(post)), m_preparers(kPreparers), m_engineWorkers(kLaunchWorkers),
      m_workers(kLaunchWorkers), m_probe(*m_runtime, std::move(parts.probeFolder)),
      m_devices(io, *m_runtime, m_post), m_checks(io, *m_runtime, m_docker.get(), m_post),
      m_commands(*m_runtime, m_docker.get()),
      m_streams(
          io, *m_runtime, m_workers,
          [this](const ContainerId& id) { return m_commands.sandboxOf(id).has_value(); }, send),
      m_nested(io, m_commands, std::move(send)), m_exits(io, ::dup(m_runtime->exitFd())),
      m_dockerExits(io), m_collection(io), m_endings(io) {
    watchExits(m_exits);
    if (m_docker) {
        m_dockerExits.assign(::dup(m_docker->runtime().exitFd()));
        watchExits(m_dockerExits);
    }
    collectImages();
}

Containers::~Containers() {
    for (auto& [id, launching] : m_launching) {
        launching.stop.request_stop();
    }
    m_preparers.join();
    m_engineWorkers.join();
    m_workers.join();
}

Status Containers::recover(
    const std::vector<ContainerId>& known, const std::set<ContainerId>& unreadable) {
    auto found = m_runtime->recover();
    if (!found) {
        return tl::unexpected(found.error());
    }
    if (m_docker) {
        auto more = m_docker->recover();
        if (!more) {
            return tl::unexpected(more.error());
        }
        found->insert(found->end(), more->begin(), more->end());
    }
    std::map<ContainerId, const container::Recovered*> byId;
    for (const auto& one : *found) {
        byId.emplace(one.record.id, &one);
    }
    for (const auto& id : unreadable) {
        if (const auto one = byId.find(id); one != byId.end() && !one->second->exit) {
            return failure(
                fmt::format("Container {} is running (process {}), but its task cannot be read: to "
                            "end it, remove its files named {} below <work_dir>/meta and restart "
                            "the agent; its GPUs are not offered before that",
                    id.value, one->second->record.init.pid, id.value),
                Error::Kind::Internal);
        }
    }
    const auto strays = endStrays();
    for (const auto& id : known) {
        const auto entry = byId.extract(id);
        if (!entry && !strays.contains(id)) {
            m_post(node::ContainerDestroyed{id});
        } else if (!entry) {
            continue; // its end tells
        } else if (entry.mapped()->exit) {
            m_post(node::ContainerExited{id, toNode(*entry.mapped()->exit)});
        } else {
            m_devices.follow(id);
            m_post(node::ContainerStarted{id, entry.mapped()->record.init.pid, entry.mapped()->ip});
        }
    }
    std::set<ContainerId> kept(known.begin(), known.end());
    for (const auto& [id, one] : byId) {
        kept.insert(id);
    }
    m_images->keepOnly(kept);
    for (const auto& [id, one] : byId) {
        if (!LaunchProbe::isProbe(id)) {
            spdlog::warn("Container {} does not belong to a task: killing it", id.value);
        }
        m_post(node::StrayFound{id, one->record.gpuMinors,
            fmt::format("In use by container {} without a task, which is being killed", id.value)});
        destroy(id);
    }
    return {};
}

std::set<ContainerId> Containers::endStrays() {
    std::set<ContainerId> out;
    for (const auto& stray : m_runtime->strays()) {
        spdlog::warn(
            "Container {} of {}, which was removed, is still running with GPUs {}: killing it",
            stray.id.value, stray.stateDirectory,
            stray.gpuMinors ? fmt::format("[{}]", fmt::join(*stray.gpuMinors, ", ")) : "unknown");
        m_post(node::StrayFound{stray.id, stray.gpuMinors,
            fmt::format(
                "In use by container {} of {}, which was removed; the container is being killed",
                stray.id.value, stray.stateDirectory)});
        out.insert(stray.id);
        destroy(stray);
    }
    return out;
}

void Containers::launch(node::Launch launch) {
    const auto id = launch.container;
    auto request = requestOf(launch);
    this->launch(
        id, std::move(request), [launch = std::move(launch)](const TaskDefaults& defaults) {
            return containerSpec(launch, defaults);
        });
}

void Containers::launch(node::LaunchExecutor launch) {
    const auto id = launch.container;
    auto request = requestOf(launch);
    this->launch(
        id, std::move(request), [launch = std::move(launch)](const TaskDefaults& defaults) {
            return containerSpec(launch, defaults);
        });
}

void Containers::launch(const ContainerId& id, ContainerRequest request, MakeSpec make) {
    if (const auto problem = request.gpus.empty() || !m_gpuProblem ? std::string() : m_gpuProblem();
        !problem.empty()) {
        boost::asio::post(m_io, [this, id, problem] {
            m_post(node::ContainerFailed{id, problem, node::LaunchFault::Gpus});
        });
        return;
    }
    const auto stop = m_launching[id].stop.get_token();
    const bool slow = request.image || request.command.uris_size() > 0;
    auto& workers = workersOf(isForDocker(request));
    auto prepare
        = [this, request = std::move(request), make = std::move(make), defaults = m_defaults,
              stop] { return this->prepare(make(defaults), request, stop); };
    if (!slow) {
        boost::asio::post(m_workers, [this, id, prepare] { run(id, prepare()); });
        return;
    }
    boost::asio::post(m_preparers, [this, id, prepare, &workers] {
        auto prepared = std::make_shared<LaunchResult<Prepared>>(prepare());
        boost::asio::post(workers, [this, id, prepared] { run(id, *prepared); });
    });
}

void Containers::take(const muster::v1::Stream& part) {
    if (!m_streams.take(part)) {
        m_nested.take(part);
    }
}

void Containers::masterLost() {
    m_streams.masterLost();
    m_nested.masterLost();
}

void Containers::cancel(const ContainerId& id) {
    if (const auto found = m_launching.find(id); found != m_launching.end()) {
        found->second.stop.request_stop();
    }
}

LaunchResult<Containers::Prepared> Containers::prepare(Result<container::ContainerSpec> spec,
    const ContainerRequest& request, const std::stop_token& stop) {
    if (!spec) {
        return tl::unexpected(spec.error());
    }
    const bool byDocker = isForDocker(request);
    if (byDocker) {
        spec->image.emplace(); // takes the volumes
    }
    auto done = request.image && !byDocker
        ? m_images->prepare(*spec, request, stop, progressOf(spec->id))
        : Status();
    if (!done) {
        return tl::unexpected(LaunchFailure(done.error(), LaunchStep::Image));
    }
    if (request.command.uris_size() > 0) {
        if (auto fetched = fetch(*spec, request.command, stop); !fetched) {
            return tl::unexpected(fetched.error());
        }
    }
    auto held = applyContainerInfo(*spec, request.container, m_allowance);
    if (!held) {
        return tl::unexpected(held.error());
    }
    Prepared out{std::move(*spec), std::move(*held), {}};
    if (byDocker) {
        auto prepared = m_docker->prepare(
            out.spec, out.held, request, *m_images, stop, progressOf(out.spec.id));
        if (!prepared) {
            return tl::unexpected(prepared.error());
        }
        out.docker = std::move(*prepared);
    }
    if (stop.stop_requested()) {
        return failure("The launch was cancelled");
    }
    return out;
}

LaunchResult<container::Launched> Containers::start(const Prepared& prepared) {
    if (auto made = makeParent(m_sandboxes, prepared.spec.sandbox); !made) {
        return tl::unexpected(made.error());
    }
    if (prepared.docker) {
        return m_docker->launch(*prepared.docker);
    }
    auto launched = m_runtime->launch(prepared.spec);
    return launched ? LaunchResult<container::Launched>(std::move(*launched))
                    : tl::unexpected(launched.error());
}

LaunchProgress Containers::progressOf(const ContainerId& id) {
    return everyFewSeconds([this, id](std::string message) {
        boost::asio::post(m_io, [this, id, message = std::move(message)] {
            m_post(node::ContainerProgress{id, message});
        });
    });
}

LaunchResult<void> Containers::fetch(const container::ContainerSpec& spec,
    const mesos::v1::CommandInfo& command, const std::stop_token& stop) {
    if (auto made = makeParent(m_sandboxes, spec.sandbox); !made) {
        return tl::unexpected(made.error());
    }
    if (const auto sandbox = container::openSandbox(spec.sandbox, spec.user); !sandbox) {
        return tl::unexpected(sandbox.error());
    }
    container::fetch::FetchJob job{
        .uris = urisOf(command), .sandbox = spec.sandbox, .owner = spec.user, .stop = stop};
    job.progress = [tell = progressOf(spec.id)](const container::fetch::FetchProgress& progress) {
        tell(fmt::format("Fetching {}: {} MiB", progress.uri, progress.bytes >> 20));
    };
    const auto fetched = m_fetcher->fetch(job);
    if (!job.uris.empty()) {
        ++(fetched ? m_fetched : m_notFetched);
    }
    return fetched ? LaunchResult<void>()
                   : tl::unexpected(LaunchFailure(fetched.error(), LaunchStep::Fetch));
}

AgentParts Containers::parts() const {
    return {.fetched = m_fetched, .notFetched = m_notFetched, .notEnded = m_endings.notEnded()};
}

void Containers::run(const ContainerId& id, const LaunchResult<Prepared>& prepared) {
    auto launched = prepared ? start(*prepared)
                             : LaunchResult<container::Launched>(tl::unexpected(prepared.error()));
    const auto fault = launched ? node::LaunchFault::Task : faultOf(prepared, launched.error());
    boost::asio::post(m_io, [this, id, fault, launched = std::move(launched)] {
        const auto launching = m_launching.extract(id);
        if (!launched) {
            const auto& why = launched.error().error.message;
            spdlog::error("Container {} could not be launched: {}", id.value, why);
            m_post(node::ContainerFailed{id, why, fault, launched.error().step});
            return;
        }
        m_devices.follow(id);
        m_post(node::ContainerStarted{id, launched->init.pid, launched->ip});
        if (launching && launching.mapped().exit) {
            exited(*launching.mapped().exit);
        }
    });
}

// A launch that failed in the runtime, or for what the machine itself could not do, is tried with
// something trivial: if that fails as well, it was not the task's fault. What the Docker Engine
// answered is.
node::LaunchFault Containers::faultOf(
    const LaunchResult<Prepared>& prepared, const LaunchFailure& why) {
    const bool isKnown
        = prepared ? prepared->docker.has_value() : why.error.kind != Error::Kind::Internal;
    if (isKnown) {
        return why.fault;
    }
    const auto fault = m_probe.judge(prepared ? prepared->spec.gpuMinors : std::vector<unsigned>{});
    const bool mayWorkAgain = why.error.kind == Error::Kind::Unavailable;
    return fault == node::LaunchFault::Task && mayWorkAgain ? node::LaunchFault::Nobody : fault;
}

void Containers::probe(const node::ProbeLaunch& probe) {
    boost::asio::post(m_workers, [this, gpus = probe.gpus] {
        auto probed = m_probe.run(gpus);
        boost::asio::post(m_io, [this, probed = std::move(probed)] {
            if (probed.problem.empty() && probed.bad.empty()) {
                spdlog::info("Containers can be launched again");
            }
            m_post(probed);
        });
    });
}

void Containers::onDriver(const gpu::Discovery& found) {
    boost::asio::post(m_workers, [this, found] { m_images->onDriver(found); });
}

// Once at the start, then from time to time.
void Containers::collectImages() {
    boost::asio::post(m_workers, [this] { m_images->collect(); });
    m_collection.expires_after(kCollectImages);
    m_collection.async_wait([this](boost::system::error_code error) {
        if (!error) {
            collectImages();
        }
    });
}

void Containers::resize(const node::ResizeContainer& size) {
    const auto wanted = sizeOf(size);
    m_devices.forget(size.container);
    boost::asio::post(m_workers, [this, id = size.container, wanted] {
        auto status = m_runtime->resize(id, wanted);
        boost::asio::post(m_io, [this, id, status = std::move(status)] {
            m_devices.followAnew(id);
            m_post(node::ContainerResized{id, status ? "" : status.error().message});
        });
    });
}

// At once if it can be: the time until the next signal is running already.
void Containers::signal(const ContainerId& id, int number) {
    const bool isDockers = this->isDockers(id);
    const auto send = [this, id, number, isDockers] {
        const auto status = isDockers ? m_docker->runtime().signal(id, number)
                                      : m_runtime->signal(id, number, number == SIGKILL);
        if (!status) {
            spdlog::warn("Container {}: {}", id.value, status.error().message);
        }
    };
    if (!isDockers && m_runtime->isReady(id)) {
        return send();
    }
    boost::asio::post(workersOf(isDockers), send);
}

Result<container::Exit> Containers::end(const ContainerId& id) {
    const bool isDockers = this->isDockers(id);
    auto exit = isDockers ? m_docker->runtime().destroy(id, kKillLimit)
                          : m_runtime->destroy(id, kKillLimit);
    if (exit || exit.error().kind == Error::Kind::NotFound) {
        if (isDockers) {
            m_docker->forget(id);
        }
        m_images->release(id);
    }
    return exit;
}

void Containers::destroy(const ContainerId& id) {
    m_devices.forget(id);
    // Its GPUs stay taken for as long as a process of it lives.
    m_endings.begin({.id = id,
                        .end = [this, id] { return end(id); },
                        .ended =
                            [this, id](const container::Exit& exit) {
                                m_streams.ended(exit);
                                m_nested.parentDestroyed(id);
                                m_post(node::ContainerDestroyed{id});
                            }},
        workersOf(isDockers(id)));
}

void Containers::destroy(const container::Stray& stray) {
    m_endings.begin({.id = stray.id,
        .end = [this, stray]() -> Result<container::Exit> {
            const auto ended = end(stray);
            return ended ? Result<container::Exit>(container::Exit{.id = stray.id})
                         : tl::unexpected(ended.error());
        },
        .ended = [this](const container::Exit& exit) { m_post(node::ContainerDestroyed{exit.id}); },
        .failed =
            [this, stray](const Error& why) {
                m_post(node::StrayFound{stray.id, stray.gpuMinors,
                    fmt::format("Container {} of {}, which was removed, is still running: {}",
                        stray.id.value, stray.stateDirectory, why.message)});
            }});
}

// An agent that lives only lost its files: what runs of it is still its own.
Status Containers::end(const container::Stray& stray) {
    const auto owners = agentsWithoutWorkDir(container::RuntimeOptions{}.cgroupParent);
    const auto& state = stray.stateDirectory;
    const auto owner = owners.find(state.substr(0, state.rfind('/')));
    if (owner == owners.end() || m_runtime->processes(stray.id).empty()) {
        return m_runtime->endStray(stray, kKillLimit);
    }
    return failure(
        fmt::format(
            "its agent, process {}, is running without its work directory: stop it", owner->second),
        Error::Kind::Conflict);
}

void Containers::watchExits(boost::asio::posix::stream_descriptor& news) {
    news.async_wait(boost::asio::posix::descriptor_base::wait_read,
        [this, &news](boost::system::error_code error) {
            if (!error) {
                readExits();
                watchExits(news);
            }
        });
}

void Containers::readExits() {
    auto exits = m_runtime->takeExits();
    if (m_docker) {
        const auto more = m_docker->runtime().takeExits();
        exits.insert(exits.end(), more.begin(), more.end());
    }
    for (const auto& exit : exits) {
        if (LaunchProbe::isProbe(exit.id)) {
            continue;
        }
        if (const auto found = m_launching.find(exit.id); found != m_launching.end()) {
            found->second.exit = exit;
        } else {
            exited(exit);
        }
    }
}

void Containers::exited(const container::Exit& exit) {
    m_streams.ended(exit);
    m_post(node::ContainerExited{exit.id, toNode(exit)});
}

} // namespace muster::agentd
