// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "core/kernel/cluster/launcher.h"
#include "core/kernel/cluster/offer_issuer.h"

namespace muster::cluster {

// The components of a master, wired together, without its steps.
struct Components : testing::Test {
    static inline const Instant kNow{std::chrono::hours(480000)};

    Outbox outbox;
    Deadlines deadlines;
    allocator::FairShare share;
    AgentTable agents{"M"};
    FrameworkTable frameworks{"M", share};
    TaskLedger tasks;
    OfferTable offers{"M-O", std::chrono::seconds(10), deadlines};
    OfferFilters filters{deadlines};
    AllocationQueue queue{{}, {}, deadlines};
    ChangedEntries<AgentEntry> changedAgents;
    ChangedEntries<FrameworkEntry> changedFrameworks;
    Holdings holdings{share, frameworks, queue, changedAgents, changedFrameworks};
    Leftovers leftovers{holdings};
    Executors executors{agents, frameworks, holdings, leftovers};
    TaskLifecycle lifecycle{tasks, agents, frameworks, holdings, outbox};
    Launcher launcher{tasks, lifecycle, executors, outbox};
    OfferIssuer issuer{offers, holdings, queue, outbox};

    // Connected, with 8 CPUs, 1 GB of memory and 2 GPUs.
    AgentEntry& addAgent(const std::string& id) {
        AgentEntry& agent = agents.add({id});
        agent.link = Link{100 + agent.number};
        agent.confirmed = true;
        agent.info.hostname = id;
        agent.info.total = *Resources::parse("cpus:8;mem:1024;gpus:2");
        return agent;
    }
    FrameworkEntry& addFramework(const std::string& id, std::set<Capability> capabilities = {}) {
        FrameworkEntry& framework
            = frameworks.add({.id = {id}, .capabilities = std::move(capabilities)}, kNow);
        framework.link = Link{200 + framework.number};
        return framework;
    }
    TaskInfo task(const std::string& id, const AgentEntry& agent,
        std::string_view resources = "cpus:1;mem:32") {
        return {.id = {id}, .agent = agent.id, .resources = *Resources::parse(resources)};
    }
    TaskEntry& addTask(FrameworkEntry& framework, const AgentEntry& agent, const std::string& id) {
        Task added;
        added.framework = framework.info.id;
        added.info = task(id, agent);
        added.created = kNow;
        return lifecycle.add(std::move(added));
    }

    // What has left so far, of one kind: messages to frameworks or to agents, or events.
    std::vector<MasterOutput> takeOutputs() {
        std::vector<MasterOutput> taken = outbox.take();
        events.clear();
        for (const MasterOutput& output : taken) {
            if (const auto* told = std::get_if<Events>(&output)) {
                events = told->list;
            }
        }
        return taken;
    }
    template <typename Message>
    std::vector<Message> sent() {
        std::vector<Message> out;
        const auto take = [&out](const auto& message) {
            if constexpr (std::is_same_v<std::decay_t<decltype(message)>, Message>) {
                out.push_back(message);
            }
        };
        for (const MasterOutput& output : takeOutputs()) {
            if (const auto* toFramework = std::get_if<SendFramework>(&output)) {
                std::visit(take, toFramework->event);
            } else if (const auto* toAgent = std::get_if<SendAgent>(&output)) {
                std::visit(take, toAgent->command);
            }
        }
        return out;
    }
    std::vector<Event> events; // of the outputs that were taken last
};

} // namespace muster::cluster
