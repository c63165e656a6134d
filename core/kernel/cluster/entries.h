// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "core/kernel/allocator/fair_share.h"
#include "core/kernel/cluster/allocation_queue.h"
#include "core/kernel/cluster/executors.h"
#include "core/kernel/cluster/gpu_orders.h"
#include "core/kernel/cluster/leftovers.h"
#include "core/kernel/cluster/master.h"
#include "core/kernel/cluster/offer_filters.h"
#include "core/kernel/cluster/offer_table.h"

// What the master keeps of each entity beside what views see. Internal to this folder.
namespace muster::cluster {

struct TaskKeyHash {
    std::size_t operator()(const TaskKey& key) const noexcept {
        const std::hash<std::string> hash;
        return hash(key.framework.value) * 31 + hash(key.task.value);
    }
};

struct FrameworkEntry;

struct AgentEntry : Agent {
    explicit AgentEntry(AgentNumber number_) : queue(*this, number_), filters(number_) {
        number = number_;
    }

    bool ownsGpus = false;
    // It has its id on disk. Before that nothing is offered of it: it could come back as another
    // agent, and its tasks would wait for the first one for ever.
    bool confirmed = false;
    AllocationQueue::OfAgent queue;
    bool counted = false; // in the cluster's total
    std::string listedHome; // under which its table finds it; empty: under none
    ProfileNumber profile = 0; // another one whenever its host name or its attributes change
    OfferFilters::OfAgent filters;
    OfferTable::Part offers;
    Leftovers::OfAgent leftovers;
    Resources reservations; // dynamic ones, also of what it lacks now; `info.total` is with them
    GpuOrders::OfAgent orders; // sent again at each registration until confirmed
    bool shutDown = false; // its executors were told to end, as it drains
    std::set<TaskKey> condemned; // told lost while it was unreachable: to be killed when it returns
    std::optional<Uptime> unreachableAt;
    std::vector<GpuState> shown; // of each GPU, as views last saw it
    Presence presence = Presence::Unknown;
    bool hasChanged = false; // ChangedEntries

    bool holdsNothing() const {
        return tasks.empty() && executors.empty() && offers.empty() && !leftovers.hasTasks()
            && !leftovers.hasExecutors();
    }
    AgentRecord record() const {
        AgentRecord out{id, info.hostname, policy, reservations, orders.all(), info.home};
        if (state == AgentState::Unreachable) {
            out.unreachableSince = disconnected;
        }
        out.condemned = condemned;
        return out;
    }
};

// A framework in one of its roles.
struct ClientEntry : allocator::FairShare::Client {
    ClientEntry(ClientNumber serial_, FrameworkEntry& framework_)
        : serial(serial_), framework(&framework_), filters(serial_) { }

    ClientNumber serial;
    FrameworkEntry* framework;
    bool subscribed = false; // if not, it still holds something in the role
    OfferFilters::OfClient filters;
    WantedAgents wanted;
};

struct FrameworkEntry : Framework {
    FrameworkNumber number = 0;
    Executors::OfFramework executors;
    std::map<std::string, ClientEntry, std::less<>> clients; // by role
    OfferTable::Part offers;
    std::optional<Uptime> goneAt;
    std::vector<OfferPtr> toSend; // made in this apply
    bool waitsEagerly = false; // eager, and wants offers
    bool hasChanged = false; // ChangedEntries
};

struct TaskEntry : Task {
    bool accounted = false; // its resources count as used
    // Of the last updates, oldest first: a late copy is recognized. An agent sends again only what
    // was pending when it saved last, which is bounded (node::UpdateStream::kMostPending).
    static constexpr std::size_t kMostSeen = 100;
    std::deque<Uuid> seen;
    std::uint64_t number = 0; // in the order in which the master met them
    std::uint64_t endedNumber = 0;
    TaskKey key() const { return {framework, info.id}; }
};

} // namespace muster::cluster
