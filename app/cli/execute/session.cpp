// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/execute/session.h"

#include <algorithm>

#include "app/cli/text.h"
#include "core/kernel/base/state.h"
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
    return lines;
}

bool contains(const mesos::v1::Offer& offer, const Resources& wanted) {
    const auto offered = proto::fromProto(offer.resources());
    return offered && offered->contains(wanted);
}

std::string resourcesText(const mesos::v1::Offer& offer) {
    const auto offered = proto::fromProto(offer.resources());
    return offered ? offered->text() : "resources that cannot be read";
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
    Call accept = call(Call::ACCEPT);
    *accept.mutable_accept()->add_offer_ids() = offer.id();
    auto* operation = accept.mutable_accept()->add_operations();
    operation->set_type(mesos::v1::Offer::Operation::LAUNCH);
    auto* task = operation->mutable_launch()->add_task_infos();
    *task = m_plan.task;
    *task->mutable_agent_id() = m_agent;
    outcome.calls.push_back(std::move(accept));
    Call suppress = call(Call::SUPPRESS);
    suppress.mutable_suppress();
    outcome.calls.push_back(std::move(suppress));
    outcome.out += fmt::format("Submitted task '{}' to agent '{}'\n", escaped(m_plan.task.name()),
        escaped(m_agent.value()));
}

void ExecuteSession::update(const mesos::v1::TaskStatus& status, Outcome& outcome) {
    if (m_ended || status.task_id().value() != m_plan.task.task_id().value())
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
    m_ended = true;
    const auto code = state == TaskState::Finished ? ExitCode::Ok : ExitCode::Failed;
    outcome.done = m_interrupted ? ExitCode::Interrupted : code;
}

ExecuteSession::Outcome ExecuteSession::waited() {
    if (m_launched)
        return {};
    std::string why = "no machine offers any";
    if (m_declined != 0)
        why = fmt::format("the newest of {} offers had {}", m_declined, m_lastOffer);
    const std::string hidden = seesGpus()
        ? ""
        : "; machines with GPUs are withheld from frameworks without "
          "--framework_capabilities=GPU_RESOURCES";
    return {.err = fmt::format(
                "Waiting for a machine with {}: {}{}\n", m_plan.resources.text(), why, hidden)};
}

ExecuteSession::Outcome ExecuteSession::killDue() {
    if (!m_launched || m_ended)
        return {};
    Outcome outcome{.calls = {kill()}};
    outcome.out = fmt::format("Asked to kill task '{}' on agent '{}'\n",
        escaped(m_plan.task.name()), escaped(m_agent.value()));
    return outcome;
}

ExecuteSession::Outcome ExecuteSession::interrupted() {
    if (!m_launched || m_ended || std::exchange(m_interrupted, true))
        return {.done = ExitCode::Interrupted};
    return {.calls = {kill()},
        .err = fmt::format(
            "Killing task '{}'; Ctrl+C again leaves at once\n", escaped(m_plan.task.name()))};
}

Call ExecuteSession::call(Call::Type type) const {
    Call call;
    call.set_type(type);
    *call.mutable_framework_id() = m_id;
    return call;
}

Call ExecuteSession::kill() const {
    Call kill = call(Call::KILL);
    *kill.mutable_kill()->mutable_task_id() = m_plan.task.task_id();
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
