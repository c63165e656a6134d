// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/image_relay.h"

#include "agentd/clock.h"
#include "core/kernel/base/text.h"

namespace muster::agentd {

ImageRelay::ImageRelay(Control& control, AgentEndpoint& agents)
    : m_control(control), m_agents(agents) {
    m_agents.onImages
        = [this](const AgentId& agent, const auto& images) { onImages(agent, images); };
    m_agents.onGone.push_back([this](const AgentId& agent) { onGone(agent); });
}

Status ImageRelay::ask(const Caller& caller, const muster::v1::AskImages& request) {
    if (request.call().call_case() == muster::v1::ImageCall::CALL_NOT_SET) {
        return failure("The image request must be list, pull or prune");
    }
    muster::v1::AgentCommand command;
    command.mutable_images()->set_id(++m_last);
    *command.mutable_images()->mutable_call() = request.call();
    Call call{caller, {}};
    for (const auto* agent : m_control.master().agents()) {
        const bool meant = request.agent().empty() || request.agent() == agent->id.value
            || request.agent() == agent->info.hostname;
        if (meant && m_agents.send(agent->id, command)) {
            call.left.emplace(agent->id, agent->info.hostname);
        }
    }
    if (call.left.empty()) {
        return failure(request.agent().empty()
                ? "No node is connected: see 'muster nodes' for the known ones"
                : fmt::format("Node '{}' is not connected: see 'muster nodes'", request.agent()),
            Error::Kind::NotFound);
    }
    if (request.call().call_case() != muster::v1::ImageCall::kList) {
        audit(caller, request, call.left.size());
    }
    m_calls.emplace(m_last, std::move(call));
    return {};
}

// They have been asked by then: a prune may be what makes the room that the journal needs.
void ImageRelay::audit(
    const Caller& caller, const muster::v1::AskImages& request, std::size_t nodes) {
    const bool isPull = request.call().has_pull();
    const auto& image = request.call().pull();
    history::Change change;
    change.audit.push_back(
        {now(), caller.author(request.author()), isPull ? "pull image" : "prune images",
            request.agent().empty() ? "cluster" : request.agent(),
            fmt::format("{}on {}", isPull ? image + " " : "", counted(nodes, "node"))});
    m_control.keep(std::move(change));
}

void ImageRelay::reply(Call& call, const AgentId& agent, const muster::v1::ImageReport& report) {
    muster::v1::Reply out;
    auto& images = *out.mutable_images();
    images.set_agent_id(agent.value);
    images.set_hostname(call.left.at(agent));
    *images.mutable_report() = report;
    if (report.end()) {
        call.left.erase(agent);
    }
    images.set_left(static_cast<std::uint32_t>(call.left.size()));
    call.caller.reply(std::move(out));
}

void ImageRelay::onImages(const AgentId& agent, const muster::v1::AgentMessage::Images& images) {
    const auto call = m_calls.find(images.id());
    if (call == m_calls.end() || !call->second.left.contains(agent)) {
        return;
    }
    reply(call->second, agent, images.report());
    if (call->second.left.empty()) {
        m_calls.erase(call);
    }
}

void ImageRelay::onGone(const AgentId& agent) {
    muster::v1::ImageReport report;
    report.set_error("The node lost its connection");
    report.set_end(true);
    for (auto entry = m_calls.begin(); entry != m_calls.end();) {
        auto& call = entry->second;
        if (call.left.contains(agent)) {
            reply(call, agent, report);
        }
        entry = call.left.empty() ? m_calls.erase(entry) : std::next(entry);
    }
}

void ImageRelay::cancelAll(const net::SessionPtr& session) {
    std::erase_if(m_calls, [&](const auto& entry) {
        const auto& [id, call] = entry;
        if (call.caller.session != session) {
            return false;
        }
        muster::v1::AgentCommand command;
        command.mutable_images()->set_id(id);
        for (const auto& [agent, hostname] : call.left) {
            m_agents.send(agent, command);
        }
        return true;
    });
}

} // namespace muster::agentd
