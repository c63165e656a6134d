// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/container/fetch/world.h"

namespace muster::container::fetch {
namespace {

// Where a download may be sent to, by names and by redirects.
class Destinations : public FetchWorld { };

TEST_F(Destinations, APasswordGoesToItsOriginOnly) {
    Site other;
    m_options.allow.push_back(other.address());
    m_site.on("/start", [end = other.url("/end")](Conversation& c) { c.redirect(end); });
    m_site.on("/here", [](Conversation& c) { c.redirect("/end"); });
    m_site.serve("/end", kHello);
    other.serve("/end", kHello);
    auto url = m_site.url("/start");
    url.insert(url.find("127"), "alice:secret@");
    ASSERT_TRUE(fetch({{.value = url}}));
    EXPECT_HAS(m_site.lastRequest(), "Authorization: Basic ");
    EXPECT_EQ(other.lastRequest().find("Authorization"), std::string::npos);
    url.replace(url.find("/start"), 6, "/here");
    ASSERT_TRUE(fetch({{.value = url}}));
    EXPECT_HAS(m_site.lastRequest(), "GET /end ");
    EXPECT_HAS(m_site.lastRequest(), "Authorization: Basic ");
}

TEST_F(Destinations, FiveRedirectsAreFollowedAndNoSixth) {
    for (int i = 0; i < 6; ++i)
        m_site.on(fmt::format("/{}", i),
            [i](Conversation& c) { c.redirect(fmt::format("{}?x#part", i + 1)); });
    for (int i = 1; i <= 6; ++i)
        m_site.on(fmt::format("/{}?x", i),
            [i](Conversation& c) { c.redirect(fmt::format("/{}?x", i + 1)); });
    m_site.serve("/6?x", kHello);
    const auto fetched = fetch({{.value = m_site.url("/1"), .outputFile = "five"}});
    EXPECT_TRUE(fetched) << fetched.error().message;
    EXPECT_EQ(inSandbox("five"), kHello);
    EXPECT_HAS(
        errorOf({{.value = m_site.url("/0"), .outputFile = "six"}}), "more than 5 redirects");
}

TEST_F(Destinations, ARedirectLoopEnds) {
    m_site.on("/loop", [](Conversation& c) { c.redirect("/loop"); });
    EXPECT_HAS(errorOf({{.value = m_site.url("/loop")}}), "more than 5 redirects");
    EXPECT_EQ(m_site.requests("/loop"), 6);
}

TEST_F(Destinations, ARedirectToMetadataIsRefused) {
    m_site.on(
        "/x", [](Conversation& c) { c.redirect("http://169.254.169.254/latest/meta-data/"); });
    const auto fetched = fetch({{.value = m_site.url("/x")}});
    ASSERT_FALSE(fetched);
    EXPECT_EQ(fetched.error().kind, Error::Kind::Denied);
    EXPECT_HAS(fetched.error().message,
        "redirected to http://169.254.169.254/latest/meta-data/: 169.254.169.254:80 is a "
        "link-local or metadata address");
    EXPECT_EQ(m_site.requests("/x"), 1);
}

TEST_F(Destinations, ARedirectToAnotherPortOfThisMachineIsRefused) {
    Site other;
    other.serve("/x", "private");
    m_site.on("/x", [target = other.url("/x")](Conversation& c) { c.redirect(target); });
    EXPECT_HAS(errorOf({{.value = m_site.url("/x")}}), "--fetch_allow=" + other.address());
    EXPECT_EQ(other.requests("/x"), 0);
}

TEST_F(Destinations, ARedirectToAnotherKindIsRefused) {
    for (const char* target :
        {"file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1/x", "http://"}) {
        m_site.on("/x", [target](Conversation& c) { c.redirect(target); });
        EXPECT_HAS(errorOf({{.value = m_site.url("/x")}}), "redirects");
    }
    EXPECT_FALSE(isInSandbox("x"));
}

TEST_F(Destinations, WhatANameResolvesToDecides) {
    Site other;
    other.serve("/x", "private");
    auto url = other.url("/x");
    const auto port = url.substr(url.rfind(':'));
    // Different ways to write 127.0.0.1, and a name for it.
    for (const char* host :
        {"localhost", "127.1", "2130706433", "0x7f000001", "[::ffff:127.0.0.1]", "0"})
        EXPECT_HAS(errorOf({{.value = fmt::format("http://{}{}", host, port)}}), "--fetch_allow=")
            << host;
    EXPECT_EQ(other.requests("/x"), 0);
}

TEST_F(Destinations, AnAllowedNameMayBeHere) {
    m_site.serve("/x", kHello);
    const auto address = m_site.address();
    const auto name = "localhost" + address.substr(address.find(':'));
    m_options.allow = {name};
    const auto fetched = fetch({{.value = "http://" + name + "/x"}});
    EXPECT_TRUE(fetched) << fetched.error().message;
    EXPECT_HAS(errorOf({{.value = m_site.url("/x"), .outputFile = "y"}}), "a loopback address");
}

TEST_F(Destinations, OurOwnPortIsRefusedDespiteAWideList) {
    m_site.serve("/x", kHello);
    m_options.allow = {"127.0.0.0/8"};
    m_options.own = {"0.0.0.0" + m_site.address().substr(m_site.address().find(':'))};
    EXPECT_HAS(errorOf({{.value = m_site.url("/x")}}), "where Muster itself listens");
    EXPECT_EQ(m_site.requests("/x"), 0);
}

TEST_F(Destinations, ARedirectFromHttpsToHttpIsRefused) {
    Site secure(true);
    secure.on("/x", [target = m_site.url("/x")](Conversation& c) { c.redirect(target); });
    m_site.serve("/x", kHello);
    m_options.allow.push_back(secure.address());
    m_options.caFile = m_base + "/ca.pem";
    write(m_options.caFile, secure.certificate());
    EXPECT_HAS(
        errorOf({{.value = secure.url("/x")}}), "redirects from https to " + m_site.url("/x"));
    EXPECT_EQ(m_site.requests("/x"), 0);
}

} // namespace
} // namespace muster::container::fetch
