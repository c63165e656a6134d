// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/service/offer_matcher.h"

#include <algorithm>

#include "core/kernel/jobs/service/port_picker.h"

namespace muster::services {
namespace {

constexpr std::string_view kPorts = "ports";

bool accepts(const AppSpec& spec, const Resource& item) {
    return spec.acceptedRoles.empty() || spec.acceptedRoles.contains(item.role());
}

// What the app may use, and what is reserved first: nobody else can use that.
std::vector<Resource> usable(const AppSpec& spec, const Resources& free) {
    auto items = free.items();
    std::erase_if(items, [&](const Resource& item) { return !accepts(spec, item); });
    std::stable_partition(items.begin(), items.end(),
        [](const Resource& item) { return item.isReserved(); }); // of ranges, clang 14 has none
    return items;
}

bool isUnavailable(const Supply& supply, Instant now) {
    const auto& planned = supply.unavailability;
    return planned && now >= planned->start
        && (!planned->duration || now < planned->start + *planned->duration);
}

// Moves as much of the amount as is there into `taken`; whether that is all of it.
bool take(const std::vector<Resource>& from, Resources::Kind kind, Milli amount, Resources& taken) {
    for (const auto& item : from) {
        const auto* here = std::get_if<Milli>(&item.value);
        if (here && item.name == Resources::name(kind) && amount > Milli{}) {
            auto part = item;
            part.value = std::min(*here, amount);
            amount -= std::min(*here, amount);
            taken += Resources({std::move(part)});
        }
    }
    return amount == Milli{};
}

Ranges offeredPorts(const std::vector<Resource>& from) {
    Ranges all;
    for (const auto& item : from) {
        const auto* here = std::get_if<Ranges>(&item.value);
        if (here && item.name == kPorts) {
            all += *here;
        }
    }
    return all;
}

Ranges intersection(Ranges a, const Ranges& b) {
    auto outside = a;
    outside -= b;
    return a -= outside;
}

void takePorts(const std::vector<Resource>& from, Ranges ports, Resources& taken) {
    for (const auto& item : from) {
        const auto* here = std::get_if<Ranges>(&item.value);
        if (here && item.name == kPorts) {
            auto part = item;
            part.value = intersection(ports, *here);
            ports -= *here;
            taken += Resources({std::move(part)});
        }
    }
}

Ranges rangesOf(const std::vector<std::uint16_t>& ports) {
    std::vector<Ranges::Range> ranges;
    for (const auto port : ports) {
        if (port != 0) {
            ranges.push_back({port, port});
        }
    }
    return Ranges(std::move(ranges));
}

} // namespace

// The order of the reasons, and who leaves GPUs alone: doc/features.md F5, F6.
tl::expected<Share, Reject> match(const AppSpec& spec, const ConstraintRules& rules,
    const Supply& supply, Instances placed, GpuScheduling scheduling, Instant now) {
    const auto reject = [](Reject reason) { return tl::unexpected(reason); };
    if (supply.role != spec.role) {
        return reject(Reject::UnfulfilledRole);
    }
    if (!rules.admit({supply.hostname, supply.attributes}, placed)) {
        return reject(Reject::UnfulfilledConstraint);
    }
    const auto items = usable(spec, supply.free);
    if (items.empty() && !supply.free.empty()) {
        return reject(Reject::NoCorrespondingReservationFound);
    }
    if (isUnavailable(supply, now)) {
        return reject(Reject::AgentMaintenance);
    }
    Share share;
    constexpr std::pair<Resources::Kind, Reject> kAmounts[]{
        {Resources::Cpus, Reject::InsufficientCpus},
        {Resources::Mem, Reject::InsufficientMemory},
        {Resources::Disk, Reject::InsufficientDisk},
        {Resources::Gpus, Reject::InsufficientGpus},
    };
    for (const auto& [kind, reason] : kAmounts) {
        if (!take(items, kind, spec.resources.scalar(kind), share.resources)) {
            return reject(reason);
        }
    }
    auto ports = pickPorts(spec, offeredPorts(items));
    if (!ports) {
        return reject(Reject::InsufficientPorts);
    }
    takePorts(items, rangesOf(*ports), share.resources);
    share.hostPorts = std::move(*ports);
    if (scheduling == GpuScheduling::Restricted && spec.resources.gpus() == Milli{}
        && supply.free.gpus() > Milli{}) {
        return reject(Reject::DeclinedScarceResources);
    }
    return share;
}

} // namespace muster::services
