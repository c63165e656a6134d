// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Overview, offers, and why a job waits: what the window shows of a real daemon, and where it
// leads.
#include <QTest>
#include <QTreeWidget>

#include "app/console/pages/overview_page.h"
#include "app/console/pages/work_page.h"
#include "tests/support/console/real_console.h"
#include "tests/support/e2e/framework.h"
#include "tests/widgets/draw.h"
#include "widgets/charts/bar_chart.h"
#include "widgets/forms/command_dialog.h"
#include "widgets/forms/explain_panel.h"
#include "widgets/gpu/heat_map.h"
#include "widgets/models/gpu_model.h"
#include "widgets/models/job_model.h"
#include "widgets/models/node_model.h"
#include "widgets/models/offer_model.h"
#include "widgets/tables/list_panel.h"

using namespace muster;
using namespace muster::test;
using models::GpuModel;
using models::JobModel;
using models::NodeModel;
using models::OfferModel;

namespace {

class ConsolePages : public RealConsole {
protected:
    // A short list of the overview, by its heading; nullptr: it is empty.
    QTreeWidget* shortList(const char* title) {
        return qobject_cast<QTreeWidget*>(field(*window, QString::fromUtf8(title)));
    }
    QString filter() {
        const auto* list = mainWindow().currentPage().findChild<widgets::ListPanel*>();
        return list == nullptr ? QString() : list->filterText();
    }
    void kill(const QString& job) {
        press(Qt::Key_4, Qt::AltModifier);
        press(Qt::Key_Escape);
        ASSERT_TRUE(until([&] { return rowOf("jobs", JobModel::Id, job) >= 0; }));
        auto& jobs = table("jobs");
        click(jobs, jobs.proxy().index(rowOf("jobs", JobModel::Id, job), JobModel::Name));
        press(Qt::Key_Delete);
        auto* question = inFront<widgets::CommandDialog>();
        ASSERT_NE(question, nullptr);
        click(*question, QStringLiteral("Kill"));
        EXPECT_TRUE(jobIs(job, QStringLiteral("Killed")));
    }
    std::string token() {
        QFile file(daemon->tokenFile());
        return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toStdString()
                                              : std::string();
    }
};

} // namespace

TEST_F(ConsolePages, TheOverviewShowsWhoHasWhatAndLeadsThere) {
    ASSERT_NO_FATAL_FAILURE(open(QStringLiteral("m60x4")));
    press(Qt::Key_1, Qt::AltModifier);
    auto& overview = mainWindow().overview();
    EXPECT_EQ(overview.cellText(0, 0), QStringLiteral("4"));
    EXPECT_EQ(overview.cellText(0, 3), QStringLiteral("4"));
    EXPECT_TRUE(shows(QStringLiteral("No active alerts")));
    EXPECT_TRUE(shows(QStringLiteral("No GPUs in use")));
    EXPECT_TRUE(shows(QStringLiteral("Simulated GPUs")));
    const auto job = submit(QStringLiteral("train"), QStringLiteral("sleep 60"), 2);
    ASSERT_TRUE(jobIs(job, QStringLiteral("Running")));
    press(Qt::Key_1, Qt::AltModifier);
    ASSERT_TRUE(until([&] { return overview.cellText(0, 1) == QStringLiteral("2"); }));
    auto* users = overview.findChild<widgets::BarChart*>();
    EXPECT_EQ(users->texts(), QStringList{QStringLiteral("root|2")});
    keep("pages_overview.png");
    focusOn(*users);
    press(Qt::Key_Return);
    ASSERT_EQ(page(), "gpus");
    EXPECT_EQ(filter(), QStringLiteral("user:\"root\""));
    ASSERT_TRUE(until([&] { return table("gpus").proxy().rowCount() == 2; }));
    EXPECT_EQ(rows("gpus", {GpuModel::State, GpuModel::User}), "Busy|root\nBusy|root\n");
    press(Qt::Key_Escape);
    EXPECT_TRUE(until([&] { return table("gpus").proxy().rowCount() == 4; }));

    press(Qt::Key_1, Qt::AltModifier);
    auto* map = window->findChild<widgets::HeatMap*>();
    focusOn(*map);
    press(Qt::Key_End);
    press(Qt::Key_Return);
    ASSERT_EQ(page(), "gpus");
    EXPECT_EQ(table("gpus").currentIndex().siblingAtColumn(GpuModel::Index).data().toString(),
        QStringLiteral("3"));
    EXPECT_TRUE(shows(QStringLiteral(": GPU 3")));
    enterOperatorMode();
    kill(job);
    EXPECT_TRUE(until([&] { return overview.cellText(0, 1) == QStringLiteral("0"); }));
}

TEST_F(ConsolePages, SayWhyAJobWaitsAndWhatWouldLetItStart) {
    ASSERT_NO_FATAL_FAILURE(open(QStringLiteral("m60x4")));
    const auto job = submit(QStringLiteral("wide"), QStringLiteral("true"), 5);
    ASSERT_TRUE(jobIs(job, QStringLiteral("Queued")));
    auto& why = mainWindow().jobs().explanation();
    ASSERT_TRUE(until([&] { return why.isVisible() && why.machines().model()->rowCount() == 1; }))
        << why.sentence().toStdString();
    EXPECT_TRUE(shows(QStringLiteral("Why %1 (wide) is pending").arg(job)));
    EXPECT_TRUE(why.sentence().contains(QStringLiteral("5 GPUs"))) << why.sentence().toStdString();
    EXPECT_TRUE(shows(QStringLiteral("It would start")));
    const auto machine = print(*why.machines().model(), {0, 1, 2});
    EXPECT_EQ(machine, cell("nodes", 0, NodeModel::Name).toStdString() + "|active|4 of 4 free\n");
    keep("pages_explain.png");

    press(Qt::Key_1, Qt::AltModifier);
    ASSERT_TRUE(until([&] { return shortList("Pending jobs") != nullptr; }));
    focusOn(*shortList("Pending jobs"));
    press(Qt::Key_Return);
    ASSERT_EQ(page(), "jobs");
    EXPECT_EQ(filter(), QStringLiteral("state:\"Queued\""));
    EXPECT_EQ(rows("jobs", {JobModel::Id, JobModel::Name}), job.toStdString() + "|wide\n");

    press(Qt::Key_N, Qt::ControlModifier);
    click(mainWindow().currentPage(), QStringLiteral("Check"));
    auto* checked = mainWindow().currentPage().findChild<widgets::ExplainPanel*>();
    EXPECT_TRUE(until([&] {
        return checked->isVisible() && checked->sentence().contains(QStringLiteral("5 GPUs"));
    })) << checked->sentence().toStdString();
    enterOperatorMode();
    kill(job);
}

TEST_F(ConsolePages, ListAnOfferWhileAFrameworkHasIt) {
    ASSERT_NO_FATAL_FAILURE(open(QStringLiteral("m60x4")));
    press(Qt::Key_5, Qt::AltModifier);
    ASSERT_EQ(page(), "offers");
    EXPECT_TRUE(until([&] { return shows(QStringLiteral("No outstanding offers")); }));
    const auto port = daemon->address().section(QLatin1Char(':'), -1).toUShort();
    e2e::Framework framework(port, token());
    const auto offer = framework.offer(4);
    ASSERT_TRUE(offer);
    ASSERT_TRUE(until([&] { return table("offers").proxy().rowCount() == 1; }));
    EXPECT_EQ(rows("offers", {OfferModel::Id, OfferModel::Framework, OfferModel::Gpus}),
        offer->id().value() + "|test|4\n");
    keep("pages_offers.png");
    press(Qt::Key_1, Qt::AltModifier);
    EXPECT_EQ(mainWindow().overview().cellText(0, 2), QStringLiteral("4"));
    press(Qt::Key_5, Qt::AltModifier);
    mesos::v1::scheduler::Call decline;
    decline.set_type(mesos::v1::scheduler::Call::DECLINE);
    *decline.mutable_decline()->add_offer_ids() = offer->id();
    decline.mutable_decline()->mutable_filters()->set_refuse_seconds(3600);
    framework.send(decline);
    EXPECT_TRUE(until([&] { return shows(QStringLiteral("No outstanding offers")); }));
}
