// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/shown.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace muster::agentd {
namespace {

constexpr int kMostLists = 16;
constexpr int kMostMetrics = 64; // of one list, and of all GPUs in all lists
constexpr int kMostGpus = 1000;
constexpr int kMostValues = kMostMetrics * kMostGpus; // in all lists that name GPUs
constexpr std::uint32_t kLongestGather = 10'000; // ms
constexpr std::uint32_t kShortestGather = 20; // ms

using Kind = muster::v1::Shown::Kind;
using muster::v1::Shown;

constexpr Kinds bit(int kind) {
    return Kinds{1} << kind;
}

void keep(google::protobuf::Message& lists, Kinds kinds) {
    for (int kind = Shown::AGENTS; kind <= Shown::Kind_MAX; ++kind) {
        if ((kinds & bit(kind)) == 0) {
            lists.GetReflection()->ClearField(
                &lists, lists.GetDescriptor()->FindFieldByNumber(kind));
        }
    }
}

Kinds filled(const google::protobuf::Message& lists) {
    Kinds out = 0;
    for (int kind = Shown::AGENTS; kind <= Shown::Kind_MAX; ++kind) {
        const auto* field = lists.GetDescriptor()->FindFieldByNumber(kind);
        out |= lists.GetReflection()->FieldSize(lists, field) > 0 ? bit(kind) : 0;
    }
    return out;
}

// GPUs of one agent whose places follow one another.
struct Places {
    const TelemetryHub::Newest* agent;
    std::uint32_t first;
    std::uint32_t count;
};

void add(std::string& bytes, std::uint64_t value) {
    for (; value >= 128; value /= 128) {
        bytes.push_back(static_cast<char>(value % 128 + 128));
    }
    bytes.push_back(static_cast<char>(value));
}

std::vector<Places> placesOfAll(
    const TelemetryHub& telemetry, std::uint64_t since, std::vector<TelemetryHub::Newest>& agents) {
    agents = telemetry.newestAfter(since);
    std::vector<Places> out;
    for (const auto& agent : agents) {
        out.push_back({&agent, 0, static_cast<std::uint32_t>(agent.gpus->size())});
    }
    return out;
}

// The cost is that of the list, however many GPUs there are.
std::vector<Places> placesOf(const muster::v1::ShownSamples& shown, const TelemetryHub& telemetry,
    const cluster::Master& master, std::uint64_t since, std::vector<TelemetryHub::Newest>& agents) {
    std::map<std::string, std::set<GpuUuid>> wanted; // by agent
    for (const auto& uuid : shown.gpus()) {
        if (const auto gpu = master.gpu({uuid})) {
            wanted[gpu->agent->id.value].insert({uuid});
        }
    }
    agents.reserve(wanted.size()); // pointed at
    std::vector<Places> out;
    for (const auto& [id, gpus] : wanted) {
        const auto newest = telemetry.newestOf(id);
        if (!newest || newest->number <= since) {
            continue;
        }
        agents.push_back(*newest);
        const auto& all = *newest->gpus;
        for (std::uint32_t slot = 0; slot < all.size(); ++slot) {
            if (!gpus.contains(all[slot])) {
                continue;
            }
            if (!out.empty() && out.back().agent == &agents.back()
                && out.back().first + out.back().count == slot) {
                ++out.back().count;
            } else {
                out.push_back({&agents.back(), slot, 1});
            }
        }
    }
    return out;
}

std::string runsOf(const std::vector<Places>& places) {
    std::string out;
    std::uint32_t before = 0; // generation
    for (std::size_t i = 0; i < places.size();) {
        const auto& first = places[i];
        const auto generation = first.agent->telemetry->gpu_generation();
        std::uint32_t agents = 1;
        while (i + agents < places.size() && places[i + agents].first == first.first
            && places[i + agents].count == first.count
            && places[i + agents].agent->telemetry->gpu_generation() == generation + agents) {
            ++agents;
        }
        add(out, generation - before);
        add(out, agents);
        add(out, first.first);
        add(out, first.count);
        before = generation + agents - 1;
        i += agents;
    }
    return out;
}

// What of the GPU a value is a part of, in the unit in which it is shown; 0: the board does not
// say.
double limitOf(MetricInfo::Limit limit, const std::optional<cluster::Master::GpuView>& gpu) {
    constexpr double kMebibyte = 1 << 20;
    constexpr double kMilliwatts = 1000; // a watt
    if (!gpu) {
        return 0;
    }
    return limit == MetricInfo::Limit::Memory
        ? static_cast<double>(gpu->info->memory.value_or(Bytes{}).value) / kMebibyte
        : gpu->info->powerLimit.value_or(0) / kMilliwatts;
}

// As the console's heat map has it (widgets/models/heat_metric.cpp).
MetricValue percentOf(const MetricInfo& metric, MetricValue value,
    const std::optional<cluster::Master::GpuView>& gpu) {
    const auto limit = limitOf(metric.limit, gpu);
    return value < 0 || limit == 0
        ? kUnknown
        : static_cast<MetricValue>(
            std::lround(static_cast<double>(value) / metric.shownDivisor * 100 / limit));
}

} // namespace

Status checkShown(const muster::v1::Shown& shown) {
    if (shown.samples_size() > kMostLists) {
        return failure(fmt::format("A client may show {} lists of samples, these are {}",
            kMostLists, shown.samples_size()));
    }
    int ofAll = 0; // metrics
    int values = 0;
    for (const auto& samples : shown.samples()) {
        if (samples.metrics_size() > kMostMetrics || samples.gpus_size() > kMostGpus) {
            return failure(fmt::format("A client may show {} metrics of {} GPUs in one list, "
                                       "these are {} of {}; without GPUs it is all of them",
                kMostMetrics, kMostGpus, samples.metrics_size(), samples.gpus_size()));
        }
        // Those that only a later version knows are passed on, too.
        if (std::set(samples.metrics().begin(), samples.metrics().end()).size()
            != static_cast<std::size_t>(samples.metrics_size())) {
            return failure("A list of samples has a metric twice: name each once");
        }
        ofAll += samples.gpus().empty() ? samples.metrics_size() : 0;
        values += samples.metrics_size() * samples.gpus_size();
    }
    if (ofAll > kMostMetrics || values > kMostValues) {
        return failure(fmt::format("A client may show {} metrics of all GPUs and {} values of GPUs "
                                   "that it names, these are {} and {}",
            kMostMetrics, kMostValues, ofAll, values));
    }
    return {};
}

Duration gatherTime(const muster::v1::Shown& shown) {
    return std::chrono::milliseconds(
        std::clamp(shown.gather_ms(), kShortestGather, kLongestGather));
}

Kinds kindsOf(const google::protobuf::RepeatedField<int>& kinds) {
    Kinds out = 0;
    for (const auto kind : kinds) {
        out |= Shown::Kind_IsValid(kind) ? bit(kind) : 0;
    }
    return out;
}

Kinds kindsOf(const muster::v1::Shown& shown) {
    const auto out = kindsOf(shown.kinds());
    return shown.kinds().empty() ? kUsualKinds : out;
}

Kinds kindsIn(const muster::v1::Delta& delta) {
    return filled(delta.changed()) | filled(delta.removed());
}

void keepKinds(muster::v1::Message& message, Kinds kinds) {
    if (kinds == kAllKinds) {
        return;
    }
    if (message.has_delta()) {
        keep(*message.mutable_delta()->mutable_changed(), kinds);
        keep(*message.mutable_delta()->mutable_removed(), kinds);
        return;
    }
    auto& snapshot = *message.mutable_snapshot();
    keep(*snapshot.mutable_rows(), kinds);
    for (int kind = Shown::AGENTS; kind <= Shown::Kind_MAX; ++kind) {
        if ((kinds & bit(kind)) != 0) {
            snapshot.add_kinds(static_cast<Kind>(kind));
        }
    }
}

bool packSamples(const muster::v1::ShownSamples& shown, const TelemetryHub& telemetry,
    const cluster::Master& master, std::uint64_t since, muster::v1::PackedSamples& out) {
    std::vector<TelemetryHub::Newest> agents;
    auto places = shown.gpus().empty() ? placesOfAll(telemetry, since, agents)
                                       : placesOf(shown, telemetry, master, since, agents);
    if (places.empty() || shown.metrics().empty()) {
        return false;
    }
    std::ranges::sort(places, {}, [](const Places& one) {
        return std::pair(one.agent->telemetry->gpu_generation(), one.first);
    });
    *out.mutable_metrics() = shown.metrics();
    out.set_percent(shown.percent());
    out.set_runs(runsOf(places));
    auto& values = *out.mutable_values();
    for (const auto metric : shown.metrics()) {
        const auto* row
            = shown.percent() && metric < kMetricCount ? &metricTable()[metric] : nullptr;
        const bool isShare = row != nullptr && row->limit != MetricInfo::Limit::None;
        for (const auto& [agent, first, count] : places) {
            const auto& columns = agent->telemetry->columns();
            const auto column = std::ranges::find_if(
                columns, [&](const auto& one) { return one.metric() == metric; });
            for (auto slot = first; slot < first + count; ++slot) {
                auto value
                    = column == columns.end() ? kUnknown : column->values(static_cast<int>(slot));
                if (isShare) {
                    value = percentOf(*row, value, master.gpu((*agent->gpus)[slot]));
                }
                add(values,
                    static_cast<std::uint64_t>(std::max(value, kUnknown) + std::int64_t{1}));
            }
        }
    }
    for (const auto& agent : agents) {
        out.set_at_us(std::max(out.at_us(), agent.telemetry->at_us()));
    }
    return true;
}

} // namespace muster::agentd
