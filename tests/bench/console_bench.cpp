// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// What the shipped console costs, as a process of its own (offscreen): from its start to the first
// picture with figures, its memory and its processor time with 10,000 GPUs live. The master is here
// and answers at once. The floor is a program with one empty Qt window (`muster-empty-window`),
// started and measured alike. With --serve it is only the master, for a profiler of the console.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>

#include <fmt/format.h>

#include "core/kernel/base/metric.h"
#include "tests/app/console/fake_master.h"
#include "tests/bench/process_cost.h"
#include "tests/support/bundle.h"
#include "tests/support/paths.h"
#include "tests/support/words.h"

namespace {

using namespace muster;
using namespace muster::test;

constexpr int kNodes = 1250;
constexpr int kGpusOfNode = 8;
constexpr int kStarts = 11;
constexpr int kSettleMs = 8000;
constexpr int kMeasureMs = 20'000;

double monotonicMs() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

void wait(int ms) {
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
}

std::string uuid(int gpu) {
    return fmt::format("GPU-{:08x}-7a37-4c1e-9d42-{:012x}", gpu * 2654435761u, gpu);
}

void addTelemetry(const v1::Agent& agent, int round, v1::Telemetry& telemetry) {
    telemetry.set_agent_id(agent.id());
    telemetry.set_gpu_generation(1);
    telemetry.set_at_us(QDateTime::currentMSecsSinceEpoch() * 1000);
    for (const auto& metric : metricTable()) {
        auto& column = *telemetry.add_columns();
        column.set_metric(static_cast<std::uint32_t>(metric.metric));
        for (int i = 0; i < agent.gpus_size(); ++i) {
            column.add_values(20 + (i * 7 + round * 3) % 60);
        }
    }
}

v1::Snapshot cluster(int nodes) {
    v1::Snapshot out;
    out.set_seq(1);
    out.set_at_ms(QDateTime::currentMSecsSinceEpoch());
    out.mutable_cluster()->set_version("0.1.0");
    auto& rows = *out.mutable_rows();
    for (int node = 0; node < nodes; ++node) {
        auto& agent = *rows.add_agents();
        agent.set_id(fmt::format("S-{}", node));
        agent.set_hostname(fmt::format("node-{:04}", node));
        agent.set_state(test::worded("active"));
        *agent.mutable_resources() = test::bundle("cpus:128;mem:2063872;disk:7340032;gpus:8");
        *agent.mutable_used() = test::bundle("cpus:64;mem:1048576;gpus:4");
        agent.set_gpu_generation(1);
        for (int i = 0; i < kGpusOfNode; ++i) {
            auto& gpu = *rows.add_gpus();
            gpu.set_uuid(uuid(node * kGpusOfNode + i));
            gpu.set_agent_id(agent.id());
            gpu.set_index(static_cast<std::uint32_t>(i));
            gpu.set_model("NVIDIA H100 80GB HBM3");
            gpu.set_bus_id("00000000:1B:00.0");
            gpu.set_memory_bytes(85'520'809'984);
            gpu.set_power_limit_mw(700'000);
            gpu.set_state(test::worded(i % 2 == 0 ? "allocated" : "free"));
            agent.add_gpus(gpu.uuid());
        }
        addTelemetry(agent, 0, *out.add_telemetry());
    }
    return out;
}

// A program under test, in a home of its own.
class Program {
public:
    Program(const QString& name, const QStringList& arguments) {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        environment.insert(QStringLiteral("HOME"), m_home.path());
        for (const auto* variable : {"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"}) {
            environment.insert(QString::fromLatin1(variable), m_home.path());
        }
        m_process.setProcessEnvironment(environment);
        m_process.setProcessChannelMode(QProcess::SeparateChannels);
        m_begin = monotonicMs();
        m_process.start(QStringLiteral(MUSTER_BIN_DIR "/") + name, arguments);
    }
    ~Program() {
        m_process.kill();
        m_process.waitForFinished();
    }

    // ms from the start to the first picture; negative: none came.
    double firstPicture() {
        QElapsedTimer timer;
        timer.start();
        QByteArray out;
        while (timer.elapsed() < 20'000 && !out.contains('\n')) {
            wait(1);
            out += m_process.readAllStandardOutput();
        }
        const auto at = out.simplified().split(' ').last().toDouble();
        return out.startsWith("first picture") ? at / 1e6 - m_begin : -1;
    }
    pid_t pid() const { return static_cast<pid_t>(m_process.processId()); }

private:
    QTemporaryDir m_home;
    QProcess m_process;
    double m_begin = 0;
};

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

QStringList consoleArguments(const FakeMaster& master) {
    return {QStringLiteral("--address=127.0.0.1:%1").arg(master.server.serverPort()),
        QStringLiteral("--first_picture")};
}

void measureStart(FakeMaster& master) {
    std::vector<double> ours, floor;
    for (int i = 0; i < kStarts; ++i) {
        ours.push_back(
            Program(QStringLiteral("muster-console"), consoleArguments(master)).firstPicture());
        floor.push_back(Program(QStringLiteral("muster-empty-window"), {}).firstPicture());
    }
    fmt::print(
        "start to the first picture with {} GPUs: {:.0f} ms (aim 300), empty window {:.0f} ms; "
        "median of {} starts in turn\n",
        master.snapshot.rows().gpus_size(), median(ours), median(floor), kStarts);
}

// Of a console that has settled, without and with a sample of each GPU each second.
void measureLife(FakeMaster& master) {
    Program ours(QStringLiteral("muster-console"), consoleArguments(master));
    Program floor(QStringLiteral("muster-empty-window"), {});
    ours.firstPicture();
    floor.firstPicture();
    wait(kSettleMs);
    const auto share = [&] {
        const auto before = bench::cpuMilliseconds(ours.pid());
        wait(kMeasureMs);
        return (bench::cpuMilliseconds(ours.pid()) - before) / kMeasureMs * 100;
    };
    const auto idle = share();
    int round = 0;
    QTimer samples;
    QObject::connect(&samples, &QTimer::timeout, [&] {
        v1::Message message;
        ++round;
        for (const auto& agent : master.snapshot.rows().agents()) {
            addTelemetry(agent, round, *message.mutable_telemetry()->add_telemetry());
        }
        master.say(message);
    });
    samples.start(1000);
    const auto live = share();
    fmt::print(
        "processor: {:.2f} % of a core when nothing changes (aim 1), {:.2f} % with {} samples a "
        "second\n",
        idle, live, master.snapshot.rows().gpus_size());
    const auto resident = [](const Program& program) {
        return static_cast<double>(bench::memoryOf(program.pid()).resident) / 1024;
    };
    fmt::print("memory: {:.1f} MiB, empty window {:.1f} MiB: {:.1f} MiB above it (aim 60)\n",
        resident(ours), resident(floor), resident(ours) - resident(floor));
}

} // namespace

int main(int argc, char** argv) {
    QCoreApplication app(argc, argv);
    FakeMaster master;
    master.snapshot = cluster(kNodes);
    v1::Message answer;
    *answer.mutable_snapshot() = master.snapshot;
    master.encodedSnapshot
        = QByteArray::fromStdString(proto::encode(answer, proto::Encoding::Binary));
    if (QCoreApplication::arguments().contains(QStringLiteral("--serve"))) {
        fmt::print("muster-console --address=127.0.0.1:{}\n", master.server.serverPort());
        std::fflush(stdout);
        return QCoreApplication::exec();
    }
    measureStart(master);
    measureLife(master);
    double load = 0;
    getloadavg(&load, 1);
    fmt::print("load average {:.1f}\n", load);
}
