// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/reason.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/kernel/jobs/need.h"
#include "core/kernel/jobs/placement.h"

namespace muster::jobs {
namespace {

using When = Need::When;

// The nearest machine decides: of those that could serve the job at all, the one that meets most of
// the needs in their order; of those that meet equally many, the one that is nearest to the next.
class Decision {
public:
    Decision(const JobSpec& spec, const std::vector<Need>& needs, Machines machines,
        std::span<const Standing> standings)
        : m_spec(spec), m_needs(needs), m_machines(machines), m_standings(standings) { }

    Wait wait(std::span<const RoleUse> roles) const;

private:
    const Machine& machine(std::size_t index) const { return *m_machines[index]; }
    const std::string& hostname(std::size_t index) const { return machine(index).supply.hostname; }

    std::optional<std::size_t> nearest(auto rank, auto isOne) const {
        std::optional<decltype(rank(std::size_t{}))> least;
        std::size_t best = 0;
        for (std::size_t i = 0; i < m_machines.size(); ++i) {
            if (!isOne(i)) {
                continue;
            }
            if (auto one = rank(i); !least || one < *least) {
                least = std::move(one);
                best = i;
            }
        }
        return least ? std::optional(best) : std::nullopt;
    }

    std::optional<std::size_t> served() const {
        return nearest(
            [this](std::size_t i) {
                const auto& one = machine(i);
                return one.offered.empty()
                    ? tightness(m_spec, one.supply, one.supply.free)
                    : tightness(m_spec, one.supply, one.supply.free - one.offered);
            },
            [this](std::size_t i) { return m_standings[i].unmet == 0; });
    }

    Quantities free() const {
        Quantities out;
        for (const auto* one : m_machines) {
            if (one->closed.empty()) {
                out += unreservedQuantities(one->supply.free);
            }
        }
        return out;
    }

    static bool isWithheld(const Need& need, const Machine& one) {
        return need.kind == Need::Kind::Amount && one.isKnown
            && one.total.scalar(need.resource) < need.amount;
    }

    // Less is nearer.
    auto byName(std::size_t i) const {
        const auto& supply = machine(i).supply;
        return std::make_tuple(m_standings[i].unmet, -supply.free.scalar(Resources::Gpus).value,
            std::string_view(supply.hostname), std::string_view(supply.agent.value));
    }
    auto busyRank(std::size_t i) const {
        const auto& one = machine(i);
        const auto& need = m_needs[m_standings[i].first];
        const bool isAmount = need.kind == Need::Kind::Amount;
        const auto free = isAmount ? one.supply.free.scalar(need.resource) : Milli{};
        return std::tuple_cat(
            std::make_tuple(-static_cast<std::ptrdiff_t>(m_standings[i].first), one.isUnknown(),
                isWithheld(need, one), isAmount && free < need.amount, -free.value),
            byName(i));
    }
    auto sizeRank(std::size_t i) const {
        const auto& one = machine(i);
        const auto& need = m_needs[m_standings[i].lacks];
        const auto size = need.kind == Need::Kind::Amount ? one.total.scalar(need.resource).value
            : need.kind == Need::Kind::Links              ? linkedGroup(one.supply.attributes)
                                                          : 0;
        return std::tuple_cat(
            std::make_tuple(-static_cast<std::ptrdiff_t>(m_standings[i].lacks), -size), byName(i));
    }

    std::string wantedText() const {
        const auto gpus = m_spec.resources.gpus();
        return gpus > Milli{}
            ? fmt::format("{} {}", gpusText(gpus), gpus == Milli::whole(1) ? "is" : "are")
            : fmt::format("{} are", m_spec.resources.text());
    }

    Wait waiting(std::size_t best) const {
        const auto& need = m_needs[m_standings[best].first];
        const bool isRestricted
            = isWithheld(need, machine(best)) && machine(best).isRestricted && need.isOfGpus();
        return {isRestricted ? WaitReason::Restricted : need.requirement.reason,
            waitingText(need, best), std::nullopt};
    }

    // Open ones, those that are closed, those of which nobody knows what they have.
    static int sortOf(const Machine& one) {
        return one.closed.empty() ? 0 : one.isUnknown() ? 2 : 1;
    }

    // Only those of one sort: what the sentence goes on with is true of no other.
    std::string qualifying(int sort, std::size_t& count) const {
        count = 0;
        for (std::size_t i = 0; i < m_machines.size(); ++i) {
            const bool could = m_standings[i].lacks == m_needs.size();
            count += could && sortOf(machine(i)) == sort ? 1 : 0;
        }
        const auto nodes = count == 1 ? std::string("1 node") : fmt::format("{} nodes", count);
        return fmt::format("{} {}", nodes,
            sort == 2        ? "may qualify"
                : count == 1 ? "qualifies"
                             : "qualify");
    }

    std::string waitingText(const Need& need, std::size_t best) const {
        std::size_t count = 0;
        const auto qualify = qualifying(sortOf(machine(best)), count);
        if (need.kind == Need::Kind::State) {
            return fmt::format("{}, but {} not available: {} is {}", qualify,
                count == 1 ? "is" : "are", hostname(best), machine(best).closed);
        }
        auto text = need.kind == Need::Kind::Amount
            ? shortText(need, best, qualify, count)
            : fmt::format(
                "Needs {}: {}, but not all of it is free", need.requirement.needed, qualify);
        const auto shut = nearest([this](std::size_t i) { return byName(i); },
            [this](std::size_t i) { return m_standings[i].unmet == 1 && sortOf(machine(i)) == 1; });
        if (shut) {
            text += fmt::format(
                "; {} would serve it, but is {}", hostname(*shut), machine(*shut).closed);
        }
        return text;
    }

    std::string shortText(
        const Need& need, std::size_t best, const std::string& qualify, std::size_t count) const {
        const auto& one = machine(best);
        const auto needs = fmt::format("Needs {}: {}, but", amountText(need, need.amount), qualify);
        const auto free = one.supply.free.scalar(need.resource);
        if (isWithheld(need, one)) {
            return fmt::format(
                "{} GPUs of {} are withheld: {}", needs, hostname(best), one.withheld);
        }
        if (free >= need.amount) {
            const auto offered = one.offered.scalar(need.resource);
            return fmt::format("{} of {} free on {}, {} {} offered to another framework", needs,
                amountText(need, free), hostname(best), offered.text(),
                offered > Milli::whole(1) ? "are" : "is");
        }
        return free == Milli{} ? fmt::format(
                   "{} {} no free {}", needs, count == 1 ? "has" : "have", need.requirement.name)
                               : fmt::format("{} at most {} {} free, on {}", needs, free.text(),
                                   free > Milli::whole(1) ? "are" : "is", hostname(best));
    }

    Wait impossible() const {
        const auto best = *nearest(
            [this](std::size_t i) { return sizeRank(i); }, [](std::size_t) { return true; });
        const auto& need = m_needs[m_standings[best].lacks];
        return {need.requirement.reason,
            lackingText(need, best) + ". The job cannot run on this cluster", std::nullopt};
    }

    std::string lackingText(const Need& need, std::size_t best) const {
        const auto no = fmt::format("No node {}has", earlier(need));
        switch (need.kind) {
        case Need::Kind::Amount:
            return fmt::format("{} {}: the largest, {}, has {}", no, amountText(need, need.amount),
                hostname(best), machine(best).total.scalar(need.resource).text());
        case Need::Kind::Links: {
            const auto most = linkedGroup(machine(best).supply.attributes);
            return fmt::format("{} {} linked by NVLink: {}", no, gpusText(m_spec.resources.gpus()),
                most == 0 ? "no node has linked GPUs"
                          : fmt::format("the largest group, on {}, has {}", hostname(best), most));
        }
        case Need::Kind::Constraint:
        case Need::Kind::State:
        case Need::Kind::Other:
            break;
        }
        return fmt::format("{} {}", no,
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
                m_machines, [&](const Machine* each) { return !one.met(*each, When::Empty); });
            if (narrows) {
                names.push_back(one.kind == Need::Kind::Amount ? amountText(one, one.amount)
                        : one.kind == Need::Kind::Links        ? "linked GPUs"
                                                               : one.requirement.name);
            }
        }
        return names.empty() ? "" : fmt::format("with {} ", fmt::join(names, " and "));
    }

    const JobSpec& m_spec;
    const std::vector<Need>& m_needs;
    const Machines m_machines;
    const std::span<const Standing> m_standings;
};

Wait Decision::wait(std::span<const RoleUse> roles) const {
    if (m_machines.empty()) {
        return {WaitReason::NoAgents, "No node has joined the cluster", std::nullopt};
    }
    if (const auto serves = served()) {
        auto quota = roles.empty() ? std::string() : quotaText(m_spec, "*", roles, free());
        return quota.empty() ? Wait{WaitReason::None,
                   fmt::format("{} free on {}", wantedText(), hostname(*serves)), serves}
                             : Wait{WaitReason::Quota, std::move(quota), serves};
    }
    const auto could = nearest([this](std::size_t i) { return busyRank(i); },
        [this](std::size_t i) { return m_standings[i].lacks == m_needs.size(); });
    return could ? waiting(*could) : impossible();
}

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
        if (held > 0 && wanted[kind] > std::max<std::int64_t>(free[kind] - held, 0)) {
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

Wait decide(const JobSpec& spec, const std::vector<Need>& needs, Machines machines,
    std::span<const Standing> standings, std::span<const RoleUse> roles) {
    return Decision(spec, needs, machines, standings).wait(roles);
}

Wait whyWaiting(const JobSpec& spec, Machines machines, std::span<const RoleUse> roles) {
    const auto needs = needsOf(spec);
    std::vector<Standing> standings;
    standings.reserve(machines.size());
    for (const auto* machine : machines) {
        standings.push_back(standingOf(needs, *machine));
    }
    return decide(spec, needs, machines, standings, roles);
}

Wait behind(Wait wait, const JobId& ahead) {
    if (wait.reason == WaitReason::None && !ahead.empty()) {
        wait.reason = WaitReason::Priority;
        wait.text += fmt::format(", but {} is ahead of it in the queue", ahead.value);
    }
    return wait;
}

} // namespace muster::jobs
