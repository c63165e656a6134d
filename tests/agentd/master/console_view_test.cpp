// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/console_view.h"

#include <gtest/gtest.h>

#include "agentd/master/alerts.h"
#include "agentd/master/live_data.h"
#include "agentd/master/publisher.h"
#include "core/proto/encoding.h"
#include "tests/agentd/master/test_master.h"

namespace muster::agentd {
namespace {

using namespace std::chrono_literals;

// A console, and what it was sent.
struct FakeConsole : net::Session {
    std::vector<muster::v1::Message> got;

    void send(net::Payload bytes, bool) override {
        ASSERT_TRUE(proto::parseBytes(*bytes, proto::Encoding::Binary, got.emplace_back()));
    }
    std::size_t queuedBytes() const override { return 0; }
    void onDrained(std::function<void()>) override { }
    void close(unsigned, std::string_view) override { }
    const std::string& subprotocol() const override { return m_none; }
    const std::string& remote() const override { return m_none; }
    const std::string& principal() const override { return m_none; }

private:
    std::string m_none;
};

// A master with one job of carol, whose account nobody knows until `isKnown`. Ann may see the tasks
// of user 1000 only.
struct ViewOfAnn : testing::Test, TestMaster {
    history::Telemetry telemetry = *history::Telemetry::open({.path = folder / "telemetry.db"});
    TelemetryHub hub{telemetry};
    LiveData live;
    Alerts lamps{io, *control, alerts::Thresholds{}, std::vector<alerts::Alert>()};
    Publisher publisher{io, *control, lamps, hub, live, muster::v1::Cluster()};
    bool isKnown = false;
    const Gate gate{Acls::parse(R"({"permissive": false, "view_tasks": [
        {"principals": {"values": ["ann"]}, "users": {"values": ["1000"]}}]})",
        [this](const std::string& user) -> Result<std::optional<Acls::Account>> {
            if (user == "carol" && !isKnown) {
                return failure("nobody knows now: try again", Error::Kind::Unavailable);
            }
            return Acls::Account{1000, {1000}};
        }).value()};
    const std::shared_ptr<FakeConsole> console = std::make_shared<FakeConsole>();

    void SetUp() override {
        submit(trainingJob("cpus:1;mem:32", "carol"), "carol");
        ASSERT_EQ(control->jobs().jobs().size(), 1u);
    }
    ConsoleView view() const { return {gate, "ann", *control}; }
};

TEST_F(ViewOfAnn, IsCompletedWhenAUserIsKnown) {
    publisher.subscribe(console, proto::Encoding::Binary, false, view());
    ASSERT_EQ(console->got.size(), 1u);
    EXPECT_EQ(console->got[0].snapshot().rows().jobs_size(), 0);
    isKnown = true;
    for (int i = 0; i < 100 && console->got.size() < 2; ++i) {
        io.restart();
        io.run_for(100ms);
    }
    ASSERT_EQ(console->got.size(), 2u);
    ASSERT_TRUE(console->got[1].has_snapshot());
    EXPECT_EQ(console->got[1].snapshot().rows().jobs_size(), 1);
    publisher.unsubscribe(console);
}

TEST_F(ViewOfAnn, IsNotShownInPartToOneWhoAsksOnce) {
    const auto sent = publisher.snapshotOnce(console, proto::Encoding::Binary, view());
    ASSERT_FALSE(sent);
    EXPECT_EQ(sent.error().kind, Error::Kind::Unavailable);
    EXPECT_TRUE(console->got.empty());
    isKnown = true;
    EXPECT_TRUE(publisher.snapshotOnce(console, proto::Encoding::Binary, view()));
    ASSERT_EQ(console->got.size(), 1u);
    EXPECT_EQ(console->got[0].snapshot().rows().jobs_size(), 1);
}

} // namespace
} // namespace muster::agentd
