// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/web/web_endpoints.h"

#include <algorithm>
#include <optional>

#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

#include "agentd/clock.h"
#include "agentd/content.h"
#include "agentd/master/api/query.h"
#include "agentd/master/view.h"
#include "core/kernel/base/text.h"
#include "core/kernel/base/wire_names.h"
#include "core/net/text.h"
#include "core/proto/states.h"
#include "core/proto/time.h"

namespace muster::agentd {
namespace {

using net::HttpRequest;
using net::HttpResponse;
using nlohmann::json;

constexpr Duration kSweepEvery = std::chrono::seconds(10);
constexpr std::size_t kMaximumBody = 16 << 10; // of a login
constexpr std::string_view kIndex = "index.html";
constexpr std::string_view kForm = "application/x-www-form-urlencoded";
constexpr std::size_t kShownName = 64; // bytes of a name that somebody made up, in the audit log
constexpr std::string_view kNobody = "nobody"; // the author of what somebody unknown did
constexpr std::string_view kSignInFailed = "sign in failed";

// What every answer that a browser shows or runs has. The page of the front end has neither script
// nor style in its text.
HttpResponse secured(HttpResponse response) {
    response.headers.push_back({"Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"});
    response.headers.push_back({"X-Frame-Options", "DENY"});
    // With no referrer at all, browsers say "Origin: null" of our own forms.
    response.headers.push_back({"Referrer-Policy", "same-origin"});
    response.headers.push_back({"Cross-Origin-Opener-Policy", "same-origin"});
    response.headers.push_back({"Cross-Origin-Resource-Policy", "same-origin"});
    return response;
}

HttpResponse htmlAnswer(unsigned status, std::string html) {
    auto response = HttpResponse::text(status, std::move(html));
    response.contentType = "text/html; charset=utf-8";
    return secured(std::move(response));
}

HttpResponse jsonAnswer(const json& value) {
    return HttpResponse::json(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

HttpResponse errorAnswer(unsigned status, std::string_view text) {
    auto response = jsonAnswer({{"error", text}});
    response.status = status;
    return response;
}

HttpResponse emptyAnswer(unsigned status) {
    HttpResponse response;
    response.status = status;
    response.contentType.clear();
    return response;
}

// Relative, as the page may be below a prefix of a proxy.
HttpResponse toThePage() {
    auto response = secured(emptyAnswer(303));
    response.headers.push_back({"Location", "../"});
    return response;
}

std::string etagOf(std::string_view bytes) {
    return fmt::format("\"{:.32}\"", net::digits(net::hashToken(bytes)));
}

bool isKnownTo(const HttpRequest& request, std::string_view etag) {
    return request.headerList("If-None-Match").find(etag) != std::string::npos;
}

bool takesGzip(const HttpRequest& request) {
    const auto list = request.headerList("Accept-Encoding");
    for (std::string_view rest = list; !rest.empty();) {
        const auto part = rest.substr(0, rest.find(','));
        rest = rest.substr(std::min(part.size() + 1, rest.size()));
        const auto name = part.substr(0, part.find(';'));
        const auto weight = part.substr(name.size());
        if (net::equalNoCase(net::trimmed(name), "gzip")) {
            return weight.find("q=0") == weight.npos
                || weight.find_first_of("123456789") != weight.npos;
        }
    }
    return false;
}

bool hasControl(std::string_view text) {
    return std::ranges::any_of(
        text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

// A token, else a name and a secret. Nothing: neither is there, or is of this world: control
// characters would reach the log.
std::optional<net::Login> loginOf(std::string token, std::string principal, std::string secret) {
    if (hasControl(token) || hasControl(principal) || hasControl(secret)) {
        return std::nullopt;
    }
    if (!token.empty()) {
        return net::Login{std::move(token), std::nullopt};
    }
    if (principal.empty() || secret.empty()) {
        return std::nullopt;
    }
    return net::Login{{}, net::Password{std::move(principal), std::move(secret)}};
}

struct SignInForm {
    std::optional<net::Login> login;
    bool stay = false;
};

SignInForm readForm(const HttpRequest& request) {
    const api::Query form(request.body);
    return {loginOf(form.get("token"), form.get("principal"), form.get("secret")),
        form.get("stay") == "true"};
}

SignInForm readJson(const HttpRequest& request) {
    const auto parsed = json::parse(request.body, nullptr, false);
    const auto body = parsed.is_object() ? parsed : json::object();
    const auto text = [&](const char* key) {
        const auto found = body.find(key);
        return found != body.end() && found->is_string() ? found->get<std::string>()
                                                         : std::string();
    };
    return {loginOf(text("token"), text("principal"), text("secret")),
        body.value("stay", json()) == json(true)};
}

std::string howOf(const net::Login& login) {
    return login.password
        ? fmt::format("as '{}'", escaped(login.password->principal.substr(0, kShownName)))
        : "by token";
}

bool mayOpenTerminal(const Gate& gate, const std::string& principal) {
    using Call = mesos::v1::agent::Call;
    return gate.mayPermit(rightOf(Call::LAUNCH_NESTED_CONTAINER_SESSION), {principal})
        && gate.mayPermit(rightOf(Call::ATTACH_CONTAINER_INPUT), {principal});
}

// What the console's requests are called, and a terminal and files of a task, as far as there may
// be an object for which they are permitted: what the page offers at all. The master decides of
// each when it comes.
json permitted(const Gate& gate, const std::string& principal) {
    auto out = json::array();
    const auto* requests = muster::v1::Request::descriptor()->oneof_decl(0);
    for (int i = 0; i < requests->field_count(); ++i) {
        const auto* field = requests->field(i);
        const auto which = static_cast<muster::v1::Request::RequestCase>(field->number());
        if (gate.mayPermit(rightOf(which), {principal})) {
            out.push_back(field->name());
        }
    }
    if (mayOpenTerminal(gate, principal)) {
        out.push_back("open_terminal");
    }
    if (gate.mayPermit(rightOf(FileKind::Sandbox), {principal})) {
        out.push_back("read_sandbox");
    }
    return out;
}

// What people only look at. A right that is new is one to give orders until it stands here.
bool isLook(const Right& right) {
    using enum Acls::Action;
    constexpr Acls::Action kLooks[] = {ViewFrameworks, ViewTasks, ViewExecutors, ViewRoles,
        ViewFlags, ViewContainers, GetEndpoints, GetQuotas, AccessSandboxes, AccessMesosLogs};
    return !right.action || std::ranges::find(kLooks, *right.action) != std::end(kLooks);
}

// No order to anything, whatever object it may be of: so a screen on a wall may be left alone.
bool mayOnlyLook(const Gate& gate, const std::string& principal) {
    using Request = muster::v1::Request;
    using ImageCall = muster::v1::ImageCall;
    std::vector<Right> rights{rightOf(ImageCall::kPull), rightOf(ImageCall::kPrune)};
    const auto* requests = Request::descriptor()->oneof_decl(0);
    for (int i = 0; i < requests->field_count(); ++i) {
        rights.push_back(rightOf(static_cast<Request::RequestCase>(requests->field(i)->number())));
    }
    return !mayOpenTerminal(gate, principal)
        && std::ranges::none_of(rights, [&](const Right& right) {
               return !isLook(right) && gate.mayPermit(right, {principal});
           });
}

} // namespace

WebEndpoints::WebEndpoints(boost::asio::io_context& io, Sources sources,
    std::span<const WebFile> files, WebSessions::Random random)
    : m_sources(std::move(sources)), m_sessions(std::move(random)),
      m_timer(io, kSweepEvery, [this] { sweep(); }) {
    for (const auto& file : files) {
        m_files.emplace(std::string(file.path),
            File{file, std::make_shared<const std::string>(file.bytes),
                file.gzip.empty() ? nullptr : std::make_shared<const std::string>(file.gzip)});
    }
    m_sessions.onEnded = [this](std::uint64_t ended, const std::string& hash) {
        history::Change change;
        change.removals.emplace_back(kWebSession, hash);
        m_sources.control.keep(std::move(change));
        if (m_server != nullptr) {
            m_server->endWebSession(ended);
        }
        if (onSessionEnded) {
            onSessionEnded(ended);
        }
    };
    if (m_sources.authenticate) {
        restoreSessions();
    }
}

void WebEndpoints::keepSession(const WebSessions::Kept& session) {
    if (const auto proof = m_sources.proofOf(session.principal)) {
        history::Change change;
        change.upserts.push_back(sessionRecord(session, *proof, now()));
        m_sources.control.keep(std::move(change));
    }
}

// Of the master before: those whose time is not over, and whose sign-in would still be one.
void WebEndpoints::restoreSessions() {
    const auto at = now();
    history::Change over;
    std::vector<WebSessions::Kept> restored;
    for (const auto& record : std::exchange(m_sources.sessions, {})) {
        auto kept = keptSession(record, at);
        if (!kept || m_sources.proofOf(kept->session.principal) != std::optional(kept->proof)
            || (kept->session.stays && !mayOnlyLook(m_sources.gate, kept->session.principal))) {
            over.removals.emplace_back(kWebSession, record.id);
        } else {
            restored.push_back(std::move(kept->session));
        }
    }
    std::ranges::sort(restored, {}, &WebSessions::Kept::until); // the oldest make room first
    for (auto& session : restored) {
        if (const auto lives = m_sessions.restore(std::move(session), at.uptime); !lives) {
            spdlog::info("A browser has to sign in again: {}", lives.error().message);
        }
    }
    if (!over.empty()) {
        m_sources.control.keep(std::move(over));
    }
    if (m_sessions.size() > 0) {
        m_timer.arm();
    }
}

GuardedRoutes WebEndpoints::routes() {
    GuardedRoutes out;
    const auto add = [&](Endpoint endpoint, Gate::Handler handler, std::size_t maximumBody = 0) {
        std::ranges::move(m_sources.gate.routes(endpoint, std::move(handler), maximumBody),
            std::back_inserter(out));
    };
    add(Endpoint::Page, [this](const HttpRequest& request) { return page(request); });
    add(Endpoint::PageAssets, [this](const HttpRequest& request) { return asset(request); });
    add(
        Endpoint::SignIn, [this](const HttpRequest& request) { return signIn(request); },
        kMaximumBody);
    add(Endpoint::SignInByLink,
        [this](const HttpRequest& request) { return signInByLink(request); });
    add(Endpoint::WebSession, [this](const HttpRequest& request) { return session(request); });
    add(
        Endpoint::WebTicket, [this](const HttpRequest& request) { return ticket(request); },
        kMaximumBody);
    add(
        Endpoint::SignOut, [this](const HttpRequest& request) { return signOut(request); },
        kMaximumBody);
    add(
        Endpoint::WebLink, [this](const HttpRequest& request) { return link(request); },
        kMaximumBody);
    return out;
}

net::WebSessionHooks WebEndpoints::hooks() {
    return {.find = [this](std::string_view secret) { return m_sessions.find(secret, uptime()); },
        .takeTicket
        = [this](std::uint64_t session,
              std::string_view ticket) { return m_sessions.takeTicket(session, ticket, uptime()); },
        .lives = [this](std::uint64_t session) { return m_sessions.lives(session, uptime()); }};
}

// A page that is open uses its session.
void WebEndpoints::sweep() {
    const auto at = uptime();
    for (const auto open : m_server->openWebSessions()) {
        m_sessions.touch(open, at);
    }
    m_sessions.expire(at);
    for (const auto& session : m_sessions.takeRenewed()) {
        keepSession(session);
    }
    if (auto counted = m_failures.take(at)) {
        audit(std::string(kNobody), std::string(kSignInFailed), std::move(*counted));
    }
    if (m_sessions.size() > 0 || m_failures.waits()) {
        m_timer.arm();
    }
}

void WebEndpoints::audit(
    std::string author, std::string action, std::string detail, std::function<void()> written) {
    history::Change change;
    change.audit.push_back(
        {now(), std::move(author), std::move(action), "web page", std::move(detail)});
    m_sources.control.keep(std::move(change), std::move(written));
}

void WebEndpoints::auditFailure(const std::string& how, const std::string& remote) {
    if (auto detail = m_failures.add(fmt::format("{} from {}", how, remote), uptime())) {
        audit(std::string(kNobody), std::string(kSignInFailed), std::move(*detail));
    } else {
        m_timer.arm();
    }
}

HttpResponse WebEndpoints::page(const HttpRequest& request) {
    if (m_sources.authenticate && !request.webSession) {
        return pageWith(request, signInHtml("", ""));
    }
    const auto principal = request.webSession ? request.webSession->principal : std::string();
    return m_sources.answers.answer(principal, [this, request, principal](Viewer& viewer) {
        const ConsoleView view(m_sources.gate, principal, m_sources.control);
        const auto html = summaryHtml(summary(view, principal));
        viewer = view.viewer();
        return pageWith(request, html);
    });
}

HttpResponse WebEndpoints::pageWith(const HttpRequest& request, const std::string& html) const {
    const auto index = m_files.find(kIndex);
    auto text = index != m_files.end() ? withNoscript(index->second.file.bytes, html)
                                       : plainPage(std::string(missingPageHtml()) + html);
    const auto etag = etagOf(text);
    auto response = htmlAnswer(200, std::move(text));
    if (isKnownTo(request, etag)) {
        response.status = 304;
        response.body = nullptr;
    }
    response.headers.push_back({"Cache-Control", "no-cache"});
    response.headers.push_back({"ETag", etag});
    response.headers.push_back({"Vary", "Cookie"});
    return response;
}

HttpResponse WebEndpoints::asset(const HttpRequest& request) const {
    const auto found = m_files.find(std::string_view(request.path).substr(1));
    if (found == m_files.end()) {
        return HttpResponse::text(404, "No such file");
    }
    const auto& [file, bytes, gzip] = found->second;
    HttpResponse response;
    response.contentType = std::string(file.contentType);
    response.body = bytes;
    if (gzip && takesGzip(request)) {
        response.body = gzip;
        response.headers.push_back({"Content-Encoding", "gzip"});
    }
    if (isKnownTo(request, file.etag)) {
        response.status = 304;
        response.body = nullptr;
    }
    // The name has a hash of the content.
    response.headers.push_back({"Cache-Control", "public, max-age=31536000, immutable"});
    response.headers.push_back({"ETag", std::string(file.etag)});
    response.headers.push_back({"Vary", "Accept-Encoding"});
    return secured(std::move(response));
}

HttpResponse WebEndpoints::signIn(const HttpRequest& request) {
    const auto type = api::mediaTypeOf(request.header("Content-Type"));
    const bool isForm = type == kForm;
    if (!isForm && type != "application/json") {
        return errorAnswer(415,
            R"(Send application/json: {"token": "..."} or {"principal": "...", "secret": "..."})");
    }
    const auto refused = [isForm](unsigned status, const std::string& text) {
        return isForm ? htmlAnswer(status, plainPage(signInHtml("../", text)))
                      : errorAnswer(status, text);
    };
    // A form needs no leave of this server to be sent by a page of another one.
    if (isForeign(request) || (isForm && request.mayBeForeign)) {
        return refused(403, "Pages of other sites may not sign in here");
    }
    const auto [login, stay] = isForm ? readForm(request) : readJson(request);
    if (!login) {
        return refused(400, "Give a token, or a name and a password");
    }
    const auto principal = m_server->logIn(request, *login);
    if (!principal) {
        const auto& why = principal.error();
        if (why.status == 401) { // not 429: nothing that was shown was looked at
            auditFailure(howOf(*login), request.remote);
        }
        auto response = refused(why.status, *why.body);
        response.delay = why.delay;
        std::ranges::copy_if(why.headers, std::back_inserter(response.headers),
            [](const net::Header& header) { return header.name == "Retry-After"; });
        return response;
    }
    auto answer = isForm ? toThePage() : emptyAnswer(204);
    auto response = signedIn(*principal, request.remote,
        login->password ? "by password" : "by token", std::move(answer), stay);
    if (request.webSession && response.status < 400) {
        m_sessions.end(request.webSession->id); // whose cookie is replaced
    }
    return response;
}

HttpResponse WebEndpoints::signInByLink(const HttpRequest& request) {
    const auto refused = [](unsigned status, std::string_view text) {
        return htmlAnswer(status, plainPage(signInLinkHtml(text)));
    };
    if (request.method != "GET") { // a look at the address must not use it up
        auto response = HttpResponse::text(405, "Only GET signs in");
        response.headers.push_back({"Allow", "GET"});
        return response;
    }
    const api::Query query(request.query);
    const auto* link = query.find("ticket");
    if (link == nullptr || link->empty()) {
        return refused(400, "The address has no ticket: 'muster web' makes one");
    }
    if (isForeign(request)) {
        return refused(403, "Pages of other sites may not sign in here: open the address yourself");
    }
    if (!m_sources.authenticate) {
        return toThePage();
    }
    const auto principal = m_sessions.takeLink(*link, uptime());
    if (!principal) {
        auditFailure("by link", request.remote);
        return refused(403,
            "This address was used before or is older than a minute: 'muster web' makes a new one");
    }
    return signedIn(*principal, request.remote, "by link", toThePage());
}

HttpResponse WebEndpoints::signedIn(const std::string& principal, const std::string& remote,
    std::string_view how, HttpResponse answer, bool stay) {
    if (!m_sources.authenticate) {
        return answer;
    }
    const auto at = now();
    const bool stays = stay && mayOnlyLook(m_sources.gate, principal);
    const auto created = m_sessions.create(principal, at.uptime, stays);
    if (!created) {
        return errorAnswer(503, created.error().message);
    }
    keepSession(created->kept);
    spdlog::info("'{}' signed in by a browser from {}", principal, remote);
    audit(principal, "sign in",
        fmt::format("{} from {}{}", how, remote, stays ? ", for 30 days" : ""));
    m_timer.arm();
    answer.headers.push_back(
        cookie(created->secret, stays ? created->kept.until - at.uptime : Duration(0)));
    return answer;
}

net::Header WebEndpoints::cookie(std::string_view secret, Duration keep) const {
    return {"Set-Cookie", net::sessionCookie(m_sources.tls, m_server->port(), secret, keep)};
}

HttpResponse WebEndpoints::session(const HttpRequest& request) const {
    const auto at = now();
    json out{{"principal", request.principal}, {"csrf", ""}, {"expires_ms", 0},
        {"authenticated", m_sources.authenticate},
        {"may", permitted(m_sources.gate, request.principal)}};
    if (request.webSession) {
        out["csrf"] = request.webSession->csrf;
        if (const auto end = m_sessions.endOf(request.webSession->id, at.uptime)) {
            out["expires_ms"] = proto::milliseconds(at.wallAt(*end));
        }
    }
    return jsonAnswer(out);
}

HttpResponse WebEndpoints::ticket(const HttpRequest& request) {
    if (!m_sources.authenticate) {
        return jsonAnswer({{"ticket", ""}});
    }
    if (!request.webSession) {
        return errorAnswer(
            400, "Only a WebSocket by cookie needs a ticket: show the token instead");
    }
    const auto made = m_sessions.createTicket(request.webSession->id, uptime());
    return made ? jsonAnswer({{"ticket", *made}}) : errorAnswer(503, made.error().message);
}

HttpResponse WebEndpoints::signOut(const HttpRequest& request) {
    if (!m_sources.authenticate) {
        return emptyAnswer(204);
    }
    if (!request.webSession) {
        return errorAnswer(400, "Only a session by cookie can be ended");
    }
    m_sessions.end(request.webSession->id);
    auto signedOut = emptyAnswer(204);
    signedOut.headers.push_back(cookie(""));
    HttpResponse response; // when no later master would restore it
    response.later
        = [this, signedOut = std::move(signedOut), remote = request.remote,
              principal = request.webSession->principal](std::function<void(HttpResponse)> answer) {
              audit(principal, "sign out", "from " + remote,
                  [answer = std::move(answer), signedOut] { answer(signedOut); });
          };
    return response;
}

HttpResponse WebEndpoints::link(const HttpRequest& request) {
    if (!m_sources.authenticate) {
        return jsonAnswer({{"path", ""}});
    }
    const auto made = m_sessions.createLink(request.principal, uptime());
    if (made) {
        audit(request.principal, "make sign-in link", "from " + request.remote);
    }
    return made ? jsonAnswer({{"path", "web/enter?ticket=" + *made}})
                : errorAnswer(503, made.error().message);
}

WebSummary WebEndpoints::summary(const ConsoleView& view, const std::string& principal) const {
    const auto& control = m_sources.control;
    WebSummary out{
        .cluster = m_sources.cluster, .principal = principal, .at = isoSeconds(now().wall)};
    for (const auto* agent : control.master().agents()) {
        const bool isLive = !m_sources.live.noDataSince(agent->id.value);
        ++out.nodes[std::string(wireName(agent->state))];
        for (const auto& info : agent->info.gpus) {
            const auto gpu = control.master().gpu(info.uuid);
            if (!gpu || gpu->agent != agent) {
                continue; // another agent claimed it first
            }
            ++out.gpus;
            out.gpusFree += shownState(*gpu, isLive) == muster::v1::Gpu::FREE ? 1 : 0;
        }
    }
    for (const auto* job : control.jobs().jobs()) {
        if (view.showsJob(job->spec.user)) {
            ++out.jobs[std::string(wireName(job->state))];
        }
    }
    for (const auto& [id, alert] : m_sources.alerts.lit()) {
        const auto shown = row(alert);
        if (view.shows(shown)) {
            out.alerts.push_back(
                {std::string(proto::word(shown.severity())), shown.name(), shown.text()});
        }
    }
    return out;
}

} // namespace muster::agentd
