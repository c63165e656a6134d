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

// A task lives, with files in its sandbox.
class WebTask : public Web {
protected:
    void SetUp() override {
        Web::SetUp();
        if (IsSkipped()) {
            return;
        }
        m_ann = signIn("ann");
        const auto socket = console(m_ann);
        const auto reply = replyTo(*socket,
            {{"id", "1"},
                {"submit_job",
                    {{"name", "living"}, {"user", "root"},
                        {"command",
                            {{"shell", true},
                                {"value",
                                    "mkdir deep; echo hello > 'deep/a \"page\".html'; "
                                    "ln -s /etc/passwd link; touch ready; sleep 1000"}}}}}});
        ASSERT_TRUE(reply.contains("reply") && !reply.at("reply").contains("error")) << reply;
        ASSERT_TRUE(eventually([this] {
            m_task = task();
            return m_task.value("state", "") == "TASK_RUNNING"
                && files(m_ann, "browse", "").body.find("ready") != std::string::npos;
        }));
    }
    json task() const {
        const auto socket = console(m_ann);
        const auto first = replyTo(*socket, {{"id", "1"}, {"subscribe", {{"telemetry", false}}}});
        const auto rows = first.value("/snapshot/rows/tasks"_json_pointer, json::array());
        return rows.empty() ? json::object() : rows.at(0);
    }
    std::string id(const char* name) const { return m_task.value(name, ""); }

    HttpAnswer files(const Browser& browser, const std::string& call, const std::string& path,
        HttpHeaders headers = {}) const {
        headers.emplace_back("Cookie", browser.cookie);
        return ask("GET",
            fmt::format("/web/files/{}?agent={}&framework={}&task={}&path={}", call, id("agent_id"),
                id("framework_id"), id("id"), path),
            headers);
    }
    std::unique_ptr<RawSocket> terminal(
        const Browser& browser, const std::string& ticket, const std::string& origin) const {
        HttpHeaders headers{{"Cookie", browser.cookie}};
        if (!origin.empty()) {
            headers.emplace_back("Origin", origin);
        }
        const auto offered
            = "muster.terminal.v1" + (ticket.empty() ? "" : ", muster.ticket." + ticket);
        return std::make_unique<RawSocket>(m_daemon->port, "/ws/terminal", offered, headers);
    }
    std::unique_ptr<RawSocket> terminal(const Browser& browser) const {
        auto socket = terminal(browser, ticket(browser), ownOrigin());
        EXPECT_EQ(socket->status, 101u);
        return socket;
    }
    json open(const std::vector<std::string>& command = {"sh"}) const {
        return {{"open",
            {{"framework_id", id("framework_id")}, {"task_id", id("id")}, {"rows", 33},
                {"columns", 101}, {"command", command}}}};
    }
    static void say(RawSocket& socket, const json& message) { socket.send(message.dump(), false); }
    // All that comes up to the message that contains it.
    static std::string until(RawSocket& socket, const std::string& text) {
        std::string all;
        while (all.find(text) == std::string::npos) {
            const auto next = socket.next();
            if (!next || socket.closed) {
                ADD_FAILURE() << "no '" << text << "' in " << all << next.value_or("");
                break;
            }
            all += *next;
            say(socket, {{"taken", 1}});
        }
        return all;
    }

    Browser m_ann;
    json m_task = json::object();
};

TEST_F(WebTask, HasATerminalOfThePagesSize) {
    const auto socket = terminal(m_ann);
    say(*socket, open({"sh", "-c", "stty size; read a; stty size; read b; exit 7"}));
    EXPECT_EQ(socket->next(), R"({"opened":true})");
    until(*socket, "33 101");
    say(*socket, {{"resize", {{"rows", 44}, {"columns", 122}}}});
    socket->send("\r", true);
    until(*socket, "44 122");
    socket->send("\r", true);
    until(*socket, R"({"ended":{"exit_code":7}})");
    const auto killed = terminal(m_ann);
    say(*killed, open({"sh", "-c", "kill -KILL $$"}));
    until(*killed, R"({"ended":{"exit_code":137}})");
    const auto interrupted = terminal(m_ann);
    say(*interrupted, open({"sh", "-c", "trap 'echo caught; exit 3' INT; echo set; sleep 100"}));
    until(*interrupted, "set");
    interrupted->send("\x03", true);
    until(*interrupted, R"({"ended":{"exit_code":3}})");
}

TEST_F(WebTask, IsAuditedAsMusterExecIs) {
    const auto socket = terminal(m_ann);
    say(*socket, open({"sh", "-c", "echo audited"}));
    until(*socket, "ended");
    const auto audit = replyTo(*console(m_ann), {{"id", "1"}, {"query_audit", {{"limit", 100}}}});
    const auto rows = audit.value("/reply/audit/rows"_json_pointer, json::array());
    const auto found = std::ranges::find_if(
        rows, [](const json& row) { return row.value("action", "") == "exec"; });
    ASSERT_NE(found, rows.end()) << audit;
    EXPECT_EQ(found->value("author", ""), "ann");
    EXPECT_EQ(found->value("object", ""), id("framework_id") + "/" + id("id"));
    EXPECT_NE(found->value("reason", found->dump()).find("echo audited"), std::string::npos);
    EXPECT_EQ(std::ranges::count_if(
                  rows, [](const json& row) { return row.value("action", "") == "attach"; }),
        0)
        << "its own input is no second session";
}

TEST_F(WebTask, OpensNoTerminalToPagesOfOthersOrWithoutTheRight) {
    EXPECT_EQ(terminal(m_ann, ticket(m_ann), "")->status, 403u);
    EXPECT_EQ(terminal(m_ann, ticket(m_ann), "http://evil.example")->status, 403u);
    EXPECT_EQ(terminal(m_ann, "", ownOrigin())->status, 403u);
    const auto used = ticket(m_ann);
    EXPECT_EQ(terminal(m_ann, used, ownOrigin())->status, 101u);
    EXPECT_EQ(terminal(m_ann, used, ownOrigin())->status, 403u);
    EXPECT_EQ(terminal(signIn("bob"), ticket(m_ann), ownOrigin())->status, 403u) << "ann's ticket";
    const auto bobs = terminal(signIn("bob"));
    say(*bobs, open());
    EXPECT_NE(bobs->next().value_or("").find("Principal 'bob' may not launch sessions"),
        std::string::npos);
    EXPECT_EQ(bobs->next(), "");
    EXPECT_TRUE(bobs->closed);
    const auto nowhere = terminal(m_ann);
    auto other = open();
    other["open"]["task_id"] = "other";
    say(*nowhere, other);
    EXPECT_EQ(nowhere->next(), R"({"error":"No task 'other' is known"})");
    for (const auto* wrong : {"[]", "{", R"({"open":1})", R"({"taken":1})",
             R"({"open":{"rows":1,"columns":0}})", R"({"open":{"rows":-1,"columns":1}})",
             R"({"open":{"rows":1,"columns":1,"command":[1]}})"}) {
        const auto socket = terminal(m_ann);
        socket->send(wrong, false);
        socket->next();
        EXPECT_TRUE(socket->closed) << wrong;
    }
}

constexpr const char* kWaitForPid
    = "i=0; while kill -0 $(cat pid) 2>/dev/null && test $i -lt 100; do sleep 0.1; "
      "i=$((i+1)); done; echo waited $((i<100))";

TEST_F(WebTask, EndsTheTerminalsOfWhoeverSignsOut) {
    const auto socket = terminal(m_ann);
    say(*socket, open({"sh", "-c", "echo $$ > pid; trap '' HUP; echo set; sleep 1000"}));
    until(*socket, "set");
    const auto other = signIn("ann");
    EXPECT_EQ(post(m_ann, "/web/sign-out").status, 204u);
    EXPECT_EQ(socket->next(), "The session has ended: sign in again");
    EXPECT_TRUE(socket->closed);
    const auto again = terminal(other);
    say(*again, open({"sh", "-c", kWaitForPid}));
    until(*again, "waited 1");
}

TEST_F(WebTask, EndsTheTerminalOfWhoeverBreaksTheRulesAndDoesNotClose) {
    const auto socket = terminal(m_ann);
    say(*socket, open({"sh", "-c", "echo $$ > pid; trap '' HUP; echo set; sleep 1000"}));
    until(*socket, "set");
    socket->send("[]", false);
    const auto other = terminal(m_ann);
    say(*other, open({"sh", "-c", kWaitForPid}));
    until(*other, "waited 1");
}

// What prints without end waits for its reader.
TEST_F(WebTask, HoldsBackWhatTheBrowserDoesNotTake) {
    const auto socket = terminal(m_ann);
    say(*socket, open({"sh", "-c", "cat /dev/zero"}));
    EXPECT_EQ(socket->next(), R"({"opened":true})");
    std::size_t came = 0;
    for (auto next = socket->next(); next && !socket->closed; next = socket->next()) {
        came += next->size();
        ASSERT_LT(came, 4u << 20);
    }
    EXPECT_FALSE(socket->closed) << "nothing more came, and it is still open";
    EXPECT_GT(came, 0u);
}

TEST_F(WebTask, ShowsAndSavesItsFiles) {
    const auto top = json::parse(files(m_ann, "browse", "").body);
    std::set<std::string> names;
    for (const auto& row : top) {
        names.insert(row.at("path").get<std::string>());
    }
    const auto root = fmt::format("/framework/{}/task/{}/", id("framework_id"), id("id"));
    EXPECT_TRUE(names.contains(root + "deep") && names.contains(root + "ready")) << top;
    EXPECT_FALSE(names.contains(root + "link")) << "as everywhere, links are followed by nobody";
    const auto file = files(m_ann, "download", "deep/a%20%22page%22.html");
    EXPECT_EQ(file.status, 200u);
    EXPECT_EQ(file.body, "hello\n");
    EXPECT_EQ(file.headers.at("content-type"), "application/octet-stream");
    EXPECT_EQ(
        file.headers.at("content-disposition"), "attachment; filename*=UTF-8''a%20%22page%22.html");
    EXPECT_EQ(file.headers.at("x-content-type-options"), "nosniff");
    EXPECT_NE(file.headers.at("content-security-policy").find("sandbox"), std::string::npos);
    const auto part
        = json::parse(files(m_ann, "read", "deep/a%20%22page%22.html&offset=1&length=3").body);
    EXPECT_EQ(part.at("data"), "ell");
}

TEST_F(WebTask, ReadsNothingElseAndForNobodyElse) {
    for (const auto* path :
        {"../..", "..", "deep/../..", "%2e%2e/%2e%2e/etc/passwd", "deep/%2e%2e"}) {
        for (const auto* call : {"browse", "read", "download"}) {
            EXPECT_EQ(files(m_ann, call, path).status, 400u) << call << " " << path;
        }
    }
    for (const auto* path : {"link", "/etc/passwd", "no%20such"}) {
        EXPECT_EQ(files(m_ann, "download", path).status, 404u) << path;
    }
    EXPECT_EQ(
        ask("GET", fmt::format("/web/files/browse?agent={}&framework=..&task=..", id("agent_id")),
            {{"Cookie", m_ann.cookie}})
            .status,
        400u);
    const auto bob = signIn("bob");
    for (const auto* call : {"browse", "read", "download"}) {
        EXPECT_EQ(files(bob, call, "ready").status, 403u) << call;
        EXPECT_EQ(files(m_ann, call, "ready", {{"Sec-Fetch-Site", "cross-site"}}).status, 403u);
        EXPECT_EQ(files(m_ann, call, "ready", {{"Sec-Fetch-Site", "same-site"}}).status, 403u);
        EXPECT_EQ(ask("GET", fmt::format("/web/files/{}", call)).status, 401u);
    }
    EXPECT_EQ(ask("GET", "/slave(1)/files/browse?path=/", {{"Cookie", m_ann.cookie}}).status, 401u);
}

} // namespace
} // namespace muster::e2e
