// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/web/web_endpoints.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "agentd/clock.h"
#include "agentd/master/web/kept_sessions.h"
#include "tests/agentd/master/test_master.h"

namespace muster::agentd {
namespace {

using nlohmann::json;

constexpr WebFile kFiles[] = {
    {"assets/page-1.js", "text/javascript; charset=utf-8", "run()", "small", "\"1\""},
    {"assets/page-2.css", "text/css; charset=utf-8", "body {}", {}, "\"2\""},
    {"index.html", "text/html; charset=utf-8", "<body>page<noscript>its own</noscript></body>", {},
        "\"3\""},
};

// The routes of a master with a node of two GPUs, asked as its server would ask them: with the
// session of the cookie. Secrets are "secret-1", "secret-2", ...
struct WebOfAMaster : testing::Test, TestMaster {
    LiveData live;
    std::unique_ptr<Alerts> alerts;
    Gate gate;
    api::WholeAnswers answers{io, gate};
    std::unique_ptr<WebEndpoints> web;
    std::unique_ptr<net::Server> server;
    GuardedRoutes routes;
    unsigned made = 0;
    std::string password = "s3cret"; // of ann

    void SetUp() override {
        alerts = std::make_unique<Alerts>(
            io, *control, alerts::Thresholds(), std::vector<alerts::Alert>());
        cluster::AgentInfo info;
        info.hostname = "node<1>";
        info.total = *Resources::parse("cpus:8;mem:1024;gpus:2");
        info.gpus = {{.uuid = {"GPU-a"}, .index = 0, .minor = 0, .model = "Tesla M60"},
            {.uuid = {"GPU-b"}, .index = 1, .minor = 1, .model = "Tesla M60"}};
        addAgent(info, {{.gpu = {"GPU-a"}}, {.gpu = {"GPU-b"}}});
        serve("", kFiles);
    }
    void TearDown() override { server.reset(); }

    void serve(const char* acls, std::span<const WebFile> files, bool authenticate = true) {
        server.reset();
        web.reset();
        gate = Gate(Acls::parse(acls[0] == '\0' ? "{}" : acls).value());
        web = std::make_unique<WebEndpoints>(io,
            WebEndpoints::Sources{*control, live, *alerts, gate, answers, "lab", authenticate,
                false,
                [this](const std::string& principal) {
                    return principal == "ann" ? std::optional("by " + password) : std::nullopt;
                },
                *journal.load(kWebSession)},
            files, [this]() -> Result<std::string> { return fmt::format("secret-{}", ++made); });
        net::ServerOptions options;
        options.port = 0;
        options.authenticate = authenticate;
        options.principalOf = [](std::string_view token) {
            return token == "token" ? std::optional<std::string>("operator") : std::nullopt;
        };
        options.credentials = *net::Credentials::parse("ann s3cret", "test");
        server = *net::Server::listen(io, std::move(options), {}, {});
        web->serveOn(*server);
        routes = web->routes();
    }

    struct Asked {
        std::string method = "GET";
        std::string path;
        std::string query{};
        std::vector<net::Header> headers{};
        std::string body{};
        std::string cookie{}; // its value
        std::string principal{}; // by token
    };
    net::HttpResponse ask(const Asked& asked) {
        net::HttpRequest request;
        request.method = asked.method;
        request.path = asked.path;
        request.query = asked.query;
        request.headers = asked.headers;
        request.body = asked.body;
        request.remote = "127.0.0.1";
        request.principal = asked.principal;
        if (auto session = web->hooks().find(asked.cookie)) {
            request.principal = session->principal;
            request.webSession = std::move(session);
        }
        const auto method = asked.method == "HEAD" ? "GET" : asked.method;
        for (const auto& row : routes) {
            const auto& route = row.route();
            if (route.method == method
                && (route.path == asked.path
                    || (route.path == "/assets" && asked.path.starts_with("/assets/")))) {
                return answered(route.handler(request));
            }
        }
        ADD_FAILURE() << asked.path;
        return {};
    }
    net::HttpResponse answered(net::HttpResponse response) {
        auto out = std::make_shared<net::HttpResponse>(std::move(response));
        if (const auto later = std::exchange(out->later, nullptr)) {
            later([out](net::HttpResponse real) { *out = std::move(real); });
            run();
        }
        return *out;
    }
    net::HttpResponse post(const std::string& path, const std::string& type,
        const std::string& body, std::vector<net::Header> more = {}) {
        more.push_back({"Content-Type", type});
        return ask({.method = "POST", .path = path, .headers = std::move(more), .body = body});
    }
    net::HttpResponse signIn(const std::string& body) {
        return post("/web/sign-in", "application/json", body);
    }
    // The cookie of a new session of ann.
    std::string annsCookie() {
        return cookieIn(signIn(R"({"principal":"ann","secret":"s3cret"})"));
    }
    std::string cookieIn(const net::HttpResponse& response) const {
        const auto set = header(response, "Set-Cookie");
        const auto start = fmt::format("muster_{}=", server->port());
        EXPECT_TRUE(set.starts_with(start)) << set;
        return set.substr(start.size(), set.find(';') - start.size());
    }
    static std::string header(const net::HttpResponse& response, std::string_view name) {
        const auto found = std::ranges::find(response.headers, name, &net::Header::name);
        return found == response.headers.end() ? "" : found->value;
    }
    static json bodyOf(const net::HttpResponse& response) { return json::parse(*response.body); }
    static bool has(const net::HttpResponse& response, std::string_view part) {
        return response.body && response.body->find(part) != std::string::npos;
    }
    bool isSignedIn(const std::string& cookie) { return web->hooks().find(cookie).has_value(); }
    // "ann: sign in, by token from 127.0.0.1", of the web page, the oldest first.
    std::vector<std::string> audited() {
        run();
        std::vector<std::string> out;
        const auto until = now().wall + std::chrono::hours(1);
        const auto rows = journal.audit(Instant(), until, 1000);
        for (const auto& row : *rows) {
            if (row.object == "web page") {
                out.push_back(fmt::format("{}: {}, {}", row.author, row.action, row.detail));
            }
        }
        std::ranges::reverse(out);
        return out;
    }
};

TEST_F(WebOfAMaster, ServesItsPageWithTheHeadersThatGuardIt) {
    const auto page = ask({.path = "/"});
    EXPECT_EQ(page.status, 200u);
    EXPECT_EQ(page.contentType, "text/html; charset=utf-8");
    EXPECT_TRUE(has(page, "<body>page<noscript>")) << *page.body;
    EXPECT_TRUE(has(page, "<form method=\"post\" action=\"web/sign-in\">"));
    EXPECT_FALSE(has(page, "its own"));
    EXPECT_FALSE(has(page, "GPUs")) << "nobody has signed in";
    EXPECT_EQ(header(page, "Cache-Control"), "no-cache");
    EXPECT_EQ(header(page, "Content-Security-Policy"),
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'");
    EXPECT_EQ(header(page, "X-Frame-Options"), "DENY");
    EXPECT_EQ(header(page, "Referrer-Policy"), "same-origin");
    const auto etag = header(page, "ETag");
    ASSERT_FALSE(etag.empty());
    const auto again = ask({.path = "/", .headers = {{"If-None-Match", etag}}});
    EXPECT_EQ(again.status, 304u);
    EXPECT_FALSE(again.body);
    EXPECT_EQ(ask({.path = "/", .headers = {{"If-None-Match", "\"other\""}}}).status, 200u);
}

TEST_F(WebOfAMaster, ShowsTheStateToBrowsersWithoutScripts) {
    const auto page = ask({.path = "/", .cookie = annsCookie()});
    EXPECT_TRUE(has(page, "<bdi>lab</bdi>")) << *page.body;
    EXPECT_TRUE(has(page, "for <bdi>ann</bdi>"));
    EXPECT_TRUE(has(page, "of 2</td>"));
    EXPECT_FALSE(has(page, "web/sign-in"));
}

TEST_F(WebOfAMaster, ShowsOfTheStateWhatTheRulesAllow) {
    control->submit(trainingJob("cpus:1;gpus:9"), "", "ann", [](const auto&, bool) {});
    run();
    EXPECT_TRUE(has(ask({.path = "/", .cookie = annsCookie()}), "<td>1 queued</td>"));
    serve(R"({"view_tasks":[{"principals":{"values":["ann"]},"users":{"type":"NONE"}}]})", kFiles);
    const auto page = ask({.path = "/", .cookie = annsCookie()});
    EXPECT_TRUE(has(page, "<th scope=\"row\">Jobs</th><td>none</td>")) << *page.body;
}

TEST_F(WebOfAMaster, SaysWhatIsMissingWhereItWasBuiltWithoutItsPage) {
    serve("", {});
    const auto page = ask({.path = "/"});
    EXPECT_EQ(page.status, 200u);
    EXPECT_TRUE(has(page, "-DMUSTER_WEB=ON"));
    EXPECT_TRUE(has(page, "action=\"web/sign-in\""));
    EXPECT_EQ(ask({.path = "/assets/page-1.js"}).status, 404u);
}

TEST_F(WebOfAMaster, ServesItsFilesForGood) {
    const auto script = ask({.path = "/assets/page-1.js"});
    EXPECT_EQ(*script.body, "run()");
    EXPECT_EQ(script.contentType, "text/javascript; charset=utf-8");
    EXPECT_EQ(header(script, "Cache-Control"), "public, max-age=31536000, immutable");
    EXPECT_EQ(header(script, "ETag"), "\"1\"");
    EXPECT_EQ(header(script, "Content-Encoding"), "");
    const auto with = [&](const char* path, const char* encodings) {
        return ask({.path = path, .headers = {{"Accept-Encoding", encodings}}});
    };
    for (const auto* gzip : {"gzip", "deflate, gzip;q=0.5, br", "GZIP;q=1.0"}) {
        EXPECT_EQ(*with("/assets/page-1.js", gzip).body, "small") << gzip;
        EXPECT_EQ(header(with("/assets/page-1.js", gzip), "Content-Encoding"), "gzip");
    }
    for (const auto* none : {"", "br", "gzip;q=0", "gzip; q=0.0", "xgzip"}) {
        EXPECT_EQ(*with("/assets/page-1.js", none).body, "run()") << none;
    }
    EXPECT_EQ(*with("/assets/page-2.css", "gzip").body, "body {}") << "has no smaller form";
    EXPECT_EQ(
        ask({.path = "/assets/page-1.js", .headers = {{"If-None-Match", "\"1\""}}}).status, 304u);
    for (const auto* none : {"/assets/", "/assets/none.js", "/assets/index.html"}) {
        EXPECT_EQ(ask({.path = none}).status, 404u) << none;
    }
}

TEST_F(WebOfAMaster, SignsInByTokenOrPassword) {
    const auto byToken = signIn(R"({"token":"token"})");
    EXPECT_EQ(byToken.status, 204u);
    EXPECT_EQ(web->hooks().find(cookieIn(byToken))->principal, "operator");
    const auto byPassword = signIn(R"({"principal":"ann","secret":"s3cret"})");
    EXPECT_EQ(web->hooks().find(cookieIn(byPassword))->principal, "ann");
    EXPECT_NE(cookieIn(byToken), cookieIn(byPassword));
    EXPECT_NE(header(byToken, "Set-Cookie").find("; HttpOnly; SameSite=Strict"), std::string::npos);
}

TEST_F(WebOfAMaster, SignsInNobodyWhoShowsSomethingElse) {
    for (const auto* wrong : {R"({"token":"wrong"})", R"({"principal":"ann","secret":"wrong"})",
             R"({"principal":"eve","secret":"s3cret"})"}) {
        const auto refused = signIn(wrong);
        EXPECT_EQ(refused.status, 401u) << wrong;
        EXPECT_FALSE(bodyOf(refused).at("error").get<std::string>().empty());
        EXPECT_EQ(header(refused, "Set-Cookie"), "");
    }
    for (const auto* malformed : {"", "[]", "{}", R"({"token":5})", R"({"principal":"ann"})",
             R"({"token":"a\nb"})", R"({"principal":"ann\u001b[2J","secret":"x"})", "\xff"}) {
        EXPECT_EQ(signIn(malformed).status, 400u) << malformed;
    }
    const auto* right = R"({"token":"token"})";
    EXPECT_EQ(post("/web/sign-in", "text/plain", right).status, 415u);
    EXPECT_EQ(post("/web/sign-in", "multipart/form-data", right).status, 415u);
    for (const auto* site : {"cross-site", "same-site"}) {
        EXPECT_EQ(
            post("/web/sign-in", "application/json", right, {{"Sec-Fetch-Site", site}}).status,
            403u);
    }
}

TEST_F(WebOfAMaster, AuditsWhoSignsInAndOut) {
    const auto cookie = annsCookie();
    signIn(R"({"token":"token"})");
    ask({.method = "POST", .path = "/web/sign-out", .cookie = cookie});
    const auto link = bodyOf(ask({.method = "POST", .path = "/web/link", .principal = "ann"}));
    const auto path = link.at("path").get<std::string>();
    const auto query = path.substr(path.find('?') + 1);
    ask({.path = "/web/enter", .query = query});
    ask({.path = "/web/enter", .query = query});
    signIn(R"({"principal":"eve","secret":"secret-of-eve"})");
    signIn(R"({"token":"wrong"})");
    EXPECT_EQ(audited(),
        (std::vector<std::string>{"ann: sign in, by password from 127.0.0.1",
            "operator: sign in, by token from 127.0.0.1", "ann: sign out, from 127.0.0.1",
            "ann: make sign-in link, from 127.0.0.1", "ann: sign in, by link from 127.0.0.1",
            "nobody: sign in failed, by link from 127.0.0.1",
            "nobody: sign in failed, as 'eve' from 127.0.0.1",
            "nobody: sign in failed, by token from 127.0.0.1"}));
}

TEST_F(WebOfAMaster, IsNotMadeToFillItsJournalByWhoeverGuesses) {
    const std::string name(5000, 'x');
    for (int i = 0; i < 50; ++i) {
        signIn(fmt::format(R"({{"principal":"{}-{}","secret":"x"}})", i, name));
    }
    const auto rows = audited();
    EXPECT_EQ(rows.size(), std::size_t{FailedSignIns::kAtOnce});
    for (const auto& row : rows) {
        EXPECT_LT(row.size(), 150u);
    }
}

TEST_F(WebOfAMaster, SlowsDownWhoeverGuesses) {
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(signIn(R"({"principal":"ann","secret":"x"})").delay, Duration(0));
    }
    EXPECT_GT(signIn(R"({"principal":"ann","secret":"x"})").delay, Duration(0));
    const auto held = signIn(R"({"principal":"ann","secret":"s3cret"})");
    EXPECT_EQ(held.status, 429u);
    EXPECT_EQ(header(held, "Retry-After"), "1");
}

TEST_F(WebOfAMaster, KnowsInItsNextLifeWhoIsSignedIn) {
    const auto stays = annsCookie();
    const auto leaves = annsCookie();
    const auto operators = cookieIn(signIn(R"({"token":"token"})"));
    EXPECT_EQ(ask({.method = "POST", .path = "/web/sign-out", .cookie = leaves}).status, 204u);
    run();
    serve("", kFiles);
    EXPECT_TRUE(isSignedIn(stays));
    EXPECT_FALSE(isSignedIn(leaves));
    EXPECT_FALSE(isSignedIn(operators)) << "nothing shows that it would still be let in";
    run();
    EXPECT_EQ(journal.load(kWebSession)->size(), 1u);
    password = "another";
    serve("", kFiles);
    EXPECT_FALSE(isSignedIn(stays));
    run();
    EXPECT_TRUE(journal.load(kWebSession)->empty());
}

TEST_F(WebOfAMaster, LetsWhoMayOnlyLookStayForThirtyDays) {
    const auto* stay = R"({"principal":"ann","secret":"s3cret","stay":true})";
    EXPECT_EQ(header(signIn(stay), "Set-Cookie").find("Max-Age"), std::string::npos)
        << "she may give orders";
    serve(R"({"permissive":false,"view_tasks":[{"principals":{"values":["ann"]},
        "users":{"type":"ANY"}}]})",
        kFiles);
    const auto done = signIn(stay);
    EXPECT_NE(header(done, "Set-Cookie").find("; Max-Age=2592000"), std::string::npos)
        << header(done, "Set-Cookie");
    EXPECT_EQ(
        header(signIn(R"({"principal":"ann","secret":"s3cret"})"), "Set-Cookie").find("Max-Age"),
        std::string::npos);
    EXPECT_EQ(audited()[1], "ann: sign in, by password from 127.0.0.1, for 30 days");
}

TEST_F(WebOfAMaster, EndsALongSessionOfWhoMayGiveOrdersByNow) {
    const auto rules = [](const char* more) {
        return fmt::format(
            R"({{"permissive":false{},"view_tasks":[{{"principals":{{"values":["ann"]}},
            "users":{{"type":"ANY"}}}}]}})",
            more);
    };
    serve(rules("").c_str(), kFiles);
    const auto stays = cookieIn(signIn(R"({"principal":"ann","secret":"s3cret","stay":true})"));
    run();
    serve(rules("").c_str(), kFiles);
    EXPECT_TRUE(isSignedIn(stays));
    for (const auto* order :
        {"run_tasks\":[{\"users\"", "prune_images\":[{\"images\"", "drain_agents\":[{\"agents\""}) {
        const auto more
            = fmt::format(R"(,"{}:{{"type":"ANY"}},"principals":{{"values":["ann"]}}}}])", order);
        serve(rules(more.c_str()).c_str(), kFiles);
        EXPECT_EQ(
            header(signIn(R"({"principal":"ann","secret":"s3cret","stay":true})"), "Set-Cookie")
                .find("Max-Age"),
            std::string::npos)
            << order;
    }
    EXPECT_FALSE(isSignedIn(stays));
}

TEST_F(WebOfAMaster, SaysThatSomebodyIsSignedOutWhenItsJournalHasIt) {
    net::HttpRequest request;
    request.method = "POST";
    request.webSession = web->hooks().find(annsCookie());
    const auto row = std::ranges::find_if(
        routes, [](const auto& row) { return row.route().path == "/web/sign-out"; });
    const auto response = row->route().handler(request);
    ASSERT_TRUE(response.later);
    bool isAnswered = false;
    response.later([&](const net::HttpResponse&) { isAnswered = true; });
    EXPECT_FALSE(isAnswered);
    run();
    EXPECT_TRUE(isAnswered);
    EXPECT_TRUE(journal.load(kWebSession)->empty());
}

TEST_F(WebOfAMaster, SignsInByAFormWithoutScripts) {
    const auto* type = "application/x-www-form-urlencoded";
    const auto done = post("/web/sign-in", type, "token=&principal=ann&secret=s3cret");
    EXPECT_EQ(done.status, 303u);
    EXPECT_EQ(header(done, "Location"), "../");
    EXPECT_TRUE(isSignedIn(cookieIn(done)));
    const auto refused = post("/web/sign-in", type, "token=%3Cb%3E");
    EXPECT_EQ(refused.status, 401u);
    EXPECT_TRUE(has(refused, "action=\"../web/sign-in\"")) << *refused.body;
    EXPECT_FALSE(has(refused, "<b>"));
}

TEST_F(WebOfAMaster, TakesNoFormOfAnotherSite) {
    net::HttpRequest request;
    request.method = "POST";
    request.headers = {{"Content-Type", "application/x-www-form-urlencoded"}};
    request.body = "token=token";
    request.mayBeForeign = true;
    const auto row = std::ranges::find_if(
        routes, [](const auto& row) { return row.route().path == "/web/sign-in"; });
    EXPECT_EQ(row->route().handler(request).status, 403u);
}

TEST_F(WebOfAMaster, EndsTheSessionThatANewOneReplaces) {
    const auto first = annsCookie();
    const auto second = ask({.method = "POST",
        .path = "/web/sign-in",
        .headers = {{"Content-Type", "application/json"}},
        .body = R"({"token":"token"})",
        .cookie = first});
    EXPECT_FALSE(isSignedIn(first));
    EXPECT_TRUE(isSignedIn(cookieIn(second)));
}

TEST_F(WebOfAMaster, SaysWhoIsSignedInAndWhatTheyMayDo) {
    serve(R"({"drain_agents":[{"principals":{"values":["ann"]},"agents":{"type":"NONE"}}],
              "run_tasks":[{"principals":{"values":["ann"]},"users":{"values":["ann"]}},
                           {"principals":{"values":["ann"]},"users":{"type":"NONE"}}]})",
        kFiles);
    const auto body = bodyOf(ask({.path = "/web/session", .cookie = annsCookie()}));
    EXPECT_EQ(body.at("principal"), "ann");
    EXPECT_EQ(body.at("authenticated"), true);
    EXPECT_EQ(body.at("csrf"), "secret-2");
    const auto left = body.at("expires_ms").get<std::int64_t>()
        - std::chrono::duration_cast<std::chrono::milliseconds>(now().wall.time_since_epoch())
              .count();
    EXPECT_NEAR(static_cast<double>(left), 12 * 3600e3, 60e3);
    const auto may = body.at("may").get<std::set<std::string>>();
    EXPECT_TRUE(may.contains("submit_job")) << "as one user";
    EXPECT_TRUE(may.contains("subscribe"));
    EXPECT_TRUE(may.contains("restrict_gpu"));
    EXPECT_FALSE(may.contains("drain_node")) << body;
    const auto byToken = bodyOf(ask({.path = "/web/session", .principal = "operator"}));
    EXPECT_EQ(byToken.at("csrf"), "");
    EXPECT_EQ(byToken.at("expires_ms"), 0);
}

TEST_F(WebOfAMaster, GivesTicketsToSessionsOnly) {
    const auto cookie = annsCookie();
    const auto given = ask({.method = "POST", .path = "/web/ticket", .cookie = cookie});
    const auto ticket = bodyOf(given).at("ticket").get<std::string>();
    const auto id = web->hooks().find(cookie)->id;
    EXPECT_FALSE(web->hooks().takeTicket(id + 1, ticket));
    EXPECT_TRUE(web->hooks().takeTicket(id, ticket));
    EXPECT_FALSE(web->hooks().takeTicket(id, ticket));
    EXPECT_EQ(ask({.method = "POST", .path = "/web/ticket", .principal = "operator"}).status, 400u);
}

TEST_F(WebOfAMaster, SignsOutAtOnce) {
    const auto cookie = annsCookie();
    const auto other = annsCookie();
    const auto id = web->hooks().find(cookie)->id;
    const auto done = ask({.method = "POST", .path = "/web/sign-out", .cookie = cookie});
    EXPECT_EQ(done.status, 204u);
    EXPECT_NE(header(done, "Set-Cookie").find("Max-Age=0"), std::string::npos);
    EXPECT_FALSE(isSignedIn(cookie));
    EXPECT_FALSE(web->hooks().lives(id));
    EXPECT_TRUE(isSignedIn(other));
    EXPECT_EQ(
        ask({.method = "POST", .path = "/web/sign-out", .principal = "operator"}).status, 400u);
}

TEST_F(WebOfAMaster, SignsInOnceByALink) {
    const auto given = ask({.method = "POST", .path = "/web/link", .principal = "ann"});
    const auto path = bodyOf(given).at("path").get<std::string>();
    const std::string start = "web/enter?";
    ASSERT_TRUE(path.starts_with(start)) << path;
    const auto query = path.substr(start.size());
    const auto enter = [&](const char* method, std::vector<net::Header> headers = {}) {
        return ask({.method = method, .path = "/web/enter", .query = query, .headers = headers});
    };
    EXPECT_EQ(enter("HEAD").status, 405u) << "a look does not use it up";
    EXPECT_EQ(enter("GET", {{"Sec-Fetch-Site", "cross-site"}}).status, 403u);
    EXPECT_EQ(enter("GET", {{"Sec-Fetch-Site", "same-site"}}).status, 403u);
    const auto done = enter("GET", {{"Sec-Fetch-Site", "none"}});
    EXPECT_EQ(done.status, 303u);
    EXPECT_EQ(header(done, "Location"), "../");
    EXPECT_EQ(web->hooks().find(cookieIn(done))->principal, "ann");
    const auto again = enter("GET");
    EXPECT_EQ(again.status, 403u);
    EXPECT_EQ(header(again, "Set-Cookie"), "");
    EXPECT_TRUE(has(again, "muster web"));
    EXPECT_EQ(ask({.path = "/web/enter"}).status, 400u);
    EXPECT_EQ(ask({.path = "/web/enter", .query = "ticket=guess"}).status, 403u);
}

TEST_F(WebOfAMaster, AsksNobodyWhereTheMasterAsksNobody) {
    serve("", kFiles, false);
    EXPECT_TRUE(has(ask({.path = "/"}), "GPUs free"));
    const auto session = bodyOf(ask({.path = "/web/session"}));
    EXPECT_EQ(session.at("authenticated"), false);
    EXPECT_EQ(session.at("principal"), "");
    EXPECT_EQ(bodyOf(ask({.method = "POST", .path = "/web/ticket"})).at("ticket"), "");
    EXPECT_EQ(bodyOf(ask({.method = "POST", .path = "/web/link"})).at("path"), "");
    EXPECT_EQ(ask({.method = "POST", .path = "/web/sign-out"}).status, 204u);
    const auto done = signIn(R"({"token":"anything"})");
    EXPECT_EQ(done.status, 204u);
    EXPECT_EQ(header(done, "Set-Cookie"), "");
}

TEST(WebFiles, HaveAPageOrAreNone) {
    const auto files = webFiles();
    EXPECT_TRUE(files.empty()
        || std::ranges::any_of(files, [](const auto& file) { return file.path == "index.html"; }));
    for (const auto& file : files) {
        EXPECT_FALSE(file.contentType.empty()) << file.path;
        EXPECT_TRUE(file.etag.starts_with('"') && file.etag.ends_with('"')) << file.path;
        EXPECT_LE(file.gzip.size(), file.bytes.size() + 64) << file.path;
    }
}

} // namespace
} // namespace muster::agentd
