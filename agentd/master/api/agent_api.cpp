// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/agent_api.h"

#include <algorithm>
#include <charconv>
#include <iterator>

#include <spdlog/spdlog.h>

#include "agentd/clock.h"
#include "agentd/master/api/file_endpoints.h"
#include "agentd/master/api/old_models.h"
#include "agentd/master/api/query.h"
#include "agentd/master/caller.h"
#include "core/kernel/base/text.h"
#include "core/proto/encoding.h"
#include "core/proto/protocol.h"
#include "core/proto/task.h"

namespace muster::agentd::api {
namespace {

constexpr Duration kLimit = std::chrono::seconds(10);
constexpr std::string_view kPrefix = "/slave(";
constexpr int kMostListed = 100'000; // files of one directory, in one answer
constexpr std::size_t kMostSessions = 1000;
constexpr std::size_t kMostWords = 4096; // bytes of a command in the audit log
constexpr const char* kNoContainer = "Container cannot be found on any agent";

// "parent.child", as Mesos writes it.
std::string containerText(const mesos::v1::ContainerID& id) {
    return id.has_parent() ? containerText(id.parent()) + "." + id.value() : id.value();
}

mesos::v1::agent::Call callOf(mesos::v1::agent::Call::Type type) {
    mesos::v1::agent::Call out;
    out.set_type(type);
    return out;
}

Error errorOf(const net::HttpResponse& response) {
    const auto kind = response.status == 404 ? Error::Kind::NotFound
        : response.status == 400             ? Error::Kind::Invalid
        : response.status == 403             ? Error::Kind::Denied
                                             : Error::Kind::Unavailable;
    return Error{.message = response.body ? *response.body : "", .kind = kind};
}

net::HttpResponse later(std::function<void(std::function<void(net::HttpResponse)>)> start) {
    net::HttpResponse response;
    response.later = std::move(start);
    return response;
}

std::string metricsJson(const mesos::v1::agent::Response::GetMetrics& metrics) {
    std::string out;
    JsonWriter json(out);
    json.beginObject();
    for (const auto& metric : metrics.metrics()) {
        json.quotedKey(metric.name());
        json.value(metric.value());
    }
    json.endObject();
    return out;
}

// What of an agent answers there, HEAD as GET; as everywhere, what is below a path belongs to it.
std::optional<Endpoint> endpointAt(std::string_view method, std::string_view path) {
    static const auto rows = [] {
        std::vector<std::pair<Endpoint, EndpointRow>> out;
        for (const auto endpoint : allEndpoints()) {
            if (auto row = rowOf(endpoint); row.place == EndpointRow::Place::Agent) {
                out.emplace_back(endpoint, std::move(row));
            }
        }
        return out;
    }();
    for (const auto& [endpoint, row] : rows) {
        if (row.method == (method == "HEAD" ? "GET" : method) && covers(row, path)) {
            return endpoint;
        }
    }
    return std::nullopt;
}

AgentFlags flagsOf(const mesos::v1::agent::Response::GetFlags& flags) {
    AgentFlags out;
    for (const auto& flag : flags.flags()) {
        out[flag.name()] = flag.value();
    }
    return out;
}

} // namespace

AgentApi::AgentApi(boost::asio::io_context& io, Control& control, AgentEndpoint& agents,
    const MasterFacts& facts, history::Journal& ended, const Gate& gate, WholeAnswers& answers)
    : m_io(io), m_control(control), m_agents(agents), m_facts(facts), m_gate(gate),
      m_answers(answers), m_permissions(control, ended, gate), m_streams(agents) {
    m_agents.onAnswer = [this](const AgentId& agent, muster::v1::AgentMessage::Answer answer) {
        onAnswer(agent, std::move(answer));
    };
}

GuardedRoutes AgentApi::routes() {
    GuardedRoutes out;
    const auto add = [&](GuardedRoutes rows) { std::ranges::move(rows, std::back_inserter(out)); };
    const auto below = [this](const net::HttpRequest& request) { return handle(request); };
    add(m_gate.routes(Endpoint::AgentGets, below));
    add(m_gate.routes(Endpoint::AgentPosts, below, net::kUnlimited));
    for (const auto endpoint : {Endpoint::Statistics, Endpoint::Containers}) {
        const bool status = endpoint == Endpoint::Containers;
        add(m_gate.routes(endpoint, [this, status](const net::HttpRequest& request) {
            std::vector<AgentId> agents;
            for (const auto* agent : m_control.master().agents()) {
                if (agent->link) {
                    agents.push_back(agent->id);
                }
            }
            return containers(std::move(agents), request, status);
        }));
    }
    return out;
}

net::HttpResponse AgentApi::handle(const net::HttpRequest& request) {
    const auto rest = std::string_view(request.path).substr(kPrefix.size());
    cluster::AgentNumber number = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    const auto after = rest.substr(static_cast<std::size_t>(end - rest.data()));
    const auto* agent = error == std::errc{} && number > 0 && after.starts_with(")/")
        ? m_control.master().agent(number - 1)
        : nullptr;
    if (agent == nullptr) {
        return net::HttpResponse::text(404, "No such agent");
    }
    const auto endpoint = endpointAt(request.method, after.substr(1));
    if (!endpoint) {
        return net::HttpResponse::text(404, "");
    }
    const auto row = rowOf(*endpoint);
    if (!m_gate.permits(row.right, {request.principal}, std::string(row.paths.front()))) {
        return forbidden();
    }
    return *endpoint == Endpoint::AgentCalls ? post(agent->id, request)
                                             : get(*agent, *endpoint, request);
}

std::optional<net::HttpResponse> AgentApi::claim(const net::HttpRequest& request) {
    if (request.reader) {
        return claimInput(request);
    }
    if (request.method != "POST") {
        const auto agent = agentOfFile(Query(request.query).get("path"));
        const auto* known = agent ? m_control.master().agent(*agent) : nullptr;
        const auto endpoint = known ? endpointAt("GET", request.path) : std::nullopt;
        return endpoint ? std::optional(get(*known, *endpoint, request)) : std::nullopt;
    }
    return claimCall(request);
}

// Only agents take calls as a stream of records.
net::HttpResponse AgentApi::claimInput(const net::HttpRequest& request) {
    const auto media = agentMedia(request);
    if (!media) {
        return media.error();
    }
    return later([this, body = request.reader, client = clientOf(request), media = *media](
                     const Send& send) {
        const auto admitted = [this, client](const Call& first) -> OrRefusal<AgentId> {
            const auto* container = containerOf(first);
            const auto agent = container ? agentOfContainer(*container) : std::nullopt;
            if (!agent) {
                return refusal(404, kNoContainer);
            }
            if (const auto asked = admit(*agent, first, client); !asked) {
                return tl::unexpected(refusalAnswer(asked.error()));
            }
            return *agent;
        };
        m_streams.input(body, media, admitted, send);
    });
}

// The two APIs number their calls differently, so that one of an agent in protobuf may be readable
// as one of the master: a container that is known, or a sandbox, decides.
std::optional<net::HttpResponse> AgentApi::claimCall(const net::HttpRequest& request) {
    const auto content = mediaOf(mediaTypeOf(request.header("Content-Type")));
    Call call;
    if (!content || !parse(request.body, *content, call)) {
        return std::nullopt;
    }
    std::optional<AgentId> agent;
    mesos::v1::master::Call::Type ofMaster{};
    if (const auto* container = containerOf(call)) {
        agent = agentOfContainer(*container);
        if (!agent && *content == Media::Json
            && !mesos::v1::master::Call::Type_Parse(Call::Type_Name(call.type()), &ofMaster)) {
            return net::HttpResponse::text(404, kNoContainer);
        }
    } else if (call.type() == Call::LIST_FILES) {
        agent = agentOfFile(call.list_files().path());
    } else if (call.type() == Call::READ_FILE) {
        agent = agentOfFile(call.read_file().path());
    }
    if (!agent) {
        return std::nullopt;
    }
    const auto media = agentMedia(request);
    if (!media) {
        return media.error();
    }
    auto whole = readAgentCall(request.body, media->content);
    if (!whole) {
        return whole.error();
    }
    return later([this, agent = *agent, call = std::move(*whole), media = *media,
                     client = clientOf(request)](const Send& send) {
        // Who asks a master knows of no pages.
        this->call(agent, call, media, client, Pages::Joined, send);
    });
}

// Of a task that runs, or of what is nested in it.
const cluster::Task* AgentApi::taskIn(const mesos::v1::ContainerID& container) const {
    const auto* root = &container;
    while (root->has_parent()) {
        root = &root->parent();
    }
    for (const auto* task : m_control.master().tasks()) {
        if (task->latest.container && task->latest.container->id.value == root->value()) {
            return task;
        }
    }
    return nullptr;
}

std::optional<AgentId> AgentApi::agentOfContainer(const mesos::v1::ContainerID& container) const {
    const auto* task = taskIn(container);
    return task ? std::optional(task->info.agent) : std::nullopt;
}

// "<sandboxes>/<framework>/<task or executor>/..." or "/framework/<framework>/task/<task>/...".
std::optional<AgentId> AgentApi::agentOfFile(std::string_view path) const {
    auto parts = partsOf(path);
    if (parts.size() > 3 && parts[0] == "framework" && parts[2] == "task") {
        parts.erase(parts.begin() + 2);
    }
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
        const FrameworkId framework{parts[i]};
        if (const auto* task = m_control.master().task({framework, TaskId{parts[i + 1]}})) {
            return task->info.agent;
        }
        for (const auto* agent : m_control.master().framework(framework)
                ? m_control.master().agents()
                : decltype(m_control.master().agents())()) {
            if (agent->executors.contains({framework, ExecutorId{parts[i + 1]}})) {
                return agent->id;
            }
        }
    }
    return std::nullopt;
}

// The body may be a stream of records; any other is gathered here.
net::HttpResponse AgentApi::post(const AgentId& agent, const net::HttpRequest& request) {
    const auto media = agentMedia(request);
    if (!media) {
        return media.error();
    }
    return later([this, agent, body = request.reader, client = clientOf(request), media = *media](
                     const Send& send) {
        if (media.streamsContent) {
            const auto admitted = [this, agent, client](const Call& first) -> OrRefusal<AgentId> {
                const auto asked = admit(agent, first, client);
                return asked ? OrRefusal<AgentId>(agent)
                             : tl::unexpected(refusalAnswer(asked.error()));
            };
            return m_streams.input(body, media, admitted, send);
        }
        const auto gathered = std::make_shared<std::string>();
        body->onData([gathered, send](std::string_view piece) {
            gathered->append(piece);
            if (gathered->size() > proto::kMaximumMessage) { // nothing more of it is read
                send(net::HttpResponse::text(413,
                    fmt::format(
                        "The body is larger than the {} bytes allowed", proto::kMaximumMessage)));
            }
        });
        body->onEnd([this, agent, gathered, media, client, send](const Status& whole) {
            if (!whole) {
                return send(net::badRequest(whole.error().message));
            }
            const auto call = readAgentCall(*gathered, media.content);
            if (!call) {
                return send(call.error());
            }
            this->call(agent, *call, media, client, Pages::OneByOne, send);
        });
    });
}

AgentApi::Client AgentApi::clientOf(const net::HttpRequest& request) {
    return {request.principal,
        authorOf(request.principal, std::string(request.header(proto::kAuthorHeader)))};
}

// Who looks into a container, or acts in one, is noted.
Status AgentApi::admit(const AgentId& agent, const Call& call, const Client& client) {
    const auto& principal = client.principal;
    auto asked = m_permissions.ask(agent, call, principal);
    if (asked) {
        audit(agent, call, client);
    }
    if (const auto* container = containerOf(call)) {
        spdlog::info("{} for container {} in {} on agent {}, asked by {}{}",
            Call::Type_Name(call.type()), container->value(), container->parent().value(),
            agent.value, principal.empty() ? "an anonymous client" : principal,
            asked                                           ? ""
                : asked.error().kind == Error::Kind::Denied ? ", who may not"
                                                            : ": nobody knows whether they may");
    }
    return asked;
}

// Before it is opened: what is done in it is not to be done unseen.
void AgentApi::audit(const AgentId& agent, const Call& call, const Client& client) {
    const auto* command = call.has_launch_nested_container_session()
        ? &call.launch_nested_container_session().command()
        : call.has_launch_nested_container() ? &call.launch_nested_container().command()
                                             : nullptr;
    const auto* container = containerOf(call);
    const auto* known = m_control.master().agent(agent);
    const bool isInput = call.type() == Call::ATTACH_CONTAINER_INPUT;
    if (!container || !known || !known->link || !(command || isInput)) {
        return;
    }
    const std::pair session(containerText(*container), client.author);
    if (isInput && std::erase(m_sessions, session) > 0) {
        return; // of what its author has started
    }
    if (call.has_launch_nested_container_session()) {
        m_sessions.push_back(session);
        if (m_sessions.size() > kMostSessions) {
            m_sessions.pop_front();
        }
    }
    const auto* task = taskIn(*container);
    const auto words = command    ? proto::commandText(*command)
        : container->has_parent() ? fmt::format("container {}", container->value())
                                  : "its terminal";
    history::Change change;
    change.audit.push_back({now(), client.author, command ? "exec" : "attach",
        task ? fmt::format("{}/{}", task->framework.value, task->info.id.value)
             : escaped(session.first),
        fmt::format("{}: {}", known->info.hostname,
            escaped(std::string_view(words).substr(0, kMostWords)))});
    m_control.keep(std::move(change));
}

void AgentApi::call(const AgentId& agent, const Call& call, const AgentMedia& media,
    const Client& client, Pages pages, const Send& send) {
    const auto& principal = client.principal;
    if (auto refused = misfit(call, media)) {
        return send(std::move(*refused));
    }
    if (const auto asked = admit(agent, call, client); !asked) {
        return send(refusalAnswer(asked.error()));
    }
    const auto* container = containerOf(call);
    const bool goesOn
        = call.type() == Call::ATTACH_CONTAINER_OUTPUT || call.type() == Call::WAIT_CONTAINER;
    if (container != nullptr && (container->has_parent() || goesOn)) {
        return m_streams.call(agent, call, media, send);
    }
    const auto show = [this, send, media, principal](OrRefusal<Answer> answer) {
        if (!answer) {
            return send(std::move(answer.error()));
        }
        m_answers.send(
            principal,
            [this, response = std::move(answer->response), media](const Viewer& viewer) {
                auto shown = response;
                m_permissions.restrict(shown, viewer);
                return reply(shown, media.accept);
            },
            send);
    };
    if (pages == Pages::Joined && call.type() == Call::LIST_FILES) {
        list(agent, call, principal, {}, show);
    } else {
        ask(agent, call, principal, show);
    }
}

Result<std::uint64_t> AgentApi::stream(
    const AgentId& agent, const Call& call, const Client& client, AgentStreams::Take take) {
    if (const auto asked = admit(agent, call, client); !asked) {
        return tl::unexpected(asked.error());
    }
    const auto opened = m_streams.open(agent, call, std::move(take));
    return opened ? Result<std::uint64_t>(*opened)
                  : failure("The agent is not connected", Error::Kind::Unavailable);
}

net::HttpResponse AgentApi::get(
    const cluster::Agent& agent, Endpoint endpoint, const net::HttpRequest& request) {
    const auto id = agent.id;
    // Asks the agent and writes its answer as JSON.
    const auto asked = [this, id, request](Call::Type type, auto write) {
        return later([this, id, request, type, write](const Send& send) {
            ask(id, callOf(type), request.principal,
                [this, request, send, write](OrRefusal<Answer> answer) {
                    if (!answer) {
                        return send(std::move(answer.error()));
                    }
                    m_answers.send(
                        request.principal,
                        [request, response = std::move(answer->response), write](
                            const Viewer& viewer) {
                            return jsonAnswer(request, write(response, viewer));
                        },
                        send);
                });
        });
    };
    switch (endpoint) {
    case Endpoint::AgentHealth:
        return agent.link ? emptyAnswer(200)
                          : net::HttpResponse::text(503, "The agent is not connected");
    case Endpoint::AgentVersion:
        return jsonAnswer(request, versionJson());
    case Endpoint::AgentFlags:
        return asked(Call::GET_FLAGS, [](const Response& answer, const Viewer&) {
            return flagsJson(flagsOf(answer.get_flags()));
        });
    case Endpoint::AgentMetrics:
        return asked(Call::GET_METRICS, [](const Response& answer, const Viewer&) {
            return metricsJson(answer.get_metrics());
        });
    case Endpoint::AgentState:
        return asked(Call::GET_FLAGS, [this, id](const Response& answer, const Viewer& viewer) {
            const auto* now = m_control.master().agent(id);
            return now == nullptr
                ? std::string("{}")
                : agentState(*now, m_control, m_facts, viewer, flagsOf(answer.get_flags()));
        });
    case Endpoint::AgentStatistics:
        return containers({id}, request, false);
    case Endpoint::AgentContainers:
        return containers({id}, request, true);
    case Endpoint::AgentBrowse:
        return browseFiles(filesOf(id, request.principal), request);
    case Endpoint::AgentRead:
        return readFiles(filesOf(id, request.principal), request);
    case Endpoint::AgentDownload:
        return downloadFile(filesOf(id, request.principal), request);
    default:
        return net::HttpResponse::text(404, "");
    }
}

// Every agent is asked at once. An answer of several agents is what those that answered know.
net::HttpResponse AgentApi::containers(
    std::vector<AgentId> agents, const net::HttpRequest& request, bool status) {
    return later([this, agents = std::move(agents), request, status](const Send& send) {
        struct Gathered {
            std::size_t missing;
            std::vector<std::pair<AgentId, Answer>> answers;
        };
        const bool one = agents.size() == 1;
        const auto gathered = std::make_shared<Gathered>(Gathered{agents.size(), {}});
        if (agents.empty()) {
            return send(jsonAnswer(request, "[]"));
        }
        const auto show = [this, request, status, gathered](const Viewer& viewer) {
            std::string rows;
            for (const auto& [agent, answer] : gathered->answers) {
                auto shown = answer.response;
                m_permissions.restrict(shown, viewer);
                const auto more = containerRows(
                    shown.get_containers(), answer.gpus, m_control.master().agent(agent), status);
                rows += (rows.empty() || more.empty() ? "" : ",") + more;
            }
            return jsonAnswer(request, "[" + rows + "]");
        };
        for (const auto& agent : agents) {
            ask(agent, callOf(Call::GET_CONTAINERS), request.principal,
                [this, agent, request, send, one, gathered, show](OrRefusal<Answer> answer) {
                    if (!answer && one) {
                        return send(std::move(answer.error()));
                    }
                    if (answer) {
                        gathered->answers.emplace_back(agent, std::move(*answer));
                    }
                    if (--gathered->missing == 0) {
                        m_answers.send(request.principal, show, send);
                    }
                });
        }
    });
}

void AgentApi::ask(
    const AgentId& agent, const Call& call, const std::string& principal, Done done) {
    const auto id = ++m_last;
    muster::v1::AgentCommand command;
    command.mutable_query()->set_id(id);
    command.mutable_query()->set_request(call.SerializeAsString());
    if (!m_agents.send(agent, command)) {
        return done(refusal(503, "The agent is not connected"));
    }
    auto limit = std::make_unique<boost::asio::steady_timer>(m_io, kLimit);
    limit->async_wait([this, id](boost::system::error_code error) {
        if (!error) {
            settle(id, refusal(504, "The agent did not answer within 10 s"));
        }
    });
    const bool ofFiles = call.type() == Call::LIST_FILES || call.type() == Call::READ_FILE;
    m_questions.emplace(id, Question{agent, principal, ofFiles, std::move(done), std::move(limit)});
}

void AgentApi::list(const AgentId& agent, Call call, const std::string& principal,
    Response::ListFiles before, Done done) {
    auto take = [this, agent, call, principal, before = std::move(before), done = std::move(done)](
                    OrRefusal<Answer> answer) mutable {
        if (!answer) {
            return done(std::move(answer));
        }
        auto& page = *answer->response.mutable_list_files();
        const auto last = page.last();
        before.mutable_file_infos()->MergeFrom(page.file_infos());
        if (last.empty()) {
            page.Swap(&before);
            return done(std::move(answer));
        }
        const auto& path = call.list_files().path();
        if (last <= call.list_files().after()) {
            return done(refusal(502, fmt::format("The agent listed '{}' without an end", path)));
        }
        if (before.file_infos_size() >= kMostListed) {
            return done(refusal(400,
                fmt::format("'{}' has more than {} files: use muster cp, or LIST_FILES of the "
                            "agent with 'after'",
                    path, kMostListed)));
        }
        call.mutable_list_files()->set_after(last);
        list(agent, std::move(call), principal, std::move(before), std::move(done));
    };
    ask(agent, call, principal, std::move(take));
}

void AgentApi::settle(std::uint64_t id, OrRefusal<Answer> answer) {
    if (auto question = m_questions.extract(id)) {
        question.mapped().done(std::move(answer));
    }
}

void AgentApi::onAnswer(const AgentId& agent, muster::v1::AgentMessage::Answer answer) {
    const auto question = m_questions.find(answer.id());
    if (question == m_questions.end() || question->second.agent != agent) {
        return; // too late, or not its own
    }
    // What is not found is asked for, too: that it is not there is as much of the sandbox.
    const auto& asked = question->second;
    const auto permitted = asked.ofFiles
        ? m_permissions.askSandbox(agent, answer.framework_id(), answer.sandbox(), asked.principal)
        : Status();
    if (!permitted) {
        return settle(answer.id(), tl::unexpected(refusalAnswer(permitted.error())));
    }
    if (answer.status() != 200) {
        const bool known = answer.status() >= 400 && answer.status() < 600;
        return settle(answer.id(), refusal(known ? answer.status() : 502, answer.body()));
    }
    Answer out;
    if (!out.response.ParseFromString(answer.body())) {
        return settle(answer.id(), refusal(502, "Cannot parse the agent's answer"));
    }
    out.gpus = std::move(*answer.mutable_gpus());
    settle(answer.id(), std::move(out));
}

const FileTree& AgentApi::filesOf(const AgentId& agent, const std::string& principal) {
    const auto [entry, isNew] = m_files.try_emplace(std::pair(agent, principal));
    if (isNew) {
        FileTree::Source source;
        source.list = [this, agent, principal](const std::string& path, const auto& done) {
            auto call = callOf(Call::LIST_FILES);
            call.mutable_list_files()->set_path(path);
            list(agent, call, principal, {}, [done](const OrRefusal<Answer>& answer) {
                if (!answer) {
                    return done(tl::unexpected(errorOf(answer.error())));
                }
                FileTree::Listing files;
                for (const auto& file : answer->response.list_files().file_infos()) {
                    if (!S_ISLNK(file.mode())) { // which nothing opens
                        files.push_back(file);
                    }
                }
                done(std::move(files));
            });
        };
        source.read = [this, agent, principal](const std::string& path, std::uint64_t offset,
                          std::size_t length, const auto& done) {
            auto call = callOf(Call::READ_FILE);
            call.mutable_read_file()->set_path(path);
            call.mutable_read_file()->set_offset(offset);
            call.mutable_read_file()->set_length(length);
            ask(agent, call, principal, [done](const OrRefusal<Answer>& answer) {
                if (!answer) {
                    return done(tl::unexpected(errorOf(answer.error())));
                }
                const auto& piece = answer->response.read_file();
                done(FilePiece{piece.size(), piece.data()});
            });
        };
        entry->second.mount("/", std::move(source));
    }
    return entry->second;
}

} // namespace muster::agentd::api
