// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/execute/session.h"

#include <algorithm>

#include "app/cli/text.h"
#include "core/kernel/base/state.h"
#include "core/kernel/base/text.h"
#include "core/proto/resources.h"

namespace muster::cli {

using mesos::v1::scheduler::Call;
using mesos::v1::scheduler::Event;

namespace {

std::string updateLines(const mesos::v1::TaskStatus& status) {
    std::string lines = fmt::format("Received status update {} for task '{}'\n",
        mesos::v1::TaskState_Name(status.state()), escaped(status.task_id().value()));
    if (status.has_message())
        lines += fmt::format("  message: '{}'\n", escaped(status.message()));
    if (status.has_source())
        lines += fmt::format("  source: {}\n", mesos::v1::TaskStatus::Source_Name(status.source()));
    if (status.has_reason())
        lines += fmt::format("  reason: {}\n", mesos::v1::TaskStatus::Reason_Name(status.reason()));
    if (status.has_healthy())
        lines += fmt::format("  healthy?: {:d}\n", status.healthy());
    if (status.has_check_status())
        lines += fmt::format(
            "  check status: {}\n", escaped(status.check_status().ShortDebugString()));
    if (!status.limitation().resources().empty()) {
        if (const auto exceeded = proto::fromProto(status.limitation().resources()))
            lines += fmt::format("  resource limit violation: {}\n", exceeded->text());
    }
    return lines;
}

bool contains(const mesos::v1::Offer& offer, const Resources& wanted) {
    const auto offered = proto::fromProto(offer.resources());
    return offered && offered->contains(wanted);
}

std::string resourcesText(const mesos::v1::Offer& offer) {
    const auto offered = proto::fromProto(offer.resources());
    return offered ? offered->text() : "unreadable resources";
}

} // namespace

ExecuteSession::ExecuteSession(ExecutePlan plan) : m_plan(std::move(plan)) { }

ExecuteSession::Outcome ExecuteSession::opened() {
    Call subscribe;
    subscribe.set_type(Call::SUBSCRIBE);
    *subscribe.mutable_subscribe()->mutable_framework_info() = m_plan.framework;
    return {.calls = {std::move(subscribe)}};
}

ExecuteSession::Outcome ExecuteSession::apply(const Event& event) {
    Outcome outcome;
    switch (event.type()) {
    case Event::SUBSCRIBED:
        m_id = event.subscribed().framework_id();
        outcome.out = fmt::format("Subscribed with ID {}\n", escaped(m_id.value()));
        break;
    case Event::OFFERS:
        offers(event.offers(), outcome);
        break;
    case Event::UPDATE:
        update(event.update().status(), outcome);
        break;
    case Event::ERROR:
        outcome.err = fmt::format(
            "EXIT with status 1: Received an ERROR event: {}\n", escaped(event.error().message()));
        outcome.done = ExitCode::Failed;
        break;
    case Event::UNKNOWN:
    case Event::RESCIND:
    case Event::MESSAGE:
    case Event::FAILURE:
    case Event::HEARTBEAT:
    case Event::INVERSE_OFFERS:
    case Event::RESCIND_INVERSE_OFFER:
    case Event::UPDATE_OPERATION_STATUS:
        break;
    }
    return outcome;
}

void ExecuteSession::offers(const Event::Offers& offers, Outcome& outcome) {
    for (const auto& offer : offers.offers()) {
        if (!m_launched && contains(offer, m_plan.resources)) {
            launch(offer, outcome);
            continue;
        }
        Call decline = call(Call::DECLINE);
        *decline.mutable_decline()->add_offer_ids() = offer.id();
        outcome.calls.push_back(std::move(decline));
        m_lastOffer = resourcesText(offer);
        ++m_declined;
    }
}

void ExecuteSession::launch(const mesos::v1::Offer& offer, Outcome& outcome) {
    m_launched = true;
    m_agent = offer.agent_id();
    outcome.calls.push_back(launchCall(offer));
    Call suppress = call(Call::SUPPRESS);
    suppress.mutable_suppress();
    outcome.calls.push_back(std::move(suppress));
    std::vector<std::string> ids;
    for (const auto& task : m_plan.tasks)
        ids.push_back(escaped(task.task_id().value()));
    const auto what = m_plan.executor
        ? fmt::format("task group with tasks [ {} ]", fmt::join(ids, ", "))
        : fmt::format("task '{}'", escaped(m_plan.tasks.front().name()));
    outcome.out += fmt::format("Submitted {} to agent '{}'\n", what, escaped(m_agent.value()));
}

Call ExecuteSession::launchCall(const mesos::v1::Offer& offer) const {
    Call accept = call(Call::ACCEPT);
    *accept.mutable_accept()->add_offer_ids() = offer.id();
    auto& operation = *accept.mutable_accept()->add_operations();
    auto& tasks = m_plan.executor
        ? *operation.mutable_launch_group()->mutable_task_group()->mutable_tasks()
        : *operation.mutable_launch()->mutable_task_infos();
    operation.set_type(m_plan.executor ? mesos::v1::Offer::Operation::LAUNCH_GROUP
                                       : mesos::v1::Offer::Operation::LAUNCH);
    if (m_plan.executor) {
        auto& executor = *operation.mutable_launch_group()->mutable_executor();
        executor = *m_plan.executor;
        *executor.mutable_framework_id() = m_id;
    }
    for (const auto& planned : m_plan.tasks) {
        auto& task = *tasks.Add();
        task = planned;
        *task.mutable_agent_id() = m_agent;
    }
    return accept;
}

void ExecuteSession::update(const mesos::v1::TaskStatus& status, Outcome& outcome) {
    const auto alive = living();
    if (std::none_of(alive.begin(), alive.end(),
            [&](const auto* task) { return task->task_id().value() == status.task_id().value(); }))
        return;
    outcome.out += updateLines(status);
    if (status.has_uuid()) {
        Call acknowledge = call(Call::ACKNOWLEDGE);
        *acknowledge.mutable_acknowledge()->mutable_agent_id() = status.agent_id();
        *acknowledge.mutable_acknowledge()->mutable_task_id() = status.task_id();
        acknowledge.mutable_acknowledge()->set_uuid(status.uuid());
        outcome.calls.push_back(std::move(acknowledge));
    }
    const auto state = static_cast<TaskState>(status.state());
    outcome.running = state == TaskState::Running && !std::exchange(m_running, true);
    if (!isTerminal(state))
        return;
    m_ended.insert(status.task_id().value());
    m_failed |= state != TaskState::Finished;
    if (hasEnded())
        outcome.done = m_interrupted ? ExitCode::Interrupted
            : m_failed               ? ExitCode::Failed
                                     : ExitCode::Ok;
}

ExecuteSession::Outcome ExecuteSession::waited() {
    if (m_launched)
        return {};
    std::string why = "no node offers any";
    if (m_declined != 0)
        why = fmt::format("the latest of {} had {}", counted(m_declined, "offer"), m_lastOffer);
    const std::string hidden = seesGpus() ? ""
                                          : "; nodes with GPUs are only offered to frameworks with "
                                            "--framework_capabilities=GPU_RESOURCES";
    return {.err
        = fmt::format("Waiting for a node with {}: {}{}\n", m_plan.resources.text(), why, hidden)};
}

ExecuteSession::Outcome ExecuteSession::killDue() {
    Outcome outcome;
    for (const auto* task : m_launched ? living() : decltype(living())()) {
        outcome.calls.push_back(kill(*task));
        outcome.out += fmt::format("Asked to kill task '{}' on agent '{}'\n",
            escaped(task->task_id().value()), escaped(m_agent.value()));
    }
    return outcome;
}

ExecuteSession::Outcome ExecuteSession::interrupted() {
    if (!m_launched || hasEnded() || std::exchange(m_interrupted, true))
        return {.done = ExitCode::Interrupted};
    Outcome outcome;
    std::vector<std::string> names;
    for (const auto* task : living()) {
        outcome.calls.push_back(kill(*task));
        names.push_back(fmt::format("'{}'", escaped(task->task_id().value())));
    }
    outcome.err = fmt::format(
        "Killing task {}; press Ctrl+C again to exit immediately\n", fmt::join(names, ", "));
    return outcome;
}

Call ExecuteSession::call(Call::Type type) const {
    Call call;
    call.set_type(type);
    *call.mutable_framework_id() = m_id;
    return call;
}

std::vector<const mesos::v1::TaskInfo*> ExecuteSession::living() const {
    std::vector<const mesos::v1::TaskInfo*> out;
    for (const auto& task : m_plan.tasks) {
        if (!m_ended.contains(task.task_id().value()))
            out.push_back(&task);
    }
    return out;
}

Call ExecuteSession::kill(const mesos::v1::TaskInfo& task) const {
    Call kill = call(Call::KILL);
    *kill.mutable_kill()->mutable_task_id() = task.task_id();
    *kill.mutable_kill()->mutable_agent_id() = m_agent;
    return kill;
}

bool ExecuteSession::seesGpus() const {
    const auto& all = m_plan.framework.capabilities();
    return std::any_of(all.begin(), all.end(), [](const auto& capability) {
        return capability.type() == mesos::v1::FrameworkInfo::Capability::GPU_RESOURCES;
    });
}

} // namespace muster::cli
