// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/e2e/http.h"
#include "tests/support/e2e/world.h"

namespace muster::e2e {
namespace {

// One HTTP request, byte by byte as given; the status of the answer, "" if there is none.
std::string statusOf(std::uint16_t port, const std::string& request) {
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const timeval patience{3, 0};
    ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(::send(fd, request.data(), request.size(), MSG_NOSIGNAL),
        static_cast<ssize_t>(request.size()));
    char answer[4096] = {};
    const auto count = ::recv(fd, answer, sizeof answer, 0);
    ::close(fd);
    return count < 12 ? "" : std::string(answer + 9, 3);
}

struct BadInput : World {
    void SetUp() override {
        World::SetUp();
        if (IsSkipped()) {
            return;
        }
        m_daemon = &standalone();
        m_token = m_daemon->token();
    }

    std::string get(const std::string& path, const std::string& host, const std::string& more) {
        return statusOf(
            m_daemon->port, "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + more + "\r\n");
    }
    std::string local() const { return "127.0.0.1:" + std::to_string(m_daemon->port); }
    std::string upgrade() const {
        return "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
               "Sec-WebSocket-Protocol: muster.v1.json\r\n";
    }
    std::string bearer() const { return "Authorization: Bearer " + m_token + "\r\n"; }

    Daemon* m_daemon = nullptr;
    std::string m_token;
};

struct Frame {
    const char* name;
    std::string bytes;
};

TEST_F(BadInput, ClosesOnlyTheConnectionThatSentIt) {
    auto witness = console(*m_daemon);
    Console json(m_daemon->port, m_token, proto::Encoding::Json);
    const Frame frames[] = {
        {"malformed", "{\"id\":"},
        {"garbage", std::string("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x07", 12)},
        {"5 MB", std::string(5 << 20, 'x')},
        {"100 deep", std::string(100, '[') + std::string(100, ']')},
        {"100 objects deep",
            [] {
                std::string out;
                for (int i = 0; i < 100; ++i) {
                    out += "{\"a\":";
                }
                return out + "1" + std::string(100, '}');
            }()},
    };
    const std::pair<const char*, std::string_view> places[] = {
        {"/ws/console", proto::kBinarySubprotocol},
        {"/ws/console", proto::kJsonSubprotocol},
        {"/ws/framework", proto::kBinarySubprotocol},
        {"/ws/framework", proto::kJsonSubprotocol},
        {"/ws/agent", proto::kBinarySubprotocol},
    };
    for (const auto& [path, subprotocol] : places) {
        for (const auto& frame : frames) {
            SCOPED_TRACE(std::string(path) + " " + std::string(subprotocol) + " " + frame.name);
            Wire wire(m_daemon->port, m_token, path, subprotocol);
            ASSERT_TRUE(wire.untilOpen());
            wire.send(frame.bytes, subprotocol == proto::kBinarySubprotocol);
            EXPECT_TRUE(wire.untilClosed(3s));
        }
    }
    const auto job = witness.submit("after", "true", "cpus:0.1;mem:32");
    EXPECT_TRUE(witness.jobIs(job, "finished"));
    EXPECT_TRUE(json.jobIs(job, "finished"));
    EXPECT_EQ(json.gpus.size(), 4u);
    EXPECT_EQ(witness.problems + json.problems, 0u);
}

// What a framework is called names a folder of every agent that runs its tasks.
TEST_F(BadInput, RefusesAFrameworkWhoseIdLeavesItsFolder) {
    const HttpHeaders headers{{"Authorization", "Bearer " + m_token},
        {"Content-Type", "application/json"}, {"Accept", "application/json"}};
    for (const std::string id : {"../../../escaped", "..", "a/b"}) {
        const auto call = R"({"type":"SUBSCRIBE","framework_id":{"value":")" + id
            + R"("},"subscribe":{"framework_info":{"user":"root","name":"x","id":{"value":")" + id
            + R"("}}}})";
        RecordStream stream(m_daemon->port, "/api/v1/scheduler", headers, call);
        const auto first = stream.next(3s).value_or("");
        EXPECT_NE(first.find(R"("type":"ERROR")"), std::string::npos) << first;
        EXPECT_NE(first.find("'" + id + "'"), std::string::npos) << first;
    }
}

TEST_F(BadInput, RefusesAJobWithANameOf3MegabytesOrANullByte) {
    auto view = console(*m_daemon);
    muster::v1::Request request;
    auto& job = *request.mutable_submit_job();
    job.mutable_command()->set_value("true");
    job.set_name(std::string(3'000'000, 'x'));
    EXPECT_EQ(view.ask(request).error().message(),
        "The job's name has 3000000 bytes, at most 255 are allowed");
    job.set_name("x");
    job.mutable_command()->set_value(std::string("tr\0ue", 5));
    EXPECT_NE(view.ask(request).error().message().find("contains a null byte"), std::string::npos);
    job.mutable_command()->set_value("printf caf\xe9"); // no list with it could be read again
    EXPECT_NE(view.ask(request).error().message().find("is not UTF-8"), std::string::npos);
    request.mutable_kill_task()->set_task_id("../x");
    EXPECT_EQ(view.ask(request).error().message(),
        "'kill_task.task_id': '../x' contains invalid characters");
    EXPECT_TRUE(view.jobs.empty());
}

TEST_F(BadInput, AnswersTheHealthCheckAndNobodyElseWithoutAToken) {
    EXPECT_EQ(get("/healthz", local(), ""), "200");
    for (const char* path : {"/ws/console", "/ws/framework", "/ws/agent"}) {
        SCOPED_TRACE(path);
        EXPECT_EQ(get(path, local(), upgrade()), "401");
        const auto wrong = upgrade().append("Authorization: Bearer wrong\r\n");
        EXPECT_EQ(get(path, local(), wrong), "401");
    }
    EXPECT_EQ(get("/ws/console", local(), upgrade() + bearer()), "101");
}

TEST_F(BadInput, RefusesAForeignHostAndAForeignOrigin) {
    const auto port = std::to_string(m_daemon->port);
    for (const std::string& host : {"evil.example:" + port, "127.0.0.1.nip.io:" + port,
             "2130706433:" + port, std::string("evil.example")}) {
        SCOPED_TRACE(host);
        EXPECT_EQ(get("/ws/console", host, upgrade() + bearer()), "403");
        EXPECT_EQ(get("/healthz", host, ""), "403");
    }
    for (const char* origin :
        {"http://evil.example", "null", "http://127.0.0.1.nip.io", "https://127.0.0.1:1"}) {
        SCOPED_TRACE(origin);
        EXPECT_EQ(get("/ws/console", local(), upgrade() + bearer() + "Origin: " + origin + "\r\n"),
            "403");
    }
}

} // namespace
} // namespace muster::e2e
