// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/service/deployment_plan.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace muster::services {
namespace {

using Dependencies = std::map<AppId, const std::set<AppId>*>;

Dependencies dependenciesAfter(const Revisions& target, const std::map<AppId, App>& apps) {
    Dependencies out;
    for (const auto& [id, app] : apps) {
        out.emplace_hint(out.end(), id, &app.spec.dependencies);
    }
    for (const auto& [id, revision] : target) {
        if (revision) {
            out[id] = &revision->spec.dependencies;
        } else {
            out.erase(id);
        }
    }
    return out;
}

// How many apps are on the longest way of dependencies from an app.
class Ranks {
public:
    explicit Ranks(const Dependencies& dependencies) : m_dependencies(dependencies) { }

    // Without recursion: people choose how long a way is.
    Result<std::size_t> of(const AppId& id) {
        std::vector<Visit> way;
        enter(id, way);
        while (!way.empty()) {
            auto& visit = way.back();
            if (visit.next == visit.below.size()) {
                m_ranks[visit.id] = visit.rank;
                way.pop_back();
                continue;
            }
            const auto& other = visit.below[visit.next];
            const auto known = m_ranks.find(other);
            if (known == m_ranks.end()) {
                enter(other, way); // and back to it when its rank is known
            } else if (!known->second) {
                return failure(
                    fmt::format("App '{}' depends on itself by way of others", other.value));
            } else {
                visit.rank = std::max(visit.rank, *known->second + 1);
                ++visit.next;
            }
        }
        return *m_ranks.at(id);
    }

private:
    struct Visit {
        AppId id;
        std::vector<AppId> below;
        std::size_t next = 0; // of them
        std::size_t rank = 0; // by those before
    };

    void enter(const AppId& id, std::vector<Visit>& way) {
        if (m_ranks.try_emplace(id).second) {
            way.push_back({id, below(id)});
        }
    }

    // An id of a group stands for its apps, of which there may be none.
    std::vector<AppId> below(const AppId& id) const {
        std::vector<AppId> out;
        const auto app = m_dependencies.find(id);
        if (app == m_dependencies.end()) {
            return out;
        }
        for (const auto& dependency : *app->second) {
            for (auto next = m_dependencies.lower_bound(dependency);
                 next != m_dependencies.end() && next->first.value.starts_with(dependency.value);
                 ++next) {
                if (covers(dependency, next->first)) {
                    out.push_back(next->first);
                }
            }
        }
        return out;
    }

    const Dependencies& m_dependencies;
    std::map<AppId, std::optional<std::size_t>> m_ranks; // none: it is being found
};

std::optional<Action::Kind> actionFor(
    const std::optional<Revision>& before, const Revision& after, bool isUnfinished) {
    if (!before) {
        return Action::Kind::Scale;
    }
    if (before->configured != after.configured || isUnfinished) {
        return Action::Kind::Restart;
    }
    return before->spec.instances != after.spec.instances ? std::optional(Action::Kind::Scale)
                                                          : std::nullopt;
}

} // namespace

Result<std::vector<std::vector<AppId>>> inOrder(
    const Revisions& target, const std::map<AppId, App>& apps) {
    const auto dependencies = dependenciesAfter(target, apps);
    Ranks ranks(dependencies);
    std::map<std::size_t, std::vector<AppId>> groups;
    for (const auto& [id, revision] : target) {
        const auto rank = ranks.of(id);
        if (!rank) {
            return tl::unexpected(rank.error());
        }
        groups[*rank].push_back(id);
    }
    std::vector<std::vector<AppId>> out;
    for (auto& [rank, group] : groups) {
        out.push_back(std::move(group));
    }
    return out;
}

std::vector<Step> plan(const Revisions& before, const Revisions& after,
    const std::vector<std::vector<AppId>>& order, const std::set<AppId>& unfinished) {
    Step stop;
    Step start;
    for (const auto& [id, revision] : after) {
        if (!revision) {
            stop.push_back({Action::Kind::Stop, id});
        } else if (!before.at(id)) {
            start.push_back({Action::Kind::Start, id});
        }
    }
    std::vector<Step> steps{std::move(stop), std::move(start)};
    for (const auto& group : order) {
        auto& step = steps.emplace_back();
        for (const auto& id : group) {
            const auto& target = after.at(id);
            const auto kind = target ? actionFor(before.at(id), *target, unfinished.contains(id))
                                     : std::nullopt;
            if (kind) {
                step.push_back({*kind, id});
            }
        }
    }
    std::erase_if(steps, [](const Step& step) { return step.empty(); });
    return steps;
}

} // namespace muster::services
