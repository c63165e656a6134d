// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Daemons and what works for them are killed and stopped again and again while jobs with GPUs come
// and go. MUSTER_STORM_KILLS and MUSTER_STORM_SEED change how it blows.
#include <csignal>
#include <filesystem>
#include <iostream>
#include <random>
#include <thread>

#include "core/proto/states.h"
#include "tests/integration/storm/faults.h"
#include "tests/integration/storm/jobs.h"
#include "tests/support/e2e/world.h"

namespace muster::e2e::storm {
namespace {

namespace fs = std::filesystem;
using container::ProcessRef;

constexpr unsigned kFaults = 72; // of both tests
constexpr unsigned kStandaloneShare = 6; // one of so many is the standalone daemon's
constexpr unsigned kSeed = 286; // which hits all of a cluster in every way
constexpr std::size_t kAgents = 4;
constexpr std::size_t kAlive = 4; // jobs that have not ended, for each agent with its four GPUs

constexpr Patience kShortestStop = 200ms;
constexpr Patience kLongestStop = 3s; // which everything outlasts

unsigned numberFrom(const char* name, unsigned fallback) {
    const char* text = std::getenv(name);
    return text != nullptr ? static_cast<unsigned>(std::stoul(text)) : fallback;
}

enum class Target { Master, Agent, MasterAndAgent, Standalone, LaunchMonitor, TaskMonitor, Probe };

const char* nameOf(Target target) {
    switch (target) {
    case Target::Master:
        return "master";
    case Target::Agent:
        return "agent";
    case Target::MasterAndAgent:
        return "master and agent";
    case Target::Standalone:
        return "standalone";
    case Target::LaunchMonitor:
        return "conmon of a launch";
    case Target::TaskMonitor:
        return "conmon of a running task";
    case Target::Probe:
        return "muster-nvml";
    }
    return "";
}

// After what time an agent gives up those that it waits for.
std::optional<Patience> givenUpAfter(Target target) {
    switch (target) {
    case Target::LaunchMonitor:
        return 30s;
    case Target::Probe:
        return 5s;
    default:
        return std::nullopt;
    }
}

struct Storm : World {
    void SetUp() override {
        World::SetUp();
        const auto seed = numberFrom("MUSTER_STORM_SEED", kSeed);
        std::cout << "seed " << seed << "\n";
        m_random.seed(seed);
        m_jobs.emplace(m_base + "/shared", seed);
    }

    void blow(unsigned faults, const std::vector<Target>& targets) {
        m_console.emplace(m_master->port, m_master->token());
        for (unsigned done = 0; done < faults && !HasFatalFailure();) {
            pass(upTo(250ms));
            const auto target = targets[m_random() % targets.size()];
            const bool isEarly = done + 40 < faults; // a fault a second: a long stop ends before it
            const auto fault = anyFault(target, isEarly);
            if (hit(target, fault)) {
                ++m_table.faults[nameOf(target)][fault];
                ++done;
            }
            noteTaskRoots();
        }
        m_stopped.continueAll();
        settle();
        std::cout << m_table;
        EXPECT_TRUE(m_table.isClean());
    }

    Fault anyFault(Target target, bool mayTakeLong) {
        if (m_random() % 2 == 0) {
            return Fault::Kill;
        }
        const bool takesLong = mayTakeLong && givenUpAfter(target) && m_random() % 2 == 0;
        return takesLong ? Fault::LongStop : Fault::Stop;
    }

    // False: there was nothing to hit.
    bool hit(Target target, Fault fault) {
        auto& agent = *m_agents[m_random() % m_agents.size()];
        switch (target) {
        case Target::Master:
        case Target::Standalone:
            return hit({m_master}, fault);
        case Target::Agent:
            return hit({&agent}, fault);
        case Target::MasterAndAgent:
            return hit({m_master, &agent}, fault);
        case Target::LaunchMonitor: {
            const auto monitor = anyMonitor(true);
            std::this_thread::sleep_for(upTo(15ms)); // to any moment of the launch
            return hit(monitor, target, fault);
        }
        case Target::TaskMonitor:
            return hit(anyMonitor(false), target, fault);
        case Target::Probe:
            return hit(gpuProbeOf(agent.process->pid()), target, fault);
        }
        return false;
    }

    bool hit(const std::vector<Daemon*>& daemons, Fault fault) {
        const bool kills = fault == Fault::Kill;
        for (auto* daemon : daemons) {
            daemon->process->signal(kills ? SIGKILL : SIGSTOP);
        }
        if (kills) {
            startAgain(daemons);
            return true;
        }
        noteTaskRoots();
        std::this_thread::sleep_for(stopTime());
        for (auto* daemon : daemons) {
            daemon->process->signal(SIGCONT);
        }
        return true;
    }

    bool hit(const std::optional<ProcessRef>& process, Target target, Fault fault) {
        if (!process || fault == Fault::Kill) {
            return process && container::signalProcess(*process, SIGKILL);
        }
        const auto more = fault == Fault::LongStop ? givenUpAfter(target) : std::nullopt;
        return m_stopped.stop(*process, stopTime() + more.value_or(0ms));
    }

    void startAgain(const std::vector<Daemon*>& daemons) {
        for (auto* daemon : daemons) {
            ASSERT_TRUE(daemon->process->wait(5s));
        }
        noteTaskRoots();
        for (auto* daemon : daemons) {
            ASSERT_NO_FATAL_FAILURE(restart(*daemon));
            if (daemon == m_master) {
                m_console.emplace(m_master->port, m_master->token());
                m_jobs->lookBack(*m_console);
            }
        }
    }

    // Time goes by, in which jobs are submitted in place of those that have ended.
    void pass(Patience patience) {
        m_console->until([] { return false; }, patience);
        m_stopped.continueDue();
        m_jobs->look(*m_console);
        while (m_jobs->alive() < kAlive * m_agents.size() && !HasFatalFailure()) {
            m_jobs->submit(*m_console);
        }
    }

    // A conmon of any agent, waited for.
    std::optional<ProcessRef> anyMonitor(bool isLaunching) {
        std::vector<ProcessRef> found;
        for (const auto end = Stopped::Clock::now() + 3s;
             found.empty() && Stopped::Clock::now() < end && !HasFatalFailure();) {
            pass(0ms);
            for (const auto* agent : m_agents) {
                for (const auto& monitor : monitorsIn(agent->workDir)) {
                    if (monitor.isLaunching == isLaunching) {
                        found.push_back(monitor.process);
                    }
                }
            }
        }
        return found.empty() ? std::nullopt : std::optional(found[m_random() % found.size()]);
    }

    Patience upTo(Patience most) {
        return Patience(m_random() % static_cast<unsigned long>(most.count()));
    }
    Patience stopTime() { return kShortestStop + upTo(kLongestStop - kShortestStop); }

    void noteTaskRoots() {
        if (const auto found = taskRoots(); !found.empty()) {
            ++m_table.taskRoots;
            ADD_FAILURE() << found;
        }
    }

    // Waits until everything should be as it was before the storm, and counts what is not.
    void settle() {
        m_console->until(
            [&] {
                m_jobs->look(*m_console);
                return m_jobs->alive() == 0;
            },
            60s);
        m_jobs->fill(m_table);
        for (const auto& complaint : m_jobs->complaints()) {
            ADD_FAILURE() << complaint;
        }
        const auto free = [&] {
            return static_cast<std::size_t>(std::ranges::count_if(m_console->gpus,
                [](const auto& gpu) { return proto::word(gpu.second.state()) == "free"; }));
        };
        m_console->until([&] { return free() == 4 * m_agents.size(); }, 30s);
        m_table.gpusLeaked = static_cast<unsigned>(4 * m_agents.size() - free());
        eventually([&] { return containersLeft() == 0; }, 20s);
        m_table.containersLeft = static_cast<unsigned>(containersLeft());
    }

    std::size_t containersLeft() const {
        std::vector<std::string> places{m_base + "/shared"};
        std::size_t left = 0;
        for (const auto* agent : m_agents) {
            const auto state = agent->workDir + "/containers";
            places.push_back(state + '/');
            for (const auto* folder : {"/containers", "/runc", "/exits"}) {
                left += static_cast<std::size_t>(std::distance(
                    fs::directory_iterator(state + folder), fs::directory_iterator()));
            }
        }
        return left + countProcessesNaming(places);
    }

    std::mt19937 m_random;
    Daemon* m_master = nullptr;
    std::vector<Daemon*> m_agents;
    std::optional<Console> m_console;
    std::optional<Jobs> m_jobs;
    Stopped m_stopped;
    Table m_table;
};

TEST_F(Storm, OverAMasterAndFourAgentsLosesNothingAndGivesNoGpuTwice) {
    const auto faults = numberFrom("MUSTER_STORM_KILLS", kFaults);
    m_master = &master();
    for (std::size_t i = 0; i < kAgents && !HasFatalFailure(); ++i) {
        m_agents.push_back(&agent(*m_master, {"--simulate=m60x4"}, fmt::format("agent-{}", i)));
    }
    ASSERT_FALSE(HasFatalFailure());
    blow(faults - faults / kStandaloneShare,
        {Target::Master, Target::Agent, Target::MasterAndAgent, Target::LaunchMonitor,
            Target::TaskMonitor, Target::Probe});
}

TEST_F(Storm, OverAStandaloneDaemonLosesNothingAndGivesNoGpuTwice) {
    m_master = &standalone();
    ASSERT_FALSE(HasFatalFailure());
    m_agents = {m_master};
    blow(numberFrom("MUSTER_STORM_KILLS", kFaults) / kStandaloneShare,
        {Target::Standalone, Target::LaunchMonitor, Target::TaskMonitor, Target::Probe});
}

} // namespace
} // namespace muster::e2e::storm
