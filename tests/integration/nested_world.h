// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>

#include "core/proto/encoding.h"
#include "core/proto/mesos/v1/agent/agent.pb.h"
#include "core/proto/mesos_json.h"
#include "core/proto/recordio.h"
#include "tests/integration/endpoint_shapes.h"
#include "tests/support/process_io.h"

namespace muster::e2e {

using mesos::v1::ContainerID;
using mesos::v1::agent::Call;
using mesos::v1::agent::ProcessIO;
using mesos::v1::agent::Response;

inline constexpr const char* kApi = "/slave(1)/api/v1";
inline constexpr const char* kRecords = "application/recordio";

// One task with a GPU lives.
struct NestedContainers : World {
    void SetUp() override {
        World::SetUp();
        if (IsSkipped()) {
            return;
        }
        m_daemon = &standalone({"--simulate=m60x4", "--credentials=" + credentials(),
            "--acls="
                + std::string(R"({"launch_nested_container_sessions_as_user":[{"principals":)"
                              R"({"values":["eve"]},"users":{"type":"NONE"}}]})")});
        m_task = execute(*m_daemon,
            {"--name=living", "--command=echo hello > file; sleep 1000",
                "--resources=cpus:0.5;mem:64;gpus:1", "--framework_capabilities=GPU_RESOURCES"});
        ASSERT_TRUE(eventually([this] {
            Call call;
            call.set_type(Call::GET_CONTAINERS);
            const auto answer = read(ask(call));
            if (answer.get_containers().containers_size() == 1) {
                m_parent = answer.get_containers().containers(0).container_id();
            }
            return m_parent.has_value() && !sandbox().empty()
                && std::filesystem::exists(sandbox() + "/file");
        }));
    }

    std::string credentials() const {
        const auto path = m_base + "/credentials";
        std::ofstream(path) << "eve secret\n";
        std::filesystem::permissions(path, std::filesystem::perms(0600));
        return path;
    }
    std::string sandbox() const {
        const auto root = m_daemon->workDir + "/sandboxes";
        std::error_code error;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root, error)) {
            if (entry.path().filename() == "file") {
                return entry.path().parent_path().string();
            }
        }
        return "";
    }

    HttpHeaders headers(
        const std::string& content = kJson, const std::string& accept = kJson) const {
        HttpHeaders out{{"Authorization", "Bearer " + m_daemon->token()}};
        const bool streams = content.ends_with("+records");
        const auto type = content.substr(0, content.find('+'));
        out.emplace_back("Content-Type", streams ? kRecords : type);
        if (streams) {
            out.emplace_back("Message-Content-Type", type);
        }
        const auto wanted = accept.substr(0, accept.find('+'));
        out.emplace_back("Accept", accept.ends_with("+records") ? kRecords : wanted);
        if (accept.ends_with("+records")) {
            out.emplace_back("Message-Accept", wanted);
        }
        return out;
    }
    static std::string text(const google::protobuf::Message& message, const std::string& type) {
        return type.starts_with(kJson) ? proto::toMesosJson(message) : message.SerializeAsString();
    }

    HttpAnswer ask(const Call& call) const {
        return http(m_daemon->port, "POST", m_api, headers(), text(call, kJson));
    }
    static Response read(const HttpAnswer& answer) {
        Response out;
        proto::readMesosJson(answer.body, out);
        return out;
    }

    ContainerID nested(const std::string& name) const {
        ContainerID out;
        out.set_value(name);
        *out.mutable_parent() = *m_parent;
        return out;
    }
    Call session(const std::string& name, const std::string& command) const {
        Call out;
        out.set_type(Call::LAUNCH_NESTED_CONTAINER_SESSION);
        auto& launch = *out.mutable_launch_nested_container_session();
        *launch.mutable_container_id() = nested(name);
        launch.mutable_command()->set_value(command);
        return out;
    }
    Call withTerminal(Call call, unsigned rows, unsigned columns) const {
        auto& container = *call.mutable_launch_nested_container_session()->mutable_container();
        container.set_type(mesos::v1::ContainerInfo::MESOS);
        auto& size = *container.mutable_tty_info()->mutable_window_size();
        size.set_rows(rows);
        size.set_columns(columns);
        return call;
    }
    std::unique_ptr<RecordStream> open(const Call& call, const std::string& type = kJson) const {
        return std::make_unique<RecordStream>(
            m_daemon->port, m_api, headers(type, type + "+records"), text(call, type));
    }

    // What came until the end, or until `enough` of it did.
    struct Output {
        std::string out, error;
    };
    static Output collect(
        RecordStream& stream, const std::string& type = kJson, const std::string& enough = "") {
        Output all;
        while (const auto record = stream.next()) {
            ProcessIO io;
            EXPECT_TRUE(type == kJson ? proto::readMesosJson(*record, io).has_value()
                                      : io.ParseFromString(*record));
            auto text = io.data().data();
            std::erase(text, '\r'); // of a terminal
            (io.data().type() == ProcessIO::Data::STDERR ? all.error : all.out) += text;
            if (!enough.empty() && all.out.find(enough) != std::string::npos) {
                return all;
            }
        }
        EXPECT_TRUE(enough.empty()) << "'" << enough << "' never came; " << all.out;
        return all;
    }

    // As of wait(2), of a container that ends soon.
    int status(const std::string& name) const {
        Call call;
        call.set_type(Call::WAIT_NESTED_CONTAINER);
        *call.mutable_wait_nested_container()->mutable_container_id() = nested(name);
        const auto answer = ask(call);
        EXPECT_EQ(answer.status, 200u) << answer.body;
        return read(answer).wait_nested_container().exit_status();
    }
    HttpAnswer kill(const std::string& name, int signal) const {
        Call call;
        call.set_type(Call::KILL_NESTED_CONTAINER);
        *call.mutable_kill_nested_container()->mutable_container_id() = nested(name);
        call.mutable_kill_nested_container()->set_signal(signal);
        return ask(call);
    }
    HttpAnswer remove(const std::string& name) const {
        Call call;
        call.set_type(Call::REMOVE_NESTED_CONTAINER);
        *call.mutable_remove_nested_container()->mutable_container_id() = nested(name);
        return ask(call);
    }

    // A request that attaches to the input and goes on until finish().
    class Input {
    public:
        Input(
            const NestedContainers& world, const std::string& name, const std::string& type = kJson)
            : m_connection(world.m_daemon->port), m_type(type) {
            std::string head = fmt::format(
                "POST {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n", world.m_api, world.m_daemon->port);
            for (const auto& [key, value] : world.headers(type + "+records")) {
                head += key + ": " + value + "\r\n";
            }
            m_connection.sendRaw(head + "Transfer-Encoding: chunked\r\n\r\n");
            Call call;
            call.set_type(Call::ATTACH_CONTAINER_INPUT);
            call.mutable_attach_container_input()->set_type(
                Call::AttachContainerInput::CONTAINER_ID);
            *call.mutable_attach_container_input()->mutable_container_id() = world.nested(name);
            send(call);
        }
        void send(const Call& call) {
            const auto record = proto::encodeRecord(text(call, m_type));
            m_connection.sendRaw(fmt::format("{:x}\r\n{}\r\n", record.size(), record));
        }
        void send(const ProcessIO& io) {
            Call call;
            call.set_type(Call::ATTACH_CONTAINER_INPUT);
            call.mutable_attach_container_input()->set_type(Call::AttachContainerInput::PROCESS_IO);
            *call.mutable_attach_container_input()->mutable_process_io() = io;
            send(call);
        }
        void write(const std::string& data) { send(test::typed(data)); }
        void resize(unsigned rows, unsigned columns) { send(test::windowSize(rows, columns)); }
        HttpAnswer finish() {
            m_connection.sendRaw("0\r\n\r\n");
            return m_connection.readHead();
        }

    private:
        HttpConnection m_connection;
        std::string m_type;
    };

    Daemon* m_daemon = nullptr;
    std::string m_api = kApi; // where the agent is asked
    std::unique_ptr<Process> m_task;
    std::optional<ContainerID> m_parent;
};

} // namespace muster::e2e
