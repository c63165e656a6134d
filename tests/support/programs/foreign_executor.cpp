// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Executors as others wrote them, with the bytes that they send: foreign-executor pymesos|mesos-go.
// Both know the agent by MESOS_AGENT_ENDPOINT only and show no secret. pymesos'
// examples/executor.py speaks JSON, mesos-go's cmd/example-executor speaks protobuf and says twice
// what it accepts; each keeps a second connection for its updates. Each runs a task and finishes
// it, but for one whose data is "stay", which runs until it is killed. What either would stop at
// ends it with status 1.
#include <map>
#include <optional>
#include <thread>

#include "core/proto/mesos/v1/executor/executor.pb.h"
#include "core/proto/recordio.h"
#include "tests/support/e2e/http.h"
#include "tests/support/programs/foreign.h"

namespace {

using mesos::v1::executor::Call;
using mesos::v1::executor::Event;
using muster::e2e::HttpAnswer;
using muster::e2e::HttpConnection;
using muster::foreign::base64;
using muster::foreign::freshUuid;
using muster::foreign::need;
using muster::foreign::pythonText;
using muster::foreign::variable;
using json = nlohmann::ordered_json;
using namespace std::chrono_literals;

constexpr const char* kPath = "/api/v1/executor";

// The address, and a stream of events from there.
struct Agent {
    Agent() : address(variable("MESOS_AGENT_ENDPOINT")) {
        const auto colon = address.find(':');
        need(address.substr(0, colon) == "127.0.0.1", "no agent at " + address);
        port = static_cast<std::uint16_t>(std::stoi(address.substr(colon + 1)));
    }
    // Until the stream ends. False: nobody is there, or not yet for executors.
    template <typename Take>
    bool listen(const std::string& request, const std::string& type, const Take& take) const {
        HttpConnection connection{muster::e2e::Place(port)};
        connection.sendRaw(request);
        const auto head = connection.readHead();
        if (head.status == 0 || head.status == 503) {
            return false;
        }
        need(head.status == 200, "subscribed with " + std::to_string(head.status));
        need(head.headers.at("transfer-encoding") == "chunked", "Response is not chunked");
        need(head.headers.at("content-type") == type, head.headers.at("content-type"));
        muster::proto::RecordDecoder decoder{1 << 20};
        while (const auto chunk = connection.readChunk(1h)) {
            const auto records = decoder.decode(*chunk);
            need(records.has_value(), "no records");
            for (const auto& record : *records) {
                take(record);
            }
        }
        return true;
    }
    std::string address;
    std::uint16_t port = 0;
};

// A connection that is kept for what the executor tells, and opened again where it has ended.
class Updates {
public:
    explicit Updates(const Agent& agent) : m_agent(agent) { }
    HttpAnswer send(const std::string& request) {
        for (const bool again : {m_connection.has_value(), false}) {
            if (!m_connection) {
                m_connection.emplace(muster::e2e::Place(m_agent.port));
            }
            m_connection->sendRaw(request);
            auto answer = m_connection->readAnswer();
            if (answer.status != 0) {
                need(answer.headers.contains("content-length"), "an answer without an end");
                return answer;
            }
            m_connection.reset();
            need(again, "no answer to an update");
        }
        return {};
    }
    void close() { m_connection.reset(); }

private:
    const Agent& m_agent;
    std::optional<HttpConnection> m_connection;
};

class Pymesos {
public:
    [[noreturn]] void run() {
        auto pause = 2s;
        while (true) {
            json tasks = json::array();
            for (const auto& [id, task] : m_tasks) {
                tasks.push_back(task);
            }
            // The library keeps no updates, so none is ever named.
            const auto body = pythonText({{"type", "SUBSCRIBE"}, {"framework_id", m_framework},
                {"executor_id", m_executor},
                {"subscribe",
                    {{"unacknowledged_tasks", tasks}, {"unacknowledged_updates", json::array()}}}});
            const bool listened = m_agent.listen("POST " + std::string(kPath)
                    + " HTTP/1.1\r\nHost: " + m_agent.address
                    + "\r\nContent-Type: application/json\r\nAccept: application/json\r\n"
                      "Connection: close\r\nContent-Length: "
                    + std::to_string(body.size()) + "\r\n\r\n" + body,
                "application/json",
                [this](const std::string& record) { take(json::parse(record)); });
            m_updates.close();
            if (listened) {
                pause = 2s;
            } else {
                std::this_thread::sleep_for(pause);
                pause *= 2;
            }
        }
    }

private:
    static std::string textOf(const json& value) { return value.get<std::string>(); }

    void take(const json& event) {
        const auto type = textOf(event.at("type"));
        if (type == "SUBSCRIBED") {
            const auto& info = event.at("subscribed");
            need(info.at("executor_info").at("executor_id") == m_executor, "another executor");
            need(info.at("framework_info").at("id") == m_framework, "another framework");
            need(info.contains("agent_info"), "no agent_info");
        } else if (type == "LAUNCH") {
            const auto& task = event.at("launch").at("task");
            const auto id = textOf(task.at("task_id").at("value"));
            need(m_tasks.emplace(id, task).second, "launched twice");
            update(id, "TASK_RUNNING");
            if (task.value("data", "") != base64("stay")) {
                update(id, "TASK_FINISHED");
            }
        } else if (type == "KILL") {
            update(textOf(event.at("kill").at("task_id").at("value")), "TASK_KILLED");
        } else if (type == "ACKNOWLEDGED") {
            need(textOf(event.at("acknowledged").at("uuid")).size() == 24, "no UUID");
            m_tasks.erase(textOf(event.at("acknowledged").at("task_id").at("value")));
        } else if (type == "SHUTDOWN") {
            std::_Exit(0);
        } else {
            need(type == "HEARTBEAT", "what is " + type);
        }
    }

    void update(const std::string& task, const std::string& state) {
        const std::chrono::duration<double> now
            = std::chrono::system_clock::now().time_since_epoch();
        const auto body = pythonText({{"type", "UPDATE"}, {"executor_id", m_executor},
            {"framework_id", m_framework},
            {"update",
                {{"status",
                    {{"task_id", {{"value", task}}}, {"state", state}, {"timestamp", now.count()},
                        {"uuid", base64(freshUuid())}, {"source", "SOURCE_EXECUTOR"}}}}}});
        const auto answer = m_updates.send("POST " + std::string(kPath) + " HTTP/1.1\r\nHost: "
            + m_agent.address + "\r\nAccept-Encoding: identity\r\nContent-Length: "
            + std::to_string(body.size()) + "\r\nContent-Type: application/json\r\n\r\n" + body);
        need(answer.status >= 200 && answer.status < 300,
            "Failed to send request code=" + std::to_string(answer.status));
    }

    const Agent m_agent;
    const json m_framework{{"value", variable("MESOS_FRAMEWORK_ID")}};
    const json m_executor{{"value", variable("MESOS_EXECUTOR_ID")}};
    std::map<std::string, json> m_tasks; // that are not acknowledged
    Updates m_updates{m_agent};
};

class MesosGo {
public:
    MesosGo() {
        for (const auto* name : {"MESOS_FRAMEWORK_ID", "MESOS_EXECUTOR_ID", "MESOS_DIRECTORY",
                 "MESOS_SANDBOX", "MESOS_EXECUTOR_SHUTDOWN_GRACE_PERIOD", "MESOS_RECOVERY_TIMEOUT",
                 "MESOS_SUBSCRIPTION_BACKOFF_MAX"}) {
            need(!variable(name).empty(), std::string("missing environment variable: ") + name);
        }
    }
    [[noreturn]] void run() {
        while (true) {
            Call call;
            call.set_type(Call::SUBSCRIBE);
            auto& subscribe = *call.mutable_subscribe();
            for (const auto& [id, task] : m_tasks) {
                *subscribe.add_unacknowledged_tasks() = task;
            }
            for (const auto& [uuid, update] : m_unacknowledged) {
                *subscribe.add_unacknowledged_updates() = update;
            }
            m_agent.listen(request(std::move(call), "Connection: close\r\n"),
                "application/x-protobuf", [this](const std::string& record) {
                    Event event;
                    need(event.ParseFromString(record), "no Event");
                    take(event);
                });
            std::this_thread::sleep_for(1s);
        }
    }

private:
    void take(const Event& event) {
        switch (event.type()) {
        case Event::SUBSCRIBED:
            m_executor = event.subscribed().executor_info().executor_id();
            break;
        case Event::LAUNCH: {
            const auto& task = event.launch().task();
            m_tasks[task.task_id().value()] = task;
            update(task.task_id(), mesos::v1::TASK_RUNNING);
            if (task.data() != "stay") {
                update(task.task_id(), mesos::v1::TASK_FINISHED);
            }
            break;
        }
        case Event::KILL:
            update(event.kill().task_id(), mesos::v1::TASK_KILLED);
            break;
        case Event::ACKNOWLEDGED:
            m_tasks.erase(event.acknowledged().task_id().value());
            m_unacknowledged.erase(event.acknowledged().uuid());
            break;
        case Event::SHUTDOWN:
            std::_Exit(0);
        default:
            break;
        }
    }

    void update(const mesos::v1::TaskID& task, mesos::v1::TaskState state) {
        Call call;
        call.set_type(Call::UPDATE);
        auto& status = *call.mutable_update()->mutable_status();
        *status.mutable_task_id() = task;
        status.set_state(state);
        status.set_source(mesos::v1::TaskStatus::SOURCE_EXECUTOR);
        *status.mutable_executor_id() = m_executor;
        status.set_uuid(freshUuid());
        const auto update = call.update();
        const auto answer = m_updates.send(request(std::move(call)));
        need(answer.status == 202,
            "unexpected mesos HTTP response code: " + std::to_string(answer.status));
        m_unacknowledged[update.status().uuid()] = update;
    }

    std::string request(Call call, const std::string& more = "") const {
        call.mutable_framework_id()->set_value(variable("MESOS_FRAMEWORK_ID"));
        call.mutable_executor_id()->set_value(variable("MESOS_EXECUTOR_ID"));
        const auto body = call.SerializeAsString();
        return "POST " + std::string(kPath) + " HTTP/1.1\r\nHost: " + m_agent.address
            + "\r\nUser-Agent: Go-http-client/1.1\r\n" + more
            + "Content-Length: " + std::to_string(body.size())
            + "\r\nAccept: application/x-protobuf\r\nAccept: application/x-protobuf\r\n"
              "Content-Type: application/x-protobuf\r\nAccept-Encoding: gzip\r\n\r\n"
            + body;
    }

    const Agent m_agent;
    mesos::v1::ExecutorID m_executor;
    std::map<std::string, mesos::v1::TaskInfo> m_tasks; // that are not acknowledged
    std::map<std::string, Call::Update> m_unacknowledged;
    Updates m_updates{m_agent};
};

} // namespace

int main(int count, char** words) {
    if (count > 1 && std::string(words[1]) == "pymesos") {
        Pymesos().run();
    }
    MesosGo().run();
}
