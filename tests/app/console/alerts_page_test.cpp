// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/alerts_page.h"

#include <QAction>
#include <QListWidget>
#include <QStatusBar>
#include <QTest>
#include <QToolButton>
#include <gtest/gtest.h>

#include "app/console/commands/operator_mode.h"
#include "app/console/frame/badge_delegate.h"
#include "app/console/pages/audit_feed.h"
#include "app/console/pages/gpus_page.h"
#include "app/console/pages/work_page.h"
#include "tests/app/console/window_world.h"
#include "tests/support/paths.h"
#include "tests/support/words.h"
#include "tests/widgets/draw.h"
#include "widgets/forms/acknowledge_dialog.h"
#include "widgets/models/alert_model.h"
#include "widgets/models/cluster_state.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/empty_state.h"

using namespace muster;
using namespace muster::console;
using namespace muster::test;

namespace {

constexpr qint64 kThen = 1'700'000'000'000;
constexpr int kEvents = 500;

void addAlert(v1::Rows& rows, const char* rule, const char* severity, const char* kind,
    const char* object, const char* name) {
    auto& alert = *rows.add_alerts();
    alert.set_id(std::string(rule) + "/" + object);
    alert.set_rule(test::worded(rule));
    alert.set_severity(test::worded(severity));
    alert.set_object_kind(test::worded(kind));
    alert.set_object(object);
    alert.set_name(name);
    alert.set_text("It is bad, and has been for long. Look at it and mend it");
    alert.set_since_ms(kThen);
}

// At a master that has alerts and an audit of kEvents entries, one a second.
class Alerts : public WindowAtMaster {
protected:
    int events = kEvents;

    void SetUp() override {
        master.snapshot = draw("node1: a1 free 0, a2 lost ? / node2: b1 free 0", 5);
        auto& rows = *master.snapshot.mutable_rows();
        *rows.add_jobs() = job("job-2", "queued", "Gpus");
        addAlert(rows, "gpu-hot", "warning", "gpu", "a1", "node1:0");
        addAlert(rows, "gpu-lost", "critical", "gpu", "a2", "node1:1");
        addAlert(rows, "agent-unreachable", "critical", "agent", "S-node2", "node2");
        addAlert(rows, "job-waits-long", "warning", "job", "job-2", "train");
        master.onRequest = [this](const v1::Request& request) { answer(request); };
        open();
        window->show();
    }
    void answer(const v1::Request& request) {
        v1::Reply reply;
        reply.set_id(request.id());
        if (request.has_query_audit()) {
            const auto& query = request.query_audit();
            auto& audit = *reply.mutable_audit();
            for (int i = events - 1; i >= 0 && audit.rows_size() < int(query.limit()); --i) {
                const auto at = kThen + i * 1000;
                if (at >= query.from_ms() && (query.to_ms() == 0 || at < query.to_ms())) {
                    auto& row = *audit.add_rows();
                    row.set_at_ms(at);
                    row.set_author(i % 3 == 0 ? "alice" : "master");
                    row.set_action(i % 3 == 0 ? "restrict" : "alert raised");
                    row.set_object("a1");
                    row.set_detail("event " + std::to_string(i));
                }
            }
        }
        master.reply(reply);
    }
    AlertsPage& page() { return window->alerts(); }
    widgets::ClusterTable& list() { return page().list().table(); }
    int eventRows() { return page().events().table().proxy().sourceModel()->rowCount(); }
    bool showsEvents(int count) {
        return QTest::qWaitFor([this, count] { return eventRows() == count; });
    }
    QAction* action(const QString& words) {
        for (auto* one : page().findChildren<QAction*>()) {
            if (one->text() == words) {
                return one;
            }
        }
        return nullptr;
    }
    QListWidgetItem* entry() {
        return window->findChild<QListWidget*>()
            ->findItems(QStringLiteral("Alerts"), Qt::MatchExactly)
            .value(0);
    }
    QToolButton* statusButton() { return window->statusBar()->findChild<QToolButton*>(); }
};

} // namespace

TEST_F(Alerts, ShowWhatWeighsMostFirst) {
    master.snapshot.mutable_rows()->mutable_alerts(2)->set_acknowledged_by("bob");
    connectNow();
    window->showPage(QStringLiteral("alerts"));
    using A = models::AlertModel;
    EXPECT_EQ(print(list().proxy(), {A::Severity, A::Rule, A::SeenBy}),
        "Critical|GPU lost|\nCritical|Node unreachable|bob\nWarning|GPU hot|\n"
        "Warning|Job pending too long|\n");
    EXPECT_TRUE(showsEvents(AuditFeed::kPage));
    keep(QStringLiteral("alerts.png"));
}

TEST_F(Alerts, AreCountedBesideThePageAndInTheStatusLineWhichLeadsThere) {
    connectNow();
    ASSERT_NE(entry(), nullptr);
    EXPECT_EQ(entry()->data(BadgeDelegate::CountRole).toInt(), 4);
    EXPECT_EQ(statusButton()->text(), QStringLiteral("Critical: 2 · Warnings: 2"));
    statusButton()->click();
    EXPECT_EQ(&window->currentPage(), &page());
    change([](v1::Delta& delta) {
        for (const auto* id : {"gpu-lost/a2", "agent-unreachable/S-node2", "gpu-hot/a1"}) {
            delta.mutable_removed()->add_alerts(id);
        }
    });
    EXPECT_EQ(entry()->data(BadgeDelegate::CountRole).toInt(), 1);
    EXPECT_EQ(statusButton()->text(), QStringLiteral("Warnings: 1"));
    change([](v1::Delta& delta) { delta.mutable_removed()->add_alerts("job-waits-long/job-2"); });
    EXPECT_EQ(entry()->data(BadgeDelegate::CountRole).toInt(), 0);
    EXPECT_FALSE(statusButton()->isVisible());
    EXPECT_EQ(page().list().findChild<widgets::EmptyState*>()->sentence(),
        QStringLiteral("No active alerts"));
    keep(QStringLiteral("alerts_none.png"));
}

TEST_F(Alerts, AreAcknowledgedWithANoteAndAMute) {
    connectNow();
    window->showPage(QStringLiteral("alerts"));
    window->mode().setOn(true);
    ASSERT_FALSE(action(QStringLiteral("Acknowledge…"))->isEnabled());
    ASSERT_TRUE(list().selectKey(QStringLiteral("gpu-hot/a1")));
    action(QStringLiteral("Acknowledge…"))->trigger();
    auto* dialog = window->findChild<widgets::AcknowledgeDialog*>();
    ASSERT_NE(dialog, nullptr);
    dialog->setNote(QStringLiteral(" fan is ordered "));
    dialog->setMuteMs(8 * 3'600'000);
    dialog->grab().save(QStringLiteral(MUSTER_ARTIFACTS "/acknowledge.png"));
    dialog->accept();
    const auto asked = [&] {
        return std::find_if(master.requests.begin(), master.requests.end(),
            [](const auto& request) { return request.has_acknowledge_alert(); });
    };
    ASSERT_TRUE(QTest::qWaitFor([&] { return asked() != master.requests.end(); }));
    const auto& seen = asked()->acknowledge_alert();
    EXPECT_EQ(seen.alert_id(), "gpu-hot/a1");
    EXPECT_EQ(seen.note(), "fan is ordered");
    EXPECT_EQ(seen.author(), "alice");
    const auto length = seen.muted_until_ms() - QDateTime::currentMSecsSinceEpoch();
    EXPECT_NEAR(double(length), 8 * 3'600'000.0, 60'000.0);
    EXPECT_TRUE(QTest::qWaitFor([&] {
        return window->statusBar()->currentMessage()
            == QStringLiteral("Acknowledged GPU hot: node1:0");
    }));
}

TEST_F(Alerts, AreAcknowledgedInOperatorModeOnly) {
    connectNow();
    window->showPage(QStringLiteral("alerts"));
    ASSERT_TRUE(list().selectKey(QStringLiteral("gpu-hot/a1")));
    auto* acknowledge = action(QStringLiteral("Acknowledge…"));
    EXPECT_FALSE(acknowledge->isEnabled());
    EXPECT_EQ(acknowledge->toolTip(), window->mode().howToSwitchOn());
    page().acknowledge(QStringLiteral("gpu-hot/a1"));
    EXPECT_EQ(window->findChild<widgets::AcknowledgeDialog*>(), nullptr);
    EXPECT_EQ(window->statusBar()->currentMessage(), window->mode().howToSwitchOn());
    window->mode().setOn(true);
    EXPECT_EQ(acknowledge->toolTip(), QStringLiteral("Acknowledge the selected alert"));
    acknowledge->trigger();
    auto* dialog = window->findChild<widgets::AcknowledgeDialog*>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_TRUE(dialog->isVisible());
    window->mode().setOn(false);
    EXPECT_FALSE(dialog->isVisible()) << "nobody was there";
}

TEST_F(Alerts, LeadToTheGpuTheNodeAndTheJob) {
    connectNow();
    const auto lead = [this](const char* alert) {
        window->showPage(QStringLiteral("alerts"));
        ASSERT_TRUE(list().selectKey(QString::fromLatin1(alert)));
        action(QStringLiteral("Show"))->trigger();
    };
    lead("gpu-lost/a2");
    EXPECT_EQ(window->currentPage().objectName(), QStringLiteral("gpus"));
    EXPECT_EQ(window->gpus().list().table().currentKey(), QStringLiteral("a2"));
    lead("agent-unreachable/S-node2");
    EXPECT_EQ(window->currentPage().objectName(), QStringLiteral("nodes"));
    lead("job-waits-long/job-2");
    EXPECT_EQ(window->currentPage().objectName(), QStringLiteral("jobs"));
    EXPECT_EQ(window->jobs().list().table().currentKey(), QStringLiteral("job-2"));
}

TEST_F(Alerts, OfferNothingToShowOfTheMasterItself) {
    addAlert(*master.snapshot.mutable_rows(), "disk-full", "critical", "master", "journal", "disk");
    connectNow();
    window->showPage(QStringLiteral("alerts"));
    window->mode().setOn(true);
    ASSERT_TRUE(list().selectKey(QStringLiteral("disk-full/journal")));
    EXPECT_FALSE(action(QStringLiteral("Show"))->isEnabled());
    EXPECT_TRUE(action(QStringLiteral("Acknowledge…"))->isEnabled());
    ASSERT_TRUE(list().selectKey(QStringLiteral("gpu-hot/a1")));
    EXPECT_TRUE(action(QStringLiteral("Show"))->isEnabled());
}

TEST_F(Alerts, LoadOlderEventsPageByPage) {
    connectNow();
    EXPECT_EQ(eventRows(), 0) << "nobody looks";
    window->showPage(QStringLiteral("alerts"));
    ASSERT_TRUE(showsEvents(200));
    action(QStringLiteral("Older"))->trigger();
    ASSERT_TRUE(showsEvents(400));
    action(QStringLiteral("Older"))->trigger();
    ASSERT_TRUE(showsEvents(kEvents));
    EXPECT_TRUE(QTest::qWaitFor([&] { return !action(QStringLiteral("Older"))->isEnabled(); }));
}

TEST_F(Alerts, ShowWhatHappensWhileSomebodyLooks) {
    connectNow();
    window->showPage(QStringLiteral("alerts"));
    ASSERT_TRUE(showsEvents(200));
    events += 3;
    change([](v1::Delta& delta) { delta.mutable_removed()->add_alerts("gpu-hot/a1"); });
    ASSERT_TRUE(showsEvents(203));
    EXPECT_EQ(
        page().events().table().proxy().index(0, 4).data().toString(), QStringLiteral("event 502"));
    events += 1000; // more than a page: the list starts anew
    change([](v1::Delta& delta) { delta.mutable_removed()->add_alerts("gpu-lost/a2"); });
    ASSERT_TRUE(showsEvents(200));
    EXPECT_EQ(page().events().table().proxy().index(0, 4).data().toString(),
        QStringLiteral("event 1502"));
}
