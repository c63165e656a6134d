// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/rights.h"

#include "core/kernel/base/operator_command.h"

#pragma GCC diagnostic error "-Wswitch"

namespace muster::agentd {
namespace {

using Action = Acls::Action;
using Place = EndpointRow::Place;

constexpr Right open(std::string_view why) {
    return {.kind = Right::Kind::Public, .words = why};
}

constexpr Right known(std::string_view why) {
    return {.kind = Right::Kind::Known, .words = why};
}

constexpr Right own(std::string_view why) {
    return {.kind = Right::Kind::Own, .words = why};
}

constexpr Right granted(Action action, std::string_view what) {
    return {.kind = Right::Kind::Granted, .action = action, .words = what};
}

Right granted(Action action, CommandKind command) {
    return granted(action, info(command).right);
}

constexpr Right granted(Action action, Action also, std::string_view what) {
    return {.kind = Right::Kind::Granted, .action = action, .also = also, .words = what};
}

// Every door that tells what is measured asks this.
constexpr Right measurements() {
    return granted(Action::GetEndpoints, "read the metrics");
}

constexpr Right shown(Action action, std::string_view why) {
    return {.kind = Right::Kind::Shown, .action = action, .words = why};
}

constexpr Right byCall(std::string_view why) {
    return {.kind = Right::Kind::ByCall, .words = why};
}

constexpr std::string_view kFigures = "figures of nodes and GPUs, of nobody's work";
constexpr std::string_view kMachines = "every framework learns of the nodes from its offers";
constexpr std::string_view kNothing = "it says and changes nothing";
constexpr std::string_view kWhoseFile = "the master's log, or the sandbox that the path lies in";
constexpr std::string_view kWhichSchedule = "what is asked, of the user whose runs they are";
constexpr std::string_view kWhichService = "what is asked, of the user whose instances they are";
constexpr std::string_view kRead = "mesos-master-readonly";
constexpr std::string_view kWrite = "mesos-master-readwrite";
constexpr std::string_view kAgentRead = "mesos-agent-readonly";

EndpointRow get(std::vector<std::string_view> paths, Place place, Right right) {
    return {.method = "GET",
        .paths = std::move(paths),
        .place = place,
        .right = right,
        .realm = place == Place::Agent ? kAgentRead : kRead};
}

EndpointRow order(std::string_view method, std::string_view path, Right right) {
    return {.method = method, .paths = {path}, .right = right, .realm = kWrite, .hasBody = true};
}

// Of the web page.
EndpointRow page(std::string_view method, std::string_view path, Right right) {
    return {.method = method,
        .paths = {path},
        .place = Place::Global,
        .right = right,
        .hasBody = method == "POST",
        .byCookie = true};
}

// Below Chronos' addresses.
EndpointRow belowChronos(std::string_view method, Right right) {
    return {.method = method,
        .paths = {"/chronos"},
        .place = Place::Global,
        .right = right,
        .realm = "chronos",
        .hasBody = method == "POST" || method == "PUT"};
}

// Below Marathon's addresses.
EndpointRow belowMarathon(std::string_view method, Right right) {
    return {.method = method,
        .paths = {"/marathon"},
        .place = Place::Global,
        .right = right,
        .realm = "marathon",
        .hasBody = method != "GET" && method != "DELETE"};
}

// What a console asks by that request, over plain HTTP. With what it is asked for the gate is asked
// as there.
EndpointRow call(std::string_view method, std::vector<std::string_view> paths,
    muster::v1::Request::RequestCase request) {
    const auto right = rightOf(request);
    return {.method = method,
        .paths = std::move(paths),
        .place = Place::Global,
        .right = right.kind == Right::Kind::Shown ? right : byCall("the request of a console"),
        .hasBody = method == "POST" || method == "PUT",
        .request = request};
}

EndpointRow socket(std::string_view path, Right right) {
    return {.method = {}, .paths = {path}, .place = Place::Global, .right = right};
}

EndpointRow socketOfPage(std::string_view path, Right right) {
    auto row = socket(path, right);
    row.byCookie = true;
    return row;
}

} // namespace

// The answers at the old addresses are those of Mesos: where Mesos asks nothing, nothing is asked.
EndpointRow rowOf(Endpoint endpoint) {
    using Request = muster::v1::Request;
    constexpr auto kEndpoint = Action::GetEndpoints;
    switch (endpoint) {
    case Endpoint::Alive:
        return {.method = "GET",
            .paths = {"/healthz"},
            .place = Place::Global,
            .right = open("for whoever watches that the master lives")};
    case Endpoint::Health:
        return get({"/health"}, Place::Process, open("Mesos' load balancers ask without a name"));
    case Endpoint::Redirect:
        return get({"/redirect"}, Place::Process, open("to find the master, before any name"));
    case Endpoint::Version:
        return get({"/version"}, Place::Global, open("clients choose their protocol by it"));
    case Endpoint::State:
        return get({"/state", "/state.json"}, Place::Process,
            shown(Action::ViewFrameworks, "frameworks, tasks, executors and flags by their rules"));
    case Endpoint::StateSummary:
        return get({"/state-summary"}, Place::Process,
            shown(Action::ViewFrameworks, "frameworks and counts of tasks by their rules"));
    case Endpoint::Slaves:
        return get({"/slaves"}, Place::Process, known(kMachines));
    case Endpoint::Frameworks:
        return get({"/frameworks"}, Place::Process,
            shown(Action::ViewFrameworks, "frameworks and their tasks by their rules"));
    case Endpoint::Tasks:
        return get({"/tasks", "/tasks.json"}, Place::Process,
            shown(Action::ViewTasks, "tasks by the rules of their users"));
    case Endpoint::Roles:
        return get({"/roles", "/roles.json"}, Place::Process,
            shown(Action::ViewRoles, "roles by their rules"));
    case Endpoint::Flags:
        return get({"/flags"}, Place::Process, granted(Action::ViewFlags, "see the flags"));
    case Endpoint::Quota:
        return get(
            {"/quota"}, Place::Process, shown(Action::GetQuotas, "of each role by its rule"));
    case Endpoint::SetQuota:
        return order("POST", "/quota", byCall("SET_QUOTA"));
    case Endpoint::RemoveQuota:
        return order("DELETE", "/quota", byCall("REMOVE_QUOTA"));
    case Endpoint::Weights:
        return get(
            {"/weights"}, Place::Process, shown(Action::ViewRoles, "of each role by its rule"));
    case Endpoint::UpdateWeights:
        return order("PUT", "/weights", byCall("UPDATE_WEIGHTS"));
    case Endpoint::Schedule:
        return get({"/maintenance/schedule"}, Place::Process,
            shown(Action::GetMaintenanceSchedules, "nothing of it without the rule"));
    case Endpoint::UpdateSchedule:
        return order("POST", "/maintenance/schedule", byCall("UPDATE_MAINTENANCE_SCHEDULE"));
    case Endpoint::MaintenanceStatus:
        return get({"/maintenance/status"}, Place::Process,
            shown(Action::GetMaintenanceStatuses, "nothing of it without the rule"));
    case Endpoint::MachineDown:
        return order("POST", "/machine/down", byCall("START_MAINTENANCE"));
    case Endpoint::MachineUp:
        return order("POST", "/machine/up", byCall("STOP_MAINTENANCE"));
    case Endpoint::Teardown:
        return order("POST", "/teardown", byCall("TEARDOWN"));
    case Endpoint::Reserve:
        return order("POST", "/reserve", byCall("RESERVE_RESOURCES"));
    case Endpoint::Unreserve:
        return order("POST", "/unreserve", byCall("UNRESERVE_RESOURCES"));
    case Endpoint::OperatorCalls:
        return order("POST", "/api/v1", byCall("the type of the call"));
    case Endpoint::SchedulerCalls:
        return {.method = "POST",
            .paths = {"/api/v1/scheduler"},
            .right = byCall("the type of the call"),
            .realm = "mesos-master-scheduler",
            .hasBody = true};
    case Endpoint::Metrics:
        return get({kSnapshotPath}, Place::Global, measurements());
    case Endpoint::Exporter: // whose tasks hold the GPUs is said by the rules of their users
        return get({kMetricsPath}, Place::Global, measurements());
    case Endpoint::SystemStats:
        return get({"/system/stats.json"}, Place::Global, known(kFigures));
    case Endpoint::BrowseFiles:
        return get({"/files/browse"}, Place::Global, byCall(kWhoseFile));
    case Endpoint::ReadFiles:
        return get({"/files/read"}, Place::Global, byCall(kWhoseFile));
    case Endpoint::DownloadFile:
        return get({"/files/download"}, Place::Global, byCall(kWhoseFile));
    case Endpoint::DebugFiles:
        return get({"/files/debug"}, Place::Global, granted(kEndpoint, "list files"));
    case Endpoint::LogLevel:
        return {.method = "GET",
            .paths = {"/logging/toggle"},
            .place = Place::Global,
            .right = granted(kEndpoint, Action::SetLogLevel, "see the log level"),
            .realm = kWrite};
    case Endpoint::SetLogLevel:
        return {.method = "POST",
            .paths = {"/logging/toggle"},
            .place = Place::Global,
            .right = granted(kEndpoint, Action::SetLogLevel, "set the log level"),
            .realm = kWrite};
    case Endpoint::Statistics:
        return {.method = "GET",
            .paths = {"/monitor/statistics", "/monitor/statistics.json"},
            .place = Place::Global,
            .right = granted(kEndpoint, "read what containers use"),
            .realm = kAgentRead};
    case Endpoint::Containers:
        return {.method = "GET",
            .paths = {"/containers"},
            .place = Place::Global,
            .right = granted(kEndpoint, "read what containers use"),
            .realm = kAgentRead};
    case Endpoint::AgentGets:
        return get({"/slave("}, Place::Global, byCall("what lies below it"));
    case Endpoint::AgentPosts:
        return {.method = "POST",
            .paths = {"/slave("},
            .place = Place::Global,
            .right = byCall("what lies below it"),
            .realm = "mesos-agent-readwrite",
            .hasBody = true};
    case Endpoint::AgentHealth:
        return get({"/health"}, Place::Agent, known("whether it is connected"));
    case Endpoint::AgentVersion:
        return get({"/version"}, Place::Agent, known("clients choose their protocol by it"));
    case Endpoint::AgentFlags:
        return get({"/flags"}, Place::Agent, granted(Action::ViewFlags, "see the flags"));
    case Endpoint::AgentMetrics:
        return get({kSnapshotPath}, Place::Agent, measurements());
    case Endpoint::AgentState:
        return get({"/state", "/state.json"}, Place::Agent,
            shown(Action::ViewFrameworks, "frameworks, tasks, executors and flags by their rules"));
    case Endpoint::AgentStatistics:
        return get({"/monitor/statistics", "/monitor/statistics.json"}, Place::Agent,
            granted(kEndpoint, "read what containers use"));
    case Endpoint::AgentContainers:
        return get({"/containers"}, Place::Agent, granted(kEndpoint, "read what containers use"));
    case Endpoint::AgentBrowse:
        return get({"/files/browse"}, Place::Agent, byCall("the sandbox that the path lies in"));
    case Endpoint::AgentRead:
        return get({"/files/read"}, Place::Agent, byCall("the sandbox that the path lies in"));
    case Endpoint::AgentDownload:
        return get({"/files/download"}, Place::Agent, byCall("the sandbox that the path lies in"));
    case Endpoint::AgentCalls:
        return {.method = "POST",
            .paths = {"/api/v1"},
            .place = Place::Agent,
            .right = byCall("the type of the call"),
            .realm = "mesos-agent-readwrite",
            .hasBody = true};
    case Endpoint::Page:
        return page("GET", "/",
            open("the sign-in page; who is signed in is also shown the state by the rules"));
    case Endpoint::PageAssets:
        return {.method = "GET",
            .paths = {"/assets"},
            .place = Place::Global,
            .right = open("files that are the same for everybody")};
    case Endpoint::SignIn:
        return page("POST", "/web/sign-in", open("the body shows who it is"));
    case Endpoint::SignInByLink:
        return {.method = "GET",
            .paths = {"/web/enter"},
            .place = Place::Global,
            .right = open("the ticket shows who it is")};
    case Endpoint::WebSession:
        return page("GET", "/web/session", known("it says who is signed in"));
    case Endpoint::WebTicket:
        return page("POST", "/web/ticket", known("for a WebSocket of the same session"));
    case Endpoint::SignOut:
        return page("POST", "/web/sign-out", known("whoever signed in may sign out"));
    case Endpoint::WebLink: // a cookie would let a session outlive itself
        return {.method = "POST",
            .paths = {"/web/link"},
            .place = Place::Global,
            .right = known("it signs in whoever asks, in a browser"),
            .hasBody = true};
    case Endpoint::ApiDocument:
        return {.method = "GET",
            .paths = {"/api/v1/openapi.json"},
            .place = Place::Global,
            .right = known("the same for everybody")};
    case Endpoint::ApiJobs:
        return call("GET", {"/api/v1/jobs", "/api/v1/jobs/{id}"}, Request::kSubscribe);
    case Endpoint::ApiTasks:
        return call("GET", {"/api/v1/tasks", "/api/v1/tasks/{id}"}, Request::kSubscribe);
    case Endpoint::ApiGpus:
        return call("GET", {"/api/v1/gpus", "/api/v1/gpus/{uuid}"}, Request::kSubscribe);
    case Endpoint::ApiNodes:
        return call("GET", {"/api/v1/nodes", "/api/v1/nodes/{id}"}, Request::kSubscribe);
    case Endpoint::ApiOffers:
        return call("GET", {"/api/v1/offers", "/api/v1/offers/{id}"}, Request::kSubscribe);
    case Endpoint::ApiSubmitJob:
        return call("POST", {"/api/v1/jobs"}, Request::kSubmitJob);
    case Endpoint::ApiKillJob:
        return call("DELETE", {"/api/v1/jobs/{job_id}"}, Request::kKillJob);
    case Endpoint::ApiKillTask:
        return call("DELETE", {"/api/v1/tasks/{task_id}"}, Request::kKillTask);
    case Endpoint::ApiRestrictGpu:
        return call("PUT", {"/api/v1/gpus/{uuid}/restriction"}, Request::kRestrictGpu);
    case Endpoint::ApiReleaseGpu:
        return call("DELETE", {"/api/v1/gpus/{uuid}/restriction"}, Request::kReleaseGpu);
    case Endpoint::ApiGpuHistory:
        return call("GET", {"/api/v1/history/gpus"}, Request::kQueryHistory);
    case Endpoint::ApiClusterHistory:
        return call("GET", {"/api/v1/history/cluster"}, Request::kQueryClusterHistory);
    case Endpoint::ChronosGets:
        return belowChronos(
            "GET", shown(Action::ViewTasks, "schedules by the rules of their users"));
    case Endpoint::ChronosPosts:
        return belowChronos("POST", byCall(kWhichSchedule));
    case Endpoint::ChronosPuts:
        return belowChronos("PUT", byCall(kWhichSchedule));
    case Endpoint::ChronosDeletes:
        return belowChronos("DELETE", byCall(kWhichSchedule));
    case Endpoint::MarathonGets:
        return belowMarathon(
            "GET", shown(Action::ViewTasks, "services by the rules of their users"));
    case Endpoint::MarathonPosts:
        return belowMarathon("POST", byCall(kWhichService));
    case Endpoint::MarathonPuts:
        return belowMarathon("PUT", byCall(kWhichService));
    case Endpoint::MarathonPatches:
        return belowMarathon("PATCH", byCall(kWhichService));
    case Endpoint::MarathonDeletes:
        return belowMarathon("DELETE", byCall(kWhichService));
    case Endpoint::WebBrowse:
        return page("GET", "/web/files/browse", byCall("the sandbox that the path lies in"));
    case Endpoint::WebRead:
        return page("GET", "/web/files/read", byCall("the sandbox that the path lies in"));
    case Endpoint::WebDownload:
        return page("GET", "/web/files/download", byCall("the sandbox that the path lies in"));
    case Endpoint::ConsolePoll:
        return page("POST", "/web/poll", byCall("each request"));
    case Endpoint::ConsoleSocket:
        return socketOfPage("/ws/console", byCall("each request"));
    case Endpoint::TerminalSocket:
        return socketOfPage("/ws/terminal", byCall("the session, as Mesos' calls for one"));
    case Endpoint::FrameworkSocket:
        return socket("/ws/framework", byCall("each call"));
    case Endpoint::AgentSocket:
        return socket("/ws/agent", byCall("each message"));
    }
    return {};
}

const std::vector<Endpoint>& allEndpoints() {
    static const auto all = [] {
        std::vector<Endpoint> out;
        for (int i = 0; i <= static_cast<int>(Endpoint::AgentSocket); ++i) {
            out.push_back(static_cast<Endpoint>(i));
        }
        return out;
    }();
    return all;
}

// Consoles. What acts on a task or a job needs what running it would: who may run as a user may end
// what runs as that user, as on any machine.
Right rightOf(muster::v1::Request::RequestCase request) {
    using Request = muster::v1::Request;
    switch (request) {
    case Request::kSubscribe:
        return shown(Action::ViewTasks,
            "frameworks, tasks, jobs and offers by their rules, samples by that of the metrics");
    case Request::kSubmitJob:
        return granted(Action::RunTasks, "submit jobs");
    case Request::kKillJob:
        return granted(Action::RunTasks, CommandKind::KillJob);
    case Request::kKillTask:
        return granted(Action::RunTasks, CommandKind::KillTask);
    case Request::kRestrictGpu:
        return granted(Action::DeactivateAgents, CommandKind::RestrictGpu);
    case Request::kReleaseGpu:
        return granted(Action::ReactivateAgents, CommandKind::ReleaseGpu);
    case Request::kQueryHistory:
    case Request::kQueryClusterHistory:
        return measurements();
    case Request::kReadLog:
        return granted(Action::AccessSandboxes, "read the output of tasks");
    case Request::kCancelLog:
    case Request::kLogTaken:
        return known("it ends or continues only what the same connection asked for");
    case Request::kQueryEnded:
    case Request::kQueryHolders:
        return shown(Action::ViewTasks, "jobs and tasks by the rules of their users");
    case Request::kQueryAudit:
        return granted(Action::AccessMesosLogs, "read the audit");
    case Request::kAskImages:
        return byCall("what is asked of the images");
    case Request::kExplain:
        return byCall("a job that there is, or one that might be submitted");
    case Request::kDrainNode:
        return granted(Action::DrainAgents, CommandKind::DrainNode);
    case Request::kReactivateNode:
        return granted(Action::ReactivateAgents, CommandKind::ResumeNode);
    case Request::kMarkNodeGone:
        return granted(Action::MarkAgentsGone, CommandKind::MarkNodeGone);
    case Request::kHoldJob:
        return granted(Action::RunTasks, CommandKind::HoldJob);
    case Request::kReleaseJob:
        return granted(Action::RunTasks, CommandKind::ReleaseJob);
    case Request::kAcknowledgeAlert:
        return granted(Action::DrainAgents, CommandKind::AcknowledgeAlert);
    case Request::kQueryUsage:
        return shown(Action::ViewTasks, "the use of each user by its rule");
    case Request::kQueryJobSpec: // it holds the job's environment
        return granted(Action::AccessSandboxes, "read what was submitted");
    case Request::kRescindOffer:
        return granted(Action::TeardownFrameworks, CommandKind::RescindOffer);
    case Request::kQueryRefusals:
        return shown(Action::ViewFrameworks, "frameworks by the rules of their users");
    case Request::kReadJob:
        return known("it says in other words what it was told");
    case Request::kQueryTemplates:
        return known("they are there for whoever submits jobs");
    case Request::kCallApi:
        return byCall("the call, by the row of its path");
    case Request::REQUEST_NOT_SET:
        return known(kNothing);
    }
    return {};
}

Right rightOf(muster::v1::Explain::WhatCase what) {
    using Explain = muster::v1::Explain;
    switch (what) {
    case Explain::kJobId:
        return granted(Action::ViewTasks, "see jobs");
    case Explain::kJob:
        return granted(Action::RunTasks, "submit jobs");
    case Explain::WHAT_NOT_SET:
        return granted(Action::ViewTasks, "see jobs");
    }
    return {};
}

Right rightOf(muster::v1::ImageCall::CallCase call) {
    using ImageCall = muster::v1::ImageCall;
    switch (call) {
    case ImageCall::kList:
        return granted(Action::ViewContainers, "list the images of nodes");
    case ImageCall::kPull:
        return granted(Action::PruneImages, "pull images to nodes");
    case ImageCall::kPrune:
        return granted(Action::PruneImages, "prune the images of nodes");
    case ImageCall::CALL_NOT_SET:
        return known(kNothing);
    }
    return {};
}

Right rightOf(muster::v1::AgentMessage::MessageCase message) {
    using Message = muster::v1::AgentMessage;
    switch (message) {
    case Message::kRegister:
        return granted(Action::RegisterAgents, "register agents");
    case Message::kUpdate:
    case Message::kStatus:
    case Message::kTelemetry:
    case Message::kLog:
    case Message::kProcesses:
    case Message::kFromExecutor:
    case Message::kExecutorEnded:
    case Message::kStream:
    case Message::kImages:
    case Message::kAnswer:
        return own("an agent speaks for what it runs, once it has registered on this connection");
    case Message::MESSAGE_NOT_SET:
        return known(kNothing);
    }
    return {};
}

Right rightOf(mesos::v1::scheduler::Call::Type call) {
    using Call = mesos::v1::scheduler::Call;
    switch (call) {
    case Call::SUBSCRIBE:
        return granted(Action::RegisterFrameworks, "register frameworks");
    case Call::ACCEPT: // each of its operations has a row of its own
    case Call::UPDATE_FRAMEWORK: // its roles are asked for as at the subscription
    case Call::TEARDOWN:
    case Call::DECLINE:
    case Call::ACCEPT_INVERSE_OFFERS:
    case Call::DECLINE_INVERSE_OFFERS:
    case Call::REVIVE:
    case Call::KILL:
    case Call::SHUTDOWN:
    case Call::ACKNOWLEDGE:
    case Call::ACKNOWLEDGE_OPERATION_STATUS:
    case Call::RECONCILE:
    case Call::RECONCILE_OPERATIONS:
    case Call::MESSAGE:
    case Call::REQUEST:
    case Call::SUPPRESS:
        return own("a framework orders what is its own, once it has subscribed");
    case Call::UNKNOWN:
        return known(kNothing);
    }
    return {};
}

Right rightOf(mesos::v1::Offer::Operation::Type operation) {
    using Operation = mesos::v1::Offer::Operation;
    switch (operation) {
    case Operation::LAUNCH:
    case Operation::LAUNCH_GROUP:
        return granted(Action::RunTasks, "launch tasks");
    case Operation::RESERVE:
        return granted(Action::ReserveResources, "reserve resources");
    case Operation::UNRESERVE:
        return granted(Action::UnreserveResources, "unreserve resources");
    case Operation::CREATE:
        return granted(Action::CreateVolumes, "create volumes");
    case Operation::DESTROY:
        return granted(Action::DestroyVolumes, "remove volumes");
    case Operation::GROW_VOLUME:
    case Operation::SHRINK_VOLUME:
        return granted(Action::ResizeVolumes, "resize volumes");
    case Operation::CREATE_DISK:
        return granted(Action::CreateBlockDisks, Action::CreateMountDisks, "create disks");
    case Operation::DESTROY_DISK:
        return granted(Action::DestroyBlockDisks, Action::DestroyMountDisks, "remove disks");
    case Operation::UNKNOWN:
        return known(kNothing);
    }
    return {};
}

Right rightOf(mesos::v1::master::Call::Type call) {
    using Call = mesos::v1::master::Call;
    switch (call) {
    case Call::UNKNOWN:
        return known(kNothing);
    case Call::GET_HEALTH:
    case Call::GET_VERSION:
    case Call::GET_MASTER:
    case Call::GET_LOGGING_LEVEL:
        return known("it tells of the master alone; Mesos asks nothing");
    case Call::GET_METRICS: // Mesos asks nothing here, but at /metrics/snapshot, which is the same
        return measurements();
    case Call::GET_AGENTS:
        return known(kMachines);
    case Call::GET_OPERATIONS:
        return known("there never is one");
    case Call::GET_FLAGS:
        return granted(Action::ViewFlags, "see the flags");
    case Call::SET_LOGGING_LEVEL:
        return granted(Action::SetLogLevel, "set the log level");
    case Call::LIST_FILES:
    case Call::READ_FILE:
        return rightOf(FileKind::MasterLog);
    case Call::GET_STATE:
    case Call::SUBSCRIBE:
    case Call::GET_FRAMEWORKS:
        return shown(Action::ViewFrameworks, "frameworks, tasks and executors by their rules");
    case Call::GET_EXECUTORS:
        return shown(Action::ViewExecutors, "executors by the rules of their users");
    case Call::GET_TASKS:
        return shown(Action::ViewTasks, "tasks by the rules of their users");
    case Call::GET_ROLES:
    case Call::GET_WEIGHTS:
        return shown(Action::ViewRoles, "roles by their rules");
    case Call::GET_QUOTA:
        return shown(Action::GetQuotas, "of each role by its rule");
    case Call::UPDATE_WEIGHTS:
        return granted(Action::UpdateWeights, CommandKind::UpdateWeight);
    case Call::UPDATE_QUOTA:
    case Call::SET_QUOTA:
    case Call::REMOVE_QUOTA:
        return granted(Action::UpdateQuotas, CommandKind::UpdateQuota);
    case Call::RESERVE_RESOURCES:
        return rightOf(mesos::v1::Offer::Operation::RESERVE);
    case Call::UNRESERVE_RESOURCES:
        return rightOf(mesos::v1::Offer::Operation::UNRESERVE);
    case Call::CREATE_VOLUMES:
        return rightOf(mesos::v1::Offer::Operation::CREATE);
    case Call::DESTROY_VOLUMES:
        return rightOf(mesos::v1::Offer::Operation::DESTROY);
    case Call::GROW_VOLUME:
    case Call::SHRINK_VOLUME:
        return rightOf(mesos::v1::Offer::Operation::GROW_VOLUME);
    case Call::GET_MAINTENANCE_STATUS:
        return granted(Action::GetMaintenanceStatuses, "see the state of maintenance");
    case Call::GET_MAINTENANCE_SCHEDULE:
        return granted(Action::GetMaintenanceSchedules, "see the schedule of maintenance");
    case Call::UPDATE_MAINTENANCE_SCHEDULE:
        return granted(Action::UpdateMaintenanceSchedules, CommandKind::ScheduleMaintenance);
    case Call::START_MAINTENANCE:
        return granted(Action::StartMaintenances, CommandKind::StartMaintenance);
    case Call::STOP_MAINTENANCE:
        return granted(Action::StopMaintenances, CommandKind::StopMaintenance);
    case Call::DRAIN_AGENT:
        return granted(Action::DrainAgents, "drain agents");
    case Call::DEACTIVATE_AGENT:
        return granted(Action::DeactivateAgents, CommandKind::DeactivateNode);
    case Call::REACTIVATE_AGENT:
        return granted(Action::ReactivateAgents, "reactivate agents");
    case Call::MARK_AGENT_GONE:
        return granted(Action::MarkAgentsGone, "mark agents gone");
    case Call::TEARDOWN:
        return granted(Action::TeardownFrameworks, CommandKind::TeardownFramework);
    }
    return {};
}

Right rightOf(mesos::v1::agent::Call::Type call) {
    using Call = mesos::v1::agent::Call;
    switch (call) {
    case Call::UNKNOWN:
        return known(kNothing);
    case Call::GET_HEALTH:
    case Call::GET_VERSION:
    case Call::GET_AGENT:
    case Call::GET_LOGGING_LEVEL:
        return known("it tells of the agent alone; Mesos asks nothing");
    case Call::GET_METRICS:
        return measurements();
    case Call::GET_OPERATIONS:
        return known("there never is one");
    case Call::GET_FLAGS:
        return granted(Action::ViewFlags, "see the flags");
    case Call::SET_LOGGING_LEVEL:
        return granted(Action::SetLogLevel, "set the log level");
    case Call::LIST_FILES:
    case Call::READ_FILE:
        return byCall("the sandbox that the path lies in");
    case Call::GET_STATE:
    case Call::GET_FRAMEWORKS:
        return shown(Action::ViewFrameworks, "frameworks, tasks and executors by their rules");
    case Call::GET_CONTAINERS:
        return shown(Action::ViewContainers, "containers by the rules of their users");
    case Call::GET_EXECUTORS:
        return shown(Action::ViewExecutors, "executors by the rules of their users");
    case Call::GET_TASKS:
        return shown(Action::ViewTasks, "tasks by the rules of their users");
    case Call::GET_RESOURCE_PROVIDERS:
        return granted(Action::ViewResourceProviders, "see resource providers");
    case Call::LAUNCH_NESTED_CONTAINER:
    case Call::LAUNCH_CONTAINER:
        return granted(Action::LaunchNestedContainersAsUser,
            Action::LaunchNestedContainersUnderParentWithUser, "launch nested containers");
    case Call::LAUNCH_NESTED_CONTAINER_SESSION:
        return granted(Action::LaunchNestedContainerSessionsAsUser,
            Action::LaunchNestedContainerSessionsUnderParentWithUser, "launch sessions");
    case Call::WAIT_NESTED_CONTAINER:
    case Call::WAIT_CONTAINER:
        return granted(Action::WaitNestedContainers, "wait for containers");
    case Call::KILL_NESTED_CONTAINER:
    case Call::KILL_CONTAINER:
        return granted(Action::KillNestedContainers, "kill containers");
    case Call::REMOVE_NESTED_CONTAINER:
    case Call::REMOVE_CONTAINER:
        return granted(Action::RemoveNestedContainers, "remove containers");
    case Call::ATTACH_CONTAINER_INPUT:
        return granted(Action::AttachContainersInput, "write to containers");
    case Call::ATTACH_CONTAINER_OUTPUT:
        return granted(Action::AttachContainersOutput, "read from containers");
    case Call::ADD_RESOURCE_PROVIDER_CONFIG:
    case Call::UPDATE_RESOURCE_PROVIDER_CONFIG:
    case Call::REMOVE_RESOURCE_PROVIDER_CONFIG:
        return granted(Action::ModifyResourceProviderConfigs, "change resource providers");
    case Call::MARK_RESOURCE_PROVIDER_GONE:
        return granted(Action::MarkResourceProvidersGone, "mark resource providers gone");
    case Call::PRUNE_IMAGES:
        return granted(Action::PruneImages, "prune images");
    }
    return {};
}

Right rightOf(mesos::v1::executor::Call::Type call) {
    using Call = mesos::v1::executor::Call;
    switch (call) {
    case Call::UNKNOWN:
    case Call::HEARTBEAT:
        return known(kNothing);
    case Call::SUBSCRIBE:
        return known("the way to here is known to the executor's own container alone");
    case Call::UPDATE:
    case Call::MESSAGE:
        return own("an executor tells of its own tasks, once it has subscribed");
    }
    return {};
}

Right rightOf(ScheduleCall call) {
    switch (call) {
    case ScheduleCall::See:
        return granted(Action::ViewTasks, "see schedules");
    case ScheduleCall::Put:
        return granted(Action::RunTasks, CommandKind::PutSchedule);
    case ScheduleCall::Delete:
        return granted(Action::RunTasks, CommandKind::DeleteSchedule);
    case ScheduleCall::Run:
    case ScheduleCall::MarkSucceeded: // its children run
        return granted(Action::RunTasks, CommandKind::RunSchedule);
    case ScheduleCall::KillRuns:
        return granted(Action::RunTasks, CommandKind::KillJob);
    case ScheduleCall::Pause:
        return granted(Action::RunTasks, CommandKind::PauseSchedule);
    case ScheduleCall::Resume:
        return granted(Action::RunTasks, CommandKind::ResumeSchedule);
    }
    return {};
}

Right rightOf(ServiceCall call) {
    switch (call) {
    case ServiceCall::See:
        return granted(Action::ViewTasks, "see services");
    case ServiceCall::Put:
        return granted(Action::RunTasks, CommandKind::PutService);
    case ServiceCall::Delete:
        return granted(Action::RunTasks, CommandKind::DeleteService);
    case ServiceCall::Restart:
        return granted(Action::RunTasks, CommandKind::RestartService);
    case ServiceCall::KillInstances:
        return granted(Action::RunTasks, CommandKind::KillInstances);
    }
    return {};
}

Right rightOf(FileKind kind) {
    switch (kind) {
    case FileKind::MasterLog:
        return granted(Action::AccessMesosLogs, "read the log of the master");
    case FileKind::Sandbox:
        return granted(Action::AccessSandboxes, "read sandboxes");
    }
    return {};
}

} // namespace muster::agentd
