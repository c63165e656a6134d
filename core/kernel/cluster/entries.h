// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "core/kernel/allocator/fair_share.h"
#include "core/kernel/cluster/master.h"

// What the master keeps of each entity beside what views see. Internal to this folder.
namespace muster::cluster {

using FrameworkNumber = std::uint32_t;
using OfferNumber = std::uint64_t;

struct TaskKeyHash {
    std::size_t operator()(const TaskKey& key) const noexcept {
        const std::hash<std::string> hash;
        return hash(key.framework.value) * 31 + hash(key.task.value);
    }
};

// What a framework refused of one agent, and until when.
struct Filter {
    Resources refused;
    Instant until;
};

// What an agent still runs although its framework was told of its end, or is gone. Its resources
// are not free yet.
struct Leftover {
    Resources resources;
    // Killed with its framework: the agent tells of no end. It answers RemoveFramework with an
    // AgentUpdate, and its total is without what such tasks still hold.
    bool silent = false;
};

struct AgentEntry : Agent {
    bool ownsGpus = false;
    // It has its id on disk. Before that nothing is offered of it: it could come back as another
    // agent, and its tasks would wait for the first one for ever.
    bool confirmed = false;
    bool dirty = false;
    bool counted = false; // in the cluster's total
    std::unordered_map<FrameworkNumber, Filter> filters;
    std::map<TaskKey, Leftover> leftovers;
    Resources silentExecutors; // what executors of removed frameworks hold, as Leftover::silent
    std::set<TaskKey> condemned; // told lost while it was unreachable: to be killed when it returns
    std::optional<Instant> unreachableAt;
    std::vector<GpuState> shown; // of each GPU, as views last saw it
    std::uint64_t changedIn = 0; // the apply that reported it last
};

struct FrameworkEntry : Framework {
    FrameworkNumber number = 0;
    allocator::FairShare::Client share;
    std::set<AgentNumber> filteredAgents;
    std::set<std::pair<AgentNumber, ExecutorId>> executors;
    std::optional<Instant> goneAt;
    std::vector<Offer> toSend; // made in this apply
    std::uint64_t changedIn = 0;
};

struct OfferEntry : Offer {
    OfferNumber number = 0;
    AgentEntry* agentEntry = nullptr;
    FrameworkEntry* frameworkEntry = nullptr;
};

struct TaskEntry : Task {
    bool accounted = false; // its resources count as used
    std::vector<Uuid> seen; // of the updates so far, oldest first: a late copy is recognized
    std::optional<KillTask> wantedKill; // sent again at each re-registration
    std::uint64_t endedNumber = 0;
    std::uint64_t changedIn = 0;
    TaskKey key() const { return {framework, info.id}; }
};

} // namespace muster::cluster
