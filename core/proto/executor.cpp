// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/executor.h"

#include "core/proto/framework.h"
#include "core/proto/task.h"
#include "core/proto/text_rules.h"
#include "core/proto/time.h"

namespace muster::proto {
namespace {

using mesos::v1::executor::Call;
using mesos::v1::executor::Event;
using Tell = node::TellExecutor;

Result<cluster::TaskStatus> statusOf(const Call& call, const Call::Update& update) {
    const auto& status = update.status();
    const auto& executor = call.executor_id().value();
    if (!status.has_uuid()) {
        return missingField("uuid");
    }
    if (!Uuid::fromRaw(status.uuid())) {
        return failure("Not a valid UUID");
    }
    if (status.has_executor_id() && status.executor_id().value() != executor) {
        return failure(
            fmt::format("ExecutorID in Call: {} does not match ExecutorID in TaskStatus: {}",
                executor, status.executor_id().value()));
    }
    const auto who
        = fmt::format("from executor {} of framework {}", executor, call.framework_id().value());
    if (status.source() != mesos::v1::TaskStatus::SOURCE_EXECUTOR) {
        return failure(
            fmt::format("Received Call {} with invalid source, expecting 'SOURCE_EXECUTOR'", who));
    }
    if (status.state() == mesos::v1::TASK_STAGING) {
        return failure(fmt::format("Received TASK_STAGING {} which is not allowed", who));
    }
    return fromProto(status);
}

Result<node::AgentInput> subscribed(const Call& call, const ContainerId& container) {
    node::ExecutorSubscribed out{container, {}, {}};
    for (const auto& task : call.subscribe().unacknowledged_tasks()) {
        out.tasks.insert({task.task_id().value()});
    }
    for (const auto& update : call.subscribe().unacknowledged_updates()) {
        auto status = statusOf(call, update);
        if (!status) {
            return tl::unexpected(status.error());
        }
        out.updates.push_back(std::move(*status));
    }
    return out;
}

struct ToExecutorEvent {
    Event& out;

    void operator()(const Tell::Subscribed& in) const {
        out.set_type(Event::SUBSCRIBED);
        *out.mutable_subscribed()->mutable_executor_info() = toProto(in.executor);
        *out.mutable_subscribed()->mutable_framework_info() = frameworkInfo(in.framework);
        out.mutable_subscribed()->mutable_executor_info()->mutable_framework_id()->set_value(
            in.framework.id.value);
    }
    void operator()(const Tell::Launch& in) const {
        out.set_type(Event::LAUNCH);
        *out.mutable_launch()->mutable_task() = toProto(in.task);
    }
    void operator()(const Tell::LaunchGroup& in) const {
        out.set_type(Event::LAUNCH_GROUP);
        auto& group = *out.mutable_launch_group()->mutable_task_group();
        for (const auto& task : in.tasks) {
            *group.add_tasks() = toProto(task);
        }
    }
    void operator()(const Tell::Kill& in) const {
        out.set_type(Event::KILL);
        out.mutable_kill()->mutable_task_id()->set_value(in.task.value);
        if (in.grace) {
            out.mutable_kill()->mutable_kill_policy()->mutable_grace_period()->set_nanoseconds(
                nanoseconds(*in.grace));
        }
    }
    void operator()(const Tell::Acknowledged& in) const {
        out.set_type(Event::ACKNOWLEDGED);
        out.mutable_acknowledged()->mutable_task_id()->set_value(in.task.value);
        out.mutable_acknowledged()->set_uuid(in.uuid.raw());
    }
    void operator()(const Tell::Message& in) const {
        out.set_type(Event::MESSAGE);
        out.mutable_message()->set_data(in.data);
    }
    void operator()(const Tell::Shutdown&) const { out.set_type(Event::SHUTDOWN); }
};

} // namespace

Result<node::AgentInput> fromProto(const Call& call, const ContainerId& container) {
    if (auto ids = checkIds(call); !ids) {
        return tl::unexpected(ids.error());
    }
    switch (call.type()) {
    case Call::SUBSCRIBE:
        return call.has_subscribe() ? subscribed(call, container)
                                    : Result<node::AgentInput>(missingField("subscribe"));
    case Call::UPDATE: {
        if (!call.has_update()) {
            return missingField("update");
        }
        auto status = statusOf(call, call.update());
        if (!status) {
            return tl::unexpected(status.error());
        }
        return node::ExecutorUpdate{container, std::move(*status)};
    }
    case Call::MESSAGE:
        if (!call.has_message()) {
            return missingField("message");
        }
        return node::ExecutorMessage{container, call.message().data()};
    case Call::UNKNOWN:
    case Call::HEARTBEAT:
        break;
    }
    return missingField("type");
}

Event toProto(const Tell::Event& event) {
    Event out;
    std::visit(ToExecutorEvent{out}, event);
    return out;
}

} // namespace muster::proto
