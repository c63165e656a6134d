// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/web/web_page.h"

#include <gtest/gtest.h>

namespace muster::agentd {
namespace {

bool has(const std::string& page, std::string_view part) {
    return page.find(part) != std::string::npos;
}

TEST(WebPage, EscapesWhateverOthersNamed) {
    EXPECT_EQ(htmlText("<a href=\"x\">'&\x1b\n"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;  ");
    WebSummary summary;
    summary.cluster = "<script>1</script>";
    summary.principal = "<script>2</script>";
    summary.nodes = {{"<script>3", 1}};
    summary.jobs = {{"<script>4", 1}};
    summary.alerts = {{"<script>5", "<script>6", "<script>7"}};
    EXPECT_FALSE(has(summaryHtml(summary), "<script"));
    EXPECT_FALSE(has(signInHtml("", "<script>"), "<script"));
    EXPECT_FALSE(has(signInLinkHtml("<script>"), "<script"));
}

TEST(WebPage, TellsTheStateOfTheCluster) {
    WebSummary summary;
    summary.cluster = "lab";
    summary.principal = "ann";
    summary.at = "2026-11-20T12:04:31Z";
    summary.gpusFree = 3;
    summary.gpus = 4;
    summary.nodes = {{"active", 2}, {"unreachable", 1}};
    summary.alerts = {{"critical", "node-7:3", "The GPU is lost"}};
    const auto html = summaryHtml(summary);
    EXPECT_TRUE(has(html,
        "State of the cluster <bdi>lab</bdi> at 2026-11-20T12:04:31Z, for "
        "<bdi>ann</bdi></caption>"))
        << html;
    EXPECT_TRUE(has(html, "<th scope=\"row\">GPUs free</th><td>3 of 4</td>"));
    EXPECT_TRUE(has(html, "<td>2 active, 1 unreachable</td>"));
    EXPECT_TRUE(has(html, "<th scope=\"row\">Jobs</th><td>none</td>"));
    EXPECT_TRUE(has(html,
        "<th scope=\"row\">critical</th><td><bdi>node-7:3</bdi>: <bdi>The GPU is lost</bdi></td>"));
}

TEST(WebPage, StandsWhereThereAreNoScripts) {
    const std::string part
        = "<noscript>\n<main class=\"plain\">\n<h1>Muster</h1>\nx</main>\n</noscript>";
    EXPECT_EQ(withNoscript("<body>1<noscript>its own</noscript>2</body>", "x"),
        "<body>1" + part + "2</body>");
    EXPECT_EQ(withNoscript("<body>1</body></html>", "x"), "<body>1" + part + "</body></html>");
    EXPECT_EQ(withNoscript("1", "x"), "1" + part);
}

TEST(WebPage, HasNeitherScriptNorStyleOfItsOwn) {
    const auto page = plainPage(std::string(missingPageHtml()) + signInHtml("../", "no"));
    EXPECT_FALSE(has(page, "<script"));
    EXPECT_FALSE(has(page, "style"));
    EXPECT_TRUE(has(page, "action=\"../web/sign-in\""));
    EXPECT_TRUE(has(page, "-DMUSTER_WEB=ON"));
}

} // namespace
} // namespace muster::agentd
