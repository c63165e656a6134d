// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// One offer cycle: every agent is offered, as a whole, to the framework with the lowest share.
// Mesos' DeclineOffers benchmark of the same size measures the making alone, all offers having been
// declined before. Here what makes them all in one apply is the end of a guarantee that held the
// whole cluster back. Beside it the cycle in which every offer times out, is rescinded and made
// anew; and the floor: a bare loop that ranks and picks.
#include <algorithm>
#include <chrono>
#include <map>
#include <queue>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/kernel/cluster/master.h"
#include "tests/bench/thread_time.h"

namespace {

using namespace muster;

double milliseconds(double begin) {
    return bench::threadMilliseconds() - begin;
}

constexpr Duration kTimeout = std::chrono::seconds(10);

struct Cluster {
    Cluster(std::uint64_t agents, std::uint64_t frameworks)
        : master(
            {.id = "a6832d47-5016-4035-8743-9e27f959dd4b", .offerTimeout = kTimeout}, {}, now) {
        for (std::uint64_t i = 0; i < frameworks; ++i) {
            cluster::FrameworkInfo info;
            info.name = fmt::format("framework{}", i);
            apply(cluster::FromFramework{cluster::Link{i}, cluster::Subscribe{info}});
        }
        const auto begin = bench::threadMilliseconds();
        for (std::uint64_t i = 0; i < agents; ++i) {
            cluster::Register message;
            message.id.value = fmt::format("c1b42f79-5016-4035-8743-9e27f959dd4a-S{}", i);
            message.info.hostname = fmt::format("agent{}", i);
            message.info.total.setScalar(Resources::Cpus, Milli::whole(24));
            message.info.total.setScalar(Resources::Mem, Milli::whole(4096));
            message.info.total.setScalar(Resources::Disk, Milli::whole(4096));
            apply(cluster::FromAgent{cluster::Link{1000000 + i}, std::move(message)});
        }
        adding = milliseconds(begin);
    }

    void apply(cluster::MasterInput input) {
        made = 0;
        for (const auto& output : master.apply(std::move(input), now)) {
            const auto* sent = std::get_if<cluster::SendFramework>(&output);
            const auto* offers = sent ? std::get_if<cluster::Offers>(&sent->event) : nullptr;
            made += offers ? offers->offers.size() : 0;
        }
    }

    // The offers are declined with a filter first, so that there are filters to step over.
    double make() {
        allocator::Quota everything;
        everything.guarantees = {{std::int64_t{1} << 49, std::int64_t{1} << 49}};
        apply(cluster::OperatorUpdateQuota{1, {{"nobody", everything}}, true, ""});
        const auto begin = bench::threadMilliseconds();
        apply(cluster::OperatorUpdateQuota{1, {{"nobody", {}}}, true, ""});
        const double took = milliseconds(begin);
        std::map<cluster::Link, cluster::Decline> declines;
        for (const auto* offer : master.offers()) {
            const auto* framework = master.framework(offer->framework);
            auto& decline = declines[*framework->link];
            decline.refuse = std::chrono::seconds(1);
            decline.offers.push_back(offer->id);
        }
        for (auto& [link, decline] : declines) {
            apply(cluster::FromFramework{link, std::move(decline)});
        }
        return took;
    }

    // Every offer times out.
    double makeAnew() {
        now += kTimeout;
        const auto begin = bench::threadMilliseconds();
        apply(cluster::Tick{});
        return milliseconds(begin);
    }

    double nothing() {
        const auto begin = bench::threadMilliseconds();
        apply(cluster::Tick{});
        return milliseconds(begin);
    }

    Instant now{std::chrono::hours(480000)};
    cluster::Master master;
    std::size_t made = 0;
    double adding = 0;
};

double floorOf(std::size_t agents, std::size_t frameworks) {
    using Ranked = std::pair<std::uint64_t, std::size_t>;
    std::priority_queue<Ranked, std::vector<Ranked>, std::greater<>> queue;
    for (std::size_t i = 0; i < frameworks; ++i) {
        queue.emplace(0, i);
    }
    const auto begin = bench::threadMilliseconds();
    for (std::size_t i = 0; i < agents; ++i) {
        Ranked lowest = queue.top();
        queue.pop();
        lowest.first += 24000;
        queue.push(lowest);
    }
    return milliseconds(begin);
}

} // namespace

int main() {
    struct Size {
        std::uint64_t agents;
        std::uint64_t frameworks;
        const char* mesos;
    };
    for (const Size& size : {Size{1000, 100, "no figure"}, Size{10000, 1000, "552 to 741 ms"}}) {
        Cluster cluster(size.agents, size.frameworks);
        std::vector<double> making, anew;
        for (int i = 0; i < 11; ++i) {
            making.push_back(cluster.make());
            anew.push_back(cluster.makeAnew());
        }
        std::sort(making.begin(), making.end());
        std::sort(anew.begin(), anew.end());
        const std::size_t made = cluster.made;
        double idle = 1e9;
        for (int i = 0; i < 100; ++i) {
            idle = std::min(idle, cluster.nothing());
        }
        fmt::print(
            "{} agents x {} frameworks: {} offers in {:.2f} to {:.2f} ms; Mesos: {}; floor: "
            "{:.2f} ms\n  rescinded and made anew: {:.2f} to {:.2f} ms; adding the agents one "
            "by one: {:.1f} ms{}; an apply in which nothing changes: {:.2f} us\n",
            size.agents, size.frameworks, made, making.front(), making.back(), size.mesos,
            floorOf(size.agents, size.frameworks), anew.front(), anew.back(), cluster.adding,
            size.agents == 10000 ? " (Mesos: 969 ms)" : "", idle * 1000);
    }
    return 0;
}
