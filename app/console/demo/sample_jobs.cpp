// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/demo/sample_jobs.h"

namespace muster::console {

namespace {

models::JobDraft sample(const char* name, int gpus, const QString& command) {
    models::JobDraft draft;
    draft.name = QString::fromLatin1(name);
    draft.command = command;
    draft.gpus = gpus;
    draft.cpus = 0.1;
    draft.memMebibytes = 32;
    return draft;
}

QString train(int epochs) {
    return QStringLiteral("for i in $(seq 1 %1); do echo \"epoch $i of %1 loss 0.$((900 - i))\"; "
                          "sleep 2; done")
        .arg(epochs);
}

} // namespace

std::vector<models::JobDraft> sampleJobs() {
    std::vector<models::JobDraft> jobs{sample("train-resnet", 4, train(120)),
        sample("finetune-llm", 2, train(90)), sample("notebook", 1, train(150)),
        sample("broken-path", 1, QStringLiteral("echo reading /data/missing.h5; exit 2")),
        sample("sweep-1", 2, train(30)), sample("sweep-2", 2, train(30)),
        sample("needs-a-bigger-cluster", 16, train(10))};
    jobs[0].priority = 10;
    jobs[0].linked = true;
    return jobs;
}

} // namespace muster::console
