// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// A GPU falls off the bus while somebody looks, and while nobody does: alert, event, notification.
#include <QListWidget>
#include <QStatusBar>
#include <QTest>
#include <QToolButton>

#include "app/console/pages/overview_page.h"
#include "tests/app/console/desktop/notification_server.h"
#include "tests/app/console/desktop/session_bus.h"
#include "tests/support/console/real_console.h"
#include "widgets/forms/acknowledge_dialog.h"
#include "widgets/models/alert_model.h"
#include "widgets/models/audit_model.h"
#include "widgets/models/gpu_model.h"

using namespace muster;
using namespace muster::test;
using models::AlertModel;
using models::AuditModel;
using models::GpuModel;

namespace {

constexpr int kLostMs = 60'000; // the scenario's 30 s, and the agent's next look

class ConsoleAlerts : public RealConsole {
protected:
    SessionBus session;
    std::unique_ptr<NotificationServer> desktop;

    void SetUp() override {
        RealConsole::SetUp();
        ASSERT_TRUE(session.runs()) << "dbus-daemon did not start";
        desktop = std::make_unique<NotificationServer>(session.connect(QStringLiteral("desktop")));
        bus = session.connect(QStringLiteral("console"));
    }
    bool told(const QString& title) {
        return std::any_of(desktop->shown.begin(), desktop->shown.end(),
            [&](const auto& notice) { return notice.title == title; });
    }
    bool happened(const QString& action) {
        return rowOf("events", AuditModel::Action, action) >= 0;
    }
};

} // namespace

TEST_F(ConsoleAlerts, ALostGpuIsToldListedAndAcknowledged) {
    ASSERT_NO_FATAL_FAILURE(open(QStringLiteral("lost-gpu")));
    press(Qt::Key_8, Qt::AltModifier);
    ASSERT_EQ(page(), "alerts");
    EXPECT_TRUE(shows(QStringLiteral("No active alerts")));
    EXPECT_TRUE(until([&] { return happened(QStringLiteral("agent joined")); }));
    const auto host = cell("gpus", 0, GpuModel::Node);
    const QString where = host + QStringLiteral(":2");

    ASSERT_TRUE(until([&] { return table("alerts").proxy().rowCount() == 1; }, kLostMs));
    EXPECT_EQ(rows("alerts", {AlertModel::Severity, AlertModel::Rule, AlertModel::Object}),
        "Critical|GPU lost|" + where.toStdString() + "\n");
    EXPECT_TRUE(until([&] { return happened(QStringLiteral("alert raised")); }));
    EXPECT_TRUE(until([&] { return told(QStringLiteral("GPU %1 is lost").arg(where)); }));
    EXPECT_NE(button(*mainWindow().statusBar(), QStringLiteral("Critical: 1")), nullptr);
    const auto row = rowOf("gpus", GpuModel::Index, QStringLiteral("2"));
    EXPECT_EQ(cell("gpus", row, GpuModel::State), QStringLiteral("Lost"));
    EXPECT_EQ(cell("gpus", row, GpuModel::columnOf(Metric::Temperature)), QStringLiteral("n/a"));
    EXPECT_EQ(mainWindow().overview().cellText(0, 4), QStringLiteral("1"));

    enterOperatorMode();
    click(table("alerts"), table("alerts").proxy().index(0, AlertModel::Rule));
    click(mainWindow().currentPage(), QStringLiteral("Acknowledge…"));
    auto* dialog = inFront<widgets::AcknowledgeDialog>();
    ASSERT_NE(dialog, nullptr);
    enter(*dialog, QStringLiteral("Note"), QStringLiteral("reseated on Monday"));
    click(*dialog, QStringLiteral("Acknowledge"));
    ASSERT_TRUE(until([&] {
        return rows("alerts", {AlertModel::SeenBy, AlertModel::Note})
            == "root|reseated on Monday\n";
    })) << rows("alerts", {AlertModel::SeenBy, AlertModel::Note});
    // The row may be there before the answer.
    const auto said = QStringLiteral("Acknowledged GPU lost: %1").arg(where);
    EXPECT_TRUE(until([&] { return mainWindow().statusBar()->currentMessage() == said; }))
        << mainWindow().statusBar()->currentMessage().toStdString();
    EXPECT_TRUE(until([&] {
        return button(*mainWindow().statusBar(), QStringLiteral("Critical: 1")) == nullptr;
    }));
    EXPECT_TRUE(until([&] { return happened(QStringLiteral("acknowledge alert")); }))
        << rows("events", {AuditModel::Action, AuditModel::Object});
    keep("alerts_acknowledged.png");

    click(mainWindow().currentPage(), QStringLiteral("Show"));
    EXPECT_EQ(page(), "gpus");
    EXPECT_TRUE(shows(QStringLiteral("%1: GPU 2").arg(host)));
    keep("alerts_lost_gpu.png");
}
