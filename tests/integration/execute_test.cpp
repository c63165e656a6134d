// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/transcript.h"

namespace muster::e2e {
namespace {

struct Case {
    const char* file;
    int status;
    std::vector<std::string> flags;
};

// Nothing has to listen: these are refused before the master is asked.
const Case kRefused[] = {
    {"docker_without_image", 1, {"--name=e", "--command=true", "--containerizer=docker"}},
    {"no_command", 1, {"--name=x"}},
    {"no_name", 1, {"--command=true"}},
    {"unknown_capability", 1, {"--name=x", "--command=true", "--framework_capabilities=NOPE"}},
    {"unsupported_capability", 1,
        {"--name=x", "--command=true", "--framework_capabilities=PARTITION_AWARE"}},
};

const char* const kGpus = "--framework_capabilities=GPU_RESOURCES";

const Case kRun[] = {
    {"exit_7", 1, {"--name=t", "--command=exit 7", kGpus, "--resources=cpus:0.5;mem:64"}},
    {"fraction", 1, {"--name=t", "--command=true", kGpus, "--resources=cpus:0.5;mem:64;gpus:0.5"}},
    {"kill_after", 1,
        {"--name=k", "--command=sleep 100", kGpus, "--kill_after=1secs",
            "--resources=cpus:0.5;mem:64;gpus:1"}},
    {"env", 0,
        {"--name=e", R"(--command=test "$A" = b)", kGpus, R"(--env={"A":"b"})",
            "--resources=cpus:0.5;mem:64"}},
    // Where the executor of Mesos died.
    {"env", 0,
        {"--name=e", "--command=/bin/true", "--no-shell", kGpus, "--resources=cpus:0.5;mem:64"}},
};

using Execute = World;

TEST_F(Execute, RefusesWhatMesosExecuteRefusedInItsWords) {
    const Daemon nobody;
    for (const auto& [file, status, flags] : kRefused) {
        SCOPED_TRACE(file);
        expectRecorded(*execute(nobody, flags), file, status);
    }
}

TEST_F(Execute, PrintsWhatMesosExecutePrinted) {
    const auto& cluster = master();
    agent(cluster, {"--simulate=m60x4"});
    for (const auto& [file, status, flags] : kRun) {
        SCOPED_TRACE(file);
        expectRecorded(*execute(cluster, flags), file, status);
    }
}

TEST_F(Execute, GetsNoOfferOfAGpuMachineWithoutTheCapability) {
    const auto& cluster = master();
    agent(cluster, {"--simulate=m60x4"});
    const auto task
        = execute(cluster, {"--name=e", "--command=true", "--resources=cpus:0.5;mem:64"});
    EXPECT_FALSE(task->wait(3s));
    EXPECT_EQ(transcript(*task), recorded("no_gpu_capability"));
}

TEST_F(Execute, GetsTheOfferWhenTheMasterDoesNotFilter) {
    const auto& cluster = master({"--no-filter_gpu_resources"});
    agent(cluster, {"--simulate=m60x4"});
    const auto task
        = execute(cluster, {"--name=gpu-test", "--command=true", "--resources=cpus:0.5;mem:64"});
    expectRecorded(*task, "gpu_finished", 0);
}

} // namespace
} // namespace muster::e2e
