// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/web/web_page.h"

#include <algorithm>

#include <fmt/format.h>

namespace muster::agentd {
namespace {

// Text of others, which must not turn what stands around it.
std::string isolated(std::string_view text) {
    return fmt::format("<bdi>{}</bdi>", htmlText(text));
}

std::string row(std::string_view what, std::string_view value) {
    return fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", what, value);
}

std::string counts(const std::map<std::string, std::int64_t>& states) {
    std::string out;
    for (const auto& [state, count] : states) {
        out += fmt::format("{}{} {}", out.empty() ? "" : ", ", count, htmlText(state));
    }
    return out.empty() ? "none" : out;
}

} // namespace

std::string htmlText(std::string_view text) {
    std::string out;
    for (const char c : text) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
        }
    }
    return out;
}

std::string summaryHtml(const WebSummary& summary) {
    std::string out = "<table>\n<caption>State of the cluster";
    if (!summary.cluster.empty()) {
        out += " " + isolated(summary.cluster);
    }
    out += fmt::format(" at {}", htmlText(summary.at));
    if (!summary.principal.empty()) {
        out += fmt::format(", for {}", isolated(summary.principal));
    }
    out += "</caption>\n";
    out += row("GPUs free", fmt::format("{} of {}", summary.gpusFree, summary.gpus));
    out += row("Nodes", counts(summary.nodes));
    out += row("Jobs", counts(summary.jobs));
    out += row("Alerts", std::to_string(summary.alerts.size()));
    for (const auto& alert : summary.alerts) {
        out += row(htmlText(alert.severity),
            fmt::format("{}: {}", isolated(alert.name), isolated(alert.text)));
    }
    return out + "</table>\n";
}

std::string signInHtml(std::string_view root, std::string_view error) {
    std::string out;
    if (!error.empty()) {
        out += fmt::format("<p role=\"alert\">{}</p>\n", htmlText(error));
    }
    return out
        + fmt::format(R"(<form method="post" action="{}web/sign-in">
<p><label>Token <input type="password" name="token" autocomplete="off"></label></p>
<p>or</p>
<p><label>Name <input name="principal" autocomplete="username"></label></p>
<p><label>Password <input type="password" name="secret" autocomplete="current-password"></label></p>
<p><label><input type="checkbox" name="stay" value="true"> Stay signed in for 30 days (only for accounts that may not give orders)</label></p>
<p><button>Sign in</button></p>
</form>
)",
            htmlText(root));
}

std::string signInLinkHtml(std::string_view error) {
    return fmt::format(
        "<p role=\"alert\">{}</p>\n<p><a href=\"../\">Sign in</a></p>\n", htmlText(error));
}

std::string withNoscript(std::string_view index, std::string_view html) {
    constexpr std::string_view begin = "<noscript>", end = "</noscript>";
    const auto from = std::min({index.find(begin), index.rfind("</body>"), index.size()});
    const auto own = index.find(end, from);
    const auto to = own == index.npos ? from : own + end.size();
    return fmt::format("{}{}\n<main class=\"plain\">\n<h1>Muster</h1>\n{}</main>\n{}{}",
        index.substr(0, from), begin, html, end, index.substr(to));
}

std::string plainPage(std::string_view html) {
    return fmt::format(R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Muster</title>
</head>
<body>
<h1>Muster</h1>
{}</body>
</html>
)",
        html);
}

std::string_view missingPageHtml() {
    return R"(<p>This master was built without its web page. To have one, install npm and build it again with
<code>cmake --preset release -DMUSTER_WEB=ON</code> and <code>ninja -C build/release</code>.
The command line (<code>muster</code>) and the desktop console work without it.</p>
)";
}

} // namespace muster::agentd
