// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/console_rights.h"

#include "agentd/master/control_journal.h"
#include "agentd/master/journal_codec.h"
#include "agentd/master/lookup.h"

#pragma GCC diagnostic error "-Wswitch"

namespace muster::agentd {
namespace {

using Request = muster::v1::Request;

Object ofSubmit(const muster::v1::SubmitJob& job, const Control& control) {
    return !job.user().empty()          ? job.user()
        : !job.command().user().empty() ? job.command().user()
                                        : usualJobUser(control);
}

Object ofLiveJob(const std::string& text, const Control& control) {
    const auto id = findLiveJob(control.jobs(), text);
    const auto* job = id ? control.jobs().job(*id) : nullptr;
    return job == nullptr ? Object() : userOf(job->spec, control);
}

Object ofJob(const std::string& text, const Control& control, history::Journal& ended) {
    if (const auto job = findJob(control.jobs(), text)) {
        return userOf((*job)->spec, control);
    }
    const auto record = ended.endedOne("job", text);
    const auto old
        = record && *record ? jobFromRow((*record)->record.payload) : failure("no such job");
    return old ? Object(userOf(old->spec, control)) : Object();
}

Object ofTask(const std::string& framework, const std::string& task, const Control& control,
    history::Journal& ended) {
    const auto found = findTask(control, ended, framework, task);
    if (!found) {
        return {};
    }
    if (const auto* known = control.master().task(found->task)) {
        return known->info.user;
    }
    const auto row = endedTask(ended, found->task);
    return row && !row->user().empty() ? Object(row->user()) : Object();
}

Object ofOffer(const std::string& text, const Control& control) {
    const auto id = findOffer(control.master(), text);
    const auto* offer = id ? control.master().offer(*id) : nullptr;
    const auto* framework
        = offer == nullptr ? nullptr : control.master().framework(offer->framework);
    return framework == nullptr ? Object() : Object(framework->info.principal);
}

} // namespace

std::string usualJobUser(const Control& control) {
    const auto* framework = control.master().framework(control.jobsFramework());
    return framework == nullptr ? jobs::JobsOptions().user : framework->info.user;
}

std::string userOf(const jobs::JobSpec& spec, const Control& control) {
    if (!spec.user.empty()) {
        return spec.user;
    }
    mesos::v1::TaskInfo payload;
    payload.ParsePartialFromString(spec.payload);
    return payload.command().user().empty() ? usualJobUser(control) : payload.command().user();
}

std::string userOf(const services::AppSpec& spec, const Control& control) {
    if (!spec.user.empty()) {
        return spec.user;
    }
    const auto* framework = control.master().framework(control.servicesFramework());
    return framework == nullptr ? services::ServicesOptions().user : framework->info.user;
}

Right rightOf(const Request& request) {
    if (request.has_explain()) {
        return rightOf(request.explain().what_case());
    }
    return request.has_ask_images() ? rightOf(request.ask_images().call().call_case())
                                    : rightOf(request.request_case());
}

Object objectOf(const Request& request, const Control& control, history::Journal& ended) {
    switch (request.request_case()) {
    case Request::kSubmitJob:
        return ofSubmit(request.submit_job(), control);
    case Request::kKillJob:
        return ofLiveJob(request.kill_job().job_id(), control);
    case Request::kHoldJob:
        return ofLiveJob(request.hold_job().job_id(), control);
    case Request::kReleaseJob:
        return ofLiveJob(request.release_job().job_id(), control);
    case Request::kKillTask:
        return ofTask(
            request.kill_task().framework_id(), request.kill_task().task_id(), control, ended);
    case Request::kReadLog:
        return ofTask(
            request.read_log().framework_id(), request.read_log().task_id(), control, ended);
    case Request::kQueryJobSpec:
        return ofJob(request.query_job_spec().job_id(), control, ended);
    case Request::kExplain:
        return request.explain().has_job() ? ofSubmit(request.explain().job(), control)
                                           : ofJob(request.explain().job_id(), control, ended);
    case Request::kRescindOffer:
        return ofOffer(request.rescind_offer().offer_id(), control);
    case Request::kQueryHistory:
    case Request::kQueryClusterHistory:
        return std::string(kMetricsPath);
    case Request::kSubscribe: // machines, GPUs, alerts and lists have no owner to be asked for
    case Request::kRestrictGpu:
    case Request::kReleaseGpu:
    case Request::kDrainNode:
    case Request::kReactivateNode:
    case Request::kMarkNodeGone:
    case Request::kAcknowledgeAlert:
    case Request::kQueryUsage:
    case Request::kQueryHolders:
    case Request::kQueryRefusals:
    case Request::kQueryEnded:
    case Request::kQueryAudit:
    case Request::kCancelLog:
    case Request::kLogTaken:
    case Request::kAskImages:
    case Request::kReadJob:
    case Request::kQueryTemplates:
    case Request::kCallApi: // the row of its path asks
    case Request::REQUEST_NOT_SET:
        return {};
    }
    return {};
}

} // namespace muster::agentd
