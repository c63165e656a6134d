// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/console/looks/scene.h"

#include <array>
#include <cmath>

#include <QDateTime>
#include <QListWidget>
#include <QTest>

#include "app/console/link/link.h"
#include "app/console/pages/page.h"
#include "core/proto/states.h"
#include "tests/support/bundle.h"
#include "tests/support/words.h"
#include "tests/widgets/draw.h"

namespace muster::test {

namespace {

constexpr int kNodes = 6;
constexpr std::int64_t kLostForMs = 95'000;
constexpr int kGpusOfNode = 8;
constexpr std::int64_t kDayMs = 24 * 3'600'000;
constexpr std::int64_t kLongAgoMs = 1'700'000'000'000; // 2023-11-14: shown with its date on any day

constexpr std::array kStates{"allocated", "allocated", "allocated", "free", "allocated", "offered",
    "allocated", "restricted", "allocated", "free", "draining", "allocated", "unhealthy",
    "allocated", "lost", "allocated"};

struct JobRow {
    const char *name, *user, *state, *reason, *words;
    int gpus;
};
constexpr std::array kJobs{
    JobRow{"train-resnet", "alice", "running", "", "", 4},
    JobRow{"llama-finetune", "bob", "running", "", "", 8},
    JobRow{"sweep-17", "carol", "queued", "Gpus",
        "8 GPUs requested, 2 free on node-3; 1 is restricted by bob", 8},
    JobRow{"eval", "alice", "queued", "Priority", "2 jobs of a higher priority come first", 1},
    JobRow{"render", "dan", "queued", "GpuType", "No node has gpu:A100", 2},
    JobRow{"tokenize", "alice", "finished", "", "", 0},
    JobRow{"train-resnet", "alice", "failed", "", "", 4},
    JobRow{"notebook", "carol", "killed", "", "", 1},
};

std::string host(int node) {
    return "node-" + std::to_string(node + 1);
}

std::string uuid(int gpu) {
    return QStringLiteral("GPU-%1-7a37-4c1e-9d42-d2b1c0ffee%2")
        .arg(0x4f2c0000 + gpu * 257, 8, 16, QLatin1Char('0'))
        .arg(gpu, 2, 10, QLatin1Char('0'))
        .toStdString();
}

MetricValue sample(Metric metric, int gpu, bool busy) {
    switch (metric) {
    case Metric::GpuUtilization:
        return busy ? 60 + gpu * 7 % 40 : gpu % 3;
    case Metric::MemoryUtilization:
        return busy ? 30 + gpu * 5 % 40 : 0;
    case Metric::MemoryUsed:
        return busy ? 30'000 + gpu * 997 % 48'000 : 610;
    case Metric::Temperature:
        return busy ? 55 + gpu % 25 : 31 + gpu % 4;
    case Metric::Power:
        return busy ? 420'000 + gpu * 5'000 % 250'000 : 68'000;
    case Metric::SmClock:
        return busy ? 1'980 : 345;
    case Metric::MemoryClock:
        return 2'619;
    default:
        return kUnknown;
    }
}

void addGpu(int index, v1::Agent& agent, v1::Rows& rows) {
    const std::string state = kStates[static_cast<std::size_t>(index) % kStates.size()];
    auto& gpu = *rows.add_gpus();
    gpu.set_uuid(uuid(index));
    gpu.set_agent_id(agent.id());
    gpu.set_index(static_cast<std::uint32_t>(index % kGpusOfNode));
    gpu.set_model("NVIDIA H100 80GB HBM3");
    gpu.set_bus_id("00000000:1B:00.0");
    gpu.set_memory_bytes(85'520'809'984);
    gpu.set_power_limit_mw(700'000);
    gpu.set_state(test::worded(state));
    if (state == "allocated") {
        const bool bobs = index >= kGpusOfNode;
        gpu.set_framework_id("F");
        gpu.set_task_id(bobs ? "job-2.1" : "job-1.1");
        auto& process = *gpu.add_processes();
        process.set_pid(static_cast<std::uint32_t>(4711 + index));
        process.set_name("python3 train.py");
        process.set_memory_bytes(30ull << 30);
    }
    if (state == "restricted" || state == "draining") {
        gpu.mutable_restriction()->set_gpu(gpu.uuid());
        gpu.mutable_restriction()->set_reason("fan rattles");
        gpu.mutable_restriction()->set_author("bob");
        gpu.mutable_restriction()->set_since_ms(kLongAgoMs);
    }
    if (state == "unhealthy") {
        gpu.set_problem("12 uncorrectable memory errors since the driver was loaded");
    }
    agent.add_gpus(gpu.uuid());
}

void addTask(const char* id, const char* name, const char* user, int node, v1::Rows& rows) {
    auto& task = *rows.add_tasks();
    task.set_framework_id("F");
    task.set_id(id);
    task.set_name(name);
    task.set_user(user);
    task.set_agent_id("S-" + std::to_string(node));
    task.set_hostname(host(node));
    task.set_state(test::worded("TASK_RUNNING"));
    task.set_command("python3 train.py --epochs 90");
    *task.mutable_resources() = test::bundle("cpus:16;mem:131072;gpus:4");
    task.set_created_ms(kLongAgoMs);
    task.set_started_ms(kLongAgoMs + 4000);
}

// As the master shows a node of which nothing is known any more.
void loseLast(int gpus, std::int64_t sinceMs, v1::Agent& agent, v1::Rows& rows) {
    agent.set_state(test::worded("unreachable"));
    agent.set_no_data_since_ms(sinceMs);
    for (int i = rows.gpus_size() - gpus; i < rows.gpus_size(); ++i) {
        rows.mutable_gpus(i)->set_state(test::worded("no-data"));
        rows.mutable_gpus(i)->set_no_data_since_ms(sinceMs);
    }
}

void addJobs(v1::Rows& rows) {
    int number = 0;
    for (const auto& row : kJobs) {
        auto& job = *rows.add_jobs();
        job.set_id("job-" + std::to_string(++number));
        job.set_name(row.name);
        job.set_user(row.user);
        job.set_command("python3 train.py --epochs 90");
        *job.mutable_resources()
            = test::bundle("cpus:16;mem:131072;gpus:" + std::to_string(row.gpus));
        job.set_state(test::worded(row.state));
        job.set_wait_reason(test::worded(row.reason));
        job.set_wait_text(row.words);
        job.set_submitted_ms(kLongAgoMs + number * 60'000);
        job.set_attempts(1);
        if (number <= 2) {
            job.set_framework_id("F");
            job.set_task_id(job.id() + ".1");
            job.set_agent_id("S-" + std::to_string(number - 1));
            job.set_started_ms(kLongAgoMs + number * 90'000);
        }
        if (job.state() == v1::Job::FAILED) {
            job.set_why("Out of memory: 128 GiB are its limit, 131 GiB were asked for");
        }
    }
}

void addAlert(const char* rule, const char* severity, const char* kind, const std::string& object,
    const char* name, const char* words, v1::Rows& rows) {
    auto& alert = *rows.add_alerts();
    alert.set_id(std::string(rule) + "/" + object);
    alert.set_rule(test::worded(rule));
    alert.set_severity(test::worded(severity));
    alert.set_object_kind(test::worded(kind));
    alert.set_object(object);
    alert.set_name(name);
    alert.set_text(words);
    alert.set_since_ms(kLongAgoMs);
}

void addAlerts(v1::Rows& rows) {
    addAlert("gpu-lost", "critical", "gpu", uuid(14), "node-2:6",
        "The GPU fell off the bus or its driver does not answer: look at the kernel's log", rows);
    addAlert("gpu-hot", "warning", "gpu", uuid(1), "node-1:1",
        "82 °C, 80 °C are the limit: look at fans and air", rows);
    addAlert("job-waits-long", "warning", "job", "job-3", "sweep-17",
        "Pending for 3 h: 8 GPUs requested, 2 free on node-3", rows);
    rows.mutable_alerts(1)->set_acknowledged_by("carol");
    rows.mutable_alerts(1)->set_acknowledged_ms(kLongAgoMs + 60'000);
}

// The task that runs already is an instance of the first.
void addServices(v1::Rows& rows) {
    for (const auto* id : {"/shop/front", "/shop/back"}) {
        auto& row = *rows.add_services();
        row.set_id(id);
        row.set_user("alice");
        row.set_command("python3 serve.py --port $PORT0");
        row.set_image("registry.example.org/shop:7");
        *row.mutable_resources() = test::bundle("cpus:4;mem:16384;gpus:1");
        row.set_state(v1::Service::RUNNING);
        row.set_instances(4);
        row.set_running(4);
        row.set_version_ms(kLongAgoMs);
    }
    auto& front = *rows.mutable_services(0);
    front.set_state(v1::Service::DEPLOYING);
    front.set_running(3);
    front.set_checked(true);
    front.set_healthy(2);
    front.mutable_deployment()->set_id("5ed4c0c5-9ff8-4a6f-a0cd-f57f59a34b43");
    front.mutable_deployment()->set_step(2);
    front.mutable_deployment()->set_steps(3);
    front.mutable_deployment()->set_since_ms(kLongAgoMs);
    auto& failure = *front.mutable_last_failure();
    failure.set_at_ms(kLongAgoMs);
    failure.set_task_id("shop_front.instance-7");
    failure.set_hostname("node-3");
    failure.set_state(test::worded("TASK_FAILED"));
    failure.set_message("Command exited with status 1");
    auto& instance = *rows.mutable_tasks(0);
    instance.set_service(front.id());
    instance.set_health(v1::Task::HEALTHY);
    instance.add_ports(31005);
}

// Two jobs are runs of the first.
void addSchedules(v1::Rows& rows, std::int64_t nowMs) {
    constexpr std::int64_t kHourMs = 3'600'000;
    const auto add = [&rows](const char* id, const char* text) -> v1::Schedule& {
        auto& row = *rows.add_schedules();
        row.set_id(id);
        row.set_user("bob");
        row.set_text(text);
        row.set_zone("Europe/Rome");
        row.set_successes(41);
        row.set_last_slot_ms(kLongAgoMs);
        return row;
    };
    auto& nightly = add("nightly", "0 3 * * *");
    nightly.set_next_ms(nowMs / kHourMs * kHourMs + 5 * kHourMs); // the same in each picture
    nightly.add_live("job-1");
    add("report", "").add_parents("nightly");
    add("clean", "R/2026-01-01T00:00:00Z/PT6H").set_paused(true);
    rows.mutable_jobs(0)->set_schedule("nightly");
    rows.mutable_jobs(0)->set_slot_ms(nowMs - 2 * kHourMs);
    auto& failed = *rows.mutable_jobs(6);
    failed.set_schedule("nightly");
    failed.set_slot_ms(nowMs - 9 * kHourMs);
    failed.set_ended_ms(nowMs - 8 * kHourMs);
}

template <typename Point>
void fill(Point& point, std::int64_t at, double value, double spread) {
    using Value = decltype(point.average());
    point.set_at_ms(at);
    point.set_average(static_cast<Value>(value));
    point.set_minimum(static_cast<Value>(value - spread));
    point.set_maximum(static_cast<Value>(value + spread));
}

// A wave around `middle` with a hole in it.
template <typename Series>
void addWave(std::int64_t from, std::int64_t to, double middle, Series& series) {
    constexpr int kPoints = 240;
    for (int i = 0; i < kPoints; ++i) {
        if (i < 150 || i >= 170) {
            fill(*series.add_points(), from + (to - from) * i / kPoints,
                middle * (1 + 0.3 * std::sin(i / 9.0)), middle * 0.05);
        }
    }
}

void addHistory(const v1::QueryHistory& query, v1::History& history) {
    history.set_metric(query.metric());
    history.set_step_ms((query.to_ms() - query.from_ms()) / 240);
    for (const auto& gpu : query.gpus()) {
        auto& series = *history.add_series();
        series.set_gpu(gpu);
        const auto middle = sample(static_cast<Metric>(query.metric()), 3, true);
        if (middle != kUnknown) {
            addWave(query.from_ms(), query.to_ms(), middle * 0.7, series);
        }
    }
}

// In thousandths of its unit, as the master's averages are.
void addClusterFigure(const char* key, double thousandths, const v1::QueryClusterHistory& query,
    v1::ClusterHistory& history) {
    auto& series = *history.add_series();
    series.set_key(key);
    addWave(query.from_ms(), query.to_ms(), thousandths, series);
    for (auto& point : *series.mutable_points()) {
        point.set_minimum(point.minimum() / 1000);
        point.set_maximum(point.maximum() / 1000);
    }
}

void addEvents(v1::AuditRows& audit) {
    const auto add = [&](const char* author, const char* action, const std::string& object,
                         const char* detail) {
        auto& row = *audit.add_rows();
        row.set_at_ms(kLongAgoMs - audit.rows_size() * kDayMs / 7);
        row.set_author(author);
        row.set_action(action);
        row.set_kind(proto::toProto(auditKind(action)));
        row.set_object(object);
        row.set_detail(detail);
    };
    add("bob", "restrict", uuid(7), "fan rattles");
    add("alice", "kill", "job-8", "wrong data");
    add("carol", "drain", "node-2", "new power supply");
    add("alice", "submit", "job-1", "train-resnet");
}

void addUsage(v1::Usage& usage) {
    int number = 0;
    for (const auto* user : {"alice", "bob", "carol", "dan"}) {
        auto& row = *usage.add_rows();
        row.set_user(user);
        row.set_gpu_ms((4 - number) * 37 * 3'600'000ll);
        row.set_cpu_ms((4 - number) * 291 * 3'600'000ll);
        row.set_tasks(static_cast<std::uint32_t>(40 - number * 9));
        row.set_failed(static_cast<std::uint32_t>(number));
        row.set_started(row.tasks());
        row.set_wait_ms(row.tasks() * 95'000ll);
        ++number;
    }
}

void addRefusals(v1::Refusals& refusals) {
    for (const int node : {0, 2}) {
        auto& row = *refusals.add_rows();
        row.set_framework_name("batch");
        row.set_role("*");
        row.set_hostname(host(node));
        *row.mutable_resources() = test::bundle("cpus:64; mem:1015296; gpus:2");
        row.set_until_ms(kLongAgoMs);
        row.set_reason(test::worded(node == 0 ? "declined" : "rescinded"));
    }
    refusals.add_withheld()->set_framework_name("web");
    refusals.mutable_withheld(0)->set_reason(test::worded("no-gpu-capability"));
}

} // namespace

Scene::Scene() {
    master.snapshot = snapshot();
    master.onRequest = [this](const v1::Request& request) { answer(request); };
    link = std::make_unique<console::Link>(master.address(), state);
    window
        = std::make_unique<console::MainWindow>(state, *link, m_settings, QStringLiteral("alice"));
    window->resize(1280, 800);
}

Scene::~Scene() = default;

bool Scene::open() {
    link->start();
    if (!QTest::qWaitFor([this] { return link->phase() == console::Link::Phase::Live; })) {
        return false;
    }
    state.flush();
    return true;
}

bool Scene::show(const QString& page) {
    const bool shown = window->showPage(page);
    const auto row = page == QLatin1String("gpus") ? uuid(0)
        : page == QLatin1String("nodes")           ? std::string("S-1")
        : page == QLatin1String("jobs")            ? std::string("job-3")
        : page == QLatin1String("tasks")           ? models::taskKey("F", "job-1.1")
        : page == QLatin1String("services")        ? std::string("/shop/front")
        : page == QLatin1String("schedules")       ? std::string("nightly")
                                                   : std::string();
    window->currentPage().choose(QString::fromStdString(row));
    QTest::qWait(300); // what it asks for comes, and charts gather
    return shown;
}

QStringList Scene::pages() const {
    return window->pageNames();
}

v1::Snapshot Scene::snapshot() const {
    v1::Snapshot out;
    out.set_seq(5);
    out.set_at_ms(QDateTime::currentMSecsSinceEpoch());
    out.mutable_cluster()->set_version("0.1.0");
    auto& rows = *out.mutable_rows();
    for (int node = 0; node < kNodes; ++node) {
        auto& agent = *rows.add_agents();
        agent.set_id("S-" + std::to_string(node));
        agent.set_hostname(host(node));
        agent.set_state(test::worded("active"));
        *agent.mutable_resources() = test::bundle("cpus:128;mem:2063872;disk:7340032;gpus:8");
        *agent.mutable_used() = test::bundle("cpus:64;mem:1048576;gpus:4");
        *agent.mutable_attributes()
            = test::attributes("gpu:H100;rack:b" + std::to_string(node / 2));
        agent.set_driver_version("535.161.08");
        agent.set_cuda_version("12.2");
        agent.set_registered_ms(kLongAgoMs - kDayMs);
        agent.set_gpu_generation(1);
        auto& telemetry = *out.add_telemetry();
        telemetry.set_agent_id(agent.id());
        telemetry.set_gpu_generation(1);
        telemetry.set_at_us(out.at_ms() * 1000);
        for (int i = 0; i < kGpusOfNode; ++i) {
            addGpu(node * kGpusOfNode + i, agent, rows);
        }
        if (node == kNodes - 1) {
            loseLast(kGpusOfNode, out.at_ms() - kLostForMs, agent, rows);
        }
        for (const auto& metric : metricTable()) {
            auto& column = *telemetry.add_columns();
            column.set_metric(static_cast<std::uint32_t>(metric.metric));
            for (int i = 0; i < kGpusOfNode; ++i) {
                const int gpu = node * kGpusOfNode + i;
                const auto state = rows.gpus(gpu).state();
                column.add_values(state == v1::Gpu::LOST
                        ? kUnknown
                        : sample(metric.metric, gpu, state == v1::Gpu::ALLOCATED));
            }
        }
    }
    auto& framework = *rows.add_frameworks();
    framework.set_id("F");
    framework.set_name("muster-jobs");
    framework.set_connected(true);
    addTask("job-1.1", "train-resnet", "alice", 0, rows);
    addTask("job-2.1", "llama-finetune", "bob", 1, rows);
    addJobs(rows);
    addServices(rows);
    addSchedules(rows, out.at_ms());
    addAlerts(rows);
    *rows.add_offers() = offer("O1", "cpus:2;mem:1024;gpus:1");
    return out;
}

void Scene::answer(const v1::Request& request) {
    v1::Reply reply;
    reply.set_id(request.id());
    if (request.has_query_history()) {
        addHistory(request.query_history(), *reply.mutable_history());
    } else if (request.has_query_cluster_history()) {
        const auto& query = request.query_cluster_history();
        auto& history = *reply.mutable_cluster_history();
        history.set_step_ms((query.to_ms() - query.from_ms()) / 240);
        addClusterFigure("gpu_utilization", 62'000, query, history);
        addClusterFigure("power", 19'400'000, query, history);
        addClusterFigure("gpus_allocated", 30'000, query, history);
        addClusterFigure("gpus_total", 48'000, query, history);
        addClusterFigure("memory_used", 1'400'000'000, query, history);
        addClusterFigure("memory_total", 3'900'000'000, query, history);
        addClusterFigure("jobs_queued", 5'000, query, history);
        addClusterFigure("jobs_running", 9'000, query, history);
        addClusterFigure("wait_mean", 340'000, query, history);
    } else if (request.has_query_usage()) {
        addUsage(*reply.mutable_usage());
    } else if (request.has_query_refusals()) {
        addRefusals(*reply.mutable_refusals());
    } else if (request.has_query_audit()) {
        addEvents(*reply.mutable_audit());
    } else if (request.has_query_ended() || request.has_query_holders()) {
        reply.mutable_ended();
    } else if (request.has_explain()) {
        *reply.mutable_explanation() = explanation();
    } else if (request.has_read_log()) {
        reply.mutable_log()->set_data("epoch 1 loss 0.93\nepoch 2 loss 0.81\n");
    }
    master.reply(reply);
}

} // namespace muster::test
