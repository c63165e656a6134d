// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/widgets/many_rows.h"

#include <string>

#include "core/kernel/base/metric.h"
#include "tests/support/words.h"

namespace muster::test {

namespace {
constexpr std::int64_t kNowMs = 1'700'000'000'000;
constexpr int kGpusOfANode = 8;
constexpr int kBatchesOfASecond = 4;
constexpr int kSpread = 7919; // a prime: neighbours in time are no neighbours in the list
} // namespace

v1::Snapshot manyGpus(int count) {
    v1::Snapshot snapshot;
    snapshot.set_seq(1);
    snapshot.set_at_ms(kNowMs);
    auto& rows = *snapshot.mutable_rows();
    for (int i = 0; i < count; ++i) {
        if (i % kGpusOfANode == 0) {
            const auto host = "node" + std::to_string(i / kGpusOfANode);
            auto& agent = *rows.add_agents();
            agent.set_id("S-" + host);
            agent.set_hostname(host);
            agent.set_state(test::worded("active"));
            agent.set_gpu_generation(1);
            auto& telemetry = *snapshot.add_telemetry();
            telemetry.set_agent_id(agent.id());
            telemetry.set_gpu_generation(1);
            telemetry.set_at_us(kNowMs * 1000);
            telemetry.add_columns()->set_metric(static_cast<std::uint32_t>(Metric::GpuUtilization));
        }
        auto& gpu = *rows.add_gpus();
        gpu.set_uuid("GPU-" + std::to_string(i));
        gpu.set_agent_id(rows.agents().rbegin()->id());
        gpu.set_index(static_cast<std::uint32_t>(i % kGpusOfANode));
        gpu.set_model(i % 3 == 0 ? "Tesla M60" : "NVIDIA H100 80GB HBM3");
        gpu.set_state(test::worded(i % 2 == 0 ? "free" : "allocated"));
        gpu.set_memory_bytes(std::uint64_t{81559} << 20);
        rows.mutable_agents()->rbegin()->add_gpus(gpu.uuid());
        snapshot.mutable_telemetry()->rbegin()->mutable_columns(0)->add_values(i * kSpread % 101);
    }
    return snapshot;
}

v1::Task manyTask(int number, const char* state) {
    v1::Task task;
    task.set_framework_id("F");
    task.set_id("task-" + std::to_string(number));
    task.set_name("train-resnet50-lr" + std::to_string(number % 17));
    task.set_state(test::worded(state));
    task.set_hostname("node" + std::to_string(number * kSpread % 625));
    task.set_user("user" + std::to_string(number % 40));
    task.set_started_ms(kNowMs + static_cast<std::int64_t>(number) * kSpread % 100'000 * 1000);
    task.set_command("python3 train.py --data /data/imagenet --epochs 90 --batch-size 256 --seed "
        + std::to_string(number));
    return task;
}

v1::Snapshot manyTasks(int count) {
    v1::Snapshot snapshot;
    snapshot.set_seq(1);
    snapshot.set_at_ms(kNowMs);
    for (int i = 0; i < count; ++i) {
        *snapshot.mutable_rows()->add_tasks()
            = manyTask(i, i % 10 == 0 ? "TASK_FAILED" : "TASK_RUNNING");
    }
    return snapshot;
}

v1::Delta busyTasks(int batch, int count) {
    v1::Delta delta;
    delta.set_seq(static_cast<std::uint64_t>(batch) + 2);
    delta.set_at_ms(kNowMs + batch * 1000 / kBatchesOfASecond);
    const int changes = count / 100 / kBatchesOfASecond;
    for (int i = 0; i < changes; ++i) {
        const int number = (batch * changes + i) * kSpread % count;
        *delta.mutable_changed()->add_tasks()
            = manyTask(number, batch % 2 == 0 ? "TASK_FINISHED" : "TASK_RUNNING");
    }
    return delta;
}

} // namespace muster::test
