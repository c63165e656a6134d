// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Somebody sets the clock of the machine while a master and its agent run. libfaketime does it for
// these two programs only; their uptime stays true.
#include <csignal>
#include <filesystem>

#include "core/proto/states.h"
#include "tests/support/e2e/http.h"
#include "tests/support/e2e/world.h"
#include "tests/support/paths.h"

namespace muster::e2e {
namespace {

constexpr const char* kFakeTime = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

struct WallClock : World {
    void SetUp() override {
        if (!std::filesystem::exists(kFakeTime)) {
            GTEST_SKIP() << "needs libfaketime: scripts/deps --tests";
        }
        World::SetUp();
        if (!m_base.empty()) {
            set("+0");
        }
    }
    void set(const std::string& by) {
        writeText(m_base + "/clock.new", by);
        std::filesystem::rename(m_base + "/clock.new", m_base + "/clock");
    }
    std::unique_ptr<Process> start(
        const std::string& mode, const std::string& workDir, const Flags& flags) {
        Flags argv{MUSTER_BIN_DIR "/muster-agentd", mode, "--work_dir=" + m_base + "/" + workDir};
        argv.insert(argv.end(), flags.begin(), flags.end());
        return std::make_unique<Process>(argv,
            Process::Setting{.outFile = m_base + "/logs/" + workDir + ".out",
                .errFile = m_base + "/logs/" + workDir + ".err",
                .environment = {{"HOME", m_base}, {"XDG_CONFIG_HOME", m_base + "/config"},
                    {"LD_PRELOAD", kFakeTime}, {"FAKETIME_NO_CACHE", "1"},
                    {"FAKETIME_TIMESTAMP_FILE", m_base + "/clock"},
                    {"FAKETIME_DONT_FAKE_MONOTONIC", "1"}, {"DONT_FAKE_MONOTONIC", "1"}}});
    }
};

TEST_F(WallClock, ThatIsSetChangesNothingThatIsDue) {
    Daemon master{.name = "master", .mode = "master", .workDir = m_base + "/master"};
    master.process = start("master", "master",
        {"--port=0", "--agent_ping_timeout=1secs", "--max_agent_ping_timeouts=2"});
    ASSERT_TRUE(master.process->saysErr("Master listening on 127.0.0.1:"));
    const auto words = master.process->err();
    const auto at = words.find("127.0.0.1:") + 10;
    master.port = static_cast<std::uint16_t>(std::stoi(words.substr(at)));
    auto agent = start("agent", "agent",
        {"--master=127.0.0.1:" + std::to_string(master.port), "--simulate=m60x4",
            "--host_root=writable", "--token_file=" + master.workDir + "/token"});
    ASSERT_TRUE(agent->saysErr("Registered with the master")) << agent->err();
    auto console = this->console(master);
    RecordStream subscriber(master.port, "/api/v1/scheduler",
        {{"Authorization", "Bearer " + master.token()}, {"Content-Type", "application/json"},
            {"Accept", "application/json"}},
        R"({"type": "SUBSCRIBE", "subscribe": {"suppressed_roles": ["*"], "framework_info":
            {"user": "root", "name": "listens", "capabilities": [{"type": "GPU_RESOURCES"}]}}})");
    ASSERT_EQ(subscriber.head().status, 200u);
    const auto asRoot = [](auto& request) { request.set_user("root"); };
    int number = 0;
    for (const auto* by : {"-40s", "-3600s", "+0", "+3600s", "+0"}) {
        SCOPED_TRACE(by);
        // The grace of a kill goes on.
        const auto name = std::to_string(number++);
        const auto stubborn = console.submit("stubborn-" + name,
            "trap '' TERM; touch " + m_base + "/shared/up-" + name
                + "; while :; do sleep 0.1; done",
            "cpus:0.1;mem:32", asRoot);
        ASSERT_TRUE(
            eventually([&] { return std::filesystem::exists(m_base + "/shared/up-" + name); }));
        muster::v1::Request kill;
        kill.mutable_kill_job()->set_job_id(stubborn);
        EXPECT_FALSE(console.ask(kill).has_error());
        set(by);
        EXPECT_TRUE(console.jobIs(stubborn, "killed", 12s));
        // Jobs start and end.
        const auto job = console.submit("job-" + name, "true", "cpus:0.1;mem:32;gpus:1", asRoot);
        EXPECT_TRUE(console.jobIs(job, "finished", 12s));
    }
    // Heartbeats of subscribers go on, of which one takes up to 15 s.
    int heartbeats = 0;
    for (int i = 0; i < 40 && heartbeats < 2; ++i) { // one comes with the subscription
        const auto record = subscriber.next(500ms);
        heartbeats += record && record->find("HEARTBEAT") != std::string::npos ? 1 : 0;
    }
    EXPECT_EQ(heartbeats, 2);
    // An agent that is gone is found out.
    set("-3600s");
    agent->signal(SIGKILL);
    EXPECT_TRUE(console.until(
        [&] {
            return !console.agents.empty()
                && proto::word(console.agents.begin()->second.state()) == "unreachable";
        },
        8s));
}

} // namespace
} // namespace muster::e2e
