// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Dynamic reservations by frameworks and operators, also over a kill -9 of the daemon.
#include <csignal>

#include <nlohmann/json.hpp>

#include "tests/support/e2e/http.h"
#include "tests/support/e2e/world.h"

namespace muster::e2e {
namespace {

using nlohmann::json;

const HttpHeaders kJsonHeaders{{"Content-Type", "application/json"}};

json scalar(const std::string& name, double value) {
    return {{"name", name}, {"type", "SCALAR"}, {"scalar", {{"value", value}}}};
}

// For role ml, by ann.
json reserved(const std::string& name, double value) {
    auto out = scalar(name, value);
    out["reservations"] = {{{"type", "DYNAMIC"}, {"role", "ml"}, {"principal", "ann"}}};
    return out;
}

json subscribe(const std::string& role) {
    json capabilities;
    for (const auto* type : {"MULTI_ROLE", "RESERVATION_REFINEMENT", "GPU_RESOURCES"}) {
        capabilities.push_back({{"type", type}});
    }
    return {{"type", "SUBSCRIBE"},
        {"subscribe",
            {{"framework_info",
                {{"user", "root"}, {"name", "f"}, {"principal", "ann"}, {"roles", {role}},
                    {"capabilities", capabilities}}}}}};
}

// A framework that is heard until it says something of a type.
class Framework {
public:
    Framework(std::uint16_t port, const std::string& role)
        : m_port(port), m_stream(port, "/api/v1/scheduler", kJsonHeaders, subscribe(role).dump()) {
        id = hears("SUBSCRIBED")["subscribed"]["framework_id"];
    }

    json hears(const std::string& type) {
        while (const auto record = m_stream.next(8s)) {
            auto event = json::parse(*record);
            if (event["type"] == type) {
                return event;
            }
        }
        ADD_FAILURE() << "no " << type;
        return {};
    }
    json offer() { return hears("OFFERS")["offers"]["offers"][0]; }

    void accept(const json& offer, const json& operations) {
        auto headers = kJsonHeaders;
        headers.emplace_back("Mesos-Stream-Id", m_stream.head().headers.at("mesos-stream-id"));
        const json call{{"type", "ACCEPT"}, {"framework_id", id},
            {"accept",
                {{"offer_ids", {offer["id"]}}, {"operations", operations},
                    {"filters", {{"refuse_seconds", 0.0}}}}}};
        EXPECT_EQ(http(m_port, "POST", "/api/v1/scheduler", headers, call.dump()).status, 202u);
    }

    json id;

private:
    std::uint16_t m_port;
    RecordStream m_stream;
};

json resourcesNamed(const json& resources, const std::string& name) {
    json out = json::array();
    for (const auto& resource : resources) {
        if (resource["name"] == name) {
            out.push_back(resource);
        }
    }
    return out;
}

std::string percentEncoded(const std::string& text) {
    std::string out;
    for (const unsigned char c : text) {
        out += fmt::format("%{:02X}", c);
    }
    return out;
}

class Reservations : public World {
protected:
    void start() {
        m_daemon = &standalone(
            {"--simulate=m60x4", "--no-authenticate", "--resources=cpus:4;mem:4096;disk:10000"});
    }
    void killAndRestart() {
        m_daemon->process->signal(SIGKILL);
        m_daemon->process->wait(5s);
        restart(*m_daemon);
    }
    json agent() { return json::parse(http(m_daemon->port, "GET", "/slaves").body)["slaves"][0]; }
    HttpAnswer call(const std::string& type, const std::string& field, const json& resources) {
        const json call{{"type", type},
            {field, {{"agent_id", {{"value", agent()["id"]}}}, {"resources", resources}}}};
        return http(m_daemon->port, "POST", "/api/v1", kJsonHeaders, call.dump());
    }
    HttpAnswer postForm(const std::string& path, const json& resources) {
        const auto body = "slaveId=" + agent()["id"].get<std::string>()
            + "&resources=" + percentEncoded(resources.dump());
        return http(m_daemon->port, "POST", path,
            {{"Content-Type", "application/x-www-form-urlencoded"}}, body);
    }

    Daemon* m_daemon = nullptr;
};

TEST_F(Reservations, OfAFrameworkOutliveTheDaemon) {
    start();
    {
        Framework framework(m_daemon->port, "ml");
        const json wanted{reserved("gpus", 3), reserved("cpus", 2)};
        const auto offer = framework.offer();
        auto resources = wanted;
        resources[1]["scalar"]["value"] = 0.1;
        resources[0]["scalar"]["value"] = 1.0;
        const json task{{"name", "t"}, {"task_id", {{"value", "t"}}},
            {"agent_id", offer["agent_id"]}, {"resources", resources},
            {"command", {{"value", "true"}}}};
        framework.accept(offer,
            {{{"type", "RESERVE"}, {"id", {{"value", "op"}}}, {"reserve", {{"resources", wanted}}}},
                {{"type", "LAUNCH"}, {"launch", {{"task_infos", {task}}}}}});
        const auto status
            = framework.hears("UPDATE_OPERATION_STATUS")["update_operation_status"]["status"];
        EXPECT_EQ(status["operation_id"]["value"], "op");
        EXPECT_EQ(status["state"], "OPERATION_FINISHED");
        EXPECT_EQ(framework.hears("UPDATE")["update"]["status"]["task_id"]["value"], "t");
    }
    killAndRestart();
    EXPECT_EQ(agent()["reserved_resources"]["ml"]["gpus"], 3.0);
    EXPECT_EQ(agent()["unreserved_resources"]["gpus"], 1.0);
    const auto full = resourcesNamed(agent()["reserved_resources_full"]["ml"], "gpus");
    ASSERT_EQ(full.size(), 1u);
    EXPECT_EQ(full[0]["role"], "ml");
    EXPECT_EQ(full[0]["reservation"], (json{{"principal", "ann"}}));
    EXPECT_EQ(full[0]["reservations"], reserved("gpus", 3)["reservations"]);
    {
        Framework other(m_daemon->port, "web");
        EXPECT_EQ(resourcesNamed(other.offer()["resources"], "gpus")[0]["scalar"]["value"], 1.0);
    }
    Framework framework(m_daemon->port, "ml");
    const auto gpus = resourcesNamed(framework.offer()["resources"], "gpus");
    ASSERT_EQ(gpus.size(), 2u);
    EXPECT_EQ(gpus[1]["reservations"], reserved("gpus", 3)["reservations"]);
    const std::vector<json> all{reserved("gpus", 3), reserved("cpus", 2)};
    EXPECT_TRUE(eventually([&] { return postForm("/master/unreserve", all).status == 202u; }))
        << "once the task has ended";
    EXPECT_EQ(agent()["reserved_resources"], json::object());
    killAndRestart();
    EXPECT_EQ(agent()["reserved_resources"], json::object());
}

TEST_F(Reservations, OfAnOperatorAreMadeAndRefusedInMesosWords) {
    start();
    EXPECT_EQ(postForm("/reserve", {reserved("gpus", 1)}).status, 202u);
    EXPECT_EQ(call("RESERVE_RESOURCES", "reserve_resources", {reserved("gpus", 1)}).status, 202u);
    EXPECT_EQ(agent()["reserved_resources"]["ml"]["gpus"], 2.0);
    const auto tooMuch = call("RESERVE_RESOURCES", "reserve_resources", {reserved("gpus", 3)});
    EXPECT_EQ(tooMuch.status, 409u);
    EXPECT_NE(tooMuch.body.find(" does not contain gpus:3"), std::string::npos) << tooMuch.body;
    const auto unreserved = call("RESERVE_RESOURCES", "reserve_resources", {scalar("gpus", 1)});
    EXPECT_EQ(unreserved.status, 400u);
    EXPECT_NE(
        unreserved.body.find("Resource gpus:1 is not dynamically reserved"), std::string::npos)
        << unreserved.body;
    auto everybody = reserved("gpus", 1);
    everybody["reservations"][0]["role"] = "*";
    EXPECT_EQ(call("RESERVE_RESOURCES", "reserve_resources", {everybody}).body,
        "Resource 'gpus(reservations: [(DYNAMIC,*,ann)]):1' is invalid: Invalid reservation: role "
        "\"*\" cannot be reserved");
    EXPECT_EQ(
        call("UNRESERVE_RESOURCES", "unreserve_resources", {reserved("gpus", 2)}).status, 202u);
    EXPECT_EQ(agent()["reserved_resources"], json::object());
    EXPECT_EQ(http(m_daemon->port, "POST", "/reserve", {}, "resources=[]").body,
        "Missing 'slaveId' query parameter in the request body");
}

TEST_F(Reservations, OfGpusByTheAgentsFlagGoFromTheFlagToTheTask) {
    m_daemon = &standalone({"--simulate=m60x4", "--no-authenticate",
        "--resources=cpus:4;mem:4096;disk:10000;gpus(ml):3;gpus:1",
        "--nvidia_gpu_devices=0,1,2,3"});
    EXPECT_EQ(agent()["reserved_resources"]["ml"]["gpus"], 3.0);
    EXPECT_EQ(agent()["unreserved_resources"]["gpus"], 1.0);
    {
        Framework web(m_daemon->port, "web");
        const auto free = resourcesNamed(web.offer()["resources"], "gpus");
        ASSERT_EQ(free.size(), 1u);
        EXPECT_EQ(free[0]["scalar"]["value"], 1.0);
    }
    Framework ml(m_daemon->port, "ml");
    auto offer = ml.offer();
    const auto gpus = resourcesNamed(offer["resources"], "gpus");
    ASSERT_EQ(gpus.size(), 2u) << offer;
    auto reserved = gpus[gpus[0].contains("reservations") ? 0 : 1];
    EXPECT_EQ(reserved["reservations"], json::array({{{"type", "STATIC"}, {"role", "ml"}}}));
    reserved["scalar"]["value"] = 2.0;
    const json task{{"name", "t"}, {"task_id", {{"value", "t"}}}, {"agent_id", offer["agent_id"]},
        {"resources", {scalar("cpus", 0.1), scalar("mem", 32), reserved}},
        {"command", {{"value", "sleep 60"}}}};
    ml.accept(offer, {{{"type", "LAUNCH"}, {"launch", {{"task_infos", {task}}}}}});
    EXPECT_EQ(ml.hears("UPDATE")["update"]["status"]["state"], "TASK_STARTING");
    EXPECT_EQ(agent()["used_resources"]["gpus"], 2.0);
}

} // namespace
} // namespace muster::e2e
