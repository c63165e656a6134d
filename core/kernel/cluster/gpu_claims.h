// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/kernel/base/gpu.h"
#include "core/kernel/base/id.h"
#include "core/kernel/cluster/numbers.h"

namespace muster::cluster {

struct AgentEntry;

// Whose each GPU is. Agents say which GPUs they have; a GPU that two of them claim is of one, its
// owner, and the others are told by whom it is claimed. It changes hands only to one who may take
// it over, or when its owner no longer has it. Not thread-safe. O(log) a GPU.
class GpuClaims {
public:
    struct Rules {
        std::function<bool(const AgentEntry& claimant, const AgentEntry& owner, const GpuUuid&)>
            mayTakeOver;
        std::function<std::string(const GpuUuid&, const AgentEntry& owner)> rivalText;
        std::function<void(const GpuUuid&)> changed; // it shows another owner, or was told again
    };
    // What of an agent's GPUs is claimed by others, who were first: in words by whom.
    using Rivals = std::map<GpuUuid, std::string>;

    explicit GpuClaims(Rules rules) : m_rules(std::move(rules)) { }

    AgentEntry* owner(const GpuUuid& gpu) const; // nullptr: no agent shows it
    bool empty() const { return m_owners.empty(); }
    bool has(const GpuUuid& gpu) const { return m_owners.contains(gpu); }
    // Beside its owner, by number.
    std::vector<AgentEntry*> rivals(const GpuUuid& gpu) const;

    // The agent had the GPUs `before`, and has those of its info now.
    void change(AgentEntry& agent, const std::vector<GpuInfo>& before);
    void yield(AgentEntry& agent); // what it owns, to those who may have it now
    void tellAgain(AgentEntry& agent); // it has forgotten who claims its GPUs

    // Told by their agents since it was last asked: to be compared with what was ordered for them.
    std::vector<GpuUuid> takeReported() { return std::exchange(m_reported, {}); }
    // Agents of whose GPUs others claim more or less than they were told.
    std::vector<AgentEntry*> takeNews();
    void forget(AgentEntry& agent); // REQUIRES: it has no GPUs any more

private:
    void claim(AgentEntry& agent, const GpuUuid& gpu);
    void drop(AgentEntry& agent, const GpuUuid& gpu);
    void setOwner(const GpuUuid& gpu, AgentEntry* owner);
    void note(const GpuUuid& gpu); // to each who has to hear of it
    void markNews(AgentEntry& agent);

    using ByNumber = std::map<AgentNumber, AgentEntry*>;
    Rules m_rules;
    std::unordered_map<GpuUuid, AgentEntry*> m_owners;
    std::map<GpuUuid, ByNumber> m_rivals; // few
    std::vector<GpuUuid> m_reported;
    ByNumber m_news;
};

} // namespace muster::cluster
