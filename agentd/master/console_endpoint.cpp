// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/console_endpoint.h"

#include <spdlog/spdlog.h>

#include "agentd/clock.h"
#include "agentd/master/console_rights.h"
#include "agentd/master/explain.h"
#include "agentd/master/job_drafts.h"
#include "agentd/master/job_spec.h"
#include "agentd/master/journal_codec.h"
#include "agentd/master/lookup.h"
#include "agentd/master/refusals.h"
#include "agentd/master/wire.h"
#include "core/kernel/jobs/validate.h"
#include "core/proto/protocol.h"
#include "core/proto/text_rules.h"

namespace muster::agentd {
namespace {

constexpr std::uint32_t kExplainedMachines = 100; // unless the client wants another number
constexpr std::size_t kLongestKey = 128; // bytes; 32 hexadecimal digits are what clients send

} // namespace

ConsoleEndpoint::ConsoleEndpoint(Control& control, Alerts& alerts, Publisher& publisher,
    AgentEndpoint& agents, history::Journal& journal, history::Telemetry& telemetry, Gate gate)
    : m_control(control), m_publisher(publisher), m_journal(journal), m_gate(std::move(gate)),
      m_queries(journal, telemetry), m_clusterQueries(control, journal, telemetry),
      m_commands(control, alerts, journal), m_logs(agents), m_images(control, agents) { }

net::WebSocketEndpoint ConsoleEndpoint::endpoint() {
    net::WebSocketEndpoint out;
    out.path = rowOf(Endpoint::ConsoleSocket).paths.front();
    out.subprotocols
        = {std::string(proto::kBinarySubprotocol), std::string(proto::kJsonSubprotocol)};
    out.byCookie = rowOf(Endpoint::ConsoleSocket).byCookie;
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
    if (auto status = proto::parseBytes(bytes, encoding, request); !status) {
        spdlog::warn("Console at {}: {}", session->remote(), status.error().message);
        session->close(kPolicyViolation, status.error().message);
        return;
    }
    ask(session, request);
}

void ConsoleEndpoint::ask(const net::SessionPtr& session, const muster::v1::Request& request) {
    const Caller caller{session, proto::encodingOf(session->subprotocol()), request.id()};
    if (auto same = proto::checkProtocol(request.protocol(), "client"); !same) {
        spdlog::warn("Console at {}: {}", session->remote(), same.error().message);
        caller.reply(same);
        // Only the first request may say a number: none that follows may count.
        return session->close(kPolicyViolation, same.error().message);
    }
    ask(caller, request);
}

void ConsoleEndpoint::ask(const Caller& caller, const muster::v1::Request& request) {
    if (auto texts = proto::checkTexts(request); !texts) {
        return caller.reply(texts);
    }
    // protobuf has not looked at those of Mesos' messages, and nobody could read their rows.
    if (!proto::hasUtf8Texts(request.SerializeAsString(), *request.GetDescriptor())) {
        return caller.reply(failure(
            "The request is not UTF-8: the job's command, names and environment must be UTF-8"));
    }
    handle(caller, request);
}

void ConsoleEndpoint::handle(const Caller& caller, const muster::v1::Request& request) {
    const auto done = [caller](const Status& status) { caller.reply(status); };
    const auto answer = [&caller](Result<muster::v1::Reply> reply) {
        reply ? caller.reply(std::move(*reply)) : caller.reply(tl::unexpected(reply.error()));
    };
    const auto view = viewOf(caller);
    const auto answerWhole = [&](Result<muster::v1::Reply> reply) {
        const auto whole = view.viewer().whole();
        answer(whole ? std::move(reply) : tl::unexpected(whole.error()));
    };
    const auto shown = [&](Result<muster::v1::Reply> reply) {
        if (reply && reply->has_usage()) {
            view.restrict(*reply->mutable_usage());
        } else if (reply && reply->has_ended()) {
            view.restrict(*reply->mutable_ended());
        }
        return reply;
    };
    const auto right = rightOf(request);
    const auto& principal = caller.session->principal();
    // Before anything of it is looked at. The object may cost a look into the journal.
    const bool depends = right.action && !m_gate.showsAll(*right.action, principal);
    const auto object = depends ? objectOf(request, m_control, m_journal) : Object();
    if (auto asked = m_gate.ask(right, {principal}, object); !asked) {
        const bool ofUser = right.action == Acls::Action::RunTasks
            || right.action == Acls::Action::AccessSandboxes
            || right.action == Acls::Action::ViewTasks;
        if (asked.error().kind == Error::Kind::Denied && object && ofUser
            && !view.showsJob(*object)) {
            asked = m_gate.ask(right, {principal}); // as if there were no such job
        }
        spdlog::warn("Console at {}: {}", caller.session->remote(), asked.error().message);
        return done(asked);
    }
    switch (request.request_case()) {
    case muster::v1::Request::kSubscribe:
        if (request.subscribe().once() && request.subscribe().has_shown()) {
            return done(failure("A Snapshot that comes once has all rows: leave `shown` out"));
        }
        if (request.subscribe().once()) {
            if (const auto sent = m_publisher.snapshotOnce(
                    caller.session, caller.encoding, view, kindsOf(request.subscribe().also()));
                !sent) {
                done(sent);
            }
            return;
        }
        return subscribe(caller, request.subscribe(), view);
    case muster::v1::Request::kSubmitJob:
        return submit(caller, request.submit_job());
    case muster::v1::Request::kKillJob:
        return m_commands.kill(caller, request.kill_job());
    case muster::v1::Request::kKillTask:
        return m_commands.kill(caller, request.kill_task());
    case muster::v1::Request::kRestrictGpu:
        return m_commands.restrict(caller, request.restrict_gpu());
    case muster::v1::Request::kReleaseGpu:
        return m_commands.release(caller, request.release_gpu());
    case muster::v1::Request::kRescindOffer:
        return m_commands.rescind(caller, request.rescind_offer());
    case muster::v1::Request::kDrainNode:
        return m_commands.drain(caller, request.drain_node());
    case muster::v1::Request::kReactivateNode:
        return m_commands.reactivate(caller, request.reactivate_node());
    case muster::v1::Request::kMarkNodeGone:
        return m_commands.markGone(caller, request.mark_node_gone());
    case muster::v1::Request::kHoldJob:
        return m_commands.hold(caller, request.hold_job());
    case muster::v1::Request::kReleaseJob:
        return m_commands.release(caller, request.release_job());
    case muster::v1::Request::kQueryHistory:
        return answer(m_queries.history(request.query_history()));
    case muster::v1::Request::kReadLog:
        return readLog(caller, request.read_log());
    case muster::v1::Request::kCancelLog:
        m_logs.cancel(caller.session, request.cancel_log().request_id());
        return done({});
    case muster::v1::Request::kLogTaken:
        m_logs.taken(caller.session, request.log_taken());
        return done({});
    case muster::v1::Request::kQueryEnded:
        return answerWhole(m_queries.ended(request.query_ended(), view));
    case muster::v1::Request::kQueryAudit:
        return answer(m_queries.audit(request.query_audit(), now()));
    case muster::v1::Request::kQueryClusterHistory:
        return answer(m_clusterQueries.history(request.query_cluster_history()));
    case muster::v1::Request::kQueryUsage:
        return answerWhole(shown(m_clusterQueries.usage(request.query_usage(), now())));
    case muster::v1::Request::kQueryHolders:
        return answerWhole(shown(m_clusterQueries.holders(request.query_holders(), now())));
    case muster::v1::Request::kAcknowledgeAlert:
        return m_commands.acknowledge(caller, request.acknowledge_alert());
    case muster::v1::Request::kExplain:
        return answer(explain(request.explain()));
    case muster::v1::Request::kQueryRefusals:
        return answerWhole(refusals(request.query_refusals(), view));
    case muster::v1::Request::kQueryJobSpec:
        return answer(jobSpec(request.query_job_spec()));
    case muster::v1::Request::kReadJob:
        return answer(jobDraft(request.read_job()));
    case muster::v1::Request::kQueryTemplates: {
        muster::v1::Reply reply;
        *reply.mutable_templates() = templatesIn(machinesTemplates(), &m_templates);
        return answer(std::move(reply));
    }
    case muster::v1::Request::kAskImages:
        if (auto status = m_images.ask(caller, request.ask_images()); !status) {
            done(status);
        }
        return;
    case muster::v1::Request::kCallApi:
        return m_calls.call(caller, request.call_api());
    case muster::v1::Request::REQUEST_NOT_SET:
        break;
    }
    done(failure("The master does not know this request: the client may be newer than the master"));
}

void ConsoleEndpoint::subscribe(
    const Caller& caller, const muster::v1::Subscribe& request, const ConsoleView& view) {
    if (const auto checked = checkShown(request.shown()); !checked) {
        return caller.reply(checked);
    }
    if (request.change() && !request.has_shown()) {
        return caller.reply(failure("A subscription that is changed must say what is `shown`"));
    }
    if (!request.change()) {
        return m_publisher.subscribe(caller.session, caller.encoding, request.telemetry(), view,
            request.has_shown() ? &request.shown() : nullptr, kindsOf(request.also()));
    }
    if (const auto shown = m_publisher.show(caller.session, request.shown()); !shown) {
        caller.reply(shown);
    }
}

void ConsoleEndpoint::submit(const Caller& caller, const muster::v1::SubmitJob& request) {
    auto spec = specOf(request);
    if (!spec) {
        return caller.reply(tl::unexpected(spec.error()));
    }
    if (request.key().size() > kLongestKey) {
        return caller.reply(failure(fmt::format("The key of a submission has {} bytes, at most {} "
                                                "are allowed",
            request.key().size(), kLongestKey)));
    }
    m_control.submit(std::move(*spec), request.key(), caller.author(request.author()),
        [caller](const Result<JobId>& job, bool again) {
            if (!job) {
                return caller.reply(tl::unexpected(job.error()));
            }
            muster::v1::Reply out;
            out.mutable_job_submitted()->set_job_id(job->value);
            out.mutable_job_submitted()->set_again(again);
            caller.reply(std::move(out));
        });
}

Result<muster::v1::Reply> ConsoleEndpoint::explain(const muster::v1::Explain& request) const {
    const auto machines = request.machines() == 0 ? kExplainedMachines : request.machines();
    muster::v1::Reply out;
    if (!request.has_job()) {
        const auto job = findJob(m_control.jobs(), request.job_id());
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
    const auto job = findJob(m_control.jobs(), request.job_id());
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

Result<muster::v1::Reply> ConsoleEndpoint::jobDraft(const muster::v1::ReadJob& request) const {
    return readJob(request, machinesTemplates()).map([](muster::v1::JobDraft draft) {
        muster::v1::Reply out;
        *out.mutable_job_draft() = std::move(draft);
        return out;
    });
}

Result<muster::v1::Reply> ConsoleEndpoint::refusals(
    const muster::v1::QueryRefusals& request, const ConsoleView& view) const {
    auto found = agentd::refusals(m_control, request, now());
    if (!found) {
        return tl::unexpected(found.error());
    }
    muster::v1::Reply out;
    *out.mutable_refusals() = std::move(*found);
    view.restrict(*out.mutable_refusals());
    return out;
}

void ConsoleEndpoint::readLog(const Caller& caller, const muster::v1::ReadLog& request) {
    const auto task = findTask(m_control, m_journal, request.framework_id(), request.task_id());
    const auto status
        = task ? m_logs.start(caller, *task, request) : Status(tl::unexpected(task.error()));
    if (!status) {
        caller.reply(status);
    }
}

ConsoleView ConsoleEndpoint::viewOf(const Caller& caller) const {
    return {m_gate, caller.session->principal(), m_control};
}

void ConsoleEndpoint::closed(const net::SessionPtr& session) {
    m_publisher.unsubscribe(session);
    m_logs.cancelAll(session);
    m_images.cancelAll(session);
}

} // namespace muster::agentd
