// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/services_page.h"

#include <QAction>
#include <QTest>
#include <gtest/gtest.h>

#include "app/console/commands/operator_mode.h"
#include "tests/app/console/window_world.h"
#include "tests/support/bundle.h"
#include "tests/support/words.h"
#include "tests/widgets/draw.h"
#include "widgets/forms/command_dialog.h"
#include "widgets/forms/notice_bar.h"
#include "widgets/models/instance_model.h"
#include "widgets/models/service_model.h"
#include "widgets/services/service_details.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/empty_state.h"

using namespace muster;
using namespace muster::console;
using namespace muster::test;

namespace {

constexpr qint64 kThen = 1'700'000'000'000;

v1::Service service(const char* id) {
    v1::Service out;
    out.set_id(id);
    out.set_user("alice");
    out.set_command("python3 -m http.server $PORT0");
    out.set_image("python:3");
    *out.mutable_resources() = test::bundle("cpus:2;mem:1024;gpus:1");
    out.set_state(v1::Service::RUNNING);
    out.set_instances(2);
    out.set_running(2);
    out.set_version_ms(kThen);
    return out;
}

void addInstance(v1::Rows& rows, const std::string& id, const char* of) {
    auto& task = *rows.add_tasks();
    task.set_framework_id("S");
    task.set_id(id);
    task.set_hostname("node1");
    task.set_state(test::worded("TASK_RUNNING"));
    task.set_service(of);
    task.set_health(v1::Task::HEALTHY);
    task.add_ports(31005);
    task.set_started_ms(kThen);
}

// At a master with two services, one of which is deployed.
class Services : public WindowAtMaster {
protected:
    v1::ApiAnswer said; // to each call

    void SetUp() override {
        said.set_status(200);
        master.snapshot = draw("node1: a1 free 0", 5);
        auto& rows = *master.snapshot.mutable_rows();
        auto& front = *rows.add_services() = service("/shop/front");
        front.set_state(v1::Service::DEPLOYING);
        front.mutable_deployment()->set_id("d-7");
        front.mutable_deployment()->set_step(2);
        front.mutable_deployment()->set_steps(3);
        front.mutable_last_failure()->set_task_id("front.0");
        front.mutable_last_failure()->set_hostname("node1");
        front.mutable_last_failure()->set_state(test::worded("TASK_FAILED"));
        front.mutable_last_failure()->set_message("Exited with status 1");
        front.add_dependencies("/shop/back");
        *rows.add_services() = service("/shop/back");
        addInstance(rows, "front.1", "/shop/front");
        addInstance(rows, "front.2", "/shop/front");
        addInstance(rows, "back.1", "/shop/back");
        master.onRequest = [this](const v1::Request& request) {
            v1::Reply reply;
            reply.set_id(request.id());
            *reply.mutable_api_answer() = said;
            master.reply(reply);
        };
        open();
        window->show();
        connectNow();
        window->showPage(QStringLiteral("services"));
    }
    ServicesPage& page() { return *window->findChild<ServicesPage*>(); }
    QAction* action(const QString& words) {
        for (auto* one : page().findChildren<QAction*>()) {
            if (one->text() == words) {
                return one;
            }
        }
        return nullptr;
    }
    widgets::CommandDialog& dialog() { return *window->findChild<widgets::CommandDialog*>(); }
    bool tells(const QString& words) {
        return QTest::qWaitFor([&] { return window->noticeText() == words; });
    }
    const v1::CallApi& lastCall() const { return master.requests.back().call_api(); }
    widgets::ClusterTable& instances() { return page().details().instances().table(); }
};

} // namespace

TEST_F(Services, AreShownWithTheInstancesOfTheChosenOne) {
    using S = models::ServiceModel;
    using I = models::InstanceModel;
    EXPECT_EQ(print(page().list().table().proxy(), {S::Id, S::State, S::Instances, S::Deployment}),
        "/shop/back|Running|2 / 2|\n/shop/front|Deploying|2 / 2|Step 2 of 3\n");
    EXPECT_FALSE(page().details().isVisible());
    ASSERT_TRUE(page().choose(QStringLiteral("/shop/front")));
    EXPECT_EQ(print(instances().proxy(), {I::Task, I::Health, I::Ports}),
        "front.1|Healthy|31005\nfront.2|Healthy|31005\n");
    const auto words = page().details().words();
    EXPECT_TRUE(words.startsWith(QStringLiteral("/shop/front: Deploying\n")));
    EXPECT_TRUE(
        words.contains(QStringLiteral("front.0 on node1 at : Failed. Exited with status 1")));
    EXPECT_TRUE(words.contains(QStringLiteral("/shop/back")));
    keep(QStringLiteral("services.png"));
}

TEST_F(Services, ShowADeploymentAsItMoves) {
    ASSERT_TRUE(page().choose(QStringLiteral("/shop/front")));
    change([](v1::Delta& delta) {
        auto& front = *delta.mutable_changed()->add_services() = service("/shop/front");
        front.set_state(v1::Service::DEPLOYING);
        front.mutable_deployment()->set_step(3);
        front.mutable_deployment()->set_steps(3);
    });
    EXPECT_TRUE(page().details().words().contains(QStringLiteral("Step 3 of 3 since")));
    change([](v1::Delta& delta) {
        *delta.mutable_changed()->add_services() = service("/shop/front");
    });
    EXPECT_TRUE(
        page().details().words().startsWith(QStringLiteral("/shop/front: Running\nAll of its")));
}

TEST_F(Services, LeadFromAnInstanceToItsTask) {
    ASSERT_TRUE(page().choose(QStringLiteral("/shop/back")));
    emit instances().keyActivated(QStringLiteral("S\nback.1"));
    EXPECT_EQ(window->currentPage().objectName(), QStringLiteral("tasks"));
}

TEST_F(Services, SayHowToCreateOneWhereThereIsNone) {
    change([](v1::Delta& delta) {
        delta.mutable_removed()->add_services("/shop/front");
        delta.mutable_removed()->add_services("/shop/back");
    });
    EXPECT_EQ(
        page().list().findChild<widgets::EmptyState*>()->sentence(), QStringLiteral("No services"));
}

TEST_F(Services, AreScaledByACallThatCanBeUndone) {
    window->mode().setOn(true);
    ASSERT_TRUE(page().choose(QStringLiteral("/shop/back")));
    action(QStringLiteral("Scale…"))->trigger();
    EXPECT_EQ(dialog().instances(), 2);
    dialog().setInstances(5);
    dialog().accept();
    ASSERT_TRUE(tells(QStringLiteral("Scaling: /shop/back")));
    EXPECT_EQ(lastCall().method(), "PUT");
    EXPECT_EQ(lastCall().target(), "/marathon/v2/apps//shop/back");
    EXPECT_EQ(lastCall().body(), R"({"instances":5})");
    EXPECT_EQ(lastCall().author(), "alice");
    window->findChild<widgets::NoticeBar*>()->undo()->trigger();
    ASSERT_TRUE(QTest::qWaitFor([this] { return dialog().isVisible(); }));
    dialog().accept();
    ASSERT_TRUE(QTest::qWaitFor([this] { return lastCall().body() == R"({"instances":2})"; }));
}

TEST_F(Services, SayWhatTheApiRefused) {
    window->mode().setOn(true);
    said.set_status(409);
    said.set_body(R"({"message":"App is locked by one or more deployments"})");
    ASSERT_TRUE(page().choose(QStringLiteral("/shop/front")));
    action(QStringLiteral("Restart"))->trigger();
    EXPECT_TRUE(tells(QStringLiteral("Refused: App is locked by one or more deployments")));
    EXPECT_EQ(lastCall().target(), "/marathon/v2/apps//shop/front/restart?force=true");
    said.set_body("");
    action(QStringLiteral("Restart"))->trigger();
    EXPECT_TRUE(tells(QStringLiteral("Refused: The master answered with status 409")));
}

TEST_F(Services, AreRolledBackWhileTheyAreDeployed) {
    window->mode().setOn(true);
    ASSERT_TRUE(page().choose(QStringLiteral("/shop/back")));
    auto* rollBack = action(QStringLiteral("Roll back"));
    EXPECT_FALSE(rollBack->isEnabled());
    EXPECT_EQ(rollBack->toolTip(), QStringLiteral("No deployment changes /shop/back"));
    ASSERT_TRUE(page().choose(QStringLiteral("/shop/front")));
    rollBack->trigger();
    ASSERT_TRUE(tells(QStringLiteral("Rolling back: /shop/front")));
    EXPECT_EQ(lastCall().method(), "DELETE");
    EXPECT_EQ(lastCall().target(), "/marathon/v2/deployments/d-7");
}

TEST_F(Services, AreDeletedAfterSayingWhatThatStops) {
    ASSERT_TRUE(page().choose(QStringLiteral("/shop/front")));
    EXPECT_FALSE(action(QStringLiteral("Delete…"))->isEnabled());
    EXPECT_EQ(action(QStringLiteral("Delete…"))->toolTip(), window->mode().howToSwitchOn());
    window->mode().setOn(true);
    action(QStringLiteral("Delete…"))->trigger();
    EXPECT_EQ(dialog().list().size(), 2);
    dialog().accept();
    ASSERT_TRUE(tells(QStringLiteral("Deleting: /shop/front")));
    EXPECT_EQ(lastCall().method(), "DELETE");
    EXPECT_EQ(lastCall().target(), "/marathon/v2/apps//shop/front?force=true");
}
