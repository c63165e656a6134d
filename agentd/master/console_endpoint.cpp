// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/console_endpoint.h"

#include <spdlog/spdlog.h>

#include "agentd/clock.h"
#include "agentd/master/journal_rows.h"
#include "agentd/master/view.h"
#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::agentd {
namespace {

constexpr unsigned kPolicyViolation = 1008;
constexpr const char* kDefaultResources = "cpus:1;mem:128";
constexpr std::size_t kMostRows = 10000;

proto::Encoding encodingOf(const net::Session& session) {
    return session.subprotocol() == proto::kJsonSubprotocol ? proto::Encoding::Json
                                                            : proto::Encoding::Binary;
}

std::string kindName(Error::Kind kind) {
    switch (kind) {
    case Error::Kind::Invalid:
        return "invalid";
    case Error::Kind::NotFound:
        return "not_found";
    case Error::Kind::Denied:
        return "denied";
    case Error::Kind::Conflict:
        return "conflict";
    case Error::Kind::Unavailable:
        return "unavailable";
    case Error::Kind::Timeout:
        return "timeout";
    case Error::Kind::Internal:
        return "internal";
    }
    return "internal";
}

std::string author(const std::string& given, const net::SessionPtr& session) {
    return !given.empty()               ? given
        : !session->principal().empty() ? session->principal()
                                        : "operator";
}

std::string commandText(const mesos::v1::CommandInfo& command) {
    if (command.shell() || command.arguments().empty()) {
        return command.value();
    }
    return fmt::format("{}", fmt::join(command.arguments(), " "));
}

Result<jobs::JobSpec> jobSpec(const muster::v1::SubmitJob& in) {
    auto resources = Resources::parse(in.resources().empty() ? kDefaultResources : in.resources());
    if (!resources) {
        return tl::unexpected(resources.error());
    }
    if (in.command().value().empty() && in.command().arguments().empty()) {
        return failure("A job needs a command");
    }
    jobs::JobSpec out{.name = in.name(),
        .user = in.user(),
        .command = commandText(in.command()),
        .resources = std::move(*resources),
        .linked = in.linked(),
        .priority = in.priority(),
        .retries = in.retries()};
    for (const auto& constraint : in.constraints()) {
        out.constraints.push_back({constraint.attribute(), constraint.value()});
    }
    mesos::v1::TaskInfo payload;
    payload.set_name(in.name());
    payload.mutable_task_id()->set_value("");
    payload.mutable_agent_id()->set_value("");
    *payload.mutable_command() = in.command();
    if (!in.user().empty()) {
        payload.mutable_command()->set_user(in.user());
    }
    out.payload = payload.SerializeAsString();
    return out;
}

Instant instant(std::int64_t milliseconds) {
    return Instant(std::chrono::milliseconds(milliseconds));
}

} // namespace

ConsoleEndpoint::ConsoleEndpoint(Control& control, Publisher& publisher, AgentEndpoint& agents,
    history::Journal& journal, history::Telemetry& telemetry)
    : m_control(control), m_publisher(publisher), m_agents(agents), m_journal(journal),
      m_telemetry(telemetry) {
    m_agents.onLog = [this](const auto& data) { onLog(data); };
    m_agents.onGone = [this](const AgentId& agent) { endLogs(agent); };
}

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
    const auto encoding = encodingOf(*session);
    muster::v1::Request request;
    if (auto status = proto::decode(bytes, encoding, request); !status) {
        spdlog::warn("Console at {}: {}", session->remote(), status.error().message);
        session->close(kPolicyViolation, status.error().message);
        return;
    }
    handle({session, encoding, request.id()}, request);
}

void ConsoleEndpoint::handle(const Caller& caller, const muster::v1::Request& request) {
    const auto done = [this, caller](const Status& status) { reply(caller, status); };
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
    case muster::v1::Request::kKillJob:
        m_control.killJob({request.kill_job().job_id()}, author("", caller.session),
            [done](const Result<JobId>& job) {
                done(job ? Status{} : Status(tl::unexpected(job.error())));
            });
        return;
    case muster::v1::Request::kKillTask: {
        AgentId agent;
        auto task
            = findTask(request.kill_task().framework_id(), request.kill_task().task_id(), agent);
        if (!task) {
            return done(tl::unexpected(task.error()));
        }
        m_control.killTask(*task, author("", caller.session), done);
        return;
    }
    case muster::v1::Request::kRestrictGpu:
        return restrict(caller, request.restrict_gpu());
    case muster::v1::Request::kReleaseGpu:
        return release(caller, request.release_gpu());
    case muster::v1::Request::kQueryHistory:
        return queryHistory(caller, request.query_history());
    case muster::v1::Request::kReadLog:
        return readLog(caller, request.read_log());
    case muster::v1::Request::kCancelLog:
        return cancelLog(caller, request.cancel_log().request_id());
    case muster::v1::Request::kQueryEnded:
        return queryEnded(caller, request.query_ended());
    case muster::v1::Request::kQueryAudit:
        return queryAudit(caller, request.query_audit());
    case muster::v1::Request::REQUEST_NOT_SET:
        break;
    }
    done(failure(
        "The request says nothing that this master knows: is the client newer than the master?"));
}

void ConsoleEndpoint::submit(const Caller& caller, const muster::v1::SubmitJob& request) {
    auto spec = jobSpec(request);
    if (!spec) {
        return reply(caller, tl::unexpected(spec.error()));
    }
    m_control.submit(std::move(*spec), author(request.user(), caller.session),
        [this, caller](const Result<JobId>& job) {
            if (!job) {
                return reply(caller, tl::unexpected(job.error()));
            }
            muster::v1::Reply out;
            out.mutable_job_submitted()->set_job_id(job->value);
            reply(caller, std::move(out));
        });
}

void ConsoleEndpoint::restrict(const Caller& caller, const muster::v1::RestrictGpu& request) {
    auto gpu = findGpu(request.uuid());
    if (!gpu) {
        return reply(caller, tl::unexpected(gpu.error()));
    }
    if (request.reason().empty()) {
        return reply(caller,
            failure("A restriction needs a reason: others want to know why the GPU is gone"));
    }
    const auto at = now();
    Restriction restriction{.gpu = *gpu,
        .reason = request.reason(),
        .author = author(request.author(), caller.session),
        .since = at};
    if (request.until_ms() != 0) {
        restriction.until = instant(request.until_ms());
        if (*restriction.until <= at) {
            return reply(caller, failure("The restriction would end in the past"));
        }
    }
    m_control.restrict(
        std::move(restriction), [this, caller](const Status& status) { reply(caller, status); });
}

void ConsoleEndpoint::release(const Caller& caller, const muster::v1::ReleaseGpu& request) {
    auto gpu = findGpu(request.uuid());
    if (!gpu) {
        return reply(caller, tl::unexpected(gpu.error()));
    }
    m_control.release(*gpu, author(request.author(), caller.session),
        [this, caller](const Status& status) { reply(caller, status); });
}

void ConsoleEndpoint::queryHistory(const Caller& caller, const muster::v1::QueryHistory& request) {
    if (request.metric() >= kMetricCount || request.gpus_size() > 1024
        || request.from_ms() >= request.to_ms()) {
        return reply(caller,
            failure("A history query needs a metric of the table, GPUs, and from before to"));
    }
    history::Query query{.metric = static_cast<Metric>(request.metric()),
        .from = instant(request.from_ms()),
        .to = instant(request.to_ms()),
        .maxPoints = std::clamp<std::size_t>(request.max_points(), 2, 100000)};
    for (const auto& gpu : request.gpus()) {
        query.gpus.push_back({gpu});
    }
    auto series = m_telemetry.query(query);
    if (!series) {
        return reply(caller, tl::unexpected(series.error()));
    }
    muster::v1::Reply out;
    auto& history = *out.mutable_history();
    history.set_metric(request.metric());
    for (const auto& one : *series) {
        history.set_step_ms(
            std::chrono::duration_cast<std::chrono::milliseconds>(one.step).count());
        auto& row = *history.add_series();
        row.set_gpu(one.gpu.value);
        for (const auto& point : one.points) {
            auto& added = *row.add_points();
            added.set_at_ms(milliseconds(point.at));
            added.set_minimum(point.min);
            added.set_average(static_cast<std::int32_t>(point.average + 0.5));
            added.set_maximum(point.max);
        }
    }
    reply(caller, std::move(out));
}

void ConsoleEndpoint::queryEnded(const Caller& caller, const muster::v1::QueryEnded& request) {
    const auto limit
        = std::min<std::size_t>(request.limit() == 0 ? 100 : request.limit(), kMostRows);
    auto jobs = m_journal.ended("job", limit, request.offset());
    auto tasks = m_journal.ended("task", limit, request.offset());
    if (!jobs || !tasks) {
        return reply(caller, tl::unexpected((jobs ? tasks : jobs).error()));
    }
    muster::v1::Reply out;
    for (const auto& ended : *jobs) {
        auto& job = *out.mutable_ended()->add_jobs();
        job.ParseFromString(ended.record.payload);
        job.clear_payload();
    }
    for (const auto& ended : *tasks) {
        auto& task = *out.mutable_ended()->add_tasks();
        task.ParseFromString(ended.record.payload);
        task.clear_payload();
    }
    reply(caller, std::move(out));
}

void ConsoleEndpoint::queryAudit(const Caller& caller, const muster::v1::QueryAudit& request) {
    const auto to
        = request.to_ms() == 0 ? now() + std::chrono::seconds(1) : instant(request.to_ms());
    const auto limit
        = std::min<std::size_t>(request.limit() == 0 ? 100 : request.limit(), kMostRows);
    auto entries = m_journal.audit(instant(request.from_ms()), to, limit);
    if (!entries) {
        return reply(caller, tl::unexpected(entries.error()));
    }
    muster::v1::Reply out;
    out.mutable_audit();
    for (const auto& entry : *entries) {
        auto& row = *out.mutable_audit()->add_rows();
        row.set_at_ms(milliseconds(entry.at));
        row.set_author(entry.author);
        row.set_action(entry.action);
        row.set_object(entry.object);
        row.set_detail(entry.detail);
    }
    reply(caller, std::move(out));
}

void ConsoleEndpoint::readLog(const Caller& caller, const muster::v1::ReadLog& request) {
    AgentId agent;
    auto task = findTask(request.framework_id(), request.task_id(), agent);
    if (!task) {
        return reply(caller, tl::unexpected(task.error()));
    }
    if (request.file() != "stdout" && request.file() != "stderr") {
        return reply(caller, failure("A task's files are 'stdout' and 'stderr'"));
    }
    const auto stream = ++m_lastStream;
    muster::v1::AgentCommand command;
    auto& read = *command.mutable_read_log();
    read.set_stream(stream);
    read.set_framework_id(task->framework.value);
    read.set_task_id(task->task.value);
    read.set_file(request.file());
    read.set_offset(request.offset());
    read.set_follow(request.follow());
    if (!m_agents.send(agent, command)) {
        return reply(caller,
            failure(fmt::format("The agent {} that ran the task is not connected: its files are on "
                                "that machine",
                        agent.value),
                Error::Kind::Unavailable));
    }
    m_logs.emplace(stream, LogStream{caller, agent});
}

void ConsoleEndpoint::cancelLog(const Caller& caller, std::uint64_t request) {
    for (auto log = m_logs.begin(); log != m_logs.end(); ++log) {
        if (log->second.caller.session == caller.session && log->second.caller.id == request) {
            muster::v1::AgentCommand command;
            command.set_cancel_log(log->first);
            m_agents.send(log->second.agent, command);
            m_logs.erase(log);
            break;
        }
    }
    reply(caller, Status{});
}

void ConsoleEndpoint::onLog(const muster::v1::AgentMessage::LogData& data) {
    const auto log = m_logs.find(data.stream());
    if (log == m_logs.end()) {
        return;
    }
    if (!data.error().empty()) {
        reply(log->second.caller, failure(data.error(), Error::Kind::NotFound));
        m_logs.erase(log);
        return;
    }
    muster::v1::Reply out;
    out.mutable_log()->set_offset(data.offset());
    out.mutable_log()->set_data(data.data());
    out.mutable_log()->set_end(data.end());
    reply(log->second.caller, std::move(out));
    if (data.end()) {
        m_logs.erase(log);
    }
}

void ConsoleEndpoint::endLogs(const AgentId& agent) {
    std::erase_if(m_logs, [&](const auto& log) {
        if (log.second.agent != agent) {
            return false;
        }
        reply(log.second.caller,
            failure("The agent lost its connection; read the log again when it is back",
                Error::Kind::Unavailable));
        return true;
    });
}

void ConsoleEndpoint::closed(const net::SessionPtr& session) {
    m_publisher.unsubscribe(session);
    std::erase_if(m_logs, [&](const auto& log) {
        if (log.second.caller.session != session) {
            return false;
        }
        muster::v1::AgentCommand command;
        command.set_cancel_log(log.first);
        m_agents.send(log.second.agent, command);
        return true;
    });
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

Result<cluster::TaskKey> ConsoleEndpoint::findTask(
    const std::string& framework, const std::string& task, AgentId& agent) {
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
        agent = found.front()->info.agent;
        return cluster::TaskKey{found.front()->framework, found.front()->info.id};
    }
    const auto owner = framework.empty() ? m_control.jobsFramework().value : framework;
    auto ended = m_journal.endedOne("task", journalId({{owner}, {task}}));
    if (ended && *ended) {
        muster::v1::Task row;
        row.ParseFromString((*ended)->record.payload);
        agent = {row.agent_id()};
        return cluster::TaskKey{{owner}, {task}};
    }
    return failure(
        fmt::format("No task '{}': 'muster tasks' lists them", task), Error::Kind::NotFound);
}

void ConsoleEndpoint::reply(const Caller& caller, muster::v1::Reply reply) {
    if (caller.id == 0) {
        return;
    }
    muster::v1::Message message;
    reply.set_id(caller.id);
    *message.mutable_reply() = std::move(reply);
    caller.session->send(
        std::make_shared<const std::string>(proto::encode(message, caller.encoding)),
        caller.encoding == proto::Encoding::Binary);
}

void ConsoleEndpoint::reply(const Caller& caller, const Status& status) {
    muster::v1::Reply out;
    if (!status) {
        out.mutable_error()->set_kind(kindName(status.error().kind));
        out.mutable_error()->set_message(status.error().message);
    }
    reply(caller, std::move(out));
}

} // namespace muster::agentd
