// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/scheduled_run.h"

#include <sstream>

#include "core/proto/mesos/v1/mesos.pb.h"
#include "core/proto/time.h"

namespace muster::agentd {
namespace {

void set(mesos::v1::TaskInfo& task, const char* name, std::string value) {
    auto& variable = *task.mutable_command()->mutable_environment()->add_variables();
    variable.set_name(name);
    variable.set_value(std::move(value));
}

// As Chronos: the text follows the command of a shell; a program gets its words.
void addArguments(const std::string& arguments, mesos::v1::CommandInfo& command) {
    if (arguments.empty()) {
        return;
    }
    if (command.shell()) {
        command.set_value(command.value() + ' ' + arguments);
        return;
    }
    std::istringstream words(arguments);
    for (std::string word; words >> word;) {
        command.add_arguments(word);
    }
}

void addFacts(cluster::TaskInfo& task, int attempt, const std::string& host) {
    mesos::v1::TaskInfo payload;
    payload.ParsePartialFromString(task.payload.bytes());
    set(payload, "CHRONOS_JOB_RUN_ATTEMPT", std::to_string(attempt - 1));
    set(payload, "mesos_task_id", task.id.value);
    set(payload, "HOST", host);
    task.payload = payload.SerializePartialAsString();
}

} // namespace

jobs::JobSpec runOf(jobs::SubmitRun submit) {
    auto& job = submit.job;
    mesos::v1::TaskInfo payload;
    payload.ParsePartialFromString(job.payload);
    addArguments(submit.arguments, *payload.mutable_command());
    set(payload, "CHRONOS_JOB_RUN_TIME", std::to_string(proto::milliseconds(job.run->slot)));
    job.payload = payload.SerializePartialAsString();
    if (!submit.arguments.empty()) {
        job.command += ' ' + submit.arguments;
    }
    return std::move(job);
}

void addRunFacts(
    cluster::FrameworkCall& call, const jobs::Scheduler& scheduler, const cluster::Master& master) {
    auto* accept = std::get_if<cluster::Accept>(&call);
    if (accept == nullptr) {
        return;
    }
    for (auto& operation : accept->operations) {
        auto* launch = std::get_if<cluster::LaunchTasks>(&operation);
        if (launch == nullptr) {
            continue;
        }
        for (auto& task : launch->tasks) {
            const auto* job = scheduler.job(jobs::jobOf(task.id));
            const auto* agent = master.agent(task.agent);
            if (job != nullptr && job->spec.run && agent != nullptr) {
                addFacts(task, job->attempts, agent->info.hostname);
            }
        }
    }
}

} // namespace muster::agentd
