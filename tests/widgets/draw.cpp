// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/draw.h"

#include <sstream>

#include "core/kernel/base/metric.h"
#include "tests/support/bundle.h"
#include "tests/support/words.h"

namespace muster::test {

namespace {

constexpr std::int64_t kDrawnAtMs = 1'700'000'000'000;

struct DrawnGpu {
    std::string uuid;
    std::string state;
    std::int32_t utilization;
};

struct DrawnNode {
    std::string host;
    std::vector<DrawnGpu> gpus;
};

std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, separator);) {
        parts.push_back(part);
    }
    return parts;
}

DrawnGpu parseGpu(const std::string& text) {
    std::istringstream words(text);
    DrawnGpu gpu;
    std::string utilization;
    words >> gpu.uuid >> gpu.state >> utilization;
    gpu.utilization = utilization.empty() || utilization == "?" ? kUnknown : std::stoi(utilization);
    return gpu;
}

std::vector<DrawnNode> parse(const std::string& picture) {
    std::vector<DrawnNode> nodes;
    for (const auto& part : split(picture, '/')) {
        const auto colon = part.find(':');
        DrawnNode node;
        std::istringstream(part.substr(0, colon)) >> node.host;
        if (colon != std::string::npos) {
            for (const auto& gpu : split(part.substr(colon + 1), ',')) {
                node.gpus.push_back(parseGpu(gpu));
            }
        }
        nodes.push_back(std::move(node));
    }
    return nodes;
}

void addRows(const std::string& picture, v1::Rows& rows) {
    for (const auto& node : parse(picture)) {
        auto& agent = *rows.add_agents();
        agent.set_id("S-" + node.host);
        agent.set_hostname(node.host);
        agent.set_state(test::worded("active"));
        *agent.mutable_resources()
            = test::bundle("cpus:8;mem:16384;gpus:" + std::to_string(node.gpus.size()));
        agent.set_gpu_generation(1);
        agent.set_registered_ms(kDrawnAtMs);
        for (std::size_t i = 0; i < node.gpus.size(); ++i) {
            auto& gpu = *rows.add_gpus();
            gpu.set_uuid(node.gpus[i].uuid);
            gpu.set_agent_id(agent.id());
            gpu.set_index(static_cast<std::uint32_t>(i));
            gpu.set_model("Tesla M60");
            gpu.set_bus_id("00000000:0" + std::to_string(i) + ":00.0");
            gpu.set_state(test::worded(node.gpus[i].state));
            gpu.set_memory_bytes(std::uint64_t{8129} << 20);
            gpu.set_power_limit_mw(150'000);
            agent.add_gpus(gpu.uuid());
        }
    }
}

template <typename Out>
void addTelemetry(const std::string& picture, std::int64_t atMs, Out& out) {
    for (const auto& node : parse(picture)) {
        auto& telemetry = *out.add_telemetry();
        telemetry.set_agent_id("S-" + node.host);
        telemetry.set_gpu_generation(1);
        telemetry.set_at_us(atMs * 1000);
        auto& column = *telemetry.add_columns();
        column.set_metric(static_cast<std::uint32_t>(Metric::GpuUtilization));
        for (const auto& gpu : node.gpus) {
            column.add_values(gpu.utilization);
        }
    }
}

} // namespace

v1::Snapshot draw(const std::string& picture, std::uint64_t seq) {
    v1::Snapshot snapshot;
    snapshot.set_seq(seq);
    snapshot.set_at_ms(kDrawnAtMs);
    snapshot.mutable_cluster()->set_version("0.1.0");
    addRows(picture, *snapshot.mutable_rows());
    addTelemetry(picture, kDrawnAtMs, snapshot);
    return snapshot;
}

v1::Delta change(std::uint64_t seq, const std::string& picture) {
    v1::Delta delta;
    delta.set_seq(seq);
    delta.set_at_ms(kDrawnAtMs + static_cast<std::int64_t>(seq) * 1000);
    addRows(picture, *delta.mutable_changed());
    return delta;
}

v1::Delta lost(std::uint64_t seq, const std::string& picture) {
    auto delta = change(seq, picture);
    for (auto& agent : *delta.mutable_changed()->mutable_agents()) {
        agent.set_state(test::worded("unreachable"));
        agent.set_no_data_since_ms(kLostAtMs);
    }
    for (auto& gpu : *delta.mutable_changed()->mutable_gpus()) {
        gpu.set_state(test::worded("no-data"));
        gpu.set_no_data_since_ms(kLostAtMs);
    }
    return delta;
}

v1::TelemetryBatch samples(const std::string& picture, std::int64_t atMs) {
    v1::TelemetryBatch batch;
    addTelemetry(picture, atMs, batch);
    return batch;
}

v1::Job job(const std::string& id, const std::string& state, const std::string& waitReason) {
    v1::Job job;
    job.set_id(id);
    job.set_name("train");
    job.set_user("alice");
    job.set_state(test::worded(state));
    job.set_wait_reason(test::worded(waitReason));
    *job.mutable_resources() = test::bundle("cpus:2;mem:1024;gpus:1");
    job.set_submitted_ms(kDrawnAtMs);
    return job;
}

v1::Explanation explanation() {
    v1::Explanation out;
    out.set_state(test::worded("queued"));
    out.set_reason(test::worded("Gpus"));
    out.set_sentence("Needs 3 GPUs: 2 nodes qualify");
    for (const auto& [name, needed] : {std::pair("state", "active"), std::pair("GPUs", "3")}) {
        auto& requirement = *out.add_requirements();
        requirement.set_name(name);
        requirement.set_needed(needed);
    }
    for (const auto& [host, free] :
        {std::pair("node2", "2 of 4 free"), std::pair("node1", "0 of 4 free")}) {
        auto& machine = *out.add_machines();
        machine.set_agent_id(std::string("S-") + host);
        machine.set_hostname(host);
        machine.set_could_serve(true);
        auto& state = *machine.add_findings();
        state.set_found("active");
        state.set_met(true);
        machine.add_findings()->set_found(free);
    }
    out.set_left_out(7);
    out.add_would_start("on node2, with 2 GPUs");
    out.set_at_ms(kDrawnAtMs);
    return out;
}

v1::Offer offer(const std::string& id, const std::string& resources) {
    v1::Offer offer;
    offer.set_id(id);
    offer.set_framework_name("batch");
    *offer.mutable_resources() = test::bundle(resources);
    return offer;
}

std::string print(const QAbstractItemModel& model, const std::vector<int>& columns) {
    std::string out;
    for (int row = 0; row < model.rowCount(); ++row) {
        std::string line;
        for (const int column : columns) {
            line += (line.empty() ? "" : "|")
                + model.index(row, column).data().toString().toStdString();
        }
        out += line + "\n";
    }
    return out;
}

} // namespace muster::test
