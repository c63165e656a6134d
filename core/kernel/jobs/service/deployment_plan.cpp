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

    Result<std::size_t> of(const AppId& id) {
        const auto [found, isNew] = m_ranks.try_emplace(id);
        if (!isNew) {
            return found->second
                ? Result<std::size_t>(*found->second)
                : failure(fmt::format("App '{}' depends on itself by way of others", id.value));
        }
        std::size_t rank = 0;
        for (const auto& other : below(id)) {
            const auto lower = of(other);
            if (!lower) {
                return lower;
            }
            rank = std::max(rank, *lower + 1);
        }
        m_ranks[id] = rank;
        return rank;
    }

private:
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
