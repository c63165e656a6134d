// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/e2e/framework.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace muster::e2e {

using mesos::v1::Offer;
using mesos::v1::TaskInfo;
using mesos::v1::TaskState;
using mesos::v1::TaskStatus;
using mesos::v1::scheduler::Call;
using mesos::v1::scheduler::Event;

namespace {

double gpusOf(const Offer& offer) {
    double gpus = 0;
    for (const auto& resource : offer.resources()) {
        gpus += resource.name() == "gpus" ? resource.scalar().value() : 0;
    }
    return gpus;
}

} // namespace

Framework::Framework(std::uint16_t port, const std::string& token)
    : m_wire(port, token, "/ws/framework", proto::kBinarySubprotocol) {
    EXPECT_TRUE(m_wire.untilOpen()) << (m_wire.closed ? m_wire.closed->message : "");
    Call call;
    call.set_type(Call::SUBSCRIBE);
    auto& info = *call.mutable_subscribe()->mutable_framework_info();
    info.set_user("root");
    info.set_name("test");
    info.add_capabilities()->set_type(mesos::v1::FrameworkInfo::Capability::GPU_RESOURCES);
    send(std::move(call));
    EXPECT_TRUE(until([this] { return !m_id.empty(); }));
}

std::optional<Offer> Framework::offer(double gpus, Patience patience) {
    const auto fits = [&](const Offer& offer) { return gpusOf(offer) >= gpus; };
    if (!until([&] { return std::ranges::any_of(m_offers, fits); }, patience)) {
        return std::nullopt;
    }
    const auto found = std::ranges::find_if(m_offers, fits);
    const auto out = *found;
    m_offers.erase(found);
    return out;
}

void Framework::accept(const Offer& offer, Offer::Operation operation) {
    Call call;
    call.set_type(Call::ACCEPT);
    *call.mutable_accept()->add_offer_ids() = offer.id();
    *call.mutable_accept()->add_operations() = std::move(operation);
    call.mutable_accept()->mutable_filters()->set_refuse_seconds(0);
    send(std::move(call));
}

void Framework::launch(const Offer& offer, const std::vector<TaskInfo>& tasks) {
    Offer::Operation operation;
    operation.set_type(Offer::Operation::LAUNCH);
    for (const auto& task : tasks) {
        *operation.mutable_launch()->add_task_infos() = task;
    }
    accept(offer, std::move(operation));
}

void Framework::kill(const std::string& task) {
    Call call;
    call.set_type(Call::KILL);
    call.mutable_kill()->mutable_task_id()->set_value(task);
    send(std::move(call));
}

void Framework::send(Call call) {
    if (!m_id.empty()) {
        call.mutable_framework_id()->set_value(m_id);
    }
    m_wire.send(proto::encode(call, proto::Encoding::Binary), true);
}

bool Framework::until(const std::function<bool()>& condition, Patience patience) {
    return m_wire.until(
        [&] {
            take();
            return condition();
        },
        patience);
}

bool Framework::is(const std::string& task, TaskState state, Patience patience) {
    return until(
        [&] {
            const auto seen = states(task);
            return !seen.empty() && seen.back() == state;
        },
        patience);
}

TaskStatus Framework::end(const std::string& task, Patience patience) {
    EXPECT_TRUE(until(
        [&] {
            const auto seen = states(task);
            return !seen.empty() && seen.back() >= mesos::v1::TASK_FINISHED
                && seen.back() != mesos::v1::TASK_STARTING;
        },
        patience));
    return statuses(task).back();
}

std::vector<TaskStatus> Framework::statuses(const std::string& task) const {
    std::vector<TaskStatus> out;
    std::ranges::copy_if(m_statuses, std::back_inserter(out),
        [&](const auto& status) { return status.task_id().value() == task; });
    return out;
}

std::vector<TaskState> Framework::states(const std::string& task) const {
    std::vector<TaskState> out;
    for (const auto& status : statuses(task)) {
        out.push_back(status.state());
    }
    return out;
}

void Framework::take() {
    for (; m_taken < m_wire.messages.size(); ++m_taken) {
        Event event;
        EXPECT_TRUE(event.ParseFromString(m_wire.messages[m_taken]));
        take(event);
        events.push_back(std::move(event));
    }
}

void Framework::take(const Event& event) {
    if (event.type() == Event::SUBSCRIBED) {
        m_id = event.subscribed().framework_id().value();
    } else if (event.type() == Event::OFFERS) {
        m_offers.insert(
            m_offers.end(), event.offers().offers().begin(), event.offers().offers().end());
    } else if (event.type() == Event::RESCIND) {
        std::erase_if(m_offers, [&](const auto& offer) {
            return offer.id().value() == event.rescind().offer_id().value();
        });
    } else if (event.type() == Event::UPDATE) {
        const auto& status = event.update().status();
        const bool again = std::ranges::any_of(
            m_statuses, [&](const auto& known) { return known.uuid() == status.uuid(); });
        if (!again || !status.has_uuid()) {
            m_statuses.push_back(status);
        }
        if (status.has_uuid()) {
            Call call;
            call.set_type(Call::ACKNOWLEDGE);
            *call.mutable_acknowledge()->mutable_agent_id() = status.agent_id();
            *call.mutable_acknowledge()->mutable_task_id() = status.task_id();
            call.mutable_acknowledge()->set_uuid(status.uuid());
            send(std::move(call));
        }
    }
}

void addResource(google::protobuf::RepeatedPtrField<mesos::v1::Resource>& resources,
    const std::string& name, double value) {
    auto& resource = *resources.Add();
    resource.set_name(name);
    resource.set_type(mesos::v1::Value::SCALAR);
    resource.mutable_scalar()->set_value(value);
}

TaskInfo task(const Offer& offer, const std::string& id, const std::string& command, double gpus) {
    TaskInfo out;
    out.set_name(id);
    out.mutable_task_id()->set_value(id);
    *out.mutable_agent_id() = offer.agent_id();
    addResource(*out.mutable_resources(), "cpus", 0.1);
    addResource(*out.mutable_resources(), "mem", 32);
    if (gpus > 0) {
        addResource(*out.mutable_resources(), "gpus", gpus);
    }
    out.mutable_command()->set_value(command);
    return out;
}

} // namespace muster::e2e
