// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/kernel/cluster/master.h"

namespace muster::agentd::api {

// Names of Mesos' metrics that are counted event by event, below "master/".
inline constexpr const char* kMasterCounters[] = {
    "dropped_messages",
    "invalid_executor_to_framework_messages",
    "invalid_framework_to_executor_messages",
    "invalid_operation_status_update_acknowledgements",
    "invalid_status_update_acknowledgements",
    "invalid_status_updates",
    "messages_decline_offers",
    "messages_executor_to_framework",
    "messages_exited_executor",
    "messages_framework_to_executor",
    "messages_kill_task",
    "messages_launch_tasks",
    "messages_operation_status_update_acknowledgement",
    "messages_reconcile_operations",
    "messages_reconcile_tasks",
    "messages_register_framework",
    "messages_register_slave",
    "messages_reregister_framework",
    "messages_reregister_slave",
    "messages_resource_request",
    "messages_revive_offers",
    "messages_status_update",
    "messages_status_update_acknowledgement",
    "messages_suppress_offers",
    "messages_unregister_framework",
    "messages_update_slave",
    "recovery_slave_removals",
    "slave_registrations",
    "slave_removals",
    "slave_removals/reason_registered",
    "slave_removals/reason_unhealthy",
    "slave_removals/reason_unregistered",
    "slave_reregistrations",
    "slave_unreachable_canceled",
    "slave_unreachable_completed",
    "slave_unreachable_scheduled",
    "tasks_dropped",
    "tasks_error",
    "tasks_failed",
    "tasks_finished",
    "tasks_gone",
    "tasks_gone_by_operator",
    "tasks_killed",
    "tasks_killing",
    "tasks_lost",
    "tasks_running",
    "tasks_staging",
    "tasks_starting",
    "tasks_unreachable",
    "valid_executor_to_framework_messages",
    "valid_framework_to_executor_messages",
    "valid_operation_status_update_acknowledgements",
    "valid_status_update_acknowledgements",
    "valid_status_updates",
};

// Of operations, below "master/operations/<kind>/" of these kinds and below "master/operations/".
inline constexpr const char* kOperationKinds[] = {"reserve", "unreserve"};
inline constexpr const char* kOperationCounters[] = {
    "dropped",
    "error",
    "failed",
    "finished",
    "gone_by_operator",
    "pending",
    "recovering",
    "total",
    "unreachable",
};

// What a Mesos serves and Muster's master has not, and why. A name that ends in '*' is a beginning.
struct AbsentMetric {
    const char* name;
    const char* reason;
};
inline constexpr const char* kNoQueues = "there are no actors with queues of their own";
inline constexpr const char* kNoRuns
    = "what becomes free is offered in the step that frees it, or at the next interval";
inline constexpr const char* kNoVolumes = "there are no persistent volumes";
inline constexpr const char* kNoUpdates
    = "operations end at once: the agent sends no updates of them";
inline constexpr const char* kOldDriver = "only frameworks with the old driver send it";
inline constexpr AbsentMetric kAbsentMasterMetrics[] = {
    {"allocator/event_queue_dispatches", kNoQueues},
    {"allocator/mesos/event_queue_dispatches", kNoQueues},
    {"allocator/mesos/allocation_run*", kNoRuns},
    {"master/event_queue_*", kNoQueues},
    {"master/http_cache_hits", "answers are not cached"},
    {"master/invalid_operation_status_updates", kNoUpdates},
    {"master/messages_authenticate", kOldDriver},
    {"master/messages_deactivate_framework", kOldDriver},
    {"master/messages_operation_status_update", kNoUpdates},
    {"master/messages_unregister_slave", "an agent that ends comes back, or is marked as gone"},
    {"master/operations/create*", kNoVolumes},
    {"master/operations/destroy*", kNoVolumes},
    {"master/operations/grow_volume/*", kNoVolumes},
    {"master/operations/shrink_volume/*", kNoVolumes},
    {"master/slave_shutdowns_*", "agents that are away are not shut down, but unreachable"},
    {"master/valid_operation_status_updates", kNoUpdates},
    {"registrar/log/*", "the registry is no replicated log"},
};

// Of one framework, below "master/frameworks/<name>/<id>/".
inline constexpr const char* kFrameworkCounters[] = {
    "calls",
    "calls/accept",
    "calls/accept_inverse_offers",
    "calls/acknowledge",
    "calls/acknowledge_operation_status",
    "calls/decline",
    "calls/decline_inverse_offers",
    "calls/kill",
    "calls/message",
    "calls/reconcile",
    "calls/reconcile_operations",
    "calls/request",
    "calls/revive",
    "calls/shutdown",
    "calls/subscribe",
    "calls/suppress",
    "calls/teardown",
    "calls/update_framework",
    "events",
    "events/error",
    "events/failure",
    "events/heartbeat",
    "events/inverse_offers",
    "events/message",
    "events/offers",
    "events/rescind",
    "events/rescind_inverse_offer",
    "events/subscribed",
    "events/update",
    "events/update_operation_status",
    "offers/accepted",
    "offers/declined",
    "offers/rescinded",
    "offers/sent",
    "operations",
    "operations/create",
    "operations/create_disk",
    "operations/destroy",
    "operations/destroy_disk",
    "operations/grow_volume",
    "operations/launch",
    "operations/launch_group",
    "operations/reserve",
    "operations/shrink_volume",
    "operations/unreserve",
    "tasks/active/task_killing",
    "tasks/active/task_running",
    "tasks/active/task_staging",
    "tasks/active/task_starting",
    "tasks/active/task_unknown",
    "tasks/active/task_unreachable",
    "tasks/terminal/task_dropped",
    "tasks/terminal/task_error",
    "tasks/terminal/task_failed",
    "tasks/terminal/task_finished",
    "tasks/terminal/task_gone",
    "tasks/terminal/task_gone_by_operator",
    "tasks/terminal/task_killed",
    "tasks/terminal/task_lost",
};

// "accept", as in "calls/accept".
const char* callName(const cluster::FrameworkCall& call);
// "master/messages_kill_task", or nullptr: Mesos counts no message of that kind.
const char* messageName(const cluster::FrameworkCall& call);
const char* eventName(const cluster::FrameworkEvent& event);
const char* operationName(const cluster::Operation& operation);

} // namespace muster::agentd::api
