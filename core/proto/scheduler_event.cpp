// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/scheduler.h"
#include "core/proto/time.h"

namespace muster::proto {
namespace {

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
