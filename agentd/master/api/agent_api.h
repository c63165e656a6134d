// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "agentd/content.h"
#include "agentd/master/agent_endpoint.h"
#include "agentd/master/api/agent_models.h"
#include "agentd/master/api/agent_permissions.h"
#include "agentd/master/api/agent_streams.h"
#include "agentd/master/api/file_tree.h"
#include "agentd/master/api/whole_answers.h"

namespace muster::agentd::api {

// What Mesos' agents answer themselves, below /slave(N)/: the operator API (POST api/v1) and the
// old endpoints. Muster's agents listen on nothing, so each question goes over the agent's own
// connection and back. 404: no such agent; 503: it is not connected; 504: no answer in 10 s.
// /monitor/statistics and /containers of the master have the rows of all its agents. Each session
// in a container is in the audit log: a command that is started there, and who else writes to one.
// Facts: doc/wire.md, "Operator API" and "Old endpoints"; recordings. Lives on the io_context's
// thread.
class AgentApi {
public:
    // Takes the endpoint's onAnswer and onStream.
    AgentApi(boost::asio::io_context& io, Control& control, AgentEndpoint& agents,
        const MasterFacts& facts, history::Journal& ended, const Gate& gate, WholeAnswers& answers);

    GuardedRoutes routes();

    // Of what is asked at the master's own address, which is the one that agents name: calls about
    // a container and files of a sandbox are their agent's to answer. Nothing: it is the master's.
    std::optional<net::HttpResponse> claim(const net::HttpRequest& request);

    using Call = mesos::v1::agent::Call;
    struct Client {
        std::string principal;
        std::string author; // who types it
    };
    // A call that takes its time, of a client that is no HTTP request: refused, logged and audited
    // as the same one at /slave(N). What follows goes through streams().
    Result<std::uint64_t> stream(
        const AgentId& agent, const Call& call, const Client& client, AgentStreams::Take take);
    AgentStreams& streams() { return m_streams; }

    // Files of an agent's sandboxes as principals may read them. They live as long as this does.
    const FileTree& filesOf(const AgentId& agent, const std::string& principal);

private:
    using Response = mesos::v1::agent::Response;
    using Send = std::function<void(net::HttpResponse)>;
    struct Answer {
        Response response;
        google::protobuf::RepeatedPtrField<muster::v1::GpuUse> gpus; // with GET_CONTAINERS
    };
    using Done = std::function<void(OrRefusal<Answer>)>;
    struct Question {
        AgentId agent;
        std::string principal;
        bool ofFiles = false;
        Done done;
        std::unique_ptr<boost::asio::steady_timer> limit;
    };

    net::HttpResponse handle(const net::HttpRequest& request);
    net::HttpResponse post(const AgentId& agent, const net::HttpRequest& request);
    static Client clientOf(const net::HttpRequest& request);
    Status admit(const AgentId& agent, const Call& call, const Client& client);
    void audit(const AgentId& agent, const Call& call, const Client& client);
    enum class Pages { OneByOne, Joined }; // of a directory
    void call(const AgentId& agent, const Call& call, const AgentMedia& media, const Client& client,
        Pages pages, const Send& send);
    net::HttpResponse get(
        const cluster::Agent& agent, Endpoint endpoint, const net::HttpRequest& request);
    net::HttpResponse containers(
        std::vector<AgentId> agents, const net::HttpRequest& request, bool status);

    net::HttpResponse claimInput(const net::HttpRequest& request);
    std::optional<net::HttpResponse> claimCall(const net::HttpRequest& request);
    const cluster::Task* taskIn(const mesos::v1::ContainerID& container) const;
    std::optional<AgentId> agentOfContainer(const mesos::v1::ContainerID& container) const;
    std::optional<AgentId> agentOfFile(std::string_view path) const;

    void ask(const AgentId& agent, const Call& call, const std::string& principal, Done done);
    // LIST_FILES to the last page; `before`: the files of those that came already. 400: too many.
    void list(const AgentId& agent, Call call, const std::string& principal,
        Response::ListFiles before, Done done);
    void settle(std::uint64_t id, OrRefusal<Answer> answer);
    void onAnswer(const AgentId& agent, muster::v1::AgentMessage::Answer answer);

    boost::asio::io_context& m_io;
    Control& m_control;
    AgentEndpoint& m_agents;
    const MasterFacts& m_facts;
    const Gate& m_gate;
    WholeAnswers& m_answers;
    AgentPermissions m_permissions;
    AgentStreams m_streams;
    // The newest sessions, by container and author, whose own input follows.
    std::deque<std::pair<std::string, std::string>> m_sessions;
    std::uint64_t m_last = 0;
    std::map<std::uint64_t, Question> m_questions;
    std::map<std::pair<AgentId, std::string>, FileTree> m_files; // of agents, for principals
};

} // namespace muster::agentd::api
