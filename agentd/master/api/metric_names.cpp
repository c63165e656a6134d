// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/metric_names.h"

namespace muster::agentd::api {
namespace {

struct CallName {
    const char* operator()(const cluster::Subscribe&) const { return "subscribe"; }
    const char* operator()(const cluster::Accept&) const { return "accept"; }
    const char* operator()(const cluster::Decline&) const { return "decline"; }
    const char* operator()(const cluster::Revive&) const { return "revive"; }
    const char* operator()(const cluster::Suppress&) const { return "suppress"; }
    const char* operator()(const cluster::Kill&) const { return "kill"; }
    const char* operator()(const cluster::Acknowledge&) const { return "acknowledge"; }
    const char* operator()(const cluster::Reconcile&) const { return "reconcile"; }
    const char* operator()(const cluster::Shutdown&) const { return "shutdown"; }
    const char* operator()(const cluster::Message&) const { return "message"; }
    const char* operator()(const cluster::Request&) const { return "request"; }
    const char* operator()(const cluster::ReconcileOperations&) const {
        return "reconcile_operations";
    }
    const char* operator()(const cluster::AcknowledgeOperation&) const {
        return "acknowledge_operation_status";
    }
    const char* operator()(const cluster::Teardown&) const { return "teardown"; }
    const char* operator()(const cluster::UpdateFramework&) const { return "update_framework"; }
    const char* operator()(const cluster::AnswerInverseOffers& call) const {
        return call.accepted ? "accept_inverse_offers" : "decline_inverse_offers";
    }
};

struct MessageName {
    const char* operator()(const cluster::Subscribe& call) const {
        return call.info.id.empty() ? "master/messages_register_framework"
                                    : "master/messages_reregister_framework";
    }
    const char* operator()(const cluster::Accept& call) const {
        return call.operations.empty() ? "master/messages_decline_offers"
                                       : "master/messages_launch_tasks";
    }
    const char* operator()(const cluster::Decline&) const {
        return "master/messages_decline_offers";
    }
    const char* operator()(const cluster::Revive&) const { return "master/messages_revive_offers"; }
    const char* operator()(const cluster::Suppress&) const {
        return "master/messages_suppress_offers";
    }
    const char* operator()(const cluster::Kill&) const { return "master/messages_kill_task"; }
    const char* operator()(const cluster::Acknowledge&) const {
        return "master/messages_status_update_acknowledgement";
    }
    const char* operator()(const cluster::Reconcile&) const {
        return "master/messages_reconcile_tasks";
    }
    const char* operator()(const cluster::Message&) const {
        return "master/messages_framework_to_executor";
    }
    const char* operator()(const cluster::Request&) const {
        return "master/messages_resource_request";
    }
    const char* operator()(const cluster::ReconcileOperations&) const {
        return "master/messages_reconcile_operations";
    }
    const char* operator()(const cluster::AcknowledgeOperation&) const {
        return "master/messages_operation_status_update_acknowledgement";
    }
    const char* operator()(const cluster::Teardown&) const {
        return "master/messages_unregister_framework";
    }
    const char* operator()(const auto&) const { return nullptr; }
};

struct EventName {
    const char* operator()(const cluster::Subscribed&) const { return "subscribed"; }
    const char* operator()(const cluster::Offers&) const { return "offers"; }
    const char* operator()(const cluster::Rescind&) const { return "rescind"; }
    const char* operator()(const cluster::Update&) const { return "update"; }
    const char* operator()(const cluster::AgentLost&) const { return "failure"; }
    const char* operator()(const cluster::ExecutorEnded&) const { return "failure"; }
    const char* operator()(const cluster::FromExecutor&) const { return "message"; }
    const char* operator()(const cluster::OperationUpdate&) const {
        return "update_operation_status";
    }
    const char* operator()(const cluster::InverseOffers&) const { return "inverse_offers"; }
    const char* operator()(const cluster::RescindInverseOffer&) const {
        return "rescind_inverse_offer";
    }
    const char* operator()(const cluster::FrameworkError&) const { return "error"; }
};

struct OperationName {
    const char* operator()(const cluster::LaunchTasks&) const { return "launch"; }
    const char* operator()(const cluster::LaunchGroup&) const { return "launch_group"; }
    const char* operator()(const cluster::ChangeReservations& change) const {
        return change.kind == cluster::ChangeReservations::Kind::Reserve ? "reserve" : "unreserve";
    }
};

} // namespace

const char* callName(const cluster::FrameworkCall& call) {
    return std::visit(CallName{}, call);
}

const char* messageName(const cluster::FrameworkCall& call) {
    return std::visit(MessageName{}, call);
}

const char* eventName(const cluster::FrameworkEvent& event) {
    return std::visit(EventName{}, event);
}

const char* operationName(const cluster::Operation& operation) {
    return std::visit(OperationName{}, operation);
}

} // namespace muster::agentd::api
