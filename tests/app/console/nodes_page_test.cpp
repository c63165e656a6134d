// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/nodes_page.h"

#include <algorithm>

#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

#include "app/console/link/link.h"
#include "app/console/pages/audit_feed.h"
#include "tests/app/console/fake_master.h"
#include "tests/widgets/draw.h"
#include "widgets/models/cluster_state.h"
#include "widgets/nodes/node_details.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/event_list.h"

using namespace muster;
using namespace muster::console;
using namespace muster::test;

namespace {

class NodesPageOfTwoNodes : public testing::Test {
protected:
    FakeMaster master;
    models::ClusterState state;
    Link link{master.address(), state};
    NodesPage page{state, link};

    void SetUp() override {
        master.snapshot = draw("node1: a free, b free / node2: c free");
        master.onRequest = [this](const v1::Request& request) {
            v1::Reply reply;
            reply.set_id(request.id());
            auto& row = *reply.mutable_audit()->add_rows();
            row.set_action("restrict");
            row.set_object("a");
            master.reply(reply);
        };
        link.start();
        ASSERT_TRUE(QTest::qWaitFor([this] { return link.phase() == Link::Phase::Live; }));
        state.flush();
        page.show();
    }
    int events() {
        return page.findChild<widgets::ClusterTable*>(QStringLiteral("node_events"))
            ->model()
            ->rowCount();
    }
};

} // namespace

TEST_F(NodesPageOfTwoNodes, ChoosesANodeByItsHostNameToo) {
    ASSERT_TRUE(page.choose(QStringLiteral("node2")));
    EXPECT_EQ(page.list().table().currentKey(), QStringLiteral("S-node2"));
    EXPECT_FALSE(page.choose(QStringLiteral("node3")));
}

TEST_F(NodesPageOfTwoNodes, ShowsTheChosenNode) {
    EXPECT_TRUE(page.details().node().isEmpty());
    ASSERT_TRUE(page.choose(QStringLiteral("S-node2")));
    EXPECT_EQ(page.details().node(), QStringLiteral("S-node2"));
    const QSignalSpy chosen(&page, &Page::gpuChosen);
    emit page.details().gpuChosen(QStringLiteral("c"));
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen[0][0].toString(), QStringLiteral("c"));
}

TEST(NodesPage, KeepsTheCommandThatJoinsAnAgentOnOneLine) {
    const FakeMaster master;
    models::ClusterState state;
    Link link{master.address(), state};
    const NodesPage page{state, link};
    const auto labels = page.findChildren<QLabel*>();
    EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
        return label->text().split(QLatin1Char('\n')).last()
            == QStringLiteral("muster-agentd agent --master=HOST:5050");
    }));
}

TEST_F(NodesPageOfTwoNodes, AsksForTheNewestEventsWhenTheyAreLookedAt) {
    ASSERT_TRUE(page.choose(QStringLiteral("S-node1")));
    EXPECT_EQ(master.requests.size(), 1u) << "the subscription only";
    page.details().showTab(widgets::NodeDetails::Tab::Events);
    ASSERT_TRUE(QTest::qWaitFor([this] { return events() == 1; }));
    EXPECT_EQ(master.requests.back().query_audit().limit(), unsigned(AuditFeed::kObjectPage));
    page.details().showTab(widgets::NodeDetails::Tab::Gpus);
    const auto asked = master.requests.size();
    ASSERT_TRUE(page.choose(QStringLiteral("S-node2")));
    page.details().showTab(widgets::NodeDetails::Tab::Events);
    EXPECT_EQ(events(), 0) << "of the other node, from what is known";
    QTest::qWait(50);
    EXPECT_EQ(master.requests.size(), asked) << "nothing has changed";
}

TEST_F(NodesPageOfTwoNodes, SaysWhyTheEventsAreNotKnown) {
    master.onRequest = [this](const v1::Request& request) {
        v1::Reply reply;
        reply.set_id(request.id());
        reply.mutable_error()->set_message("the journal cannot be read");
        master.reply(reply);
    };
    ASSERT_TRUE(page.choose(QStringLiteral("S-node1")));
    page.details().showTab(widgets::NodeDetails::Tab::Events);
    EXPECT_TRUE(QTest::qWaitFor([this] {
        const auto labels = page.details().events().findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [](const auto* label) {
            return label->text()
                == QStringLiteral("Cannot load the events: the journal cannot be read");
        });
    }));
}
