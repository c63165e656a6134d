// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Each cell of the matrix of rights, on a real daemon: every row of the table (agentd/rights.h),
// asked by nobody, with a wrong password, with the operator's token, by bob whom no rule names and
// by ann whom one names for each action. Rows are walked, not listed: a new one is tested as it is.
#include <algorithm>
#include <map>

#include <unistd.h>

#include <google/protobuf/descriptor.h>
#include <nlohmann/json.hpp>
#include <openssl/evp.h>

#include "agentd/gate.h"
#include "core/proto/recordio.h"
#include "core/proto/states.h"
#include "tests/integration/raw_socket.h"
#include "tests/support/bundle.h"
#include "tests/support/e2e/http.h"
#include "tests/support/e2e/world.h"

namespace muster::e2e {
namespace {

using agentd::Acls;
using agentd::EndpointRow;
using agentd::Right;
using agentd::rightOf;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using nlohmann::json;
using Kind = Right::Kind;

constexpr const char* kMarker = "seen-only-by-those-who-may";

std::string base64(const std::string& text) {
    std::string out(4 * ((text.size() + 2) / 3) + 1, '\0');
    out.resize(
        static_cast<std::size_t>(EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()),
            reinterpret_cast<const unsigned char*>(text.data()), static_cast<int>(text.size()))));
    return out;
}

struct Asker {
    const char* name;
    HttpHeaders headers;
    bool known = true;
    bool allowed = true; // by the rules, whatever is asked for
};

// What a message must have to be looked at: required fields, and those that a check wants to see.
void fill(Message& message, int depth = 0) {
    const auto* type = message.GetDescriptor();
    const auto* reflection = message.GetReflection();
    for (int i = 0; i < type->field_count() && depth < 6; ++i) {
        const auto* field = type->field(i);
        const bool wanted = field->is_required()
            || (type->name() == "ContainerID" && depth < 3 && field->name() == "parent")
            || (type->name() == "AttachContainerInput"
                && (field->name() == "type" || field->name() == "container_id"));
        if (!wanted) {
            continue;
        }
        switch (field->cpp_type()) {
        case FieldDescriptor::CPPTYPE_MESSAGE:
            fill(*reflection->MutableMessage(&message, field), depth + 1);
            break;
        case FieldDescriptor::CPPTYPE_STRING:
            reflection->SetString(&message, field, "x");
            break;
        case FieldDescriptor::CPPTYPE_ENUM:
            reflection->SetEnumValue(&message, field,
                field->enum_type()->value(field->enum_type()->value_count() > 1 ? 1 : 0)->number());
            break;
        default:
            break; // zero will do
        }
        if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE
            && !reflection->HasField(message, field)) {
            if (field->cpp_type() == FieldDescriptor::CPPTYPE_INT64) {
                reflection->SetInt64(&message, field, 1);
            } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_UINT64) {
                reflection->SetUInt64(&message, field, 1);
            } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_INT32) {
                reflection->SetInt32(&message, field, 1);
            } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_UINT32) {
                reflection->SetUInt32(&message, field, 1);
            } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE) {
                reflection->SetDouble(&message, field, 1);
            } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_BOOL) {
                reflection->SetBool(&message, field, false);
            }
        }
    }
}

// A call of that type, with its body.
template <typename Call>
Call callOf(typename Call::Type type) {
    Call call;
    call.set_type(type);
    auto name = Call::Type_Name(type);
    std::ranges::transform(name, name.begin(), ::tolower);
    if (const auto* field = Call::descriptor()->FindFieldByName(name)) {
        fill(*call.GetReflection()->MutableMessage(&call, field));
    }
    return call;
}

class Rights : public World {
protected:
    void SetUp() override {
        World::SetUp();
        const auto file = m_base + "/credentials";
        writeText(file, "ann s3cret\nbob s3cret\n");
        ::chmod(file.c_str(), 0600);
        json acls{{"permissive", false}};
        for (const auto action : Acls::actions()) {
            acls[std::string(Acls::key(action))] = {{{"principals", {{"values", {"ann"}}}},
                {std::string(Acls::objects(action)), {{"type", "ANY"}}}}};
        }
        m_daemon
            = &standalone({"--simulate=m60x4", "--credentials=" + file, "--acls=" + acls.dump()});
        const auto basic = [](const std::string& text) {
            return HttpHeaders{{"Authorization", "Basic " + base64(text)}};
        };
        m_askers = {{"nobody", {}, false, false}, {"wrong", {}, false, false},
            {"token", {{"Authorization", "Bearer " + m_daemon->token()}}},
            {"bob", basic("bob:s3cret"), true, false}, {"ann", basic("ann:s3cret")}};
        // A job that waits for ever.
        auto console = this->console(*m_daemon);
        console.submit(
            kMarker, "true", "cpus:1000;mem:32", [](auto& job) { job.set_user("nobody"); });
    }

    // A wrong password is of another name each time: those who guess are slowed.
    HttpHeaders headersOf(const Asker& asker) const {
        return asker.name != std::string("wrong")
            ? asker.headers
            : HttpHeaders{
                {"Authorization", "Basic " + base64(fmt::format("guest-{}:wrong", ++m_guests))}};
    }
    // What the table says that the asker hears.
    static bool isRefused(const Asker& asker, const Right& right) {
        return right.kind == Kind::Granted && !asker.allowed;
    }
    // The status of the answer, and as much of the body as comes at once.
    HttpAnswer ask(const Asker& asker, const std::string& method, const std::string& target,
        HttpHeaders more = {}, const std::string& body = "") const {
        auto headers = headersOf(asker);
        headers.insert(headers.end(), more.begin(), more.end());
        HttpConnection connection(m_daemon->port);
        connection.send(method, target, headers, body);
        auto answer = connection.readHead();
        if (const auto coding = answer.headers.find("transfer-encoding");
            coding != answer.headers.end()) {
            answer.body = connection.readChunk().value_or("");
            return answer;
        }
        return http(m_daemon->port, method, target, headers, body);
    }
    void expectCell(const Asker& asker, const Right& right, unsigned status) {
        ++m_cells;
        if (right.kind == Kind::Public) {
            EXPECT_NE(status, 401u);
            EXPECT_NE(status, 403u);
        } else if (!asker.known) {
            EXPECT_EQ(status, 401u);
        } else if (isRefused(asker, right)) {
            EXPECT_EQ(status, 403u);
        } else {
            EXPECT_NE(status, 401u);
            EXPECT_NE(status, 403u);
            EXPECT_NE(status, 0u) << "no answer";
        }
    }
    void expectShown(const Asker& asker, const Right& right, const std::string& text) {
        if (right.kind != Kind::Shown || !asker.known) {
            return;
        }
        const bool shown = text.find(kMarker) != std::string::npos;
        EXPECT_TRUE(asker.allowed || !shown) << text;
        m_shown += shown ? 1 : 0;
    }

    Daemon* m_daemon = nullptr;
    std::vector<Asker> m_askers;
    mutable unsigned m_guests = 0;
    unsigned m_cells = 0;
    unsigned m_shown = 0;
};

TEST_F(Rights, OfEveryRouteAreAsked) {
    const std::string framework = kMarker;
    const json subscribe{{"type", "SUBSCRIBE"},
        {"subscribe", {{"framework_info", {{"user", "nobody"}, {"name", framework}}}}}};
    auto headers = m_askers[4].headers;
    headers.emplace_back("Content-Type", "application/json");
    RecordStream stream(m_daemon->port, "/api/v1/scheduler", headers, subscribe.dump());
    ASSERT_EQ(stream.head().status, 200u);
    ASSERT_TRUE(stream.next());
    for (const auto endpoint : agentd::allEndpoints()) {
        const auto row = agentd::rowOf(endpoint);
        if (row.method.empty() || row.paths[0] == "/slave(") {
            continue; // the WebSockets, and what its own rows are below
        }
        // Without a path that leads to a sandbox.
        const auto right = row.right.words == rowOf(agentd::Endpoint::BrowseFiles).right.words
            ? rightOf(agentd::FileKind::MasterLog)
            // One without a body is asked as the request that it is.
            : row.request && !row.hasBody ? rightOf(*row.request)
                                          : row.right;
        for (const auto pattern : row.paths) {
            std::string path(pattern);
            std::erase_if(path, [](char c) { return c == '{' || c == '}'; });
            std::vector<std::string> targets{path, path + "/"};
            if (row.right.kind != Kind::Public && !row.request) {
                targets.push_back(path + "/below");
            }
            for (auto& target : targets) {
                target = row.place == EndpointRow::Place::Agent ? "/slave(1)" + target : target;
            }
            if (row.place == EndpointRow::Place::Process) {
                targets.push_back("/master" + path);
            }
            for (const auto& target : targets) {
                for (const auto& asker : m_askers) {
                    SCOPED_TRACE(fmt::format("{} {} by {}", row.method, target, asker.name));
                    const auto answer = ask(asker, std::string(row.method), target);
                    expectCell(asker, right, answer.status);
                    expectShown(asker, row.right, answer.body);
                    if (row.method == "GET") {
                        expectCell(asker, right, ask(asker, "HEAD", target).status);
                    }
                }
            }
        }
    }
    EXPECT_GT(m_shown, 4u) << "who may sees it";
    RecordProperty("cells", static_cast<int>(m_cells));
}

TEST_F(Rights, OfEveryCallOfOperatorsAreAsked) {
    const auto walk = [&]<typename Call>(const std::string& path, Call) {
        const auto* types = Call::Type_descriptor();
        for (int i = 0; i < types->value_count(); ++i) {
            const auto type = static_cast<typename Call::Type>(types->value(i)->number());
            const auto bytes = callOf<Call>(type).SerializeAsString();
            const bool streams = Call::Type_Name(type) == "ATTACH_CONTAINER_INPUT";
            HttpHeaders headers{{"Content-Type", "application/x-protobuf"}};
            if (streams) {
                headers = {{"Content-Type", "application/recordio"},
                    {"Message-Content-Type", "application/x-protobuf"}};
            }
            for (const auto& asker : m_askers) {
                SCOPED_TRACE(fmt::format("{} {} by {}", path, Call::Type_Name(type), asker.name));
                const auto answer = ask(
                    asker, "POST", path, headers, streams ? proto::encodeRecord(bytes) : bytes);
                const bool ofFile
                    = rightOf(type).words == rowOf(agentd::Endpoint::AgentBrowse).right.words;
                const auto right = ofFile ? rightOf(agentd::FileKind::Sandbox) : rightOf(type);
                expectCell(asker, right, answer.status);
                expectShown(asker, right, answer.body);
            }
        }
    };
    walk("/api/v1", mesos::v1::master::Call());
    walk("/master/api/v1/operator", mesos::v1::master::Call());
    walk("/slave(1)/api/v1", mesos::v1::agent::Call());
    RecordProperty("cells", static_cast<int>(m_cells));
}

TEST_F(Rights, OfTheOldOrdersAreThoseOfTheirCalls) {
    const std::pair<agentd::Endpoint, std::string> bodies[]
        = {{agentd::Endpoint::SetQuota, R"({"role":"x"})"},
            {agentd::Endpoint::UpdateWeights, R"([{"role":"x","weight":2}])"},
            {agentd::Endpoint::UpdateSchedule, R"({"windows":[]})"},
            {agentd::Endpoint::MachineDown, R"([{"hostname":"x"}])"},
            {agentd::Endpoint::MachineUp, R"([{"hostname":"x"}])"},
            {agentd::Endpoint::Teardown, "frameworkId=x"},
            {agentd::Endpoint::Reserve, "slaveId=x&resources=[]"},
            {agentd::Endpoint::Unreserve, "slaveId=x&resources=[]"}};
    for (const auto& [endpoint, body] : bodies) {
        const auto row = agentd::rowOf(endpoint);
        mesos::v1::master::Call::Type type{};
        ASSERT_TRUE(mesos::v1::master::Call::Type_Parse(std::string(row.right.words), &type));
        for (const auto& asker : m_askers) {
            SCOPED_TRACE(fmt::format("{} by {}", row.right.words, asker.name));
            const std::string path(row.paths[0]);
            expectCell(
                asker, rightOf(type), ask(asker, std::string(row.method), path, {}, body).status);
        }
    }
}

TEST_F(Rights, OfEveryFileAreAsked) {
    const std::pair<agentd::FileKind, std::string> places[]
        = {{agentd::FileKind::MasterLog, ""}, {agentd::FileKind::Sandbox, "/slave(1)"}};
    for (const auto& [kind, place] : places) {
        for (const auto* what : {"browse", "read", "download"}) {
            for (const auto* path : {"/framework/x/task/y/stdout", "/nowhere"}) {
                for (const auto& asker : m_askers) {
                    const auto target
                        = fmt::format("{}/files/{}?path={}&offset=0", place, what, path);
                    SCOPED_TRACE(fmt::format("{} by {}", target, asker.name));
                    expectCell(asker, rightOf(kind), ask(asker, "GET", target).status);
                }
            }
        }
    }
}

TEST_F(Rights, OfEveryRequestOfConsolesAreAsked) {
    using muster::v1::Request;
    std::vector<std::pair<Request, Right>> cells;
    const auto* oneof = Request::descriptor()->FindOneofByName("request");
    for (int i = 0; i < oneof->field_count(); ++i) {
        const auto* field = oneof->field(i);
        Request request;
        request.GetReflection()->MutableMessage(&request, field);
        const auto right = rightOf(request.request_case());
        if (right.kind != Kind::ByCall) {
            cells.emplace_back(request, right);
        }
    }
    const auto add
        = [&](auto right) -> Request& { return cells.emplace_back(Request(), right).first; };
    using muster::v1::Explain;
    using muster::v1::ImageCall;
    add(rightOf(Explain::kJobId)).mutable_explain()->set_job_id("x");
    add(rightOf(Explain::kJob)).mutable_explain()->mutable_job()->set_name("x");
    add(rightOf(ImageCall::kList)).mutable_ask_images()->mutable_call()->set_list(true);
    add(rightOf(ImageCall::kPrune)).mutable_ask_images()->mutable_call()->set_prune(true);
    add(rightOf(ImageCall::kPull)).mutable_ask_images()->mutable_call()->set_pull("x");
    ASSERT_GE(cells.size(), 28u);
    for (const auto& asker : m_askers) {
        RawSocket socket(m_daemon->port, "/ws/console", "muster.v1.json", headersOf(asker));
        EXPECT_EQ(socket.status, asker.known ? 101u : 401u) << asker.name;
        for (std::uint64_t id = 1; asker.known && id <= cells.size(); ++id) {
            auto& [request, right] = cells[id - 1];
            request.set_id(id);
            if (request.has_subscribe()) {
                request.mutable_subscribe()->set_once(true);
            }
            SCOPED_TRACE(fmt::format("{} by {}", request.ShortDebugString(), asker.name));
            socket.send(proto::encode(request, proto::Encoding::Json), false);
            const auto text = socket.next();
            ASSERT_TRUE(text);
            const auto reply = json::parse(*text);
            ++m_cells;
            expectShown(asker, right, *text);
            if (request.has_subscribe()) {
                EXPECT_TRUE(reply.contains("snapshot")) << *text;
                continue;
            }
            ASSERT_TRUE(reply.contains("reply")) << *text;
            const auto error = reply["reply"].value("error", json::object());
            EXPECT_EQ(error.value("kind", ""),
                isRefused(asker, right)                   ? "DENIED"
                    : error.value("kind", "") == "DENIED" ? "none"
                                                          : error.value("kind", ""))
                << *text;
            if (isRefused(asker, right)) {
                EXPECT_TRUE(
                    error["message"].get<std::string>().starts_with("Principal 'bob' may not "))
                    << *text;
            }
        }
    }
    EXPECT_GE(m_shown, 2u) << "who may sees it";
    RecordProperty("cells", static_cast<int>(m_cells));
}

TEST_F(Rights, OfEveryMessageOfAgentsAreAsked) {
    using muster::v1::AgentMessage;
    const auto* oneof = AgentMessage::descriptor()->FindOneofByName("message");
    for (const auto& asker : m_askers) {
        for (int i = 0; i < oneof->field_count(); ++i) {
            SCOPED_TRACE(fmt::format("{} by {}", oneof->field(i)->name(), asker.name));
            ++m_cells;
            RawSocket socket(m_daemon->port, "/ws/agent", "muster.v1.proto", headersOf(asker));
            EXPECT_EQ(socket.status, asker.known ? 101u : 401u);
            if (!asker.known) {
                continue;
            }
            AgentMessage message;
            message.GetReflection()->MutableMessage(&message, oneof->field(i));
            const auto right = rightOf(message.message_case());
            if (message.has_register_()) {
                message.mutable_register_()->mutable_facts()->set_hostname("raw");
                *message.mutable_register_()->mutable_facts()->mutable_resources()
                    = test::bundle("cpus:1");
            }
            socket.send(message.SerializeAsString(), true);
            const auto heard = socket.next();
            ASSERT_TRUE(heard);
            const bool refused = isRefused(asker, right) || right.kind == Kind::Own;
            EXPECT_EQ(socket.closed, refused) << *heard;
            if (refused) {
                EXPECT_NE(heard->find(" may not "), std::string::npos) << *heard;
            }
        }
    }
}

TEST_F(Rights, OfEveryCallOfFrameworksAreAsked) {
    using mesos::v1::scheduler::Call;
    const auto* types = Call::Type_descriptor();
    const json info{{"user", "nobody"}, {"name", "raw"}};
    for (const auto& asker : m_askers) {
        for (int i = 0; i < types->value_count(); ++i) {
            const auto type = static_cast<Call::Type>(types->value(i)->number());
            SCOPED_TRACE(fmt::format("{} by {}", Call::Type_Name(type), asker.name));
            ++m_cells;
            RawSocket socket(m_daemon->port, "/ws/framework", "muster.v1.proto", headersOf(asker));
            EXPECT_EQ(socket.status, asker.known ? 101u : 401u);
            if (!asker.known) {
                continue;
            }
            auto call = callOf<Call>(type);
            call.mutable_framework_id()->set_value("x");
            if (type == Call::SUBSCRIBE) {
                call.clear_framework_id();
            }
            socket.send(call.SerializeAsString(), true);
            const auto heard = socket.next();
            ASSERT_TRUE(heard);
            mesos::v1::scheduler::Event event;
            ASSERT_TRUE(event.ParseFromString(*heard)) << *heard;
            const bool taken = type == Call::SUBSCRIBE && asker.allowed;
            EXPECT_EQ(event.type() == mesos::v1::scheduler::Event::SUBSCRIBED, taken)
                << event.ShortDebugString();
            if (type == Call::SUBSCRIBE && !asker.allowed) {
                EXPECT_NE(event.error().message().find("Not authorized to register framework"),
                    std::string::npos)
                    << event.ShortDebugString();
            }
        }
    }
}

// A framework's stream id alone does not let another principal speak for it.
TEST_F(Rights, OfAFrameworkStayWithItsPrincipal) {
    auto headers = m_askers[4].headers;
    headers.emplace_back("Content-Type", "application/json");
    const json subscribe{{"type", "SUBSCRIBE"},
        {"subscribe", {{"framework_info", {{"user", "nobody"}, {"name", "ann's"}}}}}};
    RecordStream stream(m_daemon->port, "/api/v1/scheduler", headers, subscribe.dump());
    const auto first = stream.next();
    ASSERT_TRUE(first);
    const auto id = json::parse(*first)["subscribed"]["framework_id"];
    const json teardown{{"type", "TEARDOWN"}, {"framework_id", id}};
    const auto end = [&](const Asker& asker) {
        auto headers = asker.headers;
        headers.emplace_back("Content-Type", "application/json");
        headers.emplace_back("Mesos-Stream-Id", stream.head().headers.at("mesos-stream-id"));
        return http(m_daemon->port, "POST", "/api/v1/scheduler", headers, teardown.dump());
    };
    const auto refused = end(m_askers[3]);
    EXPECT_EQ(refused.status, 400u);
    EXPECT_EQ(refused.body,
        "Authenticated principal 'bob' does not match principal 'ann' set in `FrameworkInfo`");
    EXPECT_EQ(end(m_askers[4]).status, 202u);
}

class AgentIdentity : public World {
protected:
    // What a stranger with the token hears who registers with that id.
    std::string registerAs(const Daemon& master, const std::string& id, const std::string& secret) {
        RawSocket socket(master.port, "/ws/agent", "muster.v1.proto",
            {{"Authorization", "Bearer " + master.token()}});
        muster::v1::AgentMessage message;
        message.mutable_register_()->set_id(id);
        message.mutable_register_()->set_secret(secret);
        message.mutable_register_()->mutable_facts()->set_hostname("stranger");
        *message.mutable_register_()->mutable_facts()->mutable_resources()
            = test::bundle("cpus:64;mem:4096");
        socket.send(message.SerializeAsString(), true);
        const auto heard = socket.next();
        return socket.closed && heard ? *heard : "it is registered";
    }
};

TEST_F(AgentIdentity, StaysWithTheAgentThatHasItsSecret) {
    auto& master = this->master();
    auto& agent = this->agent(master, {"--simulate=m60x4"}, "real");
    std::string id;
    {
        auto console = this->console(master);
        ASSERT_TRUE(console.until([&] { return console.agents.size() == 1; }));
        id = console.agents.begin()->first;
        for (const auto* secret : {"", "a guess"}) {
            EXPECT_EQ(registerAs(master, id, secret),
                "The id " + id
                    + " belongs to another agent: move <work_dir>/meta away to join as a new one");
        }
        EXPECT_EQ(console.agents[id].hostname(), "real");
        EXPECT_EQ(proto::word(console.agents[id].state()), "active");
    }
    // Nor does it when the agent is away, or when the master has started anew.
    agent.process->signal(SIGKILL);
    ASSERT_TRUE(agent.process->wait(5s));
    master.process->signal(SIGKILL);
    ASSERT_TRUE(master.process->wait(5s));
    restart(master);
    EXPECT_NE(registerAs(master, id, "a guess"), "it is registered");
    restart(agent);
    auto console = this->console(master);
    EXPECT_TRUE(console.until([&] { return proto::word(console.agents[id].state()) == "active"; }));
    EXPECT_EQ(console.agents.size(), 1u);
    // One whose connection hangs takes its place again at once.
    agent.process->signal(SIGSTOP);
    EXPECT_EQ(registerAs(master, id, fileText(agent.workDir + "/meta/secret")), "it is registered");
    agent.process->signal(SIGCONT);
}

TEST_F(AgentIdentity, OfAConnectionWithoutASecretIsNotTakenOver) {
    auto& master = this->master();
    RawSocket first(master.port, "/ws/agent", "muster.v1.proto",
        {{"Authorization", "Bearer " + master.token()}});
    muster::v1::AgentMessage message;
    message.mutable_register_()->mutable_facts()->set_hostname("first");
    *message.mutable_register_()->mutable_facts()->mutable_resources() = test::bundle("cpus:1");
    first.send(message.SerializeAsString(), true);
    const auto heard = first.next();
    muster::v1::AgentCommand answer;
    ASSERT_TRUE(heard && answer.ParseFromString(*heard) && answer.has_registered());
    const auto id = answer.registered().id();
    EXPECT_EQ(registerAs(master, id, ""),
        "Agent " + id + " is already connected: its id becomes free when that connection ends");
    EXPECT_FALSE(first.closed);
}

// A framework may call itself as a part of every path.
TEST_F(Rights, OfASandboxAreThoseOfItsOwnTask) {
    const json acls{{"permissive", true},
        {"access_sandboxes",
            {{{"principals", {{"values", {"ann"}}}}, {"users", {{"values", {"nobody"}}}}},
                {{"principals", {{"values", {"ann"}}}}, {"users", {{"type", "NONE"}}}}}}};
    m_daemon->process->signal(SIGTERM);
    m_daemon->flags.back() = "--acls=" + acls.dump();
    restart(*m_daemon);
    std::map<std::string, std::string> tasks;
    auto console = this->console(*m_daemon);
    for (const auto* user : {"root", "nobody"}) {
        const auto job = console.submit(
            "hush", "echo hush", "cpus:0.1;mem:32", [&](auto& wanted) { wanted.set_user(user); });
        ASSERT_TRUE(console.jobIs(job, "finished", 20s));
        tasks[user] = console.job(job).framework_id() + "/task/" + console.job(job).task_id();
    }
    auto headers = m_askers[4].headers;
    headers.emplace_back("Content-Type", "application/json");
    const json subscribe{{"type", "SUBSCRIBE"}, {"framework_id", {{"value", "framework"}}},
        {"subscribe",
            {{"framework_info",
                {{"user", "nobody"}, {"name", "f"}, {"id", {{"value", "framework"}}}}}}}};
    RecordStream stream(m_daemon->port, "/api/v1/scheduler", headers, subscribe.dump());
    EXPECT_TRUE(stream.next());
    const auto read = [&](const std::string& path) {
        return ask(m_askers[4], "GET", "/slave(1)/files/read?offset=0&path=" + path).status;
    };
    EXPECT_EQ(read("/framework/" + tasks["root"] + "/stdout"), 403u);
    EXPECT_EQ(read("/framework/" + tasks["root"] + "/nothing"), 403u);
    EXPECT_EQ(read("/framework/" + tasks["nobody"] + "/stdout"), 200u);
    EXPECT_EQ(read("/framework/" + tasks["nobody"] + "/nothing"), 404u);
}

// Who may read the metrics learns from them of no task that the rules hide.
TEST_F(Rights, OfTheMetricsHoldersAreThoseOfTheirTasks) {
    const auto all = [](const char* object) {
        return json::array({{{"principals", {{"type", "ANY"}}}, {object, {{"type", "ANY"}}}}});
    };
    const json acls{{"permissive", false}, {"get_endpoints", all("paths")},
        {"run_tasks", all("users")}, {"view_frameworks", all("users")},
        {"view_tasks",
            {{{"principals", {{"values", {"ann", "operator"}}}},
                {"users", {{"values", {"nobody"}}}}}}}};
    m_daemon->process->signal(SIGTERM);
    m_daemon->flags.back() = "--acls=" + acls.dump();
    restart(*m_daemon);
    auto console = this->console(*m_daemon);
    const auto submit = [&](const char* user) {
        return console.submit(
            "hold", "sleep 600", "cpus:0.1;mem:32;gpus:1", [&](auto& job) { job.set_user(user); });
    };
    const auto shown = submit("nobody");
    ASSERT_TRUE(console.jobIs(shown, "running", 20s));
    submit("root"); // not in the console's list either
    const auto text
        = [&](const Asker& asker) { return ask(asker, "GET", "/metrics?holders=true").body; };
    const auto has = [](const std::string& page, const std::string& part) {
        return page.find(part) != std::string::npos;
    };
    ASSERT_TRUE(eventually(
        [&] { return has(text(m_askers[4]), "muster_gpus{state=\"allocated\"} 2"); }, 20s));
    EXPECT_TRUE(has(text(m_askers[4]), "user=\"nobody\"")) << "ann";
    EXPECT_FALSE(has(text(m_askers[4]), "user=\"root\""));
    EXPECT_FALSE(has(text(m_askers[3]), "user=")) << "bob";
    EXPECT_FALSE(has(text(m_askers[3]), "job=\"" + shown));
}

struct Doors : World {
    HttpAnswer get(const std::string& target, const HttpHeaders& headers = {}) {
        return http(m_port, "GET", target, headers);
    }
    std::uint16_t m_port = 0;
};

TEST_F(Doors, OpenToScriptsOfThisMastersPagesOnly) {
    m_port = master({"--no-authenticate"}).port;
    const auto own = fmt::format("http://127.0.0.1:{}", m_port);
    const auto status
        = [&](const HttpHeaders& headers) { return get("/state?jsonp=f", headers).status; };
    EXPECT_EQ(status({}), 403u);
    EXPECT_EQ(status({{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Mode", "no-cors"}}), 403u);
    EXPECT_EQ(status({{"Sec-Fetch-Site", "same-site"}, {"Referer", own + "/"}}), 403u);
    EXPECT_EQ(status({{"Referer", "http://evil.example/"}}), 403u);
    EXPECT_EQ(status({{"Sec-Fetch-Site", "same-origin"}}), 200u);
    EXPECT_EQ(status({{"Referer", own + "/page"}}), 200u);
    EXPECT_EQ(status({{"Authorization", "Bearer anything"}}), 200u);
    EXPECT_EQ(get("/state").status, 200u) << "no script can read it";
}

TEST_F(Doors, TakeChangesByPostOnly) {
    m_port = master({"--no-authenticate"}).port;
    const std::string change = "/logging/toggle?level=2&duration=1mins";
    for (const auto* method : {"GET", "HEAD"}) {
        const auto refused = http(m_port, method, change);
        EXPECT_EQ(refused.status, 405u);
        EXPECT_EQ(refused.headers.at("allow"), "POST");
    }
    EXPECT_EQ(get("/logging/toggle").body, "0\n");
    EXPECT_EQ(http(m_port, "POST", change).status, 200u);
    EXPECT_EQ(get("/logging/toggle").body, "2\n");
}

TEST_F(Doors, AnswerBelowTheirPathAsLibprocessDoes) {
    m_port = master({"--no-authenticate"}).port;
    const auto call = [&](const std::string& path, const HttpHeaders& accept) {
        HttpHeaders headers{{"Content-Type", "application/json"}};
        headers.insert(headers.end(), accept.begin(), accept.end());
        return http(m_port, "POST", path, headers, R"({"type":"GET_HEALTH"})");
    };
    for (const auto* path : {"/api/v1", "/api/v1/operator", "/master/api/v1/x/y", "/api/v1/"}) {
        EXPECT_EQ(call(path, {}).status, 200u) << path;
    }
    for (const auto* path : {"/state/x", "/master/state/x", "/metrics/snapshot/x", "/version/x"}) {
        EXPECT_EQ(get(path).status, 200u) << path;
    }
    for (const auto* path : {"/statement", "/master", "/x/state"}) {
        EXPECT_EQ(get(path).status, 404u) << path;
    }
    EXPECT_EQ(
        call("/api/v1", {{"Accept", "text/html"}, {"Accept", "application/json"}}).status, 200u);
    EXPECT_EQ(call("/api/v1", {{"Accept", "text/html"}}).status, 406u);
}

TEST_F(Doors, OpenUnderTheMastersOwnNames) {
    m_port = master({"--no-authenticate", "--hostname=gpu-master.example.org"}).port;
    char machine[256] = {};
    ASSERT_EQ(::gethostname(machine, sizeof machine - 1), 0);
    const auto ask = [&](const std::string& host) {
        HttpConnection connection{Place(m_port)};
        connection.sendRaw(
            fmt::format("GET /version HTTP/1.1\r\nHost: {}:{}\r\n\r\n", host, m_port));
        return connection.readHead().status;
    };
    EXPECT_EQ(ask("gpu-master.example.org"), 200u);
    EXPECT_EQ(ask(machine), 200u);
    EXPECT_EQ(ask("other.example.org"), 403u);
}

} // namespace
} // namespace muster::e2e
