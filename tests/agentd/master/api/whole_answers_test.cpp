// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/whole_answers.h"

#include <gtest/gtest.h>

#include "agentd/clock.h"
#include "agentd/master/agent_endpoint.h"
#include "agentd/master/alerts.h"
#include "agentd/master/api/agent_api.h"
#include "agentd/master/api/exporter.h"
#include "agentd/master/api/operator_endpoints.h"
#include "agentd/master/live_data.h"
#include "agentd/master/publisher.h"
#include "core/proto/agent.h"
#include "core/proto/encoding.h"
#include "tests/agentd/master/fake_session.h"
#include "tests/support/temporary_folder.h"

namespace muster::agentd::api {
namespace {

using namespace std::chrono_literals;
using Account = Acls::Account;

// The connection of an agent, which answers what it is asked.
struct FakeAgent : FakeSession<muster::v1::AgentCommand> {
    const AgentId id{"S0"};
    std::function<void(std::uint64_t id, const mesos::v1::agent::Call&)> onQuery;

protected:
    void onMessage(const muster::v1::AgentCommand& command) override {
        mesos::v1::agent::Call call;
        if (command.has_query() && call.ParseFromString(command.query().request())) {
            onQuery(command.query().id(), call);
        }
    }
};

struct FakeBody : net::BodyStream {
    std::vector<std::string> chunks;
    bool isFinished = false;

    void send(net::Payload chunk) override { chunks.push_back(*chunk); }
    std::size_t queuedBytes() const override { return 0; }
    void finish() override { isFinished = true; }
    void onDrained(std::function<void()>) override { }
    void onClosed(std::function<void()>) override { }

    // Heartbeats aside.
    std::vector<std::string> events() const {
        std::vector<std::string> out;
        std::ranges::copy_if(chunks, std::back_inserter(out),
            [](const auto& chunk) { return chunk.find("HEARTBEAT") == chunk.npos; });
        return out;
    }
};

struct Asked {
    std::optional<net::HttpResponse> answer;
};

// A master with one task of carol on one GPU, of a framework of hers, and all that tells of it. Ann
// may see what is of user 1000.
struct DoorsOfAMaster : testing::Test {
    test::TemporaryFolder folder;
    boost::asio::io_context io{1};
    history::Journal journal = *history::Journal::open(folder / "control.db");
    history::Telemetry telemetry = *history::Telemetry::open({.path = folder / "telemetry.db"});
    TelemetryHub hub{telemetry};
    LiveData live;
    ClusterMeter meter{hub, live};
    std::unique_ptr<Control> control
        = *Control::open(io, {.master = {.id = "M1"}, .jobs = {}}, journal);
    Alerts lamps{io, *control, alerts::Thresholds{}, std::vector<alerts::Alert>()};
    Publisher publisher{io, *control, lamps, hub, live, muster::v1::Cluster()};
    std::map<std::string, std::uint32_t> accounts; // that are known by now
    const Gate gate{Acls::parse(R"({
            "view_tasks": [{"principals": {"values": ["ann"]}, "users": {"values": ["1000"]}},
                           {"principals": {"type": "ANY"}, "users": {"type": "NONE"}}],
            "view_frameworks": [{"principals": {"values": ["ann"]}, "users": {"values": ["1000"]}},
                                {"principals": {"type": "ANY"}, "users": {"type": "NONE"}}],
            "view_containers": [{"principals": {"values": ["ann"]}, "users": {"values": ["1000"]}},
                                {"principals": {"type": "ANY"}, "users": {"type": "NONE"}}]})",
        [this](const std::string& user) -> Result<std::optional<Account>> {
            if (user == "1000") {
                return Account{1000, {1000}};
            }
            const auto found = accounts.find(user);
            return found != accounts.end()
                ? Result<std::optional<Account>>(Account{found->second, {found->second}})
                : failure("nobody knows now: try again", Error::Kind::Unavailable);
        }).value()};
    const MasterFacts facts{
        .id = "M1", .ip = "127.0.0.1", .port = 5050, .hostname = "head", .started = now()};
    const std::map<std::string, std::string> flags;
    std::unique_ptr<WholeAnswers> answers;
    std::unique_ptr<OperatorEndpoints> operators;
    AgentEndpoint agents{*control, hub, publisher, "10.0.0.1", gate, *AgentIds::recover(journal)};
    std::unique_ptr<AgentApi> agentApi;
    std::unique_ptr<Exporter> exporter;
    GuardedRoutes routes;
    const std::shared_ptr<FakeAgent> agent = std::make_shared<FakeAgent>();

    void SetUp() override {
        open(1min);
        addFramework("F", "carol");
        cluster::Register message;
        message.id = agent->id;
        message.info.hostname = "node-7";
        message.info.total = *Resources::parse("cpus:4;mem:1024;gpus:1");
        message.info.gpus.push_back({.uuid = {"GPU-a"}, .index = 0, .minor = 0, .model = "M60"});
        message.gpus.push_back({.gpu = {"GPU-a"},
            .state = GpuState::Allocated,
            .holder = cluster::TaskKey{{"F"}, {"t1"}}});
        cluster::LiveTask task{.framework = {"F"}};
        task.info.id = {"t1"};
        task.info.agent = agent->id;
        task.info.user = "carol";
        task.info.role = "*";
        task.info.resources = *Resources::parse("cpus:1;gpus:1");
        task.latest = {.task = {"t1"},
            .state = TaskState::Running,
            .source = StatusSource::Executor,
            .at = now(),
            .agent = agent->id};
        task.gpus = {{"GPU-a"}};
        message.tasks.push_back(std::move(task));
        const auto endpoint = agents.endpoint();
        endpoint.onOpen(agent);
        const auto sent = proto::toProto(cluster::AgentMessage(std::move(message)));
        endpoint.onMessage(agent, proto::encode(sent, proto::Encoding::Binary), false);
        settle();
        live.sampled(agent->id.value, now());
        agent->onQuery = [this](std::uint64_t id, const auto& call) {
            boost::asio::post(io, [this, id, call] { agents.onAnswer(agent->id, told(id, call)); });
        };
        ASSERT_NE(control->master().task({{"F"}, {"t1"}}), nullptr);
    }
    void open(Duration patience) {
        answers = std::make_unique<WholeAnswers>(io, gate, patience);
        operators = std::make_unique<OperatorEndpoints>(io, *control, facts, gate, *answers, flags);
        agentApi = std::make_unique<AgentApi>(io, *control, agents, facts, journal, gate, *answers);
        exporter = std::make_unique<Exporter>(io,
            Exporter::Sources{*control, hub, live, meter, operators->metrics(), gate, *answers});
        control->onEvents = [this](const BatchEvents&) { operators->flush(); };
        routes = operators->routes();
        std::ranges::move(agentApi->routes(), std::back_inserter(routes));
        std::ranges::move(exporter->routes(), std::back_inserter(routes));
    }
    void settle() {
        do {
            io.restart();
            io.run_one_for(1s);
            io.poll();
        } while (!control->isSettled());
    }
    void runFor(Duration time) {
        const auto guard = boost::asio::make_work_guard(io); // others work for it
        io.restart();
        io.run_for(time);
    }
    template <typename Condition>
    void runUntil(const Condition& condition) {
        for (int i = 0; i < 1000 && !condition(); ++i) {
            runFor(10ms);
        }
        ASSERT_TRUE(condition());
    }
    void addFramework(const std::string& id, const std::string& user) {
        cluster::Subscribe subscribe;
        subscribe.info.id = {id};
        subscribe.info.name = "research-" + id;
        subscribe.info.user = user;
        control->fromFramework(
            control->addFramework({.send = [](const auto&) {}, .close = {}}), std::move(subscribe));
        settle();
    }
    static muster::v1::AgentMessage::Answer told(
        std::uint64_t id, const mesos::v1::agent::Call& call) {
        mesos::v1::agent::Response response;
        if (call.type() == mesos::v1::agent::Call::GET_CONTAINERS) {
            response.set_type(mesos::v1::agent::Response::GET_CONTAINERS);
            auto& row = *response.mutable_get_containers()->add_containers();
            row.mutable_framework_id()->set_value("F");
            row.mutable_executor_id()->set_value("t1");
            row.set_executor_name("t1");
            row.mutable_container_id()->set_value("c1");
        } else {
            response.set_type(mesos::v1::agent::Response::GET_FLAGS);
            response.mutable_get_flags();
        }
        muster::v1::AgentMessage::Answer out;
        out.set_id(id);
        out.set_status(200);
        out.set_body(response.SerializeAsString());
        return out;
    }

    // The directory of a task that has so many files, which the agent lists in pages.
    void fillSandbox(std::size_t files, std::size_t page) {
        agent->onQuery = [this, files, page](std::uint64_t id, const auto& call) {
            const auto& asked = call.list_files();
            const auto first = asked.after().empty() ? 0 : std::stoul(asked.after()) + 1;
            const auto end = std::min(first + page, files);
            mesos::v1::agent::Response response;
            response.set_type(mesos::v1::agent::Response::LIST_FILES);
            for (auto i = first; i < end; ++i) {
                response.mutable_list_files()->add_file_infos()->set_path(
                    fmt::format("{}/{:06}", asked.path(), i));
            }
            if (end < files) {
                response.mutable_list_files()->set_last(fmt::format("{:06}", end - 1));
            }
            muster::v1::AgentMessage::Answer out;
            out.set_id(id);
            out.set_status(200);
            out.set_body(response.SerializeAsString());
            out.set_framework_id("F");
            out.set_sandbox("t1");
            boost::asio::post(io, [this, out] { agents.onAnswer(agent->id, out); });
        };
    }
    // As the master's own address is asked for it: the old endpoint and the operator API.
    std::vector<std::shared_ptr<Asked>> askForSandbox() {
        const std::string path = "/framework/F/task/t1/many";
        auto listing = call("LIST_FILES");
        listing.body = R"({"type":"LIST_FILES","list_files":{"path":")" + path + R"("}})";
        std::vector<std::shared_ptr<Asked>> out;
        for (const auto& request : {get("/files/browse", "path=" + path), listing}) {
            out.push_back(std::make_shared<Asked>());
            const auto response = agentApi->claim(request);
            if (response && response->later) {
                response->later([asked = out.back()](
                                    net::HttpResponse made) { asked->answer = std::move(made); });
            }
        }
        runUntil([&] {
            return std::ranges::all_of(
                out, [](const auto& asked) { return asked->answer.has_value(); });
        });
        return out;
    }

    // As the server asks.
    std::shared_ptr<Asked> ask(const net::HttpRequest& request) const {
        const net::Route* best = nullptr;
        for (const auto& row : routes) {
            const auto& route = row.route();
            const bool isIt = route.method == request.method
                && (route.path == request.path
                    || (route.path.ends_with('(') && request.path.starts_with(route.path)));
            best = isIt ? &route : best;
        }
        const auto out = std::make_shared<Asked>();
        if (best == nullptr) {
            ADD_FAILURE() << request.path;
            return out;
        }
        auto response = best->handler(request);
        if (response.later) {
            response.later([out](net::HttpResponse made) { out->answer = std::move(made); });
        } else {
            out->answer = std::move(response);
        }
        return out;
    }
    static net::HttpRequest get(const std::string& path, const std::string& query = "") {
        net::HttpRequest out{.method = "GET", .path = path};
        out.query = query;
        out.principal = "ann";
        return out;
    }
    static net::HttpRequest call(const std::string& type) {
        net::HttpRequest out{.method = "POST", .path = "/api/v1"};
        out.headers = {{"Content-Type", "application/json"}, {"Accept", "application/json"}};
        out.body = R"({"type":")" + type + R"("})";
        out.principal = "ann";
        return out;
    }
    static std::vector<net::HttpRequest> doors() {
        return {get("/state"), get("/state-summary"), get("/frameworks"), get("/tasks"),
            get("/slave(1)/state"), get("/slave(1)/containers"), get("/monitor/statistics"),
            get("/metrics", "holders=true"), call("GET_STATE"), call("GET_TASKS"),
            call("GET_FRAMEWORKS")};
    }
    std::shared_ptr<FakeBody> subscribe() {
        const auto asked = ask(call("SUBSCRIBE"));
        runUntil([&] { return asked->answer.has_value(); });
        const auto body = std::make_shared<FakeBody>();
        if (asked->answer && asked->answer->stream) {
            asked->answer->stream(body);
        } else {
            ADD_FAILURE() << "no stream";
        }
        return body;
    }
};

TEST_F(DoorsOfAMaster, WaitUntilAUserIsKnownAndAnswerInFull) {
    for (const auto& request : doors()) {
        SCOPED_TRACE(request.path + request.query + request.body);
        accounts.clear();
        const auto asked = ask(request);
        runFor(150ms);
        EXPECT_FALSE(asked->answer) << *asked->answer->body;
        accounts["carol"] = 1000;
        runUntil([&] { return asked->answer.has_value(); });
        ASSERT_TRUE(asked->answer);
        EXPECT_EQ(asked->answer->status, 200u);
        EXPECT_NE(asked->answer->body->find("\"F\""), std::string::npos) << *asked->answer->body;
    }
}

TEST_F(DoorsOfAMaster, WithholdFromWhoMayNotSeeItOnceTheUserIsKnown) {
    for (const auto& request : doors()) {
        SCOPED_TRACE(request.path + request.query + request.body);
        accounts.clear();
        const auto asked = ask(request);
        accounts["carol"] = 1001;
        runUntil([&] { return asked->answer.has_value(); });
        ASSERT_TRUE(asked->answer);
        EXPECT_EQ(asked->answer->status, 200u);
        for (const auto* secret : {"\"t1\"", "research-F", "carol"}) {
            EXPECT_EQ(asked->answer->body->find(secret), std::string::npos) << *asked->answer->body;
        }
    }
}

TEST_F(DoorsOfAMaster, RefuseInWordsWhatNobodyKnowsInTime) {
    open(200ms);
    auto requests = doors();
    requests.push_back(call("SUBSCRIBE"));
    for (const auto& request : requests) {
        SCOPED_TRACE(request.path + request.query + request.body);
        const auto asked = ask(request);
        runUntil([&] { return asked->answer.has_value(); });
        ASSERT_TRUE(asked->answer);
        EXPECT_EQ(asked->answer->status, 503u);
        EXPECT_EQ(*asked->answer->body, "nobody knows now: try again");
    }
}

TEST_F(DoorsOfAMaster, DoNotWaitForUsersOnWhomNothingDepends) {
    for (const auto& request : {get("/quota"), get("/weights"), get("/roles"), get("/metrics")}) {
        SCOPED_TRACE(request.path);
        const auto asked = ask(request);
        runUntil([&] { return asked->answer.has_value(); });
        EXPECT_EQ(asked->answer->status, 200u);
    }
    auto denied = get("/state");
    denied.principal = "eve";
    const auto asked = ask(denied);
    ASSERT_TRUE(asked->answer) << "she may see nobody's";
    EXPECT_EQ(asked->answer->status, 200u);
}

TEST_F(DoorsOfAMaster, ListALargeDirectoryOfAnAgentToItsEnd) {
    accounts["carol"] = 1000;
    fillSandbox(25, 10);
    for (const auto& asked : askForSandbox()) {
        ASSERT_TRUE(asked->answer);
        EXPECT_EQ(asked->answer->status, 200u);
        for (int i = 0; i < 25; ++i) {
            EXPECT_NE(asked->answer->body->find(fmt::format("many/{:06}\"", i)), std::string::npos)
                << *asked->answer->body;
        }
        EXPECT_EQ(asked->answer->body->find("\"last\""), std::string::npos);
    }
}

TEST_F(DoorsOfAMaster, RefuseToListADirectoryThatIsTooLargeForOneAnswer) {
    accounts["carol"] = 1000;
    fillSandbox(100'001, 10'000);
    for (const auto& asked : askForSandbox()) {
        ASSERT_TRUE(asked->answer);
        EXPECT_EQ(asked->answer->status, 400u);
        EXPECT_EQ(*asked->answer->body,
            "'/framework/F/task/t1/many' has more than 100000 files: use muster cp, or LIST_FILES "
            "of the agent with 'after'");
    }
}

TEST_F(DoorsOfAMaster, OpenTheEventStreamWithTheWholeState) {
    const auto asked = ask(call("SUBSCRIBE"));
    runFor(150ms);
    EXPECT_FALSE(asked->answer);
    accounts["carol"] = 1000;
    runUntil([&] { return asked->answer.has_value(); });
    ASSERT_TRUE(asked->answer->stream);
    const auto body = std::make_shared<FakeBody>();
    asked->answer->stream(body);
    ASSERT_EQ(body->events().size(), 1u);
    EXPECT_NE(body->events()[0].find("\"t1\""), std::string::npos) << body->events()[0];
}

TEST_F(DoorsOfAMaster, HoldEventsInOrderUntilTheirUserIsKnown) {
    accounts["carol"] = 1000;
    const auto body = subscribe();
    ASSERT_EQ(body->events().size(), 1u);
    addFramework("G", "dave");
    addFramework("H", "carol");
    addFramework("I", "erin");
    runFor(150ms);
    EXPECT_EQ(body->events().size(), 1u) << "none overtakes another";
    accounts["dave"] = 1000;
    runUntil([&] { return body->events().size() == 3; });
    EXPECT_NE(body->events()[1].find("research-G"), std::string::npos);
    EXPECT_NE(body->events()[2].find("research-H"), std::string::npos);
    accounts["erin"] = 1001;
    addFramework("K", "carol");
    runUntil([&] { return body->events().size() == 4; });
    EXPECT_NE(body->events()[3].find("research-K"), std::string::npos) << "erin's is withheld";
    EXPECT_FALSE(body->isFinished);
}

TEST_F(DoorsOfAMaster, EndAStreamThatWouldMissAnEvent) {
    open(200ms);
    accounts["carol"] = 1000;
    const auto body = subscribe();
    addFramework("G", "dave");
    runUntil([&] { return body->isFinished; });
    addFramework("H", "carol");
    EXPECT_EQ(body->events().size(), 1u) << "nothing comes after what is missing";
    const auto again = ask(call("SUBSCRIBE"));
    runUntil([&] { return again->answer.has_value(); });
    EXPECT_EQ(again->answer->status, 503u);
    accounts["dave"] = 1000;
    EXPECT_NE(subscribe()->events().at(0).find("research-G"), std::string::npos);
}

} // namespace
} // namespace muster::agentd::api
