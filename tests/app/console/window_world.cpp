// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/console/window_world.h"

#include <array>

#include <QLabel>
#include <QStatusBar>
#include <QTest>

#include "app/console/link/link.h"
#include "core/proto/states.h"
#include "core/spec/job_plan.h"
#include "tests/support/picture.h"
#include "tests/support/words.h"
#include "tests/widgets/draw.h"
#include "widgets/forms/submit/submit_form.h"

namespace muster::test {

using console::Link;
using console::MainWindow;

namespace {

constexpr auto kPicture = "node1: a1 free 0, a2 allocated 93, a3 allocated 64, a4 restricted 0 / "
                          "node2: b1 offered 0, b2 draining 100, b3 unhealthy 12, b4 lost ?";

void addHistory(const v1::QueryHistory& query, v1::History& history) {
    history.set_metric(query.metric());
    history.set_step_ms(5000);
    auto& series = *history.add_series();
    series.set_gpu(query.gpus(0));
    for (auto at = query.from_ms(); at < query.to_ms(); at += 5000) {
        const auto step = (at - query.from_ms()) / 5000;
        if (query.metric() > 4 || (step > 60 && step < 90)) {
            continue;
        }
        auto& point = *series.add_points();
        point.set_at_ms(at);
        point.set_average(
            query.metric() == 4 ? 90'000 + int(step % 20) * 900 : 40 + int(step % 30));
    }
}

void addClusterHistory(const v1::QueryClusterHistory& query, v1::ClusterHistory& history) {
    constexpr int kSteps = 300;
    const auto length = query.to_ms() - query.from_ms();
    history.set_step_ms(length / kSteps);
    const std::map<std::string, int> levels{{"gpu_utilization", 60}, {"power", 3000},
        {"memory_used", 200'000}, {"memory_total", 640'000}, {"gpus_allocated", 5},
        {"gpus_total", 8}, {"jobs_queued", 3}, {"jobs_running", 4}, {"wait_mean", 400},
        {"wait_longest", 4000}};
    for (const auto& [key, level] : levels) {
        auto& series = *history.add_series();
        series.set_key(key);
        for (int i = 0; i < kSteps; ++i) {
            if (i > 100 && i < 130) {
                continue; // the master was down
            }
            const int swing = key.ends_with("total") ? 0 : level / 4 * ((i / 20) % 3 - 1);
            auto& point = *series.add_points();
            point.set_at_ms(query.from_ms() + i * length / kSteps);
            point.set_minimum(level + swing - (swing != 0 ? level / 10 : 0));
            point.set_average(1000 * (level + swing));
            point.set_maximum(level + swing + (swing != 0 ? level / 10 : 0));
        }
    }
}

void addAudit(v1::AuditRows& audit) {
    const std::array<const char*, 4> rows[]
        = {{"carol", "restrict", "a2", "the fan rattles (until 2026-11-22T12:00:00Z)"},
            {"master", "alert raised", "b1", "GPU hot on node2:0"},
            {"master", "agent joined", "S-node1", "node1"}, {"bob", "release", "a2", "node1"}};
    auto at = QDateTime::currentMSecsSinceEpoch();
    for (const auto& [author, action, object, detail] : rows) {
        auto& row = *audit.add_rows();
        row.set_at_ms(at -= 60'000);
        row.set_author(author);
        row.set_action(action);
        row.set_kind(proto::toProto(auditKind(action)));
        row.set_object(object);
        row.set_detail(detail);
    }
}

void addUsage(v1::Usage& usage) {
    int share = 1;
    for (const auto* user : {"bob", "carol", "alice"}) {
        auto& row = *usage.add_rows();
        row.set_user(user);
        row.set_gpu_ms(share * 40'000'000LL);
        row.set_cpu_ms(share * 160'000'000LL);
        row.set_tasks(static_cast<std::uint32_t>(7 * share));
        row.set_failed(static_cast<std::uint32_t>(share - 1));
        row.set_started(static_cast<std::uint32_t>(share));
        row.set_wait_ms(share * 95'000LL);
        share *= 2;
    }
}

v1::Rows holders(const v1::QueryHolders& query) {
    v1::Rows out;
    auto& task = *out.add_tasks();
    task.set_framework_id("F");
    task.set_id("job-0.1");
    task.set_name("warm-up");
    task.set_user("bob");
    task.add_gpus(query.gpus(0));
    task.set_created_ms(query.to_ms() - 600'000);
    task.set_ended_ms(query.to_ms() - 400'000);
    return out;
}

} // namespace

v1::Snapshot richCluster() {
    auto snapshot = draw(kPicture, 5);
    snapshot.set_at_ms(QDateTime::currentMSecsSinceEpoch());
    snapshot.mutable_cluster()->set_simulated(true);
    auto& rows = *snapshot.mutable_rows();
    for (auto& gpu : *rows.mutable_gpus()) {
        if (proto::word(gpu.state()) == "restricted" || proto::word(gpu.state()) == "draining") {
            gpu.mutable_restriction()->set_reason("fan rattles");
            gpu.mutable_restriction()->set_author("bob");
        }
    }
    auto& busy = *rows.mutable_gpus(1);
    busy.set_framework_id("F");
    busy.set_task_id("job-1.1");
    busy.add_links()->set_peer("a3");
    busy.mutable_links(0)->set_lanes(4);
    auto& process = *busy.add_processes();
    process.set_pid(4711);
    process.set_name("python3 train.py");
    process.set_memory_bytes(6144ull << 20);
    auto& task = *rows.add_tasks();
    task.set_framework_id("F");
    task.set_id("job-1.1");
    task.set_name("train-resnet");
    task.set_user("alice");
    task.set_hostname("node1");
    task.set_state(test::worded("TASK_RUNNING"));
    task.add_gpus("a2");
    auto running = job("job-1", "running");
    running.set_framework_id("F");
    running.set_task_id("job-1.1");
    running.set_agent_id("S-node1");
    *rows.add_jobs() = running;
    auto waiting = job("job-2", "queued", "Gpus");
    waiting.set_wait_text("8 GPUs requested, 1 free on node1; 1 is restricted by bob");
    *rows.add_jobs() = waiting;
    *rows.add_offers() = offer("O1", "cpus:2;mem:1024;gpus:1");
    return snapshot;
}

void WindowAtMaster::open() {
    link = std::make_unique<Link>(master.address(), state);
    window = std::make_unique<MainWindow>(state, *link, settings, QStringLiteral("alice"));
}

void WindowAtMaster::connectNow() {
    link->start();
    ASSERT_TRUE(QTest::qWaitFor([this] { return link->phase() == Link::Phase::Live; }));
    state.flush();
}

void WindowAtMaster::change(const std::function<void(v1::Delta&)>& make) {
    v1::Delta delta;
    delta.set_seq(master.snapshot.seq() + 1);
    master.snapshot.set_seq(delta.seq());
    make(delta);
    ASSERT_TRUE(state.apply(delta));
    state.flush();
}

void WindowAtMaster::keep(const QString& name) {
    QTest::qWait(50);
    keepPicture(*window, name);
}

void Window::SetUp() {
    master.snapshot = richCluster();
    master.onRequest = [this](const v1::Request& request) { answer(request); };
    open();
}

void Window::answer(const v1::Request& request) {
    v1::Reply reply;
    reply.set_id(request.id());
    if (request.has_submit_job()) {
        reply.mutable_job_submitted()->set_job_id("job-3");
    } else if (request.has_query_history()) {
        addHistory(request.query_history(), *reply.mutable_history());
    } else if (request.has_query_cluster_history()) {
        addClusterHistory(request.query_cluster_history(), *reply.mutable_cluster_history());
    } else if (request.has_query_usage()) {
        addUsage(*reply.mutable_usage());
    } else if (request.has_query_holders()) {
        *reply.mutable_ended() = holders(request.query_holders());
    } else if (request.has_query_audit()) {
        addAudit(*reply.mutable_audit());
    } else if (request.has_explain()) {
        *reply.mutable_explanation() = explanation();
    } else if (request.has_query_job_spec()) {
        *reply.mutable_job_spec() = *spec::plan(oldJob(), "bob");
    } else if (request.has_read_log()) {
        const bool out = request.read_log().file() == "stdout";
        reply.mutable_log()->set_data(out ? "epoch 1 loss 0.93\n" : "");
    }
    master.reply(reply);
}

spec::JobText Window::simpleJob(const char* name, const char* command) {
    auto job = widgets::SubmitForm::freshJob();
    job.name = name;
    job.command = command;
    return job;
}

spec::JobText Window::oldJob() {
    auto job = simpleJob("train", "python train.py");
    job.image = "busybox";
    job.env = {"A=1"};
    job.readOnly = true;
    job.user = "bob";
    return job;
}

QString Window::statusText() const {
    QStringList texts;
    for (const auto* label : window->statusBar()->findChildren<QLabel*>()) {
        if (!label->isHidden()) {
            texts << label->text();
        }
    }
    return texts.join(QLatin1Char('|'));
}

} // namespace muster::test
