// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/event_list.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <gtest/gtest.h>

#include "tests/widgets/draw.h"
#include "widgets/gpu/gpu_details.h"
#include "widgets/tables/cluster_table.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;
using namespace muster::widgets;

namespace {

class EventsOfADrawnGpu : public testing::Test {
protected:
    ClusterState state;
    GpuDetails details{state};

    void SetUp() override {
        state.apply(draw("node1: a free 10, b free 10"));
        state.flush();
        details.resize(1000, 400);
        details.setGpu(QStringLiteral("a"));
        details.show();
        details.showTab(GpuDetails::Tab::Events);
    }
    EventList& list() { return details.events(); }
    void tell(const char* action, const char* object) {
        v1::AuditRows audit;
        audit.add_rows()->set_action(action);
        audit.mutable_rows(0)->set_object(object);
        audit.mutable_rows(0)->set_at_ms(1'700'000'000'000 - list().model().known());
        list().model().clear();
        list().model().addOlder(audit);
    }
    QString shownWords() {
        QStringList words;
        for (const auto* label : list().findChildren<QLabel*>()) {
            if (label->isVisible()) {
                words << label->text();
            }
        }
        return words.join(QLatin1Char('|'));
    }
};

} // namespace

TEST_F(EventsOfADrawnGpu, SayThatThereAreNoneUntilThereIsOne) {
    EXPECT_EQ(shownWords(), QStringLiteral("No events for this GPU"));
    tell("restrict", "b");
    EXPECT_EQ(shownWords(), QStringLiteral("No events for this GPU"));
    tell("restrict", "a");
    EXPECT_TRUE(list().table().isVisible());
    EXPECT_EQ(list().table().model()->rowCount(), 1);
    EXPECT_EQ(shownWords(), QString());
    details.setGpu(QStringLiteral("b"));
    EXPECT_FALSE(list().table().isVisible());
}

TEST_F(EventsOfADrawnGpu, SayHowFarBackTheyReachAndWhyTheyAreNotKnown) {
    auto& older = *list().findChild<QPushButton*>();
    EXPECT_FALSE(older.isVisible());
    tell("restrict", "a");
    list().setReach(true, {});
    EXPECT_EQ(shownWords(), QStringLiteral("Of the newest 1 events of the cluster"));
    const QSignalSpy wanted(&list(), &EventList::olderWanted);
    older.click();
    EXPECT_EQ(wanted.count(), 1);
    list().setReach(false, QStringLiteral("the journal is full"));
    EXPECT_EQ(shownWords(), QStringLiteral("Cannot load the events: the journal is full"));
    EXPECT_FALSE(older.isVisible());
}

TEST_F(EventsOfADrawnGpu, AreWatchedWhileTheirTabIsShown) {
    QSignalSpy watched(&list(), &EventList::watched);
    details.showTab(GpuDetails::Tab::Processes);
    details.showTab(GpuDetails::Tab::Events);
    details.setGpu({});
    ASSERT_EQ(watched.count(), 3);
    EXPECT_FALSE(watched[0][0].toBool());
    EXPECT_TRUE(watched[1][0].toBool());
    EXPECT_FALSE(watched[2][0].toBool());
}
