// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/app/cli/fake_master.h"
#include "tests/app/cli/world.h"
#include "tests/support/words.h"

namespace muster::cli {
namespace {

using Message = FakeMaster::Message;
using Request = FakeMaster::Request;

void addAlert(muster::v1::Rows& rows, const std::string& rule, const std::string& severity,
    const std::string& object, const std::string& name) {
    auto& alert = *rows.add_alerts();
    alert.set_id(rule + "/" + object);
    alert.set_rule(test::worded(rule));
    alert.set_severity(test::worded(severity));
    alert.set_object_kind(test::worded(rule.substr(0, rule.find('-'))));
    alert.set_object(object);
    alert.set_name(name);
    alert.set_text("It is bad. Mend it");
    alert.set_since_ms(1700000000000);
}

Message snapshot() {
    Message message;
    auto& rows = *message.mutable_snapshot()->mutable_rows();
    auto& agent = *rows.add_agents();
    agent.set_id("S7");
    agent.set_hostname("node-7");
    auto& gpu = *rows.add_gpus();
    gpu.set_uuid("GPU-a");
    gpu.set_agent_id("S7");
    addAlert(rows, "gpu-hot", "warning", "GPU-a", "node-7:0");
    addAlert(rows, "gpu-lost", "critical", "GPU-b", "node-8:1");
    addAlert(rows, "agent-unreachable", "critical", "S9", "node-9");
    auto& seen = *rows.mutable_alerts(2);
    seen.set_acknowledged_by("bob");
    seen.set_acknowledged_ms(1700000001000);
    seen.set_note("in repair");
    return message;
}

struct Master : FakeMaster {
    std::string address;
    Master() {
        onRequest = [](const Request& request) {
            if (request.has_subscribe())
                return std::vector{snapshot()};
            auto reply = FakeMaster::answerTo(request);
            if (request.has_query_audit()) {
                auto& audit = *reply.mutable_reply()->mutable_audit();
                for (const auto* action : {"alert raised", "restrict"}) {
                    auto& row = *audit.add_rows();
                    row.set_at_ms(1700000000000);
                    row.set_author("alice");
                    row.set_action(action);
                    row.set_object("GPU-a");
                    row.set_detail("fan is loud\x1b[2J");
                }
            }
            return std::vector{reply};
        };
        address = "--master=" + start();
    }
};

TEST(MusterAlerts, AreListedWithWhatNobodyHasSeenFirst) {
    Master master;
    World world;
    EXPECT_EQ(world.run({"alerts", master.address}), 0) << world.err.str();
    EXPECT_EQ(world.out.str(),
        "ALERT              SEVERITY  WHERE     SINCE                 ACKNOWLEDGED BY  WHAT\n"
        "gpu-lost           critical  node-8:1  2023-11-14T22:13:20Z  -                "
        "It is bad. Mend it\n"
        "gpu-hot            warning   node-7:0  2023-11-14T22:13:20Z  -                "
        "It is bad. Mend it\n"
        "agent-unreachable  critical  node-9    2023-11-14T22:13:20Z  bob              "
        "It is bad. Mend it\n");
    World scripts;
    EXPECT_EQ(scripts.run({"alerts", "list", "-o", "json", master.address}), 0);
    const auto json = nlohmann::json::parse(scripts.out.str());
    EXPECT_EQ(json["alerts"][1]["alert_id"], "gpu-hot/GPU-a");
    EXPECT_EQ(json["alerts"][1]["node"], "node-7");
    EXPECT_TRUE(json["alerts"][1]["acknowledged_by"].is_null());
    EXPECT_EQ(json["alerts"][2]["note"], "in repair");
}

TEST(MusterAlerts, AreFilteredBySeverityNodeAndNovelty) {
    Master master;
    const std::vector<std::vector<std::string>> kFlags
        = {{"--severity=warning"}, {"--node=node-9"}, {"--new", "--severity=critical"}};
    const std::string kLeft[] = {"gpu-hot", "agent-unreachable", "gpu-lost"};
    for (std::size_t i = 0; i < kFlags.size(); ++i) {
        World world;
        std::vector<std::string> words = {"alerts", "--no-header", master.address};
        words.insert(words.end(), kFlags[i].begin(), kFlags[i].end());
        EXPECT_EQ(world.run(words), 0);
        const auto printed = world.out.str();
        EXPECT_TRUE(printed.starts_with(kLeft[i])) << printed;
        EXPECT_EQ(std::count(printed.begin(), printed.end(), '\n'), 1);
    }
}

TEST(MusterAlerts, AreAcknowledgedWithANoteAndAMute) {
    Master master;
    World world;
    EXPECT_EQ(world.run({"alerts", "ack", "gpu-hot/GPU-a", "--note=fan is ordered", "--mute-for=2h",
                  master.address}),
        0)
        << world.err.str();
    EXPECT_EQ(world.out.str(), "Acknowledged gpu-hot/GPU-a, muted for 2h\n");
    master.stop();
    const auto& asked = master.requests.at(0).acknowledge_alert();
    EXPECT_EQ(asked.alert_id(), "gpu-hot/GPU-a");
    EXPECT_EQ(asked.note(), "fan is ordered");
    EXPECT_EQ(asked.author(), "alice@desk");
    const auto now = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::system_clock::now().time_since_epoch())
                         .count();
    EXPECT_NEAR(
        static_cast<double>(asked.muted_until_ms()), static_cast<double>(now) + 7200e3, 60e3);
    World wrong;
    EXPECT_EQ(wrong.run({"alerts", "ack", "x", "--mute-for=soon", master.address}), 2);
    EXPECT_TRUE(wrong.err.str().starts_with("muster: '--mute-for': ")) << wrong.err.str();
}

TEST(MusterEvents, AreListedWithTheNewestLast) {
    Master master;
    World world;
    EXPECT_EQ(world.run({"events", "--since=2h", "--limit=2", master.address}), 0);
    EXPECT_EQ(world.out.str(),
        "WHEN                  WHO    WHAT          OBJECT  DETAIL\n"
        "2023-11-14T22:13:20Z  alice  restrict      GPU-a   fan is loud\\x1b[2J\n"
        "2023-11-14T22:13:20Z  alice  alert raised  GPU-a   fan is loud\\x1b[2J\n");
    EXPECT_EQ(world.err.str(), "Showing only the newest 2; use --limit to see more\n");
    World scripts;
    EXPECT_EQ(scripts.run({"events", "-o", "json", master.address}), 0);
    EXPECT_EQ(nlohmann::json::parse(scripts.out.str())["events"][0]["action"], "restrict");
    World wrong;
    EXPECT_EQ(wrong.run({"events", "--limit=0", master.address}), 2);
    EXPECT_EQ(wrong.err.str(), "muster: '--limit' must be a number from 1 to 10000\n");
    master.stop();
    EXPECT_EQ(master.requests.at(0).query_audit().limit(), 2u);
    EXPECT_EQ(master.requests.at(1).query_audit().limit(), 100u);
}

} // namespace
} // namespace muster::cli
