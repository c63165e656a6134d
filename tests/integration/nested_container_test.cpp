// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Commands that an operator starts inside a running container: sessions, terminals, attaching.
#include "tests/integration/nested_world.h"

namespace muster::e2e {
namespace {

struct NestedContainersIn : NestedContainers, testing::WithParamInterface<const char*> { };

INSTANTIATE_TEST_SUITE_P(, NestedContainersIn, testing::Values(kJson, kProtobuf),
    [](const auto& info) { return info.param == std::string(kJson) ? "json" : "protobuf"; });

TEST_P(NestedContainersIn, ASessionHasTheTasksPlaceAndBothItsOutputs) {
    const auto stream
        = open(session("a",
                   "pwd; cat file; echo $MESOS_TASK_ID > id; echo oops >&2; read line; "
                   "echo got $line; cat; exit 3"),
            GetParam());
    ASSERT_EQ(stream->head().status, 200u);
    EXPECT_EQ(stream->head().headers.at("content-type"), kRecords);
    EXPECT_EQ(stream->head().headers.at("message-content-type"), GetParam());
    Input input(*this, "a", GetParam());
    input.write("one\n");
    input.write("two\nthree\n");
    input.write("");
    const auto [out, error] = collect(*stream, GetParam());
    EXPECT_EQ(out, sandbox() + "\nhello\ngot one\ntwo\nthree\n");
    EXPECT_EQ(error, "oops\n");
    EXPECT_EQ(input.finish().status, 200u);
    EXPECT_EQ(status("a"), 3 << 8);
    EXPECT_EQ(remove("a").status, 200u);
}

TEST_P(NestedContainersIn, ASessionIsAlsoOpenedAtTheAgentsAddress) {
    m_api = "/api/v1";
    const auto stream = open(session("c", "read line; echo got $line"), GetParam());
    ASSERT_EQ(stream->head().status, 200u);
    EXPECT_EQ(stream->head().headers.at("message-content-type"), GetParam());
    Input input(*this, "c", GetParam());
    input.write("one\n");
    EXPECT_EQ(collect(*stream, GetParam()).out, "got one\n");
    EXPECT_EQ(input.finish().status, 200u);
}

// `mesos task exec`, see tests/support/programs/foreign_command_line.cpp.
TEST_F(NestedContainers, MesosCommandLineRunsCommandsInATask) {
    struct Ran {
        int status;
        std::string out, err;
        bool operator==(const Ran&) const = default;
    };
    int count = 0;
    const auto exec
        = [&](const std::string& input, const std::string& flags, const std::string& command) {
              const auto name = fmt::format("{}/exec-{}", m_base, ++count);
              Process process(
                  {"/bin/sh", "-c",
                      fmt::format("printf '{}' | {} {} 127.0.0.1:{} {} living sh -c \"$0\"", input,
                          MUSTER_FOREIGN_COMMAND_LINE, flags, m_daemon->port, m_daemon->token()),
                      command},
                  {.outFile = name + ".out", .errFile = name + ".err"});
              const auto status = process.wait(20s);
              return Ran{status.value_or(-1), process.out(), process.err()};
          };
    EXPECT_EQ(exec("", "", "pwd; cat file; echo oops >&2; exit 3"),
        (Ran{3, sandbox() + "\nhello\n", "oops\n"}));
    EXPECT_EQ(exec(R"(one\ntwo\n)", "-i", "cat; echo over"), (Ran{0, "one\ntwo\nover\n", ""}));
    EXPECT_EQ(exec("", "-i", "kill -KILL $$"), (Ran{137, "", ""}));
    // The size goes another way than the input.
    EXPECT_EQ(exec(R"(one\n)", "-i -t 40x120",
                  "read line; echo got $line; while stty size | grep -q '^0'; do sleep 0.1; done; "
                  "stty size"),
        (Ran{0, "one\r\ngot one\r\n40 120\r\n", ""}));
}

TEST_F(NestedContainers, AtTheAgentsAddressTheMasterKeepsItsOwnCalls) {
    m_api = "/api/v1";
    Call unknown;
    unknown.set_type(Call::WAIT_CONTAINER);
    unknown.mutable_wait_container()->mutable_container_id()->set_value("nobody");
    EXPECT_EQ(ask(unknown).status, 404u);
    EXPECT_EQ(ask(unknown).body, "Container cannot be found on any agent");
    const auto master = http(m_daemon->port, "POST", m_api, headers(), R"({"type":"GET_MASTER"})");
    EXPECT_EQ(master.status, 200u);
    EXPECT_NE(master.body.find("master_info"), std::string::npos);

    const auto file = [&](const std::string& endpoint, const std::string& path) {
        return http(m_daemon->port, "GET", "/files/" + endpoint + path, headers());
    };
    const auto path = sandbox() + "/file";
    EXPECT_EQ(
        nlohmann::json::parse(file("read?offset=0&path=", path).body).at("data").get<std::string>(),
        "hello\n");
    EXPECT_EQ(file("download?path=", path).body, "hello\n");
    EXPECT_NE(file("browse?path=", sandbox()).body.find(path), std::string::npos);
    EXPECT_EQ(file("read?offset=0&path=", "/nope").status, 404u);
    Call reads;
    reads.set_type(Call::READ_FILE);
    reads.mutable_read_file()->set_path(path);
    reads.mutable_read_file()->set_offset(0);
    EXPECT_EQ(read(ask(reads)).read_file().data(), "hello\n");
}

TEST_F(NestedContainers, ATerminalIsOneAndIsResized) {
    const auto stream = open(withTerminal(
        session("t", "trap 'stty size; exit 0' WINCH; stty size; tty; while :; do sleep 0.1; done"),
        40, 120));
    ASSERT_EQ(stream->head().status, 200u);
    const auto before = collect(*stream, kJson, "pts");
    EXPECT_EQ(before.out.substr(0, before.out.find('\n')), "40 120");
    Input input(*this, "t");
    input.resize(50, 132);
    EXPECT_NE(collect(*stream).out.find("50 132"), std::string::npos);
    EXPECT_EQ(status("t"), 0);
}

TEST_F(NestedContainers, ATerminalEchoesOnceAndEndsAtItsEndOfInput) {
    const auto stream = open(withTerminal(session("t", "echo ready; cat; echo bye"), 24, 80));
    ASSERT_EQ(stream->head().status, 200u);
    collect(*stream, kJson, "ready\n");
    Input input(*this, "t");
    input.write("abc\n");
    input.write("");
    EXPECT_EQ(collect(*stream).out, "abc\nabc\nbye\n");
}

TEST_F(NestedContainers, ASessionEndsWithItsClient) {
    auto stream = open(session("s", "echo $$; exec sleep 1000"));
    ASSERT_EQ(stream->head().status, 200u);
    collect(*stream, kJson, "\n");
    EXPECT_EQ(remove("s").body, "Nested container has not terminated yet");
    stream.reset();
    EXPECT_EQ(status("s"), SIGKILL);
    EXPECT_EQ(kill("s", SIGKILL).status, 404u);
}

TEST_F(NestedContainers, SeveralWatchOneSession) {
    auto stream = open(session("w", "read line; echo $line"));
    ASSERT_EQ(stream->head().status, 200u);
    Call attach;
    attach.set_type(Call::ATTACH_CONTAINER_OUTPUT);
    *attach.mutable_attach_container_output()->mutable_container_id() = nested("w");
    const auto second = open(attach, kProtobuf);
    ASSERT_EQ(second->head().status, 200u);
    Input input(*this, "w");
    input.write("shared\n");
    EXPECT_EQ(collect(*stream).out, "shared\n");
    EXPECT_EQ(collect(*second, kProtobuf).out, "shared\n");
}

// Neither master nor agent keeps more of an endless output than their windows.
TEST_F(NestedContainers, ASlowReaderHoldsTheCommandBack) {
    const auto stream = open(session("y", "yes 0123456789abcde"));
    ASSERT_EQ(stream->head().status, 200u);
    collect(*stream, kJson, "0123456789abcde\n");
    std::this_thread::sleep_for(2s);
    std::ifstream status(fmt::format("/proc/{}/status", m_daemon->process->pid()));
    std::size_t resident = 0;
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmRSS:")) {
            resident = std::stoul(line.substr(6)) << 10;
        }
    }
    EXPECT_LT(resident, 96u << 20);
    std::size_t received = 0;
    while (received < (8u << 20)) {
        const auto record = stream->next();
        ASSERT_TRUE(record) << received;
        received += record->size();
    }
}

TEST_F(NestedContainers, MuchInputComesOutWhole) {
    const auto stream = open(session("m", "sleep 1; md5sum"));
    ASSERT_EQ(stream->head().status, 200u);
    Input input(*this, "m");
    const std::string piece(64 << 10, 'x');
    for (int i = 0; i < 64; ++i) {
        input.write(piece);
    }
    input.write("");
    EXPECT_EQ(input.finish().status, 200u);
    EXPECT_EQ(collect(*stream).out, "44981362d3ba9b5bacaf017c2f29d355  -\n");
}

TEST_F(NestedContainers, WithoutASessionTheOutputIsInTheSandbox) {
    Call call;
    call.set_type(Call::LAUNCH_NESTED_CONTAINER);
    auto& launch = *call.mutable_launch_nested_container();
    *launch.mutable_container_id() = nested("n");
    launch.mutable_command()->set_value("echo written; echo $COLOUR >&2; kill -TERM $$");
    auto& colour = *launch.mutable_command()->mutable_environment()->add_variables();
    colour.set_name("COLOUR");
    colour.set_value("green");
    EXPECT_EQ(ask(call).status, 200u);
    EXPECT_EQ(ask(call).status, 202u) << "it was launched before";
    EXPECT_EQ(status("n"), (128 + SIGTERM) << 8) << "as the runtime tells it";
    for (const auto& [file, wanted] : {std::pair{"stdout", "written\n"}, {"stderr", "green\n"}}) {
        const auto answer = http(m_daemon->port, "GET",
            "/slave(1)/files/read?offset=0&path=" + sandbox() + "/.containers/n/" + file,
            headers());
        EXPECT_EQ(nlohmann::json::parse(answer.body)["data"], wanted);
    }
}

TEST_F(NestedContainers, ASignalReachesTheCommand) {
    const auto stream = open(
        session("k", "trap 'echo caught; exit 7' USR1; echo ready; while :; do sleep 0.1; done"));
    collect(*stream, kJson, "ready\n");
    EXPECT_EQ(kill("k", SIGUSR1).status, 200u);
    EXPECT_EQ(collect(*stream).out, "caught\n");
    EXPECT_EQ(status("k"), 7 << 8);
}

TEST_F(NestedContainers, AreShownWhenAskedFor) {
    const auto stream = open(session("s", "echo ready; sleep 1000"));
    collect(*stream, kJson, "ready");
    Call call;
    call.set_type(Call::GET_CONTAINERS);
    EXPECT_EQ(read(ask(call)).get_containers().containers_size(), 1);
    call.mutable_get_containers()->set_show_nested(true);
    const auto rows = read(ask(call)).get_containers();
    ASSERT_EQ(rows.containers_size(), 2);
    EXPECT_EQ(rows.containers(1).container_id().value(), "s");
    EXPECT_EQ(rows.containers(1).container_id().parent().value(), m_parent->value());
    EXPECT_EQ(rows.containers(1).executor_id().value(), rows.containers(0).executor_id().value());
}

TEST_F(NestedContainers, EndWithTheirParent) {
    const auto stream = open(session("s", "echo ready; sleep 1000"));
    collect(*stream, kJson, "ready");
    m_task->signal(SIGKILL);
    EXPECT_TRUE(eventually([&] { return !stream->next(100ms) && stream->ended(); }, 15s));
}

TEST_F(NestedContainers, AreRefusedInTheWordsOfMesos) {
    const auto refused = [&](const std::string& json, unsigned status, const std::string& text,
                             HttpHeaders with = {}) {
        auto all = with.empty() ? headers() : with;
        const auto answer = http(m_daemon->port, "POST", kApi, all, json);
        EXPECT_EQ(answer.status, status) << json << answer.body;
        EXPECT_EQ(answer.body, text) << json;
    };
    const std::string parent = m_parent->value();
    const auto launch = [](const std::string& id) {
        return R"({"type":"LAUNCH_NESTED_CONTAINER_SESSION","launch_nested_container_session":)"
               R"({"command":{"value":"true"},"container_id":)"
            + id + "}}";
    };
    const std::string invalid = "Failed to validate agent::Call: 'launch_nested_container_session."
                                "container_id' is invalid: ";
    refused(launch(R"({"value":"a"})"), 400,
        "Failed to validate agent::Call: Expecting 'launch_nested_container_session.container_id."
        "parent' to be present");
    refused(launch(R"({"value":"a.b","parent":{"value":"c"}})"), 400,
        invalid + "'ContainerID.value' 'a.b' contains invalid characters");
    refused(launch(R"({"value":"a/b","parent":{"value":"c"}})"), 400,
        invalid + "'a/b' contains invalid characters");
    refused(launch(R"({"value":"a","parent":{"value":".."}})"), 400,
        invalid + "'ContainerID.parent' is invalid: '..' is disallowed");
    refused(launch(R"({"value":"a","parent":{"value":"nope"}})"), 400,
        "Parent container nope does not exist");
    refused(R"({"type":"WAIT_NESTED_CONTAINER","wait_nested_container":{"container_id":)"
            R"({"value":"x","parent":{"value":"y"}}}})",
        404, "Container y.x cannot be found");
    EXPECT_EQ(kill("x", SIGKILL).body,
        "Container '" + parent + ".x' cannot be found (or is already killed)");
    const auto attach = R"({"type":"ATTACH_CONTAINER_OUTPUT","attach_container_output":)"
                        R"({"container_id":{"value":")"
        + parent + R"("}}})";
    refused(attach, 500, "I/O switchboard server was disabled for this container");
    refused(R"({"type":"ATTACH_CONTAINER_INPUT","attach_container_input":{"type":"PROCESS_IO"}})",
        415, "Expecting 'Content-Type' to be application/recordio for ATTACH_CONTAINER_INPUT call");
    refused(R"({"type":"GET_HEALTH"})", 406,
        "Streaming response is not supported for GET_HEALTH call",
        headers(kJson, std::string(kJson) + "+records"));
    auto wrong = headers();
    wrong.emplace_back("Message-Accept", kJson);
    refused(R"({"type":"GET_HEALTH"})", 406,
        "Expecting 'Message-Accept' to be not set for non-streaming responses", wrong);
    wrong = headers();
    wrong.emplace_back("Message-Content-Type", kJson);
    refused(R"({"type":"GET_HEALTH"})", 415,
        "Expecting 'Message-Content-Type' to be not set for non-streaming requests", wrong);
    wrong = {{"Authorization", "Bearer " + m_daemon->token()}, {"Content-Type", kRecords}};
    refused("", 400, "Expecting 'Message-Content-Type' to be set for streaming requests", wrong);
    wrong.emplace_back("Message-Content-Type", kJson);
    refused("", 400, "Received EOF while reading request body", wrong);
    const auto health = proto::encodeRecord(R"({"type":"GET_HEALTH"})");
    refused(health, 415,
        "Streaming 'Content-Type' application/recordio is not supported for GET_HEALTH call",
        wrong);

    HttpHeaders eve{{"Authorization", "Basic ZXZlOnNlY3JldA=="}, {"Content-Type", kJson}};
    refused(text(session("e", "true"), kJson), 403, "403 Forbidden.", eve);
}

} // namespace
} // namespace muster::e2e
