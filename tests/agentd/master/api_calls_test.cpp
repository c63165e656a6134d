// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api_calls.h"

#include <gtest/gtest.h>

#include "tests/agentd/master/fake_console.h"

namespace muster::agentd {
namespace {

struct ApiCallsTest : testing::Test {
    net::HttpRequest got;
    net::HttpResponse answers = net::HttpResponse::json(R"({"apps":[]})");
    ApiCalls calls;
    std::shared_ptr<FakeConsole> console = std::make_shared<FakeConsole>();

    void serve(Gate gate, Endpoint endpoint = Endpoint::MarathonGets) {
        calls.serve(gate.routes(
            endpoint,
            [this](const net::HttpRequest& request) {
                got = request;
                return answers;
            },
            rowOf(endpoint).hasBody ? 10 : 0));
    }
    muster::v1::Reply call(
        const std::string& method, const std::string& target, const std::string& body = "") {
        muster::v1::CallApi call;
        call.set_method(method);
        call.set_target(target);
        call.set_body(body);
        call.set_author("ann");
        calls.call({console, proto::Encoding::Binary, 7}, call);
        return console->got.empty() ? muster::v1::Reply() : console->got.back().reply();
    }
};

TEST_F(ApiCallsTest, AreAnsweredAsTheirRouteAnswers) {
    serve(Gate());
    const auto reply = call("GET", "/marathon/v2/apps?label=a%20b");
    EXPECT_EQ(reply.id(), 7U);
    EXPECT_EQ(reply.api_answer().status(), 200U);
    EXPECT_EQ(reply.api_answer().body(), R"({"apps":[]})");
    EXPECT_EQ(got.path, "/marathon/v2/apps");
    EXPECT_EQ(got.query, "label=a%20b");
    EXPECT_EQ(got.header("Muster-Author"), "ann");
    answers = {.status = 409};
    EXPECT_EQ(call("GET", "/marathon").api_answer().status(), 409U);
}

TEST_F(ApiCallsTest, AreAnsweredLaterWhereTheRouteDoes) {
    serve(Gate());
    std::function<void(net::HttpResponse)> send;
    answers.later = [&send](std::function<void(net::HttpResponse)> given) { send = given; };
    call("GET", "/marathon/v2/apps");
    EXPECT_TRUE(console->got.empty());
    send(net::HttpResponse::json("[]"));
    ASSERT_EQ(console->got.size(), 1U);
    EXPECT_EQ(console->got[0].reply().api_answer().body(), "[]");
}

TEST_F(ApiCallsTest, GoToNoOtherRoute) {
    serve(Gate());
    serve(Gate(), Endpoint::MarathonPosts);
    for (const auto* target :
        {"/state", "/marathonx", "/marathon/../state", "marathon", "", "/%zz"}) {
        EXPECT_TRUE(call("GET", target).has_error()) << target;
    }
    EXPECT_TRUE(call("DELETE", "/marathon/v2/apps//a").has_error());
    EXPECT_TRUE(call("POST", "/marathon/v2/apps", "more than ten bytes").has_error());
    EXPECT_TRUE(got.path.empty());
    answers.stream = [](const auto&) {};
    EXPECT_TRUE(call("GET", "/marathon/v2/events").has_error());
}

} // namespace
} // namespace muster::agentd
