// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Executors as others wrote them, with the bytes that they send: foreign-executor pymesos|mesos-go.
// Both know the agent by MESOS_AGENT_ENDPOINT only and show no secret. pymesos'
// (examples/executor.py) speaks JSON and keeps a second connection for its updates; mesos-go's
// (cmd/example-executor) speaks protobuf and says twice what it accepts. Each runs a task and
// finishes it, but for one whose data is "stay", which runs until it is killed. What either would
// stop at ends it with status 1.
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <map>
#include <optional>
#include <random>
#include <thread>

#include <nlohmann/json.hpp>

#include "core/proto/mesos/v1/executor/executor.pb.h"
#include "core/proto/recordio.h"
#include "tests/support/e2e/http.h"

namespace {

using mesos::v1::executor::Call;
using mesos::v1::executor::Event;
using muster::e2e::HttpAnswer;
using muster::e2e::HttpConnection;
using nlohmann::json;
using namespace std::chrono_literals;

constexpr const char* kPath = "/api/v1/executor";

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

void need(bool condition, const std::string& what) {
    if (!condition) {
        std::cerr << what << std::endl;
        std::exit(1);
    }
}

std::string freshUuid() {
    std::random_device random;
    std::string bytes(16, '\0');
    std::ranges::generate(bytes, [&] { return static_cast<char>(random()); });
    return bytes;
}

std::string base64(const std::string& bytes) {
    constexpr const char* kDigits
        = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    unsigned bits = 0;
    int count = 0;
    for (const char c : bytes) {
        bits = bits << 8 | static_cast<unsigned char>(c);
        for (count += 8; count >= 6; count -= 6) {
            out += kDigits[bits >> (count - 6) & 63];
        }
    }
    if (count > 0) {
        out += kDigits[bits << (6 - count) & 63];
    }
    return out + std::string((4 - out.size() % 4) % 4, '=');
}

// The address, and a stream of events from there.
struct Agent {
    Agent() : address(variable("MESOS_AGENT_ENDPOINT")) {
        const auto colon = address.find(':');
        need(address.substr(0, colon) == "127.0.0.1", "no agent at " + address);
        port = static_cast<std::uint16_t>(std::stoi(address.substr(colon + 1)));
    }
    // Until the stream ends. False: nobody is there.
    template <typename Take>
    bool listen(const std::string& request, const std::string& type, const Take& take) const {
        HttpConnection connection{muster::e2e::Place(port)};
        connection.sendRaw(request);
        const auto head = connection.readHead();
        if (head.status == 0) {
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

class Pymesos {
public:
    [[noreturn]] void run() {
        while (true) {
            const auto body = json{{"type", "SUBSCRIBE"}, {"framework_id", m_framework},
                {"executor_id", m_executor},
                {"subscribe",
                    {{"unacknowledged_tasks", values(m_tasks)},
                        {"unacknowledged_updates", values(m_updates)}}}}
                                  .dump();
            m_agent.listen("POST " + std::string(kPath) + " HTTP/1.1\r\nHost: " + m_agent.address
                    + "\r\nContent-Type: application/json\r\nAccept: application/json\r\n"
                      "Connection: close\r\nContent-Length: "
                    + std::to_string(body.size()) + "\r\n\r\n" + body,
                "application/json",
                [this](const std::string& record) { take(json::parse(record)); });
            m_updating.reset();
            std::this_thread::sleep_for(2s); // CONNECT_RETRY_INTERVAL
        }
    }

private:
    static std::string textOf(const json& value) { return value.get<std::string>(); }
    static json values(const std::map<std::string, json>& map) {
        json out = json::array();
        for (const auto& [key, value] : map) {
            out.push_back(value);
        }
        return out;
    }

    void take(const json& event) {
        const auto type = event.at("type").get<std::string>();
        if (type == "SUBSCRIBED") {
            const auto& info = event.at("subscribed");
            need(info.at("executor_info").at("executor_id") == m_executor, "another executor");
            need(info.at("framework_info").at("id") == m_framework, "another framework");
            need(info.contains("agent_info"), "no agent_info");
        } else if (type == "LAUNCH") {
            const auto& task = event.at("launch").at("task");
            const auto id = task.at("task_id").at("value").get<std::string>();
            m_tasks[id] = task;
            update(id, "TASK_RUNNING");
            if (task.value("data", "") != base64("stay")) {
                update(id, "TASK_FINISHED");
            }
        } else if (type == "KILL") {
            update(textOf(event.at("kill").at("task_id").at("value")), "TASK_KILLED");
        } else if (type == "ACKNOWLEDGED") {
            m_updates.erase(textOf(event.at("acknowledged").at("uuid")));
            m_tasks.erase(textOf(event.at("acknowledged").at("task_id").at("value")));
        } else if (type == "SHUTDOWN") {
            std::exit(0);
        }
    }

    void update(const std::string& task, const std::string& state) {
        const auto uuid = base64(freshUuid());
        const json status{{"task_id", {{"value", task}}}, {"state", state},
            {"timestamp", std::time(nullptr)}, {"uuid", uuid}, {"source", "SOURCE_EXECUTOR"}};
        m_updates[uuid] = json{{"status", status}};
        const auto body = json{{"type", "UPDATE"}, {"executor_id", m_executor},
            {"framework_id", m_framework}, {"update", {{"status", status}}}}
                              .dump();
        if (!m_updating) {
            m_updating.emplace(muster::e2e::Place(m_agent.port));
        }
        m_updating->sendRaw("POST " + std::string(kPath) + " HTTP/1.1\r\nHost: " + m_agent.address
            + "\r\nAccept-Encoding: identity\r\nContent-Length: " + std::to_string(body.size())
            + "\r\nContent-Type: application/json\r\n\r\n" + body);
        const auto answer = m_updating->readHead();
        need(answer.status >= 200 && answer.status < 300,
            "Failed to send request code=" + std::to_string(answer.status));
    }

    const Agent m_agent;
    const json m_framework{{"value", variable("MESOS_FRAMEWORK_ID")}};
    const json m_executor{{"value", variable("MESOS_EXECUTOR_ID")}};
    std::map<std::string, json> m_tasks;
    std::map<std::string, json> m_updates;
    std::optional<HttpConnection> m_updating;
};

class MesosGo {
public:
    [[noreturn]] void run() {
        while (true) {
            Call call;
            call.set_type(Call::SUBSCRIBE);
            auto& subscribe = *call.mutable_subscribe();
            for (const auto& [id, task] : m_tasks) {
                *subscribe.add_unacknowledged_tasks() = task;
            }
            for (const auto& [uuid, update] : m_updates) {
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
            m_updates.erase(event.acknowledged().uuid());
            break;
        case Event::SHUTDOWN:
            std::exit(0);
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
        status.mutable_executor_id()->set_value(variable("MESOS_EXECUTOR_ID"));
        status.set_uuid(freshUuid());
        m_updates[status.uuid()] = call.update();
        HttpConnection connection{muster::e2e::Place(m_agent.port)};
        connection.sendRaw(request(std::move(call)));
        const auto answer = connection.readHead();
        need(answer.status == 202,
            "unexpected mesos HTTP response code: " + std::to_string(answer.status));
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
    std::map<std::string, mesos::v1::TaskInfo> m_tasks;
    std::map<std::string, Call::Update> m_updates;
};

} // namespace

int main(int count, char** words) {
    if (count > 1 && std::string(words[1]) == "pymesos") {
        Pymesos().run();
    }
    MesosGo().run();
}
