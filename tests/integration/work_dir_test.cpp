// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// What daemons do with files that are lost, old or damaged, and when their disk is full.
#include <csignal>
#include <filesystem>
#include <fstream>

#include <sys/mount.h>

#include "core/container/process.h"
#include "core/container/runtime.h"
#include "core/proto/states.h"
#include "tests/support/bundle.h"
#include "tests/support/e2e/world.h"
#include "tests/support/paths.h"

namespace muster::e2e {
namespace {

namespace fs = std::filesystem;

struct WorkDir : World {
    void stop(Daemon& daemon, int signal = SIGTERM) {
        daemon.process->signal(signal);
        ASSERT_TRUE(daemon.process->wait(10s)) << daemon.process->err();
    }
    // Once more, where it is not expected to start.
    std::unique_ptr<Process> again(const Daemon& daemon, const Flags& more = {}) {
        Flags argv{
            daemon.mode, "--work_dir=" + daemon.workDir, "--port=" + std::to_string(daemon.port)};
        argv.insert(argv.end(), daemon.flags.begin(), daemon.flags.end());
        argv.insert(argv.end(), more.begin(), more.end());
        return spawn(argv);
    }
    static void refuses(Process& process, const std::string& words) {
        EXPECT_EQ(process.wait(10s), 1);
        EXPECT_NE(process.err().find(words), std::string::npos) << process.err();
    }
    static void removeJournal(const Daemon& daemon) {
        for (const auto* suffix : {"", "-wal", "-shm"}) {
            fs::remove(daemon.workDir + "/control.db" + suffix);
        }
    }
    std::string muster(const Flags& words, int status = 0) {
        auto process = command(words);
        EXPECT_EQ(process->wait(10s), status) << process->err();
        return process->out() + process->err();
    }
    static std::string run(Console& console, const std::string& name, const std::string& what,
        const std::string& resources = "cpus:0.1;mem:64") {
        const auto job = console.submit(
            name, what, resources, [](auto& request) { request.set_user("root"); });
        EXPECT_TRUE(console.jobIs(job, "running")) << job;
        return job;
    }
    static bool isKilled(Console& console, const std::string& job) {
        muster::v1::Request kill;
        kill.mutable_kill_job()->set_job_id(job);
        return !console.ask(kill).has_error();
    }
    static void kill(Console& console, const std::string& job) {
        EXPECT_TRUE(isKilled(console, job));
    }
    static std::string onlyFile(const std::string& folder) {
        std::string out;
        for (const auto& entry : fs::directory_iterator(folder)) {
            out = entry.path().string();
        }
        return out;
    }
};

TEST_F(WorkDir, WhoseJournalIsLostIsRefusedWithTheRemedy) {
    auto& daemon = standalone();
    {
        auto console = this->console(daemon);
        const auto job = console.submit(
            "short", "true", "cpus:0.1;mem:32", [](auto& request) { request.set_user("root"); });
        EXPECT_TRUE(console.jobIs(job, "finished"));
        EXPECT_NE(muster({"backup", m_base + "/lab.db", "--work_dir=" + daemon.workDir})
                      .find("rows of ended jobs and tasks"),
            std::string::npos)
            << "of a master that runs";
    }
    muster({"restore", m_base + "/lab.db", "--work_dir=" + daemon.workDir}, 1);
    stop(daemon);
    removeJournal(daemon);
    writeText(daemon.workDir + "/control.db", "");
    refuses(*again(daemon), "control.db is empty, but telemetry.db shows that a master has worked");
    fs::remove(daemon.workDir + "/control.db");
    refuses(*again(daemon), "control.db is missing");

    muster({"restore", m_base + "/lab.db", "--work_dir=" + daemon.workDir});
    restart(daemon);
    auto console = this->console(daemon);
    EXPECT_EQ(console.ended().jobs_size(), 1);
    const auto job = console.submit(
        "after", "true", "cpus:0.1;mem:32", [](auto& request) { request.set_user("root"); });
    EXPECT_GT(job.size(), std::string("job-1000000").size()) << job << " was never given out";
    EXPECT_TRUE(console.jobIs(job, "finished"));
    stop(daemon);
    removeJournal(daemon);
    auto empty = again(daemon, {"--start_empty"});
    EXPECT_TRUE(empty->saysErr("Registered with the master")) << empty->err();
}

TEST_F(WorkDir, WithAnOlderJournalGetsNoAgentAndNoWork) {
    auto& daemon = standalone();
    std::string job;
    {
        auto console = this->console(daemon);
        const auto first = console.submit(
            "first", "true", "cpus:0.1;mem:32", [](auto& request) { request.set_user("root"); });
        ASSERT_TRUE(console.jobIs(first, "finished"));
        muster({"backup", m_base + "/old.db", "--work_dir=" + daemon.workDir});
        job = run(console, "long", "sleep 1000", "cpus:0.1;mem:64;gpus:1");
    }
    stop(daemon);
    removeJournal(daemon);
    fs::copy_file(m_base + "/old.db", daemon.workDir + "/control.db");
    for (int i = 0; i < 2; ++i) { // and once more, which changes nothing
        auto older = again(daemon);
        EXPECT_TRUE(older->saysErr("was refused: The master's journal is an older copy"))
            << older->err();
        auto console = this->console(daemon);
        EXPECT_TRUE(console.until([&] { return console.alerts.contains("journal-older/master"); }));
        muster::v1::Request request;
        auto& refused = *request.mutable_submit_job();
        refused.set_name("refused");
        refused.set_user("root");
        refused.mutable_command()->set_value("true");
        *refused.mutable_resources() = test::bundle("cpus:0.1;mem:32");
        const auto why = console.ask(request).error().message();
        EXPECT_NE(why.find("The master's journal is an older copy"), std::string::npos) << why;
        EXPECT_EQ(console.ended().jobs_size(), 1) << "what it knows can be read";
        older->signal(SIGTERM);
        ASSERT_TRUE(older->wait(10s));
    }
    muster({"restore", m_base + "/old.db", "--work_dir=" + daemon.workDir});
    restart(daemon);
    auto again = this->console(daemon);
    EXPECT_TRUE(again.until([&] { return again.tasks.contains(job + ".1"); }))
        << "its agent has told of it";
    muster::v1::Request kill;
    kill.mutable_kill_task()->set_task_id(job + ".1");
    kill.mutable_kill_task()->set_framework_id(again.tasks[job + ".1"].framework_id());
    EXPECT_FALSE(again.ask(kill).has_error());
    EXPECT_TRUE(again.until([&] {
        return proto::word(again.tasks[job + ".1"].state()) == "TASK_KILLED";
    })) << again.tasks[job + ".1"].ShortDebugString();
}

TEST_F(WorkDir, WithADamagedCheckpointEndsNoContainer) {
    auto& daemon = standalone();
    std::string job;
    {
        auto console = this->console(daemon);
        job = run(console, "long",
            "trap 'exit 0' TERM; while :; do date +%s > " + m_base
                + "/shared/alive; sleep 0.2; done",
            "cpus:0.1;mem:64;gpus:1");
    }
    stop(daemon);
    const auto file = onlyFile(daemon.workDir + "/meta/tasks");
    const auto bytes = fileText(file);
    writeText(file, bytes.substr(0, bytes.size() / 2));
    restart(daemon);
    EXPECT_TRUE(daemon.process->saysErr("is damaged: its copy is used"));
    {
        auto console = this->console(daemon);
        EXPECT_TRUE(console.jobIs(job, "running"));
    }
    stop(daemon);
    const auto copy = onlyFile(daemon.workDir + "/meta/copies/tasks");
    const auto good = fileText(copy);
    writeText(file, "");
    writeText(copy, "");
    refuses(*again(daemon), "but its task cannot be read");
    fs::remove(m_base + "/shared/alive");
    EXPECT_TRUE(eventually([&] { return fs::exists(m_base + "/shared/alive"); })) << "it runs on";
    writeText(copy, good);
    restart(daemon);
    auto console = this->console(daemon);
    EXPECT_TRUE(console.jobIs(job, "running"));
    kill(console, job);
    EXPECT_TRUE(console.jobIs(job, "killed"));
}

// An agent's work directory that somebody removes while its containers run.
struct RemovedWorkDir : WorkDir {
    // Has a lock while it runs, and tells if another has it.
    std::string exclusive() const {
        return "cd " + m_base
            + "/shared; exec 9> lock; flock -n 9 && touch begun || touch twice; "
              "exec sleep 1000";
    }
    bool is(const std::string& what) const { return fs::exists(m_base + "/shared/" + what); }
    bool isFree() const {
        auto flock = container::runProgram({"flock", "-n", m_base + "/shared/lock", "true"}, 5s);
        return flock && flock->exitCode == 0;
    }
    static bool restarted(Console& console, const std::string& job) {
        return console.until(
            [&] { return proto::word(console.tasks[job + ".2"].state()) == "TASK_RUNNING"; }, 30s);
    }
};

TEST_F(RemovedWorkDir, GivesNoGpuToTwo) {
    auto& master = this->master();
    auto& agent = this->agent(master, {"--simulate=m60x4"});
    auto console = this->console(master);
    const auto job = run(console, "long", exclusive(), "cpus:0.1;mem:64;gpus:4");
    ASSERT_TRUE(eventually([&] { return is("begun"); }));
    stop(agent, SIGKILL);
    fs::remove_all(agent.workDir);
    EXPECT_FALSE(isFree()) << "its container runs on";
    restart(agent);
    EXPECT_TRUE(agent.process->saysErr(
        agent.workDir + "/containers, which was removed, is still running with GPUs [0, 1, 2, 3]"))
        << agent.process->err();
    EXPECT_TRUE(restarted(console, job)) << console.job(job).ShortDebugString();
    EXPECT_TRUE(eventually([&] { return !isFree(); }));
    EXPECT_FALSE(is("twice"));
}

TEST_F(RemovedWorkDir, OfAnAgentThatLivesIsLeftToIt) {
    auto& master = this->master();
    auto& first = this->agent(master, {"--simulate=m60x4"}, "first");
    auto console = this->console(master);
    run(console, "long", exclusive(), "cpus:0.1;mem:64;gpus:1");
    ASSERT_TRUE(eventually([&] { return is("begun"); }));
    fs::remove_all(first.workDir);
    auto& second = this->agent(master, {"--simulate=m60x4"}, "second");
    EXPECT_TRUE(second.process->saysErr("is running without its work directory"))
        << second.process->err();
    EXPECT_FALSE(isFree()) << "it is not ended";
    stop(first, SIGKILL);
    EXPECT_TRUE(eventually([&] { return isFree(); }, 20s)) << second.process->err();
}

// A small disk of its own for one daemon.
struct FullDisk : WorkDir {
    void mount(const std::string& name) {
        m_disk = m_base + "/" + name;
        fs::create_directory(m_disk);
        ASSERT_EQ(::mount("tmpfs", m_disk.c_str(), "tmpfs", 0, "size=96m"), 0);
    }
    void TearDown() override {
        m_daemon = nullptr;
        for (auto* process : m_running) {
            process->signal(SIGKILL);
            process->wait(5s);
        }
        if (!m_disk.empty()) {
            endContainers();
            ::umount2((m_disk + "/mounts").c_str(), MNT_DETACH);
            ::umount2(m_disk.c_str(), MNT_DETACH);
        }
        World::TearDown();
    }
    void endContainers() {
        fs::remove(m_disk + "/ballast");
        container::RuntimeOptions options;
        options.stateDirectory = m_disk + "/containers";
        options.mountPlace = m_disk + "/mounts";
        options.init = MUSTER_BIN_DIR "/muster-init";
        options.hidden = {m_disk};
        if (!fs::exists(options.stateDirectory)) {
            return;
        }
        auto runtime = container::Runtime::open(options);
        if (runtime) {
            for (const auto& one :
                (*runtime)->recover().value_or(std::vector<container::Recovered>())) {
                static_cast<void>((*runtime)->destroy(one.record.id));
            }
        }
    }
    void fill() {
        std::ofstream out(m_disk + "/ballast", std::ios::app | std::ios::binary);
        const std::string much(1 << 16, 'b');
        while (out.write(much.data(), static_cast<std::streamsize>(much.size())) && out.flush()) { }
        std::ofstream rest(m_disk + "/ballast", std::ios::app | std::ios::binary);
        while (rest.put('b') && rest.flush()) { }
    }

    std::string m_disk;
    Daemon* m_daemon = nullptr;
    std::vector<Process*> m_running;
};

TEST_F(FullDisk, OfAnAgentEndsNothingThatRuns) {
    auto& master = this->master();
    mount("agent");
    auto& agent = this->agent(master, {"--simulate=m60x4"});
    m_running = {agent.process.get()};
    auto console = this->console(master);
    const auto good = run(console, "good", "sleep 1000", "cpus:0.1;mem:64;gpus:1");
    const auto greedy
        = run(console, "greedy", "while :; do cat /dev/zero > zeros; sleep 0.05; done",
            "cpus:0.1;mem:512"); // what is written counts until it is on the disk
    EXPECT_TRUE(agent.process->saysErr("No new work is accepted until there is space", 20s))
        << agent.process->err();
    // What has to be kept is, while the task goes on writing.
    kill(console, greedy);
    EXPECT_TRUE(console.jobIs(greedy, "killed", 20s));
    EXPECT_TRUE(agent.process->runs());
    fill();
    kill(console, good);
    EXPECT_TRUE(console.jobIs(good, "killed", 20s));
    // It starts again, and works again when there is room.
    agent.process->signal(SIGKILL);
    agent.process->wait(5s);
    restart(agent);
    m_running = {agent.process.get()};
    fs::remove(m_disk + "/ballast");
    EXPECT_TRUE(agent.process->saysErr("has free space again", 20s)) << agent.process->err();
    const auto after = console.submit(
        "after", "true", "cpus:0.1;mem:64;gpus:1", [](auto& request) { request.set_user("root"); });
    EXPECT_TRUE(console.jobIs(after, "finished", 20s));
}

TEST_F(FullDisk, OfAMasterLeavesItToAnswer) {
    mount("master");
    auto& master = this->master();
    m_running = {master.process.get()};
    auto& agent = this->agent(master, {"--simulate=m60x4"});
    auto console = this->console(master);
    const auto before = run(console, "before", "sleep 1000");
    ASSERT_TRUE(eventually([&] { return fs::exists(m_disk + "/master.reserve"); }));
    fill();
    const auto submit = [&](Console& to) {
        muster::v1::Request request;
        auto& job = *request.mutable_submit_job();
        job.set_name("refused");
        job.set_user("root");
        job.mutable_command()->set_value("true");
        *job.mutable_resources() = test::bundle("cpus:0.1;mem:32");
        return to.ask(request);
    };
    const auto isRefused = [&](const std::string& why) {
        return why.find("The master's disk is ") != std::string::npos
            && why.find("16 MiB needed. Free some space there") != std::string::npos;
    };
    EXPECT_TRUE(eventually([&] { return isRefused(submit(console).error().message()); }));
    auto said = command({"submit", "--name=refused", "--", "true"});
    EXPECT_NE(said->wait(10s).value_or(0), 0) << "it does not wait for room";
    EXPECT_TRUE(isRefused(said->err())) << said->err();
    EXPECT_TRUE(console.until([&] { return console.alerts.contains("disk-full/master"); }));
    EXPECT_TRUE(isRefused(console.alerts["disk-full/master"].text()));
    EXPECT_TRUE(this->console(master).until([&] { return true; }));
    // It starts on the full disk, answers, and goes on when there is room.
    master.process->signal(SIGKILL);
    master.process->wait(5s);
    restart(master);
    m_running = {master.process.get()};
    {
        auto later = this->console(master);
        EXPECT_TRUE(later.until([&] { return later.jobs.contains(before); }));
        fs::remove(m_disk + "/ballast");
        EXPECT_TRUE(later.jobIs(before, "running", 20s));
        // Until the master has seen that there is room, it refuses.
        EXPECT_TRUE(eventually([&] { return isKilled(later, before); }, 20s));
        EXPECT_TRUE(later.jobIs(before, "killed", 20s));
        EXPECT_TRUE(later.until([&] { return !later.alerts.contains("disk-full/master"); }));
    }
    stop(agent);
}

} // namespace
} // namespace muster::e2e
