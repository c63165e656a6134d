// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// What frameworks may be and do by the ACLs, and what they want to be offered: in both media types,
// through real sockets.
#include <nlohmann/json.hpp>

#include "core/proto/mesos/v1/scheduler/scheduler.pb.h"
#include "core/proto/mesos_json.h"
#include "tests/support/e2e/http.h"
#include "tests/support/e2e/world.h"

namespace muster::e2e {
namespace {

using nlohmann::json;

json gpu(const char* predicate, const json& what) {
    const json constraint{
        {"selector", {{"attribute_name", "gpu"}}}, {"predicate", {{predicate, what}}}};
    return {{"role_constraints",
        {{"ml", {{"groups", json::array({{{"attribute_constraints", {constraint}}}})}}}}}};
}

class FrameworkUpdates : public World {
protected:
    void start(Flags more = {}) {
        Flags flags{"--simulate=m60x4", "--no-authenticate", "--attributes=gpu:K40",
            "--resources=cpus:2;mem:4096;disk:10000"};
        flags.insert(flags.end(), more.begin(), more.end());
        m_port = standalone(flags).port;
    }
    json info(const std::string& role = "ml") const {
        json out{{"user", "root"}, {"name", "f"}, {"roles", {role}},
            {"capabilities", {{{"type", "MULTI_ROLE"}}, {{"type", "GPU_RESOURCES"}}}}};
        if (!m_id.empty()) {
            out["id"] = {{"value", m_id}};
        }
        return out;
    }
    // The first event: SUBSCRIBED or ERROR.
    json subscribe(const json& constraints = json::object()) {
        const json call{{"type", "SUBSCRIBE"},
            {"subscribe", {{"framework_info", info()}, {"offer_constraints", constraints}}}};
        m_stream = std::make_unique<RecordStream>(
            m_port, kSchedulerPath, HttpHeaders{{"Content-Type", kJson}}, call.dump());
        const auto record = m_stream->next();
        auto event = record ? json::parse(*record) : json::object();
        if (event.value("type", "") == "SUBSCRIBED") {
            m_id = event["subscribed"]["framework_id"]["value"];
        }
        return event;
    }
    // The next event of that type.
    std::optional<json> next(const std::string& type, Patience patience = 8s) {
        while (const auto record = m_stream->next(patience)) {
            auto event = json::parse(*record);
            if (event["type"] == type) {
                return event;
            }
        }
        return std::nullopt;
    }
    HttpAnswer call(json call, const std::string& media = kJson) {
        call["framework_id"] = {{"value", m_id}};
        std::string body = call.dump();
        if (media == kProtobuf) {
            mesos::v1::scheduler::Call message;
            EXPECT_TRUE(proto::readMesosJson(body, message)) << body;
            body = message.SerializeAsString();
        }
        return http(m_port, "POST", kSchedulerPath,
            {{"Content-Type", media},
                {"Mesos-Stream-Id", m_stream->head().headers.at("mesos-stream-id")}},
            body);
    }
    HttpAnswer update(const json& framework, const json& constraints = json::object(),
        const std::string& media = kJson) {
        return call({{"type", "UPDATE_FRAMEWORK"},
                        {"update_framework",
                            {{"framework_info", framework}, {"offer_constraints", constraints}}}},
            media);
    }
    json constraintsShown() const {
        const auto answer = http(m_port, "POST", "/api/v1", {{"Content-Type", kJson}},
            json{{"type", "GET_FRAMEWORKS"}}.dump());
        const auto shown = json::parse(answer.body);
        for (const auto& row : shown["get_frameworks"]["frameworks"]) {
            if (row["framework_info"]["id"]["value"] == m_id) {
                return row["offer_constraints"];
            }
        }
        return nullptr;
    }
    json taskOn(const json& offer, const std::string& id, json extra = json::object()) const {
        json task{{"name", id}, {"task_id", {{"value", id}}}, {"agent_id", offer["agent_id"]},
            {"command", {{"value", "true"}}},
            {"resources",
                {{{"name", "cpus"}, {"type", "SCALAR"}, {"scalar", {{"value", 0.1}}}},
                    {{"name", "mem"}, {"type", "SCALAR"}, {"scalar", {{"value", 32}}}}}}};
        task.update(extra);
        return task;
    }

    std::uint16_t m_port = 0;
    std::string m_id;
    std::unique_ptr<RecordStream> m_stream;
};

TEST_F(FrameworkUpdates, AreAnsweredWhenTheyAreCarriedOut) {
    start();
    const auto other = gpu("text_equals", {{"value", "M60"}});
    subscribe(other);
    EXPECT_EQ(next("OFFERS", 500ms), std::nullopt);
    for (const std::string media : {kJson, kProtobuf}) {
        const auto wrong = update(info(), gpu("text_matches", {{"regex", "K(4"}}), media);
        EXPECT_EQ(wrong.status, 400u);
        EXPECT_EQ(wrong.body,
            "'UpdateFramework' call is not valid: Offer constraints are not valid: A role ml has "
            "an invalid 'AttributeConstraint': Failed to construct regex from pattern 'K(4': "
            "missing ): K(4");
        EXPECT_EQ(constraintsShown(), other) << "all or nothing";
        auto renamed = info();
        renamed["user"] = "nobody";
        EXPECT_EQ(update(renamed, other, media).body,
            "FrameworkInfo update is not valid: Updating 'FrameworkInfo.user' is unsupported; "
            "attempted to update from 'root' to 'nobody'");
    }
    const auto wanted = gpu("text_matches", {{"regex", "K[0-9]+"}});
    const auto taken = update(info(), wanted, kProtobuf);
    EXPECT_EQ(taken.status, 200u);
    EXPECT_EQ(taken.body, "");
    EXPECT_EQ(constraintsShown(), wanted);
    const auto frameworks
        = json::parse(http(m_port, "GET", "/frameworks?framework_id=" + m_id).body);
    EXPECT_EQ(frameworks["frameworks"][0]["offer_constraints"], wanted);
    EXPECT_NE(next("OFFERS"), std::nullopt);
    EXPECT_EQ(next("RESCIND", 200ms), std::nullopt);
    EXPECT_EQ(update(info(), other).status, 200u);
    EXPECT_EQ(next("RESCIND", 200ms), std::nullopt) << "what was offered stays offered";
}

TEST_F(FrameworkUpdates, ObeyTheLimitsOfRegularExpressions) {
    start({"--offer_constraints_re2_max_program_size=2"});
    subscribe();
    const auto refused = update(info(), gpu("text_matches", {{"regex", "K40"}}));
    EXPECT_EQ(refused.status, 400u);
    EXPECT_NE(refused.body.find("is larger than maximum of 2 allowed"), std::string::npos);
    m_id.clear();
    const auto event = subscribe(gpu("text_not_matches", {{"regex", "K40"}}));
    EXPECT_EQ(event["type"], "ERROR");
    EXPECT_EQ(event["error"]["message"],
        "Offer constraints are not valid: A role ml has an invalid 'AttributeConstraint': Regex "
        "'K40' is too complex: program size of 7 is larger than maximum of 2 allowed");
}

TEST_F(FrameworkUpdates, OfAnUnknownTypeAreNotImplemented) {
    start();
    subscribe();
    for (const std::string media : {kJson, kProtobuf}) {
        const auto answer = call({{"type", "UNKNOWN"}}, media);
        EXPECT_EQ(answer.status, 501u);
        EXPECT_EQ(answer.body, "501 Not Implemented.");
    }
}

TEST_F(FrameworkUpdates, AreRefusedByTheAcls) {
    start({R"(--acls={"register_frameworks":[)"
           R"({"principals":{"type":"ANY"},"roles":{"values":["ml"]}},)"
           R"({"principals":{"type":"ANY"},"roles":{"type":"NONE"}}]})"});
    subscribe();
    const auto answer = update(info("web"));
    EXPECT_EQ(answer.status, 403u);
    EXPECT_EQ(answer.body, "Not authorized to register framework " + m_id + " with roles { web }");
    EXPECT_EQ(update(info("a b")).status, 400u) << "Mesos looks at the roles first";
    EXPECT_EQ(update(info()).status, 200u);
}

TEST_F(FrameworkUpdates, DoNotLetAnyoneRunTasksAsEverybody) {
    start({R"(--acls={"run_tasks":[{"principals":{"type":"ANY"},"users":{"values":["nobody"]}},)"
           R"({"principals":{"type":"ANY"},"users":{"type":"NONE"}}]})"});
    subscribe();
    const auto heard = next("OFFERS");
    ASSERT_TRUE(heard);
    const auto& offer = (*heard)["offers"]["offers"][0];
    const json permitted{{"command", {{"value", "true"}, {"user", "nobody"}}}};
    const json executor{{"type", "DEFAULT"}, {"executor_id", {{"value", "e"}}},
        {"resources", taskOn(offer, "")["resources"]}};
    const json launch{{"type", "LAUNCH"},
        {"launch", {{"task_infos", {taskOn(offer, "mine"), taskOn(offer, "theirs", permitted)}}}}};
    const json group{{"type", "LAUNCH_GROUP"},
        {"launch_group",
            {{"executor", executor},
                {"task_group", {{"tasks", {taskOn(offer, "a", permitted), taskOn(offer, "b")}}}}}}};
    EXPECT_EQ(call({{"type", "ACCEPT"},
                       {"accept", {{"offer_ids", {offer["id"]}}, {"operations", {launch, group}}}}})
                  .status,
        202u);
    std::map<std::string, json> updates;
    while (updates.size() < 4) {
        const auto event = next("UPDATE");
        ASSERT_TRUE(event);
        const auto& status = (*event)["update"]["status"];
        updates.emplace(status["task_id"]["value"], status);
    }
    EXPECT_EQ(updates["mine"]["reason"], "REASON_TASK_UNAUTHORIZED");
    EXPECT_EQ(updates["mine"]["message"],
        "Principal '' no authorized to launch task mine of framework " + m_id
            + " under user 'root'");
    EXPECT_NE(updates["theirs"]["state"], "TASK_ERROR") << updates["theirs"];
    for (const auto* task : {"a", "b"}) {
        EXPECT_EQ(updates[task]["state"], "TASK_ERROR");
        EXPECT_EQ(updates[task]["reason"], "REASON_TASK_GROUP_UNAUTHORIZED");
        EXPECT_EQ(updates[task]["message"],
            "Task 'b' is not authorized tolaunch task b of framework " + m_id
                + " under user 'root'");
    }
}

} // namespace
} // namespace muster::e2e
