// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/console_endpoint.h"

#include <algorithm>

#include <spdlog/spdlog.h>

#include "agentd/clock.h"
#include "agentd/master/explain.h"
#include "agentd/master/job_spec.h"
#include "agentd/master/journal_rows.h"
#include "agentd/master/view.h"
#include "agentd/master/wire.h"
#include "core/kernel/jobs/validate.h"
#include "core/proto/time.h"

namespace muster::agentd {
namespace {

constexpr std::uint32_t kExplainedMachines = 100; // unless the client wants another number

constexpr const char* kOperator = "operator"; // the principal of the token that all share

// A principal of its own is proof of who it is; under the shared one, or none, people say it.
std::string author(const std::string& given, const net::SessionPtr& session) {
    const auto& principal = session->principal();
    const bool own = !principal.empty() && principal != kOperator;
    return own ? principal : !given.empty() ? given : kOperator;
}

// Others read it in tables and logs.
Status checkReason(const std::string& reason, const char* what = "reason") {
    constexpr std::size_t kLongest = 1000;
    return reason.size() <= kLongest
        ? Status()
        : failure(fmt::format(
            "The {} is {} bytes long: {} are enough for it", what, reason.size(), kLongest));
}

} // namespace

ConsoleEndpoint::ConsoleEndpoint(Control& control, Alerts& alerts, Publisher& publisher,
    AgentEndpoint& agents, history::Journal& journal, history::Telemetry& telemetry)
    : m_control(control), m_alerts(alerts), m_publisher(publisher), m_journal(journal),
      m_queries(journal, telemetry), m_clusterQueries(control, journal, telemetry), m_logs(agents),
      m_images(control, agents) { }

net::WebSocketEndpoint ConsoleEndpoint::endpoint() {
    net::WebSocketEndpoint out;
    out.path = "/ws/console";
    out.subprotocols
        = {std::string(proto::kBinarySubprotocol), std::string(proto::kJsonSubprotocol)};
    out.limits.maximumMessage = proto::kMaximumMessage;
    out.onOpen = [](const net::SessionPtr&) {};
    out.onMessage = [this](const net::SessionPtr& session, std::string_view bytes, bool) {
        receive(session, bytes);
    };
    out.onClose = [this](const net::SessionPtr& session, const Error&) { closed(session); };
    return out;
}

void ConsoleEndpoint::receive(const net::SessionPtr& session, std::string_view bytes) {
    const auto encoding = proto::encodingOf(session->subprotocol());
    muster::v1::Request request;
    if (auto status = proto::decode(bytes, encoding, request); !status) {
        spdlog::warn("Console at {}: {}", session->remote(), status.error().message);
        session->close(kPolicyViolation, status.error().message);
        return;
    }
    handle({session, encoding, request.id()}, request);
}

void ConsoleEndpoint::handle(const Caller& caller, const muster::v1::Request& request) {
    const auto done = [caller](const Status& status) { caller.reply(status); };
    const auto answer = [&caller](Result<muster::v1::Reply> reply) {
        reply ? caller.reply(std::move(*reply)) : caller.reply(tl::unexpected(reply.error()));
    };
    switch (request.request_case()) {
    case muster::v1::Request::kSubscribe:
        if (request.subscribe().once()) {
            m_publisher.snapshotOnce(caller.session, caller.encoding);
        } else {
            m_publisher.subscribe(caller.session, caller.encoding, request.subscribe().telemetry());
        }
        return;
    case muster::v1::Request::kSubmitJob:
        return submit(caller, request.submit_job());
    case muster::v1::Request::kKillJob: {
        const auto& kill = request.kill_job();
        if (const auto fits = checkReason(kill.reason()); !fits) {
            return done(fits);
        }
        m_control.killJob({kill.job_id()}, {author(kill.author(), caller.session), kill.reason()},
            [done](const Result<JobId>& job) {
                done(job ? Status{} : Status(tl::unexpected(job.error())));
            });
        return;
    }
    case muster::v1::Request::kKillTask: {
        const auto& kill = request.kill_task();
        if (const auto fits = checkReason(kill.reason()); !fits) {
            return done(fits);
        }
        auto found = findTask(kill.framework_id(), kill.task_id());
        if (!found) {
            return done(tl::unexpected(found.error()));
        }
        m_control.killTask(
            std::move(found->task), {author(kill.author(), caller.session), kill.reason()}, done);
        return;
    }
    case muster::v1::Request::kRestrictGpu:
        return restrict(caller, request.restrict_gpu());
    case muster::v1::Request::kReleaseGpu:
        return release(caller, request.release_gpu());
    case muster::v1::Request::kQueryHistory:
        return answer(m_queries.history(request.query_history()));
    case muster::v1::Request::kReadLog:
        return readLog(caller, request.read_log());
    case muster::v1::Request::kCancelLog:
        m_logs.cancel(caller.session, request.cancel_log().request_id());
        return done({});
    case muster::v1::Request::kQueryEnded:
        return answer(m_queries.ended(request.query_ended()));
    case muster::v1::Request::kQueryAudit:
        return answer(m_queries.audit(request.query_audit(), now()));
    case muster::v1::Request::kQueryClusterHistory:
        return answer(m_clusterQueries.history(request.query_cluster_history()));
    case muster::v1::Request::kQueryUsage:
        return answer(m_clusterQueries.usage(request.query_usage(), now()));
    case muster::v1::Request::kQueryHolders:
        return answer(m_clusterQueries.holders(request.query_holders(), now()));
    case muster::v1::Request::kAcknowledgeAlert:
        return acknowledge(caller, request.acknowledge_alert());
    case muster::v1::Request::kExplain:
        return answer(explain(request.explain()));
    case muster::v1::Request::kQueryJobSpec:
        return answer(jobSpec(request.query_job_spec()));
    case muster::v1::Request::kAskImages: {
        const auto& ask = request.ask_images();
        if (auto status = m_images.ask(caller, ask, author("", caller.session)); !status) {
            done(status);
        }
        return;
    }
    case muster::v1::Request::kDrainNode:
    case muster::v1::Request::kReactivateNode:
    case muster::v1::Request::kHoldJob:
    case muster::v1::Request::kReleaseJob:
    case muster::v1::Request::REQUEST_NOT_SET:
        break;
    }
    done(failure(
        "The request says nothing that this master knows: is the client newer than the master?"));
}

void ConsoleEndpoint::submit(const Caller& caller, const muster::v1::SubmitJob& request) {
    auto spec = specOf(request);
    if (!spec) {
        return caller.reply(tl::unexpected(spec.error()));
    }
    m_control.submit(std::move(*spec), author(request.user(), caller.session),
        [caller](const Result<JobId>& job) {
            if (!job) {
                return caller.reply(tl::unexpected(job.error()));
            }
            muster::v1::Reply out;
            out.mutable_job_submitted()->set_job_id(job->value);
            caller.reply(std::move(out));
        });
}

Result<muster::v1::Reply> ConsoleEndpoint::explain(const muster::v1::Explain& request) const {
    const auto machines = request.machines() == 0 ? kExplainedMachines : request.machines();
    muster::v1::Reply out;
    if (!request.has_job()) {
        const auto job = findJob(request.job_id());
        if (!job) {
            return tl::unexpected(job.error());
        }
        *out.mutable_explanation() = explainJob(m_control, **job, machines, now());
        return out;
    }
    auto spec = specOf(request.job());
    if (auto valid = spec ? jobs::validate(*spec) : Status(tl::unexpected(spec.error())); !valid) {
        return tl::unexpected(valid.error());
    }
    *out.mutable_explanation() = explainSpec(m_control, *spec, machines, now());
    return out;
}

// Of an ended job that the master has forgotten the journal knows it.
Result<muster::v1::Reply> ConsoleEndpoint::jobSpec(const muster::v1::QueryJobSpec& request) {
    muster::v1::Reply out;
    const auto job = findJob(request.job_id());
    if (job) {
        *out.mutable_job_spec() = submitOf((*job)->spec);
        return out;
    }
    const auto ended = m_journal.endedOne("job", request.job_id());
    if (!ended || !*ended) {
        return tl::unexpected(ended ? job.error() : ended.error());
    }
    const auto old = jobFromRow((*ended)->record.payload);
    if (!old) {
        return tl::unexpected(old.error());
    }
    *out.mutable_job_spec() = submitOf(old->spec);
    return out;
}

void ConsoleEndpoint::restrict(const Caller& caller, const muster::v1::RestrictGpu& request) {
    auto gpu = findGpu(request.uuid());
    if (!gpu) {
        return caller.reply(tl::unexpected(gpu.error()));
    }
    if (request.reason().empty()) {
        return caller.reply(
            failure("A restriction needs a reason: others want to know why the GPU is gone"));
    }
    const auto at = now();
    Restriction restriction{.gpu = *gpu,
        .reason = request.reason(),
        .author = author(request.author(), caller.session),
        .since = at};
    if (request.until_ms() != 0) {
        restriction.until = proto::instant(request.until_ms());
        if (*restriction.until <= at) {
            return caller.reply(failure("The restriction would end in the past"));
        }
    }
    m_control.restrict(
        std::move(restriction), [caller](const Status& status) { caller.reply(status); });
}

void ConsoleEndpoint::release(const Caller& caller, const muster::v1::ReleaseGpu& request) {
    auto gpu = findGpu(request.uuid());
    if (!gpu) {
        return caller.reply(tl::unexpected(gpu.error()));
    }
    m_control.release(*gpu, author(request.author(), caller.session),
        [caller](const Status& status) { caller.reply(status); });
}

void ConsoleEndpoint::acknowledge(
    const Caller& caller, const muster::v1::AcknowledgeAlert& request) {
    if (const auto fits = checkReason(request.note(), "note"); !fits) {
        return caller.reply(fits);
    }
    m_alerts.acknowledge(request.alert_id(),
        {.author = author(request.author(), caller.session),
            .at = now(),
            .note = request.note(),
            .mutedUntil = proto::maybeInstant(request.muted_until_ms())},
        [caller](const Status& status) { caller.reply(status); });
}

void ConsoleEndpoint::readLog(const Caller& caller, const muster::v1::ReadLog& request) {
    const auto task = findTask(request.framework_id(), request.task_id());
    const auto status
        = task ? m_logs.start(caller, *task, request) : Status(tl::unexpected(task.error()));
    if (!status) {
        caller.reply(status);
    }
}

void ConsoleEndpoint::closed(const net::SessionPtr& session) {
    m_publisher.unsubscribe(session);
    m_logs.cancelAll(session);
    m_images.cancelAll(session);
}

// By its id, or by its name: of several the latest, for an earlier one seldom is what is asked for.
Result<const jobs::Job*> ConsoleEndpoint::findJob(const std::string& text) const {
    if (const auto* job = m_control.jobs().job({text})) {
        return job;
    }
    const auto jobs = m_control.jobs().jobs();
    const auto named = std::find_if(
        jobs.rbegin(), jobs.rend(), [&](const jobs::Job* job) { return job->spec.name == text; });
    if (named == jobs.rend()) {
        return failure(
            fmt::format("No job '{}': 'muster jobs' lists them", text), Error::Kind::NotFound);
    }
    return *named;
}

Result<GpuUuid> ConsoleEndpoint::findGpu(const std::string& beginning) const {
    std::vector<GpuUuid> found;
    for (const auto* agent : m_control.master().agents()) {
        for (const auto& gpu : agent->info.gpus) {
            if (gpu.uuid.value == beginning) {
                return gpu.uuid;
            }
            if (!beginning.empty() && gpu.uuid.value.starts_with(beginning)) {
                found.push_back(gpu.uuid);
            }
        }
    }
    if (found.size() == 1) {
        return found.front();
    }
    return found.empty() ? failure(fmt::format("No GPU '{}': 'muster gpus' lists them", beginning),
               Error::Kind::NotFound)
                         : failure(fmt::format("'{}' is the beginning of {} GPUs: give more of it",
                             beginning, found.size()));
}

Result<LogRelay::Source> ConsoleEndpoint::findTask(
    const std::string& framework, const std::string& task) {
    std::vector<const cluster::Task*> found;
    for (const auto* candidate : m_control.master().tasks()) {
        if (candidate->info.id.value == task
            && (framework.empty() || candidate->framework.value == framework)) {
            found.push_back(candidate);
        }
    }
    if (found.size() > 1) {
        return failure(fmt::format(
            "{} frameworks have a task '{}': name the framework, too", found.size(), task));
    }
    if (found.size() == 1) {
        const auto& info = found.front()->info;
        return LogRelay::Source{
            {found.front()->framework, info.id}, info.agent, cluster::sandboxName(info)};
    }
    const auto owner = framework.empty() ? m_control.jobsFramework().value : framework;
    auto ended = m_journal.endedOne("task", journalId({{owner}, {task}}));
    if (ended && *ended) {
        muster::v1::Task row;
        row.ParseFromString((*ended)->record.payload);
        return LogRelay::Source{{{owner}, {task}}, {row.agent_id()}, task};
    }
    return failure(
        fmt::format("No task '{}': 'muster tasks' lists them", task), Error::Kind::NotFound);
}

} // namespace muster::agentd
