// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Mesos' LargeAndSmallQuota benchmark: agents that satisfy two small roles or half of a large one,
// every role with a quota and one framework; one cycle that gives all roles what they are
// guaranteed, and one that looks at what is left and can give it to nobody.
#include <algorithm>
#include <chrono>
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

allocator::Quota quotaOf(std::int64_t cpus) {
    allocator::Quota quota;
    quota.guarantees = {{cpus * 1000, cpus * 1024 * 1000, cpus * 1024 * 1000}};
    quota.limits = quota.guarantees;
    quota.limits[Resources::Gpus] = allocator::Quota::kUnlimited;
    return quota;
}

struct Cluster {
    explicit Cluster(std::uint64_t small, std::uint64_t large)
        : master({.id = "a6832d47-5016-4035-8743-9e27f959dd4b"}, {}, now) {
        // Held back, so that nothing is offered before everything is there.
        allocator::Quota everything;
        everything.guarantees
            = {{std::int64_t{1} << 49, std::int64_t{1} << 49, std::int64_t{1} << 49}};
        apply(cluster::OperatorUpdateQuota{1, {{"nobody", everything}}, true, ""});
        update.request = 2;
        update.configs.push_back({"nobody", {}});
        std::uint64_t link = 1;
        const auto begin = bench::threadMilliseconds();
        const auto add = [&](std::uint64_t count, const char* name, std::int64_t cpus) {
            for (std::uint64_t i = 0; i < count; ++i) {
                cluster::FrameworkInfo info;
                info.name = fmt::format("framework_{}_{}", name, i);
                info.roles = {fmt::format("{}QuotaRole{}", name, i)};
                update.configs.push_back({*info.roles.begin(), quotaOf(cpus)});
                apply(cluster::FromFramework{
                    cluster::Link{link++}, cluster::Subscribe{std::move(info), {}}});
            }
        };
        add(small, "small", 1);
        add(large, "large", 4);
        addingFrameworks = milliseconds(begin);
        agents = small / 5 + large * 5;
        for (std::uint64_t i = 0; i < agents; ++i) {
            cluster::Register message;
            message.id.value = fmt::format("c1b42f79-5016-4035-8743-9e27f959dd4a-S{}", i);
            message.info.hostname = fmt::format("agent{}", i);
            message.info.total = Resources::parse("cpus:2;mem:2048;disk:2048").value();
            apply(cluster::FromAgent{cluster::Link{1000000 + i}, std::move(message)});
        }
    }

    void apply(cluster::MasterInput input) { master.apply(std::move(input), now); }

    Instant now{std::chrono::hours(480000)};
    cluster::Master master;
    cluster::OperatorUpdateQuota update;
    double addingFrameworks = 0;
    std::uint64_t agents = 0;
};

} // namespace

int main() {
    struct Size {
        std::uint64_t small, large;
        const char* mesos;
    };
    for (const Size& size : {Size{25, 5, "no figure"}, Size{250, 50, "no figure"},
             Size{2500, 500, "15.8 s, 12.9 s for none, 18.2 s for the frameworks"}}) {
        std::vector<double> all, none, nothing;
        std::size_t made = 0;
        double adding = 0;
        std::uint64_t agents = 0;
        for (int round = 0; round < 5; ++round) {
            Cluster cluster(size.small, size.large);
            adding = cluster.addingFrameworks;
            agents = cluster.agents;
            auto begin = bench::threadMilliseconds();
            cluster.apply(std::move(cluster.update));
            all.push_back(milliseconds(begin));
            made = cluster.master.offers().size();
            // A quota that nobody has makes the master look at every agent with something left.
            begin = bench::threadMilliseconds();
            cluster.apply(cluster::OperatorUpdateQuota{3, {{"ghost", quotaOf(0)}}, true, ""});
            none.push_back(milliseconds(begin));
            begin = bench::threadMilliseconds();
            cluster.apply(cluster::Tick{});
            nothing.push_back(milliseconds(begin));
            if (cluster.master.offers().size() != made) {
                fmt::print("Offers were made of what is held back\n");
                return 1;
            }
        }
        const auto best
            = [](const std::vector<double>& of) { return *std::min_element(of.begin(), of.end()); };
        fmt::print(
            "LargeAndSmallQuota, {} agents, {} roles and frameworks: quotas set and {} offers "
            "made in {:.2f} ms; 0 offers in {:.3f} ms, in {:.2f} us by a tick; adding the "
            "frameworks: {:.1f} ms. Mesos: {}\n",
            agents, size.small + size.large, made, best(all), best(none), best(nothing) * 1000,
            adding, size.mesos);
    }
    return 0;
}
