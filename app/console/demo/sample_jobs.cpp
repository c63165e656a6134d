// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/demo/sample_jobs.h"

#include <fmt/format.h>

namespace muster::console {

namespace {

spec::JobText sample(const char* name, int gpus, std::string command) {
    return {.name = name,
        .command = std::move(command),
        .gpus = std::to_string(gpus),
        .cpus = "0.1",
        .memory = "32"};
}

std::string train(int epochs) {
    return fmt::format("for i in $(seq 1 {0}); do echo \"epoch $i of {0} loss 0.$((900 - i))\"; "
                       "sleep 2; done",
        epochs);
}

} // namespace

std::vector<spec::JobText> sampleJobs() {
    std::vector<spec::JobText> jobs{sample("train-resnet", 4, train(120)),
        sample("finetune-llm", 2, train(90)), sample("notebook", 1, train(150)),
        sample("broken-path", 1, "echo reading /data/missing.h5; exit 2"),
        sample("sweep-1", 2, train(30)), sample("sweep-2", 2, train(30)),
        sample("needs-a-bigger-cluster", 16, train(10))};
    jobs[0].priority = "10";
    jobs[0].linked = true;
    return jobs;
}

} // namespace muster::console
