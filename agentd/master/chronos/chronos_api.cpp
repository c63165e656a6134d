// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/chronos/chronos_api.h"

#include <algorithm>
#include <variant>

#include "agentd/content.h"
#include "agentd/json_writer.h"
#include "agentd/master/api/query.h"
#include "agentd/master/caller.h"
#include "agentd/master/console_rights.h"
#include "core/kernel/base/text.h"
#include "core/proto/protocol.h"

namespace muster::agentd::chronos {
namespace {

using net::HttpRequest;
using net::HttpResponse;

constexpr std::size_t kMostBody = std::size_t{1} << 20;
constexpr std::size_t kUsualSlots = 20;
constexpr std::size_t kMostSlots = 1000;
constexpr std::size_t kLongestShown = 255;
constexpr std::string_view kName = "{name}";

std::string_view reasonPhrase(unsigned status) {
    switch (status) {
    case 400:
        return "Bad Request";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 409:
        return "Conflict";
    case 503:
        return "Service Unavailable";
    default:
        return "Internal Server Error";
    }
}

HttpResponse refusal(const Error& error) {
    const auto status = api::statusOf(error.kind);
    std::string body;
    api::JsonWriter json(body);
    json.beginObject();
    json.member("status", reasonPhrase(status));
    json.member("message", error.message);
    json.endObject();
    auto out = HttpResponse::json(std::move(body));
    out.status = status;
    if (error.kind == Error::Kind::Unavailable) {
        out.headers.push_back({"Retry-After", "1"});
    }
    return out;
}

HttpResponse jsonOr(Result<std::string> text) {
    return text ? HttpResponse::json(std::move(*text)) : refusal(text.error());
}

// "/chronos/v1/scheduler/jobs" is "/jobs": all of Chronos' addresses of a call.
std::string_view callOf(std::string_view path) {
    for (const std::string_view before : {"/chronos", "/v1", "/scheduler"}) {
        if (path.starts_with(before)) {
            path.remove_prefix(before.size());
        }
    }
    return path;
}

// The name in a path of that form; nothing: it has another one.
std::optional<std::string> match(std::string_view form, std::string_view path) {
    const auto at = form.find(kName);
    if (at == std::string_view::npos) {
        return form == path ? std::optional(std::string()) : std::nullopt;
    }
    const auto before = form.substr(0, at);
    const auto after = form.substr(at + kName.size());
    if (!path.starts_with(before) || !path.ends_with(after)
        || path.size() <= before.size() + after.size()) {
        return std::nullopt;
    }
    const auto name = path.substr(before.size(), path.size() - before.size() - after.size());
    return name.find('/') == std::string_view::npos ? std::optional(std::string(name))
                                                    : std::nullopt;
}

tl::unexpected<Error> unknown(const std::string& name) {
    return unknownObject(
        OperatorCommandInfo::Object::Schedule, escaped(name.substr(0, kLongestShown)));
}

std::string authorOf(const HttpRequest& request) {
    return agentd::authorOf(request.principal, std::string(request.header(proto::kAuthorHeader)));
}

std::size_t number(const api::Query& query, const char* name, std::size_t otherwise) {
    const auto given = api::parseNumber(query.get(name));
    return given && *given >= 0 ? static_cast<std::size_t>(*given) : otherwise;
}

std::size_t count(const api::Query& query, const char* name) {
    return std::min(number(query, name, kUsualSlots), kMostSlots);
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

struct ChronosApi::Row {
    using OfOne = Response (ChronosApi::*)(const jobs::Schedule& schedule, const Request& request);
    using OfAll = Response (ChronosApi::*)(const Shown& schedules, const Request& request);
    using Order = Response (ChronosApi::*)(const std::string& name, const Request& request);

    std::string_view method;
    std::string_view form;
    std::variant<OfOne, OfAll, Order> handler;
};

const std::vector<ChronosApi::Row>& ChronosApi::rows() {
    using Api = ChronosApi;
    static const std::vector<Row> rows{
        {"GET", "/jobs", &Api::list},
        {"GET", "/jobs/search", &Api::search},
        {"GET", "/jobs/summary", &Api::summary},
        {"GET", "/job/{name}", &Api::job},
        {"GET", "/job/stat/{name}", &Api::statistics},
        {"GET", "/job/history/{name}", &Api::history},
        {"GET", "/job/next/{name}", &Api::next},
        {"GET", "/graph/dot", &Api::dot},
        {"GET", "/graph/csv", &Api::csv},
        {"GET", "/leader", &Api::leader},
        {"GET", "/isMaster", &Api::isMaster},
        {"GET", "/ping", &Api::ping},
        {"POST", "/iso8601", &Api::putScheduled},
        {"PUT", "/iso8601", &Api::putScheduled},
        {"POST", "/dependency", &Api::putDependent},
        {"PUT", "/dependency", &Api::putDependent},
        {"PUT", "/job/{name}", &Api::run},
        {"PUT", "/job/success/{name}", &Api::markSucceeded},
        {"PUT", "/job/pause/{name}", &Api::pause},
        {"PUT", "/job/resume/{name}", &Api::resume},
        {"DELETE", "/job/{name}", &Api::erase},
        {"DELETE", "/task/kill/{name}", &Api::killRuns},
    };
    return rows;
}

GuardedRoutes ChronosApi::routes() {
    GuardedRoutes out;
    for (const auto endpoint : {Endpoint::ChronosGets, Endpoint::ChronosPosts,
             Endpoint::ChronosPuts, Endpoint::ChronosDeletes}) {
        std::ranges::move(m_from.gate.routes(
                              endpoint, [this](const Request& request) { return answer(request); },
                              rowOf(endpoint).hasBody ? kMostBody : 0),
            std::back_inserter(out));
    }
    return out;
}

HttpResponse ChronosApi::answer(const Request& request) {
    const auto method = request.method == "HEAD" ? std::string("GET") : request.method;
    const auto path = callOf(request.path);
    for (const auto& row : rows()) {
        const auto name = row.method == method ? match(row.form, path) : std::nullopt;
        if (!name) {
            continue;
        }
        if (const auto* order = std::get_if<Row::Order>(&row.handler)) {
            return (this->**order)(*name, request);
        }
        return show(row, request, *name);
    }
    return refusal({fmt::format("There is no {} {}", method,
                        escaped(std::string(path.substr(0, kLongestShown)))),
        Error::Kind::NotFound});
}

HttpResponse ChronosApi::show(const Row& row, const Request& request, const std::string& name) {
    return m_from.answers.answer(request.principal, [this, &row, request, name](Viewer& viewer) {
        const auto sees = [&](const jobs::Schedule& schedule) {
            return viewer.may(Acls::Action::ViewTasks, userOf(schedule.spec.run, m_from.control));
        };
        if (const auto* all = std::get_if<Row::OfAll>(&row.handler)) {
            auto shown = m_from.control.schedules().schedules();
            std::erase_if(shown, [&](const auto* schedule) { return !sees(*schedule); });
            return (this->**all)(shown, request);
        }
        const auto* schedule = m_from.control.schedules().schedule({name});
        return schedule != nullptr && sees(*schedule)
            ? (this->*std::get<Row::OfOne>(row.handler))(*schedule, request)
            : refusal(unknown(name).value());
    });
}

// ---- what is shown

HttpResponse ChronosApi::list(const Shown& schedules, const Request&) {
    return HttpResponse::json(jobsJson(schedules));
}

HttpResponse ChronosApi::search(const Shown& schedules, const Request& request) {
    const api::Query query(request.query);
    const auto name = query.get("name");
    const auto command = query.get("command");
    const auto any = query.get("any");
    auto offset = number(query, "offset", 0);
    const auto limit = number(query, "limit", 10); // Chronos' own
    Shown out;
    for (const auto* schedule : schedules) {
        const auto& id = schedule->spec.id.value;
        const auto& runs = schedule->spec.run.command;
        const bool fits = contains(id, name) && contains(runs, command)
            && (contains(id, any) || contains(runs, any));
        if (fits && (offset == 0 || offset-- == 0) && out.size() < limit) {
            out.push_back(schedule);
        }
    }
    return HttpResponse::json(jobsJson(out));
}

HttpResponse ChronosApi::summary(const Shown& schedules, const Request&) {
    return HttpResponse::json(summaryJson(schedules, m_from.control));
}

HttpResponse ChronosApi::job(const jobs::Schedule& schedule, const Request&) {
    std::string out;
    appendJob(schedule, out);
    return HttpResponse::json(std::move(out));
}

HttpResponse ChronosApi::history(const jobs::Schedule& schedule, const Request& request) {
    const api::Query query(request.query);
    return jsonOr(historyJson(schedule, m_from.control, m_from.ended, count(query, "limit")));
}

HttpResponse ChronosApi::statistics(const jobs::Schedule& schedule, const Request&) {
    return jsonOr(statisticsJson(schedule, m_from.control, m_from.ended));
}

HttpResponse ChronosApi::next(const jobs::Schedule& schedule, const Request& request) {
    const api::Query query(request.query);
    return HttpResponse::json(nextJson(schedule, count(query, "count")));
}

HttpResponse ChronosApi::dot(const Shown& schedules, const Request&) {
    return HttpResponse::text(200, dotGraph(schedules));
}

HttpResponse ChronosApi::csv(const Shown& schedules, const Request&) {
    return HttpResponse::text(200, csvGraph(schedules, m_from.control));
}

HttpResponse ChronosApi::leader(const Shown&, const Request&) {
    return HttpResponse::json(
        fmt::format(R"({{"leader":"{}:{}"}})", m_from.facts.ip, m_from.facts.port));
}

HttpResponse ChronosApi::isMaster(const Shown&, const Request&) {
    return HttpResponse::text(200, "true");
}

HttpResponse ChronosApi::ping(const Shown&, const Request&) {
    return HttpResponse::text(200, "pong\n");
}

// ---- what is ordered

// A schedule that is not there belongs to nobody: who may not do it to everything hears the same as
// of one that is.
Status ChronosApi::may(const Request& request, ScheduleCall call, const std::string& name) const {
    const auto* schedule = m_from.control.schedules().schedule({name});
    auto permitted = m_from.gate.ask(rightOf(call), {request.principal},
        schedule != nullptr ? Object(userOf(schedule->spec.run, m_from.control)) : Object());
    const bool kills = call == ScheduleCall::Delete || call == ScheduleCall::KillRuns;
    for (const auto& run : schedule != nullptr && kills ? schedule->live : std::set<JobId>()) {
        const auto* job = m_from.control.jobs().job(run); // perhaps of another user, from earlier
        if (permitted && job != nullptr) {
            permitted = m_from.gate.ask(
                rightOf(call), {request.principal}, userOf(job->spec, m_from.control));
        }
    }
    return permitted;
}

template <typename Command>
HttpResponse ChronosApi::execute(Command command, CommandKind kind, const std::string& name,
    const Request& request, std::string detail, Response done) {
    ScheduleOrder order{.command = kind,
        .author = authorOf(request),
        .schedule = name,
        .detail = std::move(detail)};
    if constexpr (requires { command.author; }) {
        command.author = order.author;
    }
    Response out;
    out.later = [this, command = std::move(command), order = std::move(order),
                    done = std::move(done)](const auto& send) {
        m_from.control.execute(command, order,
            [send, done](const Status& status) { send(status ? done : refusal(status.error())); });
    };
    return out;
}

HttpResponse ChronosApi::putScheduled(const std::string&, const Request& request) {
    return put(Kind::Scheduled, request);
}

HttpResponse ChronosApi::putDependent(const std::string&, const Request& request) {
    return put(Kind::Dependent, request);
}

// Of parents that somebody may not see they hear the same as of those that are not there. Who takes
// the place of a parent that is gone lets its children run.
Status ChronosApi::mayFollow(const jobs::ScheduleSpec& spec, const Request& request) const {
    const auto& schedules = m_from.control.schedules();
    for (const auto& parent : spec.parents) {
        const auto* known = schedules.schedule(parent);
        if (known != nullptr && !may(request, ScheduleCall::See, parent.value)) {
            return failure(fmt::format("Schedule '{}' has the parent '{}', which is not known",
                escaped(spec.id.value.substr(0, kLongestShown)),
                escaped(parent.value.substr(0, kLongestShown))));
        }
    }
    if (schedules.schedule(spec.id) != nullptr) {
        return {};
    }
    for (const auto& child : schedules.childrenOf(spec.id)) {
        if (auto permitted = may(request, ScheduleCall::Run, child.value); !permitted) {
            return permitted;
        }
    }
    return {};
}

HttpResponse ChronosApi::put(Kind kind, const Request& request) {
    if (api::mediaTypeOf(request.header("Content-Type")) != "application/json") {
        auto out = refusal(
            {"Send JSON, with the header 'Content-Type: application/json'", Error::Kind::Invalid});
        out.status = 415;
        return out;
    }
    auto spec = readJob(request.body, kind, m_from.defaults);
    if (!spec) {
        return refusal(spec.error());
    }
    const auto name = spec->id.value;
    const auto user = userOf(spec->run, m_from.control);
    auto permitted = m_from.gate.ask(rightOf(ScheduleCall::Put), {request.principal}, user);
    if (permitted && m_from.control.schedules().schedule(spec->id) != nullptr) {
        permitted = may(request, ScheduleCall::Put, name); // also of whose it was
    }
    if (permitted) {
        permitted = mayFollow(*spec, request);
    }
    if (!permitted) {
        return refusal(permitted.error());
    }
    auto zone = m_from.control.zones().of(*spec);
    if (!zone) {
        return refusal(zone.error());
    }
    auto detail = fmt::format(
        "{}, as user {}", spec->text.empty() ? "after its parents" : spec->text, user);
    return execute(jobs::PutSchedule{0, std::move(*spec), std::move(*zone), {}},
        CommandKind::PutSchedule, name, request, std::move(detail));
}

HttpResponse ChronosApi::run(const std::string& name, const Request& request) {
    if (auto permitted = may(request, ScheduleCall::Run, name); !permitted) {
        return refusal(permitted.error());
    }
    const auto arguments = api::Query(request.query).get("arguments");
    if (hasUnsafe(arguments)) {
        return refusal(
            {"The arguments must be one line without control characters", Error::Kind::Invalid});
    }
    return execute(jobs::RunSchedule{0, {name}, arguments}, CommandKind::RunSchedule, name, request,
        arguments);
}

HttpResponse ChronosApi::markSucceeded(const std::string& name, const Request& request) {
    if (auto permitted = may(request, ScheduleCall::MarkSucceeded, name); !permitted) {
        return refusal(permitted.error());
    }
    return execute(jobs::MarkSucceeded{0, {name}}, CommandKind::RunSchedule, name, request,
        "marked as succeeded",
        HttpResponse::text(200, fmt::format("marked job {} as successful: true", name)));
}

HttpResponse ChronosApi::erase(const std::string& name, const Request& request) {
    if (auto permitted = may(request, ScheduleCall::Delete, name); !permitted) {
        return refusal(permitted.error());
    }
    return execute(jobs::DeleteSchedule{0, {name}, {}}, CommandKind::DeleteSchedule, name, request);
}

// The runs, of which there may be many, are killed one by one; the answer comes with the last.
HttpResponse ChronosApi::killRuns(const std::string& name, const Request& request) {
    if (auto permitted = may(request, ScheduleCall::KillRuns, name); !permitted) {
        return refusal(permitted.error());
    }
    const auto* schedule = m_from.control.schedules().schedule({name});
    if (schedule == nullptr) {
        return refusal(unknown(name).value());
    }
    if (schedule->live.empty()) {
        return {.status = 204};
    }
    const cluster::KilledBy by{authorOf(request), ""};
    Response out;
    out.later = [this, runs = schedule->live, by](const auto& send) {
        const auto left = std::make_shared<std::size_t>(runs.size());
        const auto failed = std::make_shared<Status>();
        for (const auto& job : runs) {
            m_from.control.killJob(job, by, [send, left, failed](const Status& status) {
                if (!status && status.error().kind != Error::Kind::Conflict) {
                    *failed = status; // one that has ended meanwhile is as good as killed
                }
                if (--*left == 0) {
                    send(*failed ? Response{.status = 204} : refusal(failed->error()));
                }
            });
        }
    };
    return out;
}

HttpResponse ChronosApi::pause(const std::string& name, const Request& request) {
    if (auto permitted = may(request, ScheduleCall::Pause, name); !permitted) {
        return refusal(permitted.error());
    }
    return execute(
        jobs::PauseSchedule{0, {name}, true, {}}, CommandKind::PauseSchedule, name, request);
}

HttpResponse ChronosApi::resume(const std::string& name, const Request& request) {
    if (auto permitted = may(request, ScheduleCall::Resume, name); !permitted) {
        return refusal(permitted.error());
    }
    return execute(
        jobs::PauseSchedule{0, {name}, false, {}}, CommandKind::ResumeSchedule, name, request);
}

} // namespace muster::agentd::chronos
