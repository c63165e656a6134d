// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

// What the master itself writes of the web page: plain HTML, for browsers without scripts and for
// builds without the front end. Pure; whatever others named is escaped.
namespace muster::agentd {

// The state of the cluster, as far as whoever asks may see it.
struct WebSummary {
    struct Alert {
        std::string severity; // "critical"
        std::string name; // "node-7:3"
        std::string text;
    };
    std::string cluster; // may be empty
    std::string principal; // empty: nobody was asked
    std::string at; // "2026-11-20T12:04:31Z"
    std::int64_t gpusFree = 0;
    std::int64_t gpus = 0;
    std::map<std::string, std::int64_t> nodes; // by state
    std::map<std::string, std::int64_t> jobs;
    std::vector<Alert> alerts;
};

std::string htmlText(std::string_view text);
std::string summaryHtml(const WebSummary& summary);
// `root`: the way from the page's address to that of "/": "" or "../".
std::string signInHtml(std::string_view root, std::string_view error);
std::string signInLinkHtml(std::string_view error); // of a link that did not sign in

// The front end's index.html, which shows `html` where there are no scripts, in place of what it
// has for that itself.
std::string withNoscript(std::string_view index, std::string_view html);

// A whole page.
std::string plainPage(std::string_view html);
// That this build has no front end, and how to get one.
std::string_view missingPageHtml();

} // namespace muster::agentd
