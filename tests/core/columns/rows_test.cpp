// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <map>

#include <gtest/gtest.h>

#include "core/columns/alert.h"
#include "core/columns/event.h"
#include "core/columns/gpu.h"
#include "core/columns/job.h"
#include "core/columns/node.h"
#include "core/columns/offer.h"
#include "core/columns/refusal.h"
#include "core/columns/task.h"
#include "core/columns/usage.h"
#include "tests/support/bundle.h"
#include "tests/support/words.h"

namespace muster::columns {
namespace {

constexpr std::int64_t kThen = 1'795'176'271'000; // 2026-11-20T12:04:31Z

bool agrees(Measure measure, const Value& value) {
    if (std::holds_alternative<std::monostate>(value)) {
        return true;
    }
    switch (measure) {
    case Measure::Text:
        return std::holds_alternative<std::string>(value);
    case Measure::Flag:
        return std::holds_alternative<bool>(value);
    case Measure::List:
        return std::holds_alternative<std::vector<std::string>>(value);
    case Measure::Number:
    case Measure::Signed:
    case Measure::Thousandths:
    case Measure::Mebibytes:
    case Measure::MebibyteThousandths:
    case Measure::Duration:
    case Measure::Moment:
        break;
    }
    return std::holds_alternative<std::int64_t>(value);
}

// What people read of a row, "key=text", of those columns alone.
template <typename Row>
std::string texts(
    std::span<const Column<Row>> table, const Row& row, const std::vector<std::string_view>& keys) {
    std::string out;
    for (const auto key : keys) {
        const auto* column = find(table, key);
        out += (out.empty() ? "" : " | ") + (column == nullptr ? "?" : shownText(*column, row));
    }
    return out;
}

template <typename Row>
void expectAgreement(std::span<const Column<Row>> table, const Row& row) {
    for (const auto& column : table) {
        EXPECT_TRUE(agrees(column.heading.measure, column.value(row))) << column.heading.key;
        if (column.total != nullptr) {
            EXPECT_TRUE(agrees(column.heading.measure, column.total(row))) << column.heading.key;
        }
        EXPECT_FALSE(shownText(column, row).empty()) << column.heading.key;
    }
}

// node-7 with a busy and a free GPU, and the task of alice.
class DrawnCluster final : public Cluster {
public:
    DrawnCluster() {
        node.set_id("S7");
        node.set_hostname("node-7");
        node.set_state(test::worded("active"));
        *node.mutable_resources() = test::bundle("cpus:8; mem:1024; gpus:2");
        *node.mutable_used() = test::bundle("cpus:2.5; mem:512; gpus:1");
        node.add_gpus("GPU-a");
        node.add_gpus("GPU-b");
        busy.set_uuid("GPU-a");
        busy.set_agent_id("S7");
        busy.set_state(test::worded("allocated"));
        busy.set_framework_id("F");
        busy.set_task_id("t1");
        busy.set_memory_bytes(8192ULL << 20);
        busy.set_mig(false);
        free.set_uuid("GPU-b");
        free.set_agent_id("S7");
        free.set_index(1);
        free.set_state(test::worded("free"));
        work.set_framework_id("F");
        work.set_id("t1");
        work.set_name("train");
        work.set_user("alice");
        work.set_hostname("node-7");
        work.set_state(test::worded("TASK_RUNNING"));
        work.add_gpus("GPU-a");
        work.add_gpus("GPU-gone");
        owner.set_id("F");
        owner.set_name("trainer");
    }

    v1::Agent node;
    v1::Gpu busy;
    v1::Gpu free;
    v1::Task work;
    v1::Framework owner;
    std::map<Metric, MetricValue> samples; // of the busy one

    const v1::Agent* agent(const std::string& id) const override {
        return id == node.id() ? &node : nullptr;
    }
    const v1::Gpu* gpu(const std::string& uuid) const override {
        return uuid == busy.uuid() ? &busy : uuid == free.uuid() ? &free : nullptr;
    }
    const v1::Framework* framework(const std::string& id) const override {
        return id == owner.id() ? &owner : nullptr;
    }
    const v1::Task* taskOf(const v1::Gpu& gpu) const override {
        return gpu.task_id() == work.id() ? &work : nullptr;
    }
    MetricValue value(const std::string& uuid, Metric metric) const override {
        const auto found = samples.find(metric);
        return uuid != busy.uuid() || found == samples.end() ? kUnknown : found->second;
    }
};

class Rows : public testing::Test {
protected:
    DrawnCluster cluster;

    std::string ofNode(const std::vector<std::string_view>& keys) {
        return texts(nodeColumns(), {cluster.node, cluster}, keys);
    }
    std::string ofGpu(const v1::Gpu& gpu, const std::vector<std::string_view>& keys) {
        return texts(gpuColumns(), {gpu, cluster}, keys);
    }
};

TEST_F(Rows, OfANodeSayWhatIsUsedAndFree) {
    EXPECT_EQ(ofNode({"node", "state", "gpus_free", "gpus_total", "gpus_used", "cpus_used",
                  "memory_used_mib", "driver_version"}),
        "node-7 | active | 1 | 2 | 1/2 | 2.5/8 | 512/1024 MiB | n/a");
    expectAgreement(nodeColumns(), {cluster.node, cluster});
}

TEST_F(Rows, OfANodeCountEachOfItsGpusOnce) {
    EXPECT_EQ(ofNode({"gpus_used", "gpus_restricted"}), "1/2 | 0");
    cluster.free.set_state(test::worded("restricted"));
    cluster.free.mutable_restriction()->set_author("bob");
    EXPECT_EQ(ofNode({"gpus_free", "gpus_used", "gpus_restricted", "gpus_total"}),
        "0 | 1/1 usable, 1 restricted | 1 | 2");
    const NodeRow row{cluster.node, cluster};
    EXPECT_EQ(find(nodeColumns(), "gpus_used")->value(row), Value(std::int64_t{1000}));
    cluster.busy.set_state(test::worded("lost"));
    EXPECT_EQ(ofNode({"gpus_used"}), "0/0 usable, 1 restricted, 1 lost");
    EXPECT_EQ(find(nodeColumns(), "gpus_used")->value(row), Value(std::int64_t{0}));
    cluster.busy.set_state(test::worded("draining")); // restricted, and still held
    cluster.busy.mutable_restriction()->set_author("bob");
    cluster.free.clear_restriction();
    cluster.free.set_state(test::worded("occupied"));
    EXPECT_EQ(ofNode({"gpus_used"}), "0/0 usable, 1 restricted, 1 occupied");
}

TEST_F(Rows, OfANodeWithoutDataSayNothingOfNow) {
    cluster.node.set_no_data_since_ms(kThen);
    EXPECT_EQ(ofNode({"state", "gpus_free", "gpus_used"}),
        "no data since 2026-11-20T12:04:31Z | 0 | -/2");
    const NodeRow row{cluster.node, cluster};
    EXPECT_EQ(find(nodeColumns(), "cpus_used")->value(row), Value());
    expectAgreement(nodeColumns(), row);
}

TEST_F(Rows, OfANodeSayWhyItTakesNoWork) {
    cluster.node.set_closed("deactivated by bob");
    EXPECT_EQ(ofNode({"state"}), "deactivated by bob");
    cluster.node.mutable_drain()->set_author("bob");
    EXPECT_EQ(ofNode({"state", "drain", "drained_by"}), "draining | draining | bob");
    const NodeRow row{cluster.node, cluster};
    const auto* state = find(nodeColumns(), "state");
    EXPECT_EQ(state->value(row), Value("draining")) << "for scripts, too";
    cluster.node.set_state(test::worded("unreachable"));
    EXPECT_EQ(ofNode({"state"}), "unreachable") << "which matters more";
    EXPECT_EQ(state->value(row), Value("unreachable"));
}

TEST_F(Rows, OfAGpuSayWhoUsesItAndHowMuch) {
    cluster.samples = {{Metric::GpuUtilization, 97}, {Metric::MemoryUsed, 1000},
        {Metric::Power, 120'500}, {Metric::PerformanceState, 2}, {Metric::ThrottleReasons, 4}};
    EXPECT_EQ(ofGpu(cluster.busy,
                  {"node", "utilization_percent", "memory_used_mib", "power_watts",
                      "performance_state", "throttle_reasons", "task_name", "user", "mig", "why"}),
        "node-7 | 97% | 1000/8192 MiB | 121/n/a W | P2 | power cap | train | alice | off | -");
    expectAgreement(gpuColumns(), {cluster.busy, cluster});
}

TEST_F(Rows, OfAGpuThatTellsNothingAreUnknownAndNeverZero) {
    for (const auto& column : gpuColumns()) {
        if (column.heading.metric) {
            EXPECT_EQ(column.value({cluster.free, cluster}), Value()) << column.heading.key;
        }
    }
    EXPECT_EQ(ofGpu(cluster.free, {"power_watts", "performance_state", "mig", "numa_node"}),
        "n/a | n/a | n/a | n/a");
    expectAgreement(gpuColumns(), {cluster.free, cluster});
}

TEST_F(Rows, OfAGpuSayWhyNobodyGetsIt) {
    auto& restriction = *cluster.free.mutable_restriction();
    restriction.set_reason("fan rattles");
    restriction.set_author("bob");
    EXPECT_EQ(ofGpu(cluster.free, {"reason", "why"}), "fan rattles | fan rattles (by bob)");
    restriction.set_until_ms(kThen);
    EXPECT_EQ(ofGpu(cluster.free, {"why"}), "fan rattles (by bob until 2026-11-20T12:04:31Z)");
}

TEST_F(Rows, OfAJobSayWhyItWaitsOrEnded) {
    v1::Job job;
    job.set_id("job-1");
    job.set_state(test::worded("queued"));
    job.set_agent_id("S7"); // of its last attempt
    *job.mutable_resources() = test::bundle("cpus:0.5; mem:256; gpus:2");
    job.set_wait_reason(test::worded("Gpus"));
    const JobRow row{job, cluster};
    EXPECT_EQ(texts(jobColumns(), row, {"job_id", "node", "reason", "gpus", "cpus", "memory_mib"}),
        "job-1 | - | Gpus | 2 | 0.5 | 256 MiB");
    job.set_wait_text("2 GPUs requested, 1 free");
    EXPECT_EQ(texts(jobColumns(), row, {"reason"}), "2 GPUs requested, 1 free");
    expectAgreement(jobColumns(), row);
    job.set_state(test::worded("failed"));
    job.set_message("Command exited with status 1");
    job.set_started_ms(kThen);
    job.set_ended_ms(kThen + 90'000);
    EXPECT_EQ(texts(jobColumns(), row, {"node", "reason", "end", "ran_for_seconds", "wait_text"}),
        "node-7 | Command exited with status 1 | Command exited with status 1 | 1 min 30 s | -");
    job.set_why("Out of memory");
    EXPECT_EQ(texts(jobColumns(), row, {"reason", "message"}),
        "Out of memory | Command exited with status 1");
    expectAgreement(jobColumns(), row);
}

TEST_F(Rows, OfATaskSayWhichGpusItHasAndHowItEnded) {
    const TaskRow row{cluster.work, cluster};
    EXPECT_EQ(texts(taskColumns(), row,
                  {"task_id", "gpu_count", "gpu_indices", "framework_name", "exit", "exit_code"}),
        "t1 | 2 | 0, GPU-gone | trainer | - | -");
    expectAgreement(taskColumns(), row);
    cluster.work.set_exit_code(0);
    EXPECT_EQ(texts(taskColumns(), row, {"exit", "exit_code", "signal"}), "0 | 0 | -");
    cluster.work.set_signal(9);
    EXPECT_EQ(texts(taskColumns(), row, {"exit", "signal"}), "signal 9 | 9");
    expectAgreement(taskColumns(), row);
}

TEST_F(Rows, OfAnOfferSayItsParts) {
    v1::Offer offer;
    offer.set_id("O1");
    *offer.mutable_resources() = test::bundle("cpus:4; mem:512; gpus:1");
    offer.set_made_ms(kThen);
    const OfferRow row{offer, cluster};
    EXPECT_EQ(texts(offerColumns(), row, {"offer_id", "gpus", "memory_mib", "disk_mib", "made"}),
        "O1 | 1 | 512 MiB | 0 MiB | 2026-11-20T12:04:31Z");
    expectAgreement(offerColumns(), row);
}

TEST_F(Rows, OfAnAlertSayWhichNodeItIsAbout) {
    v1::Alert alert;
    alert.set_object_kind(test::worded("gpu"));
    alert.set_object("GPU-b");
    alert.set_name("node-7:1");
    const AlertRow row{alert, cluster};
    EXPECT_EQ(texts(alertColumns(), row, {"name", "node", "acknowledged_by", "muted_until"}),
        "node-7:1 | node-7 | - | -");
    expectAgreement(alertColumns(), row);
    alert.set_object("GPU-gone");
    EXPECT_EQ(nodeOf(row), "");
    alert.set_object_kind(test::worded("agent"));
    alert.set_name("node-9");
    EXPECT_EQ(nodeOf(row), "node-9");
}

TEST(RowsOfTheAudit, SayWhoDidWhat) {
    v1::AuditRow row;
    row.set_at_ms(kThen);
    row.set_author("alice");
    row.set_action("drain");
    EXPECT_EQ(texts(eventColumns(), row, {"at", "author", "action", "detail"}),
        "2026-11-20T12:04:31Z | alice | drain | -");
    expectAgreement(eventColumns(), row);
}

TEST(RowsOfRefusals, SayWhatIsNotOfferedUntilWhen) {
    v1::Refusals::Row row;
    row.set_framework_id("F");
    EXPECT_EQ(texts(refusalColumns(), row, {"framework_name", "node", "gpus", "until"}),
        "F | - | n/a | -");
    expectAgreement(refusalColumns(), row);
    row.set_framework_name("train");
    *row.mutable_resources() = test::bundle("gpus:2");
    EXPECT_EQ(texts(refusalColumns(), row, {"framework_name", "gpus"}), "train | 2");
}

TEST(RowsOfUsage, SayWhoUsedHowMuch) {
    constexpr std::int64_t kHourMs = 3'600'000;
    v1::Usage usage;
    usage.add_rows()->set_gpu_ms(3 * kHourMs);
    usage.add_rows()->set_gpu_ms(kHourMs);
    usage.mutable_rows(0)->set_user("alice");
    usage.mutable_rows(0)->set_started(2);
    usage.mutable_rows(0)->set_wait_ms(180'000);
    const auto total = totalOf(usage);
    const UsageRow first{usage.rows(0), total};
    EXPECT_EQ(
        texts(usageColumns(), first, {"user", "gpu_hours", "share_percent", "mean_wait_seconds"}),
        "alice | 3.0 | 75 | 1 min 30 s");
    EXPECT_EQ(find(usageColumns(), "gpu_hours")->value(first), Value(std::int64_t{3000}));
    EXPECT_EQ(
        texts(usageColumns(), {usage.rows(1), total}, {"user", "mean_wait_seconds"}), "- | -");
    expectAgreement(usageColumns(), first);
}

} // namespace
} // namespace muster::columns
