// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/container/cgroup.h"
#include "core/container/conmon.h"
#include "core/container/execution.h"
#include "core/container/exit_watch.h"
#include "core/container/host_facts.h"
#include "core/container/sealed_copy.h"
#include "core/container/spec.h"

namespace muster::container {

struct RuntimeOptions {
    std::string stateDirectory; // absolute; made 0700. Below /run it is emptied by a reboot
    std::string mountPlace; // absolute; an empty folder, but in the mount namespaces of containers
    std::string init; // the muster-init program
    std::string runc = "/usr/sbin/runc";
    std::string conmon = "/usr/bin/conmon";
    std::string cgroupParent = "/muster";
    std::vector<std::string> hidden; // the agent's work_dir and whatever else no task may see
    std::vector<std::string> secretFiles; // that flags name: hidden where tasks see host files
    std::string secretLists; // folder of such lists of all daemons (listedSecrets); may be empty
    bool hostRootWritable = false; // a privileged task may write to the host's files
    std::chrono::milliseconds launchLimit = std::chrono::seconds(30);
    std::chrono::milliseconds killLimit = std::chrono::seconds(10);
};

struct Launched {
    ContainerId id;
    ProcessRef init; // pid 1 of the container, as the host numbers it
    std::string ip{}; // in a network of its own; empty: the host's
};

struct Recovered {
    ContainerRecord record;
    std::optional<Exit> exit; // nothing: it runs
    std::string ip{}; // as of Launched
};

// A container that runs on though somebody removed the state directory that it belongs to.
struct Stray {
    ContainerId id;
    std::string stateDirectory; // that is no more
    std::optional<std::vector<unsigned>> gpuMinors; // nothing: the kernel does not tell
};

// Runs containers through conmon and runc. Nothing that matters is kept in memory: a container and
// its exit status outlive this object and its process, however that ends. Thread-safe, except
// that recover() comes first and alone. launch() and destroy() block (about 20 ms and 5 ms); run
// them on worker threads. One object per state directory.
class Runtime {
public:
    static Result<std::unique_ptr<Runtime>> open(RuntimeOptions options);
    Runtime(const Runtime&) = delete;
    Runtime& operator=(const Runtime&) = delete;
    ~Runtime();

    // Creates the sandbox if need be and starts the command in it. After an error nothing is left
    // but the sandbox. The container may already have ended, and be taken, when this returns.
    // Unavailable: the same may work the next time, as where conmon was killed.
    Result<Launched> launch(const ContainerSpec& spec);
    // To the command and its process group, where SIGTERM becomes the container's stop signal, or
    // to every process of the container as it is.
    Status signal(const ContainerId& id, int number, bool all);
    // Gives a running container more. Nothing is taken away: no GPU, no memory. Its device rules
    // are to be kept again.
    Status resize(const ContainerId& id, const ContainerSize& size) const;
    // What a running container may open now, and what it is to be by the last keepDeviceRules(),
    // which outlives this object; at first as it is.
    struct KeptRules {
        DeviceRules now;
        DeviceRules wanted;
    };
    Result<KeptRules> deviceRules(const ContainerId& id) const;
    Status keepDeviceRules(const ContainerId& id) const;
    // Starts a command inside a running container, beside its own: same user, devices, limits and
    // environment, `environment` over it. With a terminal it gets one of the container's own, of
    // the same size, that follows this one when it is resized. `name`: unique among those that run
    // in that container, fit for a file. Does not block.
    Result<std::unique_ptr<Execution>> execute(const ContainerId& id,
        const std::vector<std::string>& argv,
        const std::vector<std::pair<std::string, std::string>>& environment,
        const std::string& name, const Descriptors& io = {}) const;
    // Whether execute() would find the program, in words: NotFound or Denied. For people: nothing
    // holds the container's files still.
    Status findProgram(const ContainerId& id, const std::string& program,
        const std::vector<std::pair<std::string, std::string>>& environment) const;
    // Of a container that has started and is not destroyed.
    std::optional<std::string> sandboxOf(const ContainerId& id) const;
    bool hasTerminal(const ContainerId& id) const;
    // Whether its first process runs already: else signal() and openTerminal() wait for it, up to
    // 2 s where the disk of its sandbox is slow.
    bool isReady(const ContainerId& id) const;
    // Its processes, as the host numbers them; none: it is not there.
    std::vector<pid_t> processes(const ContainerId& id) const { return cgroup(id).members(); }
    // The outer end of a running container's terminal, to write input and sizes to, non-blocking.
    // What it shows is for muster-init to read, and then in the sandbox. Nobody need have kept it
    // open: any Runtime of the state directory gets it. NotFound: the container has ended.
    Result<Fd> openTerminal(const ContainerId& id) const;
    // Ends what still runs, waits until no process is left, frees everything but the sandbox, and
    // says how it ended. After an error (a process that did not die within `limit`, by default that
    // of the options) it can be repeated; until it succeeds the container's GPUs are in use.
    Result<Exit> destroy(
        const ContainerId& id, std::optional<std::chrono::milliseconds> limit = {});
    // What is there after a start: running containers, and ended ones whose exit nobody took.
    // Half-made ones are destroyed. Every exit from now on comes through takeExits().
    Result<std::vector<Recovered>> recover();
    // What runs on this machine below the same control group and is in no state directory any more,
    // this one or another agent's: what another agent has is none of these.
    std::vector<Stray> strays() const;
    // After an error it can be repeated, as destroy().
    Status endStray(const Stray& stray, std::optional<std::chrono::milliseconds> limit = {});

    // Readable when takeExits() may have something. For one event loop.
    int exitFd() const { return m_watch->fd(); }
    // Containers that ended by themselves or by signal(); each is named once, and not after
    // destroy() was called for it.
    std::vector<Exit> takeExits();

private:
    Runtime(
        RuntimeOptions options, std::vector<Mount> hierarchies, std::unique_ptr<ExitWatch> watch);
    Bundle bundle(const ContainerId& id) const;
    Cgroup cgroup(const ContainerId& id) const;
    Result<Launched> launchIn(const Bundle& bundle, const ContainerSpec& spec);
    // In the container's own mount namespace: its files and its config.json.
    Status prepare(const Bundle& bundle, ContainerSpec spec, const std::vector<Fd>& volumes) const;
    HostView viewOf(const ContainerSpec& spec, const HostFacts& facts) const;
    Result<ContainerRecord> recordOf(
        const Bundle& bundle, const ContainerSpec& spec, pid_t init) const;
    Status start(const Bundle& bundle) const;
    Status writeProcess(const std::string& file, const Bundle& bundle,
        const std::vector<std::string>& argv,
        const std::vector<std::pair<std::string, std::string>>& environment,
        const std::string& terminal) const;
    Exit exitOf(const Bundle& bundle) const;
    void endMonitor(const Bundle& bundle) const;
    Result<std::optional<Recovered>> recoverOne(const ContainerId& id);

    const RuntimeOptions m_options;
    const std::vector<Mount> m_hierarchies; // of control groups
    const SealedCopy m_runc;
    const std::string m_bootId;
    const std::unique_ptr<ExitWatch> m_watch;
};

} // namespace muster::container
