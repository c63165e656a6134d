// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// Signing in to the web page of a real daemon, and what a cookie opens and does not.
#include <set>

#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "agentd/acls.h"
#include "tests/integration/raw_socket.h"
#include "tests/support/bundle.h"
#include "tests/support/e2e/http.h"
#include "tests/support/e2e/world.h"

namespace muster::e2e {
namespace {

using agentd::Acls;
using nlohmann::json;

// Ann may do everything, bob the viewer may only look.
class Web : public World {
protected:
    void SetUp() override {
        World::SetUp();
        const auto file = m_base + "/credentials";
        writeText(file, "ann s3cret\nbob s3cret\n");
        ::chmod(file.c_str(), 0600);
        json acls{{"permissive", false}};
        for (const auto action : Acls::actions()) {
            const std::string key(Acls::key(action));
            auto who = json::array({"ann"});
            if (key.starts_with("view_")) {
                who.push_back("bob");
            }
            acls[key] = {{{"principals", {{"values", who}}},
                {std::string(Acls::objects(action)), {{"type", "ANY"}}}}};
        }
        m_daemon
            = &standalone({"--simulate=m60x4", "--credentials=" + file, "--acls=" + acls.dump()});
    }
    HttpAnswer ask(const std::string& method, const std::string& target, HttpHeaders headers = {},
        const std::string& body = "") const {
        return http(m_daemon->port, method, target, headers, body);
    }
    std::string bearer() const { return "Bearer " + m_daemon->token(); }
    std::string ownOrigin() const { return fmt::format("http://127.0.0.1:{}", m_daemon->port); }
    // A browser in which that principal has signed in.
    struct Browser {
        std::string cookie; // with its name
        std::string csrf;
    };
    Browser signIn(const std::string& principal) const {
        const auto answer = ask("POST", "/web/sign-in", {{"Content-Type", "application/json"}},
            json{{"principal", principal}, {"secret", "s3cret"}}.dump());
        EXPECT_EQ(answer.status, 204u) << answer.body;
        return browserOf(answer);
    }
    Browser browserOf(const HttpAnswer& answer) const {
        const auto set = answer.headers.find("set-cookie");
        EXPECT_NE(set, answer.headers.end());
        Browser out{.cookie = set->second.substr(0, set->second.find(';')), .csrf = {}};
        out.csrf = session(out).at("csrf").get<std::string>();
        return out;
    }
    json session(const Browser& browser) const {
        const auto answer = ask("GET", "/web/session", {{"Cookie", browser.cookie}});
        EXPECT_EQ(answer.status, 200u) << answer.body;
        return json::parse(answer.body);
    }
    HttpAnswer post(const Browser& browser, const std::string& target) const {
        return ask("POST", target, {{"Cookie", browser.cookie}, {"X-Muster-CSRF", browser.csrf}});
    }
    std::string ticket(const Browser& browser) const {
        const auto answer = post(browser, "/web/ticket");
        EXPECT_EQ(answer.status, 200u) << answer.body;
        return json::parse(answer.body).at("ticket");
    }
    std::unique_ptr<RawSocket> connect(const Browser& browser, const std::string& ticket,
        const std::string& origin, const std::string& path = "/ws/console") const {
        HttpHeaders headers{{"Cookie", browser.cookie}};
        if (!origin.empty()) {
            headers.emplace_back("Origin", origin);
        }
        const auto offered = "muster.v1.json" + (ticket.empty() ? "" : ", muster.ticket." + ticket);
        return std::make_unique<RawSocket>(m_daemon->port, path, offered, headers);
    }
    std::unique_ptr<RawSocket> console(const Browser& browser) const {
        auto socket = connect(browser, ticket(browser), ownOrigin());
        EXPECT_EQ(socket->status, 101u);
        return socket;
    }
    static json replyTo(RawSocket& socket, const json& request) {
        socket.send(request.dump(), false);
        return json::parse(socket.next().value_or("null"));
    }

    Daemon* m_daemon = nullptr;
};

TEST_F(Web, OpensTheLiveViewAfterASignIn) {
    const auto page = ask("GET", "/");
    EXPECT_EQ(page.status, 200u);
    EXPECT_NE(page.headers.at("content-security-policy").find("frame-ancestors 'none'"),
        std::string::npos);
    EXPECT_EQ(ask("GET", "/web/session").status, 401u);
    const auto ann = signIn("ann");
    EXPECT_EQ(ann.cookie.find(fmt::format("muster_{}=", m_daemon->port)), 0u) << ann.cookie;
    EXPECT_EQ(session(ann).at("principal"), "ann");
    EXPECT_NE(ask("GET", "/", {{"Cookie", ann.cookie}}).body.find("GPUs free"), std::string::npos);
    const auto socket = console(ann);
    const auto first = replyTo(*socket, {{"id", "1"}, {"subscribe", json::object()}});
    EXPECT_TRUE(first.contains("snapshot")) << first;
}

TEST_F(Web, SignsInNobodyWithTheWrongPassword) {
    const auto answer = ask("POST", "/web/sign-in", {{"Content-Type", "application/json"}},
        R"({"principal":"ann","secret":"guess"})");
    EXPECT_EQ(answer.status, 401u);
    EXPECT_FALSE(answer.headers.contains("set-cookie"));
    EXPECT_TRUE(json::parse(answer.body).contains("error")) << answer.body;
}

TEST_F(Web, RefusesTheLiveViewToPagesOfOthers) {
    const auto ann = signIn("ann");
    const auto port = m_daemon->port;
    for (const std::string& origin : {std::string(), std::string("null"),
             std::string("http://evil.example"), fmt::format("http://evil-127.0.0.1:{}", port),
             fmt::format("http://127.0.0.1.evil.example:{}", port),
             fmt::format("http://127.0.0.1:{}0", port), fmt::format("https://127.0.0.1:{}", port),
             std::string("http://127.0.0.1"), fmt::format("http://127.0.0.1:{}", port - 1)}) {
        EXPECT_EQ(connect(ann, ticket(ann), origin)->status, 403u) << origin;
    }
    EXPECT_EQ(connect(ann, "", ownOrigin())->status, 403u) << "without a ticket";
    EXPECT_EQ(connect(ann, std::string(64, 'a'), ownOrigin())->status, 403u);
    const auto used = ticket(ann);
    EXPECT_EQ(connect(ann, used, ownOrigin())->status, 101u);
    EXPECT_EQ(connect(ann, used, ownOrigin())->status, 403u);
    EXPECT_EQ(connect(signIn("bob"), ticket(ann), ownOrigin())->status, 403u) << "ann's ticket";
}

TEST_F(Web, ChangesNothingWithoutThePagesOwnHeader) {
    const auto ann = signIn("ann");
    const HttpHeaders cookie{{"Cookie", ann.cookie}};
    for (const auto* target : {"/web/ticket", "/web/sign-out"}) {
        EXPECT_EQ(ask("POST", target, cookie).status, 403u) << target;
        EXPECT_EQ(ask("POST", target, {cookie[0], {"X-Muster-CSRF", "guess"}}).status, 403u);
        EXPECT_EQ(ask("POST", target,
                      {cookie[0], {"X-Muster-CSRF", ann.csrf}, {"Sec-Fetch-Site", "cross-site"}})
                      .status,
            403u);
        EXPECT_EQ(ask("GET", target, cookie).status, 405u);
    }
    EXPECT_EQ(session(ann).at("principal"), "ann") << "still signed in";
}

TEST_F(Web, OpensNothingElseByCookie) {
    const auto ann = signIn("ann");
    const HttpHeaders headers{
        {"Cookie", ann.cookie}, {"X-Muster-CSRF", ann.csrf}, {"Content-Type", "application/json"}};
    for (const auto* target : {"/state", "/metrics", "/slaves", "/slave(1)/state"}) {
        EXPECT_EQ(ask("GET", target, headers).status, 401u) << target;
    }
    for (const auto* target : {"/api/v1", "/api/v1/scheduler", "/teardown", "/web/link"}) {
        EXPECT_EQ(ask("POST", target, headers, "{}").status, 401u) << target;
    }
    for (const auto* path : {"/ws/agent", "/ws/framework"}) {
        EXPECT_EQ(connect(ann, ticket(ann), ownOrigin(), path)->status, 401u) << path;
    }
}

TEST_F(Web, ClosesTheLiveViewOfWhoeverSignsOut) {
    const auto ann = signIn("ann");
    const auto other = signIn("ann");
    const auto socket = console(ann);
    const auto stays = console(other);
    EXPECT_EQ(post(ann, "/web/sign-out").status, 204u);
    EXPECT_EQ(socket->next(), "The session has ended: sign in again");
    EXPECT_TRUE(socket->closed);
    EXPECT_EQ(ask("GET", "/web/session", {{"Cookie", ann.cookie}}).status, 401u);
    EXPECT_EQ(post(ann, "/web/ticket").status, 401u);
    EXPECT_EQ(connect(ann, "x", ownOrigin())->status, 401u);
    EXPECT_TRUE(replyTo(*stays, {{"id", "1"}, {"subscribe", json::object()}}).contains("snapshot"));
}

TEST_F(Web, LetsAViewerLookAndNotAct) {
    const auto bob = signIn("bob");
    const auto may = [&](const Browser& browser) {
        return session(browser).at("may").get<std::set<std::string>>();
    };
    EXPECT_FALSE(may(bob).contains("submit_job"));
    EXPECT_TRUE(may(bob).contains("subscribe"));
    const auto socket = console(bob);
    for (const auto* request : {"submit_job", "restrict_gpu", "drain_node", "kill_job"}) {
        const auto reply = replyTo(*socket, {{"id", "1"}, {request, json::object()}});
        EXPECT_NE(reply.dump().find("Principal 'bob' may not"), std::string::npos)
            << request << ": " << reply;
    }
    EXPECT_TRUE(may(signIn("ann")).contains("submit_job"));
}

TEST_F(Web, SignsInOnceByTheAddressOfMusterWeb) {
    const auto command
        = this->command({"web", "--print", fmt::format("--master=127.0.0.1:{}", m_daemon->port),
            "--token_file=" + m_daemon->workDir + "/token"});
    EXPECT_EQ(command->wait(20s), 0);
    const auto address = command->out();
    const auto start = ownOrigin();
    ASSERT_TRUE(address.starts_with(start + "/web/enter?ticket=")) << address;
    const auto target = address.substr(start.size(), address.find('\n') - start.size());
    EXPECT_EQ(ask("GET", target, {{"Sec-Fetch-Site", "cross-site"}}).status, 403u);
    const auto entered = ask("GET", target);
    EXPECT_EQ(entered.status, 303u);
    EXPECT_EQ(entered.headers.at("location"), "../");
    EXPECT_EQ(session(browserOf(entered)).at("principal"), "operator");
    EXPECT_EQ(ask("GET", target).status, 403u) << "it was used";
    EXPECT_EQ(ask("POST", "/web/link", {{"Authorization", bearer()}}).status, 200u);
    EXPECT_EQ(ask("POST", "/web/link").status, 401u);
}

} // namespace
} // namespace muster::e2e
