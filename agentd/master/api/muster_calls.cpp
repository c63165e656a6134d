// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/muster_calls.h"

#include <google/protobuf/descriptor.h>

namespace muster::agentd::api {
namespace {

using google::protobuf::FieldDescriptor;
using muster::v1::Rows;
using RowOf = OperatorCommandInfo::Object;

constexpr MusterCall kCalls[] = {
    {.endpoint = Endpoint::ApiJobs,
        .id = "listJobs",
        .summary = "Pending and running jobs, and those that ended lately",
        .rows = Rows::kJobsFieldNumber,
        .object = RowOf::Job,
        .one = "getJob",
        .query = "state=queued&limit=100"},
    {.endpoint = Endpoint::ApiTasks,
        .id = "listTasks",
        .summary = "Tasks of all frameworks",
        .rows = Rows::kTasksFieldNumber,
        .object = RowOf::Task,
        .one = "getTask",
        .query = "state=task_running"},
    {.endpoint = Endpoint::ApiGpus,
        .id = "listGpus",
        .summary = "GPUs with their states, and who holds them",
        .rows = Rows::kGpusFieldNumber,
        .object = RowOf::Gpu,
        .one = "getGpu",
        .query = "state=free&limit=2"},
    {.endpoint = Endpoint::ApiNodes,
        .id = "listNodes",
        .summary = "Nodes with their resources",
        .rows = Rows::kAgentsFieldNumber,
        .object = RowOf::Node,
        .one = "getNode",
        .query = "state=active"},
    {.endpoint = Endpoint::ApiOffers,
        .id = "listOffers",
        .summary = "Offers that no framework has answered yet",
        .rows = Rows::kOffersFieldNumber,
        .object = RowOf::Offer,
        .one = "getOffer",
        .query = "limit=100"},
    {.endpoint = Endpoint::ApiSubmitJob,
        .id = "submitJob",
        .summary = "Submit a job",
        .body = R"({"name": "train", "command": {"value": "sleep 300"}, )"
                R"("resources": {"cpus": 500, "mem": 64000, "gpus": 1000}})",
        .result = "job_submitted"},
    {.endpoint = Endpoint::ApiKillJob,
        .id = "killJob",
        .summary = "Kill a job",
        .query = "reason=wrong+data"},
    {.endpoint = Endpoint::ApiKillTask,
        .id = "killTask",
        .summary = "Kill a task of any framework",
        .query = "reason=wrong+data"},
    {.endpoint = Endpoint::ApiRestrictGpu,
        .id = "restrictGpu",
        .summary = "Keep a GPU from being offered, until it is released or until a time",
        .body = R"({"reason": "the fan is loud"})"},
    {.endpoint = Endpoint::ApiReleaseGpu,
        .id = "releaseGpu",
        .summary = "Offer a restricted GPU again"},
    {.endpoint = Endpoint::ApiGpuHistory,
        .id = "getGpuHistory",
        .summary = "One metric of GPUs over time; without a period that of the last hour",
        .query = "gpus=$UUID&metric=gpu_utilization",
        .result = "history"},
    {.endpoint = Endpoint::ApiClusterHistory,
        .id = "getClusterHistory",
        .summary
        = "Figures of the whole cluster over time; without a period those of the last hour",
        .query = "series=gpus_allocated,gpus_total&max_points=60",
        .result = "cluster_history"},
};

// The next part of a path, which is left without it: "/a/b" gives "a".
std::string_view nextPart(std::string_view& path) {
    path.remove_prefix(1);
    const auto part = path.substr(0, path.find('/'));
    path.remove_prefix(part.size());
    return part;
}

bool isVariable(std::string_view part) {
    return part.starts_with('{') && part.ends_with('}');
}

} // namespace

std::span<const MusterCall> musterCalls() {
    return kCalls;
}

const google::protobuf::Descriptor& requestOf(const MusterCall& call) {
    return *muster::v1::Request::descriptor()
                ->FindFieldByNumber(*rowOf(call.endpoint).request)
                ->message_type();
}

const google::protobuf::Descriptor& rowTypeOf(const MusterCall& call) {
    return *Rows::descriptor()->FindFieldByNumber(call.rows)->message_type();
}

bool isFilter(const FieldDescriptor& field) {
    return !field.is_repeated()
        && (field.cpp_type() == FieldDescriptor::CPPTYPE_STRING
            || field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM);
}

std::optional<Variables> matchPath(std::string_view pattern, std::string_view path) {
    if (path.ends_with('/')) {
        path.remove_suffix(1);
    }
    Variables out;
    while (!pattern.empty() && !path.empty()) {
        const auto wanted = nextPart(pattern);
        const auto part = nextPart(path);
        if (isVariable(wanted) && !part.empty()) {
            out.emplace(wanted.substr(1, wanted.size() - 2), part);
        } else if (wanted != part) {
            return std::nullopt;
        }
    }
    return pattern.empty() && path.empty() ? std::optional(std::move(out)) : std::nullopt;
}

std::vector<std::string> variablesOf(std::string_view pattern) {
    std::vector<std::string> out;
    while (!pattern.empty()) {
        if (const auto part = nextPart(pattern); isVariable(part)) {
            out.emplace_back(part.substr(1, part.size() - 2));
        }
    }
    return out;
}

} // namespace muster::agentd::api
