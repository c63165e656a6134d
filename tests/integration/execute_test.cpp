// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/transcript.h"

namespace muster::e2e {
namespace {

struct Case {
    const char* file;
    std::vector<std::string> flags;
};

// Nothing has to listen: these are refused before the master is asked.
const Case kRefused[] = {
    {"docker-without-image", {"--name=e", "--command=true", "--containerizer=docker"}},
    {"no-command", {"--name=x"}},
    {"no-name", {"--command=true"}},
    {"unknown-capability", {"--name=x", "--command=true", "--framework_capabilities=NOPE"}},
    {"unsupported-capability",
        {"--name=x", "--command=true", "--framework_capabilities=PARTITION_AWARE"}},
};

const char* const kGpus = "--framework_capabilities=GPU_RESOURCES";

const Case kRun[] = {
    {"exit-7", {"--name=t", "--command=exit 7", kGpus, "--resources=cpus:0.5;mem:64"}},
    {"fraction", {"--name=t", "--command=true", kGpus, "--resources=cpus:0.5;mem:64;gpus:0.5"}},
    {"kill-after",
        {"--name=k", "--command=sleep 100", kGpus, "--kill_after=1secs",
            "--resources=cpus:0.5;mem:64;gpus:1"}},
    {"env",
        {"--name=e", R"(--command=test "$A" = b)", kGpus, R"(--env={"A":"b"})",
            "--resources=cpus:0.5;mem:64"}},
    {"no-shell",
        {"--name=e", "--command=/bin/true", "--no-shell", kGpus, "--resources=cpus:0.5;mem:64"}},
};

using Execute = World;

TEST_F(Execute, RefusesWhatMesosExecuteRefusedInItsWords) {
    const Daemon nobody;
    for (const auto& [file, flags] : kRefused) {
        SCOPED_TRACE(file);
        EXPECT_EQ(transcript(*execute(nobody, flags)), recorded(file));
    }
}

TEST_F(Execute, PrintsWhatMesosExecutePrinted) {
    const auto& cluster = master();
    agent(cluster, {"--simulate=m60x4"});
    for (const auto& [file, flags] : kRun) {
        SCOPED_TRACE(file);
        EXPECT_EQ(transcript(*execute(cluster, flags)), recorded(file));
    }
}

TEST_F(Execute, GetsNoOfferOfAGpuMachineWithoutTheCapability) {
    const auto& cluster = master();
    agent(cluster, {"--simulate=m60x4"});
    const auto task
        = execute(cluster, {"--name=e", "--command=true", "--resources=cpus:0.5;mem:64"});
    EXPECT_FALSE(task->wait(3s));
    EXPECT_EQ(transcript(*task, 0s), recorded("no-gpu-capability"));
}

TEST_F(Execute, GetsTheOfferWhenTheMasterDoesNotFilter) {
    const auto& cluster = master({"--no-filter_gpu_resources"});
    agent(cluster, {"--simulate=m60x4"});
    const auto task
        = execute(cluster, {"--name=gpu-test", "--command=true", "--resources=cpus:0.5;mem:64"});
    EXPECT_EQ(transcript(*task), recorded("gpu-finished"));
}

} // namespace
} // namespace muster::e2e
