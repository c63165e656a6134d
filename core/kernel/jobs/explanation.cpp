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
    return need.resource != "gpus"  ? amountText(need, amount) + " more"
        : amount == Milli::whole(1) ? "1 more GPU"
                                    : fmt::format("{} more GPUs", amount.text());
}

class Reasoning {
public:
    Reasoning(const JobSpec& spec, std::span<const Machine> machines, const Holders& holders)
        : m_spec(spec), m_machines(machines), m_holders(holders), m_needs(needsOf(spec)) { }

    Explanation explain() {
        for (const auto& need : m_needs) {
            m_out.requirements.push_back(need.requirement);
        }
        for (std::size_t i = 0; i < m_machines.size(); ++i) {
            m_out.verdicts.push_back(judge(i));
        }
        sort();
        choose();
        if (m_out.serves) {
            m_out.sentence = fmt::format("{} free on {}", wantedText(), hostname(*m_out.serves));
            return std::move(m_out);
        }
        m_out.verdicts.empty() ? sayNoMachines() : blame();
        suggest();
        return std::move(m_out);
    }

private:
    using When = Need::When;
    using Indices = std::vector<std::size_t>;

    const std::string& hostname(std::size_t machine) const {
        return m_machines[machine].supply.hostname;
    }

    Verdict judge(std::size_t index) const {
        const auto& machine = m_machines[index];
        Verdict out{.machine = index};
        for (const auto& need : m_needs) {
            out.findings.push_back(need.look(machine, When::Now));
            out.unmet += out.findings.back().met ? 0 : 1;
        }
        out.couldServe = std::ranges::all_of(
            m_needs, [&](const Need& need) { return need.met(machine, When::Empty); });
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

    void choose() {
        std::vector<Supply> open;
        Indices indices;
        for (const auto& verdict : m_out.verdicts) {
            if (verdict.unmet == 0) {
                open.push_back(m_machines[verdict.machine].supply);
                indices.push_back(verdict.machine);
            }
        }
        if (const auto best = bestFit(m_spec, open)) {
            m_out.serves = indices[*best];
        }
    }

    std::string wantedText() const {
        const auto gpus = m_spec.resources.gpus();
        return gpus > Milli{}
            ? fmt::format("{} {}", gpusText(gpus), gpus == Milli::whole(1) ? "is" : "are")
            : fmt::format("{} are", m_spec.resources.text());
    }

    void sayNoMachines() {
        m_out.reason = WaitReason::NoAgents;
        m_out.sentence = "No node has joined the cluster";
    }

    // The first need that leaves none of these machines, each with those before it; null: all of
    // them together do. `left`: those that the needs before it left.
    const Need* firstUnmet(Indices& left, When when) const {
        for (const auto& need : m_needs) {
            Indices next;
            std::ranges::copy_if(left, std::back_inserter(next),
                [&](std::size_t machine) { return need.met(m_machines[machine], when); });
            if (next.empty()) {
                return &need;
            }
            left = std::move(next);
        }
        return nullptr;
    }

    void blame() {
        Indices all;
        Indices could;
        for (const auto& verdict : m_out.verdicts) {
            all.push_back(verdict.machine);
            if (verdict.couldServe) {
                could.push_back(verdict.machine);
            }
        }
        const auto would = could.size();
        const auto* need
            = firstUnmet(could.empty() ? all : could, would == 0 ? When::Empty : When::Now);
        m_out.reason = need->requirement.reason;
        m_out.sentence = would == 0
            ? fmt::format("{}. The job cannot run on this cluster", lacking(*need, all))
            : waiting(*need, would, could);
    }

    std::size_t largest(const Indices& machines, const auto& measure) const {
        return *std::ranges::max_element(
            machines, {}, [&](std::size_t machine) { return measure(m_machines[machine]); });
    }

    std::string lacking(const Need& need, const Indices& left) const {
        switch (need.kind) {
        case Need::Kind::Amount: {
            const auto total
                = [&](const Machine& machine) { return machine.total.total(need.resource); };
            const auto best = largest(left, total);
            return fmt::format("No node {}has {}: the largest, {}, has {}", earlier(need),
                amountText(need, need.amount), hostname(best), total(m_machines[best]).text());
        }
        case Need::Kind::Links: {
            const auto group
                = [](const Machine& machine) { return linkedGroup(machine.supply.attributes); };
            const auto best = largest(left, group);
            const auto most = group(m_machines[best]);
            return fmt::format("No node {}has {} linked by NVLink: {}", earlier(need),
                gpusText(m_spec.resources.gpus()),
                most == 0 ? "no node has linked GPUs"
                          : fmt::format("the largest group, on {}, has {}", hostname(best), most));
        }
        case Need::Kind::Constraint:
        case Need::Kind::State:
        case Need::Kind::Other:
            break;
        }
        return fmt::format("No node {}has {}", earlier(need),
            need.kind == Need::Kind::Other ? need.requirement.needed : need.requirement.name);
    }

    // "with gpu:K40 and cpus:2 " of the needs before this one, where they left machines out.
    std::string earlier(const Need& need) const {
        std::vector<std::string> names;
        for (const auto& one : m_needs) {
            if (&one == &need) {
                break;
            }
            const bool narrows = std::ranges::any_of(
                m_machines, [&](const Machine& machine) { return !one.met(machine, When::Empty); });
            if (narrows) {
                names.push_back(one.kind == Need::Kind::Amount ? amountText(one, one.amount)
                        : one.kind == Need::Kind::Links        ? "linked GPUs"
                                                               : one.requirement.name);
            }
        }
        return names.empty() ? "" : fmt::format("with {} ", fmt::join(names, " and "));
    }

    std::string waiting(const Need& need, std::size_t would, const Indices& left) const {
        const bool one = would == 1;
        const auto qualify = one ? "1 node qualifies" : fmt::format("{} nodes qualify", would);
        const auto amount = amountText(need, need.amount);
        switch (need.kind) {
        case Need::Kind::State:
            return fmt::format("{}, but {} not available: {} is {}", qualify, one ? "is" : "are",
                hostname(left.front()), m_machines[left.front()].closed);
        case Need::Kind::Amount: {
            const auto best
                = largest(left, [&](const Machine& machine) { return need.freeOf(machine); });
            const auto free = need.freeOf(m_machines[best]);
            const bool isWithheld = std::ranges::all_of(left, [&](std::size_t machine) {
                return m_machines[machine].total.total(need.resource) < need.amount;
            });
            if (isWithheld) {
                return fmt::format("Needs {}: {}, but GPUs of {} are withheld: {}", amount, qualify,
                    hostname(best), m_machines[best].withheld);
            }
            return free == Milli{}
                ? fmt::format("Needs {}: {}, but {} no free {}", amount, qualify,
                    one ? "has" : "have", need.requirement.name)
                : fmt::format("Needs {}: {}, but at most {} {} free, on {}", amount, qualify,
                    free.text(), free > Milli::whole(1) ? "are" : "is", hostname(best));
        }
        case Need::Kind::Constraint:
        case Need::Kind::Links:
        case Need::Kind::Other:
            break;
        }
        return fmt::format(
            "Needs {}: {}, but not all of it is free", need.requirement.needed, qualify);
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
                auto more = need.amount - need.freeOf(machine);
                const auto isAre = [&](Milli amount) {
                    return need.resource == "gpus" && amount > Milli::whole(1) ? "are" : "is";
                };
                if (const auto back = need.amount - machine.total.total(need.resource);
                    back > Milli{}) {
                    parts.push_back(fmt::format("{} {} returned to service ({})",
                        amountText(need, back), isAre(back), machine.withheld));
                    more -= back;
                }
                if (more > Milli{}) {
                    gpus = gpus || need.resource == "gpus";
                    parts.push_back(fmt::format("{} {} free", moreText(need, more), isAre(more)));
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
        const auto best
            = largest(others, [&](const Machine& machine) { return need.freeOf(machine); });
        if (const auto free = need.freeOf(m_machines[best]); free > Milli{}) {
            m_out.wouldStart.push_back(
                fmt::format("on {}, with {}", hostname(best), amountText(need, free)));
        }
    }

    const JobSpec& m_spec;
    const std::span<const Machine> m_machines;
    const Holders& m_holders;
    const std::vector<Need> m_needs;
    Explanation m_out;
};

std::string amountOf(std::size_t kind, std::int64_t amount) {
    const auto resource = static_cast<Resources::Kind>(kind);
    return resource == Resources::Gpus
        ? gpusText(Milli{amount})
        : fmt::format("{}:{}", Resources::name(resource), Milli{amount}.text());
}

std::string limitText(const RoleUse& use, const Quantities& wanted) {
    const auto room = use.quota.room(use.consumed);
    for (std::size_t kind = 0; kind < wanted.of.size(); ++kind) {
        if (wanted[kind] > room[kind]) {
            return fmt::format("{} requested, but role {} uses {} of its quota limit of {}",
                amountOf(kind, wanted[kind]), use.role, Milli{use.consumed[kind]}.text(),
                amountOf(kind, use.quota.limits[kind]));
        }
    }
    return {};
}

// What is free is held back for roles that have not got what they are guaranteed.
std::string guaranteesText(std::string_view role, std::span<const RoleUse> roles,
    const Quantities& wanted, const Quantities& free) {
    for (std::size_t kind = 0; kind < wanted.of.size(); ++kind) {
        std::int64_t held = 0;
        std::vector<std::string_view> names;
        for (const auto& use : roles) {
            const auto lacking = (use.quota.guarantees - use.consumed).positive()[kind];
            if (use.role != role && lacking > 0) {
                held += lacking;
                names.push_back(use.role);
            }
        }
        if (held > 0 && wanted[kind] > free[kind] - held) {
            return fmt::format("{} requested, but {} of {} free in the cluster {} held back for "
                               "the quota guarantees of {}",
                amountOf(kind, wanted[kind]), Milli{std::min(held, free[kind])}.text(),
                amountOf(kind, free[kind]), held == 1000 ? "is" : "are", fmt::join(names, ", "));
        }
    }
    return {};
}

} // namespace

std::string quotaText(const JobSpec& spec, std::string_view role, std::span<const RoleUse> roles,
    const Quantities& free) {
    const auto wanted = unreservedQuantities(spec.resources);
    const auto own = std::ranges::find(roles, role, &RoleUse::role);
    const bool known = own != roles.end();
    auto text = known ? limitText(*own, wanted) : std::string();
    const bool guaranteed
        = known && (own->quota.guarantees - own->consumed).positive().contains(wanted);
    return text.empty() && !guaranteed ? guaranteesText(role, roles, wanted, free) : text;
}

Explanation explainFully(
    const JobSpec& spec, std::span<const Machine> machines, const Holders& holders) {
    return Reasoning(spec, machines, holders).explain();
}

} // namespace muster::jobs
