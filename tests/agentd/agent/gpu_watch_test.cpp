// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// The real muster-nvml on the simulator, with limits of milliseconds in place of seconds.
#include "agentd/agent/gpu_watch.h"

#include <sstream>

#include <csignal>

#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include "tests/core/gpu/machine.h"

namespace muster::agentd {
namespace {

using namespace std::chrono_literals;
using gpu::boards;

struct WatchedMachine {
    gpu::Machine machine;
    boost::asio::io_context io;
    std::vector<node::GpusReported> reports;
    unsigned samples = 0;
    std::unique_ptr<GpuWatch> watch;
    std::ostringstream log;
    std::shared_ptr<spdlog::logger> before = spdlog::default_logger();

    explicit WatchedMachine(const std::string& json) : machine(json) {
        auto sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(log);
        spdlog::set_default_logger(std::make_shared<spdlog::logger>("test", std::move(sink)));
    }
    ~WatchedMachine() { spdlog::set_default_logger(before); }

    void begin(bool discover, GpuWatch::Limits limits = {}) {
        GpuWatch::Settings settings{.probe = machine.options(), .interval = 10ms, .limits = limits};
        if (discover) {
            settings.known = gpu::discover(settings.probe, 20s).value().gpus;
        }
        watch = std::make_unique<GpuWatch>(io, settings,
            GpuWatch::Callbacks{.send = [this](const muster::v1::AgentMessage&) { ++samples; },
                .report = [this](node::GpusReported report) { reports.push_back(report); },
                .found = {}});
    }
    template <typename Condition>
    bool until(Condition condition, std::chrono::milliseconds limit = 20s) {
        const auto end = std::chrono::steady_clock::now() + limit;
        while (!condition() && std::chrono::steady_clock::now() < end) {
            io.run_for(5ms);
            io.restart();
        }
        return condition();
    }
    bool everLost() const {
        return std::any_of(reports.begin(), reports.end(), [](const auto& report) {
            return std::any_of(report.gpus.begin(), report.gpus.end(),
                [](const auto& gpu) { return gpu.health == GpuState::Lost; });
        });
    }
    std::size_t lines(const std::string& text) const {
        const auto all = log.str();
        std::size_t count = 0;
        for (auto at = all.find(text); at != std::string::npos; at = all.find(text, at + 1)) {
            ++count;
        }
        return count;
    }
};

constexpr auto kBroken = R"("calls": {"nvmlInit_v2": {"error": 999}}, )";
constexpr auto kAbsent = R"("calls": {"nvmlInit_v2": {"error": 9}}, )";

TEST(GpuWatch, GpusThatAppearAfterTheStartAreReported) {
    WatchedMachine world(boards(2, kAbsent));
    world.begin(false);
    world.until([&] { return world.lines("Failed to initialize NVML") > 0; });
    world.until([] { return false; }, 300ms);
    EXPECT_TRUE(world.reports.empty());
    EXPECT_EQ(world.lines("Failed to initialize NVML"), 1u) << "said once: " << world.log.str();
    world.machine.write(boards(2));
    ASSERT_TRUE(world.until([&] { return !world.reports.empty(); })) << world.log.str();
    EXPECT_EQ(world.reports.back().gpus.size(), 2u);
    EXPECT_EQ(world.reports.back().gpus[0].health, GpuState::Free);
}

TEST(GpuWatch, ABrokenDriverIsToldOnceAndWhenItWorks) {
    WatchedMachine world(boards(1, kBroken));
    world.begin(false);
    ASSERT_TRUE(world.until([&] { return !world.reports.empty(); }));
    world.until([] { return false; }, 300ms);
    EXPECT_EQ(world.reports.back().problem, "Failed to initialize NVML: Unknown Error");
    EXPECT_EQ(world.lines("Failed to initialize NVML"), 1u) << world.log.str();
    world.machine.write(boards(1));
    ASSERT_TRUE(world.until([&] { return world.reports.back().gpus.size() == 1; }));
    EXPECT_EQ(world.reports.back().problem, "");
}

TEST(GpuWatch, ADriverThatIsSlowToStartIsGivenMoreTime) {
    WatchedMachine world(boards(1));
    world.machine.write(boards(1, R"("calls": {"nvmlInit_v2": {"latencyUs": 600000}}, )"));
    world.begin(true, {.answer = 200ms, .start = 400ms, .patience = 10ms});
    EXPECT_TRUE(world.until([&] { return world.samples > 0; })) << world.log.str();
}

TEST(GpuWatch, AChildThatCrashedDoesNotTakeTheGpusOut) {
    WatchedMachine world(boards(1));
    world.begin(true);
    ASSERT_TRUE(world.until([&] { return world.samples > 3; }));
    ASSERT_EQ(::kill(world.watch->child(), SIGKILL), 0);
    const auto before = world.samples;
    ASSERT_TRUE(world.until([&] { return world.samples > before + 3; })) << world.log.str();
    EXPECT_FALSE(world.everLost());
}

TEST(GpuWatch, ADriverThatHangsLosesItsGpusWhenPatienceEnds) {
    WatchedMachine world(boards(1));
    world.begin(true, {.answer = 100ms, .start = 200ms, .patience = 300ms});
    ASSERT_TRUE(world.until([&] { return world.samples > 3; }));
    world.machine.write(boards(1, R"("calls": {"nvmlDeviceGetTemperature": {"hang": true}}, )"));
    ASSERT_TRUE(world.until([&] { return world.everLost(); }));
    world.machine.write(boards(1));
    ASSERT_TRUE(world.until([&] { return world.reports.back().gpus[0].health == GpuState::Free; }));
}

} // namespace
} // namespace muster::agentd
