// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/metrics.h"

#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "agentd/master/api/metric_names.h"
#include "tests/agentd/absent_metrics.h"
#include "tests/agentd/master/test_master.h"
#include "tests/support/paths.h"

namespace muster::agentd::api {
namespace {

struct MetricsOfAMaster : testing::Test, TestMaster {
    Metrics metrics{*control, Instant{}};
    cluster::Link framework{};
    std::vector<cluster::FrameworkEvent> events;

    void SetUp() override {
        control->onInput = [this](const auto& input) { metrics.onInput(input); };
        control->onOutputs = [this](const auto& outputs) { metrics.onOutputs(outputs); };
        control->onWritten = [this](Duration took) { metrics.countWritten(took); };
        framework = control->addFramework(
            {.send = [this](const auto& event) { events.push_back(event); }, .close = {}});
        cluster::Subscribe subscribe;
        subscribe.info.name = "golden";
        call(std::move(subscribe));
    }
    void call(cluster::FrameworkCall call) {
        control->fromFramework(framework, std::move(call));
        run();
    }
    double of(const std::string& name) const {
        const auto all = metrics.snapshot(Instant{});
        const auto found = all.find(name);
        return found == all.end() ? -1 : found->second;
    }
};

// "master/frameworks/golden/M1-0001/calls" as the file has it.
std::string general(const std::string& name) {
    const std::string prefix = "master/frameworks/";
    if (!name.starts_with(prefix)) {
        return name;
    }
    const auto second = name.find('/', prefix.size());
    const auto third = second == name.npos ? name.npos : name.find('/', second + 1);
    return third == name.npos ? name : prefix + "<name>/<id>" + name.substr(third);
}

TEST_F(MetricsOfAMaster, HaveTheRecordedNamesOrSayWhyNot) {
    std::set<std::string> served;
    for (const auto& [name, value] : metrics.snapshot(Instant{})) {
        served.insert(general(name));
    }
    std::ifstream file(MUSTER_SOURCE_DIR "/tests/data/mesos/master_metric_names.txt");
    int recorded = 0;
    for (std::string name; std::getline(file, name); ++recorded) {
        EXPECT_NE(served.contains(name), isAbsent(kAbsentMasterMetrics, name)) << name;
    }
    EXPECT_GT(recorded, 250);
}

TEST_F(MetricsOfAMaster, SayHowLongTheDiskTook) {
    EXPECT_GE(of("registrar/state_store_ms/count"), 1);
    EXPECT_LE(of("registrar/state_store_ms/min"), of("registrar/state_store_ms/p50"));
    EXPECT_LE(of("registrar/state_store_ms/p50"), of("registrar/state_store_ms/max"));
    EXPECT_GT(of("registrar/state_fetch_ms"), 0);
    metrics.registryBytes = [] { return 4096.0; };
    EXPECT_EQ(of("registrar/registry_size_bytes"), 4096);
}

TEST_F(MetricsOfAMaster, CountOperationsAndTheirAcknowledgements) {
    call(cluster::AcknowledgeOperation{});
    EXPECT_EQ(of("master/messages_operation_status_update_acknowledgement"), 1);
    EXPECT_EQ(of("master/invalid_operation_status_update_acknowledgements"), 1);
    cluster::Accept accept;
    accept.offers.push_back({"unknown"});
    accept.operations.emplace_back(cluster::ChangeReservations{
        .resources = *Resources::parse("cpus:1"), .id = "", .defect = ""});
    call(std::move(accept));
    EXPECT_EQ(of("master/operations/reserve/total"), 1);
    EXPECT_EQ(of("master/operations/reserve/error"), 1);
    EXPECT_EQ(of("master/operations/error"), 1);
    EXPECT_EQ(of("master/operations/unreserve/total"), 0);
}

TEST(Timings, RankTheNewestThousand) {
    Timings timings;
    std::map<std::string, double> out;
    timings.list("t", out);
    EXPECT_TRUE(out.empty());
    for (int i = 1; i <= 2001; ++i) {
        timings.add(std::chrono::milliseconds(i));
    }
    timings.list("t", out);
    EXPECT_EQ(out.at("t"), 2001);
    EXPECT_EQ(out.at("t/count"), 1000);
    EXPECT_EQ(out.at("t/min"), 1002);
    EXPECT_EQ(out.at("t/max"), 2001);
    EXPECT_DOUBLE_EQ(out.at("t/p50"), 1501.5);
}

} // namespace
} // namespace muster::agentd::api
