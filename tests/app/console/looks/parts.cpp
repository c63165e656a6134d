// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/console/looks/parts.h"

#include <QAction>
#include <QTest>
#include <gtest/gtest.h>

#include "app/console/commands/operator_command.h"
#include "app/console/frame/shortcut_list.h"
#include "app/console/frame/welcome_page.h"
#include "app/console/link/link.h"
#include "app/console/pages/nodes_page.h"
#include "tests/app/console/looks/scene.h"
#include "tests/support/bundle.h"
#include "tests/support/words.h"
#include "tests/widgets/draw.h"
#include "widgets/forms/acknowledge_dialog.h"
#include "widgets/forms/command_dialog.h"
#include "widgets/forms/explain_panel.h"
#include "widgets/forms/failure_card.h"
#include "widgets/forms/profile_dialog.h"
#include "widgets/gpu/gpu_details.h"
#include "widgets/models/alert_model.h"
#include "widgets/models/failure_text.h"
#include "widgets/models/text.h"
#include "widgets/nodes/node_details.h"

namespace muster::test {

namespace {

constexpr int kSettleMs = 300; // what is asked for comes, charts gather
constexpr int kManyJobs = 9;
constexpr qint64 kHourMs = 3'600'000;
constexpr QSize kWindow(1280, 800);
constexpr QSize kGpuDetails(1100, 560);
constexpr QSize kNodeDetails(1100, 420);
constexpr QSize kPanel(1090, 280);

QDateTime today() {
    return {{2026, 3, 2}, {9, 30}};
}

// Axes and ages are then the same at every run.
void stopTheClock(Scene& scene) {
    scene.master.snapshot.set_at_ms(today().toMSecsSinceEpoch());
    for (auto& telemetry : *scene.master.snapshot.mutable_telemetry()) {
        telemetry.set_at_us(today().toMSecsSinceEpoch() * 1000);
    }
}

void lookAt(const QString& name, QWidget& widget, const Look& look) {
    widget.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&widget)) << name.toStdString();
    look(name, widget);
    widget.hide();
}

QStringList gpusOf(const Scene& scene, const char* agent, int count) {
    QStringList out;
    for (const auto& uuid : scene.state.agent(agent)->gpus()) {
        if (out.size() < count) {
            out << models::text(uuid);
        }
    }
    return out;
}

// More of them than are killed without a number that is typed.
QStringList addManyJobs(Scene& scene) {
    v1::Delta delta;
    delta.set_seq(scene.master.snapshot.seq() + 1);
    QStringList ids;
    for (int number = 0; number < kManyJobs; ++number) {
        auto& row = *delta.mutable_changed()->add_jobs();
        row.set_id("job-" + std::to_string(100 + number));
        row.set_name("sweep-" + std::to_string(number + 1));
        row.set_user(number % 2 == 0 ? "alice" : "carol");
        row.set_state(test::worded("queued"));
        *row.mutable_resources() = test::bundle("cpus:4;mem:16384;gpus:1");
        ids << models::text(row.id());
    }
    EXPECT_TRUE(scene.state.apply(delta));
    scene.state.flush();
    return ids;
}

void lookAtOperatorCommands(Scene& scene, const Look& look) {
    const auto drain
        = console::drainNodes(scene.state, {QStringLiteral("S-0"), QStringLiteral("S-1")});
    widgets::CommandDialog first(drain.question, today(), scene.window.get());
    first.setGrace(10);
    lookAt(QStringLiteral("dialog-drain"), first, look);

    const auto restriction = console::restrictGpus(scene.state, gpusOf(scene, "S-0", 1));
    widgets::CommandDialog second(restriction.question, today(), scene.window.get());
    second.setReason(QStringLiteral("fan rattles"));
    second.setUntil(today().addDays(3));
    lookAt(QStringLiteral("dialog-restrict"), second, look);

    const auto kill = console::killJobs(scene.state, addManyJobs(scene));
    widgets::CommandDialog third(kill.question, today(), scene.window.get());
    lookAt(QStringLiteral("dialog-kill"), third, look);
}

void lookAtAcknowledge(Scene& scene, const Look& look) {
    const auto& alert = scene.state.alerts().begin()->second;
    widgets::AcknowledgeDialog dialog(
        QStringLiteral("%1: %2").arg(models::alertWord(alert.rule()), models::text(alert.name())),
        models::text(alert.text()), scene.window.get());
    dialog.setMuteMs(8 * kHourMs);
    lookAt(QStringLiteral("dialog-acknowledge"), dialog, look);
}

void lookAtProfile(Scene& scene, const Look& look) {
    widgets::ProfileDialog dialog({}, {}, scene.window.get());
    lookAt(QStringLiteral("dialog-connect"), dialog, look);
    dialog.setDraft({QStringLiteral("lab"), QStringLiteral("https://gpu.example.org:5050"),
        QStringLiteral("/home/alice/.config/muster/lab.token"), {}, {}, QStringLiteral("#009e73")});
    dialog.showResult(models::Mark::Bad,
        QStringLiteral("gpu.example.org:5050 does not answer: is a master running there, and does "
                       "a firewall let port 5050 through?"));
    lookAt(QStringLiteral("dialog-profile"), dialog, look);
}

v1::Explanation richExplanation() {
    auto out = explanation();
    out.set_sentence("Needs 3 GPUs: 2 nodes qualify, but at most 2 are free, on node-2");
    auto& type = *out.add_requirements();
    type.set_name("gpu");
    type.set_needed("H100");
    for (auto& machine : *out.mutable_machines()) {
        auto& found = *machine.add_findings();
        found.set_found("H100");
        found.set_met(true);
    }
    auto& old = *out.add_machines();
    old.set_agent_id("S-old");
    old.set_hostname("workstation-with-a-long-name");
    for (const auto& [words, met] :
        {std::pair("active", true), std::pair("4 of 4 free", true), std::pair("K40", false)}) {
        auto& found = *old.add_findings();
        found.set_found(words);
        found.set_met(met);
    }
    out.add_would_start("when job-1 (train-resnet) of alice has ended");
    out.set_ahead(2);
    return out;
}

v1::Task outOfMemory() {
    v1::Task task;
    task.set_state(test::worded("TASK_FAILED"));
    task.set_reason(test::worded("REASON_CONTAINER_LIMITATION_MEMORY"));
    task.set_message("Memory limit exceeded: Requested: 131072MB");
    task.set_exit_code(137);
    task.mutable_memory_exceeded()->set_limit_bytes(128ull << 30);
    task.mutable_memory_exceeded()->set_peak_bytes((128ull << 30) + (614ull << 10));
    return task;
}

// The GPU's tasks of the last minutes, as the master remembers them.
void answerHolders(Scene& scene) {
    const auto before = scene.master.onRequest;
    scene.master.onRequest = [&scene, before](const v1::Request& request) {
        if (!request.has_query_holders()) {
            before(request);
            return;
        }
        const auto& query = request.query_holders();
        const auto at = [&](double share) {
            return query.from_ms()
                + static_cast<std::int64_t>(share * double(query.to_ms() - query.from_ms()));
        };
        v1::Reply reply;
        reply.set_id(request.id());
        for (const auto& [name, user, from, to] :
            {std::tuple("tokenize", "alice", 0.05, 0.3), std::tuple("eval", "bob", 0.4, 0.6)}) {
            auto& task = *reply.mutable_ended()->add_tasks();
            task.set_framework_id("F");
            task.set_id(name);
            task.set_name(name);
            task.set_user(user);
            task.set_state(test::worded("TASK_FINISHED"));
            task.add_gpus(query.gpus(0));
            task.set_started_ms(at(from));
            task.set_ended_ms(at(to));
        }
        scene.master.reply(reply);
    };
}

// The GPUs of S-1: half of them joined by NVLink, the others by less and less.
void joinGpus(Scene& scene) {
    constexpr const char* kLevels[] = {"PIX", "PXB", "PHB", "NODE", "SYS"};
    v1::Delta delta;
    delta.set_seq(scene.master.snapshot.seq() + 1);
    const auto uuids = gpusOf(scene, "S-1", 8);
    for (int from = 0; from < uuids.size(); ++from) {
        auto& gpu = *delta.mutable_changed()->add_gpus();
        gpu = *scene.state.gpu(uuids[from].toStdString());
        gpu.set_numa_node(from / 4);
        for (int to = 0; to < uuids.size(); ++to) {
            if (from == to) {
                continue;
            }
            if (from / 4 == 0 && to / 4 == 0) {
                auto& link = *gpu.add_links();
                link.set_peer(uuids[to].toStdString());
                link.set_lanes(from / 2 == to / 2 ? 4 : 2);
            }
            auto& path = *gpu.add_paths();
            path.set_peer(uuids[to].toStdString());
            path.set_level(
                test::worded(from / 4 != to / 4 ? "SYS" : kLevels[std::abs(from - to) - 1]));
        }
    }
    EXPECT_TRUE(scene.state.apply(delta));
    scene.state.flush();
}

void lookAtDetails(Scene& scene, const Look& look) {
    answerHolders(scene);
    ASSERT_TRUE(scene.show(QStringLiteral("gpus")));
    auto* gpu = scene.window->findChild<widgets::GpuDetails*>();
    gpu->setMinimumSize(kGpuDetails);
    QTest::qWait(kSettleMs);
    look(QStringLiteral("panel-gpu"), *gpu);

    joinGpus(scene);
    ASSERT_TRUE(scene.show(QStringLiteral("nodes")));
    auto* node = scene.window->findChild<widgets::NodeDetails*>();
    node->setMinimumSize(kNodeDetails);
    node->showTab(widgets::NodeDetails::Tab::Topology);
    QTest::qWait(kSettleMs);
    look(QStringLiteral("panel-topology"), *node);
}

} // namespace

void lookAtDialogs(const Look& look) {
    Scene scene;
    ASSERT_TRUE(scene.open());
    lookAtOperatorCommands(scene, look);
    lookAtAcknowledge(scene, look);
    lookAtProfile(scene, look);
    for (const auto& page : scene.pages()) { // as the window makes them for the list
        scene.window->showPage(page);
    }
    console::ShortcutList shortcuts(scene.window->findChildren<QAction*>(), scene.window.get());
    lookAt(QStringLiteral("dialog-shortcuts"), shortcuts, look);
}

void lookAtPanels(const Look& look) {
    console::WelcomePage welcome;
    welcome.resize(kWindow);
    lookAt(QStringLiteral("panel-welcome"), welcome, look);
    welcome.setClusters(
        {{QStringLiteral("lab"), QStringLiteral("gpu.example.org:5050"), QStringLiteral("#009e73")},
            {QStringLiteral("far"), QStringLiteral("https://far.example.org:5050"), {}}});
    welcome.showProblem(QStringLiteral("lab: The token file /home/alice/.config/muster/lab.token "
                                       "cannot be read: No such file or directory"));
    welcome.showProgress(QStringLiteral("Starting a cluster with simulated GPUs…"));
    lookAt(QStringLiteral("panel-welcome-problem"), welcome, look);

    widgets::ExplainPanel explain;
    explain.resize(kPanel);
    explain.setTitle(QStringLiteral("Why job-3 (sweep-17) waits"));
    explain.setExplanation(richExplanation());
    lookAt(QStringLiteral("panel-explain"), explain, look);

    widgets::FailureCard failure;
    failure.resize(kPanel);
    failure.setFailure(QStringLiteral("Why job-4.1 ended"), models::failureText(outOfMemory()));
    lookAt(QStringLiteral("panel-failure"), failure, look);

    Scene scene;
    stopTheClock(scene);
    ASSERT_TRUE(scene.open());
    lookAtDetails(scene, look);

    Scene lost;
    stopTheClock(lost);
    ASSERT_TRUE(lost.open());
    ASSERT_TRUE(lost.show(QStringLiteral("gpus")));
    lost.link->setBackOff({std::chrono::seconds(60), std::chrono::seconds(60)});
    lost.master.server.close();
    lost.master.dropAll();
    ASSERT_TRUE(QTest::qWaitFor([&] { return lost.window->isStale(); }));
    QTest::qWait(kSettleMs);
    look(QStringLiteral("panel-disconnected"), *lost.window);
}

void lookAtEmptyPages(const Look& look) {
    Scene scene;
    scene.master.snapshot.clear_rows();
    scene.master.snapshot.clear_telemetry();
    scene.master.onRequest = [](const v1::Request&) {};
    ASSERT_TRUE(scene.open());
    for (const auto* page : {"overview", "gpus", "nodes", "jobs", "tasks", "offers", "alerts"}) {
        ASSERT_TRUE(scene.show(QString::fromLatin1(page)));
        look(QStringLiteral("empty-%1").arg(QString::fromLatin1(page)), *scene.window);
    }
    // A filter that fits nothing.
    Scene filtered;
    ASSERT_TRUE(filtered.open());
    ASSERT_TRUE(filtered.show(QStringLiteral("jobs")));
    filtered.window->currentPage().setFilter(QStringLiteral("user:nobody"));
    QTest::qWait(kSettleMs);
    look(QStringLiteral("empty-filter"), *filtered.window);
}

} // namespace muster::test
