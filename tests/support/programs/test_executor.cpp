// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// An executor of a framework, as small as can be: test-executor json|protobuf [stubborn|silent].
// What it does with a task stands in the task's data:
//   run                until it is killed
//   finish, fail       at once
//   ignore             never tells anything of it
//   finish-when-alone  once the agent is gone
//   open FOLDER        tells in its first status what open() says of FOLDER/nvidia0 to 3; runs on
// What its framework may tell it: "die", "finish TASK"; everything else it says again.
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <map>
#include <random>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

#include "core/proto/mesos/v1/executor/executor.pb.h"
#include "core/proto/mesos_json.h"
#include "tests/support/e2e/http.h"

namespace {

using mesos::v1::TaskInfo;
using mesos::v1::TaskState;
using mesos::v1::TaskStatus;
using mesos::v1::executor::Call;
using mesos::v1::executor::Event;
using namespace std::chrono_literals;

constexpr auto kLong = 1h;
constexpr int kDied = 3;

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

std::string freshUuid() {
    std::random_device random;
    std::string bytes(16, '\0');
    std::ranges::generate(bytes, [&] { return static_cast<char>(random()); });
    return bytes;
}

// "ENXIO EPERM ...": allowed without a driver, denied.
std::string opened(const std::string& folder) {
    std::string out;
    for (int gpu = 0; gpu < 4; ++gpu) {
        const int fd = ::open((folder + "/nvidia" + std::to_string(gpu)).c_str(), O_RDWR);
        out += out.empty() ? "" : " ";
        out += fd >= 0 ? "open" : errno == ENXIO ? "ENXIO" : errno == EPERM ? "EPERM" : "other";
        ::close(fd);
    }
    return out;
}

class TestExecutor {
public:
    TestExecutor(bool json, bool stubborn) : m_json(json), m_stubborn(stubborn) { }

    void run() {
        while (true) {
            listen();
            finishAll("finish-when-alone");
            std::this_thread::sleep_for(50ms);
        }
    }

private:
    void listen() {
        Call call;
        call.set_type(Call::SUBSCRIBE);
        auto& subscribe = *call.mutable_subscribe();
        for (const auto& [id, task] : m_unheard) {
            *subscribe.add_unacknowledged_tasks() = task;
        }
        for (const auto& [uuid, status] : m_unacknowledged) {
            *subscribe.add_unacknowledged_updates()->mutable_status() = status;
        }
        muster::e2e::RecordStream events(m_agent, kPath, headers(), encoded(std::move(call)));
        if (events.head().status != 200) {
            return;
        }
        while (const auto record = events.next(kLong)) {
            Event event;
            if (m_json ? bool(muster::proto::readMesosJson(*record, event))
                       : event.ParseFromString(*record)) {
                take(event);
            }
        }
    }

    void take(const Event& event) {
        if (event.type() == Event::LAUNCH) {
            begin(event.launch().task());
        } else if (event.type() == Event::LAUNCH_GROUP) {
            std::ranges::for_each(event.launch_group().task_group().tasks(),
                [this](const auto& task) { begin(task); });
        } else if (event.type() == Event::KILL) {
            update(event.kill().task_id().value(), mesos::v1::TASK_KILLED);
        } else if (event.type() == Event::ACKNOWLEDGED) {
            m_unacknowledged.erase(event.acknowledged().uuid());
            m_unheard.erase(event.acknowledged().task_id().value());
        } else if (event.type() == Event::MESSAGE) {
            hear(event.message().data());
        } else if (event.type() == Event::SHUTDOWN && !m_stubborn) {
            std::exit(0);
        }
    }

    void begin(const TaskInfo& task) {
        const auto& id = task.task_id().value();
        const auto& order = task.data();
        m_tasks[id] = m_unheard[id] = task;
        if (order == "ignore") {
            return;
        }
        update(id, mesos::v1::TASK_RUNNING,
            order.starts_with("open ") ? opened(order.substr(5)) : order);
        if (order == "finish") {
            update(id, mesos::v1::TASK_FINISHED);
        } else if (order == "fail") {
            update(id, mesos::v1::TASK_FAILED, "as I was told");
        }
    }

    void hear(const std::string& words) {
        if (words == "die") {
            std::exit(kDied);
        }
        if (words.starts_with("finish ")) {
            return update(words.substr(7), mesos::v1::TASK_FINISHED);
        }
        Call call;
        call.set_type(Call::MESSAGE);
        call.mutable_message()->set_data("you said: " + words);
        send(std::move(call));
    }

    void finishAll(const std::string& order) {
        const auto tasks = m_tasks;
        for (const auto& [id, task] : tasks) {
            if (task.data() == order) {
                update(id, mesos::v1::TASK_FINISHED, "while the agent was away");
                m_tasks.erase(id);
            }
        }
    }

    void update(const std::string& task, TaskState state, const std::string& message = "") {
        Call call;
        call.set_type(Call::UPDATE);
        auto& status = *call.mutable_update()->mutable_status();
        status.mutable_task_id()->set_value(task);
        status.set_state(state);
        status.set_message(message);
        status.set_source(TaskStatus::SOURCE_EXECUTOR);
        status.set_uuid(freshUuid());
        m_unacknowledged[status.uuid()] = status;
        send(std::move(call));
    }

    void send(Call call) {
        muster::e2e::http(m_agent, "POST", kPath, headers(), encoded(std::move(call)));
    }

    std::string encoded(Call call) const {
        call.mutable_executor_id()->set_value(variable("MESOS_EXECUTOR_ID"));
        call.mutable_framework_id()->set_value(variable("MESOS_FRAMEWORK_ID"));
        return m_json ? muster::proto::toMesosJson(call) : call.SerializeAsString();
    }

    muster::e2e::HttpHeaders headers() const {
        const std::string type = m_json ? "application/json" : "application/x-protobuf";
        return {{"Content-Type", type}, {"Accept", type}};
    }

    static constexpr const char* kPath = "/slave(1)/api/v1/executor";
    const muster::e2e::Place m_agent{variable("MESOS_DOMAIN_SOCKET")};
    const bool m_json;
    const bool m_stubborn;
    std::map<std::string, TaskInfo> m_tasks;
    std::map<std::string, TaskInfo> m_unheard; // no status of them is acknowledged
    std::map<std::string, TaskStatus> m_unacknowledged;
};

} // namespace

int main(int count, char** words) {
    const std::string manner = count > 2 ? words[2] : "";
    if (manner == "silent") {
        std::this_thread::sleep_for(kLong);
    }
    TestExecutor(count > 1 && std::string(words[1]) == "json", manner == "stubborn").run();
}
