// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/kernel/cluster/deadlines.h"
#include "core/kernel/cluster/numbers.h"

namespace muster::cluster {

struct AgentEntry;

// The agents of which something may be offered, and when each is looked at. As with Mesos'
// allocator, what comes back waits for the next round, so that it is offered as a whole; a new
// agent is looked at at once, and so is what is freed, for the frameworks that ask for it. Rounds
// are whole intervals after the start, while something waits. Agents are given out by number.
// What nobody wanted is idle: it is looked at again when somebody may want it. Not thread-safe.
class AllocationQueue {
public:
    class OfAgent {
    public:
        OfAgent(AgentEntry& agent, AgentNumber number) : m_agent(&agent), m_number(number) { }

    private:
        friend class AllocationQueue;
        static constexpr std::size_t kNotIdle = SIZE_MAX;
        AgentEntry* m_agent;
        AgentNumber m_number;
        bool m_waits = false;
        bool m_isNew = false; // before the round: it was not there to be offered until now
        bool m_isFreed = false; // before the round, for those who do not wait
        std::size_t m_idleAt = kNotIdle; // its place among the idle
    };

    // An interval of zero: every look is a round.
    AllocationQueue(Duration interval, Uptime start, Deadlines& deadlines)
        : m_interval(interval), m_start(start), m_deadlines(deadlines) { }

    void add(OfAgent& agent);
    void addNew(OfAgent& agent);
    void addFreed(OfAgent& agent);
    void noteFreed(OfAgent& agent) { agent.m_isFreed = true; } // of one that is added anyway
    void remove(OfAgent& agent); // it is forgotten
    void setIdle(OfAgent& agent, bool idle);
    void addIdle(); // all of them

    void startRound(); // at the next look, of all that is free
    void onRound(); // its deadline has come
    bool isRound() const { return m_isWanted || m_interval <= Duration::zero(); }
    std::vector<AgentEntry*> takeRound();
    // Before the round: the new ones, and of those that still wait for it the freed ones.
    struct Early {
        std::vector<AgentEntry*> fresh;
        std::vector<AgentEntry*> freed;
    };
    Early takeEarly();
    void plan(Uptime now); // the next round, if anything waits for it; after each look

private:
    static void sortByNumber(std::vector<OfAgent*>& agents);
    static std::vector<AgentEntry*> entriesOf(const std::vector<OfAgent*>& agents);

    Duration m_interval;
    Uptime m_start;
    Deadlines& m_deadlines;
    std::vector<OfAgent*> m_waiting;
    std::vector<OfAgent*> m_idle;
    std::optional<Uptime> m_next;
    bool m_isWanted = false;
};

} // namespace muster::cluster
