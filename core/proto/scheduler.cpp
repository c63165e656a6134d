// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/scheduler.h"

#include <algorithm>
#include <set>

#include "core/proto/launch_checks.h"
#include "core/proto/offer_constraints.h"
#include "core/proto/text_rules.h"
#include "core/proto/time.h"

namespace muster::proto {
namespace {

using mesos::v1::scheduler::Call;

// Mesos: negative or absent means the default, more than a year means a year.
Duration refusal(const mesos::v1::Filters& filters) {
    const double seconds = filters.refuse_seconds();
    if (!(seconds >= 0)) {
        return cluster::kDefaultRefusal;
    }
    const auto maximum = std::chrono::duration<double>(cluster::kMaximumRefusal).count();
    return std::chrono::duration_cast<Duration>(
        std::chrono::duration<double>(std::min(seconds, maximum)));
}

template <typename Ids>
std::vector<OfferId> offerIds(const Ids& ids) {
    std::vector<OfferId> out;
    for (const auto& id : ids) {
        out.push_back({id.value()});
    }
    return out;
}

// Mesos' words on the two fields for roles, of which each kind of framework has one.
std::string rolesDefect(const mesos::v1::FrameworkInfo& in, bool multiRole) {
    if (multiRole && in.has_role()) {
        return "'FrameworkInfo.role' must not be set when the framework is MULTI_ROLE capable";
    }
    if (!multiRole && !in.roles().empty()) {
        return "'FrameworkInfo.roles' must not be set when the framework is not MULTI_ROLE capable";
    }
    std::set<std::string> seen, twice;
    for (const auto& role : in.roles()) {
        if (!seen.insert(role).second) {
            twice.insert(role);
        }
    }
    return twice.empty() ? ""
                         : fmt::format("'FrameworkInfo.roles' contains duplicate items: {{ {} }}",
                             fmt::join(twice, ", "));
}

// `In`: Call::Subscribe or Call::UpdateFramework.
template <typename Out, typename In>
Result<cluster::FrameworkCall> describe(const In& call) {
    const auto& in = call.framework_info();
    cluster::FrameworkInfo info{
        .id = {in.id().value()},
        .name = in.name(),
        .user = in.user(),
        .principal = in.principal(),
        .hostname = in.hostname(),
        .checkpoint = in.checkpoint(),
    };
    info.payload = in.SerializeAsString();
    const double timeout = in.failover_timeout();
    if (!(timeout >= 0 && timeout < 1e10)) {
        return failure("'failover_timeout' must be between 0 and 1e10 seconds");
    }
    info.failoverTimeout
        = std::chrono::duration_cast<Duration>(std::chrono::duration<double>(timeout));
    for (const auto& capability : in.capabilities()) {
        if (capability.type() != mesos::v1::FrameworkInfo::Capability::UNKNOWN) {
            info.capabilities.insert(static_cast<cluster::Capability>(capability.type()));
        }
    }
    info.eager = std::any_of(in.labels().labels().begin(), in.labels().labels().end(),
        [](const auto& label) { return label.key() == cluster::kOffersAtOnce; });
    const bool multiRole = info.has(cluster::Capability::MultiRole);
    info.roles = {in.role()};
    if (multiRole) {
        info.roles = {in.roles().begin(), in.roles().end()};
    }
    return Out{std::move(info), {call.suppressed_roles().begin(), call.suppressed_roles().end()},
        fromProto(call.offer_constraints()), rolesDefect(in, multiRole)};
}

Result<cluster::FrameworkCall> subscribe(const Call& call) {
    const auto& in = call.subscribe().framework_info();
    if (in.has_id() && in.id().value() != call.framework_id().value()) {
        return failure("'framework_id' differs from 'subscribe.framework_info.id'");
    }
    return describe<cluster::Subscribe>(call.subscribe());
}

Result<cluster::FrameworkCall> updateFramework(const Call& call) {
    if (call.update_framework().framework_info().id().value() != call.framework_id().value()) {
        return failure("'framework_id' differs from 'update_framework.framework_info.id'");
    }
    return describe<cluster::UpdateFramework>(call.update_framework());
}

// What is found first in Mesos' order: what the conversion found of the resources lies between the
// other checks.
void noteDefect(cluster::Defect& defect, cluster::Defect found) {
    using Stage = cluster::Defect::Stage;
    if (defect.stage == Stage::None || (found.stage != Stage::None && found.stage < defect.stage)) {
        defect = std::move(found);
    }
}

cluster::ExecutorInfo executorOf(
    mesos::v1::ExecutorInfo info, LaunchedBy by, const mesos::v1::FrameworkID& framework) {
    auto found = findDefect(info, by, framework.value());
    *info.mutable_framework_id() = framework; // as Mesos does: it may be left out
    auto out = fromProto(info);
    noteDefect(out.defect, std::move(found));
    return out;
}

cluster::TaskInfo taskOf(
    mesos::v1::TaskInfo&& info, LaunchedBy by, const mesos::v1::FrameworkID& framework) {
    auto found = findDefect(info, by);
    std::optional<cluster::ExecutorInfo> executor;
    if (info.has_executor()) {
        executor = executorOf(info.executor(), by, framework);
    }
    auto out = fromProto(std::move(info));
    noteDefect(out.defect, std::move(found));
    out.executor = std::move(executor);
    return out;
}

cluster::Operation launchOf(const Call& call, mesos::v1::Offer::Operation& operation) {
    cluster::LaunchTasks out;
    for (auto& task : *operation.mutable_launch()->mutable_task_infos()) {
        out.tasks.push_back(taskOf(std::move(task), LaunchedBy::Launch, call.framework_id()));
        if (operation.has_id()) {
            out.tasks.back().defect = {
                cluster::Defect::Stage::Call, "The `id` field cannot be set on LAUNCH operations"};
        }
    }
    return out;
}

cluster::Operation groupOf(const Call& call, mesos::v1::Offer::Operation& operation) {
    auto& in = *operation.mutable_launch_group();
    cluster::LaunchGroup out{executorOf(in.executor(), LaunchedBy::Group, call.framework_id()), {}};
    for (auto& task : *in.mutable_task_group()->mutable_tasks()) {
        out.tasks.push_back(taskOf(std::move(task), LaunchedBy::Group, call.framework_id()));
    }
    if (operation.has_id()) {
        out.executor.defect = {cluster::Defect::Stage::Call,
            "The `id` field cannot be set on LAUNCH_GROUP operations"};
    }
    return out;
}

cluster::Operation reservationsOf(const mesos::v1::Offer::Operation& operation) {
    using Kind = cluster::ChangeReservations::Kind;
    constexpr auto kInvalid = "Operation attempted with invalid resources: ";
    const bool reserve = operation.type() == mesos::v1::Offer::Operation::RESERVE;
    auto out = reserve ? changeOf(Kind::Reserve, operation.reserve().resources())
                       : changeOf(Kind::Unreserve, operation.unreserve().resources());
    if (reserve && !operation.has_reserve()) {
        out.defect = "A RESERVE offer operation must have the Offer.Operation.reserve field set.";
    } else if (!reserve && !operation.has_unreserve()) {
        out.defect
            = "An UNRESERVE offer operation must have the Offer.Operation.unreserve field set.";
    } else if (out.defect.empty() && !operation.reserve().source().empty()) {
        out.defect = "Reservation updates are not yet implemented for the scheduler API.";
    }
    if (!out.defect.empty()) {
        out.defect.insert(0, kInvalid);
    }
    out.id = operation.id().value();
    return out;
}

Result<cluster::FrameworkCall> accept(Call& call) {
    using Operation = mesos::v1::Offer::Operation;
    cluster::Accept out{
        .offers = offerIds(call.accept().offer_ids()), .refuse = refusal(call.accept().filters())};
    for (auto& operation : *call.mutable_accept()->mutable_operations()) {
        if (operation.type() == Operation::LAUNCH) {
            out.operations.push_back(launchOf(call, operation));
        } else if (operation.type() == Operation::LAUNCH_GROUP) {
            out.operations.push_back(groupOf(call, operation));
        } else if (operation.type() == Operation::RESERVE
            || operation.type() == Operation::UNRESERVE) {
            out.operations.push_back(reservationsOf(operation));
        } else {
            return failure(fmt::format(
                "Operation {} is not supported", Operation::Type_Name(operation.type())));
        }
    }
    return out;
}

Result<cluster::FrameworkCall> kill(const Call::Kill& call) {
    const auto grace = graceOf(call.kill_policy(), "Kill");
    if (!grace) {
        return tl::unexpected(grace.error());
    }
    return cluster::Kill{{call.task_id().value()}, *grace, {call.agent_id().value()}};
}

Result<cluster::FrameworkCall> acknowledge(const Call& call) {
    const auto& in = call.acknowledge();
    const auto uuid = Uuid::fromRaw(in.uuid());
    if (!uuid) {
        return failure("Not a valid UUID");
    }
    return cluster::Acknowledge{{in.agent_id().value()}, {in.task_id().value()}, *uuid};
}

cluster::FrameworkCall reconcile(const Call& call) {
    cluster::Reconcile out;
    for (const auto& task : call.reconcile().tasks()) {
        out.tasks.push_back({{task.task_id().value()}, {task.agent_id().value()}});
    }
    return out;
}

cluster::FrameworkCall reconcileOperations(const Call& call) {
    cluster::ReconcileOperations out;
    for (const auto& one : call.reconcile_operations().operations()) {
        out.operations.push_back({one.operation_id().value(), {one.agent_id().value()}});
    }
    return out;
}

using mesos::v1::scheduler::Event;

mesos::v1::Unavailability unavailabilityToProto(const cluster::Unavailability& in) {
    mesos::v1::Unavailability out;
    out.mutable_start()->set_nanoseconds(nanoseconds(in.start.time_since_epoch()));
    if (in.duration) {
        out.mutable_duration()->set_nanoseconds(nanoseconds(*in.duration));
    }
    return out;
}

struct ToFrameworkEvent {
    Event& out;
    OfferForm form;

    void operator()(const cluster::Subscribed& in) const {
        out.set_type(Event::SUBSCRIBED);
        out.mutable_subscribed()->mutable_framework_id()->set_value(in.framework.value);
        out.mutable_subscribed()->set_heartbeat_interval_seconds(15.0);
    }
    void operator()(const cluster::Offers& in) const {
        out.set_type(Event::OFFERS);
        for (const auto& offer : in.offers) {
            *out.mutable_offers()->add_offers() = toProto(*offer, form);
        }
    }
    void operator()(const cluster::Rescind& in) const {
        out.set_type(Event::RESCIND);
        out.mutable_rescind()->mutable_offer_id()->set_value(in.offer.value);
    }
    void operator()(const cluster::InverseOffers& in) const {
        out.set_type(Event::INVERSE_OFFERS);
        for (const auto& offer : in.offers) {
            auto& added = *out.mutable_inverse_offers()->add_inverse_offers();
            added.mutable_id()->set_value(offer.id.value);
            added.mutable_framework_id()->set_value(offer.framework.value);
            added.mutable_agent_id()->set_value(offer.agent.value);
            *added.mutable_unavailability() = unavailabilityToProto(offer.unavailability);
        }
    }
    void operator()(const cluster::RescindInverseOffer& in) const {
        out.set_type(Event::RESCIND_INVERSE_OFFER);
        out.mutable_rescind_inverse_offer()->mutable_inverse_offer_id()->set_value(in.offer.value);
    }
    void operator()(const cluster::Update& in) const {
        out.set_type(Event::UPDATE);
        *out.mutable_update()->mutable_status() = toProto(in.status);
    }
    void operator()(const cluster::AgentLost& in) const {
        out.set_type(Event::FAILURE);
        out.mutable_failure()->mutable_agent_id()->set_value(in.agent.value);
    }
    void operator()(const cluster::FromExecutor& in) const {
        out.set_type(Event::MESSAGE);
        out.mutable_message()->mutable_agent_id()->set_value(in.agent.value);
        out.mutable_message()->mutable_executor_id()->set_value(in.executor.value);
        out.mutable_message()->set_data(in.data);
    }
    void operator()(const cluster::ExecutorEnded& in) const {
        out.set_type(Event::FAILURE);
        out.mutable_failure()->mutable_agent_id()->set_value(in.agent.value);
        out.mutable_failure()->mutable_executor_id()->set_value(in.executor.value);
        out.mutable_failure()->set_status(in.status);
    }
    void operator()(const cluster::OperationUpdate& in) const {
        out.set_type(Event::UPDATE_OPERATION_STATUS);
        auto& status = *out.mutable_update_operation_status()->mutable_status();
        status.mutable_operation_id()->set_value(in.operation);
        status.set_state(static_cast<mesos::v1::OperationState>(in.state));
        if (!in.message.empty()) {
            status.set_message(in.message);
        }
        if (!in.agent.empty()) {
            status.mutable_agent_id()->set_value(in.agent.value);
        }
    }
    void operator()(const cluster::FrameworkError& in) const {
        out.set_type(Event::ERROR);
        out.mutable_error()->set_message(in.message);
    }
};

} // namespace

cluster::ChangeReservations changeOf(
    cluster::ChangeReservations::Kind kind, const ResourceList& resources) {
    cluster::ChangeReservations out{.kind = kind, .resources = {}, .id = {}, .defect = {}};
    if (auto read = fromProto(resources)) {
        out.resources = std::move(*read);
    } else {
        out.defect = std::move(read.error().message);
    }
    return out;
}

Result<cluster::FrameworkCall> fromProto(Call&& call) {
    switch (call.type()) {
    case Call::SUBSCRIBE:
        return call.has_subscribe() ? subscribe(call) : missingField("subscribe");
    case Call::ACCEPT:
        return call.has_accept() ? accept(call) : missingField("accept");
    case Call::DECLINE:
        if (!call.has_decline()) {
            return missingField("decline");
        }
        return cluster::Decline{
            offerIds(call.decline().offer_ids()), refusal(call.decline().filters())};
    case Call::REVIVE:
        return cluster::Revive{{call.revive().roles().begin(), call.revive().roles().end()}};
    case Call::SUPPRESS:
        return cluster::Suppress{{call.suppress().roles().begin(), call.suppress().roles().end()}};
    case Call::KILL:
        return call.has_kill() ? kill(call.kill()) : missingField("kill");
    case Call::ACKNOWLEDGE:
        return call.has_acknowledge() ? acknowledge(call) : missingField("acknowledge");
    case Call::RECONCILE:
        return call.has_reconcile() ? Result<cluster::FrameworkCall>(reconcile(call))
                                    : missingField("reconcile");
    case Call::TEARDOWN:
        return cluster::Teardown{};
    case Call::UNKNOWN:
        return missingField("type");
    case Call::SHUTDOWN:
        if (!call.has_shutdown()) {
            return missingField("shutdown");
        }
        return cluster::Shutdown{
            {call.shutdown().agent_id().value()}, {call.shutdown().executor_id().value()}};
    case Call::MESSAGE:
        if (!call.has_message()) {
            return missingField("message");
        }
        return cluster::Message{{call.message().agent_id().value()},
            {call.message().executor_id().value()}, call.message().data()};
    case Call::REQUEST:
        return call.has_request() ? Result<cluster::FrameworkCall>(cluster::Request{})
                                  : missingField("request");
    case Call::ACKNOWLEDGE_OPERATION_STATUS:
        return call.has_acknowledge_operation_status()
            ? Result<cluster::FrameworkCall>(cluster::AcknowledgeOperation{})
            : missingField("acknowledge_operation_status");
    case Call::RECONCILE_OPERATIONS:
        return call.has_reconcile_operations()
            ? Result<cluster::FrameworkCall>(reconcileOperations(call))
            : missingField("reconcile_operations");
    case Call::ACCEPT_INVERSE_OFFERS:
        if (!call.has_accept_inverse_offers()) {
            return missingField("accept_inverse_offers");
        }
        return cluster::AnswerInverseOffers{
            offerIds(call.accept_inverse_offers().inverse_offer_ids()), true};
    case Call::DECLINE_INVERSE_OFFERS:
        if (!call.has_decline_inverse_offers()) {
            return missingField("decline_inverse_offers");
        }
        return cluster::AnswerInverseOffers{
            offerIds(call.decline_inverse_offers().inverse_offer_ids()), false};
    case Call::UPDATE_FRAMEWORK:
        return call.has_update_framework() ? updateFramework(call)
                                           : missingField("update_framework");
    }
    return failure(fmt::format("Call {} is not supported", Call::Type_Name(call.type())));
}

OfferForm OfferForm::of(const cluster::FrameworkInfo& subscriber) {
    using cluster::Capability;
    return {subscriber.has(Capability::ReservationRefinement) ? ResourceFormat::PostRefinement
                                                              : ResourceFormat::PreRefinement,
        subscriber.has(Capability::MultiRole)};
}

mesos::v1::Offer toProto(const cluster::Offer& offer, OfferForm form) {
    mesos::v1::Offer out;
    out.mutable_id()->set_value(offer.id.value);
    out.mutable_framework_id()->set_value(offer.framework.value);
    out.mutable_agent_id()->set_value(offer.agent.value);
    out.set_hostname(offer.hostname);
    append(offer.resources, *out.mutable_resources(), form.resources);
    append(offer.attributes, *out.mutable_attributes());
    if (offer.unavailability) {
        *out.mutable_unavailability() = unavailabilityToProto(*offer.unavailability);
    }
    for (const auto& executor : offer.executors) {
        out.add_executor_ids()->set_value(executor.value);
    }
    if (form.allocation) {
        allocate(*out.mutable_resources(), offer.role);
        out.mutable_allocation_info()->set_role(offer.role);
    }
    return out;
}

Event toProto(const cluster::FrameworkEvent& event, OfferForm form) {
    Event out;
    std::visit(ToFrameworkEvent{out, form}, event);
    return out;
}

} // namespace muster::proto
