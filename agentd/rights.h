// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "agentd/acls.h"
#include "core/proto/mesos/v1/agent/agent.pb.h"
#include "core/proto/mesos/v1/executor/executor.pb.h"
#include "core/proto/mesos/v1/master/master.pb.h"
#include "core/proto/mesos/v1/scheduler/scheduler.pb.h"
#include "core/proto/muster/v1/agent.pb.h"
#include "core/proto/muster/v1/console.pb.h"

// The table of rights: what is asked before anything is answered or done, for each kind of request
// of each door. A kind without a row does not compile. agentd/gate.h asks.
namespace muster::agentd {

// The paths by which rules of get_endpoints name the measurements of nodes and GPUs, whatever door
// they are told at: as in Mesos, and those of Muster's own.
inline constexpr std::string_view kSnapshotPath = "/metrics/snapshot";
inline constexpr std::string_view kMetricsPath = "/metrics";

struct Right {
    enum class Kind {
        Public, // anybody, also without proof of who it is
        Known, // whoever has shown who it is
        Own, // who speaks for itself on its connection, once it has registered there
        Granted, // whom the ACLs allow `action`, and `also` if there is one, on the object
        Shown, // whoever has shown who it is; the answer has only what `action` allows
        ByCall, // what the request holds has a row of its own
    };
    Kind kind = Kind::Granted;
    std::optional<Acls::Action> action{};
    std::optional<Acls::Action> also{};
    std::string_view words; // Granted: what is refused ("submit jobs"); else why so much is enough
};

// What the master serves, by method and path; the WebSockets and the executors' socket too.
enum class Endpoint {
    Alive,
    Health,
    Redirect,
    Version,
    State,
    StateSummary,
    Slaves,
    Frameworks,
    Tasks,
    Roles,
    Flags,
    Quota,
    SetQuota,
    RemoveQuota,
    Weights,
    UpdateWeights,
    Schedule,
    UpdateSchedule,
    MaintenanceStatus,
    MachineDown,
    MachineUp,
    Teardown,
    Reserve,
    Unreserve,
    OperatorCalls,
    SchedulerCalls,
    Metrics,
    Exporter,
    SystemStats,
    BrowseFiles,
    ReadFiles,
    DownloadFile,
    DebugFiles,
    LogLevel,
    SetLogLevel,
    Statistics,
    Containers,
    AgentGets,
    AgentPosts,
    AgentHealth,
    AgentVersion,
    AgentFlags,
    AgentMetrics,
    AgentState,
    AgentStatistics,
    AgentContainers,
    AgentBrowse,
    AgentRead,
    AgentDownload,
    AgentCalls,
    Page,
    PageAssets,
    SignIn,
    SignInByLink,
    WebSession,
    WebTicket,
    SignOut,
    WebLink,
    ApiDocument,
    ApiJobs,
    ApiTasks,
    ApiGpus,
    ApiNodes,
    ApiOffers,
    ApiSubmitJob,
    ApiKillJob,
    ApiKillTask,
    ApiRestrictGpu,
    ApiReleaseGpu,
    ApiGpuHistory,
    ApiClusterHistory,
    ChronosGets,
    ChronosPosts,
    ChronosPuts,
    ChronosDeletes,
    MarathonGets,
    MarathonPosts,
    MarathonPuts,
    MarathonPatches,
    MarathonDeletes,
    WebBrowse,
    WebRead,
    WebDownload,
    ConsolePoll,
    ConsoleSocket,
    TerminalSocket,
    FrameworkSocket,
    AgentSocket,
};

struct EndpointRow {
    enum class Place {
        Process, // also below /master
        Global,
        Agent, // below /slave(N), which the master answers for its agents
    };
    std::string_view method; // empty: a WebSocket
    std::vector<std::string_view> paths; // of Muster's own calls also with "{variables}"
    Place place = Place::Process;
    Right right;
    std::string_view realm{}; // for names and passwords
    bool hasBody = false;
    bool byCookie = false; // also asked by a browser's session
    // Of Muster's own calls: what a console asks for the same, and whose row is asked.
    std::optional<muster::v1::Request::RequestCase> request{};
};

EndpointRow rowOf(Endpoint endpoint);
const std::vector<Endpoint>& allEndpoints();

Right rightOf(muster::v1::Request::RequestCase request);
Right rightOf(muster::v1::Explain::WhatCase what);
Right rightOf(muster::v1::ImageCall::CallCase call);
Right rightOf(muster::v1::AgentMessage::MessageCase message);
Right rightOf(mesos::v1::scheduler::Call::Type call);
Right rightOf(mesos::v1::Offer::Operation::Type operation);
Right rightOf(mesos::v1::master::Call::Type call);
Right rightOf(mesos::v1::agent::Call::Type call);
Right rightOf(mesos::v1::executor::Call::Type call);

// What is asked of schedules, of the user that their runs are of.
enum class ScheduleCall { See, Put, Delete, Run, MarkSucceeded, KillRuns, Pause, Resume };
Right rightOf(ScheduleCall call);

// What is asked of services, of the user that their instances are of.
enum class ServiceCall { See, Put, Delete, Restart, KillInstances };
Right rightOf(ServiceCall call);

// Files that operators read.
enum class FileKind {
    MasterLog,
    Sandbox, // of the user of the task that it belongs to
};
Right rightOf(FileKind kind);

} // namespace muster::agentd
