// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/kernel/cluster/world.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace muster::cluster {

namespace {

template <typename... Visitors>
struct Overloaded : Visitors... {
    using Visitors::operator()...;
};
template <typename... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>; // which clang 14 does not find by itself

std::string trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(' ');
    const auto end = text.find_last_not_of(' ');
    return begin == std::string_view::npos ? "" : std::string(text.substr(begin, end - begin + 1));
}

GpuState gpuState(char letter) {
    switch (letter) {
    case '.':
        return GpuState::Free;
    case 'a':
        return GpuState::Allocated;
    case 'r':
        return GpuState::Restricted;
    case 'l':
        return GpuState::Lost;
    default:
        throw std::invalid_argument("no such GPU state in a drawing");
    }
}

} // namespace

World::World(MasterOptions options, Recovered recovered)
    : m_master(std::move(options), std::move(recovered), m_now) { }

Resources World::parse(std::string_view resources) const {
    return Resources::parse(resources).value();
}

void World::draw(std::string_view text) {
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find('/', begin), text.size());
        const auto one = text.substr(begin, end - begin);
        begin = end + 1;
        const auto colon = one.find(':');
        registerAgent(trimmed(one.substr(0, colon)), trimmed(one.substr(colon + 1)));
    }
}

void World::registerAgent(
    const std::string& name, std::string_view resources, std::vector<LiveTask> tasks) {
    AgentPeer& agent = m_agents[name];
    agent.info.hostname = name;
    agent.info.total = parse(resources);
    for (unsigned minor = 0; minor < agent.info.total.gpus().wholeUnits(); ++minor) {
        const GpuUuid uuid{fmt::format("{}-g{}", name, minor)};
        agent.info.gpus.push_back({.uuid = uuid, .index = minor, .minor = minor});
        agent.gpus.push_back({.gpu = uuid});
    }
    sendRegister(agent, std::move(tasks));
}

void World::registerAgain(
    const std::string& name, std::vector<LiveTask> tasks, std::vector<LiveExecutor> executors) {
    sendRegister(m_agents.at(name), std::move(tasks), std::move(executors));
}

void World::sendRegister(
    AgentPeer& agent, std::vector<LiveTask> tasks, std::vector<LiveExecutor> executors) {
    agent.link = Link{m_nextLink++};
    agent.lastOrder = 0;
    m_names[agent.link] = agent.info.hostname;
    const bool first = agent.id.empty();
    apply(FromAgent{agent.link,
        Register{agent.id, agent.info, agent.gpus, std::move(tasks), std::move(executors)}});
    if (first) { // it has saved its id
        apply(FromAgent{agent.link, AgentUpdate{agent.info, agent.gpus}});
    }
}

void World::attribute(const std::string& name, std::string_view attributes) {
    m_agents[name].info.attributes = parseAttributes(attributes).value();
}

void World::home(const std::string& name, std::string_view home) {
    m_agents[name].info.home = home;
}

void World::putGpu(const std::string& name, const std::string& uuid) {
    AgentPeer& agent = m_agents[name];
    agent.info.gpus.push_back({.uuid = {uuid}});
    agent.gpus.push_back({.gpu = {uuid}});
}

void World::takeGpus(const std::string& name) {
    m_agents.at(name).info.gpus.clear();
    m_agents.at(name).gpus.clear();
}

void World::setRestriction(
    AgentPeer& agent, const GpuUuid& gpu, std::optional<Restriction> restriction) {
    const auto row = std::ranges::find(agent.gpus, gpu, &GpuStatus::gpu);
    if (row != agent.gpus.end()) {
        if (restriction) { // the wire knows whole milliseconds
            restriction->since = std::chrono::floor<std::chrono::milliseconds>(restriction->since);
        }
        row->restriction = std::move(restriction);
    }
}

void World::letExpire(const std::string& name) {
    AgentPeer& agent = m_agents.at(name);
    for (GpuStatus& row : agent.gpus) {
        row.restriction.reset();
    }
    apply(FromAgent{agent.link, AgentUpdate{agent.info, agent.gpus, agent.lastOrder}});
}

void World::confirmOrders(const std::string& name) {
    const AgentPeer& agent = m_agents.at(name);
    apply(FromAgent{agent.link, AgentUpdate{agent.info, agent.gpus, agent.lastOrder}});
}

void World::cutAgent(const std::string& name) {
    apply(LinkClosed{m_agents.at(name).link});
}

void World::updateGpus(const std::string& name, std::string_view states) {
    AgentPeer& agent = m_agents.at(name);
    std::int64_t inService = 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
        agent.gpus[i].state = gpuState(states[i]);
        inService += states[i] == '.' || states[i] == 'a' ? 1 : 0;
    }
    agent.info.total.setScalar(Resources::Gpus, Milli::whole(inService));
    apply(FromAgent{agent.link, AgentUpdate{agent.info, agent.gpus}});
}

void World::subscribe(
    const std::string& name, std::set<Capability> capabilities, Duration failoverTimeout) {
    FrameworkPeer& framework = m_frameworks[name];
    framework.info.name = name;
    framework.info.capabilities = std::move(capabilities);
    framework.info.failoverTimeout = failoverTimeout;
    subscribeAgain(name);
}

void World::subscribeAs(const std::string& name, std::set<std::string> roles,
    std::set<std::string> suppressed, Duration failoverTimeout) {
    FrameworkPeer& framework = m_frameworks[name];
    framework.info.roles = std::move(roles);
    framework.suppressed = std::move(suppressed);
    subscribe(name, {Capability::MultiRole, Capability::GpuResources}, failoverTimeout);
}

void World::subscribeAgain(const std::string& name) {
    FrameworkPeer& framework = m_frameworks[name];
    framework.link = Link{m_nextLink++};
    framework.offers.clear();
    m_names[framework.link] = name;
    framework.info.id = framework.id;
    apply(FromFramework{framework.link, Subscribe{framework.info, framework.suppressed}});
}

void World::cutFramework(const std::string& name) {
    m_frameworks.at(name).offers.clear();
    apply(LinkClosed{m_frameworks.at(name).link});
}

void World::call(const std::string& framework, FrameworkCall call) {
    apply(FromFramework{m_frameworks.at(framework).link, std::move(call)});
}

void World::accept(const std::string& framework, std::vector<TaskInfo> tasks, Duration refuse) {
    auto offers = std::exchange(m_frameworks.at(framework).offers, {});
    call(framework, Accept{std::move(offers), {LaunchTasks{std::move(tasks)}}, refuse});
}

void World::carryOut(
    const std::string& framework, std::vector<Operation> operations, Duration refuse) {
    auto offers = std::exchange(m_frameworks.at(framework).offers, {});
    call(framework, Accept{std::move(offers), std::move(operations), refuse});
}

void World::declineAll(const std::string& framework, Duration refuse) {
    auto offers = std::exchange(m_frameworks.at(framework).offers, {});
    call(framework, Decline{std::move(offers), refuse});
}

TaskInfo World::task(const std::string& id, const std::string& agent, std::string_view resources) {
    TaskInfo info;
    info.id.value = id;
    info.name = id;
    const auto known = m_agents.find(agent);
    info.agent = known == m_agents.end() ? AgentId{agent} : known->second.id;
    info.resources = parse(resources);
    return info;
}

void World::update(const std::string& agent, const std::string& framework, const std::string& task,
    TaskState state, std::uint8_t uuid) {
    StatusUpdate update;
    update.framework = frameworkId(framework);
    update.status.task.value = task;
    update.status.state = state;
    update.status.source = StatusSource::Executor;
    update.status.at = m_now;
    update.status.uuid = Uuid{};
    update.status.uuid->bytes[0] = uuid;
    apply(FromAgent{m_agents.at(agent).link, std::move(update)});
}

void World::apply(MasterInput input) {
    outputs = m_master.apply(std::move(input), Now{m_now + wallStep, Now(m_now).uptime});
    for (const MasterOutput& output : outputs) {
        std::visit([this](const auto& one) { take(one); }, output);
    }
    if (trims) {
        m_master.trim();
    }
}

void World::advance(Duration by) {
    const Instant end = m_now + by;
    const auto next = [this] {
        const auto due = m_master.nextDeadline();
        return due ? std::optional(Instant(due->time_since_epoch())) : std::nullopt;
    };
    while (next() && *next() <= end) {
        m_now = std::max(m_now, *next());
        apply(Tick{});
    }
    m_now = end;
}

std::string World::agentName(const AgentId& id) const {
    const Agent* agent = m_master.agent(id);
    return agent ? agent->info.hostname : id.value;
}

void World::take(const SendFramework& sent) {
    const std::string name = m_names.at(sent.link);
    FrameworkPeer& framework = m_frameworks.at(name);
    const auto line = [&](std::string text) { m_lines.emplace_back(name, name + " " + text); };
    std::visit(
        Overloaded{
            [&](const Subscribed& event) {
                framework.id = event.framework;
                line("subscribed");
            },
            [&](const Offers& event) {
                for (const OfferPtr& offer : event.offers) {
                    framework.offers.push_back(offer->id);
                    const std::string role = offer->role == "*" ? "" : " to " + offer->role;
                    line("offered " + offer->hostname + " " + offer->resources.text() + role);
                }
            },
            [&](const Rescind& event) {
                std::erase(framework.offers, event.offer);
                line("rescinded " + event.offer.value);
            },
            [&](const Update& event) {
                updates.push_back(event.status);
                line(
                    fmt::format("{} is {}", event.status.task.value, wireName(event.status.state)));
            },
            [&](const AgentLost& event) { line("lost " + agentName(event.agent)); },
            [&](const FromExecutor& event) {
                line(fmt::format("heard {} of {}", event.data, event.executor.value));
            },
            [&](const ExecutorEnded& event) {
                line(fmt::format("{} ended with {}", event.executor.value, event.status));
            },
            [&](const InverseOffers& event) {
                for (const InverseOffer& offer : event.offers) {
                    inverseOffers.push_back(offer);
                    line("asked to leave " + agentName(offer.agent));
                }
            },
            [&](const RescindInverseOffer& event) {
                line("no longer asked by " + event.offer.value);
            },
            [&](const OperationUpdate& event) {
                operations.push_back(event);
                line(fmt::format("operation {}: {}", event.operation, event.message));
            },
            [&](const FrameworkError& event) { line("error " + event.message); },
        },
        sent.event);
}

void World::take(const SendAgent& sent) {
    const std::string name = m_names.at(sent.link);
    const auto line = [&](std::string text) { m_lines.emplace_back(name, name + " " + text); };
    std::visit(
        Overloaded{
            [&](const Registered& command) {
                m_agents.at(name).id = command.id;
                line("registered " + command.id.value);
            },
            [&](const RunTask& command) { line("run " + command.task.id.value); },
            [&](const RunGroup& command) {
                std::string names;
                for (const TaskInfo& task : command.tasks) {
                    names += " " + task.id.value;
                }
                line(fmt::format("run group {}:{}", command.executor.id.value, names));
            },
            [&](const ShutdownExecutor& command) { line("shut down " + command.executor.value); },
            [&](const ToExecutor& command) {
                line(fmt::format("tell {} {}", command.executor.value, command.data));
            },
            [&](const KillTask& command) { line("kill " + command.task.task.value); },
            [&](const AcknowledgeStatus& command) {
                line(fmt::format(
                    "acknowledge {} {}", command.task.task.value, command.uuid.bytes[0]));
            },
            [&](const RestrictGpu& command) {
                m_agents.at(name).lastOrder = command.order;
                setRestriction(m_agents.at(name), command.restriction.gpu, command.restriction);
                line("restrict " + command.restriction.gpu.value);
            },
            [&](const ReleaseGpu& command) {
                m_agents.at(name).lastOrder = command.order;
                setRestriction(m_agents.at(name), command.gpu, std::nullopt);
                line("release " + command.gpu.value);
            },
            [&](const WithholdGpus& command) {
                std::string text = "withhold";
                for (const auto& item : command.gpus) {
                    text += " " + item.gpu.value;
                }
                line(text);
            },
            [&](const RemoveFramework& command) { line("remove " + command.framework.value); },
        },
        sent.command);
}

void World::take(const CloseLink& close) {
    const auto name = m_names.find(close.link);
    const std::string who = name == m_names.end() ? "?" : name->second;
    m_lines.emplace_back(who, who + " closed: " + close.reason);
}

std::vector<std::string> World::told() {
    std::vector<std::string> texts;
    for (auto& [name, text] : std::exchange(m_lines, {})) {
        texts.push_back(std::move(text));
    }
    return texts;
}

std::vector<std::string> World::toldTo(const std::string& wanted) {
    std::vector<std::string> texts;
    std::erase_if(m_lines, [&](auto& line) {
        if (line.first == wanted) {
            texts.push_back(line.second.substr(wanted.size() + 1));
        }
        return line.first == wanted;
    });
    return texts;
}

TaskKey World::key(const std::string& framework, const std::string& task) const {
    return {frameworkId(framework), TaskId{task}};
}

const Task* World::task(const std::string& framework, const std::string& task) const {
    return m_master.task(key(framework, task));
}

LiveTask World::live(const std::string& framework, const TaskInfo& task, TaskState state) const {
    LiveTask live;
    live.framework = frameworkId(framework);
    live.info = task;
    live.latest.task = task.id;
    live.latest.state = state;
    live.latest.source = StatusSource::Executor;
    live.latest.agent = task.agent;
    return live;
}

std::string World::gpuStates(const std::string& name) const {
    std::string states;
    for (const GpuInfo& gpu : agent(name).info.gpus) {
        states += wireName(m_master.gpu(gpu.uuid)->status.state)[0] == 'f'
            ? '.'
            : wireName(m_master.gpu(gpu.uuid)->status.state)[0];
    }
    return states;
}

} // namespace muster::cluster
