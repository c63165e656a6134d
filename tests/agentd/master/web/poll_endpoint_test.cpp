// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/web/poll_endpoint.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/net/server.h"

namespace muster::agentd {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;

// A client and a console on both sides of an endpoint whose secrets are "talk-1", "talk-2", ...
struct LongPoll : testing::Test {
    boost::asio::io_context io;
    const Gate gate;
    unsigned made = 0;
    std::vector<net::SessionPtr> asked; // by whom
    std::vector<std::uint64_t> requests; // their ids
    std::vector<net::SessionPtr> closed;
    std::unique_ptr<PollEndpoint> endpoint = with({});

    std::unique_ptr<PollEndpoint> with(PollEndpoint::Limits limits) {
        return std::make_unique<PollEndpoint>(io, gate,
            PollEndpoint::Console{
                [this](const net::SessionPtr& session, const muster::v1::Request& request) {
                    asked.push_back(session);
                    requests.push_back(request.id());
                },
                [this](const net::SessionPtr& session) { closed.push_back(session); }},
            limits, [this]() -> Result<std::string> { return fmt::format("talk-{}", ++made); });
    }

    // The answer, or nothing yet.
    using Answer = std::shared_ptr<std::optional<net::HttpResponse>>;
    Answer poll(const json& body, std::uint64_t webSession = 7, std::string principal = "ann") {
        net::HttpRequest request;
        request.principal = std::move(principal);
        request.webSession = net::WebSession{webSession, request.principal, "csrf"};
        request.body = body.dump();
        auto out = std::make_shared<std::optional<net::HttpResponse>>();
        auto response = endpoint->poll(request);
        if (response.later) {
            response.later([out](net::HttpResponse later) { *out = std::move(later); });
        } else {
            *out = std::move(response);
        }
        return out;
    }
    void turn(Duration time = 20ms) {
        io.restart();
        io.run_for(time);
    }
    static void say(const net::SessionPtr& session, const std::string& text) {
        session->send(std::make_shared<const std::string>(text), false);
    }
    // The session of a new conversation, which has asked for `id`.
    net::SessionPtr begin(std::uint64_t id = 1) {
        poll({{"first_request", "1"}, {"requests", {{{"id", std::to_string(id)}}}}});
        return asked.back();
    }
    static json bodyOf(const Answer& answer) {
        return answer->has_value() ? json::parse(*(*answer)->body, nullptr, false) : json();
    }
    static unsigned statusOf(const Answer& answer) {
        return answer->has_value() ? (*answer)->status : 0;
    }
};

TEST_F(LongPoll, AnswersAsSoonAsThereIsAMessageAndAllOfOneTurnAtOnce) {
    const auto first = poll({{"first_request", "1"}, {"requests", {{{"id", "5"}}}}});
    turn();
    EXPECT_FALSE(first->has_value()) << "there is nothing to say";
    ASSERT_EQ(requests, std::vector<std::uint64_t>{5});
    EXPECT_EQ(asked[0]->principal(), "ann");
    EXPECT_EQ(asked[0]->subprotocol(), "muster.v1.json");
    say(asked[0], R"({"a":1})");
    say(asked[0], R"({"b":2})");
    turn();
    EXPECT_EQ(bodyOf(first),
        json({{"poll", "talk-1"}, {"first", "1"}, {"messages", {{{"a", 1}}, {{"b", 2}}}}}));
}

TEST_F(LongPoll, KeepsAMessageUntilTheClientSaysThatItHasCome) {
    const auto session = begin();
    say(session, "1");
    say(session, "2");
    turn(); // the answer is lost on its way
    const auto again = poll({{"poll", "talk-1"}});
    turn();
    EXPECT_EQ(bodyOf(again)["messages"], json({1, 2}));
    EXPECT_EQ(session->queuedBytes(), 2u);
    const auto one = poll({{"poll", "talk-1"}, {"after", "1"}});
    turn();
    EXPECT_EQ(bodyOf(one), json({{"poll", "talk-1"}, {"first", "2"}, {"messages", {2}}}));
    const auto none = poll({{"poll", "talk-1"}, {"after", "2"}});
    turn();
    EXPECT_FALSE(none->has_value());
    EXPECT_EQ(session->queuedBytes(), 0u);
}

TEST_F(LongPoll, TellsWhoeverSpeaksThatAllHasCome) {
    const auto session = begin();
    session->onDrained([&] { say(session, R"("newest")"); });
    say(session, "1");
    turn();
    const auto next = poll({{"poll", "talk-1"}, {"after", "1"}});
    turn();
    EXPECT_EQ(bodyOf(next)["messages"], json({"newest"}));
}

TEST_F(LongPoll, CarriesARequestOutOnceHoweverOftenItIsSent) {
    begin(11);
    const json second{{"poll", "talk-1"}, {"first_request", "2"}, {"requests", {{{"id", "12"}}}}};
    poll(second);
    poll(second);
    const json both{
        {"poll", "talk-1"}, {"first_request", "2"}, {"requests", {{{"id", "12"}}, {{"id", "13"}}}}};
    poll(both);
    EXPECT_EQ(requests, (std::vector<std::uint64_t>{11, 12, 13}));
    EXPECT_EQ(made, 1u);
}

TEST_F(LongPoll, RefusesWhatWasNeverThere) {
    begin();
    EXPECT_EQ(statusOf(poll({{"poll", "talk-1"}, {"after", "1"}})), 400u);
    EXPECT_EQ(statusOf(poll({{"poll", "talk-1"}, {"after", "18446744073709551615"}})), 400u);
    const auto gap
        = poll({{"poll", "talk-1"}, {"first_request", "3"}, {"requests", {{{"id", "2"}}}}});
    EXPECT_EQ(statusOf(gap), 400u);
    EXPECT_EQ(*(*gap)->body, "Request 2 is missing: `first_request` must be it");
    EXPECT_EQ(statusOf(poll({{"poll", "talk-1"}, {"requests", {{{"id", "2"}}}}})), 400u);
    EXPECT_EQ(statusOf(poll({{"poll", "talk-2"}})), 404u);
    EXPECT_EQ(statusOf(poll("talk-1")), 400u);
    EXPECT_EQ(requests.size(), 1u);
}

TEST_F(LongPoll, IsOfWhoBeganItAndOfNobodyElse) {
    const auto session = begin();
    say(session, R"("secret")");
    EXPECT_EQ(statusOf(poll({{"poll", "talk-1"}}, 7, "bob")), 404u);
    EXPECT_EQ(statusOf(poll({{"poll", "talk-1"}}, 8)), 404u)
        << "another browser of the same person";
    EXPECT_EQ(session->queuedBytes(), 8u);
}

TEST_F(LongPoll, ANewPollHasTheOneThatWaitsAnsweredAtOnce) {
    begin();
    const auto waits = poll({{"poll", "talk-1"}});
    const auto asks
        = poll({{"poll", "talk-1"}, {"first_request", "2"}, {"requests", {{{"id", "2"}}}}});
    EXPECT_EQ(
        bodyOf(waits), json({{"poll", "talk-1"}, {"first", "1"}, {"messages", json::array()}}));
    EXPECT_FALSE(asks->has_value());
    say(asked[0], R"("the answer")");
    turn();
    EXPECT_EQ(bodyOf(asks)["messages"], json({"the answer"}));
}

TEST_F(LongPoll, IsAnsweredAfterAWhileWhereThereIsNothingToSay) {
    endpoint = with({.wait = 50ms, .silence = 10s});
    begin();
    const auto waits = poll({{"poll", "talk-1"}});
    turn(200ms);
    EXPECT_EQ(bodyOf(waits)["messages"], json::array());
    EXPECT_TRUE(closed.empty());
}

TEST_F(LongPoll, EndsWhereTheClientSaysNothingMore) {
    endpoint = with({.wait = 20ms, .silence = 60ms});
    const auto session = begin();
    turn(500ms);
    EXPECT_EQ(closed, std::vector<net::SessionPtr>{session});
    EXPECT_EQ(endpoint->size(), 0u);
    say(session, "1");
    EXPECT_EQ(session->queuedBytes(), 0u);
    EXPECT_EQ(statusOf(poll({{"poll", "talk-1"}})), 404u);
}

TEST_F(LongPoll, EndsWithTheSessionOfItsBrowser) {
    begin();
    const auto waits = poll({{"poll", "talk-1"}});
    endpoint->endWebSession(8);
    turn();
    EXPECT_FALSE(waits->has_value());
    endpoint->endWebSession(7);
    turn();
    EXPECT_EQ(statusOf(waits), 401u);
    EXPECT_EQ(closed.size(), 1u);
}

TEST_F(LongPoll, SaysWhatItWasToldBeforeItWasClosedAndThenWhy) {
    const auto session = begin();
    say(session, R"("an error")");
    session->close(1008, "This client speaks protocol 9");
    turn();
    EXPECT_EQ(closed, std::vector<net::SessionPtr>{session});
    const auto last
        = poll({{"poll", "talk-1"}, {"first_request", "2"}, {"requests", {{{"id", "2"}}}}});
    turn();
    EXPECT_EQ(bodyOf(last)["messages"], json({"an error"}));
    EXPECT_EQ(requests.size(), 1u) << "nothing is asked of what is closed";
    const auto end = poll({{"poll", "talk-1"}, {"after", "1"}, {"first_request", "3"},
        {"requests", {{{"id", "3"}}}}});
    turn();
    EXPECT_EQ(statusOf(end), 410u);
    EXPECT_EQ(*(*end)->body, "This client speaks protocol 9");
    EXPECT_EQ(closed.size(), 1u);
}

TEST_F(LongPoll, IsClosedWhereTooMuchWaits) {
    endpoint = with({.queue = 10});
    const auto session = begin();
    say(session, std::string(100, '1')); // the first may be of any length
    say(session, std::string(10, '2'));
    turn();
    EXPECT_TRUE(closed.empty());
    say(session, "3");
    EXPECT_TRUE(closed.empty()) << "never from within send";
    turn();
    EXPECT_EQ(closed.size(), 1u);
}

TEST_F(LongPoll, TakesSixteenRequestsInOneTurnAndNoMore) {
    auto many = json::array();
    for (int i = 0; i < 17; ++i) {
        many.push_back({{"id", "1"}});
    }
    EXPECT_EQ(statusOf(poll({{"first_request", "1"}, {"requests", many}})), 400u);
    many.erase(many.begin());
    poll({{"first_request", "1"}, {"requests", many}});
    EXPECT_EQ(requests.size(), 16u);
}

TEST_F(LongPoll, BeginsNoConversationInItsMiddle) {
    EXPECT_EQ(statusOf(poll({{"after", "1"}})), 400u);
    EXPECT_EQ(statusOf(poll({{"first_request", "2"}, {"requests", {{{"id", "2"}}}}})), 400u);
    EXPECT_EQ(endpoint->size(), 0u);
}

TEST_F(LongPoll, AnswersInPartsAndSharesThem) {
    endpoint = with({.answer = 10});
    const auto session = begin();
    for (const auto* text : {R"("a long one, the first")", "2", "33", "444444444"}) {
        say(session, text);
    }
    turn();
    const auto first = poll({{"poll", "talk-1"}});
    turn();
    const auto again = poll({{"poll", "talk-1"}});
    turn();
    EXPECT_EQ(bodyOf(first)["messages"], json({"a long one, the first"}));
    EXPECT_EQ((*first)->body, (*again)->body) << "the same bytes";
    const auto second = poll({{"poll", "talk-1"}, {"after", "1"}});
    turn();
    EXPECT_EQ(bodyOf(second), json({{"poll", "talk-1"}, {"first", "2"}, {"messages", {2, 33}}}));
    const auto third = poll({{"poll", "talk-1"}, {"after", "3"}});
    turn();
    EXPECT_EQ(bodyOf(third)["messages"], json({444444444}));
}

TEST_F(LongPoll, IsEndedWhereOnePrincipalLeavesTooMuchBehind) {
    endpoint = with({.wait = 20ms, .abandoned = 100});
    const auto one = begin();
    say(one, std::string(60, '1'));
    const auto other = begin();
    say(other, std::string(70, '2'));
    poll(json::object(), 9, "bob");
    turn(100ms);
    EXPECT_EQ(closed, std::vector<net::SessionPtr>{other});
    EXPECT_EQ(one->queuedBytes(), 60u);
}

TEST_F(LongPoll, ThoseThatNobodyPollsMakeRoomFirst) {
    endpoint = with({.conversations = 2});
    begin();
    const auto left = asked.back();
    turn(2ms);
    say(left, "1");
    turn(); // answered, and nothing has come since
    const auto waits = begin();
    const auto next = begin();
    EXPECT_EQ(closed, std::vector<net::SessionPtr>{left});
    EXPECT_NE(waits, next);
}

TEST_F(LongPoll, ThoseOfOnePrincipalMakeRoomForOneAnother) {
    endpoint = with({.conversations = 2});
    const auto first = begin();
    turn(2ms);
    begin();
    poll(json::object(), 9, "bob");
    turn(2ms);
    begin();
    EXPECT_EQ(closed, std::vector<net::SessionPtr>{first});
    EXPECT_EQ(endpoint->size(), 3u);
}

} // namespace
} // namespace muster::agentd
