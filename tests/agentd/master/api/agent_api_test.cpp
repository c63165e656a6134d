// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/agent_api.h"

#include <gtest/gtest.h>

#include "agentd/clock.h"
#include "agentd/master/alerts.h"
#include "agentd/master/live_data.h"
#include "core/proto/agent.h"
#include "core/proto/protocol.h"
#include "core/proto/recordio.h"
#include "tests/agentd/master/fake_session.h"
#include "tests/agentd/master/test_master.h"

namespace muster::agentd::api {
namespace {

using mesos::v1::agent::Call;
using Texts = std::vector<std::string>;

struct FakeReader : net::BodyReader {
    std::function<void(std::string_view)> data;
    void onData(std::function<void(std::string_view)> callback) override {
        data = std::move(callback);
    }
    void onEnd(std::function<void(const Status&)>) override { }
    void pause() override { }
    void resume() override { }
};

// A master with one task of alice in the container c1 on node-7, and what people open there.
struct MasterWithContainer : TestMaster {
    history::Telemetry telemetry = *history::Telemetry::open({.path = folder / "telemetry.db"});
    TelemetryHub hub{telemetry};
    LiveData live;
    Alerts alerts{io, *control, alerts::Thresholds{}, std::vector<alerts::Alert>()};
    Publisher publisher{io, *control, alerts, hub, live, muster::v1::Cluster()};
    const Gate gate{Acls::parse(R"({
        "launch_nested_container_sessions_under_parent_with_user":
            [{"principals": {"values": ["eve"]}, "users": {"type": "NONE"}}]})")
                        .value()};
    AgentEndpoint agents{*control, hub, publisher, "10.0.0.1", gate, *AgentIds::recover(journal)};
    const MasterFacts facts{.id = "M1", .ip = "127.0.0.1", .port = 5050, .hostname = "head"};
    WholeAnswers answers{io, gate, std::chrono::seconds(1)};
    AgentApi api{io, *control, agents, facts, journal, gate, answers};
    using Node = FakeSession<muster::v1::AgentCommand>;
    const std::shared_ptr<Node> node = std::make_shared<Node>();

    MasterWithContainer() {
        cluster::Subscribe subscribe;
        subscribe.info.id = {"F"};
        subscribe.info.name = "research";
        subscribe.info.user = "alice";
        control->fromFramework(
            control->addFramework({.send = [](const auto&) {}, .close = {}}), std::move(subscribe));
        run();
        cluster::Register message;
        message.id = {"S0"};
        message.info.hostname = "node-7";
        message.info.total = *Resources::parse("cpus:4;mem:1024");
        cluster::LiveTask task{.framework = {"F"}};
        task.info.id = {"t1"};
        task.info.agent = message.id;
        task.info.user = "alice";
        task.info.resources = *Resources::parse("cpus:1");
        task.latest = {.task = {"t1"},
            .state = TaskState::Running,
            .source = StatusSource::Executor,
            .at = now(),
            .agent = message.id};
        task.latest.container = cluster::ContainerStatus{.id = {"c1"}, .ip = {}, .pid = {}};
        message.tasks.push_back(std::move(task));
        const auto endpoint = agents.endpoint();
        endpoint.onOpen(node);
        endpoint.onMessage(node,
            proto::toProto(cluster::AgentMessage(std::move(message))).SerializeAsString(), false);
        run();
    }
    ~MasterWithContainer() { agents.endpoint().onClose(node, {}); }

    static net::HttpRequest request(const std::string& who, const std::string& author) {
        net::HttpRequest out{.method = "POST", .path = "/api/v1"};
        out.headers = {{"Accept", "application/x-protobuf"}, {proto::kAuthorHeader, author}};
        out.principal = who;
        return out;
    }
    static mesos::v1::ContainerID container(const std::string& nested) {
        mesos::v1::ContainerID root;
        root.set_value("c1");
        if (nested.empty()) {
            return root;
        }
        mesos::v1::ContainerID out;
        out.set_value(nested);
        *out.mutable_parent() = root;
        return out;
    }
    void send(const net::HttpRequest& request, const Call* first = nullptr) {
        const auto response = api.claim(request);
        ASSERT_TRUE(response && response->later);
        response->later([](const net::HttpResponse&) {});
        auto* reader = static_cast<FakeReader*>(request.reader.get());
        if (first) {
            reader->data(proto::encodeRecord(first->SerializeAsString()));
        }
        run();
        if (first) {
            reader->data = nullptr; // as the server, which drops it with the end
        }
    }
    void exec(const std::string& nested, const Texts& words, const std::string& who = "operator",
        const std::string& author = "alice@desk") {
        Call call;
        call.set_type(Call::LAUNCH_NESTED_CONTAINER_SESSION);
        auto& launch = *call.mutable_launch_nested_container_session();
        *launch.mutable_container_id() = container(nested);
        launch.mutable_command()->set_shell(false);
        for (const auto& word : words) {
            launch.mutable_command()->add_arguments(word);
        }
        auto out = request(who, author);
        out.headers.push_back({"Content-Type", "application/x-protobuf"});
        out.body = call.SerializeAsString();
        send(out);
    }
    void attach(const std::string& nested, const std::string& author) {
        Call call;
        call.set_type(Call::ATTACH_CONTAINER_INPUT);
        auto& input = *call.mutable_attach_container_input();
        input.set_type(Call::AttachContainerInput::CONTAINER_ID);
        *input.mutable_container_id() = container(nested);
        auto out = request("operator", author);
        out.headers.push_back({"Content-Type", "application/recordio"});
        out.headers.push_back({"Message-Content-Type", "application/x-protobuf"});
        out.reader = std::make_shared<FakeReader>();
        send(out, &call);
    }
    // The oldest first, of sessions.
    Texts audited() {
        Texts out;
        const auto entries = journal.audit({}, Instant::max(), 100);
        for (const auto& entry : *entries) {
            if (entry.action == "exec" || entry.action == "attach") {
                out.insert(out.begin(),
                    fmt::format(
                        "{}: {}: {}: {}", entry.author, entry.action, entry.object, entry.detail));
            }
        }
        return out;
    }
};

TEST(AgentApi, PutsACommandInAContainerIntoTheAuditLogOnce) {
    MasterWithContainer world;
    world.exec("n1", {"bash", "-l"});
    EXPECT_EQ(world.audited(), Texts{"alice@desk: exec: F/t1: node-7: bash -l"});
    world.attach("n1", "alice@desk");
    EXPECT_EQ(world.audited().size(), 1u) << "the input of her own session";
    world.attach("n1", "bob@desk");
    EXPECT_EQ(world.audited().at(1), "bob@desk: attach: F/t1: node-7: container n1");
    world.attach("", "alice@desk");
    EXPECT_EQ(world.audited().at(2), "alice@desk: attach: F/t1: node-7: its terminal");
}

TEST(AgentApi, BelievesAPrincipalOfItsOwnBeforeWhatTheClientSays) {
    MasterWithContainer world;
    world.exec("n1", {"id"}, "bob", "alice@desk");
    world.exec("n2", {"id"}, "operator", "");
    world.exec("n3", {"id"}, "eve", "");
    EXPECT_EQ(
        world.audited(), (Texts{"bob: exec: F/t1: node-7: id", "operator: exec: F/t1: node-7: id"}))
        << "nothing of what is refused";
}

TEST(AgentApi, KeepsTheAuditLogReadable) {
    MasterWithContainer world;
    world.exec("n1", {"sh", "-c", "a\nb" + std::string(10'000, 'x')}, "operator", "a\x1b[2J");
    const auto audited = world.audited();
    ASSERT_EQ(audited.size(), 1u);
    EXPECT_TRUE(audited[0].starts_with("a\\x1b[2J: exec: F/t1: node-7: sh -c a\\x0ab"))
        << audited[0];
    EXPECT_LT(audited[0].size(), 5000u);
}

} // namespace
} // namespace muster::agentd::api
