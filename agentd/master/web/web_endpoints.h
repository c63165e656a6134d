// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>
#include <string>

#include <boost/asio/io_context.hpp>

#include "agentd/gate.h"
#include "agentd/master/alerts.h"
#include "agentd/master/api/whole_answers.h"
#include "agentd/master/console_view.h"
#include "agentd/master/live_data.h"
#include "agentd/master/web/failed_sign_ins.h"
#include "agentd/master/web/kept_sessions.h"
#include "agentd/master/web/web_files.h"
#include "agentd/master/web/web_page.h"
#include "agentd/master/web/web_sessions.h"
#include "agentd/poll_timer.h"
#include "core/net/server.h"

namespace muster::agentd {

// The web page: its files, how a browser signs in and out, and the state of the cluster for
// browsers without scripts. What the page shows comes over /ws/console or /web/poll. One thread,
// the io_context's.
class WebEndpoints {
public:
    // What it answers from; all of it outlives the endpoints.
    struct Sources {
        Control& control; // whose audit log has who signed in and out
        const LiveData& live;
        const Alerts& alerts;
        const Gate& gate;
        api::WholeAnswers& answers;
        std::string cluster; // its name
        bool authenticate = true;
        bool tls = false;
        SignInProof proofOf;
        std::vector<history::Record> sessions; // of the last master
    };
    WebEndpoints(boost::asio::io_context& io, Sources sources, std::span<const WebFile> files,
        WebSessions::Random random = net::createSecret);

    GuardedRoutes routes();
    net::WebSessionHooks hooks();
    // The server that has the routes and hooks; before its first request. It ends first.
    void serveOn(net::Server& server) { m_server = &server; }
    // Everybody has to sign in again.
    void endSessions() { m_sessions.endAll(); }
    // For what a session has open beside WebSockets.
    std::function<void(std::uint64_t session)> onSessionEnded;

private:
    struct File {
        WebFile file;
        net::Payload bytes;
        net::Payload gzip; // null: none
    };

    net::HttpResponse page(const net::HttpRequest& request);
    net::HttpResponse pageWith(const net::HttpRequest& request, const std::string& html) const;
    net::HttpResponse asset(const net::HttpRequest& request) const;
    net::HttpResponse signIn(const net::HttpRequest& request);
    net::HttpResponse signInByLink(const net::HttpRequest& request);
    net::HttpResponse session(const net::HttpRequest& request) const;
    net::HttpResponse ticket(const net::HttpRequest& request);
    net::HttpResponse signOut(const net::HttpRequest& request);
    net::HttpResponse link(const net::HttpRequest& request);

    // The answer with the cookie of a new session. `how`: "by link". `stay`: for long, where the
    // principal may only look.
    net::HttpResponse signedIn(const std::string& principal, const std::string& remote,
        std::string_view how, net::HttpResponse answer, bool stay = false);
    void restoreSessions();
    void keepSession(const WebSessions::Kept& session); // for the next master
    void audit(std::string author, std::string action, std::string detail,
        std::function<void()> written = {});
    void auditFailure(const std::string& how, const std::string& remote);
    net::Header cookie(std::string_view secret, Duration keep = {}) const;
    WebSummary summary(const ConsoleView& view, const std::string& principal) const;
    void sweep();

    Sources m_sources;
    std::map<std::string, File, std::less<>> m_files; // by path
    WebSessions m_sessions;
    net::Server* m_server = nullptr;
    FailedSignIns m_failures; // those that are only counted yet are lost when the master stops
    PollTimer m_timer; // while there are sessions, or failures to be written
};

} // namespace muster::agentd
