// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <spdlog/spdlog.h>

#include "agentd/agent/agent_state.h"
#include "agentd/clock.h"
#include "core/proto/encoding.h"

namespace muster::agentd {

void AgentDaemon::State::opened() {
    post(node::MasterConnected{});
}

void AgentDaemon::State::lost(const Error& why) {
    if (registered || lastProblem != why.message) {
        spdlog::warn("{}; retrying", why.message);
    }
    lastProblem = why.message;
    logs->cancelAll();
    if (containers) {
        containers->masterLost();
        imageCalls->cancelAll();
    }
    if (std::exchange(registered, false)) {
        post(node::MasterLost{});
    }
}

void AgentDaemon::State::noteOrder(const muster::v1::AgentFacts& facts) {
    std::vector<GpuUuid> order;
    for (const auto& gpu : facts.gpus()) {
        order.push_back({gpu.uuid()});
    }
    watch->setOrder(std::move(order));
}

void AgentDaemon::State::send(muster::v1::AgentMessage message) {
    link->send(
        std::make_shared<const std::string>(proto::encode(message, proto::Encoding::Binary)));
}

void AgentDaemon::State::receive(std::string_view bytes) {
    muster::v1::AgentCommand command;
    if (auto status
        = proto::decode(bytes, proto::Encoding::Binary, command, proto::kMaximumOfAgent);
        !status) {
        spdlog::error("The master sent a message that this agent does not understand: {}",
            status.error().message);
        return;
    }
    if (command.has_journal()) {
        kept(checkpoints.saveJournal(command.journal()));
    }
    if (command.has_read_log()) {
        return logs->start(command.read_log());
    }
    if (command.command_case() == muster::v1::AgentCommand::kCancelLog) {
        return logs->cancel(command.cancel_log());
    }
    if (command.has_query()) {
        muster::v1::AgentMessage answer;
        *answer.mutable_answer() = operators->answer(command.query(), now());
        return send(std::move(answer));
    }
    if (command.has_stream()) {
        return take(command.stream());
    }
    if (command.has_images()) {
        return take(command.images());
    }
    auto value = proto::fromProto(command);
    if (!value) {
        spdlog::error("The master sent a message that this agent does not understand: {}",
            value.error().message);
        return;
    }
    if (const auto* answer = std::get_if<cluster::Registered>(&*value)) {
        registered = true;
        lastProblem.clear();
        id = answer->id;
        spdlog::info("Registered with the master as {}", answer->id.value);
    }
    post(node::FromMaster{std::move(*value)});
}

void AgentDaemon::State::take(const muster::v1::Stream& part) {
    if (containers) {
        return containers->take(part);
    }
    muster::v1::Stream refused;
    refused.set_id(part.id());
    refused.mutable_end()->set_status(400);
    refused.mutable_end()->set_body(kRunsNothing);
    send(std::move(refused));
}
void AgentDaemon::State::take(const muster::v1::AgentCommand::Images& call) {
    if (imageCalls) {
        return imageCalls->take(call);
    }
    muster::v1::AgentMessage refused;
    refused.mutable_images()->set_id(call.id());
    refused.mutable_images()->mutable_report()->set_error(kRunsNothing);
    refused.mutable_images()->mutable_report()->set_end(true);
    send(std::move(refused));
}
void AgentDaemon::State::send(muster::v1::Stream part) {
    muster::v1::AgentMessage message;
    *message.mutable_stream() = std::move(part);
    send(std::move(message));
}

bool AgentDaemon::State::lives(const cluster::TaskKey& key) const {
    const auto tasks = agent.tasks();
    return std::any_of(tasks.begin(), tasks.end(),
        [&](const auto& task) { return task.key == key && !isTerminal(task.state); });
}

} // namespace muster::agentd
