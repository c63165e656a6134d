// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/kernel/allocator/fair_share.h"
#include "core/kernel/cluster/master.h"

// What the master keeps of each entity beside what views see. Internal to this folder.
namespace muster::cluster {

using FrameworkNumber = std::uint32_t;
using ClientNumber = std::uint64_t;
using OfferNumber = std::uint64_t;
using ProfileNumber = std::uint32_t;

struct TaskKeyHash {
    std::size_t operator()(const TaskKey& key) const noexcept {
        const std::hash<std::string> hash;
        return hash(key.framework.value) * 31 + hash(key.task.value);
    }
};

// What is not offered of one agent to a framework in one role, and until when.
struct Filter {
    ClientNumber client = 0;
    Uptime until;
    Resources refused;
    RefusalReason reason = RefusalReason::Declined;
};

// What an agent still runs although its framework was told of its end, or is gone. Its resources
// are not free yet.
struct Leftover {
    Resources resources;
    std::string role; // that they are allocated to
    // Killed with its framework: the agent tells of no end. It answers RemoveFramework with an
    // AgentUpdate, and its total is without what such tasks still hold.
    bool silent = false;
};

struct FrameworkEntry;
struct OfferEntry;

struct AgentEntry : Agent {
    static constexpr std::size_t kNotIdle = SIZE_MAX;
    bool ownsGpus = false;
    // It has its id on disk. Before that nothing is offered of it: it could come back as another
    // agent, and its tasks would wait for the first one for ever.
    bool confirmed = false;
    bool dirty = false; // to be looked at in the next round
    bool isNew = false; // and before it: it was not there to be offered until now
    bool freed = false; // and before it, for those who are eager
    std::size_t idleAt = kNotIdle; // its place among the idle
    bool counted = false; // in the cluster's total
    ProfileNumber profile = 0; // another one whenever its host name or its attributes change
    std::vector<Filter> filters; // sorted by client
    std::vector<OfferEntry*> offers;
    std::map<TaskKey, Leftover> leftovers;
    std::map<ExecutorKey, ExecutorInfo> silentExecutors; // as Leftover::silent
    Resources reservations; // dynamic ones, also of what it lacks now; `info.total` is with them
    struct Order : GpuOrder {
        std::uint64_t number = 0; // as it was sent last
    };
    std::map<GpuUuid, Order> orders; // sent again at each registration until confirmed
    bool shutDown = false; // its executors were told to end, as it drains
    std::set<TaskKey> condemned; // told lost while it was unreachable: to be killed when it returns
    std::optional<Uptime> unreachableAt;
    std::vector<GpuState> shown; // of each GPU, as views last saw it
    Presence presence = Presence::Unknown;
    bool hasChanged = false; // ChangedEntries

    AgentRecord record() const {
        AgentRecord out{id, info.hostname, policy, reservations, {}, info.home};
        out.orders.reserve(orders.size());
        for (const auto& [gpu, order] : orders) {
            out.orders.push_back(order);
        }
        if (state == AgentState::Unreachable) {
            out.unreachableSince = disconnected;
        }
        out.condemned = condemned;
        return out;
    }
};

// A framework in one of its roles.
struct ClientEntry : allocator::FairShare::Client {
    ClientNumber serial = 0;
    FrameworkEntry* framework = nullptr;
    bool subscribed = false; // if not, it still holds something in the role
    std::map<Uptime, std::vector<AgentEntry*>> refusals; // its filters by their end
    std::optional<AgentFilter> wanted; // none: every agent
    enum class Verdict : std::uint8_t { Unknown, Wanted, Unwanted };
    std::vector<Verdict> verdicts; // of `wanted`, by the profile of the agent
};

struct FrameworkEntry : Framework {
    FrameworkNumber number = 0;
    std::set<std::pair<AgentNumber, ExecutorId>> executors;
    std::map<std::string, ClientEntry, std::less<>> clients; // by role
    std::vector<OfferEntry*> offers;
    std::optional<Uptime> goneAt;
    std::vector<OfferPtr> toSend; // made in this apply
    bool waitsEagerly = false; // eager, and wants offers
    bool hasChanged = false; // ChangedEntries
};

struct OfferEntry {
    OfferPtr offer;
    Uptime made;
    OfferNumber number = 0;
    AgentEntry* agent = nullptr;
    ClientEntry* client = nullptr;
    std::size_t atAgent = 0; // its place among the offers of its agent
    std::size_t atFramework = 0;
};

struct TaskEntry : Task {
    bool accounted = false; // its resources count as used
    std::vector<Uuid> seen; // of the updates so far, oldest first: a late copy is recognized
    std::uint64_t number = 0; // in the order in which the master met them
    std::uint64_t endedNumber = 0;
    TaskKey key() const { return {framework, info.id}; }
};

} // namespace muster::cluster
