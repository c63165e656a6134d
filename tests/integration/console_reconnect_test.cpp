// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// The daemon is killed under the window and comes back: what is shown meanwhile, and what stays.
#include <QTest>

#include "app/console/frame/session.h"
#include "app/console/link/link.h"
#include "tests/support/console/real_console.h"
#include "widgets/forms/stale_banner.h"
#include "widgets/models/gpu_model.h"
#include "widgets/models/job_model.h"

using namespace muster;
using namespace muster::test;
using models::GpuModel;
using models::JobModel;

namespace {

class ConsoleReconnect : public RealConsole {
protected:
    widgets::StaleBanner& banner() { return *window->findChild<widgets::StaleBanner*>(); }
    QColor ink(const char* name) { return table(name).palette().color(QPalette::Text); }
    QString chosen(const char* name, int column) {
        return table(name).currentIndex().siblingAtColumn(column).data().toString();
    }
};

} // namespace

TEST_F(ConsoleReconnect, OldFiguresAreGreyUnderABannerAndEverythingReturns) {
    ASSERT_NO_FATAL_FAILURE(open(QStringLiteral("m60x4")));
    const auto job = submit(QStringLiteral("long"), QStringLiteral("sleep 8; echo done"), 1);
    ASSERT_TRUE(jobIs(job, QStringLiteral("Running")));
    press(Qt::Key_2, Qt::AltModifier);
    press(Qt::Key_F, Qt::ControlModifier);
    type(QStringLiteral("index>0"));
    ASSERT_TRUE(until([&] { return table("gpus").proxy().rowCount() == 3; }));
    click(table("gpus"), table("gpus").proxy().index(1, GpuModel::Node));
    const auto uuid = chosen("gpus", GpuModel::Uuid);
    const auto live = ink("gpus");
    EXPECT_FALSE(banner().isVisible());

    daemon->killHard();
    ASSERT_TRUE(until([&] { return banner().isVisible(); }));
    EXPECT_TRUE(banner().text().startsWith(QStringLiteral("Not connected. Data as of ")))
        << banner().text().toStdString();
    EXPECT_TRUE(until([&] { return banner().text().contains(QStringLiteral("Next attempt in")); }))
        << banner().text().toStdString();
    EXPECT_TRUE(shows(QStringLiteral("Not connected")));
    EXPECT_NE(ink("gpus"), live) << "what is old is grey";
    EXPECT_EQ(table("gpus").proxy().rowCount(), 3) << "and can still be read";
    EXPECT_EQ(chosen("gpus", GpuModel::Uuid), uuid);
    keep("reconnect_old.png");

    daemon->startAgain();
    ASSERT_TRUE(until(
        [&] {
            if (auto* retry = button(banner(), QStringLiteral("Retry now"));
                retry != nullptr && retry->isEnabled()) {
                QTest::mouseClick(retry, Qt::LeftButton);
            }
            return !banner().isVisible();
        },
        kJobMs))
        << banner().text().toStdString();
    EXPECT_EQ(ink("gpus"), live);
    EXPECT_EQ(page(), "gpus");
    EXPECT_TRUE(until([&] { return table("gpus").proxy().rowCount() == 3; }));
    EXPECT_EQ(chosen("gpus", GpuModel::Uuid), uuid) << "the selection stays";
    EXPECT_TRUE(until([&] {
        return cell("gpus", 0, GpuModel::columnOf(Metric::Temperature)) != QStringLiteral("n/a");
    })) << "figures come again";
    EXPECT_TRUE(jobIs(job, QStringLiteral("Finished"))) << "the job ran on";
    keep("reconnect_back.png");
}

TEST_F(ConsoleReconnect, AWindowThatOpensWithoutItsMasterShowsWhatItKnewLast) {
    ASSERT_NO_FATAL_FAILURE(open(QStringLiteral("m60x4")));
    daemon->killHard();
    ASSERT_TRUE(until([&] { return banner().isVisible(); }));
    window->close();
    ASSERT_NO_FATAL_FAILURE(show());
    window->open(*profiles.find(QStringLiteral("lab")));
    press(Qt::Key_2, Qt::AltModifier);
    ASSERT_TRUE(showsGpus(4)) << "from the cache";
    EXPECT_TRUE(banner().text().startsWith(QStringLiteral("Not connected. Data as of ")))
        << banner().text().toStdString();
    daemon->startAgain();
    ASSERT_TRUE(until([&] { return !banner().isVisible(); }, kJobMs));
    EXPECT_TRUE(showsGpus(4));
}
