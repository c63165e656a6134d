// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/web_session.h"

#include <map>

#include <gtest/gtest.h>

#include "core/net/login_guard.h"
#include "tests/core/net/http_world.h"

namespace muster::net {

namespace {

using namespace std::chrono_literals;

TEST(Cookie, HasTheSafestNameThatItsConnectionAllows) {
    EXPECT_EQ(sessionCookie(true, 443, "x"),
        "__Host-muster=x; Path=/; HttpOnly; SameSite=Strict; Secure");
    EXPECT_EQ(sessionCookie(false, 5050, "x"), "muster_5050=x; Path=/; HttpOnly; SameSite=Strict");
    EXPECT_EQ(sessionCookie(false, 5050, "x", std::chrono::hours(1)),
        "muster_5050=x; Path=/; HttpOnly; SameSite=Strict; Max-Age=3600");
    EXPECT_EQ(sessionCookie(false, 5050, ""),
        "muster_5050=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
}

TEST(Cookie, IsFoundByItsWholeNameUnlessThereAreTwo) {
    HttpRequest request;
    const auto of = [&](std::vector<Header> headers) {
        request.headers = std::move(headers);
        return std::string(cookieOf(request, "muster_5050").value_or("none"));
    };
    EXPECT_EQ(of({{"Cookie", "a=b; muster_5050=x; c=d"}}), "x");
    EXPECT_EQ(of({{"Cookie", "a=b"}, {"cookie", "muster_5050=x"}}), "x");
    EXPECT_EQ(of({{"Cookie", "muster_50501=x"}}), "none");
    EXPECT_EQ(of({{"Cookie", "xmuster_5050=x"}}), "none");
    EXPECT_EQ(of({{"Cookie", "muster_5050"}}), "none");
    EXPECT_EQ(of({{"Cookie", "muster_5050=x; muster_5050=y"}}), "none") << "one of another site";
    EXPECT_EQ(of({}), "none");
}

// Ann is signed in by the cookie "ann's"; "new" is a ticket of hers.
class BySession : public Http {
protected:
    void serve() {
        options.credentials = *Credentials::parse("bob other", "test");
        options.webSessions = {
            .find = [this](std::string_view secret) -> std::optional<WebSession> {
                return secret == "anns" && alive ? std::optional(WebSession{7, "ann", "csrf-text"})
                                                 : std::nullopt;
            },
            .takeTicket =
                [this](std::uint64_t session, std::string_view ticket) {
                    const bool good
                        = session == 7 && alive && tickets.erase(std::string(ticket)) > 0;
                    alive = alive && ticket != "last";
                    return good;
                },
            .lives = [this](std::uint64_t session) { return session == 7 && alive; }};
        Route seen = locked("GET", "/seen");
        Route changed = locked("POST", "/changed");
        Route open = route("POST", "/open");
        open.byCookie = true;
        open.handler = [](const HttpRequest& request) {
            return HttpResponse::text(
                200, request.webSession ? request.webSession->principal : "nobody");
        };
        Route bearerOnly = locked("GET", "/bearer");
        bearerOnly.byCookie = false;
        WebSocketEndpoint console = endpoint("/ws");
        WebSocketEndpoint agents = endpoint("/ws/agent");
        agents.byCookie = false;
        Http::serve({seen, changed, open, bearerOnly}, {console, agents});
    }
    Route locked(std::string method, std::string path) {
        Route row = route(std::move(method), std::move(path));
        row.access = Access::Authenticated;
        row.byCookie = true;
        return row;
    }
    WebSocketEndpoint endpoint(std::string path) {
        WebSocketEndpoint row;
        row.path = std::move(path);
        row.subprotocols = {"muster.v1.json"};
        row.byCookie = true;
        row.onOpen = [this](const SessionPtr& session) { opened.push_back(session); };
        row.onMessage = [](const SessionPtr&, std::string_view, bool) {};
        row.onClose
            = [this](const SessionPtr&, const Error& why) { closed.push_back(why.message); };
        return row;
    }
    std::string cookie(std::string_view value = "anns") {
        return fmt::format("Cookie: muster_{}={}\r\n", port(), value);
    }
    std::string own() { return fmt::format("Origin: http://localhost:{}\r\n", port()); }
    std::string csrf(std::string_view value = "csrf-text") {
        return fmt::format("X-Muster-CSRF: {}\r\n", value);
    }
    static std::string ticket(std::string_view value) {
        return fmt::format("Sec-WebSocket-Protocol: muster.v1.json, muster.ticket.{}\r\n", value);
    }
    unsigned status(const std::string& request) { return statusOf(ask(request)); }
    unsigned change(const std::string& headers) {
        return status(post("/changed", headers + "Content-Length: 0\r\n", ""));
    }
    std::string connect(const std::string& headers, std::string_view path = "/ws") {
        return ask(upgrade(port(), path, headers));
    }

    bool alive = true; // the session
    // That were not used; the session ends with the last. Read on the server's thread.
    std::set<std::string> tickets{"new", "last"};
    std::vector<SessionPtr> opened;
    std::vector<std::string> closed;
};

TEST_F(BySession, ShowsWhoAsksWhereTheRouteTakesIt) {
    serve();
    EXPECT_EQ(bodyOf(ask(get("/seen", port(), cookie()))), "GET /seen  [] ann");
    EXPECT_EQ(status(get("/seen", port(), cookie("other"))), 401U);
    EXPECT_EQ(status(get("/seen", port(), "Cookie: muster_1=anns\r\n")), 401U) << "another port's";
    EXPECT_EQ(status(get("/seen", port(), "Cookie: __Host-muster=anns\r\n")), 401U);
    EXPECT_EQ(status(get("/bearer", port(), cookie())), 401U);
    EXPECT_EQ(bodyOf(ask(get("/seen", port(), cookie() + bearer(kToken)))), "GET /seen  [] alice")
        << "a header was written by whoever asks";
    EXPECT_EQ(status(get("/seen", port(), cookie() + bearer("wrong"))), 401U);
    const std::string remembered = "Authorization: Basic Ym9iOm90aGVy\r\n"; // bob:other
    EXPECT_EQ(bodyOf(ask(get("/seen", port(), remembered))), "GET /seen  [] bob");
    EXPECT_EQ(bodyOf(ask(get("/seen", port(), cookie() + remembered))), "GET /seen  [] ann")
        << "a browser adds a password by itself";
    onServer([&] { alive = false; });
    EXPECT_EQ(status(get("/seen", port(), cookie())), 401U) << "signed out or expired";
}

TEST_F(BySession, ChangesSomethingForPagesOfThisServerOnly) {
    serve();
    EXPECT_EQ(change(cookie() + csrf()), 200U);
    EXPECT_EQ(change(cookie() + csrf() + own()), 200U);
    EXPECT_EQ(change(cookie() + csrf() + "Sec-Fetch-Site: same-origin\r\n"), 200U);
    EXPECT_EQ(change(cookie()), 403U);
    EXPECT_EQ(change(cookie() + csrf("")), 403U);
    EXPECT_EQ(change(cookie() + csrf("csrf-texT")), 403U);
    EXPECT_EQ(change(cookie() + csrf("csrf-text-and-more")), 403U);
    EXPECT_EQ(change(cookie() + "Content-Type: text/plain\r\n"), 403U);
    for (const auto* site : {"cross-site", "same-site", "none"})
        EXPECT_EQ(change(cookie() + csrf() + fmt::format("Sec-Fetch-Site: {}\r\n", site)), 403U)
            << site;
    EXPECT_EQ(change(cookie() + csrf() + "Origin: null\r\n"), 403U);
    EXPECT_EQ(change(cookie() + csrf() + "Origin: http://evil.org\r\n"), 403U);
    EXPECT_EQ(change(cookie() + "Authorization: Basic Ym9iOm90aGVy\r\n"), 403U);
    EXPECT_EQ(change(csrf()), 401U) << "without the cookie";
    EXPECT_EQ(change(bearer(kToken)), 200U) << "a script needs none of it";
    onServer([&] { alive = false; });
    EXPECT_EQ(change(cookie() + csrf()), 401U);
}

TEST_F(BySession, IsToldToAPublicRouteWithoutRefusingAnybody) {
    serve();
    const auto body = [&](const std::string& headers) {
        return bodyOf(ask(post("/open", headers + "Content-Length: 0\r\n", "")));
    };
    EXPECT_EQ(body(cookie()), "ann");
    EXPECT_EQ(body(cookie("other")), "nobody");
    EXPECT_EQ(body(""), "nobody");
}

TEST_F(BySession, OpensAWebSocketWithAnOwnOriginAndATicket) {
    serve();
    const auto answer = connect(cookie() + own() + ticket("new"));
    EXPECT_EQ(statusOf(answer), 101U);
    EXPECT_NE(answer.find("Sec-WebSocket-Protocol: muster.v1.json\r\n"), std::string::npos)
        << answer;
    EXPECT_EQ(answer.find("muster.ticket"), std::string::npos) << answer;
    ASSERT_TRUE(eventually([&] { return opened.size() == 1; }));
    onServer([&] {
        EXPECT_EQ(opened[0]->principal(), "ann");
        EXPECT_EQ(opened[0]->subprotocol(), "muster.v1.json");
        EXPECT_TRUE(problems.empty());
    });
    EXPECT_EQ(statusOf(connect(cookie() + own() + ticket("new"))), 403U) << "it was used";
}

TEST_F(BySession, OpensNoWebSocketForPagesOfOthers) {
    serve();
    const auto with = [&](const std::string& origin) {
        return statusOf(connect(
            cookie() + ticket("new") + (origin.empty() ? "" : "Origin: " + origin + "\r\n")));
    };
    EXPECT_EQ(with(""), 403U) << "none";
    EXPECT_EQ(with("null"), 403U);
    EXPECT_EQ(with("http://evil.org"), 403U);
    EXPECT_EQ(with(fmt::format("http://evil-localhost:{}", port())), 403U) << "another beginning";
    EXPECT_EQ(with(fmt::format("http://localhost:{}.evil.org", port())), 403U);
    EXPECT_EQ(with(fmt::format("http://localhost.evil.org:{}", port())), 403U) << "another end";
    EXPECT_EQ(with(fmt::format("https://localhost:{}", port())), 403U);
    EXPECT_EQ(with(fmt::format("http://localhost:{}", port() + 1)), 403U);
    EXPECT_EQ(with("http://localhost"), 403U);
    onServer([&] {
        EXPECT_TRUE(opened.empty());
        EXPECT_EQ(tickets.size(), 2U) << "and the ticket is left for its page";
    });
    EXPECT_EQ(with(fmt::format("http://localhost:{}", port())), 101U);
}

TEST_F(BySession, OpensNoWebSocketWithoutItsTicket) {
    serve();
    const std::string json = "Sec-WebSocket-Protocol: muster.v1.json\r\n";
    EXPECT_EQ(statusOf(connect(cookie() + own() + json)), 403U) << "none";
    EXPECT_EQ(statusOf(connect(cookie() + own() + ticket("old"))), 403U);
    EXPECT_EQ(statusOf(connect(cookie() + own() + ticket(""))), 403U);
    EXPECT_EQ(statusOf(connect(cookie() + own() + ticket("old") + ticket("new"))), 403U) << "two";
    EXPECT_EQ(statusOf(connect(own() + ticket("new"))), 401U) << "no cookie";
    EXPECT_EQ(statusOf(connect(cookie("other") + own() + ticket("new"))), 401U);
    EXPECT_EQ(statusOf(connect(cookie() + own() + ticket("new"), "/ws/agent")), 401U)
        << "that one takes a token only";
    EXPECT_EQ(statusOf(connect(bearer(kToken) + json)), 101U) << "a script needs none";
    onServer([&] { alive = false; });
    EXPECT_EQ(statusOf(connect(cookie() + own() + ticket("new"))), 401U) << "signed out";
    onServer([&] {
        for (const auto& problem : problems)
            EXPECT_EQ(problem.find("new"), std::string::npos) << problem;
    });
}

TEST_F(BySession, ClosesItsWebSocketsWhenItEnds) {
    serve();
    RawSocket anns(port());
    anns.send(upgrade(port(), "/ws", cookie() + own() + ticket("new")));
    EXPECT_EQ(statusOf(anns.response()), 101U);
    RawSocket script(port());
    script.send(
        upgrade(port(), "/ws", bearer(kToken) + "Sec-WebSocket-Protocol: muster.v1.json\r\n"));
    EXPECT_EQ(statusOf(script.response()), 101U);
    ASSERT_TRUE(eventually([&] { return opened.size() == 2; }));
    onServer([&] {
        EXPECT_EQ(server->openWebSessions(), std::set<std::uint64_t>{7});
        server->endWebSession(8);
        server->endWebSession(7);
    });
    // A close frame with code 4001; the reason follows.
    const auto frame = anns.piece();
    ASSERT_GE(frame.size(), 4U);
    EXPECT_EQ(static_cast<unsigned char>(frame[0]), 0x88);
    EXPECT_EQ(static_cast<unsigned char>(frame[2]) << 8 | static_cast<unsigned char>(frame[3]),
        static_cast<int>(kSessionEnded));
    EXPECT_EQ(frame.substr(4), "The session has ended: sign in again");
    anns.send(std::string("\x88\x82\0\0\0\0\x0f\xa1", 8)); // the answer
    ASSERT_TRUE(eventually([&] { return closed.size() == 1; }));
    onServer([&] { EXPECT_TRUE(server->openWebSessions().empty()); });
}

TEST_F(BySession, ClosesAWebSocketWhoseSessionEndsBeforeItIsOpen) {
    serve();
    RawSocket late(port());
    late.send(upgrade(port(), "/ws", cookie() + own() + ticket("last")));
    EXPECT_EQ(statusOf(late.response()), 101U);
    EXPECT_NE(late.piece().find("The session has ended"), std::string::npos);
}

// A login whose secrets are in a body.
class BodyLogin : public Http {
protected:
    void serve() {
        options.credentials = *Credentials::parse("bob other", "test");
        Route row = route("POST", "/sign-in", 1000);
        row.handler = [this](const HttpRequest& request) {
            const auto colon = request.body.find(':');
            Login shown;
            if (colon == std::string::npos)
                shown.token = request.body;
            else
                shown.password
                    = Password{request.body.substr(0, colon), request.body.substr(colon + 1)};
            auto principal = server->logIn(request, shown);
            return principal ? HttpResponse::text(200, *principal) : principal.error();
        };
        Http::serve({row});
    }
    std::string signIn(const std::string& shown) {
        return ask(post("/sign-in", fmt::format("Content-Length: {}\r\n", shown.size()), shown));
    }
};

TEST_F(BodyLogin, TakesWhatTheHeaderTakes) {
    serve();
    EXPECT_EQ(bodyOf(signIn(std::string(kToken))), "alice");
    EXPECT_EQ(bodyOf(signIn("bob:other")), "bob");
    EXPECT_EQ(statusOf(signIn("wrong")), 401U);
    EXPECT_EQ(statusOf(signIn("bob:wrong")), 401U);
    EXPECT_EQ(statusOf(signIn("eve:other")), 401U);
}

TEST_F(BodyLogin, SlowsWhoeverGuesses) {
    serve();
    for (int i = 0; i < 5; ++i)
        EXPECT_EQ(statusOf(signIn("bob:guess")), 401U);
    const auto start = std::chrono::steady_clock::now();
    RawSocket guessing(port());
    guessing.send(post("/sign-in", "Content-Length: 9\r\n", "bob:guess"));
    ASSERT_TRUE(eventually([&] { return problems.size() == 6; }));
    const auto held = signIn("bob:other");
    EXPECT_EQ(statusOf(held), 429U) << "the right one, but nobody knows";
    EXPECT_NE(held.find("\r\nRetry-After: 1\r\n"), std::string::npos) << held;
    EXPECT_EQ(bodyOf(signIn(std::string(kToken))), "alice");
    EXPECT_EQ(statusOf(guessing.response()), 401U);
    EXPECT_GE(std::chrono::steady_clock::now() - start, LoginGuard::kFirst);
    EXPECT_EQ(bodyOf(signIn("bob:other")), "bob") << "after the delay";
}

} // namespace

} // namespace muster::net
