// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The console without a mouse: Tab reaches every control of every page and dialog and shows where
// it is, and no two controls want the same Alt+letter.
#include <functional>

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QStackedWidget>
#include <QTest>
#include <QVBoxLayout>
#include <gtest/gtest.h>

#include "app/console/commands/operator_mode.h"
#include "app/console/frame/cluster_switcher.h"
#include "app/console/frame/demo_bar.h"
#include "app/console/frame/shortcut_list.h"
#include "app/console/frame/welcome_page.h"
#include "app/console/i18n/language.h"
#include "app/console/pages/submit_page.h"
#include "app/console/pages/work_page.h"
#include "tests/app/console/looks/mnemonics.h"
#include "tests/app/console/looks/scene.h"
#include "tests/app/console/looks/tab_ring.h"
#include "widgets/forms/acknowledge_dialog.h"
#include "widgets/forms/command_dialog.h"
#include "widgets/forms/log_viewer.h"
#include "widgets/forms/profile_dialog.h"
#include "widgets/forms/submit/form_section.h"
#include "widgets/forms/submit/save_template_dialog.h"
#include "widgets/forms/submit/spec_dialog.h"
#include "widgets/forms/submit/submit_form.h"
#include "widgets/nodes/node_details.h"
#include "widgets/tables/list_panel.h"
#include "widgets/theme/theme.h"

using namespace muster;
using namespace muster::test;

namespace {

using Look = std::function<QStringList(QWidget&)>;

// What a look found, one line each, with the place where.
class Findings {
public:
    explicit Findings(Look look) : m_look(std::move(look)) { }
    void look(const QString& place, QWidget& window) {
        for (const auto& line : m_look(window)) {
            m_lines += place.toStdString() + ": " + line.toStdString() + '\n';
        }
    }
    const std::string& lines() const { return m_lines; }

private:
    Look m_look;
    std::string m_lines;
};

// As it is in the console: a part of a larger window.
QWidget& windowOf(Scene& scene) {
    return *scene.window->window();
}

void lookAtWork(Scene& scene, Findings& findings) {
    ASSERT_TRUE(scene.show(QStringLiteral("jobs")));
    scene.window->jobs().choose(QStringLiteral("job-1"));
    scene.window->jobs().log().openSearch();
    findings.look(QStringLiteral("a log that is searched"), windowOf(scene));
}

void lookAtNode(Scene& scene, Findings& findings) {
    using Tab = widgets::NodeDetails::Tab;
    ASSERT_TRUE(scene.show(QStringLiteral("nodes")));
    auto* details = scene.window->findChild<widgets::NodeDetails*>();
    for (const auto tab : {Tab::Gpus, Tab::Tasks, Tab::Topology, Tab::Events, Tab::Facts}) {
        details->showTab(tab);
        QTest::qWait(50);
        findings.look(
            QStringLiteral("tab %1 of a node").arg(static_cast<int>(tab)), windowOf(scene));
    }
}

void lookAtForm(Scene& scene, Findings& findings) {
    ASSERT_TRUE(scene.show(QStringLiteral("submit")));
    for (auto* section : scene.window->submit().findChildren<widgets::FormSection*>()) {
        section->setOpen(true);
    }
    QTest::qWait(50);
    findings.look(QStringLiteral("the whole form"), windowOf(scene));
}

void lookAtEmptyList(Scene& scene, Findings& findings) {
    ASSERT_TRUE(scene.show(QStringLiteral("offers")));
    scene.window->currentPage().setFilter(QStringLiteral("nothing has this"));
    QTest::qWait(50);
    findings.look(QStringLiteral("a list whose filter hides all"), windowOf(scene));
    scene.window->currentPage().clearFilter();
}

std::string overPages(const Look& look) {
    Findings findings(look);
    QStackedWidget console; // outlives what is in it
    Scene scene;
    EXPECT_TRUE(scene.open());
    console.resize(scene.window->size());
    console.addWidget(scene.window.get());
    console.show();
    scene.window->mode().setOn(true);
    for (const auto& page : scene.pages()) {
        EXPECT_TRUE(scene.show(page));
        findings.look(page, windowOf(scene));
    }
    lookAtWork(scene, findings);
    lookAtNode(scene, findings);
    lookAtForm(scene, findings);
    lookAtEmptyList(scene, findings);
    return findings.lines();
}

widgets::CommandQuestion everyQuestion() {
    widgets::CommandQuestion question;
    question.title = QStringLiteral("Drain 6 nodes");
    question.verb = QStringLiteral("Drain");
    question.effect = QStringLiteral("They get nothing new. It stops 2 tasks:");
    question.list = QStringList{QStringLiteral("job-1.1"), QStringLiteral("job-2.1")};
    question.objects = 6;
    question.reason = widgets::CommandQuestion::Reason::Required;
    question.given = QStringLiteral("new power supply");
    question.canEnd = true;
    question.hasGrace = true;
    return question;
}

console::ClusterEntries twoClusters() {
    return {{QStringLiteral("lab"), QStringLiteral("lab:5050"), {}},
        {QStringLiteral("far"), QStringLiteral("far:5050"), {}}};
}

void lookAtDialog(const char* name, QDialog& dialog, Findings& findings) {
    dialog.show();
    QTest::qWait(50);
    findings.look(QString::fromLatin1(name), dialog);
}

void lookAtCommandDialogs(Findings& findings) {
    widgets::CommandDialog dialog(everyQuestion(), QDateTime::currentDateTime());
    dialog.setUntil(QDateTime::currentDateTime().addDays(1));
    dialog.setGrace(5);
    dialog.setTypedCount(QStringLiteral("6"));
    lookAtDialog("command", dialog, findings);
    widgets::AcknowledgeDialog alert(
        QStringLiteral("Hot: node-1:1"), QStringLiteral("82 °C, 80 °C are the limit"));
    lookAtDialog("alert", alert, findings);
}

void lookAtJobDialogs(Findings& findings) {
    auto job = widgets::SubmitForm::freshJob();
    job.name = "train";
    job.command = "python3 train.py";
    widgets::SaveTemplateDialog save(job);
    lookAtDialog("save a template", save, findings);
    widgets::SpecDialog spec(QStringLiteral("job-1"), job, false);
    lookAtDialog("spec", spec, findings);
}

void lookAtClusterDialogs(Findings& findings) {
    widgets::ProfileDialog profile(
        {QStringLiteral("lab"), QStringLiteral("lab:5050"), {}, {}, {}, {}}, {});
    lookAtDialog("cluster", profile, findings);
    console::ClusterSwitcher switcher(twoClusters(), nullptr);
    lookAtDialog("switcher", switcher, findings);
    QAction action(QStringLiteral("Refresh"));
    action.setShortcut(Qt::Key_F5);
    console::ShortcutList keys({&action}, nullptr);
    lookAtDialog("keys", keys, findings);
}

void lookAtWelcome(Findings& findings) {
    QWidget window;
    auto* column = new QVBoxLayout(&window);
    column->addWidget(new console::DemoBar(&window));
    auto* welcome = new console::WelcomePage(&window);
    welcome->setClusters(twoClusters());
    column->addWidget(welcome);
    window.show();
    findings.look(QStringLiteral("welcome"), window);
}

std::string overDialogs(const Look& look) {
    Findings findings(look);
    lookAtCommandDialogs(findings);
    lookAtJobDialogs(findings);
    lookAtClusterDialogs(findings);
    lookAtWelcome(findings);
    return findings.lines();
}

class Keyboard : public testing::Test {
protected:
    void TearDown() override {
        console::useLanguage(QStringLiteral("en"));
        QApplication::setPalette(widgets::lightPalette());
    }
};

} // namespace

TEST_F(Keyboard, ReachesEveryControlOfEveryPageAndShowsWhereItIs) {
    EXPECT_EQ(overPages(brokenTabRing), "");
}

TEST_F(Keyboard, ReachesEveryControlOfEveryDialogAndShowsWhereItIs) {
    EXPECT_EQ(overDialogs(brokenTabRing), "");
}

TEST_F(Keyboard, ShowsWhereItIsInTheDarkThemeToo) {
    QApplication::setPalette(widgets::darkPalette());
    EXPECT_EQ(overDialogs(brokenTabRing), "");
    EXPECT_EQ(overPages(brokenTabRing), "");
}

TEST_F(Keyboard, HasOneControlForEachLetterInEveryLanguage) {
    for (const auto& language : console::languages()) {
        console::useLanguage(language);
        EXPECT_EQ(overPages(clashingMnemonics), "") << language.toStdString();
        EXPECT_EQ(overDialogs(clashingMnemonics), "") << language.toStdString();
    }
}
