// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/service_view.h"

#include "agentd/master/console_rights.h"
#include "agentd/master/job_spec.h"
#include "core/proto/resources.h"
#include "core/proto/states.h"
#include "core/proto/task.h"
#include "core/proto/time.h"

namespace muster::agentd {
namespace {

using muster::v1::Service;
using proto::milliseconds;

void addCounts(const services::App& app, const services::Scheduler& scheduler, Service& out) {
    int staged = 0;
    int running = 0;
    int healthy = 0;
    int unhealthy = 0;
    int outdated = 0;
    for (const auto* instance : scheduler.instancesOf(app.spec.id)) {
        outdated += instance->configured != app.configured ? 1 : 0;
        if (instance->state != TaskState::Running) {
            staged += instance->goal == services::Instance::Goal::Run
                    && (instance->state == TaskState::Staging
                        || instance->state == TaskState::Starting)
                ? 1
                : 0;
            continue;
        }
        ++running;
        healthy += instance->healthy == true ? 1 : 0;
        unhealthy += instance->healthy == false ? 1 : 0;
    }
    out.set_staged(staged);
    out.set_running(running);
    out.set_healthy(healthy);
    out.set_unhealthy(unhealthy);
    out.set_outdated(outdated);
}

Service::State stateOf(const services::App& app, const Service& row) {
    return app.removed                         ? Service::REMOVING
        : row.delayed_until_ms() != 0          ? Service::DELAYED
        : row.has_deployment()                 ? Service::DEPLOYING
        : row.waiting() > 0                    ? Service::WAITING
        : row.unhealthy() > 0                  ? Service::UNHEALTHY
        : row.instances() + row.running() == 0 ? Service::SUSPENDED
                                               : Service::RUNNING;
}

} // namespace

Service row(const services::App& app, const Control& control, Now now) {
    const auto& spec = app.spec;
    const auto& scheduler = control.services();
    Service out;
    out.set_id(spec.id.value);
    out.set_user(userOf(spec, control));
    out.set_role(spec.role);
    out.set_command(proto::commandText(std::string_view(spec.payload)));
    out.set_image(spec.image);
    *out.mutable_resources() = proto::toRow(spec.resources);
    out.set_instances(app.removed ? 0 : spec.instances);
    out.set_checked(spec.healthCheck.has_value());
    addCounts(app, scheduler, out);
    if (const auto queued = scheduler.queued(spec.id, now)) {
        out.set_waiting(queued->count);
        if (queued->timeLeft > Duration::zero()) {
            out.set_delayed_until_ms(milliseconds(now.wall + queued->timeLeft));
        }
    }
    if (const auto* deployment = scheduler.deploymentOf(spec.id)) {
        auto& shown = *out.mutable_deployment();
        shown.set_id(deployment->id.value);
        shown.set_step(static_cast<std::uint32_t>(deployment->current + 1));
        shown.set_steps(static_cast<std::uint32_t>(deployment->steps.size()));
        shown.set_since_ms(milliseconds(deployment->version));
    }
    if (app.lastFailure) {
        auto& failure = *out.mutable_last_failure();
        failure.set_at_ms(milliseconds(app.lastFailure->at));
        failure.set_task_id(app.lastFailure->instance.value);
        failure.set_hostname(app.lastFailure->host);
        failure.set_state(proto::toProto(app.lastFailure->state));
        failure.set_message(app.lastFailure->message);
    }
    for (const auto& dependency : spec.dependencies) {
        out.add_dependencies(dependency.value);
    }
    for (const auto& port : spec.ports) {
        out.add_service_ports(port.service);
    }
    out.mutable_labels()->insert(spec.labels.begin(), spec.labels.end());
    out.set_version_ms(milliseconds(app.version));
    out.set_state(stateOf(app, out));
    return out;
}

muster::v1::Schedule row(const jobs::Schedule& schedule, const Control& control) {
    const auto& spec = schedule.spec;
    muster::v1::Schedule out;
    out.set_id(spec.id.value);
    out.set_user(userOf(spec.run, control));
    out.set_command(spec.run.command);
    out.set_image(submitOf(spec.run).image());
    *out.mutable_resources() = proto::toRow(spec.run.resources);
    out.set_text(spec.text);
    out.set_zone(spec.zone);
    for (const auto& parent : spec.parents) {
        out.add_parents(parent.value);
    }
    out.set_paused(spec.policy.paused);
    out.set_problem(schedule.problem);
    out.set_exhausted(schedule.isExhausted());
    out.set_next_ms(milliseconds(schedule.next()));
    out.set_last_slot_ms(milliseconds(schedule.lastSlot));
    out.set_successes(schedule.successes);
    out.set_failures(schedule.failures);
    out.set_failures_in_a_row(schedule.failuresInARow);
    out.set_last_success_ms(milliseconds(schedule.lastSuccess));
    out.set_last_failure_ms(milliseconds(schedule.lastFailure));
    for (const auto& job : schedule.live) {
        out.add_live(job.value);
    }
    out.set_author(schedule.author);
    out.set_changed_ms(milliseconds(schedule.changed));
    return out;
}

void addInstance(const Control& control, muster::v1::Task& task) {
    if (task.framework_id() != control.servicesFramework().value) {
        return;
    }
    const auto* instance = control.services().instance({task.id()});
    if (instance == nullptr) {
        task.set_service(services::appOf({task.id()}).value);
        return;
    }
    task.set_service(instance->app.value);
    task.set_health(!instance->checked ? muster::v1::Task::NO_HEALTH
            : !instance->healthy       ? muster::v1::Task::UNKNOWN
            : *instance->healthy       ? muster::v1::Task::HEALTHY
                                       : muster::v1::Task::UNHEALTHY);
    for (const auto port : instance->hostPorts) {
        task.add_ports(port);
    }
    const auto* app = control.services().app(instance->app);
    task.set_outdated(app != nullptr && app->configured != instance->configured);
}

} // namespace muster::agentd
