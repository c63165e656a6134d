// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What a Mesos 1.12 was seen to answer on its scheduler endpoint (tests/data/mesos), asked again of
// Muster through real sockets, and the order in which it looks at a request.
#include <nlohmann/json.hpp>

#include "core/proto/mesos/v1/scheduler/scheduler.pb.h"
#include "core/proto/mesos_json.h"
#include "tests/support/e2e/http.h"
#include "tests/support/e2e/world.h"
#include "tests/support/paths.h"

namespace muster::e2e {
namespace {

using nlohmann::json;

const HttpHeaders kAsJson{{"Content-Type", kJson}, {"Accept", kJson}};

json recorded(const std::string& name) {
    return json::parse(fileText(MUSTER_SOURCE_DIR "/tests/data/mesos/" + name));
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
        text.replace(at, what.size(), by);
    }
    return text;
}

// The same call in the other media type.
std::string asProtobuf(const std::string& call) {
    mesos::v1::scheduler::Call message;
    EXPECT_TRUE(proto::readMesosJson(call, message)) << call;
    return message.SerializeAsString();
}

class SchedulerApi : public World {
protected:
    // The machine of the recordings.
    Daemon& recordedMachine() {
        return standalone({"--simulate=m60x4", "--no-authenticate",
            "--resources=cpus:2;mem:4096;disk:10000;ports:[31000-32000]"});
    }
};

// A framework that keeps what it heard and acknowledges every update.
class Framework {
public:
    Framework(std::uint16_t port, const json& subscribe)
        : m_port(port), m_stream(port, kSchedulerPath, kAsJson, subscribe.dump()) {
        EXPECT_EQ(m_stream.head().status, 200u);
        EXPECT_EQ(m_stream.head().headers.at("content-type"), kJson);
        EXPECT_EQ(m_stream.head().headers.at("transfer-encoding"), "chunked");
        streamId = m_stream.head().headers.at("mesos-stream-id");
    }

    // The next event, an acknowledged update or an offer taken note of.
    std::optional<json> next(Patience patience = 8s) {
        const auto record = m_stream.next(patience);
        if (!record) {
            return std::nullopt;
        }
        auto event = json::parse(*record);
        const std::string type = event["type"];
        if (type == "SUBSCRIBED") {
            id = event["subscribed"]["framework_id"]["value"];
        } else if (type == "OFFERS") {
            for (const auto& offer : event["offers"]["offers"]) {
                offerId = offer["id"]["value"];
                agentId = offer["agent_id"]["value"];
            }
        } else if (type == "RESCIND" && event["rescind"]["offer_id"]["value"] == offerId) {
            offerId.clear();
        } else if (type == "UPDATE") {
            const auto& status = event["update"]["status"];
            updates.push_back(status);
            if (status.contains("uuid")) {
                EXPECT_EQ(
                    call({{"type", "ACKNOWLEDGE"}, {"framework_id", {{"value", id}}},
                             {"acknowledge",
                                 {{"agent_id", status["agent_id"]}, {"task_id", status["task_id"]},
                                     {"uuid", status["uuid"]}}}})
                        .status,
                    202u);
            }
        }
        return event;
    }
    bool hears(const std::function<bool()>& condition, Patience patience = 8s) {
        const auto end = std::chrono::steady_clock::now() + patience;
        while (!condition() && std::chrono::steady_clock::now() < end) {
            next(100ms);
        }
        return condition();
    }

    HttpAnswer call(const json& body) {
        auto headers = kAsJson;
        headers.emplace_back("Mesos-Stream-Id", streamId);
        return http(m_port, "POST", kSchedulerPath, headers, body.dump());
    }
    // Ids of the recording replaced by those of this run; an offer is used once.
    json filledIn(const json& body) {
        auto text = replaced(replaced(body.dump(), "$FRAMEWORK", id), "$AGENT", agentId);
        if (text.find("$OFFER") != std::string::npos) {
            EXPECT_TRUE(hears([this] { return !offerId.empty(); })) << "no offer for " << text;
            text = replaced(text, "$OFFER", offerId);
            offerId.clear();
        }
        return json::parse(text);
    }

    std::string id, streamId, offerId, agentId;
    std::vector<json> updates;

private:
    std::uint16_t m_port;
    RecordStream m_stream;
};

// As in the recordings: GPUs of an offer to a framework with these capabilities, in its one role.
json offeredGpus(std::uint16_t port, json info, json capabilities) {
    const bool ofManyRoles = info.contains("roles");
    info.update({{"user", "root"}, {"name", "shape"}, {"capabilities", std::move(capabilities)}});
    Framework framework(
        port, {{"type", "SUBSCRIBE"}, {"subscribe", {{"framework_info", std::move(info)}}}});
    while (const auto event = framework.next()) {
        if (event->at("type") == "OFFERS") {
            const auto& offer = event->at("offers").at("offers").at(0);
            EXPECT_EQ(offer.contains("allocation_info"), ofManyRoles);
            for (const auto& resource : offer["resources"]) {
                if (resource["name"] == "gpus") {
                    return resource;
                }
            }
        }
    }
    return {};
}

TEST_F(SchedulerApi, ShapesOffersByWhatTheFrameworkUnderstands) {
    const auto port = recordedMachine().port;
    const json gpus{{"type", "GPU_RESOURCES"}}, many{{"type", "MULTI_ROLE"}},
        refined{{"type", "RESERVATION_REFINEMENT"}};
    EXPECT_EQ(offeredGpus(port, {{"role", "*"}}, {gpus}),
        json::parse(R"({"name":"gpus","type":"SCALAR","scalar":{"value":4.0},"role":"*"})"));
    EXPECT_EQ(offeredGpus(port, {{"roles", {"*"}}}, {gpus, many, refined}),
        json::parse(R"({"name":"gpus","type":"SCALAR","scalar":{"value":4.0},
                        "allocation_info":{"role":"*"}})"));
}

TEST_F(SchedulerApi, ReplaysARecordedSession) {
    const auto session = recorded("scheduler_session.json");
    Framework framework(recordedMachine().port, session[0]["calls"][0]["call"]);
    ASSERT_EQ(framework.next()->at("type"), "SUBSCRIBED");
    ASSERT_EQ(framework.next()->at("type"), "HEARTBEAT");
    ASSERT_EQ(framework.next()->at("type"), "OFFERS");
    for (std::size_t i = 1; i < session.size(); ++i) {
        const auto& section = session[i];
        SCOPED_TRACE(section["section"].get<std::string>());
        framework.updates.clear();
        for (const auto& step : section["calls"]) {
            const auto before = step["after"].get<std::size_t>();
            EXPECT_TRUE(framework.hears([&] { return framework.updates.size() >= before; }));
            EXPECT_EQ(framework.call(framework.filledIn(step["call"])).status, 202u);
        }
        const auto& expected = section["updates"];
        EXPECT_TRUE(
            framework.hears([&] { return framework.updates.size() >= expected.size(); }, 15s));
        ASSERT_EQ(framework.updates.size(), expected.size());
        for (std::size_t n = 0; n < expected.size(); ++n) {
            const auto& got = framework.updates[n];
            EXPECT_EQ(got["task_id"]["value"], expected[n]["task"]);
            EXPECT_EQ(got["state"], expected[n]["state"]) << got;
            EXPECT_EQ(got["source"], expected[n]["source"]) << got;
            EXPECT_EQ(got.value("reason", ""), expected[n]["reason"]) << got;
            EXPECT_EQ(got.value("message", ""),
                replaced(expected[n]["message"], "$AGENT", framework.agentId))
                << got;
            for (const auto& key : expected[n]["keys"]) {
                EXPECT_TRUE(got.contains(key)) << key << " in " << got;
            }
        }
    }
}

// Mesos looks at a request in a fixed order: each row is wrong in its own way and in all the later
// ones, so it shows that its own check comes first.
TEST_F(SchedulerApi, LooksAtARequestInMesosOrder) {
    const auto& daemon = recordedMachine();
    const json subscribe = recorded("scheduler_session.json")[0]["calls"][0]["call"];
    Framework framework(daemon.port, subscribe);
    ASSERT_EQ(framework.next()->at("type"), "SUBSCRIBED");
    const json revive{{"type", "REVIVE"}, {"framework_id", {{"value", framework.id}}}};
    const json unknown{{"type", "REVIVE"}, {"framework_id", {{"value", "nope"}}}};
    const std::string other = "11111111-1111-1111-1111-111111111111";
    const std::string accepts
        = "Expecting 'Accept' to allow 'application/x-protobuf' or 'application/json'";
    struct Row {
        std::string check;
        json call;
        std::string accept;
        std::string streamId;
        unsigned status;
        std::string answer;
    };
    json idMismatch = subscribe;
    idMismatch["framework_id"] = {{"value", "a"}};
    idMismatch["subscribe"]["framework_info"]["id"] = {{"value", "b"}};
    const json acknowledge{{"type", "ACKNOWLEDGE"}, {"framework_id", {{"value", "nope"}}},
        {"acknowledge",
            {{"agent_id", {{"value", "a"}}}, {"task_id", {{"value", "t"}}}, {"uuid", "QUJD"}}}};
    const std::vector<Row> rows{
        {"the type", json::object(), "text/html", "x", 400,
            "Failed to validate scheduler::Call: Expecting 'type' to be present"},
        {"the framework's id", {{"type", "REVIVE"}}, "text/html", "x", 400,
            "Failed to validate scheduler::Call: Expecting 'framework_id' to be present"},
        {"the two ids", idMismatch, "text/html", "x", 400,
            "Failed to validate scheduler::Call: 'framework_id' differs from "
            "'subscribe.framework_info.id'"},
        {"the length of a uuid", acknowledge, "text/html", "x", 400,
            "Failed to validate scheduler::Call: Not a valid UUID"},
        {"Accept of SUBSCRIBE", subscribe, "text/html", "x", 406, accepts},
        {"no stream id on SUBSCRIBE", subscribe, kJson, "x", 400,
            "Subscribe calls should not include the 'Mesos-Stream-Id' header"},
        {"the framework", unknown, "text/html", "", 400, "Framework cannot be found"},
        {"a stream id", revive, "text/html", "", 400,
            "All non-subscribe calls should include the 'Mesos-Stream-Id' header"},
        {"the stream id", revive, "text/html", other, 400,
            "The stream ID '" + other
                + "' included in this request didn't match the stream ID currently associated "
                  "with framework ID "
                + framework.id},
        {"all is well", revive, "text/html", framework.streamId, 202, ""},
    };
    for (const auto& row : rows) {
        for (const std::string type : {kJson, kProtobuf}) {
            HttpHeaders headers{{"Content-Type", type}, {"Accept", row.accept}};
            if (!row.streamId.empty()) {
                headers.emplace_back("Mesos-Stream-Id", row.streamId);
            }
            const auto body = row.call.dump();
            const auto answer = http(daemon.port, "POST", kSchedulerPath, headers,
                type == kJson ? body : asProtobuf(body));
            EXPECT_EQ(answer.status, row.status) << row.check << " in " << type;
            EXPECT_EQ(answer.body, row.answer) << row.check << " in " << type;
        }
    }
}

// The payloads that once crashed the masters of others (CVE-2017-7687, 2017-9790, 2018-1330,
// 2018-11793): each is refused, and the next request is served.
TEST_F(SchedulerApi, OutlivesHostilePayloads) {
    const auto& daemon = recordedMachine();
    const std::string nested(1000000, '[');
    for (const std::string& body : {nested, "{\"type\":" + nested, std::string("\xff\xfe\0{", 4)}) {
        EXPECT_EQ(http(daemon.port, "POST", kSchedulerPath, kAsJson, body).status, 400u);
    }
    for (const std::string head : {"GET /%zz HTTP/1.1", "GET  HTTP/1.1", "POST  HTTP/1.1"}) {
        HttpConnection connection(daemon.port);
        connection.sendRaw(head + "\r\nHost: 127.0.0.1\r\n\r\n");
        EXPECT_GE(connection.readHead().status, 400u) << head;
    }
    HttpConnection trailers(daemon.port);
    trailers.sendRaw("POST " + std::string(kSchedulerPath)
        + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(daemon.port)
        + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
          "2\r\n{}\r\n0\r\nX: y\r\n\r\n");
    EXPECT_GE(trailers.readHead().status, 400u);
    EXPECT_EQ(http(daemon.port, "GET", "/health").status, 200u);
}

TEST_F(SchedulerApi, KnowsAFrameworkThatIsDisconnected) {
    const auto& daemon = recordedMachine();
    const json subscribe = recorded("scheduler_session.json")[0]["calls"][0]["call"];
    std::string id;
    {
        Framework framework(daemon.port, subscribe);
        ASSERT_EQ(framework.next()->at("type"), "SUBSCRIBED");
        id = framework.id;
    }
    const json revive{{"type", "REVIVE"}, {"framework_id", {{"value", id}}}};
    EXPECT_TRUE(eventually([&] {
        const auto answer = http(daemon.port, "POST", kSchedulerPath, kAsJson, revive.dump());
        return answer.status == 403 && answer.body == "Framework is not subscribed";
    }));
}

TEST_F(SchedulerApi, SpeaksProtobufOnItsStreamToo) {
    const auto& daemon = recordedMachine();
    const json subscribe = recorded("scheduler_session.json")[0]["calls"][0]["call"];
    RecordStream stream(daemon.port, kSchedulerPath,
        {{"Content-Type", kProtobuf}, {"Accept", kProtobuf}}, asProtobuf(subscribe.dump()));
    EXPECT_EQ(stream.head().headers.at("content-type"), kProtobuf);
    std::vector<int> types;
    for (int i = 0; i < 3; ++i) {
        mesos::v1::scheduler::Event event;
        ASSERT_TRUE(event.ParseFromString(stream.next().value_or("")));
        types.push_back(event.type());
    }
    using Event = mesos::v1::scheduler::Event;
    EXPECT_EQ(types, (std::vector<int>{Event::SUBSCRIBED, Event::HEARTBEAT, Event::OFFERS}));
}

TEST_F(SchedulerApi, OffersComeWholeWithTheDefaultFlags) {
    const auto& daemon = recordedMachine();
    Framework framework(daemon.port,
        {{"type", "SUBSCRIBE"},
            {"subscribe",
                {{"framework_info",
                    {{"user", "root"}, {"name", "whole"},
                        {"capabilities", {{{"type", "GPU_RESOURCES"}}}}}}}}});
    std::vector<json> offered;
    const auto hearOffers = [&](std::size_t count) {
        const auto end = std::chrono::steady_clock::now() + 8s;
        while (offered.size() < count && std::chrono::steady_clock::now() < end) {
            const auto event = framework.next(100ms);
            if (event && (*event)["type"] == "OFFERS") {
                offered.push_back((*event)["offers"]["offers"][0]["resources"]);
            }
        }
        return offered.size() == count;
    };
    ASSERT_TRUE(hearOffers(1));
    json tasks = json::array();
    for (const auto* id : {"a", "b", "c"}) {
        json resources = json::array();
        for (const auto& [name, value] : {std::pair{"cpus", 0.1}, std::pair{"mem", 32.0}}) {
            resources.push_back(
                {{"name", name}, {"type", "SCALAR"}, {"scalar", {{"value", value}}}});
        }
        tasks.push_back({{"name", id}, {"task_id", {{"value", id}}},
            {"agent_id", {{"value", framework.agentId}}}, {"resources", resources},
            {"command", {{"value", "true"}}}});
    }
    EXPECT_EQ(
        framework
            .call(framework.filledIn({{"type", "ACCEPT"},
                {"framework_id", {{"value", "$FRAMEWORK"}}},
                {"accept",
                    {{"offer_ids", {{{"value", "$OFFER"}}}},
                        {"operations", {{{"type", "LAUNCH"}, {"launch", {{"task_infos", tasks}}}}}},
                        {"filters", {{"refuse_seconds", 0.0}}}}}}))
            .status,
        202u);
    // A round or two may fall between the launch and the ends, however slow the machine is.
    while (offered.back() != offered.front() || offered.size() == 1) {
        ASSERT_LT(offered.size(), 8u) << json(offered);
        ASSERT_TRUE(hearOffers(offered.size() + 1)) << json(offered);
        if (offered.back() != offered.front()) {
            EXPECT_EQ(framework
                          .call(framework.filledIn(
                              {{"type", "DECLINE"}, {"framework_id", {{"value", "$FRAMEWORK"}}},
                                  {"decline",
                                      {{"offer_ids", {{{"value", "$OFFER"}}}},
                                          {"filters", {{"refuse_seconds", 0.0}}}}}}))
                          .status,
                202u);
        }
    }
}

} // namespace
} // namespace muster::e2e
