// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <boost/asio/post.hpp>
#include <spdlog/spdlog.h>

#include "agentd/agent/agent_state.h"
#include "agentd/clock.h"

namespace muster::agentd {

void AgentDaemon::State::post(node::AgentInput input) {
    inputs.push_back(std::move(input));
    if (!std::exchange(scheduled, true)) {
        boost::asio::post(io, [this] { run(); });
    }
}

void AgentDaemon::State::run() {
    scheduled = false;
    while (!inputs.empty()) {
        auto input = std::move(inputs.front());
        inputs.pop_front();
        operators->counts.onInput(input);
        for (auto& output : agent.apply(std::move(input), now())) {
            operators->counts.onOutput(output);
            std::visit([this](auto& out) { take(out); }, output);
        }
        operators->counts.done();
    }
    arm();
}

void AgentDaemon::State::arm() {
    const auto due = agent.nextDeadline();
    if (!due) {
        timer.cancel();
        return;
    }
    timer.expires_after(std::max(*due - uptime(), Duration(0)));
    timer.async_wait([this](boost::system::error_code error) {
        if (!error) {
            post(node::Tick{});
        }
    });
}

void AgentDaemon::State::take(node::ToMaster& out) {
    auto message = proto::toProto(out.message);
    if (message.has_register_()) {
        message.mutable_register_()->set_secret(secret);
        *message.mutable_register_()->mutable_journal() = checkpoints.journal();
    }
    if (watch && (message.has_register_() || message.has_update())) {
        noteOrder(message.has_update() ? message.update() : message.register_().facts());
    }
    send(std::move(message));
}
void AgentDaemon::State::take(node::Launch& out) {
    if (!disk->problem().empty()) {
        return post(
            node::ContainerFailed{out.container, disk->problem(), node::LaunchFault::Node});
    }
    if (containers) {
        containers->launch(std::move(out));
    } else {
        refuse(out.container);
    }
}
void AgentDaemon::State::take(node::CancelLaunch& out) {
    if (containers) {
        containers->cancel(out.container);
    }
}
void AgentDaemon::State::take(node::LaunchExecutor& out) {
    if (!executors) {
        return refuse(out.container);
    }
    if (!disk->problem().empty()) {
        return post(
            node::ContainerFailed{out.container, disk->problem(), node::LaunchFault::Node});
    }
    if (auto ready = executors->add({out.container, out.framework, out.executor, {}, false});
        !ready) {
        return post(node::ContainerFailed{out.container, ready.error().message});
    }
    containers->launch(std::move(out));
}
void AgentDaemon::State::take(node::ResizeContainer& out) {
    containers->resize(out);
}
void AgentDaemon::State::take(node::TellExecutor& out) {
    executors->tell(out);
}
void AgentDaemon::State::take(node::SaveExecutor& out) {
    noteUse(out.executor);
    kept(checkpoints.saveExecutor(out.executor));
    operators->tasks.save(out.executor);
}
void AgentDaemon::State::take(node::ForgetExecutor& out) {
    noteEnd(out.container);
    kept(checkpoints.forgetExecutor(out.container));
    operators->tasks.forget(out.container);
    executors->remove(out.container);
}
void AgentDaemon::State::take(node::Signal& out) {
    containers->signal(out.container, out.signal);
}
void AgentDaemon::State::take(node::Destroy& out) {
    containers->destroy(out.container);
}
void AgentDaemon::State::take(node::RunCheck& out) {
    containers->check(std::move(out));
}
void AgentDaemon::State::take(node::ProbeLaunch& out) {
    if (!disk->problem().empty()) {
        return post(node::LaunchProbed{disk->problem()});
    }
    containers->probe(out);
}
void AgentDaemon::State::take(node::SaveTask& out) {
    noteUse(out.task);
    kept(checkpoints.saveTask(out.task));
    operators->tasks.save(out.task);
}
void AgentDaemon::State::take(node::ForgetTask& out) {
    noteEnd(out.container);
    kept(checkpoints.forgetTask(out.container));
    operators->tasks.forget(out.container);
}
void AgentDaemon::State::take(node::SaveRestrictions& out) {
    kept(checkpoints.saveRestrictions(out.restrictions));
}
void AgentDaemon::State::take(node::SaveId& out) {
    kept(checkpoints.saveId(out.id));
    if (containers) {
        containers->setAgent(out.id);
    }
}

void AgentDaemon::State::noteEnd(const ContainerId& container) {
    if (gc) {
        gc->ended(container);
    }
}

void AgentDaemon::State::refuse(const ContainerId& container) {
    post(node::ContainerFailed{container, kRunsNothing});
}

void AgentDaemon::State::kept(const Status& status) {
    if (!status) {
        spdlog::critical("{}. The agent exits; its tasks keep running", status.error().message);
        std::_Exit(1);
    }
    if (checkpoints.isFull() && disk && disk->problem().empty()) {
        disk->look();
    }
}

} // namespace muster::agentd
