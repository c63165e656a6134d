// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/service/replacement.h"

#include <algorithm>
#include <cstdint>

namespace muster::services {
namespace {

int count(Instances instances, bool (*is)(const Instance&)) {
    return static_cast<int>(
        std::ranges::count_if(instances, [&](const auto* instance) { return is(*instance); }));
}

// The order in which they are stopped.
void sortForStop(InstanceList& instances, KillSelection selection) {
    std::ranges::sort(instances, [&](const Instance* a, const Instance* b) {
        if (isServing(*a) != isServing(*b)) {
            return isServing(*b);
        }
        if (a->staged != b->staged) {
            return (a->staged > b->staged) == (selection == KillSelection::YoungestFirst);
        }
        return a->id < b->id;
    });
}

void stopFirst(const InstanceList& instances, int number, Moves& moves) {
    for (int i = 0; i < number; ++i) {
        moves.stop.push_back(instances[static_cast<std::size_t>(i)]->id);
    }
}

} // namespace

UpgradeLimits limitsOf(const UpgradeStrategy& strategy, int instances, int serving) {
    const std::int64_t number = instances;
    UpgradeLimits limits;
    limits.minHealthy
        = static_cast<int>((number * strategy.minimumHealthCapacity.value + 999) / 1000);
    limits.maxCapacity
        = static_cast<int>(number * (1000 + strategy.maximumOverCapacity.value) / 1000);
    limits.most = limits.maxCapacity;
    if (limits.minHealthy == limits.maxCapacity) {
        ++limits.most;
        limits.maxCapacity = limits.maxCapacity <= serving ? limits.most : limits.maxCapacity;
    }
    limits.killAtOnce = std::max(0, serving - limits.minHealthy);
    return limits;
}

Moves movesOf(const App& app, Instances instances) {
    InstanceList old; // to be replaced
    InstanceList kept;
    for (const auto* instance : instances) {
        if (isActive(*instance)) {
            const bool isOld = app.replacing && instance->configured != app.configured;
            (isOld ? old : kept).push_back(instance);
        }
    }
    sortForStop(old, app.spec.killSelection);
    sortForStop(kept, app.spec.killSelection);
    const auto sizeOf = [](const InstanceList& list) { return static_cast<int>(list.size()); };

    const int serving = count(instances, isServing);
    const auto limits = limitsOf(app.spec.upgrade, app.wanted, serving);
    const int idle = sizeOf(old) - count(old, isServing); // nobody misses them
    const int stopOld = std::min(sizeOf(old), idle + limits.killAtOnce);
    const int room = app.replacing ? limits.most - (sizeOf(old) - stopOld) : app.wanted;
    // Too many: fewer are wanted now, or some have come back.
    const int stopKept = std::clamp(sizeOf(kept) - std::min(room, app.wanted), 0, sizeOf(kept));
    const int remaining = sizeOf(old) - stopOld + sizeOf(kept) - stopKept;

    Moves moves;
    stopFirst(old, stopOld, moves);
    stopFirst(kept, stopKept, moves);
    moves.launch = std::max(0, app.wanted - sizeOf(kept));
    if (app.replacing) {
        moves.launch = std::clamp(limits.maxCapacity - remaining, 0, moves.launch);
    }
    const bool isSettled = std::ranges::none_of(
        instances, [](const auto* instance) { return instance->goal == Instance::Goal::Stop; });
    moves.done = isSettled && old.empty() && sizeOf(kept) == app.wanted && serving >= app.wanted;
    return moves;
}

} // namespace muster::services
