// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/container/docker/exec.h"
#include "tests/core/container/docker/fake_engine.h"

namespace muster::container::docker {
namespace {

std::string frame(char stream, const std::string& text) {
    std::string head(8, '\0');
    head[0] = stream;
    head[6] = static_cast<char>(text.size() >> 8);
    head[7] = static_cast<char>(text.size());
    return head + text;
}

TEST(ExecOutput, JoinsTheFramesHoweverTheyAreCut) {
    const std::string whole = frame(1, "out\n") + frame(2, "") + frame(2, "error\n\n");
    for (std::size_t size = 1; size <= whole.size(); ++size) {
        ExecOutput output;
        for (std::size_t at = 0; at < whole.size(); at += size)
            EXPECT_TRUE(output.take(std::string_view(whole).substr(at, size)));
        EXPECT_EQ(output.text(), "out\nerror") << "in pieces of " << size;
    }
}

TEST(ExecOutput, KeepsALimitedPart) {
    ExecOutput output;
    for (int i = 0; i < 100; ++i)
        EXPECT_TRUE(output.take(frame(1, std::string(1000, 'x'))));
    EXPECT_EQ(output.text().size(), 16384U);
}

TEST(ExecOutput, KnowsWhatIsNoFrame) {
    EXPECT_FALSE(ExecOutput().take("plain text"));
    EXPECT_FALSE(ExecOutput().take(frame(3, "x")));
    EXPECT_FALSE(ExecOutput().take(frame('\xff', "x")));
}

TEST(Execute, AsksTheEngineInThreeSteps) {
    FakeEngine fake;
    fake.answerFirst({{answer(R"({"Id": "e1"})", "201 Created")},
        {"HTTP/1.1 200 OK\r\nContent-Type: application/vnd.docker.raw-stream\r\n\r\n",
            frame(1, "hello\n")},
        {answer(R"({"ExitCode": 3, "Running": false})")}});
    const auto run = execute(
        fake.engine(), {.container = "c", .argv = {"a", "b"}, .environment = {{"N", "v"}}});
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->exitCode, 3);
    EXPECT_EQ(run->output, "hello");
    ASSERT_EQ(fake.requests().size(), 3U);
    EXPECT_TRUE(fake.requests()[0].starts_with("POST /v1.41/containers/c/exec HTTP/1.1\r\n"));
    EXPECT_TRUE(fake.requests()[0].ends_with(
        R"({"AttachStderr":true,"AttachStdin":false,"AttachStdout":true,"Cmd":["a","b"],)"
        R"("Env":["N=v"],"Tty":false})"));
    EXPECT_TRUE(fake.requests()[1].starts_with("POST /v1.41/exec/e1/start HTTP/1.1\r\n"));
}

TEST(Execute, AContainerThatEndedIsNotFound) {
    FakeEngine fake;
    fake.answer({answer(R"({"message": "Container x is not running"})", "409 Conflict")});
    const auto run = execute(fake.engine(), {.container = "c", .argv = {"a"}});
    ASSERT_FALSE(run);
    EXPECT_EQ(
        run.error(), (Error{"Docker Engine: Container x is not running", Error::Kind::NotFound}));
}

TEST(Execute, AnAnswerThatMakesNoSenseIsAnError) {
    const std::string created = answer(R"({"Id": "e1"})", "201 Created");
    const std::string raw = "HTTP/1.1 200 OK\r\n\r\n";
    for (const auto& answers : std::vector<std::vector<FakeEngine::Pieces>>{{{answer("[]")}},
             {{answer("{}")}}, {{created}, {raw, "not a frame"}, {answer("[]")}},
             {{created}, {raw}, {answer("{}")}}, {{created}, {raw}, {answer("5")}}}) {
        FakeEngine fake;
        fake.answerFirst(answers);
        fake.answer({answer("{}")});
        EXPECT_FALSE(execute(fake.engine(), {.container = "c", .argv = {"a"}}));
    }
}

} // namespace
} // namespace muster::container::docker
