// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/explanation.h"

#include <algorithm>
#include <string_view>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/kernel/jobs/need.h"

namespace muster::jobs {
namespace {

// "2 more GPUs", "cpus:1 more"
std::string moreText(const Need& need, Milli amount) {
    return !need.isOfGpus()         ? amountText(need, amount) + " more"
        : amount == Milli::whole(1) ? "1 more GPU"
                                    : fmt::format("{} more GPUs", amount.text());
}

class Reasoning {
public:
    Reasoning(const JobSpec& spec, std::span<const Machine> machines, const Holders& holders)
        : m_spec(spec), m_machines(machines), m_holders(holders), m_needs(needsOf(spec)) { }

    Explanation explain(std::span<const RoleUse> roles) {
        for (const auto& need : m_needs) {
            m_out.requirements.push_back(need.requirement);
        }
        std::vector<const Machine*> all;
        std::vector<Standing> standings;
        for (std::size_t i = 0; i < m_machines.size(); ++i) {
            all.push_back(&m_machines[i]);
            standings.push_back(standingOf(m_needs, m_machines[i]));
            m_out.verdicts.push_back(judge(i, standings.back()));
        }
        sort();
        auto wait = decide(m_spec, m_needs, all, standings, roles);
        m_out.reason = wait.reason;
        m_out.sentence = std::move(wait.text);
        m_out.serves = wait.serves;
        if (wait.reason == WaitReason::Quota) {
            m_out.wouldStart.push_back(
                fmt::format("on {}, once the quota allows it", hostname(*wait.serves)));
            m_out.serves.reset();
        } else if (!m_out.serves) {
            suggest();
        }
        return std::move(m_out);
    }

private:
    using Indices = std::vector<std::size_t>;

    const std::string& hostname(std::size_t machine) const {
        return m_machines[machine].supply.hostname;
    }

    Verdict judge(std::size_t index, const Standing& standing) const {
        Verdict out{.machine = index};
        for (const auto& need : m_needs) {
            out.findings.push_back(need.look(m_machines[index]));
        }
        out.unmet = standing.unmet;
        out.couldServe = standing.lacks == m_needs.size();
        return out;
    }

    // The nearest to serving it first; more of its GPUs free is nearer.
    void sort() {
        const auto rank = [this](const Verdict& verdict) {
            const auto& supply = m_machines[verdict.machine].supply;
            return std::make_tuple(verdict.unmet != 0, !verdict.couldServe, verdict.unmet,
                -supply.free.gpus().value, std::string_view(supply.hostname),
                std::string_view(supply.agent.value));
        };
        std::ranges::sort(m_out.verdicts, {}, rank);
    }

    void suggest() {
        suggestPatience();
        for (std::size_t i = 0; i < m_needs.size(); ++i) {
            suggestWithout(i);
        }
    }

    // What would have to become free or open on the machine that is nearest to it.
    void suggestPatience() {
        const auto nearest = std::ranges::find_if(
            m_out.verdicts, [](const Verdict& verdict) { return verdict.couldServe; });
        if (nearest == m_out.verdicts.end()) {
            return;
        }
        const auto& machine = m_machines[nearest->machine];
        std::vector<std::string> parts;
        bool gpus = false;
        for (std::size_t i = 0; i < m_needs.size(); ++i) {
            const auto& need = m_needs[i];
            if (nearest->findings[i].met) {
                continue;
            }
            if (need.kind == Need::Kind::State) {
                parts.emplace_back("it is available again");
            } else if (need.kind == Need::Kind::Amount) {
                auto more = need.amount - machine.supply.free.scalar(need.resource);
                const auto isAre = [&](Milli amount) {
                    return need.isOfGpus() && amount > Milli::whole(1) ? "are" : "is";
                };
                if (const auto back = need.amount - machine.total.scalar(need.resource);
                    back > Milli{}) {
                    parts.push_back(fmt::format("{} {} returned to service ({})",
                        amountText(need, back), isAre(back), machine.withheld));
                    more -= back;
                }
                if (more > Milli{}) {
                    gpus = gpus || need.isOfGpus();
                    parts.push_back(fmt::format("{} {} free", moreText(need, more), isAre(more)));
                }
                if (machine.offered.scalar(need.resource) > Milli{}) {
                    parts.emplace_back("what is offered to another framework is declined");
                }
            } else {
                parts.push_back(need.requirement.needed + " is free");
            }
        }
        const auto holders = gpus ? m_holders(machine.supply.agent) : "";
        m_out.wouldStart.push_back(fmt::format("on {}, when {}{}", machine.supply.hostname,
            fmt::join(parts, " and "), holders.empty() ? "" : "; held by " + holders));
    }

    // With less of one requirement, or without it: where all others are met now.
    void suggestWithout(std::size_t index) {
        const auto& need = m_needs[index];
        Indices others;
        for (const auto& verdict : m_out.verdicts) {
            if (verdict.unmet == 1 && !verdict.findings[index].met) {
                others.push_back(verdict.machine);
            }
        }
        if (others.empty() || need.kind == Need::Kind::State || need.kind == Need::Kind::Other) {
            return;
        }
        if (need.kind != Need::Kind::Amount) {
            m_out.wouldStart.push_back(fmt::format("on {}, without {}", hostname(others.front()),
                need.kind == Need::Kind::Links ? "NVLink between its GPUs"
                                               : need.requirement.name));
            return;
        }
        const auto available
            = [&](std::size_t machine) { return m_machines[machine].available(need.resource); };
        const auto best = *std::ranges::max_element(others, {}, available);
        if (const auto free = available(best); free > Milli{}) {
            m_out.wouldStart.push_back(fmt::format("on {}, with {}{}", hostname(best),
                amountText(need, free), need.isOfGpus() ? freeOfAll(m_machines[best], free) : ""));
        }
    }

    // So that nobody takes what is free now for what the node has.
    static std::string freeOfAll(const Machine& machine, Milli free) {
        const auto all = machine.total.gpus() + machine.restorable;
        return free == all ? ""
                           : fmt::format(": {} {} free now; it has {}", free.text(),
                               free > Milli::whole(1) ? "are" : "is", all.text());
    }

    const JobSpec& m_spec;
    const std::span<const Machine> m_machines;
    const Holders& m_holders;
    const std::vector<Need> m_needs;
    Explanation m_out;
};

} // namespace

Explanation explainFully(const JobSpec& spec, std::span<const Machine> machines,
    const Holders& holders, std::span<const RoleUse> roles) {
    return Reasoning(spec, machines, holders).explain(roles);
}

} // namespace muster::jobs
